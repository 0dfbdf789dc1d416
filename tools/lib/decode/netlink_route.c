// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* netlink_route.c - what messages of rtnetlink carry: addresses, routes, neighbours, rules. */
#include "decode_netlink.h"

#include <linux/fib_rules.h>
#include <linux/if_addr.h>
#include <linux/neighbour.h>
#include <linux/netconf.h>
#include <linux/pkt_sched.h>
#include <linux/gen_stats.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>

#include "decode.h"
#include "netlink_attrs.h"
#include "sockaddr.h"

/* clang-format off */

/* ---- addresses ---- */

static const struct field ifaddrmsg_fields[] = {
	NAMES(struct ifaddrmsg, ifa_family, addr_family),
	UINT(struct ifaddrmsg, ifa_prefixlen),
	NAMES(struct ifaddrmsg, ifa_flags, ifa_flags),
	NAMES(struct ifaddrmsg, ifa_scope, rt_scope),
	SAY(struct ifaddrmsg, ifa_index, ifindex),
};
DEFINE_OWN(ifaddrmsg, struct ifaddrmsg);
static const struct field ifa_cacheinfo_fields[] = {
	UINT(struct ifa_cacheinfo, ifa_prefered),
	UINT(struct ifa_cacheinfo, ifa_valid),
	UINT(struct ifa_cacheinfo, cstamp),
	UINT(struct ifa_cacheinfo, tstamp),
};
DEFINE_OWN(ifa_cacheinfo, struct ifa_cacheinfo);
static const struct nl_attr addr_rows[] = {
	ADDRESS(IFA_ADDRESS), ADDRESS(IFA_LOCAL), STR(IFA_LABEL), ADDRESS(IFA_BROADCAST), ADDRESS(IFA_ANYCAST),
	LAID_OUT(IFA_CACHEINFO, ifa_cacheinfo), ADDRESS(IFA_MULTICAST), SYMS(IFA_FLAGS, 4, ifa_flags),
	U32(IFA_RT_PRIORITY), S32(IFA_TARGET_NETNSID),
};
DEFINE_ATTRS(addr, ifa);

/* ---- routes ---- */

static const struct field rtmsg_fields[] = {
	NAMES(struct rtmsg, rtm_family, addr_family),
	UINT(struct rtmsg, rtm_dst_len),
	UINT(struct rtmsg, rtm_src_len),
	NAMES(struct rtmsg, rtm_tos, ip_tos),
	NAMES(struct rtmsg, rtm_table, rtm_table),
	NAMES(struct rtmsg, rtm_protocol, rtprot),
	NAMES(struct rtmsg, rtm_scope, rt_scope),
	NAMES(struct rtmsg, rtm_type, rtn_type),
	NAMES(struct rtmsg, rtm_flags, rtm_flags),
};
DEFINE_OWN(rtmsg, struct rtmsg);
static const struct field rta_cacheinfo_fields[] = {
	UINT(struct rta_cacheinfo, rta_clntref),
	UINT(struct rta_cacheinfo, rta_lastuse),
	UINT(struct rta_cacheinfo, rta_expires),
	UINT(struct rta_cacheinfo, rta_error),
	UINT(struct rta_cacheinfo, rta_used),
	HEX(struct rta_cacheinfo, rta_id),
	UINT(struct rta_cacheinfo, rta_ts),
	UINT(struct rta_cacheinfo, rta_tsage),
};
DEFINE_OWN(rta_cacheinfo, struct rta_cacheinfo);
static const struct field mfc_stats_fields[] = {
	UINT(struct rta_mfc_stats, mfcs_packets),
	UINT(struct rta_mfc_stats, mfcs_bytes),
	UINT(struct rta_mfc_stats, mfcs_wrong_if),
};
DEFINE_OWN(mfc_stats, struct rta_mfc_stats);
static void say_via(const struct blob *b, const struct field *f, struct out *o)
{
	const uint8_t *addr = b->data + 2;
	const size_t len = b->len > 2 ? b->len - 2 : 0;

	(void)f;
	if (b->data[0] == AF_INET6 && len >= 16) {
		decode__inet6_member("rtvia_addr", addr, o);
	} else if (len) {
		out__member(o, "rtvia_addr");
		if (b->data[0] == AF_INET && len >= 4)
			decode__inet(addr, 4, o);
		else
			netlink__say_bytes(addr, len, o);
	}
}
static const struct field via_fields[] = {
	NAMES(struct rtvia, rtvia_family, addr_family),
	{ .off = 0, .size = 1, .kind = FIELD_CUSTOM, .custom = say_via },
};
static const struct layout via_layout = { .name = "rtvia", .size = UINT16_MAX, .fields = via_fields, .nr = 2,
					  .compat = &via_layout };
