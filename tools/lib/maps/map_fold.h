/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* map_fold.h - the values that a per-CPU map has of one key, made one: sum, maximum, average. */
#ifndef PERF_AUGMENT_MAP_FOLD_H
#define PERF_AUGMENT_MAP_FOLD_H

#include "map_dump.h"

struct map_folder;

/**
 * map_folder__new() - fold values of type @type with @size bytes.
 *
 * Integers are folded, wherever they are in the type; a bool is true when it is on any CPU; all
 * else is that of the first CPU whose value is not all zero.
 *
 * Return: 0; -EINVAL when the type is not known; -ENOMEM.
 */
int map_folder__new(const struct map_type *type, size_t size, enum map_fold how,
		    struct map_folder **ret_folder);
void map_folder__free(struct map_folder *folder);

/**
 * map_folder__fold() - fold @nr values at @values, @step bytes apart.
 * Return: the value; valid until the next call.
 */
const uint8_t *map_folder__fold(struct map_folder *folder, const uint8_t *values, size_t step,
				unsigned int nr);

/** map_folder__nr_saturated() - results that were too large for their members, and were cut. */
uint64_t map_folder__nr_saturated(const struct map_folder *folder);

#endif /* PERF_AUGMENT_MAP_FOLD_H */
