// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* format_strace.c - see format_strace.h; the lines of calls. Others are in format_strace_tasks.c. */
#include "format_strace_priv.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "attached.h"
#include "commands.h"
#include "decode.h"
#include "format_event.h"
#include "layouts.h"
#include "strace_special.h"
#include "util.h"
#include "x32.h"

struct format_strace *format_strace__new(const struct strace_opts *opts, struct strbuf *buf)
{
	struct format_strace *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	f->opts = opts;
	f->buf = buf;
	strace_names__init(&f->names, &f->tasks);
	f->names.wants_comms = opts->comms;
	f->names.wants_pidns = opts->pidns;
	f->names.pidns = &f->pidns;
	f->wall_ns = (int64_t)(clock__ns(CLOCK_REALTIME) - clock__ns(CLOCK_MONOTONIC));
	return f;
}

void format_strace__free(struct format_strace *f)
{
	if (!f)
		return;
	by_tid__free(&f->tasks, strace_task__free);
	free(f->made);
	free(f->sent);
	fd_peers__free(&f->peers);
	strace_pidns__free(&f->pidns);
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

void format_strace__set_pidns(struct format_strace *f, struct strace_pidns *pidns)
{
	f->names.pidns = pidns;
}

/* ---- calls ---- */

static bool is_raw(const struct format_strace *f, const struct aug_record *rec)
{
	return f->opts->raw && select__has(f->opts->raw, rec->abi, rec->nr);
}

/* For the arguments of a call. */
static void init_call_out(const struct format_strace *f, const struct aug_record *rec,
			  struct out *o, struct strbuf *buf)
{
	const struct strace_opts *opts = f->opts;

	strace_line__init_out(f, o, buf);
	o->verbose = opts->abbrev && !select__has(opts->abbrev, rec->abi, rec->nr);
	o->bare_structs = opts->verbose && !select__has(opts->verbose, rec->abi, rec->nr);
}

/* Which kind of program calls is told by a message, see strace_task__say_personality(). */
static void add_call_name(const struct aug_record *rec, struct strbuf *buf)
{
	const struct syscall_desc *desc = syscalls__get(rec->abi, rec->nr);

	if (!desc && x32__is(rec->abi, rec->nr))
		desc = x32__get(rec->nr);
	if (desc)
		strbuf__adds(buf, desc->name);
	else
		/* Its sign, as registers have it. */
		strbuf__addf(buf, "syscall_%#llx", (long long)(int)format__number(rec));
}

static void add_raw_args(const struct event *event, const struct syscall_desc *desc, struct out *o)
{
	const bool compat = event->rec->abi == AUG_ABI_COMPAT;
	/* What calls that end a handler find on the stack is no argument. */
	unsigned int nr = desc->flags & AUG_S_SIGFRAME ? 0 : desc->nr_args;

	/* A register that is not looked at is an argument of strace's where another one follows. */
	if (!compat && nr && desc->args[nr - 1].type == &arg_offset_high)
		nr--;
	for (unsigned int i = 0; i < nr; i++) {
		out__member(o, desc->args[i].name);
		out__hex(o, event->rec->args[i]);
	}
}

/* What the call goes on with. Return: false when it is not that call. */
static bool add_interrupted(struct format_strace *f, const struct syscall_desc *desc)
{
	if (strcmp(desc->name, "restart_syscall"))
		return false;
	strbuf__addf(f->buf, "<... resuming interrupted %s ...>",
		     f->interrupted ? f->interrupted->name : "system call");
	return true;
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
	if (!desc || raw || add_interrupted(f, desc) ||
	    strace_special__args(event, desc, false, &o))
		return;
	decode__some_args(event, desc, &o, true, 0, nr);
	if (nr && nr < desc->nr_args)
		strbuf__adds(f->buf, ", ");
}

/* What a call answered to a question that is not told stands in the place of the comma. */
static void add_scratch(struct format_strace *f)
{
	static const char comma[] = ", ", answer[] = " => ";
	const size_t len = sizeof(comma) - 1;

	if (f->scratch.len >= sizeof(answer) - 1 && f->buf->len >= len &&
	    !memcmp(f->scratch.text, answer, sizeof(answer) - 1) &&
	    !memcmp(f->buf->text + f->buf->len - len, comma, len))
		f->buf->len -= len;
	strbuf__add(f->buf, f->scratch.text, f->scratch.len);
}

/* It has sent a signal that its thread, or another one, sees first; SIGKILL leaves nobody to see anything. */
static bool sends_signal(const struct aug_record *rec)
{
	static const char *const names[] = { "kill",
					     "tkill",
					     "tgkill",
					     "rt_sigqueueinfo",
					     "rt_tgsigqueueinfo",
					     "pidfd_send_signal" };
	const struct syscall_desc *desc = syscalls__get(rec->abi, rec->nr);

	for (size_t i = 0; desc && !rec->ret && i < ARRAY_SIZE(names); i++) {
		if (strcmp(desc->name, names[i]))
			continue;
		for (unsigned int arg = 0; arg < desc->nr_args; arg++) {
			if (desc->args[arg].type == &arg_signal)
				return (uint32_t)rec->args[arg] != SIGKILL;
		}
	}
	return false;
}

/* Its thread dies before anybody sees its end. */
static bool is_killed(const struct aug_record *rec)
{
	return rec->flags & AUG_F_KILLED && !sends_signal(rec);
}

/* The arguments from @first on, as they stand behind those before. */
static void add_rest(struct format_strace *f, const struct event *event,
		     const struct syscall_desc *desc, unsigned int first)
{
	struct out o;

	/* What is known when the call ends is not known. */
	if (is_killed(event->rec)) {
		strbuf__adds(f->buf, desc && first < desc->nr_args ? " <unfinished ...>)" : ")");
		return;
	}
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
	add_scratch(f);
}

/* What the call did to its arguments, where strace tells it behind the value: poll, select. */
static void add_exit_sides(struct format_strace *f, const struct event *event,
			   const struct syscall_desc *desc)
{
	const char *before = " (";
	bool waits = false;

	for (unsigned int i = 0; i < desc->nr_args; i++) {
		const struct arg_desc *arg = arg_desc__resolve(&desc->args[i], event->rec);
		const char *label = arg->exit_label;
		const size_t start = f->buf->len;
		struct out o;

		if (!label)
			continue;
		/* Commands that tell an answer there do not wait. */
		waits |= arg == &desc->args[i];
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

/* Or none that anybody would see. */
static bool has_no_result(const struct aug_record *rec)
{
	return rec->flags & AUG_F_NORETURN || is_killed(rec);
}

static void add_return(struct format_strace *f, const struct event *event,
		       const struct syscall_desc *desc)
{
	const int64_t ret = event->rec->ret;
	const bool raw = is_raw(f, event->rec);
	struct out o;

	init_call_out(f, event->rec, &o, f->buf);
	if (has_no_result(event->rec))
		strbuf__addc(f->buf, '?');
	else if (desc ? decode__failed(event, desc) : ret < 0 && ret >= -4095)
		format__error((int)-ret, f->buf);
	else if (raw)
		out__hex(&o, (uint64_t)ret);
	else if (desc && !strace_special__return(event, desc, &o))
		decode__ret(event, desc, &o);
	else if (!desc)
		strbuf__add_sint(f->buf, ret);
	if (desc && !raw && !has_no_result(event->rec))
		add_exit_sides(f, event, desc);
}

/* What is in the line from @start on counts. */
static void add_equals(struct format_strace *f, size_t start)
{
	strbuf__addc(f->buf, ' ');
	for (f->column += f->buf->len - start; f->column < f->opts->column; f->column++)
		strbuf__addc(f->buf, ' ');
	strbuf__adds(f->buf, "= ");
}

static void add_end(struct format_strace *f, const struct event *event,
		    const struct syscall_desc *desc, size_t start)
{
	const struct aug_record *rec = event->rec;

	add_equals(f, start);
	add_return(f, event, desc);
	if (f->opts->duration && !has_no_result(rec)) {
		strbuf__adds(f->buf, " <");
		strace_line__add_seconds(f->buf, rec->time_ns - rec->enter_ns, 0,
					 f->opts->duration_digits);
		strbuf__addc(f->buf, '>');
	}
	strace_line__end(f);
}

static void add_waiting(struct format_strace *f, const struct event *event,
			const struct strace_task *task, const struct syscall_desc *desc)
{
	size_t start;

	strace_line__cut_open(f);
	start = f->buf->len;
	strace_line__begin(f, task, event->rec->enter_ns);
	add_entry(f, event, desc, decode__nr_entry_args(event, desc));
	f->open_tid = event->rec->tid;
	f->column = f->buf->len - start;
}

static void add_resumed(struct format_strace *f, const struct event *event,
			const struct strace_task *task)
{
	strace_line__begin(f, task, event->rec->time_ns);
	strbuf__adds(f->buf, "<... ");
	add_call_name(event->rec, f->buf);
	strbuf__adds(f->buf, " resumed>");
}

/*
 * A thread whose call had begun before the trace, and has ended unseen: a line that is open or was cut gets the end of
 * one that nobody knows.
 */
static void end_unseen(struct format_strace *f, const struct aug_record *rec,
		       struct strace_task *task)
{
	struct aug_record before = { .abi = task->abi, .nr = task->nr };
	size_t start = f->buf->len;

	if (f->open_tid != task->tid && !task->cut)
		return;
	if (f->open_tid == task->tid) {
		strbuf__adds(f->buf, " <unfinished ...>)");
	} else {
		strace_line__cut_open(f);
		start = f->buf->len;
		strace_line__begin(f, task, rec->enter_ns);
		strbuf__adds(f->buf, "<... ");
		add_call_name(&before, f->buf);
		strbuf__adds(f->buf, " resumed>)");
	}
	add_equals(f, start);
	strbuf__addc(f->buf, '?');
	strace_line__end(f);
	task->cut = false;
}

/* A tracepoint or probe of an augmenter: its line has no return value. */
static void add_event(struct format_strace *f, const struct event *event,
		      const struct strace_task *task)
{
	const char *name = attached_types__event(f->attached, event->rec->nr);
	struct out o;

	strace_line__begin(f, task, event->rec->enter_ns);
	strbuf__add_escaped(f->buf, name, strlen(name));
	strace_line__init_out(f, &o, f->buf);
	o.bare_args = false;
	out__begin(&o, OUT_ARGS);
	attached__say(f->attached, event, &o);
	out__end(&o, OUT_ARGS);
	strace_line__end(f);
}

uint64_t strace_line__address(const struct event *event)
{
	struct stack_chain chain;

	format__chain(event, &chain);
	if (chain.nr_user)
		return layout__get(chain.user, sizeof(uint64_t));
	if (chain.dump_len < sizeof(struct aug_stack_regs))
		return 0;
	return layout__get(chain.dump + offsetof(struct aug_stack_regs, ip), sizeof(uint64_t));
}

/* -b execve: the program is there, and goes on alone. */
static int add_detached(struct format_strace *f, uint32_t tid)
{
	/* As strace leaves it, the line has no closing bracket. */
	f->buf->len--;
	strbuf__adds(f->buf, " <detached ...>");
	strace_line__end(f);
	strace_task__say(f, tid, "detached");
	strace_task__free(by_tid__take(&f->tasks, tid));
	return strbuf__error(f->buf);
}

static int add_call(struct format_strace *f, const struct event *event)
{
	const struct aug_record *rec = event->rec;
	const struct syscall_desc *desc = syscalls__get(rec->abi, rec->nr);
	struct strace_task *task = strace_task__get(f, rec->tid, rec->comm);
	unsigned int nr_entry;
	struct stack_chain chain;
	bool has_old_name;
	size_t start;

	if (!task || strace_task__attach_made(f, rec->tid, rec->enter_ns))
		return -ENOMEM;
	/* Whoever executes a program has its own name until then. */
	has_old_name = task->has_old_comm && syscalls__has_executed(rec) &&
		       !(rec->flags & AUG_F_WAITED);
	if (has_old_name)
		memcpy(task->comm, task->old_comm, sizeof(task->comm));
	task->has_old_comm = false;
	strace_task__add_held(f, task, rec->enter_ns);
	if (rec->type == AUG_RECORD_EVENT) {
		add_event(f, event, task);
		return 0;
	}
	if (!(rec->flags & AUG_F_WAITED))
		end_unseen(f, rec, task);
	f->names.ns = task->pidns;
	f->interrupted = task->last_call;
	task->exiting = rec->flags & AUG_F_NORETURN;
	task->address = strace_line__address(event);
	/* Such a line has the number of the call before. */
	strace_task__say_personality(f, task, rec);
	task->nr = format__number(rec);
	if (rec->type == AUG_RECORD_ENTER && !(rec->flags & AUG_F_NORETURN)) {
		add_waiting(f, event, task, desc);
		return 0;
	}
	nr_entry = decode__nr_entry_args(event, desc);
	start = f->buf->len;
	if (f->open_tid == rec->tid && rec->flags & AUG_F_WAITED) {
		add_rest(f, event, desc, nr_entry);
	} else if (task->cut) {
		strace_line__cut_open(f);
		start = f->buf->len;
		add_resumed(f, event, task);
		add_rest(f, event, desc, nr_entry);
	} else {
		strace_line__cut_open(f);
		start = f->buf->len;
		strace_line__begin(f, task, rec->enter_ns);
		add_entry(f, event, desc, nr_entry);
		add_rest(f, event, desc, nr_entry);
	}
	task->cut = false;
	task->last_call = desc;
	if (rec->flags & AUG_F_DETACHED)
		return add_detached(f, rec->tid);
	add_end(f, event, desc, start);
	if (has_old_name)
		memcpy(task->comm, rec->comm, sizeof(task->comm));
	if (desc && f->opts->dump_read)
		strace_dump__add(event, desc, f->opts->dump_read, f->opts->dump_written, f->buf);
	if (f->stacks && event->has_stack && !f->opts->no_chains) {
		format__chain(event, &chain);
		stacks__add_strace(f->stacks, &chain, f->opts->max_frames, f->opts->source_lines,
				   f->buf);
	}
	strace_task__add_held(f, task, rec->time_ns);
	return strace_task__attach_made(f, rec->tid, rec->time_ns) ?: strbuf__error(f->buf);
}

int format_strace__call(struct format_strace *f, const struct event *event)
{
	int err;

	if (f->opts->decode_fds)
		fd_notes__init(&f->fds, f->opts->decode_fds, event, &f->peers);
	f->names.event = event;
	err = add_call(f, event);
	f->names.event = NULL;
	f->fds.event = NULL;
	return err;
}

void format_strace__lost(struct format_strace *f, uint64_t nr)
{
	strace_line__cut_open(f);
	strbuf__addf(f->buf, "--- LOST %" PRIu64 " %s ---", nr, nr == 1 ? "call" : "calls");
	strace_line__end(f);
}

void format_strace__end(struct format_strace *f)
{
	size_t i;

	if (f->open_tid) {
		strbuf__adds(f->buf, " <detached ...>");
		strace_line__end(f);
	}
	for (i = 0; i < f->tasks.nr; i++) {
		const struct strace_task *task = f->tasks.entries[i].item;

		if (task->expected)
			strace_task__say(f, task->tid, "detached");
	}
}
