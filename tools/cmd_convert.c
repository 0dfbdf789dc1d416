// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* cmd_convert.c - `perf-augment convert`: options to a run of lib/perfdata_convert.c. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd.h"
#include "log.h"
#include "options.h"
#include "output_file.h"
#include "perfdata_convert.h"
#include "perfdata_names.h"
#include "recording.h"
#include "strbuf.h"
#include "util.h"

enum { OPT_COMPAT = 256, OPT_DIRECTORY };

static const struct option long_options[] = { { "compat", required_argument, NULL, OPT_COMPAT },
					      { "directory", no_argument, NULL, OPT_DIRECTORY },
					      { "compression-level", optional_argument, NULL, 'z' },
					      { "quiet", no_argument, NULL, 'q' },
					      { "help", no_argument, NULL, 'h' },
					      {} };

static const char usage[] =
	"Usage: perf-augment convert [OPTIONS] IN OUT\n"
	"\n"
	"Writes a recording of perf in another form, which stock perf reads the same. IN\n"
	"is a file, a directory or - for a pipe's stream; OUT is a file, a directory\n"
	"when it ends in / or is one already, or - for a stream to standard output.\n"
	"\n"
	"      --directory         OUT is a directory\n"
	"      --compat 6.1        leave out or make smaller what perf 6.1 does not read\n"
	"  -z, --compression-level[=N]  pack records with zstd, level N (1)\n"
	"  -q, --quiet             do not say what was written\n"
	"  -h, --help\n"
	"\n"
	"OUT appears when all of it is there, and replaces what was there.\n"
	"The exit status is 3 when something was left out or could not be read; standard\n"
	"error says what. 1: nothing was written (or, of a stream, not all). 2: wrong\n"
	"options.\n";

struct options {
	struct perfdata_convert_opts convert;
	const char *input;
	bool directory;
	bool quiet;
};

static bool is_directory(const char *path)
{
	struct stat st;

	return (*path && path[strlen(path) - 1] == '/') ||
	       (!stat(path, &st) && S_ISDIR(st.st_mode));
}

static int parse_level(struct options *opts, const char *text)
{
	char *end;
	long level = 1;

	if (text) {
		level = strtol(text, &end, 10);
		if (end == text || *end || level < 1 || level > 22) {
			log_err("-z: '%s' is not a level from 1 to 22", text);
			return -EINVAL;
		}
	}
	opts->convert.out.level = (int)level;
	return 0;
}

static int take_paths(struct options *opts, int argc, char **argv)
{
	struct perfdata_writer_opts *out = &opts->convert.out;

	if (argc - optind != 2) {
		log_err("convert needs IN and OUT; see perf-augment convert --help");
		return -EINVAL;
	}
	opts->input = argv[optind];
	out->path = argv[optind + 1];
	if (!strcmp(out->path, "-") && !opts->directory) {
		out->form = PERFDATA_FORM_PIPE;
		out->fd = STDOUT_FILENO;
		if (isatty(out->fd)) {
			log_err("a recording is not for a terminal: send it to a file or a pipe");
			return -EINVAL;
		}
	} else if (opts->directory || is_directory(out->path)) {
		out->form = PERFDATA_FORM_DIR;
	}
	return 0;
}

/* Return: 0, -EINVAL for wrong options, 1 when help was printed. */
static int parse_options(struct options *opts, int argc, char **argv)
{
	int c, err = 0;

	optind = 0;
	while (!err && (c = options__next(argc, argv, ":z::qh", long_options)) >= 0) {
		switch (c) {
		case OPT_COMPAT:
			opts->convert.compat_6_1 = true;
			if (strcmp(optarg, "6.1")) {
				log_err("--compat: only 6.1 is known, not '%s'", optarg);
				err = -EINVAL;
			}
			break;
		case OPT_DIRECTORY:
			opts->directory = true;
			break;
		case 'z':
			err = parse_level(opts, optarg);
			break;
		case 'q':
			opts->quiet = true;
			break;
		case 'h':
			fputs(usage, stdout);
			return 1;
		default:
			return -EINVAL;
		}
	}
	return err ? err : take_paths(opts, argc, argv);
}

