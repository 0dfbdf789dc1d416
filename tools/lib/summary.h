/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* summary.h - the tables of `trace -s`: per thread and call, from the sums made in the kernel. */
#ifndef PERF_AUGMENT_SUMMARY_H
#define PERF_AUGMENT_SUMMARY_H

#include <stddef.h>
#include <stdint.h>

#include "bpf/augment.h"
#include "strbuf.h"

struct summary;

/** summary__new() - Return: NULL when there is no memory. */
struct summary *summary__new(void);
void summary__free(struct summary *s);

/** summary__add() - one thread's sums of one call. Return: 0 or -ENOMEM. */
int summary__add(struct summary *s, const struct aug_summary_key *key,
		 const struct aug_summary *sum);

/** summary__print() - append the tables to @text: threads with most calls first, calls with most time first. */
void summary__print(struct summary *s, struct strbuf *text);

/**
 * summary__percentile() - the duration that @percent of the calls did not exceed, in nanoseconds;
 * known to 1/8 of its value, and never outside of [min_ns, max_ns].
 */
uint64_t summary__percentile(const struct aug_summary *sum, unsigned int percent);

/** summary__stddev() - standard deviation of the durations in nanoseconds; 0 for fewer than two. */
double summary__stddev(const struct aug_summary *sum);

#endif /* PERF_AUGMENT_SUMMARY_H */
