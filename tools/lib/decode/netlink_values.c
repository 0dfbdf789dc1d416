// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* netlink_values.c - the attributes of a message of netlink, and the values in them. */
#include "decode_netlink.h"

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "decode.h"
#include "decode_word.h"
#include "layouts.h"
#include "sockaddr.h"
#include "symbols_netlink.h"
#include "symbols_tables.h"
#include "util.h"

/* Attributes within attributes that are followed; the kernel's own are not deeper. */
#define NESTING_MAX 8
#define HWADDR_MAX 32

size_t netlink__there(const uint8_t *data, size_t len, const struct out *o)
{
	const struct out_memory *m = o->memory;

	if (!m)
		return len;
	return data < m->end ? MIN(len, (size_t)(m->end - data)) : 0;
}

bool netlink__ends_unread(size_t i, const uint8_t *data, size_t len, struct out *o)
{
	const struct out_memory *m = o->memory;
	uint64_t addr;

	if (netlink__there(data, len, o) == len)
		return false;
	addr = m->addr + (uint64_t)(data - m->data);
	if (i)
		out__unread(o, addr, m->err);
	else
		out__fault(o, addr, m->err);
	return true;
}

bool netlink__is_unread(const uint8_t *data, size_t len, struct out *o)
{
	return netlink__ends_unread(0, data, len, o);
}

bool netlink__is_unread_content(const uint8_t *data, size_t len, struct out *o)
{
	return netlink__is_unread(data, o->limits_strings ? MIN(len, o->string_limit + 1UL) : len,
				  o);
}

/* strace writes bytes that it does not know in hexadecimal. */
void netlink__say_bytes(const uint8_t *data, size_t len, struct out *o)
{
	const enum out_strings strings = o->strings;
	const size_t there = netlink__there(data, len, o);

	if (netlink__is_unread_content(data, len, o))
		return;
	if (o->strace)
		o->strings = OUT_STRINGS_HEX;
	out__content(o, (const char *)data, there, there < len);
	o->strings = strings;
}

bool netlink__is_past(size_t i, const struct out *o)
{
	return !o->verbose && i >= out__elements_max(o, NL_ELEMENTS_MAX);
}

void say_ifindex(struct out *o, uint64_t value)
{
	char name[IF_NAMESIZE];
	struct word w;

	if (!o->strace || !value || !if_indextoname((unsigned int)value, name)) {
		out__uint(o, (uint32_t)value);
		return;
	}
	word__init(&w);
	word__add(&w, "if_nametoindex(");
	word__add_quoted(&w, name, o);
	word__add(&w, ")");
	word__say_constant(&w, o, value, OUT_DEC);
}

void say_hex_bytes(struct out *o, const uint8_t *data, size_t len)
{
	const enum out_strings strings = o->strings;

	o->strings = OUT_STRINGS_HEX;
	out__str(o, (const char *)data, len, false);
	o->strings = strings;
}

void say_hwaddr_in(struct out *o, const uint8_t *data, size_t len, size_t room)
{
	struct strbuf text = {};

	for (size_t i = 0; i < len; i++)
		strbuf__addf(&text, "%s%02x", i ? ":" : "", data[i]);
	/* strace's number of an address is the bytes of its place. */
	if (o->strace && o->consts != OUT_CONSTS_NAMED) {
		say_hex_bytes(o, data, room);
		if (o->consts == OUT_CONSTS_BOTH && len)
			out__comment(o, text.text, text.len);
	} else {
		out__word(o, text.len ? text.text : "", text.len);
	}
	strbuf__free(&text);
}

void say_hwaddr(struct out *o, const uint8_t *data, size_t len)
{
	say_hwaddr_in(o, data, len, len);
}

/* Return: false when the length is not that of an address of the family. */
static bool say_addr(unsigned int family, const uint8_t *data, size_t len, struct out *o)
{
	const size_t size = family == AF_INET ? 4 : family == AF_INET6 ? 16 : 0;

	if (!size || len < size)
		return false;
	if (netlink__is_unread(data, size, o))
		return true;
	if (family == AF_INET)
		decode__inet(data, 4, o);
	else
		decode__inet6_member(NULL, data, o);
	return true;
}

