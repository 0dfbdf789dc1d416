// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * sockopt_strace.c - values of socket options as strace spells them.
 *
 * It takes a value for what the option should be only when the length is right: a shorter one of setsockopt() is an
 * address, one that getsockopt() cut ends with the bytes that there are of a member. All others are a number
 * when they have four bytes, and else bytes.
 */
#include <errno.h>
#include <linux/if_packet.h>
#include <linux/netlink.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#include "decode.h"
#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

#define SO_RESERVE_MEM_ 73 /* Linux 5.17 */
#define SO_TXREHASH_ 74	   /* Linux 6.0 */
#define SO_RCVMARK_ 75	   /* Linux 6.0 */

/* Of SOL_SOCKET: numbers whatever the length is. The kernel takes or gives no others. */
static const uint8_t so_ints[] = {
	SO_DEBUG,
	SO_REUSEADDR,
	SO_DONTROUTE,
	SO_BROADCAST,
	SO_SNDBUF,
	SO_RCVBUF,
	SO_KEEPALIVE,
	SO_OOBINLINE,
	SO_NO_CHECK,
	SO_PRIORITY,
	SO_BSDCOMPAT,
	SO_REUSEPORT,
	SO_PASSCRED,
	SO_RCVLOWAT,
	SO_SNDLOWAT,
	SO_DETACH_FILTER,
	29, /* SO_TIMESTAMP_OLD */
	SO_ACCEPTCONN,
	SO_SNDBUFFORCE,
	SO_RCVBUFFORCE,
	SO_PASSSEC,
	35, /* SO_TIMESTAMPNS_OLD */
	SO_MARK,
	37, /* SO_TIMESTAMPING_OLD */
	SO_RXQ_OVFL,
	SO_WIFI_STATUS,
	SO_PEEK_OFF,
	SO_NOFCS,
	SO_LOCK_FILTER,
	SO_SELECT_ERR_QUEUE,
	SO_BUSY_POLL,
	SO_INCOMING_CPU,
	SO_CNX_ADVICE,
	SO_INCOMING_NAPI_ID,
	SO_ZEROCOPY,
	63, /* SO_TIMESTAMP_NEW */
	64, /* SO_TIMESTAMPNS_NEW */
	65, /* SO_TIMESTAMPING_NEW */
	SO_DETACH_REUSEPORT_BPF,
	SO_PREFER_BUSY_POLL,
	SO_BUSY_POLL_BUDGET,
	SO_RESERVE_MEM_,
	SO_RCVMARK_,
};

/* Says the value. Return: false when its address is to be said. */
typedef bool (*say_fn)(const struct sockopt_value *v, struct out *o);

static uint32_t get_u32(const struct sockopt_value *v, size_t off)
{
	return (uint32_t)layout__get(v->data + off, 4);
}

/* A number of four bytes by @say. */
static bool say_number(const struct sockopt_value *v, struct out *o,
		       void (*say)(struct out *o, uint32_t value))
{
	if (v->len < 4) {
		if (v->is_get)
			say_hex_bytes(o, v->data, v->len);
		return v->is_get;
	}
	out__begin(o, OUT_POINTEE);
	say(o, get_u32(v, 0));
	out__end(o, OUT_POINTEE);
	return true;
}

static void say_int(struct out *o, uint32_t value)
{
	out__sint(o, (int32_t)value);
}

static bool say_int_value(const struct sockopt_value *v, struct out *o)
{
	return say_number(v, o, say_int);
}

static void say_error(struct out *o, uint32_t value)
{
	const char *name = value ? strerrorname_np((int)value) : NULL;

	if (name)
		out__constant(o, value, OUT_DEC, name, strlen(name));
	else
		out__sint(o, (int32_t)value);
}

static bool say_error_value(const struct sockopt_value *v, struct out *o)
{
	return say_number(v, o, say_error);
}

static void say_txrehash(struct out *o, uint32_t value)
{
	out__symbol(o, &syms_txrehash, value);
}

static bool say_txrehash_value(const struct sockopt_value *v, struct out *o)
{
	return say_number(v, o, say_txrehash);
}

static void say_field(const struct field *f, uint64_t value, struct out *o)
{
	switch (f->kind) {
	case FIELD_PID:
		out__pid(o, (int32_t)value);
		break;
	case FIELD_SAY:
		f->say(o, value);
		break;
	case FIELD_SINT:
		out__sint(o, (int32_t)value);
		break;
	default:
		out__uint(o, value);
	}
}

/* As much of a structure of numbers as there is. */
static void say_part_of(const struct layout *l, const struct sockopt_value *v, struct out *o)
{
	out__begin(o, OUT_OBJECT);
	for (unsigned int i = 0; i < l->nr && l->fields[i].off < v->len; i++) {
		const struct field *f = &l->fields[i];
		const uint8_t *at = v->data + f->off;

		out__member(o, f->name);
		if (v->len - f->off < f->size)
			say_hex_bytes(o, at, v->len - f->off);
		else
			say_field(f, layout__get(at, f->size), o);
	}
	out__end(o, OUT_OBJECT);
}

