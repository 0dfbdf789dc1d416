// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* by_tid.c - see by_tid.h. */
#include "by_tid.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The first place whose tid is not below @tid. */
static size_t place(const struct by_tid *list, uint32_t tid)
{
	size_t low = 0, high = list->nr;

	while (low < high) {
		const size_t mid = low + (high - low) / 2;

		if (list->entries[mid].tid < tid)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static struct by_tid_entry *find(const struct by_tid *list, uint32_t tid)
{
	const size_t i = place(list, tid);

	return i < list->nr && list->entries[i].tid == tid ? &list->entries[i] : NULL;
}

void *by_tid__find(const struct by_tid *list, uint32_t tid)
{
	const struct by_tid_entry *entry = find(list, tid);

	return entry ? entry->item : NULL;
}

int by_tid__add(struct by_tid *list, uint32_t tid, void *item)
{
	const size_t i = place(list, tid);

	if (list->nr == list->size) {
		const size_t size = list->size ? 2 * list->size : 16;
		struct by_tid_entry *grown = reallocarray(list->entries, size, sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		list->entries = grown;
		list->size = size;
	}
	memmove(list->entries + i + 1, list->entries + i, (list->nr - i) * sizeof(*list->entries));
	list->entries[i] = (struct by_tid_entry){ tid, item };
	list->nr++;
	return 0;
}

void *by_tid__take(struct by_tid *list, uint32_t tid)
{
	struct by_tid_entry *entry = find(list, tid);
	struct by_tid_entry *end = list->entries + list->nr;
	void *item;

	if (!entry)
		return NULL;
	item = entry->item;
	memmove(entry, entry + 1, (size_t)(end - (entry + 1)) * sizeof(*entry));
	list->nr--;
	return item;
}

void by_tid__free(struct by_tid *list, void (*free_item)(void *item))
{
	for (size_t i = 0; free_item && i < list->nr; i++)
		free_item(list->entries[i].item);
	free(list->entries);
	memset(list, 0, sizeof(*list));
}
