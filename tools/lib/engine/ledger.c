// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ledger.c - see ledger.h. */
#include "ledger.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "format.h"
#include "log.h"
#include "strbuf.h"
#include "util.h"

#define MAX_NAMED 5

static void add_cause(struct strbuf *text, uint64_t nr, const char *cause)
{
	if (nr)
		strbuf__addf(text, "%s%" PRIu64 " %s", text->len ? ", " : "", nr, cause);
}

static void add_cpus(struct engine *engine, struct strbuf *text)
{
	uint64_t lost[1024] = {};
	int nr = engine__lost_by_cpu(engine, lost, ARRAY_SIZE(lost)), cpu;

	for (cpu = 0; cpu < nr && cpu < (int)ARRAY_SIZE(lost); cpu++) {
		if (lost[cpu])
			strbuf__addf(text, " cpu%d:%" PRIu64, cpu, lost[cpu]);
	}
}

/* The calls that lost most; the rest in one number. */
static void add_calls(struct engine *engine, struct strbuf *text)
{
	uint64_t lost[ENGINE_NR_SPECS], rest = 0;
	unsigned int named, i, best;

	if (engine__lost_by_call(engine, lost))
		return;
	for (named = 0; named < MAX_NAMED; named++) {
		for (best = 0, i = 1; i < ENGINE_NR_SPECS; i++) {
			if (lost[i] > lost[best])
				best = i;
		}
		if (!lost[best])
			return;
		strbuf__addc(text, ' ');
		if (best < AUG_NR_ABIS * AUG_NR_SYSCALLS)
			format__syscall_name(best / AUG_NR_SYSCALLS, best % AUG_NR_SYSCALLS, text);
		else
			strbuf__adds(text, "unknown");
		strbuf__addf(text, ":%" PRIu64, lost[best]);
		lost[best] = 0;
	}
	for (i = 0; i < ENGINE_NR_SPECS; i++)
		rest += lost[i];
	if (rest)
		strbuf__addf(text, " others:%" PRIu64, rest);
}

static void log_losses(const struct aug_stats *st, const struct ledger *ledger,
		       const struct sink *sink, uint64_t vanished, struct engine *engine)
{
	struct strbuf text = {};

	add_cause(&text, st->lost_ring, "calls: ring buffer full");
	add_cause(&text, st->lost_state,
		  "calls: no memory at their entry, or no room for the state of their task");
	add_cause(&text, st->lost_summary,
		  "calls missing in the summary: its rows, one per thread and call, are full; "
		  "--summary-mode=total has one per call");
	add_cause(&text, st->lost_errnos, "errors missing in the table of errors: it is full");
	add_cause(&text, st->lost_runs,
		  "threads whose running time is not known: their table is full");
	add_cause(&text, st->lost_processes, "processes missing in the tree: it is full");
	add_cause(&text, st->lost_stacks, "call chains: no memory");
	add_cause(&text, st->lost_waiting, "notes of waiting calls: ring buffer full");
	add_cause(&text, st->lost_notes, "signals and ends of threads: ring buffer full");
	add_cause(&text, st->lost_tasks, "children not followed: their table is full");
	add_cause(&text, ledger->malformed, "records malformed");
	add_cause(&text, vanished, "records vanished between kernel and reader");
	add_cause(&text, sink->lines_lost, "lines not written");
	log_err("LOST: %s", strbuf__cstr(&text));
	strbuf__reset(&text);
	if (st->lost_ring) {
		add_cpus(engine, &text);
		strbuf__adds(&text, ";");
		add_calls(engine, &text);
		log_err("lost%s; a larger ring helps (now -m %zuK per CPU), or fewer calls (-e)",
			strbuf__cstr(&text), engine__ring_size(engine) >> 10);
	}
	if (sink->err)
		log_err("cannot write the output: %s; tracing ended there", strerror(-sink->err));
	if (ledger->unwritten_tables)
		log_err("LOST: %s: not written, or not to the end", ledger->unwritten_tables);
	strbuf__free(&text);
}

/* What they were slowed down by is in no line. */
static void log_waits(const struct aug_stats *st, struct engine *engine)
{
	if (st->waited_ring)
		log_warn(
			"%" PRIu64
			" %s waited, 100 us at most, for room in the ring buffer: they came faster than their lines were written; a larger ring helps "
			"where that is not for long (now -m %zuK per CPU), or fewer calls (-e)",
			st->waited_ring, st->waited_ring == 1 ? "call" : "calls",
			engine__ring_size(engine) >> 10);
}

static void log_left_out(uint64_t runs, const char *of_whom, const char *what)
{
	if (runs)
		log_warn("the kernel left out %" PRIu64 " %s %s, as other BPF work was interrupted "
			 "on the CPU: up to so many %s",
			 runs, runs == 1 ? "run" : "runs", of_whom, what);
}

/* Not a number of lost calls: a task that is not traced runs the programs too. */
static void log_missed(struct engine *engine)
{
	const struct engine_missed missed = engine__missed_runs(engine);

	log_left_out(missed.calls, "of the BPF engine", "calls are missing");
	log_left_out(missed.forks, "of the BPF engine at forks",
		     "new tasks, and all that they made, are missing");
	log_left_out(missed.others,
		     "of the BPF engine at execs, exits, renames, signals and waits, or for --tree",
		     "of them are not shown, or names are old");
	log_left_out(engine__missed_events(engine), "for tracepoints and probes of augmenters",
		     "events are missing");
}

