/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * signals.bpf.h - signals that reach traced threads, how threads begin and end; a part of engine.bpf.c.
 * Its programs are loaded for the formats that show them.
 */
#ifndef PERF_AUGMENT_SIGNALS_BPF_H
#define PERF_AUGMENT_SIGNALS_BPF_H

#include "sender.bpf.h"

#define SIGKILL 9

/* include/linux/sched/signal.h and trace/events/signal.h: instead of a pointer to a siginfo */
#define SEND_SIG_NOINFO 0 /* from a process, by kill() inside the kernel */
#define SEND_SIG_PRIV 1	  /* from the kernel */
#define TRACE_SIGNAL_DELIVERED 0
#define TRACE_SIGNAL_IGNORED 1

/* include/linux/sched.h: the thread ends */
#define PF_EXITING 0x4

#define SIG_DFL NULL

/* SIGCHLD, SIGCONT, SIGURG and SIGWINCH end nobody. */
#define NEVER_FATAL (1U << 17 | 1U << 18 | 1U << 23 | 1U << 28)

/* Numbers of the siginfo that the kernel would make of those two (asm-generic/siginfo.h) */
#define SI_KERNEL 0x80

struct siginfo_start {
	s32 signo;
	s32 error;
	s32 code;
	s32 pad;
	u32 pid;
	u32 uid;
};

static __always_inline long task_record__emit(struct aug_task_record *rec, u8 type, u32 pid,
					      u32 tid)
{
	rec->size = sizeof(*rec);
	rec->version = AUG_ABI_VERSION;
	rec->type = type;
	rec->time_ns = bpf_ktime_get_ns();
	rec->pid = pid;
	rec->tid = tid;
	bpf_get_current_comm(rec->comm, sizeof(rec->comm));
	if (!ring__output(rec, sizeof(*rec)))
		return 0;
	COUNT(lost_notes);
	return -1;
}

/*
 * An empty one where the payload of the next call will be: sys_enter and what it calls have 512
 * bytes of stack between them before 6.12.
 */
static __always_inline struct aug_task_record *task_record__in(struct aug_state *s)
{
	struct aug_task_record *rec = (void *)s->payload;

	__builtin_memset(rec, 0, sizeof(*rec));
	return rec;
}

/*
 * What @task, with number @tid here, is called in its own pid namespace. @rec: all zero but for its
 * head.
 */
static __always_inline void task_record__pidns(struct aug_task_record *rec,
					       struct task_struct *task, u32 tgid, u32 tid)
{
	const u64 size = bpf_core_type_size(struct upid);
	struct pid *pid = BPF_CORE_READ(task, thread_pid);
	struct pid *group = BPF_CORE_READ(task, group_leader, thread_pid);
	const u64 level = BPF_CORE_READ(pid, level);
	struct aug_task_pidns *ids = (void *)rec->siginfo;
	struct upid *number;

	if (!level) /* in the initial one: all its numbers are one */
		return;
	number = (void *)&pid->numbers[0] + level * size;
	ids->ino = BPF_CORE_READ(number, ns, ns.inum);
	ids->tid = BPF_CORE_READ(number, nr);
	number = (void *)&group->numbers[0] + level * size;
	ids->pid = BPF_CORE_READ(number, nr);
	task_record__emit(rec, AUG_RECORD_PIDNS, tgid, tid);
}

/* Told once, and again when it has moved. */
static __always_inline void task_record__cgroup(struct aug_state *s)
{
	const u64 id = bpf_get_current_cgroup_id();
	struct aug_task_record *rec;

	if (id == s->cgroup_id)
		return;
	rec = task_record__in(s);
	*(u64 *)rec->siginfo = id;
	if (!task_record__emit(rec, AUG_RECORD_CGROUP, s->rec.pid, s->rec.tid))
		s->cgroup_id = id;
}

