// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* decode_netlink.c - see decode_netlink.h. What routing and sockets say is in netlink_<area>.c. */
#include "decode_netlink.h"

#include <arpa/inet.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "decode_word.h"
#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

/* Attributes within attributes that are followed; the kernel's own are not deeper. */
#define NESTING_MAX 8
/* Elements that are shown of a list, unless all are asked for. */
#define ELEMENTS_MAX 32

#define ALIGN4(len) (((len) + 3) & ~(size_t)3)

/* What the attributes of one message depend on. */
struct nl_context {
	unsigned int protocol;
	unsigned int family;
};

/* strace writes bytes that it does not know in hexadecimal. */
static void say_bytes(const uint8_t *data, size_t len, struct out *o)
{
	const enum out_strings strings = o->strings;

	if (o->strace)
		o->strings = OUT_STRINGS_HEX;
	out__content(o, (const char *)data, len, false);
	o->strings = strings;
}

static bool is_past(size_t i, const struct out *o)
{
	return !o->verbose && i >= out__elements_max(o, ELEMENTS_MAX);
}

/* ---- values of attributes ---- */

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

void say_hwaddr(struct out *o, const uint8_t *data, size_t len)
{
	struct strbuf text = {};

	for (size_t i = 0; i < len; i++)
		strbuf__addf(&text, "%s%02x", i ? ":" : "", data[i]);
	/* strace's number of an address is its bytes. */
	if (o->strace && o->consts != OUT_CONSTS_NAMED) {
		say_hex_bytes(o, data, len);
		if (o->consts == OUT_CONSTS_BOTH)
			out__comment(o, text.text, text.len);
	} else {
		out__word(o, text.len ? text.text : "", text.len);
	}
	strbuf__free(&text);
}

/* Return: false when the length is not that of an address of the family. */
static bool say_addr(unsigned int family, const uint8_t *data, size_t len, struct out *o)
{
	char addr[INET6_ADDRSTRLEN];
	struct word w;

	if (!(family == AF_INET && len >= 4) && !(family == AF_INET6 && len >= 16))
		return false;
	inet_ntop((int)family, data, addr, sizeof(addr));
	word__init(&w);
	if (o->strace) {
		word__add(&w, family == AF_INET ? "inet_addr(" : "inet_pton(AF_INET6, ");
		word__add_quoted(&w, addr, o);
		word__add(&w, ")");
	} else {
		word__add(&w, addr);
	}
	word__say(&w, o);
	return true;
}

static void say_attrs(const struct nl_context *c, const struct nl_attrs *table, const uint8_t *data,
		      size_t len, unsigned int depth, struct out *o);

static bool say_layout(const struct layout *l, const uint8_t *data, size_t len, struct out *o)
{
	const struct blob b = { .data = data, .len = len };

	if (len < 4 && len < l->size)
		return false;
	layout__say(l, &b, o);
	return true;
}

/* Return: false when it is too short for what it should be. */
static bool say_known(const struct nl_context *c, const struct nl_attr *attr, const uint8_t *data,
		      size_t len, unsigned int depth, struct out *o)
{
	switch (attr->kind) {
	case NL_STR:
		out__content(o, (const char *)data, strnlen((const char *)data, len), false);
		return true;
	case NL_HWADDR:
		say_hwaddr(o, data, len);
		return true;
	case NL_ADDR:
		return say_addr(c->family, data, len, o);
	case NL_LAYOUT:
		return say_layout(attr->layout, data, len, o);
	case NL_NESTED:
		if (depth >= NESTING_MAX)
			return false;
		say_attrs(c, attr->nested, data, len, depth + 1, o);
		return true;
	}
	if (len < attr->size)
		return false;
	if (attr->kind == NL_UINT)
		out__uint(o, layout__get(data, attr->size));
	else if (attr->kind == NL_SINT)
		out__sint(o, (int32_t)layout__get(data, attr->size));
	else if (attr->kind == NL_SYM)
		out__symbol(o, attr->syms, layout__get(data, attr->size));
	else if (attr->kind == NL_IFINDEX)
		say_ifindex(o, layout__get(data, attr->size));
	else
		return false;
	return true;
}

static void say_value(const struct nl_context *c, const struct nl_attrs *table, unsigned int type,
		      const uint8_t *data, size_t len, unsigned int depth, struct out *o)
{
	for (size_t i = 0; table && i < table->nr; i++) {
		if (table->rows[i].type == type) {
			if (!say_known(c, &table->rows[i], data, len, depth, o))
				say_bytes(data, len, o);
			return;
		}
	}
	say_bytes(data, len, o);
}

