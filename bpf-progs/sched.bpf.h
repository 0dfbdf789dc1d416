/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * sched.bpf.h - how long traced threads were running; a part of engine.bpf.c, loaded for --sched.
 *
 * The scheduler tells each stretch of time as it adds it to the thread's, at ticks and switches, the last
 * one when the thread has ended.
 */
#ifndef PERF_AUGMENT_SCHED_BPF_H
#define PERF_AUGMENT_SCHED_BPF_H

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 65536);
	__type(key, struct aug_run_key);
	__type(value, struct aug_run);
} runs SEC(".maps");

/* A function of its own: with it the stacks of sys_enter and state__adopt() exceed 512 bytes together. */
static __noinline int run__create(struct task_struct *task, u64 visible)
{
	struct aug_run_key key = { .tid = visible, .start_ns = start_time(task) };
	struct aug_run run = { .pid = visible >> 32 };

	run.leader_ns = BPF_CORE_READ(task, group_leader, start_time);
	bpf_get_current_comm(run.comm, sizeof(run.comm));
	if (bpf_map_update_elem(&runs, &key, &run, BPF_NOEXIST))
		COUNT(lost_runs);
	return 0;
}

/* Only the running task is looked at: its state is at hand, and it is the one in all but rare cases. */
SEC("raw_tp/sched_stat_runtime")
int sched_stat_runtime(struct bpf_raw_tracepoint_args *ctx)
{
	struct task_struct *task = current_task();
	struct aug_run_key key = {};
	struct aug_state *s;
	struct aug_run *run;

	if (ctx->args[0] != (u64)bpf_get_current_task())
		return 0;
	s = state__get(task);
	if (!s || s->skip)
		return 0;
	key.start_ns = s->start_ns;
	key.tid = s->rec.tid;
	run = bpf_map_lookup_elem(&runs, &key);
	if (!run)
		return 0;
	run->run_ns += ctx->args[1];
	__builtin_memcpy(run->comm, s->rec.comm, sizeof(run->comm));
	return 0;
}

#endif /* PERF_AUGMENT_SCHED_BPF_H */
