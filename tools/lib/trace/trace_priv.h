/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* trace_priv.h - the state of a run; shared by trace.c and trace_begin.c alone. */
#ifndef PERF_AUGMENT_TRACE_PRIV_H
#define PERF_AUGMENT_TRACE_PRIV_H

#include <signal.h>
#include <time.h>

#include "began_before.h"
#include "by_tid.h"
#include "task_cgroups.h"
#include "format_strace.h"
#include "ledger.h"
#include "native.h"
#include "pending.h"
#include "record_parts.h"
#include "strace_ends.h"
#include "strace_files.h"
#include "target.h"
#include "trace.h"
#include "util.h"

/* What an epoll event is about; a descriptor stands above the low byte of TOKEN_PROCESS. */
enum token { TOKEN_RING, TOKEN_EVENTS, TOKEN_SIGNAL, TOKEN_PROCESS };

/**
 * struct trace
 * @engine: NULL when calls are not traced. @events: NULL when nothing else is.
 * @stop: leave the loop.
 * @stop_signal: came first of those that end the trace; 0 for none.
 * @stop_at_ns: it came to a command that runs: leave the loop at this time at the latest; 0 for none.
 * @dump_at_ns: when maps are to be printed next; 0 for never.
 * @degraded: what will be missing; see degraded.h.
 * @begin_ns: with a delay, what is older is not shown; UINT64_MAX before the command runs.
 * @is_off: what comes is not shown, as @opts->switch_on and switch_off have it. @was_on: switch_on came.
 * @nr_living: processes watched by a pidfd. @nr_polled_threads: threads watched by looking.
 * @waits_for_children: the command has ended, tasks that it has made have not.
 * @strace_ends: of the threads that strace's lines tell of.
 * @added: threads that the engine was given; the items mean nothing. @nr_listed: those of the listing under way, of
 *	process @listed.
 * @is_idle: it last waited to the end, and there was nothing.
 * @nr_lost: calls that are known to be lost, of which the output tells of @nr_lost_told. @look_for_lost_ns: when to
 *	look for more.
 */
struct trace {
	const struct trace_opts *opts;
	struct format_opts format;
	struct task_cgroups cgroups;	   /* format.cgroups, where that is not NULL */
	struct format_strace *strace;	   /* NULL for the other formats; or there are */
	struct strace_files *strace_files; /* files, one per thread */
	struct strace_ends strace_ends;
	struct sink *sink;
	struct native *native;
	struct engine *engine;
	struct perf_events *events;
	struct pending pending;
	struct record_parts *parts;	   /* NULL: each call is one record */
	struct began_before *began_before; /* NULL: there are none */
	struct ledger ledger;
	struct target_cmd command;
	bool command_running;
	int command_status;
	bool stop;
	uint64_t stop_at_ns;
	int stop_signal;
	uint64_t dump_at_ns;
	struct strbuf degraded;
	uint64_t begin_ns;
	/* Lines of calls that had not ended: --max-events counts them. */
	uint64_t nr_waiting_shown;
	bool is_off;
	bool was_on;
	int epoll_fd;
	int signal_fd;
	size_t nr_living;
	size_t nr_polled_threads;
	bool waits_for_children;
	bool is_idle;
	uint64_t nr_lost;
	uint64_t nr_lost_told;
	uint64_t look_for_lost_ns;
	struct by_tid added;
	unsigned int nr_listed;
	pid_t listed;
	sigset_t old_mask;
	void (*old_sigpipe)(int);
	void (*old_sigxfsz)(int);
	void (*old_sigchld)(int);
};

/**
 * trace__begin() - signals, command, engine, targets; then the command runs.
 * Return: 0, or an exit status, logged.
 */
int trace__begin(struct trace *t);

/** trace__tell_waiting() - of targets that wait in a call, once they are added: what it is, by a line and at its end. */
void trace__tell_waiting(struct trace *t);

/**
 * trace__add_begin() - to the end of such a call, what its arguments led to.
 * Return: false when there is no memory: the trace ends.
 */
bool trace__add_begin(struct trace *t, struct event *event);

/** trace__is_full() - --max-events have been shown. */
bool trace__is_full(const struct trace *t);

/** trace__take_task() - a struct aug_task_record. Return: 0; t->stop is set when it could not be shown. */
int trace__take_task(struct trace *t, const void *data, size_t size);

/** trace__take_chain() - a record of type AUG_RECORD_CHAIN. Return: as trace__take_task(). */
int trace__take_chain(struct trace *t, const struct event *event);

/** trace__end_tasks() - the trace ends, and with it the lines of strace's format. Return: 0 or -errno. */
int trace__end_tasks(struct trace *t);

/** trace__announce() - @event, a call that waits. Return: 0 or -errno. */
int trace__announce(struct trace *t, const struct event *event);

/** trace__write_line() - of one call, in the format of the trace. Return: 0 or -errno. */
int trace__write_line(struct trace *t, const struct event *event, enum format_state state);

/**
 * trace__look_for_lost() - before the rings are emptied: what was lost until now came behind what they hold. It looks
 * now and then only, but @at_end.
 */
void trace__look_for_lost(struct trace *t, bool at_end);

/** trace__tell_lost() - when they are empty: a line that says how many calls are missing. Return: 0 or -errno. */
int trace__tell_lost(struct trace *t);

/** trace__has_command() - whether the command is traced, not only waited for. */
static inline bool trace__has_command(const struct trace_opts *opts)
{
	return opts->command && !opts->engine.all_tasks &&
	       (opts->trace_all || (!opts->nr_pids && !opts->nr_tids));
}

/** trace__print_summaries() - what was asked for, from what the engine has counted. Return: 0 or -errno. */
int trace__print_summaries(struct trace *t);

/** trace__summaries() - what these are, in words for a message; NULL for none. */
const char *trace__summaries(const struct trace_opts *opts);

/** trace__thread_exists() - whether @tid is a living thread. */
bool trace__thread_exists(pid_t tid);

#endif /* PERF_AUGMENT_TRACE_PRIV_H */
