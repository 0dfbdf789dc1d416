/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * glob_code.h - a glob as a machine whose states are bits: what tools/lib/filter/glob_machine.c makes of a
 * pattern, and BPF programs run.
 */
#ifndef PERF_AUGMENT_GLOB_CODE_H
#define PERF_AUGMENT_GLOB_CODE_H

#ifndef __bpf__
#include <linux/types.h>
#endif

/** GLOB_MAX_PARTS - one character or one star each; the end is one more bit of 64. */
#define GLOB_MAX_PARTS 62

/**
 * struct glob_machine
 * @next: by character, the parts that take it. @stars: the parts that take any number of them.
 * @accept: the bit of the end.
 */
struct glob_machine {
	__u64 next[256];
	__u64 stars;
	__u64 accept;
};

#endif /* PERF_AUGMENT_GLOB_CODE_H */
