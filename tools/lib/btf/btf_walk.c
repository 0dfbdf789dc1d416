// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * btf_walk.c - run a plan: bytes to calls of the writer. Every access is checked against the bytes
 * that there are, and the number of values of one run is bounded by them, so that overlapping or
 * empty members of hostile BTF cannot make a short value take for ever.
 */
#include "btf_plan.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "btf_plan_priv.h"
#include "ksyms.h"
#include "util.h"

/*
 * Values, and bytes of strings, per byte before a run is cut: far more than any real type has (a
 * union of 64 views).
 */
#define VALUES_PER_BYTE 64
#define VALUES_FREE 4096

struct walk {
	const struct btf_plan *plan;
	const uint8_t *bytes;
	uint64_t len;
	uint64_t budget;
	struct out *out;
};

static void walk_node(struct walk *w, const struct btf_node *node, uint64_t offset);

uint64_t btf_load_uint(const uint8_t *p, uint64_t size)
{
	uint64_t v8;
	uint32_t v4;
	uint16_t v2;

	switch (size) {
	case 8:
		memcpy(&v8, p, 8);
		return v8;
	case 4:
		memcpy(&v4, p, 4);
		return v4;
	case 2:
		memcpy(&v2, p, 2);
		return v2;
	default:
		return *p;
	}
}

static const struct btf_enum_name *find_constant(const struct btf_node *node, uint64_t value)
{
	uint32_t i;

	for (i = 0; i < node->nr; i++) {
		if (node->names[i].value == value)
			return &node->names[i];
	}
	return NULL;
}

/* "A|B|0x100" of a value that no constant has by itself; 0 when not a single bit has a name. */
static size_t format_flags(const struct btf_node *node, uint64_t value, char *text, size_t size)
{
	uint64_t left = value;
	size_t len = 0;
	uint32_t i;

	for (i = 0; i < node->nr && left; i++) {
		uint64_t bits = node->names[i].value;
		size_t name_len = strlen(node->names[i].name);

		if (!bits || (left & bits) != bits || len + name_len + 24 > size)
			continue;
		if (len)
			text[len++] = '|';
		memcpy(text + len, node->names[i].name, name_len);
		len += name_len;
		left &= ~bits;
	}
	if (len && left)
		len += (size_t)snprintf(text + len, size - len, "|0x%llx",
					(unsigned long long)left);
	return len;
}

static void say_enum(struct walk *w, const struct btf_node *node, uint64_t value)
{
	const struct btf_enum_name *name = find_constant(node, value);
	char text[512];
	size_t len;

	if (name) {
		out__word(w->out, name->name, strlen(name->name));
		return;
	}
	len = node->is_flags && !w->out->plain ? format_flags(node, value, text, sizeof(text)) : 0;
	if (len)
		out__word(w->out, text, len);
	else if (node->is_signed)
		out__sint(w->out, (int64_t)value);
	else if (w->out->plain && !node->is_enum64) /* to bpftool all of these are signed */
		out__sint(w->out, btf_sign_extend(value, (unsigned int)node->size * 8));
	else
		out__uint(w->out, value);
}

static void say_float(struct walk *w, const uint8_t *p, uint64_t size)
{
	double value;

	if (btf_load_real(p, size, &value))
		out__real(w->out, value);
	else
		out__bytes(w->out, p, size);
}

static void say_prog(struct walk *w, uint64_t id)
{
	struct strbuf what = {};

	out__uint(w->out, id);
	w->plan->describe_prog((uint32_t)id, &what);
	out__comment(w->out, strbuf__cstr(&what), what.len);
	strbuf__free(&what);
}

static void say_func_ptr(struct walk *w, uint64_t addr)
{
	char text[160];
	size_t len;

	if (addr && w->plan->describe_prog && !w->out->plain) {
		say_prog(w, addr);
		return;
	}
	out__ptr(w->out, addr);
	if (!addr || !w->plan->ksyms)
		return;
	len = ksyms__format(w->plan->ksyms, addr, text, sizeof(text));
	if (len)
		out__note(w->out, text, len);
}

/* Two words: the upper one is the second on a little-endian machine. */
static void say_wide(struct walk *w, const uint8_t *p)
{
	uint64_t low = btf_load_uint(p, 8), high = btf_load_uint(p + 8, 8);

	if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
		out__wide(w->out, low, high);
	else
		out__wide(w->out, high, low);
}

