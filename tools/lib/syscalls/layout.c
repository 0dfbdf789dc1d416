// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* layout.c - see layout.h. */
#include "layout.h"

#include <string.h>

#include "util.h"

uint64_t layout__get(const uint8_t *data, size_t size)
{
	uint64_t value = 0;

	memcpy(&value, data, size < sizeof(value) ? size : sizeof(value));
	return value;
}

bool layout__is_zero(const uint8_t *data, size_t len)
{
	while (len && !data[len - 1])
		len--;
	return !len;
}

static int64_t sign_extend(uint64_t value, size_t size)
{
	const unsigned int shift = size < 8 ? 64 - 8 * (unsigned int)size : 0;

	return (int64_t)(value << shift) >> shift;
}

static void say_number(const struct field *f, uint64_t value, struct out *o)
{
	switch (f->kind) {
	case FIELD_SINT:
		out__sint(o, sign_extend(value, f->size));
		break;
	case FIELD_UINT:
		out__uint(o, value);
		break;
	case FIELD_PID:
		out__pid(o, (int32_t)value);
		break;
	case FIELD_HEX:
		/* As printf("%#x") has it: a zero is no bits. */
		if (value)
			out__hex(o, value);
		else
			out__uint(o, 0);
		break;
	case FIELD_OCT:
		out__oct(o, value);
		break;
	case FIELD_PTR:
		out__ptr(o, value);
		break;
	case FIELD_SYM:
		out__symbol(o, f->syms, value);
		break;
	case FIELD_SAY:
		f->say(o, value);
		break;
	}
}

/* One element of a member; @at is its place. */
static void say_element(const struct blob *b, const struct field *f, size_t at, struct out *o)
{
	const struct blob inner = {
		.data = b->data + at,
		.len = f->size,
		.given = at ? 0 : b->given,
		.addr = b->addr + at,
		.compat = b->compat,
		.at_exit = b->at_exit,
		.error = b->error,
		.find = b->find,
		.owner = b->owner,
		.elem = b->elem,
	};

	if (f->kind == FIELD_LAYOUT)
		layout__say(f->layout, &inner, o);
	else if (f->kind == FIELD_FD)
		out__fd(o, (int32_t)layout__get(b->data + at, f->size), b->at_exit);
	else
		say_number(f, layout__get(b->data + at, f->size), o);
}

/* What an element of an iovec leads to, a piece of its own. */
static void say_buffer(const struct blob *b, const struct follow *f, size_t i, uint64_t base,
		       uint64_t len, struct out *o)
{
	struct piece piece;

	if (i < AUG_FOLLOWED_MAX &&
	    b->find(b, AUG_PART_FOLLOWED - AUG_PART_ITEM + (unsigned int)i, &piece)) {
		if (piece.err)
			out__fault(o, base, piece.err);
		else
			out__content(o, (const char *)piece.data, piece.len, piece.cut);
	} else if (base && !len && !f->is_bare) {
		out__str(o, "", 0, false);
	} else {
		out__ptr(o, base);
	}
}

static void say_buffers(const struct blob *b, const struct follow *f, const struct piece *array,
			struct out *o)
{
	const size_t word = b->compat ? 4 : 8;
	const size_t nr = array->len / (2 * word);
	const size_t shown = o->verbose ? nr : MIN(nr, out__elements_max(o, LAYOUT_ARRAY_SHOWN));

	out__begin(o, OUT_ARRAY);
	for (size_t i = 0; i < shown; i++) {
		const uint64_t base = layout__get(array->data + 2 * word * i, word);
		const uint64_t len = layout__get(array->data + 2 * word * i + word, word);

		out__begin(o, OUT_OBJECT);
		out__member(o, "iov_base");
		say_buffer(b, f, i, base, len, o);
		out__member(o, "iov_len");
		out__uint(o, len);
		out__end(o, OUT_OBJECT);
	}
	if (shown < nr || array->cut)
		out__more(o, 0);
	out__end(o, OUT_ARRAY);
}

