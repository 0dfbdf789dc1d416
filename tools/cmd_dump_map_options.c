// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* cmd_dump_map_options.c - see cmd_dump_map_options.h. */
#include "cmd_dump_map_options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "expr.h"
#include "log.h"
#include "options.h"
#include "output_file.h"
#include "util.h"

#define MAX_DEPTH 8

enum {
	OPT_BTF = 256,
	OPT_KEY,
	OPT_VALUE,
	OPT_JSONL,
	OPT_CSV,
	OPT_TABLE,
	OPT_RAW,
	OPT_PRETTY,
	OPT_KEY_IS,
	OPT_SUM,
	OPT_MAX,
	OPT_AVG,
	OPT_PER_CPU,
	OPT_COUNT,
	OPT_WATCH_COUNT,
	OPT_DELTA,
	OPT_DIFF,
	OPT_HEX,
	OPT_HEX_IDS,
	OPT_NO_ZERO,
	OPT_NS,
	OPT_COLOR,
	OPT_DEPTH,
	OPT_TOP,
};

static const struct option long_options[] = {
	{ "json", no_argument, NULL, 'j' },
	{ "jsonl", no_argument, NULL, OPT_JSONL },
	{ "csv", no_argument, NULL, OPT_CSV },
	{ "table", no_argument, NULL, OPT_TABLE },
	{ "raw", no_argument, NULL, OPT_RAW },
	{ "pretty", no_argument, NULL, OPT_PRETTY },
	{ "btf", required_argument, NULL, OPT_BTF },
	{ "key", required_argument, NULL, OPT_KEY },
	{ "value", required_argument, NULL, OPT_VALUE },
	{ "key-is", required_argument, NULL, OPT_KEY_IS },
	{ "where", required_argument, NULL, 'w' },
	{ "select", required_argument, NULL, 's' },
	{ "sort", required_argument, NULL, 'S' },
	{ "reverse", no_argument, NULL, 'r' },
	{ "top", required_argument, NULL, OPT_TOP },
	{ "sum", no_argument, NULL, OPT_SUM },
	{ "max", no_argument, NULL, OPT_MAX },
	{ "avg", no_argument, NULL, OPT_AVG },
	{ "per-cpu", no_argument, NULL, OPT_PER_CPU },
	{ "count", no_argument, NULL, OPT_COUNT },
	{ "watch", optional_argument, NULL, 'W' },
	{ "watch-count", required_argument, NULL, OPT_WATCH_COUNT },
	{ "delta", no_argument, NULL, OPT_DELTA },
	{ "diff", required_argument, NULL, OPT_DIFF },
	{ "hex", no_argument, NULL, OPT_HEX },
	{ "hex-ids", no_argument, NULL, OPT_HEX_IDS },
	{ "no-zero", no_argument, NULL, OPT_NO_ZERO },
	{ "ns", no_argument, NULL, OPT_NS },
	{ "color", optional_argument, NULL, OPT_COLOR },
	{ "depth", required_argument, NULL, OPT_DEPTH },
	{ "output", required_argument, NULL, 'o' },
	{ "help", no_argument, NULL, 'h' },
	{},
};

