// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* record.c - see record.h. */
#include "record.h"

#include <errno.h>
#include <stdbool.h>

#include "attached.h"

#define ALIGN8(x) (((x) + 7ULL) & ~7ULL)

/* Where the view of a payload belongs, and the bit that says it is there. */
static struct payload *view_of(const struct aug_payload *p, struct event *event, uint8_t **ret_has,
			       unsigned int *ret_bit)
{
	const bool is_exit = p->flags & AUG_P_EXIT;

	if (p->arg == AUG_ARG_ATTACHED) {
		*ret_has = &event->has_attached;
		*ret_bit = 1u << is_exit;
		return &event->attached[is_exit];
	}
	if (p->arg == AUG_ARG_STACK_USER || p->arg == AUG_ARG_STACK_KERNEL) {
		*ret_has = &event->has_stack;
		*ret_bit = 1u << (p->arg == AUG_ARG_STACK_KERNEL);
		return &event->stack[p->arg == AUG_ARG_STACK_KERNEL];
	}
	if (p->arg >= AUG_MAX_ARGS)
		return NULL;
	*ret_has = is_exit ? &event->has_exit : &event->has_entry;
	*ret_bit = 1u << p->arg;
	return is_exit ? &event->exit[p->arg] : &event->entry[p->arg];
}

static void fill_view(const struct aug_payload *p, struct payload *view)
{
	view->data = (const uint8_t *)(p + 1);
	view->len = p->len;
	view->full_len = p->full_len;
	view->err = p->err;
	view->flags = p->flags;
}

static int parse_payload(const struct aug_payload *p, struct event *event)
{
	struct payload *view;
	unsigned int bit;
	uint8_t *has;

	if (p->len > p->full_len || p->err > 0 || (p->err && p->len))
		return -EBADMSG;
	/* Pieces are looked up where they are. */
	if (p->arg < AUG_MAX_ARGS && (p->part != AUG_PART_SELF || p->elem))
		return 0;
	view = view_of(p, event, &has, &bit);
	if (!view || *has & bit)
		return -EBADMSG;
	*has |= (uint8_t)bit;
	fill_view(p, view);
	if (view >= event->stack && view < event->stack + 2)
		return view->len % sizeof(uint64_t) ? -EBADMSG : 0;
	if (p->arg == AUG_ARG_ATTACHED && !p->err)
		return attached__check(view->data, view->len);
	return 0;
}

int record__parse(const void *data, size_t size, struct event *ret_event)
{
	const struct aug_record *rec = data;
	const uint8_t *pos = data, *end;
	unsigned int i;
	int err;

	if (size < sizeof(*rec) || rec->size < sizeof(*rec) || rec->size > size || rec->size % 8)
		return -EBADMSG;
	if (rec->version != AUG_ABI_VERSION ||
	    (rec->type != AUG_RECORD_CALL && rec->type != AUG_RECORD_ENTER &&
	     rec->type != AUG_RECORD_EVENT))
		return -EPROTO;
	if (rec->abi >= AUG_NR_ABIS)
		return -EBADMSG;
	end = pos + rec->size;
	pos += sizeof(*rec);
	ret_event->rec = rec;
	ret_event->has_entry = 0;
	ret_event->has_exit = 0;
	ret_event->has_attached = 0;
	ret_event->has_stack = 0;
	for (i = 0; i < rec->nr_payloads; i++) {
		const struct aug_payload *p = (const void *)pos;

		if ((size_t)(end - pos) < sizeof(*p) ||
		    (size_t)(end - pos) - sizeof(*p) < ALIGN8(p->len))
			return -EBADMSG;
		err = parse_payload(p, ret_event);
		if (err)
			return err;
		pos += sizeof(*p) + ALIGN8(p->len);
	}
	return pos == end ? 0 : -EBADMSG;
}

bool record__is_task(const void *data)
{
	const struct aug_task_record *rec = data;

	return rec->type == AUG_RECORD_SIGNAL || rec->type == AUG_RECORD_EXIT ||
	       rec->type == AUG_RECORD_START;
}

const struct aug_task_record *record__parse_task(const void *data, size_t size)
{
	const struct aug_task_record *rec = data;

	if (size < sizeof(*rec) || rec->size < sizeof(*rec) || rec->size > size ||
	    rec->version != AUG_ABI_VERSION)
		return NULL;
	return rec;
}

bool event__part(const struct event *e, unsigned int idx, uint8_t flags, unsigned int part,
		 unsigned int elem, struct payload *ret)
{
	const uint8_t *pos = (const uint8_t *)(e->rec + 1);
	bool found = false;
	unsigned int i;

	for (i = 0; i < e->rec->nr_payloads; i++) {
		const struct aug_payload *p = (const void *)pos;

		if (p->arg == idx && (p->flags & AUG_P_EXIT) == flags && p->part == part &&
		    p->elem == elem) {
			fill_view(p, ret);
			found = true;
			/* It may be there again, read with more luck. */
			if (!p->err)
				break;
		}
		pos += sizeof(*p) + ALIGN8(p->len);
	}
	return found;
}
