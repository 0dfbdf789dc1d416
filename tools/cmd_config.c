// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* cmd_config.c - `perf-augment config`: perf's config files: what is in force, and changing it. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd.h"
#include "config.h"
#include "config_edit.h"
#include "log.h"
#include "nearest.h"
#include "options.h"
#include "out.h"
#include "sink.h"
#include "text_table.h"
#include "util.h"

enum { OPT_USER = 1000, OPT_SYSTEM, OPT_UNSET };

static const struct option long_options[] = { { "list", no_argument, NULL, 'l' },
					      { "user", no_argument, NULL, OPT_USER },
					      { "system", no_argument, NULL, OPT_SYSTEM },
					      { "unset", no_argument, NULL, OPT_UNSET },
					      { "json", no_argument, NULL, 'j' },
					      { "help", no_argument, NULL, 'h' },
					      {} };

static const char usage[] =
	"Usage: perf-augment config [OPTIONS]\n"
	"       perf-augment config [OPTIONS] KEY...\n"
	"       perf-augment config [OPTIONS] KEY=VALUE...\n"
	"       perf-augment config --unset [OPTIONS] KEY...\n"
	"\n"
	"Without KEY: every key that means something to perf-augment, and those that\n"
	"files set for perf; the value in force, and where it comes from. With KEY: the\n"
	"value in force. KEY=VALUE is written to the user's file; everything else in it\n"
	"stays as it is. perf reads the same files.\n"
	"\n"
	"  -l, --list          what files set, and nothing else, as perf config -l\n"
	"                      prints it\n"
	"      --user          ~/.perfconfig alone is read or written\n"
	"      --system        /etc/perfconfig alone\n"
	"      --unset         take keys out of the file\n"
	"  -j, --json          one JSON array, in place of the table\n"
	"  -h, --help\n"
	"\n"
	"Without --user and --system both files are read, the user's wins, and the\n"
	"user's is written; if PERF_CONFIG is set, the file that it names, and no other.\n"
	"\n"
	"The exit status is 1 when a file cannot be read or written, a key is not known,\n"
	"or a value is not one that the key takes.\n";

/** struct opts - @file: the only one; NULL: those that perf reads. */
struct opts {
	struct strbuf file;
	bool user;
	bool system;
	bool list;
	bool unset;
	bool json;
};

/* ---- which files ---- */

static int use_home_file(struct opts *opts)
{
	int err = config__home_file(&opts->file);

	if (err == -ENOENT)
		log_err("HOME is not set: there is no file of the user's");
	return err;
}

static int use_system_file(struct opts *opts)
{
	strbuf__adds(&opts->file, CONFIG_SYSTEM_FILE);
	strbuf__cstr(&opts->file);
	return strbuf__error(&opts->file);
}

/* The one that is written. */
static int choose_file(struct opts *opts)
{
	const char *only = getenv("PERF_CONFIG");

	if (opts->file.len)
		return 0;
	if (!only || !*only)
		return use_home_file(opts);
	strbuf__adds(&opts->file, only);
	strbuf__cstr(&opts->file);
	return strbuf__error(&opts->file);
}

/* Return: 0 or -errno, logged. */
static int load_one(struct config *cfg, const char *path)
{
	struct strbuf error = {};
	struct stat st;
	int err = stat(path, &st) && errno == ENOENT ? 0 : config__load_file(cfg, path, &error);

	if (err && err != -ENOMEM)
		log_err("%s", strbuf__cstr(&error));
	strbuf__free(&error);
	return err ?: config__warn(cfg);
}

/* What can be read is told, also when something cannot. */
static int load(const struct opts *opts, struct config *cfg)
{
	return opts->file.len ? load_one(cfg, opts->file.text) : config__load(cfg);
}

/* ---- showing ---- */

/* Text that files have is not to reach the terminal raw. */
static void add_text(struct strbuf *sb, const char *text)
{
	strbuf__add_visible(sb, text, strlen(text));
}

/** struct shown - @key: NULL for one that is not ours. @item: what set it; NULL: nothing. @value: in force, or NULL. */
struct shown {
	const char *name;
	const struct config_key *key;
	const struct config_item *item;
	const char *value;
};

static struct shown shown_key(const struct config *cfg, const struct config_key *key)
{
	struct shown s = { .name = key->name, .key = key, .item = config__get(cfg, key->name) };
	bool value;

	s.value = s.item ? s.item->value : key->def;
	if (s.item && config__value_fault(key, s.value)) {
		/* A bool that is none is true, others are ignored. */
		s.value = key->type == CONFIG_BOOL ? "true" : key->def;
		s.item = key->type == CONFIG_BOOL ? s.item : NULL;
	}
	/* This one hangs on another. */
	if (!strcmp(key->name, "trace.show_zeros") && !config__parse_bool(s.value, &value) &&
	    value != config__bool(cfg, key->name)) {
		s.item = config__get(cfg, "trace.show_arg_names");
		s.value = "true";
	}
	return s;
}

