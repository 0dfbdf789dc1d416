// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* netlink_link.c - what messages of rtnetlink about interfaces carry. */
#include "decode_netlink.h"

#include <linux/can/netlink.h>
#include <linux/if_bridge.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>

#include "netlink_attrs.h"
#include "sockaddr.h"

/* clang-format off */

static const struct field ifinfomsg_fields[] = {
	NAMES(struct ifinfomsg, ifi_family, addr_family),
	NAMES(struct ifinfomsg, ifi_type, arp_hardware),
	SAY(struct ifinfomsg, ifi_index, ifindex),
	NAMES(struct ifinfomsg, ifi_flags, iff_flags),
	HEX(struct ifinfomsg, ifi_change),
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
const struct layout nl_link_stats64_layout = { .name = "link_stats64", .size = 200,
	.fields = link_stats64_fields, .nr = ARRAY_SIZE(link_stats64_fields), .compat = &nl_link_stats64_layout };
static const struct field ifmap_fields[] = {
	HEX(struct rtnl_link_ifmap, mem_start),
	HEX(struct rtnl_link_ifmap, mem_end),
	HEX(struct rtnl_link_ifmap, base_addr),
	UINT(struct rtnl_link_ifmap, irq),
	UINT(struct rtnl_link_ifmap, dma),
	UINT(struct rtnl_link_ifmap, port),
};
DEFINE_OWN(ifmap, struct rtnl_link_ifmap);

static const struct nl_attr tun_rows[] = {
	ID(IFLA_TUN_OWNER), ID(IFLA_TUN_GROUP), XVAL(IFLA_TUN_TYPE, 1, tun_type), U8(IFLA_TUN_PI), U8(IFLA_TUN_VNET_HDR),
	U8(IFLA_TUN_PERSIST), U8(IFLA_TUN_MULTI_QUEUE), U32(IFLA_TUN_NUM_QUEUES), U32(IFLA_TUN_NUM_DISABLED_QUEUES),
};
DEFINE_ATTRS(tun, ifla_tun);
DEFINE_KINDS(data, IFLA_INFO_KIND, { "bridge", .attrs = &nl_bridge_attrs }, { "tun", .attrs = &tun_attrs });
DEFINE_KINDS(slave_data, IFLA_INFO_SLAVE_KIND, { "bridge", .attrs = &nl_bridge_port_attrs });
static const struct field can_xstats_fields[] = {
	UINT(struct can_device_stats, bus_error), UINT(struct can_device_stats, error_warning),
	UINT(struct can_device_stats, error_passive), UINT(struct can_device_stats, bus_off),
	UINT(struct can_device_stats, arbitration_lost), UINT(struct can_device_stats, restarts),
};
DEFINE_OWN(can_xstats, struct can_device_stats);
DEFINE_KINDS(xstats, IFLA_INFO_KIND, { "can", .layout = &can_xstats_layout });
static const struct nl_attr linkinfo_rows[] = {
	STR0(IFLA_INFO_KIND), BY_KIND(IFLA_INFO_DATA, data), BY_KIND(IFLA_INFO_XSTATS, xstats),
	STR0(IFLA_INFO_SLAVE_KIND), BY_KIND(IFLA_INFO_SLAVE_DATA, slave_data),
};
DEFINE_ATTRS(linkinfo, ifla_info);
static const struct nl_attr xdp_rows[] = {
	DESCRIPTOR(IFLA_XDP_FD), XVAL(IFLA_XDP_ATTACHED, 1, xdp_attached), SYMS(IFLA_XDP_FLAGS, 4, ifla_xdp_flags), U32(IFLA_XDP_PROG_ID),
	U32(IFLA_XDP_DRV_PROG_ID), U32(IFLA_XDP_SKB_PROG_ID), U32(IFLA_XDP_HW_PROG_ID),
	DESCRIPTOR(8 /* IFLA_XDP_EXPECTED_FD, 5.7 */),
};
DEFINE_ATTRS(xdp, ifla_xdp);

/* Settings and counters of a family of protocols. */
static const struct nl_attr inet_rows[] = { INDEXED_SINT(IFLA_INET_CONF, ipv4_devconf) };
DEFINE_ATTRS(inet, ifla_inet);
static const struct field ifla_cacheinfo_fields[] = {
	UINT(struct ifla_cacheinfo, max_reasm_len),
	UINT(struct ifla_cacheinfo, tstamp),
	UINT(struct ifla_cacheinfo, reachable_time),
	UINT(struct ifla_cacheinfo, retrans_time),
};
DEFINE_OWN(ifla_cacheinfo, struct ifla_cacheinfo);
static const struct nl_attr inet6_rows[] = {
	XVAL(IFLA_INET6_FLAGS, 4, inet6_if_flags), INDEXED_SINT(IFLA_INET6_CONF, ipv6_devconf), INDEXED(IFLA_INET6_STATS, 8, ipstats_mib),
	LAID_OUT(IFLA_INET6_CACHEINFO, ifla_cacheinfo), INDEXED(IFLA_INET6_ICMP6STATS, 8, icmp6_mib), IN6(IFLA_INET6_TOKEN),
	XVAL(IFLA_INET6_ADDR_GEN_MODE, 1, in6_addr_gen_mode), U32(9 /* IFLA_INET6_RA_MTU, 5.15 */),
};
DEFINE_ATTRS(inet6, ifla_inet6);
static const struct nl_attr mctp_rows[] = { U32(1 /* IFLA_MCTP_NET, 5.15 */), U8(2 /* IFLA_MCTP_PHYS_BINDING, 6.15 */) };
DEFINE_ATTRS(mctp, ifla_mctp);
static const struct nl_attr af_spec_rows[] = { NEST(AF_INET, inet), NEST(AF_INET6, inet6), NEST(45 /* AF_MCTP */, mctp) };
DEFINE_ATTRS(af_spec, addr_family);
static const struct nl_families af_spec_families = { .bridge = &nl_bridge_spec_attrs, .others = &af_spec_attrs };
static const struct nl_families protinfo_families = { .bridge = &nl_bridge_port_attrs, .inet6 = &inet6_attrs };

/* Virtual functions of an adapter. */
static void say_vf_mac(const struct blob *b, const struct field *f, struct out *o)
{
	say_hwaddr(o, b->data + f->off, f->size);
}
static void say_vf_proto(const struct blob *b, const struct field *f, struct out *o)
{
	say_eth_protocol((uint16_t)layout__get(b->data + f->off, 2), o);
}
static const struct field vf_mac_fields[] = { UINT(struct ifla_vf_mac, vf), CUSTOM(struct ifla_vf_mac, mac, say_vf_mac) };
DEFINE_OWN(vf_mac, struct ifla_vf_mac);
static const struct field vf_broadcast_fields[] = { CUSTOM(struct ifla_vf_broadcast, broadcast, say_vf_mac) };
DEFINE_OWN(vf_broadcast, struct ifla_vf_broadcast);
static const struct field vf_vlan_fields[] = { UINT(struct ifla_vf_vlan, vf), UINT(struct ifla_vf_vlan, vlan), UINT(struct ifla_vf_vlan, qos) };
DEFINE_OWN(vf_vlan, struct ifla_vf_vlan);
static const struct field vf_vlan_info_fields[] = {
	UINT(struct ifla_vf_vlan_info, vf), UINT(struct ifla_vf_vlan_info, vlan), UINT(struct ifla_vf_vlan_info, qos),
	CUSTOM(struct ifla_vf_vlan_info, vlan_proto, say_vf_proto),
};
DEFINE_OWN(vf_vlan_info, struct ifla_vf_vlan_info);
static const struct field vf_tx_rate_fields[] = { UINT(struct ifla_vf_tx_rate, vf), UINT(struct ifla_vf_tx_rate, rate) };
DEFINE_OWN(vf_tx_rate, struct ifla_vf_tx_rate);
static const struct field vf_rate_fields[] = {
	UINT(struct ifla_vf_rate, vf), UINT(struct ifla_vf_rate, min_tx_rate), UINT(struct ifla_vf_rate, max_tx_rate),
};
DEFINE_OWN(vf_rate, struct ifla_vf_rate);
static const struct field vf_setting_fields[] = { UINT(struct ifla_vf_spoofchk, vf), UINT(struct ifla_vf_spoofchk, setting) };
DEFINE_OWN(vf_setting, struct ifla_vf_spoofchk);
static const struct field vf_link_state_fields[] = {
	UINT(struct ifla_vf_link_state, vf), NAMES(struct ifla_vf_link_state, link_state, vf_link_state),
};
DEFINE_OWN(vf_link_state, struct ifla_vf_link_state);
static const struct field vf_guid_fields[] = { UINT(struct ifla_vf_guid, vf), HEX(struct ifla_vf_guid, guid) };
DEFINE_OWN(vf_guid, struct ifla_vf_guid);
static const struct nl_attr vf_stats_rows[] = {
	U64(IFLA_VF_STATS_RX_PACKETS), U64(IFLA_VF_STATS_TX_PACKETS), U64(IFLA_VF_STATS_RX_BYTES), U64(IFLA_VF_STATS_TX_BYTES),
	U64(IFLA_VF_STATS_BROADCAST), U64(IFLA_VF_STATS_MULTICAST), U64(IFLA_VF_STATS_RX_DROPPED), U64(IFLA_VF_STATS_TX_DROPPED),
};
DEFINE_ATTRS(vf_stats, ifla_vf_stats);
static const struct nl_attr vf_vlan_list_rows[] = { LAID_OUT_FROM(IFLA_VF_VLAN_INFO, sizeof(struct ifla_vf_vlan_info), vf_vlan_info) };
DEFINE_ATTRS(vf_vlan_list, ifla_vf_vlan_info);
static const struct nl_attr vf_rows[] = {
	LAID_OUT(IFLA_VF_MAC, vf_mac), LAID_OUT(IFLA_VF_VLAN, vf_vlan), LAID_OUT(IFLA_VF_TX_RATE, vf_tx_rate),
	LAID_OUT(IFLA_VF_SPOOFCHK, vf_setting), LAID_OUT(IFLA_VF_LINK_STATE, vf_link_state), LAID_OUT(IFLA_VF_RATE, vf_rate),
	LAID_OUT(IFLA_VF_RSS_QUERY_EN, vf_setting), NEST(IFLA_VF_STATS, vf_stats), LAID_OUT(IFLA_VF_TRUST, vf_setting),
	LAID_OUT(IFLA_VF_IB_NODE_GUID, vf_guid), LAID_OUT(IFLA_VF_IB_PORT_GUID, vf_guid), NEST(IFLA_VF_VLAN_LIST, vf_vlan_list),
	LAID_OUT(IFLA_VF_BROADCAST, vf_broadcast),
};
DEFINE_ATTRS(vf, ifla_vf);
static const struct nl_attr vf_list_rows[] = { NEST(IFLA_VF_INFO, vf) };
DEFINE_ATTRS(vf_list, ifla_vf_info);

static void say_vsi_type(const struct blob *b, const struct field *f, struct out *o)
{
	say_hex_bytes(o, b->data + f->off, f->size);
}
static void say_vsi_pad(const struct blob *b, const struct field *f, struct out *o)
{
	if (!layout__get(b->data + f->off, 2) && !b->data[f->off + 2])
		return;
	out__member(o, "pad");
	say_hex_bytes(o, b->data + f->off, f->size);
}
static const struct field vsi_fields[] = {
	UINT(struct ifla_port_vsi, vsi_mgr_id),
	CUSTOM(struct ifla_port_vsi, vsi_type_id, say_vsi_type),
	UINT(struct ifla_port_vsi, vsi_type_version),
	UNNAMED(struct ifla_port_vsi, pad, say_vsi_pad),
};
DEFINE_OWN(vsi, struct ifla_port_vsi);
static const struct nl_attr port_rows[] = {
	U32(IFLA_PORT_VF), STR(IFLA_PORT_PROFILE), LAID_OUT(IFLA_PORT_VSI_TYPE, vsi), U8(IFLA_PORT_REQUEST), U16(IFLA_PORT_RESPONSE),
};
DEFINE_ATTRS(port, ifla_port);
static const struct nl_attr ports_rows[] = { NEST(IFLA_VF_PORT, port) };
DEFINE_ATTRS(ports, ifla_vf_port);
static const struct nl_attr proto_down_rows[] = { HEX32(1 /* IFLA_PROTO_DOWN_REASON_MASK, 5.9 */), HEX32(2 /* .._VALUE */) };
DEFINE_ATTRS(proto_down, ifla_proto_down);
static const struct nl_attr prop_list_rows[] = { STR(53 /* IFLA_ALT_IFNAME, 5.5 */) };
DEFINE_ATTRS(prop_list, ifla);

static const struct nl_attr link_rows[] = {
	HWADDR(IFLA_ADDRESS), HWADDR(IFLA_BROADCAST), STR(IFLA_IFNAME), U32(IFLA_MTU), U32(IFLA_LINK),
	STR(IFLA_QDISC), LAID_OUT_FROM(IFLA_STATS, 92, link_stats), U32(IFLA_MASTER), U32(IFLA_TXQLEN), LAID_OUT(IFLA_MAP, ifmap),
	U32(IFLA_WEIGHT), U8(IFLA_OPERSTATE), U8(IFLA_LINKMODE), NEST(IFLA_LINKINFO, linkinfo),
	U32(IFLA_NET_NS_PID), STR(IFLA_IFALIAS), U32(IFLA_NUM_VF), LAID_OUT_FROM(IFLA_STATS64, 184, nl_link_stats64),
	BY_FAMILY(IFLA_AF_SPEC, af_spec), BY_FAMILY(IFLA_PROTINFO, protinfo), U32(IFLA_GROUP), S32(IFLA_NET_NS_FD), XVAL(IFLA_EXT_MASK, 4, rtext_filter),
	U32(IFLA_PROMISCUITY), U32(IFLA_NUM_TX_QUEUES), U32(IFLA_NUM_RX_QUEUES), U8(IFLA_CARRIER),
	U32(IFLA_CARRIER_CHANGES), S32(IFLA_LINK_NETNSID), STR(IFLA_PHYS_PORT_NAME), U8(IFLA_PROTO_DOWN),
	U32(IFLA_GSO_MAX_SEGS), U32(IFLA_GSO_MAX_SIZE), NEST(IFLA_XDP, xdp), SYMS(IFLA_EVENT, 4, ifla_event),
	S32(IFLA_NEW_NETNSID), S32(IFLA_IF_NETNSID), U32(IFLA_CARRIER_UP_COUNT), U32(IFLA_CARRIER_DOWN_COUNT),
	IFINDEX(IFLA_NEW_IFINDEX), U32(IFLA_MIN_MTU), U32(IFLA_MAX_MTU),
	NEST(52 /* IFLA_PROP_LIST, 5.5 */, prop_list), STR(53), HWADDR(54 /* IFLA_PERM_ADDRESS, 5.6 */),
	STR(56 /* IFLA_PARENT_DEV_NAME, 5.14 */), STR(57), U32(58 /* IFLA_GRO_MAX_SIZE, 5.18 */),
	NEST(IFLA_VFINFO_LIST, vf_list), NEST(IFLA_VF_PORTS, ports), NEST(IFLA_PORT_SELF, port),
	NEST(55 /* IFLA_PROTO_DOWN_REASON, 5.9 */, proto_down), U32(59 /* IFLA_TSO_MAX_SIZE, 5.19 */), U32(60), U32(61 /* IFLA_ALLMULTI, 6.0 */),
};
DEFINE_ATTRS(link, ifla);

/* clang-format on */

const struct nl_message nl_link_message = { .layout = &ifinfomsg_layout, .attrs = &link_attrs };