static const struct nl_attr metrics_rows[] = {
	U32(RTAX_LOCK), U32(RTAX_MTU), U32(RTAX_WINDOW), U32(RTAX_RTT), U32(RTAX_RTTVAR), U32(RTAX_SSTHRESH),
	U32(RTAX_CWND), U32(RTAX_ADVMSS), U32(RTAX_REORDERING), U32(RTAX_HOPLIMIT), U32(RTAX_INITCWND),
	U32(RTAX_FEATURES), U32(RTAX_RTO_MIN), U32(RTAX_INITRWND), U32(RTAX_QUICKACK), STR(RTAX_CC_ALGO),
};
DEFINE_ATTRS(metrics, rtax);
static const struct field hop_fields[] = {
	UINT(struct rtnexthop, rtnh_len),
	NAMES(struct rtnexthop, rtnh_flags, rtnh_flags),
	UINT(struct rtnexthop, rtnh_hops),
	SAY(struct rtnexthop, rtnh_ifindex, ifindex),
};
const struct layout nl_hop_layout = { .name = "rtnexthop", .size = sizeof(struct rtnexthop), .fields = hop_fields,
	.nr = ARRAY_SIZE(hop_fields), .compat = &nl_hop_layout };
static const struct nl_attrs route_attrs;
static const struct nl_attr route_rows[] = {
	HOPS(RTA_MULTIPATH, route),
	ADDRESS(RTA_DST), ADDRESS(RTA_SRC), IFINDEX(RTA_IIF), IFINDEX(RTA_OIF), ADDRESS(RTA_GATEWAY), U32(RTA_PRIORITY),
	ADDRESS(RTA_PREFSRC), NEST(RTA_METRICS, metrics), U32(RTA_FLOW), LAID_OUT(RTA_CACHEINFO, rta_cacheinfo),
	SYMS(RTA_TABLE, 4, rtm_table), U32(RTA_MARK), U8(RTA_PREF), SYMS(RTA_ENCAP_TYPE, 2, lwtunnel_encap), U64(RTA_EXPIRES),
	U32(RTA_UID), U8(RTA_TTL_PROPAGATE), U16(RTA_SPORT), U16(RTA_DPORT),
	U32(RTA_PROTOINFO), U32(RTA_MP_ALGO), LAID_OUT(RTA_MFC_STATS, mfc_stats), LAID_OUT_FROM(RTA_VIA, 2, via),
	ADDRESS(RTA_NEWDST), U8(RTA_IP_PROTO),
};
DEFINE_ATTRS(route, rta);

/* ---- neighbours ---- */

static const struct field ndmsg_fields[] = {
	NAMES(struct ndmsg, ndm_family, addr_family),
	SAY(struct ndmsg, ndm_ifindex, ifindex),
	NAMES(struct ndmsg, ndm_state, nud_state),
	NAMES(struct ndmsg, ndm_flags, ntf_flags),
	NAMES(struct ndmsg, ndm_type, rtn_type),
};
DEFINE_OWN(ndmsg, struct ndmsg);
static const struct field nda_cacheinfo_fields[] = {
	UINT(struct nda_cacheinfo, ndm_confirmed),
	UINT(struct nda_cacheinfo, ndm_used),
	UINT(struct nda_cacheinfo, ndm_updated),
	UINT(struct nda_cacheinfo, ndm_refcnt),
};
DEFINE_OWN(nda_cacheinfo, struct nda_cacheinfo);
static const struct nl_attr nfea_rows[] = { XVAL(1 /* NFEA_ACTIVITY_NOTIFY, 5.9 */, 1, fdb_notify) };
DEFINE_ATTRS(nfea, nfea);
static const struct nl_attr neigh_rows[] = {
	ADDRESS(NDA_DST), HWADDR(NDA_LLADDR), LAID_OUT(NDA_CACHEINFO, nda_cacheinfo), U32(NDA_PROBES), U16(NDA_VLAN),
	U32(NDA_VNI), IFINDEX(NDA_IFINDEX), IFINDEX(NDA_MASTER), U32(NDA_LINK_NETNSID), U32(NDA_SRC_VNI),
	PORT(NDA_PORT), WHOLE(NDA_PROTOCOL, 1, ip_protocol), U32(13 /* NDA_NH_ID, 5.8 */), NEST(14 /* NDA_FDB_EXT_ATTRS, 5.9 */, nfea),
	XVAL(15 /* NDA_FLAGS_EXT, 5.16 */, 4, ntf_ext_flags), XVAL(16 /* NDA_NDM_STATE_MASK, 6.0 */, 2, nud_state),
	XVAL(17 /* NDA_NDM_FLAGS_MASK */, 1, ntf_flags),
};
DEFINE_ATTRS(neigh, nda);

/* ---- rules ---- */

