/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * layout.h - what is in the memory that arguments point to: one description per structure.
 *
 * A layout names the members with their meaning: a bare type says that st_mode is 32 bits, not that
 * it is a file type and permissions. Layouts are data, in layouts_<area>.c; layout__say() walks one
 * over bytes of a traced program and talks to the writer. A plain number is a layout too, with one
 * member that has no name.
 *
 * The bytes may be fewer than the structure has (an old program, a cut): members that are not whole
 * are left out and the structure ends with "...".
 */
#ifndef PERF_AUGMENT_LAYOUT_H
#define PERF_AUGMENT_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf-progs/engine_spec.h"
#include "out.h"
#include "symbols.h"

/** struct piece - what a pointer of a structure leads to. */
struct piece {
	const uint8_t *data;
	size_t len;
	int err;
	bool cut;
};

/**
 * struct blob - bytes that were captured.
 * @addr: where they were.
 * @compat: of a 32-bit program.
 * @cut: there was more. @is_whole: there was not, though the structure has more members.
 * @given: what is behind so many was filled up with zeros; 0: none of it.
 * @at_exit: they are what the call left behind.
 * @error: of a call that failed, why; 0: it did not.
 * @rest_err: what is behind them could not be read, -errno; 0: that is not so.
 * @asked: then, where both sides stand in one structure: what was there before; NULL: they do not.
 * @question: the same where they stand in two, for members of the answer that depend on it.
 * @find: what pointer number @i of the structure's list of follows leads to; NULL: nothing was copied.
 * @owner, @elem: for it: the argument, and which of its structures this is.
 * @nth: of an array, which element.
 */
struct blob {
	const uint8_t *data;
	size_t len;
	size_t given;
	uint64_t addr;
	bool compat;
	bool cut;
	bool is_whole;
	bool at_exit;
	int error;
	int rest_err;
	const struct blob *asked;
	const struct blob *question;
	bool (*find)(const struct blob *b, unsigned int i, struct piece *ret);
	const void *owner;
	unsigned int elem;
	size_t nth;
};

struct layout;

/** LAYOUT_ARRAY_SHOWN - elements that are shown of an array, unless all are asked for. */
#define LAYOUT_ARRAY_SHOWN 32

enum field_kind {
	FIELD_SINT,
	FIELD_UINT,
	FIELD_HEX,
	FIELD_OCT,
	FIELD_PTR,
	FIELD_FD,     /* a descriptor */
	FIELD_PID,    /* a task */
	FIELD_SYM,    /* by .syms */
	FIELD_SAY,    /* by .say, from the value */
	FIELD_LAYOUT, /* of .layout; an array of them when nr is not 0 */
	FIELD_STR,    /* characters up to NUL or the end */
	FIELD_BYTES,  /* contents that are no text: what was copied of nr times .size bytes */
	FIELD_CUSTOM, /* by .custom, from all bytes of the structure */
	FIELD_CHOICE, /* of a union: .choose says which, by members before it; NULL: none of them */
};

/* struct field.flags */
#define FIELD_VERBOSE (1 << 0) /* said only when all is asked for */
#define FIELD_NONZERO (1 << 1) /* left out when it is 0 */
#define FIELD_UNUSUAL (1 << 2) /* the same, unless all is asked for */
#define FIELD_GAP (1 << 3)     /* with FIELD_VERBOSE or FIELD_OURS: shown as ... in its place */
/* What the call fills in, asks with, or replaces; the others are told on both sides, or once of both. */
#define FIELD_ANSWER (1 << 4)	/* there only where the bytes are those that the call left */
#define FIELD_ASKED (1 << 5)	/* there only where they are not */
#define FIELD_REPLACED (1 << 6) /* before and after, in one structure; .custom tells both itself */
#define FIELD_OURS (1 << 7)	/* strace's lines do not have it */
#define FIELD_FAILED (1 << 8)	/* there only where the call failed */
/* The meaning of .only: bits of which one is set, or none, for the member to be there. */
#define FIELD_IF_ANY (1 << 9)
#define FIELD_IF_NONE (1 << 10)
#define FIELD_ALL (1 << 11)	/* all elements of an array, however few the user wants */
#define FIELD_CLAMPED (1 << 12) /* of an array: what its count says beyond .nr is not looked at */

