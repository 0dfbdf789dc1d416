// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* id_map.c - see id_map.h. */
#include "id_map.h"

#include <errno.h>
#include <stdlib.h>

#define MIN_SIZE 256

void id_map__free(struct id_map *map)
{
	free(map->slots);
	*map = (struct id_map){};
}

/* The slot of @id, or the free one where it would be. The table is never full. */
static struct id_slot *find(const struct id_map *map, uint32_t id)
{
	size_t i = (id * 0x9e3779b1U) & (map->size - 1);

	while (map->slots[i].value && map->slots[i].id != id)
		i = (i + 1) & (map->size - 1);
	return &map->slots[i];
}

int id_map__get(const struct id_map *map, uint32_t id)
{
	return map->size ? (int)find(map, id)->value - 1 : -1;
}

static int grow(struct id_map *map)
{
	struct id_map bigger = { .size = map->size ? 2 * map->size : MIN_SIZE, .nr = map->nr };
	size_t i;

	bigger.slots = calloc(bigger.size, sizeof(*bigger.slots));
	if (!bigger.slots)
		return -ENOMEM;
	for (i = 0; i < map->size; i++) {
		if (map->slots[i].value)
			*find(&bigger, map->slots[i].id) = map->slots[i];
	}
	free(map->slots);
	*map = bigger;
	return 0;
}

int id_map__set(struct id_map *map, uint32_t id, int value)
{
	struct id_slot *slot;
	int err = 2 * (map->nr + 1) > map->size ? grow(map) : 0;

	if (err)
		return err;
	slot = find(map, id);
	map->nr += !slot->value;
	*slot = (struct id_slot){ .id = id, .value = (uint32_t)value + 1 };
	return 0;
}
