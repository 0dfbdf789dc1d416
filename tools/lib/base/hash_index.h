/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * hash_index.h - finds elements of an array by a key that is in them. The array stays its owner's;
 * the index has a hash and a number for each element.
 */
#ifndef PERF_AUGMENT_HASH_INDEX_H
#define PERF_AUGMENT_HASH_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HASH_INDEX_NONE UINT32_MAX

struct hash_slot {
	uint32_t hash;
	uint32_t idx; /* plus 1; 0 is an empty slot */
};

/** struct hash_index - all zero is an empty one. */
struct hash_index {
	struct hash_slot *slots;
	size_t size;
	size_t nr;
};

void hash_index__free(struct hash_index *index);

/**
 * hash_index__find() - the element that @same says has @key.
 * @hash: of the key, all 64 bits well mixed: see hash_mix().
 * Return: its number or HASH_INDEX_NONE.
 */
uint32_t hash_index__find(const struct hash_index *index, uint64_t hash,
			  bool (*same)(const void *array, uint32_t idx, const void *key),
			  const void *array, const void *key);

/** hash_index__add() - element @idx, which is not in yet. Return: 0 or -ENOMEM. */
int hash_index__add(struct hash_index *index, uint64_t hash, uint32_t idx);

/** hash_mix() - @value into a hash that was made so far. */
static inline uint64_t hash_mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * 0x9e3779b97f4a7c15ULL;
	return hash ^ hash >> 32;
}

uint64_t hash_bytes(const void *bytes, size_t len);

#endif /* PERF_AUGMENT_HASH_INDEX_H */
