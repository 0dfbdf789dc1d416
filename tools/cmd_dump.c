// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* cmd_dump.c - `perf-augment dump`: options to a run of lib/perfdata_dump.c. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "log.h"
#include "options.h"
#include "output_file.h"
#include "perfdata_dump.h"
#include "perfdata_names.h"
#include "recording.h"
#include "util.h"

enum { OPT_JSON = 256, OPT_RAW, OPT_ONLY };

static const struct option long_options[] = { { "json", no_argument, NULL, OPT_JSON },
					      { "raw", no_argument, NULL, OPT_RAW },
					      { "only", required_argument, NULL, OPT_ONLY },
					      { "output", required_argument, NULL, 'o' },
					      { "help", no_argument, NULL, 'h' },
					      {} };

static const char usage[] =
	"Usage: perf-augment dump [OPTIONS] [FILE|DIR|-]\n"
	"\n"
	"Every record and feature of a recording of perf (perf.data by default), one\n"
	"line each: offset, type, size, fields by name, and how many there are of each\n"
	"type. An offset with a + is that of the compressed record which it came out of.\n"
	"\n"
	"  --only TYPE,...     only records of these types, by name (KSYMBOL) or number,\n"
	"                      and no header; HEADER is header, events and features.\n"
	"                      Counts are of all records.\n"
	"  --raw               the bytes of each record too\n"
	"  --json              a JSON object per line\n"
	"  -o, --output FILE   write to FILE; - is standard output\n"
	"  -h, --help\n"
	"\n"
	"The exit status is 3 when a part of the recording could not be read; what is\n"
	"wrong is said on standard error. 1: it is not a recording, or could not be\n"
	"opened or written. 2: wrong options.\n";

struct options {
	struct perfdata_dump_opts dump;
	uint32_t *only;
	const char *input;
	const char *output;
};

static int parse_only(struct options *opts, char *list)
{
	bool wants_header = false;
	char *name, *rest = NULL;
	uint32_t *only;

	for (name = strtok_r(list, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
		if (!strcmp(name, "HEADER")) {
			wants_header = true;
			continue;
		}
		only = reallocarray(opts->only, opts->dump.nr_only + 1, sizeof(*only));
		if (!only)
			return -ENOMEM;
		opts->only = only;
		if (perfdata_type__lookup(name, &only[opts->dump.nr_only])) {
			log_err("--only: '%s' is not a record type; see perf-augment dump --help",
				name);
			return -EINVAL;
		}
		opts->dump.nr_only++;
	}
	opts->dump.no_header = !wants_header;
	/* Only the header: a type that no record has. */
	if (wants_header && !opts->dump.nr_only) {
		opts->only = calloc(1, sizeof(*opts->only));
		opts->dump.nr_only = opts->only ? 1 : 0;
	}
	return 0;
}

/* Return: 0, -EINVAL for wrong options, 1 when help was printed. */
static int parse_options(struct options *opts, int argc, char **argv)
{
	int c, err = 0;

	optind = 0;
	while (!err && (c = options__next(argc, argv, ":o:h", long_options)) >= 0) {
		switch (c) {
		case OPT_JSON:
			opts->dump.json = true;
			break;
		case OPT_RAW:
			opts->dump.raw = true;
			break;
		case OPT_ONLY:
			err = parse_only(opts, optarg);
			break;
		case 'o':
			opts->output = optarg;
			break;
		case 'h':
			fputs(usage, stdout);
			return 1;
		default:
			return -EINVAL;
		}
	}
	if (!err && argc - optind > 1) {
		log_err("one recording at a time; see perf-augment dump --help");
		err = -EINVAL;
	}
	opts->dump.only = opts->only;
	opts->input = optind < argc ? argv[optind] : "perf.data";
	return err;
}

static void say_problem(void *ctx, const char *text)
{
	log_warn("%s: %s", (const char *)ctx, text);
}

static int dump(struct options *opts)
{
	const struct perfdata_report report = { .say = say_problem, .ctx = (void *)opts->input };
	struct perfdata *pd = NULL;
	struct sink sink;
	int err = 0, write_err = 0, close_err, status = EXIT_OK;

	if (recording__check_output(opts->input, opts->output) ||
	    recording__open(&pd, opts->input, &report))
		return EXIT_FAILED;
	sink__init(&sink, STDOUT_FILENO);
	if (opts->output)
		write_err = sink__open(&sink, opts->output);
	if (!write_err)
		err = perfdata_dump__run(pd, &opts->dump, &sink);
	close_err = sink__close(&sink);
	write_err = write_err ?: close_err;
	err = err ?: write_err;
	if (err) {
		/* A reader that has seen enough is no error. */
		if (err != -EPIPE && write_err)
			log_err("%s: %s", opts->output ?: "standard output",
				output_file__why(write_err));
		else if (err != -EPIPE)
			log_err("%s: %s", opts->input, strerror(-err));
		status = EXIT_FAILED;
	} else if (perfdata__is_incomplete(pd)) {
		status = EXIT_LOST;
	}
	perfdata__close(pd);
	return status;
}

int cmd_dump(int argc, char **argv)
{
	struct options opts = {};
	int err = parse_options(&opts, argc, argv), status = EXIT_USAGE;

	signal(SIGPIPE, SIG_IGN);
	if (err > 0)
		status = EXIT_OK;
	else if (!err)
		status = dump(&opts);
	free(opts.only);
	return status;
}
