// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* format_strace_line.c - what every line of strace's begins and ends with. */
#include "format_strace_priv.h"

#include <stdio.h>
#include <time.h>

#include "util.h"

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

void strace_line__init_out(const struct format_strace *f, struct out *o, struct strbuf *buf)
{
	out__init_text(o, &strace_style, buf);
	o->strace = true;
	o->consts = f->opts->consts;
	o->strings = f->opts->strings;
	o->limits_strings = true;
	o->string_limit = f->opts->string_limit;
	o->full_names = true;
	o->bare_args = !f->opts->arg_names;
	o->exit_apart = true;
	if (f->fds.event)
		o->fds = &f->fds.out;
	if (f->opts->comms || f->opts->pidns)
		o->pids = &f->names.out;
}

void strace_line__end(struct format_strace *f)
{
	strbuf__addc(f->buf, '\n');
	f->column = 0;
	f->open_tid = 0;
}

void strace_line__cut_open(struct format_strace *f)
{
	struct strace_task *task;

	if (!f->open_tid)
		return;
	task = by_tid__find(&f->tasks, f->open_tid);
	if (task)
		task->cut = true;
	strbuf__adds(f->buf, " <unfinished ...>");
	strace_line__end(f);
}

/* @ns as seconds with @digits digits behind the point, as many as @width before it. */
void strace_line__add_seconds(struct strbuf *buf, uint64_t ns, unsigned int width,
			      unsigned int digits)
{
	static const unsigned int units[] = { 1000000000, 100000000, 10000000, 1000000, 100000,
					      10000,	  1000,	     100,      10,	1 };

	strbuf__add_padded(buf, ns / NSEC_PER_SEC, width, ' ');
	if (!digits)
		return;
	strbuf__addc(buf, '.');
	strbuf__add_padded(buf, ns % NSEC_PER_SEC / units[digits], digits, '0');
}

static void add_clock(struct format_strace *f, uint64_t time_ns)
{
	const uint64_t wall_ns = time_ns + (uint64_t)f->wall_ns;
	const time_t seconds = (time_t)(wall_ns / NSEC_PER_SEC);
	struct strbuf fraction = {};
	struct tm tm;
	char text[32];

	switch (f->opts->clock) {
	case STRACE_NO_CLOCK:
		return;
	case STRACE_UNIX_TIME:
		strace_line__add_seconds(f->buf, wall_ns, 0, f->opts->clock_digits);
		break;
	case STRACE_TIME_OF_DAY:
		localtime_r(&seconds, &tm);
		strftime(text, sizeof(text), "%T", &tm);
		strbuf__adds(f->buf, text);
		strace_line__add_seconds(&fraction, wall_ns % NSEC_PER_SEC, 0,
					 f->opts->clock_digits);
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
	/* A call that began before that of the line above is at no distance, and the next is not measured from it. */
	if (f->last_ns && time_ns > f->last_ns)
		ns = time_ns - f->last_ns;
	f->last_ns = MAX(f->last_ns, time_ns);
	strbuf__adds(f->buf, f->opts->clock ? "(+" : "");
	strace_line__add_seconds(f->buf, ns, 6, f->opts->relative_digits);
	strbuf__adds(f->buf, f->opts->clock ? ") " : " ");
}

static void add_thread(struct format_strace *f, const struct strace_task *task)
{
	const bool in_file = f->opts->pids == STRACE_PIDS_IN_FILE;
	const size_t start = f->buf->len;
	struct out o;

	if (f->opts->pids == STRACE_PIDS_NEVER ||
	    (f->opts->pids == STRACE_PIDS_IF_SEVERAL && f->tasks.nr < 2))
		return;
	strbuf__adds(f->buf, in_file ? "" : "[pid ");
	strbuf__add_padded(f->buf, task->tid, in_file ? 0 : 5, ' ');
	if (f->opts->comms) {
		strace_line__init_out(f, &o, f->buf);
		strace_names__say(task->comm, sizeof(task->comm), &o);
	}
	if (in_file)
		strbuf__pad(f->buf, start, 5);
	strbuf__adds(f->buf, in_file ? " " : "] ");
}

/* Where the call is made; a signal comes mostly at the end of one, and is shown there. */
static void add_address(struct format_strace *f, const struct strace_task *task)
{
	const int width = task->abi == AUG_ABI_COMPAT ? 8 : 16;

	if (!f->opts->addresses)
		return;
	if (task->address)
		strbuf__addf(f->buf, "[%0*llx] ", width, (unsigned long long)task->address);
	else
		strbuf__addf(f->buf, "[%.*s] ", width, "????????????????");
}

/* Begin a line of a thread; the one that is open is cut. */
void strace_line__begin(struct format_strace *f, const struct strace_task *task, uint64_t time_ns)
{
	strace_line__cut_open(f);
	add_thread(f, task);
	add_clock(f, time_ns);
	add_relative(f, time_ns);
	if (f->opts->numbers) {
		strbuf__addc(f->buf, '[');
		strbuf__add_padded(f->buf, task->nr, 4, ' ');
		strbuf__adds(f->buf, "] ");
	}
	add_address(f, task);
}
