/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * addr_timeline.h - what was at which addresses from when to when. Told in the order of time, asked
 * in any order:
 *
 *	addr_timeline__add(t, start, end, time_ns, value)	what it covers ends there and then
 *	addr_timeline__seal(t)
 *	addr_timeline__find(t, addr, time_ns)
 */
#ifndef PERF_AUGMENT_ADDR_TIMELINE_H
#define PERF_AUGMENT_ADDR_TIMELINE_H

#include "addr_range.h"

/** struct addr_timeline - all zero is an empty one. @live: those without an end yet, by start. */
struct addr_timeline {
	struct addr_range *ranges;
	size_t nr, size;
	uint32_t *live;
	size_t nr_live, live_size;
};

/** ADDR_TIMELINE_LIVE_MAX - at one time; four times the maps that the kernel lets a process have. */
#define ADDR_TIMELINE_LIVE_MAX (256 * 1024)

void addr_timeline__free(struct addr_timeline *t);

/**
 * addr_timeline__add() - something new at an address; what stood there ends, its parts to the left
 * and to the right go on.
 * Return: 0, also for an empty range; -E2BIG past ADDR_TIMELINE_LIVE_MAX; -ENOMEM.
 */
int addr_timeline__add(struct addr_timeline *t, uint64_t start, uint64_t end, uint64_t time_ns,
		       uint32_t value);

/** addr_timeline__end() - what begins at @start is gone. */
void addr_timeline__end(struct addr_timeline *t, uint64_t start, uint64_t time_ns);

/** addr_timeline__copy() - begin @t, which is empty, with all that was in @from at @time_ns. Return: 0 or -ENOMEM. */
int addr_timeline__copy(struct addr_timeline *t, const struct addr_timeline *from,
			uint64_t time_ns);

/** addr_timeline__seal() - all is told. */
void addr_timeline__seal(struct addr_timeline *t);

/** addr_timeline__find() - what was at @addr at @time_ns, or NULL. */
const struct addr_range *addr_timeline__find(const struct addr_timeline *t, uint64_t addr,
					     uint64_t time_ns);

#endif /* PERF_AUGMENT_ADDR_TIMELINE_H */
