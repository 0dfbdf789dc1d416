// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode_ifreq.c - ioctls on network interfaces: struct ifreq, an interface by name and what its command asks, and
 * struct ifconf, a list of them.
 */
#include "decode.h"

#include <linux/if_arp.h>
#include <string.h>

#include "decode_word.h"
#include "layouts.h"
#include "symbols_netlink.h"
#include "symbols_tables.h"
#include "util.h"

#define IFREQ_SIZE sizeof(struct ifreq)
#define IFREQ32_SIZE 32
#define NAME_SIZE IFNAMSIZ
#define UNION_OFF 16

static void say_ifr_addr(const struct blob *b, const struct field *f, struct out *o)
{
	const struct blob addr = { .data = b->data + f->off, .len = f->size, .compat = b->compat };

	decode__sockaddr(&addr, o);
}

/* By kind of hardware, as drivers set dev->addr_len; of others all of the place. */
static const struct {
	uint16_t kind;
	uint8_t len;
} hwaddr_lens[] = {
	{ ARPHRD_SLIP, 0 },
	{ ARPHRD_X25, 0 },
	{ ARPHRD_CAN, 0 },
	{ ARPHRD_PPP, 0 },
	{ ARPHRD_RAWHDLC, 0 },
	{ ARPHRD_RAWIP, 0 },
	{ ARPHRD_IPDDP, 0 },
	{ ARPHRD_PIMREG, 0 },
	{ ARPHRD_CAIF, 0 },
	{ ARPHRD_NETLINK, 0 },
	{ ARPHRD_VSOCKMON, 0 },
	{ ARPHRD_ARCNET, 1 },
	{ ARPHRD_MCTP, 1 },
	{ ARPHRD_LOCALTLK, 1 },
	{ ARPHRD_PHONET, 1 },
	{ ARPHRD_PHONET_PIPE, 1 },
	{ ARPHRD_DLCI, 2 },
	{ ARPHRD_TUNNEL, 4 },
	{ ARPHRD_SIT, 4 },
	{ ARPHRD_IPGRE, 4 },
	{ ARPHRD_IRDA, 4 },
	{ ARPHRD_ROSE, 5 },
	{ ARPHRD_ETHER, 6 },
	{ ARPHRD_IEEE802, 6 },
	{ ARPHRD_LOOPBACK, 6 },
	{ ARPHRD_FDDI, 6 },
	{ ARPHRD_HIPPI, 6 },
	{ ARPHRD_IEEE80211, 6 },
	{ ARPHRD_IEEE80211_PRISM, 6 },
	{ ARPHRD_IEEE80211_RADIOTAP, 6 },
	{ ARPHRD_NETROM, 7 },
	{ ARPHRD_AX25, 7 },
	{ ARPHRD_EUI64, 8 },
	{ ARPHRD_IEEE802154, 8 },
	{ ARPHRD_6LOWPAN, 8 },
	{ ARPHRD_IEEE802154_MONITOR, 8 },
};

static size_t hwaddr_len(uint16_t kind, size_t room)
{
	for (size_t i = 0; i < ARRAY_SIZE(hwaddr_lens); i++) {
		if (hwaddr_lens[i].kind == kind)
			return hwaddr_lens[i].len;
	}
	return room;
}

static void say_ifr_hwaddr(const struct blob *b, const struct field *f, struct out *o)
{
	const uint16_t kind = (uint16_t)layout__get(b->data + f->off, 2);
	const size_t room = f->size - 2;

	out__begin(o, OUT_OBJECT);
	out__member(o, "sa_family");
	out__symbol(o, &syms_arp_hardware, kind);
	out__member(o, "sa_data");
	say_hwaddr_in(o, b->data + f->off + 2, hwaddr_len(kind, room), room);
	out__end(o, OUT_OBJECT);
}

/* clang-format off */

