// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* netlink_route.c - what messages of rtnetlink carry: interfaces, addresses, routes, neighbours, rules. */
#include "decode_netlink.h"

#include <linux/fib_rules.h>
#include <linux/if_addr.h>
#include <linux/if_link.h>
#include <linux/neighbour.h>
#include <linux/netconf.h>
#include <linux/pkt_sched.h>
#include <linux/gen_stats.h>
#include <linux/rtnetlink.h>

#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

#define STR(t) { t, NL_STR, 0, {} }
#define U8(t) { t, NL_UINT, 1, {} }
#define U16(t) { t, NL_UINT, 2, {} }
#define U32(t) { t, NL_UINT, 4, {} }
#define S32(t) { t, NL_SINT, 4, {} }
#define U64(t) { t, NL_UINT, 8, {} }
#define IFINDEX(t) { t, NL_IFINDEX, 4, {} }
#define HWADDR(t) { t, NL_HWADDR, 0, {} }
#define ADDRESS(t) { t, NL_ADDR, 0, {} }
#define SYMS(t, n, s) { t, NL_SYM, n, { .syms = &syms_##s } }
#define LAID_OUT(t, l) { t, NL_LAYOUT, 0, { .layout = &l##_layout } }
#define NEST(t, n) { t, NL_NESTED, 0, { .nested = &n##_attrs } }
#define DEFINE_ATTRS(id, s) \
	static const struct nl_attrs id##_attrs = { \
		.types = &syms_##s, .rows = id##_rows, .nr = ARRAY_SIZE(id##_rows) }
