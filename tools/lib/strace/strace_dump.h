/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* strace_dump.h - strace's -e read and -e write: what went through a descriptor, in hex and ASCII. */
#ifndef PERF_AUGMENT_STRACE_DUMP_H
#define PERF_AUGMENT_STRACE_DUMP_H

#include <stdbool.h>

#include "record.h"
#include "strbuf.h"
#include "syscalls.h"

/** STRACE_DUMP_MAX - bytes that are copied of one buffer to be dumped. */
#define STRACE_DUMP_MAX (1U << 20)

/**
 * struct fd_numbers - a set of descriptors; all zero is empty.
 * @others: those that @list does not name are in it, and those that it names are not.
 */
struct fd_numbers {
	int *list;
	size_t nr;
	bool others;
};

/** fd_numbers__parse() - `all`, `none` or numbers, with `!` turned around. Return: 0; -EINVAL; -ENOMEM. */
int fd_numbers__parse(struct fd_numbers *fds, const char *text);
void fd_numbers__free(struct fd_numbers *fds);

static inline bool fd_numbers__is_empty(const struct fd_numbers *fds)
{
	return !fds->nr && !fds->others;
}

/** strace_dump__add() - append the lines of a call that succeeded, when its descriptor is in a set. */
void strace_dump__add(const struct event *event, const struct syscall_desc *desc,
		      const struct fd_numbers *read, const struct fd_numbers *written,
		      struct strbuf *buf);

#endif /* PERF_AUGMENT_STRACE_DUMP_H */
