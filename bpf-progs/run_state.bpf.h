/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* run_state.bpf.h - why a task does not run, and what job control has stopped it with. */
#ifndef PERF_AUGMENT_RUN_STATE_BPF_H
#define PERF_AUGMENT_RUN_STATE_BPF_H

/* include/linux/sched.h */
#define STATE_STOPPED 0x4

/* include/linux/sched/jobctl.h: the signal that has stopped the process */
#define JOBCTL_STOP_SIGMASK 0xffff

/* Of @task, which leaves its CPU or is off it; 0: it could run on. */
static __always_inline u64 run_state(struct task_struct *task)
{
	if (bpf_core_field_exists(task->__state))
		return BPF_CORE_READ(task, __state);
	return BPF_CORE_READ((struct task_struct___state *)task, state);
}

static __always_inline u32 stop_signal(struct task_struct *task)
{
	return BPF_CORE_READ(task, jobctl) & JOBCTL_STOP_SIGMASK;
}

#endif /* PERF_AUGMENT_RUN_STATE_BPF_H */
