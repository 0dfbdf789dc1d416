/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* strace_tips.h - strace's --tips: a hint at the end. The hints are this program's own. */
#ifndef PERF_AUGMENT_STRACE_TIPS_H
#define PERF_AUGMENT_STRACE_TIPS_H

#include <stdbool.h>
#include <stdio.h>

enum strace_tips_format { STRACE_TIPS_NONE, STRACE_TIPS_COMPACT, STRACE_TIPS_FULL };

/** struct strace_tips - @id: which one, modulo their number; with @is_random any. All zero is none. */
struct strace_tips {
	enum strace_tips_format format;
	bool is_random;
	unsigned int id;
};

/** strace_tips__parse() - `[[id:]ID][,[format:]FORMAT]`; NULL for a random one. Return: 0; -EINVAL, logged. */
int strace_tips__parse(struct strace_tips *tips, const char *text);

void strace_tips__print(const struct strace_tips *tips, FILE *file);

#endif /* PERF_AUGMENT_STRACE_TIPS_H */
