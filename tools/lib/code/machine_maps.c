// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* machine_maps.c - see machine_maps.h. */
#include "machine_maps.h"

#include <errno.h>
#include <stdlib.h>

#include "addr_timeline.h"
#include "array.h"
#include "util.h"

enum maps_event_kind { MAPS_MAP, MAPS_FORK, MAPS_EXEC };

/** struct maps_event - @what: index of the map, or the parent's pid. */
struct maps_event {
	uint64_t time_ns;
	uint64_t len;
	uint32_t seq;
	uint32_t pid;
	uint32_t what;
	uint8_t kind;
};

#define NO_SPACE UINT32_MAX

/**
 * struct space - an address space. Most children execute something before they map anything:
 * until then they look into @parent as it was at @fork_ns.
 * @process: whose it is; its spaces lie one behind another in @order of struct machine_maps.
 */
struct space {
	uint64_t from_ns;
	uint32_t parent;
	uint32_t process;
	uint64_t fork_ns;
	struct addr_timeline ranges; /* values are maps */
};

struct process {
	uint32_t pid;
	uint32_t last;	    /* space */
	uint32_t first, nr; /* in the order */
};

/*
 * Ranges that all address spaces together may have, and how many may be looked at to give them to
 * children: a recording that needs more is damaged.
 */
#define RANGES_MAX (1U << 22)
#define WORK_MAX (1U << 30)

void machine_maps__free(struct machine_maps *maps)
{
	size_t i;

	for (i = 0; i < maps->nr_spaces; i++)
		addr_timeline__free(&maps->spaces[i].ranges);
	free(maps->maps);
	free(maps->events);
	free(maps->spaces);
	free(maps->processes);
	free(maps->order);
	hash_index__free(&maps->by_pid);
	*maps = (struct machine_maps){};
}

static int add_event(struct machine_maps *maps, enum maps_event_kind kind, uint32_t pid,
		     uint64_t time_ns, uint32_t what, uint64_t len)
{
	if (maps->nr_events >= UINT32_MAX ||
	    array__grow(&maps->events, maps->nr_events, &maps->events_size, sizeof(*maps->events)))
		return -ENOMEM;
	maps->events[maps->nr_events] = (struct maps_event){
		.time_ns = time_ns,
		.len = len,
		.seq = (uint32_t)maps->nr_events,
		.pid = pid,
		.what = what,
		.kind = (uint8_t)kind,
	};
	maps->nr_events++;
	return 0;
}

int machine_maps__add(struct machine_maps *maps, uint32_t pid, uint64_t time_ns, uint64_t start,
		      uint64_t len, uint64_t offset, uint32_t dso)
{
	if (maps->nr_maps >= UINT32_MAX ||
	    array__grow(&maps->maps, maps->nr_maps, &maps->maps_size, sizeof(*maps->maps)))
		return -ENOMEM;
	maps->maps[maps->nr_maps++] =
		(struct machine_map){ .start = start, .offset = offset, .dso = dso };
	return add_event(maps, MAPS_MAP, pid, time_ns, (uint32_t)(maps->nr_maps - 1),
			 MIN(len, UINT64_MAX - start));
}

int machine_maps__fork(struct machine_maps *maps, uint32_t pid, uint32_t parent_pid,
		       uint64_t time_ns)
{
	return add_event(maps, MAPS_FORK, pid, time_ns, parent_pid, 0);
}

int machine_maps__exec(struct machine_maps *maps, uint32_t pid, uint64_t time_ns)
{
	return add_event(maps, MAPS_EXEC, pid, time_ns, 0, 0);
}

static bool same_pid(const void *array, uint32_t idx, const void *key)
{
	return ((const struct process *)array)[idx].pid == *(const uint32_t *)key;
}

static uint32_t find_process(const struct machine_maps *maps, uint32_t pid)
{
	return hash_index__find(&maps->by_pid, hash_mix(0, pid), same_pid, maps->processes, &pid);
}

