// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* format_strace.c - see format_strace.h. */
#include "format_strace.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "attached.h"
#include "decode.h"
#include "decode_siginfo.h"
#include "format.h"
#include "strace_tasks.h"
#include "util.h"

/**
 * struct format_strace
 * @open_tid: thread whose call began the last line, which has no end yet; 0 for none.
 * @column: bytes in the last line so far.
 * @wall_ns: what to add to CLOCK_MONOTONIC for the time of day.
 * @last_ns: when the line before began, for -r.
 */
struct format_strace {
	const struct strace_opts *opts;
	struct attached_types *attached;
	struct strbuf *buf;
	struct strbuf scratch;
	struct strace_tasks tasks;
	uint32_t open_tid;
	size_t column;
	int64_t wall_ns;
	uint64_t last_ns;
};

static const struct text_style strace_style = {
	.object_open = "{",
	.object_close = "}",
	.array_open = "[",
	.array_close = "]",
	.separator = ", ",
	.member_prefix = "",
	.assign = "=",
};

static int64_t clock_ns(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return (int64_t)ts.tv_sec * NSEC_PER_SEC + ts.tv_nsec;
}

struct format_strace *format_strace__new(const struct strace_opts *opts, struct strbuf *buf)
{
	struct format_strace *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	f->opts = opts;
	f->buf = buf;
	f->wall_ns = clock_ns(CLOCK_REALTIME) - clock_ns(CLOCK_MONOTONIC);
	return f;
}

void format_strace__free(struct format_strace *f)
{
	if (!f)
		return;
	strace_tasks__free(&f->tasks);
	strbuf__free(&f->scratch);
	free(f);
}

void format_strace__set_attached(struct format_strace *f, struct attached_types *types)
{
	f->attached = types;
}

/* ---- pieces of a line ---- */

static void init_out(struct out *o, struct strbuf *buf)
{
	out__init_text(o, &strace_style, buf);
	o->full_names = true;
	o->bare_args = true;
}

static void end_line(struct format_strace *f)
{
	strbuf__addc(f->buf, '\n');
	f->column = 0;
	f->open_tid = 0;
}

static void cut_open_line(struct format_strace *f)
{
	struct strace_task *task;

	if (!f->open_tid)
		return;
	task = strace_tasks__find(&f->tasks, f->open_tid);
	if (task)
		task->cut = true;
	strbuf__adds(f->buf, " <unfinished ...>");
	end_line(f);
}

static void add_time(struct format_strace *f, uint64_t time_ns)
{
	const uint64_t wall_us = ((uint64_t)((int64_t)time_ns + f->wall_ns)) / 1000;
	const time_t seconds = (time_t)(wall_us / 1000000);
	const unsigned int us = (unsigned int)(wall_us % 1000000);
	struct tm tm;
	char text[32];

	switch (f->opts->time) {
	case STRACE_NO_TIME:
		return;
	case STRACE_UNIX_US:
		strbuf__addf(f->buf, "%lld.%06u ", (long long)seconds, us);
		return;
	case STRACE_TIME:
	case STRACE_TIME_US:
		localtime_r(&seconds, &tm);
		strftime(text, sizeof(text), "%T", &tm);
		strbuf__adds(f->buf, text);
		if (f->opts->time == STRACE_TIME_US)
			strbuf__addf(f->buf, ".%06u", us);
		strbuf__addc(f->buf, ' ');
		return;
	}
}

static void add_relative(struct format_strace *f, uint64_t time_ns)
{
	uint64_t us = 0;

	if (!f->opts->relative)
		return;
	if (f->last_ns && time_ns > f->last_ns)
		us = (time_ns - f->last_ns) / 1000;
	f->last_ns = time_ns;
	strbuf__addf(f->buf, "%s%6llu.%06llu%s ", f->opts->time ? "(+" : "",
		     (unsigned long long)us / 1000000, (unsigned long long)us % 1000000,
		     f->opts->time ? ")" : "");
}

/* Begin a line of thread @tid; the one that is open is cut. */
static void begin_line(struct format_strace *f, uint32_t tid, uint64_t time_ns)
{
	cut_open_line(f);
	if (f->opts->pids == STRACE_PIDS_ALWAYS)
		strbuf__addf(f->buf, "%-5u ", tid);
	else if (f->tasks.nr > 1)
		strbuf__addf(f->buf, "[pid %5u] ", tid);
	add_time(f, time_ns);
	add_relative(f, time_ns);
}

/* ---- tasks ---- */

/* Where messages stand among the lines they do so here too; else they go to standard error at once. */
static void say_attached(struct format_strace *f, uint32_t tid)
{
	if (!f->opts->to_stderr) {
		fprintf(stderr, "strace: Process %u attached\n", tid);
		return;
	}
	cut_open_line(f);
	strbuf__addf(f->buf, "strace: Process %u attached\n", tid);
}

