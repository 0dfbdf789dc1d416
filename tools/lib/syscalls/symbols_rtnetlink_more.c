// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* symbols_rtnetlink_more.c - names of rtnetlink's rarer messages: attributes, and what they hold. */
#include "symbols_netlink.h"

#include <linux/dcbnl.h>
#include <linux/if_addrlabel.h>
#include <linux/if_bonding.h>
#include <linux/if_bridge.h>
#include <linux/if_link.h>
#include <linux/lwtunnel.h>
#include <linux/mpls.h>
#include <linux/neighbour.h>
#include <linux/net_namespace.h>
#include <linux/nexthop.h>
#include <linux/pkt_cls.h>
#include <linux/rtnetlink.h>

/* clang-format off */

static const struct symbol tca_act_table[] = {
	SYM(TCA_ACT_UNSPEC),
	SYM(TCA_ACT_KIND),
	SYM(TCA_ACT_OPTIONS),
	SYM(TCA_ACT_INDEX),
	SYM(TCA_ACT_STATS),
	SYM(TCA_ACT_PAD),
	SYM(TCA_ACT_COOKIE),
	SYM(TCA_ACT_FLAGS),
	SYM(TCA_ACT_HW_STATS),
	SYM_NAMED("TCA_ACT_USED_HW_STATS", 9, 0), /* 5.7 */
	SYM_NAMED("TCA_ACT_IN_HW_COUNT", 10, 0),  /* 5.18 */
};
DEFINE_ENUM(tca_act, "TCA_ACT_");

static const struct symbol tca_act_flags_table[] = {
	SYM(TCA_ACT_FLAGS_NO_PERCPU_STATS),
	SYM_NAMED("TCA_ACT_FLAGS_SKIP_HW", 2, 0), /* 5.18 */
	SYM_NAMED("TCA_ACT_FLAGS_SKIP_SW", 4, 0),
};
DEFINE_FLAGS(tca_act_flags, "TCA_ACT_FLAGS_");

static const struct symbol tca_act_hw_stats_table[] = {
	SYM(TCA_ACT_HW_STATS_IMMEDIATE),
	SYM(TCA_ACT_HW_STATS_DELAYED),
};
DEFINE_FLAGS(tca_act_hw_stats, "TCA_ACT_HW_STATS_");

static const struct symbol ndta_table[] = {
	SYM(NDTA_UNSPEC),
	SYM(NDTA_NAME),
	SYM(NDTA_THRESH1),
	SYM(NDTA_THRESH2),
	SYM(NDTA_THRESH3),
	SYM(NDTA_CONFIG),
	SYM(NDTA_PARMS),
	SYM(NDTA_STATS),
	SYM(NDTA_GC_INTERVAL),
	SYM(NDTA_PAD),
};
DEFINE_ENUM(ndta, "NDTA_");

static const struct symbol ndtpa_table[] = {
	SYM(NDTPA_UNSPEC),
	SYM(NDTPA_IFINDEX),
	SYM(NDTPA_REFCNT),
	SYM(NDTPA_REACHABLE_TIME),
	SYM(NDTPA_BASE_REACHABLE_TIME),
	SYM(NDTPA_RETRANS_TIME),
	SYM(NDTPA_GC_STALETIME),
	SYM(NDTPA_DELAY_PROBE_TIME),
	SYM(NDTPA_QUEUE_LEN),
	SYM(NDTPA_APP_PROBES),
	SYM(NDTPA_UCAST_PROBES),
	SYM(NDTPA_MCAST_PROBES),
	SYM(NDTPA_ANYCAST_DELAY),
	SYM(NDTPA_PROXY_DELAY),
	SYM(NDTPA_PROXY_QLEN),
	SYM(NDTPA_LOCKTIME),
	SYM(NDTPA_QUEUE_LENBYTES),
	SYM(NDTPA_MCAST_REPROBES),
	SYM(NDTPA_PAD),
	SYM(NDTPA_INTERVAL_PROBE_TIME_MS),
};
DEFINE_ENUM(ndtpa, "NDTPA_");