/** struct nl_list - what an attribute stands in. @data: from its first one. @depth: of lists in others, from 0. */
struct nl_list {
	unsigned int family;
	unsigned int depth;
	const uint8_t *data;
};

/* The next hop of a route, and its own attributes. Return: bytes up to the following one. */
static size_t say_hop(const struct nl_list *list, const struct nl_attr *attr, const uint8_t *data,
		      size_t len, struct out *o)
{
	const size_t own = (size_t)layout__get(data, 2), end = MIN(own, len);
	const size_t at = sizeof(struct rtnexthop);
	const struct blob b = { .data = data, .len = at };

	if (end > at)
		out__begin(o, OUT_ARRAY);
	layout__say(&nl_hop_layout, &b, o);
	if (end > at) {
		netlink_attrs__say(list->family, attr->nested, data + at, end - at, list->depth + 1,
				   o);
		out__end(o, OUT_ARRAY);
	}
	return own >= at ? NL_ALIGN(own) : len;
}

/* One stands alone, as an attribute does. */
static bool say_hops(const struct nl_list *list, const struct nl_attr *attr, const uint8_t *data,
		     size_t len, struct out *o)
{
	bool is_array = false;
	size_t i = 0, step;

	if (len < sizeof(struct rtnexthop) || list->depth >= NESTING_MAX)
		return false;
	for (;; i++) {
		if (netlink__ends_unread(i, data, MIN(len, sizeof(struct rtnexthop)), o))
			break;
		if (len < sizeof(struct rtnexthop)) {
			netlink__say_bytes(data, len, o);
			break;
		}
		if (netlink__is_past(i, o)) {
			out__more(o, 0);
			break;
		}
		step = (size_t)layout__get(data, 2);
		if (!is_array && step < len) {
			out__begin(o, OUT_ARRAY);
			is_array = true;
		}
		step = say_hop(list, attr, data, len, o);
		if (step >= len)
			break;
		data += step;
		len -= step;
	}
	if (is_array)
		out__end(o, OUT_ARRAY);
	return true;
}

/* strace marks those without an end, which is a NUL at that of what is shown, too; not one behind it. */
static void say_str(const uint8_t *data, size_t len, struct out *o)
{
	const size_t there = netlink__there(data, len, o);
	bool is_cut = o->strace;

	if (netlink__is_unread_content(data, len, o))
		return;
	if (o->strace && o->limits_strings && o->string_limit && len > o->string_limit &&
	    !data[o->string_limit - 1])
		len = o->string_limit;
	if (there < len)
		len = there; /* more than is shown */
	else if (len && !data[len - 1]) {
		is_cut &= o->limits_strings && len > o->string_limit;
		len--;
	}
	out__content(o, (const char *)data, len, is_cut);
}

static bool say_str0(const char *text, size_t len, struct out *o)
{
	const size_t there = netlink__there((const uint8_t *)text, len, o);
	const size_t end = strnlen(text, there);

	if (end == there && there < len &&
	    netlink__is_unread_content((const uint8_t *)text, len, o))
		return true;
	out__content(o, text, end, o->strace && end == len);
	return true;
}

/* The text of the last attribute of @type in @list before @end; @ret_len: without its NUL. NULL for none. */
static const char *text_before(const struct nl_list *list, unsigned int type, const uint8_t *end,
			       size_t *ret_len)
{
	const uint8_t *data = list->data;
	const char *text = NULL;
	size_t own;

	while (data + NLA_HDRLEN <= end) {
		own = (size_t)layout__get(data, 2);
		if (own < NLA_HDRLEN || own > (size_t)(end - data))
			break;
		if ((layout__get(data + 2, 2) & NLA_TYPE_MASK) == type) {
			*ret_len = strnlen((const char *)data + NLA_HDRLEN, own - NLA_HDRLEN);
			text = (const char *)data + NLA_HDRLEN;
		}
		data += MIN(NL_ALIGN(own), (size_t)(end - data));
	}
	return text;
}

