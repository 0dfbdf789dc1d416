// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* addr_timeline.c - see addr_timeline.h. Sealed, it is searched as a tree over address and time. */
#include "addr_timeline.h"

#include <errno.h>
#include <stdbool.h>
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

static int compare(const void *a, const void *b)
{
	const struct addr_range *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->from_ns < y->from_ns ? -1 : x->from_ns > y->from_ns;
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

void addr_timeline__seal(struct addr_timeline *t)
{
	free(t->live);
	t->live = NULL;
	t->nr_live = t->live_size = 0;
	if (!t->nr)
		return;
	qsort(t->ranges, t->nr, sizeof(*t->ranges), compare);
	sum_up(t->ranges, 0, t->nr);
}

static bool covers(const struct addr_range *range, uint64_t addr, uint64_t time_ns)
{
	return range->start <= addr && addr < range->end && range->from_ns <= time_ns &&
	       time_ns < range->to_ns;
}

static const struct addr_range *find(const struct addr_range *ranges, size_t low, size_t high,
				     uint64_t addr, uint64_t time_ns)
{
	const struct addr_range *found, *m;
	size_t mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		m = &ranges[mid];
		if (m->max_end <= addr || m->min_from > time_ns || m->max_to <= time_ns)
			return NULL;
		if (covers(m, addr, time_ns))
			return m;
		found = find(ranges, low, mid, addr, time_ns);
		if (found)
			return found;
		if (m->start > addr)
			return NULL;
		low = mid + 1;
	}
	return NULL;
}

const struct addr_range *addr_timeline__find(const struct addr_timeline *t, uint64_t addr,
					     uint64_t time_ns)
{
	return find(t->ranges, 0, t->nr, addr, time_ns);
}