/* A structure of this file, which looks the same in all programs. */
#define DEFINE_OWN(id, s) \
	static const struct layout id##_layout = { .name = #id, .size = sizeof(s), .fields = id##_fields, \
						   .nr = ARRAY_SIZE(id##_fields), .compat = &id##_layout }

/* ---- interfaces ---- */

static const struct field ifinfomsg_fields[] = {
	NAMES(struct ifinfomsg, ifi_family, addr_family),
	NAMES(struct ifinfomsg, ifi_type, arp_hardware),
	SAY(struct ifinfomsg, ifi_index, ifindex),
	NAMES(struct ifinfomsg, ifi_flags, iff_flags),
	NAMES(struct ifinfomsg, ifi_change, iff_flags),
};
DEFINE_OWN(ifinfomsg, struct ifinfomsg);

#define STATS_FIELDS(s) \
	UINT(s, rx_packets), UINT(s, tx_packets), UINT(s, rx_bytes), UINT(s, tx_bytes), UINT(s, rx_errors), \
	UINT(s, tx_errors), UINT(s, rx_dropped), UINT(s, tx_dropped), UINT(s, multicast), UINT(s, collisions), \
	UINT(s, rx_length_errors), UINT(s, rx_over_errors), UINT(s, rx_crc_errors), UINT(s, rx_frame_errors), \
	UINT(s, rx_fifo_errors), UINT(s, rx_missed_errors), UINT(s, tx_aborted_errors), UINT(s, tx_carrier_errors), \
	UINT(s, tx_fifo_errors), UINT(s, tx_heartbeat_errors), UINT(s, tx_window_errors), UINT(s, rx_compressed), \
	UINT(s, tx_compressed), UINT(s, rx_nohandler)
static const struct field link_stats_fields[] = { STATS_FIELDS(struct rtnl_link_stats) };
DEFINE_OWN(link_stats, struct rtnl_link_stats);
static const struct field link_stats64_fields[] = {
	STATS_FIELDS(struct rtnl_link_stats64),
	{ .name = "rx_otherhost_dropped", .off = 192, .size = 8, .kind = FIELD_UINT }, /* 5.19 */
};
static const struct layout link_stats64_layout = { .name = "link_stats64", .size = 200,
	.fields = link_stats64_fields, .nr = ARRAY_SIZE(link_stats64_fields), .compat = &link_stats64_layout };
static const struct field ifmap_fields[] = {
	HEX(struct rtnl_link_ifmap, mem_start),
	HEX(struct rtnl_link_ifmap, mem_end),
	HEX(struct rtnl_link_ifmap, base_addr),
	UINT(struct rtnl_link_ifmap, irq),
	UINT(struct rtnl_link_ifmap, dma),
	UINT(struct rtnl_link_ifmap, port),
};
DEFINE_OWN(ifmap, struct rtnl_link_ifmap);

static const struct nl_attr linkinfo_rows[] = { STR(IFLA_INFO_KIND), STR(IFLA_INFO_SLAVE_KIND) };
DEFINE_ATTRS(linkinfo, ifla_info);
static const struct nl_attr xdp_rows[] = { S32(IFLA_XDP_FD), U8(IFLA_XDP_ATTACHED), U32(IFLA_XDP_PROG_ID) };
DEFINE_ATTRS(xdp, ifla_xdp);
/* Of each family its own: they are bytes. */
static const struct nl_attrs af_spec_attrs = { .types = &syms_addr_family };
static const struct nl_attr prop_list_rows[] = { STR(53 /* IFLA_ALT_IFNAME, 5.5 */) };
DEFINE_ATTRS(prop_list, ifla);

static const struct nl_attr link_rows[] = {
	HWADDR(IFLA_ADDRESS), HWADDR(IFLA_BROADCAST), STR(IFLA_IFNAME), U32(IFLA_MTU), IFINDEX(IFLA_LINK),
	STR(IFLA_QDISC), LAID_OUT(IFLA_STATS, link_stats), IFINDEX(IFLA_MASTER), U32(IFLA_TXQLEN), LAID_OUT(IFLA_MAP, ifmap),
	U32(IFLA_WEIGHT), U8(IFLA_OPERSTATE), U8(IFLA_LINKMODE), NEST(IFLA_LINKINFO, linkinfo),
	U32(IFLA_NET_NS_PID), STR(IFLA_IFALIAS), U32(IFLA_NUM_VF), LAID_OUT(IFLA_STATS64, link_stats64),
	NEST(IFLA_AF_SPEC, af_spec), U32(IFLA_GROUP), U32(IFLA_NET_NS_FD), SYMS(IFLA_EXT_MASK, 4, rtext_filter),
	U32(IFLA_PROMISCUITY), U32(IFLA_NUM_TX_QUEUES), U32(IFLA_NUM_RX_QUEUES), U8(IFLA_CARRIER),
	U32(IFLA_CARRIER_CHANGES), S32(IFLA_LINK_NETNSID), STR(IFLA_PHYS_PORT_NAME), U8(IFLA_PROTO_DOWN),
	U32(IFLA_GSO_MAX_SEGS), U32(IFLA_GSO_MAX_SIZE), NEST(IFLA_XDP, xdp), SYMS(IFLA_EVENT, 4, ifla_event),
	S32(IFLA_NEW_NETNSID), S32(IFLA_IF_NETNSID), U32(IFLA_CARRIER_UP_COUNT), U32(IFLA_CARRIER_DOWN_COUNT),
	IFINDEX(IFLA_NEW_IFINDEX), U32(IFLA_MIN_MTU), U32(IFLA_MAX_MTU),
	NEST(52 /* IFLA_PROP_LIST, 5.5 */, prop_list), STR(53), HWADDR(54 /* IFLA_PERM_ADDRESS, 5.6 */),
	STR(56 /* IFLA_PARENT_DEV_NAME, 5.14 */), STR(57), U32(58 /* IFLA_GRO_MAX_SIZE, 5.18 */),
	U32(59 /* IFLA_TSO_MAX_SIZE, 5.19 */), U32(60), U32(61 /* IFLA_ALLMULTI, 6.0 */),
};
DEFINE_ATTRS(link, ifla);

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
	NAMES(struct rtmsg, rtm_table, rt_table),
	NAMES(struct rtmsg, rtm_protocol, rtprot),
	NAMES(struct rtmsg, rtm_scope, rt_scope),
	NAMES(struct rtmsg, rtm_type, rtn_type),
	NAMES(struct rtmsg, rtm_flags, rtm_flags),
};
DEFINE_OWN(rtmsg, struct rtmsg);
static const struct field rta_cacheinfo_fields[] = {
	UINT(struct rta_cacheinfo, rta_clntref),
	UINT(struct rta_cacheinfo, rta_lastuse),
	SINT(struct rta_cacheinfo, rta_expires),
	UINT(struct rta_cacheinfo, rta_error),
	UINT(struct rta_cacheinfo, rta_used),
	HEX(struct rta_cacheinfo, rta_id),
	UINT(struct rta_cacheinfo, rta_ts),
	UINT(struct rta_cacheinfo, rta_tsage),
};
DEFINE_OWN(rta_cacheinfo, struct rta_cacheinfo);
static const struct nl_attr metrics_rows[] = {
	U32(RTAX_LOCK), U32(RTAX_MTU), U32(RTAX_WINDOW), U32(RTAX_RTT), U32(RTAX_RTTVAR), U32(RTAX_SSTHRESH),
	U32(RTAX_CWND), U32(RTAX_ADVMSS), U32(RTAX_REORDERING), U32(RTAX_HOPLIMIT), U32(RTAX_INITCWND),
	U32(RTAX_FEATURES), U32(RTAX_RTO_MIN), U32(RTAX_INITRWND), U32(RTAX_QUICKACK), STR(RTAX_CC_ALGO),
};
DEFINE_ATTRS(metrics, rtax);
static const struct nl_attr route_rows[] = {
	ADDRESS(RTA_DST), ADDRESS(RTA_SRC), IFINDEX(RTA_IIF), IFINDEX(RTA_OIF), ADDRESS(RTA_GATEWAY), U32(RTA_PRIORITY),
	ADDRESS(RTA_PREFSRC), NEST(RTA_METRICS, metrics), U32(RTA_FLOW), LAID_OUT(RTA_CACHEINFO, rta_cacheinfo),
	SYMS(RTA_TABLE, 4, rt_table), U32(RTA_MARK), U8(RTA_PREF), U16(RTA_ENCAP_TYPE), U32(RTA_EXPIRES),
	U32(RTA_UID), U8(RTA_TTL_PROPAGATE), U16(RTA_SPORT), U16(RTA_DPORT),
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
static const struct nl_attr neigh_rows[] = {
	ADDRESS(NDA_DST), HWADDR(NDA_LLADDR), LAID_OUT(NDA_CACHEINFO, nda_cacheinfo), U32(NDA_PROBES), U16(NDA_VLAN),
	U32(NDA_VNI), IFINDEX(NDA_IFINDEX), IFINDEX(NDA_MASTER), S32(NDA_LINK_NETNSID), U32(NDA_SRC_VNI),
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
static const struct nl_attr rule_rows[] = {
	ADDRESS(FRA_DST), ADDRESS(FRA_SRC), STR(FRA_IIFNAME), U32(FRA_GOTO), U32(FRA_PRIORITY), U32(FRA_FWMARK),
	U32(FRA_FLOW), U64(FRA_TUN_ID), U32(FRA_SUPPRESS_IFGROUP), U32(FRA_SUPPRESS_PREFIXLEN),
	SYMS(FRA_TABLE, 4, rt_table), U32(FRA_FWMASK), STR(FRA_OIFNAME), U8(FRA_L3MDEV),
	SYMS(FRA_PROTOCOL, 1, rtprot), SYMS(FRA_IP_PROTO, 1, ip_protocol),
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
static const struct nl_attr tc_stats2_rows[] = {
	LAID_OUT(TCA_STATS_BASIC, stats_basic), LAID_OUT(TCA_STATS_QUEUE, stats_queue), U64(TCA_STATS_PKT64),
};
DEFINE_ATTRS(tc_stats2, tca_stats);
static const struct nl_attr tc_rows[] = {
	STR(TCA_KIND), LAID_OUT(TCA_STATS, tc_stats), NEST(TCA_STATS2, tc_stats2), U32(TCA_CHAIN), U8(TCA_HW_OFFLOAD),
	U32(TCA_INGRESS_BLOCK), U32(TCA_EGRESS_BLOCK),
};
DEFINE_ATTRS(tc, tca);

/* ---- all of them ---- */

static const struct nl_message messages[] = {
	{ RTM_NEWLINK, RTM_SETLINK, &ifinfomsg_layout, &link_attrs },
	{ RTM_NEWADDR, RTM_GETADDR, &ifaddrmsg_layout, &addr_attrs },
	{ RTM_NEWROUTE, RTM_GETROUTE, &rtmsg_layout, &route_attrs },
	{ RTM_NEWNEIGH, RTM_GETNEIGH, &ndmsg_layout, &neigh_attrs },
	{ RTM_NEWRULE, RTM_GETRULE, &fib_rule_hdr_layout, &rule_attrs },
	{ RTM_NEWQDISC, RTM_GETTFILTER, &tcmsg_layout, &tc_attrs },
	{ RTM_NEWNETCONF, RTM_GETNETCONF, &netconfmsg_layout, &netconf_attrs },
};

/* clang-format on */

const struct nl_message *netlink_route__find(unsigned int type)
{
	for (size_t i = 0; i < ARRAY_SIZE(messages); i++) {
		if (type >= messages[i].first && type <= messages[i].last)
			return &messages[i];
	}
	return NULL;
}
