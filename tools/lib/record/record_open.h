/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* record_open.h - perf_event_open(2) for what the kernel has, and why it refuses; part of record_events. */
#ifndef PERF_AUGMENT_RECORD_OPEN_H
#define PERF_AUGMENT_RECORD_OPEN_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <sys/types.h>

#include "record_events.h"

/** struct record_kernel - what this kernel can. @build_id: in mappings, 5.12. @lost: read, 6.0. */
struct record_kernel {
	bool build_id;
	bool lost;
};

/** record_open__probe() - find out; opens and closes an event that counts nothing. */
void record_open__probe(struct record_kernel *ret_kernel);

/** NO_CGROUP - all tasks that are meant otherwise. */
#define NO_CGROUP (-1)

/** record_open__event() - Return: a descriptor or -errno. */
int record_open__event(const struct perf_event_attr *attr, pid_t tid, int cpu);

/**
 * struct record_open_at - where a sampler is opened. @leader_fd: of its group, or -1. @cgroup_fd: tasks of
 * that group alone, or NO_CGROUP.
 */
struct record_open_at {
	pid_t tid;
	int cpu;
	int leader_fd;
	int cgroup_fd;
};

/**
 * record_open__sampler() - the same, giving up in @attr what this kernel or PMU does not have and the
 * user did not ask for: leaving out guests, precision of :P. With @may_drop_kernel also the kernel,
 * where this user may not sample it.
 */
int record_open__sampler(struct perf_event_attr *attr, const struct event_spec *spec,
			 const struct record_open_at *at, bool may_drop_kernel);

/** record_open__attr() - the attribute of a sampling event. @in_group: with others. */
struct perf_event_attr record_open__attr(const struct event_spec *spec, bool in_group,
					 const struct record_events_opts *opts,
					 const struct record_kernel *kernel);

/** record_open__own_attr() - what our own events have in common: they count nothing. */
struct perf_event_attr record_open__own_attr(const struct record_events_opts *opts,
					     const struct record_kernel *kernel);

/** record_open__explain() - log why @name could not be opened, and what to do. */
void record_open__explain(const char *name, const struct perf_event_attr *attr,
			  const struct record_open_at *at, int err);

/** record_open__raise_limits() - as many descriptors as we may have. */
void record_open__raise_limits(void);

/** record_open__default_event() - cycles where there is a PMU, else cpu-clock. */
const char *record_open__default_event(void);

#endif /* PERF_AUGMENT_RECORD_OPEN_H */
