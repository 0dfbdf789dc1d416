// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * netlink_route_more.c - what rtnetlink's rarer messages carry: actions, tables of neighbours, labels, data centre
 * bridging, multicast groups of bridges, namespaces, statistics, next hops.
 */
#include "decode_netlink.h"

#include <linux/dcbnl.h>
#include <linux/if_addrlabel.h>
#include <linux/if_bridge.h>
#include <linux/mroute.h>
#include <linux/mroute6.h>
#include <linux/neighbour.h>
#include <linux/net_namespace.h>
#include <linux/nexthop.h>
#include <linux/pkt_cls.h>
#include <linux/rtnetlink.h>
#include <stdio.h>

#include "netlink_attrs.h"

/* clang-format off */

/* ---- actions ---- */

static const struct field tcamsg_fields[] = { NAMES(struct tcamsg, tca_family, addr_family) };
DEFINE_OWN(tcamsg, struct tcamsg);
static const struct nl_attr act_rows[] = {
	STR(TCA_ACT_KIND), U32(TCA_ACT_INDEX), NEST(TCA_ACT_STATS, nl_tc_stats2), XVAL(TCA_ACT_FLAGS, 4, tca_act_flags),
	XVAL(TCA_ACT_HW_STATS, 4, tca_act_hw_stats), XVAL(9 /* TCA_ACT_USED_HW_STATS, 5.7 */, 4, tca_act_hw_stats),
	U32(10 /* TCA_ACT_IN_HW_COUNT, 5.18 */),
};
DEFINE_ATTRS(act, tca_act);

/* ---- tables of neighbours ---- */

static const struct field ndtmsg_fields[] = { NAMES(struct ndtmsg, ndtm_family, addr_family) };
DEFINE_OWN(ndtmsg, struct ndtmsg);
static void say_hash_mask(const struct blob *b, const struct field *f, struct out *o)
{
	const unsigned int mask = (unsigned int)layout__get(b->data + f->off, 4);
	char text[16];

	if (o->strace)
		out__word(o, text, (size_t)snprintf(text, sizeof(text), "%#08x", mask));
	else
		out__hex(o, mask);
}
static const struct field ndt_config_fields[] = {
	UINT(struct ndt_config, ndtc_key_len),
	UINT(struct ndt_config, ndtc_entry_size),
	UINT(struct ndt_config, ndtc_entries),
	UINT(struct ndt_config, ndtc_last_flush),
	UINT(struct ndt_config, ndtc_last_rand),
	UINT(struct ndt_config, ndtc_hash_rnd),
	CUSTOM(struct ndt_config, ndtc_hash_mask, say_hash_mask),
	UINT(struct ndt_config, ndtc_hash_chain_gc),
	UINT(struct ndt_config, ndtc_proxy_qlen),
};
DEFINE_OWN(ndt_config, struct ndt_config);
static const struct field ndt_stats_fields[] = {
	UINT(struct ndt_stats, ndts_allocs),
	UINT(struct ndt_stats, ndts_destroys),
	UINT(struct ndt_stats, ndts_hash_grows),
	UINT(struct ndt_stats, ndts_res_failed),
	UINT(struct ndt_stats, ndts_lookups),
	UINT(struct ndt_stats, ndts_hits),
	UINT(struct ndt_stats, ndts_rcv_probes_mcast),
	UINT(struct ndt_stats, ndts_rcv_probes_ucast),
	UINT(struct ndt_stats, ndts_periodic_gc_runs),
	UINT(struct ndt_stats, ndts_forced_gc_runs),
	UINT(struct ndt_stats, ndts_table_fulls),
};
DEFINE_OWN(ndt_stats, struct ndt_stats);
static const struct nl_attr ndt_parms_rows[] = {
	IFINDEX(NDTPA_IFINDEX), U32(NDTPA_REFCNT), U64(NDTPA_REACHABLE_TIME), U64(NDTPA_BASE_REACHABLE_TIME),
	U64(NDTPA_RETRANS_TIME), U64(NDTPA_GC_STALETIME), U64(NDTPA_DELAY_PROBE_TIME), U32(NDTPA_QUEUE_LEN),
	U32(NDTPA_APP_PROBES), U32(NDTPA_UCAST_PROBES), U32(NDTPA_MCAST_PROBES), U64(NDTPA_ANYCAST_DELAY),
	U64(NDTPA_PROXY_DELAY), U32(NDTPA_PROXY_QLEN), U64(NDTPA_LOCKTIME), U32(NDTPA_QUEUE_LENBYTES),
	U32(NDTPA_MCAST_REPROBES), U64(NDTPA_INTERVAL_PROBE_TIME_MS),
};
DEFINE_ATTRS(ndt_parms, ndtpa);
static const struct nl_attr ndt_rows[] = {
	STR(NDTA_NAME), U32(NDTA_THRESH1), U32(NDTA_THRESH2), U32(NDTA_THRESH3), LAID_OUT(NDTA_CONFIG, ndt_config),
	NEST(NDTA_PARMS, ndt_parms), LAID_OUT_FROM(NDTA_STATS, 80, ndt_stats), U64(NDTA_GC_INTERVAL),
};
DEFINE_ATTRS(ndt, ndta);

