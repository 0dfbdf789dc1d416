/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * strace_values.h - words and numbers that strace's options take.
 *
 * All return 0; or -EINVAL, logged with @option, its spelling, and what would be right.
 */
#ifndef PERF_AUGMENT_STRACE_VALUES_H
#define PERF_AUGMENT_STRACE_VALUES_H

#include <stdint.h>

#include "format_strace.h"

/** strace_value__bad() - log that @value is not @wanted. Return: -EINVAL. */
int strace_value__bad(const char *option, const char *value, const char *wanted);

int strace_value__int(const char *option, const char *text, int min, int max, int *ret);

/** strace_value__interruptible() - of -I, by number or by name. @ret: 1 to 4. */
int strace_value__interruptible(const char *word, int *ret);

/** strace_value__precision() - digits behind the second that a word like "us" asks for. */
int strace_value__precision(const char *option, const char *word, uint8_t *ret_digits);

/** strace_value__clock() - of --absolute-timestamps: [[format:]FORMAT[,[precision:]PRECISION]]; NULL: none given. */
int strace_value__clock(struct strace_opts *format, const char *text);

/** strace_value__consts() - of -X. */
int strace_value__consts(const char *word, enum out_consts *ret_consts);

/** strace_value__hex() - of --strings-in-hex; NULL: none given. */
int strace_value__hex(const char *word, enum out_strings *ret_strings);

/** strace_value__overhead() - of -O: a number with a unit, or microseconds. */
int strace_value__overhead(const char *text, uint64_t *ret_ns);

/** strace_value__daemon() - of --daemonize; NULL: none given. @ret_level: 1 to 3. */
int strace_value__daemon(const char *word, unsigned int *ret_level);

/** strace_value__stacks() - of --stack-trace; NULL: none given. */
int strace_value__stacks(const char *word, bool *ret_source_lines);

#endif /* PERF_AUGMENT_STRACE_VALUES_H */
