// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* strace_args.c - see strace_args.h. */
#include "strace_args.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bpf-progs/engine_config.h"
#include "fd_text.h"
#include "log.h"
#include "options.h"
#include "spec.h"
#include "strace_check.h"
#include "strace_qualify.h"
#include "strace_tips.h"
#include "strace_values.h"
#include "strbuf.h"
#include "util.h"

enum {
	OPT_SEPARATELY = 256,
	OPT_FOLLOW,
	OPT_TRACE,
	OPT_SIGNAL,
	OPT_STATUS,
	OPT_QUIET,
	OPT_RELATIVE,
	OPT_CLOCK,
	OPT_DURATION,
	OPT_SECCOMP,
	OPT_HEX,
	OPT_DAEMON,
	OPT_TIPS,
	OPT_RAW,
	OPT_ABBREV,
	OPT_VERBOSE,
	OPT_READ,
	OPT_WRITE,
	OPT_DECODE_FDS,
	OPT_PIDNS,
	OPT_STACKS,
	OPT_FRAMES,
	OPT_ARGV0,
	OPT_LIMIT,
	OPT_SHOW_PID,
	OPT_TRACE_FDS,
	OPT_REFUSED,
};

static const struct option long_options[] = {
	{ "columns", required_argument, NULL, 'a' },
	{ "output-append-mode", no_argument, NULL, 'A' },
	{ "detach-on", required_argument, NULL, 'b' },
	{ "summary-only", no_argument, NULL, 'c' },
	{ "summary", no_argument, NULL, 'C' },
	{ "debug", no_argument, NULL, 'd' },
	{ "daemonize", optional_argument, NULL, OPT_DAEMON },
	{ "env", required_argument, NULL, 'E' },
	{ "follow-forks", no_argument, NULL, OPT_FOLLOW },
	{ "output-separately", no_argument, NULL, OPT_SEPARATELY },
	{ "help", no_argument, NULL, 'h' },
	{ "instruction-pointer", no_argument, NULL, 'i' },
	{ "interruptible", required_argument, NULL, 'I' },
	{ "stack-traces", optional_argument, NULL, OPT_STACKS },
	{ "syscall-number", no_argument, NULL, 'n' },
	{ "output", required_argument, NULL, 'o' },
	{ "summary-syscall-overhead", required_argument, NULL, 'O' },
	{ "attach", required_argument, NULL, 'p' },
	{ "trace-path", required_argument, NULL, 'P' },
	{ "relative-timestamps", optional_argument, NULL, OPT_RELATIVE },
	{ "string-limit", required_argument, NULL, 's' },
	{ "summary-sort-by", required_argument, NULL, 'S' },
	{ "absolute-timestamps", optional_argument, NULL, OPT_CLOCK },
	{ "timestamps", optional_argument, NULL, OPT_CLOCK },
	{ "syscall-times", optional_argument, NULL, OPT_DURATION },
	{ "user", required_argument, NULL, 'u' },
	{ "summary-columns", required_argument, NULL, 'U' },
	{ "no-abbrev", no_argument, NULL, 'v' },
	{ "version", no_argument, NULL, 'V' },
	{ "summary-wall-clock", no_argument, NULL, 'w' },
	{ "strings-in-hex", optional_argument, NULL, OPT_HEX },
	{ "raw", required_argument, NULL, OPT_RAW },
	{ "abbrev", required_argument, NULL, OPT_ABBREV },
	{ "verbose", required_argument, NULL, OPT_VERBOSE },
	{ "read", required_argument, NULL, OPT_READ },
	{ "write", required_argument, NULL, OPT_WRITE },
	{ "const-print-style", required_argument, NULL, 'X' },
	{ "decode-fds", optional_argument, NULL, OPT_DECODE_FDS },
	{ "decode-pids", required_argument, NULL, 'Y' },
	{ "pidns-translation", no_argument, NULL, OPT_PIDNS },
	{ "successful-only", no_argument, NULL, 'z' },
	{ "failed-only", no_argument, NULL, 'Z' },
	{ "failing-only", no_argument, NULL, 'Z' },
	{ "seccomp-bpf", no_argument, NULL, OPT_SECCOMP },
	{ "tips", optional_argument, NULL, OPT_TIPS },
	{ "trace", required_argument, NULL, OPT_TRACE },
	{ "signals", required_argument, NULL, OPT_SIGNAL },
	{ "signal", required_argument, NULL, OPT_SIGNAL },
	{ "status", required_argument, NULL, OPT_STATUS },
	{ "quiet", optional_argument, NULL, OPT_QUIET },
	{ "silent", optional_argument, NULL, OPT_QUIET },
	{ "silence", optional_argument, NULL, OPT_QUIET },
	/* of strace 6.3 to 6.16 */
	{ "always-show-pid", no_argument, NULL, OPT_SHOW_PID },
	{ "arg-names", no_argument, NULL, 'N' },
	{ "argv0", required_argument, NULL, OPT_ARGV0 },
	{ "stack-trace", optional_argument, NULL, OPT_STACKS },
	{ "stack-trace-frame-limit", required_argument, NULL, OPT_FRAMES },
	{ "syscall-limit", required_argument, NULL, OPT_LIMIT },
	{ "trace-fds", required_argument, NULL, OPT_TRACE_FDS },
	/* see refuse() */
	{ "fault", required_argument, NULL, OPT_REFUSED },
	{ "inject", required_argument, NULL, OPT_REFUSED },
	{ "kill-on-exit", no_argument, NULL, OPT_REFUSED },
	{ "kvm", required_argument, NULL, OPT_REFUSED },
	{ "namespace", required_argument, NULL, OPT_REFUSED },
	{ "secontext", optional_argument, NULL, OPT_REFUSED },
	{}
};