/* ---- labels of addresses ---- */

static const struct field ifaddrlblmsg_fields[] = {
	NAMES(struct ifaddrlblmsg, ifal_family, addr_family),
	UINT(struct ifaddrlblmsg, ifal_prefixlen),
	UINT(struct ifaddrlblmsg, ifal_flags),
	SAY(struct ifaddrlblmsg, ifal_index, ifindex),
	UINT(struct ifaddrlblmsg, ifal_seq),
};
DEFINE_OWN(ifaddrlblmsg, struct ifaddrlblmsg);
static const struct nl_attr label_rows[] = { ADDRESS(IFAL_ADDRESS), U32(IFAL_LABEL) };
DEFINE_ATTRS(label, ifal);

/* ---- data centre bridging: of its attributes the names ---- */

static const struct field dcbmsg_fields[] = {
	NAMES(struct dcbmsg, dcb_family, addr_family),
	NAMES(struct dcbmsg, cmd, dcb_cmd),
};
DEFINE_OWN(dcbmsg, struct dcbmsg);
static const struct nl_attrs dcb_attrs = { .types = &syms_dcb_attr };

/* ---- multicast groups of bridges ---- */

static const struct field br_port_msg_fields[] = {
	NAMES(struct br_port_msg, family, addr_family),
	SAY(struct br_port_msg, ifindex, ifindex),
};
DEFINE_OWN(br_port_msg, struct br_port_msg);

/* ---- namespaces ---- */

static const struct field rtgenmsg_fields[] = { NAMES(struct rtgenmsg, rtgen_family, addr_family) };
DEFINE_OWN(rtgenmsg, struct rtgenmsg);
static const struct field other_creport_fields[] = { NAMES(struct rtgenmsg, rtgen_family, rtgen_family) };
DEFINE_OWN(other_creport, struct rtgenmsg);
static const struct field creport_fields[] = { NAMES(struct rtgenmsg, rtgen_family, rtnl_family) };
DEFINE_OWN(creport, struct rtgenmsg);
static const struct nl_attr creport_rows[] = {
	XVAL(IPMRA_CREPORT_MSGTYPE, 1, igmpmsg), U32(IPMRA_CREPORT_VIF_ID), IN4(IPMRA_CREPORT_SRC_ADDR), IN4(IPMRA_CREPORT_DST_ADDR),
	U32(6 /* IPMRA_CREPORT_TABLE, 5.1 */),
};
DEFINE_ATTRS(creport, ipmr_creport);
static const struct nl_attr creport6_rows[] = {
	XVAL(IP6MRA_CREPORT_MSGTYPE, 1, mrt6msg), U32(IP6MRA_CREPORT_MIF_ID), IN6(IP6MRA_CREPORT_SRC_ADDR),
	IN6(IP6MRA_CREPORT_DST_ADDR),
};
DEFINE_ATTRS(creport6, ip6mr_creport);
static const struct nl_message creports[] = {
	{ .layout = &other_creport_layout },
	{ .layout = &creport_layout, .attrs = &creport_attrs },
	{ .layout = &creport_layout, .attrs = &creport6_attrs },
};
static const struct nl_attr nsid_rows[] = {
	S32(NETNSA_NSID), U32(NETNSA_PID), S32(NETNSA_FD), S32(NETNSA_TARGET_NSID), S32(NETNSA_CURRENT_NSID),
};
DEFINE_ATTRS(nsid, netnsa);

/* ---- next hops ---- */

