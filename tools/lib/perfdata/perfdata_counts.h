/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* perfdata_counts.h - how many records of each type, those of unknown types too. */
#ifndef PERF_AUGMENT_PERFDATA_COUNTS_H
#define PERF_AUGMENT_PERFDATA_COUNTS_H

#include <stddef.h>
#include <stdint.h>

/** PERFDATA_COUNTS_MAX - different types that are counted one by one; a damaged file has more. */
#define PERFDATA_COUNTS_MAX 256

struct perfdata_count {
	uint32_t type;
	uint64_t nr;
	uint64_t bytes;
};

/**
 * struct perfdata_counts - all zero at first. @other: records of types for which there was no
 * room.
 */
struct perfdata_counts {
	struct perfdata_count of[PERFDATA_COUNTS_MAX];
	size_t nr;
	uint64_t total;
	uint64_t other;
};

/** perfdata_counts__add() - one more record of @size bytes; @of stays sorted by type. */
void perfdata_counts__add(struct perfdata_counts *counts, uint32_t type, uint16_t size);

#endif /* PERF_AUGMENT_PERFDATA_COUNTS_H */
