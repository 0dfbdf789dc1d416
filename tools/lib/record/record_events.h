/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * record_events.h - the events of a recording and the rings that they write to.
 *
 *	record_events__new(), record_events__open_tracking()	from here on nothing is missed
 *	record_events__open_samplers()				they stand still
 *	record_events__for_each_sampler()			BPF programs may be attached to them
 *	record_events__open_output()				and write records
 *	record_events__enable()
 *	record_events__for_each_counter()			at the end
 *
 * Besides what was asked for there are two events of our own on every CPU, which count nothing: the
 * tracker (mappings, names and ends of tasks), whose ring the samplers of that CPU write to as well,
 * and the side-band (BPF programs and symbols) with a ring of its own, which wakes its reader at
 * each record. A ring full of samples thus never loses a program.
 */
#ifndef PERF_AUGMENT_RECORD_EVENTS_H
#define PERF_AUGMENT_RECORD_EVENTS_H

#include <stdbool.h>
#include <sys/types.h>

#include "cpu_list.h"
#include "event_spec.h"
#include "perf_ring.h"

struct record_events;

/** RECORD_SAMPLE_ID_SIZE - bytes of the sample_id that all events have: TID, TIME, CPU, IDENTIFIER. */
#define RECORD_SAMPLE_ID_SIZE 32

/**
 * enum record_callchain - @RECORD_CALLCHAIN_DWARF: registers and stack are copied for user space.
 * @RECORD_CALLCHAIN_LBR: the PMU keeps the calls in user space.
 */
enum record_callchain {
	RECORD_CALLCHAIN_NONE,
	RECORD_CALLCHAIN_FP,
	RECORD_CALLCHAIN_DWARF,
	RECORD_CALLCHAIN_LBR,
};

/**
 * struct record_events_opts - what all events have in common.
 * @freq: samples per second, or 0: @period, or 0: 4000 per second. Events may have their own.
 * @sample_type: what samples have besides the usual.
 * @stack_size: bytes of a copied stack.
 * @branch_type: as in perf_event_attr.branch_sample_type; 0: samples have no branches.
 * @use_clockid, @clockid: the clock of time stamps; perf's own otherwise.
 * @ring_size: bytes, a power of two of pages; 0 for the default, made smaller where the user may not
 *	lock so much memory.
 * @sample_cpus: those that samplers run on, empty: all.
 * @file_numbers: mappings tell device and inode of their file, no build-id.
 * @cgroup_fds: of the groups whose tasks are sampled, of none, of one for all events, or of one for each
 *	event in turn; the caller's.
 * @on_exec: samplers begin at the exec of the (one) thread.
 */
struct record_events_opts {
	uint64_t freq;
	uint64_t period;
	uint64_t sample_type;
	enum record_callchain callchain;
	uint32_t stack_size;
	uint64_t branch_type;
	bool use_clockid;
	int32_t clockid;
	size_t ring_size;
	const struct cpu_list *sample_cpus;
	bool inherit;
	bool file_numbers;
	const int *cgroup_fds;
	size_t nr_cgroups;
	bool on_exec;
};

/** record_events_opts__data_maps() - unwinders that read records want to know where data is mapped. */
static inline bool record_events_opts__data_maps(const struct record_events_opts *opts)
{
	return opts->callchain == RECORD_CALLCHAIN_DWARF;
}

/**
 * struct record_event - one event of the recording.
 * @attr: as it was opened. @ids: of all its descriptors.
 * @group: of a leader the group's name or NULL, borrowed; @nr_members: of a leader, 1 of those alone,
 *	0 of the other members.
 */
struct record_event {
	struct perf_event_attr attr;
	char *name;
	uint64_t *ids;
	size_t nr_ids;
	const char *group;
	uint32_t nr_members;
};

/** struct record_sampler - one descriptor of a sampling event. @tid: -1 for all tasks of a CPU. */
struct record_sampler {
	unsigned int event;
	int fd;
	int cpu;
	pid_t tid;
	uint64_t id;
};

/**
 * struct record_counter - what read(2) says of a descriptor. @lost: samples that found their ring full;
 * @has_lost: the kernel counts them (6.0).
 */
struct record_counter {
	uint64_t value;
	uint64_t enabled_ns;
	uint64_t running_ns;
	uint64_t lost;
	bool has_lost;
};

/**
 * record_events__new() - nothing is opened.
 * @list: the sampling events; stays the caller's, and must outlive it.
 * Return: 0, -ENOMEM, or why the CPUs cannot be listed; logged.
 */
int record_events__new(struct record_events **ret_events, const struct event_specs *list,
		       const struct record_events_opts *opts);
void record_events__free(struct record_events *events);

/**
 * record_events__open_tracking() - the tracker and the side-band on all CPUs, and the rings.
 * @tids: tasks to follow where this user may not follow all; said in a warning.
 * Return: 0 or -errno; logged.
 */
int record_events__open_tracking(struct record_events *events, const pid_t *tids, size_t nr_tids);

/**
 * record_events__open_samplers() - stopped, into the rings.
 * @tids: what they count; { -1 } is every task. Those that are gone are left out.
 * Return: 0; -ESRCH when all are gone; other -errno. Logged, with what to do.
 */
int record_events__open_samplers(struct record_events *events, const pid_t *tids, size_t nr_tids);

/**
 * record_events__for_each_sampler() - all descriptors, before record_events__enable() or after.
 * Return: 0 or what @fn returned.
 */
int record_events__for_each_sampler(const struct record_events *events,
				    int (*fn)(void *ctx, const struct record_sampler *sampler),
				    void *ctx);

/**
 * record_events__open_output() - an event that BPF programs write records to by bpf_perf_event_output():
 * samples with raw data, in the ring of the CPU that the program runs on.
 * @name, @config1, @config2: what it is called, and what its attr is to say of the data.
 * @fn: is told its descriptor on each CPU that is sampled; they run.
 * Return: 0; what @fn returned; -errno; logged.
 */
int record_events__open_output(struct record_events *events, const char *name, uint64_t config1,
			       uint64_t config2, int (*fn)(void *ctx, int cpu, int fd), void *ctx);

/** record_events__enable() - let the samplers run, unless an exec does. */
void record_events__enable(struct record_events *events);
/** record_events__disable() - stop all events. */
void record_events__disable(struct record_events *events);

/** record_events__for_each_counter() - read all samplers. Return: 0 or -ENOMEM. */
int record_events__for_each_counter(const struct record_events *events,
				    void (*fn)(void *ctx, const struct record_sampler *sampler,
					       const struct record_counter *counter),
				    void *ctx);

/** record_events__targets_ended() - no task is left that a sampler counts. */
bool record_events__targets_ended(const struct record_events *events);

/** record_events__list() - samplers first, then our own. Valid until an output is opened. */
const struct record_event *record_events__list(const struct record_events *events, size_t *ret_nr);
size_t record_events__nr_samplers(const struct record_events *events);
/** record_events__tracks_all() - the tracker sees every task; there is a side-band. */
bool record_events__tracks_all(const struct record_events *events);

/** record_events__rings() - one per CPU; of the side-band there may be none. */
struct perf_ring *record_events__rings(struct record_events *events, size_t *ret_nr);
struct perf_ring *record_events__side_rings(struct record_events *events, size_t *ret_nr);

#endif /* PERF_AUGMENT_RECORD_EVENTS_H */
