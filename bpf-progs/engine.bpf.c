// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * engine.bpf.c - copies each system call of the traced tasks, with what its pointers point to, into
 * one record per call. Filter, capture, emit: nothing is formatted here.
 *
 * Minimum kernel: 5.10. Task storage (5.11) and bpf_task_pt_regs() (5.15) are used where they are.
 *
 * A call's record is built in place, in memory that belongs to the task, from its entry to its exit,
 * so no per-CPU scratch is needed: programs of syscall tracepoints may be preempted, and a task may
 * change its CPU within a call.
 */
#include "kernel.bpf.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_core_read.h>
#include "engine_config.h"

/* Constant to the verifier: it removes what the configuration does not want. */
const volatile struct engine_config config = {};
const volatile struct aug_follow follows[AUG_FOLLOWS_MAX] = {};
struct engine_shared shared = {};

#include "engine_maps.bpf.h"
#include "user_memory.bpf.h"
#include "capture.bpf.h"

char LICENSE[] SEC("license") = ENGINE_LICENSE;

#define EFAULT 14

/* thread_info.status of x86: the call came through the 32-bit entry (arch/x86/include/asm/thread_info.h) */
#define TS_COMPAT 2

#include "result.bpf.h"
#include "augment.bpf.h"
#include "filter.bpf.h"
#include "task.bpf.h"
#include "ends.bpf.h"

static struct aug_state *state__adopt(struct task_struct *task, bool in_call);
static void stack__emit_alone(void *ctx, struct aug_state *s, struct task_struct *task);

#include "ring.bpf.h"
#include "signals.bpf.h"
#include "summary.bpf.h"
#include "sched.bpf.h"

/* First call of a task, or @in_call is false: is it ours? Then it gets its state. */
static __noinline struct aug_state *state__adopt(struct task_struct *task, bool in_call)
{
	u64 pid_tgid = bpf_get_current_pid_tgid(), visible;
	u32 tid = pid_tgid;
	struct aug_state *s;
	struct target_task target = {};
	const u64 nr_added = targets__nr_added();
	bool in_pidns;

	visible = visible_pid_tgid(pid_tgid, &in_pidns);
	if (!config.all_tasks) {
		if (!targets__take(tid, &target) &&
		    !(in_pidns && targets__take(TARGET_IN_PIDNS | (u32)visible, &target))) {
			stranger__remember(nr_added);
			return NULL;
		}
	}
	s = state__create(task, tid);
	if (!s) {
		/* Try again at the next call; this one is lost. */
		if (!config.all_tasks) {
			u64 key = tid;

			target.kind = TARGET_NEW;
			bpf_map_update_elem(&targets, &key, &target, BPF_ANY);
		}
		if (in_call) {
			COUNT_CALL(calls);
			COUNT_CALL(lost_state);
		}
		return NULL;
	}
	s->rec.version = AUG_ABI_VERSION;
	s->rec.pid = visible >> 32;
	s->rec.tid = visible;
	s->start_ns = start_time(task);
	s->target = target.kind;
	s->attached_ns = target.since_ns;
	s->attached_nr = target.nr;
	s->skip = task__is_filtered(visible) ? SKIP_ALWAYS : SKIP_NONE;
	state__refresh_comm(s);
	if (!s->skip)
		COUNT(adopted);
	if (config.want_task_records && !s->skip)
		task_record__start(s);
	if (config.want_runs && !s->skip)
		run__create(task, visible);
	if (!s->skip && task__awaits_exec(task, s->rec.tid))
		s->skip = SKIP_UNTIL_EXEC;
	return s;
}

#include "emit.bpf.h"
#include "event.bpf.h"
#include "stack.bpf.h"

/* ---- entry ---- */

#include "unfold.bpf.h"
#include "args.bpf.h"

static __always_inline u32 spec_index(u32 abi, u64 nr)
{
	return nr < AUG_NR_SYSCALLS ? abi * AUG_NR_SYSCALLS + nr : AUG_NR_ABIS * AUG_NR_SYSCALLS;
}

/* A call that does not return. */
static __always_inline void end_at_entry(void *ctx, struct aug_state *s, struct task_struct *task)
{
	s->phase = PHASE_NONE;
	s->rec.type = AUG_RECORD_ENTER;
	s->rec.flags = AUG_F_NORETURN;
	if (filter_config.enabled && s->filter_open)
		s->rec.flags |= AUG_F_UNDECIDED;
	s->rec.time_ns = s->rec.enter_ns;
	if (config.hidden & AUG_HIDE_UNFINISHED || config.min_duration_ns) {
		COUNT_CALL(filtered_return);
		return;
	}
	if (config.want_summary && summary__add_rare(s))
		COUNT_CALL(lost_summary);
	if (!config.want_events) {
		COUNT_CALL(summarised);
		return;
	}
	if (config.stacks && !(config.stacks & AUG_STACK_AT_ENTRY))
		stack__capture(ctx, s, task);
	state__emit_call(s, EMIT_NOW);
}

