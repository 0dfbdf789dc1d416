/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * tasks.bpf.h - the life of tasks: a child of a traced one is traced, exec changes tid and name, a
 * rename changes the name, an exit leaves nothing behind; a part of engine.bpf.c.
 */
#ifndef PERF_AUGMENT_TASKS_BPF_H
#define PERF_AUGMENT_TASKS_BPF_H

/* @child: 0 when it is not known where it is. */
static __always_inline void fork__follow(u64 tid, u64 child)
{
	struct target_task target = { .kind = TARGET_NEW };

	if (bpf_map_update_elem(&targets, &tid, &target, BPF_ANY))
		COUNT(lost_tasks);
	stranger__forget(child);
}

/*
 * It lives, until living__remove(). @visible: its number in our pid namespace; the loader looks whether it is there,
 * as an end may be missed. One that finds no room is not waited for.
 */
static __always_inline void living__add(u32 tid, u32 visible, u64 flags)
{
	if (config.want_living)
		bpf_map_update_elem(&living, &tid, &visible, flags);
}

static __always_inline void living__remove(u32 tid)
{
	if (config.want_living)
		bpf_map_delete_elem(&living, &tid);
}

/* The child of @s, as soon as it is there: with its numbers in its own pid namespace if wanted. */
static __always_inline void fork__tell(const struct aug_state *s, struct task_struct *child)
{
	const u32 pid = visible_tgid(child), tid = visible_tid(child);
	struct aug_task_record rec = { .flags = AUG_T_MADE, .code = s->rec.tid };

	task_record__emit(&rec, AUG_RECORD_START, pid, tid);
	rec.flags = 0;
	rec.code = 0;
	if (config.want_pidns)
		task_record__pidns(&rec, child, pid, tid);
}

/*
 * The child of a task without a state: one that found no room for it, and is in targets again (state__adopt()), is
 * followed all the same.
 */
static __always_inline bool fork__has_no_room(void)
{
	u64 tid = (u32)bpf_get_current_pid_tgid();

	return bpf_map_lookup_elem(&targets, &tid);
}

SEC("raw_tp/sched_process_fork")
int sched_process_fork(struct bpf_raw_tracepoint_args *ctx)
{
	struct aug_state *s = state__get(current_task());
	struct task_struct *child = (struct task_struct *)ctx->args[1];
	u32 tid = BPF_CORE_READ(child, pid);

	if (!s && fork__has_no_room())
		fork__follow(tid, ctx->args[1]);
	if (!s || s->skip)
		return 0;
	fork__follow(tid, ctx->args[1]);
	if (config.want_living)
		living__add(tid, visible_tid(child), BPF_ANY);
	/* Before the call returns that made it; else with the first call that the child makes. */
	if (config.want_task_records)
		fork__tell(s, child);
	return 0;
}

/*
 * Where programs are preempted (seen on 7.2), the kernel leaves one out for all tasks of the CPU
 * until the one goes on that is in the middle of it; and those of perf's tracepoints, which nothing
 * preempts, while a task is in the middle of reading or changing a map. A child that is not
 * followed takes along all that it makes: each of the two programs finds what the other was left
 * out of.
 */
SEC("tp/sched/sched_process_fork")
int sched_process_fork_perf(struct trace_event_raw_sched_process_fork *ctx)
{
	struct aug_state *s = state__get(current_task());

	if (!s && fork__has_no_room())
		fork__follow((u32)ctx->child_pid, 0);
	if (s && !s->skip) {
		fork__follow((u32)ctx->child_pid, 0);
		living__add((u32)ctx->child_pid, config.pidns_ino ? 0 : (u32)ctx->child_pid,
			    BPF_NOEXIST);
	}
	return 1; /* as sys_enter_perf() */
}

/* -b execve: what the command executes itself is wanted, what it and its children execute later is not. */
static __always_inline void task__detach(struct aug_state *s)
{
	u32 tid = bpf_get_current_pid_tgid();

	/* It has executed: which of its threads does so next does not matter. */
	if (tid == shared.first_exec) {
		shared.first_exec = 0;
		return;
	}
	s->detach = 1;
	living__remove(tid);
	/* Not in a call that will be shown: it goes at once. */
	if (s->phase < PHASE_RUNNING)
		s->skip = SKIP_ALWAYS;
}