/* Tracepoints and probes of augmenters. Return: whether some were lost. */
static bool close_probes(const struct ledger *ledger, const struct aug_stats *st, bool verbose)
{
	const uint64_t taken =
		ledger->events_shown + ledger->events_past_max + ledger->events_malformed;
	const uint64_t missing = st->lost_events + ledger->events_malformed +
				 (st->events > taken ? st->events - taken : 0);
	const uint64_t lost = missing + ledger->events_unwritten;

	if (verbose && st->events + st->lost_events)
		log_info("%" PRIu64 " events of augmenters = %" PRIu64 " shown + %" PRIu64
			 " filtered + %" PRIu64 " lost",
			 st->events + st->lost_events,
			 ledger->events_shown - ledger->events_unwritten, ledger->events_past_max,
			 lost);
	if (missing)
		log_err("LOST: %" PRIu64 " events of augmenters: ring buffer full, or no memory",
			missing);
	return lost;
}

static int close_calls(const struct ledger *ledger, struct engine *engine, const struct sink *sink,
		       bool verbose, bool *ret_lost)
{
	const uint64_t shown = ledger->shown - ledger->unwritten;
	uint64_t taken, filtered, summarised, lost, ended, vanished;
	struct aug_stats st;
	int err = engine__stats(engine, &st);

	if (err)
		return err;
	taken = ledger->shown + ledger->dropped + ledger->filtered + ledger->withheld +
		ledger->past_max + ledger->malformed;
	vanished = st.emitted > taken ? st.emitted - taken : 0;
	filtered = st.filtered_syscall + st.filtered_return + st.filtered_expr + st.filtered_enter +
		   ledger->dropped + ledger->filtered + ledger->withheld + ledger->past_max;
	lost = st.lost_ring + st.lost_state + ledger->malformed + vanished + ledger->unwritten;
	/* Of calls that were only counted, those missing in the summary are lost too. */
	summarised = st.summarised;
	if (summarised) {
		summarised -= MIN(summarised, st.lost_summary);
		lost += st.summarised - summarised;
	}
	ended = shown + summarised + filtered + lost;
	*ret_lost = lost || st.lost_summary || st.lost_tasks || st.lost_waiting || st.lost_notes ||
		    st.lost_errnos || st.lost_runs || st.lost_processes || st.lost_stacks ||
		    sink->lines_lost;
	if (verbose)
		log_info("%" PRIu64 " calls of %" PRIu64 " threads = %" PRIu64 " shown + %" PRIu64
			 " only counted + %" PRIu64 " filtered + %" PRIu64 " lost + %" PRIu64
			 " unfinished",
			 st.calls, st.adopted, shown, summarised, filtered, lost,
			 st.calls > ended ? st.calls - ended : 0);
	if (st.calls < ended)
		log_err("the ledger does not close: %" PRIu64 " calls, %" PRIu64 " accounted for",
			st.calls, ended);
	log_waits(&st, engine);
	if (*ret_lost || sink->err)
		log_losses(&st, ledger, sink, vanished, engine);
	*ret_lost |= close_probes(ledger, &st, verbose);
	log_missed(engine);
	return 0;
}

static void close_events(const struct ledger *ledger, const struct perf_events *events,
			 bool verbose, bool *ret_lost)
{
	struct perf_events_counts counts;

	perf_events__counts(events, &counts);
	*ret_lost |= perf_events_counts__lost(&counts);
	if (verbose)
		log_info("%" PRIu64 " perf events = %" PRIu64 " shown + %" PRIu64
			 " filtered + %" PRIu64 " lost; %" PRIu64
			 " calls that an object did not pass on",
			 counts.shown + counts.past_max + counts.lost,
			 ledger->perf_shown - ledger->perf_unwritten,
			 ledger->perf_past_max + counts.past_max,
			 ledger->perf_unwritten + counts.lost, ledger->withheld);
	if (counts.lost)
		log_err("LOST: %" PRIu64
			" records of perf events: ring buffer full; a larger one helps "
			"(now -m %zuK per CPU)",
			counts.lost, perf_events__ring_size(events) >> 10);
	if (counts.malformed)
		log_err("LOST: %" PRIu64 " records of perf events malformed", counts.malformed);
	log_left_out(counts.missed, "of the objects' programs",
		     "calls lack what they read, or are missing");
}

int ledger__close(const struct ledger *ledger, struct engine *engine, struct perf_events *events,
		  const struct sink *sink, bool verbose, bool *ret_lost)
{
	int err = 0;

	*ret_lost = false;
	if (engine)
		err = close_calls(ledger, engine, sink, verbose, ret_lost);
	else if (sink->err || sink->lines_lost)
		log_err("cannot write the output: %s; %" PRIu64 " lines are missing",
			strerror(-sink->err), sink->lines_lost);
	*ret_lost |= sink->lines_lost > 0;
	if (events)
		close_events(ledger, events, verbose, ret_lost);
	return err;
}
