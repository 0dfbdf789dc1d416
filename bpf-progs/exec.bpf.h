/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* exec.bpf.h - what a task that has executed a program is from then on; a part of engine.bpf.c. */
#ifndef PERF_AUGMENT_EXEC_BPF_H
#define PERF_AUGMENT_EXEC_BPF_H

/*
 * A thread that was not the main one is that now, @pid. Its call is told before, as by the thread's old number it
 * will have no end.
 */
static __always_inline void exec__supersede(struct aug_state *s, struct task_struct *task, u32 pid)
{
	struct aug_task_record rec = { .superseded_by = s->rec.tid };

	if (s->skip == SKIP_ALWAYS)
		return;
	call__announce(s, task);
	task_record__emit(&rec, AUG_RECORD_EXIT, pid, pid);
}

/* Who tells tasks by name hears of the new one, also where no call of the task is traced. */
static __always_inline void exec__rename(struct aug_state *s)
{
	struct aug_task_record rec = {};

	if (s->skip != SKIP_ALWAYS)
		task_record__emit(&rec, AUG_RECORD_START, s->rec.pid, s->rec.tid);
}

/* The end of all that is done at an exec: the task's numbers and name are new. */
static __noinline int exec_end(struct aug_state *s, struct task_struct *task)
{
	bool in_pidns;
	const u64 pid_tgid = visible_pid_tgid(bpf_get_current_pid_tgid(), &in_pidns);

	if (s->rec.tid != (u32)pid_tgid) {
		if (config.want_task_records)
			exec__supersede(s, task, (u32)pid_tgid);
		if (config.summary_rows)
			summary__leave_rows(s);
	}
	s->rec.pid = pid_tgid >> 32;
	s->rec.tid = pid_tgid;
	state__refresh_comm(s);
	if (config.want_pidns)
		exec__rename(s);
	return 0;
}

#endif /* PERF_AUGMENT_EXEC_BPF_H */
