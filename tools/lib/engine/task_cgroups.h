/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * task_cgroups.h - the control group that each thread makes its calls in: the engine says when it is
 * another one than at the call before.
 */
#ifndef PERF_AUGMENT_TASK_CGROUPS_H
#define PERF_AUGMENT_TASK_CGROUPS_H

#include <stdint.h>

#include "bpf/augment.h"
#include "id_map.h"

/** TASK_CGROUPS_SPARE - so many threads that have ended are remembered, and twice as many at most. */
#define TASK_CGROUPS_SPARE 4096

/**
 * struct task_cgroups - all zero is an empty one.
 * @by_tid: index of the group, times two; odd: the thread had ended when this was looked at.
 * @look_at: when so many threads are known.
 * @groups: those that were seen; @path is NULL for one that is gone.
 */
struct task_cgroups {
	struct id_map by_tid;
	size_t look_at;
	struct task_cgroup {
		uint64_t id;
		char *path;
	} * groups;
	size_t nr;
	size_t size;
};

void task_cgroups__free(struct task_cgroups *t);

/** task_cgroups__take() - a record AUG_RECORD_CGROUP. Return: 0 or -ENOMEM. */
int task_cgroups__take(struct task_cgroups *t, const struct aug_task_record *rec);

/** task_cgroups__path() - from the root of the hierarchy; NULL: not known. */
const char *task_cgroups__path(const struct task_cgroups *t, uint32_t tid);

#endif /* PERF_AUGMENT_TASK_CGROUPS_H */
