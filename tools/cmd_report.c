// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* cmd_report.c - `perf-augment report`: where the samples of a recording were. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd.h"
#include "forwarded_show.h"
#include "log.h"
#include "options.h"
#include "output_file.h"
#include "perfdata_owner.h"
#include "profile_show.h"
#include "recording.h"
#include "util.h"

enum {
	OPT_CHILDREN = 256,
	OPT_NO_CHILDREN,
	OPT_PERCENT_LIMIT,
	OPT_FOLDED,
	OPT_FLAMEGRAPH,
	OPT_FORWARDED,
	OPT_KALLSYMS,
	OPT_SYMFS
};

static const struct option long_options[] = {
	{ "sort", required_argument, NULL, 's' },
	{ "show-nr-samples", no_argument, NULL, 'n' },
	{ "call-graph", required_argument, NULL, 'g' },
	{ "children", no_argument, NULL, OPT_CHILDREN },
	{ "no-children", no_argument, NULL, OPT_NO_CHILDREN },
	{ "percent-limit", required_argument, NULL, OPT_PERCENT_LIMIT },
	{ "json", no_argument, NULL, 'j' },
	{ "folded", no_argument, NULL, OPT_FOLDED },
	{ "flamegraph", required_argument, NULL, OPT_FLAMEGRAPH },
	{ "forwarded", no_argument, NULL, OPT_FORWARDED },
	{ "input", required_argument, NULL, 'i' },
	{ "output", required_argument, NULL, 'o' },
	{ "vmlinux", required_argument, NULL, 'k' },
	{ "kallsyms", required_argument, NULL, OPT_KALLSYMS },
	{ "symfs", required_argument, NULL, OPT_SYMFS },
	{ "force", no_argument, NULL, 'f' },
	{ "help", no_argument, NULL, 'h' },
	{}
};

static const char usage[] =
	"Usage: perf-augment report [OPTIONS] [FILE|DIR|-]\n"
	"\n"
	"Where the samples of a recording of perf (perf.data by default) were: a table\n"
	"for each event, of user code, the kernel and BPF programs. An address is what\n"
	"it was at the sample's time.\n"
	"\n"
	"  -s, --sort KEYS          columns: comm,dso,sym (the default), pid, tid, cpu,\n"
	"                           cgroup, srcline, srcfile, prog\n"
	"  -n, --show-nr-samples    a column of samples\n"
	"  -g, --call-graph MODE[,PERCENT]\n"
	"                           caller, callee or none; branches under PERCENT (0.5)\n"
	"                           are left out. Where calls were recorded, the default\n"
	"                           is caller, with --no-children callee\n"
	"      --children, --no-children\n"
	"                           count functions for what they called too (the\n"
	"                           default where calls were recorded), or do not\n"
	"      --percent-limit N    leave out rows under N percent\n"
	"  -j, --json               one JSON object, with whole stacks where calls were\n"
	"                           recorded\n"
	"      --folded             a line for each stack: comm;caller;function PERIOD\n"
	"      --flamegraph FILE    also write a flame graph: one SVG file, with nothing\n"
	"                           outside\n"
	"      --forwarded          instead, the records that a program of record\n"
	"                           --overflow forwarded, in the order of time: a line\n"
	"                           each, with the value as its BTF type tells\n"
	"  -o, --output FILE        write to FILE; - is standard output\n"
	"  -i, --input FILE         the recording, as in perf\n"
	"  -k, --vmlinux FILE, --kallsyms FILE\n"
	"                           the recorded kernel's symbols\n"
	"      --symfs DIR          look for files under DIR\n"
	"  -f, --force              read a recording that belongs to somebody else\n"
	"  -h, --help\n"
	"\n"
	"The exit status is 3 when a part of the recording could not be read.\n";

enum report_form { REPORT_TEXT, REPORT_JSON, REPORT_FOLDED };

struct options {
	const char *input;
	const char *output;
	const char *flamegraph;
	enum report_form form;
	bool force;
	bool forwarded;
	bool has_shape; /* options that say how a report looks */
	bool has_sort;
	bool has_graph;
	bool has_children;
	bool has_limit;
	struct profile_show_opts show;
	struct profile_opts profile;
	struct machine_opts machine;
	char debug_dir[PATH_MAX];
};

