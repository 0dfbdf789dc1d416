// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* strace_ends.c - see strace_ends.h. */
#include "strace_ends.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>

#include "target.h"

/** struct process - @nr_others: living threads but the main one. @end: of that one, when @has_ended. */
struct process {
	uint32_t nr_others;
	bool has_ended;
	struct aug_task_record end;
};

static struct process *process_of(struct strace_ends *e, uint32_t pid)
{
	struct process *p = by_tid__find(&e->processes, pid);

	if (p)
		return p;
	p = calloc(1, sizeof(*p));
	if (p && by_tid__add(&e->processes, pid, p)) {
		free(p);
		p = NULL;
	}
	return p;
}

int strace_ends__expect(struct strace_ends *e, uint32_t pid, uint32_t tid)
{
	struct process *p;

	if (pid == tid || by_tid__find(&e->threads, tid))
		return 0;
	p = process_of(e, pid);
	/* A number is all that is kept. */
	if (!p || by_tid__add(&e->threads, tid, (void *)(uintptr_t)pid))
		return -ENOMEM;
	p->nr_others++;
	return 0;
}

/* Thread @tid is no longer one beside the main one. Return: its process, if that has no other left; NULL. */
static struct process *leave(struct strace_ends *e, uint32_t tid)
{
	const uint32_t pid = (uint32_t)(uintptr_t)by_tid__take(&e->threads, tid);
	struct process *p = pid ? by_tid__find(&e->processes, pid) : NULL;

	if (!p || --p->nr_others)
		return NULL;
	by_tid__take(&e->processes, pid);
	return p;
}

/* Any that is not a main thread with others; the last of these brings the end of its main thread along. */
static int take_thread_end(struct strace_ends *e, const struct aug_task_record *rec,
			   strace_ends_fn fn, void *ctx)
{
	struct process *p = leave(e, rec->tid);
	int err = fn(ctx, rec);

	if (p && p->has_ended && !err) {
		p->end.time_ns = rec->time_ns;
		if (rec->flags & AUG_T_GROUP)
			p->end.code = rec->code;
		err = fn(ctx, &p->end);
	}
	free(p);
	return err;
}

static int take_end(struct strace_ends *e, const struct aug_task_record *rec, strace_ends_fn fn,
		    void *ctx)
{
	struct process *p = by_tid__find(&e->processes, rec->pid);

	if (rec->superseded_by) {
		/* It is the main one now; others are none. */
		if (p)
			p->has_ended = false;
		free(leave(e, rec->superseded_by));
		return fn(ctx, rec);
	}
	if (rec->pid != rec->tid || !p)
		return take_thread_end(e, rec, fn, ctx);
	p->end = *rec;
	p->has_ended = true;
	return 0;
}

/* Of a process whose number another one has now: the ends of its threads were lost. */
static int take_start(struct strace_ends *e, const struct aug_task_record *rec, strace_ends_fn fn,
		      void *ctx)
{
	struct process *p = by_tid__find(&e->processes, rec->pid);
	int err = 0;

	if (p && p->has_ended && rec->tid == rec->pid) {
		p->has_ended = false;
		err = fn(ctx, &p->end);
	}
	return err ?: strace_ends__expect(e, rec->pid, rec->tid) ?: fn(ctx, rec);
}

int strace_ends__take(struct strace_ends *e, const struct aug_task_record *rec, strace_ends_fn fn,
		      void *ctx)
{
	switch (rec->type) {
	case AUG_RECORD_START:
		return take_start(e, rec, fn, ctx);
	case AUG_RECORD_EXIT:
		return take_end(e, rec, fn, ctx);
	}
	return fn(ctx, rec);
}

static bool is_gone(uint32_t pid)
{
	return (kill((pid_t)pid, 0) && errno == ESRCH) ||
	       target__kind((pid_t)pid) == TARGET_HAS_ENDED;
}

int strace_ends__flush(struct strace_ends *e, strace_ends_fn fn, void *ctx)
{
	int err = 0;
	size_t i;

	for (i = 0; i < e->processes.nr && !err; i++) {
		struct process *p = e->processes.entries[i].item;

		if (!p->has_ended || !is_gone(e->processes.entries[i].tid))
			continue;
		p->has_ended = false;
		err = fn(ctx, &p->end);
	}
	return err;
}

void strace_ends__free(struct strace_ends *e)
{
	by_tid__free(&e->processes, free);
	by_tid__free(&e->threads, NULL);
}