static const char usage[] =
	"Usage: perf-augment dump-map [OPTIONS] [MAP...]\n"
	"\n"
	"Entries of BPF maps with their types. MAP is one of\n"
	"  id 12           by id\n"
	"  name NAME       by name, or just NAME; all maps of that name\n"
	"  pinned PATH     where it is pinned\n"
	"Without a MAP: a list of all maps.\n"
	"\n"
	"Types: the map's own BTF, unless these say otherwise:\n"
	"  --btf OBJ              an object file with BTF: its map of this name\n"
	"  --key TYPE             C type of the key, of --btf or of the kernel: 'u32[4]'\n"
	"  --value TYPE           C type of the value: 'struct sock'\n"
	"\n"
	"Output: [key] = { .member = value }, one line an entry, unless one of\n"
	"  -j, --json             one JSON array\n"
	"  --jsonl                a JSON object per line\n"
	"  --csv, --table         a column per member\n"
	"  --raw                  hex\n"
	"  --pretty               a line per member\n"
	"  -o, --output FILE      write to FILE; - is standard output\n"
	"  --color[=WHEN]         always, never, or auto: when it is a terminal\n"
	"  --hex                  integers in hexadecimal\n"
	"  --hex-ids              those of keys only\n"
	"  --ns                   seconds beside members that hold nanoseconds\n"
	"  --no-zero              skip entries whose value is all zero\n"
	"  --depth N              follow maps in maps so deep (default 2, at most 8)\n"
	"\n"
	"Which entries:\n"
	"  --key-is KEY           the one with this key: 12, \"text\", '{ 1, 2 }',\n"
	"                         10.0.0.0/8, hex:0a1b\n"
	"  -w, --where EXPR       'value.enabled && key > 100 && value.comm ~ \"proc*\"'\n"
	"  -S, --sort PATH        by key or a member: value.count\n"
	"  -r, --reverse          largest first\n"
	"  --top N                only the first N\n"
	"  -s, --select PATH,...  only these members: value.a,value.p[0].x\n"
	"  --count                only how many\n"
	"\n"
	"Per-CPU maps: the values of all CPUs together, unless one of\n"
	"  --sum, --max, --avg    one value of them\n"
	"  --per-cpu              an entry for each CPU\n"
	"\n"
	"Over time:\n"
	"  -W, --watch [SEC]      look every SEC seconds (default 1): changes and rates\n"
	"  --watch-count N        look N times\n"
	"  --delta                only what changed\n"
	"  --diff FILE            compare with a saved --json; status 1 when they differ\n"
	"\n"
	"  -h, --help\n";

static int set_format(struct dump_map_options *o, enum map_format format)
{
	if (o->has_format && o->dump.format != format) {
		log_err("only one of --json, --jsonl, --csv, --table and --raw can be used");
		return EXIT_USAGE;
	}
	o->has_format = true;
	o->dump.format = format;
	return EXIT_OK;
}

static int set_fold(struct dump_map_options *o, enum map_fold fold)
{
	if (o->nr_folds++ && o->dump.fold != fold) {
		log_err("only one of --sum, --max, --avg and --per-cpu can be used");
		return EXIT_USAGE;
	}
	o->dump.fold = fold;
	return EXIT_OK;
}

/* As many digits as the largest number has, and no number: it is too large for one. */
static bool has_many_digits(const char *text)
{
	return strlen(text) >= strlen("9223372036854775807") && !text[strspn(text, "0123456789")];
}

static int set_number(const char *option, const char *text, int64_t largest, uint64_t *ret)
{
	int64_t value = -1;
	bool is_number = !expr__parse_number(text, &value) && value >= 0;

	if (!is_number && !has_many_digits(text)) {
		log_err("%s: '%s' is not a number", option, text);
		return EXIT_USAGE;
	}
	if (!is_number || value > largest) {
		log_err("%s: '%s' is too large: the largest is %lld", option, text,
			(long long)largest);
		return EXIT_USAGE;
	}
	*ret = (uint64_t)value;
	return EXIT_OK;
}

/* A number of things that are wanted: none is a mistake. */
static int set_count(const char *option, const char *text, uint64_t *ret)
{
	if (set_number(option, text, INT64_MAX, ret))
		return EXIT_USAGE;
	if (*ret)
		return EXIT_OK;
	log_err("%s: '%s': at least 1 is needed; leave it out for all", option, text);
	return EXIT_USAGE;
}

/* Seconds with a fraction, or a number with a unit. */
static int set_interval(struct dump_map_options *o, const char *text)
{
	double seconds;
	int64_t ns;
	char *end;

	o->has_watch = true;
	o->watch.interval_ns = NSEC_PER_SEC;
	if (!text)
		return EXIT_OK;
	seconds = strtod(text, &end);
	if (end != text && !*end && seconds >= 0.01 && seconds <= 86400) {
		o->watch.interval_ns = (uint64_t)(seconds * (double)NSEC_PER_SEC);
		return EXIT_OK;
	}
	if (*text >= '0' && *text <= '9' && end != text && *end && !expr__parse_number(text, &ns) &&
	    ns >= 10 * (int64_t)NSEC_PER_MSEC) {
		o->watch.interval_ns = (uint64_t)ns;
		return EXIT_OK;
	}
	log_err("--watch: '%s' is not a time from 0.01 to 86400 seconds", text);
	return EXIT_USAGE;
}

static int set_color(struct dump_map_options *o, const char *when)
{
	if (!when || !strcmp(when, "always"))
		o->color = 1;
	else if (!strcmp(when, "never"))
		o->color = 0;
	else if (!strcmp(when, "auto"))
		o->color = -1;
	else {
		log_err("--color: '%s' is none of always, never, auto", when);
		return EXIT_USAGE;
	}
	return EXIT_OK;
}