/* A new address space for @pid. Return: its number; NO_SPACE without memory. */
static uint32_t new_space(struct machine_maps *maps, uint32_t pid, uint64_t time_ns)
{
	uint32_t idx = find_process(maps, pid), space = (uint32_t)maps->nr_spaces;

	if (maps->nr_spaces >= NO_SPACE ||
	    array__grow(&maps->spaces, maps->nr_spaces, &maps->spaces_size, sizeof(*maps->spaces)))
		return NO_SPACE;
	if (idx == HASH_INDEX_NONE) {
		idx = (uint32_t)maps->nr_processes;
		if (array__grow(&maps->processes, idx, &maps->processes_size,
				sizeof(*maps->processes)) ||
		    hash_index__add(&maps->by_pid, hash_mix(0, pid), idx))
			return NO_SPACE;
		maps->processes[idx] = (struct process){ .pid = pid };
		maps->nr_processes++;
	}
	maps->spaces[space] =
		(struct space){ .from_ns = time_ns, .parent = NO_SPACE, .process = idx };
	maps->processes[idx].last = space;
	maps->processes[idx].nr++;
	maps->nr_spaces++;
	return space;
}

static uint32_t last_space(struct machine_maps *maps, uint32_t pid)
{
	const uint32_t idx = find_process(maps, pid);

	return idx == HASH_INDEX_NONE ? NO_SPACE : maps->processes[idx].last;
}

/** struct budget - what was used of RANGES_MAX and WORK_MAX. */
struct budget {
	uint64_t ranges;
	uint64_t work;
};

/* A child maps something: from now on it has its own copy. */
static int copy_parent(struct machine_maps *maps, struct space *space, struct budget *budget)
{
	const struct addr_timeline *from = &maps->spaces[space->parent].ranges;

	space->parent = NO_SPACE;
	budget->work += from->nr;
	if (budget->work > WORK_MAX) {
		maps->dropped++;
		return 0;
	}
	return addr_timeline__copy(&space->ranges, from, space->fork_ns);
}

static int play_map(struct machine_maps *maps, const struct maps_event *e, struct budget *budget)
{
	const struct machine_map *map = &maps->maps[e->what];
	uint32_t idx = last_space(maps, e->pid);
	struct space *space;
	size_t before;
	int err = 0;

	/* The process was there before, but nobody told us: from the beginning. */
	if (idx == NO_SPACE)
		idx = new_space(maps, e->pid, 0);
	if (idx == NO_SPACE)
		return -ENOMEM;
	space = &maps->spaces[idx];
	before = space->ranges.nr;
	if (budget->ranges > RANGES_MAX) {
		maps->dropped++;
		return 0;
	}
	if (space->parent != NO_SPACE)
		err = copy_parent(maps, space, budget);
	if (!err)
		err = addr_timeline__add(&space->ranges, map->start, map->start + e->len,
					 e->time_ns, e->what);
	budget->ranges += space->ranges.nr - before;
	maps->dropped += err == -E2BIG;
	return err == -E2BIG ? 0 : err;
}

static int play_fork(struct machine_maps *maps, const struct maps_event *e)
{
	const uint32_t parent = last_space(maps, e->what);
	const uint32_t idx = new_space(maps, e->pid, e->time_ns);
	struct space *space;

	if (idx == NO_SPACE)
		return -ENOMEM;
	if (parent == NO_SPACE)
		return 0;
	space = &maps->spaces[idx];
	space->parent = parent;
	space->fork_ns = e->time_ns;
	/* One step only: a parent without maps of its own has its parent's. */
	if (maps->spaces[parent].parent != NO_SPACE) {
		space->parent = maps->spaces[parent].parent;
		space->fork_ns = maps->spaces[parent].fork_ns;
	}
	return 0;
}

