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
#include "fd_text.h"
#include "format_event.h"
#include "layouts.h"
#include "strace_names.h"
#include "strace_special.h"
#include "strace_tasks.h"
#include "util.h"

/**
 * struct format_strace
 * @open_tid: thread whose call began the last line, which has no end yet; 0 for none.
 * @fds: of the call that is being told; its event is NULL else.
 * @column: bytes in the last line so far.
 * @wall_ns: what to add to CLOCK_MONOTONIC for the time of day.
 * @last_ns: when the line before began, for -r.
 */
struct format_strace {
	const struct strace_opts *opts;
	struct attached_types *attached;
	struct stacks *stacks;
	struct strbuf *buf;
	struct strbuf scratch;
	struct by_tid tasks; /* of struct strace_task */
	struct fd_notes fds;
	struct strace_names names;
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
	.bare_faults = true,
	.bare_zero = true,
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
	strace_names__init(&f->names, &f->tasks);
	f->wall_ns = clock_ns(CLOCK_REALTIME) - clock_ns(CLOCK_MONOTONIC);
	return f;
}

void format_strace__free(struct format_strace *f)
{
	if (!f)
		return;
	by_tid__free(&f->tasks, free);
	strbuf__free(&f->scratch);
	free(f);
}

void format_strace__set_attached(struct format_strace *f, struct attached_types *types)
{
	f->attached = types;
}

void format_strace__set_stacks(struct format_strace *f, struct stacks *stacks)
{
	f->stacks = stacks;
}

/* ---- pieces of a line ---- */

static void init_out(const struct format_strace *f, struct out *o, struct strbuf *buf)
{
	out__init_text(o, &strace_style, buf);
	o->strace = true;
	o->consts = f->opts->consts;
	o->strings = f->opts->strings;
	o->limits_strings = true;
	o->string_limit = f->opts->string_limit;
	o->full_names = true;
	o->bare_args = true;
	o->exit_apart = true;
	if (f->fds.event)
		o->fds = &f->fds.out;
	if (f->opts->comms)
		o->pids = &f->names.out;
}

static bool is_raw(const struct format_strace *f, const struct aug_record *rec)
{
	return f->opts->raw && select__has(f->opts->raw, rec->abi, rec->nr);
}

/* For the arguments of a call. */
static void init_call_out(const struct format_strace *f, const struct aug_record *rec,
			  struct out *o, struct strbuf *buf)
{
	const struct strace_opts *opts = f->opts;

	init_out(f, o, buf);
	o->verbose = opts->abbrev && !select__has(opts->abbrev, rec->abi, rec->nr);
	o->bare_structs = opts->verbose && !select__has(opts->verbose, rec->abi, rec->nr);
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
	task = by_tid__find(&f->tasks, f->open_tid);
	if (task)
		task->cut = true;
	strbuf__adds(f->buf, " <unfinished ...>");
	end_line(f);
}

/* @ns as seconds with @digits digits behind the point, as many as @width before it. */
static void add_seconds(struct strbuf *buf, uint64_t ns, int width, unsigned int digits)
{
	static const unsigned int units[] = { 1000000000, 100000000, 10000000, 1000000, 100000,
					      10000,	  1000,	     100,      10,	1 };

	strbuf__addf(buf, "%*llu", width, (unsigned long long)ns / NSEC_PER_SEC);
	if (digits)
		strbuf__addf(buf, ".%0*llu", (int)digits,
			     (unsigned long long)ns % NSEC_PER_SEC / units[digits]);
}

static void add_clock(struct format_strace *f, uint64_t time_ns)
{
	const uint64_t wall_ns = (uint64_t)((int64_t)time_ns + f->wall_ns);
	const time_t seconds = (time_t)(wall_ns / NSEC_PER_SEC);
	struct strbuf fraction = {};
	struct tm tm;
	char text[32];

	switch (f->opts->clock) {
	case STRACE_NO_CLOCK:
		return;
	case STRACE_UNIX_TIME:
		add_seconds(f->buf, wall_ns, 0, f->opts->clock_digits);
		break;
	case STRACE_TIME_OF_DAY:
		localtime_r(&seconds, &tm);
		strftime(text, sizeof(text), "%T", &tm);
		strbuf__adds(f->buf, text);
		add_seconds(&fraction, wall_ns % NSEC_PER_SEC, 0, f->opts->clock_digits);
		if (fraction.len)
			strbuf__add(f->buf, fraction.text + 1, fraction.len - 1);
		strbuf__free(&fraction);
		break;
	}
	strbuf__addc(f->buf, ' ');
}

