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
#include "engine.h"
#include "log.h"
#include "spec.h"
#include "strbuf.h"
#include "syscalls.h"
#include "util.h"

/**
 * struct native_func - a function of an object.
 * @object: index into the list of augmenters.
 * @program: its name.
 * @call: the system call.
 */
struct native_func {
	unsigned int object;
	const char *program;
	const char *call;
	bool at_exit;
};

/**
 * struct native
 * @objects: by the index in @list; NULL for those that are not native.
 */
struct native {
	const struct augmenters *list;
	struct native_func *funcs;
	size_t nr_funcs;
	struct bpf_object **objects;
	struct attached_types *types;
};

/* ---- what is in the objects ---- */

static int check_version(const struct augmenter *a)
{
	const uint32_t idx = bpf_elf__section(a->elf, AUG_VERSION_SECTION);
	const struct bpf_elf_section *sec = &a->elf->sections[idx];
	uint32_t version = 0;

	if (idx && sec->data && sec->size >= sizeof(version))
		memcpy(&version, sec->data, sizeof(version));
	if (!version) {
		log_err("%s: has sections " AUGMENTER_SECTION "... but does not say which version "
			"of augmenter.bpf.h it was built with; build it with that header",
			a->path);
		return -EINVAL;
	}
	if (version > AUG_AUGMENTER_VERSION) {
		log_err("%s: was built with version %u of augmenter.bpf.h; this perf-augment has "
			"version %u: build it again with the headers of this one, or take a newer "
			"perf-augment",
			a->path, version, AUG_AUGMENTER_VERSION);
		return -EPROTO;
	}
	return 0;
}

static int refuse_call(const struct augmenter *a, const char *program, const char *call)
{
	const char *near[3];
	const size_t nr = syscalls__nearest(call, near, ARRAY_SIZE(near));
	struct strbuf text = {};
	size_t i;

	for (i = 0; i < nr; i++)
		strbuf__addf(&text, "%s%s", i ? ", " : "; is it ", near[i]);
	log_err("%s: function %s: there is no system call '%s'%s%s", a->path, program, call,
		strbuf__cstr(&text), nr ? "?" : " (perf-augment trace --list)");
	strbuf__free(&text);
	return -EINVAL;
}

/* Objects that fight over a call would depend on the order of -e. */
static int check_unique(const struct native *n, const struct native_func *func)
{
	const struct native_func *other;
	size_t i;

	for (i = 0; i < n->nr_funcs; i++) {
		other = &n->funcs[i];
		if (strcmp(other->call, func->call))
			continue;
		if (other->object == func->object && other->at_exit != func->at_exit)
			continue;
		log_err("the system call %s is augmented twice: by %s (function %s) and by %s "
			"(function %s); leave one out",
			func->call, n->list->item[other->object]->path, other->program,
			n->list->item[func->object]->path, func->program);
		return -EEXIST;
	}
	return 0;
}

static bool take_prefix(const char **text, const char *prefix)
{
	const size_t len = strlen(prefix);

	if (strncmp(*text, prefix, len))
		return false;
	*text += len;
	return true;
}

static int parse_section(const struct augmenter *a, const char *section, struct native_func *func)
{
	const char *name = section;

	if (take_prefix(&name, AUGMENTER_SECTION "enter/"))
		func->at_exit = false;
	else if (take_prefix(&name, AUGMENTER_SECTION "exit/"))
		func->at_exit = true;
	else {
		log_err("%s: function %s: its section '%s' is none of augmenter.bpf.h", a->path,
			func->program, section);
		return -EINVAL;
	}
	func->call = name;
	if (!syscalls__find(AUG_ABI_NATIVE, name) && !syscalls__find(AUG_ABI_COMPAT, name))
		return refuse_call(a, func->program, name);
	return 0;
}

static int add_func(struct native *n, unsigned int object, const struct bpf_elf_program *prog)
{
	const struct augmenter *a = n->list->item[object];
	struct native_func func = { .object = object, .program = prog->name }, *all;
	int err;

	if (prog->is_subprog || !strcmp(a->elf->sections[prog->section].name, ".text"))
		return 0;
	err = parse_section(a, a->elf->sections[prog->section].name, &func);
	if (!err)
		err = check_unique(n, &func);
	if (err)
		return err;
	all = reallocarray(n->funcs, n->nr_funcs + 1, sizeof(*all));
	if (!all)
		return -ENOMEM;
	n->funcs = all;
	all[n->nr_funcs++] = func;
	return 0;
}

