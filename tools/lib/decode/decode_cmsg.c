// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode_cmsg.c - control data of messages. Its headers come from the traced program: each length is checked against
 * what is left.
 *
 * What has no description is bytes. strace 6.1 shows nothing of it, and names types of two levels only.
 */
#include "decode.h"

#include <time.h>
#include <linux/errqueue.h>
#include <linux/netlink.h>
#include <netinet/in.h>
#include <netinet/udp.h>
#include <string.h>
#include <sys/socket.h>

#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

/* include/uapi/asm-generic/socket.h: times as they are by the width of a program's time_t, or 64 bits wide. */
#define SCM_TIMESTAMP_OLD 29
#define SCM_TIMESTAMPNS_OLD 35
#define SCM_TIMESTAMPING_OLD 37
#define SCM_TIMESTAMP_NEW 63
#define SCM_TIMESTAMPNS_NEW 64
#define SCM_TIMESTAMPING_NEW 65

#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#endif
#ifndef UDP_GRO
#define UDP_GRO 104
#endif

/**
 * struct cmsg_kind
 * @layout: of the data. @nr: so many of them, as a list; 0: one that stands alone; ANY: as many as there are.
 * @say: instead of @layout, of at least @least bytes.
 * @is_wide: a 32-bit program has the @layout of others, too.
 * @marks_short: strace marks what is too short.
 * @not_strace: it shows none.
 */
struct cmsg_kind {
	int level;
	int type;
	const struct layout *layout;
	unsigned int nr;
	size_t least;
	void (*say)(const struct blob *b, struct out *o);
	bool is_wide;
	bool marks_short;
	bool not_strace;
};

#define ANY 255

static void say_fds(const struct blob *b, struct out *o)
{
	const size_t nr = b->len / 4;
	const size_t max = o->strace && !o->verbose ? out__elements_max(o, LAYOUT_ARRAY_SHOWN) : nr;

	out__begin(o, OUT_ARRAY);
	for (size_t i = 0; i < MIN(nr, max); i++)
		out__fd(o, (int32_t)layout__get(b->data + 4 * i, 4), b->at_exit);
	if (nr > max)
		out__more(o, 0);
	out__end(o, OUT_ARRAY);
}

static void say_text(const struct blob *b, struct out *o)
{
	out__str(o, (const char *)b->data, b->len, b->cut);
}

static void say_u16(const struct blob *b, struct out *o)
{
	out__uint(o, layout__get(b->data, 2));
}

static void say_sockaddr(const struct blob *b, struct out *o)
{
	decode__sockaddr(b, o);
}

static void say_errno(uint32_t err, struct out *o)
{
	const char *name = o->strace || err > INT32_MAX ? NULL : strerrorname_np((int)err);

	if (name && err)
		out__word(o, name, strlen(name));
	else
		out__uint(o, err);
}

/* struct sock_extended_err, and the address of who sent it. */
static void say_error(const struct blob *b, struct out *o, size_t addr_len)
{
	struct blob offender = { .compat = b->compat };
	struct sock_extended_err e;

	memcpy(&e, b->data, sizeof(e));
	out__begin(o, OUT_OBJECT);
	out__member(o, "ee_errno");
	say_errno(e.ee_errno, o);
	out__member(o, "ee_origin");
	out__uint(o, e.ee_origin);
	out__member(o, "ee_type");
	out__uint(o, e.ee_type);
	out__member(o, "ee_code");
	out__uint(o, e.ee_code);
	out__member(o, "ee_info");
	out__uint(o, e.ee_info);
	out__member(o, "ee_data");
	out__uint(o, e.ee_data);
	if (b->len > sizeof(e)) {
		out__member(o, "offender");
		offender.data = b->data + sizeof(e);
		offender.len = MIN(b->len - sizeof(e), addr_len);
		decode__sockaddr(&offender, o);
	}
	out__end(o, OUT_OBJECT);
}

static void say_error_inet(const struct blob *b, struct out *o)
{
	say_error(b, o, sizeof(struct sockaddr_in));
}

static void say_error_inet6(const struct blob *b, struct out *o)
{
	say_error(b, o, sizeof(struct sockaddr_in6));
}

#define ERROR_LEN (sizeof(struct sock_extended_err) + sizeof(struct sockaddr_in))
#define TIMES(t, l, ...)                                                                 \
	{                                                                                \
		SOL_SOCKET, t, .layout = &layout_##l, .marks_short = true, ##__VA_ARGS__ \
	}

