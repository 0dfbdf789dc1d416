/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* strace_qualify.h - the expressions of `strace -e`: trace=, signal=, status=, quiet= and others. */
#ifndef PERF_AUGMENT_STRACE_QUALIFY_H
#define PERF_AUGMENT_STRACE_QUALIFY_H

struct strace_args;

/**
 * strace_qualify__add() - one expression: `NAME=SET`, or a set of calls.
 * strace_qualify__trace() and the others - one set of that name.
 * Return: 0; -EINVAL or -ENOMEM, logged.
 */
/** strace_qualify__decode_pids() - comm, pidns. */
int strace_qualify__decode_pids(struct strace_args *args, const char *set);
int strace_qualify__decode_fds(struct strace_args *args, const char *set);
int strace_qualify__add(struct strace_args *args, const char *text);
int strace_qualify__trace(struct strace_args *args, const char *set);
int strace_qualify__trace_fds(struct strace_args *args, const char *set);
int strace_qualify__signals(struct strace_args *args, const char *set);
int strace_qualify__status(struct strace_args *args, const char *set);
int strace_qualify__raw(struct strace_args *args, const char *set);
int strace_qualify__abbrev(struct strace_args *args, const char *set);
int strace_qualify__verbose(struct strace_args *args, const char *set);
int strace_qualify__read(struct strace_args *args, const char *set);
int strace_qualify__write(struct strace_args *args, const char *set);
int strace_qualify__quiet(struct strace_args *args, const char *set);

/** strace_qualify__refused() - why the qualifier @name cannot be had; NULL when there is none such. */
const char *strace_qualify__refused(const char *name);

/** strace_qualify__q() - the same for @nr times -q. */
int strace_qualify__q(struct strace_args *args, unsigned int nr);

#endif /* PERF_AUGMENT_STRACE_QUALIFY_H */
