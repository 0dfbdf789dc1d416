/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* options.h - getopt_long(3) whose messages are ours: its own show the bytes of a word as they are. */
#ifndef PERF_AUGMENT_OPTIONS_H
#define PERF_AUGMENT_OPTIONS_H

struct option;

/**
 * options__say_refused() - say which option getopt_long() has just refused, why, and what may have been meant.
 * @c: what it returned: '?' or ':'. @help: the command that tells the options.
 */
void options__say_refused(int c, char **argv, const struct option *options, const char *help);

/**
 * options__next() - getopt_long(), with argv[0] the name of the command. An option that it does not take
 * has been told.
 * @letters: with a ':' before the first one, which lets it tell what a missing value is.
 * Return: as getopt_long() does, '?' for each that it does not take; -1 at the end.
 */
int options__next(int argc, char **argv, const char *letters, const struct option *options);

#endif /* PERF_AUGMENT_OPTIONS_H */
