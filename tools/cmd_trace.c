// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* cmd_trace.c - `perf-augment trace`: options and config to a run of lib/trace.c. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "config.h"
#include "decode.h"
#include "event_list.h"
#include "fd_text.h"
#include "feedback.h"
#include "filter_args.h"
#include "log.h"
#include "output_file.h"
#include "spec.h"
#include "strbuf.h"
#include "syscalls.h"
#include "target.h"
#include "trace.h"
#include "trace_parse.h"
#include "util.h"

/** struct options - what the command line and the config say; freed by options__free(). */
struct options {
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
	uint8_t user_stacks;
	bool limits_stacks;
	struct cpu_list cpus;
	char *switches[2];
	enum trace_color color;
	int verbose;
};

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

static const char usage[] =
	"Usage: perf-augment trace [OPTIONS] [--] COMMAND [ARGS]\n"
	"       perf-augment trace [OPTIONS] -p PID[,PID...] | -t TID[,TID...] | -a\n"
	"\n"
	"Prints the system calls of a command, of processes or of the whole machine, with the paths and\n"
	"addresses that their arguments point to. Children and threads are followed.\n"
	"\n"
	"What to trace:\n"
	"  -a, --all-cpus          every process (the default without a command); this one and the\n"
	"                          terminal it prints to are left out. A command says how long.\n"
	"  -p, --pid LIST          processes, with all their threads\n"
	"  -t, --tid LIST          single threads\n"
	"      --no-inherit        do not follow children and new threads\n"
	"      --filter-pids LIST  never these processes\n"
	"  -e, --event LIST        system calls: names, globs, %classes and /regex, comma-separated;\n"
	"                          `!` before the list takes all but these. Several -e add up.\n"
	"                          Tracepoints: sched:sched_switch, sched:*; sched:*/nr=1/ shows the\n"
	"                          first of each\n"
	"                          FILE.c and FILE.o are augmenters: functions that attach what they\n"
	"                          read to a call, or objects made for `perf trace -e`\n"
	"      --filter EXPR       of the tracepoints of the -e before it only these: the kernel's\n"
	"                          language, `prev_pid == 1 && next_comm ~ \"sh*\"`\n"
	"\n"
	"Which of these calls, decided in the kernel before anything is copied (perf-augment-trace(1)):\n"
	"      --where EXPR        'openat.flags & O_CREAT && filename ~ \"/tmp/*\"', 'ret > 4k'\n"
	"  -P, --trace-path PATH   calls that are given PATH, or a descriptor of its file\n"
	"      --below DIR         the same of DIR and all that is below\n"
	"      --fd LIST           calls that are given one of these descriptors\n"
	"  -u, --uid LIST          calls of these users; --only-comm GLOB: of threads with such a name\n"
	"  -G, --cgroup GROUP      calls of tasks in a control group or below: a path or a container's id\n"
	"  -z, -Z, --failure       only calls that succeed; only calls that fail\n"
	"      --errno LIST        only calls that fail so: ENOENT,EACCES\n"
	"      --duration MS       only calls that take at least this many milliseconds (1, 0.05), or\n"
	"                          '>1ms', '>=500us', '<2s'\n"
	"      --max-events N      stop after N calls and events\n"
	"  -C, --cpu LIST          only calls that begin on these CPUs (0-3,8)\n"
	"  -D, --delay MS          begin so long after the start of the program\n"
	"      --switch-on EVENT, --switch-off EVENT, --show-on-off-events\n"
	"                          only what comes between these tracepoints\n"
	"\n"
	"What to show:\n"
	"      --string-limit N    bytes shown of buffers and strings other than paths (default 32)\n"
	"      --no-abbrev         all members of structures and entries of directories\n"
	"  -y, --fd-paths          paths behind descriptors: 3</etc/passwd>; -yy: addresses of sockets,\n"
	"                          numbers of devices, processes of pidfds too\n"
	"      --decode-fds SET    the same by name: path, socket, dev, pidfd, all, none; `!`: but these\n"
	"      --call-graph HOW    the call chain of each call: fp, by frame pointers; dwarf[,BYTES], by\n"
	"                          the tables of programs and a copy of the stack; --max-stack N,\n"
	"                          --min-stack N, --kernel-syscall-graph as in perf trace\n"
	"  -F, --pf all|maj|min    page faults; --no-syscalls: only these\n"
	"  -s, --summary           only a summary: calls, errors and times of each thread and call\n"
	"  -S, --with-summary      the calls and the summary\n"
	"  -c, --summary-only      strace's table\n"
	"      --summary-mode MODE thread (the default), process, total or cgroup\n"
	"      --summary-sort-by COLUMN   total, calls, errors, min, avg, max, stddev, p50, p90, p99, name\n"
	"      --max-summary N     rows of each table\n"
	"      --errno-summary     how often which error; --histogram: of the durations\n"
	"      --sched             how long threads were running\n"
	"      --tree              processes as a tree, with their calls counted, at the end\n"
	"      --color WHEN        auto (the default), always, never; NO_COLOR is obeyed\n"
	"      --format FORMAT     perf (the default), strace: the lines of strace -f, with signals and\n"
	"                          ends of threads; json: an object per line\n"
	"  -T, --time              the clock's time (CLOCK_MONOTONIC, ms), not the time since the start\n"
	"      --comm, --no-comm   the thread's name before its number; it is shown by default\n"
	"  -o, --output FILE       write to FILE, not to standard error; an old FILE becomes FILE.old\n"
	"  -m, --mmap-pages SIZE   ring buffer of each CPU: pages, or a size with suffix B, K, M or G\n"
	"      --dump-map NAMES    print BPF maps of the objects or of the engine at the trace's end and\n"
	"                          at SIGUSR1, as dump-map does; --map-dump is the same\n"
	"      --dump-interval SEC and every SEC seconds\n"
	"  -v, --verbose           the ledger at the end; twice: libbpf's messages too\n"
	"      --list              print the system calls that are known, with their arguments\n"
	"  -h, --help\n"
	"\n"
	"The exit status is the command's; 128+N when signal N ended it; 127 and 126 when it cannot be\n"
	"run; 1 for an error; 2 for wrong options; 3 when calls were lost (the end of the trace says which).\n"
	"Keys of the section [trace] in .perfconfig are obeyed; see perfconfig.sample.\n";

