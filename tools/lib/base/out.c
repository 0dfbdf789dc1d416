// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* out.c - what all writers share. */
#include "out.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "symbols.h"
#include "util.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Nothing of the value has a name. */
static bool is_number(const char *name)
{
	name += *name == '-';
	return is_digit(*name) && !strpbrk(name, "|< ");
}

static size_t add_comment(const char *prefix, char *text, size_t size)
{
	return (size_t)snprintf(text, size, " /* %s%s */", prefix,
				strchr(prefix, '?') ? "" : "???");
}

/* strace marks a number that should have been a name: 0x30 with CAP_??? in a comment. */
static size_t add_mark(const struct symbols *syms, uint64_t value, char *text, size_t size)
{
	const char *prefix = syms->unknown ? syms->unknown : syms->prefix;

	if (!prefix || !*prefix || syms->is_open ||
	    (!(value & symbols__mask(syms)) && !syms->marks_zero))
		return 0;
	return add_comment(prefix, text, size);
}

/* The flags beside a field, which are not 0; a field of 0 may have a name, too, and stands first. */
static void format_beside(const struct out *o, const struct symbols *syms, uint64_t flags,
			  char *text, size_t size)
{
	const size_t len = symbols__format(syms, flags, o->full_names, text, size);
	const char *bar = symbols__name(syms, 0) ? strchr(text, '|') : NULL;

	if (bar)
		memmove(text, bar + 1, len - (size_t)(bar - text));
}

static bool has_shift(const struct symbols *syms)
{
	return syms->nr && syms->table[syms->nr - 1].is_number;
}

/* Of flags without a name in front of a number that is shifted: 0x2700 of 0x2700|21<<MFD_HUGE_SHIFT. */
static void mark_before_shift(const struct symbols *syms, uint64_t value, char *text, size_t *len,
			      size_t size)
{
	char *bar = strchr(text, '|'), mark[SYM_NAME_MAX + 16];
	size_t mark_len;

	if (!has_shift(syms) || !bar || !is_digit(*text) || !is_digit(bar[1]))
		return;
	mark_len = MIN(add_mark(syms, value, mark, sizeof(mark)), sizeof(mark) - 1);
	if (*len + mark_len >= size)
		return;
	memmove(bar + mark_len, bar, *len - (size_t)(bar - text) + 1);
	memcpy(bar, mark, mark_len);
	*len += mark_len;
}

/* A field without a name, and the flags beside it. Return: 0 where it has one. */
static size_t spell_unknown_field(const struct out *o, const struct symbols *syms, uint64_t value,
				  char *text, size_t size)
{
	const uint64_t field = value & syms->field, flags = value & symbols__mask(syms) & ~field;
	char names[SYMBOLS_TEXT_MAX];
	size_t len;

	if (!o->strace || !field || symbols__name(syms, field))
		return 0;
	len = (size_t)snprintf(text, size, "%#llx", (unsigned long long)field);
	if (len < size)
		len += add_comment(syms->field_unknown, text + len, size - len);
	if (!flags || len >= size)
		return MIN(len, size - 1);
	format_beside(o, syms, flags, names, sizeof(names));
	len += (size_t)snprintf(text + len, size - len, "|%s", names);
	if (len < size && syms->apart && is_number(names))
		len += add_mark(syms, flags, text + len, size - len);
	return MIN(len, size - 1);
}

static size_t spell_name(const struct out *o, const struct symbols *syms, uint64_t value,
			 char *text, size_t size)
{
	size_t len = spell_unknown_field(o, syms, value, text, size);
	const char *flags = text;

	if (len)
		return len;
	len = symbols__format(syms, value, o->full_names, text, size);
	/* Beside a field that stands apart, flags are marked as by themselves. */
	if (syms->apart && strchr(text, '|') && symbols__name(syms, value & syms->apart))
		flags = strchr(text, '|') + 1;
	if (o->strace && is_number(flags))
		len += add_mark(syms, value & ~(flags == text ? 0ULL : syms->apart), text + len,
				size - len);
	else if (o->strace)
		mark_before_shift(syms, value, text, &len, size);
	return MIN(len, size - 1);
}

static size_t spell_number(const struct symbols *syms, uint64_t value, char *text, size_t size)
{
	if (syms->is_raw_decimal)
		return (size_t)snprintf(text, size, "%lld",
					(long long)(syms->width == 64 ? (int64_t)value
								      : (int32_t)value));
	return (size_t)snprintf(text, size, "%#llx",
				(unsigned long long)(value & symbols__mask(syms)));
}

