// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* cmd_strace.c - `perf-augment strace`, and a link named strace: strace's command line to a trace. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd.h"
#include "filter_args.h"
#include "late.h"
#include "log.h"
#include "output_file.h"
#include "spec.h"
#include "strace_args.h"
#include "trace.h"
#include "trace_parse.h"
#include "util.h"

/* strace's own limit. */
#define STRACE_MAX_STACK 256

static const char usage[] =
	"Usage: perf-augment strace [-ACdDfFhiknNqrtTvVwxyYzZ] [-a COLUMN]\n"
	"                           [-e EXPR]... [-E VAR[=VAL]]... [-I N] [-o FILE]\n"
	"                           [-P PATH]... [-s N] [-S SORTBY] [-X FORMAT]\n"
	"                           [-u USER] [-U COLUMNS]\n"
	"                           {-p PID... | [-p PID...] COMMAND [ARGS]}\n"
	"       perf-augment strace -c [...]\n"
	"\n"
	"The lines and the command line of strace(1), without ptrace: what is traced\n"
	"runs at nearly its own speed. A link named strace to this program does the\n"
	"same. See perf-augment-strace(1) for what differs, and for the options of\n"
	"strace that are refused.\n"
	"\n"
	"  -p PID         trace threads that run; with -f all threads of the process\n"
	"  -f             follow children and threads; -ff -o FILE: each to FILE.PID\n"
	"  --always-show-pid   in each line; without: when there are several\n"
	"  -e trace=SET   system calls: names, %classes, /regex, all, none; ! in front:\n"
	"                 all but these\n"
	"  -e signal=SET, -e status=SET, -e quiet=SET\n"
	"  -P PATH        only calls that are given PATH, or a descriptor of its file\n"
	"  --trace-fds=LIST   only calls that are given one of these descriptors; or a\n"
	"                     PATH of -P\n"
	"  --syscall-limit=N  stop after N calls; the command goes on\n"
	"  -z, -Z         only calls that succeed; only calls that fail\n"
	"  -c, -C         count calls, errors and times; -C prints the calls too\n"
	"  -S SORTBY      of -c: time, total-time, min-time, max-time, avg-time, calls,\n"
	"                 errors, name, nothing\n"
	"  -U COLUMNS     of -c: the same words, comma-separated\n"
	"  -t, -tt, -ttt  the time of day; with microseconds; as seconds since 1970\n"
	"  -r, -T         the time since the line before; the time spent in the call\n"
	"  -k             the call chain of each call\n"
	"  -kk            with source lines; --stack-trace-frame-limit=N: so many frames\n"
	"                 (all)\n"
	"  -i             the address of each call\n"
	"  -n, -Y         numbers of calls; names of threads\n"
	"  -N             names of arguments\n"
	"  -q, -qq        no messages about processes that come; and that end\n"
	"  -v             structures, arrays and the environment whole; -e abbrev=SET:\n"
	"                 but for these calls\n"
	"  -e verbose=SET, -e raw=SET   calls whose structures are read; whose arguments\n"
	"                               are numbers\n"
	"  -e read=SET, -e write=SET    dump what goes through these descriptors\n"
	"  -s N           show strings up to N bytes (default 32, at most 65536)\n"
	"  -x, -xx        strings with escapes in hex; all strings\n"
	"  -X FORMAT      constants: raw, abbrev (the default), verbose\n"
	"  -y, -yy        paths behind descriptors; addresses of sockets, devices,\n"
	"                 processes too\n"
	"  -e decode-fds=SET   the same by name: path, socket, dev, pidfd\n"
	"  -a COLUMN      column of the \"=\" (default 40)\n"
	"  -o FILE        write to FILE, or to the input of |COMMAND; -A: append\n"
	"  -E VAR=VAL, -E VAR   set, remove a variable of the command's environment\n"
	"  -u USER        run the command as USER, or as UID:GID; --argv0=NAME: as its\n"
	"                 argv[0]\n"
	"  -I 1..4        1, 2: signals end the trace; 3, 4: they do not (default with\n"
	"                 -o FILE COMMAND)\n"
	"  -b execve      leave children and threads when they execute a program\n"
	"  -D, -DD, -DDD  trace from a grandchild; in its own process group; in its own\n"
	"                 session\n"
	"  -O TIME        of -c: what each call costs beyond itself; in microseconds, or\n"
	"                 with s, ms, us, ns\n"
	"  --tips[=[ID][,FORMAT]]   a hint at the end: FORMAT is none, compact or full\n"
	"  -d, -h, -V     messages for debugging, this text, the version\n";