static const struct symbol ifal_table[] = {
	SYM(IFAL_ADDRESS),
	SYM(IFAL_LABEL),
};
DEFINE_ENUM(ifal, "IFAL_", .marks_zero = true);

static const struct symbol dcb_attr_table[] = {
	SYM(DCB_ATTR_UNDEFINED),
	SYM(DCB_ATTR_IFNAME),
	SYM(DCB_ATTR_STATE),
	SYM(DCB_ATTR_PFC_STATE),
	SYM(DCB_ATTR_PFC_CFG),
	SYM(DCB_ATTR_NUM_TC),
	SYM(DCB_ATTR_PG_CFG),
	SYM(DCB_ATTR_SET_ALL),
	SYM(DCB_ATTR_PERM_HWADDR),
	SYM(DCB_ATTR_CAP),
	SYM(DCB_ATTR_NUMTCS),
	SYM(DCB_ATTR_BCN),
	SYM(DCB_ATTR_APP),
	SYM(DCB_ATTR_IEEE),
	SYM(DCB_ATTR_DCBX),
	SYM(DCB_ATTR_FEATCFG),
	SYM(DCB_ATTR_CEE),
};
DEFINE_ENUM(dcb_attr, "DCB_ATTR_");

static const struct symbol dcb_cmd_table[] = {
	SYM(DCB_CMD_UNDEFINED),
	SYM(DCB_CMD_GSTATE),
	SYM(DCB_CMD_SSTATE),
	SYM(DCB_CMD_PGTX_GCFG),
	SYM(DCB_CMD_PGTX_SCFG),
	SYM(DCB_CMD_PGRX_GCFG),
	SYM(DCB_CMD_PGRX_SCFG),
	SYM(DCB_CMD_PFC_GCFG),
	SYM(DCB_CMD_PFC_SCFG),
	SYM(DCB_CMD_SET_ALL),
	SYM(DCB_CMD_GPERM_HWADDR),
	SYM(DCB_CMD_GCAP),
	SYM(DCB_CMD_GNUMTCS),
	SYM(DCB_CMD_SNUMTCS),
	SYM(DCB_CMD_PFC_GSTATE),
	SYM(DCB_CMD_PFC_SSTATE),
	SYM(DCB_CMD_BCN_GCFG),
	SYM(DCB_CMD_BCN_SCFG),
	SYM(DCB_CMD_GAPP),
	SYM(DCB_CMD_SAPP),
	SYM(DCB_CMD_IEEE_SET),
	SYM(DCB_CMD_IEEE_GET),
	SYM(DCB_CMD_GDCBX),
	SYM(DCB_CMD_SDCBX),
	SYM(DCB_CMD_GFEATCFG),
	SYM(DCB_CMD_SFEATCFG),
	SYM(DCB_CMD_CEE_GET),
	SYM(DCB_CMD_IEEE_DEL),
};
DEFINE_ENUM(dcb_cmd, "DCB_CMD_");

static const struct symbol netnsa_table[] = {
	SYM(NETNSA_NONE),
	SYM(NETNSA_NSID),
	SYM(NETNSA_PID),
	SYM(NETNSA_FD),
	SYM(NETNSA_TARGET_NSID),
	SYM(NETNSA_CURRENT_NSID),
};
DEFINE_ENUM(netnsa, "NETNSA_");

static const struct symbol ifla_stats_table[] = {
	SYM(IFLA_STATS_UNSPEC),
	SYM(IFLA_STATS_LINK_64),
	SYM(IFLA_STATS_LINK_XSTATS),
	SYM(IFLA_STATS_LINK_XSTATS_SLAVE),
	SYM(IFLA_STATS_LINK_OFFLOAD_XSTATS),
	SYM(IFLA_STATS_AF_SPEC),
};
DEFINE_ENUM(ifla_stats, "IFLA_STATS_");

