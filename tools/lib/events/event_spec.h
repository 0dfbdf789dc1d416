/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * event_spec.h - the events of -e, in perf's spellings, as attributes for perf_event_open(2):
 *
 *	cpu-clock, cycles:u, L1-dcache-load-misses	by name, with modifiers
 *	r1a8, 1:0					by number
 *	cpu/event=0x3c,umask=0/, cycles/period=1000/	with terms
 *	sched:sched_switch, irq:*			tracepoints
 *	mem:0x601040/4:w				breakpoints
 *	{cycles,page-faults}:S, name{...}		groups, which are counted together
 *
 * Nothing is opened here: whether the kernel and its PMU have the event shows when it is.
 */
#ifndef PERF_AUGMENT_EVENT_SPEC_H
#define PERF_AUGMENT_EVENT_SPEC_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "strbuf.h"

/**
 * struct event_spec - one event.
 * @attr: type, config and bp_* fields, modifiers. sample_period or sample_freq stands there if the
 *	event's terms say so (@has_period), and 1 for tracepoints and breakpoints: each hit.
 * @name: as it was spelled, or as its term `name` says; owned.
 * @precise_max: as precise as the PMU can: precise_ip is the wish.
 * @has_guest: the modifiers G or H were given.
 * @to_leader: of a member of a group, how many places before it its leader stands; 0 for leaders and
 *	those alone. @group: of a leader, the group's name, owned; NULL when it has none.
 * @sample_read: samples have the counts of all of the group; members other than the leader have none.
 * @tracepoint: "sched" of a tracepoint and @tracepoint_name "sched_switch"; else NULL; owned.
 */
struct event_spec {
	struct perf_event_attr attr;
	char *name;
	bool has_period;
	bool precise_max;
	bool has_guest;
	bool sample_read;
	uint32_t to_leader;
	char *group;
	char *tracepoint;
	char *tracepoint_name;
};

/** struct event_specs - all zero is an empty one. */
struct event_specs {
	struct event_spec *specs;
	size_t nr;
};

void event_specs__free(struct event_specs *list);

/**
 * event_specs__parse() - add the events of a comma-separated list.
 * Return: 0; -EINVAL with a sentence in @error; -ENOMEM.
 */
int event_specs__parse(struct event_specs *list, const char *text, struct strbuf *error);

/** event_specs__members() - how many the group has that @idx is the leader of; 1 of those alone. */
size_t event_specs__members(const struct event_specs *list, size_t idx);

/** event_spec__is() - whether it is the kernel's event @type and @config without terms. */
bool event_spec__is(const struct event_spec *spec, uint32_t type, uint64_t config);

/** EVENT_NAME_SIZE - room for a name that event_attr__name() makes. */
#define EVENT_NAME_SIZE 64

/**
 * event_attr__name() - the name of an event that has lost it, as perf makes it: "cpu-clock", "cycles:u",
 * "L1-dcache-load-misses", "raw 0x1a8", "mem:0x601040:rw".
 * Return: false for what only the machine knows that recorded it: tracepoints, events of other PMUs.
 */
bool event_attr__name(const struct perf_event_attr *attr, char name[EVENT_NAME_SIZE]);

/** event_attr__is_clock() - a timer: its periods are nanoseconds. */
bool event_attr__is_clock(const struct perf_event_attr *attr);

#endif /* PERF_AUGMENT_EVENT_SPEC_H */