/* Options of strace that cannot be had, by the names of its qualifiers where they have one. */
static int refuse(const char *name)
{
	const char *why = strace_qualify__refused(name);

	log_err("--%s is not supported: %s", name,
		why ? why : "killing what is traced when the tracer is killed needs ptrace");
	return -EINVAL;
}

/** struct counts - options that mean more when they are given again. */
struct counts {
	unsigned int f, q, t, x, y, z;
};

/* Up to three -t: with microseconds, and as seconds since 1970. */
static void apply_t(struct strace_opts *format, unsigned int nr)
{
	format->clock = nr > 2 ? STRACE_UNIX_TIME : STRACE_TIME_OF_DAY;
	format->clock_digits = nr > 1 ? 6 : 0;
}

static int add_pids(struct strace_args *args, const char *text)
{
	struct strbuf error = {};
	pid_t *more = NULL, *all;
	size_t nr = 0;
	int err = target__parse_list(text, &more, &nr, &error);

	if (err) {
		log_err("-p: %s", strbuf__cstr(&error));
	} else {
		all = reallocarray(args->pids, args->nr_pids + nr, sizeof(*all));
		if (all) {
			memcpy(all + args->nr_pids, more, nr * sizeof(*all));
			args->pids = all;
			args->nr_pids += nr;
		}
		err = all ? 0 : -ENOMEM;
	}
	free(more);
	strbuf__free(&error);
	return err;
}

static int add_path(struct strace_args *args, const char *path)
{
	const char **paths = reallocarray(args->paths, args->nr_paths + 1, sizeof(*paths));

	if (!paths)
		return -ENOMEM;
	args->paths = paths;
	paths[args->nr_paths++] = path;
	return 0;
}

/* UID:GID: without other groups. */
static bool parse_ids(const char *text, struct target_user *user)
{
	unsigned long uid, gid;
	char *end;

	if (!isdigit((unsigned char)*text))
		return false;
	uid = strtoul(text, &end, 10);
	if (*end != ':' || !isdigit((unsigned char)end[1]))
		return false;
	gid = strtoul(end + 1, &end, 10);
	*user = (struct target_user){ .uid = (uid_t)uid, .gid = (gid_t)gid };
	/* -1 is no user. */
	return !*end && uid < UINT32_MAX && gid < UINT32_MAX;
}

