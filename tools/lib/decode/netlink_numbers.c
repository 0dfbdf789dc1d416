// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* netlink_numbers.c - numbers in attributes of netlink, and their names. */
#include "decode_netlink.h"

#include <arpa/inet.h>
#include <endian.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "decode.h"
#include "layouts.h"
#include "sockaddr.h"
#include "symbols_netlink.h"
#include "symbols_tables.h"
#include "util.h"

/* 1/100 s of each of them. */
static void say_centiseconds(uint64_t ticks, struct out *o)
{
	char text[48];

	out__uint(o, ticks);
	if (ticks && o->strace && o->consts != OUT_CONSTS_RAW)
		out__comment(o, text,
			     (size_t)snprintf(text, sizeof(text), "%llu.%02llu s",
					      (unsigned long long)(ticks / 100),
					      (unsigned long long)(ticks % 100)));
}

static uint64_t value_of(const uint8_t *data, size_t len)
{
	uint64_t value = 0;

	memcpy(&value, data, len);
	return value;
}

/* Its number is never the bytes. */
static void say_port(const uint8_t *data, struct out *o)
{
	const unsigned int port = ntohs((uint16_t)layout__get(data, 2));
	char text[32];

	if (o->strace)
		out__word(o, text, (size_t)snprintf(text, sizeof(text), "htons(%u)", port));
	else
		out__uint(o, port);
}

static void say_be64(uint64_t value, struct out *o)
{
	char text[48];

	if (o->strace)
		out__word(o, text,
			  (size_t)snprintf(text, sizeof(text), "htobe64(%" PRIu64 ")",
					   be64toh(value)));
	else
		out__uint(o, be64toh(value));
}

static void say_ether(uint16_t protocol, struct out *o)
{
	if (o->strace)
		say_htons_symbol(&syms_ether_protocol, protocol, o);
	else
		say_eth_protocol(protocol, o);
}

static bool say_hex_value(const uint8_t *data, size_t len, struct out *o)
{
	if (len != 1 && len != 2 && len != 4 && len != 8)
		return false;
	if (!netlink__is_unread(data, len, o))
		out__hex(o, value_of(data, len));
	return true;
}

static bool has_all_bytes(const struct nl_attr *attr)
{
	return attr->kind == NL_WHOLE || attr->kind == NL_TICKS;
}

bool netlink__say_number(const struct nl_attr *attr, const uint8_t *data, size_t len, struct out *o)
{
	struct symbols wide;

	if (attr->kind == NL_HEX_VALUE)
		return say_hex_value(data, len, o);
	/* What is behind a number belongs to nothing: strace passes over it. */
	if (len < attr->size || (len > attr->size && !o->strace && attr->kind != NL_WHOLE &&
				 attr->kind != NL_TICKS && attr->kind != NL_ETHER))
		return false;
	if (netlink__is_unread(data, has_all_bytes(attr) ? MIN(len, (size_t)8) : attr->size, o))
		return true;
	switch (attr->kind) {
	case NL_UINT:
		out__uint(o, layout__get(data, attr->size));
		return true;
	case NL_HEX:
		out__hex(o, layout__get(data, attr->size));
		return true;
	case NL_SINT:
		out__sint(o, (int32_t)layout__get(data, attr->size));
		return true;
	case NL_SYM:
		out__symbol(o, attr->syms, layout__get(data, attr->size));
		return true;
	case NL_XVAL:
		if (len <= 8)
			out__symbol(o, attr->syms, layout__get(data, attr->size));
		return len <= 8;
	case NL_WHOLE:
		wide = *attr->syms;
		wide.width = 64;
		if (len <= 8)
			out__symbol(o, &wide, value_of(data, len));
		return len <= 8;
	case NL_FD:
		out__fd(o, (int32_t)layout__get(data, 4), false);
		return true;
	case NL_ID:
		say_uid(o, layout__get(data, 4));
		return true;
	case NL_TICKS:
		if (len <= 8)
			say_centiseconds(value_of(data, len), o);
		return len <= 8;
	case NL_PORT:
		say_port(data, o);
		return true;
	case NL_BE64:
		say_be64(layout__get(data, attr->size), o);
		return true;
	case NL_ETHER:
		if (len <= 8)
			say_ether((uint16_t)layout__get(data, 2), o);
		return len <= 8;
	case NL_IFINDEX:
		say_ifindex(o, layout__get(data, attr->size));
		return true;
	default:
		return false;
	}
}
