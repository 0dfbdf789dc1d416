// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* netlink_diag_more.c - what messages about sockets of netlink, of packets and of SMC carry (sock_diag). */
#include "decode_netlink.h"

#include <linux/netlink_diag.h>
#include <linux/packet_diag.h>
#include <linux/smc_diag.h>
#include <sys/socket.h>

#include "netlink_attrs.h"
#include "sockaddr.h"

/* clang-format off */

/* ---- netlink ---- */

static void say_protocol_asked(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t protocol = layout__get(b->data + f->off, 1);

	out__symbol(o, protocol == NDIAG_PROTO_ALL ? &syms_ndiag_proto : &syms_netlink_protocol, protocol);
}

static const struct field netlink_req_fields[] = {
	NAMES(struct netlink_diag_req, sdiag_family, addr_family),
	CUSTOM(struct netlink_diag_req, sdiag_protocol, say_protocol_asked),
	UINT(struct netlink_diag_req, ndiag_ino),
	NAMES(struct netlink_diag_req, ndiag_show, ndiag_show),
	CUSTOM(struct netlink_diag_req, ndiag_cookie, nl_diag__say_cookie),
};
DEFINE_OWN(netlink_req, struct netlink_diag_req);
static const struct field netlink_msg_fields[] = {
	NAMES(struct netlink_diag_msg, ndiag_family, addr_family),
	NAMES(struct netlink_diag_msg, ndiag_type, sock_kind),
	NAMES(struct netlink_diag_msg, ndiag_protocol, netlink_protocol),
	NAMES(struct netlink_diag_msg, ndiag_state, netlink_state),
	UINT(struct netlink_diag_msg, ndiag_portid),
	UINT(struct netlink_diag_msg, ndiag_dst_portid),
	UINT(struct netlink_diag_msg, ndiag_dst_group),
	UINT(struct netlink_diag_msg, ndiag_ino),
	CUSTOM(struct netlink_diag_msg, ndiag_cookie, nl_diag__say_cookie),
};
DEFINE_OWN(netlink_msg, struct netlink_diag_msg);
static const struct field netlink_ring_fields[] = {
	UINT(struct netlink_diag_ring, ndr_block_size),
	UINT(struct netlink_diag_ring, ndr_block_nr),
	UINT(struct netlink_diag_ring, ndr_frame_size),
	UINT(struct netlink_diag_ring, ndr_frame_nr),
};
DEFINE_OWN(netlink_ring, struct netlink_diag_ring);
static const struct nl_attr netlink_rows[] = {
	INDEXED(NETLINK_DIAG_MEMINFO, 4, sk_meminfo),
	WORDS(NETLINK_DIAG_GROUPS, 8),
	LAID_OUT(NETLINK_DIAG_RX_RING, netlink_ring),
	LAID_OUT(NETLINK_DIAG_TX_RING, netlink_ring),
	SYMS(NETLINK_DIAG_FLAGS, 4, ndiag_flags),
};
DEFINE_ATTRS(netlink, netlink_diag);

/* ---- packets ---- */