static const struct nl_info *find_kind(const struct nl_kinds *kinds, const struct nl_list *list,
				       const uint8_t *data)
{
	size_t len;
	const char *kind = text_before(list, kinds->type, data, &len);

	for (size_t i = 0; kind && i < kinds->nr; i++) {
		if (strlen(kinds->kinds[i].name) == len && !memcmp(kinds->kinds[i].name, kind, len))
			return &kinds->kinds[i];
	}
	return NULL;
}

static const struct nl_attrs *choose_by_family(const struct nl_families *families,
					       unsigned int family)
{
	if (family == AF_BRIDGE)
		return families->bridge;
	return family == AF_INET6 && families->inet6 ? families->inet6 : families->others;
}

static bool say_nested(const struct nl_list *list, const struct nl_attrs *nested,
		       const uint8_t *data, size_t len, struct out *o)
{
	if (!nested || list->depth >= NESTING_MAX)
		return false;
	netlink_attrs__say(list->family, nested, data, len, list->depth + 1, o);
	return true;
}

static bool say_by_kind(const struct nl_list *list, const struct nl_kinds *kinds,
			const uint8_t *data, size_t len, struct out *o)
{
	const struct nl_info *kind = find_kind(kinds, list, data);

	if (kind && kind->layout)
		return netlink__say_layout(kind->layout, 0, data, len, o);
	return say_nested(list, kind ? kind->attrs : NULL, data, len, o);
}

/* What comes first, and attributes behind it if there are any. */
static bool say_headed(const struct nl_list *list, const struct nl_headed *headed,
		       const uint8_t *data, size_t len, struct out *o)
{
	const size_t at = headed->layout->size;
	const struct blob b = { .data = data, .len = at };

	if (len < at || list->depth >= NESTING_MAX)
		return false;
	if (!netlink__is_unread(data, at, o))
		layout__say(headed->layout, &b, o);
	if (len > at && !say_nested(list, headed->attrs, data + at, len - at, o))
		netlink__say_bytes(data + at, len - at, o);
	return true;
}

/* Return: false when it is too short for what it should be, or not known. */
static bool say_known(const struct nl_list *list, const struct nl_attr *attr, const uint8_t *data,
		      size_t len, struct out *o)
{
	switch (attr->kind) {
	case NL_STR:
		say_str(data, len, o);
		return true;
	case NL_STR0:
		return say_str0((const char *)data, len, o);
	case NL_HWADDR:
		if (len <= HWADDR_MAX && !netlink__is_unread(data, len, o))
			say_hwaddr(o, data, len);
		return len <= HWADDR_MAX;
	case NL_ADDR:
		return say_addr(list->family, data, len, o);
	case NL_IN4:
		return say_addr(AF_INET, data, len, o);
	case NL_IN6:
		return say_addr(AF_INET6, data, len, o);
	case NL_LAYOUT:
		return netlink__say_layout(attr->layout, attr->size, data, len, o);
	case NL_GROWN:
		return netlink__say_grown(attr->layout, data, len, o);
	case NL_INDEXED:
	case NL_INDEXED_SINT:
		return netlink__say_indexed(attr, data, len, o);
	case NL_WORDS:
		return netlink__say_words(attr, data, len, o);
	case NL_LAYOUTS:
		return netlink__say_layouts(attr->layout, data, len, o);
	case NL_FILTER:
		return netlink__say_filter(attr->layout, data, len, o);
	case NL_HOPS:
		return say_hops(list, attr, data, len, o);
	case NL_BY_FAMILY:
		return say_nested(list, choose_by_family(attr->families, list->family), data, len,
				  o);
	case NL_BY_KIND:
		return say_by_kind(list, attr->kinds, data, len, o);
	case NL_HEADED:
		return say_headed(list, attr->headed, data, len, o);
	case NL_NESTED:
		return say_nested(list, attr->nested, data, len, o);
	case NL_DIAG_CODE:
		return netlink_diag_code__say(data, len, o);
	default:
		return netlink__say_number(attr, data, len, o);
	}
}

