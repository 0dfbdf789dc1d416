/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * engine_counts.h - what the engine counts in maps of its own: the ledger, summaries by thread and call,
 * times of threads, the tree of processes.
 */
#ifndef PERF_AUGMENT_ENGINE_COUNTS_H
#define PERF_AUGMENT_ENGINE_COUNTS_H

#include "bpf/augment.h"

/**
 * struct aug_stats - the ledger, one per CPU. calls = emitted + filtered_* + lost_* + unfinished.
 * @calls: calls entered by traced tasks; in the kernel without those of filtered_syscall and
 *	filtered_enter.
 * @emitted: records of calls that went into a ring, ENTER records of waiting calls not counted; in the kernel
 *	without those of the rings of short records, which count themselves.
 * @summarised: calls counted in the summary only, with no record wanted.
 * @filtered_syscall: not in the list of wanted system calls.
 * @filtered_return: excluded by its return value, its duration, or an augmenter.
 * @filtered_expr: excluded by an expression (--where and what stands for one).
 * @filtered_enter: likewise, by what registers and the task tell.
 * @lost_ring: the ring of this CPU was full.
 * @waited_ring: calls that waited as it was full, and were emitted or lost then; and those that were slowed down
 *	before it is.
 * @lost_state: no memory to remember the call at its entry.
 * @lost_summary: the summary map was full.
 * @lost_waiting: ENTER record of a waiting call not emitted (the call itself is not lost).
 * @adopted: tasks that began to be traced.
 * @lost_tasks: children that could not be followed, the table of children to follow being full.
 * @lost_notes: signals and ends of threads not emitted.
 * @events: tracepoints and probes of augmenters that went into a ring; @lost_events: that did not.
 * @lost_errnos: failed calls that the table of errors had no room for; they count as errors all the same.
 * @lost_processes: processes for which the tree had no room. @lost_runs: threads whose time was not
 *	counted.
 * @lost_stacks: call chains for which there was no memory; their calls are shown without.
 * @vain_waits: calls in a row that found no room, and waited for it in vain or not at all.
 * @vain_pauses: calls in a row for which a full ring buffer was read no further than @read_to.
 * @ring_bytes: of records for the ring buffer of this CPU, about; the reader is woken by it.
 */
struct aug_stats {
	aug_u64 calls;
	aug_u64 emitted;
	aug_u64 summarised;
	aug_u64 filtered_syscall;
	aug_u64 filtered_return;
	aug_u64 filtered_expr;
	aug_u64 filtered_enter;
	aug_u64 lost_ring;
	aug_u64 waited_ring;
	aug_u64 lost_state;
	aug_u64 lost_summary;
	aug_u64 lost_waiting;
	aug_u64 adopted;
	aug_u64 lost_tasks;
	aug_u64 lost_notes;
	aug_u64 events;
	aug_u64 lost_events;
	aug_u64 lost_stacks;
	aug_u64 lost_errnos;
	aug_u64 lost_processes;
	aug_u64 lost_runs;
	aug_u64 vain_waits;
	aug_u64 vain_pauses;
	aug_u64 read_to;
	aug_u64 ring_bytes;
};

/*
 * Durations are counted in a histogram of 8 buckets per power of two, so that a percentile is
 * known to 1/8 of its value: bucket 0 ends at 32 ns, which hardly a call takes less than, the last
 * one begins at 2^37 ns (137 s).
 */
#define AUG_HIST_SUB_BITS 3
#define AUG_HIST_MIN_BITS 5
#define AUG_HIST_MAX_BITS 37
#define AUG_HIST_BUCKETS (((AUG_HIST_MAX_BITS - AUG_HIST_MIN_BITS) << AUG_HIST_SUB_BITS) + 2)

/** AUG_SUMMARY_MAX - rows of the summary map: threads times calls. */
#define AUG_SUMMARY_MAX 262144

/** AUG_SUMMARY_CPU_MAX - rows of each CPU where threads are not told apart. */
#define AUG_SUMMARY_CPU_MAX 65536

/** struct aug_summary_key - one thread's calls of one number. */
struct aug_summary_key {
	aug_u64 start_ns; /* when the thread began, so that a reused tid is another thread */
	aug_u32 tid;
	aug_u32 nr;	/* abi * AUG_NR_SYSCALLS + nr */
	aug_u64 cgroup; /* 0 when these are not told apart */
};

/**
 * AUG_SUMMARY_ROWS - rows that threads have at hand, for calls that have been made
 * AUG_SUMMARY_OFTEN times: what comes after is counted there, so one key may be there and in the
 * map. A thread has AUG_SUMMARY_SLOTS of them at most, one for all calls whose numbers have the
 * same remainder.
 */
#define AUG_SUMMARY_ROWS 512
#define AUG_SUMMARY_OFTEN 32
#define AUG_SUMMARY_SLOTS 64

/** struct aug_errno_key - how often such a call failed with an error. */
struct aug_errno_key {
	struct aug_summary_key call;
	aug_u32 error;
	aug_u32 pad;
};

/**
 * struct aug_run_key, struct aug_run - the time that a thread was running, with --sched.
 * @leader_ns: when its process began.
 */
struct aug_run_key {
	aug_u64 start_ns;
	aug_u32 tid;
	aug_u32 pad;
};

struct aug_run {
	aug_u64 run_ns;
	aug_u64 leader_ns;
	aug_u32 pid;
	aug_u32 pad;
	char comm[16];
};

/**
 * struct aug_process_key, struct aug_process - a process of the tree, with --tree.
 * @start_ns, @parent_start_ns: when it began, and its parent; CLOCK_MONOTONIC. 0: the parent is not known.
 * @exit_ns: when its last thread ended; 0: it has not. @exit_code: as wait(2) tells it.
 */
struct aug_process_key {
	aug_u64 start_ns;
	aug_u32 pid;
	aug_u32 pad;
};

struct aug_process {
	aug_u64 parent_start_ns;
	aug_u64 exit_ns;
	aug_u32 parent_pid;
	aug_s32 exit_code;
	char comm[16];
};

/** struct aug_summary - exact sums; sum_sq is 128 bits wide, as squares of nanoseconds overflow 64. */
struct aug_summary {
	aug_u64 calls;
	aug_u64 errors;
	aug_u64 sum_ns;
	aug_u64 min_ns;
	aug_u64 max_ns;
	aug_u64 sum_sq_lo;
	aug_u64 sum_sq_hi;
	aug_u64 leader_ns; /* when the process began */
	aug_u64 last_ns;   /* when the last call ended; comm is the name then */
	aug_u32 pid;
	aug_u32 pad;
	char comm[16];
	aug_u32 hist[AUG_HIST_BUCKETS];
};

/**
 * struct aug_summary_row - row 0 is nobody's.
 * @enter_ns: when the call began that its thread is in, where the state of that does not keep it
 *	(bpf-progs/summary_next.bpf.h); 0: it is in no such call.
 */
struct aug_summary_row {
	struct aug_summary_key key;
	struct aug_summary sum;
	aug_u64 enter_ns;
};

#endif /* PERF_AUGMENT_ENGINE_COUNTS_H */
