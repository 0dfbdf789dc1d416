// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * cmd_dump_map.c - `perf-augment dump-map`: options to a run of lib/map_dump.c and its
 * companions.
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "expr.h"
#include "ksyms.h"
#include "log.h"
#include "options.h"
#include "output_file.h"
#include "map_diff.h"
#include "map_dump.h"
#include "map_info.h"
#include "map_list.h"
#include "map_watch.h"
#include "terminal.h"
#include "util.h"

#define MAX_DEPTH 8u

/** struct options - the command line. */
struct options {
	struct map_dump_opts dump;
	struct map_watch_opts watch;
	const char *diff;
	const char *output;
	bool has_watch;
	bool has_format;
	bool has_depth;
	unsigned int nr_folds;
	int color; /* -1: when the output is a terminal */
};

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
	"  -o, --output FILE      write to FILE\n"
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

static volatile sig_atomic_t stopped;

static void on_signal(int sig)
{
	(void)sig;
	stopped = 1;
}

static int set_format(struct options *o, enum map_format format)
{
	if (o->has_format && o->dump.format != format) {
		log_err("only one of --json, --jsonl, --csv, --table and --raw can be used");
		return EXIT_USAGE;
	}
	o->has_format = true;
	o->dump.format = format;
	return EXIT_OK;
}

static int set_fold(struct options *o, enum map_fold fold)
{
	if (o->nr_folds++ && o->dump.fold != fold) {
		log_err("only one of --sum, --max, --avg and --per-cpu can be used");
		return EXIT_USAGE;
	}
	o->dump.fold = fold;
	return EXIT_OK;
}

static int set_number(const char *option, const char *text, uint64_t *ret)
{
	int64_t value;

	if (expr__parse_number(text, &value) || value < 0) {
		log_err("%s: '%s' is not a number", option, text);
		return EXIT_USAGE;
	}
	*ret = (uint64_t)value;
	return EXIT_OK;
}

/* A number of things that are wanted: none is a mistake. */
static int set_count(const char *option, const char *text, uint64_t *ret)
{
	if (set_number(option, text, ret))
		return EXIT_USAGE;
	if (*ret)
		return EXIT_OK;
	log_err("%s: '%s': at least 1 is needed; leave it out for all", option, text);
	return EXIT_USAGE;
}

/* Seconds with a fraction, or a number with a unit. */
static int set_interval(struct options *o, const char *text)
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

static int set_color(struct options *o, const char *when)
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

static int set_depth(struct options *o, const char *text)
{
	uint64_t depth;

	if (set_number("--depth", text, &depth))
		return EXIT_USAGE;
	if (depth > MAX_DEPTH) {
		log_err("--depth: '%s': maps are followed %u deep at most", text, MAX_DEPTH);
		return EXIT_USAGE;
	}
	o->has_depth = true;
	o->dump.max_depth = (unsigned int)depth;
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
static int take_option(struct options *o, int option)
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
		o->output = optarg;
		return EXIT_OK;
	case 'h':
		return -1;
	default:
		return EXIT_USAGE;
	}
}

/* Options that would be ignored are mistakes: say so. */
static int check_options(const struct options *o, bool is_list)
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

/** struct maps - those that the command line means. */
struct maps {
	struct map *maps;
	size_t nr;
};

static int keep_map(struct map *map, size_t idx, size_t nr, void *ctx)
{
	struct maps *maps = ctx;
	struct map *more;

	(void)idx;
	(void)nr;
	more = realloc(maps->maps, (maps->nr + 1) * sizeof(*more));
	if (!more)
		return -ENOMEM;
	maps->maps = more;
	maps->maps[maps->nr++] = *map;
	map->fd = -1; /* ours now */
	return 0;
}

static int run_one(const struct options *o, const struct map *map, struct map_sink *sink)
{
	if (o->has_watch)
		return map_watch__run(map, &o->dump, &o->watch, sink);
	if (o->diff)
		return map_diff__run(map, &o->dump, o->diff, sink);
	return map_dump__map(map, &o->dump, sink);
}

static int refuse_to_watch(const struct maps *maps)
{
	struct strbuf ids = {};

	for (size_t i = 0; i < maps->nr; i++)
		strbuf__addf(&ids, "%s id %u", i ? "," : "", maps->maps[i].info.id);
	log_err("--watch takes one map, not %zu; choose one of:%s", maps->nr, strbuf__cstr(&ids));
	strbuf__free(&ids);
	return EXIT_FAILED;
}

