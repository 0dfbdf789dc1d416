/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * map_dump.h - dump a map: its entries, typed, filtered, sorted, in one of several formats.
 *
 * This is the face for other subcommands:
 *
 *	struct map_dump_opts opts = { .format = MAP_FORMAT_JSON };
 *	struct map_sink sink = { .fd = STDOUT_FILENO };
 *
 *	err = map_dump__fd(map_fd, &opts, &sink);
 */
#ifndef PERF_AUGMENT_MAP_DUMP_H
#define PERF_AUGMENT_MAP_DUMP_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "map_sink.h"
#include "map_types.h"

struct ksyms;
struct map;

enum map_format {
	MAP_FORMAT_C,	  /* [key] = { .member = value } */
	MAP_FORMAT_JSON,  /* one array */
	MAP_FORMAT_JSONL, /* one object a line */
	MAP_FORMAT_CSV,
	MAP_FORMAT_TABLE,
	MAP_FORMAT_RAW, /* hex */
};

/** enum map_fold - what becomes of the values that a per-CPU map has of one key. */
enum map_fold {
	MAP_FOLD_NONE,	  /* all of them, together */
	MAP_FOLD_PER_CPU, /* each one a row of its own */
	MAP_FOLD_SUM,
	MAP_FOLD_MAX,
	MAP_FOLD_AVG,
};

/**
 * struct map_dump_opts - all zero: everything, C-like, types from the map's BTF.
 * @types: what the user said of the types.
 * @where, @key_is, @sort: text, NULL for none. See expr.h; @sort is a path.
 * @select: comma-separated paths; NULL for all.
 * @top: rows at most; 0 for all.
 * @reverse: largest first.
 * @no_zero: skip entries whose value is all zero.
 * @count: only how many.
 * @hex, @hex_keys: integers, or those of keys, in hexadecimal (text formats).
 * @times: seconds beside nanoseconds.
 * @pretty: a line per member (C-like format).
 * @color: escape sequences (C-like format).
 * @max_depth: maps inside maps that are followed; 0 shows their ids only.
 * @several: more than one map goes to the sink: say which one entries are of.
 * @progress: say on stderr how far it is.
 * @stop: when it becomes non-zero the dump ends early, in good order; NULL for never.
 * @ksyms: names of kernel functions; NULL for addresses only.
 */
struct map_dump_opts {
	enum map_format format;
	enum map_fold fold;
	struct map_types_opts types;
	const char *where;
	const char *key_is;
	const char *sort;
	const char *select;
	uint64_t top;
	bool reverse;
	bool no_zero;
	bool count;
	bool hex;
	bool hex_keys;
	bool times;
	bool pretty;
	bool color;
	unsigned int max_depth;
	bool several;
	bool progress;
	const volatile sig_atomic_t *stop;
	struct ksyms *ksyms;
};

/**
 * map_dump__map() - dump @map to @sink and flush it. Logs on failure.
 *
 * Whatever happens, what was written is whole: an array of JSON is closed.
 *
 * Return: 0; -EINVAL when options are wrong (checked before anything is written); -ENOENT when
 * @key_is has no entry; -EPIPE (not logged) when nobody reads; -EINTR when stopped; other -errno.
 */
int map_dump__map(const struct map *map, const struct map_dump_opts *opts, struct map_sink *sink);

/** map_dump__fd() - the same for a descriptor of a map, which stays open. */
int map_dump__fd(int fd, const struct map_dump_opts *opts, struct map_sink *sink);

#endif /* PERF_AUGMENT_MAP_DUMP_H */