/* Number @i of those that are told: ours, and what files set besides. Return: false behind the last. */
static bool next_shown(const struct config *cfg, size_t i, struct shown *ret)
{
	if (i < nr_config_keys) {
		*ret = shown_key(cfg, &config_keys[i]);
		return true;
	}
	i -= nr_config_keys;
	for (size_t j = 0; j < cfg->nr; j++) {
		const struct config_item *item = &cfg->items[j];

		if (config__key(item->name) || i--)
			continue;
		*ret = (struct shown){ .name = item->name, .item = item, .value = item->value };
		return true;
	}
	return false;
}

static void add_row(struct text_table *table, const struct shown *s)
{
	struct strbuf *cells = &table->cells;

	add_text(cells, s->name);
	text_table__end_cell(table);
	add_text(cells, !s->value ? "-" : *s->value ? s->value : "\"\"");
	text_table__end_cell(table);
	if (s->item) {
		add_text(cells, s->item->origin);
		strbuf__addf(cells, ":%u", s->item->line);
	} else {
		strbuf__adds(cells, s->value ? "default" : "not set");
	}
	text_table__end_cell(table);
	strbuf__adds(cells, s->key ? s->key->help : "(not of perf-augment)");
	text_table__end_cell(table);
}

static int show_table(const struct config *cfg, size_t width, struct strbuf *text)
{
	static const struct text_column columns[] = {
		{ .title = "KEY" },
		{ .title = "VALUE" },
		{ .title = "FROM" },
		{ .title = "MEANING" },
	};
	struct text_table table = {
		.columns = columns,
		.nr_columns = ARRAY_SIZE(columns),
		.width = width,
	};
	struct shown s;
	int err;

	for (size_t i = 0; next_shown(cfg, i, &s); i++)
		add_row(&table, &s);
	err = text_table__write(&table, text);
	text_table__free(&table);
	return err;
}

static void json_member(struct strbuf *sb, const char *name, const char *value)
{
	strbuf__addf(sb, ",\"%s\":", name);
	if (value)
		out_json__quote(sb, value, strlen(value));
	else
		strbuf__adds(sb, "null");
}

static void json_key(struct strbuf *sb, const struct shown *s)
{
	strbuf__adds(sb, "{\"key\":");
	out_json__quote(sb, s->name, strlen(s->name));
	json_member(sb, "value", s->value);
	json_member(sb, "default", s->key ? s->key->def : NULL);
	json_member(sb, "file", s->item ? s->item->origin : NULL);
	strbuf__adds(sb, ",\"line\":");
	if (s->item)
		strbuf__add_uint(sb, s->item->line);
	else
		strbuf__adds(sb, "null");
	json_member(sb, "meaning", s->key ? s->key->help : NULL);
	strbuf__addc(sb, '}');
}

static int show_json(const struct config *cfg, struct strbuf *text)
{
	struct shown s;

	for (size_t i = 0; next_shown(cfg, i, &s); i++) {
		strbuf__adds(text, i ? ",\n" : "[\n");
		json_key(text, &s);
	}
	strbuf__adds(text, "\n]\n");
	return strbuf__error(text);
}

static void show_item(struct strbuf *text, const char *name, const char *value)
{
	add_text(text, name);
	strbuf__addc(text, '=');
	add_text(text, value);
	strbuf__addc(text, '\n');
}

static int show_list(const struct config *cfg, struct strbuf *text)
{
	for (size_t i = 0; i < cfg->nr; i++)
		show_item(text, cfg->items[i].name, cfg->items[i].value);
	return strbuf__error(text);
}

/* ---- keys ---- */

static void say_unknown(const char *name, const char *why)
{
	const char *near[1];
	struct strbuf shown = {};
	struct nearest n;

	nearest__init(&n, name, strlen(name), near, ARRAY_SIZE(near));
	for (size_t i = 0; i < nr_config_keys; i++)
		nearest__add(&n, config_keys[i].name);
	add_text(&shown, name);
	if (n.nr)
		log_err("%s: no such key; did you mean %s?", strbuf__cstr(&shown), near[0]);
	else
		log_err("%s: %s; perf-augment config lists those that there are",
			strbuf__cstr(&shown), why);
	strbuf__free(&shown);
}

/* Return: 0, or -ENOENT when one is not known. */
static int show_keys(const struct config *cfg, char **names, struct strbuf *text)
{
	int err = 0;

	for (; *names; names++) {
		const struct config_item *item = config__get(cfg, *names);
		const struct config_key *key = config__key(*names);
		const char *value = key ? shown_key(cfg, key).value : item ? item->value : NULL;

		if (value) {
			show_item(text, *names, value);
			continue;
		}
		if (key)
			log_err("%s is not set", *names);
		else
			say_unknown(*names, "no such key, and no file sets it");
		err = -ENOENT;
	}
	return err ?: strbuf__error(text);
}

