/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * engine.h - owns the BPF side of a trace: load, choose tasks, attach, drain, count, detach.
 *
 * Only engine.c and engine_*.c see the skeleton. Functions log the errors they return.
 */
#ifndef PERF_AUGMENT_TOOLS_ENGINE_H
#define PERF_AUGMENT_TOOLS_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "bpf-progs/engine_config.h"
#include "bpf-progs/engine_counts.h"
#include "cpu_list.h"
#include "filter.h"
#include "ring.h"
#include "spec.h"
#include "strbuf.h"

/** ENGINE_NR_SPECS - one per system call of each table, and one for numbers past the tables. */
#define ENGINE_NR_SPECS (AUG_NR_ABIS * AUG_NR_SYSCALLS + 1)

/* struct engine_opts.augment */
#define ENGINE_AUGMENT_CALLS (1 << 0)	    /* engine__augment() */
#define ENGINE_AUGMENT_TRACEPOINTS (1 << 1) /* engine__add_event(), of tracepoints */
#define ENGINE_AUGMENT_PROBES (1 << 2)	    /* the same, of functions in user space */

/** ENGINE_STACK_MAX - frames of a call chain. */
#define ENGINE_STACK_MAX (AUG_STR_MAX / sizeof(uint64_t))

/** ENGINE_PLAIN_DATA_MAX - above this, contents of one call may need more room than one record has. */
#define ENGINE_PLAIN_DATA_MAX (AUG_STR_MAX / 8)

struct engine;
struct remote;

/**
 * struct engine_opts
 * @all_tasks: trace every task but the filtered ones; else those of engine__add_task().
 * @filters_pids: engine__filter_pid() may be called.
 * @inherit: follow children and threads.
 * @hidden: AUG_HIDE_*: calls left out by how they end.
 * @want_events: one record per call.
 * @want_summary: AUG_SUMMARY_*: exact sums in the kernel; @summary_cgroups: by control group too;
 *	@want_errnos: with the errors by number.
 * @summary_run_time: they are of the time on a CPU.
 * @want_runs: the time that threads run. @want_tree: processes, see engine__for_each_process().
 * @want_living: remember which tasks that traced ones made are there: engine__has_living().
 * @has_delay: calls before engine__begin_at() are filtered.
 * @cpus: calls that begin on others are filtered; NULL for none.
 * @want_pidns: with them, numbers of tasks in their own pid namespaces.
 * @want_cgroups: the control groups of threads, when they change.
 * @want_task_records: signals, stops and ends of threads (struct aug_task_record) too.
 * @stacks: AUG_STACK_*: call chains of calls, of at most @max_stack frames each; @stack_dump: bytes of the
 *	stack with AUG_STACK_DUMP.
 * @want_fds: what the descriptors of calls stand for (struct aug_file) goes along.
 * @augment: ENGINE_AUGMENT_*, what augmenter objects will be given; nothing without @want_events.
 * @min_duration_ns: only calls that took at least this long.
 * @ring_size: bytes per CPU, rounded up to a power of two; 0 for the default.
 * @waits_when_full: calls are slowed down when the reader is behind; one waits up to 100 us before its record is lost.
 * @limits: of contents that are copied, as in @specs.
 * @long_data: contents take several records when they need them: see record_parts.h.
 * @detach_on_exec: tasks are left at an execve() that succeeds, but for the first one of the
 *	process @first_exec.
 * @specs: ENGINE_NR_SPECS of them; borrowed during engine__new(), as is @filter, NULL for none.
 */
struct engine_opts {
	bool all_tasks;
	bool filters_pids;
	bool inherit;
	uint8_t hidden;
	bool want_events;
	uint8_t want_summary;
	bool summary_run_time;
	bool summary_cgroups;
	bool want_errnos;
	bool want_runs;
	bool want_tree;
	bool want_living;
	bool has_delay;
	const struct cpu_list *cpus;
	bool want_pidns;
	bool want_cgroups;
	bool want_task_records;
	uint8_t stacks;
	uint32_t max_stack;
	uint32_t stack_dump;
	bool want_fds;
	unsigned int augment;
	uint64_t min_duration_ns;
	size_t ring_size;
	bool waits_when_full;
	const struct aug_spec *specs;
	const struct filter_program *filter;
	struct spec_limits limits;
	bool long_data;
	bool detach_on_exec;
	pid_t first_exec;
};

