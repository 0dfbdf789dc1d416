// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * trace_attach.c - calls in which threads waited already when the trace began, and those that were stopped: see
 * trace_priv.h.
 *
 * The engine has not seen them begin; /proc knows which they are and their registers, and their memory can be read. A
 * line as of any call that waits tells where a process hangs, which is what most attach for. Of their ends the engine
 * makes records (bpf-progs/no_entry.bpf.h).
 */
#include <errno.h>
#include <string.h>

#include "began_before.h"
#include "capture_remote.h"
#include "log.h"
#include "record.h"
#include "stopped.h"
#include "target.h"
#include "trace_priv.h"
#include "unfold_remote.h"

/* Would such a call be told of if it began now? Those that may be left out for how they end, or where, are not. */
static bool are_told(const struct trace *t)
{
	const struct engine_opts *opts = &t->opts->engine;

	return !opts->hidden && !opts->min_duration_ns && !t->is_off &&
	       !(opts->cpus && opts->cpus->nr) && filter__is_empty(t->opts->filter);
}

/* What its pointers lead to, and whether that still is of the call: a thread may have ended it meanwhile. */
static int take_call(struct trace *t, struct remote *mem, const struct aug_record *rec)
{
	struct strbuf record = {};
	struct event event;
	const bool is_told = are_told(t);
	int err = capture_remote__enter(&t->opts->engine, mem, rec, &record)
			  ?: engine__describe_fds(t->engine, mem, &record);

	if (err || record__parse(record.text, record.len, &event) ||
	    !engine__tell_task(t->engine, rec, is_told))
		goto out;
	err = began_before__put(t->began_before, event.rec);
	if (!err && is_told)
		err = trace__announce(t, &event);
out:
	strbuf__free(&record);
	return err;
}

/** struct take - @pid: the process whose threads are looked at. @mem: their memory. */
struct take {
	struct trace *t;
	struct remote *mem;
	struct stopped stopped;
	pid_t pid;
};

static bool is_filtered(const struct trace_opts *opts, pid_t pid, pid_t tid)
{
	for (size_t i = 0; i < opts->nr_filter_pids; i++) {
		if (opts->filter_pids[i] == pid || opts->filter_pids[i] == tid)
			return true;
	}
	return false;
}

/* strace's first line of it: otherwise it would seem to hang. */
static void take_stop(struct take *take, pid_t tid)
{
	struct aug_task_record rec = {
		.size = sizeof(rec),
		.version = AUG_ABI_VERSION,
		.type = AUG_RECORD_STOP,
		.pid = (uint32_t)take->pid,
		.tid = (uint32_t)tid,
		.code = stopped__signal(&take->stopped, tid),
	};

	rec.time_ns = clock__ns(CLOCK_MONOTONIC);
	if (rec.code)
		trace__take_task(take->t, &rec, sizeof(rec));
}

static int take_thread(void *ctx, pid_t tid)
{
	struct take *take = ctx;
	struct trace *t = take->t;
	struct aug_record rec = {
		.size = sizeof(rec),
		.version = AUG_ABI_VERSION,
		.type = AUG_RECORD_ENTER,
		.flags = AUG_F_BEFORE,
		.pid = (uint32_t)take->pid,
		.tid = (uint32_t)tid,
	};
	struct target_call call;

	if (is_filtered(t->opts, take->pid, tid) || target__kind(tid) != TARGET_LIVES)
		return 0;
	if (t->opts->engine.want_task_records)
		take_stop(take, tid);
	if (!target__waits_in(tid, &call))
		return 0;
	rec.time_ns = clock__ns(CLOCK_MONOTONIC);
	rec.enter_ns = rec.time_ns;
	rec.nr = call.nr;
	rec.abi = call.is_compat ? AUG_ABI_COMPAT : AUG_ABI_NATIVE;
	memcpy(rec.args, call.args, sizeof(rec.args));
	memcpy(rec.comm, call.comm, sizeof(rec.comm));
	if (!unfold_remote__call(&t->opts->engine, take->mem, &rec))
		return 0;
	return take_call(t, take->mem, &rec);
}

static void say_untold(const char *what, pid_t id, int err)
{
	if (err < 0 && err != -ESRCH)
		log_warn("what %s %d waits for is not shown: %s", what, id, strerror(-err));
}

void trace__tell_waiting(struct trace *t)
{
	const struct trace_opts *opts = t->opts;
	struct take take = { .t = t };
	size_t i;

	if (!t->engine || !opts->engine.want_events || opts->engine.has_delay ||
	    !(opts->nr_pids || opts->nr_tids))
		return;
	t->began_before = began_before__new();
	take.mem = remote__new();
	if (!t->began_before || !take.mem) {
		remote__free(take.mem);
		log_warn("what threads wait for is not shown: %s", strerror(ENOMEM));
		return;
	}
	for (i = 0; i < opts->nr_pids && !t->stop; i++) {
		take.pid = target__process_of(opts->pids[i]);
		say_untold("process", opts->pids[i],
			   target__for_each_thread(opts->pids[i], take_thread, &take));
	}
	for (i = 0; i < opts->nr_tids && !t->stop; i++) {
		take.pid = target__process_of(opts->tids[i]);
		say_untold("thread", opts->tids[i], take_thread(&take, opts->tids[i]));
	}
	remote__free(take.mem);
	stopped__free(&take.stopped);
}

bool trace__add_begin(struct trace *t, struct event *event)
{
	const struct aug_record *rec = event->rec;
	size_t size = rec->size;

	if (t->began_before)
		rec = began_before__join(t->began_before, rec, &size);
	if (rec && !record__parse(rec, size, event))
		return true;
	t->stop = true;
	return false;
}
