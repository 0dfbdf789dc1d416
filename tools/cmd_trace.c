// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* cmd_trace.c - `perf-augment trace`: from its options to a run of lib/trace.c. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "cmd_trace_options.h"
#include "decode.h"
#include "late.h"
#include "log.h"
#include "output_file.h"
#include "spec.h"
#include "syscalls.h"
#include "util.h"

static const char usage[] =
	"Usage: perf-augment trace [OPTIONS] [--] COMMAND [ARGS]\n"
	"       perf-augment trace [OPTIONS] -p PID[,PID...] | -t TID[,TID...] | -a\n"
	"\n"
	"Prints the system calls of a command, of processes or of the whole machine,\n"
	"with the paths and addresses that their arguments point to. Children and\n"
	"threads are followed.\n"
	"\n"
	"What to trace:\n"
	"  -a, --all-cpus          every process (the default without a command); this\n"
	"                          one and the terminal it prints to are left out. A\n"
	"                          command says how long.\n"
	"  -p, --pid LIST          processes, with all their threads\n"
	"  -t, --tid LIST          single threads\n"
	"      --no-inherit        do not follow children and new threads\n"
	"      --filter-pids LIST  never these processes, never these threads\n"
	"  -e, --event, --expr LIST\n"
	"                          system calls: names, globs, %classes and /regex,\n"
	"                          comma-separated; `!` before the list takes all but\n"
	"                          these. Several -e add up. Tracepoints:\n"
	"                          sched:sched_switch, sched:*; sched:*/nr=1/ shows the\n"
	"                          first of each\n"
	"                          FILE.c and FILE.o are augmenters: functions that\n"
	"                          attach what they read to a call, or objects made for\n"
	"                          `perf trace -e`\n"
	"      --filter EXPR       of the tracepoints of the -e before it only these:\n"
	"                          the kernel's language,\n"
	"                          `prev_pid == 1 && next_comm ~ \"sh*\"`\n"
	"\n"
	"Which of these calls, decided in the kernel before anything is copied\n"
	"(perf-augment-trace(1)):\n"
	"      --where EXPR        'openat.flags & O_CREAT && filename ~ \"/tmp/*\"',\n"
	"                          'ret > 4k'\n"
	"  -P, --trace-path PATH   calls that are given PATH, or a descriptor of its file\n"
	"      --below DIR         the same of DIR and all that is below\n"
	"      --fd LIST           calls that are given one of these descriptors\n"
	"  -u, --uid LIST          calls of these users; --only-comm GLOB: of threads\n"
	"                          with such a name\n"
	"  -G, --cgroup GROUP      calls of tasks in a control group or below: a path or\n"
	"                          a container's id\n"
	"  -z, --successful-only   only calls that succeed\n"
	"  -Z, --failed-only, --failure   only calls that fail\n"
	"      --errno LIST        only calls that fail so: ENOENT,EACCES\n"
	"      --duration MS       only calls that take at least this many milliseconds\n"
	"                          (1, 0.05), or '>1ms', '>=500us', '<2s'\n"
	"      --max-events N      stop after N calls and events\n"
	"  -C, --cpu LIST          only calls that begin on these CPUs (0-3,8)\n"
	"  -D, --delay MS          begin so long after the start of the program\n"
	"      --switch-on EVENT, --switch-off EVENT, --show-on-off-events\n"
	"                          only what comes between these tracepoints\n"
	"\n"
	"What to show:\n"
	"      --string-limit N    bytes shown of buffers and strings other than paths\n"
	"                          (default 32)\n"
	"      --no-abbrev         all members of structures and entries of directories\n"
	"  -y, --fd-paths          paths behind descriptors: 3</etc/passwd>; -yy:\n"
	"                          addresses of sockets, numbers of devices, processes\n"
	"                          of pidfds too\n"
	"      --decode-fds SET    the same by name: path, socket, dev, pidfd, all,\n"
	"                          none; `!`: but these\n"
	"      --call-graph HOW    the call chain of each call: fp, by frame pointers;\n"
	"                          dwarf[,BYTES], by the tables of programs and a copy\n"
	"                          of the stack; --max-stack N, --min-stack N,\n"
	"                          --kernel-syscall-graph as in perf trace\n"
	"  -F, --pf all|maj|min    page faults; --no-syscalls: only these;\n"
	"                          --syscalls: calls too although -e names none\n"
	"  -s, --summary           only a summary: calls, errors and times of each\n"
	"                          thread and call\n"
	"  -S, --with-summary      the calls and the summary\n"
	"  -c, --summary-only      strace's table\n"
	"      --summary-mode MODE thread (the default), process, total or cgroup\n"
	"      --summary-sort-by COLUMN   total, calls, errors, min, avg, max, stddev,\n"
	"                                 p50, p90, p99, name, none\n"
	"      --max-summary N     rows of each table\n"
	"      --errno-summary     how often which error; --histogram: of the durations\n"
	"      --sched             how long threads were running\n"
	"      --tree              processes as a tree, with their calls counted, at the\n"
	"                          end\n"
	"      --color WHEN        auto (the default), always, never; NO_COLOR is obeyed\n"
	"      --format FORMAT     perf (the default), strace: the lines of strace -f,\n"
	"                          with signals and ends of threads; json: an object per\n"
	"                          line\n"
	"  -T, --time              the clock's time (CLOCK_MONOTONIC, ms), not the time\n"
	"                          since the start\n"
	"      --comm, --no-comm   the thread's name before its number; it is shown by\n"
	"                          default\n"
	"  -o, --output FILE       write to FILE, not to standard error; an old FILE\n"
	"                          becomes FILE.old\n"
	"  -m, --mmap-pages SIZE   ring buffer of each CPU: pages, or a size with suffix\n"
	"                          B, K, M or G\n"
	"      --when-full wait|lose   a call whose ring is full waits up to 100 us for\n"
	"                          room, or is lost at once (the default with -a)\n"
	"      --dump-map NAMES    print BPF maps of the objects or of the engine at the\n"
	"                          trace's end and at SIGUSR1, as dump-map does;\n"
	"                          --map-dump is the same\n"
	"      --dump-interval SEC and every SEC seconds\n"
	"  -v, --verbose           the ledger at the end; twice: libbpf's messages too\n"
	"      --tool_stats        the ledger at the end\n"
	"      --libtraceevent_print   tracepoints by the kernel's own print format\n"
	"      --sort-events, --bpf-summary\n"
	"                          perf's words for what is always done\n"
	"      --list              print the system calls that are known, with their\n"
	"                          arguments\n"
	"  -h, --help\n"
	"\n"
	"The exit status is the command's; 128+N when signal N ended it; 127 and 126\n"
	"when it cannot be run; 1 for an error; 2 for wrong options; 3 when calls were\n"
	"lost (the end of the trace says which). Keys of the section [trace] in\n"
	".perfconfig are obeyed; see perfconfig.sample.\n";

