// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* strbuf.c - see strbuf.h. Numbers are formatted by hand: this is the hot path of a trace. */
#include "strbuf.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "utf8.h"

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

void strbuf__pad_columns(struct strbuf *sb, size_t start, size_t column)
{
	const size_t used = sb->len > start ? utf8__columns(sb->text + start, sb->len - start) : 0;

	if (used < column)
		strbuf__pad(sb, sb->len, column - used);
}

/* How much of @text goes into a line: to a blank. */
static size_t line_len(const char *text, size_t width)
{
	const size_t len = strlen(text);
	size_t end = utf8__fit(text, len, width);

	if (end == len)
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

const char *strbuf__cstr(struct strbuf *sb)
{
	if (!strbuf__room(sb, 1))
		return "";
	sb->text[sb->len] = '\0';
	return sb->text;
}
