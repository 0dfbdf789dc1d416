/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * symbols.h - names of numbers: enumerations and flag words of system call arguments.
 *
 * A table is data, declared in symbols_tables.h. Values come from UAPI headers where Debian 12's
 * have them; a newer constant is given by a #ifndef/#define above its table, with the kernel
 * version in a comment. A value without a name is printed as a number and a leftover bit as hex:
 * nothing is hidden.
 */
#ifndef PERF_AUGMENT_SYMBOLS_H
#define PERF_AUGMENT_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** SYM_NAME_MAX - bytes of a name. */
#define SYM_NAME_MAX 61

/**
 * struct symbol - one name. It is in place: the dynamic linker would write each of thousands of pointers at every
 *	start, and with them the pages that they are on.
 * @mask: for a value inside a multi-bit field of a flag word (O_ACCMODE, MAP_TYPE, ...): the field.
 * @len: bytes of @name.
 * @is_number: the field holds any number, and @name is how far it is shifted: 21<<MAP_HUGE_SHIFT.
 */
struct symbol {
	uint64_t value;
	uint64_t mask;
	char name[SYM_NAME_MAX + 1];
	uint8_t len;
	bool is_number;
};

/**
 * struct symbols - the names of one kind of argument.
 * @prefix: common prefix of the names ("O_"), which perf's style leaves out; "" for none. A name
 *          without it is printed whole.
 * @unknown: what strace's mark of a value without a name has before its ???, or with question marks all of it;
 *	NULL for @prefix.
 * @table: in order of printing; a name that holds several bits stands before those for the bits.
 * @nr: number of entries.
 * @prefix_len: bytes of @prefix.
 * @is_flags: the value is a set of bits; otherwise exactly one entry matches.
 * @is_decimal: an enum value without a name is a signed decimal number, not hex.
 * @is_raw_decimal: where numbers stand instead of names, they are decimal, not hex.
 * @marks_zero: strace marks a zero without a name, too.
 * @is_open: most values have no name, and need none.
 * @apart: there, this field of the word stands apart from the flags beside it; 0 for none.
 * @apart_is_flag: it is a flag, of one bit, and what is beside it is a value.
 * @apart_has_zero: a field of 0 is told beside flags even where numbers stand instead of names.
 * @field: there, a value of this field that has no name stands in front, marked with @field_unknown; 0 for none.
 * @width: bits of the argument that the kernel looks at, 8, 32 or 64; 0 means 32.
 */
struct symbols {
	const char *prefix;
	const char *unknown;
	const char *field_unknown;
	const struct symbol *table;
	uint16_t nr;
	uint8_t prefix_len;
	bool is_flags;
	bool is_decimal;
	bool is_raw_decimal;
	bool is_open;
	bool marks_zero;
	bool apart_is_flag;
	bool apart_has_zero;
	uint8_t width;
	uint32_t apart;
	uint32_t field;
};

/* clang-format off */

/* Bytes of the literal @n, which fits: the compiler lets one without room for its NUL pass. */
#define SYM_LEN(n) \
	(sizeof(n) - 1 + 0 * sizeof(struct { _Static_assert(sizeof(n) - 1 <= SYM_NAME_MAX, n); int i; }))
/* One entry. A constant of value 0 in a flag table names the empty word. */
#define SYM(c) { .value = (uint64_t)(c), .name = #c, .len = SYM_LEN(#c) }
/* A value of the multi-bit field @m: it matches when (flags & m) == c; a zero is printed too. */
#define SYM_FIELD(c, m) \
	{ .value = (uint64_t)(c), .mask = (uint64_t)(m), .name = #c, .len = SYM_LEN(#c) }
/* An entry whose name is not what C calls the value; @m is 0 outside a field. */
#define SYM_NAMED(n, c, m) \
	{ .value = (uint64_t)(c), .mask = (uint64_t)(m), .name = n, .len = SYM_LEN(n) }
/* The field of @bits bits that begins at bit @c. */
#define SYM_NUMBER(c, bits) \
	{ .value = ((1ULL << (bits)) - 1) << (c), .mask = ((1ULL << (bits)) - 1) << (c), \
	  .name = #c, .len = SYM_LEN(#c), .is_number = true }

/*
 * Defines syms_<id> from id_table; further members may follow the prefix (.width = 64).
 * DEFINE_FLAGS(open_flags, "O_");
 */
#define DEFINE_SYMBOLS_(id, pfx, ...) \
	const struct symbols syms_##id = { .prefix = (pfx), .prefix_len = sizeof(pfx) - 1, \
					   .table = id##_table, \
					   .nr = sizeof(id##_table) / sizeof(id##_table[0]), \
					   __VA_ARGS__ }
#define DEFINE_FLAGS(id, ...) DEFINE_SYMBOLS_(id, __VA_ARGS__, .is_flags = true)
#define DEFINE_ENUM(id, ...) DEFINE_SYMBOLS_(id, __VA_ARGS__, .is_flags = false)

/* clang-format on */

/** SYMBOLS_TEXT_MAX - a buffer of this size takes any value of any table without cutting names. */
#define SYMBOLS_TEXT_MAX 1536

/** symbols__mask() - the bits of an argument that the kernel looks at. */
static inline uint64_t symbols__mask(const struct symbols *syms)
{
	return syms->width == 64 ? UINT64_MAX : syms->width == 8 ? UINT8_MAX : UINT32_MAX;
}

/** symbols__name() - the entry that names exactly @value, with prefix; NULL when there is none. */
const char *symbols__name(const struct symbols *syms, uint64_t value);

/**
 * symbols__format() - write @value by name into @buf, always NUL-terminated.
 * @full_names: keep the common prefix.
 * @size: at least 1. Below 24 bytes even a number may not fit; the text is then empty.
 *
 * Flags are joined with '|', what has no name is appended as hex. An enum value without a name is
 * written as a number. A flag word of 0 without a name for it is "0".
 *
 * Return: length of the text, < @size; names that do not fit are left out and their bits are in
 * the hex leftover instead.
 */
size_t symbols__format(const struct symbols *syms, uint64_t value, bool full_names, char *buf,
		       size_t size);

/** symbols__lookup() - the value of @name, with or without the prefix. Return: 0 or -ENOENT. */
int symbols__lookup(const struct symbols *syms, const char *name, uint64_t *ret_value);

#endif /* PERF_AUGMENT_SYMBOLS_H */