/* One that has just ended is no reason to trace nothing; a number mistyped is one to tell. */
static void check_filter_pids(const struct trace_options *opts)
{
	for (size_t i = 0; i < opts->trace.nr_filter_pids; i++) {
		/* To a thread's number too: whether it may be sent does not matter. */
		if (kill(opts->filter_pids[i], 0) && errno == ESRCH)
			log_warn("--filter-pids: there is no such process or thread: %d",
				 opts->filter_pids[i]);
	}
}

/* A system-wide trace must not trace its own printing. */
static int find_feedback(struct trace_options *opts, const struct sink *sink)
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
	if (opts->feedback.nr_unseen == 1)
		log_warn("process %d could not be looked at: should it draw this terminal, it is "
			 "traced too (-o FILE avoids that)",
			 opts->feedback.unseen);
	else if (opts->feedback.nr_unseen)
		log_warn(
			"%u processes could not be looked at, %d among them: should one of them draw this "
			"terminal, it is traced too (-o FILE avoids that)",
			opts->feedback.nr_unseen, opts->feedback.unseen);
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
	return EXIT_OK;
}

/* The option for which the kernel counts; NULL: it does not. */
static const char *counts_for(const struct trace_opts *t)
{
	if (!t->engine.want_summary)
		return NULL;
	if (!t->engine.want_events)
		return "-s";
	return t->show_summary ? "-S" : "--tree";
}

