/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* map_trie.h - the entry of an LPM trie that has a key, and not the one that a look-up of it matches. */
#ifndef PERF_AUGMENT_MAP_TRIE_H
#define PERF_AUGMENT_MAP_TRIE_H

#include "map_info.h"

/**
 * map_trie__find() - look for the entry whose prefix has the length and the bits of @key's.
 * @key: becomes the entry's own, which may have other bits behind the prefix.
 * @value: info.value_size bytes.
 * Return: 0; -ENOENT when there is none; other -errno.
 */
int map_trie__find(const struct map *map, uint8_t *key, uint8_t *value);

#endif /* PERF_AUGMENT_MAP_TRIE_H */