static int add_object(struct native *n, unsigned int object)
{
	const struct augmenter *a = n->list->item[object];
	uint32_t i;
	int err = check_version(a);

	for (i = 0; i < a->elf->nr_programs && !err; i++)
		err = add_func(n, object, &a->elf->programs[i]);
	return err ? err : attached_types__set(n->types, object, a->elf->btf);
}

int native__new(const struct augmenters *list, struct native **ret_native)
{
	struct native *n;
	unsigned int i;
	int err = 0;

	*ret_native = NULL;
	if (!augmenters__count(list, AUGMENTER_NATIVE))
		return 0;
	n = calloc(1, sizeof(*n));
	if (!n)
		return -ENOMEM;
	n->list = list;
	n->types = attached_types__new();
	n->objects = calloc(list->nr, sizeof(*n->objects));
	if (!n->types || !n->objects)
		err = -ENOMEM;
	for (i = 0; i < list->nr && !err; i++) {
		if (list->item[i]->kind == AUGMENTER_NATIVE)
			err = add_object(n, i);
	}
	if (err) {
		if (err == -ENOMEM)
			log_err("augmenters: %s", strerror(ENOMEM));
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
	free(n->funcs);
	attached_types__free(n->types);
	free(n);
}

struct attached_types *native__types(const struct native *n)
{
	return n ? n->types : NULL;
}

/* ---- into the engine ---- */

/* Maps of the engine's name are the engine's. */
static int share_maps(struct bpf_object *obj, const struct engine *e)
{
	struct bpf_map *map;
	int fd, err;

	bpf_object__for_each_map (map, obj) {
		if (strncmp(bpf_map__name(map), "augment_", 8))
			continue;
		fd = engine__map_fd(e, bpf_map__name(map));
		if (fd < 0)
			continue;
		err = bpf_map__reuse_fd(map, fd);
		if (err)
			return err;
	}
	return 0;
}

static int load_object(struct native *n, unsigned int object, struct engine *e)
{
	const struct augmenter *a = n->list->item[object];
	LIBBPF_OPTS(bpf_object_open_opts, opts, .object_name = "augmenter");
	struct bpf_object *obj = bpf_object__open_mem(a->image.bytes, a->image.size, &opts);
	struct bpf_program *prog;
	int err;

	if (!obj) {
		err = -errno;
		log_err("%s: libbpf cannot open it: %s", a->path, strerror(-err));
		return err;
	}
	n->objects[object] = obj;
	bpf_object__for_each_program (prog, obj)
		bpf_program__set_type(prog, (enum bpf_prog_type)engine__call_type(e));
	err = share_maps(obj, e);
	if (err) {
		log_err("%s: cannot be given the engine's maps: %s", a->path, strerror(-err));
		return err;
	}
	return bpf_load__object(obj, a->path, a->elf);
}

static int connect_func(const struct native *n, const struct native_func *func, struct engine *e)
{
	const struct bpf_program *prog =
		bpf_object__find_program_by_name(n->objects[func->object], func->program);
	unsigned int abi;
	int err = prog ? 0 : -ENOENT;

	for (abi = 0; abi < AUG_NR_ABIS && !err; abi++) {
		const struct syscall_desc *desc = syscalls__find(abi, func->call);

		if (desc)
			err = engine__augment(e, spec__index(abi, (unsigned int)desc->nr[abi]),
					      func->at_exit, bpf_program__fd(prog), func->object);
	}
	return err;
}

int native__load(struct native *n, struct engine *e)
{
	size_t i;
	int err = 0;

	for (i = 0; i < n->list->nr && !err; i++) {
		if (n->list->item[i]->kind == AUGMENTER_NATIVE)
			err = load_object(n, (unsigned int)i, e);
	}
	for (i = 0; i < n->nr_funcs && !err; i++)
		err = connect_func(n, &n->funcs[i], e);
	return err;
}
