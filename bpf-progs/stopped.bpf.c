// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * stopped.bpf.c - which signal has stopped each task that job control stops, now. /proc tells only as long as the
 * task's parent has not asked for it, which a shell does at once.
 *
 * Minimum kernel: 5.10. Read through an iterator of tasks, it gives struct stopped_task one after the other.
 */
#include "kernel.bpf.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include "run_state.bpf.h"
#include "stopped_task.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile struct stopped_config config = {};

#define PIDNS_MAX_LEVEL 32 /* MAX_PID_NS_LEVEL of include/linux/pid_namespace.h */

/* What the program is given: kernel/bpf/task_iter.c, and include/linux/bpf.h. */
struct seq_file;

struct bpf_iter_meta {
	struct seq_file *seq;
} __attribute__((preserve_access_index));

struct bpf_iter__task {
	struct bpf_iter_meta *meta;
	struct task_struct *task;
} __attribute__((preserve_access_index));

/* The number of @task in our pid namespace; 0: it has none. */
static __always_inline u32 visible_tid(struct task_struct *task)
{
	const u64 size = bpf_core_type_size(struct upid);
	struct pid *pid;
	u32 level, i;

	if (!config.pidns_ino)
		return BPF_CORE_READ(task, pid);
	pid = BPF_CORE_READ(task, thread_pid);
	level = BPF_CORE_READ(pid, level);
	for (i = 0; i <= PIDNS_MAX_LEVEL; i++) {
		struct upid *number = (void *)&pid->numbers[0] + i * size;

		if (i > level)
			break;
		if (BPF_CORE_READ(number, ns, ns.inum) == config.pidns_ino)
			return BPF_CORE_READ(number, nr);
	}
	return 0;
}

SEC("iter/task")
int stopped_tasks(struct bpf_iter__task *ctx)
{
	struct task_struct *task = ctx->task;
	struct stopped_task out;

	/* The last call, after all tasks. */
	if (!task)
		return 0;
	out.signal = stop_signal(task);
	out.tid = visible_tid(task);
	if (out.signal && out.tid && run_state(task) & STATE_STOPPED)
		bpf_seq_write(ctx->meta->seq, &out, sizeof(out));
	return 0;
}
