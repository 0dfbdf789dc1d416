/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * live_maps.h - what running processes have mapped, as of the last record that was taken: told in the
 * order of time, asked in between. (machine_maps.h is the same for recordings, asked when all is told.)
 */
#ifndef PERF_AUGMENT_LIVE_MAPS_H
#define PERF_AUGMENT_LIVE_MAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LIVE_MAPS_BUCKETS 4096

/** struct live_map - addresses @start to before @end are bytes of @file from @offset on. */
struct live_map {
	uint64_t start;
	uint64_t end;
	uint64_t offset;
	uint32_t file;
};

struct live_space;

/** struct live_maps - all zero is empty. */
struct live_maps {
	struct live_space *buckets[LIVE_MAPS_BUCKETS];
};

void live_maps__free(struct live_maps *maps);

/** live_maps__add() - @pid maps something; what was there is gone. Return: 0 or -ENOMEM. */
int live_maps__add(struct live_maps *maps, uint32_t pid, const struct live_map *map);

/** live_maps__fork() - @pid is a new process with all that @parent has. Return: 0 or -ENOMEM. */
int live_maps__fork(struct live_maps *maps, uint32_t pid, uint32_t parent);

/** live_maps__remove() - @pid executes a program, or has ended: it has nothing. */
void live_maps__remove(struct live_maps *maps, uint32_t pid);

/** live_maps__has() - anything is known of @pid. */
bool live_maps__has(const struct live_maps *maps, uint32_t pid);

/** live_maps__find() - NULL when @pid has nothing at @addr, as far as is known. */
const struct live_map *live_maps__find(const struct live_maps *maps, uint32_t pid, uint64_t addr);

#endif /* PERF_AUGMENT_LIVE_MAPS_H */