/**
 * engine__new() - load the programs; without @all_tasks a thread goes on with the last of them.
 * Nothing runs yet.
 * Return: 0 or -errno, logged.
 */
int engine__new(const struct engine_opts *opts, struct engine **ret_engine);

/** engine__free() - detach and unload; takes NULL. */
void engine__free(struct engine *e);

/**
 * engine__add_task() - trace thread @tid (as our pid namespace has it) from now on.
 * @since_ns: CLOCK_MONOTONIC, now: the call that it is in shall be said to have begun then. 0: it is
 *	a child that waits for its command, and its next call is the first.
 * Must be called after engine__attach().
 */
int engine__add_task(struct engine *e, pid_t tid, uint64_t since_ns);

/**
 * engine__filter_pid() - never trace the process, or the single thread, with this number. Needs @filters_pids of struct
 * engine_opts; must be called before engine__attach().
 */
int engine__filter_pid(struct engine *e, pid_t pid);

/** engine__call_type() - BPF_PROG_TYPE_*, of programs that see calls: functions of augmenters too. */
int engine__call_type(const struct engine *e);

/**
 * engine__augment() - have @prog_fd run at each call of a number. Must be called before
 * engine__attach().
 * @spec_idx: see spec__index().
 * @at_exit: else at the entry.
 * @object: number of the object, at most 255; comes back in struct aug_attached.
 * Return: 0 or -errno, logged.
 */
int engine__augment(struct engine *e, unsigned int spec_idx, bool at_exit, int prog_fd,
		    unsigned int object);

/**
 * struct engine_event - a tracepoint, or a function in user space; strings are borrowed until
 * engine__free().
 * @when: AUG_ON_TRACEPOINT, AUG_ON_UPROBE or AUG_ON_URETPROBE.
 * @group: the tracepoint's system, or the binary. @name: the event, or the function.
 * @prog_fd: what runs then: of type TRACEPOINT or KPROBE.
 * @object: as for engine__augment().
 */
struct engine_event {
	unsigned int when;
	const char *group;
	const char *name;
	int prog_fd;
	unsigned int object;
};

/**
 * engine__add_event() - have a program run at a tracepoint or function, once the engine is attached.
 * @ret_nr: its number in records of type AUG_RECORD_EVENT: 0, 1, 2 ... in the order of calls.
 * Return: 0 or -errno, logged.
 */
int engine__add_event(struct engine *e, const struct engine_event *event, unsigned int *ret_nr);

/**
 * engine__attach() - all programs run when this returns.
 * Return: 0 or -errno, logged: then none does.
 */
int engine__attach(struct engine *e);

/** engine__detach() - no program runs any more after this; records can still be drained. */
void engine__detach(struct engine *e);

/**
 * ENGINE_SETTLE_NS - a record is made within this time of its time stamp, but for a CPU taken away
 * by a hypervisor: who drains while calls are made leaves out what is younger.
 */
#define ENGINE_SETTLE_NS (100000 + ENGINE_WAIT_NS)

/**
 * engine__describe_fds() - with engine_opts.want_fds: adds to a record of capture_remote__enter() what the
 * descriptors of the call stand for (struct aug_file), as far as that can be found out.
 * Return: 0 or -ENOMEM.
 */
int engine__describe_fds(struct engine *e, struct remote *mem, struct strbuf *record);

/**
 * engine__tell_task() - @rec is what was found out of the call that a task waits in since it was added, and is of
 * that call: which shall be said to have begun at rec->enter_ns.
 * @is_told: the caller announces it, as an AUG_RECORD_ENTER would.
 * Return: false when the task has ended that call: it is not to be told of.
 */
bool engine__tell_task(struct engine *e, const struct aug_record *rec, bool is_told);

