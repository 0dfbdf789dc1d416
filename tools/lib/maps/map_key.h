/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* map_key.h - text that a person wrote to the bytes of a key. */
#ifndef PERF_AUGMENT_MAP_KEY_H
#define PERF_AUGMENT_MAP_KEY_H

#include "map_types.h"

/**
 * map_key__parse() - @text as a key of @map.
 *
 * By type: 12, -1, 0x1f, 1.5, true, NAME of an enum constant, "text" with C's escapes, or text, for an array of
 * char, { 1, 2 } or { .a = 1, .b = { 2, 3 } } for structs and arrays, also of char (the outer braces of
 * others may be left out), 10.0.0.0/8 for an LPM trie. Without a type, or with "hex:" before it: bytes in
 * hex, 0a 1b 2c.
 *
 * @bytes: info.key_size bytes, zeroed by this.
 * @error: on failure gets what is wrong.
 * Return: 0 or -EINVAL.
 */
int map_key__parse(const struct map *map, const struct map_type *type, const char *text,
		   uint8_t *bytes, struct strbuf *error);

#endif /* PERF_AUGMENT_MAP_KEY_H */
