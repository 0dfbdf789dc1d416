/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * histogram.h - the bucket of a duration: what the engine's programs count in (summary.bpf.h), beside
 * AUG_HIST_* of engine_counts.h. Without loops and branches where it can be: the verifier would follow what comes
 * behind a branch once for each side.
 */
#ifndef PERF_AUGMENT_HISTOGRAM_H
#define PERF_AUGMENT_HISTOGRAM_H

#include "engine_counts.h"

/* By 6 bits of a product: this times what is all ones below its highest bit has other ones for each such number. */
#define HIST_LOG2_SEQUENCE 0x03f79d71b4cb0a89
static const aug_u8 hist_log2_by_bits[64] = {
	0,  47, 1,  56, 48, 27, 2,  60, 57, 49, 41, 37, 28, 16, 3,  61, 54, 58, 35, 52, 50, 42,
	21, 44, 38, 32, 29, 23, 17, 11, 4,  62, 46, 55, 26, 59, 40, 36, 15, 53, 34, 51, 20, 43,
	31, 22, 10, 45, 25, 39, 14, 33, 19, 30, 9,  24, 13, 18, 8,  12, 7,  6,	5,  63,
};

/* Of @v, which is not 0. */
static inline __attribute__((always_inline)) aug_u32 hist_log2(aug_u64 v)
{
	v |= v >> 1;
	v |= v >> 2;
	v |= v >> 4;
	v |= v >> 8;
	v |= v >> 16;
	v |= v >> 32;
	return hist_log2_by_bits[v * HIST_LOG2_SEQUENCE >> 58];
}

/** hist_bucket() - number of the bucket of @ns, below AUG_HIST_BUCKETS. */
static inline __attribute__((always_inline)) aug_u32 hist_bucket(aug_u64 ns)
{
	aug_u32 exp, sub;

	if (!(ns >> AUG_HIST_MIN_BITS))
		return 0;
	if (ns >> AUG_HIST_MAX_BITS)
		return AUG_HIST_BUCKETS - 1;
	exp = hist_log2(ns);
	sub = (ns >> (exp - AUG_HIST_SUB_BITS)) & ((1 << AUG_HIST_SUB_BITS) - 1);
	return 1 + ((exp - AUG_HIST_MIN_BITS) << AUG_HIST_SUB_BITS) + sub;
}

#endif /* PERF_AUGMENT_HISTOGRAM_H */
