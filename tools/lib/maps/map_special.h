/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * map_special.h - maps that have no keys to go through: queues and stacks (the next entry can be
 * looked at), ring buffers (positions), storage that hangs on tasks, sockets, inodes and cgroups,
 * and arenas. Each is made to look like entries with a key and a value of fixed types.
 */
#ifndef PERF_AUGMENT_MAP_SPECIAL_H
#define PERF_AUGMENT_MAP_SPECIAL_H

#include "map_iter.h"

struct btf;

/**
 * struct map_special_key - keys of socket and inode storage: whose descriptor leads to the
 * object.
 */
struct map_special_key {
	int32_t pid;
	int32_t fd;
};

/**
 * struct map_ring_state - the value shown for a ring buffer. @unread: bytes between the
 * positions.
 */
struct map_ring_state {
	uint64_t consumer_pos;
	uint64_t producer_pos;
	uint64_t size;
	uint64_t unread;
};

/**
 * map_special__types() - the types of the entries that are made up for @map, added to @btf.
 * @ret_key, @ret_value: 0 where the map's own type is used; -1 where there is no key at all.
 * Return: 0 or -ENOMEM.
 */
int map_special__types(const struct map *map, struct btf *btf, int *ret_key, int *ret_value);

/**
 * map_special__key_size(), map_special__value_size() - bytes of what map_special__for_each()
 * gives.
 */
size_t map_special__key_size(const struct map *map);
size_t map_special__value_size(const struct map *map);

/** map_special__log_limits() - say what of @map the kernel does not let anybody see. */
void map_special__log_limits(const struct map *map);

/**
 * map_special__for_each() - call @fn for each entry; stop when it returns non-zero and return that.
 * Return: also 0, or -errno.
 */
int map_special__for_each(const struct map *map,
			  int (*fn)(void *ctx, const struct map_entry *entry), void *ctx);

#endif /* PERF_AUGMENT_MAP_SPECIAL_H */
