/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* map_storage.h - entries that hang on tasks, sockets, inodes and cgroups. */
#ifndef PERF_AUGMENT_MAP_STORAGE_H
#define PERF_AUGMENT_MAP_STORAGE_H

#include "map_iter.h"

/**
 * map_storage__for_each() - find the objects of this machine that have an entry in @map.
 *
 * The kernel cannot go through such a map; it can be asked about one object at a time, by a
 * descriptor of it. Asked are all threads, all open sockets and files of all processes, and all
 * directories of mounted cgroup file systems. What nobody has open cannot be found: that is said.
 *
 * Return: 0, what @fn returned when it was not 0, -errno.
 */
int map_storage__for_each(const struct map *map,
			  int (*fn)(void *ctx, const struct map_entry *entry), void *ctx);

/** map_storage__log_limits() - say which objects of @map are not asked about. */
void map_storage__log_limits(const struct map *map);

#endif /* PERF_AUGMENT_MAP_STORAGE_H */