static const struct field packet_req_fields[] = {
	NAMES(struct packet_diag_req, sdiag_family, addr_family),
	HEX(struct packet_diag_req, sdiag_protocol),
	UINT(struct packet_diag_req, pdiag_ino),
	NAMES(struct packet_diag_req, pdiag_show, pdiag_show),
	CUSTOM(struct packet_diag_req, pdiag_cookie, nl_diag__say_cookie),
};
DEFINE_OWN(packet_req, struct packet_diag_req);
static const struct field packet_msg_fields[] = {
	NAMES(struct packet_diag_msg, pdiag_family, addr_family),
	NAMES(struct packet_diag_msg, pdiag_type, sock_kind),
	NAMES(struct packet_diag_msg, pdiag_num, eth_protocol),
	UINT(struct packet_diag_msg, pdiag_ino),
	CUSTOM(struct packet_diag_msg, pdiag_cookie, nl_diag__say_cookie),
};
DEFINE_OWN(packet_msg, struct packet_diag_msg);
static const struct field packet_info_fields[] = {
	SAY(struct packet_diag_info, pdi_index, ifindex),
	NAMES(struct packet_diag_info, pdi_version, tpacket_version),
	UINT(struct packet_diag_info, pdi_reserve),
	UINT(struct packet_diag_info, pdi_copy_thresh),
	UINT(struct packet_diag_info, pdi_tstamp),
	NAMES(struct packet_diag_info, pdi_flags, pdi_flags),
};
DEFINE_OWN(packet_info, struct packet_diag_info);
static void say_mclist_addr(const struct blob *b, const struct field *f, struct out *o)
{
	const uint16_t len = (uint16_t)layout__get(b->data + offsetof(struct packet_diag_mclist, pdmc_alen), 2);

	say_hex_bytes(o, b->data + f->off, MIN(len, f->size));
}
static const struct field packet_mclist_fields[] = {
	SAY(struct packet_diag_mclist, pdmc_index, ifindex),
	UINT(struct packet_diag_mclist, pdmc_count),
	UINT(struct packet_diag_mclist, pdmc_type),
	UINT(struct packet_diag_mclist, pdmc_alen),
	CUSTOM(struct packet_diag_mclist, pdmc_addr, say_mclist_addr),
};
DEFINE_OWN(packet_mclist, struct packet_diag_mclist);
static const struct field packet_ring_fields[] = {
	UINT(struct packet_diag_ring, pdr_block_size),
	UINT(struct packet_diag_ring, pdr_block_nr),
	UINT(struct packet_diag_ring, pdr_frame_size),
	UINT(struct packet_diag_ring, pdr_frame_nr),
	UINT(struct packet_diag_ring, pdr_retire_tmo),
	UINT(struct packet_diag_ring, pdr_sizeof_priv),
	UINT(struct packet_diag_ring, pdr_features),
};
DEFINE_OWN(packet_ring, struct packet_diag_ring);
static const struct nl_attr packet_rows[] = {
	LAID_OUT(PACKET_DIAG_INFO, packet_info),
	LAYOUTS(PACKET_DIAG_MCLIST, packet_mclist),
	LAID_OUT(PACKET_DIAG_RX_RING, packet_ring),
	LAID_OUT(PACKET_DIAG_TX_RING, packet_ring),
	U32(PACKET_DIAG_FANOUT),
	ID(PACKET_DIAG_UID),
	INDEXED(PACKET_DIAG_MEMINFO, 4, sk_meminfo),
	{ PACKET_DIAG_FILTER, NL_FILTER, 0, { .layout = &layout_socket_insn } },
};
DEFINE_ATTRS(packet, packet_diag);

/* ---- SMC, as smcss(8) asks for it ---- */

static const struct field smc_req_fields[] = {
	NAMES(struct smc_diag_req, diag_family, addr_family),
	NAMES(struct smc_diag_req, diag_ext, smc_diag_ext),
	CUSTOM(struct smc_diag_req, id, nl_diag__say_sockid),
};
DEFINE_OWN(smc_req, struct smc_diag_req);
static const struct field smc_msg_fields[] = {
	NAMES(struct smc_diag_msg, diag_family, addr_family),
	NAMES(struct smc_diag_msg, diag_state, smc_state),
	NAMES(struct smc_diag_msg, diag_fallback, smc_diag_mode),
	UINT(struct smc_diag_msg, diag_shutdown),
	CUSTOM(struct smc_diag_msg, id, nl_diag__say_sockid),
	UINT(struct smc_diag_msg, diag_uid),
	UINT(struct smc_diag_msg, diag_inode),
};
DEFINE_OWN(smc_msg, struct smc_diag_msg);