static int set_depth(struct dump_map_options *o, const char *text)
{
	uint64_t depth;

	if (set_number("--depth", text, MAX_DEPTH, &depth))
		return EXIT_USAGE;
	o->has_depth = true;
	o->dump.max_depth = (unsigned int)depth;
	return EXIT_OK;
}

static int set_output(struct dump_map_options *o, const char *path)
{
	if (!*path) {
		log_err("--output: the name of the file is empty");
		return EXIT_USAGE;
	}
	o->output = strcmp(path, "-") ? path : NULL;
	return EXIT_OK;
}

/* What is read is gone once the output is emptied. */
static int check_output(const struct dump_map_options *o)
{
	const struct {
		const char *option;
		const char *path;
	} inputs[] = { { "--diff", o->diff }, { "--btf", o->dump.types.btf_path } };

	for (size_t i = 0; o->output && i < ARRAY_SIZE(inputs); i++) {
		if (inputs[i].path && output_file__is_same(o->output, inputs[i].path)) {
			log_err("--output %s: it is the file that %s reads, and would be overwritten",
				o->output, inputs[i].option);
			return EXIT_USAGE;
		}
	}
	return EXIT_OK;
}

/* --watch 2: getopt leaves an optional argument that stands apart to be taken as a map. */
static char *separate_seconds(int argc, char **argv)
{
	const char *next = optind < argc ? argv[optind] : NULL;

	if (optarg || !next || !((*next >= '0' && *next <= '9') || *next == '.'))
		return optarg;
	return argv[optind++];
}

/* One option; EXIT_OK, EXIT_USAGE, or -1 for help. */
static int take_option(struct dump_map_options *o, int option)
{
	struct map_dump_opts *d = &o->dump;

	switch (option) {
	case 'j':
		return set_format(o, MAP_FORMAT_JSON);
	case OPT_JSONL:
		return set_format(o, MAP_FORMAT_JSONL);
	case OPT_CSV:
		return set_format(o, MAP_FORMAT_CSV);
	case OPT_TABLE:
		return set_format(o, MAP_FORMAT_TABLE);
	case OPT_RAW:
		return set_format(o, MAP_FORMAT_RAW);
	case OPT_PRETTY:
		d->pretty = true;
		return EXIT_OK;
	case OPT_BTF:
		d->types.btf_path = optarg;
		return EXIT_OK;
	case OPT_KEY:
		d->types.key = optarg;
		return EXIT_OK;
	case OPT_VALUE:
		d->types.value = optarg;
		return EXIT_OK;
	case OPT_KEY_IS:
		d->key_is = optarg;
		return EXIT_OK;
	case 'w':
		d->where = optarg;
		return EXIT_OK;
	case 's':
		d->select = optarg;
		return EXIT_OK;
	case 'S':
		d->sort = optarg;
		return EXIT_OK;
	case 'r':
		d->reverse = true;
		return EXIT_OK;
	case OPT_TOP:
		return set_count("--top", optarg, &d->top);
	case OPT_SUM:
		return set_fold(o, MAP_FOLD_SUM);
	case OPT_MAX:
		return set_fold(o, MAP_FOLD_MAX);
	case OPT_AVG:
		return set_fold(o, MAP_FOLD_AVG);
	case OPT_PER_CPU:
		return set_fold(o, MAP_FOLD_PER_CPU);
	case OPT_COUNT:
		d->count = true;
		return EXIT_OK;
	case 'W':
		return set_interval(o, optarg);
	case OPT_WATCH_COUNT:
		return set_count("--watch-count", optarg, &o->watch.max_looks);
	case OPT_DELTA:
		o->watch.delta_only = true;
		return EXIT_OK;
	case OPT_DIFF:
		o->diff = optarg;
		return EXIT_OK;
	case OPT_HEX:
		d->hex = true;
		return EXIT_OK;
	case OPT_HEX_IDS:
		d->hex_keys = true;
		return EXIT_OK;
	case OPT_NO_ZERO:
		d->no_zero = true;
		return EXIT_OK;
	case OPT_NS:
		d->times = true;
		return EXIT_OK;
	case OPT_COLOR:
		return set_color(o, optarg);
	case OPT_DEPTH:
		return set_depth(o, optarg);
	case 'o':
		return set_output(o, optarg);
	case 'h':
		return -1;
	default:
		return EXIT_USAGE;
	}
}

