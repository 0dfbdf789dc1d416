/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * record_reader.h - moves records from the rings of some CPUs to one stream of the recording. A file
 * or pipe has one, run by the session itself; a directory has one for each group of CPUs, each with
 * a thread and a file of its own, which share nothing.
 */
#ifndef PERF_AUGMENT_RECORD_READER_H
#define PERF_AUGMENT_RECORD_READER_H

#include <poll.h>

#include "perf_ring.h"
#include "perfdata_stream.h"

struct record_reader;

/**
 * struct record_counts - what went through.
 * @lost: records that found their ring full. @damaged: times that a ring held what is no record.
 * @first_ns, @last_ns: of the samples.
 */
struct record_counts {
	uint64_t samples;
	uint64_t others;
	uint64_t lost;
	uint64_t damaged;
	uint64_t rounds;
	uint64_t first_ns, last_ns;
};

/**
 * struct record_watcher - is shown records that the recorder must look at itself.
 * @mmap: a MMAP2 record; called by the reader's thread, with nothing locked.
 * @any: each record, likewise; may be NULL.
 */
struct record_watcher {
	void (*mmap)(void *ctx, const uint8_t *record, size_t size);
	void (*any)(void *ctx, const uint8_t *record, size_t size);
	void *ctx;
};

/**
 * record_reader__new() - of @nr_rings rings, copied, which outlive it.
 * @stream: may be changed later, see record_reader__set_stream().
 */
struct record_reader *record_reader__new(const struct perf_ring *rings, size_t nr_rings,
					 const struct record_watcher *watcher);
/** record_reader__free() - takes NULL, and one that runs. */
void record_reader__free(struct record_reader *reader);

/** record_reader__set_stream() - where to write from now on, between rounds; not owned. NULL: nowhere. */
void record_reader__set_stream(struct record_reader *reader, struct perfdata_stream *stream);

/**
 * record_reader__round() - write all that is in the rings; count it only, once that has failed.
 * Return: bytes, or the stream's error.
 */
int64_t record_reader__round(struct record_reader *reader);

/** record_reader__pollfds() - descriptors that tell when to read; @pfds has room for its rings. */
size_t record_reader__pollfds(const struct record_reader *reader, struct pollfd *pfds);
size_t record_reader__nr_rings(const struct record_reader *reader);

/** record_reader__start() - a thread does the rounds from now on. Return: 0 or -errno. */
int record_reader__start(struct record_reader *reader);

/** record_reader__stop() - end the thread, after a last round. Return: 0 or the stream's error. */
int record_reader__stop(struct record_reader *reader);

/**
 * record_reader__pause() - no round is under way until record_reader__resume(); rounds may be done by
 * the caller meanwhile.
 */
void record_reader__pause(struct record_reader *reader);
void record_reader__resume(struct record_reader *reader);

/** record_reader__error() - of its stream; 0 as long as all goes well. */
int record_reader__error(struct record_reader *reader);

/** record_reader__add_counts() - add what it counted to @counts. */
void record_reader__add_counts(struct record_reader *reader, struct record_counts *counts);

#endif /* PERF_AUGMENT_RECORD_READER_H */