static struct strace_task *get_task(struct format_strace *f, uint32_t tid)
{
	struct strace_task *task = strace_tasks__find(&f->tasks, tid);
	const bool is_first = !f->tasks.nr;

	if (task)
		return task;
	task = strace_tasks__add(&f->tasks, tid);
	if (task && !is_first && !f->opts->no_attach)
		say_attached(f, tid);
	return task;
}

/* ---- signals and ends ---- */

static void add_signal(struct format_strace *f, const struct aug_task_record *rec, uint32_t tid)
{
	struct out o;

	if (f->opts->no_signals)
		return;
	begin_line(f, tid, rec->time_ns);
	strbuf__adds(f->buf, "--- ");
	init_out(&o, f->buf);
	signal__say((uint32_t)rec->code, &o);
	strbuf__addc(f->buf, ' ');
	init_out(&o, f->buf);
	siginfo__say(rec->siginfo, sizeof(rec->siginfo), &o);
	strbuf__adds(f->buf, " ---");
	end_line(f);
}

/* Those that came before @before_ns. */
static void add_held_signals(struct format_strace *f, struct strace_task *task, uint64_t before_ns)
{
	unsigned int i = 0;

	while (i < task->nr_held && task->held[i].time_ns < before_ns)
		add_signal(f, &task->held[i++], task->tid);
	task->nr_held -= (uint8_t)i;
	memmove(task->held, task->held + i, task->nr_held * sizeof(task->held[0]));
}

/* Of a process that is not traced there is nothing to show, as of one that has too many. */
static void keep_signal(struct format_strace *f, const struct aug_task_record *rec)
{
	struct strace_task *task = strace_tasks__find(&f->tasks, rec->tid);

	if (task && rec->flags & AUG_T_SENT)
		task->sent = *rec;
	else if (task && task->nr_held < STRACE_HELD_MAX)
		task->held[task->nr_held++] = *rec;
}

/* A process that a signal ends without a core dump is told SIGKILL: the one that was sent is shown. */
static void add_fatal_signal(struct format_strace *f, const struct aug_task_record *rec,
			     const struct strace_task *task)
{
	const int signo = WIFSIGNALED(rec->code) ? WTERMSIG(rec->code) : 0;
	struct strace_task *leader = strace_tasks__find(&f->tasks, rec->pid);

	if (!signo || signo == SIGKILL || task->delivered == signo || !leader ||
	    leader->sent.code != signo)
		return;
	add_signal(f, &leader->sent, rec->tid);
	leader->sent.code = 0;
}

static void add_exit(struct format_strace *f, const struct aug_task_record *rec)
{
	const int code = rec->code;
	struct out o;

	if (f->opts->no_exits)
		return;
	begin_line(f, rec->tid, rec->time_ns);
	if (WIFEXITED(code)) {
		strbuf__addf(f->buf, "+++ exited with %d +++", WEXITSTATUS(code));
	} else {
		strbuf__adds(f->buf, "+++ killed by ");
		init_out(&o, f->buf);
		signal__say((uint32_t)WTERMSIG(code), &o);
		strbuf__adds(f->buf, WCOREDUMP(code) ? " (core dumped) +++" : " +++");
	}
	end_line(f);
}

int format_strace__task(struct format_strace *f, const struct aug_task_record *rec)
{
	struct strace_task *task;

	if (rec->flags & (AUG_T_IGNORED | AUG_T_SENT)) {
		keep_signal(f, rec);
		return 0;
	}
	task = get_task(f, rec->tid);
	if (!task)
		return -ENOMEM;
	add_held_signals(f, task, UINT64_MAX);
	if (rec->type == AUG_RECORD_EXIT) {
		add_fatal_signal(f, rec, task);
		add_exit(f, rec);
		strace_tasks__remove(&f->tasks, rec->tid);
		return 0;
	}
	task->delivered = rec->code;
	/* ptrace does not see this one. */
	if (rec->code != SIGKILL)
		add_signal(f, rec, rec->tid);
	return 0;
}

/* ---- calls ---- */

/* `name(` and the arguments before @nr; what follows is known when the call ends. */
static void add_entry(struct format_strace *f, const struct event *event,
		      const struct syscall_desc *desc, unsigned int nr)
{
	struct out o;

	init_out(&o, f->buf);
	format__syscall_name(event->rec->abi, event->rec->nr, f->buf);
	out__begin(&o, OUT_ARGS);
	if (!desc)
		format__raw_args(event, &o);
	else
		decode__some_args(event, desc, &o, true, 0, nr);
	if (desc && nr && nr < desc->nr_args)
		strbuf__adds(f->buf, ", ");
}

