// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* strbuf.c - see strbuf.h. Numbers are formatted by hand: this is the hot path of a trace. */
#include "strbuf.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static const char digit_pairs[] = "00010203040506070809"
				  "10111213141516171819"
				  "20212223242526272829"
				  "30313233343536373839"
				  "40414243444546474849"
				  "50515253545556575859"
				  "60616263646566676869"
				  "70717273747576777879"
				  "80818283848586878889"
				  "90919293949596979899";

void strbuf__free(struct strbuf *sb)
{
	free(sb->text);
	*sb = (struct strbuf){};
}

bool strbuf__grow(struct strbuf *sb, size_t room)
{
	size_t size = sb->size ? sb->size : 256;
	char *text;

	while (size - sb->len < room) {
		if (size > SIZE_MAX / 2)
			goto no_memory;
		size *= 2;
	}
	text = realloc(sb->text, size);
	if (!text)
		goto no_memory;
	sb->text = text;
	sb->size = size;
	return true;

no_memory:
	sb->err = -ENOMEM;
	return false;
}

/*
 * By two moves that may overlap: a call of memcpy() takes longer than its bytes. Aligned: lines of JSON took 5 %
 * longer where the code was not.
 */
__attribute__((aligned(64))) void strbuf__copy(char *to, const char *from, size_t len)
{
	if (len > 32) {
		memcpy(to, from, len);
	} else if (len > 16) {
		memcpy(to, from, 16);
		memcpy(to + len - 16, from + len - 16, 16);
	} else if (len >= 8) {
		memcpy(to, from, 8);
		memcpy(to + len - 8, from + len - 8, 8);
	} else if (len >= 4) {
		memcpy(to, from, 4);
		memcpy(to + len - 4, from + len - 4, 4);
	} else {
		to[0] = from[0];
		to[len / 2] = from[len / 2];
		to[len - 1] = from[len - 1];
	}
}

void strbuf__vaddf(struct strbuf *sb, const char *fmt, va_list ap)
{
	va_list again;
	int len;

	va_copy(again, ap);
	len = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	if (len < 0 || !strbuf__room(sb, (size_t)len + 1))
		return;
	vsnprintf(sb->text + sb->len, (size_t)len + 1, fmt, ap);
	sb->len += (size_t)len;
}

void strbuf__addf(struct strbuf *sb, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	strbuf__vaddf(sb, fmt, ap);
	va_end(ap);
}

/* Digits of @value right-aligned before @end; returns where they begin. */
static char *format_uint(char *end, uint64_t value)
{
	char *p = end;

	while (value >= 100) {
		p -= 2;
		memcpy(p, digit_pairs + 2 * (value % 100), 2);
		value /= 100;
	}
	if (value >= 10) {
		p -= 2;
		memcpy(p, digit_pairs + 2 * value, 2);
	} else {
		*--p = (char)('0' + value);
	}
	return p;
}

void strbuf__add_uint(struct strbuf *sb, uint64_t value)
{
	char digits[24], *end = digits + sizeof(digits);
	char *p = format_uint(end, value);

	strbuf__add(sb, p, (size_t)(end - p));
}

void strbuf__add_sint(struct strbuf *sb, int64_t value)
{
	if (value < 0) {
		strbuf__addc(sb, '-');
		strbuf__add_uint(sb, -(uint64_t)value);
	} else {
		strbuf__add_uint(sb, (uint64_t)value);
	}
}

void strbuf__add_padded(struct strbuf *sb, uint64_t value, unsigned int width, char fill)
{
	char text[32], *end = text + sizeof(text);
	char *p = format_uint(end, value);

	while ((size_t)(end - p) < width && p > text)
		*--p = fill;
	strbuf__add(sb, p, (size_t)(end - p));
}

void strbuf__add_count(struct strbuf *sb, uint64_t nr, const char *one, const char *many)
{
	strbuf__add_uint(sb, nr);
	strbuf__addc(sb, ' ');
	strbuf__adds(sb, nr == 1 ? one : many);
}

void strbuf__add_hex(struct strbuf *sb, uint64_t value)
{
	char digits[20], *end = digits + sizeof(digits), *p = end;

	do {
		*--p = "0123456789abcdef"[value & 15];
		value >>= 4;
	} while (value);
	*--p = 'x';
	*--p = '0';
	strbuf__add(sb, p, (size_t)(end - p));
}

void strbuf__add_oct(struct strbuf *sb, uint64_t value)
{
	char digits[28], *end = digits + sizeof(digits), *p = end;

	for (; value; value >>= 3)
		*--p = (char)('0' + (value & 7));
	*--p = '0';
	strbuf__add(sb, p, (size_t)(end - p));
}

void strbuf__add_fixed3(struct strbuf *sb, uint64_t value, unsigned int width)
{
	char text[40], *end = text + sizeof(text), *p = end;
	unsigned int frac = value % 1000;

	*--p = (char)('0' + frac % 10);
	p -= 2;
	memcpy(p, digit_pairs + 2 * (frac / 10), 2);
	*--p = '.';
	p = format_uint(p, value / 1000);
	while ((size_t)(end - p) < width && p > text)
		*--p = ' ';
	strbuf__add(sb, p, (size_t)(end - p));
}

void strbuf__pad(struct strbuf *sb, size_t start, size_t column)
{
	size_t nr;

	if (sb->len >= start + column)
		return;
	nr = start + column - sb->len;
	if (!strbuf__room(sb, nr))
		return;
	memset(sb->text + sb->len, ' ', nr);
	sb->len += nr;
}

/* How much of @text goes into a line: to a blank. */
static size_t line_len(const char *text, size_t width)
{
	const size_t len = strlen(text);
	size_t end = width;

	if (len <= width)
		return len;
	while (end && text[end] != ' ')
		end--;
	return end ? end : strcspn(text, " ");
}

