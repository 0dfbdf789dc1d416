/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* perfdata_priv.h - the reader's state, shared by perfdata.c (records) and perfdata_header.c. */
#ifndef PERF_AUGMENT_PERFDATA_PRIV_H
#define PERF_AUGMENT_PERFDATA_PRIV_H

#include "perfdata.h"
#include "perfdata_input.h"
#include "perfdata_zstd.h"

/** PERFDATA_REPORTS_MAX - after so many sentences the rest is only remembered as "incomplete". */
#define PERFDATA_REPORTS_MAX 32

/**
 * struct perfdata
 * @files: names of DIR/data.N; @dir_fd: the directory, or -1.
 * @main: the file, DIR/data or the stream: what has the header.
 * @in: the file that is being read, number @file of them; @main at first.
 * @data_end: where its records end; UINT64_MAX in a pipe.
 * @main_start, @main_end: where those of @main are; @rewound: they are read again.
 * @step: bytes of the record that was returned last; skipped when the next one is wanted.
 * @payload_left: bytes behind that record which were not read.
 * @unpack: of this file; made at its first COMPRESSED record.
 * @unpacked_step: bytes of the last record that came out of @unpack.
 */
struct perfdata {
	struct perfdata_report report;
	unsigned int nr_reports;
	enum perfdata_form form;
	bool incomplete;
	bool unfinished;
	struct perfdata_file_header header;
	struct perfdata_evlist evlist;
	struct perfdata_feature features[PERFDATA_NR_FEATURES];
	size_t nr_features;

	char *path;
	int dir_fd;
	char **files;
	unsigned int nr_files;

	struct perfdata_input *main;
	struct perfdata_input *in;
	unsigned int file;
	uint64_t data_end;
	uint64_t main_start, main_end;
	bool rewound;
	uint64_t record_offset;
	size_t step;
	uint64_t payload_left;
	struct perfdata_unpack *unpack;
	bool unpack_is_broken;
	size_t unpacked_step;
};

/** perfdata__problem() - tell the report; the recording counts as incomplete. */
void perfdata__problem(struct perfdata *pd, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/**
 * perfdata__read_header() - of @pd->in; then it stands at the first record. Return: as
 * perfdata__open().
 */
int perfdata__read_header(struct perfdata *pd);

/** perfdata__take_names() - names of events from an EVENT_DESC. Return: 0 or -ENOMEM. */
int perfdata__take_names(struct perfdata *pd, const uint8_t *bytes, size_t len);

#endif /* PERF_AUGMENT_PERFDATA_PRIV_H */
