/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * format.h - one line per call. What a value looks like is the writer's affair (out.h), a format
 * adds what stands around the arguments.
 */
#ifndef PERF_AUGMENT_FORMAT_H
#define PERF_AUGMENT_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#include "out.h"
#include "record.h"
#include "stacks.h"
#include "strbuf.h"
#include "syscalls.h"

/** enum format_kind - --format of trace. FORMAT_STRACE is format_strace.h's. */
enum format_kind { FORMAT_PERF, FORMAT_STRACE, FORMAT_JSON };

/**
 * struct format_opts - named as the [trace] keys of perfconfig(1).
 * @wall_offset_ns: what to add to CLOCK_MONOTONIC for the time since 1970; JSON has both.
 * @full_time: the clock's time (CLOCK_MONOTONIC) instead of the time since @base_ns.
 * @args_alignment: column of the "=" behind the arguments.
 * @attached: types of what augmenters attach; NULL for none.
 * @decode_fds: FD_SHOW_*: what descriptors stand for; JSON has all of it or nothing.
 * @verbose: all members of structures, all elements of arrays.
 * @has_calls: calls are traced, so that events leave the column of their durations blank.
 * @print_formats: tracepoints as the kernel's own print formats have them, not field by field.
 * @stacks: names of the addresses in call chains; NULL when there are none. @max_stack, @min_stack: frames
 *	shown of a chain; calls with fewer frames are shown without.
 * @cgroups: the control groups of threads; NULL: not told.
 * @color: mark errors and long calls for a terminal.
 */
struct format_opts {
	enum format_kind kind;
	uint64_t base_ns;
	uint64_t wall_offset_ns;
	bool show_timestamp;
	bool show_duration;
	bool show_comm;
	bool show_arg_names;
	bool show_zeros;
	bool show_prefix;
	bool full_time;
	bool color;
	bool verbose;
	uint8_t decode_fds;
	unsigned int args_alignment;
	struct attached_types *attached;
	struct stacks *stacks;
	size_t max_stack;
	size_t min_stack;
	bool has_calls;
	bool print_formats;
	const struct task_cgroups *cgroups;
};

/** enum format_state - a call that waits is shown twice: when that is noticed, and when it ends. */
enum format_state { FORMAT_WHOLE, FORMAT_WAITING, FORMAT_CONTINUED };

/**
 * format_perf__call() - append perf trace's line for @event to @line, with its line break:
 * ` ts (dur ms): comm/tid call(name: val, ...) = ret`.
 */
void format_perf__call(const struct format_opts *opts, const struct event *event,
		       enum format_state state, struct strbuf *line);

/** format_json__call() - append the JSON object of @event, with its line break. */
void format_json__call(const struct format_opts *opts, const struct event *event,
		       enum format_state state, struct strbuf *line);

/** format__chain() - the call chains of @event; @ret_chain->nr_user and nr_kernel are 0 when it has none. */
void format__chain(const struct event *event, struct stack_chain *ret_chain);

/** format_json__fds() - the member "fds": what the descriptors of @event stand for. */
void format_json__fds(const struct event *event, struct out *o);

/** format__raw_args() - all six registers of a call without a row, as nobody can say how many count. */
void format__raw_args(const struct event *event, struct out *o);

/**
 * format__error() - append `-1 ENOENT (No such file or directory)`, or `? ERESTARTSYS (...)` for the
 * codes that the kernel keeps to itself.
 */
void format__error(int err, struct strbuf *line);

/** format__error_name() - ENOENT, ERESTARTSYS; NULL when it has none. */
const char *format__error_name(int err);

/** format__number() - the number that the program called: that of socketcall for what came through it. */
unsigned int format__number(const struct aug_record *rec);

/** format__bare_name() - append the name of a call, "syscall_N" for a number without a row. */
void format__bare_name(unsigned int abi, unsigned int nr, struct strbuf *line);

/** format__syscall_name() - the same, with "@32" or "@x32" behind it when it is not one of the native table. */
void format__syscall_name(unsigned int abi, unsigned int nr, struct strbuf *line);

#endif /* PERF_AUGMENT_FORMAT_H */
