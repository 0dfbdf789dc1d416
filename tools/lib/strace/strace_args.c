// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* strace_args.c - see strace_args.h. */
#include "strace_args.h"

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
	{ "stack-traces", no_argument, NULL, 'k' },
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
	{}
};

/** struct counts - options that mean more when they are given again. */
struct counts {
	unsigned int f, q, t, x, y, z;
};

static int bad_value(const char *option, const char *value, const char *wanted)
{
	log_err("%s: '%s' is not %s", option, value, wanted);
	return -EINVAL;
}

static int parse_int(const char *option, const char *text, int min, int max, int *ret)
{
	char *end;
	long value;

	errno = 0;
	value = strtol(text, &end, 10);
	if (errno || end == text || *end || value < min || value > max) {
		log_err("%s: '%s' is not a number from %d to %d", option, text, min, max);
		return -EINVAL;
	}
	*ret = (int)value;
	return 0;
}

/* By number or by name. */
static int parse_interruptible(const char *word, int *ret)
{
	static const char *const words[] = { "anywhere", "waiting", "never", "never_tstp" };

	for (int i = 0; i < (int)ARRAY_SIZE(words); i++) {
		if (!strcmp(word, words[i])) {
			*ret = i + 1;
			return 0;
		}
	}
	return parse_int("-I", word, 1, (int)ARRAY_SIZE(words), ret);
}

/* Digits behind the second that a word like "us" asks for. */
static int parse_precision(const char *option, const char *word, uint8_t *ret_digits)
{
	static const char *const words[] = { "s", "ms", "us", "ns" };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (!strcmp(word, words[i])) {
			*ret_digits = (uint8_t)(3 * i);
			return 0;
		}
	}
	return bad_value(option, word, "one of s, ms, us and ns");
}

/* [[format:]FORMAT[,[precision:]PRECISION]] */
static int parse_clock(struct strace_opts *format, const char *text)
{
	static const char option[] = "--absolute-timestamps";
	__cleanup_free char *copy = strdup(text ? text : "time");
	char *rest = copy, *word;
	int err = copy ? 0 : -ENOMEM;

	format->clock = STRACE_TIME_OF_DAY;
	format->clock_digits = 0;
	while (!err && (word = strsep(&rest, ",")) != NULL) {
		if (!strncmp(word, "format:", 7))
			word += 7;
		if (!strcmp(word, "none"))
			format->clock = STRACE_NO_CLOCK;
		else if (!strcmp(word, "time"))
			format->clock = STRACE_TIME_OF_DAY;
		else if (!strcmp(word, "unix"))
			format->clock = STRACE_UNIX_TIME;
		else
			err = parse_precision(option,
					      strncmp(word, "precision:", 10) ? word : word + 10,
					      &format->clock_digits);
	}
	return err;
}

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

static int find_user(struct strace_args *args, const char *name)
{
	const struct passwd *pw = getpwnam(name);

	if (!pw)
		return bad_value("-u", name, "a user of this machine");
	if (geteuid()) {
		log_err("-u: only root can run a command as another user");
		return -EPERM;
	}
	args->user = (struct target_user){ .name = name, .uid = pw->pw_uid, .gid = pw->pw_gid };
	return 0;
}

/* VAR=VAL sets, VAR removes. */
static int change_environment(const char *text)
{
	const char *equals = strchr(text, '=');
	__cleanup_free char *name = equals ? strndup(text, (size_t)(equals - text)) : strdup(text);

	if (!name)
		return -ENOMEM;
	if (equals ? setenv(name, equals + 1, 1) : unsetenv(name))
		return bad_value("-E", text, "VAR=VAL or VAR");
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
	int limit, err = parse_int("-s", text, 0, INT32_MAX, &limit);

	if (err)
		return err;
	if (limit > AUG_DATA_MAX)
		log_warn("-s %d: strings are shown up to %d bytes", limit, AUG_DATA_MAX);
	*ret_limit = (uint32_t)MIN(limit, AUG_DATA_MAX);
	return 0;
}

static int parse_consts(const char *word, enum out_consts *ret_consts)
{
	static const char *const words[] = {
		[OUT_CONSTS_NAMED] = "abbrev", [OUT_CONSTS_RAW] = "raw", [OUT_CONSTS_BOTH] = "verbose"
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (!strcmp(word, words[i])) {
			*ret_consts = (enum out_consts)i;
			return 0;
		}
	}
	return bad_value("-X", word, "one of raw, abbrev and verbose");
}

