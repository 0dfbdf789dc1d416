// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* trace_tasks.c - what befalls threads between calls, which strace's lines tell of: see trace_priv.h. */
#include <errno.h>

#include "record.h"
#include "trace_priv.h"

static int show(void *ctx, const struct aug_task_record *rec)
{
	struct trace *t = ctx;

	if (t->strace_files)
		return strace_files__task(t->strace_files, rec);
	return t->strace ? format_strace__task(t->strace, rec) ?: sink__line(t->sink) : 0;
}

int trace__take_task(struct trace *t, const void *data, size_t size)
{
	const struct aug_task_record *rec = record__parse_task(data, size);

	if (!rec) {
		t->ledger.malformed++;
		return 0;
	}
	if (rec->type == AUG_RECORD_CGROUP) {
		t->stop |= task_cgroups__take(&t->cgroups, rec) != 0;
		return 0;
	}
	/* As strace, which is detached then. */
	if (!trace__is_full(t) && strace_ends__take(&t->strace_ends, rec, show, t))
		t->stop = true;
	return 0;
}

int trace__take_chain(struct trace *t, const struct event *event)
{
	int err = 0;

	if (t->strace_files)
		err = strace_files__chain(t->strace_files, event);
	else if (t->strace)
		err = format_strace__chain(t->strace, event);
	t->stop |= err != 0;
	return 0;
}

int trace__end_tasks(struct trace *t)
{
	int err = trace__is_full(t) ? 0 : strace_ends__flush(&t->strace_ends, show, t);

	if (t->strace)
		format_strace__end(t->strace);
	return t->strace_files ? strace_files__end(t->strace_files) ?: err : err;
}