static void add_relative(struct format_strace *f, uint64_t time_ns)
{
	uint64_t ns = 0;

	if (!f->opts->relative)
		return;
	if (f->last_ns && time_ns > f->last_ns)
		ns = time_ns - f->last_ns;
	f->last_ns = time_ns;
	strbuf__adds(f->buf, f->opts->clock ? "(+" : "");
	add_seconds(f->buf, ns, 6, f->opts->relative_digits);
	strbuf__adds(f->buf, f->opts->clock ? ") " : " ");
}

static void add_thread(struct format_strace *f, const struct strace_task *task)
{
	const bool always = f->opts->pids == STRACE_PIDS_ALWAYS;
	const size_t start = f->buf->len;

	if (!always && (f->opts->pids == STRACE_PIDS_NEVER || f->tasks.nr < 2))
		return;
	strbuf__addf(f->buf, always ? "%u" : "[pid %5u", task->tid);
	if (f->opts->comms) {
		strbuf__addc(f->buf, '<');
		strbuf__add_escaped(f->buf, task->comm, strnlen(task->comm, sizeof(task->comm)));
		strbuf__addc(f->buf, '>');
	}
	if (always)
		strbuf__pad(f->buf, start, 5);
	strbuf__adds(f->buf, always ? " " : "] ");
}

/* Begin a line of a thread; the one that is open is cut. */
static void begin_line(struct format_strace *f, const struct strace_task *task, uint64_t time_ns)
{
	cut_open_line(f);
	add_thread(f, task);
	add_clock(f, time_ns);
	add_relative(f, time_ns);
	if (f->opts->numbers)
		strbuf__addf(f->buf, "[%4u] ", task->nr);
}

/* ---- tasks ---- */

/*
 * Where messages stand among the lines they do so here too, also in the middle of one; else they go to
 * standard error at once.
 */
static void say(struct format_strace *f, const char *before, uint32_t tid, const char *after)
{
	if (f->opts->to_stderr)
		strbuf__addf(f->buf, "strace: %s%u %s\n", before, tid, after);
	else
		fprintf(stderr, "strace: %s%u %s\n", before, tid, after);
}

static void say_of_process(struct format_strace *f, uint32_t tid, const char *what)
{
	if (!f->opts->no_attach)
		say(f, "Process ", tid, what);
}

static void say_personality(struct format_strace *f, struct strace_task *task, uint8_t abi)
{
	if (task->abi == abi)
		return;
	task->abi = abi;
	if (!f->opts->no_personality)
		say(f, "[ Process PID=", task->tid,
		    abi == AUG_ABI_COMPAT ? "runs in 32 bit mode. ]" : "runs in 64 bit mode. ]");
}

int format_strace__expect(struct format_strace *f, uint32_t tid)
{
	struct strace_task *task = by_tid__find(&f->tasks, tid);

	if (task)
		return 0;
	task = strace_tasks__add(&f->tasks, tid);
	if (!task)
		return -ENOMEM;
	task->expected = true;
	say_of_process(f, tid, "attached");
	return 0;
}

static struct strace_task *get_task(struct format_strace *f, uint32_t tid, const char *comm)
{
	struct strace_task *task = by_tid__find(&f->tasks, tid);
	const bool is_first = !f->tasks.nr;

	if (!task) {
		task = strace_tasks__add(&f->tasks, tid);
		if (task && !is_first)
			say_of_process(f, tid, "attached");
	}
	if (task)
		memcpy(task->comm, comm, sizeof(task->comm));
	return task;
}

/* ---- signals and ends ---- */

