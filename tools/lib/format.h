/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * format.h - one line per call. What a value looks like is the writer's affair (out.h), a format
 * adds what stands around the arguments.
 */
#ifndef PERF_AUGMENT_FORMAT_H
#define PERF_AUGMENT_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#include "record.h"
#include "strbuf.h"
#include "syscalls.h"

/**
 * struct format_opts - named as the [trace] keys of perfconfig(1).
 * @full_time: the clock's time (CLOCK_MONOTONIC) instead of the time since @base_ns.
 * @args_alignment: column of the "=" behind the arguments.
 * @attached: types of what augmenters attach; NULL for none.
 * @color: mark errors and long calls for a terminal.
 */
struct format_opts {
	uint64_t base_ns;
	bool show_timestamp;
	bool show_duration;
	bool show_comm;
	bool show_arg_names;
	bool show_zeros;
	bool show_prefix;
	bool full_time;
	bool color;
	unsigned int args_alignment;
	struct attached_types *attached;
};

/** enum format_state - a call that waits is shown twice: when that is noticed, and when it ends. */
enum format_state { FORMAT_WHOLE, FORMAT_WAITING, FORMAT_CONTINUED };

/**
 * format_perf__call() - append perf trace's line for @event to @line, with its line break:
 * ` ts (dur ms): comm/tid call(name: val, ...) = ret`.
 */
void format_perf__call(const struct format_opts *opts, const struct event *event,
		       enum format_state state, struct strbuf *line);

/** format__syscall_name() - append the name of a call, "syscall_N" for a number without a row. */
void format__syscall_name(unsigned int abi, unsigned int nr, struct strbuf *line);

#endif /* PERF_AUGMENT_FORMAT_H */
