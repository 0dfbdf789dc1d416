// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* netlink_diag.c - what messages about sockets carry (sock_diag), as ss(8) asks for them. */
#include "decode_netlink.h"

#include <arpa/inet.h>
#include <linux/inet_diag.h>
#include <linux/mptcp.h>
#include <linux/sock_diag.h>
#include <linux/tcp.h>
#include <linux/tls.h>
#include <linux/unix_diag.h>
#include <string.h>
#include <sys/socket.h>

#include "decode.h"
#include "netlink_attrs.h"
#include "sockaddr.h"

/* clang-format off */

/* ---- sockets of the Internet ---- */

static void say_cookie(const uint8_t *data, struct out *o)
{
	out__begin(o, OUT_ARRAY);
	out__uint(o, layout__get(data, 4));
	out__uint(o, layout__get(data + 4, 4));
	out__end(o, OUT_ARRAY);
}

static void say_end(unsigned int family, const char *name, const uint8_t *addr, struct out *o)
{
	const size_t len = sizeof(((struct inet_diag_sockid *)0)->idiag_src);

	if (family == AF_INET6) {
		decode__inet6_member(name, addr, o);
		return;
	}
	out__member(o, name);
	if (family == AF_INET)
		decode__inet(addr, len, o);
	else
		out__str(o, (const char *)addr, len, false);
}

/* Of SMC nothing tells which ones they are: an address of IPv4 has zeros behind it. strace takes all for such ones. */
static unsigned int family_of_ends(const uint8_t *data, const uint8_t *id, const struct out *o)
{
	static const uint8_t zeros[12];
	const uint8_t *src = id + offsetof(struct inet_diag_sockid, idiag_src), *dst = id + offsetof(struct inet_diag_sockid, idiag_dst);

	if (data[0] != AF_SMC)
		return data[0];
	if (o->strace)
		return AF_INET;
	return memcmp(src + 4, zeros, sizeof(zeros)) || memcmp(dst + 4, zeros, sizeof(zeros)) ? AF_INET6 : AF_INET;
}

void nl_diag__say_sockid(const struct blob *b, const struct field *f, struct out *o)
{
	typedef struct inet_diag_sockid id;
	const uint8_t *data = b->data + f->off;
	const unsigned int family = family_of_ends(b->data, data, o);

	out__begin(o, OUT_OBJECT);
	out__member(o, "idiag_sport");
	say_htons(o, data + offsetof(id, idiag_sport));
	out__member(o, "idiag_dport");
	say_htons(o, data + offsetof(id, idiag_dport));
	say_end(family, "idiag_src", data + offsetof(id, idiag_src), o);
	say_end(family, "idiag_dst", data + offsetof(id, idiag_dst), o);
	out__member(o, "idiag_if");
	say_ifindex(o, layout__get(data + offsetof(id, idiag_if), 4));
	out__member(o, "idiag_cookie");
	say_cookie(data + offsetof(id, idiag_cookie), o);
	out__end(o, OUT_OBJECT);
}

static const struct field inet_req_fields[] = {
	NAMES(struct inet_diag_req_v2, sdiag_family, addr_family),
	NAMES(struct inet_diag_req_v2, sdiag_protocol, ip_protocol),
	NAMES(struct inet_diag_req_v2, idiag_ext, inet_diag_ext),
	NAMES(struct inet_diag_req_v2, idiag_states, tcp_states),
	CUSTOM(struct inet_diag_req_v2, id, nl_diag__say_sockid),
};
DEFINE_OWN(inet_req, struct inet_diag_req_v2);
static const struct field inet_msg_fields[] = {
	NAMES(struct inet_diag_msg, idiag_family, addr_family),
	NAMES(struct inet_diag_msg, idiag_state, tcp_state),
	UINT(struct inet_diag_msg, idiag_timer),
	UINT(struct inet_diag_msg, idiag_retrans),
	CUSTOM(struct inet_diag_msg, id, nl_diag__say_sockid),
	UINT(struct inet_diag_msg, idiag_expires),
	UINT(struct inet_diag_msg, idiag_rqueue),
	UINT(struct inet_diag_msg, idiag_wqueue),
	UINT(struct inet_diag_msg, idiag_uid),
	UINT(struct inet_diag_msg, idiag_inode),
};
DEFINE_OWN(inet_msg, struct inet_diag_msg);