static void add_signal(struct format_strace *f, const struct aug_task_record *rec,
		       const struct strace_task *task)
{
	struct out o;

	if (rec->code < 1 || rec->code > 64 || !(f->opts->signals >> (rec->code - 1) & 1))
		return;
	begin_line(f, task, rec->time_ns);
	strbuf__adds(f->buf, "--- ");
	init_out(f, &o, f->buf);
	o.consts = OUT_CONSTS_NAMED;
	say_signal(&o, (uint32_t)rec->code);
	strbuf__addc(f->buf, ' ');
	init_out(f, &o, f->buf);
	siginfo__say(rec->siginfo, sizeof(rec->siginfo), &o);
	strbuf__adds(f->buf, " ---");
	end_line(f);
}

/* Those that came before @before_ns. */
static void add_held_signals(struct format_strace *f, struct strace_task *task, uint64_t before_ns)
{
	unsigned int i = 0;

	while (i < task->nr_held && task->held[i].time_ns < before_ns)
		add_signal(f, &task->held[i++], task);
	task->nr_held -= (uint8_t)i;
	memmove(task->held, task->held + i, task->nr_held * sizeof(task->held[0]));
}

/* Of a process that is not traced there is nothing to show, as of one that has too many. */
static void keep_signal(struct format_strace *f, const struct aug_task_record *rec)
{
	struct strace_task *task = by_tid__find(&f->tasks, rec->tid);

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
	struct strace_task *leader = by_tid__find(&f->tasks, rec->pid);

	if (!signo || signo == SIGKILL || task->delivered == signo || !leader ||
	    leader->sent.code != signo)
		return;
	add_signal(f, &leader->sent, task);
	leader->sent.code = 0;
}