/* The arguments from @first on, as they stand behind those before. */
static void add_rest(struct format_strace *f, const struct event *event,
		     const struct syscall_desc *desc, unsigned int first)
{
	struct out o;

	strbuf__reset(&f->scratch);
	init_out(&o, &f->scratch);
	out__begin(&o, OUT_ARGS);
	strbuf__reset(&f->scratch);
	if (desc)
		decode__some_args(event, desc, &o, true, first, desc->nr_args);
	/* strace's arguments have no names; these need theirs. */
	o.bare_args = false;
	if (event->has_attached) {
		if (!desc || (first && first >= desc->nr_args))
			strbuf__adds(&f->scratch, ", "); /* all arguments are there already */
		attached__say(f->attached, event, &o);
	}
	out__end(&o, OUT_ARGS);
	strbuf__add(f->buf, f->scratch.text, f->scratch.len);
}

static void add_return(struct format_strace *f, const struct event *event,
		       const struct syscall_desc *desc)
{
	const int64_t ret = event->rec->ret;
	struct out o;

	init_out(&o, f->buf);
	if (event->rec->flags & AUG_F_NORETURN)
		strbuf__addc(f->buf, '?');
	else if (desc ? decode__failed(event, desc) : ret < 0 && ret >= -4095)
		format__error((int)-ret, f->buf);
	else if (desc)
		decode__ret(event, desc, &o);
	else
		strbuf__add_sint(f->buf, ret);
}

static void add_end(struct format_strace *f, const struct event *event,
		    const struct syscall_desc *desc, size_t start)
{
	const struct aug_record *rec = event->rec;
	uint64_t us;

	strbuf__addc(f->buf, ' ');
	for (f->column += f->buf->len - start; f->column < f->opts->column; f->column++)
		strbuf__addc(f->buf, ' ');
	strbuf__adds(f->buf, "= ");
	add_return(f, event, desc);
	if (f->opts->duration && !(rec->flags & AUG_F_NORETURN)) {
		us = (rec->time_ns - rec->enter_ns) / 1000;
		strbuf__addf(f->buf, " <%llu.%06llu>", (unsigned long long)us / 1000000,
			     (unsigned long long)us % 1000000);
	}
	end_line(f);
}

static void add_waiting(struct format_strace *f, const struct event *event,
			const struct syscall_desc *desc)
{
	size_t start;

	cut_open_line(f);
	start = f->buf->len;
	begin_line(f, event->rec->tid, event->rec->enter_ns);
	add_entry(f, event, desc, decode__nr_entry_args(desc));
	f->open_tid = event->rec->tid;
	f->column = f->buf->len - start;
}

static void add_resumed(struct format_strace *f, const struct event *event)
{
	begin_line(f, event->rec->tid, event->rec->time_ns);
	strbuf__adds(f->buf, "<... ");
	format__syscall_name(event->rec->abi, event->rec->nr, f->buf);
	strbuf__adds(f->buf, " resumed>");
}

/* A tracepoint or probe of an augmenter: its line has no return value. */
static void add_event(struct format_strace *f, const struct event *event)
{
	const char *name = attached_types__event(f->attached, event->rec->nr);
	struct out o;

	begin_line(f, event->rec->tid, event->rec->enter_ns);
	strbuf__add_escaped(f->buf, name, strlen(name));
	init_out(&o, f->buf);
	o.bare_args = false;
	out__begin(&o, OUT_ARGS);
	attached__say(f->attached, event, &o);
	out__end(&o, OUT_ARGS);
	end_line(f);
}

int format_strace__call(struct format_strace *f, const struct event *event)
{
	const struct aug_record *rec = event->rec;
	const struct syscall_desc *desc = syscalls__get(rec->abi, rec->nr);
	struct strace_task *task = get_task(f, rec->tid);
	size_t start;

	if (!task)
		return -ENOMEM;
	add_held_signals(f, task, rec->enter_ns);
	if (rec->type == AUG_RECORD_EVENT) {
		add_event(f, event);
		return 0;
	}
	if (rec->type == AUG_RECORD_ENTER && !(rec->flags & AUG_F_NORETURN)) {
		add_waiting(f, event, desc);
		return 0;
	}
	start = f->buf->len;
	if (f->open_tid == rec->tid && rec->flags & AUG_F_WAITED) {
		add_rest(f, event, desc, decode__nr_entry_args(desc));
	} else if (task->cut) {
		cut_open_line(f);
		start = f->buf->len;
		add_resumed(f, event);
		add_rest(f, event, desc, decode__nr_entry_args(desc));
	} else {
		cut_open_line(f);
		start = f->buf->len;
		begin_line(f, rec->tid, rec->enter_ns);
		add_entry(f, event, desc, decode__nr_entry_args(desc));
		add_rest(f, event, desc, decode__nr_entry_args(desc));
	}
	task->cut = false;
	add_end(f, event, desc, start);
	add_held_signals(f, task, rec->time_ns);
	return strbuf__error(f->buf);
}

void format_strace__end(struct format_strace *f)
{
	if (!f->open_tid)
		return;
	strbuf__adds(f->buf, " <detached ...>");
	end_line(f);
}