/* Options that would be ignored are mistakes: say so. */
static int check_options(const struct dump_map_options *o, bool is_list)
{
	const struct map_dump_opts *d = &o->dump;
	bool is_text = d->format == MAP_FORMAT_C || d->format == MAP_FORMAT_CSV ||
		       d->format == MAP_FORMAT_TABLE;
	bool is_flat = d->format == MAP_FORMAT_CSV || d->format == MAP_FORMAT_TABLE;
	const struct {
		bool bad;
		const char *text;
	} rules[] = {
		{ is_list && (d->types.btf_path || d->types.key || d->types.value || d->where ||
			      d->key_is || d->select || d->sort || d->reverse || d->top ||
			      o->nr_folds || d->no_zero || d->times || d->hex || d->hex_keys ||
			      d->pretty || o->has_watch || o->diff || o->has_depth),
		  "these options need a MAP; without one all maps are listed" },
		{ is_list && (is_flat || d->format == MAP_FORMAT_RAW) &&
			  d->format != MAP_FORMAT_TABLE,
		  "the list of maps is a table, --json or --jsonl" },
		{ d->pretty && d->format != MAP_FORMAT_C, "--pretty is for the C-like format" },
		{ (d->hex || d->hex_keys) && !is_text, "--hex and --hex-ids are for text formats" },
		{ d->times && !is_text, "--ns is for text formats" },
		{ d->select && d->format == MAP_FORMAT_RAW, "--select does not go with --raw" },
		{ d->select && d->count, "--select does not go with --count" },
		{ d->sort && d->count, "--sort does not go with --count" },
		{ d->reverse && !d->sort, "--reverse needs --sort" },
		{ o->watch.delta_only && !o->has_watch, "--delta needs --watch" },
		{ o->watch.max_looks && !o->has_watch, "--watch-count needs --watch" },
		{ o->has_watch && (is_flat || d->format == MAP_FORMAT_RAW || d->pretty ||
				   d->select || d->count || d->key_is),
		  "--watch shows the C-like format or JSON of --where, --sort and --top" },
		{ o->has_watch && d->fold == MAP_FOLD_PER_CPU,
		  "--watch needs one value of each entry: --sum, --max or --avg" },
		{ o->diff && (o->has_watch || d->count || is_flat || d->format == MAP_FORMAT_RAW ||
			      d->pretty || d->sort || d->top || d->select || d->hex ||
			      d->hex_keys || d->times),
		  "--diff compares whole entries: of other options only types, --key-is, --where, "
		  "--no-zero, per-CPU sums and JSON go with it" },
		{ o->diff && d->fold == MAP_FOLD_PER_CPU,
		  "--diff finds entries by their keys: all CPUs together, or --sum, --max, --avg" },
		{ d->count && (is_flat || d->format == MAP_FORMAT_RAW),
		  "--count prints a number, or JSON" },
		{ d->count && (d->hex || d->hex_keys || d->times || d->pretty || o->has_depth),
		  "--count does not go with --hex, --hex-ids, --ns, --pretty and --depth" },
		{ o->has_depth &&
			  (is_flat || d->format == MAP_FORMAT_RAW || o->has_watch || o->diff),
		  "--depth is for the C-like format and JSON of whole maps" },
		{ o->color > 0 && (is_list || d->count || o->diff || d->format != MAP_FORMAT_C),
		  "--color is for the C-like format" },
		{ d->count && d->top, "--count does not go with --top" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rules); i++) {
		if (rules[i].bad) {
			log_err("%s", rules[i].text);
			return EXIT_USAGE;
		}
	}
	return EXIT_OK;
}

int dump_map_options__parse(struct dump_map_options *o, int argc, char **argv)
{
	int option, status;

	while ((option = options__next(argc, argv, ":hjo:rs:S:w:W::", long_options)) != -1) {
		if (option == 'W')
			optarg = separate_seconds(argc, argv);
		status = take_option(o, option);
		if (status < 0)
			fputs(usage, stdout);
		if (status != EXIT_OK)
			return status;
	}
	o->nr_words = argc - optind;
	o->words = argv + optind;
	status = check_options(o, !o->nr_words);
	return status == EXIT_OK ? check_output(o) : status;
}