static const struct symbol ifla_stats_mask_table[] = {
	SYM_NAMED("1<<IFLA_STATS_UNSPEC", 1U << IFLA_STATS_UNSPEC, 0),
	SYM_NAMED("1<<IFLA_STATS_LINK_64", 1U << IFLA_STATS_LINK_64, 0),
	SYM_NAMED("1<<IFLA_STATS_LINK_XSTATS", 1U << IFLA_STATS_LINK_XSTATS, 0),
	SYM_NAMED("1<<IFLA_STATS_LINK_XSTATS_SLAVE", 1U << IFLA_STATS_LINK_XSTATS_SLAVE, 0),
	SYM_NAMED("1<<IFLA_STATS_LINK_OFFLOAD_XSTATS", 1U << IFLA_STATS_LINK_OFFLOAD_XSTATS, 0),
	SYM_NAMED("1<<IFLA_STATS_AF_SPEC", 1U << IFLA_STATS_AF_SPEC, 0),
};
DEFINE_FLAGS(ifla_stats_mask, "1<<IFLA_STATS_", .unknown = "1<<IFLA_STATS_");

static const struct symbol link_xstats_table[] = {
	SYM(LINK_XSTATS_TYPE_UNSPEC),
	SYM(LINK_XSTATS_TYPE_BRIDGE),
	SYM(LINK_XSTATS_TYPE_BOND),
};
DEFINE_ENUM(link_xstats, "LINK_XSTATS_TYPE_");

static const struct symbol bridge_xstats_table[] = {
	SYM(BRIDGE_XSTATS_UNSPEC), SYM(BRIDGE_XSTATS_VLAN), SYM(BRIDGE_XSTATS_MCAST), SYM(BRIDGE_XSTATS_PAD),
	SYM(BRIDGE_XSTATS_STP),
};
DEFINE_ENUM(bridge_xstats, "BRIDGE_XSTATS_");

static const struct symbol br_mcast_dir_table[] = {
	SYM(BR_MCAST_DIR_RX), SYM(BR_MCAST_DIR_TX),
};
DEFINE_ENUM(br_mcast_dir, "BR_MCAST_DIR_");

static const struct symbol bond_xstats_table[] = {
	SYM(BOND_XSTATS_UNSPEC), SYM(BOND_XSTATS_3AD),
};
DEFINE_ENUM(bond_xstats, "BOND_XSTATS_");

static const struct symbol bond_3ad_stat_table[] = {
	SYM(BOND_3AD_STAT_LACPDU_RX), SYM(BOND_3AD_STAT_LACPDU_TX), SYM(BOND_3AD_STAT_LACPDU_UNKNOWN_RX),
	SYM(BOND_3AD_STAT_LACPDU_ILLEGAL_RX), SYM(BOND_3AD_STAT_MARKER_RX), SYM(BOND_3AD_STAT_MARKER_TX),
	SYM(BOND_3AD_STAT_MARKER_RESP_RX), SYM(BOND_3AD_STAT_MARKER_RESP_TX), SYM(BOND_3AD_STAT_MARKER_UNKNOWN_RX),
	SYM(BOND_3AD_STAT_PAD),
};
DEFINE_ENUM(bond_3ad_stat, "BOND_3AD_STAT_", .unknown = "BOND_XSTATS_");

static const struct symbol mpls_stats_table[] = {
	SYM(MPLS_STATS_UNSPEC), SYM(MPLS_STATS_LINK),
};
DEFINE_ENUM(mpls_stats, "MPLS_STATS_");

static const struct symbol offload_xstats_table[] = {
	SYM(IFLA_OFFLOAD_XSTATS_UNSPEC),
	SYM(IFLA_OFFLOAD_XSTATS_CPU_HIT),
};
DEFINE_ENUM(offload_xstats, "IFLA_OFFLOAD_XSTATS_");

static const struct symbol rtnh_flags_table[] = {
	SYM(RTNH_F_DEAD),
	SYM(RTNH_F_PERVASIVE),
	SYM(RTNH_F_ONLINK),
	SYM(RTNH_F_OFFLOAD),
	SYM(RTNH_F_LINKDOWN),
	SYM(RTNH_F_UNRESOLVED),
	SYM(RTNH_F_TRAP),
};
DEFINE_FLAGS(rtnh_flags, "RTNH_F_");