static const struct field meminfo_fields[] = {
	UINT(struct inet_diag_meminfo, idiag_rmem),
	UINT(struct inet_diag_meminfo, idiag_wmem),
	UINT(struct inet_diag_meminfo, idiag_fmem),
	UINT(struct inet_diag_meminfo, idiag_tmem),
};
DEFINE_OWN(meminfo, struct inet_diag_meminfo);

static const struct field vegas_fields[] = {
	UINT(struct tcpvegas_info, tcpv_enabled),
	UINT(struct tcpvegas_info, tcpv_rttcnt),
	UINT(struct tcpvegas_info, tcpv_rtt),
	UINT(struct tcpvegas_info, tcpv_minrtt),
};
DEFINE_OWN(vegas, struct tcpvegas_info);
static const struct field dctcp_fields[] = {
	UINT(struct tcp_dctcp_info, dctcp_enabled),
	UINT(struct tcp_dctcp_info, dctcp_ce_state),
	UINT(struct tcp_dctcp_info, dctcp_alpha),
	UINT(struct tcp_dctcp_info, dctcp_ab_ecn),
	UINT(struct tcp_dctcp_info, dctcp_ab_tot),
};
DEFINE_OWN(dctcp, struct tcp_dctcp_info);
static const struct field bbr_fields[] = {
	HEX(struct tcp_bbr_info, bbr_bw_lo),
	HEX(struct tcp_bbr_info, bbr_bw_hi),
	UINT(struct tcp_bbr_info, bbr_min_rtt),
	UINT(struct tcp_bbr_info, bbr_pacing_gain),
	UINT(struct tcp_bbr_info, bbr_cwnd_gain),
};
DEFINE_OWN(bbr, struct tcp_bbr_info);

/* Bits of two bytes; those that are set, unless all are asked for. */
static void say_sockopt_bits(const struct blob *b, const struct field *f, struct out *o)
{
	static const char *const names[] = { "recverr", "is_icsk", "freebind", "hdrincl", "mc_loop", "transparent",
					     "mc_all", "nodefrag", "bind_address_no_port", "recverr_rfc4884",
					     "defer_connect" };
	const uint64_t bits = layout__get(b->data + f->off, 2), unused = bits >> ARRAY_SIZE(names);
	static const char where[] = "bits 3..8";

	out__begin(o, OUT_OBJECT);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (!o->verbose && !(bits >> i & 1))
			continue;
		out__member(o, names[i]);
		out__uint(o, bits >> i & 1);
	}
	if (o->verbose || unused) {
		out__member(o, "unused");
		out__hex(o, unused);
		if (o->strace)
			out__comment(o, where, sizeof(where) - 1);
	}
	out__end(o, OUT_OBJECT);
}
static const struct field sockopt_fields[] = { { .size = 2, .kind = FIELD_CUSTOM, .custom = say_sockopt_bits } };
static const struct layout sockopt_layout = { .name = "sockopt_bits", .size = 2, .fields = sockopt_fields, .nr = 1,
	.compat = &sockopt_layout, .is_bare = true };

static void say_shutdown(struct out *o, uint64_t bits)
{
	say_beside(o, &syms_diag_shutdown, bits);
}
static const struct field shutdown_fields[] = { { .size = 1, .kind = FIELD_SAY, .say = say_shutdown } };
static const struct layout shutdown_layout = { .name = "shutdown", .size = 1, .fields = shutdown_fields, .nr = 1,
	.compat = &shutdown_layout, .is_bare = true };

/* Addresses of SCTP. */
static void say_storage(const struct blob *b, const struct field *f, struct out *o)
{
	const struct blob addr = { .data = b->data + f->off, .len = f->size };

	decode__sockaddr(&addr, o);
}
static const struct field storage_addr_fields[] = {
	{ .size = sizeof(struct sockaddr_storage), .kind = FIELD_CUSTOM, .custom = say_storage },
};
static const struct layout storage_addr_layout = { .name = "sockaddr_storage", .size = sizeof(struct sockaddr_storage),
	.fields = storage_addr_fields, .nr = 1, .compat = &storage_addr_layout, .is_bare = true };