static void say_scalar(struct walk *w, const struct btf_node *node, const uint8_t *p)
{
	uint64_t value;

	if (node->special && !w->out->plain) {
		out__none(w->out, node->special, strlen(node->special));
		return;
	}
	switch (node->kind) {
	case BTF_NODE_UINT:
		out__uint(w->out, btf_load_uint(p, node->size));
		break;
	case BTF_NODE_SINT:
		out__sint(w->out, btf_sign_extend(btf_load_uint(p, node->size),
						  (unsigned int)node->size * 8));
		break;
	case BTF_NODE_BOOL:
		out__bool(w->out, btf_load_uint(p, node->size) != 0);
		break;
	case BTF_NODE_CHAR:
		out__char(w->out, *p);
		break;
	case BTF_NODE_WIDE:
		say_wide(w, p);
		break;
	case BTF_NODE_ENUM:
		value = btf_load_uint(p, node->size);
		if (node->is_signed)
			value = (uint64_t)btf_sign_extend(value, (unsigned int)node->size * 8);
		say_enum(w, node, value);
		break;
	case BTF_NODE_FLOAT:
		say_float(w, p, node->size);
		break;
	case BTF_NODE_FUNC_PTR:
		say_func_ptr(w, btf_load_uint(p, node->size));
		break;
	default:
		out__ptr(w->out, btf_load_uint(p, node->size));
	}
}

static void spend(struct walk *w, uint64_t nr_values)
{
	w->budget -= MIN(w->budget, nr_values);
}

static void walk_bits(struct walk *w, const struct btf_node *node, uint64_t offset,
		      unsigned int bit_offset, unsigned int bit_size)
{
	const uint8_t *p = w->bytes + offset;
	uint64_t value;

	spend(w, 1);
	if (offset + (bit_offset + bit_size + 7) / 8 > w->len) {
		out__none(w->out, "cut", 3);
		return;
	}
	if (bit_size > 64) {
		out__wide(w->out, btf_load_bits(p + 8, bit_offset, bit_size - 64),
			  btf_load_bits(p, bit_offset, 64));
		return;
	}
	value = btf_load_bits(p, bit_offset, bit_size);
	if (node->kind == BTF_NODE_ENUM && !w->out->plain)
		say_enum(w, node,
			 node->is_signed ? (uint64_t)btf_sign_extend(value, bit_size) : value);
	else if (node->kind == BTF_NODE_BOOL && !w->out->plain)
		out__bool(w->out, value);
	else
		out__bits(w->out, value, bit_size, btf_node_is_signed(node));
}

/* The seconds of a nanosecond value, for people. */
static void note_time(struct walk *w, const struct btf_node *node, const uint8_t *p)
{
	uint64_t ns = btf_load_uint(p, 8);
	bool negative = node->kind == BTF_NODE_SINT && (int64_t)ns < 0;
	char text[40];
	int len;

	ns = negative ? -ns : ns;
	len = snprintf(text, sizeof(text), " <%s%llu.%09llus>", negative ? "-" : "",
		       (unsigned long long)(ns / NSEC_PER_SEC),
		       (unsigned long long)(ns % NSEC_PER_SEC));
	out__note(w->out, text, (size_t)len);
}

/*
 * Bytes of a string in an array of char, or -1 when it is not one. In plain style it must end
 * within the array, else it is numbers; the bytes must be printable in both.
 */
static int64_t string_len(const struct walk *w, const uint8_t *p, uint64_t room)
{
	uint64_t i;

	for (i = 0; i < room; i++) {
		if (!p[i])
			return (int64_t)i;
		if (p[i] < ' ' || p[i] >= 0x7f)
			return -1;
	}
	return w->out->plain || !room ? -1 : (int64_t)room;
}

static void walk_elements(struct walk *w, const struct btf_node *elem, uint64_t nr, uint64_t offset)
{
	uint64_t i;

	out__begin(w->out, OUT_ARRAY);
	for (i = 0; i < nr; i++) {
		if (!w->budget || offset >= w->len + !elem->size) {
			out__more(w->out, nr - i);
			break;
		}
		walk_node(w, elem, offset);
		offset += elem->size;
	}
	out__end(w->out, OUT_ARRAY);
}

static void walk_array(struct walk *w, const struct btf_node *node, uint64_t offset, uint64_t nr)
{
	uint64_t room = offset < w->len ? w->len - offset : 0;
	int64_t len;

	if (node->is_char && nr && room) {
		len = string_len(w, w->bytes + offset, MIN(nr, room));
		if (len >= 0) {
			spend(w, (uint64_t)len);
			out__str(w->out, (const char *)w->bytes + offset, (size_t)len,
				 nr > room && (uint64_t)len == room);
			return;
		}
	}
	walk_elements(w, node->elem, nr, offset);
}

