// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* options.c - see options.h. */
#include "options.h"

#include <getopt.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "log.h"
#include "nearest.h"
#include "strbuf.h"
#include "util.h"

/* Names that a message holds. */
#define NR_NEAR 3

static const char *refused(int c, char **argv, char room[3])
{
	const char *word = argv[optind - 1];

	/* The first byte of a letter that is several: the others follow in the same word. */
	if (optopt < 0)
		return argv[optind] && strchr(argv[optind], optopt) ? argv[optind] : word;
	/* A letter is named by optopt: its word may be the next one too, when more letters follow. */
	if (!optopt || optopt > CHAR_MAX || (c == ':' && !strncmp(word, "--", 2)))
		return word;
	room[0] = '-';
	room[1] = (char)optopt;
	room[2] = '\0';
	return room;
}

/* Of a long option with a value that it does not have, optopt is what it returns. */
static bool has_no_value(const char *word, const struct option *options)
{
	const size_t len = strcspn(word, "=");

	if (strncmp(word, "--", 2) || !word[len])
		return false;
	for (; options->name; options++) {
		if (options->val == optopt && !strncmp(options->name, word + 2, len - 2))
			return true;
	}
	return false;
}

/* Options that @name is the beginning of. Return: how many there are. */
static size_t find_begun(const char *name, size_t len, const struct option *options,
			 const char *near[NR_NEAR])
{
	size_t nr = 0;

	for (; len && options->name; options++) {
		if (strncmp(options->name, name, len))
			continue;
		if (nr < NR_NEAR)
			near[nr] = options->name;
		nr++;
	}
	return nr;
}

/* Options that are like @name. Return: how many. */
static size_t find_alike(const char *name, size_t len, const struct option *options,
			 const char *near[NR_NEAR])
{
	struct nearest n;

	nearest__init(&n, name, len, near, NR_NEAR);
	for (; options->name; options++)
		nearest__add(&n, options->name);
	return n.nr;
}

/* Ambiguous or no option at all; of "--word" what may have been meant. Return: whether there is something. */
static bool add_unknown(struct strbuf *text, const char *word, const struct option *options)
{
	const char *near[NR_NEAR], *end = "?";
	const bool is_long = !strncmp(word, "--", 2);
	const size_t len = is_long ? strcspn(word + 2, "=") : 0;
	size_t nr = is_long ? find_begun(word + 2, len, options, near) : 0, i;

	if (nr) {
		strbuf__addf(text, "option '%s' is ambiguous: --", word);
		end = nr > NR_NEAR ? ", ..." : "";
	} else {
		strbuf__addf(text, "unknown option '%s'", word);
		nr = is_long ? find_alike(word + 2, len, options, near) : 0;
		strbuf__adds(text, nr ? "; did you mean: --" : "");
	}
	for (i = 0; i < MIN(nr, (size_t)NR_NEAR); i++) {
		strbuf__adds(text, i ? ", --" : "");
		strbuf__adds(text, near[i]);
	}
	strbuf__adds(text, nr ? end : "");
	return nr;
}

void options__say_refused(int c, char **argv, const struct option *options, const char *help)
{
	struct strbuf text = {};
	bool has_hint = false;
	const char *name;
	char room[3];

	name = refused(c, argv, room);
	if (c == ':') {
		strbuf__addf(&text, "option '%s' needs a value", name);
	} else if (optopt && has_no_value(argv[optind - 1], options)) {
		strbuf__addf(&text, "option '%s' takes no value", argv[optind - 1]);
	} else {
		has_hint = add_unknown(&text, name, options);
	}
	if (has_hint)
		log_err("%s", strbuf__cstr(&text));
	else
		log_err("%s; see %s", strbuf__cstr(&text), help);
	strbuf__free(&text);
}

int options__next(int argc, char **argv, const char *letters, const struct option *options)
{
	char help[64];
	int c;

	opterr = 0;
	c = getopt_long(argc, argv, letters, options, NULL);
	if (c != '?' && c != ':')
		return c;
	snprintf(help, sizeof(help), "perf-augment %s --help", argv[0]);
	options__say_refused(c, argv, options, help);
	return '?';
}
