// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* decode_netlink.c - see decode_netlink.h. What each says is in netlink_<area>.c. */
#include "decode_netlink.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "netlink_attrs.h"

/* Messages within messages that are followed. */
#define NESTING_MAX 8

static void say_header(unsigned int protocol, const uint8_t *data, struct out *o)
{
	const unsigned int type = (unsigned int)layout__get(data + 4, 2);

	out__begin(o, OUT_OBJECT);
	out__member(o, "nlmsg_len");
	out__uint(o, layout__get(data, 4));
	out__member(o, "nlmsg_type");
	netlink_types__say(protocol, type, o);
	out__member(o, "nlmsg_flags");
	out__symbol(o, netlink_types__flags(protocol, type), layout__get(data + 6, 2));
	out__member(o, "nlmsg_seq");
	out__uint(o, layout__get(data + 8, 4));
	out__member(o, "nlmsg_pid");
	out__pid(o, (int32_t)layout__get(data + 12, 4));
	out__end(o, OUT_OBJECT);
}

static void say_message(unsigned int protocol, const uint8_t *data, size_t len, unsigned int depth,
			struct out *o);

static const struct nl_attrs error_attrs;

/* The error, the message that it is about, and in attributes what is wrong with it. */
static void say_error(unsigned int protocol, const uint8_t *data, size_t len, unsigned int flags,
		      unsigned int depth, struct out *o)
{
	const int32_t error = (int32_t)layout__get(data, 4);
	const size_t whole = len >= 8 ? (size_t)layout__get(data + 4, 4) : 0;
	size_t end;

	/* Capped, only the header of the message is there. */
	end = 4 + (flags & NLM_F_CAPPED ? NLMSG_HDRLEN
					: NL_ALIGN(MAX(MIN(whole, len), (size_t)NLMSG_HDRLEN)));
	end = MIN(end, len);
	if (end < len)
		out__begin(o, OUT_ARRAY);
	out__begin(o, OUT_OBJECT);
	out__member(o, "error");
	say_errno_status(o, (uint32_t)error);
	if (end > 4) {
		out__member(o, "msg");
		say_message(protocol, data + 4, end - 4, depth + 1, o);
	}
	out__end(o, OUT_OBJECT);
	if (end == len)
		return;
	netlink_attrs__say(AF_UNSPEC, &error_attrs, data + end, len - end, 0, o);
	out__end(o, OUT_ARRAY);
}

/* Of routing and sockets each message begins with a family. */
static const struct nl_message other = { .layout = &nl_other_layout, .is_whole = true };

static const struct nl_message *find_message(unsigned int protocol, unsigned int type,
					     unsigned int flags, const uint8_t *data, size_t len)
{
	const struct nl_message *m = NULL;
	const unsigned int family = data[0];

	if (type < NLMSG_MIN_TYPE)
		return NULL;
	if (protocol == NETLINK_ROUTE)
		m = netlink_route__find(type, family);
	else if (protocol == NETLINK_SOCK_DIAG)
		m = len > 1 ? netlink_diag__find(type, family, !(flags & NLM_F_REQUEST)) : NULL;
	else
		return netlink_others__find(protocol, type);
	return m ?: &other;
}

/* Of a structure that the message is too short for. */
static void say_family_alone(const struct layout *l, uint64_t family, struct out *o)
{
	out__begin(o, OUT_OBJECT);
	out__member(o, l->fields[0].name);
	out__symbol(o, &syms_addr_family, family);
	out__more(o, 0);
	out__end(o, OUT_OBJECT);
}

/* Of one that is not all in memory, but for its first byte. */
static void say_family_before(const struct layout *l, const uint8_t *data, struct out *o)
{
	out__begin(o, OUT_OBJECT);
	out__member(o, l->fields[0].name);
	out__symbol(o, &syms_addr_family, data[0]);
	out__member(o, o->strace ? "" : "rest");
	netlink__is_unread(data + 1, l->size - 1UL, o);
	out__end(o, OUT_OBJECT);
}

/* A structure and attributes behind it. */
static void say_carried(const struct nl_message *m, const uint8_t *data, size_t len, struct out *o)
{
	const size_t size = MIN(len, m->layout->size);
	struct blob b = { .data = data, .len = netlink__there(data, size, o) };
	const size_t at = NL_ALIGN((size_t)m->layout->size);

	if (len < m->layout->size && m->layout->nr > 1 && !m->is_whole) {
		say_family_alone(m->layout, data[0], o);
		return;
	}
	if (b.len < size && m->is_exact) {
		netlink__is_unread(data, size, o);
		return;
	}
	/* What follows the family alone looks at memory itself; of some no more than the family is told. */
	if (b.len < size && m->is_whole) {
		b.len = size;
	} else if (b.len < size && m->layout->nr > 1) {
		say_family_before(m->layout, data, o);
		return;
	}
	layout__say(m->layout, &b, o);
	if (len > at && m->attrs)
		netlink_attrs__say(data[0], m->attrs, data + at, len - at, 0, o);
	else if (len > at && !(m->is_all && o->strace))
		netlink__say_bytes(data + at, len - at, o);
}

