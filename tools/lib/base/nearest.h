/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* nearest.h - the names that somebody may have meant whose finger slipped. */
#ifndef PERF_AUGMENT_NEAREST_H
#define PERF_AUGMENT_NEAREST_H

#include <stddef.h>

/** Longest name that is compared; longer ones are like no other. */
#define NEAREST_MAX_LEN 127

/**
 * nearest__distance() - edits that make @b of @a: a letter put in, left out, changed, or two
 * neighbours swapped. Upper and lower case are the same.
 * Return: also NEAREST_MAX_LEN + 1, when one of them is too long to be compared.
 */
unsigned int nearest__distance(const char *a, size_t a_len, const char *b, size_t b_len);

/**
 * struct nearest - those of many names that are nearest to @name; private but for @names and @nr.
 * @names: borrowed, best first, each once.
 */
struct nearest {
	const char *name;
	size_t len;
	unsigned int max_distance;
	const char **names;
	size_t nr;
	size_t max;
};

/** nearest__init() - look for names like @name; @names has room for @max of them. */
void nearest__init(struct nearest *n, const char *name, size_t len, const char **names, size_t max);

/** nearest__add() - keep @candidate, which must live as long as @n, if it is among the nearest. */
void nearest__add(struct nearest *n, const char *candidate);

#endif /* PERF_AUGMENT_NEAREST_H */
