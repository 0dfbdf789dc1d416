/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * perfdata_convert.h - one recording read and written again in another form, without a loss where
 * the form allows; optionally for perf 6.1, which refuses what is newer than itself.
 */
#ifndef PERF_AUGMENT_PERFDATA_CONVERT_H
#define PERF_AUGMENT_PERFDATA_CONVERT_H

#include "perfdata_counts.h"
#include "perfdata_writer.h"

/**
 * struct perfdata_convert_opts
 * @out: form, path, level and report of what is written; @nr_streams is chosen from the recording.
 * @compat_6_1: leave out or make smaller what perf 6.1 does not read.
 */
struct perfdata_convert_opts {
	struct perfdata_writer_opts out;
	bool compat_6_1;
};

/**
 * struct perfdata_converted - what became of it.
 * @read, @dropped: records by type; those that turn into another shape (ATTR to the header) are
 * not dropped.
 * @nr_features: features that perf 6.1 does not know and that were left out.
 * @nr_attrs: events made smaller; @nr_lossy_attrs: those of them that lost a setting.
 * @nr_progs: BPF programs whose info was made smaller for perf 6.1.
 * @nr_split: see perfdata_writer__nr_split().
 * @nr_lost: things told to the report that the new form cannot carry.
 */
struct perfdata_converted {
	struct perfdata_counts read;
	struct perfdata_counts dropped;
	unsigned int nr_features;
	unsigned int nr_attrs;
	unsigned int nr_lossy_attrs;
	unsigned int nr_progs;
	unsigned int nr_split;
	unsigned int nr_lost;
};

/**
 * perfdata_convert__run() - read @pd to its end and write it.
 * Return: 0, also when perfdata__is_incomplete(@pd): then what could be read was written; or an
 * error of reading or writing: then nothing has the name that was asked for.
 */
int perfdata_convert__run(struct perfdata *pd, const struct perfdata_convert_opts *opts,
			  struct perfdata_converted *ret_converted);

#endif /* PERF_AUGMENT_PERFDATA_CONVERT_H */
