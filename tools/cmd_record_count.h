/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* cmd_record_count.h - the part of `perf-augment record` that counts samples: --count-by. */
#ifndef PERF_AUGMENT_CMD_RECORD_COUNT_H
#define PERF_AUGMENT_CMD_RECORD_COUNT_H

#include "record_session.h"

/** enum record_count_option - numbers of its options; those of others begin behind them. */
enum record_count_option {
	RECORD_COUNT_BY = 256,
	RECORD_COUNT_ENTRIES,
	RECORD_COUNT_FOLDED,
	RECORD_COUNT_JSON,
	RECORD_COUNT_FLAMEGRAPH,
	RECORD_COUNT_OPTIONS_END,
};

/** struct record_count - files that are made of the counts, or NULL. */
struct record_count {
	const char *folded;
	const char *json;
	const char *flamegraph;
};

/** record_count__parse() - an option. Return: 0 or -EINVAL, logged. */
int record_count__parse(struct record_count *count, struct record_opts *opts, int option,
			const char *arg);

/** record_count__check() - all options are known: what they mean together. Return: 0 or -EINVAL, logged. */
int record_count__check(struct record_count *count, struct record_opts *opts, bool has_threads);

/**
 * record_count__check_files() - whether those that are to be made can be: it may be a day until they are.
 * Return: 0 or -errno, logged.
 */
int record_count__check_files(const struct record_count *count, const struct record_opts *opts);

/** record_count__report() - make the files, of the recording that is complete. Return: an exit status. */
int record_count__report(const struct record_count *count, const struct record_opts *opts);

#endif /* PERF_AUGMENT_CMD_RECORD_COUNT_H */
