/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * strace_names.h - what stands behind numbers of tasks: their names, as strace -Y has them, and what the
 * number is in our pid namespace: kill(12<sleep> (1234 in ours), SIGTERM)
 */
#ifndef PERF_AUGMENT_STRACE_NAMES_H
#define PERF_AUGMENT_STRACE_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "by_tid.h"
#include "out.h"
#include "record.h"
#include "strace_pidns.h"
#include "strace_tasks.h"

/**
 * struct strace_names - for struct out.pids.
 * @tasks: of struct strace_task: those that are traced; borrowed.
 * @event: the call that is being told; NULL for none.
 * @wants_comms, @wants_pidns: -Y; --decode-pids=pidns.
 * @ns: the namespace of the task whose line it is; 0 when not known.
 */
struct strace_names {
	struct out_pids out;
	const struct by_tid *tasks;
	const struct event *event;
	bool wants_comms;
	bool wants_pidns;
	uint64_t ns;
	struct strace_pidns *pidns;
};

void strace_names__init(struct strace_names *names, const struct by_tid *tasks);

/** strace_names__say() - `<NAME>`; nothing of an empty one. @comm: of up to @size bytes. */
void strace_names__say(const char *comm, size_t size, struct out *o);

#endif /* PERF_AUGMENT_STRACE_NAMES_H */