/** engine__drain() - see ring_set__drain(). */
int engine__drain(struct engine *e, uint64_t until_ns, ring_fn fn, void *ctx, size_t *ret_nr);

/** engine__add_to_epoll() - have @epoll_fd wake when a ring asks for its reader; data.u64 is @token. */
int engine__add_to_epoll(struct engine *e, int epoll_fd, uint64_t token);

/**
 * engine__has_living() - with want_living: whether a task lives that a traced one has made, and that is traced.
 * One that has no number in our pid namespace lives until it is seen to end.
 */
bool engine__has_living(struct engine *e);

/** engine__is_filling() - whether a ring holds more than half of what it takes: no time to let more gather. */
bool engine__is_filling(const struct engine *e);

/**
 * engine__begin_wait() - ask to be woken by the next record.
 * Return: false when there is one already: do not sleep.
 */
bool engine__begin_wait(struct engine *e);

/** engine__stats() - the ledger, summed over CPUs. Return: 0 or -errno, logged. */
int engine__stats(struct engine *e, struct aug_stats *ret_sum);

/**
 * engine__lost_by_cpu() - records lost for want of ring space, per CPU, into @lost[nr].
 * Return: number of CPUs.
 */
int engine__lost_by_cpu(struct engine *e, uint64_t *lost, size_t nr);

/** engine__lost_by_call() - the same per spec index, into @lost[ENGINE_NR_SPECS]. */
int engine__lost_by_call(struct engine *e, uint64_t *lost);

/**
 * struct engine_missed - times the kernel did not run a program of ours, because one was
 * interrupted on that CPU. Kernels before 5.12 do not count it: all 0.
 *
 * @calls: at an end of a call: at most so many calls were never seen.
 * @forks: at a fork: at most so many tasks, and what they make, are not followed.
 * @others: at a fork of --tree, an exec, the end of a task, a change of its name, a signal or a
 *	switch of tasks.
 */
struct engine_missed {
	uint64_t calls;
	uint64_t forks;
	uint64_t others;
};

/** engine__missed_runs() - so far. */
struct engine_missed engine__missed_runs(struct engine *e);

/** engine__missed_events() - the same of tracepoints and probes of augmenters. */
uint64_t engine__missed_events(struct engine *e);

/**
 * engine__begin_at() - with has_delay: calls count from this time of CLOCK_MONOTONIC on; until then
 * none.
 */
void engine__begin_at(struct engine *e, uint64_t time_ns);

typedef int (*engine_summary_fn)(void *ctx, const struct aug_summary_key *key,
				 const struct aug_summary *sum);

/** engine__for_each_summary() - all sums. Return: 0, -errno (logged), or what @fn returned. */
int engine__for_each_summary(struct engine *e, engine_summary_fn fn, void *ctx);

/** engine__for_each_errno() - how often a call of the summary failed with which error. Return: as above. */
int engine__for_each_errno(struct engine *e,
			   int (*fn)(void *ctx, const struct aug_errno_key *key, uint64_t nr),
			   void *ctx);

/** engine__for_each_run() - with want_runs: all threads. Return: as above. */
int engine__for_each_run(struct engine *e,
			 int (*fn)(void *ctx, const struct aug_run_key *key,
				   const struct aug_run *run),
			 void *ctx);

/** engine__for_each_process() - with want_tree: all processes that were made or ended. Return: as above. */
int engine__for_each_process(struct engine *e,
			     int (*fn)(void *ctx, const struct aug_process_key *key,
				       const struct aug_process *process),
			     void *ctx);

/** engine__map_fd() - descriptor of the engine's map @name; negative when there is none in this run. */
int engine__map_fd(const struct engine *e, const char *name);

/** engine__map_names() - append the names of the engine's maps, separated by ", ". */
void engine__map_names(const struct engine *e, struct strbuf *text);

/** engine__ring_size() - bytes per CPU. */
size_t engine__ring_size(const struct engine *e);

#endif /* PERF_AUGMENT_TOOLS_ENGINE_H */
