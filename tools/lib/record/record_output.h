/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * record_output.h - where a recording goes: its name, what had that name before (it becomes
 * PATH.old), the next one when recordings are switched (PATH.TIMESTAMP), and what is left to save
 * when the disk is full.
 */
#ifndef PERF_AUGMENT_RECORD_OUTPUT_H
#define PERF_AUGMENT_RECORD_OUTPUT_H

#include "perfdata_writer.h"
#include "strbuf.h"

/**
 * struct record_output_opts
 * @fd: of a pipe. @nr_streams: files DIR/data.N.
 * @switching: there will be several recordings, PATH.TIMESTAMP each; @max_files: the oldest of them
 *	are removed, 0 for never.
 */
struct record_output_opts {
	enum perfdata_form form;
	const char *path;
	int fd;
	unsigned int nr_streams;
	int level;
	bool switching;
	unsigned int max_files;
};

/**
 * struct record_output - all zero but @opts at first.
 * @w: of the recording that is open. @written: bytes of those before it. @nr_split: see
 *	perfdata_writer__nr_split(). @last: name of the last one.
 */
struct record_output {
	struct record_output_opts opts;
	struct perfdata_writer *w;
	bool kept_old;
	uint64_t written;
	unsigned int nr_split;
	struct strbuf last;
	char **names;
	size_t nr_names;
};

/**
 * record_output__sidecar() - the name of what is told beside the recording @path, and moves and goes with
 * it: counts of samples.
 */
void record_output__sidecar(struct strbuf *name, const char *path);

/** struct record_taken - samples of events; @forwarded: records that programs made in their place. */
struct record_taken {
	uint64_t samples;
	uint64_t forwarded;
};

/** record_output__open() - begin a recording. Return: 0 or -errno; logged. */
int record_output__open(struct record_output *out);

/** record_output__bytes() - written so far to the recording that is open. */
uint64_t record_output__bytes(const struct record_output *out);

/**
 * record_output__finish() - complete it and give it its name.
 * @write_err: what ended the writing, or 0: then what was written before is made readable.
 * Return: 0; the first error, logged.
 */
int record_output__finish(struct record_output *out, int write_err);

/**
 * record_output__count() - what is in the last one that was finished, which was no pipe: samples of
 * events, as many as report finds, and records that programs forwarded.
 * Return: 0; -errno of reading it.
 */
int record_output__count(struct record_output *out, struct record_taken *ret_taken);

/** record_output__discard() - it was never begun: remove it, and put the old one back. */
void record_output__discard(struct record_output *out);

void record_output__free(struct record_output *out);

#endif /* PERF_AUGMENT_RECORD_OUTPUT_H */
