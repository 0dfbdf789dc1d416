// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* main.c - picks the subcommand. To add one: a file cmd_<name>.c, its line in cmd.h, a row below. */
#include <stdio.h>
#include <string.h>

#include "cmd.h"
#include "lib/log.h"
#include "lib/util.h"

#ifndef PERF_AUGMENT_VERSION
#define PERF_AUGMENT_VERSION "0.1"
#endif

static const struct {
	const char *name;
	const char *help;
	int (*run)(int argc, char **argv);
} commands[] = {
	{ "dump-map", "entries of BPF maps, with their types: filtered, sorted, watched", cmd_dump_map },
	{ "trace", "system calls of commands, processes or the whole machine, with what they point to", cmd_trace },
};

static void print_usage(FILE *out)
{
	size_t i;

	fprintf(out, "Usage: perf-augment COMMAND [OPTIONS]\n\nCommands:\n");
	for (i = 0; i < ARRAY_SIZE(commands); i++)
		fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].help);
	fprintf(out, "\nperf-augment COMMAND --help tells the options of one.\n"
		     "As `perf-augment` is on PATH, `perf augment COMMAND` does the same.\n");
}

int main(int argc, char **argv)
{
	size_t i;

	if (argc < 2) {
		print_usage(stderr);
		return EXIT_USAGE;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
		print_usage(stdout);
		return EXIT_OK;
	}
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "version")) {
		printf("perf-augment %s\n", PERF_AUGMENT_VERSION);
		return EXIT_OK;
	}
	for (i = 0; i < ARRAY_SIZE(commands); i++) {
		if (!strcmp(argv[1], commands[i].name))
			return commands[i].run(argc - 1, argv + 1);
	}
	log_err("'%s' is not a command; see perf-augment --help", argv[1]);
	return EXIT_USAGE;
}