/* Of what a run returned: -EINVAL is for options that are wrong for the map. */
static int status_of(int ret)
{
	return !ret ? EXIT_OK : ret == -EINVAL ? EXIT_USAGE : EXIT_FAILED;
}

/* Several maps in JSON are an array of {"map":..,"entries":..}. */
static int run_all(struct options *o, const struct maps *maps, struct map_sink *sink)
{
	bool array = maps->nr > 1 && o->dump.format == MAP_FORMAT_JSON && !o->has_watch;
	bool written = false;
	int err, status = EXIT_OK;
	size_t i;

	o->dump.several = maps->nr > 1;
	if (o->has_watch && maps->nr > 1)
		return refuse_to_watch(maps);
	if (array)
		strbuf__addc(&sink->buf, '[');
	for (i = 0; i < maps->nr && !stopped; i++) {
		size_t len = sink->buf.len;

		if (array && written)
			strbuf__adds(&sink->buf, ",\n");
		err = run_one(o, &maps->maps[i], sink);
		/* A map that was refused before anything was written leaves no comma behind. */
		if (array && err && sink->buf.len == len + (written ? 2 : 0) && sink->buf.len)
			sink->buf.len = len;
		else
			written = true;
		if (status == EXIT_OK)
			status = status_of(err);
		if (err == -EPIPE)
			break;
	}
	if (array)
		strbuf__adds(&sink->buf, "]\n");
	err = map_sink__flush(sink);
	/* Being stopped is how a watch ends. */
	if (status == EXIT_OK && (err || (stopped && !o->has_watch)))
		status = EXIT_FAILED;
	return status;
}

static int list(const struct options *o, struct map_sink *sink)
{
	enum map_list_format format = o->dump.format == MAP_FORMAT_JSON	   ? MAP_LIST_JSON
				      : o->dump.format == MAP_FORMAT_JSONL ? MAP_LIST_JSONL
									   : MAP_LIST_TABLE;

	return map_list__write(sink, format, o->dump.count) ? EXIT_FAILED : EXIT_OK;
}

static int run(struct options *o, int argc, char **argv)
{
	struct map_sink sink = { .fd = STDOUT_FILENO };
	struct maps maps = {};
	int status, err;

	if (o->output) {
		sink.fd = output_file__open(o->output, O_WRONLY | O_CREAT | O_TRUNC, 0644);
		if (sink.fd < 0) {
			log_err("--output %s: %s", o->output, output_file__why(sink.fd));
			return EXIT_FAILED;
		}
	}
	o->dump.color = o->color > 0 || (o->color < 0 && terminal__takes_colors(sink.fd));
	o->dump.progress = isatty(STDERR_FILENO) && !isatty(sink.fd) && !o->has_watch;
	o->watch.redraw = isatty(sink.fd);
	if (argc) {
		err = map__for_each_ref(argc, argv, keep_map, &maps);
		status = maps.nr ? run_all(o, &maps, &sink) : EXIT_OK;
		if (status == EXIT_OK)
			status = status_of(err);
		/* What a program reads is JSON all the same. */
		if (!maps.nr && o->dump.format == MAP_FORMAT_JSON && err != -EINVAL) {
			strbuf__adds(&sink.buf, "[]\n");
			map_sink__flush(&sink);
		}
	} else {
		status = list(o, &sink);
	}
	map_list__free(maps.maps, maps.nr);
	map_sink__free(&sink);
	if (o->output && close(sink.fd)) {
		log_err("--output %s: %s", o->output, strerror(errno));
		status = EXIT_FAILED;
	}
	return status;
}

int cmd_dump_map(int argc, char **argv)
{
	struct options o = { .color = -1, .dump.max_depth = 2, .dump.stop = &stopped };
	/* The second signal ends a dump that nobody reads from. */
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND };
	int option, status;

	while ((option = options__next(argc, argv, ":hjo:rs:S:w:W::", long_options)) != -1) {
		if (option == 'W')
			optarg = separate_seconds(argc, argv);
		status = take_option(&o, option);
		if (status < 0) {
			fputs(usage, stdout);
			return EXIT_OK;
		}
		if (status != EXIT_OK)
			return status;
	}
	status = check_options(&o, optind == argc);
	if (status != EXIT_OK)
		return status;
	/*
	 * The array of JSON is closed before we go; a closed pipe is seen where it is written to.
	 */
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	signal(SIGPIPE, SIG_IGN);
	o.dump.ksyms = ksyms__new(NULL);
	status = run(&o, argc - optind, argv + optind);
	ksyms__free(o.dump.ksyms);
	return status;
}
