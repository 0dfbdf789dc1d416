/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * machine_maps.h - what each process had mapped when. Told in any order, as rings are; played in the
 * order of time by machine_maps__seal(). A child has its parent's maps, a program that was just
 * executed has none.
 */
#ifndef PERF_AUGMENT_MACHINE_MAPS_H
#define PERF_AUGMENT_MACHINE_MAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hash_index.h"

/** struct machine_map - bytes of @dso from @offset on, at @start. */
struct machine_map {
	uint64_t start;
	uint64_t offset;
	uint32_t dso;
};

struct maps_event;
struct space;
struct process;

/**
 * struct machine_maps - all zero is an empty one.
 * @order: spaces by process and time, when sealed.
 * @dropped: maps past what a kernel allows; a damaged recording has them.
 */
struct machine_maps {
	struct machine_map *maps;
	size_t nr_maps, maps_size;
	struct maps_event *events;
	size_t nr_events, events_size;
	struct space *spaces;
	size_t nr_spaces, spaces_size;
	struct process *processes;
	size_t nr_processes, processes_size;
	struct hash_index by_pid;
	uint32_t *order;
	uint64_t dropped;
	uint32_t last; /* found last */
};

/** struct machine_hit - byte @offset of @dso; the same for all times from @from_ns to before @to_ns. */
struct machine_hit {
	uint32_t dso;
	uint64_t offset;
	uint64_t from_ns, to_ns;
};

void machine_maps__free(struct machine_maps *maps);

/* All return 0 or -ENOMEM. */
int machine_maps__add(struct machine_maps *maps, uint32_t pid, uint64_t time_ns, uint64_t start,
		      uint64_t len, uint64_t offset, uint32_t dso);
int machine_maps__fork(struct machine_maps *maps, uint32_t pid, uint32_t parent_pid,
		       uint64_t time_ns);
int machine_maps__exec(struct machine_maps *maps, uint32_t pid, uint64_t time_ns);
int machine_maps__seal(struct machine_maps *maps);

/**
 * machine_maps__find() - what @pid had at @addr at @time_ns.
 * @in_exec: @addr is where the kernel was entered; if it is executing a file, that was in what the
 * process executed before.
 */
bool machine_maps__find(struct machine_maps *maps, uint32_t pid, uint64_t time_ns, uint64_t addr,
			bool in_exec, struct machine_hit *ret_hit);

#endif /* PERF_AUGMENT_MACHINE_MAPS_H */
