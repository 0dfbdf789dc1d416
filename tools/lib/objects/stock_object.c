// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* stock_object.c - see stock_object.h: what is in them, and opening. */
#include "stock_object.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_elf.h"
#include "bpf_elf_verdict.h"
#include "bpf_load.h"
#include "log.h"
#include "stock_object_priv.h"
#include "strbuf.h"
#include "syscalls.h"
#include "util.h"

/* What no loader would say as well, or not at all. */
static int check(const struct augmenter *a)
{
	struct strbuf reason = {};
	int err;

	bpf_elf__find_problems(a->elf, &reason);
	if (reason.len)
		reason.len--; /* its newline */
	else
		bpf_elf__suits_trace(a->elf, &reason);
	if (reason.len)
		log_err("%s: %s", a->path, strbuf__cstr(&reason));
	else if (!a->elf->nr_programs)
		log_warn("%s: there is no program in it, so nothing will happen", a->path);
	err = reason.len ? -EINVAL : 0;
	strbuf__free(&reason);
	return err;
}

/* ---- programs ---- */

/* "tp/SYSTEM/EVENT" is "SYSTEM:EVENT" in libbpf's spelling. */
static char *event_of(const struct bpf_attach *attach)
{
	char *event, *slash;

	if (attach->style == BPF_ATTACH_TRACEPOINT || attach->style == BPF_ATTACH_TAIL_CALL)
		return strdup(attach->target);
	if (attach->style != BPF_ATTACH_LIBBPF || attach->prog_type != BPF_PROG_TYPE_TRACEPOINT)
		return NULL;
	event = strdup(attach->target);
	slash = event ? strchr(event, '/') : NULL;
	if (slash)
		*slash = ':';
	return event;
}

static int list_programs(struct stock_object *object)
{
	struct bpf_program *prog;
	struct stock_program *p;
	size_t nr = 0;

	bpf_object__for_each_program (prog, object->obj)
		nr++;
	object->programs = calloc(nr + 1, sizeof(*object->programs));
	if (!object->programs)
		return -ENOMEM;
	bpf_object__for_each_program (prog, object->obj) {
		p = &object->programs[object->nr_programs++];
		p->prog = prog;
		bpf_attach__parse(bpf_program__section_name(prog), &p->attach);
		p->event = event_of(&p->attach);
		if (p->attach.style != BPF_ATTACH_LIBBPF && p->attach.prog_type)
			bpf_program__set_type(prog, (enum bpf_prog_type)p->attach.prog_type);
	}
	return 0;
}

/* perf 6.6 and later call by tail call what stands in sections like those that are attached. */
static void find_tail_calls(struct stock_object *object)
{
	size_t i;

	if (!bpf_object__find_map_by_name(object->obj, "syscalls_sys_enter"))
		return;
	for (i = 0; i < object->nr_programs; i++) {
		struct stock_program *p = &object->programs[i];
		const char *name = bpf_program__name(p->prog);

		if (p->attach.style == BPF_ATTACH_LIBBPF && p->event &&
		    (!strncmp(p->event, "syscalls:", 9) || !strcmp(name, "syscall_unaugmented")))
			p->attach.style = BPF_ATTACH_TAIL_CALL;
	}
}

static bool is_attached_to(const struct stock_program *p, const char *prefix)
{
	return p->event && p->attach.style != BPF_ATTACH_TAIL_CALL &&
	       !strncmp(p->event, prefix, strlen(prefix));
}

static void find_augmented(struct stock_object *object)
{
	static const char enter[] = "syscalls:sys_enter_";
	const struct syscall_desc *desc;
	size_t i;

	if (!bpf_object__find_map_by_name(object->obj, STOCK_OBJECT_AUGMENTED))
		return;
	for (i = 0; i < object->nr_programs; i++) {
		const struct stock_program *p = &object->programs[i];

		if (is_attached_to(p, "raw_syscalls:sys_enter"))
			object->augments = STOCK_AUGMENTS_ALL;
	}
	for (i = 0; i < object->nr_programs && object->augments != STOCK_AUGMENTS_ALL; i++) {
		const struct stock_program *p = &object->programs[i];

		if (!is_attached_to(p, enter))
			continue;
		object->augments = STOCK_AUGMENTS_SOME;
		desc = select__find(AUG_ABI_NATIVE, p->event + sizeof(enter) - 1);
		if (desc && desc->nr[AUG_ABI_NATIVE] >= 0)
			stock_object__set_decides(object, (uint32_t)desc->nr[AUG_ABI_NATIVE]);
	}
}

/*
 * A CPU finds its output by its number, so there must be an entry for each. More than one object
 * was made for a machine with fewer.
 */
static void size_output_maps(struct stock_object *object)
{
	const int nr_cpus = libbpf_num_possible_cpus();
	struct bpf_map *map;

	bpf_object__for_each_map (map, object->obj) {
		if (bpf_map__type(map) == BPF_MAP_TYPE_PERF_EVENT_ARRAY && nr_cpus > 0)
			bpf_map__set_max_entries(map, (uint32_t)nr_cpus);
	}
}

int stock_object__open(const struct augmenter *a, struct stock_object *object)
{
	int err;

	*object = (struct stock_object){ .augmenter = a, .path = a->path };
	err = check(a);
	if (!err)
		err = stock_object__expect_probes();
	if (!err)
		err = bpf_load__open(a->image.bytes, a->image.size, a->path, NULL, &object->obj);
	if (!err)
		err = list_programs(object);
	if (err) {
		stock_object__free(object);
		return err;
	}
	find_tail_calls(object);
	find_augmented(object);
	size_output_maps(object);
	return 0;
}

void stock_object__free(struct stock_object *object)
{
	size_t i;

	for (i = 0; i < object->nr_programs; i++) {
		bpf_link__destroy(object->programs[i].link);
		free(object->programs[i].event);
		kprobe_spec__free(&object->programs[i].probe);
		kprobe_prologue__free(&object->programs[i].prologue);
	}
	free(object->programs);
	bpf_object__close(object->obj);
	*object = (struct stock_object){};
}

int stock_object__map_fd(const struct stock_object *object, const char *name)
{
	return bpf_object__find_map_fd_by_name(object->obj, name);
}

/* ---- several ---- */

int stock_objects__add(struct stock_objects *list, const struct augmenter *a, bool is_config)
{
	struct stock_object *all;
	size_t i;
	int err;

	for (i = 0; i < list->nr; i++) {
		if (list->items[i].augmenter == a) {
			list->items[i].is_config &= is_config;
			return 0;
		}
	}
	all = reallocarray(list->items, list->nr + 1, sizeof(*all));
	if (!all)
		return -ENOMEM;
	list->items = all;
	err = stock_object__open(a, &all[list->nr]);
	if (err)
		return err;
	all[list->nr++].is_config = is_config;
	return 0;
}

void stock_objects__remove(struct stock_objects *list, size_t idx)
{
	stock_object__free(&list->items[idx]);
	list->nr--;
	memmove(&list->items[idx], &list->items[idx + 1],
		(list->nr - idx) * sizeof(list->items[0]));
}

void stock_objects__free(struct stock_objects *list)
{
	size_t i;

	for (i = 0; i < list->nr; i++)
		stock_object__free(&list->items[i]);
	free(list->items);
	*list = (struct stock_objects){};
}