/* What is wanted of each call, and the filters, which may take some away. */
static int make_specs(struct trace_options *opts)
{
	struct engine_opts *engine = &opts->trace.engine;
	int err;

	if (opts->trace.format.kind == FORMAT_STRACE) {
		opts->trace.strace.string_limit = engine->limits.bytes;
		engine->limits = spec_limits__of_strace(engine->limits.bytes);
	}
	opts->specs = spec__build_table(&opts->events.calls, engine->limits);
	if (!opts->specs) {
		log_err("out of memory");
		return -ENOMEM;
	}
	if (!opts->trace.no_calls && !spec__any_traced(opts->specs))
		log_warn("-e leaves no system call to trace");
	err = filter_args__finish(&opts->filters, opts->specs, counts_for(&opts->trace));
	if (err)
		return err;
	if (engine->hidden & AUG_HIDE_FAILED && opts->filters.gathered[FILTER_BY_ERRNO].len)
		log_warn(
			"no call can match -z and --errno: one leaves out what fails, the other all "
			"else");
	spec__mark_unfolded(opts->specs);
	engine->specs = opts->specs;
	if (!filter__is_empty(opts->filters.filter)) {
		engine->filter = &opts->filters.program;
		opts->trace.filter = opts->filters.filter;
	}
	return 0;
}

/* As perf says it; an empty trace would look like a program that does nothing. */
static int check_events(const struct trace_options *opts)
{
	const struct event_list *events = &opts->events;
	const struct trace_opts *t = &opts->trace;
	const bool has_events = t->faults || events->tracepoints.nr_chosen || events->stock.nr;

	if (opts->no_syscalls && !has_events) {
		log_err("--no-syscalls leaves nothing to trace: give tracepoints with -e, or -F");
		return -EINVAL;
	}
	if (t->no_calls && (t->show_summary || t->tree)) {
		log_err("summaries, --tree and --sched count system calls, of which none are traced "
			"here: name some with -e, or give --syscalls");
		return -EINVAL;
	}
	if (t->max_events && !t->engine.want_events && !has_events) {
		log_err("--max-events counts the calls that are shown, and a summary alone shows none: "
			"-S shows them too");
		return -EINVAL;
	}
	return 0;
}

static int run(struct trace_options *opts)
{
	struct trace_opts *t = &opts->trace;
	struct sink sink;
	int err, status = EXIT_FAILED;

	if (opts->verbose > 1)
		log__set_level(LOG_DEBUG);
	if (event_list__open(&opts->events, &opts->config))
		return EXIT_FAILED;
	t->no_calls = opts->no_syscalls || !(opts->events.wants_calls || opts->syscalls);
	if (check_events(opts))
		return EXIT_USAGE;
	err = make_specs(opts);
	if (err)
		return err == -EINVAL ? EXIT_USAGE : EXIT_FAILED;
	if ((t->engine.stacks || t->faults) && late__need(LATE_DW))
		return EXIT_FAILED;
	if (opts->output) {
		err = sink__open(&sink, opts->output);
		if (err) {
			log_err("cannot write to '%s': %s", opts->output, output_file__why(err));
			return EXIT_FAILED;
		}
	} else {
		sink__init(&sink, STDERR_FILENO);
	}
	t->engine.want_cgroups = t->format.kind == FORMAT_JSON;
	t->format.color = trace_color__is_on(opts->color, sink.fd);
	if (t->format.kind == FORMAT_STRACE) {
		t->engine.want_task_records = t->engine.want_events;
		t->strace.column = STRACE_COLUMN;
		t->strace.signals = STRACE_ALL_SIGNALS;
		t->strace.to_stderr = !opts->output;
		t->strace.decode_fds = t->format.decode_fds;
		t->strace.pids = opts->output ? STRACE_PIDS_IN_FILE : STRACE_PIDS_IF_SEVERAL;
	}
	check_filter_pids(opts);
	t->engine.max_stack = (uint32_t)t->format.max_stack;
	t->engine.want_fds = t->format.decode_fds;
	if (!find_feedback(opts, &sink)) {
		t->augmenters = &opts->events.augmenters;
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

int cmd_trace(int argc, char **argv)
{
	struct trace_options opts = {};
	int err, status;

	if (config__load(&opts.config))
		return EXIT_FAILED;
	err = trace_options__parse(&opts, argc, argv);
	if (!err)
		err = event_list__add_config(&opts.events, &opts.config);
	if (err > 0) {
		fputs(usage, stdout);
		status = EXIT_OK;
	} else if (err) {
		status = EXIT_USAGE;
	} else {
		status = opts.list ? list_calls() : run(&opts);
	}
	trace_options__free(&opts);
	return status;
}