/* Keys of connections: of an address of any family. */
static void say_md5_addr(const struct blob *b, const struct field *f, struct out *o)
{
	const enum out_strings strings = o->strings;

	o->strings = OUT_STRINGS_HEX;
	say_end(b->data[0], "tcpm_addr", b->data + f->off, o);
	o->strings = strings;
}
static void say_md5_key(const struct blob *b, const struct field *f, struct out *o)
{
	const uint16_t len = (uint16_t)layout__get(b->data + offsetof(struct tcp_diag_md5sig, tcpm_keylen), 2);

	say_hex_bytes(o, b->data + f->off, MIN(len, f->size));
}
static const struct field md5sig_fields[] = {
	NAMES(struct tcp_diag_md5sig, tcpm_family, addr_family),
	UINT(struct tcp_diag_md5sig, tcpm_prefixlen),
	UINT(struct tcp_diag_md5sig, tcpm_keylen),
	{ .off = offsetof(struct tcp_diag_md5sig, tcpm_addr), .size = 16, .kind = FIELD_CUSTOM, .custom = say_md5_addr },
	CUSTOM(struct tcp_diag_md5sig, tcpm_key, say_md5_key),
};
DEFINE_OWN(md5sig, struct tcp_diag_md5sig);

/* What stands on TCP: TLS, subflows of MPTCP. */
static const struct nl_attr tls_rows[] = {
	XVAL(TLS_INFO_VERSION, 2, tls_version), XVAL(TLS_INFO_CIPHER, 2, tls_cipher), XVAL(TLS_INFO_TXCONF, 2, tls_conf),
	XVAL(TLS_INFO_RXCONF, 2, tls_conf),
};
DEFINE_ATTRS(tls, tls_info);
static const struct nl_attr mptcp_rows[] = {
	HEX32(MPTCP_SUBFLOW_ATTR_TOKEN_REM), HEX32(MPTCP_SUBFLOW_ATTR_TOKEN_LOC), U32(MPTCP_SUBFLOW_ATTR_RELWRITE_SEQ),
	U64(MPTCP_SUBFLOW_ATTR_MAP_SEQ), U32(MPTCP_SUBFLOW_ATTR_MAP_SFSEQ), U32(MPTCP_SUBFLOW_ATTR_SSN_OFFSET),
	U16(MPTCP_SUBFLOW_ATTR_MAP_DATALEN), XVAL(MPTCP_SUBFLOW_ATTR_FLAGS, 4, mptcp_subflow_flags),
	U8(MPTCP_SUBFLOW_ATTR_ID_REM), U8(MPTCP_SUBFLOW_ATTR_ID_LOC),
};
DEFINE_ATTRS(mptcp, mptcp_subflow);
static const struct nl_attr ulp_rows[] = { STR(INET_ULP_INFO_NAME), NEST(INET_ULP_INFO_TLS, tls), NEST(INET_ULP_INFO_MPTCP, mptcp) };
DEFINE_ATTRS(ulp, inet_ulp_info);

static const struct nl_attr storage_rows[] = { U32(SK_DIAG_BPF_STORAGE_MAP_ID), HEX_VALUE(SK_DIAG_BPF_STORAGE_MAP_VALUE) };
DEFINE_ATTRS(storage, bpf_storage);
static const struct nl_attr storages_rows[] = { NEST(SK_DIAG_BPF_STORAGE, storage) };
DEFINE_ATTRS(storages, bpf_storages);

static const struct nl_attr inet_rows[] = {
	LAID_OUT(INET_DIAG_MEMINFO, meminfo),
	LAID_OUT(INET_DIAG_VEGASINFO, vegas), INDEXED(INET_DIAG_SKMEMINFO, 4, sk_meminfo), LAID_OUT(INET_DIAG_DCTCPINFO, dctcp),
	LAID_OUT(INET_DIAG_BBRINFO, bbr),
	STR(INET_DIAG_CONG),
	U8(INET_DIAG_TOS),
	U8(INET_DIAG_TCLASS),
	LAID_OUT(INET_DIAG_SHUTDOWN, shutdown),
	WHOLE(INET_DIAG_PROTOCOL, 1, ip_protocol),
	U8(INET_DIAG_SKV6ONLY),
	U32(INET_DIAG_MARK),
	U32(INET_DIAG_CLASS_ID),
	U64(INET_DIAG_CGROUP_ID),
	LAID_OUT(INET_DIAG_SOCKOPT, sockopt), NEST(INET_DIAG_ULP_INFO, ulp),
	LAYOUTS(INET_DIAG_MD5SIG, md5sig), NEST(INET_DIAG_SK_BPF_STORAGES, storages),
	LAYOUTS(INET_DIAG_LOCALS, storage_addr), LAYOUTS(INET_DIAG_PEERS, storage_addr),
};
static const struct nl_attrs inet_attrs = { .types = &syms_inet_diag, .rows = inet_rows, .nr = ARRAY_SIZE(inet_rows) };