static const struct field smc_cursor_fields[] = {
	UINT(struct smc_diag_cursor, reserved),
	UINT(struct smc_diag_cursor, wrap),
	UINT(struct smc_diag_cursor, count),
};
DEFINE_OWN(smc_cursor, struct smc_diag_cursor);
#define CURSOR(m) { FIELD_AT(struct smc_diag_conninfo, m), .kind = FIELD_LAYOUT, .layout = &smc_cursor_layout }
static void say_byte_flags(struct out *o, uint64_t flags)
{
	if (o->strace)
		say_padded_hex(o, flags, 2);
	else
		out__hex(o, flags);
}
static const struct field smc_conninfo_fields[] = {
	UINT(struct smc_diag_conninfo, token), UINT(struct smc_diag_conninfo, sndbuf_size),
	UINT(struct smc_diag_conninfo, rmbe_size), UINT(struct smc_diag_conninfo, peer_rmbe_size),
	CURSOR(rx_prod), CURSOR(rx_cons), CURSOR(tx_prod), CURSOR(tx_cons),
	SAY(struct smc_diag_conninfo, rx_prod_flags, byte_flags), SAY(struct smc_diag_conninfo, rx_conn_state_flags, byte_flags),
	SAY(struct smc_diag_conninfo, tx_prod_flags, byte_flags), SAY(struct smc_diag_conninfo, tx_conn_state_flags, byte_flags),
	CURSOR(tx_prep), CURSOR(tx_sent), CURSOR(tx_fin),
};
DEFINE_OWN(smc_conninfo, struct smc_diag_conninfo);

static const struct field smc_linkinfo_fields[] = {
	UINT(struct smc_diag_linkinfo, link_id),
	CHARS(struct smc_diag_linkinfo, ibname),
	UINT(struct smc_diag_linkinfo, ibport),
	CHARS(struct smc_diag_linkinfo, gid),
	CHARS(struct smc_diag_linkinfo, peer_gid),
};
DEFINE_OWN(smc_linkinfo, struct smc_diag_linkinfo);
static const struct field smc_lgrinfo_fields[] = {
	{ .name = "lnk", .off = offsetof(struct smc_diag_lgrinfo, lnk), .size = sizeof(struct smc_diag_linkinfo),
	  .kind = FIELD_LAYOUT, .nr = 1, .layout = &smc_linkinfo_layout },
	NAMES(struct smc_diag_lgrinfo, role, smc_role),
};
DEFINE_OWN(smc_lgrinfo, struct smc_diag_lgrinfo);
static const struct field smc_dmbinfo_fields[] = {
	UINT(struct smcd_diag_dmbinfo, linkid),
	HEX(struct smcd_diag_dmbinfo, peer_gid),
	HEX(struct smcd_diag_dmbinfo, my_gid),
	HEX(struct smcd_diag_dmbinfo, token),
	HEX(struct smcd_diag_dmbinfo, peer_token),
};
DEFINE_OWN(smc_dmbinfo, struct smcd_diag_dmbinfo);
/* strace has the names beside the number. */
static void say_decline(struct out *o, uint64_t reason)
{
	say_beside(o, &syms_smc_decline, reason);
}
static const struct field smc_fallback_fields[] = {
	SAY(struct smc_diag_fallback, reason, decline),
	SAY(struct smc_diag_fallback, peer_diagnosis, decline),
};
DEFINE_OWN(smc_fallback, struct smc_diag_fallback);
static const struct nl_attr smc_rows[] = {
	LAID_OUT(SMC_DIAG_CONNINFO, smc_conninfo), LAID_OUT(SMC_DIAG_LGRINFO, smc_lgrinfo),
	XVAL(SMC_DIAG_SHUTDOWN, 1, diag_shutdown), LAID_OUT(SMC_DIAG_DMBINFO, smc_dmbinfo),
	LAID_OUT(SMC_DIAG_FALLBACK, smc_fallback),
};
DEFINE_ATTRS(smc, smc_diag);

/* clang-format on */

static const struct nl_message netlink_question = { .layout = &netlink_req_layout, .is_all = true },
			       netlink_answer = { .layout = &netlink_msg_layout,
						  .attrs = &netlink_attrs },
			       packet_question = { .layout = &packet_req_layout, .is_all = true },
			       packet_answer = { .layout = &packet_msg_layout,
						 .attrs = &packet_attrs },
			       smc_question = { .layout = &smc_req_layout, .is_all = true },
			       smc_answer = { .layout = &smc_msg_layout, .attrs = &smc_attrs };

const struct nl_message *netlink_diag_more__find(unsigned int family, bool from_kernel)
{
	if (family == AF_NETLINK)
		return from_kernel ? &netlink_answer : &netlink_question;
	if (family == AF_PACKET)
		return from_kernel ? &packet_answer : &packet_question;
	if (family == AF_SMC)
		return from_kernel ? &smc_answer : &smc_question;
	return NULL;
}
