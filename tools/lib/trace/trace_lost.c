// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * trace_lost.c - lost calls in the output, near where they are missing: see trace_priv.h. What the ledger says at the
 * end, to standard error, who reads the output may never see.
 */
#include <inttypes.h>

#include "trace_priv.h"
#include "util.h"

/* The engine's counters are looked at no more often. */
#define LOOK_NS 100000000ULL

static void add_line(struct trace *t, uint64_t nr, uint64_t now_ns)
{
	struct strbuf *buf = &t->sink->buf;

	switch (t->format.kind) {
	case FORMAT_PERF:
		strbuf__addf(buf, "LOST %" PRIu64 " %s\n", nr, nr == 1 ? "call" : "calls");
		break;
	case FORMAT_JSON:
		strbuf__addf(buf,
			     "{\"ts_ns\":%" PRIu64 ",\"wall_ns\":%" PRIu64 ",\"lost\":%" PRIu64
			     "}\n",
			     now_ns, now_ns + t->format.wall_offset_ns, nr);
		break;
	case FORMAT_STRACE:
		format_strace__lost(t->strace, nr);
		break;
	}
}

void trace__look_for_lost(struct trace *t, bool at_end)
{
	const uint64_t now_ns = clock__ns(CLOCK_MONOTONIC);
	struct aug_stats st;

	if (!t->engine || !t->opts->engine.want_events || (!at_end && now_ns < t->look_for_lost_ns))
		return;
	t->look_for_lost_ns = now_ns + LOOK_NS;
	if (!engine__stats(t->engine, &st))
		t->nr_lost = st.lost_ring + st.lost_state;
}

int trace__tell_lost(struct trace *t)
{
	/* Of files of each thread none is that of a lost call. */
	if (t->nr_lost <= t->nr_lost_told || t->strace_files)
		return 0;
	add_line(t, t->nr_lost - t->nr_lost_told, clock__ns(CLOCK_MONOTONIC));
	t->nr_lost_told = t->nr_lost;
	return sink__line(t->sink);
}