/* Of what a message carries before anything of it can be told. */
static size_t bytes_needed(unsigned int type, size_t len)
{
	if (type == NLMSG_ERROR && len >= sizeof(struct nlmsgerr))
		return sizeof(struct nlmsgerr);
	return type == NLMSG_DONE && len == 4 ? 4 : 1;
}

static void say_payload(unsigned int protocol, const uint8_t *header, const uint8_t *data,
			size_t len, unsigned int depth, struct out *o)
{
	const unsigned int type = (unsigned int)layout__get(header + 4, 2);
	const unsigned int flags = (unsigned int)layout__get(header + 6, 2);
	const struct nl_message *m;

	if (netlink__is_unread(data, bytes_needed(type, len), o))
		return;
	m = find_message(protocol, type, flags, data, len);
	if (type == NLMSG_ERROR && len >= sizeof(struct nlmsgerr) && depth < NESTING_MAX)
		say_error(protocol, data, len, flags, depth, o);
	else if (type == NLMSG_DONE && len == 4)
		out__sint(o, (int32_t)layout__get(data, 4));
	else if (m && !(m->is_exact && len < m->layout->size))
		say_carried(m, data, len, o);
	else
		netlink__say_bytes(data, len, o);
}

/* One message, of which @len bytes are there. */
static void say_message(unsigned int protocol, const uint8_t *data, size_t len, unsigned int depth,
			struct out *o)
{
	size_t end;

	if (len < NLMSG_HDRLEN) {
		netlink__say_bytes(data, len, o);
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

/* ---- devices ---- */

/* What libudev puts before the properties of a device (struct udev_monitor_netlink_header of systemd). */
struct udev_header {
	char prefix[8];
	uint32_t magic; /* in the order of the network, as are the four at the end */
	uint32_t header_size;
	uint32_t properties_off;
	uint32_t properties_len;
	uint32_t filter_subsystem_hash;
	uint32_t filter_devtype_hash;
	uint32_t filter_tag_bloom_hi;
	uint32_t filter_tag_bloom_lo;
};

static void say_htonl(struct out *o, uint64_t value)
{
	const uint32_t own = ntohl((uint32_t)value);
	char text[24];

	if (o->strace)
		out__word(o, text,
			  (size_t)snprintf(text, sizeof(text), "htonl(%#" PRIx32 ")", own));
	else
		out__hex(o, own);
}

static const struct field udev_fields[] = {
	CHARS(struct udev_header, prefix),
	SAY(struct udev_header, magic, htonl),
	UINT(struct udev_header, header_size),
	UINT(struct udev_header, properties_off),
	UINT(struct udev_header, properties_len),
	SAY(struct udev_header, filter_subsystem_hash, htonl),
	SAY(struct udev_header, filter_devtype_hash, htonl),
	SAY(struct udev_header, filter_tag_bloom_hi, htonl),
	SAY(struct udev_header, filter_tag_bloom_lo, htonl),
};
DEFINE_OWN(udev, struct udev_header);

/* The kernel's are text alone. */
static void say_device(const uint8_t *data, size_t len, struct out *o)
{
	const struct blob b = { .data = data, .len = sizeof(struct udev_header) };
	const size_t there = netlink__there(data, len, o);
	const char *text = (const char *)data;

	if (there < b.len || memcmp(text, "libudev", 8)) {
		if (!netlink__is_unread_content(data, len, o))
			out__content(o, text, there, there < len);
		return;
	}
	if (len > b.len)
		out__begin(o, OUT_ARRAY);
	layout__say(&udev_layout, &b, o);
	if (len > b.len) {
		if (!netlink__is_unread_content(data + b.len, len - b.len, o))
			out__content(o, text + b.len, there - b.len, there < len);
		out__end(o, OUT_ARRAY);
	}
}

static void say_messages(unsigned int protocol, const uint8_t *data, size_t len, struct out *o)
{
	bool is_array = false;
	size_t i = 0, step;

	for (;; i++) {
		if (netlink__ends_unread(i, data, MIN(len, (size_t)NLMSG_HDRLEN), o))
			break;
		step = len >= NLMSG_HDRLEN ? (size_t)layout__get(data, 4) : 0;
		step = step >= NLMSG_HDRLEN ? NL_ALIGN(step) : 0;
		if (netlink__is_past(i, o)) {
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

void decode__netlink(unsigned int protocol, const uint8_t *data, size_t len,
		     const struct out_memory *memory, struct out *o)
{
	o->memory = memory;
	if (protocol == NETLINK_KOBJECT_UEVENT)
		say_device(data, len, o);
	else
		say_messages(protocol, data, len, o);
	o->memory = NULL;
}

/* clang-format off */

static const struct field cookie_fields[] = { { .size = 1, .kind = FIELD_UINT } };
static const struct layout cookie_layout = { .name = "cookie", .size = 1, .fields = cookie_fields, .nr = 1,
					     .compat = &cookie_layout };
static const struct nl_attr error_rows[] = {
	STR(NLMSGERR_ATTR_MSG), U32(NLMSGERR_ATTR_OFFS), LAYOUTS(NLMSGERR_ATTR_COOKIE, cookie),
};
DEFINE_ATTRS(error, nlmsgerr_attr);

/* clang-format on */