static int find_user(struct strace_args *args, const char *name)
{
	const struct passwd *pw = getpwnam(name);

	if (pw)
		args->user =
			(struct target_user){ .name = name, .uid = pw->pw_uid, .gid = pw->pw_gid };
	else if (!parse_ids(name, &args->user))
		return strace_value__bad("-u", name, "a user of this machine, or UID:GID");
	if (geteuid()) {
		log_err("-u: only root can run a command as another user");
		return -EPERM;
	}
	args->has_user = true;
	return 0;
}

static int add_variable(struct strace_args *args, char *text)
{
	char **variables;

	variables = reallocarray(args->variables, args->nr_variables + 1, sizeof(*variables));
	if (!variables)
		return -ENOMEM;
	args->variables = variables;
	variables[args->nr_variables++] = text;
	return 0;
}

/* VAR=VAL sets, VAR removes; a name is whatever execve() takes. Return: how many there are now. */
static size_t change_variable(char **variables, size_t nr, char *text)
{
	const size_t len = strcspn(text, "=");
	bool is_set = !text[len];
	size_t kept = 0;

	for (size_t i = 0; i < nr; i++) {
		const bool is_it = !strncmp(variables[i], text, len) &&
				   (variables[i][len] == '=' || !variables[i][len]);

		if (!is_it || !is_set)
			variables[kept++] = is_it ? text : variables[i];
		is_set |= is_it;
	}
	if (!is_set)
		variables[kept++] = text;
	return kept;
}

int strace_args__environment(const struct strace_args *args, char ***ret_variables)
{
	size_t nr = 0;
	char **variables;

	*ret_variables = NULL;
	if (!args->nr_variables)
		return 0;
	while (environ[nr])
		nr++;
	variables = calloc(nr + args->nr_variables + 1, sizeof(*variables));
	if (!variables)
		return -ENOMEM;
	memcpy(variables, environ, nr * sizeof(*variables));
	for (size_t i = 0; i < args->nr_variables; i++)
		nr = change_variable(variables, nr, args->variables[i]);
	variables[nr] = NULL;
	*ret_variables = variables;
	return 0;
}

static int with_error(int (*fn)(struct strace_table *, const char *, struct strbuf *),
		      struct strace_table *table, const char *text)
{
	struct strbuf error = {};
	int err = fn(table, text, &error);

	if (err)
		log_err("%s", strbuf__cstr(&error));
	strbuf__free(&error);
	return err;
}

/* More than the engine copies is asked for by habit (-s 99999): they are as long as they can be. */
static int parse_string_limit(const char *text, uint32_t *ret_limit)
{
	int limit, err = strace_value__int("-s", text, 0, INT32_MAX, &limit);

	if (err)
		return err;
	if (limit > AUG_DATA_MAX)
		log_warn("-s %d: strings are shown up to %d bytes", limit, AUG_DATA_MAX);
	*ret_limit = (uint32_t)MIN(limit, AUG_DATA_MAX);
	return 0;
}

