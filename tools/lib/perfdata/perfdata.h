/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * perfdata.h - reads recordings of perf and ours: a file, a directory (DIR/data, DIR/data.N) or a
 * pipe stream, live or saved; compressed records unpacked. What is in them is hostile: every size,
 * offset and count is checked, and memory does not grow with the recording.
 *
 *	err = perfdata__open(&pd, path, &report);
 *	while ((err = perfdata__next(pd, &rec)) > 0)
 *		...
 *	perfdata__close(pd);
 */
#ifndef PERF_AUGMENT_PERFDATA_H
#define PERF_AUGMENT_PERFDATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "perfdata_abi.h"
#include "perfdata_attr.h"

struct perfdata;

enum perfdata_form { PERFDATA_FORM_FILE, PERFDATA_FORM_DIR, PERFDATA_FORM_PIPE };

/**
 * struct perfdata_report - who is told what is wrong with a recording.
 * @say: one sentence, without a line break; called a bounded number of times. May be NULL.
 */
struct perfdata_report {
	void (*say)(void *ctx, const char *text);
	void *ctx;
};

/** struct perfdata_feature - a section of the header; @cut: it reaches past the file's end. */
struct perfdata_feature {
	unsigned int id;
	bool cut;
	struct perfdata_section at;
};

/**
 * struct perfdata_record - one record.
 * @offset: of the record in its file; of the COMPRESSED record that it was in.
 * @file: 0 is the file or DIR/data, then the others; see perfdata__file_name().
 * @unpacked: it came out of a COMPRESSED record.
 * @bytes: @size bytes with the header, valid until the next call.
 * @payload_len: bytes that follow it without being in its size (TRACING_DATA, AUXTRACE).
 */
struct perfdata_record {
	uint64_t offset;
	unsigned int file;
	bool unpacked;
	uint32_t type;
	uint16_t misc;
	uint16_t size;
	const uint8_t *bytes;
	uint64_t payload_len;
};

/**
 * perfdata__open() - begin to read a recording: its header, events and table of features.
 * @path: a file, a directory, or "-" for standard input.
 * @report: is told what is wrong, as long as the recording is open; copied.
 *
 * Return: 0; -ENOENT and the like from opening; -EINVAL: not a recording; -ENOTSUP: one of a
 * machine with the other byte order, or of perf before 2.6.33, or a directory whose `data` is no
 * file; -ENOMEM. The reason was told to @report for all but the errors of opening.
 */
int perfdata__open(struct perfdata **ret_pd, const char *path,
		   const struct perfdata_report *report);

/** perfdata__open_memory() - the same for @size bytes that outlive it. */
int perfdata__open_memory(struct perfdata **ret_pd, const void *bytes, size_t size,
			  const struct perfdata_report *report);

void perfdata__close(struct perfdata *pd);

/**
 * perfdata__next() - the next record; records of compressed ones follow them.
 *
 * Files are read one after another, DIR/data first. In a pipe, ATTR, EVENT_UPDATE and EVENT_DESC
 * records add to perfdata__evlist() before they are returned.
 *
 * Return: 1, 0 at the end, -ENOMEM, or a read error. A damaged record ends its file, is told to the
 * report and makes perfdata__is_incomplete() true.
 */
int perfdata__next(struct perfdata *pd, struct perfdata_record *ret_rec);

/** perfdata__can_rewind() - it is no stream. */
bool perfdata__can_rewind(const struct perfdata *pd);

/**
 * perfdata__rewind() - go back to the first record. What is wrong was told and is not told again.
 * Return: 0, -ESPIPE for a stream.
 */
int perfdata__rewind(struct perfdata *pd);

/** perfdata__payload() - the next piece of what follows the record; NULL at its end. */
const uint8_t *perfdata__payload(struct perfdata *pd, size_t *ret_len);

enum perfdata_form perfdata__form(const struct perfdata *pd);
/** perfdata__header() - the file form's header; NULL for a pipe. */
const struct perfdata_file_header *perfdata__header(const struct perfdata *pd);
struct perfdata_evlist *perfdata__evlist(struct perfdata *pd);
/** perfdata__is_incomplete() - something that was recorded could not be read. */
bool perfdata__is_incomplete(const struct perfdata *pd);
/** perfdata__is_unfinished() - the recorder was killed: sizes and features were never written. */
bool perfdata__is_unfinished(const struct perfdata *pd);
unsigned int perfdata__nr_files(const struct perfdata *pd);
/** perfdata__file_name() - "data.3"; for @file 0 the path that was opened. */
const char *perfdata__file_name(const struct perfdata *pd, unsigned int file);

/** perfdata__features() - the header's sections, by ascending id; none for pipes. */
const struct perfdata_feature *perfdata__features(const struct perfdata *pd, size_t *ret_nr);
const struct perfdata_feature *perfdata__find_feature(const struct perfdata *pd, unsigned int id);

/**
 * perfdata__load_feature() - a section's bytes; the caller frees @ret_bytes. What is left of a
 * section that was cut.
 * Return: 0, -ENOMEM or a read error.
 */
int perfdata__load_feature(struct perfdata *pd, const struct perfdata_feature *feature,
			   uint8_t **ret_bytes, size_t *ret_len);

/** perfdata_record__cpumode() - PERF_RECORD_MISC_KERNEL, _USER, ... */
static inline unsigned int perfdata_record__cpumode(const struct perfdata_record *rec)
{
	return rec->misc & PERF_RECORD_MISC_CPUMODE_MASK;
}

#endif /* PERF_AUGMENT_PERFDATA_H */
