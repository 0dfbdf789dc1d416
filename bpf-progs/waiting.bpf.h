/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * waiting.bpf.h - a traced task waits inside a call: it is announced, so that a person sees where a program
 * hangs; a part of engine.bpf.c.
 */
#ifndef PERF_AUGMENT_WAITING_BPF_H
#define PERF_AUGMENT_WAITING_BPF_H

SEC("raw_tp/sched_switch")
int sched_switch(struct bpf_raw_tracepoint_args *ctx)
{
	struct task_struct *task = current_task();
	struct aug_state *s = state__get(task);
	struct task_struct *prev;
	struct aug_stats *st;
	u64 run_state = 0;

	if (!s || s->phase != PHASE_RUNNING)
		return 0;
	/* It may be dropped in the end. */
	if (filter_config.enabled && s->filter_open)
		return 0;
	prev = (struct task_struct *)ctx->args[1];
	if (bpf_core_field_exists(prev->__state))
		run_state = BPF_CORE_READ(prev, __state);
	else
		run_state = BPF_CORE_READ((struct task_struct___state *)prev, state);
	if (!run_state) /* preempted, not waiting */
		return 0;
	s->phase = PHASE_ANNOUNCED;
	s->rec.type = AUG_RECORD_ENTER;
	s->rec.flags &= AUG_F_UNFOLDED | AUG_F_SOCKET;
	s->rec.time_ns = bpf_ktime_get_ns();
	st = stats__get();
	if (!st || state__emit(st, s, task)) {
		s->phase = PHASE_RUNNING;
		COUNT(lost_waiting);
	}
	return 0;
}

#endif /* PERF_AUGMENT_WAITING_BPF_H */
