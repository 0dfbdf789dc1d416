// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* cmd_trace_options.c - see cmd_trace_options.h. */
#include "cmd_trace_options.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fd_text.h"
#include "log.h"
#include "options.h"
#include "spec.h"
#include "target.h"
#include "trace_parse.h"
#include "util.h"

enum {
	OPT_DURATION = 256,
	OPT_FAILURE,
	OPT_MAX_EVENTS,
	OPT_FILTER,
	OPT_FILTER_PIDS,
	OPT_NO_INHERIT,
	OPT_COMM,
	OPT_NO_COMM,
	OPT_EXPR,
	OPT_LIST,
	OPT_FORMAT,
	OPT_DUMP_MAP,
	OPT_DUMP_INTERVAL,
	OPT_STRING_LIMIT,
	OPT_NO_ABBREV,
	OPT_CALL_GRAPH,
	OPT_MAX_STACK,
	OPT_MIN_STACK,
	OPT_KERNEL_GRAPH,
	OPT_NO_SYSCALLS,
	OPT_SYSCALLS,
	OPT_DECODE_FDS,
	OPT_SUMMARY_MODE,
	OPT_SUMMARY_SORT,
	OPT_MAX_SUMMARY,
	OPT_ERRNO_SUMMARY,
	OPT_HISTOGRAM,
	OPT_BPF_SUMMARY,
	OPT_SCHED,
	OPT_TREE,
	OPT_SWITCH_ON,
	OPT_SWITCH_OFF,
	OPT_SHOW_SWITCHES,
	OPT_TOOL_STATS,
	OPT_PRINT_FORMATS,
	OPT_SORT_EVENTS,
	OPT_COLOR,
	OPT_WHERE,
	OPT_ONLY_COMM,
	OPT_FD,
	OPT_ERRNO,
	OPT_BELOW,
	OPT_WHEN_FULL,
};

#define DUMP_RING_SIZE (32UL << 20)

static const struct option long_options[] = {
	{ "all-cpus", no_argument, NULL, 'a' },
	{ "event", required_argument, NULL, 'e' },
	{ "expr", required_argument, NULL, OPT_EXPR },
	{ "pid", required_argument, NULL, 'p' },
	{ "tid", required_argument, NULL, 't' },
	{ "output", required_argument, NULL, 'o' },
	{ "duration", required_argument, NULL, OPT_DURATION },
	{ "failure", no_argument, NULL, OPT_FAILURE },
	{ "failed-only", no_argument, NULL, 'Z' },
	{ "successful-only", no_argument, NULL, 'z' },
	{ "where", required_argument, NULL, OPT_WHERE },
	{ "uid", required_argument, NULL, 'u' },
	{ "only-comm", required_argument, NULL, OPT_ONLY_COMM },
	{ "cgroup", required_argument, NULL, 'G' },
	{ "fd", required_argument, NULL, OPT_FD },
	{ "errno", required_argument, NULL, OPT_ERRNO },
	{ "trace-path", required_argument, NULL, 'P' },
	{ "below", required_argument, NULL, OPT_BELOW },
	{ "string-limit", required_argument, NULL, OPT_STRING_LIMIT },
	{ "no-abbrev", no_argument, NULL, OPT_NO_ABBREV },
	{ "fd-paths", no_argument, NULL, 'y' },
	{ "decode-fds", required_argument, NULL, OPT_DECODE_FDS },
	{ "summary", no_argument, NULL, 's' },
	{ "with-summary", no_argument, NULL, 'S' },
	{ "time", no_argument, NULL, 'T' },
	{ "max-events", required_argument, NULL, OPT_MAX_EVENTS },
	{ "filter", required_argument, NULL, OPT_FILTER },
	{ "filter-pids", required_argument, NULL, OPT_FILTER_PIDS },
	{ "no-inherit", no_argument, NULL, OPT_NO_INHERIT },
	{ "mmap-pages", required_argument, NULL, 'm' },
	{ "when-full", required_argument, NULL, OPT_WHEN_FULL },
	{ "summary-only", no_argument, NULL, 'c' }, /* strace's word */
	{ "summary-mode", required_argument, NULL, OPT_SUMMARY_MODE },
	{ "summary-sort-by", required_argument, NULL, OPT_SUMMARY_SORT },
	{ "max-summary", required_argument, NULL, OPT_MAX_SUMMARY },
	{ "errno-summary", no_argument, NULL, OPT_ERRNO_SUMMARY },
	{ "histogram", no_argument, NULL, OPT_HISTOGRAM },
	{ "bpf-summary", no_argument, NULL, OPT_BPF_SUMMARY },
	{ "sched", no_argument, NULL, OPT_SCHED },
	{ "tree", no_argument, NULL, OPT_TREE },
	{ "cpu", required_argument, NULL, 'C' },
	{ "delay", required_argument, NULL, 'D' },
	{ "switch-on", required_argument, NULL, OPT_SWITCH_ON },
	{ "switch-off", required_argument, NULL, OPT_SWITCH_OFF },
	{ "show-on-off-events", no_argument, NULL, OPT_SHOW_SWITCHES },
	{ "tool_stats", no_argument, NULL, OPT_TOOL_STATS },
	{ "libtraceevent_print", no_argument, NULL, OPT_PRINT_FORMATS },
	{ "sort-events", no_argument, NULL, OPT_SORT_EVENTS },
	{ "color", required_argument, NULL, OPT_COLOR },
	{ "call-graph", required_argument, NULL, OPT_CALL_GRAPH },
	{ "max-stack", required_argument, NULL, OPT_MAX_STACK },
	{ "min-stack", required_argument, NULL, OPT_MIN_STACK },
	{ "kernel-syscall-graph", no_argument, NULL, OPT_KERNEL_GRAPH },
	{ "pf", required_argument, NULL, 'F' },
	{ "syscalls", no_argument, NULL, OPT_SYSCALLS },
	{ "no-syscalls", no_argument, NULL, OPT_NO_SYSCALLS },
	{ "comm", no_argument, NULL, OPT_COMM },
	{ "no-comm", no_argument, NULL, OPT_NO_COMM },
	{ "dump-map", required_argument, NULL, OPT_DUMP_MAP },
	{ "map-dump", required_argument, NULL, OPT_DUMP_MAP }, /* perf's old spelling */
	{ "dump-interval", required_argument, NULL, OPT_DUMP_INTERVAL },
	{ "format", required_argument, NULL, OPT_FORMAT },
	{ "list", no_argument, NULL, OPT_LIST },
	{ "verbose", no_argument, NULL, 'v' },
	{ "help", no_argument, NULL, 'h' },
	{}
};

