/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* summary_samples.h - durations summed up as the engine does, for the tests of summary.h. */
#ifndef TESTS_SUMMARY_SAMPLES_H
#define TESTS_SUMMARY_SAMPLES_H

#include <stdint.h>

#include "summary.h"
#include "util.h"

/* By the definition in engine_counts.h: below 2^5, 8 buckets per power of two, from 2^37 on. */
static inline unsigned int bucket_of(uint64_t ns)
{
	unsigned int octave = 0, i;

	if (ns < (1ULL << AUG_HIST_MIN_BITS))
		return 0;
	if (ns >= (1ULL << AUG_HIST_MAX_BITS))
		return AUG_HIST_BUCKETS - 1;
	while (ns >> (octave + 1))
		octave++;
	/* Eighths of the octave that are full. */
	for (i = 0; i < 8; i++) {
		if ((ns - (1ULL << octave)) * 8 < (uint64_t)(i + 1) << octave)
			break;
	}
	return 1 + (octave - AUG_HIST_MIN_BITS) * 8 + i;
}

static inline void add_sample(struct aug_summary *sum, uint64_t ns)
{
	unsigned __int128 squares = (unsigned __int128)sum->sum_sq_hi << 64 | sum->sum_sq_lo;

	squares += (unsigned __int128)ns * ns;
	sum->sum_sq_lo = (uint64_t)squares;
	sum->sum_sq_hi = (uint64_t)(squares >> 64);
	sum->min_ns = sum->calls ? MIN(sum->min_ns, ns) : ns;
	sum->max_ns = MAX(sum->max_ns, ns);
	sum->calls++;
	sum->sum_ns += ns;
	sum->hist[bucket_of(ns)]++;
}

#endif /* TESTS_SUMMARY_SAMPLES_H */