static int usage_error(const char *fmt, const char *what)
{
	char text[512];

	snprintf(text, sizeof(text), fmt, what);
	log_err("%s; see perf-augment trace --help", text);
	return -EINVAL;
}

static int parse_pids(const char *option, const char *text, pid_t **pids, size_t *nr)
{
	struct strbuf error = {};
	int err;

	free(*pids);
	*pids = NULL;
	err = target__parse_list(text, pids, nr, &error);
	if (err)
		log_err("%s: %s", option, err == -ENOMEM ? strerror(ENOMEM) : strbuf__cstr(&error));
	strbuf__free(&error);
	return err;
}

static int parse_count(const char *option, const char *text, uint64_t *ret_nr)
{
	char *end;

	errno = 0;
	*ret_nr = strtoull(text, &end, 0);
	if (errno || *end || end == text || *text == '-' || !*ret_nr) {
		log_err("%s: '%s' is not a number above 0", option, text);
		return -EINVAL;
	}
	return 0;
}

static int parse_string_limit(const char *text, struct engine_opts *engine)
{
	unsigned long long value;
	char *end;

	errno = 0;
	value = strtoull(text, &end, 0);
	if (errno || *end || end == text || *text == '-' || !value || value > AUG_DATA_MAX) {
		log_err("--string-limit: '%s' is not a number of bytes from 1 to %d", text,
			AUG_DATA_MAX);
		return -EINVAL;
	}
	engine->data_limit = (uint32_t)value;
	engine->long_data = value > ENGINE_PLAIN_DATA_MAX;
	return 0;
}