/**
 * struct field - one member.
 * @name: NULL for the only member of a plain number, and where .custom says members itself, or none.
 * @size: bytes; of one element, for arrays.
 * @nr: elements of an array, 0 when it is none.
 * @count_off, @count_size: the member that says how many of these there are, and its bytes; 0: all of them. Where it
 *	says more, the array ends with "...".
 * @off, @size: of FIELD_CHOICE, of the last member that .choose looks at.
 * @only_off, @only: left out unless the 32-bit member at that offset has this value, or is as FIELD_IF_* say;
 *	without these an offset of 0 is no condition.
 */
struct field {
	const char *name;
	uint16_t off;
	uint16_t size;
	uint16_t nr;
	uint8_t kind;
	uint16_t flags;
	uint16_t only_off;
	uint16_t only;
	uint16_t count_off;
	uint8_t count_size;
	union {
		const struct symbols *syms;
		const struct layout *layout;
		void (*say)(struct out *o, uint64_t value);
		void (*custom)(const struct blob *b, const struct field *f, struct out *o);
		const struct field *(*choose)(const struct blob *b, const struct out *o);
	};
};

/**
 * struct follow - a member that points to something that is copied, too. What it is said as.
 * @off: of the pointer, a member of kind FIELD_PTR. @ptr_size: its bytes.
 * @kind: AUG_CAP_STR; AUG_CAP_BYTES: one @layout; AUG_CAP_BUF: as many as the member at @len_off says, or
 *	  contents when there is no layout; AUG_CAP_IOVEC: the same of buffers, and what they
 *	  hold unless @is_bare; AUG_CAP_STRV: of strings. What is behind these two in the list is not copied then.
 * @when: AUG_AT_*.
 * @base_least: of AUG_CAP_BUF: the members behind it in the list are not of this structure, but of the one that it leads
 *	  to, if that has so many bytes; 0: they are of this one.
 * @size: bytes that are copied at most; 0: of contents what the user wants, of arrays 32 elements.
 * @is_path: a string that is not cut to what the user wants of contents.
 * @only_off, @only: only where the 16-bit member at that offset, if it is not 0, has this value.
 */
struct follow {
	uint16_t off;
	uint16_t len_off;
	uint8_t ptr_size;
	uint8_t len_size;
	uint8_t kind;
	uint8_t when;
	uint8_t base_least;
	bool is_path;
	bool is_bare;
	uint16_t size;
	uint16_t only_off;
	uint16_t only;
	const struct layout *layout;
};

/**
 * struct layout
 * @name: the structure's, for messages and tests.
 * @follows: members that are followed; spec.c has the list of the layouts that have some.
 * @compat: how it is in a 32-bit program: itself when it is the same; NULL when not known.
 * @is_bare: a plain number that is shown without brackets, as it has its own (a set).
 * @has_reply: of arg_replied: whether the answer is told; NULL: always.
 * @variant: of arg_tailed: which of several layouts, whose pointers are those of this list, the bytes have by their
 *	     members; NULL: this one.
 */
struct layout {
	const char *name;
	const struct field *fields;
	uint16_t size;
	uint16_t nr;
	const struct layout *compat;
	bool is_bare;
	uint8_t nr_follows;
	const struct follow *follows;
	bool (*has_reply)(const struct blob *asked, const struct blob *answer, const struct out *o);
	const struct layout *(*variant)(const struct blob *b);
};

/* clang-format off */