static void say_attr_type(const struct nl_attrs *table, unsigned int type, struct out *o)
{
	const unsigned int flags = type & ~(unsigned int)NLA_TYPE_MASK;
	char text[SYMBOLS_TEXT_MAX + 64];
	size_t len = 0;

	if (!table && !flags) {
		out__hex(o, type);
		return;
	}
	if (flags)
		len = (size_t)snprintf(text, sizeof(text), "%s%s%s|",
				       flags & NLA_F_NESTED ? "NLA_F_NESTED" : "",
				       flags == (NLA_F_NESTED | NLA_F_NET_BYTEORDER) ? "|" : "",
				       flags & NLA_F_NET_BYTEORDER ? "NLA_F_NET_BYTEORDER" : "");
	if (table)
		len += out__spell(o, table->types, type & NLA_TYPE_MASK, text + len,
				  SYMBOLS_TEXT_MAX);
	else
		len += (size_t)snprintf(text + len, 32, "%#x", type & NLA_TYPE_MASK);
	out__word(o, text, len);
}

/* One attribute; @len bytes are there for it and what follows. Return: bytes up to the next. */
static size_t say_attr(const struct nl_context *c, const struct nl_attrs *table,
		       const uint8_t *data, size_t len, unsigned int depth, struct out *o)
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
		say_value(c, table, type & NLA_TYPE_MASK, data + NLA_HDRLEN, end - NLA_HDRLEN,
			  depth, o);
		out__end(o, OUT_ARRAY);
	}
	return own >= NLA_HDRLEN ? ALIGN4(own) : 0;
}

/* One attribute stands alone, several in an array. */
static void say_attrs(const struct nl_context *c, const struct nl_attrs *table, const uint8_t *data,
		      size_t len, unsigned int depth, struct out *o)
{
	bool is_array = false;
	size_t i = 0, step;

	for (;; i++) {
		if (len < NLA_HDRLEN) {
			say_bytes(data, len, o);
			break;
		}
		if (is_past(i, o)) {
			out__more(o, 0);
			break;
		}
		step = (size_t)layout__get(data, 2);
		step = step >= NLA_HDRLEN ? ALIGN4(step) : 0;
		if (!is_array && step && step < len) {
			out__begin(o, OUT_ARRAY);
			is_array = true;
		}
		say_attr(c, table, data, len, depth, o);
		if (!step || step >= len)
			break;
		data += step;
		len -= step;
	}
	if (is_array)
		out__end(o, OUT_ARRAY);
}

/* ---- messages ---- */

static const struct symbols *flags_of(unsigned int protocol, unsigned int type)
{
	if (type == NLMSG_ERROR)
		return &syms_nlmsg_flags_ack;
	if (protocol == NETLINK_SOCK_DIAG && type >= NLMSG_MIN_TYPE)
		return type == SOCK_DESTROY ? &syms_nlmsg_flags_del : &syms_nlmsg_flags_get;
	if (protocol != NETLINK_ROUTE || type < RTM_BASE)
		return &syms_nlmsg_flags;
	switch ((type - RTM_BASE) % 4) {
	case 0:
		return &syms_nlmsg_flags_new;
	case 1:
		return &syms_nlmsg_flags_del;
	case 2:
		return &syms_nlmsg_flags_get;
	default:
		return &syms_nlmsg_flags;
	}
}

static void say_header(unsigned int protocol, const uint8_t *data, struct out *o)
{
	const unsigned int type = (unsigned int)layout__get(data + 4, 2);

	out__begin(o, OUT_OBJECT);
	out__member(o, "nlmsg_len");
	out__uint(o, layout__get(data, 4));
	out__member(o, "nlmsg_type");
	if (protocol == NETLINK_ROUTE && type >= NLMSG_MIN_TYPE)
		out__symbol(o, &syms_nlmsg_route, type);
	else if (protocol == NETLINK_SOCK_DIAG && type >= NLMSG_MIN_TYPE)
		out__symbol(o, &syms_nlmsg_diag, type);
	else
		out__symbol(o, &syms_nlmsg_type, type);
	out__member(o, "nlmsg_flags");
	out__symbol(o, flags_of(protocol, type), layout__get(data + 6, 2));
	out__member(o, "nlmsg_seq");
	out__uint(o, layout__get(data + 8, 4));
	out__member(o, "nlmsg_pid");
	out__sint(o, (int32_t)layout__get(data + 12, 4));
	out__end(o, OUT_OBJECT);
}

static void say_message(unsigned int protocol, const uint8_t *data, size_t len, unsigned int depth,
			struct out *o);

static const struct nl_attrs error_attrs;