static bool say_linger(const struct sockopt_value *v, struct out *o)
{
	if (!v->is_get && v->len < layout_linger.size)
		return false;
	say_part_of(&layout_linger, v, o);
	return true;
}

static bool say_peercred(const struct sockopt_value *v, struct out *o)
{
	say_part_of(&layout_ucred, v, o);
	return true;
}

static const struct field packet_stats_fields[] = {
	{ .name = "tp_packets", .off = 0, .size = 4, .kind = FIELD_UINT },
	{ .name = "tp_drops", .off = 4, .size = 4, .kind = FIELD_UINT },
	{ .name = "tp_freeze_q_cnt", .off = 8, .size = 4, .kind = FIELD_UINT },
};
static const struct layout layout_packet_stats = {
	.name = "packet_stats", .fields = packet_stats_fields, .size = 12, .nr = 3
};

static bool say_packet_stats(const struct sockopt_value *v, struct out *o)
{
	say_part_of(&layout_packet_stats, v, o);
	return true;
}

static bool say_fprog(const struct sockopt_value *v, struct out *o)
{
	const struct layout *l = layout__of(&layout_socket_fprog, arg__is_compat(v->arg));

	if (!l || v->len != l->size || v->cut)
		return false;
	layout__say(l, v->blob, o);
	return true;
}

/* The length is of instructions, which are shown to nobody here. */
static bool say_got_fprog(const struct sockopt_value *v, struct out *o)
{
	(void)v;
	(void)o;
	return false;
}

static bool say_ip_mreq(const struct sockopt_value *v, struct out *o)
{
	if (v->len < 8)
		return false;
	out__begin(o, OUT_OBJECT);
	out__member(o, "imr_multiaddr");
	decode__inet(v->data, 4, o);
	out__member(o, "imr_interface");
	decode__inet(v->data + 4, 4, o);
	out__end(o, OUT_OBJECT);
	return true;
}

static bool say_ipv6_mreq(const struct sockopt_value *v, struct out *o)
{
	if (v->len < 20)
		return false;
	out__begin(o, OUT_OBJECT);
	decode__inet6_member("ipv6mr_multiaddr", v->data, o);
	out__member(o, "ipv6mr_interface");
	say_ifindex(o, get_u32(v, 16));
	out__end(o, OUT_OBJECT);
	return true;
}

/* The address is aligned as a long is. */
static bool say_group_req(const struct sockopt_value *v, struct out *o)
{
	const size_t off = arg__is_compat(v->arg) ? 4 : 8;
	struct blob group = { .len = 128, .compat = arg__is_compat(v->arg) };

	if (v->len < off + 128)
		return false;
	out__begin(o, OUT_OBJECT);
	out__member(o, "gr_interface");
	say_ifindex(o, get_u32(v, 0));
	out__member(o, "gr_group");
	group.data = v->data + off;
	decode__sockaddr(&group, o);
	out__end(o, OUT_OBJECT);
	return true;
}

static bool say_packet_ring(const struct sockopt_value *v, struct out *o)
{
	static const char *const names[] = { "tp_block_size", "tp_block_nr", "tp_frame_size",
					     "tp_frame_nr" };

	if (v->len != 4 * ARRAY_SIZE(names))
		return false;
	out__begin(o, OUT_OBJECT);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		out__member(o, names[i]);
		out__uint(o, get_u32(v, 4 * i));
	}
	out__end(o, OUT_OBJECT);
	return true;
}

static bool say_packet_mreq(const struct sockopt_value *v, struct out *o)
{
	struct packet_mreq m;

	if (v->len != sizeof(m) || v->cut)
		return false;
	memcpy(&m, v->data, sizeof(m));
	out__begin(o, OUT_OBJECT);
	out__member(o, "mr_ifindex");
	say_ifindex(o, (uint32_t)m.mr_ifindex);
	out__member(o, "mr_type");
	out__symbol(o, &syms_packet_mr_types, m.mr_type);
	out__member(o, "mr_alen");
	out__uint(o, m.mr_alen);
	out__member(o, "mr_address");
	say_hwaddr(o, m.mr_address, MIN((size_t)m.mr_alen, sizeof(m.mr_address)));
	out__end(o, OUT_OBJECT);
	return true;
}

