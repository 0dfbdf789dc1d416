// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* native_func.c - see native_func.h. */
#include "native_func.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_elf.h"
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

/* What stands behind "augment/" in the name of a section. */
static const struct {
	const char *prefix;
	unsigned int when;
	char separator; /* the last one of it ends the group; 0: there is no group */
} kinds[] = {
	{ "enter/", AUG_ON_ENTER, 0 },		 { "exit/", AUG_ON_EXIT, 0 },
	{ "tp/", AUG_ON_TRACEPOINT, '/' },	 { "uprobe/", AUG_ON_UPROBE, ':' },
	{ "uretprobe/", AUG_ON_URETPROBE, ':' },
};

/* Return: 0, -EINVAL when it is no section of ours, -ENOMEM. */
static int parse_section(const char *section, struct native_func *func)
{
	const char *text, *end;
	size_t i;

	if (strncmp(section, AUGMENTER_SECTION, strlen(AUGMENTER_SECTION)))
		return -EINVAL;
	section += strlen(AUGMENTER_SECTION);
	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (strncmp(section, kinds[i].prefix, strlen(kinds[i].prefix)))
			continue;
		func->when = kinds[i].when;
		text = section + strlen(kinds[i].prefix);
		if (kinds[i].separator) {
			end = strrchr(text, kinds[i].separator);
			if (!end || end == text)
				return -EINVAL;
			func->group = strndup(text, (size_t)(end - text));
			text = end + 1;
			if (!func->group)
				return -ENOMEM;
		}
		func->name = strdup(text);
		if (!func->name)
			return -ENOMEM;
		return *text ? 0 : -EINVAL;
	}
	return -EINVAL;
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
