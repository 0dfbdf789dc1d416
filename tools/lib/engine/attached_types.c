// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* attached_types.c - see attached.h: saying attached values by their BTF types. */
#include <bpf/btf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attached.h"
#include "btf_plan.h"
#include "log.h"
#include "record.h"
#include "syscalls.h"

/* The running kernel's types, among the numbers of objects. */
#define KERNEL UINT32_MAX

/* struct type_plan - how to say one type; @plan is NULL when that failed once. */
struct type_plan {
	uint32_t object;
	uint32_t type_id;
	struct btf_plan *plan;
};

struct attached_types {
	const struct btf **objects;
	size_t nr_objects;
	struct btf *kernel;
	bool no_kernel;
	struct type_plan *plans;
	size_t nr_plans;
	char **events;
	size_t nr_events;
};

struct attached_types *attached_types__new(void)
{
	return calloc(1, sizeof(struct attached_types));
}

void attached_types__free(struct attached_types *types)
{
	if (!types)
		return;
	while (types->nr_plans)
		btf_plan__free(types->plans[--types->nr_plans].plan);
	while (types->nr_events)
		free(types->events[--types->nr_events]);
	free(types->events);
	free(types->plans);
	free(types->objects);
	btf__free(types->kernel);
	free(types);
}

int attached_types__set(struct attached_types *types, unsigned int object, const struct btf *btf)
{
	const struct btf **all;

	if (object >= types->nr_objects) {
		all = reallocarray(types->objects, object + 1, sizeof(*all));
		if (!all)
			return -ENOMEM;
		memset(all + types->nr_objects, 0, (object + 1 - types->nr_objects) * sizeof(*all));
		types->objects = all;
		types->nr_objects = object + 1;
	}
	types->objects[object] = btf;
	return 0;
}

int attached_types__name_event(struct attached_types *types, unsigned int nr, const char *name)
{
	char **all;

	if (nr >= types->nr_events) {
		all = reallocarray(types->events, nr + 1, sizeof(*all));
		if (!all)
			return -ENOMEM;
		types->events = all;
		while (types->nr_events <= nr)
			all[types->nr_events++] = NULL;
	}
	free(types->events[nr]);
	types->events[nr] = strdup(name);
	return types->events[nr] ? 0 : -ENOMEM;
}

const char *attached_types__event(const struct attached_types *types, unsigned int nr)
{
	return types && nr < types->nr_events && types->events[nr] ? types->events[nr] : "event";
}

static const struct btf *btf_of(struct attached_types *types, uint32_t object)
{
	if (object != KERNEL)
		return object < types->nr_objects ? types->objects[object] : NULL;
	if (!types->kernel && !types->no_kernel) {
		types->kernel = btf__load_vmlinux_btf();
		types->no_kernel = !types->kernel;
	}
	return types->kernel;
}

static const struct btf_plan *make_plan(struct attached_types *types, uint32_t object,
					uint32_t type_id)
{
	const struct btf *btf = btf_of(types, object);
	struct type_plan *all;
	struct btf_plan *plan = NULL;
	int err;

	all = reallocarray(types->plans, types->nr_plans + 1, sizeof(*all));
	if (!all)
		return NULL;
	types->plans = all;
	if (btf && type_id) {
		err = btf_plan__new(btf, type_id, &plan);
		if (err)
			log_debug("BTF type %u of an augmenter: %s", type_id, btf_plan__error(err));
	}
	all[types->nr_plans++] = (struct type_plan){ object, type_id, plan };
	return plan;
}

/* Few types are attached in one run, so a walk over them is the fastest search. */
static const struct btf_plan *plan_of(struct attached_types *types, uint32_t object,
				      uint32_t type_id)
{
	size_t i;

	if (!types)
		return NULL;
	for (i = 0; i < types->nr_plans; i++) {
		if (types->plans[i].type_id == type_id && types->plans[i].object == object)
			return types->plans[i].plan;
	}
	return make_plan(types, object, type_id);
}

static void say_array(const struct btf_plan *plan, const struct attached_item *item, struct out *o)
{
	const uint64_t size = btf_plan__size(plan);
	const uint64_t nr = size ? item->head.len / size : 0;
	const uint64_t full = size ? item->head.full_len / size : 0;
	uint64_t i;

	out__begin(o, OUT_ARRAY);
	for (i = 0; i < nr; i++)
		btf_plan__run(plan, item->data + i * size, size, o);
	if (full > nr)
		out__more(o, full - nr);
	out__end(o, OUT_ARRAY);
}

static void say_item(struct attached_types *types, uint32_t object,
		     const struct attached_item *item, struct out *o)
{
	const struct aug_item *head = &item->head;
	const struct btf_plan *plan;

	if (head->err) {
		out__fault(o, head->ptr, head->err);
		return;
	}
	if (head->kind == AUG_ITEM_STR || head->kind == AUG_ITEM_BYTES) {
		out__str(o, (const char *)item->data, head->len, head->len < head->full_len);
		return;
	}
	plan = plan_of(types, head->flags & AUG_I_KERNEL ? KERNEL : object, head->type_id);
	if (plan && head->kind == AUG_ITEM_ARRAY)
		say_array(plan, item, o);
	else if (plan && head->kind == AUG_ITEM_VALUE)
		btf_plan__run(plan, item->data, head->len, o);
	else
		out__bytes(o, item->data, head->len); /* a kind of a newer header */
}

/* Values of @p with that name, of those before @end. */
static unsigned int count_name(const struct payload *p, size_t end, const char *name)
{
	struct attached_item item;
	unsigned int nr = 0;
	size_t pos = 0;

	while (pos < end && attached__next(p->data, p->len, &pos, &item))
		nr += !strcmp(item.name, name);
	return nr;
}

/* A name stands once beside the arguments: what has it after another is "NAME#2". */
static void say_name(const struct event *event, unsigned int side, size_t pos, const char *name,
		     struct out *o)
{
	const struct syscall_desc *desc = syscalls__get(event->rec->abi, event->rec->nr);
	unsigned int nr = count_name(&event->attached[side], pos, name);
	char text[AUG_NAME_MAX + 16];

	if (event->rec->type != AUG_RECORD_EVENT) {
		for (unsigned int i = 0; desc && i < desc->nr_args; i++)
			nr += !strcmp(desc->args[i].name, name);
	}
	if (side && event->has_attached & 1 && !event->attached[0].err)
		nr += count_name(&event->attached[0], SIZE_MAX, name);
	snprintf(text, sizeof(text), nr ? "%s#%u" : "%s", name, nr + 1);
	out__member(o, text);
}

static void say_payload(struct attached_types *types, const struct event *event, unsigned int side,
			struct out *o)
{
	const struct payload *p = &event->attached[side];
	size_t pos = 0, before = 0;
	struct attached_item item;
	struct aug_attached head;

	if (p->err) {
		out__member(o, "attached");
		out__fault(o, 0, p->err);
		return;
	}
	memcpy(&head, p->data, sizeof(head));
	for (; attached__next(p->data, p->len, &pos, &item); before = pos) {
		say_name(event, side, before, item.name, o);
		say_item(types, head.object, &item, o);
	}
	if (head.nr_lost) {
		out__member(o, "attached_lost");
		out__uint(o, head.nr_lost);
	}
}

void attached__say(struct attached_types *types, const struct event *event, struct out *o)
{
	for (unsigned int i = 0; i < 2; i++) {
		if (event->has_attached & (1u << i))
			say_payload(types, event, i, o);
	}
}
