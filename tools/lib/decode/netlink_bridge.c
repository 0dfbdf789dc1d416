// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * netlink_bridge.c - attributes of bridges, their ports and their groups (uapi/linux/if_link.h, if_bridge.h). Types are
 * numbers where headers of Linux 5.10 do not have them.
 */
#include "decode_netlink.h"

#include <arpa/inet.h>
#include <linux/if_bridge.h>
#include <linux/if_ether.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>

#include "decode.h"
#include "netlink_attrs.h"
#include "sockaddr.h"

/* clang-format off */

/* ---- IFLA_AF_SPEC ---- */

static const struct field bridge_vlan_info_fields[] = {
	NAMES(struct bridge_vlan_info, flags, bridge_vlan_flags),
	UINT(struct bridge_vlan_info, vid),
};
DEFINE_OWN(bridge_vlan_info, struct bridge_vlan_info);
static const struct nl_headed vlan_info_headed = { &bridge_vlan_info_layout, NULL };
static const struct nl_attr vlan_tunnel_rows[] = {
	U32(IFLA_BRIDGE_VLAN_TUNNEL_ID), U16(IFLA_BRIDGE_VLAN_TUNNEL_VID), SYMS(IFLA_BRIDGE_VLAN_TUNNEL_FLAGS, 2, bridge_vlan_flags),
};
DEFINE_ATTRS(vlan_tunnel, bridge_vlan_tunnel);
static const struct nl_attr bridge_spec_rows[] = {
	XVAL(IFLA_BRIDGE_FLAGS, 2, bridge_flags), XVAL(IFLA_BRIDGE_MODE, 2, bridge_mode),
	HEADED(IFLA_BRIDGE_VLAN_INFO, vlan_info), NEST(IFLA_BRIDGE_VLAN_TUNNEL_INFO, vlan_tunnel),
};
const struct nl_attrs nl_bridge_spec_attrs = { .types = &syms_ifla_bridge, .rows = bridge_spec_rows, .nr = ARRAY_SIZE(bridge_spec_rows) };

/* ---- bridges ---- */

static void say_bridge_mac(const struct blob *b, const struct field *f, struct out *o)
{
	say_hwaddr(o, b->data + f->off, f->size);
}
static const struct field bridge_id_fields[] = {
	ARRAY_OF(struct ifla_bridge_id, prio, FIELD_UINT),
	CUSTOM(struct ifla_bridge_id, addr, say_bridge_mac),
};
DEFINE_OWN(bridge_id, struct ifla_bridge_id);

/* struct br_boolopt_multi (5.1) */
static const struct field boolopt_fields[] = {
	{ .name = "optval", .off = 0, .size = 4, .kind = FIELD_SYM, .syms = &syms_br_boolopt },
	{ .name = "optmask", .off = 4, .size = 4, .kind = FIELD_SYM, .syms = &syms_br_boolopt },
};
static const struct layout boolopt_layout = { .name = "br_boolopt_multi", .size = 8, .fields = boolopt_fields,
					      .nr = ARRAY_SIZE(boolopt_fields), .compat = &boolopt_layout };

enum { QUERIER_IP = 1, QUERIER_IP_PORT, QUERIER_IP_TIMER, QUERIER_IPV6 = 5, QUERIER_IPV6_PORT, QUERIER_IPV6_TIMER };
static const struct nl_attr querier_rows[] = {
	IN4(QUERIER_IP), IFINDEX(QUERIER_IP_PORT), TICKS(QUERIER_IP_TIMER, 1),
	IN6(QUERIER_IPV6), IFINDEX(QUERIER_IPV6_PORT), TICKS(QUERIER_IPV6_TIMER, 1),
};
DEFINE_ATTRS(querier, bridge_querier);

