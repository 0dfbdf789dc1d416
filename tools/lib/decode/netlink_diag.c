// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* netlink_diag.c - what messages about sockets carry (sock_diag), as ss(8) asks for them. */
#include "decode_netlink.h"

#include <arpa/inet.h>
#include <linux/inet_diag.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <stdio.h>
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

static void say_sockid(const struct blob *b, const struct field *f, struct out *o)
{
	typedef struct inet_diag_sockid id;
	const uint8_t *data = b->data + f->off;

	out__begin(o, OUT_OBJECT);
	out__member(o, "idiag_sport");
	say_htons(o, data + offsetof(id, idiag_sport));
	out__member(o, "idiag_dport");
	say_htons(o, data + offsetof(id, idiag_dport));
	say_end(b->data[0], "idiag_src", data + offsetof(id, idiag_src), o);
	say_end(b->data[0], "idiag_dst", data + offsetof(id, idiag_dst), o);
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
	CUSTOM(struct inet_diag_req_v2, id, say_sockid),
};
DEFINE_OWN(inet_req, struct inet_diag_req_v2);
static const struct field inet_msg_fields[] = {
	NAMES(struct inet_diag_msg, idiag_family, addr_family),
	NAMES(struct inet_diag_msg, idiag_state, tcp_state),
	UINT(struct inet_diag_msg, idiag_timer),
	UINT(struct inet_diag_msg, idiag_retrans),
	CUSTOM(struct inet_diag_msg, id, say_sockid),
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

/* strace has the names beside the number. */
static void say_shutdown(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t bits = layout__get(b->data + f->off, 1);
	char text[SYMBOLS_TEXT_MAX];

	if (!o->strace) {
		out__symbol(o, &syms_diag_shutdown, bits);
		return;
	}
	out__hex(o, bits);
	if (!bits || o->consts == OUT_CONSTS_RAW)
		return;
	symbols__format(&syms_diag_shutdown, bits, false, text, sizeof(text));
	if (!(bits & 3))
		snprintf(text, sizeof(text), "???_SHUTDOWN");
	out__comment(o, text, strlen(text));
}
static const struct field shutdown_fields[] = { { .size = 1, .kind = FIELD_CUSTOM, .custom = say_shutdown } };
static const struct layout shutdown_layout = { .name = "shutdown", .size = 1, .fields = shutdown_fields, .nr = 1,
	.compat = &shutdown_layout, .is_bare = true };

static const struct nl_attr ulp_rows[] = { STR(1 /* INET_ULP_INFO_NAME, 5.5 */) };
DEFINE_ATTRS(ulp, inet_ulp_info);

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
	U64(21 /* INET_DIAG_CGROUP_ID, 5.9 */),
	LAID_OUT(22 /* INET_DIAG_SOCKOPT, 5.10 */, sockopt), NEST(INET_DIAG_ULP_INFO, ulp),
};
static const struct nl_attrs inet_attrs = { .types = &syms_inet_diag, .rows = inet_rows, .nr = ARRAY_SIZE(inet_rows) };

/* Before SOCK_DIAG_BY_FAMILY. */
static const struct field inet_old_req_fields[] = {
	NAMES(struct inet_diag_req, idiag_family, addr_family),
	UINT(struct inet_diag_req, idiag_src_len),
	UINT(struct inet_diag_req, idiag_dst_len),
	NAMES(struct inet_diag_req, idiag_ext, inet_diag_ext),
	CUSTOM(struct inet_diag_req, id, say_sockid),
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
