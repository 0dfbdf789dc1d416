// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * trace_attach.c - calls in which threads waited already when the trace began: see trace_priv.h.
 *
 * The engine has not seen them begin; /proc knows which they are and their registers. A line as of any call that
 * waits tells where a process hangs, which is what most attach for. What their pointers lead to, and their ends, are
 * not seen.
 */
#include <errno.h>
#include <string.h>

#include "log.h"
#include "record.h"
#include "target.h"
#include "trace_priv.h"

/* Would such a call be told of if it began now? */
static bool are_told(const struct trace *t)
{
	const struct engine_opts *opts = &t->opts->engine;

	return t->engine && opts->want_events && !opts->hidden && !opts->min_duration_ns &&
	       !opts->has_delay && !t->is_off && filter__is_empty(t->opts->filter);
}

static bool is_wanted(const struct trace *t, const struct aug_record *rec)
{
	const uint32_t idx = rec->nr < AUG_NR_SYSCALLS ? rec->abi * AUG_NR_SYSCALLS + rec->nr
						       : AUG_NR_ABIS * AUG_NR_SYSCALLS;

	return t->opts->engine.specs[idx].flags & AUG_S_TRACED;
}

static int tell(void *ctx, pid_t tid)
{
	struct trace *t = ctx;
	struct aug_record rec = {
		.size = sizeof(rec),
		.version = AUG_ABI_VERSION,
		.type = AUG_RECORD_ENTER,
		.pid = (uint32_t)target__process_of(tid),
		.tid = (uint32_t)tid,
		.time_ns = t->format.base_ns,
		.enter_ns = t->format.base_ns,
	};
	struct target_call call;
	struct event event;

	/* One that has made a call since it was added is in one that the engine tells of. */
	if (target__kind(tid) != TARGET_LIVES || !target__waits_in(tid, &call) ||
	    !engine__awaits_task(t->engine, tid))
		return 0;
	rec.nr = call.nr;
	rec.abi = call.is_compat ? AUG_ABI_COMPAT : AUG_ABI_NATIVE;
	memcpy(rec.args, call.args, sizeof(rec.args));
	memcpy(rec.comm, call.comm, sizeof(rec.comm));
	if (!is_wanted(t, &rec) || record__parse(&rec, sizeof(rec), &event))
		return 0;
	/* A write error ends the trace; the sink has counted the lines. */
	return trace__write_line(t, &event, FORMAT_WAITING) ? (t->stop = true) : 0;
}

void trace__tell_waiting(struct trace *t)
{
	const struct trace_opts *opts = t->opts;
	size_t i;
	int err;

	if (!are_told(t))
		return;
	for (i = 0; i < opts->nr_pids && !t->stop; i++) {
		err = target__for_each_thread(opts->pids[i], tell, t);
		if (err < 0 && err != -ESRCH)
			log_warn("in which calls process %d waits is not shown: %s", opts->pids[i],
				 strerror(-err));
	}
	for (i = 0; i < opts->nr_tids && !t->stop; i++)
		tell(t, opts->tids[i]);
}
