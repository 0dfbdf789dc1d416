/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * refused.bpf.h - calls that a seccomp filter refuses; a part of engine.bpf.c.
 *
 * On x86 the kernel asks the filter before it passes sys_enter, so that such a call has an exit
 * alone. Its entry is made up for there, where the registers are still those of the call but for
 * the result: the exit goes on in the program of the entry by way of the map entries, and that
 * one's end comes back by way of exits.
 *
 * An exit without an entry is also where a child begins, and where a call ends that began before
 * the trace. Both are the first thing that is seen of a task: it gets its state then. The child of
 * a traced one is so known from the start.
 */
#ifndef PERF_AUGMENT_REFUSED_BPF_H
#define PERF_AUGMENT_REFUSED_BPF_H

struct one_program entries SEC(".maps");
struct one_program exits SEC(".maps");

static __always_inline bool task__has_seccomp(struct task_struct *task)
{
	int mode = 0;

	if (!bpf_core_field_exists(task->seccomp.mode))
		return false;
	if (config.has_task_storage)
		return task->seccomp.mode;
	bpf_core_read(&mode, sizeof(mode), &task->seccomp.mode);
	return mode;
}

/*
 * The number as it was at the call; with -1 it is not known: a tracer may have put it there to skip
 * the call.
 */
static __always_inline s32 refused__nr(void *ctx, bool perf)
{
	struct bpf_raw_tracepoint_args *raw = ctx;
	unsigned long nr = -1;

	if (perf)
		return ((struct perf_syscall_args *)ctx)->nr;
	bpf_core_read(&nr, sizeof(nr), &((struct pt_regs *)raw->args[0])->orig_ax);
	return nr;
}

/*
 * A call that ended by itself (ends.bpf.h) has left the task as if it was still in it: of one that has got a
 * filter meanwhile, which alone has ends without an entry, this end is that of another call.
 */
static __always_inline bool refused__is_other(void *ctx, const struct aug_state *s,
					      struct task_struct *task, bool perf)
{
	return (config.counts_ends || config.hides_ends) && task__has_seccomp(task) &&
	       refused__nr(ctx, perf) != (s32)s->rec.nr;
}

/* An exit of a task that is in no call which is shown: @s may be NULL. */
static __always_inline void refused__look(void *ctx, struct aug_state *s, struct task_struct *task,
					  bool perf)
{
	u8 phase = PHASE_NONE;
	s32 nr;

	if (s) {
		phase = s->phase;
		s->phase = PHASE_NONE;
	}
	if (!task__has_seccomp(task) || !*(volatile u32 *)&shared.sees_entries)
		return;
	if (!s) {
		state__adopt(task, false);
		return;
	}
	if (phase == PHASE_DROPPED || s->skip == SKIP_ALWAYS)
		return;
	nr = refused__nr(ctx, perf);
	if (nr == -1)
		return;
	s->rec.nr = nr;
	s->phase = PHASE_REFUSED;
	go_on_in(ctx, &entries);
	s->phase = PHASE_NONE;
}

/* The end of the entry that was made up for. It does not return, but when the program is missing. */
static __always_inline void refused__end(void *ctx, struct aug_state *s)
{
	go_on_in(ctx, &exits);
	s->phase = PHASE_NONE;
}

#endif /* PERF_AUGMENT_REFUSED_BPF_H */
