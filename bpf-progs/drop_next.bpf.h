/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * drop_next.bpf.h - calls that nobody wants by their number, dropped without the state of their task, which is most of
 * what that costs; a part of engine.bpf.c.
 *
 * It is for a task whose last call was dropped, or counted, on this CPU (ends.bpf.h): it is ours then, and by its state
 * it is in no call that is shown. In which one it is matters for a task with seccomp alone, all calls of which go the
 * long way. If another thread gives it a filter in the middle of a call, and the CPU forgets it before that ends, the
 * call is taken for one that was refused, and counted as filtered once more.
 *
 * Texts of calls are not looked at here: to read them takes so long that the state costs nothing beside.
 */
#ifndef PERF_AUGMENT_DROP_NEXT_BPF_H
#define PERF_AUGMENT_DROP_NEXT_BPF_H

/* Return: whether the call is dropped; else it goes the long way. */
static __always_inline bool drop_next(u64 nr, u64 regs)
{
	struct end *end = end__at(regs);
	struct task_struct *task;
	struct aug_spec *spec;
	u32 spec_idx = nr;

	/* A task that is left is none of ours from then on. */
	if (!end || !end__is_idle(end) || config.detach_on_exec || nr >= AUG_NR_SYSCALLS)
		return false;
	spec = spec__get(&spec_idx);
	if (!spec || spec->flags & AUG_S_TRACED)
		return false;
	task = current_task();
	if (is_compat(task) || task__has_seccomp(task))
		return false;
	end->kind = END_DROPPED;
	end->spec_idx = spec_idx;
	COUNT_CALL(filtered_syscall);
	return true;
}

#endif /* PERF_AUGMENT_DROP_NEXT_BPF_H */
