// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * bpf_progs_timeline.c - see bpf_progs_timeline.h; and bpf_progs__find(), which looks in it.
 *
 * Events are played in the order of their time over the set of ranges that are live, sorted by
 * address; these never overlap, as a new one ends those where it comes to stand. Ranges that ended
 * are kept.
 */
#include "bpf_progs_timeline.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_progs_priv.h"
#include "util.h"

/** struct live - indices into @progs->ranges, by start. */
struct live {
	uint32_t *idx;
	size_t nr;
	size_t size;
};

static struct addr_range *range_at(struct bpf_progs *progs, const struct live *live, size_t i)
{
	return &progs->ranges[live->idx[i]];
}

/* The first live range that ends behind @addr. */
static size_t find_live(struct bpf_progs *progs, const struct live *live, uint64_t addr)
{
	size_t low = 0, high = live->nr, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (range_at(progs, live, mid)->end <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static void end_live(struct bpf_progs *progs, struct live *live, size_t i, uint64_t time_ns)
{
	range_at(progs, live, i)->to_ns = time_ns;
	live->nr--;
	memmove(&live->idx[i], &live->idx[i + 1], (live->nr - i) * sizeof(*live->idx));
}

static int add_range(struct bpf_progs *progs, const struct bpf_event *e, uint64_t from_ns,
		     uint64_t to_ns)
{
	if (progs->nr_ranges >= UINT32_MAX ||
	    bpf_progs__grow((void **)&progs->ranges, progs->nr_ranges, &progs->ranges_size,
			    sizeof(*progs->ranges)))
		return -ENOMEM;
	progs->ranges[progs->nr_ranges++] = (struct addr_range){
		.start = e->addr,
		.end = e->addr + e->len,
		.from_ns = from_ns,
		.to_ns = to_ns,
		.value = e->prog,
		.part = e->func,
	};
	return 0;
}

static int play_register(struct bpf_progs *progs, struct live *live, const struct bpf_event *e)
{
	size_t at = find_live(progs, live, e->addr);
	struct addr_range *range;
	int err;

	if (!e->len)
		return 0;
	while (at < live->nr && range_at(progs, live, at)->start < e->addr + e->len) {
		range = range_at(progs, live, at);
		/* Told twice: synthesised at the start, and recorded. */
		if (range->value == e->prog && range->start == e->addr &&
		    range->end == e->addr + e->len) {
			if (!range->from_ns)
				range->from_ns = e->time_ns;
			return 0;
		}
		end_live(progs, live, at, e->time_ns);
	}
	err = add_range(progs, e, e->time_ns, UINT64_MAX);
	if (!err)
		err = bpf_progs__grow((void **)&live->idx, live->nr, &live->size,
				      sizeof(*live->idx));
	if (err)
		return err;
	memmove(&live->idx[at + 1], &live->idx[at], (live->nr - at) * sizeof(*live->idx));
	live->idx[at] = (uint32_t)(progs->nr_ranges - 1);
	live->nr++;
	return 0;
}

static int play_unregister(struct bpf_progs *progs, struct live *live, const struct bpf_event *e)
{
	size_t at = find_live(progs, live, e->addr);

	if (at < live->nr && range_at(progs, live, at)->start == e->addr) {
		struct bpf_prog *prog = &progs->progs[range_at(progs, live, at)->value];

		if (!prog->has_id)
			prog->unloaded_ns = e->time_ns;
		end_live(progs, live, at, e->time_ns);
		return 0;
	}
	/* It was there before, but nobody told us: from the beginning. */
	return e->prog == NO_PROG || !e->len ? 0 : add_range(progs, e, 0, e->time_ns);
}

/* Its symbols should have gone before; those that did not go now. */
static void play_unload(struct bpf_progs *progs, struct live *live, const struct bpf_event *e)
{
	const struct bpf_prog *prog = &progs->progs[e->prog];
	uint32_t i;
	size_t at;

	for (i = 0; i < prog->nr_funcs; i++) {
		at = find_live(progs, live, prog->funcs[i].addr);
		if (at < live->nr && range_at(progs, live, at)->value == e->prog)
			end_live(progs, live, at, e->time_ns);
	}
}

int bpf_progs__lay_out(struct bpf_progs *progs)
{
	struct live live = {};
	size_t i;
	int err = 0;

	for (i = 0; i < progs->nr_events && !err; i++) {
		const struct bpf_event *e = &progs->events[i];

		switch (e->kind) {
		case BPF_EV_REGISTER:
			err = play_register(progs, &live, e);
			break;
		case BPF_EV_UNREGISTER:
			err = play_unregister(progs, &live, e);
			break;
		case BPF_EV_UNLOAD:
			play_unload(progs, &live, e);
			break;
		}
	}
	free(live.idx);
	if (!err)
		addr_ranges__seal(progs->ranges, progs->nr_ranges);
	return err;
}

struct bpf_prog *bpf_progs__find(struct bpf_progs *progs, uint64_t addr, uint64_t time_ns,
				 uint32_t *ret_func)
{
	const struct addr_range *range = progs->last_found;

	/* The last range of an address has no end: it is there at any time up to the last. */
	if (!time_ns)
		time_ns = UINT64_MAX - 1;
	if (!range || !addr_range__covers(range, addr, time_ns))
		range = addr_ranges__find(progs->ranges, progs->nr_ranges, addr, time_ns);
	if (!range)
		return NULL;
	progs->last_found = range;
	*ret_func = range->part;
	return &progs->progs[range->value];
}