static void say_strings(const struct blob *b, const struct piece *array, struct out *o)
{
	const size_t word = b->compat ? 4 : 8;
	const size_t nr = array->len / word;
	const size_t shown = o->verbose ? nr : MIN(nr, out__elements_max(o, LAYOUT_ARRAY_SHOWN));
	struct piece piece;

	out__begin(o, OUT_ARRAY);
	for (size_t i = 0; i < shown; i++) {
		const uint64_t at = layout__get(array->data + word * i, word);

		if (i >= AUG_FOLLOWED_MAX ||
		    !b->find(b, AUG_PART_FOLLOWED - AUG_PART_ITEM + (unsigned int)i, &piece))
			out__ptr(o, at);
		else if (piece.err)
			out__fault(o, at, piece.err);
		else
			out__content(o, (const char *)piece.data, piece.len, piece.cut);
	}
	if (shown < nr || array->cut)
		out__more(o, 0);
	out__end(o, OUT_ARRAY);
}

/* Not of a structure that ends within the pointer, or its length: in memory there may be something behind it. */
static bool is_given(const struct blob *b, const struct follow *f)
{
	return !b->given ||
	       MAX((size_t)f->off + f->ptr_size, (size_t)f->len_off + f->len_size) <= b->given;
}

bool layout__say_followed(const struct layout *l, const struct blob *b, unsigned int i,
			  struct out *o)
{
	const struct follow *f = &l->follows[i];
	struct blob inner = { .compat = b->compat, .at_exit = b->at_exit };
	struct piece piece;

	/* Of none nothing is copied; where they would be says less. */
	if (o->strace && ((f->kind == AUG_CAP_BUF && f->layout) || f->kind == AUG_CAP_STRV) &&
	    (size_t)f->len_off + f->len_size <= b->len &&
	    !layout__get(b->data + f->len_off, f->len_size) &&
	    layout__get(b->data + f->off, f->ptr_size)) {
		out__begin(o, OUT_ARRAY);
		out__end(o, OUT_ARRAY);
		return true;
	}
	if (!is_given(b, f) || !b->find || !b->find(b, i, &piece))
		return false;
	inner.addr = layout__get(b->data + f->off, f->ptr_size);
	inner.data = piece.data;
	inner.len = piece.len;
	inner.cut = piece.cut;
	if (piece.err)
		out__fault(o, inner.addr, piece.err);
	else if (f->kind == AUG_CAP_IOVEC)
		say_buffers(b, f, &piece, o);
	else if (f->kind == AUG_CAP_STRV)
		say_strings(b, &piece, o);
	else if (!f->layout && f->is_path)
		out__str(o, (const char *)piece.data, piece.len, piece.cut);
	else if (!f->layout)
		out__content(o, (const char *)piece.data, piece.len, piece.cut);
	else if (f->kind == AUG_CAP_BYTES)
		layout__say(f->layout, &inner, o);
	else
		layout__say_array(f->layout, &inner, o);
	return true;
}

/* The same pointer may be followed in several ways, by another member. */
static bool is_only(const struct blob *b, const struct follow *f)
{
	return !f->only_off ||
	       (f->only_off + 2U <= b->len && layout__get(b->data + f->only_off, 2) == f->only);
}

static bool say_pointer(const struct layout *l, const struct blob *b, const struct field *f,
			struct out *o)
{
	for (unsigned int i = 0; i < l->nr_follows; i++) {
		const struct follow *follow = &l->follows[i];

		if (follow->off == f->off && is_only(b, follow))
			return layout__say_followed(l, b, i, o);
	}
	return false;
}

/* Elements that an array is said to have. */
static size_t nr_elements(const struct blob *b, const struct field *f)
{
	size_t nr;

	if (!f->count_size)
		return f->nr;
	nr = (size_t)f->count_off + f->count_size <= b->len
		     ? layout__get(b->data + f->count_off, f->count_size)
		     : 0;
	return f->flags & FIELD_CLAMPED ? MIN(nr, (size_t)f->nr) : nr;
}