/* Again where the task's making has been told: that may have been missed. */
static __always_inline void task_record__start(struct aug_state *s)
{
	struct aug_task_record *rec = task_record__in(s);

	task_record__emit(rec, AUG_RECORD_START, s->rec.pid, s->rec.tid);
	if (config.want_pidns)
		task_record__pidns(rec, current_task(), s->rec.pid, s->rec.tid);
}

/* That of @task, the running one, whose records are wanted: it may have made no call yet, and never make one. */
static __always_inline struct aug_state *task_record__of(struct task_struct *task)
{
	struct aug_state *s = state__get(task);

	if (!s)
		s = state__adopt(task, false);
	return s && s->skip != SKIP_ALWAYS ? s : NULL;
}

static __always_inline void task_record__exit(void)
{
	struct task_struct *task = current_task();
	struct aug_state *s = task_record__of(task);
	struct aug_task_record rec = {};

	if (!s)
		return;
	rec.code = BPF_CORE_READ(task, exit_code);
	if (BPF_CORE_READ(task, signal, flags) & (SIGNAL_GROUP_EXIT | SIGNAL_GROUP_COREDUMP))
		rec.flags = AUG_T_GROUP;
	task_record__emit(&rec, AUG_RECORD_EXIT, s->rec.pid, s->rec.tid);
}

/* A signal without a siginfo has what send_signal_locked() of the kernel makes up. */
static __always_inline void read_siginfo(struct aug_task_record *rec, s32 signo, void *info,
					 struct task_struct *target)
{
	struct siginfo_start *start = (struct siginfo_start *)rec->siginfo;

	rec->code = signo;
	if ((u64)info > SEND_SIG_PRIV) {
		bpf_probe_read_kernel(rec->siginfo, sizeof(rec->siginfo), info);
		return;
	}
	start->signo = signo;
	if ((u64)info == SEND_SIG_PRIV) {
		start->code = SI_KERNEL;
		return;
	}
	start->pid = sender__pid(target);
	start->uid = sender__uid(target);
}

/* A tracer by ptrace, and so a person who reads strace, sees the end alone. */
static __always_inline bool is_not_told(struct k_sigaction *action)
{
	return BPF_CORE_READ(action, sa.sa_flags) & SA_IMMUTABLE;
}

SEC("raw_tp/signal_deliver")
int signal_deliver(struct bpf_raw_tracepoint_args *ctx)
{
	struct task_struct *task = current_task();
	struct aug_state *s = task_record__of(task);
	struct aug_task_record rec = {};

	if (!s || is_not_told((struct k_sigaction *)ctx->args[2]))
		return 0;
	if (config.stacks)
		stack__emit_alone(ctx, s, task);
	read_siginfo(&rec, ctx->args[0], (void *)ctx->args[1], task);
	task_record__emit(&rec, AUG_RECORD_SIGNAL, s->rec.pid, s->rec.tid);
	return 0;
}

/* What comes to a process that is ending is dropped: the kernel calls that ignored too. */
static __always_inline bool is_ending(struct task_struct *task)
{
	return BPF_CORE_READ(task, flags) & PF_EXITING ||
	       BPF_CORE_READ(task, signal, flags) & SIGNAL_GROUP_EXIT;
}

/* wants_signal() of the kernel; one that the signal itself has ended had wanted it. */
static __always_inline bool task__takes(struct task_struct *task, u32 signo)
{
	if (BPF_CORE_READ(task, flags) & PF_EXITING && BPF_CORE_READ(task, exit_code) != (int)signo)
		return false;
	return !(BPF_CORE_READ(task, blocked.sig[0]) >> ((signo - 1) & 63) & 1);
}

/* next_thread() of the kernel; the list of a process ends where it begins, at its signal_struct. */
static __always_inline struct task_struct *task__next(struct task_struct *task)
{
	struct signal_struct *signal = BPF_CORE_READ(task, signal);
	struct list_head *head = &signal->thread_head;
	struct list_head *node = BPF_CORE_READ(task, thread_node.next);

	if (node == head)
		node = BPF_CORE_READ(head, next);
	return (void *)node - bpf_core_field_offset(struct task_struct, thread_node);
}