static const struct nl_attr bridge_rows[] = {
	TICKS(IFLA_BR_FORWARD_DELAY, 1), TICKS(IFLA_BR_HELLO_TIME, 1), TICKS(IFLA_BR_MAX_AGE, 1), TICKS(IFLA_BR_AGEING_TIME, 1),
	U32(IFLA_BR_STP_STATE), U16(IFLA_BR_PRIORITY), U8(IFLA_BR_VLAN_FILTERING), ETHER(IFLA_BR_VLAN_PROTOCOL),
	HEX16(IFLA_BR_GROUP_FWD_MASK), LAID_OUT(IFLA_BR_ROOT_ID, bridge_id), LAID_OUT(IFLA_BR_BRIDGE_ID, bridge_id),
	U16(IFLA_BR_ROOT_PORT), U32(IFLA_BR_ROOT_PATH_COST), U8(IFLA_BR_TOPOLOGY_CHANGE), U8(IFLA_BR_TOPOLOGY_CHANGE_DETECTED),
	TICKS(IFLA_BR_HELLO_TIMER, 1), TICKS(IFLA_BR_TCN_TIMER, 1), TICKS(IFLA_BR_TOPOLOGY_CHANGE_TIMER, 1),
	TICKS(IFLA_BR_GC_TIMER, 1), HWADDR(IFLA_BR_GROUP_ADDR), U8(IFLA_BR_MCAST_ROUTER), U8(IFLA_BR_MCAST_SNOOPING),
	U8(IFLA_BR_MCAST_QUERY_USE_IFADDR), U8(IFLA_BR_MCAST_QUERIER), U32(IFLA_BR_MCAST_HASH_ELASTICITY),
	U32(IFLA_BR_MCAST_HASH_MAX), U32(IFLA_BR_MCAST_LAST_MEMBER_CNT), U32(IFLA_BR_MCAST_STARTUP_QUERY_CNT),
	TICKS(IFLA_BR_MCAST_LAST_MEMBER_INTVL, 1), TICKS(IFLA_BR_MCAST_MEMBERSHIP_INTVL, 1), TICKS(IFLA_BR_MCAST_QUERIER_INTVL, 1),
	TICKS(IFLA_BR_MCAST_QUERY_INTVL, 1), TICKS(IFLA_BR_MCAST_QUERY_RESPONSE_INTVL, 1),
	TICKS(IFLA_BR_MCAST_STARTUP_QUERY_INTVL, 1), U8(IFLA_BR_NF_CALL_IPTABLES), U8(IFLA_BR_NF_CALL_IP6TABLES),
	U8(IFLA_BR_NF_CALL_ARPTABLES), U16(IFLA_BR_VLAN_DEFAULT_PVID), U8(IFLA_BR_VLAN_STATS_ENABLED),
	U8(IFLA_BR_MCAST_STATS_ENABLED), U8(IFLA_BR_MCAST_IGMP_VERSION), U8(IFLA_BR_MCAST_MLD_VERSION),
	U8(IFLA_BR_VLAN_STATS_PER_PORT), LAID_OUT(46 /* IFLA_BR_MULTI_BOOLOPT, 5.1 */, boolopt),
	NEST(47 /* IFLA_BR_MCAST_QUERIER_STATE, 5.15 */, querier), U32(48 /* IFLA_BR_FDB_N_LEARNED, 6.7 */), U32(49),
};
const struct nl_attrs nl_bridge_attrs = { .types = &syms_ifla_br, .rows = bridge_rows, .nr = ARRAY_SIZE(bridge_rows) };

/* ---- their ports ---- */

static const struct nl_attr bridge_port_rows[] = {
	U8(IFLA_BRPORT_STATE), U16(IFLA_BRPORT_PRIORITY), U32(IFLA_BRPORT_COST), U8(IFLA_BRPORT_MODE), U8(IFLA_BRPORT_GUARD),
	U8(IFLA_BRPORT_PROTECT), U8(IFLA_BRPORT_FAST_LEAVE), U8(IFLA_BRPORT_LEARNING), U8(IFLA_BRPORT_UNICAST_FLOOD),
	U8(IFLA_BRPORT_PROXYARP), U8(IFLA_BRPORT_LEARNING_SYNC), U8(IFLA_BRPORT_PROXYARP_WIFI),
	LAID_OUT(IFLA_BRPORT_ROOT_ID, bridge_id), LAID_OUT(IFLA_BRPORT_BRIDGE_ID, bridge_id), U16(IFLA_BRPORT_DESIGNATED_PORT),
	U16(IFLA_BRPORT_DESIGNATED_COST), U16(IFLA_BRPORT_ID), U16(IFLA_BRPORT_NO), U8(IFLA_BRPORT_TOPOLOGY_CHANGE_ACK),
	U8(IFLA_BRPORT_CONFIG_PENDING), TICKS(IFLA_BRPORT_MESSAGE_AGE_TIMER, 1), TICKS(IFLA_BRPORT_FORWARD_DELAY_TIMER, 1),
	TICKS(IFLA_BRPORT_HOLD_TIMER, 1), U8(IFLA_BRPORT_MULTICAST_ROUTER), U8(IFLA_BRPORT_MCAST_FLOOD),
	U8(IFLA_BRPORT_MCAST_TO_UCAST), U8(IFLA_BRPORT_VLAN_TUNNEL), U8(IFLA_BRPORT_BCAST_FLOOD), HEX16(IFLA_BRPORT_GROUP_FWD_MASK),
	U8(IFLA_BRPORT_NEIGH_SUPPRESS), U8(IFLA_BRPORT_ISOLATED), IFINDEX(IFLA_BRPORT_BACKUP_PORT),
	U8(35 /* IFLA_BRPORT_MRP_RING_OPEN, 5.8 */), U8(36), U32(37 /* IFLA_BRPORT_MCAST_EHT_HOSTS_LIMIT, 5.12 */), U32(38),
	U8(39 /* IFLA_BRPORT_LOCKED, 5.18 */), U8(40 /* IFLA_BRPORT_MAB, 6.2 */), U32(41 /* IFLA_BRPORT_MCAST_N_GROUPS, 6.3 */),
	U32(42), U8(43 /* IFLA_BRPORT_NEIGH_VLAN_SUPPRESS, 6.4 */), U32(44 /* IFLA_BRPORT_BACKUP_NHID, 6.6 */),
};
const struct nl_attrs nl_bridge_port_attrs = { .types = &syms_ifla_brport, .rows = bridge_port_rows,
					       .nr = ARRAY_SIZE(bridge_port_rows) };

