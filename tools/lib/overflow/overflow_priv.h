/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* overflow_priv.h - what overflow.c counts, and overflow_say.c and overflow_save.c tell. */
#ifndef PERF_AUGMENT_OVERFLOW_PRIV_H
#define PERF_AUGMENT_OVERFLOW_PRIV_H

#include "overflow.h"
#include "overflow_tasks.h"

/**
 * struct overflow_row - what became of the samples of one event on one CPU.
 * @expected: that were due: what was counted, by the period. @seen: by the program; of a twin, recorded
 *	or lost. @missed: due, but the kernel let no program see them, and dropped them.
 */
struct overflow_row {
	uint64_t expected;
	uint64_t seen;
	uint64_t kept;
	uint64_t dropped;
	uint64_t undecided;
	uint64_t lost;
	uint64_t throttled;
	uint64_t missed;
};

/**
 * struct overflow_cell - the same, while it is counted.
 * @value: of the counters. @kernel: the program's. @samples: records. All since the begin.
 */
struct overflow_cell {
	uint64_t value;
	uint64_t whole_periods;
	uint64_t lost;
	uint64_t samples;
	uint64_t throttled;
	struct overflow_counts kernel;
};

/** struct overflow_id - of an event's descriptor. */
struct overflow_id {
	uint64_t id;
	uint32_t event;
	uint32_t cpu;
};

/**
 * struct overflow - @nr_events: with their twins, which follow all others; @nr_handled without.
 * @cells, @before, @rows: nr_events times nr_cpus. @before: at the last overflow__count().
 * @files, @table, @code: when samples are counted. @nr_reused: samples in reused @code.
 * @code_is_short: there was no memory for all of it.
 * @totals: by event. @inherits: tasks that are followed take events along to those that they begin.
 */
struct overflow {
	const struct overflow_opts *opts;
	const struct event_specs *list;
	struct overflow_program program;
	struct overflow_own *own;
	struct count_files *files;
	struct count_table table;
	struct count_code code;
	uint64_t nr_reused;
	bool code_is_short;
	struct overflow_forwarded forwarded, forwarded_before;
	struct overflow_handler **handlers;
	size_t nr_events, nr_handled;
	unsigned int nr_cpus;
	struct overflow_cell *cells, *before;
	struct overflow_row *rows, *totals;
	struct overflow_id *ids;
	size_t nr_ids;
	uint64_t *periods;
	struct overflow_tasks *tasks;
	uint64_t forks_before;
	bool inherits;
};

#endif /* PERF_AUGMENT_OVERFLOW_PRIV_H */
