// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* cmd_annotate.c - `perf-augment annotate`: code of BPF programs, of a recording or loaded now. */
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "annotate_live.h"
#include "annotate_print.h"
#include "annotate_select.h"
#include "cmd.h"
#include "log.h"
#include "options.h"
#include "output_file.h"
#include "perfdata_owner.h"
#include "privilege.h"
#include "recording.h"
#include "sink.h"
#include "terminal.h"
#include "util.h"

enum { OPT_ID = 256, OPT_NAME, OPT_PIN, OPT_HTML, OPT_RAW, OPT_NO_SOURCE, OPT_KALLSYMS };

static const struct option long_options[] = { { "input", required_argument, NULL, 'i' },
					      { "symbol", required_argument, NULL, 's' },
					      { "id", required_argument, NULL, OPT_ID },
					      { "name", required_argument, NULL, OPT_NAME },
					      { "pinned", required_argument, NULL, OPT_PIN },
					      { "xlated", no_argument, NULL, 'x' },
					      { "source", no_argument, NULL, 'S' },
					      { "no-source", no_argument, NULL, OPT_NO_SOURCE },
					      { "print-line", no_argument, NULL, 'l' },
					      { "asm-raw", no_argument, NULL, OPT_RAW },
					      { "disassembler-style", required_argument, NULL,
						'M' },
					      { "kallsyms", required_argument, NULL, OPT_KALLSYMS },
					      { "json", no_argument, NULL, 'j' },
					      { "html", required_argument, NULL, OPT_HTML },
					      { "output", required_argument, NULL, 'o' },
					      { "force", no_argument, NULL, 'f' },
					      { "help", no_argument, NULL, 'h' },
					      {} };

static const char usage[] =
	"Usage: perf-augment annotate [OPTIONS] [FILE|DIR|-] [PROG[:FUNCTION]]\n"
	"       perf-augment annotate [OPTIONS] --id N|--name NAME|--pinned PATH\n"
	"                             [[PROG]:FUNCTION]\n"
	"\n"
	"The machine code of BPF programs with their source lines and samples: of a\n"
	"recording (perf.data by default) the functions with samples, the hottest first,\n"
	"or those of PROG; or a program that is loaded now. PROG is an id, a tag, a name\n"
	"or a symbol; in names * and ? are wildcards.\n"
	"\n"
	"      --id N, --name NAME, --pinned PATH\n"
	"                      a program that is loaded now\n"
	"  -x, --xlated        BPF instructions instead of machine code\n"
	"  -l, --print-line    file:line at source lines, and a summary of lines before\n"
	"                      each function\n"
	"      --no-source     no source lines (-S, --source: with them, the default)\n"
	"      --asm-raw       the bytes of instructions, too\n"
	"  -M, --disassembler-style att|intel\n"
	"                      of x86-64; att by default\n"
	"      --kallsyms FILE names of kernel functions: a copy from the recorded\n"
	"                      machine; by default this machine's, if the recording is of\n"
	"                      its running kernel\n"
	"  -j, --json          one JSON object\n"
	"      --html FILE     a page for a browser that needs nothing else\n"
	"  -o, --output FILE   write to FILE; - is standard output\n"
	"  -i, --input FILE    the recording\n"
	"  -s, --symbol NAME   the same as PROG\n"
	"  -f, --force         a recording that is somebody else's, too\n"
	"  -h, --help\n"
	"\n"
	"The exit status is 3 when a part of the recording could not be read, or code of\n"
	"functions with samples was not kept.\n";

/** struct options - @word: what may have been meant as a recording, but is not there: a program of perf.data. */
struct options {
	const char *input;
	const char *word;
	bool force;
	const char *wanted;
	const char *output;
	const char *html;
	const char *kallsyms;
	struct annotate_wanted live;
	enum disasm_syntax syntax;
	bool xlated;
	bool json;
	bool no_source;
	bool print_line;
	bool raw;
};

static int parse_id(const char *text, uint32_t *ret_id)
{
	unsigned long id;
	char *end;

	errno = 0;
	id = strtoul(text, &end, 10);
	if (errno || *end || end == text || !isdigit((unsigned char)*text) || !id ||
	    id > UINT32_MAX) {
		log_err("--id %s: not the id of a program; perf-augment progs and bpftool prog list them",
			text);
		return -EINVAL;
	}
	*ret_id = (uint32_t)id;
	return 0;
}

static int parse_style(const char *text, enum disasm_syntax *ret_syntax)
{
	if (strcmp(text, "att") && strcmp(text, "intel")) {
		log_err("-M %s: not a style; there are att and intel", text);
		return -EINVAL;
	}
	*ret_syntax = *text == 'i' ? DISASM_INTEL : DISASM_ATT;
	return 0;
}