/* The error, the message that it is about, and in attributes what is wrong with it. */
static void say_error(unsigned int protocol, const uint8_t *data, size_t len, unsigned int flags,
		      unsigned int depth, struct out *o)
{
	const struct nl_context c = { .protocol = protocol };
	const int32_t error = (int32_t)layout__get(data, 4);
	const size_t whole = len >= 8 ? (size_t)layout__get(data + 4, 4) : 0;
	size_t end = len;
	const bool has_attrs = flags & NLM_F_ACK_TLVS;

	/* Capped, only the header of the message is there. */
	if (has_attrs) {
		end = 4 + (flags & NLM_F_CAPPED ? NLMSG_HDRLEN : ALIGN4(MIN(whole, len)));
		end = MIN(end, len);
	}
	if (has_attrs && end < len)
		out__begin(o, OUT_ARRAY);
	out__begin(o, OUT_OBJECT);
	out__member(o, "error");
	say_errno_status(o, (uint32_t)error);
	if (end > 4) {
		out__member(o, "msg");
		say_message(protocol, data + 4, end - 4, depth + 1, o);
	}
	out__end(o, OUT_OBJECT);
	if (has_attrs && end < len) {
		say_attrs(&c, &error_attrs, data + end, len - end, 0, o);
		out__end(o, OUT_ARRAY);
	}
}

static const struct nl_message *find_message(unsigned int protocol, unsigned int type,
					     unsigned int flags, unsigned int family)
{
	if (protocol == NETLINK_ROUTE)
		return netlink_route__find(type);
	if (protocol == NETLINK_SOCK_DIAG)
		return netlink_diag__find(type, family, !(flags & NLM_F_REQUEST));
	return NULL;
}

/* A structure and attributes behind it. */
static void say_carried(unsigned int protocol, const struct nl_message *m, const uint8_t *data,
			size_t len, struct out *o)
{
	const struct nl_context c = { .protocol = protocol, .family = data[0] };
	const struct blob b = { .data = data, .len = MIN(len, m->layout->size) };
	const size_t at = ALIGN4((size_t)m->layout->size);

	layout__say(m->layout, &b, o);
	if (len > at)
		say_attrs(&c, m->attrs, data + at, len - at, 0, o);
}

static void say_payload(unsigned int protocol, const uint8_t *header, const uint8_t *data,
			size_t len, unsigned int depth, struct out *o)
{
	const unsigned int type = (unsigned int)layout__get(header + 4, 2);
	const unsigned int flags = (unsigned int)layout__get(header + 6, 2);
	const struct nl_message *m = find_message(protocol, type, flags, data[0]);

	if (type == NLMSG_ERROR && len >= 4 && depth < NESTING_MAX)
		say_error(protocol, data, len, flags, depth, o);
	else if (type == NLMSG_DONE && len >= 4)
		out__sint(o, (int32_t)layout__get(data, 4));
	else if (m)
		say_carried(protocol, m, data, len, o);
	else
		say_bytes(data, len, o);
}

/* One message, of which @len bytes are there. */
static void say_message(unsigned int protocol, const uint8_t *data, size_t len, unsigned int depth,
			struct out *o)
{
	size_t end;

	if (len < NLMSG_HDRLEN) {
		say_bytes(data, len, o);
		return;
	}
	end = MIN((size_t)layout__get(data, 4), len);
	if (end > NLMSG_HDRLEN)
		out__begin(o, OUT_ARRAY);
	say_header(protocol, data, o);
	if (end > NLMSG_HDRLEN) {
		say_payload(protocol, data, data + NLMSG_HDRLEN, end - NLMSG_HDRLEN, depth, o);
		out__end(o, OUT_ARRAY);
	}
}

void decode__netlink(unsigned int protocol, const uint8_t *data, size_t len, struct out *o)
{
	bool is_array = false;
	size_t i = 0, step;

	if (protocol == NETLINK_KOBJECT_UEVENT) {
		out__content(o, (const char *)data, len, false);
		return;
	}
	for (;; i++) {
		step = len >= NLMSG_HDRLEN ? (size_t)layout__get(data, 4) : 0;
		step = step >= NLMSG_HDRLEN ? ALIGN4(step) : 0;
		if (is_past(i, o)) {
			out__more(o, 0);
			break;
		}
		if (!is_array && step && step < len) {
			out__begin(o, OUT_ARRAY);
			is_array = true;
		}
		say_message(protocol, data, len, 0, o);
		if (!step || step >= len)
			break;
		data += step;
		len -= step;
	}
	if (is_array)
		out__end(o, OUT_ARRAY);
}

static const struct nl_attr error_rows[] = {
	{ NLMSGERR_ATTR_MSG, NL_STR, 0, {} },
	{ NLMSGERR_ATTR_OFFS, NL_UINT, 4, {} },
};
static const struct nl_attrs error_attrs = { .types = &syms_nlmsgerr_attr,
					     .rows = error_rows,
					     .nr = ARRAY_SIZE(error_rows) };
