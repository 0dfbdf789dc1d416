/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* map_sink.h - where a dump goes: text is gathered and written in large pieces. */
#ifndef PERF_AUGMENT_MAP_SINK_H
#define PERF_AUGMENT_MAP_SINK_H

#include "strbuf.h"

#define MAP_SINK_BYTES (256u << 10)

/**
 * struct map_sink - @buf is added to freely; map_sink__check() now and then lets it go.
 * @fd: borrowed.
 * @err: -errno of the first write that failed; all after it are dropped.
 * @open: of a sink without @fd: gives it one, or logs why not and returns -errno. NULL once there is one.
 * @ctx: for @open.
 */
struct map_sink {
	struct strbuf buf;
	int fd;
	int err;
	int (*open)(struct map_sink *sink);
	void *ctx;
};

/**
 * map_sink__begin() - before what is written: options have been found right, and a file may be emptied for it.
 * Return: 0 or -errno, which is logged.
 */
int map_sink__begin(struct map_sink *sink);

/**
 * map_sink__flush() - write what there is; it is dropped where nothing has begun. Return: 0 or -errno;
 * -EPIPE when nobody reads any more.
 */
int map_sink__flush(struct map_sink *sink);

/** map_sink__check() - write if there is much. Return: 0 or -errno. */
static inline int map_sink__check(struct map_sink *sink)
{
	return sink->buf.len < MAP_SINK_BYTES ? sink->err : map_sink__flush(sink);
}

/** map_sink__free() - drops what was not flushed. */
void map_sink__free(struct map_sink *sink);

#endif /* PERF_AUGMENT_MAP_SINK_H */