static int parse_output_option(struct strace_args *args, struct counts *counts, int option,
			       const char *value)
{
	struct strace_opts *format = &args->format;
	int number, err;

	switch (option) {
	case 'a':
		err = strace_value__int("-a", value, 0, INT32_MAX, &number);
		format->column = err ? 0 : (unsigned int)number;
		return err;
	case 'k':
		if (args->stacks == 2) {
			log_err("-k: two of them, or --stack-trace=source, are the most");
			return -EINVAL;
		}
		format->source_lines = ++args->stacks == 2;
		return 0;
	case OPT_STACKS:
		err = strace_value__stacks(value, &format->source_lines);
		args->stacks = 1U + format->source_lines;
		return err;
	case OPT_FRAMES:
		err = strace_value__int("--stack-trace-frame-limit", value, 1, INT32_MAX, &number);
		format->max_frames = err ? 0 : (unsigned int)number;
		return err;
	case 'N':
		format->arg_names = true;
		return 0;
	case OPT_SHOW_PID:
		args->always_show_pid = true;
		return 0;
	case 'i':
		format->addresses = true;
		return 0;
	case 'n':
		format->numbers = true;
		return 0;
	case 's':
		return parse_string_limit(value, &format->string_limit);
	case 'v':
		return strace_qualify__abbrev(args, "none");
	case 'X':
		return strace_value__consts(value, &format->consts);
	case OPT_HEX:
		args->given |= 1 << STRACE_GIVEN_HEX;
		return strace_value__hex(value, &format->strings);
	case 'r':
	case OPT_RELATIVE:
		format->relative = true;
		format->relative_digits = 6;
		return option != 'r' && value
			       ? strace_value__precision("--relative-timestamps", value,
							 &format->relative_digits)
			       : 0;
	case 'T':
	case OPT_DURATION:
		format->duration = true;
		format->duration_digits = 6;
		return option != 'T' && value ? strace_value__precision("--syscall-times", value,
									&format->duration_digits)
					      : 0;
	case OPT_CLOCK:
		args->given |= 1 << STRACE_GIVEN_CLOCK;
		return strace_value__clock(format, value);
	case 'y':
		args->given |= 1 << STRACE_GIVEN_Y;
		format->decode_fds = counts->y++ ? FD_SHOW_ALL : FD_SHOW_PATH;
		return 0;
	case OPT_DECODE_FDS:
		return strace_qualify__decode_fds(args, value ? value : "path");
	case 'Y':
		return strace_qualify__decode_pids(args, value ? value : "comm");
	case OPT_PIDNS:
		return strace_qualify__decode_pids(args, "pidns");
	}
	return -EINVAL;
}

