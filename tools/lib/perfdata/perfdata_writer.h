/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * perfdata_writer.h - writes a recording that stock perf reads, as a file, a directory or a pipe's
 * stream. What is written is told in one way; the three sinks put it where their form has it:
 *
 *	perfdata_writer__open(&w, &opts)
 *	perfdata_writer__add_attr(), perfdata_writer__add_feature(), ...   what is known beforehand
 *	perfdata_writer__start(w)
 *	perfdata_stream__record(perfdata_writer__stream(w, n), ...)        records
 *	perfdata_writer__add_prog(), ...                                   what turns up meanwhile
 *	perfdata_writer__finish(w)                                         now it is complete
 *	perfdata_writer__free(w)                                           without finish: it is removed
 *
 * The file forms gather features until the end; the pipe sends them at once, as records.
 */
#ifndef PERF_AUGMENT_PERFDATA_WRITER_H
#define PERF_AUGMENT_PERFDATA_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "perfdata.h"
#include "perfdata_stream.h"

struct perfdata_writer;

/** PERFDATA_STREAMS_MAX - most files DIR/data.N that are written. */
#define PERFDATA_STREAMS_MAX 1024

/**
 * struct perfdata_writer_opts
 * @path: the file or directory; @fd: the pipe's end, which stays the caller's.
 * @in_place: write to @path itself, so that what is there can be read while it is written and after
 *	a kill. Otherwise @path appears when all is there, and replaces what was there before.
 * @nr_streams: files DIR/data.N of a directory.
 * @level: zstd's, 0 for none.
 * @report: is told what cannot be written.
 */
struct perfdata_writer_opts {
	enum perfdata_form form;
	const char *path;
	int fd;
	bool in_place;
	unsigned int nr_streams;
	int level;
	struct perfdata_report report;
};

/**
 * perfdata_writer__open() - begin.
 * Return: 0; -EEXIST when @path is of another kind, or a directory with something else in it than a
 * recording; -ENOMEM; or what opening failed with.
 */
int perfdata_writer__open(struct perfdata_writer **ret_w, const struct perfdata_writer_opts *opts);

/**
 * perfdata_writer__free() - takes NULL. What was not finished is removed, unless it is @in_place.
 */
void perfdata_writer__free(struct perfdata_writer *w);

/**
 * perfdata_writer__add_attr() - one more event, best before start. Return: 0, -E2BIG, -ENOMEM or
 * a write error.
 */
int perfdata_writer__add_attr(struct perfdata_writer *w, const struct perfdata_attr *attr);

/**
 * perfdata_writer__add_feature() - a section of the header, in the bytes that the file form has.
 *
 * BPF_PROG_INFO and BPF_BTF may come often: their entries add up, one of an id that was there
 * before is left out. DIR_FORMAT and COMPRESSED are the writer's own and ignored. For the others,
 * the last counts.
 *
 * Return: 0, -ENOMEM or a write error. What the form cannot carry is told to the report and
 * counted.
 */
int perfdata_writer__add_feature(struct perfdata_writer *w, unsigned int id, const uint8_t *bytes,
				 size_t len);

/** perfdata_writer__add_prog() - one program, an entry as struct bpf_prog_entry has it in @raw. */
int perfdata_writer__add_prog(struct perfdata_writer *w, const uint8_t *raw, size_t len);

/** perfdata_writer__add_btf() - one BTF; before the programs that have it. */
int perfdata_writer__add_btf(struct perfdata_writer *w, uint32_t id, const uint8_t *data,
			     size_t len);

/** perfdata_writer__add_build_id() - a BUILD_ID record of @size bytes, its type 67 or 0. */
int perfdata_writer__add_build_id(struct perfdata_writer *w, const uint8_t *record, size_t size);

/** perfdata_writer__start() - records come next. Return: 0, -ENOMEM or a write error. */
int perfdata_writer__start(struct perfdata_writer *w);

/** perfdata_writer__nr_streams() - 1, and for a directory those of DIR/data.N. */
unsigned int perfdata_writer__nr_streams(const struct perfdata_writer *w);

/** perfdata_writer__stream() - where records go: 0 is the file, DIR/data or the pipe. */
struct perfdata_stream *perfdata_writer__stream(struct perfdata_writer *w, unsigned int idx);

/** perfdata_writer__has_feature() - whether one was added. */
bool perfdata_writer__has_feature(const struct perfdata_writer *w, unsigned int id);

/** perfdata_writer__nr_lost() - things told to the report. */
unsigned int perfdata_writer__nr_lost(const struct perfdata_writer *w);

/**
 * perfdata_writer__nr_split() - BPF programs and BTFs that went into a pipe in parts: they are whole to
 * us, and shorter to stock perf.
 */
unsigned int perfdata_writer__nr_split(const struct perfdata_writer *w);

/**
 * perfdata_writer__finish() - write what is missing and give it its name.
 * Return: 0, or the first error: the recording is not complete then, and removed by free.
 */
int perfdata_writer__finish(struct perfdata_writer *w);

/** perfdata_writer__bytes() - given to all streams so far. */
uint64_t perfdata_writer__bytes(const struct perfdata_writer *w);

/**
 * perfdata_writer__salvage() - after a write error (the disk is full) make a file or directory
 * readable that is written in place: cut behind the last whole records that leave room for its header.
 * Where room for features, with some to spare, would cost more than half of them, features are left out.
 * Return: 0; 1 when there was no room for features; -errno when the header could not be written.
 */
int perfdata_writer__salvage(struct perfdata_writer *w);

#endif /* PERF_AUGMENT_PERFDATA_WRITER_H */
