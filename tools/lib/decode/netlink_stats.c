// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* netlink_stats.c - what messages of rtnetlink about counters of interfaces carry, as `ip stats` asks for them. */
#include "decode_netlink.h"

#include <linux/if_bonding.h>
#include <linux/if_bridge.h>
#include <linux/if_link.h>
#include <linux/mpls.h>
#include <sys/socket.h>

#include "netlink_attrs.h"

/* clang-format off */

/* ---- bridges ---- */

static const struct field vlan_xstats_fields[] = {
	UINT(struct bridge_vlan_xstats, rx_bytes),
	UINT(struct bridge_vlan_xstats, rx_packets),
	UINT(struct bridge_vlan_xstats, tx_bytes),
	UINT(struct bridge_vlan_xstats, tx_packets),
	UINT(struct bridge_vlan_xstats, vid),
	NAMES(struct bridge_vlan_xstats, flags, bridge_vlan_flags),
	HEX(struct bridge_vlan_xstats, pad2, .flags = FIELD_NONZERO),
};
DEFINE_OWN(vlan_xstats, struct bridge_vlan_xstats);

static void say_directions(const struct blob *b, const struct field *f, struct out *o)
{
	static const struct nl_attr by_direction = INDEXED(0, 8, br_mcast_dir);

	netlink__say_indexed(&by_direction, b->data + f->off, f->size, o);
}
#define DIRECTIONS(m) CUSTOM(struct br_mcast_stats, m, say_directions)
static const struct field mcast_xstats_fields[] = {
	DIRECTIONS(igmp_v1queries), DIRECTIONS(igmp_v2queries), DIRECTIONS(igmp_v3queries), DIRECTIONS(igmp_leaves),
	DIRECTIONS(igmp_v1reports), DIRECTIONS(igmp_v2reports), DIRECTIONS(igmp_v3reports),
	UINT(struct br_mcast_stats, igmp_parse_errors),
	DIRECTIONS(mld_v1queries), DIRECTIONS(mld_v2queries), DIRECTIONS(mld_leaves),
	DIRECTIONS(mld_v1reports), DIRECTIONS(mld_v2reports),
	UINT(struct br_mcast_stats, mld_parse_errors),
	DIRECTIONS(mcast_bytes), DIRECTIONS(mcast_packets),
};
DEFINE_OWN(mcast_xstats, struct br_mcast_stats);

static const struct field stp_xstats_fields[] = {
	UINT(struct bridge_stp_xstats, transition_blk),
	UINT(struct bridge_stp_xstats, transition_fwd),
	UINT(struct bridge_stp_xstats, rx_bpdu),
	UINT(struct bridge_stp_xstats, tx_bpdu),
	UINT(struct bridge_stp_xstats, rx_tcn),
	UINT(struct bridge_stp_xstats, tx_tcn),
};
DEFINE_OWN(stp_xstats, struct bridge_stp_xstats);

static const struct nl_attr bridge_rows[] = {
	GROWN(BRIDGE_XSTATS_VLAN, vlan_xstats), GROWN(BRIDGE_XSTATS_MCAST, mcast_xstats), GROWN(BRIDGE_XSTATS_STP, stp_xstats),
};
DEFINE_ATTRS(bridge, bridge_xstats);

/* ---- bonds ---- */

static const struct nl_attr bond_3ad_rows[] = {
	U64(BOND_3AD_STAT_LACPDU_RX), U64(BOND_3AD_STAT_LACPDU_TX), U64(BOND_3AD_STAT_LACPDU_UNKNOWN_RX),
	U64(BOND_3AD_STAT_LACPDU_ILLEGAL_RX), U64(BOND_3AD_STAT_MARKER_RX), U64(BOND_3AD_STAT_MARKER_TX),
	U64(BOND_3AD_STAT_MARKER_RESP_RX), U64(BOND_3AD_STAT_MARKER_RESP_TX), U64(BOND_3AD_STAT_MARKER_UNKNOWN_RX),
};
DEFINE_ATTRS(bond_3ad, bond_3ad_stat);
static const struct nl_attr bond_rows[] = { NEST(BOND_XSTATS_3AD, bond_3ad) };
DEFINE_ATTRS(bond, bond_xstats);

/* ---- MPLS ---- */

static const struct field mpls_link_fields[] = {
	UINT(struct mpls_link_stats, rx_packets), UINT(struct mpls_link_stats, tx_packets),
	UINT(struct mpls_link_stats, rx_bytes), UINT(struct mpls_link_stats, tx_bytes),
	UINT(struct mpls_link_stats, rx_errors), UINT(struct mpls_link_stats, tx_errors),
	UINT(struct mpls_link_stats, rx_dropped), UINT(struct mpls_link_stats, tx_dropped),
	UINT(struct mpls_link_stats, rx_noroute),
};
DEFINE_OWN(mpls_link, struct mpls_link_stats);
static const struct nl_attr mpls_rows[] = { GROWN(MPLS_STATS_LINK, mpls_link) };
DEFINE_ATTRS(mpls, mpls_stats);

/* ---- all of an interface ---- */

static const struct field if_stats_msg_fields[] = {
	NAMES(struct if_stats_msg, family, addr_family),
	HEX(struct if_stats_msg, pad1, .flags = FIELD_NONZERO),
	HEX(struct if_stats_msg, pad2, .flags = FIELD_NONZERO),
	SAY(struct if_stats_msg, ifindex, ifindex),
	NAMES(struct if_stats_msg, filter_mask, ifla_stats_mask),
};
DEFINE_OWN(if_stats_msg, struct if_stats_msg);
static const struct nl_attr xstats_rows[] = { NEST(LINK_XSTATS_TYPE_BRIDGE, bridge), NEST(LINK_XSTATS_TYPE_BOND, bond) };
DEFINE_ATTRS(xstats, link_xstats);
static const struct nl_attr offload_rows[] = { LAID_OUT_FROM(IFLA_OFFLOAD_XSTATS_CPU_HIT, 184, nl_link_stats64) };
DEFINE_ATTRS(offload, offload_xstats);
static const struct nl_attr stats_af_rows[] = { NEST(AF_MPLS, mpls) };
DEFINE_ATTRS(stats_af, addr_family);
static const struct nl_attr stats_rows[] = {
	LAID_OUT_FROM(IFLA_STATS_LINK_64, 184, nl_link_stats64), NEST(IFLA_STATS_LINK_XSTATS, xstats),
	NEST(IFLA_STATS_LINK_XSTATS_SLAVE, xstats), NEST(IFLA_STATS_LINK_OFFLOAD_XSTATS, offload),
	NEST(IFLA_STATS_AF_SPEC, stats_af),
};
DEFINE_ATTRS(stats, ifla_stats);

/* clang-format on */

const struct nl_message nl_stats_message = { .layout = &if_stats_msg_layout,
					     .attrs = &stats_attrs };