static int usage_error(const char *fmt, const char *what)
{
	char text[512];

	snprintf(text, sizeof(text), fmt, what);
	log_err("%s; see perf-augment trace --help", text);
	return -EINVAL;
}

static int parse_string_limit(const char *text, struct engine_opts *engine)
{
	unsigned long long value;
	char *end;

	errno = 0;
	value = strtoull(text, &end, 0);
	if (errno || *end || end == text || !isdigit((unsigned char)*text) || !value ||
	    value > AUG_DATA_MAX) {
		log_err("--string-limit: '%s' is not a number of bytes from 1 to %d", text,
			AUG_DATA_MAX);
		return -EINVAL;
	}
	engine->limits = SPEC_LIMITS((uint32_t)value);
	engine->long_data = value > ENGINE_PLAIN_DATA_MAX;
	return 0;
}

/* -z and -Z contradict each other: strace takes the last one, too. */
static int hide(struct trace_opts *t, uint8_t hidden)
{
	if (t->engine.hidden && t->engine.hidden != hidden)
		log_warn("of -z and -Z (--failure) the last one counts");
	t->engine.hidden = hidden;
	return 0;
}

static int parse_format(const char *text, struct trace_opts *t)
{
	static const char *const names[] = {
		[FORMAT_PERF] = "perf", [FORMAT_STRACE] = "strace", [FORMAT_JSON] = "json"
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (!strcmp(text, names[i])) {
			t->format.kind = (enum format_kind)i;
			return 0;
		}
	}
	log_err("--format: '%s' is none of perf, strace and json", text);
	return -EINVAL;
}

static int parse_when_full(struct trace_options *opts, const char *text)
{
	if (!strcmp(text, "wait"))
		opts->when_full = WHEN_FULL_WAIT;
	else if (!strcmp(text, "lose"))
		opts->when_full = WHEN_FULL_LOSE;
	else
		return usage_error("--when-full: '%s' is neither wait nor lose", text);
	return 0;
}

static int parse_decode_fds(const char *set, uint8_t *ret_show)
{
	struct strbuf error = {};
	unsigned int show = 0;
	int err = fd_show__parse(set, &show, &error);

	if (err)
		usage_error("--decode-fds: %s", strbuf__cstr(&error));
	*ret_show = (uint8_t)show;
	strbuf__free(&error);
	return err;
}

