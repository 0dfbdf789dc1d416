/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * perfdata_dump.h - everything in a recording as lines: header, events, features, records in the
 * order in which they lie there, and at the end how many of each type. Text, or a JSON object a
 * line.
 */
#ifndef PERF_AUGMENT_PERFDATA_DUMP_H
#define PERF_AUGMENT_PERFDATA_DUMP_H

#include "perfdata.h"
#include "sink.h"

/**
 * struct perfdata_dump_opts
 * @json: a JSON object per line.
 * @raw: the bytes of each record too.
 * @only: record types to show, @nr_only of them; all when 0. Counts are of all records.
 * @no_header: leave out the header, events and features.
 */
struct perfdata_dump_opts {
	bool json;
	bool raw;
	bool no_header;
	const uint32_t *only;
	size_t nr_only;
};

/**
 * perfdata_dump__run() - read @pd to its end and write the lines.
 * Return: 0, also when perfdata__is_incomplete(@pd); -ENOMEM; a read error; or the sink's write
 * error.
 */
int perfdata_dump__run(struct perfdata *pd, const struct perfdata_dump_opts *opts,
		       struct sink *sink);

#endif /* PERF_AUGMENT_PERFDATA_DUMP_H */
