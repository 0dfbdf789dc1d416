/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * sink.h - where lines go: a file, a pipe or a terminal. Buffers, and counts what could not be written.
 */
#ifndef PERF_AUGMENT_SINK_H
#define PERF_AUGMENT_SINK_H

#include <stdbool.h>
#include <stdint.h>

#include "strbuf.h"

/** struct sink_mark - text up to @end of the buffer that somebody counts; see sink__mark(). */
struct sink_mark {
	size_t end;
	uint64_t *nr_lost;
};

/**
 * struct sink
 * @buf: append lines here, then call sink__line().
 * @replaced_fd: of the file that PATH.old was before, until the first flush; -1: none.
 * @err: first write error, -errno; nothing is written after it.
 * @lines_lost: lines that were given but not written.
 * @marks: of what is buffered.
 */
struct sink {
	struct strbuf buf;
	int fd;
	bool owns_fd;
	int replaced_fd;
	int err;
	uint64_t lines_buffered;
	uint64_t lines_lost;
	struct sink_mark *marks;
	size_t nr_marks;
	size_t max_marks;
};

/** sink__init() - write to @fd, which stays the caller's. */
void sink__init(struct sink *sink, int fd);

/**
 * sink__open() - create @path; "-" is standard output. An old regular file with something in it is kept as PATH.old, as
 * perf trace does. As output_file__open().
 * Return: 0, or an error for output_file__why().
 */
int sink__open(struct sink *sink, const char *path);

/**
 * sink__check() - whether sink__open() could create @path now; nothing is changed.
 * Return: 0, or an error for output_file__why().
 */
int sink__check(const char *path);

/** sink__width() - columns of the terminal that it writes to; 0 of anything else. */
size_t sink__width(const struct sink *sink);

/**
 * sink__mark() - what somebody counts as shown ends here in @sink->buf; to be called before sink__line().
 * @nr_lost: raised by one when it is not written to this end.
 * Return: 0 or -ENOMEM.
 */
int sink__mark(struct sink *sink, uint64_t *nr_lost);

/** sink__line() - a line is complete in @sink->buf; written when enough are. Return: 0 or the write error. */
int sink__line(struct sink *sink);

/** sink__flush() - write what is buffered. Return: 0 or the first write error ever. */
int sink__flush(struct sink *sink);

/** sink__close() - flush, close and free. Return: as sink__flush(). */
int sink__close(struct sink *sink);

#endif /* PERF_AUGMENT_SINK_H */
