// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* main.c - picks the subcommand. To add one: a file cmd_<name>.c, its line in cmd.h, a row below. */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "late.h"
#include "log.h"
#include "nearest.h"
#include "privilege.h"
#include "util.h"
#include "version.h"

/* What reads and writes recordings, and names what samples were in. */
#define LATE_RECORDINGS (LATE_DW | LATE_TRACEEVENT | LATE_ZSTD)

/* The objects that are loaded now. */
#define SEES_BPF (PRIVILEGE_FILES | PRIVILEGE_LOAD | PRIVILEGE_OTHERS)
/*
 * The verifier looks at any program, as it would at another loader's: those that name types of modules
 * or write to user memory take CAP_SYS_ADMIN.
 */
#define ASKS_VERIFIER                                                      \
	(PRIVILEGE_FILES | PRIVILEGE_LOAD | PRIVILEGE_BIT(CAP_SYS_ADMIN) | \
	 PRIVILEGE_BIT(CAP_NET_ADMIN))

/*
 * All capabilities but @caps are given up before the command begins. 0: it does so itself, once what
 * it starts has been started with all (trace, strace, record), or it is what it tells of (doctor).
 * annotate, check and progs give up more when their options say that they read a file only.
 *
 * @late: LATE_* that it may need; trace and strace ask for what their options need.
 */
static const struct {
	const char *name;
	const char *help;
	int (*run)(int argc, char **argv);
	uint64_t caps;
	unsigned int late;
} commands[] = {
	{ "annotate", "code of BPF programs with source lines and samples", cmd_annotate, SEES_BPF,
	  LATE_RECORDINGS },
	{ "build", "BPF programs in C to objects; objects with legacy maps to new ones", cmd_build,
	  PRIVILEGE_FILES, 0 },
	{ "check", "what a BPF object holds, and who can load it", cmd_check, ASKS_VERIFIER, 0 },
	{ "config", "perf's config files: what is in force, from where; changing it", cmd_config,
	  PRIVILEGE_FILES, 0 },
	{ "convert", "a perf.data as file, directory or pipe, for perf 6.1 too", cmd_convert,
	  PRIVILEGE_FILES, LATE_RECORDINGS },
	{ "doctor", "what this machine allows, and what to do about what it does not", cmd_doctor,
	  0, 0 },
	{ "dump", "every record and feature of a perf.data", cmd_dump, PRIVILEGE_FILES,
	  LATE_RECORDINGS },
	{ "dump-map", "entries of BPF maps, with their types: filtered, sorted, watched",
	  cmd_dump_map, SEES_BPF, 0 },
	{ "progs", "the BPF programs of a perf.data: loads, unloads, images, samples", cmd_progs,
	  SEES_BPF, LATE_RECORDINGS },
	{ "record", "samples, with every BPF program: a perf.data: file, directory, pipe",
	  cmd_record, 0, LATE_RECORDINGS },
	{ "report", "where samples were: user code, kernel, BPF programs; flame graphs", cmd_report,
	  PRIVILEGE_REPORT, LATE_RECORDINGS },
	{ "strace", "the lines and the command line of strace(1), without ptrace", cmd_strace, 0,
	  0 },
	{ "trace", "system calls of commands, processes or all, with what they point to", cmd_trace,
	  0, 0 },
};

static void print_usage(FILE *out)
{
	size_t i;

	fprintf(out, "Usage: perf-augment COMMAND [OPTIONS]\n\nCommands:\n");
	for (i = 0; i < ARRAY_SIZE(commands); i++)
		fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].help);
	fprintf(out,
		"\nperf-augment COMMAND --help, or perf-augment help COMMAND, tells the options of\n"
		"one. "
		"As `perf-augment` is on PATH, `perf augment COMMAND` does the same.\n");
}

/*
 * Closed standard descriptors would become those of a file or map of ours, and get our messages. These
 * cannot be written to, so that output which has nowhere to go is still an error.
 */
static void fill_standard_fds(void)
{
	int fd;

	do {
		fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	} while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd > STDERR_FILENO)
		close(fd);
}

static void unknown_command(const char *word)
{
	const char *near[2];
	struct nearest n;
	size_t i;

	nearest__init(&n, word, strlen(word), near, ARRAY_SIZE(near));
	for (i = 0; i < ARRAY_SIZE(commands); i++)
		nearest__add(&n, commands[i].name);
	if (n.nr)
		log_err("'%s' is not a command; did you mean: %s%s%s?", word, near[0],
			n.nr > 1 ? ", " : "", n.nr > 1 ? near[1] : "");
	else
		log_err("'%s' is not a command; see perf-augment --help", word);
}

static int print_version(void)
{
	printf("perf-augment %s\n", PERF_AUGMENT_VERSION);
	return EXIT_OK;
}

/* Commands see to what they write; texts like --help, and lists, are left to this. */
static int flush_output(int status)
{
	if (status != EXIT_OK || (!fflush(stdout) && !ferror(stdout)))
		return status;
	log_err("standard output cannot be written to: %s", strerror(errno));
	return EXIT_FAILED;
}

static int run_command(int argc, char **argv)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(commands); i++) {
		if (strcmp(argv[0], commands[i].name))
			continue;
		/* strace has its own. */
		if (argc > 1 && !strcmp(argv[1], "--version") && commands[i].run != cmd_strace)
			return print_version();
		if (late__need(commands[i].late))
			return EXIT_FAILED;
		if (commands[i].caps)
			privilege__keep(commands[i].caps);
		return commands[i].run(argc, argv);
	}
	unknown_command(argv[0]);
	return EXIT_USAGE;
}

static int print_help(int argc, char **argv)
{
	char help[] = "--help";

	if (argc > 1)
		return run_command(2, (char *[]){ argv[1], help, NULL });
	print_usage(stdout);
	return EXIT_OK;
}

static bool is_one_of(const char *word, const char *a, const char *b, const char *c)
{
	return !strcmp(word, a) || !strcmp(word, b) || !strcmp(word, c);
}

static int run(int argc, char **argv)
{
	if (!strcmp(program_invocation_short_name, "strace"))
		return cmd_strace(argc, argv);
	if (argc < 2) {
		print_usage(stderr);
		return EXIT_USAGE;
	}
	if (is_one_of(argv[1], "--help", "-h", "help"))
		return print_help(argc - 1, argv + 1);
	if (is_one_of(argv[1], "--version", "-V", "version"))
		return print_version();
	return run_command(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
	static char output[1U << 16];

	fill_standard_fds();
	/* A text of any length stays there until flush_output(), which then knows why it was not written. */
	if (!isatty(STDOUT_FILENO))
		setvbuf(stdout, output, _IOFBF, sizeof(output));
	return flush_output(run(argc, argv));
}