/*
 * What a flexible array has of elements is known from the bytes only - and only one at the end of
 * the whole type has any; what follows a struct inside another belongs to the other.
 */
static uint64_t flexible_nr(const struct walk *w, const struct btf_node *node, uint64_t offset)
{
	if (!node->elem->size || offset >= w->len || offset + 8 <= w->plan->root->size)
		return 0;
	/* No bytes but the type's own: what is there is padding, and none to bpftool. */
	if (w->len <= w->plan->root->size)
		return 0;
	return (w->len - offset) / node->elem->size;
}

/* What most members of most maps are; the way to it is short. */
static bool is_plain_number(const struct walk *w, const struct btf_slot *m, uint64_t at)
{
	return m->node->kind <= BTF_NODE_UINT && !m->bit_size && at + m->node->size <= w->len &&
	       !(m->is_time && w->plan->show_times);
}

static void walk_members(struct walk *w, const struct btf_node *node, uint64_t offset)
{
	const struct btf_slot *m = node->members, *end = m + node->nr;

	for (; m < end; m++) {
		uint64_t at = offset + m->offset;

		if (!w->budget || (at >= w->len && m->node->size)) {
			out__more(w->out, (uint64_t)(end - m));
			return;
		}
		if (is_plain_number(w, m, at)) {
			uint64_t value = btf_load_uint(w->bytes + at, m->node->size);
			bool is_signed = m->node->kind == BTF_NODE_SINT;

			if (is_signed)
				value = (uint64_t)btf_sign_extend(value,
								  (unsigned int)m->node->size * 8);
			w->budget--;
			out__name_number(w->out, &m->name, value, is_signed);
			continue;
		}
		out__name(w->out, &m->name);
		if (m->bit_size)
			walk_bits(w, m->node, at, m->bit_offset, m->bit_size);
		else if (m->flexible)
			walk_array(w, m->node, at, flexible_nr(w, m->node, at));
		else
			walk_node(w, m->node, at);
		if (m->is_time && w->plan->show_times && at + 8 <= w->len)
			note_time(w, m->node, w->bytes + at);
	}
}

static void walk_group(struct walk *w, const struct btf_node *node, uint64_t offset)
{
	if (node->kind == BTF_NODE_SECTION) {
		out__section(w->out, node->name);
		walk_members(w, node, offset);
		out__end(w->out, OUT_SECTION);
		return;
	}
	if (node->special && !w->out->plain) {
		out__none(w->out, node->special, strlen(node->special));
		return;
	}
	out__begin(w->out, OUT_OBJECT);
	walk_members(w, node, offset);
	out__end(w->out, OUT_OBJECT);
}

static void walk_node(struct walk *w, const struct btf_node *node, uint64_t offset)
{
	spend(w, 1);
	switch (node->kind) {
	case BTF_NODE_STRUCT:
	case BTF_NODE_UNION:
	case BTF_NODE_SECTION:
		walk_group(w, node, offset);
		break;
	case BTF_NODE_ARRAY:
		walk_array(w, node, offset, node->nr);
		break;
	case BTF_NODE_OPAQUE:
		out__none(w->out, "no bytes", 8);
		break;
	default:
		if (offset + node->size > w->len)
			out__none(w->out, "cut", 3);
		else
			say_scalar(w, node, w->bytes + offset);
	}
}

void btf_plan__run(const struct btf_plan *plan, const void *bytes, size_t len, struct out *o)
{
	struct walk w = {
		.plan = plan,
		.bytes = bytes,
		.len = len,
		.budget = (uint64_t)len * VALUES_PER_BYTE + VALUES_FREE,
		.out = o,
	};

	walk_node(&w, plan->root, 0);
}

void btf_field__run(const struct btf_plan *plan, const struct btf_field *field, const void *bytes,
		    size_t len, struct out *o)
{
	struct walk w = {
		.plan = plan,
		.bytes = bytes,
		.len = len,
		.budget = (uint64_t)len * VALUES_PER_BYTE + VALUES_FREE,
		.out = o,
	};

	if (field->bit_size)
		walk_bits(&w, field->node, field->offset, field->bit_offset, field->bit_size);
	else
		walk_node(&w, field->node, field->offset);
	if (field->is_time && plan->show_times && field->offset + 8 <= len)
		note_time(&w, field->node, (const uint8_t *)bytes + field->offset);
}
