// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* addr_timeline.c - see addr_timeline.h. */
#include "addr_timeline.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "util.h"

void addr_timeline__free(struct addr_timeline *t)
{
	free(t->ranges);
	free(t->live);
	*t = (struct addr_timeline){};
}

/* The first live range that ends behind @addr; live ranges do not overlap. */
static size_t find_live(const struct addr_timeline *t, uint64_t addr)
{
	size_t low = 0, high = t->nr_live, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (t->ranges[t->live[mid]].end <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static void remove_live(struct addr_timeline *t, size_t at, uint64_t time_ns)
{
	t->ranges[t->live[at]].to_ns = time_ns;
	t->nr_live--;
	memmove(&t->live[at], &t->live[at + 1], (t->nr_live - at) * sizeof(*t->live));
}

static int insert_live(struct addr_timeline *t, size_t at, uint64_t start, uint64_t end,
		       uint64_t time_ns, uint32_t value)
{
	if (t->nr_live >= ADDR_TIMELINE_LIVE_MAX || t->nr >= UINT32_MAX)
		return -E2BIG;
	if (array__grow(&t->ranges, t->nr, &t->size, sizeof(*t->ranges)) ||
	    array__grow(&t->live, t->nr_live, &t->live_size, sizeof(*t->live)))
		return -ENOMEM;
	t->ranges[t->nr] = (struct addr_range){
		.start = start, .end = end, .from_ns = time_ns, .to_ns = UINT64_MAX, .value = value
	};
	memmove(&t->live[at + 1], &t->live[at], (t->nr_live - at) * sizeof(*t->live));
	t->live[at] = (uint32_t)t->nr++;
	t->nr_live++;
	return 0;
}

int addr_timeline__add(struct addr_timeline *t, uint64_t start, uint64_t end, uint64_t time_ns,
		       uint32_t value)
{
	struct addr_range old;
	size_t at;
	int err = 0;

	if (start >= end)
		return 0;
	at = find_live(t, start);
	while (!err && at < t->nr_live && t->ranges[t->live[at]].start < end) {
		old = t->ranges[t->live[at]];
		remove_live(t, at, time_ns);
		if (old.start < start)
			err = insert_live(t, at++, old.start, start, time_ns, old.value);
		if (!err && old.end > end)
			err = insert_live(t, at, end, old.end, time_ns, old.value);
	}
	return err ? err : insert_live(t, at, start, end, time_ns, value);
}

void addr_timeline__end(struct addr_timeline *t, uint64_t start, uint64_t time_ns)
{
	const size_t at = find_live(t, start);

	if (at < t->nr_live && t->ranges[t->live[at]].start == start)
		remove_live(t, at, time_ns);
}

int addr_timeline__copy(struct addr_timeline *t, const struct addr_timeline *from, uint64_t time_ns)
{
	size_t i;

	for (i = 0; i < from->nr; i++) {
		const struct addr_range *range = &from->ranges[i];
		int err;

		if (range->from_ns > time_ns || range->to_ns <= time_ns)
			continue;
		err = addr_timeline__add(t, range->start, range->end, time_ns, range->value);
		if (err)
			return err;
	}
	return 0;
}

void addr_timeline__seal(struct addr_timeline *t)
{
	free(t->live);
	t->live = NULL;
	t->nr_live = t->live_size = 0;
	addr_ranges__seal(t->ranges, t->nr);
}

const struct addr_range *addr_timeline__find(const struct addr_timeline *t, uint64_t addr,
					     uint64_t time_ns)
{
	return addr_ranges__find(t->ranges, t->nr, addr, time_ns);
}
