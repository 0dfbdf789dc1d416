// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* out.c - what all writers share. */
#include "out.h"

#include <stdio.h>

#include "symbols.h"
#include "util.h"

/* By name; strace marks a number that should have been a name: 0x30 with CAP_??? in a comment. */
static size_t spell_name(const struct out *o, const struct symbols *syms, uint64_t value,
			 char *text, size_t size)
{
	size_t len = symbols__format(syms, value, o->full_names, text, size);

	if (o->strace && syms->prefix_len && !syms->is_open && value & symbols__mask(syms) &&
	    text[0] >= '0' && text[0] <= '9')
		len += (size_t)snprintf(text + len, size - len, " /* %s??? */", syms->prefix);
	return MIN(len, size - 1);
}

static size_t spell_number(const struct symbols *syms, uint64_t value, char *text, size_t size)
{
	return (size_t)snprintf(text, size, syms->is_raw_decimal ? "%llu" : "%#llx",
				(unsigned long long)(value & symbols__mask(syms)));
}

/* The number, and its name behind it. */
static size_t spell_number_first(const struct out *o, const struct symbols *syms, uint64_t value,
				 char *text, size_t size)
{
	char name[SYMBOLS_TEXT_MAX];
	size_t len = spell_number(syms, value, text, size);

	spell_name(o, syms, value, name, sizeof(name));
	if (o->consts == OUT_CONSTS_RAW)
		return len;
	if (name[0] < '0' || name[0] > '9')
		len += (size_t)snprintf(text + len, size - len, " /* %s */", name);
	else if (value & symbols__mask(syms) && syms->prefix_len && !syms->is_open)
		len += (size_t)snprintf(text + len, size - len, " /* %s??? */", syms->prefix);
	return MIN(len, size - 1);
}

/* strace tells the field of some words and the flags beside it as two values. */
static size_t spell_apart(const struct out *o, const struct symbols *syms, uint64_t value,
			  char *text, size_t size)
{
	const uint64_t field = value & syms->apart, flags = value & ~syms->apart;
	size_t len = spell_number_first(o, syms, field, text, size);

	if (flags & symbols__mask(syms)) {
		text[len++] = '|';
		len += spell_number_first(o, syms, flags, text + len, size - len);
	}
	return len;
}

size_t out__spell(const struct out *o, const struct symbols *syms, uint64_t value, char *text,
		  size_t size)
{
	if (o->consts == OUT_CONSTS_NAMED)
		return spell_name(o, syms, value, text, size);
	if (syms->apart)
		return spell_apart(o, syms, value, text, size);
	return spell_number_first(o, syms, value, text, size);
}

void out__symbol(struct out *o, const struct symbols *syms, uint64_t value)
{
	char text[SYMBOLS_TEXT_MAX];

	out__word(o, text, out__spell(o, syms, value, text, sizeof(text)));
}

void out__constant(struct out *o, uint64_t value, enum out_base base, const char *name, size_t len)
{
	if (o->consts == OUT_CONSTS_NAMED) {
		out__word(o, name, len);
		return;
	}
	if (base == OUT_DEC)
		out__sint(o, (int64_t)value);
	else
		o->ops->uint(o, value, base);
	if (o->consts == OUT_CONSTS_BOTH)
		out__comment(o, name, len);
}
