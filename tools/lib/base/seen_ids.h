/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * seen_ids.h - a set of ids that the kernel gives out one after another: a bit for each, and next to
 * nothing for long runs of them. What watches a machine for months can remember each that it saw. Not
 * for ids that a file says: each may take a page of its own.
 */
#ifndef PERF_AUGMENT_SEEN_IDS_H
#define PERF_AUGMENT_SEEN_IDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct id_page;

/** struct seen_ids - all zero is an empty one. @pages: by the upper bits of the id; NULL where there is none. */
struct seen_ids {
	struct id_page **pages;
	size_t nr_pages;
};

void seen_ids__free(struct seen_ids *set);

bool seen_ids__has(const struct seen_ids *set, uint32_t id);

/** seen_ids__add() - also one that is there. Return: 0 or -ENOMEM. */
int seen_ids__add(struct seen_ids *set, uint32_t id);

#endif /* PERF_AUGMENT_SEEN_IDS_H */
