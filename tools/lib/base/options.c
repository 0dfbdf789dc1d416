// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* options.c - see options.h. */
#include "options.h"

#include <getopt.h>
#include <limits.h>
#include <stdbool.h>
#include <string.h>

#include "log.h"

const char *options__refused(char **argv, char room[3])
{
	/* A letter is named by optopt: its word may be the next one too, when more letters follow. */
	if (optopt <= 0 || optopt > CHAR_MAX)
		return argv[optind - 1];
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

int options__next(int argc, char **argv, const char *letters, const struct option *options)
{
	const char *what, *name;
	char room[3];
	int c;

	opterr = 0;
	c = getopt_long(argc, argv, letters, options, NULL);
	if (c != '?' && c != ':')
		return c;
	name = options__refused(argv, room);
	what = c == ':' ? "needs a value" : "is unknown";
	if (c == '?' && optopt && has_no_value(argv[optind - 1], options)) {
		name = argv[optind - 1];
		what = "takes no value";
	}
	log_err("option '%s' %s; see perf-augment %s --help", name, what, argv[0]);
	return '?';
}
