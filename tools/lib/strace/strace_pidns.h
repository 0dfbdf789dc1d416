/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * strace_pidns.h - numbers of tasks in another pid namespace, in ours: strace --decode-pids=pidns.
 *
 * Numbers are those of the program that gives or gets them. What they are here is in /proc, as long as
 * the task is there; what was found once is remembered.
 */
#ifndef PERF_AUGMENT_STRACE_PIDNS_H
#define PERF_AUGMENT_STRACE_PIDNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf/augment.h"

/**
 * struct strace_pidns - what is known; all zero at first.
 * @own: our namespace's inode. @known: numbers elsewhere and here.
 */
struct strace_pidns {
	uint64_t own;
	struct known_pid {
		uint64_t ns;
		int32_t there;
		int32_t here;
	} * known;
	size_t nr;
	size_t size;
};

void strace_pidns__free(struct strace_pidns *p);

/** strace_pidns__of() - the namespace of task @tid, which is remembered with its numbers; 0 when not known. */
uint64_t strace_pidns__of(struct strace_pidns *p, int32_t tid);

/** strace_pidns__is_ours() - whether numbers that task @tid gets are ours; false too when it is gone. */
bool strace_pidns__is_ours(int32_t tid);

/** strace_pidns__is_foreign() - whether numbers of @ns, which may be 0, are not ours. */
static inline bool strace_pidns__is_foreign(const struct strace_pidns *p, uint64_t ns)
{
	return ns && ns != p->own;
}

/** strace_pidns__take() - a record AUG_RECORD_PIDNS. */
void strace_pidns__take(struct strace_pidns *p, const struct aug_task_record *rec);

/** strace_pidns__translate() - task @pid of namespace @ns. Return: its number here; 0: the same, or not known. */
int32_t strace_pidns__translate(struct strace_pidns *p, uint64_t ns, int32_t pid);

#endif /* PERF_AUGMENT_STRACE_PIDNS_H */