static int parse_option(struct options *opts, int c)
{
	switch (c) {
	case 'i':
		opts->input = optarg;
		return 0;
	case 's':
		opts->wanted = optarg;
		return 0;
	case OPT_ID:
		return parse_id(optarg, &opts->live.id);
	case OPT_NAME:
		opts->live.name = optarg;
		return 0;
	case OPT_PIN:
		opts->live.pin = optarg;
		return 0;
	case 'x':
		opts->xlated = true;
		return 0;
	case 'S':
		opts->no_source = false;
		return 0;
	case OPT_NO_SOURCE:
		opts->no_source = true;
		return 0;
	case 'l':
		opts->print_line = true;
		return 0;
	case OPT_RAW:
		opts->raw = true;
		return 0;
	case 'M':
		return parse_style(optarg, &opts->syntax);
	case OPT_KALLSYMS:
		opts->kallsyms = opts->live.kallsyms = optarg;
		return 0;
	case 'j':
		opts->json = true;
		return 0;
	case OPT_HTML:
		opts->html = optarg;
		return 0;
	case 'o':
		opts->output = optarg;
		return 0;
	case 'f':
		opts->force = true;
		return 0;
	case 'h':
		fputs(usage, stdout);
		return 1;
	}
	return -EINVAL;
}

static bool is_live(const struct options *opts)
{
	return opts->live.id || opts->live.name || opts->live.pin;
}

/* One word is a recording if there is one of that name, else a program of perf.data. */
static int take_words(struct options *opts, int argc, char **argv)
{
	int left = argc - optind;

	if (left && !opts->input && !is_live(opts) &&
	    (left == 2 || !strcmp(argv[optind], "-") || !access(argv[optind], F_OK))) {
		opts->input = argv[optind++];
		left--;
	}
	if (left && !opts->wanted) {
		opts->wanted = argv[optind++];
		opts->word = opts->input ? NULL : opts->wanted;
		left--;
	}
	if (left) {
		log_err("'%s' is too much; see perf-augment annotate --help", argv[optind]);
		return -EINVAL;
	}
	if (is_live(opts) && opts->input) {
		log_err("a recording, or a program that is loaded now: not both");
		return -EINVAL;
	}
	if (!opts->input)
		opts->input = "perf.data";
	return 0;
}

/* Return: 0, -EINVAL for wrong options, 1 when help was printed. */
static int parse_options(struct options *opts, int argc, char **argv)
{
	int c, err;

	optind = 0;
	while ((c = options__next(argc, argv, ":i:s:xSlM:jo:fh", long_options)) >= 0) {
		err = parse_option(opts, c);
		if (err)
			return err;
	}
	if (opts->html && (opts->json || opts->output)) {
		log_err("--html writes the page to its own file: leave out %s",
			opts->json ? "--json" : "--output");
		return -EINVAL;
	}
	if (!!opts->live.id + !!opts->live.name + !!opts->live.pin > 1) {
		log_err("--id, --name and --pinned: only one of them");
		return -EINVAL;
	}
	return take_words(opts, argc, argv);
}

static void say_problem(void *ctx, const char *text)
{
	log_warn("%s: %s", (const char *)ctx, text);
}

static int count_hit(void *ctx, struct bpf_prog *prog, uint32_t func, uint64_t addr, uint64_t nr)
{
	return bpf_hits__add(ctx, prog, func, addr, nr);
}

/* Return: 0, -errno; both said. */
static int read_recording(const struct options *opts, struct annotate *a, int *status)
{
	const struct perfdata_report report = { .say = say_problem, .ctx = (void *)opts->input };
	const struct bpf_progs_visitor visitor = { .hit = count_hit, .ctx = &a->hits };
	struct perfdata *pd = NULL;
	int err = perfdata_owner__check(opts->input, opts->force);

	if (!err)
		err = recording__check_output(opts->input, opts->html ? opts->html : opts->output);
	if (err)
		return err;
	a->progs = bpf_progs__new();
	if (!a->progs) {
		log_err("%s", strerror(ENOMEM));
		return -ENOMEM;
	}
	if (opts->word && access(opts->input, F_OK)) {
		log_err("%s: there is no such file, and no %s, of which it could be a program",
			opts->word, opts->input);
		return -ENOENT;
	}
	err = recording__open(&pd, opts->input, &report);
	if (err)
		return err;
	err = bpf_progs__visit(a->progs, pd, &visitor, &a->totals);
	bpf_hits__sort(&a->hits);
	if (a->totals.damaged)
		log_warn("%s: %u lists of BPF programs in the header are damaged", opts->input,
			 a->totals.damaged);
	if (perfdata__is_incomplete(pd) || a->totals.damaged)
		*status = EXIT_LOST;
	perfdata__close(pd);
	if (err) {
		log_err("%s: %s", opts->input, strerror(-err));
		return err;
	}
	err = code_names__init_recorded(&a->names, a->progs, opts->kallsyms);
	if (err)
		log_err("%s: %s", opts->kallsyms ? opts->kallsyms : "kallsyms",
			err == -ENOENT ? "no symbols of a kernel are in it" : strerror(-err));
	else if (!a->names.ksyms)
		log_info(
			"kernel functions are not named: %s was not recorded under the kernel that "
			"runs here, or its symbols are hidden from this user; --kallsyms FILE names them",
			opts->input);
	return err;
}