static int parse_option(struct strace_args *args, struct counts *counts, int option,
			const char *value)
{
	switch (option) {
	case 'A':
		args->append = true;
		return 0;
	case 'b':
		if (strcmp(value, "execve"))
			return strace_value__bad("-b", value,
						 "execve, the only call that can be detached on");
		args->detach_on_exec = true;
		return 0;
	case 'c':
	case 'C':
		if (args->want_table && args->want_lines != (option == 'C')) {
			log_err("-c prints the table alone, -C the calls too: only one of them can be given");
			return -EINVAL;
		}
		args->want_table = true;
		args->want_lines = option == 'C';
		return 0;
	case 'd':
		args->debug = true;
		return 0;
	case 'D':
		args->daemon++;
		return 0;
	case OPT_DAEMON:
		return strace_value__daemon(value, &args->daemon);
	case 'O':
		return strace_value__overhead(value, &args->table.overhead_ns);
	case OPT_TIPS:
		return strace_tips__parse(&args->tips, value);
	case 'e':
		return strace_qualify__add(args, value);
	case OPT_TRACE:
		return strace_qualify__trace(args, value);
	case OPT_TRACE_FDS:
		return strace_qualify__trace_fds(args, value);
	case OPT_LIMIT:
		return strace_value__int("--syscall-limit", value, 1, INT32_MAX, &args->limit);
	case OPT_ARGV0:
		args->argv0 = optarg; /* it goes into argv */
		return 0;
	case OPT_SIGNAL:
		return strace_qualify__signals(args, value);
	case OPT_STATUS:
		return strace_qualify__status(args, value);
	case OPT_RAW:
		return strace_qualify__raw(args, value);
	case OPT_ABBREV:
		return strace_qualify__abbrev(args, value);
	case OPT_VERBOSE:
		return strace_qualify__verbose(args, value);
	case OPT_READ:
		return strace_qualify__read(args, value);
	case OPT_WRITE:
		return strace_qualify__write(args, value);
	case OPT_QUIET:
		return strace_qualify__quiet(args, value ? value : "attach,personality");
	case 'E':
		return add_variable(args, optarg); /* execve()'s strings are not const */
	case OPT_FOLLOW:
		args->given |= 1 << STRACE_GIVEN_FOLLOW;
		args->follow = true;
		return 0;
	case 'f':
		args->given |= counts->f ? 1 << STRACE_GIVEN_FF : 1 << STRACE_GIVEN_F;
		args->follow = true;
		args->separate |= counts->f++ != 0;
		return 0;
	case 'F':
		args->follow_deprecated = true;
		return 0;
	case OPT_SEPARATELY:
		args->given |= 1 << STRACE_GIVEN_SEPARATELY;
		args->separate = true;
		return 0;
	case 'h':
		args->help = true;
		return 0;
	case 'V':
		args->version = true;
		return 0;
	case 'I':
		return strace_value__interruptible(value, &args->interruptible);
	case 'o':
		args->output = value;
		return 0;
	case 'p':
		return add_pids(args, value);
	case 'P':
		return add_path(args, value);
	case 'q':
		return strace_qualify__q(args, ++counts->q);
	case 'S':
		args->sort_given = true;
		return with_error(strace_table__set_sort, &args->table, value);
	case 't':
		args->given |= 1 << STRACE_GIVEN_T;
		apply_t(&args->format, ++counts->t);
		return 0;
	case 'u':
		return find_user(args, value);
	case 'U':
		args->columns_given = true;
		return with_error(strace_table__set_columns, &args->table, value);
	case 'w':
		args->wall_clock = true;
		return 0;
	case OPT_SECCOMP: /* other calls are not stopped anyway */
		args->seccomp = true;
		return 0;
	case 'x':
		args->given |= 1 << STRACE_GIVEN_X;
		args->format.strings = counts->x++ ? OUT_STRINGS_HEX : OUT_STRINGS_HEX_IF_NEEDED;
		return 0;
	case 'z':
	case 'Z':
		counts->z |= option == 'z' ? 1 : 2;
		if (counts->z == 3)
			fprintf(stderr,
				"strace: Only the last of -z/--successful-only/-Z/--failed-only "
				"options will take effect. See status qualifier for more complex "
				"filters.\n");
		return strace_qualify__status(args, option == 'z' ? "successful" : "failed");
	}
	return parse_output_option(args, counts, option, value);
}

int strace_args__parse(struct strace_args *args, int argc, char **argv)
{
	struct counts counts = {};
	int option, index, err = 0;

	memset(args, 0, sizeof(*args));
	args->want_lines = true;
	args->calls.strace = true;
	args->format.column = STRACE_COLUMN;
	args->format.string_limit = SPEC_LIMIT_DEFAULT;
	args->format.signals = STRACE_ALL_SIGNALS;
	strace_table__init(&args->table);
	optind = 0; /* glibc: scan anew, and stop at the first argument that is no option */
	while (!err &&
	       (option = getopt_long(argc, argv,
				     "+:a:Ab:cCdDe:E:fFhiI:knNo:O:p:P:qrs:S:tTu:U:vVwxX:yYzZ",
				     long_options, &index)) != -1) {
		if (option == '?' || option == ':') {
			options__say_refused(option, argv, long_options, "-h");
			return -EINVAL;
		}
		err = option == OPT_REFUSED ? refuse(long_options[index].name)
					    : parse_option(args, &counts, option, optarg);
	}
	args->command = optind < argc ? argv + optind : NULL;
	return err ? err : strace_check__args(args);
}

void strace_args__free(struct strace_args *args)
{
	free(args->pids);
	free(args->variables);
	fd_numbers__free(&args->dump_read);
	fd_numbers__free(&args->dump_written);
	free(args->paths);
	free(args->trace_fds);
}
