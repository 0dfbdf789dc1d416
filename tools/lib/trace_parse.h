/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* trace_parse.h - values of `trace`'s options, in perf's spellings; no side effects but messages. */
#ifndef PERF_AUGMENT_TRACE_PARSE_H
#define PERF_AUGMENT_TRACE_PARSE_H

#include <stdbool.h>
#include <stdint.h>

/* All log what is wrong. Return: 0 or -EINVAL. */

/** TRACE_MAX_STACK - frames of a call chain when nothing is said: the kernel's own default. */
#define TRACE_MAX_STACK 127

/** trace_parse__call_graph() - --call-graph: "fp"; the other ways of perf are refused by name. */
int trace_parse__call_graph(const char *text);

/** trace_parse__faults() - -F: "all", "maj", "min". @ret_faults: PERF_EVENTS_FAULTS_*. */
int trace_parse__faults(const char *text, unsigned int *ret_faults);

/** trace_parse__number() - a number from @min to @max. */
int trace_parse__number(const char *option, const char *text, uint64_t min, uint64_t max,
			uint64_t *ret_nr);

#endif /* PERF_AUGMENT_TRACE_PARSE_H */
