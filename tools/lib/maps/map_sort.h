/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* map_sort.h - rows kept for --sort: all of them, or with --top only so many at a time. */
#ifndef PERF_AUGMENT_MAP_SORT_H
#define PERF_AUGMENT_MAP_SORT_H

#include "map_query.h"

struct map_sorter;

/**
 * map_sorter__new() - sort rows by @column, which is borrowed.
 * @reverse: largest first. Rows that are equal stay in the order of the map.
 * @top: keep so many; 0 for all.
 * Return: NULL when there is no memory.
 */
struct map_sorter *map_sorter__new(const struct map_column *column, bool reverse, uint64_t top);
void map_sorter__free(struct map_sorter *sorter);

/** map_sorter__add() - keep a copy of @row. Return: 0 or -ENOMEM. */
int map_sorter__add(struct map_sorter *sorter, const struct map_row *row);

/** map_sorter__for_each() - the rows in order; stops when @fn returns non-zero and returns that. */
int map_sorter__for_each(struct map_sorter *sorter, int (*fn)(void *ctx, const struct map_row *row),
			 void *ctx);

#endif /* PERF_AUGMENT_MAP_SORT_H */