static void say_value(const struct nl_list *list, const struct nl_attrs *table, unsigned int type,
		      const uint8_t *data, size_t len, struct out *o)
{
	for (size_t i = 0; table && i < table->nr; i++) {
		if (table->rows[i].type == type) {
			if (!say_known(list, &table->rows[i], data, len, o))
				netlink__say_bytes(data, len, o);
			return;
		}
	}
	netlink__say_bytes(data, len, o);
}

static void say_attr_type(const struct nl_attrs *table, unsigned int type, struct out *o)
{
	const struct symbols *types = table ? table->types : NULL;
	const unsigned int flags = type & ~(unsigned int)NLA_TYPE_MASK;
	char text[SYMBOLS_TEXT_MAX + 3 * 64];
	size_t len = 0;

	if (!types && !flags) {
		out__hex(o, type);
		return;
	}
	/* Each stands for itself, also where a number is beside its name. */
	for (unsigned int flag = NLA_F_NESTED; flag >= NLA_F_NET_BYTEORDER; flag >>= 1) {
		if (!(flags & flag))
			continue;
		len += out__spell(o, &syms_nla_flags, flag, text + len, 64);
		text[len++] = '|';
	}
	if (types)
		len += out__spell(o, types, type & NLA_TYPE_MASK, text + len, SYMBOLS_TEXT_MAX);
	else
		len += (size_t)snprintf(text + len, 32, "%#x", type & NLA_TYPE_MASK);
	out__word(o, text, len);
}

/* One attribute; @len bytes are there for it and what follows. Return: bytes up to the next. */
static size_t say_attr(const struct nl_list *list, const struct nl_attrs *table,
		       const uint8_t *data, size_t len, struct out *o)
{
	const size_t own = (size_t)layout__get(data, 2), end = MIN(own, len);
	const unsigned int type = (unsigned int)layout__get(data + 2, 2);

	if (end > NLA_HDRLEN)
		out__begin(o, OUT_ARRAY);
	out__begin(o, OUT_OBJECT);
	out__member(o, "nla_len");
	out__uint(o, own);
	out__member(o, "nla_type");
	say_attr_type(table, type, o);
	out__end(o, OUT_OBJECT);
	if (end > NLA_HDRLEN) {
		say_value(list, table, type & NLA_TYPE_MASK, data + NLA_HDRLEN, end - NLA_HDRLEN,
			  o);
		out__end(o, OUT_ARRAY);
	}
	return own >= NLA_HDRLEN ? NL_ALIGN(own) : 0;
}

/* One attribute stands alone, several in an array. */
void netlink_attrs__say(unsigned int family, const struct nl_attrs *table, const uint8_t *data,
			size_t len, unsigned int depth, struct out *o)
{
	const struct nl_list list = { .family = family, .depth = depth, .data = data };
	bool is_array = false;
	size_t i = 0, step;

	for (;; i++) {
		if (netlink__ends_unread(i, data, MIN(len, (size_t)NLA_HDRLEN), o))
			break;
		if (len < NLA_HDRLEN) {
			netlink__say_bytes(data, len, o);
			break;
		}
		if (netlink__is_past(i, o)) {
			out__more(o, 0);
			break;
		}
		step = (size_t)layout__get(data, 2);
		step = step >= NLA_HDRLEN ? NL_ALIGN(step) : 0;
		if (!is_array && (step ? step < len : len > NLA_HDRLEN && !o->strace)) {
			out__begin(o, OUT_ARRAY);
			is_array = true;
		}
		say_attr(&list, table, data, len, o);
		if (!step && len > NLA_HDRLEN && !o->strace)
			netlink__say_bytes(data + NLA_HDRLEN, len - NLA_HDRLEN, o);
		if (!step || step >= len)
			break;
		data += step;
		len -= step;
	}
	if (is_array)
		out__end(o, OUT_ARRAY);
}
