// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* format_strace_tasks.c - threads that come and end, signals, tracepoints: lines that are no calls. */
#include "format_strace_priv.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "array.h"
#include "decode_siginfo.h"
#include "format_event.h"
#include "layouts.h"
#include "util.h"
#include "x32.h"

/*
 * Where messages stand among the lines they do so here too, also in the middle of one; else they go to
 * standard error at once.
 */
void strace_task__say(struct format_strace *f, uint32_t tid, const char *what)
{
	if (f->opts->no_attach)
		return;
	if (f->opts->to_stderr)
		strbuf__addf(f->buf, "strace: Process %u %s\n", tid, what);
	else
		fprintf(stderr, "strace: Process %u %s\n", tid, what);
}

void strace_task__say_personality(struct format_strace *f, struct strace_task *task,
				  const struct aug_record *rec)
{
	static const char *const kinds[] = {
		[AUG_ABI_NATIVE] = "64 bit",
		[AUG_ABI_COMPAT] = "32 bit",
		[STRACE_ABI_X32] = "x32",
	};
	const uint8_t abi = x32__is(rec->abi, rec->nr) ? STRACE_ABI_X32 : rec->abi;

	if (task->abi == abi)
		return;
	task->abi = abi;
	if (f->opts->no_personality)
		return;
	strace_line__begin(f, task, rec->enter_ns);
	strbuf__addf(f->buf, "[ Process PID=%u runs in %s mode. ]", task->tid, kinds[abi]);
	strace_line__end(f);
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
	return 0;
}

void format_strace__attached(struct format_strace *f, uint32_t tid, unsigned int nr_threads)
{
	char what[64] = "attached";

	if (nr_threads > 1)
		snprintf(what, sizeof(what), "attached with %u threads", nr_threads);
	strace_task__say(f, tid, what);
}

static void remove_made(struct format_strace *f, size_t i)
{
	memmove(&f->made[i], &f->made[i + 1], (--f->nr_made - i) * sizeof(f->made[0]));
}

/* It is told of behind the call that made it, or with what it does itself, whichever comes first. */
static int keep_made(struct format_strace *f, const struct aug_task_record *rec)
{
	struct strace_made *made;

	if (by_tid__find(&f->tasks, rec->tid))
		return 0;
	if (array__grow(&f->made, f->nr_made, &f->made_size, sizeof(f->made[0])))
		return -ENOMEM;
	made = &f->made[f->nr_made++];
	*made = (struct strace_made){ .by = (uint32_t)rec->code,
				      .tid = rec->tid,
				      .time_ns = rec->time_ns };
	memcpy(made->comm, rec->comm, sizeof(made->comm));
	return 0;
}

/* What is made is of the kind of who makes it, 32 or 64 bits. */
static uint8_t abi_of(const struct format_strace *f, uint32_t tid)
{
	const struct strace_task *task = by_tid__find(&f->tasks, tid);

	return task ? task->abi : AUG_ABI_NATIVE;
}

int strace_task__attach_made(struct format_strace *f, uint32_t by, uint64_t before_ns)
{
	struct strace_made made;
	size_t i = 0;

	while (i < f->nr_made) {
		made = f->made[i];
		if (made.by != by || made.time_ns >= before_ns) {
			i++;
			continue;
		}
		/* Who is new is none of these any more. */
		if (by_tid__find(&f->tasks, made.tid))
			remove_made(f, i);
		else if (!strace_task__get(f, made.tid, made.comm))
			return -ENOMEM;
	}
	return 0;
}

struct strace_task *strace_task__get(struct format_strace *f, uint32_t tid, const char *comm)
{
	struct strace_task *task = by_tid__find(&f->tasks, tid);
	const bool is_first = !f->tasks.nr;
	uint8_t abi = AUG_ABI_NATIVE;

	if (!task) {
		for (size_t i = 0; i < f->nr_made; i++) {
			if (f->made[i].tid != tid)
				continue;
			abi = abi_of(f, f->made[i].by);
			remove_made(f, i--);
		}
		task = strace_tasks__add(&f->tasks, tid);
		if (task)
			task->abi = abi;
		if (task && !is_first)
			strace_task__say(f, tid, "attached");
	}
	if (task)
		memcpy(task->comm, comm, sizeof(task->comm));
	/* Until it has one: unshare(2) is of the children that come. */
	if (task && (f->opts->pidns || f->opts->comms) && !task->pidns)
		task->pidns = strace_pidns__of(f->names.pidns, (int32_t)tid);
	return task;
}

/* As strace's child it has our name until it is the command. */
int format_strace__start(struct format_strace *f, uint32_t tid)
{
	const char *name = program_invocation_short_name;
	char comm[16] = "";

	memcpy(comm, name, strnlen(name, sizeof(comm) - 1));
	/* It is not attached, although others may be there. */
	if (!by_tid__find(&f->tasks, tid) && !strace_tasks__add(&f->tasks, tid))
		return -ENOMEM;
	return strace_task__get(f, tid, comm) ? 0 : -ENOMEM;
}