static int compare_events(const void *a, const void *b)
{
	const struct maps_event *x = a, *y = b;

	if (x->time_ns != y->time_ns)
		return x->time_ns < y->time_ns ? -1 : 1;
	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

/* Each process's spaces one behind another, in the order of time, in which they were made. */
static int put_in_order(struct machine_maps *maps)
{
	uint32_t at = 0;
	size_t i;

	maps->order = calloc(maps->nr_spaces ? maps->nr_spaces : 1, sizeof(*maps->order));
	if (!maps->order)
		return -ENOMEM;
	for (i = 0; i < maps->nr_processes; i++) {
		maps->processes[i].first = at;
		at += maps->processes[i].nr;
		maps->processes[i].nr = 0;
	}
	for (i = 0; i < maps->nr_spaces; i++) {
		struct process *process = &maps->processes[maps->spaces[i].process];

		maps->order[process->first + process->nr++] = (uint32_t)i;
	}
	return 0;
}

int machine_maps__seal(struct machine_maps *maps)
{
	struct budget budget = {};
	size_t i;
	int err = 0;

	if (maps->nr_events)
		qsort(maps->events, maps->nr_events, sizeof(*maps->events), compare_events);
	for (i = 0; i < maps->nr_events && !err; i++) {
		const struct maps_event *e = &maps->events[i];

		switch (e->kind) {
		case MAPS_MAP:
			err = play_map(maps, e, &budget);
			break;
		case MAPS_FORK:
			err = play_fork(maps, e);
			break;
		case MAPS_EXEC:
			if (new_space(maps, e->pid, e->time_ns) == NO_SPACE)
				err = -ENOMEM;
			break;
		}
	}
	free(maps->events);
	maps->events = NULL;
	maps->nr_events = maps->events_size = 0;
	for (i = 0; i < maps->nr_spaces && !err; i++)
		addr_timeline__seal(&maps->spaces[i].ranges);
	return err ? err : put_in_order(maps);
}

/* Which address space of @process it has at @time_ns, counted from 1; 0 is none. */
static uint32_t space_at(const struct machine_maps *maps, const struct process *process,
			 uint64_t time_ns)
{
	const uint32_t *order = &maps->order[process->first];
	uint32_t low = 0, high = process->nr, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (maps->spaces[order[mid]].from_ns <= time_ns)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* Cuts the time of @hit to that of the range which it finds, if they have some in common. */
static bool find_in(const struct machine_maps *maps, const struct space *space, uint64_t time_ns,
		    uint64_t addr, struct machine_hit *hit)
{
	const struct addr_range *range;

	if (space->parent != NO_SPACE) {
		range = addr_timeline__find(&maps->spaces[space->parent].ranges, addr,
					    space->fork_ns);
	} else {
		range = addr_timeline__find(&space->ranges, addr, time_ns);
		if (range) {
			hit->from_ns = MAX(hit->from_ns, range->from_ns);
			hit->to_ns = MIN(hit->to_ns, range->to_ns);
		}
	}
	if (!range)
		return false;
	hit->dso = maps->maps[range->value].dso;
	hit->offset = addr - maps->maps[range->value].start + maps->maps[range->value].offset;
	return true;
}

bool machine_maps__find(struct machine_maps *maps, uint32_t pid, uint64_t time_ns, uint64_t addr,
			bool in_exec, struct machine_hit *ret_hit)
{
	const struct space *space, *before;
	const struct process *process;
	uint32_t idx = maps->last, nr;
	const uint32_t *order;

	if (idx >= maps->nr_processes || maps->processes[idx].pid != pid)
		idx = find_process(maps, pid);
	if (idx == HASH_INDEX_NONE)
		return false;
	maps->last = idx;
	process = &maps->processes[idx];
	order = &maps->order[process->first];
	/* Without a time: at the end. */
	if (!time_ns)
		time_ns = UINT64_MAX - 1;
	nr = space_at(maps, process, time_ns);
	if (!nr)
		return false;
	space = &maps->spaces[order[nr - 1]];
	*ret_hit = (struct machine_hit){
		.from_ns = space->from_ns,
		.to_ns = nr < process->nr ? maps->spaces[order[nr]].from_ns : UINT64_MAX,
	};
	if (find_in(maps, space, time_ns, addr, ret_hit))
		return true;
	if (!in_exec || nr < 2)
		return false;
	/* How long that holds the maps to come tell: here for this one time. */
	*ret_hit = (struct machine_hit){ .from_ns = time_ns, .to_ns = time_ns + 1 };
	before = &maps->spaces[order[nr - 2]];
	return find_in(maps, before, space->from_ns - 1, addr, ret_hit);
}
