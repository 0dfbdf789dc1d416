// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* live_maps.c - see live_maps.h. */
#include "live_maps.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

/* The kernel's own limit of maps (vm.max_map_count) is usually 65530; a process past this has no more. */
#define MAPS_MAX (1U << 20)

/** struct live_space - of one process; @maps do not overlap, and are in the order of addresses. */
struct live_space {
	struct live_space *next;
	uint32_t pid;
	struct live_map *maps;
	size_t nr;
	size_t room;
};

static struct live_space **slot_of(const struct live_maps *maps, uint32_t pid)
{
	struct live_space **slot =
		(struct live_space **)&maps->buckets[pid * 2654435761U % LIVE_MAPS_BUCKETS];

	while (*slot && (*slot)->pid != pid)
		slot = &(*slot)->next;
	return slot;
}

static struct live_space *get_space(struct live_maps *maps, uint32_t pid)
{
	struct live_space **slot = slot_of(maps, pid), *space = *slot;

	if (space)
		return space;
	space = calloc(1, sizeof(*space));
	if (!space)
		return NULL;
	space->pid = pid;
	*slot = space;
	return space;
}

void live_maps__remove(struct live_maps *maps, uint32_t pid)
{
	struct live_space **slot = slot_of(maps, pid), *space = *slot;

	if (!space)
		return;
	*slot = space->next;
	free(space->maps);
	free(space);
}

void live_maps__free(struct live_maps *maps)
{
	size_t i;

	for (i = 0; i < LIVE_MAPS_BUCKETS; i++) {
		while (maps->buckets[i])
			live_maps__remove(maps, maps->buckets[i]->pid);
	}
}

/* The first map that ends behind @addr. */
static size_t find_from(const struct live_space *space, uint64_t addr)
{
	size_t low = 0, high = space->nr;

	while (low < high) {
		const size_t mid = low + (high - low) / 2;

		if (space->maps[mid].end <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* Room for two more: the new map, and the rest behind it of one that it splits. */
static int make_room(struct live_space *space)
{
	const size_t room = MAX(2 * space->room, (size_t)32);
	struct live_map *bigger;

	if (space->nr + 2 <= space->room)
		return 0;
	if (space->nr + 2 > MAPS_MAX)
		return -ENOMEM;
	bigger = reallocarray(space->maps, room, sizeof(*bigger));
	if (!bigger)
		return -ENOMEM;
	space->maps = bigger;
	space->room = room;
	return 0;
}

/* Replace the @nr maps from @at on by @by, @nr_by of them. */
static void splice(struct live_space *space, size_t at, size_t nr, const struct live_map *by,
		   size_t nr_by)
{
	memmove(&space->maps[at + nr_by], &space->maps[at + nr],
		(space->nr - at - nr) * sizeof(*by));
	memcpy(&space->maps[at], by, nr_by * sizeof(*by));
	space->nr += nr_by - nr;
}

int live_maps__add(struct live_maps *maps, uint32_t pid, const struct live_map *map)
{
	struct live_space *space = get_space(maps, pid);
	struct live_map by[3];
	size_t first, last, nr = 0;

	if (!space || make_room(space))
		return -ENOMEM;
	if (map->start >= map->end)
		return 0;
	first = last = find_from(space, map->start);
	while (last < space->nr && space->maps[last].start < map->end)
		last++;
	if (first < last && space->maps[first].start < map->start) {
		by[nr] = space->maps[first];
		by[nr++].end = map->start;
	}
	by[nr++] = *map;
	if (first < last && space->maps[last - 1].end > map->end) {
		by[nr] = space->maps[last - 1];
		by[nr].offset += map->end - by[nr].start;
		by[nr++].start = map->end;
	}
	splice(space, first, last - first, by, nr);
	return 0;
}

int live_maps__fork(struct live_maps *maps, uint32_t pid, uint32_t parent)
{
	const struct live_space *from = *slot_of(maps, parent);
	struct live_space *space;

	if (pid == parent)
		return 0;
	live_maps__remove(maps, pid);
	if (!from || !from->nr)
		return 0;
	space = get_space(maps, pid);
	if (!space)
		return -ENOMEM;
	space->maps = calloc(from->nr, sizeof(*space->maps));
	if (!space->maps)
		return -ENOMEM;
	memcpy(space->maps, from->maps, from->nr * sizeof(*space->maps));
	space->nr = space->room = from->nr;
	return 0;
}

bool live_maps__has(const struct live_maps *maps, uint32_t pid)
{
	return *slot_of(maps, pid) != NULL;
}

const struct live_map *live_maps__find(const struct live_maps *maps, uint32_t pid, uint64_t addr)
{
	const struct live_space *space = *slot_of(maps, pid);
	size_t idx;

	if (!space)
		return NULL;
	idx = find_from(space, addr);
	return idx < space->nr && space->maps[idx].start <= addr ? &space->maps[idx] : NULL;
}
