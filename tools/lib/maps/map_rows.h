/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * map_rows.h - the rows of a map that are wanted: entries read, CPUs folded or split, questions
 * asked.
 * What becomes of them is the caller's: map_dump.c writes them, map_watch.c and map_diff.c
 * compare them.
 */
#ifndef PERF_AUGMENT_MAP_ROWS_H
#define PERF_AUGMENT_MAP_ROWS_H

#include <time.h>

#include "map_dump.h"
#include "map_query.h"

struct map_folder;

/** Returned by a row function that wants no more rows; not an error. */
#define MAP_ROWS_ENOUGH 1

/**
 * struct map_rows - everything that is needed to read rows.
 * @map, @opts: borrowed.
 * @fold: what is done to per-CPU values; MAP_FOLD_NONE for other maps.
 * @types, @query: as @opts ask for, bound to the map.
 * @nr_seen: entries read. @nr_rows: rows that were wanted.
 * @key: the one that is asked for; NULL for all.
 * @told: the error has been logged. @limits_told: so has what the kernel does not let be seen.
 */
struct map_rows {
	const struct map *map;
	const struct map_dump_opts *opts;
	enum map_fold fold;
	struct map_types types;
	struct map_query query;
	struct map_folder *folder;
	uint8_t *key;
	int nr_cpus;
	uint64_t nr_seen;
	uint64_t nr_rows;
	bool told;
	bool limits_told;
	time_t last_progress;
	int (*fn)(void *ctx, const struct map_row *row);
	void *ctx;
};

/**
 * map_rows__init() - check @opts against @map and bind them. Logs on failure.
 * Return: 0; -EINVAL when options are wrong; other -errno.
 */
int map_rows__init(struct map_rows *rows, const struct map *map, const struct map_dump_opts *opts);
void map_rows__free(struct map_rows *rows);

/**
 * map_rows__for_each() - read the map once; call @fn for each row that is wanted.
 * Return: 0, -errno, or what @fn returned when that was negative. Logs what the map's changing
 * lost.
 */
int map_rows__for_each(struct map_rows *rows, int (*fn)(void *ctx, const struct map_row *row),
		       void *ctx);

/** map_rows__key_len(), map_rows__value_len() - bytes of a row's key, and of one value. */
size_t map_rows__key_len(const struct map_rows *rows);
size_t map_rows__value_len(const struct map_rows *rows);

/**
 * map_rows__failed() - say what an error of map_rows__for_each() means, unless it was said.
 * Return: @err, but never -EINVAL, which is for options that are wrong.
 */
int map_rows__failed(const struct map_rows *rows, int err);

/**
 * map_rows__log_end() - say what was odd about the rows read so far, and clear the progress line.
 */
void map_rows__log_end(const struct map_rows *rows);

#endif /* PERF_AUGMENT_MAP_ROWS_H */