static int parse_percent(const char *text, const char *option, double *ret_percent)
{
	char *end;
	double value = strtod(text, &end);

	if (end == text || *end || !(value >= 0 && value <= 100)) {
		log_err("%s: '%s' is no percentage", option, text);
		return -EINVAL;
	}
	*ret_percent = value;
	return 0;
}

/* "caller", "callee,1.5", "2". */
static int parse_graph(struct options *opts, const char *text)
{
	static const struct {
		const char *name;
		enum graph_order order;
	} orders[] = { { "caller", GRAPH_CALLER },
		       { "callee", GRAPH_CALLEE },
		       { "none", GRAPH_NONE } };
	const char *comma = strchr(text, ',');
	const size_t len = comma ? (size_t)(comma - text) : strlen(text);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(orders); i++) {
		if (strlen(orders[i].name) != len || strncmp(text, orders[i].name, len))
			continue;
		opts->show.graph = orders[i].order;
		opts->has_graph = true;
		return comma ? parse_percent(comma + 1, "--call-graph", &opts->show.graph_limit)
			     : 0;
	}
	log_err("--call-graph: '%s' is none of caller, callee and none", text);
	return -EINVAL;
}

static int parse_sort(struct options *opts, const char *text)
{
	const char *bad;
	size_t len;

	if (!sort_keys__parse(&opts->profile.sort, text, &bad, &len))
		return 0;
	log_err("--sort: '%.*s' is none of comm, pid, tid, cpu, cgroup, dso, sym, srcline, srcfile, prog",
		(int)len, bad);
	return -EINVAL;
}

static int parse_form(struct options *opts, enum report_form form)
{
	if (opts->form != REPORT_TEXT && opts->form != form) {
		log_err("--json and --folded exclude each other: a report has one form");
		return -EINVAL;
	}
	opts->form = form;
	return 0;
}

/* What a form has no place for would be missing without a word. */
static int check_form(const struct options *opts)
{
	const struct {
		bool given;
		const char *option;
	} of_tables[] = {
		{ opts->has_limit, "--percent-limit" },
		/* JSON has columns, and stacks to leave out. */
		{ opts->has_sort && opts->form == REPORT_FOLDED, "--sort" },
		{ opts->has_graph && opts->form == REPORT_FOLDED, "--call-graph" },
		{ opts->has_children && opts->show.children && opts->form == REPORT_FOLDED,
		  "--children" },
		{ opts->show.nr_samples && opts->form == REPORT_FOLDED, "--show-nr-samples" },
	};
	size_t i;

	if (opts->form == REPORT_TEXT)
		return 0;
	for (i = 0; i < ARRAY_SIZE(of_tables); i++) {
		if (!of_tables[i].given)
			continue;
		log_err("%s does not go with %s: %s", of_tables[i].option,
			opts->form == REPORT_JSON ? "--json" : "--folded",
			opts->form == REPORT_JSON ? "it has all rows"
						  : "it has every stack, whole, and no columns");
		return -EINVAL;
	}
	return 0;
}

