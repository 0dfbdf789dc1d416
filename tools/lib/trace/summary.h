/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * summary.h - the tables of `trace -s`, from the sums made in the kernel: per thread, process or control
 * group and call, or per call alone. Sums of several threads are added up here, so all numbers stay exact;
 * percentiles are known to 1/8 of their value.
 */
#ifndef PERF_AUGMENT_SUMMARY_H
#define PERF_AUGMENT_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf-progs/engine_counts.h"
#include "strbuf.h"

struct summary;

/** enum summary_mode - --summary-mode: whose calls are added up. */
enum summary_mode { SUMMARY_THREAD, SUMMARY_PROCESS, SUMMARY_TOTAL, SUMMARY_CGROUP };

/** enum summary_column - what rows are sorted by; the largest first, names as in a dictionary; NONE: numbers of calls. */
enum summary_column {
	SUMMARY_COL_TOTAL,
	SUMMARY_COL_CALLS,
	SUMMARY_COL_ERRORS,
	SUMMARY_COL_MIN,
	SUMMARY_COL_AVG,
	SUMMARY_COL_MAX,
	SUMMARY_COL_STDDEV,
	SUMMARY_COL_P50,
	SUMMARY_COL_P90,
	SUMMARY_COL_P99,
	SUMMARY_COL_NAME,
	SUMMARY_COL_NONE,
	SUMMARY_NR_COLUMNS
};

/**
 * struct summary_opts - all zero is what `-s` alone prints.
 * @max_rows: of each table; 0 for all.
 * @histogram: of the durations of each call. @errnos: how often which error.
 * @runs: the time that each was running.
 * @width: of the terminal: columns that would make lines longer are left out; 0 for none.
 */
struct summary_opts {
	enum summary_mode mode;
	enum summary_column sort;
	size_t max_rows;
	bool histogram;
	bool errnos;
	bool runs;
	size_t width;
};

/** summary__parse_mode() - "thread", ... Return: 0; -EINVAL, logged. */
int summary__parse_mode(const char *text, enum summary_mode *ret_mode);

/** summary__parse_column() - "calls", "total", ...; strace's words too. Return: 0; -EINVAL, logged. */
int summary__parse_column(const char *text, enum summary_column *ret_column);

/** summary__new() - @opts is borrowed; NULL for the default. Return: NULL when there is no memory. */
struct summary *summary__new(const struct summary_opts *opts);
void summary__free(struct summary *s);

/** summary__add() - one thread's sums of one call. Return: 0 or -ENOMEM. */
int summary__add(struct summary *s, const struct aug_summary_key *key,
		 const struct aug_summary *sum);

/** summary__add_errno() - @nr of them failed so; after all of summary__add(). Return: 0 or -ENOMEM. */
int summary__add_errno(struct summary *s, const struct aug_errno_key *key, uint64_t nr);

/** summary__add_run() - a thread was running. Return: 0 or -ENOMEM. */
int summary__add_run(struct summary *s, const struct aug_run_key *key, const struct aug_run *run);

/** summary__print() - append the tables to @text: those with most calls first, rows by the column. */
void summary__print(struct summary *s, struct strbuf *text);

/** summary__print_json() - append an object a line for each table; see docs/trace-json.md. */
void summary__print_json(struct summary *s, struct strbuf *text);

/**
 * summary__percentile() - the duration that @percent of the calls did not exceed, in nanoseconds;
 * known to 1/8 of its value, below 32 ns to that, and never outside of [min_ns, max_ns].
 */
uint64_t summary__percentile(const struct aug_summary *sum, unsigned int percent);

/** summary__stddev() - standard deviation of the durations in nanoseconds; 0 for fewer than two. */
double summary__stddev(const struct aug_summary *sum);

#endif /* PERF_AUGMENT_SUMMARY_H */