/* Types of messages that are dropped; those that a short value does not reach are. */
static bool say_icmp_filter(const struct sockopt_value *v, struct out *o)
{
	uint32_t set = UINT32_MAX;
	bool invert;

	if (!v->len)
		return false;
	memcpy(&set, v->data, MIN(v->len, sizeof(set)));
	invert = __builtin_popcount(set) > 16;
	if (invert)
		set = ~set;
	out__begin(o, invert ? OUT_SET_NOT : OUT_SET);
	for (uint64_t i = 0; i < 32; i++) {
		if (set >> i & 1)
			out__symbol(o, &syms_icmp_types, i);
	}
	out__end(o, invert ? OUT_SET_NOT : OUT_SET);
	return true;
}

static bool say_netlink(const struct sockopt_value *v, struct out *o)
{
	return v->len >= 4 && say_int_value(v, o);
}

static bool say_memberships(const struct sockopt_value *v, struct out *o)
{
	const size_t nr = v->len / 4, max = o->verbose ? nr : out__elements_max(o, nr);

	out__begin(o, OUT_ARRAY);
	for (size_t i = 0; i < MIN(nr, max); i++)
		out__uint(o, get_u32(v, 4 * i));
	if (nr > max)
		out__more(o, nr - max);
	out__end(o, OUT_ARRAY);
	return true;
}

/* Any option of a level is that after its known ones with ANY. */
#define ANY (-1)
#define GET 1
#define SET 2
static const struct {
	int level, option, ways;
	say_fn say;
} options[] = {
	{ SOL_SOCKET, SO_LINGER, GET | SET, say_linger },
	{ SOL_SOCKET, SO_PEERCRED, GET, say_peercred },
	{ SOL_SOCKET, SO_ERROR, GET, say_error_value },
	{ SOL_SOCKET, SO_ATTACH_FILTER, SET, say_fprog },
	{ SOL_SOCKET, SO_GET_FILTER, GET, say_got_fprog },
	{ SOL_SOCKET, SO_ATTACH_REUSEPORT_CBPF, SET, say_fprog },
	{ SOL_SOCKET, SO_TXREHASH_, GET | SET, say_txrehash_value },
	{ SOL_IP, IP_ADD_MEMBERSHIP, SET, say_ip_mreq },
	{ SOL_IP, IP_DROP_MEMBERSHIP, SET, say_ip_mreq },
	{ SOL_IP, MCAST_JOIN_GROUP, SET, say_group_req },
	{ SOL_IP, MCAST_LEAVE_GROUP, SET, say_group_req },
	{ SOL_IPV6, IPV6_ADD_MEMBERSHIP, SET, say_ipv6_mreq },
	{ SOL_IPV6, IPV6_DROP_MEMBERSHIP, SET, say_ipv6_mreq },
	{ SOL_IPV6, IPV6_JOIN_ANYCAST, SET, say_ipv6_mreq },
	{ SOL_IPV6, IPV6_LEAVE_ANYCAST, SET, say_ipv6_mreq },
	{ SOL_IPV6, MCAST_JOIN_GROUP, SET, say_group_req },
	{ SOL_IPV6, MCAST_LEAVE_GROUP, SET, say_group_req },
	{ SOL_PACKET, PACKET_RX_RING, SET, say_packet_ring },
	{ SOL_PACKET, PACKET_TX_RING, SET, say_packet_ring },
	{ SOL_PACKET, PACKET_ADD_MEMBERSHIP, SET, say_packet_mreq },
	{ SOL_PACKET, PACKET_DROP_MEMBERSHIP, SET, say_packet_mreq },
	{ SOL_PACKET, PACKET_STATISTICS, GET, say_packet_stats },
	{ SOL_RAW, 1 /* ICMP_FILTER */, GET | SET, say_icmp_filter },
	{ SOL_NETLINK, NETLINK_LIST_MEMBERSHIPS, GET, say_memberships },
	{ SOL_NETLINK, ANY, GET | SET, say_netlink },
};

static say_fn find_say(const struct sockopt_value *v)
{
	const int level = (int)v->arg->event->rec->args[1];
	const int option = (int)v->arg->event->rec->args[2];

	for (size_t i = 0; i < ARRAY_SIZE(options); i++) {
		if (options[i].level == level && options[i].ways & (v->is_get ? GET : SET) &&
		    (options[i].option == option || options[i].option == ANY))
			return options[i].say;
	}
	for (size_t i = 0; level == SOL_SOCKET && i < ARRAY_SIZE(so_ints); i++) {
		if (so_ints[i] == option)
			return say_int_value;
	}
	return v->len == 4 && !v->cut ? say_int_value : NULL;
}

void sockopt_strace__say(const struct sockopt_value *v, struct out *o)
{
	const say_fn say = find_say(v);
	/* Nothing was given, wherever it should go. */
	const bool is_nothing = v->is_get && !v->len;

	if (!say && v->err)
		out__fault(o, v->arg->value, v->err);
	else if (is_nothing || (say && (v->is_negative || !say(v, o))))
		out__ptr(o, v->arg->value);
	else if (!say)
		out__content(o, (const char *)v->data, v->len, v->cut);
}