/* Return: 0, -EINVAL for wrong options, 1 when help was printed. */
static int parse_option(struct options *opts, int c)
{
	opts->has_shape |= c != OPT_FORWARDED && (c > UCHAR_MAX || !strchr("iojf", c));
	switch (c) {
	case 's':
		opts->has_sort = true;
		return parse_sort(opts, optarg);
	case 'n':
		opts->show.nr_samples = true;
		break;
	case 'g':
		return parse_graph(opts, optarg);
	case OPT_CHILDREN:
	case OPT_NO_CHILDREN:
		opts->show.children = c == OPT_CHILDREN;
		opts->has_children = true;
		break;
	case OPT_PERCENT_LIMIT:
		opts->has_limit = true;
		return parse_percent(optarg, "--percent-limit", &opts->show.row_limit);
	case 'j':
	case OPT_FOLDED:
		return parse_form(opts, c == 'j' ? REPORT_JSON : REPORT_FOLDED);
	case OPT_FLAMEGRAPH:
		if (!strcmp(optarg, "-")) {
			log_err("--flamegraph: '-' is no file to look at; name one");
			return -EINVAL;
		}
		opts->flamegraph = optarg;
		break;
	case OPT_FORWARDED:
		opts->forwarded = true;
		break;
	case 'i':
		opts->input = optarg;
		break;
	case 'o':
		opts->output = optarg;
		break;
	case 'k':
		opts->machine.kernel.vmlinux = optarg;
		break;
	case OPT_KALLSYMS:
		opts->machine.kernel.kallsyms = optarg;
		break;
	case OPT_SYMFS:
		opts->machine.dso.symfs = optarg;
		break;
	case 'f':
		opts->force = true;
		break;
	case 'h':
		fputs(usage, stdout);
		return 1;
	default:
		return -EINVAL;
	}
	return 0;
}

static void set_defaults(struct options *opts)
{
	const char *home = getenv("HOME"), *bad;
	size_t len;

	sort_keys__parse(&opts->profile.sort, "comm,dso,sym", &bad, &len);
	opts->show.graph_limit = 0.5;
	opts->machine.dso.symfs = "";
	if (home && snprintf(opts->debug_dir, sizeof(opts->debug_dir), "%s/.debug", home) <
			    (int)sizeof(opts->debug_dir))
		opts->machine.dso.debug_dir = opts->debug_dir;
}

static int parse_options(struct options *opts, int argc, char **argv)
{
	int c, err = 0;

	set_defaults(opts);
	optind = 0;
	while (!err && (c = options__next(argc, argv, ":s:ng:ji:o:k:fh", long_options)) >= 0)
		err = parse_option(opts, c);
	if (err)
		return err;
	if (argc - optind > 1 || (argc > optind && opts->input)) {
		log_err("one recording at a time; see perf-augment report --help");
		return -EINVAL;
	}
	if (opts->forwarded && opts->has_shape) {
		log_err("--forwarded shows records as they are: only -i, -o, -j and -f go with it");
		return -EINVAL;
	}
	err = check_form(opts);
	if (err)
		return err;
	if (!opts->input)
		opts->input = optind < argc ? argv[optind] : "perf.data";
	opts->machine.dso.force = opts->force;
	opts->machine.srcline = sort_keys__has(&opts->profile.sort, SORT_SRCLINE) ||
				sort_keys__has(&opts->profile.sort, SORT_SRCFILE);
	/* Whether there are any is not known yet. */
	opts->profile.chains = !(opts->has_graph && opts->show.graph == GRAPH_NONE) ||
			       opts->flamegraph || opts->form == REPORT_FOLDED;
	return 0;
}

static void say_problem(void *ctx, const char *text)
{
	log_warn("%s: %s", (const char *)ctx, text);
}

/* Without call chains there is nothing to show of them. */
static void fit_to_chains(struct options *opts, const struct profile_totals *totals)
{
	if (!totals->has_chains) {
		if (opts->has_graph && opts->show.graph != GRAPH_NONE)
			log_warn("%s: no calls were recorded (perf record -g): no call graph",
				 opts->input);
		opts->show.children = false;
		opts->show.graph = GRAPH_NONE;
		opts->profile.chains = false;
		return;
	}
	if (!opts->has_children)
		opts->show.children = opts->profile.chains &&
				      !(opts->has_graph && opts->show.graph == GRAPH_NONE);
	if (!opts->has_graph)
		opts->show.graph = opts->show.children ? GRAPH_CALLER : GRAPH_CALLEE;
}

static int show(const struct options *opts, const struct profile_shown *shown, struct sink *sink)
{
	switch (opts->form) {
	case REPORT_JSON:
		return profile_show__json(shown, sink);
	case REPORT_FOLDED:
		return profile_show__folded(shown, sink);
	case REPORT_TEXT:
		break;
	}
	return profile_show__text(shown, sink);
}

