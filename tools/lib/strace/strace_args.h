/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * strace_args.h - the command line of strace(1) 6.1, and options of later versions, as far as they can be had without
 * ptrace; what cannot is refused by name.
 */
#ifndef PERF_AUGMENT_STRACE_ARGS_H
#define PERF_AUGMENT_STRACE_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "format_strace.h"
#include "select.h"
#include "strace_summary.h"
#include "strace_tips.h"
#include "target.h"

/* Two spellings of one thing each, which are not given together. Without -q and -e quiet, -o for a command is quiet. */
enum {
	STRACE_GIVEN_F,
	STRACE_GIVEN_FOLLOW,
	STRACE_GIVEN_FF,
	STRACE_GIVEN_SEPARATELY,
	STRACE_GIVEN_Q,
	STRACE_GIVEN_QUIET,
	STRACE_GIVEN_T,
	STRACE_GIVEN_CLOCK,
	STRACE_GIVEN_X,
	STRACE_GIVEN_HEX,
	STRACE_GIVEN_Y,
	STRACE_GIVEN_FDS,
	STRACE_NR_GIVEN,
};

/**
 * struct strace_args - what a command line asks for; strace_args__free() when done.
 * @format: but for @to_stderr and @pids.
 * @calls: -e trace. @raw, @abbrev, @verbose, @dump_read, @dump_written: -e by these names; @format points
 *	to those that were given.
 * @hidden: AUG_HIDE_* of -z, -Z and -e status.
 * @given: 1 << STRACE_GIVEN_*: options that are one with another, and which it was.
 * @paths: of -P. @no_resolution: nothing is said of what they are resolved to.
 * @pids: of -p. @follow: -f, or -F: @follow_deprecated. @seccomp: --seccomp-bpf. @separate: -ff or --output-separately. @stacks: number of -k, up to two. @detach_on_exec: -b execve.
 * @daemon: number of -D. @tips: --tips.
 * @output: FILE, `|COMMAND` or `!COMMAND`; NULL for standard error. @append: to a FILE.
 * @table: of -c and -C. @wall_clock: -w. @sort_given, @columns_given: -S, -U.
 * @interruptible: 1 to 4 of -I; 0 for the default.
 * @variables: of -E.
 * @user: of -u, with @has_user. @argv0: of --argv0; NULL: the command's.
 * @limit: of --syscall-limit; 0 for none. @trace_fds: of --trace-fds, numbers or "all"; owned, NULL for none.
 * @debug: -d. @help: -h. @version: -V.
 * @command: NULL-terminated; NULL for none.
 */
struct strace_args {
	struct strace_opts format;
	struct select calls;
	struct select raw, abbrev, verbose;
	struct fd_numbers dump_read, dump_written;
	uint8_t hidden;
	uint16_t given;
	const char **paths;
	size_t nr_paths;
	bool no_resolution;
	pid_t *pids;
	size_t nr_pids;
	bool follow;
	bool follow_deprecated;
	bool seccomp;
	unsigned int stacks;
	bool detach_on_exec;
	unsigned int daemon;
	struct strace_tips tips;
	bool separate;
	const char *output;
	bool append;
	bool want_lines;
	bool want_table;
	bool wall_clock;
	bool sort_given;
	bool columns_given;
	struct strace_table table;
	int interruptible;
	char **variables;
	size_t nr_variables;
	struct target_user user;
	bool has_user;
	char *argv0;
	int limit;
	char *trace_fds;
	bool always_show_pid;
	bool debug;
	bool help;
	bool version;
	char **command;
};

/** strace_args__parse() - @argv[0] is the program's name. Return: 0; -EINVAL, logged. */
int strace_args__parse(struct strace_args *args, int argc, char **argv);

/**
 * strace_args__environment() - of the command: ours, as -E changes it; NULL where it does not. Freed by the caller,
 * the strings are not. Return: 0 or -ENOMEM.
 */
int strace_args__environment(const struct strace_args *args, char ***ret_variables);

void strace_args__free(struct strace_args *args);

#endif /* PERF_AUGMENT_STRACE_ARGS_H */
