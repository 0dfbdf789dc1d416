/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* map_watch.h - a map again and again: what changed, by how much, how fast. */
#ifndef PERF_AUGMENT_MAP_WATCH_H
#define PERF_AUGMENT_MAP_WATCH_H

#include "map_dump.h"

/**
 * struct map_watch_opts - how.
 * @interval_ns: between two looks.
 * @delta_only: print what changed, one line each, instead of the whole map.
 * @redraw: clear the terminal before each look; else looks follow each other.
 * @max_looks: stop after so many; 0 for never.
 */
struct map_watch_opts {
	uint64_t interval_ns;
	bool delta_only;
	bool redraw;
	uint64_t max_looks;
};

/**
 * map_watch__run() - watch @map until opts->stop is set or nobody reads. Logs on failure.
 * Per-CPU values are added up unless @opts says otherwise.
 * Return: 0, also when stopped; -EINVAL when options are wrong; -EPIPE; other -errno.
 */
int map_watch__run(const struct map *map, const struct map_dump_opts *opts,
		   const struct map_watch_opts *watch, struct map_sink *sink);

#endif /* PERF_AUGMENT_MAP_WATCH_H */
