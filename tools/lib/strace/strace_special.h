/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* strace_special.h - calls that strace writes by rules of their own. */
#ifndef PERF_AUGMENT_STRACE_SPECIAL_H
#define PERF_AUGMENT_STRACE_SPECIAL_H

#include <stdbool.h>

#include "out.h"
#include "record.h"
#include "syscalls.h"

/**
 * strace_special__args() - the arguments of a call whose arguments strace names or reorders (clone).
 * @is_end: those that are known when the call has ended; else those known at its entry.
 * Return: false for other calls; nothing was said then.
 */
bool strace_special__args(const struct event *event, const struct syscall_desc *desc, bool is_end,
			  struct out *o);

/** strace_special__return() - as `0x1 (flags FD_CLOEXEC)`. Return: false for other calls. */
bool strace_special__return(const struct event *event, const struct syscall_desc *desc,
			    struct out *o);

#endif /* PERF_AUGMENT_STRACE_SPECIAL_H */
