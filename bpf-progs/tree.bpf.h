/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * tree.bpf.h - which process was made by which, how it was called and how it ended; a part of
 * engine.bpf.c, loaded for --tree. Programs of their own, so that nothing is added to those of others.
 */
#ifndef PERF_AUGMENT_TREE_BPF_H
#define PERF_AUGMENT_TREE_BPF_H

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 65536);
	__type(key, struct aug_process_key);
	__type(value, struct aug_process);
} processes SEC(".maps");

static __always_inline bool tree__is_traced(struct task_struct *task, u64 *ret_visible)
{
	struct aug_state *s = state__get(task);
	bool in_pidns;

	*ret_visible = visible_pid_tgid(bpf_get_current_pid_tgid(), &in_pidns);
	if (s)
		return s->skip != SKIP_ALWAYS;
	return config.all_tasks && !task__is_filtered(*ret_visible);
}

SEC("raw_tp/sched_process_fork")
int tree_fork(struct bpf_raw_tracepoint_args *ctx)
{
	struct task_struct *task = current_task();
	struct task_struct *child = (struct task_struct *)ctx->args[1];
	struct aug_process_key key = {};
	struct aug_process process = {};
	u32 tgid = BPF_CORE_READ(child, tgid);
	u64 visible;

	/* A thread is no process. */
	if (tgid != (u32)BPF_CORE_READ(child, pid) || !tree__is_traced(task, &visible))
		return 0;
	if (!config.inherit && !config.all_tasks)
		return 0;
	key.pid = visible_tgid(child);
	key.start_ns = BPF_CORE_READ(child, start_time);
	process.parent_pid = visible >> 32;
	process.parent_start_ns = BPF_CORE_READ(task, group_leader, start_time);
	bpf_get_current_comm(process.comm, sizeof(process.comm));
	if (bpf_map_update_elem(&processes, &key, &process, BPF_ANY))
		COUNT(lost_processes);
	return 0;
}

/*
 * Who was not made by a traced one is entered when something happens to it. @is_traced: this task is; else another
 * one of its process may be, as a task has its state with the first call that it makes.
 */
static __always_inline struct aug_process *tree__get(struct task_struct *task, u64 visible,
						     bool is_traced)
{
	struct aug_process_key key = { .pid = visible >> 32 };
	struct aug_process zero = {}, *process;

	key.start_ns = BPF_CORE_READ(task, group_leader, start_time);
	process = bpf_map_lookup_elem(&processes, &key);
	if (process || !is_traced)
		return process;
	bpf_map_update_elem(&processes, &key, &zero, BPF_NOEXIST);
	process = bpf_map_lookup_elem(&processes, &key);
	if (!process)
		COUNT(lost_processes);
	return process;
}

SEC("raw_tp/sched_process_exec")
int tree_exec(void *ctx)
{
	struct task_struct *task = current_task();
	struct aug_process *process;
	u64 visible;

	if (!tree__is_traced(task, &visible))
		return 0;
	process = tree__get(task, visible, true);
	if (process)
		bpf_get_current_comm(process->comm, sizeof(process->comm));
	return 0;
}

SEC("raw_tp/sched_process_exit")
int tree_exit(void *ctx)
{
	struct task_struct *task = current_task();
	struct signal_struct *signal = BPF_CORE_READ(task, signal);
	struct aug_process *process;
	bool is_traced;
	u64 visible;

	is_traced = tree__is_traced(task, &visible);
	process = tree__get(task, visible, is_traced);
	if (!process)
		return 0;
	/*
	 * As wait(2) has it: of all when something ends all, else the main thread's, which may end
	 * first.
	 */
	if (BPF_CORE_READ(signal, flags) & SIGNAL_GROUP_EXIT)
		process->exit_code = BPF_CORE_READ(signal, group_exit_code);
	else if ((u32)visible == visible >> 32)
		process->exit_code = BPF_CORE_READ(task, exit_code);
	if ((u32)visible == visible >> 32)
		bpf_get_current_comm(process->comm, sizeof(process->comm));
	if (!BPF_CORE_READ(signal, live.counter))
		process->exit_ns = bpf_ktime_get_ns();
	return 0;
}

#endif /* PERF_AUGMENT_TREE_BPF_H */
