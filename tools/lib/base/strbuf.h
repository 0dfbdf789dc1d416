/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * strbuf.h - text that grows. An append that finds no memory is remembered, not lost silently:
 * check strbuf__error() once, where the text is used.
 */
#ifndef PERF_AUGMENT_STRBUF_H
#define PERF_AUGMENT_STRBUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/** struct strbuf - all zero is an empty one. @text is NUL-terminated only after strbuf__cstr(). */
struct strbuf {
	char *text;
	size_t len;
	size_t size;
	int err;
};

void strbuf__free(struct strbuf *sb);

/* For strbuf__room(), where there is none. */
bool strbuf__grow(struct strbuf *sb, size_t room);

/** strbuf__room() - make room for @room more bytes. Return: false when there is no memory. */
static inline bool strbuf__room(struct strbuf *sb, size_t room)
{
	return sb->size - sb->len >= room || strbuf__grow(sb, room);
}

/** strbuf__copy() - memcpy() of at least one byte; for text, which is short most often. */
void strbuf__copy(char *to, const char *from, size_t len);

static inline void strbuf__add(struct strbuf *sb, const char *text, size_t len)
{
	if (!len || !strbuf__room(sb, len))
		return;
	if (__builtin_constant_p(len))
		memcpy(sb->text + sb->len, text, len);
	else
		strbuf__copy(sb->text + sb->len, text, len);
	sb->len += len;
}

static inline void strbuf__addc(struct strbuf *sb, char c)
{
	if (!strbuf__room(sb, 1))
		return;
	sb->text[sb->len++] = c;
}

static inline void strbuf__adds(struct strbuf *sb, const char *text)
{
	strbuf__add(sb, text, strlen(text));
}

/** strbuf__add_mark() - as strbuf__adds(), for marks of a few bytes: finding their end costs more than they do. */
static inline void strbuf__add_mark(struct strbuf *sb, const char *mark)
{
	while (*mark)
		strbuf__addc(sb, *mark++);
}

void strbuf__addf(struct strbuf *sb, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void strbuf__vaddf(struct strbuf *sb, const char *fmt, va_list ap);
void strbuf__add_uint(struct strbuf *sb, uint64_t value);
void strbuf__add_sint(struct strbuf *sb, int64_t value);
/** strbuf__add_padded() - at least @width bytes, at most 32 of them: @fill before the digits. */
void strbuf__add_padded(struct strbuf *sb, uint64_t value, unsigned int width, char fill);
/** strbuf__add_count() - "1 call", "2 calls", with the word for @one and for any other number. */
void strbuf__add_count(struct strbuf *sb, uint64_t nr, const char *one, const char *many);
/** strbuf__add_hex() - "0x" and the digits. */
void strbuf__add_hex(struct strbuf *sb, uint64_t value);
/** strbuf__add_oct() - "0" and the digits; 0 is "0". */
void strbuf__add_oct(struct strbuf *sb, uint64_t value);
/** strbuf__add_fixed3() - @value in units of 10^-3 as "12.345", padded with blanks to @width. */
void strbuf__add_fixed3(struct strbuf *sb, uint64_t value, unsigned int width);
/** strbuf__pad() - blanks up to @column bytes after @start. */
void strbuf__pad(struct strbuf *sb, size_t start, size_t column);
/** strbuf__pad_columns() - as strbuf__pad(), by the columns that the text since @start takes on a terminal. */
void strbuf__pad_columns(struct strbuf *sb, size_t start, size_t column);
/**
 * strbuf__add_wrapped() - @text in lines of @width columns that end at blanks; a longer word has a line of its own.
 * All but the first begin with @indent blanks.
 */
void strbuf__add_wrapped(struct strbuf *sb, const char *text, size_t width, size_t indent);
/** strbuf__add_escaped() - bytes in C spelling: \n \t \\ \" \33; no quotes around. */
void strbuf__add_escaped(struct strbuf *sb, const char *bytes, size_t len);

/**
 * strbuf__add_visible() - text for a terminal as it is, but without what could steer it: control
 * bytes, broken UTF-8 and marks that turn the direction of writing are spelled \33. A tab is a blank.
 */
void strbuf__add_visible(struct strbuf *sb, const char *bytes, size_t len);

/** strbuf__visible_len() - of the @len bytes, those of the first character; 0 when it is not shown as it is. */
size_t strbuf__visible_len(const char *bytes, size_t len);

/** strbuf__cstr() - the text, NUL-terminated; "" when there was no memory. Owned by @sb. */
const char *strbuf__cstr(struct strbuf *sb);

static inline int strbuf__error(const struct strbuf *sb)
{
	return sb->err;
}

static inline void strbuf__reset(struct strbuf *sb)
{
	sb->len = 0;
	sb->err = 0;
}

#endif /* PERF_AUGMENT_STRBUF_H */
