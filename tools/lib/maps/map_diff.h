/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* map_diff.h - a map against a dump of it that was saved as JSON. */
#ifndef PERF_AUGMENT_MAP_DIFF_H
#define PERF_AUGMENT_MAP_DIFF_H

#include "map_dump.h"

/**
 * map_diff__run() - compare @map as it is now with the dump at @path. Logs on failure.
 * @path: what --json or --jsonl wrote, or the output of `bpftool -j map dump`.
 *
 * Lines written: "+ [key] = value" for new entries, "- [key] = value" for those that are gone,
 * "! [key] member: old -> new" for each member that changed; with a JSON format, objects
 * {"change":"added"|"removed"|"changed","key":..,"old":..,"new":..}.
 *
 * Return: 0 when nothing differs, 1 when something does, -EINVAL when options are wrong, -EBADMSG when
 * the file is no dump, -errno.
 */
int map_diff__run(const struct map *map, const struct map_dump_opts *opts, const char *path,
		  struct map_sink *sink);

#endif /* PERF_AUGMENT_MAP_DIFF_H */