/* Threads of a process that are looked at: the kernel looks at all. */
#define TAKERS_MAX 4

/*
 * The thread that gets a signal which is for all of @target's process: complete_signal() of the kernel, which has
 * left the one that it found in curr_target. Return: NULL when there is none.
 */
static __noinline struct task_struct *signal__taker(struct task_struct *target, u32 signo)
{
	struct task_struct *task = target;
	u32 i;

	if (task__takes(task, signo))
		return task;
	task = BPF_CORE_READ(target, signal, curr_target);
#pragma unroll
	for (i = 0; i < TAKERS_MAX; i++) {
		if (task__takes(task, signo))
			return task;
		task = task__next(task);
	}
	return NULL;
}

/*
 * The thread that a signal is for which ends its process: a tracer by ptrace would get it to see first, and the
 * call's end before that. Nobody traces it so, and the kernel has made a SIGKILL for each thread of it; which signal
 * it was is in the code of the end, and still waits where it was sent to.
 */
static __always_inline bool is_told_to_end(struct task_struct *task)
{
	const int signo = BPF_CORE_READ(task, signal, group_exit_code);
	unsigned long bit;

	if (signo <= 0 || signo > 64 || signo == SIGKILL || BPF_CORE_READ(task, flags) & PF_EXITING)
		return false;
	bit = 1UL << (signo - 1);
	if (BPF_CORE_READ(task, pending.signal.sig[0]) & bit)
		return true;
	return BPF_CORE_READ(task, signal, shared_pending.signal.sig[0]) & bit &&
	       signal__taker(BPF_CORE_READ(task, group_leader), signo) == task;
}

/* The call's end is not seen by the program, which ends first; nor by a tracer by ptrace. */
static __always_inline bool is_killed(struct task_struct *task)
{
	return (is_ending(task) ||
		BPF_CORE_READ(task, pending.signal.sig[0]) >> (SIGKILL - 1) & 1) &&
	       !is_told_to_end(task);
}

/*
 * Here, in the sender, two kinds of signals are seen as ptrace would see them, and so a person who
 * reads strace: those that the receiver ignores, and those that end it, which it gets as SIGKILL. The
 * user side knows whether the receiver is traced.
 */
SEC("raw_tp/signal_generate")
int signal_generate(struct bpf_raw_tracepoint_args *ctx)
{
	struct task_struct *target = (struct task_struct *)ctx->args[2];
	struct k_sigaction *action = &BPF_CORE_READ(target, sighand)->action[0];
	const u32 signo = ctx->args[0], result = ctx->args[4];
	struct task_struct *taker = target;
	struct aug_task_record rec = {};

	if (result == TRACE_SIGNAL_IGNORED)
		rec.flags = AUG_T_IGNORED;
	else if (result == TRACE_SIGNAL_DELIVERED && !(signo < 32 && 1U << signo & NEVER_FATAL))
		rec.flags = AUG_T_SENT;
	else
		return 0;
	if (ctx->args[3])
		taker = signal__taker(target, signo);
	if (!taker || (rec.flags & AUG_T_IGNORED && is_ending(taker)))
		return 0;
	if (rec.flags & AUG_T_SENT) {
		/* An index would not do: see visible_pid(). */
		action = (void *)action + (signo - 1) * bpf_core_type_size(struct k_sigaction);
		if (is_not_told(action) || BPF_CORE_READ(action, sa.sa_handler) != SIG_DFL)
			return 0;
		/* One that is blocked is delivered when it is not any more. */
		if (!task__takes(taker, signo))
			return 0;
	}
	read_siginfo(&rec, signo, (void *)ctx->args[1], target);
	task_record__emit(&rec, AUG_RECORD_SIGNAL, visible_tgid(target), visible_tid(taker));
	return 0;
}

#endif /* PERF_AUGMENT_SIGNALS_BPF_H */
