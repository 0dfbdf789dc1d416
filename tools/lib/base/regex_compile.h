/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * regex_compile.h - regular expressions of users, of a size that is known before libc sees them.
 *
 * regcomp() of glibc copies what a '+' or an interval repeats: "((((a+)+)+)+)+" has 2^5 copies of a, and each
 * further pair of brackets twice as many, until memory ends. It also calls itself for each bracket.
 */
#ifndef PERF_AUGMENT_REGEX_COMPILE_H
#define PERF_AUGMENT_REGEX_COMPILE_H

#include <regex.h>

struct strbuf;

/** REGEX_PARTS_MAX - characters, sets and brackets that an expression has with all its repetitions. */
#define REGEX_PARTS_MAX 1024

/** REGEX_DEPTH_MAX - round brackets within one another. */
#define REGEX_DEPTH_MAX 64

/**
 * regex__compile() - an extended expression of regex(7), of which only is asked whether it matches.
 * @regex: compiled; the caller's to regfree(), when 0 is returned.
 * @reason: gets what is wrong, appended.
 * Return: 0; -E2BIG for more than REGEX_PARTS_MAX or REGEX_DEPTH_MAX; -EINVAL for what regcomp() refuses.
 */
int regex__compile(regex_t *regex, const char *text, struct strbuf *reason);

#endif