static int write_report(const struct options *opts, const struct profile_shown *shown)
{
	struct sink sink;
	int err = 0, write_err;

	sink__init(&sink, STDOUT_FILENO);
	if (opts->output)
		err = sink__open(&sink, opts->output);
	if (!err)
		err = show(opts, shown, &sink);
	write_err = sink__close(&sink);
	err = err ? err : write_err;
	/* A reader that has seen enough is no error. */
	if (err && err != -EPIPE)
		log_err("%s: %s", opts->output ? opts->output : "standard output",
			output_file__why(err));
	return err;
}

static int write_flamegraph(const struct options *opts, const struct profile_shown *shown)
{
	struct sink sink;
	int err, write_err;

	sink__init(&sink, -1);
	err = sink__open(&sink, opts->flamegraph);
	if (!err)
		err = profile_show__flamegraph(shown, opts->input, &sink);
	write_err = sink__close(&sink);
	err = err ? err : write_err;
	if (err)
		log_err("%s: %s", opts->flamegraph, output_file__why(err));
	return err;
}

/* Files without symbols that are named; more of them are a number. */
#define DSOS_NAMED 12

static void say_dsos(struct machine *m)
{
	const struct dso *dsos;
	size_t nr, i, nr_named = 0, nr_more = 0;

	dsos = machine__dsos(m, &nr);
	for (i = 0; i < nr; i++) {
		if (!dsos[i].why || !dsos[i].nr_hits)
			continue;
		if (nr_named++ < DSOS_NAMED)
			log_warn("no symbols of %s: %s",
				 dsos[i].kind == DSO_JIT ? dsos[i].name : dsos[i].path,
				 dsos[i].why);
		else
			nr_more++;
	}
	if (nr_more)
		log_warn("no symbols of %zu more files", nr_more);
}