/* Before the time that -D says, or on a CPU that -C does not name. Without these it is no code at all. */
static __always_inline bool out_of_window(void)
{
	u64 cpu, word;

	if (config.has_delay && bpf_ktime_get_ns() < *(volatile u64 *)&shared.begin_ns)
		return true;
	if (!config.has_cpus)
		return false;
	cpu = bpf_get_smp_processor_id();
	word = cpu >> 6;
	KEEP(word); /* the number that is checked is the one that is used */
	if (word >= AUG_MAX_CPUS / 64)
		return true;
	return !(config.cpus[word] >> (cpu & 63) & 1);
}

/*
 * How long the running @task has had a CPU, plus a constant: what the scheduler has summed up, and the time
 * since it last did so, which grows with the clock. That constant is another one on each CPU, by the time
 * spent in interrupts there.
 */
static __always_inline u64 run_ns(struct task_struct *task)
{
	u64 sum = BPF_CORE_READ(task, se.sum_exec_runtime);

	return sum - BPF_CORE_READ(task, se.exec_start) + bpf_ktime_get_ns();
}

/* The call itself begins. */
static __always_inline void enter_clock(struct aug_state *s, struct task_struct *task)
{
	if (config.summary_run_time) {
		s->enter_run_ns = run_ns(task);
		s->enter_sum_ns = BPF_CORE_READ(task, se.sum_exec_runtime);
		s->enter_cpu = bpf_get_smp_processor_id();
	}
	s->rec.enter_ns = s->phase == PHASE_BEFORE ? s->attached_ns : bpf_ktime_get_ns();
}

#include "summary_next.bpf.h"
#include "no_entry.bpf.h"
#include "drop_next.bpf.h"

/* What follows captures and descriptors of an entry. */
static __always_inline void enter_end(void *ctx, struct aug_state *s, struct task_struct *task,
				      const struct aug_spec *spec)
{
	const bool is_over = state__has_no_entry(s);

	if (config.stacks & AUG_STACK_AT_ENTRY && config.want_events)
		stack__capture(ctx, s, task);
	if (!is_over)
		s->phase = PHASE_RUNNING;
	enter_clock(s, task);
	if (config.has_augmenters) {
		s->is_augmented = !!(spec->flags & AUG_S_AUGMENT_EXIT);
		if (spec->flags & AUG_S_AUGMENT_ENTER)
			augment__enter(ctx, s, spec);
	}
	if (is_over)
		no_entry__end(ctx, s);
	else if (spec->flags & AUG_S_NORETURN)
		end_at_entry(ctx, s, task);
}

/*
 * What follows those of an exit. @on_the_spot: the record goes the short way, if it can. Its code
 * is long, and after another program has been called for the call it matters little.
 */
static __always_inline void exit_end(void *ctx, struct aug_state *s, struct task_struct *task,
				     bool on_the_spot)
{
	if (config.stacks && !(config.stacks & AUG_STACK_AT_ENTRY))
		stack__capture(ctx, s, task);
	if (config.detach_on_exec && s->detach) {
		s->rec.flags |= AUG_F_DETACHED;
		s->skip = SKIP_ALWAYS;
	}
	if (config.has_augmenters && s->is_augmented)
		augment__exit(ctx, s);
	if (!on_the_spot || !config.short_ring_size || !short_ring__put(s))
		state__emit_call(s, on_the_spot ? EMIT_WAIT_ANY : EMIT_WAIT_LONG);
}

#include "fds.bpf.h"

/* What follows the filter of an entry. @on_the_spot: what is short is copied here. */
static __always_inline void enter_go_on(void *ctx, struct aug_state *s, struct task_struct *task,
					const struct aug_spec *spec, bool on_the_spot)
{
	if (config.want_cgroups)
		task_record__cgroup(s);
	if (config.want_events && spec->nr_enter &&
	    !(on_the_spot && s->phase != PHASE_BEFORE && capture__fast_at_entry(s, spec))) {
		/* The first of two may have been copied. */
		s->payload_len = 0;
		s->rec.nr_payloads = 0;
		s->cursor.when = AUG_AT_ENTER;
		go_on_in(ctx, &captures);
	}
	fds__at_enter(ctx, s);
	enter_end(ctx, s, task, spec);
}