static const struct field fib_rule_hdr_fields[] = {
	NAMES(struct fib_rule_hdr, family, addr_family),
	UINT(struct fib_rule_hdr, dst_len),
	UINT(struct fib_rule_hdr, src_len),
	NAMES(struct fib_rule_hdr, tos, ip_tos),
	NAMES(struct fib_rule_hdr, table, rt_table),
	NAMES(struct fib_rule_hdr, action, fr_act),
	NAMES(struct fib_rule_hdr, flags, fib_rule_flags),
};
DEFINE_OWN(fib_rule_hdr, struct fib_rule_hdr);
static const struct field uid_range_fields[] = {
	UINT(struct fib_rule_uid_range, start), UINT(struct fib_rule_uid_range, end),
};
DEFINE_OWN(uid_range, struct fib_rule_uid_range);
static const struct field port_range_fields[] = {
	UINT(struct fib_rule_port_range, start), UINT(struct fib_rule_port_range, end),
};
DEFINE_OWN(port_range, struct fib_rule_port_range);
static const struct nl_attr rule_rows[] = {
	ADDRESS(FRA_DST), ADDRESS(FRA_SRC), STR(FRA_IIFNAME), U32(FRA_GOTO), U32(FRA_PRIORITY), U32(FRA_FWMARK),
	U32(FRA_FLOW), BE64(FRA_TUN_ID), U32(FRA_SUPPRESS_IFGROUP), U32(FRA_SUPPRESS_PREFIXLEN),
	SYMS(FRA_TABLE, 4, rtm_table), U32(FRA_FWMASK), STR(FRA_OIFNAME), U8(FRA_L3MDEV),
	LAID_OUT(FRA_UID_RANGE, uid_range), LAID_OUT(FRA_SPORT_RANGE, port_range), LAID_OUT(FRA_DPORT_RANGE, port_range),
	SYMS(FRA_PROTOCOL, 1, rtprot), WHOLE(FRA_IP_PROTO, 1, ip_protocol),
};
DEFINE_ATTRS(rule, fra);

/* ---- settings of interfaces ---- */

static const struct field netconfmsg_fields[] = { NAMES(struct netconfmsg, ncm_family, addr_family) };
DEFINE_OWN(netconfmsg, struct netconfmsg);
static const struct nl_attr netconf_rows[] = {
	IFINDEX(NETCONFA_IFINDEX), S32(NETCONFA_FORWARDING), S32(NETCONFA_RP_FILTER), S32(NETCONFA_MC_FORWARDING),
	S32(NETCONFA_PROXY_NEIGH), S32(NETCONFA_IGNORE_ROUTES_WITH_LINKDOWN), S32(NETCONFA_INPUT), S32(NETCONFA_BC_FORWARDING),
};
DEFINE_ATTRS(netconf, netconfa);

/* ---- queues of traffic ---- */

static const struct field tcmsg_fields[] = {
	NAMES(struct tcmsg, tcm_family, addr_family),
	SAY(struct tcmsg, tcm_ifindex, ifindex),
	UINT(struct tcmsg, tcm_handle),
	UINT(struct tcmsg, tcm_parent),
	UINT(struct tcmsg, tcm_info),
};
DEFINE_OWN(tcmsg, struct tcmsg);
static const struct field tc_stats_fields[] = {
	UINT(struct tc_stats, bytes), UINT(struct tc_stats, packets), UINT(struct tc_stats, drops), UINT(struct tc_stats, overlimits),
	UINT(struct tc_stats, bps), UINT(struct tc_stats, pps), UINT(struct tc_stats, qlen), UINT(struct tc_stats, backlog),
};
/* Without what fills it up to a multiple of 8. */
static const struct layout tc_stats_layout = { .name = "tc_stats", .size = 36, .fields = tc_stats_fields,
	.nr = ARRAY_SIZE(tc_stats_fields), .compat = &tc_stats_layout };
static const struct field stats_basic_fields[] = { UINT(struct gnet_stats_basic, bytes), UINT(struct gnet_stats_basic, packets) };
static const struct layout stats_basic_layout = { .name = "stats_basic", .size = 12, .fields = stats_basic_fields,
	.nr = ARRAY_SIZE(stats_basic_fields), .compat = &stats_basic_layout };
