/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* by_tid.h - things of threads, found by the thread's number. */
#ifndef PERF_AUGMENT_BY_TID_H
#define PERF_AUGMENT_BY_TID_H

#include <stddef.h>
#include <stdint.h>

/** struct by_tid - @entries: in the order of their tids; all zero is empty. The items are the caller's. */
struct by_tid {
	struct by_tid_entry {
		uint32_t tid;
		void *item;
	} * entries;
	size_t nr;
	size_t size;
};

/** by_tid__find() - NULL when there is none. */
void *by_tid__find(const struct by_tid *list, uint32_t tid);

/** by_tid__add() - of a thread that has none. Return: 0, or -ENOMEM. */
int by_tid__add(struct by_tid *list, uint32_t tid, void *item);

/** by_tid__take() - take it out. Return: the item, or NULL when there is none. */
void *by_tid__take(struct by_tid *list, uint32_t tid);

/** by_tid__free() - the list, and each item by @free_item, unless that is NULL. */
void by_tid__free(struct by_tid *list, void (*free_item)(void *item));

#endif /* PERF_AUGMENT_BY_TID_H */
