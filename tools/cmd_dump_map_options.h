/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* cmd_dump_map_options.h - the command line of `perf-augment dump-map`. */
#ifndef PERF_AUGMENT_CMD_DUMP_MAP_OPTIONS_H
#define PERF_AUGMENT_CMD_DUMP_MAP_OPTIONS_H

#include <stdbool.h>

#include "map_dump.h"
#include "map_watch.h"

/**
 * struct dump_map_options - what it says.
 * @diff: name of a file; NULL for none.
 * @output: name of a file; NULL for standard output.
 * @color: -1: when the output is a terminal.
 * @nr_words, @words: those that name maps; none for the list.
 */
struct dump_map_options {
	struct map_dump_opts dump;
	struct map_watch_opts watch;
	const char *diff;
	const char *output;
	bool has_watch;
	bool has_format;
	bool has_depth;
	unsigned int nr_folds;
	int color;
	int nr_words;
	char **words;
};

/**
 * dump_map_options__parse() - read and check the command line; says what is wrong.
 * Return: EXIT_OK, EXIT_USAGE, or -1 when only help was wanted, which was printed.
 */
int dump_map_options__parse(struct dump_map_options *o, int argc, char **argv);

#endif /* PERF_AUGMENT_CMD_DUMP_MAP_OPTIONS_H */
