// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* native.c - see native.h. */
#include "native.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "attached.h"
#include "bpf_elf.h"
#include "bpf_load.h"
#include "btf_subset.h"
#include "engine.h"
#include "log.h"
#include "native_func.h"
#include "spec.h"
#include "strbuf.h"
#include "syscalls.h"

/**
 * struct native
 * @objects: by the index in @list; NULL for those that are not native.
 */
struct native {
	const struct augmenters *list;
	struct native_funcs funcs;
	struct bpf_object **objects;
	struct attached_types *types;
};

static int add_objects(struct native *n)
{
	unsigned int i;
	int err = 0;

	n->types = attached_types__new();
	n->objects = calloc(n->list->nr, sizeof(*n->objects));
	if (!n->types || !n->objects)
		return -ENOMEM;
	for (i = 0; i < n->list->nr && !err; i++) {
		if (n->list->item[i]->kind != AUGMENTER_NATIVE)
			continue;
		err = native_funcs__add(&n->funcs, n->list, i);
		if (!err)
			err = attached_types__set(n->types, i, n->list->item[i]->elf->btf);
	}
	return err;
}

int native__new(const struct augmenters *list, struct native **ret_native)
{
	struct native *n;
	int err;

	*ret_native = NULL;
	if (!augmenters__count(list, AUGMENTER_NATIVE))
		return 0;
	n = calloc(1, sizeof(*n));
	if (!n)
		return -ENOMEM;
	n->list = list;
	err = add_objects(n);
	if (err) {
		native__free(n);
		return err;
	}
	*ret_native = n;
	return 0;
}

void native__free(struct native *n)
{
	size_t i;

	if (!n)
		return;
	for (i = 0; n->objects && i < n->list->nr; i++)
		bpf_object__close(n->objects[i]);
	free(n->objects);
	native_funcs__free(&n->funcs);
	attached_types__free(n->types);
	free(n);
}

struct attached_types *native__types(const struct native *n)
{
	return n ? n->types : NULL;
}

unsigned int native__needs(const struct native *n)
{
	unsigned int needs = 0;
	size_t i;

	for (i = 0; n && i < n->funcs.nr; i++) {
		if (native_func__is_call(&n->funcs.item[i]))
			needs |= ENGINE_AUGMENT_CALLS;
		else if (n->funcs.item[i].when == AUG_ON_TRACEPOINT)
			needs |= ENGINE_AUGMENT_TRACEPOINTS;
		else
			needs |= ENGINE_AUGMENT_PROBES;
	}
	return needs;
}

/* ---- into the engine ---- */

/*
 * Maps of the header are the engine's, whatever the object declares: the kernel's verifier holds the
 * object to their real sizes. Those that no function of this trace needs are not made.
 */
static int share_maps(struct bpf_object *obj, const struct engine *e)
{
	struct bpf_map *map;
	int fd, err = 0;

	bpf_object__for_each_map (map, obj) {
		if (strncmp(bpf_map__name(map), "augment_", strlen("augment_")))
			continue;
		fd = engine__map_fd(e, bpf_map__name(map));
		err = fd < 0 ? bpf_map__set_autocreate(map, false) : bpf_map__reuse_fd(map, fd);
		if (err)
			break;
	}
	return err;
}

static enum bpf_prog_type type_of(const struct native_func *func, const struct engine *e)
{
	switch (func->when) {
	case AUG_ON_TRACEPOINT:
		return BPF_PROG_TYPE_TRACEPOINT;
	case AUG_ON_UPROBE:
	case AUG_ON_URETPROBE:
		return BPF_PROG_TYPE_KPROBE;
	default:
		return (enum bpf_prog_type)engine__call_type(e);
	}
}

static struct bpf_program *program_of(const struct native *n, const struct native_func *func)
{
	return bpf_object__find_program_by_name(n->objects[func->object], func->program);
}

/*
 * Reading all of the kernel's types takes libbpf 20 ms for each object. One that asks for their numbers
 * needs them all.
 */
