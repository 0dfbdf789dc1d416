/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * strace_check.h - options that do not go together, or that have no effect: what strace refuses, and
 * what it warns of, in its words.
 */
#ifndef PERF_AUGMENT_STRACE_CHECK_H
#define PERF_AUGMENT_STRACE_CHECK_H

struct strace_args;

/**
 * strace_check__args() - of a whole command line; what some options mean for others is set in @args.
 * Return: 0; -EINVAL, logged.
 */
int strace_check__args(struct strace_args *args);

#endif /* PERF_AUGMENT_STRACE_CHECK_H */
