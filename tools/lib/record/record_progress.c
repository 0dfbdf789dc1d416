// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* record_progress.c - see record_session_priv.h: what a recorder says of itself. */
#include <inttypes.h>
#include <stdio.h>

#include "log.h"
#include "record_session_priv.h"
#include "util.h"

#define MIB (1024.0 * 1024.0)

/* Of the terminal's line, up to its end. */
static const char clear_line[] = "\r\033[K";

static uint64_t bytes_written(const struct record_session *s)
{
	return s->output.written + record_output__bytes(&s->output);
}

void record_progress__clear(struct record_session *s)
{
	if (s->progress.shown)
		fputs(clear_line, stderr);
	s->progress.shown = false;
}

void record_progress__update(struct record_session *s)
{
	const uint64_t now_ns = record_session__now_ns();
	struct record_counts counts;
	double seconds;

	if (!s->opts->progress || now_ns < s->progress.next_ns)
		return;
	counts = record_session__counts(s);
	seconds = (double)(now_ns - s->progress.last_ns) / NSEC_PER_SEC;
	if (s->progress.last_ns) {
		fprintf(stderr, "%s%" PRIu64 " samples (%.0f/s), %.1f MB, %" PRIu64 " lost",
			clear_line, counts.samples,
			(double)(counts.samples - s->progress.samples) / seconds,
			(double)bytes_written(s) / MIB, counts.lost + s->side_lost);
		fflush(stderr);
		s->progress.shown = true;
	}
	s->progress.samples = counts.samples;
	s->progress.last_ns = now_ns;
	s->progress.next_ns = now_ns + NSEC_PER_SEC;
}

static const char *name_of_output(const struct record_session *s)
{
	if (s->opts->output.form == PERFDATA_FORM_PIPE)
		return "standard output";
	return s->opts->output.path;
}

/* Records of programs are samples too, which are told apart from those of the events. */
static struct overflow_forwarded forwarded(const struct record_session *s)
{
	return s->overflow ? overflow__forwarded(s->overflow) : (struct overflow_forwarded){};
}

static void say_losses(struct record_session *s, const struct record_counts *counts)
{
	/* LOST records tell of samples and of what the tracker wrote; the counters only of samples. */
	const uint64_t lost = counts->lost - MIN(counts->lost, forwarded(s).lost);
	const uint64_t samples = s->counts_lost ? s->lost_samples : lost;
	const uint64_t others = lost > samples ? lost - samples : 0;

	if (samples)
		log_warn("%" PRIu64
			 " samples were lost for want of room in the ring buffers: make them "
			 "larger with -m, or sample less often",
			 samples);
	if (s->unwritten.samples)
		log_warn("%" PRIu64 " samples were lost, as they could not be written",
			 s->unwritten.samples);
	if (s->unwritten.forwarded)
		log_warn(
			"%" PRIu64
			" records that the program forwarded were lost, as they could not be written",
			s->unwritten.forwarded);
	if (others)
		log_warn("%" PRIu64
			 " records of mappings and names of tasks were lost with them: some "
			 "samples will have no symbol",
			 others);
	if (s->side_lost)
		log_warn("%" PRIu64 " records of BPF programs were lost", s->side_lost);
	if (counts->damaged)
		log_warn("%" PRIu64 " times a ring buffer held what is no record: it was left out",
			 counts->damaged);
}

static void say_latency(struct record_session *s)
{
	struct sideband_latency latency;

	sideband__latency(s->sideband, &latency);
	if (latency.nr)
		log_info("side-band: %" PRIu64 " records read, p50 %" PRIu64 " us, p99 %" PRIu64
			 " us, at most %" PRIu64 " us after they were written",
			 latency.nr, latency.p50_us, latency.p99_us, latency.max_us);
}

void record_progress__summary(struct record_session *s)
{
	const struct record_counts counts = record_session__counts(s);
	const uint64_t samples = record_session__taken(s).samples;

	record_progress__clear(s);
	if (!s->opts->quiet)
		log_info("%s %.3f MB to %s%s: %" PRIu64 " samples",
			 s->write_err ? "recorded, not all of it," : "recorded",
			 (double)bytes_written(s) / MIB, name_of_output(s),
			 s->opts->output.switching ? ".TIMESTAMP" : "",
			 samples - s->unwritten.samples);
	say_losses(s, &counts);
	if (s->overflow)
		overflow__say(s->overflow, s->opts->quiet, s->opts->verbose);
	if (!s->opts->quiet && s->output.nr_split)
		log_info(
			"%u BPF programs, BTFs or command lines went in parts, as a record of a stream holds 64 KiB: "
			"stock perf gets them shortened",
			s->output.nr_split);
	if (!s->opts->quiet)
		bpf_capture__log_totals(sideband__capture(s->sideband));
	if (s->opts->verbose)
		say_latency(s);
}
