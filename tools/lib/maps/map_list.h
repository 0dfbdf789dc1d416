/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* map_list.h - all maps of the machine: what they are, how full, who holds and who uses them. */
#ifndef PERF_AUGMENT_MAP_LIST_H
#define PERF_AUGMENT_MAP_LIST_H

#include <stdbool.h>

#include "map_sink.h"

/** enum map_list_format - a table for people, or JSON. */
enum map_list_format { MAP_LIST_TABLE, MAP_LIST_JSON, MAP_LIST_JSONL };

/**
 * map_list__write() - list every map to @sink and flush it. Logs on failure.
 * @count_all: count the entries of large maps too, which takes time.
 * Return: 0 or -errno.
 */
int map_list__write(struct map_sink *sink, enum map_list_format format, bool count_all);

#endif /* PERF_AUGMENT_MAP_LIST_H */
