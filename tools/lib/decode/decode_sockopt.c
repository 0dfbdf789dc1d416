// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* decode_sockopt.c - values of socket options, by level and option. */
#include "decode.h"

#include <linux/filter.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

/* Bytes that are copied of a value; most are an int. */
#define SOCKOPT_MAX 256

/* Options whose value is not an int. A NULL layout is a string. */
static const struct {
	int level;
	int option;
	const struct layout *layout;
} options[] = {
	{ SOL_SOCKET, SO_LINGER, &layout_linger },
	{ SOL_SOCKET, SO_PEERCRED, &layout_ucred },
	{ SOL_SOCKET, 20 /* SO_RCVTIMEO_OLD */, &layout_timeval },
	{ SOL_SOCKET, 21 /* SO_SNDTIMEO_OLD */, &layout_timeval },
	{ SOL_SOCKET, SO_ATTACH_FILTER, &layout_socket_fprog },
	{ SOL_SOCKET, SO_ATTACH_REUSEPORT_CBPF, &layout_socket_fprog },
	{ SOL_SOCKET, SO_BINDTODEVICE, NULL },
	{ SOL_SOCKET, SO_PEERSEC, NULL },
	{ IPPROTO_IP, IP_ADD_MEMBERSHIP, &layout_ip_mreq },
	{ IPPROTO_IP, IP_DROP_MEMBERSHIP, &layout_ip_mreq },
	{ IPPROTO_IPV6, IPV6_ADD_MEMBERSHIP, &layout_ipv6_mreq },
	{ IPPROTO_IPV6, IPV6_DROP_MEMBERSHIP, &layout_ipv6_mreq },
	{ IPPROTO_TCP, TCP_CONGESTION, NULL },
	{ IPPROTO_TCP, TCP_ULP, NULL },
};

static const struct layout *find_layout(const struct arg *arg, size_t len, bool *ret_is_str)
{
	const int level = (int)arg->event->rec->args[1], option = (int)arg->event->rec->args[2];
	const struct layout *l;

	*ret_is_str = false;
	for (size_t i = 0; i < ARRAY_SIZE(options); i++) {
		if (options[i].level != level || options[i].option != option)
			continue;
		*ret_is_str = !options[i].layout;
		l = *ret_is_str ? NULL : layout__of(options[i].layout, arg__is_compat(arg));
		/* Some of its members are better than bytes. */
		return l && len >= (layout__is_number(l) ? l->size : 4) ? l : NULL;
	}
	return len == sizeof(int) ? &layout_int : NULL;
}

/* The kernel wrote no more than the program had room for. */
static size_t written_len(const struct arg *arg, const struct payload *p)
{
	const struct payload *room = event__entry(arg->event, arg->desc->len_arg - 1U);
	size_t len = p->len;

	if (arg->desc->len_from == AUG_LEN_PTR && room && !room->err && room->len == 4)
		len = MIN(len, (size_t)layout__get(room->data, 4));
	return len;
}

/* The program's length is negative. */
static bool has_negative_len(const struct arg *arg)
{
	return arg->desc->len_from != AUG_LEN_PTR && (int32_t)arg__length(arg) < 0;
}

static void say_value(const struct arg *arg, const struct payload *p, struct out *o)
{
	struct blob b = arg->desc->layout ? arg__struct_blob(arg, p) : arg__blob(arg, p);
	const struct layout *l;
	bool is_str;

	/* strace alone has use for a part of it. */
	if (p->err && !o->strace) {
		out__fault(o, arg->value, p->err);
		return;
	}
	b.len = written_len(arg, p);
	if (o->strace) {
		const struct sockopt_value v = { .arg = arg,
						 .blob = &b,
						 .data = b.data,
						 .len = b.len,
						 .cut = p->err || p->flags & AUG_P_CUT,
						 .err = payload__is_enough(p, o) ? 0 : p->err,
						 .is_negative = has_negative_len(arg),
						 .is_get = arg->desc->len_from == AUG_LEN_PTR };

		sockopt_strace__say(&v, o);
		return;
	}
	l = find_layout(arg, b.len, &is_str);
	/* A program that is given back, as many bytes as the length has instructions. */
	if (l && l->nr_follows && arg->desc->len_from == AUG_LEN_PTR)
		out__ptr(o, arg->value);
	else if (l)
		layout__say(l, &b, o);
	else if (is_str)
		out__content(o, (const char *)b.data, strnlen((const char *)b.data, b.len), false);
	else
		out__str(o, (const char *)b.data, b.len, p->flags & AUG_P_CUT);
}

static void decode_sockopt(const struct arg *arg, struct out *o)
{
	const struct sockopt_value empty = { .arg = arg };

	/* Nothing is copied of no bytes. */
	if (o->strace && arg->value && arg->desc->len_from != AUG_LEN_PTR &&
	    !(uint32_t)arg->event->rec->args[arg->desc->len_arg - 1U])
		sockopt_strace__say(&empty, o);
	else
		arg__say_sides(arg, o, say_value);
}

const struct arg_type arg_sockopt = {
	.name = "sockopt",
	.decode = decode_sockopt,
	.capture_flags = AUG_C_PARTS,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER,
	.size = SOCKOPT_MAX,
};
/* Options of other levels may have the same number and be shorter. */
const struct arg_type arg_sockopt_code = {
	.name = "sockopt_code",
	.decode = decode_sockopt,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER,
	.capture_flags = AUG_C_WHOLE,
	.size = SOCKOPT_MAX,
	.needs_layout = true,
};
