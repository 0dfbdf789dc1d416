/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * waiting.bpf.h - a traced task leaves its CPU: one that waits inside a call is announced, so that a person
 * sees where a program hangs; one that job control stops is told of; a part of engine.bpf.c.
 */
#ifndef PERF_AUGMENT_WAITING_BPF_H
#define PERF_AUGMENT_WAITING_BPF_H

/* Every thread of the process, each in a place where it may have no call. */
static __always_inline void tell_stop(struct task_struct *task, const struct aug_state *s)
{
	struct aug_task_record rec = {};

	rec.code = stop_signal(task);
	task_record__emit(&rec, AUG_RECORD_STOP, s->rec.pid, s->rec.tid);
}

/* The call that @task is in, if it will be shown. */
static __always_inline void call__announce(struct aug_state *s, struct task_struct *task)
{
	struct aug_stats *st;

	if (!config.announces || s->phase != PHASE_RUNNING || state__is_told(s))
		return;
	/* It may be dropped in the end. */
	if (filter_config.enabled && s->filter_open)
		return;
	s->phase = PHASE_ANNOUNCED;
	s->rec.type = AUG_RECORD_ENTER;
	s->rec.flags &= AUG_F_UNFOLDED | AUG_F_SOCKET;
	s->rec.time_ns = bpf_ktime_get_ns();
	st = stats__get();
	if (!st || state__emit(st, s, task) < 0) {
		s->phase = PHASE_RUNNING;
		COUNT(lost_waiting);
	}
}

SEC("raw_tp/sched_switch")
int sched_switch(struct bpf_raw_tracepoint_args *ctx)
{
	const bool is_preempted = ctx->args[0];
	struct task_struct *prev = (struct task_struct *)ctx->args[1];
	struct task_struct *task;
	struct aug_state *s;

	/* On its way to sleep, it comes here again. */
	if (is_preempted)
		return 0;
	task = current_task();
	s = state__get(task);
	if (!s)
		return 0;
	if (config.want_task_records && s->skip != SKIP_ALWAYS && run_state(prev) & STATE_STOPPED)
		tell_stop(prev, s);
	if (config.announces && s->phase == PHASE_RUNNING && run_state(prev))
		call__announce(s, task);
	return 0;
}

#endif /* PERF_AUGMENT_WAITING_BPF_H */