static void open_kernel_types(const struct bpf_elf *elf, struct btf_subset_file *file)
{
	file->fd = -1;
	if (!elf->relocs.core || elf->relocs.core_ids || btf_subset_file__open(file))
		return;
	if (btf_subset_file__fill(file, elf->btf, false))
		btf_subset_file__close(file);
}

static int load_with(struct native *n, unsigned int object, struct engine *e,
		     const char *kernel_btf)
{
	const struct augmenter *a = n->list->item[object];
	const struct native_func *func;
	struct bpf_program *prog;
	size_t i;
	int err;

	err = bpf_load__open(a->image.bytes, a->image.size, a->path, kernel_btf,
			     &n->objects[object]);
	if (err)
		return err;
	for (i = 0; i < n->funcs.nr; i++) {
		func = &n->funcs.item[i];
		prog = func->object == object ? program_of(n, func) : NULL;
		if (prog)
			bpf_program__set_type(prog, type_of(func, e));
	}
	err = share_maps(n->objects[object], e);
	if (err) {
		log_err("%s: cannot be given the engine's maps: %s", a->path, strerror(-err));
		return err;
	}
	return bpf_load__object(n->objects[object], a->path, a->elf);
}

static int load_object(struct native *n, unsigned int object, struct engine *e)
{
	struct btf_subset_file types;
	int err;

	open_kernel_types(n->list->item[object]->elf, &types);
	err = load_with(n, object, e, types.fd >= 0 ? types.path : NULL);
	btf_subset_file__close(&types);
	return err;
}

static int connect_call(const struct native_func *func, int prog_fd, struct engine *e)
{
	unsigned int abi;
	int err = 0;

	for (abi = 0; abi < AUG_NR_ABIS && !err; abi++) {
		const struct syscall_desc *desc = syscalls__find(abi, func->name);

		if (desc)
			err = engine__augment(e, spec__index(abi, (unsigned int)desc->nr[abi]),
					      func->when == AUG_ON_EXIT, prog_fd, func->object);
	}
	return err;
}

static int connect_event(const struct native *n, const struct native_func *func, int prog_fd,
			 struct engine *e)
{
	const struct engine_event event = {
		.when = func->when,
		.group = func->group,
		.name = func->name,
		.prog_fd = prog_fd,
		.object = func->object,
	};
	const char *file = strrchr(func->group, '/');
	struct strbuf name = {};
	unsigned int nr;
	int err = engine__add_event(e, &event, &nr);

	if (err)
		return err;
	if (func->when != AUG_ON_TRACEPOINT)
		strbuf__adds(&name, func->when == AUG_ON_UPROBE ? "uprobe:" : "uretprobe:");
	strbuf__adds(&name, file ? file + 1 : func->group);
	strbuf__addc(&name, ':');
	strbuf__adds(&name, func->name);
	err = attached_types__name_event(n->types, nr, strbuf__cstr(&name));
	strbuf__free(&name);
	return err;
}

static int connect_func(const struct native *n, const struct native_func *func, struct engine *e)
{
	const struct bpf_program *prog = program_of(n, func);
	const int fd = prog ? bpf_program__fd(prog) : -1;

	if (fd < 0) {
		log_err("%s: libbpf does not see the function %s",
			n->list->item[func->object]->path, func->program);
		return -ENOENT;
	}
	return native_func__is_call(func) ? connect_call(func, fd, e)
					  : connect_event(n, func, fd, e);
}

int native__load(struct native *n, struct engine *e)
{
	size_t i;
	int err = 0;

	for (i = 0; i < n->list->nr && !err; i++) {
		if (n->list->item[i]->kind == AUGMENTER_NATIVE)
			err = load_object(n, (unsigned int)i, e);
	}
	for (i = 0; i < n->funcs.nr && !err; i++)
		err = connect_func(n, &n->funcs.item[i], e);
	return err;
}