static const struct field nhmsg_fields[] = {
	NAMES(struct nhmsg, nh_family, addr_family),
	NAMES(struct nhmsg, nh_scope, rt_scope),
	NAMES(struct nhmsg, nh_protocol, rtprot),
	HEX(struct nhmsg, resvd, .flags = FIELD_NONZERO),
	NAMES(struct nhmsg, nh_flags, rtnh_flags),
};
DEFINE_OWN(nhmsg, struct nhmsg);
static const struct field nexthop_grp_fields[] = {
	UINT(struct nexthop_grp, id),
	UINT(struct nexthop_grp, weight),
	/* weight_high since 6.12 */
	{ .name = "resvd1", .off = 5, .size = 1, .kind = FIELD_HEX, .flags = FIELD_NONZERO },
	{ .name = "resvd2", .off = 6, .size = 2, .kind = FIELD_HEX, .flags = FIELD_NONZERO },
};
DEFINE_OWN(nexthop_grp, struct nexthop_grp);
static const struct nl_attr res_group_rows[] = {
	U16(NHA_RES_GROUP_BUCKETS), TICKS(NHA_RES_GROUP_IDLE_TIMER, 1), TICKS(NHA_RES_GROUP_UNBALANCED_TIMER, 1),
	TICKS(NHA_RES_GROUP_UNBALANCED_TIME, 1),
};
DEFINE_ATTRS(res_group, nha_res_group);
static const struct nl_attr res_bucket_rows[] = {
	U16(NHA_RES_BUCKET_INDEX), TICKS(NHA_RES_BUCKET_IDLE_TIME, 1), U32(NHA_RES_BUCKET_NH_ID),
};
DEFINE_ATTRS(res_bucket, nha_res_bucket);
static const struct nl_attr nexthop_rows[] = {
	U32(NHA_ID), LAYOUTS(NHA_GROUP, nexthop_grp), XVAL(NHA_GROUP_TYPE, 2, nexthop_grp_type),
	IFINDEX(NHA_OIF), U32(NHA_BLACKHOLE), U32(NHA_GROUPS), U32(NHA_FDB), ADDRESS(NHA_GATEWAY), SYMS(NHA_ENCAP_TYPE, 2, lwtunnel_encap), IFINDEX(NHA_MASTER),
	NEST(NHA_RES_GROUP, res_group), NEST(NHA_RES_BUCKET, res_bucket),
};
DEFINE_ATTRS(nexthop, nha);

/* ---- of others the family ---- */

static void say_rest(const struct blob *b, const struct field *f, struct out *o)
{
	(void)f;
	if (b->len < 2)
		return;
	out__member(o, "data");
	netlink__say_bytes(b->data + 1, b->len - 1, o);
}
static const struct field other_fields[] = {
	{ .name = "family", .off = 0, .size = 1, .kind = FIELD_SYM, .syms = &syms_addr_family },
	{ .off = 0, .size = 1, .kind = FIELD_CUSTOM, .custom = say_rest },
};
const struct layout nl_other_layout = { .name = "other", .size = UINT16_MAX, .fields = other_fields, .nr = 2,
					.compat = &nl_other_layout };

static const struct nl_message messages[] = {
	{ .first = RTM_NEWACTION, .last = RTM_GETACTION, .layout = &tcamsg_layout, .attrs = &act_attrs },
	{ .first = RTM_NEWNEIGHTBL, .last = RTM_NEWNEIGHTBL, .layout = &ndtmsg_layout, .attrs = &ndt_attrs },
	{ .first = RTM_GETNEIGHTBL, .last = RTM_SETNEIGHTBL, .layout = &ndtmsg_layout, .attrs = &ndt_attrs },
	{ .first = RTM_NEWADDRLABEL, .last = RTM_GETADDRLABEL, .layout = &ifaddrlblmsg_layout, .attrs = &label_attrs },
	{ .first = RTM_GETDCB, .last = RTM_SETDCB, .layout = &dcbmsg_layout, .attrs = &dcb_attrs },
	{ .first = RTM_NEWMDB, .last = RTM_GETMDB, .layout = &br_port_msg_layout, .attrs = &nl_mdb_attrs },
	{ .first = RTM_NEWNSID, .last = RTM_GETNSID, .layout = &rtgenmsg_layout, .attrs = &nsid_attrs },
	{ .first = RTM_NEWNEXTHOP, .last = RTM_GETNEXTHOP, .layout = &nhmsg_layout, .attrs = &nexthop_attrs },
};

/* clang-format on */

const struct nl_message *netlink_route_more__find(unsigned int type, unsigned int family)
{
	if (type == RTM_NEWCACHEREPORT)
		return &creports[family == RTNL_FAMILY_IPMR    ? 1
				 : family == RTNL_FAMILY_IP6MR ? 2
							       : 0];
	if (type == RTM_NEWSTATS || type == RTM_GETSTATS)
		return &nl_stats_message;
	for (size_t i = 0; i < ARRAY_SIZE(messages); i++) {
		if (type >= messages[i].first && type <= messages[i].last)
			return &messages[i];
	}
	return NULL;
}
