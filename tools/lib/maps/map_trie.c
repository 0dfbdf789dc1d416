// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * map_trie.c - see map_trie.h. A look-up answers with the value of the longest prefix that covers the key, and
 * does not say whose it is. What the kernel says of the next key does not tell either: before Linux 6.13 it takes
 * a neighbour with a prefix of the same length for the key. So all keys are looked at, in batches, unless it is
 * plain that there is no such entry.
 */
#include "map_trie.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "map_iter.h"
#include "util.h"

/* Both keys begin with the length of the prefix, in bits. */
static bool is_same_prefix(const uint8_t *a, const uint8_t *b, size_t key_size)
{
	const uint8_t *x = a + sizeof(uint32_t), *y = b + sizeof(uint32_t);
	uint32_t nr_bits;
	size_t len;

	if (memcmp(a, b, sizeof(nr_bits)))
		return false;
	memcpy(&nr_bits, a, sizeof(nr_bits));
	len = MIN(nr_bits / 8, key_size - sizeof(nr_bits));
	if (memcmp(x, y, len))
		return false;
	return !(nr_bits % 8) || len == key_size - sizeof(nr_bits) ||
	       !((x[len] ^ y[len]) >> (8 - nr_bits % 8));
}

/* The first key of all comes after one that is not there; after one that is there it does not. */
static bool is_surely_absent(const struct map *map, const uint8_t *key)
{
	__cleanup_free uint8_t *first = malloc(map->info.key_size);
	__cleanup_free uint8_t *next = malloc(map->info.key_size);

	return first && next && !bpf_map_get_next_key(map->fd, NULL, first) &&
	       !bpf_map_get_next_key(map->fd, key, next) &&
	       !memcmp(first, next, map->info.key_size);
}

int map_trie__find(const struct map *map, uint8_t *key, uint8_t *value)
{
	struct map_entry entry;
	struct map_iter *iter;
	int ret;

	if (is_surely_absent(map, key))
		return -ENOENT;
	ret = map_iter__new(map, MAP_ITER_BEST, &iter);
	if (ret)
		return ret;
	while ((ret = map_iter__next(iter, &entry)) > 0) {
		if (entry.err || !is_same_prefix(entry.key, key, map->info.key_size))
			continue;
		memcpy(key, entry.key, map->info.key_size);
		memcpy(value, entry.value, map->info.value_size);
		break;
	}
	map_iter__free(iter);
	return ret > 0 ? 0 : ret ? ret : -ENOENT;
}
