/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* strace_files.h - `strace -ff -o FILE`: the lines of each thread in a file of its own. */
#ifndef PERF_AUGMENT_STRACE_FILES_H
#define PERF_AUGMENT_STRACE_FILES_H

#include "format_strace.h"

struct strace_files;

/**
 * strace_files__new() - thread N goes to the file @prefix.N. All that is given is borrowed.
 * Return: NULL when there is no memory.
 */
struct strace_files *strace_files__new(const char *prefix, const struct strace_opts *opts);

/** strace_files__set_attached() - as format_strace__set_attached(), for all of them. */
void strace_files__set_attached(struct strace_files *files, struct attached_types *types);

/** strace_files__set_stacks() - as format_strace__set_stacks(). */
void strace_files__set_stacks(struct strace_files *files, struct stacks *stacks);

/** strace_files__start() - as format_strace__start(). */
int strace_files__start(struct strace_files *files, uint32_t tid);

/** strace_files__expect() - as format_strace__expect(). */
int strace_files__expect(struct strace_files *files, uint32_t tid);

/** strace_files__attached() - as format_strace__attached(). */
void strace_files__attached(struct strace_files *files, uint32_t tid, unsigned int nr_threads);

/** strace_files__call() - Return: 0, or -errno of the first write that failed, logged. */
int strace_files__call(struct strace_files *files, const struct event *event);
int strace_files__chain(struct strace_files *files, const struct event *event);
int strace_files__task(struct strace_files *files, const struct aug_task_record *rec);

/** strace_files__flush() - write what is there. Return: as above. */
int strace_files__flush(struct strace_files *files);

/** strace_files__end() - the trace ends. Return: as above. */
int strace_files__end(struct strace_files *files);
void strace_files__free(struct strace_files *files);

#endif /* PERF_AUGMENT_STRACE_FILES_H */
