// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* cmd_doctor.c - `perf-augment doctor`: what this machine allows, and what to do about what it does not. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "doctor.h"
#include "log.h"
#include "options.h"
#include "sink.h"

static const struct option long_options[] = { { "json", no_argument, NULL, 'j' },
					      { "help", no_argument, NULL, 'h' },
					      {} };

static const char usage[] =
	"Usage: perf-augment doctor [OPTIONS]\n"
	"\n"
	"What this kernel, machine and user allow, what that means for each command, and\n"
	"what to do. Run it as who will run the command.\n"
	"\n"
	"  -j, --json          one JSON object\n"
	"  -h, --help\n"
	"\n"
	"The exit status is 0 when every command works in full, 1 when one does not.\n";

static int show(bool json, bool *ret_is_well)
{
	struct doctor_result *results = doctor__run();
	struct sink sink;
	int err, write_err;

	if (!results)
		return -ENOMEM;
	sink__init(&sink, STDOUT_FILENO);
	err = json ? doctor__show_json(results, &sink.buf)
		   : doctor__show_text(results, sink__width(&sink), &sink.buf);
	write_err = sink__close(&sink);
	*ret_is_well = doctor__is_well(results);
	doctor__free(results);
	return err ? err : write_err;
}

int cmd_doctor(int argc, char **argv)
{
	bool json = false, is_well = false;
	int c, err;

	optind = 0;
	while ((c = options__next(argc, argv, ":jh", long_options)) >= 0) {
		if (c == 'h') {
			fputs(usage, stdout);
			return EXIT_OK;
		}
		if (c != 'j')
			return EXIT_USAGE;
		json = true;
	}
	if (optind < argc) {
		log_err("'%s' is too much; see perf-augment doctor --help", argv[optind]);
		return EXIT_USAGE;
	}
	signal(SIGPIPE, SIG_IGN);
	err = show(json, &is_well);
	/* A reader that has seen enough is no error. */
	if (err && err != -EPIPE)
		log_err("standard output: %s", strerror(-err));
	return err || !is_well ? EXIT_FAILED : EXIT_OK;
}