static const struct symbol nha_table[] = {
	SYM(NHA_UNSPEC),
	SYM(NHA_ID),
	SYM(NHA_GROUP),
	SYM(NHA_GROUP_TYPE),
	SYM(NHA_BLACKHOLE),
	SYM(NHA_OIF),
	SYM(NHA_GATEWAY),
	SYM(NHA_ENCAP_TYPE),
	SYM(NHA_ENCAP),
	SYM(NHA_GROUPS),
	SYM(NHA_MASTER),
	SYM(NHA_FDB),
	SYM(NHA_RES_GROUP),
	SYM(NHA_RES_BUCKET),
};
DEFINE_ENUM(nha, "NHA_");

static const struct symbol nexthop_grp_type_table[] = {
	SYM(NEXTHOP_GRP_TYPE_MPATH),
	SYM(NEXTHOP_GRP_TYPE_RES),
};
DEFINE_ENUM(nexthop_grp_type, "NEXTHOP_GRP_TYPE_");

static const struct symbol lwtunnel_encap_table[] = {
	SYM(LWTUNNEL_ENCAP_NONE),
	SYM(LWTUNNEL_ENCAP_MPLS),
	SYM(LWTUNNEL_ENCAP_IP),
	SYM(LWTUNNEL_ENCAP_ILA),
	SYM(LWTUNNEL_ENCAP_IP6),
	SYM(LWTUNNEL_ENCAP_SEG6),
	SYM(LWTUNNEL_ENCAP_BPF),
	SYM(LWTUNNEL_ENCAP_SEG6_LOCAL),
	SYM(LWTUNNEL_ENCAP_RPL),
	SYM(LWTUNNEL_ENCAP_IOAM6),
	SYM(LWTUNNEL_ENCAP_XFRM),
};
DEFINE_ENUM(lwtunnel_encap, "LWTUNNEL_ENCAP_");

static const struct symbol nha_res_group_table[] = {
	SYM(NHA_RES_GROUP_PAD),
	SYM(NHA_RES_GROUP_BUCKETS),
	SYM(NHA_RES_GROUP_IDLE_TIMER),
	SYM(NHA_RES_GROUP_UNBALANCED_TIMER),
	SYM(NHA_RES_GROUP_UNBALANCED_TIME),
};
DEFINE_ENUM(nha_res_group, "NHA_RES_GROUP_");

static const struct symbol nha_res_bucket_table[] = {
	SYM(NHA_RES_BUCKET_PAD),
	SYM(NHA_RES_BUCKET_INDEX),
	SYM(NHA_RES_BUCKET_IDLE_TIME),
	SYM(NHA_RES_BUCKET_NH_ID),
};
DEFINE_ENUM(nha_res_bucket, "NHA_RES_BUCKET_");

/* ---- routers of multicasts ---- */

static const struct symbol rtnl_family_table[] = {
	SYM(RTNL_FAMILY_IPMR),
	SYM(RTNL_FAMILY_IP6MR),
};
DEFINE_ENUM(rtnl_family, "RTNL_FAMILY_");

static const struct symbol ipmr_creport_table[] = {
	SYM_NAMED("IPMRA_CREPORT_UNSPEC", 0, 0),
	SYM_NAMED("IPMRA_CREPORT_MSGTYPE", 1, 0),
	SYM_NAMED("IPMRA_CREPORT_VIF_ID", 2, 0),
	SYM_NAMED("IPMRA_CREPORT_SRC_ADDR", 3, 0),
	SYM_NAMED("IPMRA_CREPORT_DST_ADDR", 4, 0),
	SYM_NAMED("IPMRA_CREPORT_PKT", 5, 0),
	SYM_NAMED("IPMRA_CREPORT_TABLE", 6, 0),
};
DEFINE_ENUM(ipmr_creport, "IPMRA_CREPORT_");

static const struct symbol igmpmsg_table[] = {
	SYM_NAMED("IGMPMSG_NOCACHE", 1, 0),
	SYM_NAMED("IGMPMSG_WRONGVIF", 2, 0),
	SYM_NAMED("IGMPMSG_WHOLEPKT", 3, 0),
	SYM_NAMED("IGMPMSG_WRVIFWHOLE", 4, 0),
};
DEFINE_ENUM(igmpmsg, "IGMPMSG_", .marks_zero = true);