#define IFR_NAME { .name = "ifr_name", .off = 0, .size = NAME_SIZE, .kind = FIELD_STR }
/* Names of members are macros: they come quoted. */
#define IFR(m, s, k, ...) { .name = m, .off = UNION_OFF, .size = s, .kind = k, ##__VA_ARGS__ }
#define IFREQ(id, ...) \
	static const struct field ifreq_##id##_fields[] = { IFR_NAME, __VA_ARGS__ }; \
	DEFINE_LAYOUT(ifreq_##id, IFREQ_SIZE)
#define IFREQ_ADDR(id, m) IFREQ(id, IFR(m, 16, FIELD_CUSTOM, .custom = say_ifr_addr))

IFREQ(flags, IFR("ifr_flags", 2, FIELD_SYM, .syms = &syms_iff_flags));
IFREQ(index, IFR("ifr_ifindex", 4, FIELD_SINT));
IFREQ(metric, IFR("ifr_metric", 4, FIELD_SINT));
IFREQ(mtu, IFR("ifr_mtu", 4, FIELD_SINT));
IFREQ(qlen, IFR("ifr_qlen", 4, FIELD_SINT));
IFREQ(newname, IFR("ifr_newname", NAME_SIZE, FIELD_STR));
IFREQ(slave, IFR("ifr_slave", NAME_SIZE, FIELD_STR));
IFREQ_ADDR(addr, "ifr_addr");
IFREQ_ADDR(dstaddr, "ifr_dstaddr");
IFREQ_ADDR(broadaddr, "ifr_broadaddr");
IFREQ_ADDR(netmask, "ifr_netmask");
IFREQ(hwaddr, IFR("ifr_hwaddr", 16, FIELD_CUSTOM, .custom = say_ifr_hwaddr));

#define MAP_AT(m, o, s, k) { .name = #m, .off = o, .size = s, .kind = k }
static const struct field ifmap_fields[] = {
	MAP_AT(mem_start, 0, 8, FIELD_HEX), MAP_AT(mem_end, 8, 8, FIELD_HEX),
	MAP_AT(base_addr, 16, 2, FIELD_HEX), MAP_AT(irq, 18, 1, FIELD_HEX), MAP_AT(dma, 19, 1, FIELD_HEX),
	MAP_AT(port, 20, 1, FIELD_HEX),
};
static DEFINE_LAYOUT_NATIVE(ifmap, 24);
static const struct field ifreq_map_fields[] = {
	IFR_NAME, IFR("ifr_map", 24, FIELD_LAYOUT, .layout = &layout_ifmap),
};
DEFINE_LAYOUT_NATIVE(ifreq_map, IFREQ_SIZE);

static const struct field ifreq_bridge_fields[] = {
	IFR("ifr_ifindex", 4, FIELD_SAY, .say = say_ifindex),
};
DEFINE_LAYOUT(ifreq_bridge, IFREQ_SIZE);

static const struct field ifconf_fields[] = {
	SINT(struct ifconf, ifc_len),
	{ .name = "ifc_buf", .off = offsetof(struct ifconf, ifc_ifcu), .size = 8, .kind = FIELD_PTR },
};
static const struct follow ifconf_follows[] = {
	FOLLOW_(struct ifconf, ifc_ifcu, AUG_CAP_BUF, AUG_AT_EXIT, FOLLOW_LEN_(struct ifconf, ifc_len),
		.size = LAYOUT_ARRAY_SHOWN * IFREQ_SIZE),
};
DEFINE_LAYOUT_FOLLOWED(ifconf, sizeof(struct ifconf), ifconf32);

/* clang-format on */

static bool is_there(const struct payload *p, size_t len)
{
	return p && !p->err && p->len >= len;
}

static void say_name(const struct payload *p, struct out *o)
{
	out__member(o, "ifr_name");
	out__chars(o, p->data, NAME_SIZE);
}

static void say_ifreq(const struct arg *arg, const struct payload *p, struct out *o)
{
	const struct layout *l = layout__of(arg->desc->layout, arg__is_compat(arg));
	struct blob b = arg__blob(arg, p);

	if (l)
		layout__say(l, &b, o);
	else
		out__ptr(o, arg->value);
}

/* What is asked is not in what was given. */
static void decode_ifreq(const struct arg *arg, struct out *o)
{
	const struct payload *entry = event__entry(arg->event, arg->idx);
	const struct payload *exit = event__exit(arg->event, arg->idx);

	if (is_there(exit, 1)) {
		say_ifreq(arg, exit, o);
		return;
	}
	if (exit || !is_there(entry, NAME_SIZE)) {
		arg__say_sides(arg, o, say_ifreq);
		return;
	}
	out__begin(o, OUT_OBJECT);
	say_name(entry, o);
	out__end(o, OUT_OBJECT);
}

/* The other way: the index is given, and the name asked for. */
static void decode_ifname(const struct arg *arg, struct out *o)
{
	const struct payload *entry = event__entry(arg->event, arg->idx);
	const struct payload *exit = event__exit(arg->event, arg->idx);

	if (!is_there(entry, UNION_OFF + 4)) {
		arg__say_sides(arg, o, say_ifreq);
		return;
	}
	out__begin(o, OUT_OBJECT);
	out__member(o, "ifr_ifindex");
	out__sint(o, (int32_t)layout__get(entry->data + UNION_OFF, 4));
	if (is_there(exit, NAME_SIZE))
		say_name(exit, o);
	out__end(o, OUT_OBJECT);
}

/* @size: of one as the program has them. */
static void say_ifc_len(int32_t len, size_t size, struct out *o)
{
	struct word w;

	out__sint(o, len);
	if (!o->strace || len <= 0 || len % (int32_t)size)
		return;
	word__init(&w);
	word__add_dec(&w, len / (int32_t)size);
	word__add(&w, " * sizeof(struct ifreq)");
	out__comment(o, w.text, w.len);
}

static void say_ifc_buf(const struct payload *p, int32_t len, size_t size, struct out *o)
{
	const size_t nr = MIN((size_t)MAX(len, 0), p->len) / size;
	size_t i;

	out__begin(o, OUT_ARRAY);
	for (i = 0; i < nr; i++) {
		struct blob b = { .data = p->data + i * size, .len = size };

		layout__say(&layout_ifreq_addr, &b, o);
	}
	if (len > 0 && (size_t)len / size > nr)
		out__more(o, (size_t)len / size - nr);
	out__end(o, OUT_ARRAY);
}

static void decode_ifconf(const struct arg *arg, struct out *o)
{
	const size_t word = arg__is_compat(arg) ? 4 : 8;
	const size_t size = arg__is_compat(arg) ? IFREQ32_SIZE : IFREQ_SIZE;
	const struct payload *entry = event__entry(arg->event, arg->idx);
	const struct payload *exit = event__exit(arg->event, arg->idx);
	const bool has_exit = is_there(exit, 2 * word);
	struct payload items;
	int32_t len, room;
	uint64_t buf;

	if (!is_there(entry, 2 * word)) {
		arg__say_sides(arg, o, say_ifreq);
		return;
	}
	buf = layout__get(entry->data + word, word);
	room = (int32_t)layout__get(entry->data, 4);
	len = has_exit ? (int32_t)layout__get(exit->data, 4) : room;
	out__begin(o, OUT_OBJECT);
	out__member(o, "ifc_len");
	if (buf && len != room) {
		out__begin(o, OUT_CHANGE);
		say_ifc_len(room, size, o);
		say_ifc_len(len, size, o);
		out__end(o, OUT_CHANGE);
	} else {
		say_ifc_len(len, size, o);
	}
	out__member(o, "ifc_buf");
	if (!has_exit || !buf || len < 0)
		out__ptr(o, buf);
	else if (len < (int32_t)size)
		say_ifc_buf(&(struct payload){}, len, size, o);
	else if (!event__part(arg->event, arg->idx, AUG_P_EXIT, AUG_PART_ITEM, 0, &items))
		out__ptr(o, buf);
	else if (items.err)
		out__fault(o, buf, items.err);
	else
		say_ifc_buf(&items, len, size, o);
	out__end(o, OUT_OBJECT);
}

const struct arg_type arg_ifreq = {
	.name = "ifreq",
	.decode = decode_ifreq,
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.needs_layout = true,
};
const struct arg_type arg_ifname = {
	.name = "ifname",
	.decode = decode_ifname,
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.needs_layout = true,
};
const struct arg_type arg_ifconf = {
	.name = "ifconf",
	.decode = decode_ifconf,
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.needs_layout = true,
};