/* The end of the call that begins may need nothing of its task: see ends.bpf.h. Return: NULL if it does. */
static __always_inline struct end *call__ends_alone(struct aug_state *s, struct task_struct *task,
						    const struct aug_spec *spec, u64 regs)
{
	if (!config.counts_ends && !config.hides_ends)
		return NULL;
	/* What 32-bit programs get is not told by the result alone. */
	if (state__has_no_entry(s) || task__has_seccomp(task) || s->rec.abi != AUG_ABI_NATIVE)
		return NULL;
	if (config.counts_ends)
		return summary__note(s, spec, regs);
	return end__remember(s, regs, END_HIDDEN);
}

/*
 * Both ends of a call are there twice, and the loader takes one pair: sys_enter_perf is for kernels
 * after 6.18 (seen with 7.2), where a program of a raw syscall tracepoint may be preempted, and until it
 * goes on it does not run for the other tasks of its CPU: their calls would be missed. perf keeps its
 * programs from being preempted.
 */
static __always_inline int enter_call(void *ctx, u64 nr, void *regs, u64 regs_at, bool perf)
{
	struct task_struct *task;
	struct aug_spec *spec;
	struct aug_state *s;
	struct end *end;
	bool compat;

	if (state__find(regs_at, perf, &s))
		return 0;
	if (!s) {
		s = state__adopt(current_task(), true);
		if (s)
			state__look_for_told(s, nr);
	}
	task = s ? state__task(s) : NULL;
	if (!task)
		return 0;
	if (s->skip && task__skips(s, task, state__has_no_entry(s) ? s->rec.nr : nr)) {
		s->phase = PHASE_NONE;
		return 0;
	}
	if (!state__has_no_entry(s)) {
		s->phase = PHASE_DROPPED;
		s->rec.nr = nr;
	}
	compat = is_compat(task);
	s->rec.abi = compat ? AUG_ABI_COMPAT : AUG_ABI_NATIVE;
	s->spec_idx = spec_index(s->rec.abi, s->rec.nr);
	spec = spec__get(&s->spec_idx);
	if (spec && !(spec->flags & AUG_S_TRACED))
		spec = spec->flags & AUG_S_UNFOLD && config.has_unfold ? unfold(s, regs) : NULL;
	if (s->phase == PHASE_BEFORE && spec && no_entry__is_lost(s, spec))
		goto dropped;
	if (!spec || out_of_window()) {
		COUNT_CALL(filtered_syscall);
		goto dropped;
	}
	if (comm_is_stale(s))
		state__refresh_comm(s);
	/* What asks for the task alone is decided before anything else is read. */
	if (filter_config.enabled && !filter__wants_args() && !filter__enter(s, task)) {
		COUNT_CALL(filtered_enter);
		goto dropped;
	}
	s->rec.flags = 0;
	if (config.want_events || (filter_config.enabled && filter__wants_args()))
		read_args(s, task, regs, compat);
	if (config.want_events && spec->flags & AUG_S_SIGFRAME)
		s->rec.args[0] = sigframe_mask(s, regs);
	if (filter_config.enabled && filter__wants_args() && !filter__enter(s, task)) {
		COUNT_CALL(filtered_enter);
		goto dropped;
	}
	s->rec.type = AUG_RECORD_CALL;
	s->rec.nr_payloads = 0;
	s->rec.nr_more = 0;
	s->rec.ret = 0;
	s->payload_len = 0;
	s->is_big = 0;
	s->retry = 0;
	s->nr_exit = spec->nr_exit;
	s->is_exec = !!(spec->flags & AUG_S_EXEC);
	if (config.want_fds) {
		s->has_fds = !!(spec->flags & AUG_S_FDS);
		s->fds_again = 0;
	}
	COUNT_CALL(calls);
	/* That of lines and filters, whatever the call makes of it. */
	if (config.summary_cgroups)
		s->summary_cgroup = bpf_get_current_cgroup_id();
	end = call__ends_alone(s, task, spec, regs_at);
	if (!end && end__is_remembered(s))
		end__forget(s);
	if (filter_config.has_texts && s->filter_open & FILTER_OPEN_TEXTS) {
		s->cursor.when = AUG_AT_ENTER;
		bpf_tail_call(ctx, &filters, 0);
	}
	enter_go_on(ctx, s, task, spec, true);
	if (config.counts_ends && end)
		summary__begin_noted(s, end);
	return 0;

dropped:
	call__drop(s, regs_at);
	return 0;
}

