/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * strace_ends.h - when threads are told to have ended. A main thread that ends while others of its process live is
 * not: its parent, and so strace, is told when the last of them has ended; or another one executes a program, and
 * takes its place.
 */
#ifndef PERF_AUGMENT_STRACE_ENDS_H
#define PERF_AUGMENT_STRACE_ENDS_H

#include "bpf/augment.h"
#include "by_tid.h"

/** struct strace_ends - @processes: those that have more than their main thread. @threads: the process of each of these. */
struct strace_ends {
	struct by_tid processes;
	struct by_tid threads;
};

typedef int (*strace_ends_fn)(void *ctx, const struct aug_task_record *rec);

/** strace_ends__expect() - thread @tid of process @pid lives. Return: 0 or -ENOMEM. */
int strace_ends__expect(struct strace_ends *e, uint32_t pid, uint32_t tid);

/**
 * strace_ends__take() - @fn is called with @rec, now or later, and with those that were kept for it.
 * Return: 0, what @fn returned if it was not 0, or -ENOMEM.
 */
int strace_ends__take(struct strace_ends *e, const struct aug_task_record *rec, strace_ends_fn fn,
		      void *ctx);

/** strace_ends__flush() - the trace ends: those of processes that are gone, as the ends of others were lost. */
int strace_ends__flush(struct strace_ends *e, strace_ends_fn fn, void *ctx);

void strace_ends__free(struct strace_ends *e);

#endif /* PERF_AUGMENT_STRACE_ENDS_H */
