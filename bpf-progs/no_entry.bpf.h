/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * no_entry.bpf.h - calls of which the exit alone is seen; a part of engine.bpf.c.
 *
 * On x86 the kernel asks a seccomp filter before it passes sys_enter: a call that the filter refuses
 * has an exit alone. So has the one that a thread is in when it is added to those that are traced.
 * The registers are still those of the call but for the result, and the entry is made up for: the
 * exit goes on in the program of the entry by way of the map entries, and that one's end comes back
 * by way of exits.
 *
 * An exit without an entry is also where a child begins. It is the first thing that is seen of a
 * task: it gets its state then, and the child of a traced one is known from the start.
 */
#ifndef PERF_AUGMENT_NO_ENTRY_BPF_H
#define PERF_AUGMENT_NO_ENTRY_BPF_H

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
static __always_inline s32 no_entry__nr(void *ctx, bool perf)
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
static __always_inline bool no_entry__is_other(void *ctx, const struct aug_state *s,
					       struct task_struct *task, bool perf)
{
	return (config.counts_ends || config.hides_ends) && task__has_seccomp(task) &&
	       no_entry__nr(ctx, perf) != (s32)s->rec.nr;
}

/* May the running task have been in a call when it was added? Its state tells, if it is ours at all. */
static __always_inline bool task__may_be_attached(void)
{
	u64 sets = *(volatile u64 *)&shared.attached;

	return sets && sets & TARGET_SET(bpf_get_current_pid_tgid());
}

/* Go on in the program of the entry, which returns only if it is missing. */
static __always_inline void no_entry__begin(void *ctx, struct aug_state *s, s64 ret, bool perf,
					    enum phase phase)
{
	s32 nr = no_entry__nr(ctx, perf);

	if (nr == -1)
		return;
	s->rec.nr = nr;
	s->rec.ret = ret;
	s->phase = phase;
	go_on_in(ctx, &entries);
	s->phase = PHASE_NONE;
}

/*
 * Of an execve() that has succeeded the registers are gone; and a new task has not called what made
 * it. Such a call is not made up for.
 */
static __always_inline bool no_entry__is_lost(const struct aug_state *s,
					      const struct aug_spec *spec)
{
	return spec->flags & (AUG_S_EXEC | AUG_S_FORK) && !s->rec.ret;
}

/* An exit of a task that is in no call which is shown: @s may be NULL. */
static __always_inline void no_entry__look(void *ctx, struct aug_state *s, struct task_struct *task,
					   s64 ret, bool perf)
{
	u8 phase = PHASE_NONE;

	if (s) {
		phase = s->phase;
		s->phase = PHASE_NONE;
	}
	if (!*(volatile u32 *)&shared.sees_entries)
		return;
	if (!s) {
		if (!task__may_be_attached() && !task__has_seccomp(task))
			return;
		s = state__adopt(task, false);
		if (s && s->target >= TARGET_ATTACHED && !s->skip) {
			no_entry__begin(ctx, s, ret, perf, PHASE_BEFORE);
			s->target = TARGET_NEW;
		}
		return;
	}
	if (phase == PHASE_DROPPED || s->skip == SKIP_ALWAYS || !task__has_seccomp(task))
		return;
	no_entry__begin(ctx, s, ret, perf, PHASE_REFUSED);
}

/* The end of the entry that was made up for. It does not return, but when the program is missing. */
static __always_inline void no_entry__end(void *ctx, struct aug_state *s)
{
	go_on_in(ctx, &exits);
	s->phase = PHASE_NONE;
}

#endif /* PERF_AUGMENT_NO_ENTRY_BPF_H */