static const struct cmsg_kind kinds[] = {
	{ SOL_SOCKET, SCM_RIGHTS, .least = 4, .say = say_fds },
	{ SOL_SOCKET, SCM_CREDENTIALS, .layout = &layout_ucred },
	{ SOL_SOCKET, 3 /* SCM_SECURITY */, .say = say_text },
	{ SOL_SOCKET, 4 /* SCM_PIDFD, 6.5 */, .least = 4, .say = say_fds, .not_strace = true },
	TIMES(SCM_TIMESTAMP_OLD, timeval),
	TIMES(SCM_TIMESTAMPNS_OLD, timespec),
	TIMES(SCM_TIMESTAMPING_OLD, timespec, .nr = 3),
	TIMES(SCM_TIMESTAMP_NEW, timeval, .is_wide = true),
	TIMES(SCM_TIMESTAMPNS_NEW, timespec, .is_wide = true),
	TIMES(SCM_TIMESTAMPING_NEW, timespec, .nr = 3, .is_wide = true),
	{ IPPROTO_IP, IP_PKTINFO, .layout = &layout_in_pktinfo },
	{ IPPROTO_IP, IP_TTL, .layout = &layout_uint, .nr = ANY },
	{ IPPROTO_IP, IP_CHECKSUM, .layout = &layout_uint, .nr = ANY },
	{ IPPROTO_IP, IP_TOS, .layout = &layout_tos, .nr = ANY },
	{ IPPROTO_IP, IP_RECVOPTS, .layout = &layout_tos, .nr = ANY },
	{ IPPROTO_IP, IP_RETOPTS, .layout = &layout_tos, .nr = ANY },
	{ IPPROTO_IP, 3 /* SCM_SECURITY, as IP has it */, .say = say_text },
	{ IPPROTO_IP, IP_RECVERR, .least = ERROR_LEN, .say = say_error_inet },
	{ IPPROTO_IP, IP_ORIGDSTADDR, .least = sizeof(struct sockaddr_in), .say = say_sockaddr },
	{ IPPROTO_IPV6, 74 /* IPV6_ORIGDSTADDR */, .least = sizeof(struct sockaddr_in6),
	  .say = say_sockaddr, .not_strace = true },
	{ IPPROTO_IPV6, IPV6_PKTINFO, .layout = &layout_in6_pktinfo, .not_strace = true },
	{ IPPROTO_IPV6, IPV6_HOPLIMIT, .layout = &layout_int, .not_strace = true },
	{ IPPROTO_IPV6, IPV6_TCLASS, .layout = &layout_int, .not_strace = true },
	{ IPPROTO_IPV6, IPV6_RECVERR, .least = ERROR_LEN, .say = say_error_inet6,
	  .not_strace = true },
	{ IPPROTO_UDP, UDP_SEGMENT, .least = 2, .say = say_u16, .not_strace = true },
	{ IPPROTO_UDP, UDP_GRO, .layout = &layout_int, .not_strace = true },
	{ SOL_NETLINK, NETLINK_PKTINFO, .layout = &layout_uint, .not_strace = true },
};

static const struct cmsg_kind *find_kind(int level, int type, const struct out *o)
{
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (kinds[i].level == level && kinds[i].type == type)
			return o->strace && kinds[i].not_strace ? NULL : &kinds[i];
	}
	return NULL;
}

/* Return: false when it is too short, and nothing is said. */
static bool say_kind(const struct cmsg_kind *kind, const struct blob *b, struct out *o)
{
	const struct layout *l =
		kind->layout ? layout__of(kind->layout, b->compat && !kind->is_wide) : NULL;
	struct blob whole = *b;

	if (kind->say && b->len >= kind->least) {
		out__member(o, "cmsg_data");
		kind->say(b, o);
		return true;
	}
	if (!l || b->len < l->size * (kind->nr && kind->nr != ANY ? kind->nr : 1U))
		return false;
	out__member(o, "cmsg_data");
	if (!kind->nr) {
		layout__say(l, b, o);
		return true;
	}
	if (kind->nr != ANY)
		whole.len = kind->nr * l->size;
	layout__say_array(l, &whole, o);
	return true;
}

static void say_data(int level, int type, const struct blob *b, struct out *o)
{
	const struct cmsg_kind *kind = find_kind(level, type, o);

	if (kind && say_kind(kind, b, o))
		return;
	if (o->strace && !(kind && kind->marks_short))
		return;
	out__member(o, "cmsg_data");
	if (o->strace)
		out__word(o, "???", 3);
	else
		out__str(o, (const char *)b->data, b->len, b->cut);
}

static void say_type(int level, int type, struct out *o)
{
	const struct symbols *types = sockopt_symbols__get(level);

	if (level == SOL_SOCKET)
		types = o->strace ? &syms_scm_type_strace : &syms_scm_type;
	else if (o->strace)
		types = level == IPPROTO_IP ? &syms_ip_cmsg : NULL;
	if (types)
		out__symbol(o, types, (uint32_t)type);
	else
		out__hex(o, (uint32_t)type);
}

size_t decode__cmsg(const struct blob *b, bool *ret_is_last, struct out *o)
{
	const size_t word = b->compat ? 4 : 8, head = word + 8;
	struct blob data = { .compat = b->compat, .at_exit = b->at_exit };
	uint64_t len;
	int level, type;

	*ret_is_last = true;
	if (b->len < head)
		return 0;
	len = layout__get(b->data, word);
	level = (int)layout__get(b->data + word, 4);
	type = (int)layout__get(b->data + word + 4, 4);
	out__begin(o, OUT_OBJECT);
	out__member(o, "cmsg_len");
	out__uint(o, len);
	out__member(o, "cmsg_level");
	out__symbol(o, o->strace ? &syms_cmsg_level : &syms_sock_level, (uint32_t)level);
	out__member(o, "cmsg_type");
	say_type(level, type, o);
	if (len > head) {
		data.data = b->data + head;
		data.len = (size_t)MIN(len, b->len) - head;
		data.cut = len > b->len && !o->strace;
		if (data.len || !o->strace)
			say_data(level, type, &data, o);
	}
	out__end(o, OUT_OBJECT);
	if (len < head)
		return head;
	if (len > b->len)
		return b->len;
	*ret_is_last = false;
	return MIN((size_t)(len + word - 1) & ~(word - 1), b->len);
}
