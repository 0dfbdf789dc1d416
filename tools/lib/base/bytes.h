/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* bytes.h - questions about memory of any content. */
#ifndef PERF_AUGMENT_BYTES_H
#define PERF_AUGMENT_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/** bytes__all_zero() - true for no bytes at all. */
static inline bool bytes__all_zero(const void *bytes, size_t len)
{
	const uint8_t *p = bytes;

	return !len || (!p[0] && !memcmp(p, p + 1, len - 1));
}

/** bytes__hash() - FNV-1a, with the upper half folded in for tables of a power of two. */
static inline uint64_t bytes__hash(const void *bytes, size_t len)
{
	uint64_t hash = 0xcbf29ce484222325ULL;
	const uint8_t *p = bytes;
	size_t i;

	for (i = 0; i < len; i++)
		hash = (hash ^ p[i]) * 0x100000001b3ULL;
	return hash ^ hash >> 32;
}

/** bytes__compare() - as of strings: the shorter one first when it is how the longer one begins. */
static inline int bytes__compare(const void *a, size_t a_len, const void *b, size_t b_len)
{
	size_t len = a_len < b_len ? a_len : b_len;
	int diff = len ? memcmp(a, b, len) : 0;

	return diff ? diff : (a_len > b_len) - (a_len < b_len);
}

#endif /* PERF_AUGMENT_BYTES_H */
