// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* cmd_check.c - `perf-augment check`: what is in an object, and who can load it. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bpf_elf.h"
#include "bpf_elf_image.h"
#include "bpf_elf_report.h"
#include "cmd.h"
#include "log.h"
#include "options.h"
#include "privilege.h"
#include "sink.h"
#include "strbuf.h"

struct options {
	bool json;
	bool ask_kernel;
};

enum { OPT_JSON = 256, OPT_NO_LOAD };

static const struct option long_options[] = { { "json", no_argument, NULL, OPT_JSON },
					      { "no-load", no_argument, NULL, OPT_NO_LOAD },
					      { "help", no_argument, NULL, 'h' },
					      {} };

static const char usage[] =
	"Usage: perf-augment check [OPTIONS] FILE.o...\n"
	"\n"
	"Prints what a BPF object holds: maps with the types of keys and values, markers\n"
	"and whether they agree with the maps, programs and what they attach to,\n"
	"licence, BTF, relocations; and who can load it: stock perf 6.1, libbpf 1.x,\n"
	"perf-augment - or why not.\n"
	"\n"
	"      --json      one JSON object per file\n"
	"      --no-load   do not ask the kernel. Otherwise root has it load the\n"
	"                  programs, and forget them at once; nothing is attached\n"
	"  -h, --help\n"
	"\n"
	"The exit status is 0 when perf-augment can load all of them and nothing is\n"
	"wrong with them; 1 otherwise; 2 for wrong options.\n";

static int usage_error(const char *fmt, const char *what)
{
	char text[512];

	snprintf(text, sizeof(text), fmt, what);
	log_err("%s; see perf-augment check --help", text);
	return -EINVAL;
}

/* Return: 0, -EINVAL for wrong options (logged), -ECANCELED after --help. */
static int parse_options(int argc, char **argv, struct options *opts)
{
	int c;

	optind = 1;
	while ((c = options__next(argc, argv, ":h", long_options)) != -1) {
		switch (c) {
		case OPT_JSON:
			opts->json = true;
			break;
		case OPT_NO_LOAD:
			opts->ask_kernel = false;
			break;
		case 'h':
			fputs(usage, stdout);
			return -ECANCELED;
		default:
			return -EINVAL;
		}
	}
	return optind < argc ? 0 : usage_error("%s", "the object is missing");
}

static bool is_good(const struct bpf_elf_report *report)
{
	return !report->problems.len && report->verdicts[BPF_LOADER_OURS].answer != BPF_ANSWER_NO;
}

static int report_object(struct bpf_elf_report *report, const struct options *opts,
			 struct sink *sink)
{
	int err;

	bpf_elf__find_problems(report->elf, &report->problems);
	err = bpf_elf__judge(report->elf, opts->ask_kernel, report->verdicts);
	if (!err)
		err = strbuf__error(&report->problems);
	if (!err)
		err = opts->json ? bpf_elf_report__json(report, &sink->buf)
				 : bpf_elf_report__text(report, &sink->buf);
	if (err) {
		log_err("%s: %s", report->name, strerror(-err));
		return err;
	}
	sink__line(sink);
	return is_good(report) ? 0 : -EINVAL;
}

static int check_file(const char *path, const struct options *opts, struct sink *sink)
{
	struct bpf_elf_report report = { .name = path };
	struct strbuf error = {};
	struct bpf_elf *elf;
	void *bytes = NULL;
	size_t size;
	int err;

	err = bpf_object_image__read(path, &bytes, &size, &error);
	if (err) {
		log_err("%s", strbuf__cstr(&error));
		goto out;
	}
	err = bpf_elf__parse(bytes, size, &elf, &error);
	if (err) {
		log_err("%s: %s", path, error.len ? strbuf__cstr(&error) : strerror(-err));
		goto out;
	}
	report.elf = elf;
	err = report_object(&report, opts, sink);
	bpf_verdicts__free(report.verdicts);
	strbuf__free(&report.problems);
	bpf_elf__free(elf);
out:
	strbuf__free(&error);
	free(bytes);
	return err;
}

int cmd_check(int argc, char **argv)
{
	struct options opts = { .ask_kernel = !geteuid() };
	struct sink sink;
	int err, first = 0, i;

	err = parse_options(argc, argv, &opts);
	if (err)
		return err == -ECANCELED ? EXIT_OK : EXIT_USAGE;
	if (!opts.ask_kernel)
		privilege__keep(PRIVILEGE_FILES);
	sink__init(&sink, STDOUT_FILENO);
	for (i = optind; i < argc; i++) {
		if (i > optind && !opts.json && sink.buf.len)
			strbuf__addc(&sink.buf, '\n');
		err = check_file(argv[i], &opts, &sink);
		first = first ? first : err;
	}
	err = sink__close(&sink);
	if (err)
		log_err("standard output: %s", strerror(-err));
	return first || err ? EXIT_FAILED : EXIT_OK;
}
