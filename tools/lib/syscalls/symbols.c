// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * symbols.c - numbers to names and back, for the tables in symbols_<area>.c.
 *
 * Called by the writers (out.c), by decoders and by whoever parses an expression. Pure: no I/O, no
 * allocation. Tables are scanned in order; the longest have about a hundred entries.
 */
#include "symbols.h"

#include <errno.h>
#include <string.h>

#include "strbuf.h"

/* What a leftover may need after the last name: '|', "0x", 16 digits. */
#define LEFTOVER_LEN 19

/* What stands before the name of a field that holds a number: 20 digits, "<<". */
#define NUMBER_LEN 22

/* Room for any number with its sign and a NUL. */
#define NUMBER_SIZE 24

struct text {
	char *buf;
	size_t len;
	size_t size;
};

static bool text__fits(const struct text *t, size_t len)
{
	return len < t->size - t->len;
}

static void text__add(struct text *t, const char *bytes, size_t len)
{
	if (!len || !text__fits(t, len))
		return;
	/* The compiler's memcpy() of up to 255 bytes takes longer than the search for the name. */
	strbuf__copy(t->buf + t->len, bytes, len);
	t->len += len;
}

/* @separator is left out when nothing stands before it. */
static void text__add_number(struct text *t, const char *separator, uint64_t value,
			     unsigned int base)
{
	char digits[NUMBER_SIZE];
	char *end = digits + sizeof(digits);
	char *p = end;
	size_t len;

	do {
		*--p = "0123456789abcdef"[value % base];
		value /= base;
	} while (value);
	if (base == 16) {
		*--p = 'x';
		*--p = '0';
	}
	len = t->len ? strlen(separator) : 0;
	if (!text__fits(t, len + (size_t)(end - p)))
		return;
	text__add(t, separator, len);
	text__add(t, p, (size_t)(end - p));
}

static const char *symbol__spelling(const struct symbols *syms, const struct symbol *sym,
				    bool full_names, size_t *ret_len)
{
	size_t skip = 0;

	if (!full_names && syms->prefix_len < sym->len &&
	    !memcmp(sym->name, syms->prefix, syms->prefix_len))
		skip = syms->prefix_len;
	*ret_len = sym->len - skip;
	return sym->name + skip;
}

static const struct symbol *symbols__find(const struct symbols *syms, uint64_t value)
{
	const uint64_t mask = symbols__mask(syms);

	for (size_t i = 0; i < syms->nr; i++) {
		const struct symbol *sym = &syms->table[i];

		if (!sym->is_number && (sym->value & mask) == (value & mask))
			return sym;
	}
	return NULL;
}

const char *symbols__name(const struct symbols *syms, uint64_t value)
{
	const struct symbol *sym = symbols__find(syms, value);

	return sym ? sym->name : NULL;
}

static void format_number(const struct symbols *syms, uint64_t value, struct text *t)
{
	int64_t number = syms->width == 64 ? (int64_t)value : (int32_t)value;

	if (!syms->is_decimal) {
		text__add_number(t, "", value & symbols__mask(syms),
				 value & symbols__mask(syms) ? 16 : 10);
		return;
	}
	if (number < 0 && t->size >= NUMBER_SIZE)
		text__add(t, "-", 1);
	text__add_number(t, "", number < 0 ? -(uint64_t)number : (uint64_t)number, 10);
}

static void format_enum(const struct symbols *syms, uint64_t value, bool full_names, struct text *t)
{
	const struct symbol *sym = symbols__find(syms, value);
	const char *name;
	size_t len;

	if (sym) {
		name = symbol__spelling(syms, sym, full_names, &len);
		if (text__fits(t, len)) {
			text__add(t, name, len);
			return;
		}
	}
	format_number(syms, value, t);
}

/*
 * Is @sym in @value? @left are the bits of it that have no name yet. An entry of value 0 that is
 * not part of a field names the empty word only.
 */
static bool symbol__matches(const struct symbol *sym, uint64_t value, uint64_t left)
{
	if (sym->is_number)
		return left & sym->mask;
	if (sym->mask)
		return (value & sym->mask) == sym->value;
	if (!sym->value)
		return !value;
	return (left & sym->value) == sym->value;
}

/* The number in the field: 21<<MAP_HUGE_SHIFT. */
static void text__add_shifted(struct text *t, const struct symbol *sym, uint64_t field)
{
	text__add_number(t, "|", field >> __builtin_ctzll(sym->mask), 10);
	text__add(t, "<<", 2);
	text__add(t, sym->name, sym->len);
}

static void format_flags(const struct symbols *syms, uint64_t value, bool full_names,
			 struct text *t)
{
	const struct symbol *shifted = NULL;
	uint64_t left;

	value &= symbols__mask(syms);
	left = value;
	for (size_t i = 0; i < syms->nr; i++) {
		const struct symbol *sym = &syms->table[i];
		const char *name;
		size_t len;

		if (!symbol__matches(sym, value, left))
			continue;
		name = symbol__spelling(syms, sym, full_names, &len);
		if (!text__fits(t, len + 1 + (sym->is_number ? NUMBER_LEN : 0) + LEFTOVER_LEN))
			continue;
		left &= ~sym->value;
		if (sym->is_number) {
			shifted = sym;
			continue;
		}
		if (t->len)
			text__add(t, "|", 1);
		text__add(t, name, len);
	}
	if (left || (!t->len && !shifted))
		text__add_number(t, "|", left, left ? 16 : 10);
	/* Behind what has no name, as strace has it; it is the last of its table, and has its room. */
	if (shifted)
		text__add_shifted(t, shifted, value & shifted->mask);
}

size_t symbols__format(const struct symbols *syms, uint64_t value, bool full_names, char *buf,
		       size_t size)
{
	struct text t = { .buf = buf, .size = size };

	if (syms->is_flags)
		format_flags(syms, value, full_names, &t);
	else
		format_enum(syms, value, full_names, &t);
	buf[t.len] = '\0';
	return t.len;
}

int symbols__lookup(const struct symbols *syms, const char *name, uint64_t *ret_value)
{
	const size_t len = strlen(name);

	for (size_t i = 0; i < syms->nr; i++) {
		const struct symbol *sym = &syms->table[i];
		size_t short_len;
		const char *short_name = symbol__spelling(syms, sym, false, &short_len);

		if (sym->is_number)
			continue;
		if ((len == sym->len && !memcmp(name, sym->name, len)) ||
		    (len == short_len && !memcmp(name, short_name, len))) {
			*ret_value = sym->value & symbols__mask(syms);
			return 0;
		}
	}
	return -ENOENT;
}
