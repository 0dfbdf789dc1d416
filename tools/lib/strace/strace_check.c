// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* strace_check.c - see strace_check.h. Warnings come in the order of strace's. */
#include "strace_check.h"

#include <errno.h>
#include <stdio.h>

#include "bpf-progs/engine_spec.h"
#include "log.h"
#include "strace_args.h"
#include "strace_qualify.h"
#include "util.h"

static void warn(const char *text)
{
	fprintf(stderr, "strace: %s\n", text);
}

/* --seccomp-bpf and -F, before anything is refused. */
static void check_follow(struct strace_args *args)
{
	if (args->seccomp && !args->follow) {
		warn("--seccomp-bpf cannot be used without -f/--follow-forks, disabling");
		args->seccomp = false;
	}
	if (!args->follow_deprecated)
		return;
	warn(args->follow ? "deprecated option -F ignored"
			  : "option -F is deprecated, please use -f/--follow-forks instead");
	args->follow = true;
}

static const char *const spellings[STRACE_NR_GIVEN / 2] = {
	[STRACE_GIVEN_F / 2] = "-f and --follow-forks",
	[STRACE_GIVEN_FF / 2] = "-ff and --output-separately",
	[STRACE_GIVEN_Q / 2] = "-q and -e quiet/--quiet",
	[STRACE_GIVEN_T / 2] = "-t and --absolute-timestamps",
	[STRACE_GIVEN_X / 2] = "-x and --strings-in-hex",
	[STRACE_GIVEN_Y / 2] = "-y and --decode-fds",
};

static int check_spellings(const struct strace_args *args)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(spellings); i++) {
		if ((args->given >> (2 * i) & 3) != 3)
			continue;
		log_err("%s cannot be provided simultaneously", spellings[i]);
		return -EINVAL;
	}
	return 0;
}

static int check_table(const struct strace_args *args)
{
	static const char wanted[] = "must be given with (-c/--summary-only or -C/--summary)";

	if (args->separate && args->want_table) {
		log_err("-c and -C cannot be combined with --output-separately (-ff)");
		return -EINVAL;
	}
	if (!args->want_table && args->wall_clock) {
		log_err("-w/--summary-wall-clock %s", wanted);
		return -EINVAL;
	}
	if (!args->want_table && args->columns_given) {
		log_err("-U/--summary-columns %s", wanted);
		return -EINVAL;
	}
	return 0;
}

static bool wants_all(const struct select *calls)
{
	for (unsigned int abi = 0; abi < AUG_NR_ABIS; abi++) {
		for (unsigned int nr = 0; nr < AUG_NR_SYSCALLS; nr++) {
			if (!select__has(calls, abi, nr))
				return false;
		}
	}
	return true;
}

static void warn_of_no_effect(const struct strace_args *args)
{
	const struct strace_opts *format = &args->format;
	const bool alone = args->want_table && !args->want_lines;
	const struct {
		bool is_so;
		const char *text;
	} warnings[] = {
		{ args->sort_given && !args->want_table,
		  "-S/--summary-sort-by has no effect without (-c/--summary-only or -C/--summary)" },
		{ alone && format->addresses,
		  "-i/--instruction-pointer has no effect with -c/--summary-only" },
		{ alone && args->stacks, "-k/--stack-traces has no effect with -c/--summary-only" },
		{ format->max_frames && !args->stacks,
		  "--stack-trace-frame-limit has no effect without -k/--stack-trace" },
		{ alone && format->arg_names,
		  "-N/--arg-names has no effect with -c/--summary-only" },
		{ alone && format->numbers,
		  "-n/--syscall-number has no effect with -c/--summary-only" },
		{ alone && format->relative,
		  "-r/--relative-timestamps has no effect with -c/--summary-only" },
		{ alone && format->clock != STRACE_NO_CLOCK,
		  "-t/--absolute-timestamps has no effect with -c/--summary-only" },
		{ alone && format->duration,
		  "-T/--syscall-times has no effect with -c/--summary-only" },
		{ alone && format->decode_fds,
		  "-y/--decode-fds has no effect with -c/--summary-only" },
		{ args->append && !args->output,
		  "-A/--output-append-mode has no effect without -o/--output" },
		{ args->separate && !args->output && !args->follow,
		  "--output-separately has no effect without -o/--output" },
		{ args->seccomp && wants_all(&args->calls),
		  "Seccomp filter is requested but there are no syscalls to filter.  "
		  "See -e trace to filter syscalls." },
	};

	for (size_t i = 0; i < ARRAY_SIZE(warnings); i++) {
		if (warnings[i].is_so)
			warn(warnings[i].text);
	}
}

int strace_check__args(struct strace_args *args)
{
	int err;

	if (args->help || args->version)
		return 0;
	if (!args->command && !args->nr_pids) {
		log_err("a command or -p PID is needed; see -h");
		return -EINVAL;
	}
	if (args->daemon && (!args->command || args->daemon > 3)) {
		log_err("-D is for a command that is run here, and up to three of them are known");
		return -EINVAL;
	}
	if (args->limit && args->want_table) {
		log_err("--syscall-limit is for lines: -c and -C count in the kernel");
		return -EINVAL;
	}
	if (args->has_user && !args->command) {
		log_err("-u says who a command runs as, and there is none");
		return -EINVAL;
	}
	if (args->argv0 && !args->command) {
		log_err("--argv0 is the name of a command, and there is none");
		return -EINVAL;
	}
	check_follow(args);
	err = check_spellings(args) ?: check_table(args);
	if (err)
		return err;
	warn_of_no_effect(args);
	if (args->separate && args->output && (*args->output == '|' || *args->output == '!')) {
		log_err("--output-separately (-ff) needs files: -o FILE, not a pipe");
		return -EINVAL;
	}
	/* Without files there is nothing to separate, as strace says. */
	if (!args->output)
		args->separate = false;
	if (args->output && args->command &&
	    !(args->given & (1 << STRACE_GIVEN_Q | 1 << STRACE_GIVEN_QUIET)))
		return strace_qualify__q(args, 1);
	return 0;
}