static int parse_hex(const char *word, enum out_strings *ret_strings)
{
	static const char *const words[] = { [OUT_STRINGS_ESCAPED] = "none",
					     [OUT_STRINGS_HEX_ESCAPES] = "non-ascii-chars",
					     [OUT_STRINGS_HEX_IF_NEEDED] = "non-ascii",
					     [OUT_STRINGS_HEX] = "all" };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (!strcmp(word ? word : "all", words[i])) {
			*ret_strings = (enum out_strings)i;
			return 0;
		}
	}
	return bad_value("--strings-in-hex", word,
			 "one of none, non-ascii-chars, non-ascii and all");
}

static int parse_output_option(struct strace_args *args, struct counts *counts, int option,
			       const char *value)
{
	struct strace_opts *format = &args->format;
	int number, err;

	switch (option) {
	case 'a':
		err = parse_int("-a", value, 0, INT32_MAX, &number);
		format->column = err ? 0 : (unsigned int)number;
		return err;
	case 'k':
		args->stacks = true;
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
		return parse_consts(value, &format->consts);
	case OPT_HEX:
		args->given |= 1 << STRACE_GIVEN_HEX;
		return parse_hex(value, &format->strings);
	case 'r':
	case OPT_RELATIVE:
		format->relative = true;
		format->relative_digits = 6;
		return option != 'r' && value ? parse_precision("--relative-timestamps", value,
								&format->relative_digits)
					      : 0;
	case 'T':
	case OPT_DURATION:
		format->duration = true;
		format->duration_digits = 6;
		return option != 'T' && value
			       ? parse_precision("--syscall-times", value, &format->duration_digits)
			       : 0;
	case OPT_CLOCK:
		args->given |= 1 << STRACE_GIVEN_CLOCK;
		return parse_clock(format, value);
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

/* NUMBER, with a unit or microseconds. */
static int parse_overhead(const char *text, uint64_t *ret_ns)
{
	static const struct {
		const char *unit;
		double ns;
	} units[] = { { "", 1e3 }, { "s", 1e9 }, { "ms", 1e6 }, { "us", 1e3 }, { "ns", 1 } };
	char *end;
	double value;

	errno = 0;
	value = strtod(text, &end);
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		if (errno || end == text || !(value >= 0) || strcmp(end, units[i].unit))
			continue;
		value *= units[i].ns;
		if (value > 3600e9)
			break;
		*ret_ns = (uint64_t)value;
		return 0;
	}
	return bad_value("-O", text, "a time: a number and s, ms, us or ns, at most an hour");
}

static int parse_daemon(const char *word, unsigned int *ret_level)
{
	static const char *const words[] = { "grandchild", "pgroup", "session" };

	for (unsigned int i = 0; i < ARRAY_SIZE(words); i++) {
		if (!strcmp(word ? word : words[0], words[i])) {
			*ret_level = i + 1;
			return 0;
		}
	}
	return bad_value("--daemonize", word, "one of grandchild, pgroup and session");
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
			return bad_value("-b", value,
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
		return parse_daemon(value, &args->daemon);
	case 'O':
		return parse_overhead(value, &args->table.overhead_ns);
	case OPT_TIPS:
		return strace_tips__parse(&args->tips, value);
	case 'e':
		return strace_qualify__add(args, value);
	case OPT_TRACE:
		return strace_qualify__trace(args, value);
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
		return change_environment(value);
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
		return parse_interruptible(value, &args->interruptible);
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
	int option, err = 0;

	memset(args, 0, sizeof(*args));
	args->want_lines = true;
	args->calls.strace = true;
	args->format.column = STRACE_COLUMN;
	args->format.string_limit = SPEC_LIMIT_DEFAULT;
	args->format.signals = STRACE_ALL_SIGNALS;
	strace_table__init(&args->table);
	optind = 0; /* glibc: scan anew, and stop at the first argument that is no option */
	while (!err && (option = getopt_long(
				argc, argv, "+:a:Ab:cCdDe:E:fFhiI:kno:O:p:P:qrs:S:tTu:U:vVwxX:yYzZ",
				long_options, NULL)) != -1) {
		if (option == '?' || option == ':') {
			options__say_refused(option, argv, long_options, "-h");
			return -EINVAL;
		}
		err = parse_option(args, &counts, option, optarg);
	}
	args->command = optind < argc ? argv + optind : NULL;
	return err ? err : strace_check__args(args);
}

void strace_args__free(struct strace_args *args)
{
	free(args->pids);
	fd_numbers__free(&args->dump_read);
	fd_numbers__free(&args->dump_written);
	free(args->paths);
}
