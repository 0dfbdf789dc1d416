/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * decode_word.h - a short text on the stack, for values that decoders compose: makedev(0x8, 0x1).
 *
 * Used by decode_<area>.c only. What does not fit is left out; nothing that is composed there does.
 */
#ifndef PERF_AUGMENT_DECODE_WORD_H
#define PERF_AUGMENT_DECODE_WORD_H

#include <stdint.h>
#include <string.h>

#include "out.h"
#include "symbols.h"

struct word {
	size_t len;
	char text[SYMBOLS_TEXT_MAX + 1024];
};

static inline void word__init(struct word *w)
{
	w->len = 0;
}

static inline void word__addn(struct word *w, const char *text, size_t len)
{
	if (len > sizeof(w->text) - w->len)
		return;
	memcpy(w->text + w->len, text, len);
	w->len += len;
}

static inline void word__add(struct word *w, const char *text)
{
	word__addn(w, text, strlen(text));
}

/** word__add_uint() - digits of @value, at least @min_digits of them; no prefix. */
static inline void word__add_uint(struct word *w, uint64_t value, unsigned int base,
				  unsigned int min_digits)
{
	char digits[32];
	char *end = digits + sizeof(digits);
	char *p = end;

	while (value || (size_t)(end - p) < min_digits) {
		*--p = "0123456789abcdef"[value % base];
		value /= base;
	}
	word__addn(w, p, (size_t)(end - p));
}

static inline void word__add_dec(struct word *w, int64_t value)
{
	if (value < 0)
		word__add(w, "-");
	word__add_uint(w, value < 0 ? -(uint64_t)value : (uint64_t)value, 10, 1);
}

static inline void word__add_hex(struct word *w, uint64_t value)
{
	if (value)
		word__add(w, "0x");
	word__add_uint(w, value, 16, 1);
}

/** word__add_quoted() - ASCII text between quotes, with -xx of strace each byte in hex. */
static inline void word__add_quoted(struct word *w, const char *text, const struct out *o)
{
	word__add(w, "\"");
	for (; *text; text++) {
		if (o->strings == OUT_STRINGS_HEX) {
			word__add(w, "\\x");
			word__add_uint(w, (uint8_t)*text, 16, 2);
		} else {
			word__addn(w, text, 1);
		}
	}
	word__add(w, "\"");
}

/** word__add_symbol() - @value as the writer wants constants. */
static inline void word__add_symbol(struct word *w, const struct symbols *syms, uint64_t value,
				    const struct out *o)
{
	if (sizeof(w->text) - w->len < SYMBOLS_TEXT_MAX)
		return;
	w->len += out__spell(o, syms, value, w->text + w->len, sizeof(w->text) - w->len);
}

/** word__add_name() - @value by name, for what stands in place of a number as a whole. */
static inline void word__add_name(struct word *w, const struct symbols *syms, uint64_t value,
				  bool full_names)
{
	if (sizeof(w->text) - w->len < SYMBOLS_TEXT_MAX)
		return;
	w->len += symbols__format(syms, value, full_names, w->text + w->len,
				  sizeof(w->text) - w->len);
}

/** word__say_constant() - the text is the name of @value. */
static inline void word__say_constant(const struct word *w, struct out *o, uint64_t value,
				      enum out_base base)
{
	out__constant(o, value, base, w->text, w->len);
}

/** word__say_spelled() - the text is another way to write the number @value. */
static inline void word__say_spelled(const struct word *w, struct out *o, uint64_t value)
{
	out__spelled(o, value, false, w->text, w->len);
}

static inline void word__say(const struct word *w, struct out *o)
{
	out__word(o, w->text, w->len);
}

#endif /* PERF_AUGMENT_DECODE_WORD_H */