/* ---- signals and ends ---- */

/* -e signal=; there are no others than 1 to 64. */
static bool is_wanted(const struct format_strace *f, int signo)
{
	return signo >= 1 && signo <= 64 && f->opts->signals >> (signo - 1) & 1;
}

/* Its name, also with -X raw. */
static void add_name(struct format_strace *f, int signo)
{
	struct out o;

	strace_line__init_out(f, &o, f->buf);
	o.consts = OUT_CONSTS_NAMED;
	say_signal(&o, (uint32_t)signo);
}

static void add_signal(struct format_strace *f, const struct aug_task_record *rec,
		       const struct strace_task *task)
{
	struct out o;

	if (!is_wanted(f, rec->code))
		return;
	f->names.ns = task->pidns;
	strace_line__begin(f, task, rec->time_ns);
	strbuf__adds(f->buf, "--- ");
	add_name(f, rec->code);
	strbuf__addc(f->buf, ' ');
	strace_line__init_out(f, &o, f->buf);
	siginfo__say(rec->siginfo, sizeof(rec->siginfo), &o);
	strbuf__adds(f->buf, " ---");
	strace_line__end(f);
}

/* Those that came before @before_ns. */
void strace_task__add_held(struct format_strace *f, struct strace_task *task, uint64_t before_ns)
{
	unsigned int i = 0;

	while (i < task->nr_held && task->held[i].time_ns < before_ns)
		add_signal(f, &task->held[i++], task);
	task->nr_held -= (uint8_t)i;
	memmove(task->held, task->held + i, task->nr_held * sizeof(task->held[0]));
}

/* One for each thread. */
static int keep_sent(struct format_strace *f, const struct aug_task_record *rec)
{
	size_t i = 0;

	if (!by_tid__find(&f->tasks, rec->tid))
		return 0;
	while (i < f->nr_sent && f->sent[i].tid != rec->tid)
		i++;
	if (i == f->nr_sent) {
		if (array__grow(&f->sent, f->nr_sent, &f->sent_size, sizeof(f->sent[0])))
			return -ENOMEM;
		f->nr_sent++;
	}
	f->sent[i] = *rec;
	return 0;
}

/* @signo: that one, or 0 for any: it is shown as such, or its thread has ended. */
static void forget_sent(struct format_strace *f, uint32_t tid, int signo)
{
	for (size_t i = 0; i < f->nr_sent; i++) {
		if (f->sent[i].tid == tid && (!signo || f->sent[i].code == signo)) {
			f->sent[i] = f->sent[--f->nr_sent];
			return;
		}
	}
}

/*
 * Of a process that is not traced there is nothing to show. Those that wait for the end of a call which may not be
 * shown, and never come, make room for others. A thread that has called exit() gets no signal any more.
 */
static void keep_ignored(struct format_strace *f, const struct aug_task_record *rec)
{
	struct strace_task *task = by_tid__find(&f->tasks, rec->tid);

	if (!task || task->exiting)
		return;
	if (task->nr_held == STRACE_HELD_MAX)
		strace_task__add_held(f, task, UINT64_MAX);
	task->held[task->nr_held++] = *rec;
}

/*
 * A process that a signal ends without a core dump is told SIGKILL: the one that was sent is shown, of the thread that
 * it was for, before the first of them has ended.
 */
static void add_fatal_signal(struct format_strace *f, const struct aug_task_record *rec)
{
	const int signo = WIFSIGNALED(rec->code) ? WTERMSIG(rec->code) : 0;
	struct aug_task_record sent;
	const struct strace_task *task;

	if (!signo || signo == SIGKILL)
		return;
	for (size_t i = 0; i < f->nr_sent; i++) {
		sent = f->sent[i];
		if (sent.pid != rec->pid || sent.code != signo)
			continue;
		task = by_tid__find(&f->tasks, sent.tid);
		if (task)
			add_signal(f, &sent, task);
		forget_sent(f, sent.tid, signo);
		return;
	}
}

static void add_exit(struct format_strace *f, const struct aug_task_record *rec,
		     const struct strace_task *task)
{
	const int code = rec->code;

	if (WIFSIGNALED(code) ? !is_wanted(f, WTERMSIG(code)) : f->opts->no_exits)
		return;
	strace_line__begin(f, task, rec->time_ns);
	if (WIFEXITED(code)) {
		strbuf__addf(f->buf, "+++ exited with %d +++", WEXITSTATUS(code));
	} else {
		strbuf__adds(f->buf, "+++ killed by ");
		add_name(f, WTERMSIG(code));
		strbuf__adds(f->buf, WCOREDUMP(code) ? " (core dumped) +++" : " +++");
	}
	strace_line__end(f);
}

static void add_stop(struct format_strace *f, const struct aug_task_record *rec,
		     const struct strace_task *task)
{
	if (!is_wanted(f, rec->code))
		return;
	strace_line__begin(f, task, rec->time_ns);
	strbuf__adds(f->buf, "--- stopped by ");
	add_name(f, rec->code);
	strbuf__adds(f->buf, " ---");
	strace_line__end(f);
}