static void add_exit(struct format_strace *f, const struct aug_task_record *rec,
		     const struct strace_task *task)
{
	const int code = rec->code;
	struct out o;

	if (f->opts->no_exits ||
	    (WIFSIGNALED(code) && !(f->opts->signals >> (WTERMSIG(code) - 1) & 1)))
		return;
	begin_line(f, task, rec->time_ns);
	if (WIFEXITED(code)) {
		strbuf__addf(f->buf, "+++ exited with %d +++", WEXITSTATUS(code));
	} else {
		strbuf__adds(f->buf, "+++ killed by ");
		init_out(f, &o, f->buf);
		o.consts = OUT_CONSTS_NAMED;
		say_signal(&o, (uint32_t)WTERMSIG(code));
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
	task = get_task(f, rec->tid, rec->comm);
	if (!task)
		return -ENOMEM;
	if (rec->type == AUG_RECORD_START)
		return 0;
	add_held_signals(f, task, UINT64_MAX);
	if (rec->type == AUG_RECORD_EXIT) {
		add_fatal_signal(f, rec, task);
		add_exit(f, rec, task);
		free(by_tid__take(&f->tasks, rec->tid));
		return 0;
	}
	task->delivered = rec->code;
	/* ptrace does not see this one. */
	if (rec->code != SIGKILL)
		add_signal(f, rec, task);
	return 0;
}

int format_strace__event(struct format_strace *f, const struct shown_event *event)
{
	const struct strace_task *task = get_task(f, event->tid, event->comm);
	struct out o;

	if (!task)
		return -ENOMEM;
	begin_line(f, task, event->time_ns);
	if (event->is_fault) {
		strbuf__adds(f->buf, "--- ");
		format_event__fault(event, f->stacks, f->buf);
		strbuf__adds(f->buf, " ---");
		end_line(f);
		return 0;
	}
	strbuf__addf(f->buf, "--- %s ", event->name);
	init_out(f, &o, f->buf);
	o.bare_args = false;
	if (event->format) {
		out__begin(&o, OUT_OBJECT);
		format_event__fields(event, true, &o);
		out__end(&o, OUT_OBJECT);
	} else {
		out__str(&o, (const char *)event->raw, format_event__output(event), false);
	}
	strbuf__adds(f->buf, " ---");
	end_line(f);
	return 0;
}

/* ---- calls ---- */

/* Which kind of program calls is told by a message, see say_personality(). */
static void add_call_name(const struct aug_record *rec, struct strbuf *buf)
{
	const struct syscall_desc *desc = syscalls__get(rec->abi, rec->nr);

	if (desc)
		strbuf__adds(buf, desc->name);
	else
		strbuf__addf(buf, "syscall_%#x", rec->nr);
}

static void add_raw_args(const struct event *event, const struct syscall_desc *desc, struct out *o)
{
	for (unsigned int i = 0; i < desc->nr_args; i++) {
		out__member(o, desc->args[i].name);
		out__hex(o, event->rec->args[i]);
	}
}

/* `name(` and the arguments before @nr; what follows is known when the call ends. */
static void add_entry(struct format_strace *f, const struct event *event,
		      const struct syscall_desc *desc, unsigned int nr)
{
	const bool raw = is_raw(f, event->rec);
	struct out o;

	init_call_out(f, event->rec, &o, f->buf);
	add_call_name(event->rec, f->buf);
	out__begin(&o, OUT_ARGS);
	if (!desc)
		format__raw_args(event, &o);
	else if (raw)
		add_raw_args(event, desc, &o);
	if (!desc || raw || strace_special__args(event, desc, false, &o))
		return;
	decode__some_args(event, desc, &o, true, 0, nr);
	if (nr && nr < desc->nr_args)
		strbuf__adds(f->buf, ", ");
}

/* The arguments from @first on, as they stand behind those before. */
static void add_rest(struct format_strace *f, const struct event *event,
		     const struct syscall_desc *desc, unsigned int first)
{
	struct out o;

	strbuf__reset(&f->scratch);
	init_call_out(f, event->rec, &o, &f->scratch);
	out__begin(&o, OUT_ARGS);
	strbuf__reset(&f->scratch);
	/* What comes first follows what stands there, or the bracket. */
	if (desc && !is_raw(f, event->rec) && !strace_special__args(event, desc, true, &o))
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

/* What the call did to its arguments, where strace tells it behind the value: poll, select. */
static void add_exit_sides(struct format_strace *f, const struct event *event,
			   const struct syscall_desc *desc)
{
	const char *before = " (";
	bool waits = false;

	for (unsigned int i = 0; i < desc->nr_args; i++) {
		const char *label = desc->args[i].exit_label;
		const size_t start = f->buf->len;
		struct out o;

		if (!label)
			continue;
		waits = true;
		strbuf__adds(f->buf, before);
		strbuf__adds(f->buf, label);
		if (*label)
			strbuf__addc(f->buf, ' ');
		init_call_out(f, event->rec, &o, f->buf);
		if (decode__exit_side(event, desc, i, &o))
			before = ", ";
		else
			f->buf->len = start;
	}
	if (*before == ',')
		strbuf__addc(f->buf, ')');
	else if (waits && !event->rec->ret)
		strbuf__adds(f->buf, " (Timeout)");
}

static void add_return(struct format_strace *f, const struct event *event,
		       const struct syscall_desc *desc)
{
	const int64_t ret = event->rec->ret;
	const bool raw = is_raw(f, event->rec);
	struct out o;

	init_call_out(f, event->rec, &o, f->buf);
	if (event->rec->flags & AUG_F_NORETURN)
		strbuf__addc(f->buf, '?');
	else if (desc ? decode__failed(event, desc) : ret < 0 && ret >= -4095)
		format__error((int)-ret, f->buf);
	else if (raw)
		out__hex(&o, (uint64_t)ret);
	else if (desc && !strace_special__return(event, desc, &o))
		decode__ret(event, desc, &o);
	else if (!desc)
		strbuf__add_sint(f->buf, ret);
	if (desc && !raw && !(event->rec->flags & AUG_F_NORETURN))
		add_exit_sides(f, event, desc);
}

static void add_end(struct format_strace *f, const struct event *event,
		    const struct syscall_desc *desc, size_t start)
{
	const struct aug_record *rec = event->rec;

	strbuf__addc(f->buf, ' ');
	for (f->column += f->buf->len - start; f->column < f->opts->column; f->column++)
		strbuf__addc(f->buf, ' ');
	strbuf__adds(f->buf, "= ");
	add_return(f, event, desc);
	if (f->opts->duration && !(rec->flags & AUG_F_NORETURN)) {
		strbuf__adds(f->buf, " <");
		add_seconds(f->buf, rec->time_ns - rec->enter_ns, 0, f->opts->duration_digits);
		strbuf__addc(f->buf, '>');
	}
	end_line(f);
}

static void add_waiting(struct format_strace *f, const struct event *event,
			const struct strace_task *task, const struct syscall_desc *desc)
{
	size_t start;

	cut_open_line(f);
	start = f->buf->len;
	begin_line(f, task, event->rec->enter_ns);
	add_entry(f, event, desc, decode__nr_entry_args(desc));
	f->open_tid = event->rec->tid;
	f->column = f->buf->len - start;
}

static void add_resumed(struct format_strace *f, const struct event *event,
			const struct strace_task *task)
{
	begin_line(f, task, event->rec->time_ns);
	strbuf__adds(f->buf, "<... ");
	add_call_name(event->rec, f->buf);
	strbuf__adds(f->buf, " resumed>");
}

/* A tracepoint or probe of an augmenter: its line has no return value. */
static void add_event(struct format_strace *f, const struct event *event,
		      const struct strace_task *task)
{
	const char *name = attached_types__event(f->attached, event->rec->nr);
	struct out o;

	begin_line(f, task, event->rec->enter_ns);
	strbuf__add_escaped(f->buf, name, strlen(name));
	init_out(f, &o, f->buf);
	o.bare_args = false;
	out__begin(&o, OUT_ARGS);
	attached__say(f->attached, event, &o);
	out__end(&o, OUT_ARGS);
	end_line(f);
}

static int add_call(struct format_strace *f, const struct event *event)
{
	const struct aug_record *rec = event->rec;
	const struct syscall_desc *desc = syscalls__get(rec->abi, rec->nr);
	struct strace_task *task = get_task(f, rec->tid, rec->comm);
	struct stack_chain chain;
	size_t start;

	if (!task)
		return -ENOMEM;
	add_held_signals(f, task, rec->enter_ns);
	if (rec->type == AUG_RECORD_EVENT) {
		add_event(f, event, task);
		return 0;
	}
	task->nr = rec->nr;
	say_personality(f, task, rec->abi);
	if (rec->type == AUG_RECORD_ENTER && !(rec->flags & AUG_F_NORETURN)) {
		add_waiting(f, event, task, desc);
		return 0;
	}
	start = f->buf->len;
	if (f->open_tid == rec->tid && rec->flags & AUG_F_WAITED) {
		add_rest(f, event, desc, decode__nr_entry_args(desc));
	} else if (task->cut) {
		cut_open_line(f);
		start = f->buf->len;
		add_resumed(f, event, task);
		add_rest(f, event, desc, decode__nr_entry_args(desc));
	} else {
		cut_open_line(f);
		start = f->buf->len;
		begin_line(f, task, rec->enter_ns);
		add_entry(f, event, desc, decode__nr_entry_args(desc));
		add_rest(f, event, desc, decode__nr_entry_args(desc));
	}
	task->cut = false;
	add_end(f, event, desc, start);
	if (desc && f->opts->dump_read)
		strace_dump__add(event, desc, f->opts->dump_read, f->opts->dump_written, f->buf);
	if (f->stacks && event->has_stack) {
		format__chain(event, &chain);
		stacks__add_strace(f->stacks, &chain, 0, f->buf);
	}
	add_held_signals(f, task, rec->time_ns);
	return strbuf__error(f->buf);
}

int format_strace__call(struct format_strace *f, const struct event *event)
{
	int err;

	if (f->opts->decode_fds)
		fd_notes__init(&f->fds, f->opts->decode_fds, event);
	f->names.event = event;
	err = add_call(f, event);
	f->names.event = NULL;
	f->fds.event = NULL;
	return err;
}

void format_strace__end(struct format_strace *f)
{
	size_t i;

	if (f->open_tid) {
		strbuf__adds(f->buf, " <detached ...>");
		end_line(f);
	}
	for (i = 0; i < f->tasks.nr; i++) {
		const struct strace_task *task = f->tasks.entries[i].item;

		if (task->expected)
			say_of_process(f, task->tid, "detached");
	}
}
