/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * regex_compile.h - regular expressions of users, of a size that is known before libc sees them.
 *
 * regcomp() of glibc copies what a '+' or an interval repeats, with the copies in it: "((((a+)+)+)+)+" has 2^5 of
 * them. What may be empty, and places as '^' are, it follows in each way there is, and it calls itself for each
 * bracket; regexec() tries each way that a group may have matched ("\1"). Short expressions take for ever, or all
 * memory. So what is repeated must be plain here: without repetitions, places, and groups that are matched again.
 */
#ifndef PERF_AUGMENT_REGEX_COMPILE_H
#define PERF_AUGMENT_REGEX_COMPILE_H

#include <regex.h>

struct strbuf;

/** REGEX_PARTS_MAX - characters, sets and brackets that repetitions add to an expression. */
#define REGEX_PARTS_MAX 256

/** REGEX_DEPTH_MAX - round brackets within one another. */
#define REGEX_DEPTH_MAX 64

/**
 * regex__compile() - an extended expression of regex(7), of which only is asked whether it matches.
 * @regex: compiled; the caller's to regfree(), when 0 is returned.
 * @reason: gets what is wrong, appended.
 * Return: 0; -EINVAL for what regcomp() refuses, for more than REGEX_PARTS_MAX or REGEX_DEPTH_MAX, and for what is not
 * plain.
 */
int regex__compile(regex_t *regex, const char *text, struct strbuf *reason);

#endif
