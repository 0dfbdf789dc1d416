/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * perfdata_cursor.h - reading of hostile bytes from front to back. A read past the end gives zeros
 * and is remembered: take all fields first, then ask cursor.cut once.
 */
#ifndef PERF_AUGMENT_PERFDATA_CURSOR_H
#define PERF_AUGMENT_PERFDATA_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/**
 * struct cursor - @at to @end are the bytes not read yet; @cut: more was asked for than there is.
 */
struct cursor {
	const uint8_t *at;
	const uint8_t *end;
	bool cut;
};

static inline struct cursor cursor__of(const void *bytes, size_t len)
{
	return (struct cursor){ .at = bytes, .end = len ? (const uint8_t *)bytes + len : bytes };
}

static inline size_t cursor__left(const struct cursor *c)
{
	return (size_t)(c->end - c->at);
}

/** cursor__take() - @len bytes as they lie, or NULL when there are not so many. */
static inline const uint8_t *cursor__take(struct cursor *c, uint64_t len)
{
	const uint8_t *at = c->at;

	if (len > cursor__left(c)) {
		c->at = c->end;
		c->cut = true;
		return NULL;
	}
	c->at += len;
	return at;
}

static inline void cursor__copy(struct cursor *c, void *into, size_t len)
{
	const uint8_t *at = cursor__take(c, len);

	if (at)
		memcpy(into, at, len);
	else
		memset(into, 0, len);
}

static inline uint8_t cursor__u8(struct cursor *c)
{
	uint8_t value;

	cursor__copy(c, &value, sizeof(value));
	return value;
}

static inline uint16_t cursor__u16(struct cursor *c)
{
	uint16_t value;

	cursor__copy(c, &value, sizeof(value));
	return value;
}

static inline uint32_t cursor__u32(struct cursor *c)
{
	uint32_t value;

	cursor__copy(c, &value, sizeof(value));
	return value;
}

static inline uint64_t cursor__u64(struct cursor *c)
{
	uint64_t value;

	cursor__copy(c, &value, sizeof(value));
	return value;
}

/**
 * cursor__text() - the text up to a NUL or the end; all bytes are taken. @ret_len: without the
 * NUL.
 */
static inline const char *cursor__text(struct cursor *c, size_t *ret_len)
{
	const char *text = (const char *)c->at;

	*ret_len = strnlen(text, cursor__left(c));
	c->at = c->end;
	return text;
}

/**
 * cursor__string() - a text of perf's headers: u32 length, bytes with NULs behind. NULL when cut.
 */
static inline const char *cursor__string(struct cursor *c, size_t *ret_len)
{
	uint32_t len = cursor__u32(c);
	const char *text = (const char *)cursor__take(c, len);

	*ret_len = text ? strnlen(text, len) : 0;
	return text;
}

/* Unaligned loads of bytes already checked. */
static inline uint32_t load_u32(const void *at)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

static inline uint64_t load_u64(const void *at)
{
	uint64_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

#endif /* PERF_AUGMENT_PERFDATA_CURSOR_H */