/* strace's have each byte in hex. */
static void say_bytes(const struct blob *b, const struct field *f, struct out *o)
{
	const size_t all = MIN(nr_elements(b, f), (size_t)f->nr) * f->size;
	const size_t there = b->len > f->off ? MIN(all, b->len - f->off) : 0;
	const size_t max = o->verbose ? there : LAYOUT_ARRAY_SHOWN;
	const size_t shown = MIN(there, out__elements_max(o, (uint32_t)max));
	const enum out_strings strings = o->strings;

	if (o->strace)
		o->strings = OUT_STRINGS_HEX;
	out__str(o, (const char *)b->data + f->off, shown, shown < all);
	o->strings = strings;
}

static void say_field(const struct layout *l, const struct blob *b, const struct field *f,
		      struct out *o)
{
	size_t nr, shown;

	if (f->kind == FIELD_CUSTOM) {
		f->custom(b, f, o);
		return;
	}
	if (f->kind == FIELD_PTR && !f->nr && say_pointer(l, b, f, o))
		return;
	if (f->kind == FIELD_STR) {
		out__chars(o, b->data + f->off, f->size);
		return;
	}
	if (f->kind == FIELD_BYTES) {
		say_bytes(b, f, o);
		return;
	}
	if (!f->nr) {
		say_element(b, f, f->off, o);
		return;
	}
	nr = nr_elements(b, f);
	shown = MIN(nr, (size_t)f->nr);
	if (!o->verbose && !(f->flags & FIELD_ALL))
		shown = MIN(shown, out__elements_max(o, LAYOUT_ARRAY_SHOWN));
	out__begin(o, OUT_ARRAY);
	for (size_t i = 0; i < shown; i++)
		say_element(b, f, f->off + i * f->size, o);
	if (shown < nr)
		out__more(o, 0);
	out__end(o, OUT_ARRAY);
}

/* Bytes of a member that have to be there; contents are told as far as they are. */
static size_t least_size(const struct field *f)
{
	return f->kind == FIELD_BYTES ? 0 : (size_t)f->size * (f->nr ? f->nr : 1);
}

/* Nothing is in it: zeros, or none of what is counted. */
static bool is_empty(const struct blob *b, const struct field *f)
{
	if (f->kind == FIELD_BYTES || f->count_size)
		return f->count_size && !nr_elements(b, f);
	return layout__is_zero(b->data + f->off, least_size(f));
}

/* Whether the structure is one that has the member; one that tells may not be there. */
static bool has_member(const struct blob *b, const struct field *f)
{
	uint64_t word;

	if (f->flags & (b->at_exit ? FIELD_ASKED : FIELD_ANSWER))
		return false;
	if (f->flags & FIELD_FAILED && !b->error)
		return false;
	if (!f->only_off && !(f->flags & (FIELD_IF_ANY | FIELD_IF_NONE)))
		return true;
	if (f->only_off + 4U > b->len)
		return f->flags & FIELD_IF_NONE;
	word = layout__get(b->data + f->only_off, 4);
	if (f->flags & FIELD_IF_ANY)
		return word & f->only;
	return f->flags & FIELD_IF_NONE ? !(word & f->only) : word == f->only;
}

/* The one of a union that is there; NULL for none. */
static const struct field *chosen(const struct blob *b, const struct field *f, const struct out *o)
{
	return f->kind == FIELD_CHOICE ? f->choose(b, o) : f;
}

/* Of those that are there; with the flags of the choice, where it is one. */
static bool is_hidden(unsigned int flags, const struct out *o)
{
	if (flags & FIELD_OURS && o->strace)
		return true;
	return flags & FIELD_VERBOSE && !o->verbose;
}

/* Both sides of one member; formats that need not do as strace tell one that did not change once. */
static void say_replaced(const struct layout *l, const struct blob *b, const struct field *f,
			 struct out *o)
{
	const size_t size = least_size(f);

	if (!o->strace && !memcmp(b->asked->data + f->off, b->data + f->off, size)) {
		say_field(l, b, f, o);
		return;
	}
	out__begin(o, OUT_CHANGE);
	say_field(l, b->asked, f, o);
	say_field(l, b, f, o);
	out__end(o, OUT_CHANGE);
}

