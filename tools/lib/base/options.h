/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* options.h - which word of a command line getopt_long(3) did not take. */
#ifndef PERF_AUGMENT_OPTIONS_H
#define PERF_AUGMENT_OPTIONS_H

/**
 * options__refused() - the option for which getopt_long() has just returned '?' or ':'.
 * @room: for a short one, which may be one of several letters of a word.
 * Return: its name, as it is written: a word of @argv or @room.
 */
const char *options__refused(char **argv, char room[3]);

#endif /* PERF_AUGMENT_OPTIONS_H */