static const struct field stats_queue_fields[] = {
	UINT(struct gnet_stats_queue, qlen), UINT(struct gnet_stats_queue, backlog), UINT(struct gnet_stats_queue, drops),
	UINT(struct gnet_stats_queue, requeues), UINT(struct gnet_stats_queue, overlimits),
};
DEFINE_OWN(stats_queue, struct gnet_stats_queue);
static const struct field rate_est_fields[] = { UINT(struct gnet_stats_rate_est, bps), UINT(struct gnet_stats_rate_est, pps) };
DEFINE_OWN(rate_est, struct gnet_stats_rate_est);
static const struct field rate_est64_fields[] = { UINT(struct gnet_stats_rate_est64, bps), UINT(struct gnet_stats_rate_est64, pps) };
DEFINE_OWN(rate_est64, struct gnet_stats_rate_est64);
static const struct nl_attr tc_stats2_rows[] = {
	LAID_OUT(TCA_STATS_BASIC, stats_basic), LAID_OUT(TCA_STATS_QUEUE, stats_queue), U64(TCA_STATS_PKT64),
	LAID_OUT(TCA_STATS_RATE_EST, rate_est), LAID_OUT(TCA_STATS_RATE_EST64, rate_est64),
	LAID_OUT(7 /* TCA_STATS_BASIC_HW, 5.4 */, stats_basic),
};
const struct nl_attrs nl_tc_stats2_attrs = { .types = &syms_tca_stats, .rows = tc_stats2_rows, .nr = ARRAY_SIZE(tc_stats2_rows) };
static const struct field sizespec_fields[] = {
	UINT(struct tc_sizespec, cell_log), UINT(struct tc_sizespec, size_log), SINT(struct tc_sizespec, cell_align),
	SINT(struct tc_sizespec, overhead), UINT(struct tc_sizespec, linklayer), UINT(struct tc_sizespec, mpu),
	UINT(struct tc_sizespec, mtu), UINT(struct tc_sizespec, tsize),
};
DEFINE_OWN(sizespec, struct tc_sizespec);
static const struct field estimator_fields[] = { SINT(struct gnet_estimator, interval), UINT(struct gnet_estimator, ewma_log) };
DEFINE_OWN(estimator, struct gnet_estimator);
static const struct nl_attr stab_rows[] = { LAID_OUT(TCA_STAB_BASE, sizespec), { TCA_STAB_DATA, NL_LAYOUTS, 0, { .layout = &layout_u16 } } };
DEFINE_ATTRS(stab, tca_stab);
static const struct nl_attr tc_rows[] = {
	STR(TCA_KIND), LAID_OUT(TCA_STATS, tc_stats), NEST(TCA_STATS2, nl_tc_stats2), U32(TCA_CHAIN), U8(TCA_HW_OFFLOAD),
	U32(TCA_INGRESS_BLOCK), U32(TCA_EGRESS_BLOCK), NEST(TCA_STAB, stab), U32(TCA_FCNT),
	LAID_OUT(TCA_RATE, estimator), U32(TCA_DUMP_FLAGS),
};
DEFINE_ATTRS(tc, tca);

/* ---- all of them ---- */

static const struct nl_message messages[] = {
	{ .first = RTM_NEWADDR, .last = RTM_GETADDR, .layout = &ifaddrmsg_layout, .attrs = &addr_attrs },
	{ .first = RTM_NEWROUTE, .last = RTM_GETROUTE, .layout = &rtmsg_layout, .attrs = &route_attrs },
	{ .first = RTM_NEWNEIGH, .last = RTM_GETNEIGH, .layout = &ndmsg_layout, .attrs = &neigh_attrs },
	{ .first = RTM_NEWRULE, .last = RTM_GETRULE, .layout = &fib_rule_hdr_layout, .attrs = &rule_attrs },
	{ .first = RTM_NEWQDISC, .last = RTM_GETTFILTER, .layout = &tcmsg_layout, .attrs = &tc_attrs },
	{ .first = RTM_GETMULTICAST, .last = RTM_GETMULTICAST, .layout = &ifaddrmsg_layout, .attrs = &addr_attrs },
	{ .first = RTM_GETANYCAST, .last = RTM_GETANYCAST, .layout = &ifaddrmsg_layout, .attrs = &addr_attrs },
	{ .first = RTM_NEWNETCONF, .last = RTM_GETNETCONF, .layout = &netconfmsg_layout, .attrs = &netconf_attrs },
	{ .first = RTM_NEWCHAIN, .last = RTM_GETCHAIN, .layout = &tcmsg_layout, .attrs = &tc_attrs },
};

/* clang-format on */

const struct nl_message *netlink_route__find(unsigned int type, unsigned int family)
{
	/* Entries of bridges are asked for by their interfaces. */
	if ((type >= RTM_NEWLINK && type <= RTM_SETLINK) ||
	    (type == RTM_GETNEIGH && family == AF_BRIDGE))
		return &nl_link_message;
	/* Between the groups of four, of which some have gaps, there is nothing. */
	for (size_t i = 0; i < ARRAY_SIZE(messages); i++) {
		if (type >= messages[i].first && type <= messages[i].last)
			return symbols__name(&syms_nlmsg_route, type) ? &messages[i] : NULL;
	}
	return netlink_route_more__find(type, family);
}