/* Members: @s is the structure, @m the member. */
#define FIELD_AT(s, m) .name = #m, .off = offsetof(s, m), .size = sizeof(((s *)0)->m)
#define SINT(s, m, ...) { FIELD_AT(s, m), .kind = FIELD_SINT, ##__VA_ARGS__ }
#define UINT(s, m, ...) { FIELD_AT(s, m), .kind = FIELD_UINT, ##__VA_ARGS__ }
#define HEX(s, m, ...) { FIELD_AT(s, m), .kind = FIELD_HEX, ##__VA_ARGS__ }
#define OCT(s, m, ...) { FIELD_AT(s, m), .kind = FIELD_OCT, ##__VA_ARGS__ }
#define FD(s, m, ...) { FIELD_AT(s, m), .kind = FIELD_FD, ##__VA_ARGS__ }
#define PID(s, m, ...) { FIELD_AT(s, m), .kind = FIELD_PID, ##__VA_ARGS__ }
#define PTR(s, m, ...) { FIELD_AT(s, m), .kind = FIELD_PTR, ##__VA_ARGS__ }
#define NAMES(s, m, t, ...) { FIELD_AT(s, m), .kind = FIELD_SYM, .syms = &syms_##t, ##__VA_ARGS__ }
#define SAY(s, m, f, ...) { FIELD_AT(s, m), .kind = FIELD_SAY, .say = say_##f, ##__VA_ARGS__ }
#define NESTED(s, m, l, ...) \
	{ FIELD_AT(s, m), .kind = FIELD_LAYOUT, .layout = &layout_##l, ##__VA_ARGS__ }
#define CHARS(s, m, ...) { FIELD_AT(s, m), .kind = FIELD_STR, ##__VA_ARGS__ }
#define CUSTOM(s, m, f, ...) { FIELD_AT(s, m), .kind = FIELD_CUSTOM, .custom = f, ##__VA_ARGS__ }
/* What @f says has names of its own: it looks at no more than is there up to the end of @m, or at all lengths. */
#define UNNAMED(s, m, f, ...) \
	{ .off = offsetof(s, m), .size = sizeof(((s *)0)->m), .kind = FIELD_CUSTOM, .custom = f, ##__VA_ARGS__ }
#define UNNAMED_AT(o, f, ...) { .off = o, .kind = FIELD_CUSTOM, .custom = f, ##__VA_ARGS__ }
/* @m: the last member that @f looks at. */
#define CHOICE(s, m, f, ...) { FIELD_AT(s, m), .kind = FIELD_CHOICE, .choose = f, ##__VA_ARGS__ }
/* An array of numbers; the kind of one is @k. */
#define ARRAY_OF(s, m, k, ...) \
	{ .name = #m, .off = offsetof(s, m), .size = sizeof(((s *)0)->m[0]), \
	  .nr = sizeof(((s *)0)->m) / sizeof(((s *)0)->m[0]), .kind = k, ##__VA_ARGS__ }

/* Of an array: member @n says how many of its elements are there. */
#define COUNTED_BY(s, n) .count_off = offsetof(s, n), .count_size = sizeof(((s *)0)->n)
/* Contents of @total bytes, the only member: as many as the layout's size are copied. */
#define CONTENTS(total) { .size = 1, .nr = total, .kind = FIELD_BYTES }

/* Plain numbers of C type @t. */
#define NUMBER(t, k, ...) { .size = sizeof(t), .kind = k, ##__VA_ARGS__ }

#define LAYOUT_(id, sz, ...) \
	const struct layout layout_##id = { .name = #id, .size = (sz), .fields = id##_fields, \
					    .nr = sizeof(id##_fields) / sizeof(id##_fields[0]), \
					    __VA_ARGS__ }
/* Names the list <id>_follows. */
#define WITH_FOLLOWS(id) \
	.follows = id##_follows, .nr_follows = sizeof(id##_follows) / sizeof(id##_follows[0])
/* Members of such a list: a string, one structure, contents or an array as long as another member says. */
#define FOLLOW_(s, m, k, w, ...) \
	{ .off = offsetof(s, m), .ptr_size = sizeof(((s *)0)->m), .kind = k, .when = w, ##__VA_ARGS__ }
#define FOLLOW_STR(s, m, ...) FOLLOW_(s, m, AUG_CAP_STR, AUG_AT_ENTER, ##__VA_ARGS__)
#define FOLLOW_ONE(s, m, w, l) FOLLOW_(s, m, AUG_CAP_BYTES, w, .layout = &layout_##l)
#define FOLLOW_LEN_(s, n) .len_off = offsetof(s, n), .len_size = sizeof(((s *)0)->n)
#define FOLLOW_DATA(s, m, n, w) FOLLOW_(s, m, AUG_CAP_BUF, w, FOLLOW_LEN_(s, n))
#define FOLLOW_ARRAY(s, m, n, w, l) \
	FOLLOW_(s, m, AUG_CAP_BUF, w, FOLLOW_LEN_(s, n), .layout = &layout_##l)
#define FOLLOW_STRINGS(s, m, n, ...) \
	FOLLOW_(s, m, AUG_CAP_STRV, AUG_AT_ENTER, FOLLOW_LEN_(s, n), ##__VA_ARGS__)
#define FOLLOW_IOVEC(s, m, n, ...) \
	FOLLOW_(s, m, AUG_CAP_IOVEC, AUG_AT_ENTER, FOLLOW_LEN_(s, n), ##__VA_ARGS__)

/* Defines layout_<id> from <id>_fields: the same for 32-bit programs, another one, or unknown there. */
#define DEFINE_LAYOUT(id, sz) LAYOUT_(id, sz, .compat = &layout_##id)
#define DEFINE_LAYOUT_BARE(id, sz) LAYOUT_(id, sz, .compat = &layout_##id, .is_bare = true)
#define DEFINE_LAYOUT_COMPAT(id, sz, c) LAYOUT_(id, sz, .compat = &layout_##c)
#define DEFINE_LAYOUT_NATIVE(id, sz) LAYOUT_(id, sz, .compat = NULL)
#define DEFINE_LAYOUT_REPLIED(id, sz, c, f) LAYOUT_(id, sz, .compat = c, .has_reply = f)
#define DEFINE_LAYOUT_FOLLOWED(id, sz, c) LAYOUT_(id, sz, .compat = &layout_##c, WITH_FOLLOWS(id))

/* clang-format on */

/** layout__of() - @l as a program of that kind has it; NULL when that is not known. */
static inline const struct layout *layout__of(const struct layout *l, bool compat)
{
	return compat ? l->compat : l;
}

/** layout__is_number() - a plain number behind a pointer, shown in brackets. */
static inline bool layout__is_number(const struct layout *l)
{
	return l->nr == 1 && !l->fields[0].name;
}

/** layout__say_members() - its members, within an object that has more. */
void layout__say_members(const struct layout *l, const struct blob *b, struct out *o);

/** layout__say_followed() - what pointer number @i leads to; false when there is nothing to say of it. */
bool layout__say_followed(const struct layout *l, const struct blob *b, unsigned int i,
			  struct out *o);

/** layout__say_first() - the first @nr of an array of them at offset @off, as far as @b has them, as one value. */
void layout__say_first(const struct layout *l, const struct blob *b, size_t off, size_t nr,
		       struct out *o);

/** layout__say_array() - as many of them as @b has, as one value. */
void layout__say_array(const struct layout *l, const struct blob *b, struct out *o);

/** layout__say_element() - the same within an array: a plain number has no brackets there. */
void layout__say_element(const struct layout *l, const struct blob *b, struct out *o);

/** layout__say() - the structure at the beginning of @b as one value. */
void layout__say(const struct layout *l, const struct blob *b, struct out *o);

/** layout__get() - a number of @size bytes, up to 8, at @data; the machine's byte order. */
uint64_t layout__get(const uint8_t *data, size_t size);

/** layout__is_zero() - whether all of @len bytes at @data are zero. */
bool layout__is_zero(const uint8_t *data, size_t len);

#endif /* PERF_AUGMENT_LAYOUT_H */