bool format_strace__leave(struct format_strace *f, uint32_t tid, uint32_t new_tid)
{
	const struct strace_task *task = by_tid__find(&f->tasks, tid);

	if (f->open_tid != tid)
		return task && task->cut;
	strbuf__addf(f->buf, " <pid changed to %u ...>", new_tid);
	strace_line__end(f);
	return true;
}

/* @task is there again: thread @tid has executed a program, and the line of that call goes on as its. */
static void supersede(struct format_strace *f, struct strace_task *task, uint32_t tid,
		      uint64_t time_ns)
{
	struct strace_task *by;

	if (format_strace__leave(f, tid, task->tid))
		task->cut = true;
	by = by_tid__take(&f->tasks, tid);
	if (by) {
		task->nr = by->nr;
		task->abi = by->abi;
		strace_task__free(by);
	}
	if (f->opts->no_superseded)
		return;
	strace_line__begin(f, task, time_ns);
	strbuf__addf(f->buf, "+++ superseded by execve in pid %u +++", tid);
	strace_line__end(f);
}

void format_strace__resume(struct format_strace *f, uint32_t tid)
{
	struct strace_task *task = by_tid__find(&f->tasks, tid);

	if (task)
		task->cut = true;
}

int format_strace__task(struct format_strace *f, const struct aug_task_record *rec)
{
	struct strace_task *task;

	if (rec->type == AUG_RECORD_PIDNS) {
		strace_pidns__take(f->names.pidns, rec);
		return 0;
	}
	if (rec->flags & AUG_T_IGNORED) {
		keep_ignored(f, rec);
		return 0;
	}
	if (rec->flags & AUG_T_SENT)
		return keep_sent(f, rec);
	if (rec->type == AUG_RECORD_START && rec->flags & AUG_T_MADE)
		return keep_made(f, rec);
	task = by_tid__find(&f->tasks, rec->tid);
	if (task && rec->type == AUG_RECORD_START) {
		memcpy(task->old_comm, task->comm, sizeof(task->old_comm));
		task->has_old_comm = true;
	}
	task = strace_task__get(f, rec->tid, rec->comm);
	if (!task || strace_task__attach_made(f, rec->tid, rec->time_ns))
		return -ENOMEM;
	if (rec->type == AUG_RECORD_START)
		return 0;
	strace_task__add_held(f, task, UINT64_MAX);
	if (rec->type == AUG_RECORD_EXIT && rec->superseded_by) {
		supersede(f, task, rec->superseded_by, rec->time_ns);
		return 0;
	}
	if (rec->type == AUG_RECORD_EXIT) {
		add_fatal_signal(f, rec);
		forget_sent(f, rec->tid, 0);
		task->address = 0;
		add_exit(f, rec, task);
		strace_task__free(by_tid__take(&f->tasks, rec->tid));
		return 0;
	}
	if (rec->type == AUG_RECORD_STOP) {
		add_stop(f, rec, task);
		return 0;
	}
	forget_sent(f, rec->tid, rec->code);
	/* ptrace does not see this one. */
	if (rec->code != SIGKILL)
		add_signal(f, rec, task);
	if (is_wanted(f, rec->code))
		strbuf__add(f->buf, task->chain.text, task->chain.len);
	strbuf__reset(&task->chain);
	return 0;
}

/* Its functions have the names of now: the program may go on to another one. */
int format_strace__chain(struct format_strace *f, const struct event *event)
{
	struct strace_task *task = by_tid__find(&f->tasks, event->rec->tid);
	struct stack_chain chain;

	if (!task)
		return 0;
	/* Those that came before were not there. */
	strace_task__add_held(f, task, UINT64_MAX);
	task->address = strace_line__address(event);
	if (!f->stacks || !event->has_stack || f->opts->no_chains)
		return 0;
	strbuf__reset(&task->chain);
	format__chain(event, &chain);
	stacks__add_strace(f->stacks, &chain, f->opts->max_frames, f->opts->source_lines,
			   &task->chain);
	return strbuf__error(&task->chain);
}

int format_strace__event(struct format_strace *f, const struct shown_event *event)
{
	const struct strace_task *task = strace_task__get(f, event->tid, event->comm);
	struct out o;

	if (!task)
		return -ENOMEM;
	strace_line__begin(f, task, event->time_ns);
	if (event->is_fault) {
		strbuf__adds(f->buf, "--- ");
		format_event__fault(event, f->stacks, f->buf);
		strbuf__adds(f->buf, " ---");
		strace_line__end(f);
		return 0;
	}
	strbuf__addf(f->buf, "--- %s ", event->name);
	strace_line__init_out(f, &o, f->buf);
	o.bare_args = false;
	if (event->format) {
		out__begin(&o, OUT_OBJECT);
		format_event__fields(event, true, &o);
		out__end(&o, OUT_OBJECT);
	} else {
		out__str(&o, (const char *)event->raw, format_event__output(event), false);
	}
	strbuf__adds(f->buf, " ---");
	strace_line__end(f);
	return 0;
}