/* What was not used, and what was lost. */
static void say_totals(const struct profile_shown *shown)
{
	const struct profile_totals *t = shown->totals;
	const struct {
		uint64_t nr;
		const char *text;
	} notes[] = {
		{ t->lost, "samples or records were lost while recording" },
		{ t->throttled, "times the kernel throttled sampling" },
		{ t->damaged, "records or features are damaged and were left out" },
		{ t->bad_samples, "samples are damaged: counted with what is left of them" },
		{ t->branches, "samples have branch stacks, which are not used" },
		{ t->stacks,
		  "samples have copies of user stacks that cannot be unwound, as their "
		  "registers or files are not there: callers in user space are missing" },
		{ t->aux, "records are traces of the processor, which are not used" },
		{ t->no_time, "samples have no time: they are taken to be from the end" },
		{ shown->profile->cut, "stacks are too deep: their outermost functions are cut" },
		{ shown->profile->dropped, "stacks were left out, as there are too many different "
					   "ones: samples count for their innermost function" },
		{ machine__dropped(shown->machine), "maps were left out, as there are too many" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(notes); i++) {
		if (notes[i].nr)
			log_warn("%" PRIu64 " %s", notes[i].nr, notes[i].text);
	}
}

static int show_all(struct options *opts, struct profile *profile, struct machine *machine,
		    struct perfdata *pd)
{
	struct profile_totals totals = {};
	const struct profile_shown shown = { .profile = profile,
					     .machine = machine,
					     .pd = pd,
					     .totals = &totals,
					     .opts = &opts->show };
	int err = profile__read(profile, machine, pd, &totals);

	if (err) {
		log_err("%s: %s", opts->input, strerror(-err));
		return EXIT_FAILED;
	}
	fit_to_chains(opts, &totals);
	/* First what can be refused, as a long report would push the reason off the screen. */
	if (opts->flamegraph)
		err = write_flamegraph(opts, &shown);
	if (!err)
		err = write_report(opts, &shown);
	say_dsos(machine);
	say_totals(&shown);
	if (err)
		return EXIT_FAILED;
	return perfdata__is_incomplete(pd) || totals.damaged || totals.bad_samples ? EXIT_LOST
										   : EXIT_OK;
}

/* Return: NULL, logged. */
static struct perfdata *open_input(const struct options *opts)
{
	const struct perfdata_report told = { .say = say_problem, .ctx = (void *)opts->input };
	struct perfdata *pd = NULL;

	return recording__open(&pd, opts->input, &told) ? NULL : pd;
}

static int report(struct options *opts)
{
	struct perfdata *pd = open_input(opts);
	struct machine *machine = NULL;
	struct profile profile;
	int status = EXIT_FAILED;

	if (!pd)
		return EXIT_FAILED;
	profile__init(&profile, &opts->profile);
	machine = machine__new(&opts->machine);
	if (machine)
		status = show_all(opts, &profile, machine, pd);
	else
		log_err("%s", strerror(ENOMEM));
	profile__free(&profile);
	machine__free(machine);
	perfdata__close(pd);
	return status;
}

static int write_forwarded(const struct options *opts, struct forwarded_list *list)
{
	struct sink sink;
	int err = 0, write_err;

	sink__init(&sink, STDOUT_FILENO);
	if (opts->output)
		err = sink__open(&sink, opts->output);
	if (!err)
		err = forwarded_list__show(list, opts->form == REPORT_JSON, &sink);
	write_err = sink__close(&sink);
	err = err ? err : write_err;
	if (err && err != -EPIPE)
		log_err("%s: %s", opts->output ? opts->output : "standard output",
			output_file__why(err));
	return err == -EPIPE ? 0 : err;
}

static void say_forwarded(const struct options *opts, const struct forwarded_totals *totals)
{
	if (totals->untyped)
		log_warn("%s: %" PRIu64 " records are shown as bytes: the recording does not have "
			 "their types",
			 opts->input, totals->untyped);
	if (totals->damaged)
		log_warn("%s: %" PRIu64 " records or features are damaged and were left out",
			 opts->input, totals->damaged);
	if (totals->lost)
		log_warn("%s: %" PRIu64 " samples or records were lost while recording",
			 opts->input, totals->lost);
}

static int show_forwarded(const struct options *opts, struct perfdata *pd)
{
	struct forwarded_list *list = NULL;
	const struct forwarded_totals *totals;
	int err = forwarded_list__read(&list, pd), status = EXIT_FAILED;

	if (err) {
		log_err("%s: %s", opts->input, strerror(-err));
		return EXIT_FAILED;
	}
	totals = forwarded_list__totals(list);
	if (!totals->records) {
		log_err("%s: no program forwarded anything (record --overflow, with "
			"overflow_forward() of overflow.h)",
			opts->input);
		say_forwarded(opts, totals);
	} else if (!write_forwarded(opts, list)) {
		say_forwarded(opts, totals);
		status = perfdata__is_incomplete(pd) || totals->damaged ? EXIT_LOST : EXIT_OK;
	}
	forwarded_list__free(list);
	return status;
}

static int report_forwarded(const struct options *opts)
{
	struct perfdata *pd = open_input(opts);
	int status = EXIT_FAILED;

	if (pd)
		status = show_forwarded(opts, pd);
	perfdata__close(pd);
	return status;
}

/* Return: 0, or -errno, logged. */
static int check_files(const struct options *opts)
{
	int err = perfdata_owner__check(opts->input, opts->force);

	if (!err)
		err = recording__check_output(opts->input, opts->output);
	if (!err)
		err = recording__check_output(opts->input, opts->flamegraph);
	if (!err)
		err = recording__check_file(opts->machine.kernel.vmlinux);
	if (!err)
		err = recording__check_file(opts->machine.kernel.kallsyms);
	return err;
}

int cmd_report(int argc, char **argv)
{
	struct options *opts = calloc(1, sizeof(*opts));
	int err, status = EXIT_USAGE;

	if (!opts)
		return EXIT_FAILED;
	err = parse_options(opts, argc, argv);
	signal(SIGPIPE, SIG_IGN);
	if (err > 0)
		status = EXIT_OK;
	else if (!err)
		status = check_files(opts) ? EXIT_FAILED
			 : opts->forwarded ? report_forwarded(opts)
					   : report(opts);
	free(opts);
	return status;
}
