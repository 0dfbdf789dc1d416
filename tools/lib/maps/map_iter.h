/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * map_iter.h - the entries of a map, one after the other, in constant memory: by mmap where the map
 * allows it, in batches where the kernel has them, else one by one.
 *
 * The map may change meanwhile. However much it does, the iteration ends, and what is known to have
 * been missed or seen twice is counted.
 */
#ifndef PERF_AUGMENT_MAP_ITER_H
#define PERF_AUGMENT_MAP_ITER_H

#include "map_info.h"

struct map_iter;

/**
 * struct map_entry - one entry. Valid until the next one is asked for.
 * @key: info.key_size bytes.
 * @value: map__value_stride() bytes; undefined when @err.
 * @err: 0, or -errno: the kernel does not show this entry's value.
 */
struct map_entry {
	const uint8_t *key;
	const uint8_t *value;
	int err;
};

/**
 * struct map_iter_stats - what happened.
 * @nr_entries: entries handed out.
 * @nr_vanished: keys that were gone when their value was asked for.
 * @restarted: the kernel began anew because the key it was at had gone: entries may be there twice.
 * @cut: the iteration was stopped when it had seen more entries than the map can hold.
 * @last_err: why values could not be read.
 * @nr_unreadable: entries with @err.
 */
struct map_iter_stats {
	uint64_t nr_entries;
	uint64_t nr_vanished;
	uint64_t nr_unreadable;
	int last_err;
	bool restarted;
	bool cut;
};

/** enum map_iter_how - how to read; MAP_ITER_BEST for what is fastest, the others for tests. */
enum map_iter_how { MAP_ITER_BEST, MAP_ITER_BATCH, MAP_ITER_ONE_BY_ONE };

/**
 * map_iter__new() - begin.
 * @map: must outlive it.
 * Return: 0; -EOPNOTSUPP when maps of this type have no entries to go through; -ENOMEM; -errno.
 */
int map_iter__new(const struct map *map, enum map_iter_how how, struct map_iter **ret_iter);
void map_iter__free(struct map_iter *iter);

/**
 * map_iter__next() - the next entry.
 * Return: 1 with @ret_entry filled, 0 at the end, -errno (-EPERM: the map is write-only).
 */
int map_iter__next(struct map_iter *iter, struct map_entry *ret_entry);

const struct map_iter_stats *map_iter__stats(const struct map_iter *iter);

/** map_iter__nr_cpus() - values that an entry of a per-CPU map has. */
int map_iter__nr_cpus(const struct map_iter *iter);

#endif /* PERF_AUGMENT_MAP_ITER_H */