/* The number, and its name behind it. */
static size_t spell_number_first(const struct out *o, const struct symbols *syms, uint64_t value,
				 char *text, size_t size)
{
	char name[SYMBOLS_TEXT_MAX];
	size_t len = spell_number(syms, value, text, size);

	if (o->consts == OUT_CONSTS_RAW)
		return len;
	/* Where a part is shifted, what it stands for is told as if there was no number. */
	if (o->strace && has_shift(syms) && value)
		spell_name(o, syms, value, name, sizeof(name));
	else
		symbols__format(syms, value, o->full_names, name, sizeof(name));
	if (is_number(name))
		len += add_mark(syms, value, text + len, size - len);
	else
		len += (size_t)snprintf(text + len, size - len, " /* %s */", name);
	return MIN(len, size - 1);
}

/* The flags beside a field, which are not 0. */
static size_t spell_flags(const struct out *o, const struct symbols *syms, uint64_t flags,
			  char *text, size_t size)
{
	char names[SYMBOLS_TEXT_MAX];
	size_t len = spell_number(syms, flags, text, size);

	if (o->consts == OUT_CONSTS_RAW)
		return len;
	format_beside(o, syms, flags, names, sizeof(names));
	if (is_number(names))
		len += add_mark(syms, flags, text + len, size - len);
	else
		len += (size_t)snprintf(text + len, size - len, " /* %s */", names);
	return MIN(len, size - 1);
}

/* A flag, and what is beside it as a value of its own. */
static size_t spell_flag_apart(const struct out *o, const struct symbols *syms, uint64_t value,
			       char *text, size_t size)
{
	const uint64_t rest = value & ~(uint64_t)syms->apart;
	size_t len;

	if (!(value & syms->apart))
		return spell_number_first(o, syms, value, text, size);
	len = spell_number(syms, syms->apart, text, size);
	if (o->consts != OUT_CONSTS_RAW)
		len += (size_t)snprintf(text + len, size - len, " /* %s */",
					symbols__name(syms, syms->apart));
	len += (size_t)snprintf(text + len, size - len, "|");
	return len + spell_number_first(o, syms, rest, text + len, size - len);
}

/* strace tells the field of some words and the flags beside it as two values. */
static size_t spell_apart(const struct out *o, const struct symbols *syms, uint64_t value,
			  char *text, size_t size)
{
	const uint64_t field = value & syms->apart, flags = value & symbols__mask(syms) & ~field;
	size_t len;

	if (!symbols__name(syms, field) && !syms->field_unknown)
		return spell_number_first(o, syms, value, text, size);
	if (symbols__name(syms, field)) {
		len = spell_number_first(o, syms, field, text, size);
	} else {
		len = spell_number(syms, field, text, size);
		if (o->consts != OUT_CONSTS_RAW)
			len += add_comment(syms->field_unknown, text + len, size - len);
	}
	if (!flags || len + 2 > size)
		return len;
	/* strace's own: a zero beside flags is nothing. */
	if (o->consts == OUT_CONSTS_RAW && !field && !syms->apart_has_zero)
		len = 0;
	text[len++] = '|';
	return len + spell_flags(o, syms, flags, text + len, size - len);
}

size_t out__spell(const struct out *o, const struct symbols *syms, uint64_t value, char *text,
		  size_t size)
{
	if (o->consts == OUT_CONSTS_NAMED)
		return spell_name(o, syms, value, text, size);
	if (syms->apart_is_flag)
		return spell_flag_apart(o, syms, value, text, size);
	if (syms->apart)
		return spell_apart(o, syms, value, text, size);
	return spell_number_first(o, syms, value, text, size);
}

void out__symbol(struct out *o, const struct symbols *syms, uint64_t value)
{
	char text[SYMBOLS_TEXT_MAX];
	const size_t len = out__spell(o, syms, value, text, sizeof(text));

	if (syms->is_flags || !syms->is_open || !is_number(text))
		out__word(o, text, len);
	else if (syms->is_decimal && syms->width != 64)
		out__spelled(o, (uint64_t)(int32_t)value, true, text, len);
	else
		out__spelled(o, value & symbols__mask(syms), false, text, len);
}

void out__unread(struct out *o, uint64_t addr, int err)
{
	char text[24];

	if (!o->strace) {
		out__fault(o, addr, err);
		return;
	}
	out__more(o, 0);
	out__comment(o, text, (size_t)snprintf(text, sizeof(text), "%#" PRIx64, addr));
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