/* Before SOCK_DIAG_BY_FAMILY. */
static const struct field inet_old_req_fields[] = {
	NAMES(struct inet_diag_req, idiag_family, addr_family),
	UINT(struct inet_diag_req, idiag_src_len),
	UINT(struct inet_diag_req, idiag_dst_len),
	NAMES(struct inet_diag_req, idiag_ext, inet_diag_ext),
	CUSTOM(struct inet_diag_req, id, nl_diag__say_sockid),
	NAMES(struct inet_diag_req, idiag_states, tcp_states),
	UINT(struct inet_diag_req, idiag_dbs),
};
DEFINE_OWN(inet_old_req, struct inet_diag_req);

/* ---- local sockets ---- */

void nl_diag__say_cookie(const struct blob *b, const struct field *f, struct out *o)
{
	say_cookie(b->data + f->off, o);
}

static const struct field unix_req_fields[] = {
	NAMES(struct unix_diag_req, sdiag_family, addr_family),
	UINT(struct unix_diag_req, sdiag_protocol),
	NAMES(struct unix_diag_req, udiag_states, tcp_states),
	UINT(struct unix_diag_req, udiag_ino),
	NAMES(struct unix_diag_req, udiag_show, udiag_show),
	CUSTOM(struct unix_diag_req, udiag_cookie, nl_diag__say_cookie),
};
DEFINE_OWN(unix_req, struct unix_diag_req);
static const struct field unix_msg_fields[] = {
	NAMES(struct unix_diag_msg, udiag_family, addr_family),
	NAMES(struct unix_diag_msg, udiag_type, sock_kind),
	NAMES(struct unix_diag_msg, udiag_state, tcp_state),
	UINT(struct unix_diag_msg, udiag_ino),
	CUSTOM(struct unix_diag_msg, udiag_cookie, nl_diag__say_cookie),
};
DEFINE_OWN(unix_msg, struct unix_diag_msg);
static const struct field unix_vfs_fields[] = {
	SAY(struct unix_diag_vfs, udiag_vfs_dev, dev),
	UINT(struct unix_diag_vfs, udiag_vfs_ino),
};
DEFINE_OWN(unix_vfs, struct unix_diag_vfs);
static const struct field unix_rqlen_fields[] = {
	UINT(struct unix_diag_rqlen, udiag_rqueue),
	UINT(struct unix_diag_rqlen, udiag_wqueue),
};
DEFINE_OWN(unix_rqlen, struct unix_diag_rqlen);
static const struct nl_attr unix_rows[] = {
	STR(UNIX_DIAG_NAME),
	LAID_OUT(UNIX_DIAG_VFS, unix_vfs),
	U32(UNIX_DIAG_PEER),
	LAID_OUT(UNIX_DIAG_RQLEN, unix_rqlen),
	{ UNIX_DIAG_ICONS, NL_LAYOUTS, 0, { .layout = &layout_uint } },
	INDEXED(UNIX_DIAG_MEMINFO, 4, sk_meminfo),
	U8(UNIX_DIAG_SHUTDOWN),
	ID(UNIX_DIAG_UID),
};
static const struct nl_attrs unix_attrs = { .types = &syms_unix_diag, .rows = unix_rows, .nr = ARRAY_SIZE(unix_rows) };

static const struct nl_attr inet_req_rows[] = {
	{ INET_DIAG_REQ_BYTECODE, NL_DIAG_CODE, 0, {} },
	WHOLE(INET_DIAG_REQ_PROTOCOL, 1, ip_protocol),
};
DEFINE_ATTRS(inet_req, inet_diag_req);

/* clang-format on */

static const struct nl_message inet_question = { .layout = &inet_req_layout,
						 .attrs = &inet_req_attrs },
			       inet_old_question = { .layout = &inet_old_req_layout,
						     .attrs = &inet_req_attrs },
			       inet_answer = { .layout = &inet_msg_layout, .attrs = &inet_attrs },
			       unix_question = { .layout = &unix_req_layout, .is_all = true },
			       unix_answer = { .layout = &unix_msg_layout, .attrs = &unix_attrs };

const struct nl_message *netlink_diag__find(unsigned int type, unsigned int family,
					    bool from_kernel)
{
	const bool is_old = type == TCPDIAG_GETSOCK || type == DCCPDIAG_GETSOCK;

	if (is_old && !from_kernel && (family == AF_INET || family == AF_INET6))
		return &inet_old_question;
	if (family == AF_INET || family == AF_INET6)
		return from_kernel ? &inet_answer : &inet_question;
	if (family == AF_UNIX)
		return from_kernel ? &unix_answer : &unix_question;
	return netlink_diag_more__find(family, from_kernel);
}
