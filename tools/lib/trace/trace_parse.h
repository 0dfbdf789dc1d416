/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* trace_parse.h - values of `trace`'s options, in perf's spellings; no side effects but messages. */
#ifndef PERF_AUGMENT_TRACE_PARSE_H
#define PERF_AUGMENT_TRACE_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cpu_list.h"

/* All log what is wrong. Return: 0 or -EINVAL. */

/** TRACE_MAX_STACK - frames of a call chain when nothing is said: the kernel's own default. */
#define TRACE_MAX_STACK 127

/**
 * trace_parse__call_graph() - --call-graph: "fp", "dwarf" or "dwarf,SIZE"; lbr is refused by name.
 * @ret_stacks: AUG_STACK_* of user space. @ret_dump: bytes of the stack, for dwarf.
 */
int trace_parse__call_graph(const char *text, uint8_t *ret_stacks, uint32_t *ret_dump);

/**
 * trace_parse__default_graph() - what gives whole chains on this kernel: dwarf, or fp before Linux
 * 5.15.
 */
void trace_parse__default_graph(uint8_t *ret_stacks, uint32_t *ret_dump);

/** trace_parse__faults() - -F: "all", "maj", "min". Added to @ret_faults: PERF_EVENTS_FAULTS_*. */
int trace_parse__faults(const char *text, unsigned int *ret_faults);

/** trace_parse__number() - a number from @min to @max. */
int trace_parse__number(const char *option, const char *text, uint64_t min, uint64_t max,
			uint64_t *ret_nr);

/** trace_parse__count() - a number above 0. */
int trace_parse__count(const char *option, const char *text, uint64_t *ret_nr);

/** trace_parse__time() - in units of @unit_ns nanoseconds, called @unit_name in the message. */
int trace_parse__time(const char *option, const char *text, double unit_ns, const char *unit_name,
		      uint64_t *ret_ns);

/** trace_parse__ring_size() - as perf's -m: a number of pages, or a size with a suffix; bytes. */
int trace_parse__ring_size(const char *text, size_t *ret_size);

/** trace_parse__delay() - -D: milliseconds. */
int trace_parse__delay(const char *text, uint64_t *ret_ns);

/** trace_parse__cpus() - -C: "0-3,8", added to @cpus. */
int trace_parse__cpus(const char *text, struct cpu_list *cpus);

/**
 * trace_parse__tracepoint() - one tracepoint of this kernel. @ret_name: the caller frees it. Also
 * -ENOMEM.
 */
int trace_parse__tracepoint(const char *option, const char *text, char **ret_name);

enum trace_color { TRACE_COLOR_AUTO, TRACE_COLOR_ALWAYS, TRACE_COLOR_NEVER };

/** trace_parse__color() - "auto", "always", "never". */
int trace_parse__color(const char *text, enum trace_color *ret_color);

/** trace_color__is_on() - auto is what terminal__takes_colors() says. */
bool trace_color__is_on(enum trace_color color, int fd);

#endif /* PERF_AUGMENT_TRACE_PARSE_H */