/* Other sections are perf's; of these two it takes no other keys. */
static bool is_ours(const char *name)
{
	return !strncasecmp(name, "trace.", strlen("trace.")) ||
	       !strncasecmp(name, "llvm.", strlen("llvm."));
}

static bool may_be_set(const struct config_edit *edit)
{
	const struct config_key *key = config__key(edit->name);
	const char *why = key ? config__value_fault(key, edit->value) : NULL;

	if (!key && is_ours(edit->name))
		say_unknown(edit->name, "no such key");
	else if (why)
		log_err("%s: '%s' is %s", edit->name, edit->value, why);
	else
		return true;
	return false;
}

/* "KEY=VALUE", or keys that go away. All of them are written, or none is. */
static int change_keys(const struct opts *opts, char **words, size_t nr)
{
	struct config_edit *edits __cleanup_free = calloc(nr, sizeof(*edits));
	struct strbuf error = {};
	int err = edits ? 0 : -ENOMEM;

	for (size_t i = 0; i < nr && !err; i++) {
		char *value = opts->unset ? NULL : strchr(words[i], '=');

		if (value)
			*value++ = '\0';
		edits[i] = (struct config_edit){ .name = words[i], .value = value };
		if (value && !may_be_set(&edits[i]))
			err = -EINVAL;
	}
	if (err)
		return err;
	err = config_edit__file(opts->file.text, edits, nr, &error);
	if (err && err != -ENOMEM)
		log_err("%s: %s", opts->file.text, strbuf__cstr(&error));
	strbuf__free(&error);
	return err;
}

/* ---- the command ---- */

static int show(const struct opts *opts, char **names)
{
	struct config cfg = {};
	struct sink sink;
	int err = load(opts, &cfg), write_err;
	const int file_err = cfg.file_err;

	if (err) {
		config__free(&cfg);
		return err;
	}
	sink__init(&sink, STDOUT_FILENO);
	if (*names)
		err = show_keys(&cfg, names, &sink.buf);
	else if (opts->list)
		err = show_list(&cfg, &sink.buf);
	else
		err = opts->json ? show_json(&cfg, &sink.buf)
				 : show_table(&cfg, sink__width(&sink), &sink.buf);
	write_err = sink__close(&sink);
	config__free(&cfg);
	/* A reader that has seen enough is no error. */
	if (write_err == -EPIPE)
		write_err = 0;
	if (write_err)
		log_err("standard output: %s", strerror(-write_err));
	return err ?: write_err ?: file_err;
}

/* All words have a '=', or none has. Return: 0 or -EINVAL, logged. */
static int check_words(const struct opts *opts, char **words, bool *ret_sets)
{
	*ret_sets = words[0] && strchr(words[0], '=');
	for (; *words; words++) {
		const bool sets = strchr(*words, '=');

		if (sets != *ret_sets || (sets && opts->unset)) {
			log_err("'%s': keys are told, set (KEY=VALUE) or unset, not several of these at once",
				*words);
			return -EINVAL;
		}
	}
	return 0;
}

/* What does not go together. NULL: nothing. */
static const char *why_refused(const struct opts *opts, size_t nr)
{
	if (opts->user && opts->system)
		return "only one of --user and --system";
	if (opts->list && opts->json)
		return "only one of -l and -j";
	if ((opts->list || opts->json) && (nr || opts->unset))
		return "-l and -j take no KEY";
	return opts->unset && !nr ? "--unset needs a KEY" : NULL;
}

static int run(struct opts *opts, char **words, size_t nr)
{
	const char *why = why_refused(opts, nr);
	bool sets;
	int err = 0;

	if (why) {
		log_err("%s; see perf-augment config --help", why);
		return EXIT_USAGE;
	}
	if (check_words(opts, words, &sets))
		return EXIT_USAGE;
	if (opts->user)
		err = use_home_file(opts);
	else if (opts->system)
		err = use_system_file(opts);
	if (!err && !sets && !opts->unset)
		err = show(opts, words);
	else if (!err)
		err = choose_file(opts) ?: change_keys(opts, words, nr);
	if (err == -ENOMEM)
		log_err("%s", strerror(ENOMEM));
	return err ? EXIT_FAILED : EXIT_OK;
}

int cmd_config(int argc, char **argv)
{
	struct opts opts = {};
	int c, status;

	optind = 0;
	while ((c = options__next(argc, argv, ":ljh", long_options)) >= 0) {
		switch (c) {
		case 'h':
			fputs(usage, stdout);
			return EXIT_OK;
		case 'l':
			opts.list = true;
			break;
		case 'j':
			opts.json = true;
			break;
		case OPT_USER:
			opts.user = true;
			break;
		case OPT_SYSTEM:
			opts.system = true;
			break;
		case OPT_UNSET:
			opts.unset = true;
			break;
		default:
			return EXIT_USAGE;
		}
	}
	signal(SIGPIPE, SIG_IGN);
	status = run(&opts, argv + optind, (size_t)(argc - optind));
	strbuf__free(&opts.file);
	return status;
}
