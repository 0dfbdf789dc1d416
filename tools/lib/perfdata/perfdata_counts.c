// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* perfdata_counts.c - see perfdata_counts.h. */
#include "perfdata_counts.h"

#include <string.h>

/* Index of @type, or where it would stand. */
static size_t find(const struct perfdata_counts *counts, uint32_t type)
{
	size_t low = 0, high = counts->nr, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (counts->of[mid].type < type)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

void perfdata_counts__add(struct perfdata_counts *counts, uint32_t type, uint16_t size)
{
	size_t i = find(counts, type);

	counts->total++;
	if (i == counts->nr || counts->of[i].type != type) {
		if (counts->nr == PERFDATA_COUNTS_MAX) {
			counts->other++;
			return;
		}
		memmove(&counts->of[i + 1], &counts->of[i],
			(counts->nr - i) * sizeof(counts->of[0]));
		counts->of[i] = (struct perfdata_count){ .type = type };
		counts->nr++;
	}
	counts->of[i].nr++;
	counts->of[i].bytes += size;
}
