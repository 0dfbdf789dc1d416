/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * fault.bpf.h - what was not in memory at a call's entry is read before the call goes on: a program that
 * may wait for a page runs right after sys_enter_perf, from Linux 7.2 on. A part of engine.bpf.c.
 *
 * It does not see all calls: while it waits, the kernel does not run it for other tasks of its CPU.
 * What these lack, and what it cannot read either, is read at their exit, as it is on older
 * kernels. So it only adds to what sys_enter_perf, which nothing interrupts, has made of the call.
 *
 * What it shares with other programs is compiled with config.may_fault, which only this program's
 * copy of the constants has set (engine_load.c).
 */
#ifndef PERF_AUGMENT_FAULT_BPF_H
#define PERF_AUGMENT_FAULT_BPF_H

/* Return: whether the call is kept, as far as the texts tell that can be read now. */
static __always_inline bool fault__filter(struct aug_state *s)
{
	if (!filter_config.has_texts || !s->filter_unknown)
		return true;
	if (filter__decide(s, SIDE_FAULT))
		return true;
	/* Unlike those of the others this run may be interrupted. */
	COUNT(filtered_expr);
	return false;
}

static __always_inline bool fault__is_needed(const struct aug_state *s)
{
	if (filter_config.has_texts && s->filter_unknown)
		return true;
	return config.want_events && (s->retry || (config.want_fds && s->fds_again));
}

SEC("raw_tp/sys_enter")
int sys_enter_fault(void *ctx)
{
	struct task_struct *task = current_task();
	struct aug_state *s = state__get(task);
	struct aug_spec *spec;

	if (!s || s->phase != PHASE_RUNNING || !fault__is_needed(s))
		return 0;
	spec = spec__get(&s->spec_idx);
	if (!spec)
		return 0;
	/* The wait for a page is not the call's: it is not announced. */
	s->phase = PHASE_DROPPED;
	if (!fault__filter(s))
		return 0;
	if (config.want_events && s->retry) {
		s->cursor.when = AUG_AT_ENTER;
		s->cursor.again = s->retry;
		s->retry = 0;
		capture__all(s, task, spec);
	}
	if (config.want_events && config.want_fds && s->fds_again) {
		s->fds_again = 0;
		fds__call(s, FDS_FAULT, AUG_AT_ENTER, AUG_P_AGAIN);
	}
	enter_clock(s, task);
	s->phase = PHASE_RUNNING;
	return 0;
}

#endif /* PERF_AUGMENT_FAULT_BPF_H */