SEC("raw_tp/sys_enter")
int sys_enter(struct bpf_raw_tracepoint_args *ctx)
{
	if (config.counts_ends && summary__enter_next(ctx->args[1], ctx->args[0]))
		return 0;
	if (drop_next(ctx->args[1], ctx->args[0]))
		return 0;
	return enter_call(ctx, ctx->args[1], (void *)ctx->args[0], ctx->args[0], false);
}

SEC("tp/raw_syscalls/sys_enter")
int sys_enter_perf(struct perf_syscall_args *ctx)
{
	enter_call(ctx, ctx->nr, (void *)bpf_task_pt_regs(bpf_get_current_task_btf()), 0, true);
	return 1; /* with 0 nobody else who records the tracepoint would get it */
}

/* Back from an augmenter, which has attached something or was told to come back. */
SEC("raw_tp/sys_enter")
int augment_enter_back(void *ctx)
{
	struct task_struct *task = current_task();
	struct aug_call *call = augment__call(AUG_ON_ENTER);
	struct aug_state *s = state__get(task);

	if (!s || !call)
		return 1;
	if (call->drop) {
		s->phase = state__has_no_entry(s) ? PHASE_NONE : PHASE_DROPPED;
		COUNT_CALL(filtered_return);
		return 1;
	}
	if (call->nr_items || call->nr_lost)
		augment__keep(s, task, call, 0);
	/* What the augmenter did is not the call's time. */
	if (s->phase != PHASE_BEFORE)
		s->rec.enter_ns = bpf_ktime_get_ns();
	if (state__has_no_entry(s))
		no_entry__end(ctx, s);
	else if (call->flags & AUG_CALL_RETURN)
		end_at_entry(ctx, s, task);
	return 1;
}

/* ---- exit ---- */

static __always_inline u64 summary_ns(const struct aug_state *s, struct task_struct *task,
				      u64 duration_ns)
{
	s64 ns;

	if (!config.summary_run_time)
		return duration_ns;
	/*
	 * On another CPU only the sums compare: they lack the time since the scheduler last looked,
	 * a tick.
	 */
	if (s->enter_cpu == bpf_get_smp_processor_id())
		ns = run_ns(task) - s->enter_run_ns;
	else
		ns = BPF_CORE_READ(task, se.sum_exec_runtime) - s->enter_sum_ns;
	if (ns < 0)
		return 0;
	return (u64)ns < duration_ns ? (u64)ns : duration_ns;
}

/* What follows the filter of an exit. */
static __always_inline void exit_go_on(void *ctx, struct aug_state *s, struct task_struct *task,
				       bool on_the_spot)
{
	const struct aug_spec *spec;

	if (filter_config.enabled && s->filter_open & FILTER_OPEN_USER)
		s->rec.flags |= AUG_F_UNDECIDED;
	if (config.want_summary &&
	    summary__add(s, summary_ns(s, task, s->rec.time_ns - s->rec.enter_ns)))
		COUNT_CALL(lost_summary);
	if (!config.want_events) {
		COUNT_CALL(summarised);
		return;
	}
	spec = s->nr_exit || s->retry ? spec__get(&s->spec_idx) : NULL;
	if (spec && !(on_the_spot && capture__fast_at_exit(s, spec))) {
		s->cursor.when = AUG_AT_EXIT;
		go_on_in(ctx, &captures);
	}
	fds__at_exit(ctx, s);
	exit_end(ctx, s, task, on_the_spot);
}

/*
 * Return: whether the call is filtered by what it returned: before the clock is read, which takes
 * longer.
 */
static __always_inline bool filtered_by_result(struct aug_state *s, struct task_struct *task)
{
	/* What the program does not see the end of has none. */
	const bool killed = config.hidden && config.want_task_records && is_killed(task);

	if (killed ? config.hidden & AUG_HIDE_UNFINISHED : result_is_hidden(s->rec.ret)) {
		COUNT_CALL(filtered_return);
		return true;
	}
	if (filter__needs_clock() || !(s->filter_open & FILTER_OPEN_EXIT) || filter__exit(s))
		return false;
	COUNT_CALL(filtered_expr);
	return true;
}

