// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* glob_machine.c - see glob_machine.h. */
#include "glob_machine.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

/* One part of a glob at *@at: the characters that it takes. */
static void take_class(const char *p, size_t len, size_t *at, uint64_t bit, __u64 *next)
{
	bool set[256] = {}, negate = false;
	size_t i = *at + 1;
	unsigned int c;

	if (i < len && (p[i] == '!' || p[i] == '^')) {
		negate = true;
		i++;
	}
	for (size_t first = i; i < len && (p[i] != ']' || i == first); i++) {
		unsigned char low = (unsigned char)p[i], high = low;

		if (i + 2 < len && p[i + 1] == '-' && p[i + 2] != ']') {
			high = (unsigned char)p[i + 2];
			i += 2;
		}
		for (c = low; c <= high; c++)
			set[c] = true;
	}
	*at = i;
	for (c = 1; c < 256; c++) {
		if (set[c] != negate)
			next[c] |= bit;
	}
}

static bool has_class_end(const char *p, size_t len, size_t at)
{
	return at + 2 < len && memchr(p + at + 2, ']', len - at - 2);
}

int glob_machine__make(struct glob_machine *glob, const char *pattern, size_t len, bool is_glob)
{
	unsigned int part = 0, c;
	bool after_star = false;
	size_t i;

	memset(glob, 0, sizeof(*glob));
	for (i = 0; i < len; i++) {
		const uint64_t bit = 1ULL << part;

		if (is_glob && pattern[i] == '*' && after_star)
			continue;
		if (part == GLOB_MAX_PARTS)
			return -E2BIG;
		part++;
		after_star = is_glob && pattern[i] == '*';
		if (after_star) {
			glob->stars |= bit;
		} else if (is_glob && pattern[i] == '?') {
			for (c = 1; c < 256; c++)
				glob->next[c] |= bit;
		} else if (is_glob && pattern[i] == '[' && has_class_end(pattern, len, i)) {
			take_class(pattern, len, &i, bit, glob->next);
		} else {
			if (is_glob && pattern[i] == '\\' && i + 1 < len)
				i++;
			glob->next[(unsigned char)pattern[i]] |= bit;
		}
	}
	glob->accept = 1ULL << part;
	return 0;
}
