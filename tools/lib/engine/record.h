/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * record.h - bytes of the engine's ring to an event: views into the bytes, nothing copied.
 *
 * Pure and bounds-checked, no I/O; the bytes count as hostile.
 */
#ifndef PERF_AUGMENT_RECORD_H
#define PERF_AUGMENT_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf/augment.h"

/**
 * struct payload - what one argument points to; @data is valid as long as the event's bytes.
 * @err: -errno, it could not be read; with AUG_C_PARTS what is behind the @len bytes.
 */
struct payload {
	const uint8_t *data;
	uint32_t len;
	uint32_t full_len;
	int32_t err;
	uint8_t flags; /* AUG_P_* */
};

/** payload__is_unread() - not even the first element, of @size bytes, of an array could be read. */
static inline bool payload__is_unread(const struct payload *p, size_t size)
{
	return p->err && p->len < size;
}

/**
 * struct event - one parsed record.
 * @rec: the fixed part.
 * @entry: per argument, what was read for the entry (also when it was re-read at exit).
 * @exit: per argument, what was read at exit.
 * @attached: what an augmenter object attached at the entry, and at the exit; see attached.h.
 * @has_attached: bit 0 for the entry, bit 1 for the exit.
 * @stack: the call chain in user space, in the kernel, and what one can be found from: see
 *	AUG_ARG_STACK_USER. @has_stack: bits of them.
 * @has_files: what some of its descriptors stand for is there, see event__file().
 * @has_entry, @has_exit: bit n is set when the payload of argument n is there.
 */
struct event {
	const struct aug_record *rec;
	struct payload entry[AUG_MAX_ARGS];
	struct payload exit[AUG_MAX_ARGS];
	struct payload attached[2];
	struct payload stack[3];
	uint8_t has_entry;
	uint8_t has_exit;
	uint8_t has_attached;
	uint8_t has_stack;
	bool has_files;
};

/**
 * record__parse() - check @size bytes at @data and make @ret_event of them.
 * @data: 8-byte aligned; must outlive the event.
 *
 * Return: 0; -EPROTO when version or type is not known; -EBADMSG when a length does not fit, a
 * payload names no argument, or one is there twice of one attempt.
 */
int record__parse(const void *data, size_t size, struct event *ret_event);

/**
 * record__is_task() - whether the bytes, of which the first eight are there, are a task record.
 * record__parse_task() - check it. Return: the record in @data, NULL when the size does not fit, or a thread takes its
 *	own place.
 */
bool record__is_task(const void *data);
const struct aug_task_record *record__parse_task(const void *data, size_t size);

/**
 * payload__attempt() - which attempt at reading something a payload is of, by its AUG_P_*: a later
 * one takes the place of those before it.
 */
unsigned int payload__attempt(uint8_t flags);

/** event__entry() - the payload read for the entry of argument @idx, or NULL. */
static inline const struct payload *event__entry(const struct event *e, unsigned int idx)
{
	return e->has_entry & (1u << idx) ? &e->entry[idx] : NULL;
}

/**
 * event__exit() - the payload read at the exit for argument @idx, or NULL. Of a call that succeeded what could not be
 * read at the entry has been read once, at the exit, and stands for both.
 */
static inline const struct payload *event__exit(const struct event *e, unsigned int idx)
{
	const struct payload *entry = event__entry(e, idx);

	if (e->has_exit & (1u << idx))
		return &e->exit[idx];
	return entry && entry->flags & AUG_P_REREAD && e->rec->ret >= 0 ? entry : NULL;
}

/**
 * struct file_view - what a descriptor stands for.
 * @names: as in struct aug_file. @socket: NULL when there is none.
 * @at_exit: since the end of the call; else when it began.
 */
struct file_view {
	const struct aug_file *file;
	const struct aug_socket *socket;
	const char *names;
	size_t names_len;
	bool at_exit;
};

/** event__file() - what descriptor @fd was. Return: false when that is not there. */
bool event__file(const struct event *e, int32_t fd, bool at_exit, struct file_view *ret);

/**
 * event__next_file() - the descriptors one by one, as they were looked at.
 * @pos: NULL for the first one, and then as it was left.
 *
 * Return: false at the end.
 */
bool event__next_file(const struct event *e, const void **pos, struct file_view *ret);

/**
 * event__part() - a piece of what argument @idx leads to, see AUG_PART_*.
 * @flags: AUG_P_EXIT for what was read at exit; 0 for what belongs to the entry.
 *
 * Return: false when it is not there.
 */
bool event__part(const struct event *e, unsigned int idx, uint8_t flags, unsigned int part,
		 unsigned int elem, struct payload *ret);

#endif /* PERF_AUGMENT_RECORD_H */
