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
 * A call that ended by itself (ends.bpf.h) has left the task as if it was still in it: this end is that of another call
 * then, whose entry a seccomp filter has kept from us, or the end of the trace. Where the CPU has forgotten it meanwhile,
 * the number tells, if it is another one; that of 32-bit callers may have changed (unfold.bpf.h).
 */
static __always_inline bool no_entry__is_other(void *ctx, const struct aug_state *s, bool perf)
{
	s32 nr;

	if (!config.hides_ends)
		return false;
	if (end__is_over(s))
		return true;
	nr = no_entry__nr(ctx, perf);
	return nr != -1 && nr != (s32)s->rec.nr && s->rec.abi == AUG_ABI_NATIVE;
}

/*
 * Is this exit that of the last call, which was not shown? Where ends are remembered the state still says so after it:
 * a task that another thread gave a filter, while it was in no call, may be at the end of one that was refused. Not
 * noticed if that has the same number; of 32-bit callers that of the last call may be another one (unfold.bpf.h).
 */
static __always_inline bool no_entry__is_dropped(void *ctx, const struct aug_state *s, bool perf)
{
	return !config.has_ends || s->rec.abi != AUG_ABI_NATIVE ||
	       no_entry__nr(ctx, perf) == (s32)s->rec.nr;
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
	if (s->skip == SKIP_ALWAYS || !task__has_seccomp(task) ||
	    (phase == PHASE_DROPPED && no_entry__is_dropped(ctx, s, perf)))
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
