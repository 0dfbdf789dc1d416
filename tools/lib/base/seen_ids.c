// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* seen_ids.c - see seen_ids.h. */
#include "seen_ids.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define PAGE_BITS 15
#define PAGE_IDS (1U << PAGE_BITS)

struct id_page {
	uint32_t nr;
	uint64_t bits[PAGE_IDS / 64];
};

/* Stands for all pages that have every id. */
static struct id_page full_page;

void seen_ids__free(struct seen_ids *set)
{
	size_t i;

	for (i = 0; i < set->nr_pages; i++) {
		if (set->pages[i] != &full_page)
			free(set->pages[i]);
	}
	free(set->pages);
	*set = (struct seen_ids){};
}

static bool has_bit(const struct id_page *page, uint32_t id)
{
	const uint32_t bit = id % PAGE_IDS;

	return page->bits[bit / 64] & (1ULL << (bit % 64));
}

bool seen_ids__has(const struct seen_ids *set, uint32_t id)
{
	const size_t i = id >> PAGE_BITS;

	if (i >= set->nr_pages || !set->pages[i])
		return false;
	return set->pages[i] == &full_page || has_bit(set->pages[i], id);
}

/* Make place @i of the table, with a page. */
static int make_page(struct seen_ids *set, size_t i)
{
	struct id_page **bigger;

	if (i >= set->nr_pages) {
		bigger = reallocarray(set->pages, i + 1, sizeof(struct id_page *));
		if (!bigger)
			return -ENOMEM;
		memset(bigger + set->nr_pages, 0,
		       (i + 1 - set->nr_pages) * sizeof(struct id_page *));
		set->pages = bigger;
		set->nr_pages = i + 1;
	}
	if (!set->pages[i])
		set->pages[i] = calloc(1, sizeof(struct id_page));
	return set->pages[i] ? 0 : -ENOMEM;
}

int seen_ids__add(struct seen_ids *set, uint32_t id)
{
	const size_t i = id >> PAGE_BITS;
	struct id_page *page;

	if (seen_ids__has(set, id))
		return 0;
	if (make_page(set, i))
		return -ENOMEM;
	page = set->pages[i];
	page->bits[id % PAGE_IDS / 64] |= 1ULL << (id % 64);
	if (++page->nr == PAGE_IDS) {
		free(page);
		set->pages[i] = &full_page;
	}
	return 0;
}
