/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* perf_events_priv.h - shared by perf_events.c, perf_events_open.c and perf_events_attach.c alone. */
#ifndef PERF_AUGMENT_PERF_EVENTS_PRIV_H
#define PERF_AUGMENT_PERF_EVENTS_PRIV_H

#include "perf_events.h"
#include "perf_rings.h"
#include "perf_tasks.h"

#define DEAD_TASKS 1024

/**
 * enum perf_source_kind
 * @PERF_SOURCE_TASKS: names, births and ends of threads.
 * @PERF_SOURCE_TRACEPOINT: samples of a tracepoint.
 * @PERF_SOURCE_FAULT: samples of page faults; @config is PERF_COUNT_SW_PAGE_FAULTS_*.
 * @PERF_SOURCE_CALLS: what an object puts into __augmented_syscalls__.
 * @PERF_SOURCE_TEXT: what an object puts into another such map.
 */
enum perf_source_kind {
	PERF_SOURCE_TASKS,
	PERF_SOURCE_TRACEPOINT,
	PERF_SOURCE_FAULT,
	PERF_SOURCE_CALLS,
	PERF_SOURCE_TEXT,
};

/**
 * struct perf_source - what an event is for.
 * @name: owned. @label: what lines call it, where that is another name; owned.
 * @config: of the event: a tracepoint's number.
 * @is_shown: its samples are lines of the trace.
 * @is_call: its samples are entries of calls that an object decides upon.
 * @object: whose output it is.
 * @wish: of a tracepoint that -e names; else NULL. @nr_shown: how often it has been.
 */
struct perf_source {
	enum perf_source_kind kind;
	char *name;
	char *label;
	uint64_t config;
	struct tp_format *format;
	const struct syscall_desc *enter;
	bool is_shown;
	bool is_call;
	const struct stock_object *object;
	const struct tp_wish *wish;
	uint64_t nr_shown;
};

struct perf_id {
	uint64_t id;
	uint32_t source;
};

/**
 * struct perf_events
 * @carriers: events that do nothing but carry a program, @nr_carriers of them.
 * @dead: threads that have ended, of which the last records may still come; a ring.
 */
struct perf_events {
	struct perf_events_opts opts;
	struct perf_rings *rings;
	struct tp_formats *formats;
	struct perf_source *sources;
	size_t nr_sources;
	struct perf_id *ids;
	size_t nr_ids;
	size_t room_ids;
	int *carriers;
	size_t nr_carriers;
	struct perf_tasks tasks;
	uint32_t dead[DEAD_TASKS];
	size_t nr_dead;
	uint64_t shown;
	uint64_t past_max;
	uint64_t dropped_calls;
	shown_event_fn fn; /* during a drain */
	void *fn_ctx;
};

/** perf_events__is_filtered() - is thread @tid of process @pid, or the process, among those never shown? */
bool perf_events__is_filtered(const struct perf_events *pe, uint32_t pid, uint32_t tid);

/** perf_events__attach_object() - its programs, loaded. Return: 0 or -errno, logged. */
int perf_events__attach_object(struct perf_events *pe, struct stock_object *object);

/** perf_events__remove_probes() - the events made for objects; when they are no longer open. */
void perf_events__remove_probes(const struct perf_events *pe);

/** perf_events__detach() - the programs of all objects. */
void perf_events__detach(struct perf_events *pe);

#endif /* PERF_AUGMENT_PERF_EVENTS_PRIV_H */