static bool has_bytes(const struct blob *b, const struct field *f)
{
	const size_t end = f->off + least_size(f);

	return end <= b->len && (!b->asked || end <= b->asked->len);
}

static bool is_left_out(const struct blob *b, const struct field *f, const struct out *o)
{
	return (f->flags & FIELD_NONZERO || (f->flags & FIELD_UNUSUAL && !o->verbose)) &&
	       is_empty(b, f);
}

void layout__say_members(const struct layout *l, const struct blob *both, struct out *o)
{
	bool more = both->cut, is_gap = false;

	for (size_t i = 0; i < l->nr; i++) {
		const struct field *f = &l->fields[i];
		const bool is_new = f->flags & (FIELD_ANSWER | FIELD_REPLACED);
		const struct blob *b = both->asked && !is_new ? both->asked : both;
		unsigned int flags = f->flags;

		if (!has_bytes(b, f)) {
			more |= !b->is_whole;
			break;
		}
		if (!has_member(b, f))
			continue;
		f = chosen(b, f, o);
		if (f && !has_bytes(b, f)) {
			more |= !b->is_whole;
			break;
		}
		if (!f || is_left_out(b, f, o))
			continue;
		flags |= f->flags;
		if (is_hidden(flags, o)) {
			/* In other formats it is told once, at the end. */
			if (!o->strace || !(flags & (FIELD_GAP | FIELD_OURS)))
				more = true;
			else if (flags & FIELD_GAP && !is_gap)
				out__more(o, 0);
			is_gap = flags & FIELD_GAP && o->strace;
			continue;
		}
		is_gap = false;
		if (f->name)
			out__member(o, f->name);
		if (f->flags & FIELD_REPLACED && b->asked && f->kind != FIELD_CUSTOM)
			say_replaced(l, b, f, o);
		else
			say_field(l, b, f, o);
	}
	if (more && !is_gap)
		out__more(o, 0);
}

void layout__say_element(const struct layout *l, const struct blob *b, struct out *o)
{
	if (layout__is_number(l)) {
		const struct field *f = &l->fields[0];
		const size_t size = f->kind == FIELD_CUSTOM ? f->size : l->size;

		if (f->kind == FIELD_BYTES ||
		    (b->len >= size && (!b->asked || b->asked->len >= size)))
			say_field(l, b, f, o);
		else
			out__none(o, "cut", 3);
		return;
	}
	out__begin(o, OUT_OBJECT);
	layout__say_members(l, b, o);
	out__end(o, OUT_OBJECT);
}

void layout__say_first(const struct layout *l, const struct blob *b, size_t off, size_t nr,
		       struct out *o)
{
	const size_t there = off < b->len ? (b->len - off) / l->size : 0;
	struct blob first = *b;

	first.cut = nr > there;
	first.len = MIN(nr, there) * l->size;
	first.data = b->data + off;
	first.addr = b->addr + off;
	first.asked = NULL;
	layout__say_array(l, &first, o);
}

void layout__say_array(const struct layout *l, const struct blob *b, struct out *o)
{
	const size_t nr = b->len / l->size;
	const size_t shown = o->verbose ? nr : MIN(nr, out__elements_max(o, LAYOUT_ARRAY_SHOWN));
	struct blob one = *b;

	out__begin(o, OUT_ARRAY);
	one.len = l->size;
	one.cut = false;
	one.rest_err = 0;
	for (size_t i = 0; i < shown; i++) {
		one.data = b->data + i * l->size;
		one.addr = b->addr + i * l->size;
		one.nth = i;
		layout__say_element(l, &one, o);
	}
	if (shown == nr && b->rest_err)
		out__unread(o, b->addr + nr * l->size, b->rest_err);
	else if (shown < nr || b->cut || b->rest_err)
		out__more(o, 0);
	out__end(o, OUT_ARRAY);
}

void layout__say(const struct layout *l, const struct blob *b, struct out *o)
{
	const bool brackets = layout__is_number(l) && !l->is_bare;

	if (brackets)
		out__begin(o, OUT_POINTEE);
	layout__say_element(l, b, o);
	if (brackets)
		out__end(o, OUT_POINTEE);
}
