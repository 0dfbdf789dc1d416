/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* record_parse.h - values of `record`'s options, in perf's spellings; no side effects. */
#ifndef PERF_AUGMENT_RECORD_PARSE_H
#define PERF_AUGMENT_RECORD_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** record_parse__number() - a number above 0, in C's bases. Return: 0 or -EINVAL. */
int record_parse__number(const char *text, uint64_t *ret_nr);

/** record_parse__size() - 4096, 64K, 10M, 1G: bytes. Return: 0 or -EINVAL. */
int record_parse__size(const char *text, uint64_t *ret_bytes);

/**
 * record_parse__ring() - a ring's size: a number of pages, or a size with a suffix; the next power of
 * two. Return: 0, -EINVAL; -E2BIG over 1 GiB.
 */
int record_parse__ring(const char *text, size_t page_size, size_t *ret_bytes);

/**
 * record_parse__branches() - "any_call,u": kinds of branches and levels by perf's names, as in
 * perf_event_attr.branch_sample_type; they are added. Return: 0 or -EINVAL.
 */
int record_parse__branches(const char *text, uint64_t *branch_type);

/** record_parse__clock() - a clock by perf's names or its number. Return: 0 or -EINVAL. */
int record_parse__clock(const char *text, int32_t *ret_clockid);

/** struct record_switch - one of the three is set. */
struct record_switch {
	bool on_signal;
	uint64_t bytes;
	uint64_t ns;
};

/** record_parse__switch() - "signal", a size with a suffix, a time as 30s, 5m, 2h, 1d. */
int record_parse__switch(const char *text, struct record_switch *ret);

#endif /* PERF_AUGMENT_RECORD_PARSE_H */