static int fetch_programs(const struct options *opts, struct annotate *a)
{
	const struct annotate_wanted *live = &opts->live;
	struct annotate_found found;
	int err = annotate_live__init(a, live, &found);

	if (err && found.other)
		log_err("%s: this is a %s, not a program%s", live->pin, found.other,
			strcmp(found.other, "map") ? "" : "; perf-augment dump-map shows maps");
	else if (err && live->id)
		log_err("program %u: %s", live->id,
			err == -ENOENT ? "no program with this id is loaded" : strerror(-err));
	else if (err)
		log_err("%s: %s", live->pin ? live->pin : live->name,
			err == -ENOENT ? "no such program is loaded" : strerror(-err));
	if (err == -EPERM)
		log_info("reading programs of others takes CAP_SYS_ADMIN: run it as root");
	if (found.is_hidden)
		log_warn("the kernel hides code and addresses from this user: CAP_SYSLOG and "
			 "kernel.kptr_restrict below 2 are needed to see them");
	return err;
}

static int print_items(struct annotate *a, struct annotate_view *view,
		       const struct annotate_printer *printer, const struct annotate_item *items,
		       size_t nr, struct sink *sink, int *status)
{
	struct annotate_func func;
	size_t i;
	int err = 0;

	printer->begin(view, &sink->buf);
	for (i = 0; i < nr && !err; i++) {
		err = annotate__func(a, items[i].prog, items[i].func, &func);
		if (err)
			return err;
		if (func.lack)
			*status = EXIT_LOST;
		err = printer->func(view, &func, &sink->buf);
		annotate_func__free(&func);
		view->nr++;
		if (!err)
			err = sink__line(sink);
	}
	printer->end(view, &sink->buf);
	return err;
}

static int print_all(const struct options *opts, struct annotate *a,
		     const struct annotate_item *items, size_t nr, int *status)
{
	const char *path = opts->html ? opts->html : opts->output;
	const struct annotate_printer *printer = opts->html   ? &annotate_print_html
						 : opts->json ? &annotate_print_json
							      : &annotate_print_text;
	struct annotate_view view = { .a = a,
				      .title = is_live(opts) ? "BPF programs" : opts->input,
				      .hide_source = opts->no_source,
				      .print_line = opts->print_line,
				      .raw = opts->raw };
	struct sink sink;
	int err = 0, write_err;

	sink__init(&sink, STDOUT_FILENO);
	if (path)
		err = sink__open(&sink, path);
	view.color = !opts->html && !opts->json && sink.fd == STDOUT_FILENO &&
		     terminal__takes_colors(STDOUT_FILENO);
	if (!err)
		err = print_items(a, &view, printer, items, nr, &sink, status);
	write_err = sink__close(&sink);
	if (!err)
		err = write_err;
	/* A reader that has seen enough is no error. */
	if (err && err != -EPIPE)
		log_err("%s: %s", path ? path : "standard output", output_file__why(err));
	return err;
}

static void say_nothing_found(const struct options *opts, const struct annotate *a)
{
	const char *wanted = opts->wanted ? opts->wanted : opts->live.name;

	if (wanted)
		log_err("%s: no such program or function%s", wanted,
			is_live(opts) ? "" : "; perf-augment progs lists the recording's programs");
	else
		log_err("%s: none of %llu samples is in a BPF program; name one to see its code, "
			"perf-augment progs lists them",
			opts->input, (unsigned long long)a->totals.samples);
}

static int annotate(const struct options *opts)
{
	struct annotate a = { .xlated = opts->xlated };
	struct annotate_item *items = NULL;
	size_t nr = 0;
	int err, status = EXIT_OK;

	err = recording__check_file(opts->kallsyms);
	if (!err)
		err = is_live(opts) ? fetch_programs(opts, &a) : read_recording(opts, &a, &status);
	if (!err && !opts->xlated) {
		const char *arch = bpf_progs__kernel(a.progs)->arch;

		err = disasm__open(&a.disasm, *arch ? arch : NULL, opts->syntax);
		err = err == -ENOTSUP ? 0 : err;
	}
	if (!err)
		err = annotate__select(&a, opts->wanted, &items, &nr);
	if (!err && !nr)
		say_nothing_found(opts, &a);
	if (!err && nr)
		err = print_all(opts, &a, items, nr, &status);
	free(items);
	annotate__free(&a);
	return err || !nr ? EXIT_FAILED : status;
}

int cmd_annotate(int argc, char **argv)
{
	struct options opts = {};
	int err = parse_options(&opts, argc, argv);

	signal(SIGPIPE, SIG_IGN);
	if (err)
		return err > 0 ? EXIT_OK : EXIT_USAGE;
	/* What somebody recorded is read by who can do little with it but that: it names the kernel's functions. */
	if (!is_live(&opts))
		privilege__keep(PRIVILEGE_FILES | PRIVILEGE_BIT(CAP_SYSLOG));
	return annotate(&opts);
}