/* A time in units of @unit_ns nanoseconds, called @unit_name in the message. */
static int parse_time(const char *option, const char *text, double unit_ns, const char *unit_name,
		      uint64_t *ret_ns)
{
	char *end;
	double value;

	errno = 0;
	value = strtod(text, &end);
	if (errno || *end || end == text || !(value >= 0 && value * unit_ns < 1e18)) {
		log_err("%s: '%s' is not a number of %s", option, text, unit_name);
		return -EINVAL;
	}
	*ret_ns = (uint64_t)(value * unit_ns);
	return 0;
}

/* As perf's -m: a number of pages, or a size with a suffix. */
static int parse_ring_size(const char *text, size_t *ret_size)
{
	static const char suffixes[] = "BKMG";
	unsigned long long nr;
	const char *suffix;
	char *end;

	errno = 0;
	nr = strtoull(text, &end, 0);
	if (errno || end == text || *text == '-' || !nr)
		goto invalid;
	if (!*end) {
		nr *= (unsigned long long)sysconf(_SC_PAGESIZE);
	} else {
		suffix = strchr(suffixes, *end >= 'a' ? *end - 'a' + 'A' : *end);
		if (!suffix || end[1])
			goto invalid;
		if (nr > (1ULL << 30))
			goto too_large;
		nr <<= 10 * (suffix - suffixes);
	}
	if (nr > (1ULL << 30))
		goto too_large;
	*ret_size = (size_t)nr;
	return 0;

too_large:
	log_err("--mmap-pages: '%s' is more than 1G per CPU", text);
	return -EINVAL;
invalid:
	log_err("--mmap-pages: '%s' is neither a number of pages nor a size like 512K or 16M",
		text);
	return -EINVAL;
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

static int parse_option(struct options *opts, int option, const char *arg)
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
		return parse_pids("--pid", arg, &opts->pids, &t->nr_pids);
	case 't':
		return parse_pids("--tid", arg, &opts->tids, &t->nr_tids);
	case OPT_FILTER:
		return event_list__filter(&opts->events, arg);
	case OPT_FILTER_PIDS:
		return parse_pids("--filter-pids", arg, &opts->filter_pids, &t->nr_filter_pids);
	case 'o':
		opts->output = arg;
		return 0;
	case 'm':
		return parse_ring_size(arg, &t->engine.ring_size);
	case OPT_DURATION:
		return filter_args__duration(&opts->filters, arg, &t->engine.min_duration_ns);
	case OPT_DUMP_MAP:
		t->dump_maps = arg;
		return 0;
	case OPT_DUMP_INTERVAL:
		return parse_time("--dump-interval", arg, 1e9, "seconds", &t->dump_interval_ns);
	case OPT_FORMAT:
		return parse_format(arg, t);
	case 'z':
		t->engine.hidden = AUG_HIDE_FAILED | AUG_HIDE_UNFINISHED;
		return 0;
	case 'Z':
	case OPT_FAILURE:
		t->engine.hidden = AUG_HIDE_SUCCESSFUL | AUG_HIDE_UNFINISHED;
		return 0;
	case 's':
	case 'S':
	case 'c':
		t->show_summary = true;
		t->engine.want_events = option == 'S';
		t->strace_table = option == 'c' ? &opts->table : NULL;
		return 0;
	case OPT_SUMMARY_MODE:
		return summary__parse_mode(arg, &t->summary.mode);
	case OPT_SUMMARY_SORT:
		opts->sort = arg;
		return 0;
	case OPT_MAX_SUMMARY:
		err = parse_count("--max-summary", arg, &nr);
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
		return parse_count("--max-events", arg, &t->max_events);
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

/* ---- from options to a run ---- */

/* What the options together mean for the tables and for what the kernel counts. */
static int settle_summary(struct options *opts)
{
	struct trace_opts *t = &opts->trace;
	struct strbuf error = {};
	bool wants_table = t->summary.errnos || t->summary.histogram || t->summary.max_rows;
	int err = 0;

	/* As perf: an option of the summary is one for a summary. */
	if (!t->show_summary && (wants_table || opts->sort || t->summary.mode)) {
		t->show_summary = true;
		t->engine.want_events = false;
	}
	t->show_summary |= t->summary.runs;
	if (opts->sort && t->strace_table)
		err = strace_table__set_sort(&opts->table, opts->sort, &error);
	else if (opts->sort)
		err = summary__parse_column(opts->sort, &t->summary.sort);
	if (error.len)
		log_err("%s", strbuf__cstr(&error));
	strbuf__free(&error);
	if (t->strace_table && t->format.kind == FORMAT_JSON) {
		t->strace_table = NULL;
		t->summary.mode = SUMMARY_TOTAL;
	}
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

static void apply_config(struct options *opts)
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
	opts->trace.engine.data_limit = SPEC_LIMIT_DEFAULT;
}

/* A system-wide trace must not trace its own printing. */
static int find_feedback(struct options *opts, const struct sink *sink)
{
	const int fds[] = { sink->fd, STDERR_FILENO };
	pid_t *all;
	size_t i;
	int err;

	if (!opts->trace.engine.all_tasks)
		return 0;
	err = feedback__pids(fds, ARRAY_SIZE(fds), &opts->feedback);
	if (err) {
		log_err("cannot look for the processes behind this terminal: %s", strerror(-err));
		return err;
	}
	if (opts->feedback.nr_unseen)
		log_warn(
			"%u processes could not be looked at: should one of them draw this terminal, "
			"it is traced too (-o FILE avoids that)",
			opts->feedback.nr_unseen);
	all = reallocarray(opts->filter_pids, opts->trace.nr_filter_pids + opts->feedback.nr,
			   sizeof(*all));
	if (!all)
		return -ENOMEM;
	for (i = 0; i < opts->feedback.nr; i++)
		all[opts->trace.nr_filter_pids++] = opts->feedback.pids[i];
	opts->filter_pids = all;
	return 0;
}

static int print_call(const struct syscall_desc *desc, void *ctx)
{
	unsigned int i;

	(void)ctx;
	printf("%4d %4d  %s(", desc->nr[AUG_ABI_NATIVE], desc->nr[AUG_ABI_COMPAT], desc->name);
	for (i = 0; i < desc->nr_args; i++)
		printf("%s%s%s", i ? ", " : "", desc->args[i].name,
		       desc->args[i].type->capture ? "*" : "");
	printf(")\n");
	return 0;
}

static int list_calls(void)
{
	printf("  64   32  name(arguments; * is copied from where it points)\n");
	syscalls__for_each(print_call, NULL);
	return fflush(stdout) || ferror(stdout) ? EXIT_FAILED : EXIT_OK;
}

static int check_target(struct options *opts, char **command)
{
	struct trace_opts *t = &opts->trace;
	const bool has_tasks = t->nr_pids || t->nr_tids;

	if (has_tasks && t->engine.all_tasks)
		return usage_error("%s traces everything: it cannot be combined with -p or -t",
				   "-a");
	if (t->dump_interval_ns && !t->dump_maps)
		return usage_error(
			"%s says how often to print the maps of --dump-map, which is missing",
			"--dump-interval");
	t->command = *command ? command : NULL;
	if (!t->command && !has_tasks)
		t->engine.all_tasks = true;
	return 0;
}

static int parse_options(struct options *opts, int argc, char **argv)
{
	int option, err = 0;

	optind = 0; /* glibc: scan anew, and stop at the first argument that is no option */
	while (!err && (option = getopt_long(argc, argv, "+:aC:cD:e:F:G:p:P:t:o:sSTm:u:vyzZh",
					     long_options, NULL)) != -1) {
		if (option == '?' || option == ':')
			return usage_error(option == ':' ? "option '%s' needs a value"
							 : "unknown option '%s'",
					   argv[optind - 1]);
		if (option == 'h')
			return 1;
		err = parse_option(opts, option, optarg);
	}
	if (!err)
		err = settle_summary(opts);
	return err ? err : check_target(opts, argv + optind);
}

/* What is wanted of each call, and the filters, which may take some away. */
static int make_specs(struct options *opts)
{
	struct engine_opts *engine = &opts->trace.engine;
	int err;

	opts->specs = spec__build_table(&opts->events.calls, engine->data_limit);
	if (!opts->specs) {
		log_err("out of memory");
		return -ENOMEM;
	}
	err = filter_args__finish(&opts->filters, opts->specs,
				  !engine->want_summary ? NULL
				  : engine->want_events ? "-S"
							: "-s");
	if (err)
		return err;
	engine->specs = opts->specs;
	if (!filter__is_empty(opts->filters.filter)) {
		engine->filter = &opts->filters.program;
		opts->trace.filter = opts->filters.filter;
	}
	return 0;
}

static int run(struct options *opts)
{
	struct trace_opts *t = &opts->trace;
	struct sink sink;
	int err, status = EXIT_FAILED;

	if (opts->verbose > 1)
		log__set_level(LOG_DEBUG);
	if (event_list__open(&opts->events, &opts->config))
		return EXIT_FAILED;
	err = make_specs(opts);
	if (err)
		return err == -EINVAL ? EXIT_USAGE : EXIT_FAILED;
	if (opts->output) {
		err = sink__open(&sink, opts->output);
		if (err) {
			log_err("cannot write to '%s': %s", opts->output, output_file__why(err));
			return EXIT_FAILED;
		}
	} else {
		sink__init(&sink, STDERR_FILENO);
	}
	t->format.color = trace_color__is_on(opts->color, sink.fd);
	if (t->format.kind == FORMAT_STRACE) {
		t->engine.want_task_records = true;
		t->strace.column = STRACE_COLUMN;
		t->strace.string_limit = t->engine.data_limit;
		t->strace.signals = STRACE_ALL_SIGNALS;
		t->strace.to_stderr = !opts->output;
		t->strace.decode_fds = t->format.decode_fds;
		t->strace.pids = opts->output ? STRACE_PIDS_ALWAYS : STRACE_PIDS_IF_SEVERAL;
	}
	t->engine.max_stack = (uint32_t)t->format.max_stack;
	t->engine.want_fds = t->format.decode_fds;
	if (!find_feedback(opts, &sink)) {
		t->augmenters = &opts->events.augmenters;
		t->no_calls = opts->no_syscalls || !(opts->events.wants_calls || opts->syscalls);
		t->wanted = &opts->events.calls;
		t->tracepoints = &opts->events.tracepoints;
		t->objects = &opts->events.stock;
		t->format.has_calls = !t->no_calls;
		t->pids = opts->pids;
		t->tids = opts->tids;
		t->filter_pids = opts->filter_pids;
		status = trace__run(t, &sink);
	}
	err = sink__close(&sink);
	if (err && status == EXIT_OK)
		status = EXIT_FAILED;
	return status;
}

static void options__free(struct options *opts)
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

int cmd_trace(int argc, char **argv)
{
	struct options opts = {};
	int err, status;

	if (config__load(&opts.config))
		return EXIT_FAILED;
	apply_config(&opts);
	err = parse_options(&opts, argc, argv);
	if (!err)
		err = event_list__add_config(&opts.events, &opts.config);
	if (err > 0) {
		fputs(usage, stdout);
		status = fflush(stdout) ? EXIT_FAILED : EXIT_OK;
	} else if (err) {
		status = EXIT_USAGE;
	} else {
		status = opts.list ? list_calls() : run(&opts);
	}
	options__free(&opts);
	return status;
}
