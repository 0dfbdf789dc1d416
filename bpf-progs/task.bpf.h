/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * task.bpf.h - the running task: its kind, name and number; whether it is to be traced from now on; a part
 * of engine.bpf.c.
 */
#ifndef PERF_AUGMENT_TASK_BPF_H
#define PERF_AUGMENT_TASK_BPF_H

static __always_inline struct task_struct *current_task(void)
{
	/* The typed pointer can be read without a helper, but came with task storage. */
	if (config.has_task_storage)
		return bpf_get_current_task_btf();
	return (struct task_struct *)bpf_get_current_task();
}

static __always_inline bool is_compat(struct task_struct *task)
{
	u32 status = 0;

	if (config.has_task_storage)
		status = task->thread_info.status;
	else
		bpf_core_read(&status, sizeof(status), &task->thread_info.status);
	return status & TS_COMPAT;
}

/* Is seccomp asked at its calls? As the kernel looks whether it is. */
static __always_inline bool task__has_seccomp(struct task_struct *task)
{
	u64 work = 0;
	int mode = 0;

	if (bpf_core_field_exists(task->thread_info.syscall_work)) {
		if (config.has_task_storage)
			work = task->thread_info.syscall_work;
		else
			bpf_core_read(&work, sizeof(work), &task->thread_info.syscall_work);
		return work >> bpf_core_enum_value(enum syscall_work_bit,
						   SYSCALL_WORK_BIT_SECCOMP) &
		       1;
	}
	if (bpf_core_field_exists(task->seccomp.mode))
		bpf_core_read(&mode, sizeof(mode), &task->seccomp.mode);
	return mode;
}

static __always_inline u64 start_time(struct task_struct *task)
{
	u64 ns = 0;

	if (config.has_task_storage)
		return task->start_time;
	bpf_core_read(&ns, sizeof(ns), &task->start_time);
	return ns;
}

static __always_inline void state__refresh_comm(struct aug_state *s)
{
	s->comm_ns = bpf_ktime_get_ns();
	s->comm_known = 0;
	bpf_get_current_comm(s->rec.comm, sizeof(s->rec.comm));
}

/*
 * A task renamed by another one (pthread_setname_np()) is noticed by the time of the last such rename.
 * The tracepoint fires before the name changes, so names read within a millisecond of it are read again.
 */
#define RENAME_SETTLE_NS 1000000

static __always_inline bool name_is_stale(u64 read_ns)
{
	return read_ns < *(volatile u64 *)&shared.renamed_ns + RENAME_SETTLE_NS;
}

static __always_inline bool comm_is_stale(const struct aug_state *s)
{
	return name_is_stale(s->comm_ns);
}

/*
 * The numbers that the user knows a task by. In a pid namespace the loader has no others; tasks
 * outside of it keep those of the initial one.
 */
static __always_inline u64 visible_pid_tgid(u64 pid_tgid, bool *in_pidns)
{
	struct bpf_pidns_info ids = {};

	*in_pidns = false;
	if (!config.pidns_ino ||
	    bpf_get_ns_current_pid_tgid(config.pidns_dev, config.pidns_ino, &ids, sizeof(ids)))
		return pid_tgid;
	*in_pidns = true;
	return (u64)ids.tgid << 32 | ids.pid;
}

/* By the number of its process, or by its own; @visible: see visible_pid_tgid(). */
static __always_inline bool task__is_filtered(u64 visible)
{
	u32 pid = visible >> 32, tid = visible;

	return config.filters_pids && (bpf_map_lookup_elem(&pids_filtered, &pid) ||
				       (tid != pid && bpf_map_lookup_elem(&pids_filtered, &tid)));
}

/* The number that the user knows @pid by: that of the loader's pid namespace; 0 when it has none there. */
static __always_inline u32 visible_pid(struct pid *pid)
{
	/* An index would not do: only the offsets of members become those of the kernel. */
	const u32 size = bpf_core_type_size(struct upid);
	u32 level = BPF_CORE_READ(pid, level), i;
	struct upid *number = &pid->numbers[0];

	if (!config.pidns_ino)
		return BPF_CORE_READ(number, nr);
	for (i = 0; i <= 32 && i <= level; i++) { /* MAX_PID_NS_LEVEL */
		if (BPF_CORE_READ(number, ns, ns.inum) == (u32)config.pidns_ino)
			return BPF_CORE_READ(number, nr);
		number = (void *)number + size;
	}
	return 0;
}

/* The process of a task other than the running one; see visible_pid_tgid(). */
static __always_inline u32 visible_tgid(struct task_struct *task)
{
	u32 nr = config.pidns_ino ? visible_pid(BPF_CORE_READ(task, group_leader, thread_pid)) : 0;

	return nr ? nr : BPF_CORE_READ(task, tgid);
}

static __always_inline u32 visible_tid(struct task_struct *task)
{
	u32 nr = config.pidns_ino ? visible_pid(BPF_CORE_READ(task, thread_pid)) : 0;

	return nr ? nr : (u32)BPF_CORE_READ(task, pid);
}

/* include/linux/sched.h: made by fork(), and has not executed a program yet */
#define PF_FORKNOEXEC 0x40
/* Of x86-64, as which the tracer is built: what its child calls to become the command. */
#define NR_EXECVE 59

/* Has only the tracer's code run in it so far? Told by the kernel: our program at execs may be left out. */
static __always_inline bool task__awaits_exec(struct task_struct *task, u32 visible_tid)
{
	return visible_tid == shared.first_exec && BPF_CORE_READ(task, flags) & PF_FORKNOEXEC;
}

/*
 * A call that begins in a task with aug_state.skip. When the command cannot be executed, our child ends by
 * a call of its own, which is none of the command's.
 */
static __always_inline bool task__skips(struct aug_state *s, struct task_struct *task, u64 nr)
{
	if (s->skip == SKIP_ALWAYS)
		return true;
	if (task__awaits_exec(task, s->rec.tid))
		return nr != NR_EXECVE;
	s->skip = SKIP_NONE;
	return false;
}

/* Return: false when it is none. */
static __always_inline bool targets__take(u64 key, struct target_task *ret_target)
{
	struct target_task *value = bpf_map_lookup_elem(&targets, &key);

	if (!value)
		return false;
	/* Before the element may be another's. */
	*ret_target = *value;
	bpf_map_delete_elem(&targets, &key);
	return true;
}

#endif /* PERF_AUGMENT_TASK_BPF_H */
