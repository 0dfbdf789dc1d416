/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * attached.h - what augmenter objects attached to a record: named values with their BTF types.
 *
 * The bytes are written by other people's programs and count as hostile.
 */
#ifndef PERF_AUGMENT_ATTACHED_H
#define PERF_AUGMENT_ATTACHED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf/augment.h"
#include "out.h"

struct btf;
struct event;
struct payload;

/**
 * struct attached_item - one value.
 * @name: printable.
 * @head: the rest, but for what stands behind it.
 * @data: its bytes, @head.len of them.
 */
struct attached_item {
	char name[AUG_NAME_MAX];
	struct aug_item head;
	const uint8_t *data;
};

/**
 * attached__check() - can all items of @p be read?
 * @data: of @p, of any alignment.
 * Return: 0 or -EBADMSG.
 */
int attached__check(const uint8_t *data, size_t len);

/**
 * attached__next() - the item at @pos, and step over it.
 * @data: passed by attached__check().
 * @pos: 0 at first.
 * Return: false when there is none.
 */
bool attached__next(const uint8_t *data, size_t len, size_t *pos, struct attached_item *item);

/** struct attached_types - the BTF of the objects of a run, and what was made of it. */
struct attached_types;

/** attached_types__new() - Return: NULL when there is no memory. */
struct attached_types *attached_types__new(void);
void attached_types__free(struct attached_types *types);

/**
 * attached_types__set() - object number @object has the types @btf; borrowed, NULL for none.
 * Return: 0 or -ENOMEM.
 */
int attached_types__set(struct attached_types *types, unsigned int object, const struct btf *btf);

/**
 * attached_types__name_event() - records of type AUG_RECORD_EVENT with number @nr are of @name.
 * Return: 0 or -ENOMEM.
 */
int attached_types__name_event(struct attached_types *types, unsigned int nr, const char *name);

/** attached_types__event() - that name; "event" for a number without one, and when @types is NULL. */
const char *attached_types__event(const struct attached_types *types, unsigned int nr);

/**
 * attached__say() - all that was attached to @event, as members of the writer's innermost object.
 * @types: NULL when none are known: values are bytes then.
 */
void attached__say(struct attached_types *types, const struct event *event, struct out *o);

#endif /* PERF_AUGMENT_ATTACHED_H */
