// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* hash_index.c - see hash_index.h. Open addressing; at most half of the slots are taken. */
#include "hash_index.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void hash_index__free(struct hash_index *index)
{
	free(index->slots);
	*index = (struct hash_index){};
}

uint32_t hash_index__find(const struct hash_index *index, uint64_t hash,
			  bool (*same)(const void *array, uint32_t idx, const void *key),
			  const void *array, const void *key)
{
	const struct hash_slot *slot;
	size_t at;

	if (!index->size)
		return HASH_INDEX_NONE;
	for (at = hash & (index->size - 1);; at = (at + 1) & (index->size - 1)) {
		slot = &index->slots[at];
		if (!slot->idx)
			return HASH_INDEX_NONE;
		if (slot->hash == (uint32_t)hash && same(array, slot->idx - 1, key))
			return slot->idx - 1;
	}
}

static void put(struct hash_slot *slots, size_t size, struct hash_slot slot)
{
	size_t at = slot.hash & (size - 1);

	while (slots[at].idx)
		at = (at + 1) & (size - 1);
	slots[at] = slot;
}

static int double_it(struct hash_index *index)
{
	const size_t size = index->size ? 2 * index->size : 64;
	struct hash_slot *slots;
	size_t i;

	/* Places come from 32 bits of the hash. */
	if (size > 1ULL << 32)
		return -ENOMEM;
	slots = calloc(size, sizeof(*slots));
	if (!slots)
		return -ENOMEM;
	for (i = 0; i < index->size; i++) {
		if (index->slots[i].idx)
			put(slots, size, index->slots[i]);
	}
	free(index->slots);
	index->slots = slots;
	index->size = size;
	return 0;
}

int hash_index__add(struct hash_index *index, uint64_t hash, uint32_t idx)
{
	if (2 * (index->nr + 1) > index->size && double_it(index))
		return -ENOMEM;
	put(index->slots, index->size,
	    (struct hash_slot){ .hash = (uint32_t)hash, .idx = idx + 1 });
	index->nr++;
	return 0;
}

uint64_t hash_bytes(const void *bytes, size_t len)
{
	const uint8_t *at = bytes;
	uint64_t hash = len, word;

	for (; len >= sizeof(word); len -= sizeof(word), at += sizeof(word)) {
		memcpy(&word, at, sizeof(word));
		hash = hash_mix(hash, word);
	}
	word = 0;
	if (len)
		memcpy(&word, at, len);
	return hash_mix(hash, word);
}
