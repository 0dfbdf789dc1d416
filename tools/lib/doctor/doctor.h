/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * doctor.h - what this kernel, machine and user allow; what that means for each of our commands; and
 * what to do about it. Nothing is changed: programs and maps that are tried are gone at once.
 */
#ifndef PERF_AUGMENT_DOCTOR_H
#define PERF_AUGMENT_DOCTOR_H

#include <stdbool.h>
#include <stddef.h>

#include "strbuf.h"

/* Commands that need something of the kernel. */
enum doctor_command {
	DOCTOR_TRACE,
	DOCTOR_RECORD,
	DOCTOR_DUMP_MAP,
	DOCTOR_PROGS,
	DOCTOR_ANNOTATE,
	NR_DOCTOR_COMMANDS
};

/**
 * struct doctor_check - one thing that may be there or not.
 * @id: a word. @what: what it is.
 * @stops, @lessens: commands (bits of enum doctor_command) that do not work, or do less, without it.
 *	Neither: good to know.
 * @means: what is different without it. @advice: what to do; NULL when nothing can be done.
 * @probe: look. Append what was found to @detail. Return: it is there.
 */
struct doctor_check {
	const char *id;
	const char *what;
	unsigned int stops;
	unsigned int lessens;
	const char *means;
	const char *advice;
	bool (*probe)(struct strbuf *detail);
};

/** struct doctor_result - @detail: owned. */
struct doctor_result {
	bool ok;
	char *detail;
};

/** doctor__checks() - all of them. */
const struct doctor_check *doctor__checks(size_t *ret_nr);

/** doctor__run() - look at all. Return: an array for doctor__free(); NULL without memory. */
struct doctor_result *doctor__run(void);
void doctor__free(struct doctor_result *results);

/** doctor__command() - how a command is called. */
const char *doctor__command(enum doctor_command command);

/** doctor__is_well() - every command works, and does all that it can. */
bool doctor__is_well(const struct doctor_result *results);

/**
 * doctor__show_text(), doctor__show_json() - @width: of the terminal in columns, for which lines are wrapped; 0 of
 * anything else. Return: 0 or -ENOMEM.
 */
int doctor__show_text(const struct doctor_result *results, size_t width, struct strbuf *text);
int doctor__show_json(const struct doctor_result *results, struct strbuf *text);

#endif /* PERF_AUGMENT_DOCTOR_H */
