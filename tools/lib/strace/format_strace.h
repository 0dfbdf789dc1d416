/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * format_strace.h - the lines of strace(1). Unlike perf's they depend on what came before: a call
 * that waits begins a line, which what other threads do cuts short (`<unfinished ...>`).
 */
#ifndef PERF_AUGMENT_FORMAT_STRACE_H
#define PERF_AUGMENT_FORMAT_STRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "out.h"
#include "record.h"
#include "select.h"
#include "strace_dump.h"
#include "strbuf.h"

/** STRACE_COLUMN - strace's default of -a. */
#define STRACE_COLUMN 40

/** enum strace_clock - what stands before each line: strace's -t and -ttt. */
enum strace_clock { STRACE_NO_CLOCK, STRACE_TIME_OF_DAY, STRACE_UNIX_TIME };

/** enum strace_pids - when a line begins with its thread: `[pid  1234] `; IN_FILE: always, and as `1234  `. */
enum strace_pids {
	STRACE_PIDS_IF_SEVERAL,
	STRACE_PIDS_ALWAYS,
	STRACE_PIDS_IN_FILE,
	STRACE_PIDS_NEVER,
};

/**
 * struct strace_opts - all zero, NULL for sets, is what strace does by default, but for @column,
 * @string_limit and @signals.
 * @clock, @clock_digits: time of the line, with so many digits behind the second: 0, 3, 6 or 9.
 * @relative, @relative_digits: the time since the line before (-r).
 * @duration, @duration_digits: of the call, behind it (-T).
 * @numbers: of the call, before it (-n). @comms: name of the thread behind its number (-Y).
 * @pidns: numbers of tasks in our pid namespace, too (--decode-pids=pidns).
 * @addresses: where the call is made (-i). @no_chains: call chains are there for that alone.
 * @arg_names: of arguments, before them (-N).
 * @source_lines: in call chains (-kk). @max_frames: of a chain; 0: all.
 * @consts: -X. @strings: -x.
 * @raw, @abbrev, @verbose: the calls whose arguments are numbers, whose structures are not whole, whose
 *	structures are read at all (-e raw, abbrev, verbose); borrowed.
 * @dump_read, @dump_written: the descriptors of -e read and write; borrowed.
 * @string_limit: bytes of contents that are shown (-s).
 * @column: where the "=" of a return value stands (-a): STRACE_COLUMN.
 * @signals: bit n - 1 for the signals to show; STRACE_ALL_SIGNALS.
 * @decode_fds: FD_SHOW_* (-y, -yy); 0 for numbers alone.
 * @no_exits, @no_attach: leave out `+++ exited with 0 +++`, `strace: Process N attached`.
 * @no_personality: leave out that a program is of the other kind, 32 or 64 bits.
 * @no_superseded: leave out that another thread has taken the main one's place by execve().
 * @to_stderr: the lines go to standard error, so messages stand among them.
 */
struct strace_opts {
	enum strace_clock clock;
	enum strace_pids pids;
	enum out_consts consts;
	enum out_strings strings;
	const struct select *raw;
	const struct select *abbrev;
	const struct select *verbose;
	const struct fd_numbers *dump_read;
	const struct fd_numbers *dump_written;
	unsigned int column;
	unsigned int max_frames;
	uint32_t string_limit;
	uint64_t signals;
	uint8_t clock_digits;
	uint8_t relative_digits;
	uint8_t duration_digits;
	uint8_t decode_fds;
	bool relative;
	bool duration;
	bool numbers;
	bool comms;
	bool pidns;
	bool addresses;
	bool arg_names;
	bool source_lines;
	bool no_chains;
	bool no_exits;
	bool no_attach;
	bool no_personality;
	bool no_superseded;
	bool to_stderr;
};

#define STRACE_ALL_SIGNALS UINT64_MAX

struct attached_types;
struct format_strace;
struct shown_event;
struct stacks;
struct strace_pidns;

/** format_strace__new() - @opts and @buf, to which lines are appended, are borrowed. NULL: no memory. */
struct format_strace *format_strace__new(const struct strace_opts *opts, struct strbuf *buf);
void format_strace__free(struct format_strace *f);

/** format_strace__set_attached() - types of what augmenters attach; NULL for none. Borrowed. */
void format_strace__set_attached(struct format_strace *f, struct attached_types *types);

/** format_strace__set_stacks() - names for call chains; NULL for none. Borrowed. */
void format_strace__set_stacks(struct format_strace *f, struct stacks *stacks);

/** format_strace__set_pidns() - numbers of other pid namespaces, that several formats share. Borrowed. */
void format_strace__set_pidns(struct format_strace *f, struct strace_pidns *pidns);

/** format_strace__expect() - thread @tid is traced from the start: -p. Return: 0 or -ENOMEM. */
int format_strace__expect(struct format_strace *f, uint32_t tid);

/** format_strace__attached() - say that -p @tid is traced, with @nr_threads of its process. */
void format_strace__attached(struct format_strace *f, uint32_t tid, unsigned int nr_threads);

/**
 * format_strace__start() - thread @tid is that of the command: it is there before its first call.
 * Return: 0 or -ENOMEM.
 */
int format_strace__start(struct format_strace *f, uint32_t tid);

/** format_strace__call() - a call that waits or that ended. Return: 0 or -ENOMEM. */
int format_strace__call(struct format_strace *f, const struct event *event);

/** format_strace__task() - a signal or the end of a thread. Return: 0 or -ENOMEM. */
int format_strace__task(struct format_strace *f, const struct aug_task_record *rec);

/**
 * format_strace__chain() - where thread @event is of was when the signal came that is told of next.
 * Return: 0 or -ENOMEM.
 */
int format_strace__chain(struct format_strace *f, const struct event *event);

/**
 * format_strace__event() - what strace has no word for, in its manner: `--- sched:sched_wakeup
 * {comm="cat", ...} ---`. Return: 0 or -ENOMEM.
 */
int format_strace__event(struct format_strace *f, const struct shown_event *event);

/**
 * format_strace__leave() - thread @tid goes on as main thread @new_tid, be it in another file.
 * Return: whether it is in the middle of a call, whose line is ended here.
 */
bool format_strace__leave(struct format_strace *f, uint32_t tid, uint32_t new_tid);

/** format_strace__resume() - that main thread @tid, which has ended, goes on with the end of such a call. */
void format_strace__resume(struct format_strace *f, uint32_t tid);

/** format_strace__lost() - @nr calls before this are missing. */
void format_strace__lost(struct format_strace *f, uint64_t nr);

/** format_strace__end() - the trace ends: `<detached ...>` behind a line that is open, and who lives on. */
void format_strace__end(struct format_strace *f);

#endif /* PERF_AUGMENT_FORMAT_STRACE_H */