/** struct output - where the lines go. @pipe: to a command; NULL for a file or standard error. */
struct output {
	struct sink sink;
	FILE *pipe;
};

static int open_file(const struct strace_args *args, struct output *output)
{
	const int flags = O_WRONLY | O_CREAT | (args->append ? O_APPEND : O_TRUNC);
	int fd = output_file__open(args->output, flags, 0666);

	if (fd < 0)
		return fd;
	sink__init(&output->sink, fd);
	output->sink.owns_fd = true;
	return 0;
}

static int output__open(const struct strace_args *args, struct output *output)
{
	int err = 0;

	memset(output, 0, sizeof(*output));
	if (!args->output || args->separate) {
		sink__init(&output->sink, STDERR_FILENO);
	} else if (*args->output == '|' || *args->output == '!') {
		output->pipe = popen(args->output + 1, "we");
		if (output->pipe)
			sink__init(&output->sink, fileno(output->pipe));
		else
			err = errno ? -errno : -ENOMEM;
	} else {
		err = open_file(args, output);
	}
	if (err)
		log_err("-o: cannot write to '%s': %s", args->output, output_file__why(err));
	return err;
}

static int output__close(struct output *output)
{
	int err = sink__close(&output->sink), status;

	if (!output->pipe)
		return err;
	status = pclose(output->pipe);
	/* Like grep's, its status may mean something; what it did not read is an error above. Where SIGCHLD is
	 * ignored, there is none. */
	if (status == -1)
		return err;
	if (WIFSIGNALED(status))
		log_warn("-o: the command was killed by signal %d", WTERMSIG(status));
	else if (WEXITSTATUS(status))
		log_warn("-o: the command ended with status %d", WEXITSTATUS(status));
	return err;
}

static enum strace_pids choose_pids(const struct strace_args *args)
{
	/* Several that were named are told apart whether or not others follow. */
	const bool several = args->follow || args->nr_pids + !!args->command > 1;

	if (args->separate || (!several && !args->always_show_pid))
		return STRACE_PIDS_NEVER;
	if (args->output)
		return STRACE_PIDS_IN_FILE;
	return args->always_show_pid ? STRACE_PIDS_ALWAYS : STRACE_PIDS_IF_SEVERAL;
}

static void fill_opts(const struct strace_args *args, struct trace_opts *opts)
{
	opts->format.kind = FORMAT_STRACE;
	opts->strace = args->format;
	opts->strace.to_stderr = !args->output;
	opts->strace.pids = choose_pids(args);
	opts->engine.inherit = args->follow;
	opts->engine.waits_when_full = true;
	opts->engine.want_living = args->follow;
	/* A table is of all calls, however they end. */
	opts->engine.hidden = args->want_lines ? args->hidden : 0;
	opts->engine.want_events = args->want_lines;
	if (args->stacks)
		trace_parse__default_graph(&opts->engine.stacks, &opts->engine.stack_dump);
	opts->engine.max_stack = STRACE_MAX_STACK;
	opts->engine.want_fds = args->format.decode_fds;
	/* The first address of a chain is that of the call. */
	if (args->format.addresses && !args->stacks) {
		opts->engine.stacks = AUG_STACK_USER;
		opts->engine.max_stack = 1;
	}
	if (args->format.addresses)
		opts->engine.stacks |= AUG_STACK_AT_ENTRY;
	opts->strace.no_chains = !args->stacks;
	opts->engine.detach_on_exec = args->detach_on_exec;
	opts->daemon = args->daemon;
	opts->engine.want_task_records = args->want_lines;
	opts->engine.want_pidns = args->format.pidns || args->format.comms;
	opts->engine.want_summary = args->want_table ? AUG_SUMMARY_BY_CPU : 0;
	opts->engine.summary_run_time = !args->wall_clock;
	opts->show_summary = args->want_table;
	opts->strace_table = args->want_table ? &args->table : NULL;
	opts->separate = args->separate ? args->output : NULL;
	if (args->follow) {
		opts->pids = args->pids;
		opts->nr_pids = args->nr_pids;
	} else {
		opts->tids = args->pids;
		opts->nr_tids = args->nr_pids;
	}
	opts->command = args->command;
	if (args->command && args->argv0) {
		opts->program = args->command[0];
		args->command[0] = args->argv0;
	}
	opts->max_events = (uint64_t)args->limit;
	opts->trace_all = true;
	opts->user = args->has_user ? &args->user : NULL;
	opts->uninterruptible = args->interruptible ? args->interruptible > 2
						    : args->output && args->command;
	opts->unstoppable = args->interruptible == 4;
}

