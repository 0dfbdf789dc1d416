/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* trace.h - one run of `perf-augment trace`: engine, target, lines, summary and ledger. */
#ifndef PERF_AUGMENT_TRACE_H
#define PERF_AUGMENT_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "augmenter.h"
#include "engine.h"
#include "format.h"
#include "format_strace.h"
#include "perf_events.h"
#include "sink.h"
#include "strace_summary.h"
#include "summary.h"
#include "target.h"

/**
 * struct trace_opts - what to trace and how to show it; all pointers are borrowed.
 * @engine: for the engine; @engine.specs is set by the caller.
 * @format: @base_ns and @wall_offset_ns are set by trace__run(). @strace: more, for FORMAT_STRACE.
 * @no_calls: system calls are not traced: there is no engine.
 * @wanted: the calls of @engine.specs.
 * @filter: of @engine.filter; NULL for none.
 * @tracepoints, @objects: what else is traced; the objects are opened, not loaded. NULL for none.
 * @faults: page faults that are shown, PERF_EVENTS_FAULTS_*.
 * @summary: how the summary is shown. @show_summary: it is, when the engine counts. @tree: and the tree.
 * @delay_ns: calls and events before this time after the start are not shown.
 * @switch_on, @switch_off: tracepoints: what comes before the first one, and after the second, is not shown,
 *	nor are these themselves without @show_switches. NULL for none.
 * @strace_table: the summary is that of strace -c; NULL for perf's.
 * @separate: the lines of thread N go to the file SEPARATE.N; only with FORMAT_STRACE. NULL: to the sink.
 * @pids: processes, all their threads; @tids: single threads.
 * @filter_pids: processes, and single threads, never traced.
 * @augmenters: objects of augmenter.bpf.h; NULL for none.
 * @program: what is run when that is not what @command begins with; NULL when it is.
 * @command: NULL-terminated argv; NULL for none. With @pids, @tids or all tasks it only says how long, but
 *	with @trace_all it is traced beside @pids and @tids, until all of them have ended.
 * @environment: of the command; NULL for ours.
 * @user: who the command runs as; NULL for us. @daemon: see struct target_program; the command's status is not
 *	known then.
 * @uninterruptible: SIGINT, SIGTERM and SIGHUP do not end the trace. @unstoppable: nor does SIGTSTP
 *	(^Z) stop it.
 * @ret_signal: gets the signal that ended the command, 0 when none did; may be NULL.
 * @ret_stop_signal: gets the signal that ended the trace, 0 when none did; may be NULL.
 * @max_events: stop after this many lines; 0 for no limit.
 * @dump_maps: maps of the engine to print at the end, at SIGUSR1 and every @dump_interval_ns (0: not);
 *	       comma-separated, NULL for none.
 * @ledger: print the ledger also when nothing was lost.
 */
struct trace_opts {
	struct engine_opts engine;
	bool no_calls;
	const struct select *wanted;
	const struct filter *filter;
	const struct tp_select *tracepoints;
	struct stock_objects *objects;
	struct format_opts format;
	struct strace_opts strace;
	unsigned int faults;
	struct summary_opts summary;
	bool show_summary;
	bool tree;
	uint64_t delay_ns;
	const char *switch_on, *switch_off;
	bool show_switches;
	const struct strace_table *strace_table;
	const char *separate;
	const pid_t *pids;
	size_t nr_pids;
	const pid_t *tids;
	size_t nr_tids;
	const pid_t *filter_pids;
	size_t nr_filter_pids;
	const struct augmenters *augmenters;
	char **command;
	const char *program;
	char *const *environment;
	bool trace_all;
	const struct target_user *user;
	unsigned int daemon;
	bool uninterruptible;
	bool unstoppable;
	int *ret_signal;
	int *ret_stop_signal;
	uint64_t max_events;
	const char *dump_maps;
	uint64_t dump_interval_ns;
	bool ledger;
};

/**
 * trace__run() - trace until the command or all processes end, @max_events are shown, or SIGINT,
 * SIGTERM or SIGHUP comes. Logs errors; the caller closes @sink.
 *
 * Return: an exit status: the command's own (128 + N when signal N ended it), 127 and 126 when it
 * was not found or cannot be executed, 1 for an error, 3 when calls were lost.
 */
int trace__run(const struct trace_opts *opts, struct sink *sink);

#endif /* PERF_AUGMENT_TRACE_H */
