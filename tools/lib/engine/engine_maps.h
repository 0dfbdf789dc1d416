/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* engine_maps.h - `trace --dump-map`: the maps of a running trace, printed by the dumper of dump-map. */
#ifndef PERF_AUGMENT_ENGINE_MAPS_H
#define PERF_AUGMENT_ENGINE_MAPS_H

#include "engine.h"
#include "sink.h"
#include "stock_object.h"

/**
 * engine_maps__check() - whether all of @names, comma-separated, are maps of an object or of the engine.
 * @e: NULL when calls are not traced.
 * Return: 0; -ENOENT, logged with the names that there are.
 */
int engine_maps__check(struct engine *e, const struct stock_objects *objects, const char *names);

/**
 * engine_maps__dump() - print those of all objects that have one of the name, else the engine's,
 * to @sink, each under its name: `[key] = value`, a line per entry.
 * Return: 0 or -errno, logged.
 */
int engine_maps__dump(struct engine *e, const struct stock_objects *objects, const char *names,
		      struct sink *sink);

#endif /* PERF_AUGMENT_ENGINE_MAPS_H */
