/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * summary_next.bpf.h - calls that are counted alone, without the state of their task, which is most of what counting
 * costs beside the clock; a part of engine.bpf.c.
 *
 * A call that its thread has a row for (summary.bpf.h) keeps in that row that it has begun. The state has no part in
 * it: of the calls that follow on this CPU the rows are remembered with the task (ends.bpf.h), and an end on another
 * one finds the row in the state.
 */
#ifndef PERF_AUGMENT_SUMMARY_NEXT_BPF_H
#define PERF_AUGMENT_SUMMARY_NEXT_BPF_H

/* arch/x86/kernel/uprobes.c: their number is gone when they end, as that of what ends a signal's handler. */
#define NR_URETPROBE 335
#define NR_UPROBE 336

/* Is a call at its end what it was at its entry? execve() has another name, too, and maybe another thread's number. */
static __always_inline bool summary__lasts(const struct aug_state *s, const struct aug_spec *spec)
{
	return !(spec->flags & (AUG_S_EXEC | AUG_S_NORETURN | AUG_S_SIGFRAME)) &&
	       s->spec_idx < AUG_NR_SYSCALLS && s->spec_idx != NR_URETPROBE &&
	       s->spec_idx != NR_UPROBE;
}

/* At the entry, by way of the state. Return: NULL when the call ends as others do. */
static __always_inline struct end *summary__note(struct aug_state *s, const struct aug_spec *spec,
						 u64 regs)
{
	struct aug_summary *sum;
	struct end *end;
	u32 slot;

	if (!summary__lasts(s, spec))
		return NULL;
	sum = summary__at_hand(s);
	if (!sum)
		return NULL;
	end = end__remember(s, regs, END_COUNTED);
	if (!end)
		return NULL;
	__builtin_memcpy(sum->comm, s->rec.comm, sizeof(sum->comm));
	end->row = s->summary_slots[SUMMARY_SLOT(s)];
	/* It has another name by now, which all rows are to get. */
	if (end->comm_ns != s->comm_ns)
		__builtin_memset(end->rows, 0, sizeof(end->rows));
	end->comm_ns = s->comm_ns;
	slot = s->spec_idx & (END_ROWS - 1);
	end->rows[slot].spec_idx = s->spec_idx;
	end->rows[slot].row = end->row;
	return end;
}

/* Of what was noted: the call itself begins. */
static __always_inline void summary__begin_noted(struct aug_state *s, const struct end *end)
{
	struct aug_summary_row *row = bpf_map_lookup_elem(&summary_rows, &end->row);

	if (!row)
		return;
	row->enter_ns = s->rec.enter_ns;
	s->phase = PHASE_NONE;
}

/* At the entry, of a task whose last call was counted, or dropped, on this CPU. Return: false: it needs its state. */
static __always_inline bool summary__enter_next(u64 nr, u64 regs)
{
	struct end *end = end__at(regs);
	struct aug_summary_row *row;
	struct task_struct *task;
	u32 slot = nr & (END_ROWS - 1);

	if (!end || !end__is_idle(end) || end->rows[slot].spec_idx != nr || nr >= AUG_NR_SYSCALLS)
		return false;
	end->row = end->rows[slot].row;
	row = end->row ? bpf_map_lookup_elem(&summary_rows, &end->row) : NULL;
	if (!row || name_is_stale(end->comm_ns) || out_of_window())
		return false;
	task = current_task();
	if (is_compat(task) || task__has_seccomp(task))
		return false;
	COUNT_CALL(calls);
	end->kind = END_COUNTED;
	row->enter_ns = bpf_ktime_get_ns();
	return true;
}

/* Return: whether its thread was in this call. */
static __always_inline bool summary__end_row(struct aug_summary_row *row, s64 ret)
{
	const bool failed = is_error(ret);
	u64 now_ns, enter_ns = row->enter_ns;

	if (!enter_ns)
		return false;
	now_ns = bpf_ktime_get_ns();
	row->enter_ns = 0;
	summary__count(&row->sum, now_ns - enter_ns, now_ns, failed);
	if (config.want_errnos && failed)
		summary__add_errno(&row->key, -ret);
	COUNT_CALL(summarised);
	return true;
}

/* At the exit. Return: whether it is that of a counted call. */
static __always_inline bool summary__end(struct end *end, s64 ret)
{
	struct aug_summary_row *row = bpf_map_lookup_elem(&summary_rows, &end->row);

	if (!row || !summary__end_row(row, ret))
		return false;
	end->kind = END_OVER;
	return true;
}

/* The same where this CPU does not know it, by way of the state; @nr: from the registers. */
static __always_inline bool summary__end_elsewhere(struct aug_state *s, u32 nr, s64 ret)
{
	u32 idx = s->summary_slots[nr & (AUG_SUMMARY_SLOTS - 1)];
	struct aug_summary_row *row = idx ? bpf_map_lookup_elem(&summary_rows, &idx) : NULL;

	if (!row || row->key.nr != nr || !summary__end_row(row, ret))
		return false;
	__builtin_memcpy(row->sum.comm, s->rec.comm, sizeof(row->sum.comm));
	if (end__is_remembered(s))
		end__forget(s);
	return true;
}

#endif /* PERF_AUGMENT_SUMMARY_NEXT_BPF_H */
