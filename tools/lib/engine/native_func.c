// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* native_func.c - see native_func.h. */
#include "native_func.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_elf.h"
#include "bpf_elf_attach.h"
#include "log.h"
#include "strbuf.h"
#include "syscalls.h"
#include "util.h"

static int check_version(const struct augmenter *a)
{
	const uint32_t idx = bpf_elf__section(a->elf, AUG_VERSION_SECTION);
	const struct bpf_elf_section *sec = &a->elf->sections[idx];
	uint32_t version = 0;

	if (idx && sec->data && sec->size >= sizeof(version))
		memcpy(&version, sec->data, sizeof(version));
	if (!a->elf->btf) {
		log_err("%s: has no BTF, by which its maps and values are known: compile it with "
			"-g, as perf-augment build does",
			a->path);
		return -EINVAL;
	}
	if (!version) {
		log_err("%s: has sections " BPF_ATTACH_AUGMENT_PREFIX
			"... but does not say which version "
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
static int check_unique(const struct native_funcs *funcs, const struct augmenters *list,
			const struct native_func *func)
{
	const struct native_func *other;
	size_t i;

	for (i = 0; i < funcs->nr; i++) {
		other = &funcs->item[i];
		if (!native_func__is_call(other) || strcmp(other->name, func->name))
			continue;
		if (other->object == func->object && other->when != func->when)
			continue;
		log_err("the system call %s is augmented twice: by %s (function %s) and by %s "
			"(function %s); leave one out",
			func->name, list->item[other->object]->path, other->program,
			list->item[func->object]->path, func->program);
		return -EEXIST;
	}
	return 0;
}

/* Return: 0, -EINVAL when it is no section of ours, -ENOMEM. */
static int parse_section(const char *section, struct native_func *func)
{
	const char *name, *end = NULL;
	struct bpf_attach attach;

	bpf_attach__parse(section, &attach);
	if (attach.style != BPF_ATTACH_AUGMENT)
		return -EINVAL;
	func->when = attach.when;
	name = attach.target;
	if (!native_func__is_call(func)) {
		/* SYSTEM/EVENT, or PATH:FUNCTION */
		end = strrchr(name, func->when == AUG_ON_TRACEPOINT ? '/' : ':');
		if (!end || end == name)
			return -EINVAL;
		func->group = strndup(name, (size_t)(end - name));
		name = end + 1;
	}
	if (!*name)
		return -EINVAL;
	func->name = strdup(name);
	return func->name && (func->group || !end) ? 0 : -ENOMEM;
}

static void free_func(struct native_func *func)
{
	free(func->group);
	free(func->name);
}

static int check_func(const struct native_funcs *funcs, const struct augmenters *list,
		      const struct native_func *func)
{
	if (!native_func__is_call(func))
		return 0;
	if (!syscalls__find(AUG_ABI_NATIVE, func->name) &&
	    !syscalls__find(AUG_ABI_COMPAT, func->name))
		return refuse_call(list->item[func->object], func->program, func->name);
	return check_unique(funcs, list, func);
}

static int add_func(struct native_funcs *funcs, const struct augmenters *list, unsigned int object,
		    const struct bpf_elf_program *prog)
{
	const struct augmenter *a = list->item[object];
	const char *section = a->elf->sections[prog->section].name;
	struct native_func func = { .object = object, .program = prog->name }, *all;
	int err;

	if (prog->is_subprog || !strcmp(section, ".text"))
		return 0;
	err = parse_section(section, &func);
	if (err == -EINVAL)
		log_err("%s: function %s: its section '%s' is none of augmenter.bpf.h", a->path,
			func.program, section);
	if (!err)
		err = check_func(funcs, list, &func);
	if (!err) {
		all = reallocarray(funcs->item, funcs->nr + 1, sizeof(*all));
		err = all ? 0 : -ENOMEM;
	}
	if (err) {
		free_func(&func);
		return err;
	}
	funcs->item = all;
	all[funcs->nr++] = func;
	return 0;
}

int native_funcs__add(struct native_funcs *funcs, const struct augmenters *list,
		      unsigned int object)
{
	const struct augmenter *a = list->item[object];
	uint32_t i;
	int err = check_version(a);

	for (i = 0; i < a->elf->nr_programs && !err; i++)
		err = add_func(funcs, list, object, &a->elf->programs[i]);
	if (err == -ENOMEM)
		log_err("%s: %s", a->path, strerror(ENOMEM));
	return err;
}

void native_funcs__free(struct native_funcs *funcs)
{
	while (funcs->nr)
		free_func(&funcs->item[--funcs->nr]);
	free(funcs->item);
	funcs->item = NULL;
}