/* ---- groups, and ports to routers ---- */

#define MDB_ADDR_SIZE 16

/* strace takes the protocol, which is one of Ethernet, for a family. */
static void say_mdb_addr(const struct blob *b, const struct field *f, struct out *o)
{
	const unsigned int inet = o->strace ? AF_INET : ETH_P_IP;
	const unsigned int inet6 = o->strace ? AF_INET6 : ETH_P_IPV6;
	const uint8_t *addr = b->data + f->off;
	const uint16_t proto = (uint16_t)layout__get(addr + MDB_ADDR_SIZE, 2);

	out__begin(o, OUT_OBJECT);
	if (ntohs(proto) == inet6) {
		decode__inet6_member("u", addr, o);
	} else {
		out__member(o, "u");
		if (ntohs(proto) == inet)
			decode__inet(addr, MDB_ADDR_SIZE, o);
		else
			say_hex_bytes(o, addr, MDB_ADDR_SIZE);
	}
	out__member(o, "proto");
	if (o->strace)
		say_htons_symbol(&syms_addr_family, proto, o);
	else
		say_eth_protocol(proto, o);
	out__end(o, OUT_OBJECT);
}
static const struct field mdb_entry_fields[] = {
	SAY(struct br_mdb_entry, ifindex, ifindex),
	NAMES(struct br_mdb_entry, state, mdb_state),
	NAMES(struct br_mdb_entry, flags, mdb_flags),
	UINT(struct br_mdb_entry, vid),
	CUSTOM(struct br_mdb_entry, addr, say_mdb_addr),
};
DEFINE_OWN(mdb_entry, struct br_mdb_entry);
static const struct nl_attr mdb_eattr_rows[] = {
	TICKS(MDBA_MDB_EATTR_TIMER, 1), U8(3 /* MDBA_MDB_EATTR_GROUP_MODE, 5.10 */), U8(5 /* MDBA_MDB_EATTR_RTPROT */),
};
DEFINE_ATTRS(mdb_eattr, mdba_mdb_eattr);
static const struct nl_headed mdb_entry_headed = { &mdb_entry_layout, &mdb_eattr_attrs };
static const struct nl_attr mdb_entry_rows[] = { HEADED(MDBA_MDB_ENTRY_INFO, mdb_entry) };
DEFINE_ATTRS(mdb_entry, mdba_mdb_entry);
static const struct nl_attr mdb_entries_rows[] = { NEST(MDBA_MDB_ENTRY, mdb_entry) };
DEFINE_ATTRS(mdb_entries, mdba_mdb);

static const struct field router_port_fields[] = { NUMBER(uint32_t, FIELD_SAY, .say = say_ifindex) };
static const struct layout router_port_layout = { .name = "ifindex", .size = 4, .fields = router_port_fields,
						  .nr = ARRAY_SIZE(router_port_fields), .compat = &router_port_layout, .is_bare = true };
static const struct nl_attr router_pattr_rows[] = {
	TICKS(MDBA_ROUTER_PATTR_TIMER, 1), SYMS(MDBA_ROUTER_PATTR_TYPE, 1, mdb_rtr_type),
	TICKS(3 /* MDBA_ROUTER_PATTR_INET_TIMER, 5.14 */, 1), TICKS(4, 1),
};
DEFINE_ATTRS(router_pattr, mdba_router_pattr);
static const struct nl_headed router_port_headed = { &router_port_layout, &router_pattr_attrs };
static const struct nl_attr mdb_router_rows[] = { HEADED(MDBA_ROUTER_PORT, router_port) };
DEFINE_ATTRS(mdb_router, mdba_router);

static const struct nl_attr mdb_rows[] = { NEST(MDBA_MDB, mdb_entries), NEST(MDBA_ROUTER, mdb_router) };
const struct nl_attrs nl_mdb_attrs = { .types = &syms_mdba, .rows = mdb_rows, .nr = ARRAY_SIZE(mdb_rows) };

/* clang-format on */