static int parse_filter(struct filter_args *filters, int option, const char *arg)
{
	switch (option) {
	case OPT_WHERE:
		return filter_args__where(filters, arg);
	case 'u':
		return filter_args__uids(filters, arg);
	case OPT_ONLY_COMM:
		return filter_args__comm(filters, arg);
	case 'G':
		return filter_args__cgroup(filters, arg);
	case OPT_FD:
		return filter_args__fds(filters, arg);
	case OPT_ERRNO:
		return filter_args__errnos(filters, arg);
	case 'P':
		return filter_args__path(filters, arg, false);
	case OPT_BELOW:
		return filter_args__below(filters, arg);
	}
	return -EINVAL;
}

static int parse_option(struct trace_options *opts, int option, const char *arg)
{
	struct trace_opts *t = &opts->trace;
	uint64_t nr = 0;
	int err;

	switch (option) {
	case 'a':
		t->engine.all_tasks = true;
		return 0;
	case 'e':
	case OPT_EXPR:
		return event_list__add(&opts->events, arg);
	case 'p':
		return target__parse_option("--pid", arg, &opts->pids, &t->nr_pids);
	case 't':
		return target__parse_option("--tid", arg, &opts->tids, &t->nr_tids);
	case OPT_FILTER:
		return event_list__filter(&opts->events, arg);
	case OPT_FILTER_PIDS:
		return target__parse_option("--filter-pids", arg, &opts->filter_pids,
					    &t->nr_filter_pids);
	case 'o':
		opts->output = arg;
		return 0;
	case 'm':
		return trace_parse__ring_size(arg, &t->engine.ring_size);
	case OPT_WHEN_FULL:
		return parse_when_full(opts, arg);
	case OPT_DURATION:
		return filter_args__duration(&opts->filters, arg, &t->engine.min_duration_ns);
	case OPT_DUMP_MAP:
		t->dump_maps = arg;
		return 0;
	case OPT_DUMP_INTERVAL:
		err = trace_parse__time("--dump-interval", arg, 1e9, "seconds",
					&t->dump_interval_ns);
		return !err && !t->dump_interval_ns
			       ? usage_error("--dump-interval: '%s' is no time between two dumps",
					     arg)
			       : err;
	case OPT_FORMAT:
		return parse_format(arg, t);
	case 'z':
		return hide(t, AUG_HIDE_FAILED | AUG_HIDE_UNFINISHED);
	case 'Z':
	case OPT_FAILURE:
		return hide(t, AUG_HIDE_SUCCESSFUL | AUG_HIDE_UNFINISHED);
	case 's':
	case 'S':
	case 'c':
		t->show_summary = true;
		t->engine.want_events = option == 'S';
		t->strace_table = option == 'c' ? &opts->table : NULL;
		return 0;
	case OPT_SUMMARY_MODE:
		opts->has_mode = true;
		return summary__parse_mode(arg, &t->summary.mode);
	case OPT_SUMMARY_SORT:
		opts->sort = arg;
		return 0;
	case OPT_MAX_SUMMARY:
		err = trace_parse__count("--max-summary", arg, &nr);
		t->summary.max_rows = nr;
		return err;
	case OPT_ERRNO_SUMMARY:
		t->summary.errnos = true;
		return 0;
	case OPT_HISTOGRAM:
		t->summary.histogram = true;
		return 0;
	case OPT_SCHED:
		t->summary.runs = true;
		return 0;
	case OPT_TREE:
		t->tree = true;
		return 0;
	case 'C':
		return trace_parse__cpus(arg, &opts->cpus);
	case 'D':
		return trace_parse__delay(arg, &t->delay_ns);
	case OPT_SWITCH_ON:
		return trace_parse__tracepoint("--switch-on", arg, &opts->switches[0]);
	case OPT_SWITCH_OFF:
		return trace_parse__tracepoint("--switch-off", arg, &opts->switches[1]);
	case OPT_SHOW_SWITCHES:
		t->show_switches = true;
		return 0;
	case OPT_TOOL_STATS:
		t->ledger = true;
		return 0;
	case OPT_PRINT_FORMATS:
		t->format.print_formats = true;
		return 0;
	case OPT_BPF_SUMMARY: /* it always is one */
	case OPT_SORT_EVENTS: /* they always are */
		return 0;
	case OPT_COLOR:
		return trace_parse__color(arg, &opts->color);
	case 'T':
		t->format.full_time = true;
		return 0;
	case OPT_MAX_EVENTS:
		return trace_parse__count("--max-events", arg, &t->max_events);
	case OPT_NO_INHERIT:
		t->engine.inherit = false;
		return 0;
	case OPT_COMM:
	case OPT_NO_COMM:
		t->format.show_comm = option == OPT_COMM;
		return 0;
	case OPT_STRING_LIMIT:
		return parse_string_limit(arg, &t->engine);
	case OPT_NO_ABBREV:
		t->format.verbose = true;
		return 0;
	case OPT_CALL_GRAPH:
		return trace_parse__call_graph(arg, &opts->user_stacks, &t->engine.stack_dump);
	case OPT_KERNEL_GRAPH:
		t->engine.stacks |= AUG_STACK_KERNEL;
		return 0;
	case OPT_MAX_STACK:
	case OPT_MIN_STACK:
		opts->limits_stacks = true;
		err = trace_parse__number(option == OPT_MAX_STACK ? "--max-stack" : "--min-stack",
					  arg, 1, ENGINE_STACK_MAX, &nr);
		*(option == OPT_MAX_STACK ? &t->format.max_stack : &t->format.min_stack) = nr;
		return err;
	case 'F':
		return trace_parse__faults(arg, &t->faults);
	case OPT_SYSCALLS:
	case OPT_NO_SYSCALLS:
		opts->no_syscalls = option == OPT_NO_SYSCALLS;
		opts->syscalls = option == OPT_SYSCALLS;
		return 0;
	case 'y':
		t->format.decode_fds = t->format.decode_fds ? FD_SHOW_ALL : FD_SHOW_PATH;
		return 0;
	case OPT_DECODE_FDS:
		return parse_decode_fds(arg, &t->format.decode_fds);
	case OPT_LIST:
		opts->list = true;
		return 0;
	case 'v':
		opts->verbose++;
		t->ledger = true;
		return 0;
	}
	return parse_filter(&opts->filters, option, arg);
}

