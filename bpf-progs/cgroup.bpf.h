/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * cgroup.bpf.h - the control groups that the current task is in. The helper for those above its own came
 * to programs of tracing with 5.14; before, the kernel's own table of them is read.
 */
#ifndef PERF_AUGMENT_CGROUP_BPF_H
#define PERF_AUGMENT_CGROUP_BPF_H

#include "kernel.bpf.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)
/* Until 6.1, which has pointers to the groups in its place. */
struct cgroup___with_ids {
	int level;
	u64 ancestor_ids[1];
};

struct css_set___with_ids {
	struct cgroup___with_ids *dfl_cgrp;
};

struct task_struct___in_cgroup {
	struct css_set___with_ids *cgroups;
};
#pragma clang attribute pop

/* Return: the id of the group that is so many levels below the root, 0 when the task is in none. */
static __always_inline u64 cgroup__ancestor_id(int level)
{
	const struct task_struct___in_cgroup *task;
	struct cgroup___with_ids *group;
	u64 id = 0;

	/* The verifier sees one of the two: the other one's helper may not be known to it. */
	if (!bpf_core_field_exists(struct cgroup___with_ids, ancestor_ids))
		return bpf_get_current_ancestor_cgroup_id(level);
	task = (const void *)bpf_get_current_task();
	group = BPF_CORE_READ(task, cgroups, dfl_cgrp);
	if (level < 0 || level > BPF_CORE_READ(group, level))
		return 0;
	bpf_probe_read_kernel(&id, sizeof(id),
			      (const char *)group +
				      bpf_core_field_offset(struct cgroup___with_ids,
							    ancestor_ids) +
				      level * sizeof(id));
	return id;
}

#endif
