// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* netlink_layouts.c - attributes that are structures, arrays of them, and arrays of numbers. */
#include "decode_netlink.h"

#include <inttypes.h>
#include <linux/bpf_common.h>
#include <stdio.h>

#include "decode.h"
#include "netlink_attrs.h"

/* Without what fills it up behind the last member. */
static size_t size_of_members(const struct layout *l)
{
	size_t size = 0;

	for (size_t i = 0; i < l->nr; i++)
		size = MAX(size, (size_t)l->fields[i].off + l->fields[i].size);
	return size;
}

/* Old kernels' have @least bytes. */
bool netlink__say_layout(const struct layout *l, size_t least, const uint8_t *data, size_t len,
			 struct out *o)
{
	/* An old kernel's is whole, as it is. */
	const struct blob b = { .data = data,
				.len = netlink__there(data, len, o),
				.is_whole = o->strace };

	if (len < (least ?: size_of_members(l)))
		return false;
	if (netlink__is_unread(data, MIN(len, l->size), o))
		return true;
	layout__say(l, &b, o);
	/* strace passes over what newer kernels have behind it. */
	if (len > l->size && !o->strace)
		netlink__say_bytes(data + l->size, len - l->size, o);
	return true;
}

bool netlink__say_grown(const struct layout *l, const uint8_t *data, size_t len, struct out *o)
{
	const struct blob b = { .data = data, .len = l->size };

	if (len < l->size)
		return false;
	if (netlink__is_unread(data, l->size, o))
		return true;
	layout__say(l, &b, o);
	if (len > l->size)
		netlink__say_bytes(data + l->size, len - l->size, o);
	return true;
}

bool netlink__say_layouts(const struct layout *l, const uint8_t *data, size_t len, struct out *o)
{
	struct blob b = { .data = data, .len = netlink__there(data, len, o) };

	if (len < l->size)
		return false;
	if (netlink__is_unread(data, l->size, o))
		return true;
	if (b.len / l->size < len / l->size) {
		b.addr = o->memory->addr + (uint64_t)(data - o->memory->data);
		b.rest_err = o->memory->err;
	}
	layout__say_array(l, &b, o);
	return true;
}

/* As what seccomp(2) is given. */
bool netlink__say_filter(const struct layout *l, const uint8_t *data, size_t len, struct out *o)
{
	if (len < l->size)
		return false;
	if (!o->memory || o->verbose || o->typed)
		return netlink__say_layouts(l, data, MIN(len, BPF_MAXINSNS * (size_t)l->size), o);
	out__ptr(o, o->memory->addr + (uint64_t)(data - o->memory->data));
	return true;
}

static void say_index(const struct nl_attr *attr, size_t i, struct out *o)
{
	char name[SYMBOLS_TEXT_MAX];

	symbols__format(attr->syms, i, o->full_names, name, sizeof(name));
	out__member(o, name);
}

/* One of an array whose indices are names: to strace "[NAME]=1". */
static void say_element(const struct nl_attr *attr, size_t i, const uint8_t *data, struct out *o)
{
	const enum out_consts consts = o->consts;
	char name[SYMBOLS_TEXT_MAX], text[SYMBOLS_TEXT_MAX + 64];
	int64_t value = (int64_t)layout__get(data, attr->size);
	size_t len;

	if (attr->kind == NL_INDEXED_SINT)
		value = (int32_t)value;
	if (!o->strace) {
		say_index(attr, i, o);
		if (attr->kind == NL_INDEXED_SINT)
			out__sint(o, value);
		else
			out__uint(o, (uint64_t)value);
		return;
	}
	o->consts = OUT_CONSTS_NAMED;
	len = out__spell(o, attr->syms, i, name, sizeof(name));
	o->consts = consts;
	if (consts == OUT_CONSTS_RAW)
		len = (size_t)snprintf(text, sizeof(text), "[%zu]=", i);
	else if (consts == OUT_CONSTS_BOTH && symbols__name(attr->syms, i))
		len = (size_t)snprintf(text, sizeof(text), "[%zu /* %.*s */]=", i, (int)len, name);
	else
		len = (size_t)snprintf(text, sizeof(text), "[%.*s]=", (int)len, name);
	len += (size_t)snprintf(text + len, sizeof(text) - len,
				attr->kind == NL_INDEXED_SINT ? "%" PRId64 : "%" PRIu64, value);
	out__word(o, text, len);
}

bool netlink__say_indexed(const struct nl_attr *attr, const uint8_t *data, size_t len,
			  struct out *o)
{
	const size_t nr = len / attr->size;
	size_t i;

	if (!nr)
		return false;
	if (netlink__is_unread(data, attr->size, o))
		return true;
	out__begin(o, o->strace ? OUT_ARRAY : OUT_OBJECT);
	for (i = 0; i < nr && !netlink__is_past(i, o); i++) {
		if (netlink__there(data + attr->size * i, attr->size, o) < attr->size)
			break;
		say_element(attr, i, data + attr->size * i, o);
	}
	/* In an object it needs a name, too. */
	if (i < nr && !o->strace &&
	    netlink__there(data + attr->size * i, attr->size, o) < attr->size)
		say_index(attr, i, o);
	if (i < nr && !netlink__ends_unread(i, data + attr->size * i, attr->size, o))
		out__more(o, o->strace ? 0 : nr - i);
	out__end(o, o->strace ? OUT_ARRAY : OUT_OBJECT);
	return true;
}

/* strace fills them up with zeros, "0x" or none before them. */
bool netlink__say_words(const struct nl_attr *attr, const uint8_t *data, size_t len, struct out *o)
{
	const size_t nr = len / attr->size;
	char text[24];
	size_t i;

	if (!nr)
		return false;
	if (netlink__is_unread(data, attr->size, o))
		return true;
	out__begin(o, OUT_ARRAY);
	for (i = 0; i < nr && !netlink__is_past(i, o); i++) {
		if (netlink__there(data + attr->size * i, attr->size, o) < attr->size)
			break;
		const uint64_t word = layout__get(data + attr->size * i, attr->size);

		if (o->strace)
			out__word(o, text,
				  (size_t)snprintf(text, sizeof(text), "%#0*" PRIx64,
						   2 * attr->size, word));
		else
			out__hex(o, word);
	}
	if (i < nr && !netlink__ends_unread(i, data + attr->size * i, attr->size, o))
		out__more(o, o->strace ? 0 : nr - i);
	out__end(o, OUT_ARRAY);
	return true;
}