/* strace's table has neither rows by task nor details; that of JSON has. */
static int check_table(const struct trace_options *opts)
{
	const struct summary_opts *summary = &opts->trace.summary;
	const char *option = opts->has_mode && summary->mode != SUMMARY_TOTAL ? "--summary-mode"
			     : summary->errnos				      ? "--errno-summary"
			     : summary->histogram			      ? "--histogram"
			     : summary->runs				      ? "--sched"
			     : summary->max_rows			      ? "--max-summary"
									      : NULL;

	if (!opts->trace.strace_table || opts->trace.format.kind == FORMAT_JSON || !option)
		return 0;
	return usage_error("%s is not for the table of -c, which is strace's; -s has it", option);
}

/* strace's words and, where they are other ones, ours. */
static int parse_table_sort(struct strace_table *table, const char *word)
{
	static const char *const ours[][2] = {
		{ "total", "total-time" },
		{ "min", "min-time" },
		{ "avg", "avg-time" },
		{ "max", "max-time" },
	};
	struct strbuf error = {};
	const char *known = word;
	int err;

	for (size_t i = 0; i < ARRAY_SIZE(ours); i++) {
		if (!strcmp(word, ours[i][0]))
			known = ours[i][1];
	}
	err = strace_table__set_sort(table, known, &error);
	strbuf__free(&error);
	if (err)
		log_err("--summary-sort-by: '%s' is no column of the table of -c, which is strace's: there are "
			"total, calls, errors, min, avg, max and name; -s has more",
			word);
	return err;
}

/* What the options together mean for the tables and for what the kernel counts. */
static int settle_summary(struct trace_options *opts)
{
	struct trace_opts *t = &opts->trace;
	bool wants_table = t->summary.errnos || t->summary.histogram || t->summary.max_rows;
	int err = 0;

	/* As perf: an option of the summary is one for a summary. */
	if (!t->show_summary && (wants_table || opts->sort || opts->has_mode)) {
		t->show_summary = true;
		t->engine.want_events = false;
	}
	t->show_summary |= t->summary.runs;
	/* strace's table is text. */
	if (t->strace_table && t->format.kind == FORMAT_JSON) {
		t->strace_table = NULL;
		if (!opts->has_mode)
			t->summary.mode = SUMMARY_TOTAL;
	}
	if (t->summary.runs && t->summary.mode == SUMMARY_CGROUP)
		return usage_error("%s is of threads, which may change their group: it is not for "
				   "--summary-mode cgroup",
				   "--sched");
	if (opts->sort && t->strace_table)
		err = parse_table_sort(&opts->table, opts->sort);
	else if (opts->sort)
		err = summary__parse_column(opts->sort, &t->summary.sort);
	if (t->tree || (t->show_summary && !t->strace_table && t->summary.mode <= SUMMARY_PROCESS))
		t->engine.want_summary = AUG_SUMMARY_BY_THREAD;
	else if (t->show_summary)
		t->engine.want_summary = AUG_SUMMARY_BY_CPU;
	t->engine.summary_cgroups = t->show_summary && t->summary.mode == SUMMARY_CGROUP;
	t->engine.want_errnos = t->show_summary && t->summary.errnos && !t->strace_table;
	t->engine.want_runs = t->summary.runs;
	if (opts->limits_stacks && !opts->user_stacks)
		trace_parse__default_graph(&opts->user_stacks, &t->engine.stack_dump);
	t->engine.stacks |= opts->user_stacks;
	/* A copy of the stack makes records large. */
	if (t->engine.stacks & AUG_STACK_DUMP && !t->engine.ring_size)
		t->engine.ring_size = DUMP_RING_SIZE;
	t->engine.want_tree = t->tree;
	t->engine.has_delay = t->delay_ns;
	t->engine.cpus = opts->cpus.nr ? &opts->cpus : NULL;
	t->switch_on = opts->switches[0];
	t->switch_off = opts->switches[1];
	return err;
}