void strbuf__add_wrapped(struct strbuf *sb, const char *text, size_t width, size_t indent)
{
	for (;;) {
		const size_t len = line_len(text, width);

		strbuf__add(sb, text, len);
		text += len;
		text += strspn(text, " ");
		if (!*text)
			return;
		strbuf__addc(sb, '\n');
		strbuf__pad(sb, sb->len, indent);
	}
}

/*
 * What a byte becomes: @len bytes of @text. Bytes above 0x7e are escaped too: they may be half a character, or the
 * C1 controls that some terminals obey.
 */
struct escape {
	char text[4];
	uint8_t len;
	bool is_octal; /* in its short form */
};

/* clang-format off */
#define LETTER(c, letter)	[c] = { { '\\', letter }, 2, false }
#define DIGIT(c, shift)		(char)('0' + ((c) >> (shift) & 7))
#define OCTAL(c)		[c] = {						\
	{ '\\', DIGIT(c, (c) >= 0100 ? 6 : (c) >= 010 ? 3 : 0),		\
	  DIGIT(c, (c) >= 0100 ? 3 : 0), DIGIT(c, 0) },				\
	(c) >= 0100 ? 4 : (c) >= 010 ? 3 : 2, true }
#define OCTALS(c)	OCTAL(c), OCTAL((c) + 1), OCTAL((c) + 2), OCTAL((c) + 3), \
			OCTAL((c) + 4), OCTAL((c) + 5), OCTAL((c) + 6), OCTAL((c) + 7)
#define OCTALS_32(c)	OCTALS(c), OCTALS((c) + 8), OCTALS((c) + 16), OCTALS((c) + 24)

/* The others, whose len is 0, are shown as they are. */
static const struct escape escapes[256] = {
	OCTALS(0), OCTAL(8),
	LETTER('\t', 't'), LETTER('\n', 'n'), LETTER('\v', 'v'), LETTER('\f', 'f'), LETTER('\r', 'r'),
	OCTAL(14), OCTAL(15), OCTALS(16), OCTALS(24),
	LETTER('"', '"'), LETTER('\\', '\\'),
	OCTAL(127), OCTALS_32(128), OCTALS_32(160), OCTALS_32(192), OCTALS_32(224),
};
/* clang-format on */

/* Three digits: the next byte would be read as part of fewer. */
static char *long_octal(char *p, unsigned char c)
{
	const char text[] = { '\\', DIGIT(c, 6), DIGIT(c, 3), DIGIT(c, 0) };

	memcpy(p, text, sizeof(text));
	return p + sizeof(text);
}

/* The first @nr of @len bytes; there is room for ESCAPE_MAX times as many. Return: the text's new end. */
static char *add_escapes(char *p, const char *bytes, size_t nr, size_t len)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		const unsigned char c = (unsigned char)bytes[i];
		const struct escape *escape = &escapes[c];

		if (!escape->len) {
			*p++ = (char)c;
		} else if (escape->is_octal && i + 1 < len && bytes[i + 1] >= '0' &&
			   bytes[i + 1] <= '7') {
			p = long_octal(p, c);
		} else {
			memcpy(p, escape->text, sizeof(escape->text));
			p += escape->len;
		}
	}
	return p;
}

#define ESCAPE_MAX 4
/* Room is made for so many bytes at a time: most need no more than themselves. */
#define ESCAPE_STEP 256

void strbuf__add_escaped(struct strbuf *sb, const char *bytes, size_t len)
{
	size_t nr;

	for (; len; bytes += nr, len -= nr) {
		nr = len < ESCAPE_STEP ? len : ESCAPE_STEP;
		if (!strbuf__room(sb, ESCAPE_MAX * nr))
			return;
		sb->len = (size_t)(add_escapes(sb->text + sb->len, bytes, nr, len) - sb->text);
	}
}

/*
 * Bytes of the character at @text that may be shown; 0 when none may. C1 controls (U+0080 to U+009F)
 * and the marks of U+2028 to U+202E and U+2066 to U+2069 may not.
 */
static size_t visible_len(const unsigned char *text, size_t len)
{
	const unsigned char c = text[0];
	const size_t wanted = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
	size_t i;

	if (wanted == 1)
		return c >= 0x20 && c != 0x7f;
	if (!wanted || c > 0xf4 || wanted > len)
		return 0;
	for (i = 1; i < wanted; i++) {
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	}
	if ((c == 0xc2 && text[1] < 0xa0) || (c == 0xe0 && text[1] < 0xa0) ||
	    (c == 0xed && text[1] > 0x9f) || (c == 0xf0 && text[1] < 0x90) ||
	    (c == 0xf4 && text[1] > 0x8f))
		return 0;
	if (c == 0xe2 && ((text[1] == 0x80 && text[2] >= 0xa8 && text[2] <= 0xae) ||
			  (text[1] == 0x81 && text[2] >= 0xa6 && text[2] <= 0xa9)))
		return 0;
	return wanted;
}

void strbuf__add_visible(struct strbuf *sb, const char *bytes, size_t len)
{
	size_t i = 0, nr;

	while (i < len) {
		nr = visible_len((const unsigned char *)bytes + i, len - i);
		if (nr) {
			strbuf__add(sb, bytes + i, nr);
		} else {
			nr = 1;
			if (bytes[i] == '\t')
				strbuf__addc(sb, ' ');
			else
				strbuf__addf(sb, "\\%03o", (unsigned char)bytes[i]);
		}
		i += nr;
	}
}

const char *strbuf__cstr(struct strbuf *sb)
{
	if (!strbuf__room(sb, 1))
		return "";
	sb->text[sb->len] = '\0';
	return sb->text;
}