static void say_problem(void *ctx, const char *text)
{
	log_warn("%s: %s", (const char *)ctx, text);
}

/* "2 BPF_METADATA, 1 type 90" of what was left out. */
static void add_dropped(struct strbuf *text, const struct perfdata_counts *dropped)
{
	size_t i;

	for (i = 0; i < dropped->nr; i++) {
		const char *name = perfdata_type__name(dropped->of[i].type);

		strbuf__addf(text, "%s%" PRIu64 " ", i ? ", " : "", dropped->of[i].nr);
		if (name)
			strbuf__adds(text, name);
		else
			strbuf__addf(text, "of type %u", dropped->of[i].type);
	}
}

static void say_result(const struct options *opts, const struct perfdata_converted *r)
{
	struct strbuf text = {};

	if (r->dropped.total) {
		add_dropped(&text, &r->dropped);
		log_warn("%s: left out %" PRIu64 " records: %s", opts->input, r->dropped.total,
			 strbuf__cstr(&text));
	}
	if (r->nr_features)
		log_warn("%s: left out %u features of the header", opts->input, r->nr_features);
	if (r->nr_attrs)
		log_warn("%s: %u events have attributes of a newer kernel: made smaller, %u of "
			 "them lost a setting",
			 opts->input, r->nr_attrs, r->nr_lossy_attrs);
	if (r->nr_progs)
		log_info("%s: the info of %u BPF programs was made smaller", opts->input,
			 r->nr_progs);
	if (r->nr_split && !opts->quiet)
		log_info(
			"%s: %u BPF programs, BTFs or command lines went in parts, as a record of a stream holds "
			"64 KiB: stock perf gets them shortened",
			opts->input, r->nr_split);
	if (!opts->quiet)
		log_info("%s: %" PRIu64 " records read, written to %s", opts->input, r->read.total,
			 opts->convert.out.path);
	strbuf__free(&text);
}

static int say_error(const struct options *opts, int err)
{
	const char *path = opts->convert.out.path;

	if (err == -EEXIST)
		log_err("%s: something else than a recording stands there; it is not replaced",
			path);
	else if (err == -EPIPE)
		log_err("the reader of our output is gone: the stream is not complete");
	else if (opts->convert.out.form == PERFDATA_FORM_PIPE)
		log_err("writing the stream: %s; it is not complete", strerror(-err));
	else
		log_err("%s: %s; nothing was written", path, output_file__why(err));
	return EXIT_FAILED;
}

static int convert(struct options *opts)
{
	const struct perfdata_report report = { .say = say_problem, .ctx = (void *)opts->input };
	struct perfdata_converted *result = calloc(1, sizeof(*result));
	struct perfdata *pd = NULL;
	int err, status = EXIT_OK;

	if (!result)
		return say_error(opts, -ENOMEM);
	if (recording__open(&pd, opts->input, &report)) {
		free(result);
		return EXIT_FAILED;
	}
	opts->convert.out.report = report;
	err = perfdata_convert__run(pd, &opts->convert, result);
	if (err) {
		status = say_error(opts, err);
	} else {
		say_result(opts, result);
		if (perfdata__is_incomplete(pd) || result->nr_lost || result->dropped.total ||
		    result->nr_features || result->nr_lossy_attrs)
			status = EXIT_LOST;
	}
	perfdata__close(pd);
	free(result);
	return status;
}

int cmd_convert(int argc, char **argv)
{
	struct options opts = {};
	int err = parse_options(&opts, argc, argv);

	signal(SIGPIPE, SIG_IGN);
	if (err)
		return err > 0 ? EXIT_OK : EXIT_USAGE;
	return convert(&opts);
}
