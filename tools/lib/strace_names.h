/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* strace_names.h - names of tasks behind their numbers, as strace -Y has them: kill(1234<sleep>, SIGTERM) */
#ifndef PERF_AUGMENT_STRACE_NAMES_H
#define PERF_AUGMENT_STRACE_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "by_tid.h"
#include "out.h"
#include "record.h"
#include "strace_tasks.h"

/**
 * struct strace_names - for struct out.pids.
 * @tasks: of struct strace_task: those that are traced; borrowed.
 * @event: the call that is being told; NULL for none.
 */
struct strace_names {
	struct out_pids out;
	const struct by_tid *tasks;
	const struct event *event;
};

void strace_names__init(struct strace_names *names, const struct by_tid *tasks);

#endif /* PERF_AUGMENT_STRACE_NAMES_H */
