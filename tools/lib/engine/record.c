// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* record.c - see record.h. */
#include "record.h"

#include <errno.h>
#include <stdbool.h>

#include "attached.h"
#include "util.h"

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
	if (p->arg == AUG_ARG_STACK_USER || p->arg == AUG_ARG_STACK_KERNEL ||
	    p->arg == AUG_ARG_STACK_DUMP) {
		const unsigned int idx = p->arg == AUG_ARG_STACK_DUMP	  ? 2
					 : p->arg == AUG_ARG_STACK_KERNEL ? 1
									  : 0;

		*ret_has = &event->has_stack;
		*ret_bit = 1u << idx;
		return &event->stack[idx];
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

/* Of a file the socket and the names must be whole: the last one has its NUL. */
static int check_file(const struct aug_payload *p)
{
	const struct aug_file *file = (const void *)(p + 1);
	const char *rest = (const char *)(file + 1);
	size_t socket = 0;

	if (p->err || p->len < sizeof(*file) || file->names_len != p->len - sizeof(*file))
		return -EBADMSG;
	if (file->flags & AUG_FILE_SOCKET) {
		const struct aug_socket *so = (const void *)rest;

		socket = sizeof(*so);
		if (file->names_len < socket || so->path_len > sizeof(so->path))
			return -EBADMSG;
	}
	return file->names_len > socket && rest[file->names_len - 1] ? -EBADMSG : 0;
}

unsigned int payload__attempt(uint8_t flags)
{
	if (flags & AUG_P_REREAD)
		return 2;
	return flags & AUG_P_AGAIN ? 1 : 0;
}

/* What could not be read has no bytes, or those before it, or of a piece its address. */
static bool is_err_sound(const struct aug_payload *p)
{
	const bool has_start = p->part <= AUG_PART_IOV;

	if (!p->err || (p->err < 0 && !p->len))
		return true;
	return p->err < 0 && (has_start ? p->len < p->full_len : p->len == sizeof(uint64_t));
}

static int parse_payload(const struct aug_payload *p, struct event *event)
{
	struct payload *view;
	unsigned int bit;
	uint8_t *has;

	if (p->len > p->full_len || !is_err_sound(p))
		return -EBADMSG;
	if (p->arg == AUG_ARG_FILE) {
		event->has_files = true;
		return check_file(p);
	}
	/* Pieces are looked up where they are. */
	if (p->arg < AUG_MAX_ARGS && (p->part != AUG_PART_SELF || p->elem))
		return 0;
	view = view_of(p, event, &has, &bit);
	if (!view || (*has & bit && payload__attempt(p->flags) <= payload__attempt(view->flags)))
		return -EBADMSG;
	*has |= (uint8_t)bit;
	fill_view(p, view);
	if (view == &event->stack[2])
		return view->len < sizeof(struct aug_stack_regs) ? -EBADMSG : 0;
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
	     rec->type != AUG_RECORD_EVENT && rec->type != AUG_RECORD_CHAIN))
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
	ret_event->has_files = false;
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
	       rec->type == AUG_RECORD_START || rec->type == AUG_RECORD_PIDNS ||
	       rec->type == AUG_RECORD_CGROUP || rec->type == AUG_RECORD_STOP;
}

const struct aug_task_record *record__parse_task(const void *data, size_t size)
{
	const struct aug_task_record *rec = data;

	if (size < sizeof(*rec) || rec->size < sizeof(*rec) || rec->size > size ||
	    rec->version != AUG_ABI_VERSION ||
	    (rec->superseded_by && rec->superseded_by == rec->tid))
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

static void fill_file(const struct aug_payload *p, struct file_view *ret)
{
	const struct aug_file *file = (const void *)(p + 1);

	ret->file = file;
	ret->names = (const char *)(file + 1);
	ret->names_len = file->names_len;
	ret->socket = NULL;
	ret->at_exit = p->flags & AUG_P_EXIT;
	if (file->flags & AUG_FILE_SOCKET) {
		ret->socket = (const void *)ret->names;
		ret->names += sizeof(*ret->socket);
		ret->names_len -= sizeof(*ret->socket);
	}
}

bool event__next_file(const struct event *e, const void **pos, struct file_view *ret)
{
	const uint8_t *end = (const uint8_t *)e->rec + e->rec->size;
	const uint8_t *at = *pos ? *pos : (const uint8_t *)(e->rec + 1);

	if (!e->has_files)
		return false;
	while (at < end) {
		const struct aug_payload *p = (const void *)at;

		at += sizeof(*p) + ALIGN8(p->len);
		if (p->arg != AUG_ARG_FILE)
			continue;
		fill_file(p, ret);
		*pos = at;
		return true;
	}
	return false;
}

bool event__file(const struct event *e, int32_t fd, bool at_exit, struct file_view *ret)
{
	const void *pos = NULL;

	while (event__next_file(e, &pos, ret)) {
		if (ret->file->fd == fd && ret->at_exit == at_exit)
			return true;
	}
	return false;
}
