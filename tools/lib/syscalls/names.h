/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* names.h - texts that are kept once and compared by number. */
#ifndef PERF_AUGMENT_NAMES_H
#define PERF_AUGMENT_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "hash_index.h"

struct name;

/** struct names - all zero is an empty one. */
struct names {
	struct name *all;
	size_t nr, size;
	struct hash_index index;
};

#define NO_NAME UINT32_MAX

void names__free(struct names *names);

/** names__add() - the number of a text; equal texts have equal ones. Return: NO_NAME without memory. */
uint32_t names__add(struct names *names, const char *text, size_t len);

/** names__text() - NUL-terminated, valid until free; bytes as they were given. */
const char *names__text(const struct names *names, uint32_t name);

#endif /* PERF_AUGMENT_NAMES_H */