static void apply_config(struct trace_options *opts)
{
	const struct config *cfg = &opts->config;
	struct format_opts *format = &opts->trace.format;

	format->show_timestamp = config__bool(cfg, "trace.show_timestamp");
	format->show_duration = config__bool(cfg, "trace.show_duration");
	format->show_arg_names = config__bool(cfg, "trace.show_arg_names");
	format->show_prefix = config__bool(cfg, "trace.show_prefix");
	format->show_zeros = config__bool(cfg, "trace.show_zeros");
	format->args_alignment =
		(unsigned int)MIN(MAX(config__int(cfg, "trace.args_alignment"), 0), 1000);
	format->show_comm = true;
	format->print_formats =
		!strcasecmp(config__string(cfg, "trace.tracepoint_beautifiers"), "libtraceevent");
	opts->trace.engine.inherit = !config__bool(cfg, "trace.no_inherit");
	opts->trace.engine.want_events = true;
	opts->trace.format.max_stack = TRACE_MAX_STACK;
	strace_table__init(&opts->table);
	opts->trace.engine.limits = SPEC_LIMITS(SPEC_LIMIT_DEFAULT);
}

/* @ended: by `--`, behind which a script may have had a command that became empty. */
static int check_target(struct trace_options *opts, char **command, bool ended)
{
	struct trace_opts *t = &opts->trace;
	const bool has_tasks = t->nr_pids || t->nr_tids;

	if (ended && !*command && !has_tasks && !t->engine.all_tasks && !opts->list)
		return usage_error("no command after %s; for the whole machine use -a", "--");
	if (has_tasks && t->engine.all_tasks)
		return usage_error("%s traces everything: it cannot be combined with -p or -t",
				   "-a");
	if (t->dump_interval_ns && !t->dump_maps)
		return usage_error(
			"%s says how often to print the maps of --dump-map, which is missing",
			"--dump-interval");
	if (t->show_switches && !t->switch_on && !t->switch_off)
		return usage_error("%s shows the events of --switch-on and --switch-off, which are "
				   "missing",
				   "--show-on-off-events");
	if ((t->switch_on || t->switch_off) && t->show_summary)
		log_warn(
			"--switch-on and --switch-off do not change the summary, which is made in the "
			"kernel: it is of all calls");
	t->command = *command ? command : NULL;
	if (!t->command && !has_tasks)
		t->engine.all_tasks = true;
	/* The whole machine is not slowed down unasked. */
	t->engine.waits_when_full = opts->when_full == WHEN_FULL_WAIT ||
				    (!opts->when_full && !t->engine.all_tasks);
	return 0;
}

int trace_options__parse(struct trace_options *opts, int argc, char **argv)
{
	int option, scanned = 1, err = 0;

	apply_config(opts);
	optind = 0; /* glibc: scan anew, and stop at the first argument that is no option */
	while (!err && (option = options__next(argc, argv, "+:aC:cD:e:F:G:p:P:t:o:sSTm:u:vyzZh",
					       long_options)) != -1) {
		scanned = optind;
		if (option == '?')
			return -EINVAL;
		if (option == 'h')
			return 1;
		err = parse_option(opts, option, optarg);
	}
	if (!err)
		err = check_table(opts);
	if (!err)
		err = settle_summary(opts);
	/* At the end getopt_long() steps over nothing but `--`. */
	return err ? err : check_target(opts, argv + optind, optind > scanned);
}

void trace_options__free(struct trace_options *opts)
{
	event_list__free(&opts->events);
	config__free(&opts->config);
	filter_args__free(&opts->filters);
	pid_list__free(&opts->feedback);
	free(opts->specs);
	free(opts->pids);
	free(opts->tids);
	free(opts->filter_pids);
	cpu_list__free(&opts->cpus);
	free(opts->switches[0]);
	free(opts->switches[1]);
}
