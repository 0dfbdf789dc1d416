/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* format_strace_priv.h - shared by format_strace.c and its parts: lines in general, tasks, calls. */
#ifndef PERF_AUGMENT_FORMAT_STRACE_PRIV_H
#define PERF_AUGMENT_FORMAT_STRACE_PRIV_H

#include "fd_text.h"
#include "format_strace.h"
#include "strace_names.h"
#include "strace_tasks.h"

/** struct strace_made - thread @tid, which @by made at @time_ns, and of which nothing has been told. */
struct strace_made {
	uint32_t by;
	uint32_t tid;
	uint64_t time_ns;
	char comm[16];
};

/**
 * struct format_strace
 * @sent: signals on their way to a thread that may end its process.
 * @made: those of which the call that made them has not ended.
 * @open_tid: thread whose call began the last line, which has no end yet; 0 for none.
 * @fds: of the call that is being told; its event is NULL else.
 * @peers: of local sockets, for as long as one end of a pair is open.
 * @interrupted: the call before this one of its thread; NULL when not known.
 * @column: bytes in the last line so far.
 * @wall_ns: what to add to CLOCK_MONOTONIC for the time of day.
 * @last_ns: the latest begin of a line so far, for -r.
 */
struct format_strace {
	const struct strace_opts *opts;
	struct attached_types *attached;
	struct stacks *stacks;
	struct strbuf *buf;
	struct strbuf scratch;
	struct by_tid tasks; /* of struct strace_task */
	struct aug_task_record *sent;
	size_t nr_sent;
	size_t sent_size;
	struct strace_made *made;
	size_t nr_made;
	size_t made_size;
	struct fd_notes fds;
	struct fd_peers peers;
	struct strace_names names;
	struct strace_pidns pidns;
	const struct syscall_desc *interrupted;
	uint32_t open_tid;
	size_t column;
	int64_t wall_ns;
	uint64_t last_ns;
};

/* format_strace_line.c */

/** strace_line__init_out() - a writer of strace's spelling. */
void strace_line__init_out(const struct format_strace *f, struct out *o, struct strbuf *buf);

/** strace_line__begin() - begin a line of a thread; the one that is open is cut. */
void strace_line__begin(struct format_strace *f, const struct strace_task *task, uint64_t time_ns);
void strace_line__end(struct format_strace *f);

/** strace_line__address() - where the thread of @event was in its program, for -i; 0 when not known. */
uint64_t strace_line__address(const struct event *event);

/** strace_line__cut_open() - end a line that is open, of a call that goes on. */
void strace_line__cut_open(struct format_strace *f);

/** strace_line__add_seconds() - @ns as seconds, at least @width digits of them and @digits behind the point. */
void strace_line__add_seconds(struct strbuf *buf, uint64_t ns, unsigned int width,
			      unsigned int digits);

/* format_strace_tasks.c */

/** strace_task__get() - of a thread that is known or new. Return: NULL when there is no memory. */
struct strace_task *strace_task__get(struct format_strace *f, uint32_t tid, const char *comm);

/** strace_task__attach_made() - tell of the threads that @by made before @before_ns. Return: 0 or -ENOMEM. */
int strace_task__attach_made(struct format_strace *f, uint32_t by, uint64_t before_ns);

/** strace_task__say() - `strace: Process N attached`. */
void strace_task__say(struct format_strace *f, uint32_t tid, const char *what);

/** strace_task__say_personality() - a line when the program that calls is of the other kind, 32 or 64 bits. */
void strace_task__say_personality(struct format_strace *f, struct strace_task *task,
				  const struct aug_record *rec);

/** strace_task__add_held() - the lines of signals that came before @before_ns. */
void strace_task__add_held(struct format_strace *f, struct strace_task *task, uint64_t before_ns);

#endif /* PERF_AUGMENT_FORMAT_STRACE_PRIV_H */
