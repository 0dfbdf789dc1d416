/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* id_map.h - a small number for each of many ids of the kernel: an open-addressing hash. */
#ifndef PERF_AUGMENT_ID_MAP_H
#define PERF_AUGMENT_ID_MAP_H

#include <stddef.h>
#include <stdint.h>

struct id_slot {
	uint32_t id;
	uint32_t value; /* plus 1; 0: free */
};

/** struct id_map - all zero is an empty one. */
struct id_map {
	struct id_slot *slots;
	size_t size; /* 0 or a power of two */
	size_t nr;
};

void id_map__free(struct id_map *map);

/** id_map__get() - Return: the id's value, or -1 when it has none. */
int id_map__get(const struct id_map *map, uint32_t id);

/** id_map__set() - give the id a @value of 0 to INT_MAX - 1. Return: 0 or -ENOMEM. */
int id_map__set(struct id_map *map, uint32_t id, int value);

#endif /* PERF_AUGMENT_ID_MAP_H */
