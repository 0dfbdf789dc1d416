/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * overflow.h - samples under a BPF program's control, as a part of a recording: expressions become a
 * program on each sampling event, and at the end it is told what became of the samples that were due.
 *
 *	overflow__new()			before events are opened; overflow__sample_type() for them
 *	overflow__attach()		when all are open, before they are enabled
 *	overflow__saw_*()		records, from any thread
 *	overflow__count()		at the end of a recording
 *	overflow__say(), overflow__save()
 */
#ifndef PERF_AUGMENT_OVERFLOW_H
#define PERF_AUGMENT_OVERFLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "count.h"
#include "overflow_own.h"
#include "perfdata_writer.h"
#include "record_events.h"

struct overflow;

enum overflow_spelling { OVERFLOW_SPELL_KEEP, OVERFLOW_SPELL_DROP, OVERFLOW_SPELL_FILTER };

/** struct overflow_text - an expression, and with which option it was given. */
struct overflow_text {
	const char *text;
	enum overflow_spelling spelling;
};

/**
 * struct overflow_opts
 * @own: FILE.o[:NAME] of a user's program, which then decides alone; or NULL.
 * @count: samples are counted in the kernel; none is recorded.
 * @twin: each event has a twin that no program looks at, to compare with.
 */
struct overflow_opts {
	struct overflow_text *texts;
	size_t nr_texts;
	const char *own;
	struct count_opts count;
	bool twin;
};

/** overflow_opts__wanted() - there is something to do. */
bool overflow_opts__wanted(const struct overflow_opts *opts);

/**
 * overflow_opts__check() - whether all expressions can be understood here.
 * @mono_clock: samples have CLOCK_MONOTONIC's time.
 * Return: 0; -EINVAL and others, logged.
 */
int overflow_opts__check(const struct overflow_opts *opts, bool mono_clock);

/** overflow_opts__add_twins() - to the events. Return: 0 or -ENOMEM. */
int overflow_opts__add_twins(struct event_specs *list);

/**
 * overflow__new() - nothing is attached yet.
 * @opts, @list: stay the caller's, and must outlive it.
 * Return: 0 or -errno; logged.
 */
int overflow__new(struct overflow **ret_overflow, const struct overflow_opts *opts,
		  const struct event_specs *list, bool mono_clock);
void overflow__free(struct overflow *overflow);

/** overflow__sample_type() - what the events must have besides. */
uint64_t overflow__sample_type(const struct overflow *overflow);

/**
 * overflow__attach() - load the programs, and attach them to all of @events, which get those that
 * programs forward records to.
 * Return: 0 or -errno; logged.
 */
int overflow__attach(struct overflow *overflow, struct record_events *events);

/**
 * overflow__counts() - samples are counted: only what the header has to tell, and the counts, are
 * written.
 */
bool overflow__counts(const struct overflow *overflow);

/** overflow__nr_counted() - samples, when it is over. */
uint64_t overflow__nr_counted(const struct overflow *overflow);

/**
 * overflow__written() - what the events are in the recording: to be freed with
 * overflow__free_written(). NULL without memory.
 */
struct record_event *overflow__written(const struct overflow *overflow,
				       const struct record_event *events, size_t nr);
void overflow__free_written(struct record_event *events, size_t nr);

/** overflow__saw() - a SAMPLE, THROTTLE, FORK, MMAP2 or KSYMBOL record; others are ignored. */
void overflow__saw(struct overflow *overflow, const uint8_t *record, size_t size);

/** overflow__write_types() - of the records that programs forward, into a recording. Return: 0 or -errno. */
int overflow__write_types(const struct overflow *overflow, struct perfdata_writer *w);

/** overflow__forwarded() - records, by the last overflow__count(). */
struct overflow_forwarded overflow__forwarded(const struct overflow *overflow);

/**
 * overflow__write() - what was counted, when it is, as samples.
 * @time_ns: by the recording's clock. Return: 0 or -errno.
 */
int overflow__write(struct overflow *overflow, const struct record_events *events, uint64_t time_ns,
		    struct perfdata_stream *stream);

/** overflow__count() - read all counts: those since the last call. Return: 0 or -errno; logged. */
int overflow__count(struct overflow *overflow, const struct record_events *events);

/** overflow__say() - print them, and what is to be thought of them. @verbose: of each CPU. */
void overflow__say(const struct overflow *overflow, bool quiet, bool verbose);

/** overflow__save() - as JSON, beside the recording @path. Return: 0 or -errno; logged. */
int overflow__save(struct overflow *overflow, const char *path);

#endif /* PERF_AUGMENT_OVERFLOW_H */
