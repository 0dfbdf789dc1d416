// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* pending.c - see pending.h. An open-addressed hash by thread id. */
#include "pending.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct aug_record *record_of(const struct pending_call *call)
{
	return (const struct aug_record *)call->record;
}

static size_t slot_of(const struct pending *p, uint32_t tid)
{
	return (size_t)(tid * 2654435761U) & (p->size - 1);
}

static struct pending_call **find(const struct pending *p, uint32_t tid)
{
	size_t i = slot_of(p, tid);

	while (p->slots[i] && record_of(p->slots[i])->tid != tid)
		i = (i + 1) & (p->size - 1);
	return &p->slots[i];
}

static int grow(struct pending *p)
{
	struct pending bigger = { .size = p->size ? p->size * 2 : 64, .nr = p->nr };
	size_t i;

	bigger.slots = calloc(bigger.size, sizeof(*bigger.slots));
	if (!bigger.slots)
		return -ENOMEM;
	for (i = 0; i < p->size; i++) {
		if (p->slots[i])
			*find(&bigger, record_of(p->slots[i])->tid) = p->slots[i];
	}
	free(p->slots);
	*p = bigger;
	return 0;
}

int pending__put(struct pending *p, const struct aug_record *rec)
{
	struct pending_call *call, **slot;
	int err;

	if (p->nr * 2 >= p->size) {
		err = grow(p);
		if (err)
			return err;
	}
	call = malloc(sizeof(*call) + rec->size);
	if (!call)
		return -ENOMEM;
	call->shown = false;
	call->size = rec->size;
	memcpy(call->record, rec, rec->size);
	slot = find(p, rec->tid);
	p->nr += !*slot;
	free(*slot);
	*slot = call;
	return 0;
}

/* Close the gap at @hole, so that every entry is still found from its own slot. */
static void close_gap(struct pending *p, size_t hole)
{
	size_t i = hole, mask = p->size - 1, home;

	for (;;) {
		i = (i + 1) & mask;
		if (!p->slots[i])
			break;
		home = slot_of(p, record_of(p->slots[i])->tid);
		if (((i - home) & mask) >= ((i - hole) & mask)) {
			p->slots[hole] = p->slots[i];
			hole = i;
		}
	}
	p->slots[hole] = NULL;
}

bool pending__take(struct pending *p, uint32_t tid)
{
	struct pending_call **slot;
	bool shown;

	if (!p->nr)
		return false;
	slot = find(p, tid);
	if (!*slot)
		return false;
	shown = (*slot)->shown;
	free(*slot);
	p->nr--;
	close_gap(p, (size_t)(slot - p->slots));
	return shown;
}

bool pending__take_process(struct pending *p, uint32_t pid, uint32_t nr)
{
	bool shown = false;
	size_t i = 0;

	while (i < p->size) {
		const struct aug_record *rec = p->slots[i] ? record_of(p->slots[i]) : NULL;

		if (!rec || rec->pid != pid) {
			i++;
			continue;
		}
		shown |= p->slots[i]->shown && rec->nr == nr;
		/* Closing the gap may put another one into this slot, so look at it again. */
		pending__take(p, rec->tid);
	}
	return shown;
}

static int by_enter_time(const void *a, const void *b)
{
	const struct aug_record *ra = record_of(*(struct pending_call *const *)a);
	const struct aug_record *rb = record_of(*(struct pending_call *const *)b);

	return ra->enter_ns < rb->enter_ns ? -1 : ra->enter_ns > rb->enter_ns;
}

int pending__for_each(struct pending *p, uint64_t before_ns, pending_fn fn, void *ctx)
{
	struct pending_call **due;
	size_t nr = 0, i;
	int err = 0;

	if (!p->nr)
		return 0;
	due = malloc(p->nr * sizeof(*due));
	if (!due)
		return -ENOMEM;
	for (i = 0; i < p->size; i++) {
		if (p->slots[i] && !p->slots[i]->shown &&
		    record_of(p->slots[i])->enter_ns < before_ns)
			due[nr++] = p->slots[i];
	}
	qsort(due, nr, sizeof(*due), by_enter_time);
	for (i = 0; i < nr && !err; i++)
		err = fn(ctx, due[i]);
	free(due);
	return err;
}

void pending__free(struct pending *p)
{
	size_t i;

	for (i = 0; i < p->size; i++)
		free(p->slots[i]);
	free(p->slots);
	*p = (struct pending){};
}