static __always_inline int exit_call(void *ctx, u64 regs_at, s64 ret, bool perf)
{
	bool waited, before, refused, told;
	struct task_struct *task;
	struct aug_state *s;

	if (state__find(regs_at, perf, &s))
		return 0;
	if (!s || s->phase < PHASE_RUNNING || no_entry__is_other(ctx, s, perf)) {
		if (config.counts_ends && s &&
		    summary__end_elsewhere(s, no_entry__nr(ctx, perf), ret))
			return 0;
		no_entry__look(ctx, s, current_task(), ret, perf);
		return 0;
	}
	task = state__task(s);
	if (!task)
		return 0;
	s->rec.ret = s->rec.abi == AUG_ABI_NATIVE ? ret : compat_result(ret);
	told = state__is_told(s);
	s->target = TARGET_NEW;
	before = s->phase == PHASE_BEFORE || told;
	waited = s->phase == PHASE_ANNOUNCED || told;
	if (told)
		s->rec.enter_ns = s->attached_ns;
	refused = s->phase == PHASE_REFUSED;
	s->phase = PHASE_NONE;
	if (config.hides_ends && end__is_remembered(s))
		end__forget(s);
	if (filtered_by_result(s, task))
		return 0;
	s->rec.time_ns = refused ? s->rec.enter_ns : bpf_ktime_get_ns();
	s->rec.type = AUG_RECORD_CALL;
	s->rec.flags = (s->rec.flags & (AUG_F_SOCKET | AUG_F_UNFOLDED)) |
		       (waited ? AUG_F_WAITED : 0) | (before ? AUG_F_BEFORE : 0);
	if (config.want_task_records && is_killed(task))
		s->rec.flags |= AUG_F_KILLED;
	if (s->rec.time_ns - s->rec.enter_ns < config.min_duration_ns) {
		COUNT_CALL(filtered_return);
		return 0;
	}
	if (filter_config.has_texts && s->filter_open & FILTER_OPEN_TEXTS) {
		s->cursor.when = AUG_AT_EXIT;
		bpf_tail_call(ctx, &filters, 0);
	}
	if (filter_config.enabled && filter__needs_clock() && s->filter_open & FILTER_OPEN_EXIT &&
	    !filter__exit(s)) {
		COUNT_CALL(filtered_expr);
		return 0;
	}
	exit_go_on(ctx, s, task, true);
	return 0;
}

/* Without a look at the task. Return: false when one is needed after all. */
static __always_inline bool end_alone(struct end *end, s64 ret)
{
	if (config.counts_ends && end->kind == END_COUNTED)
		return summary__end(end, ret);
	if (!config.hides_ends || end->kind != END_HIDDEN)
		return false;
	if (result_is_hidden(ret))
		COUNT_CALL(filtered_return);
	else if (filter_config.common.by_result && !filter__result(ret))
		COUNT_CALL(filtered_expr);
	else
		return false;
	end->kind = END_OVER;
	return true;
}

SEC("raw_tp/sys_exit")
int sys_exit(struct bpf_raw_tracepoint_args *ctx)
{
	struct end *end = end__at(ctx->args[0]);

	if (end && end_alone(end, ctx->args[1]))
		return 0;
	/* Who has got seccomp since may be at the end of another call, which was refused. */
	if (end && end->kind == END_DROPPED &&
	    (!task__has_seccomp(current_task()) || no_entry__nr(ctx, false) == (s32)end->spec_idx))
		return 0;
	return exit_call(ctx, ctx->args[0], ctx->args[1], false);
}

SEC("tp/raw_syscalls/sys_exit")
int sys_exit_perf(struct perf_syscall_args *ctx)
{
	exit_call(ctx, 0, ctx->ret, true);
	return 1;
}

SEC("raw_tp/sys_exit")
int augment_exit_back(void *ctx)
{
	struct task_struct *task = current_task();
	struct aug_call *call = augment__call(AUG_ON_EXIT);
	struct aug_state *s = state__get(task);

	if (!s)
		return 1;
	if (call && call->drop && !(s->rec.flags & AUG_F_WAITED)) {
		COUNT_CALL(filtered_return);
		return 1;
	}
	if (call && call->drop)
		s->rec.flags |= AUG_F_DROPPED;
	else if (call && (call->nr_items || call->nr_lost))
		augment__keep(s, task, call, AUG_P_EXIT);
	state__emit_call(s, EMIT_WAIT_LONG);
	return 1;
}

#include "run_state.bpf.h"
#include "waiting.bpf.h"
#include "exec.bpf.h"
#include "captures.bpf.h"
#include "tasks.bpf.h"
#include "filter_text.bpf.h"
#include "fault.bpf.h"
#include "tree.bpf.h"
