/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* cmd_trace_options.h - the command line of `perf-augment trace`, and what .perfconfig says. */
#ifndef PERF_AUGMENT_CMD_TRACE_OPTIONS_H
#define PERF_AUGMENT_CMD_TRACE_OPTIONS_H

#include "config.h"
#include "event_list.h"
#include "feedback.h"
#include "filter_args.h"
#include "trace.h"
#include "trace_parse.h"

/** struct trace_options - what the command line and the config say; freed by trace_options__free(). */
struct trace_options {
	struct trace_opts trace;
	struct config config;
	struct event_list events;
	struct aug_spec *specs;
	pid_t *pids, *tids, *filter_pids;
	struct pid_list feedback;
	struct filter_args filters;
	const char *output;
	bool list;
	bool syscalls, no_syscalls;
	struct strace_table table;
	const char *sort;
	bool has_mode; /* of the summary */
	uint8_t user_stacks;
	bool limits_stacks;
	struct cpu_list cpus;
	char *switches[2];
	enum trace_color color;
	enum { WHEN_FULL_DEFAULT, WHEN_FULL_WAIT, WHEN_FULL_LOSE } when_full;
	int verbose;
};

/**
 * trace_options__parse() - onto what the config says.
 * Return: 0; 1: help is wanted; -EINVAL and -ENOMEM, logged. To be freed in each case.
 */
int trace_options__parse(struct trace_options *opts, int argc, char **argv);
void trace_options__free(struct trace_options *opts);

#endif /* PERF_AUGMENT_CMD_TRACE_OPTIONS_H */
