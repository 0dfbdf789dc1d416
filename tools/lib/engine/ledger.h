/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* ledger.h - where every call went: calls = shown + filtered + lost + unfinished, or it is said. */
#ifndef PERF_AUGMENT_LEDGER_H
#define PERF_AUGMENT_LEDGER_H

#include <stdbool.h>
#include <stdint.h>

#include "engine.h"
#include "perf_events.h"
#include "sink.h"

/**
 * struct ledger - what user space counts; the rest is struct aug_stats.
 * @events_shown: probes of augmenters, which are no calls; @events_past_max, @events_malformed: of them.
 * @perf_shown: lines of perf events, tracepoints and the output of objects; @perf_past_max: of them.
 * @dropped: calls that an augmenter left out, known to the reader because they waited.
 * @withheld: calls that an object for stock perf did not pass on.
 * @filtered: calls that the engine could not decide about, and the reader left out.
 * @unwritten: of @shown those whose line is not in the output, @events_unwritten and @perf_unwritten likewise:
 *	they are lost.
 * @unwritten_tables: what was to come at the end and is not there, or not to its end; NULL for nothing.
 * @shown: calls decoded. @past_max: calls after --max-events. @malformed: records that made no sense.
 */
struct ledger {
	uint64_t shown;
	uint64_t dropped;
	uint64_t filtered;
	uint64_t withheld;
	uint64_t perf_shown;
	uint64_t perf_past_max;
	uint64_t past_max;
	uint64_t malformed;
	uint64_t events_shown;
	uint64_t events_past_max;
	uint64_t events_malformed;
	uint64_t unwritten;
	uint64_t events_unwritten;
	uint64_t perf_unwritten;
	const char *unwritten_tables;
};

/**
 * ledger__close() - add it all up after the last record, and log what was lost, by cause, and with
 * it the CPUs and calls that lost most.
 * @engine, @events: NULL when not part of the trace.
 * @verbose: log the ledger also when nothing was lost.
 * @ret_lost: whether the output lacks something.
 * Return: 0 or -errno.
 */
int ledger__close(const struct ledger *ledger, struct engine *engine, struct perf_events *events,
		  const struct sink *sink, bool verbose, bool *ret_lost);

#endif /* PERF_AUGMENT_LEDGER_H */
