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

#include "decode_word.h"
#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

#define DEFINE_OWN(id, s) \
	static const struct layout id##_layout = { .name = #id, .size = sizeof(s), .fields = id##_fields, \
						   .nr = ARRAY_SIZE(id##_fields), .compat = &id##_layout }

/* ---- sockets of the Internet ---- */

/* An address by the family of the message, which is its first byte. */
static void say_end(const struct blob *b, const char *name, size_t off, struct out *o)
{
	const bool is_v6 = b->data[0] == AF_INET6;
	char addr[INET6_ADDRSTRLEN];
	struct word w;

	if (b->data[0] != AF_INET && !is_v6) {
		out__member(o, name);
		out__str(o, (const char *)b->data + off, 16, false);
		return;
	}
	inet_ntop(b->data[0], b->data + off, addr, sizeof(addr));
	/* strace's spelling has the name in the call. */
	if (!o->strace || !is_v6)
		out__member(o, name);
	word__init(&w);
	if (!o->strace) {
		word__add(&w, addr);
	} else if (is_v6) {
		word__add(&w, "inet_pton(AF_INET6, ");
		word__add_quoted(&w, addr, o);
		word__add(&w, ", &");
		word__add(&w, name);
		word__add(&w, ")");
	} else {
		word__add(&w, "inet_addr(");
		word__add_quoted(&w, addr, o);
		word__add(&w, ")");
	}
	word__say(&w, o);
}

static void say_port(struct out *o, const char *name, const uint8_t *data)
{
	const unsigned int port = ntohs((uint16_t)layout__get(data, 2));
	char text[32];

	out__member(o, name);
	if (o->strace)
		out__word(o, text, (size_t)snprintf(text, sizeof(text), "htons(%u)", port));
	else
		out__uint(o, port);
}

static void say_cookie(struct out *o, const char *name, const uint8_t *data)
{
	out__member(o, name);
	out__begin(o, OUT_ARRAY);
	out__uint(o, layout__get(data, 4));
	out__uint(o, layout__get(data + 4, 4));
	out__end(o, OUT_ARRAY);
}

static void say_sockid(const struct blob *b, const struct field *f, struct out *o)
{
	typedef struct inet_diag_sockid id;
	const uint8_t *data = b->data + f->off;

	out__begin(o, OUT_OBJECT);
	say_port(o, "idiag_sport", data + offsetof(id, idiag_sport));
	say_port(o, "idiag_dport", data + offsetof(id, idiag_dport));
	say_end(b, "idiag_src", f->off + offsetof(id, idiag_src), o);
	say_end(b, "idiag_dst", f->off + offsetof(id, idiag_dst), o);
	out__member(o, "idiag_if");
	say_ifindex(o, layout__get(data + offsetof(id, idiag_if), 4));
	say_cookie(o, "idiag_cookie", data + offsetof(id, idiag_cookie));
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

/* Two bytes of bits; those that are not set are not told. */
static void say_sockopt_bits(const struct blob *b, const struct field *f, struct out *o)
{
	static const char *const names[] = { "recverr", "is_icsk", "freebind", "hdrincl", "mc_loop", "transparent",
					     "mc_all", "nodefrag", "bind_address_no_port", "recverr_rfc4884",
					     "defer_connect" };
	const uint64_t bits = layout__get(b->data + f->off, 2);
	bool any = false;

	out__begin(o, OUT_OBJECT);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (!(bits >> i & 1))
			continue;
		out__member(o, names[i]);
		out__uint(o, 1);
		any = true;
	}
	if (!any) {
		out__member(o, names[0]);
		out__uint(o, 0);
	}
	out__end(o, OUT_OBJECT);
}
static const struct field sockopt_fields[] = { { .size = 2, .kind = FIELD_CUSTOM, .custom = say_sockopt_bits } };
static const struct layout sockopt_layout = { .name = "sockopt_bits", .size = 2, .fields = sockopt_fields, .nr = 1,
	.compat = &sockopt_layout, .is_bare = true };

static const struct nl_attr inet_rows[] = {
	{ INET_DIAG_MEMINFO, NL_LAYOUT, 0, { .layout = &meminfo_layout } },
	{ INET_DIAG_CONG, NL_STR, 0, {} },
	{ INET_DIAG_TOS, NL_UINT, 1, {} },
	{ INET_DIAG_TCLASS, NL_UINT, 1, {} },
	{ INET_DIAG_SHUTDOWN, NL_UINT, 1, {} },
	{ INET_DIAG_PROTOCOL, NL_SYM, 1, { .syms = &syms_ip_protocol } },
	{ INET_DIAG_SKV6ONLY, NL_UINT, 1, {} },
	{ INET_DIAG_MARK, NL_UINT, 4, {} },
	{ INET_DIAG_CLASS_ID, NL_UINT, 4, {} },
	{ 21 /* INET_DIAG_CGROUP_ID, 5.9 */, NL_UINT, 8, {} },
	{ 22 /* INET_DIAG_SOCKOPT, 5.10 */, NL_LAYOUT, 0, { .layout = &sockopt_layout } },
};
static const struct nl_attrs inet_attrs = { .types = &syms_inet_diag, .rows = inet_rows, .nr = ARRAY_SIZE(inet_rows) };

/* ---- local sockets ---- */

static void say_udiag_cookie(const struct blob *b, const struct field *f, struct out *o)
{
	out__begin(o, OUT_ARRAY);
	out__uint(o, layout__get(b->data + f->off, 4));
	out__uint(o, layout__get(b->data + f->off + 4, 4));
	out__end(o, OUT_ARRAY);
}

static const struct field unix_req_fields[] = {
	NAMES(struct unix_diag_req, sdiag_family, addr_family),
	UINT(struct unix_diag_req, sdiag_protocol),
	NAMES(struct unix_diag_req, udiag_states, tcp_states),
	UINT(struct unix_diag_req, udiag_ino),
	NAMES(struct unix_diag_req, udiag_show, udiag_show),
	CUSTOM(struct unix_diag_req, udiag_cookie, say_udiag_cookie),
};
DEFINE_OWN(unix_req, struct unix_diag_req);
static const struct field unix_msg_fields[] = {
	NAMES(struct unix_diag_msg, udiag_family, addr_family),
	NAMES(struct unix_diag_msg, udiag_type, sock_type),
	NAMES(struct unix_diag_msg, udiag_state, tcp_state),
	UINT(struct unix_diag_msg, udiag_ino),
	CUSTOM(struct unix_diag_msg, udiag_cookie, say_udiag_cookie),
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
	{ UNIX_DIAG_NAME, NL_STR, 0, {} },
	{ UNIX_DIAG_VFS, NL_LAYOUT, 0, { .layout = &unix_vfs_layout } },
	{ UNIX_DIAG_PEER, NL_UINT, 4, {} },
	{ UNIX_DIAG_RQLEN, NL_LAYOUT, 0, { .layout = &unix_rqlen_layout } },
	{ UNIX_DIAG_SHUTDOWN, NL_UINT, 1, {} },
	{ UNIX_DIAG_UID, NL_UINT, 4, {} },
};
static const struct nl_attrs unix_attrs = { .types = &syms_unix_diag, .rows = unix_rows, .nr = ARRAY_SIZE(unix_rows) };

/* clang-format on */

static const struct nl_attrs inet_req_attrs = { .types = &syms_inet_diag_req };
static const struct nl_attrs no_attrs = { .types = &syms_no_names };

static const struct nl_message inet_question = { 0, 0, &inet_req_layout, &inet_req_attrs },
			       inet_answer = { 0, 0, &inet_msg_layout, &inet_attrs },
			       unix_question = { 0, 0, &unix_req_layout, &no_attrs },
			       unix_answer = { 0, 0, &unix_msg_layout, &unix_attrs };

const struct nl_message *netlink_diag__find(unsigned int type, unsigned int family,
					    bool from_kernel)
{
	if (type != SOCK_DIAG_BY_FAMILY && type != SOCK_DESTROY)
		return NULL;
	if (family == AF_INET || family == AF_INET6)
		return from_kernel ? &inet_answer : &inet_question;
	if (family == AF_UNIX)
		return from_kernel ? &unix_answer : &unix_question;
	return NULL;
}
