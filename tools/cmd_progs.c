// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* cmd_progs.c - `perf-augment progs`: the BPF programs of a recording. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bpf_progs_show.h"
#include "cmd.h"
#include "log.h"
#include "sink.h"

static const struct option long_options[] = { { "json", no_argument, NULL, 'j' },
					      { "output", required_argument, NULL, 'o' },
					      { "help", no_argument, NULL, 'h' },
					      {} };

static const char usage[] =
	"Usage: perf-augment progs [OPTIONS] [FILE|DIR|-]\n"
	"\n"
	"The BPF programs of a recording of perf (perf.data by default): those of its header and "
	"those that\n"
	"only its records tell of. Samples are counted for the program that was at their address "
	"then.\n"
	"\n"
	"  -j, --json          one JSON object, with the functions of each program\n"
	"  -o, --output FILE   write to FILE\n"
	"  -h, --help\n"
	"\n"
	"LOADED is `before` when the program was there when recording began, and has a ~ when it "
	"is computed\n"
	"from the kernel's load_time. SOURCE is where the recording has it: its header (with "
	"names, code and\n"
	"lines), its records, or both. The exit status is 3 when a part of the recording could not "
	"be read.\n";

struct options {
	const char *input;
	const char *output;
	bool json;
};

/* Return: 0, -EINVAL for wrong options, 1 when help was printed. */
static int parse_options(struct options *opts, int argc, char **argv)
{
	int c;

	optind = 0;
	while ((c = getopt_long(argc, argv, "jo:h", long_options, NULL)) >= 0) {
		switch (c) {
		case 'j':
			opts->json = true;
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
	if (argc - optind > 1) {
		log_err("one recording at a time; see perf-augment progs --help");
		return -EINVAL;
	}
	opts->input = optind < argc ? argv[optind] : "perf.data";
	return 0;
}

static void say_problem(void *ctx, const char *text)
{
	log_warn("%s: %s", (const char *)ctx, text);
}

static int write_table(const struct options *opts, struct bpf_progs *progs,
		       const struct bpf_progs_totals *totals)
{
	struct sink sink;
	int err = 0, write_err;

	sink__init(&sink, STDOUT_FILENO);
	if (opts->output)
		err = sink__open(&sink, opts->output);
	if (!err)
		err = opts->json ? bpf_progs__show_json(progs, totals, &sink.buf)
				 : bpf_progs__show_text(progs, totals, &sink.buf);
	write_err = sink__close(&sink);
	return err ? err : write_err;
}

static int show_progs(const struct options *opts)
{
	const struct perfdata_report report = { .say = say_problem, .ctx = (void *)opts->input };
	struct bpf_progs *progs = bpf_progs__new();
	struct bpf_progs_totals totals = {};
	struct perfdata *pd = NULL;
	int err, status = EXIT_OK;

	err = progs ? perfdata__open(&pd, opts->input, &report) : -ENOMEM;
	if (err) {
		log_err("%s: cannot be read: %s", opts->input,
			err == -EINVAL || err == -ENOTSUP ? "not a recording we can read"
							  : strerror(-err));
		bpf_progs__free(progs);
		return EXIT_FAILED;
	}
	err = bpf_progs__read(progs, pd, &totals);
	if (!err)
		err = write_table(opts, progs, &totals);
	if (totals.damaged)
		log_warn("%s: %u lists of BPF programs in the header are damaged", opts->input,
			 totals.damaged);
	if (err) {
		/* A reader that has seen enough is no error. */
		if (err != -EPIPE)
			log_err("%s: %s", opts->input, strerror(-err));
		status = EXIT_FAILED;
	} else if (perfdata__is_incomplete(pd) || totals.damaged) {
		status = EXIT_LOST;
	}
	perfdata__close(pd);
	bpf_progs__free(progs);
	return status;
}

int cmd_progs(int argc, char **argv)
{
	struct options opts = {};
	int err = parse_options(&opts, argc, argv);

	signal(SIGPIPE, SIG_IGN);
	if (err)
		return err > 0 ? EXIT_OK : EXIT_USAGE;
	return show_progs(&opts);
}
