// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* trace_summary.c - tables and tree at the end of a trace: see trace__print_summaries() in trace_priv.h. */
#include <errno.h>

#include "proc_tree.h"
#include "strace_summary.h"
#include "summary.h"
#include "trace_priv.h"

static int collect_summary(void *ctx, const struct aug_summary_key *key,
			   const struct aug_summary *sum)
{
	return summary__add(ctx, key, sum);
}

static int collect_strace_summary(void *ctx, const struct aug_summary_key *key,
				  const struct aug_summary *sum)
{
	strace_summary__add(ctx, key, sum);
	return 0;
}

static int print_strace_summary(struct trace *t)
{
	struct strace_summary *summary = strace_summary__new();
	int err = summary ? 0 : -ENOMEM;

	if (!err)
		err = engine__for_each_summary(t->engine, collect_strace_summary, summary);
	if (!err) {
		strace_summary__print(summary, t->opts->strace_table, &t->sink->buf);
		sink__line(t->sink);
	}
	strace_summary__free(summary);
	return err;
}

static int collect_errno(void *ctx, const struct aug_errno_key *key, uint64_t nr)
{
	return summary__add_errno(ctx, key, nr);
}

static int collect_run(void *ctx, const struct aug_run_key *key, const struct aug_run *run)
{
	return summary__add_run(ctx, key, run);
}

static int print_summary(struct trace *t)
{
	struct summary_opts opts = t->opts->summary;
	struct summary *summary;
	int err;

	opts.width = sink__width(t->sink);
	summary = summary__new(&opts);
	err = summary ? 0 : -ENOMEM;

	if (!err)
		err = engine__for_each_summary(t->engine, collect_summary, summary);
	if (!err && t->opts->engine.want_errnos)
		err = engine__for_each_errno(t->engine, collect_errno, summary);
	if (!err && t->opts->engine.want_runs)
		err = engine__for_each_run(t->engine, collect_run, summary);
	if (!err) {
		if (t->format.kind == FORMAT_JSON)
			summary__print_json(summary, &t->sink->buf);
		else
			summary__print(summary, &t->sink->buf);
		sink__line(t->sink);
	}
	summary__free(summary);
	return err;
}

static int collect_tree_calls(void *ctx, const struct aug_summary_key *key,
			      const struct aug_summary *sum)
{
	return proc_tree__add_calls(ctx, key, sum);
}

static int collect_process(void *ctx, const struct aug_process_key *key,
			   const struct aug_process *process)
{
	return proc_tree__add_process(ctx, key, process);
}

static int print_tree(struct trace *t)
{
	struct proc_tree *tree = proc_tree__new();
	int err = tree ? 0 : -ENOMEM;

	if (!err)
		err = engine__for_each_process(t->engine, collect_process, tree);
	if (!err)
		err = engine__for_each_summary(t->engine, collect_tree_calls, tree);
	if (!err) {
		if (t->format.kind == FORMAT_JSON)
			proc_tree__print_json(tree, &t->sink->buf);
		else
			proc_tree__print(tree, &t->sink->buf);
		sink__line(t->sink);
	}
	proc_tree__free(tree);
	return err;
}

int trace__print_summaries(struct trace *t)
{
	int err = 0;

	if (t->opts->show_summary)
		err = t->opts->strace_table ? print_strace_summary(t) : print_summary(t);
	if (!err && t->opts->tree)
		err = print_tree(t);
	return err;
}

const char *trace__summaries(const struct trace_opts *opts)
{
	if (opts->no_calls || !(opts->show_summary || opts->tree))
		return NULL;
	return !opts->tree	    ? "the summary"
	       : opts->show_summary ? "the summary and the tree of processes"
				    : "the tree of processes";
}
