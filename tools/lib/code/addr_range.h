/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * addr_range.h - what was at an address at a time: an array of ranges of both, searched as a tree.
 * Ranges that overlap in address do not in time.
 */
#ifndef PERF_AUGMENT_ADDR_RANGE_H
#define PERF_AUGMENT_ADDR_RANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct addr_range - from @start up to @end, from @from_ns until before @to_ns.
 * @value, @part: what was there: the user's.
 */
struct addr_range {
	uint64_t start, end;
	uint64_t from_ns, to_ns;
	uint32_t value, part;
	/* Over the part of the sealed array that this element is the middle of. */
	uint64_t max_end;
	uint64_t min_from, max_to;
};

bool addr_range__covers(const struct addr_range *range, uint64_t addr, uint64_t time_ns);

/** addr_ranges__seal() - sort @nr ranges, so that they can be searched. */
void addr_ranges__seal(struct addr_range *ranges, size_t nr);

/** addr_ranges__find() - in sealed ones, what was at @addr at @time_ns; or NULL. */
const struct addr_range *addr_ranges__find(const struct addr_range *ranges, size_t nr,
					   uint64_t addr, uint64_t time_ns);

#endif /* PERF_AUGMENT_ADDR_RANGE_H */