/* As the command did, or of what ended the trace, so that who called us sees it. */
static void die_of(int signo)
{
	const struct rlimit no_core = {};
	sigset_t mask;

	setrlimit(RLIMIT_CORE, &no_core);
	signal(signo, SIG_DFL);
	sigemptyset(&mask);
	sigaddset(&mask, signo);
	sigprocmask(SIG_UNBLOCK, &mask, NULL);
	raise(signo);
}

static struct spec_limits copied(const struct strace_args *args)
{
	if (!fd_numbers__is_empty(&args->dump_read) || !fd_numbers__is_empty(&args->dump_written))
		return SPEC_LIMITS(STRACE_DUMP_MAX);
	return spec_limits__of_strace(args->format.string_limit);
}

static const struct select all_calls = {};

/* -P, --trace-fds: a call is wanted when any of the paths or descriptors is in it. */
static int make_filter(const struct strace_args *args, struct aug_spec *specs,
		       struct filter_args *filters, struct trace_opts *opts)
{
	int err = 0;

	for (size_t i = 0; i < args->nr_paths && !err; i++)
		err = filter_args__path(filters, args->paths[i], !args->no_resolution);
	if (args->trace_fds && !err)
		err = filter_args__path_fds(filters, args->trace_fds);
	if (!err)
		err = filter_args__finish(filters, specs, args->want_table ? "-c" : NULL);
	if (!err && !filter__is_empty(filters->filter)) {
		opts->filter = filters->filter;
		opts->engine.filter = &filters->program;
	}
	return err;
}

static int run_trace(const struct strace_args *args, struct trace_opts *opts)
{
	__cleanup_free char **environment = NULL;
	struct output output;
	int status;

	if (strace_args__environment(args, &environment)) {
		log_err("-E: no memory for the environment");
		return EXIT_FAILED;
	}
	opts->environment = environment;
	if (output__open(args, &output))
		return EXIT_FAILED;
	status = trace__run(opts, &output.sink);
	if (output__close(&output) && status == EXIT_OK)
		status = EXIT_FAILED;
	return status;
}

static int trace(const struct strace_args *args, struct aug_spec *specs, struct trace_opts *opts)
{
	int status;

	fill_opts(args, opts);
	if (opts->engine.stacks && late__need(LATE_DW))
		return EXIT_FAILED;
	if (!args->format.decode_fds)
		opts->engine.want_fds = spec__keep_kinds(specs, args->format.abbrev);
	spec__mark_unfolded(specs);
	opts->engine.specs = specs;
	opts->engine.limits = copied(args);
	opts->engine.long_data = true;
	status = run_trace(args, opts);
	strace_tips__print(&args->tips, stderr);
	return status;
}

static int run(const struct strace_args *args)
{
	struct aug_spec *specs __cleanup_free = spec__build_table(&args->calls, copied(args));
	struct filter_args filters = {};
	int status = EXIT_FAILED, signo = 0, stop_signo = 0;
	struct trace_opts opts = { .ret_signal = &signo, .ret_stop_signal = &stop_signo };

	if (!specs) {
		log_err("out of memory");
		return status;
	}
	spec__widen(specs, args->format.abbrev ? args->format.abbrev : &all_calls, copied(args));
	if (!make_filter(args, specs, &filters, &opts))
		status = trace(args, specs, &opts);
	filter_args__free(&filters);
	if (stop_signo)
		die_of(stop_signo);
	if (signo && status == 128 + signo)
		die_of(signo);
	return status;
}

int cmd_strace(int argc, char **argv)
{
	struct strace_args args;
	int status = EXIT_FAILED; /* strace's own for wrong options */

	if (!strace_args__parse(&args, argc, argv)) {
		if (args.debug)
			log__set_level(LOG_DEBUG);
		if (args.help || args.version) {
			fputs(args.help
				      ? usage
				      : "perf-augment strace, with the command line of strace 6.1\n",
			      stdout);
			status = EXIT_OK;
		} else {
			status = run(&args);
		}
	}
	strace_args__free(&args);
	return status;
}