/* The old memory is gone, but the kernel has its own copies of what was not readable at entry. */
static __always_inline void exec__capture(void *ctx, struct aug_state *s, struct task_struct *task,
					  struct linux_binprm *bprm)
{
	s->cursor.msg = (u64)BPF_CORE_READ(bprm, filename);
	/* Of a script there are the interpreter's arguments. */
	s->cursor.nr_items = 0;
	if (BPF_CORE_READ(bprm, interp) == BPF_CORE_READ(bprm, filename))
		s->cursor.nr_items = BPF_CORE_READ(bprm, argc);
	s->cursor.array = BPF_CORE_READ(task, mm, arg_start);
	s->cursor.when = CAPTURE_AT_EXEC;
	go_on_in(ctx, &exec_captures);
}

static __always_inline void exec_go_on(void *ctx, struct aug_state *s, struct task_struct *task,
				       struct linux_binprm *bprm)
{
	if (config.want_events && s->is_exec && s->retry)
		exec__capture(ctx, s, task, bprm);
	exec_end(s, task);
}

/* The leader, whose number @tid was, has ended before. */
static __always_inline void living__rename(u32 old_tid, u32 tid)
{
	bool in_pidns;

	if (!bpf_map_lookup_elem(&living, &old_tid))
		return;
	living__remove(old_tid);
	living__add(tid, (u32)visible_pid_tgid(bpf_get_current_pid_tgid(), &in_pidns), BPF_ANY);
}

/* execve() by a thread that is not the leader makes it the leader: its tid changes, and its name. */
SEC("raw_tp/sched_process_exec")
int sched_process_exec(struct bpf_raw_tracepoint_args *ctx)
{
	struct task_struct *task = current_task();
	struct aug_state *s = state__get(task);
	u64 pid_tgid = bpf_get_current_pid_tgid();

	if (config.has_probes)
		probe__delete((u32)ctx->args[1]);
	if (config.want_living && (u32)ctx->args[1] != (u32)pid_tgid)
		living__rename((u32)ctx->args[1], (u32)pid_tgid);
	if (!s && !config.has_task_storage)
		s = state__rekey((u32)ctx->args[1], (u32)pid_tgid);
	if (!s)
		return 0;
	if (s->skip == SKIP_UNTIL_EXEC)
		s->skip = SKIP_NONE;
	if (config.detach_on_exec)
		task__detach(s);
	if (filter_config.has_texts && s->is_exec && s->filter_unknown)
		go_on_in(ctx, &exec_filters);
	exec_go_on(ctx, s, task, (struct linux_binprm *)ctx->args[2]);
	return 0;
}

SEC("raw_tp/task_rename")
int task_rename(struct bpf_raw_tracepoint_args *ctx)
{
	struct task_struct *renamed = (struct task_struct *)ctx->args[0];
	struct aug_state *s;

	if ((u32)BPF_CORE_READ(renamed, pid) != (u32)bpf_get_current_pid_tgid()) {
		shared.renamed_ns = bpf_ktime_get_ns();
		return 0;
	}
	s = state__get(current_task());
	if (s) {
		/* A call that names its own task has the name that it was made with; the next one asks for it. */
		if (s->phase >= PHASE_RUNNING && !s->is_exec) {
			s->comm_ns = 0;
		} else {
			bpf_probe_read_kernel_str(s->rec.comm, sizeof(s->rec.comm),
						  (void *)ctx->args[1]);
			s->comm_known = 0;
		}
		/* The rows of its calls get the new name. */
		if (config.counts_ends && end__is_remembered(s))
			end__forget(s);
	}
	return 0;
}

SEC("raw_tp/sched_process_exit")
int sched_process_exit(void *ctx)
{
	u64 pid_tgid = bpf_get_current_pid_tgid(), tid = (u32)pid_tgid, visible;
	struct aug_state *s;
	bool in_pidns;

	if (config.want_task_records)
		task_record__exit();
	living__remove(tid);
	/* A task that dies before its first call must not leave its number to a later one. */
	bpf_map_delete_elem(&targets, &tid);
	visible = TARGET_IN_PIDNS | (u32)visible_pid_tgid(pid_tgid, &in_pidns);
	if (in_pidns)
		bpf_map_delete_elem(&targets, &visible);
	big__delete(current_task());
	if (config.has_ends) {
		s = state__get(current_task());
		if (s && end__is_remembered(s))
			end__forget(s);
	}
	state__delete(current_task(), tid);
	if (config.has_probes)
		probe__delete(tid);
	return 0;
}

/* include/linux/sched.h */
#define TASK_DEAD 0x80

/* The last that a task does. Loaded where something asks for its state until then: config.keeps_ended. */
SEC("raw_tp/sched_switch")
int sched_switch_last(struct bpf_raw_tracepoint_args *ctx)
{
	if (config.has_slots && run_state((struct task_struct *)ctx->args[1]) & TASK_DEAD)
		slot__release(current_task());
	return 0;
}

#endif /* PERF_AUGMENT_TASKS_BPF_H */
