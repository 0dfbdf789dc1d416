// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* addr_range.c - see addr_range.h. */
#include "addr_range.h"

#include <stdlib.h>

#include "util.h"

bool addr_range__covers(const struct addr_range *range, uint64_t addr, uint64_t time_ns)
{
	return range->start <= addr && addr < range->end && range->from_ns <= time_ns &&
	       time_ns < range->to_ns;
}

static int compare(const void *a, const void *b)
{
	const struct addr_range *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->from_ns < y->from_ns ? -1 : x->from_ns > y->from_ns;
}

/* Of the elements from @low to before @high, which the middle one stands for. */
static void sum_up(struct addr_range *ranges, size_t low, size_t high)
{
	const size_t mid = low + (high - low) / 2;
	struct addr_range *m = &ranges[mid];
	const size_t parts[2][2] = { { low, mid }, { mid + 1, high } };
	size_t i;

	m->max_end = m->end;
	m->min_from = m->from_ns;
	m->max_to = m->to_ns;
	for (i = 0; i < 2; i++) {
		const struct addr_range *part;

		if (parts[i][0] >= parts[i][1])
			continue;
		sum_up(ranges, parts[i][0], parts[i][1]);
		part = &ranges[parts[i][0] + (parts[i][1] - parts[i][0]) / 2];
		m->max_end = MAX(m->max_end, part->max_end);
		m->min_from = MIN(m->min_from, part->min_from);
		m->max_to = MAX(m->max_to, part->max_to);
	}
}

void addr_ranges__seal(struct addr_range *ranges, size_t nr)
{
	if (!nr)
		return;
	qsort(ranges, nr, sizeof(*ranges), compare);
	sum_up(ranges, 0, nr);
}

static const struct addr_range *find_between(const struct addr_range *ranges, size_t low,
					     size_t high, uint64_t addr, uint64_t time_ns)
{
	const struct addr_range *found, *m;
	size_t mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		m = &ranges[mid];
		if (m->max_end <= addr || m->min_from > time_ns || m->max_to <= time_ns)
			return NULL;
		if (addr_range__covers(m, addr, time_ns))
			return m;
		found = find_between(ranges, low, mid, addr, time_ns);
		if (found)
			return found;
		if (m->start > addr)
			return NULL;
		low = mid + 1;
	}
	return NULL;
}

const struct addr_range *addr_ranges__find(const struct addr_range *ranges, size_t nr,
					   uint64_t addr, uint64_t time_ns)
{
	return find_between(ranges, 0, nr, addr, time_ns);
}
