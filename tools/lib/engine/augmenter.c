// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* augmenter.c - see augmenter.h. */
#include "augmenter.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bpf_build.h"
#include "bpf_elf.h"
#include "bpf_elf_attach.h"
#include "config.h"
#include "log.h"
#include "strbuf.h"
#include "terminal.h"

/* The engine counts objects in 8 bits (struct aug_spec). */
#define AUGMENTERS_MAX 255

bool augmenter__is_path(const char *element, size_t len)
{
	return len > 2 && element[len - 2] == '.' &&
	       (element[len - 1] == 'o' || element[len - 1] == 'c');
}

static int compile(struct augmenter *a, const struct config *cfg, struct strbuf *error)
{
	struct bpf_build_opts opts = { .source = a->path,
				       .color = terminal__takes_colors(STDERR_FILENO) };
	struct bpf_build build;
	int err;

	bpf_build_opts__configure(&opts, cfg);
	err = bpf_build__object(&opts, &build, error);
	log__foreign(build.messages.text, build.messages.len);
	if (!err) {
		err = bpf_object_image__adopt(build.bytes, build.size, a->path, &a->image, NULL,
					      error);
		build.bytes = NULL;
	}
	bpf_build__free(&build);
	return err;
}

static int read_object(struct augmenter *a, struct strbuf *error)
{
	struct strbuf notes = {};
	char *note, *save = NULL;
	int err = bpf_object_image__open(a->path, &a->image, &notes, error);

	for (note = strtok_r((char *)strbuf__cstr(&notes), "\n", &save); note && !err;
	     note = strtok_r(NULL, "\n", &save))
		log_debug("%s: %s", a->path, note);
	strbuf__free(&notes);
	return err;
}

static enum augmenter_kind kind_of(const struct bpf_elf *elf)
{
	uint32_t i;

	for (i = 0; i < elf->nr_sections; i++) {
		if (!strncmp(elf->sections[i].name, BPF_ATTACH_AUGMENT_PREFIX,
			     strlen(BPF_ATTACH_AUGMENT_PREFIX)))
			return AUGMENTER_NATIVE;
	}
	return AUGMENTER_PERF;
}

static void augmenter__free(struct augmenter *a)
{
	if (!a)
		return;
	bpf_elf__free(a->elf);
	bpf_object_image__free(&a->image);
	free(a->path);
	free(a);
}

static int parse(struct augmenter *a, struct strbuf *error)
{
	struct strbuf reason = {};
	int err = bpf_elf__parse(a->image.bytes, a->image.size, &a->elf, &reason);

	if (err)
		strbuf__addf(error, "%s: %s", a->path,
			     reason.len ? strbuf__cstr(&reason) : strerror(-err));
	else
		a->kind = kind_of(a->elf);
	strbuf__free(&reason);
	return err;
}

static int augmenter__open(const char *path, const struct config *cfg,
			   struct augmenter **ret_augmenter, struct strbuf *error)
{
	struct augmenter *a = calloc(1, sizeof(*a));
	int err;

	if (!a)
		return -ENOMEM;
	a->path = strdup(path);
	err = a->path ? 0 : -ENOMEM;
	if (!err)
		err = path[strlen(path) - 1] == 'c' ? compile(a, cfg, error)
						    : read_object(a, error);
	if (!err)
		err = parse(a, error);
	if (err)
		augmenter__free(a);
	else
		*ret_augmenter = a;
	return err;
}

static struct augmenter *find(const struct augmenters *list, const char *path)
{
	char there[PATH_MAX], here[PATH_MAX];
	size_t i;

	if (!realpath(path, here))
		return NULL;
	for (i = 0; i < list->nr; i++) {
		if (realpath(list->item[i]->path, there) && !strcmp(here, there))
			return list->item[i];
	}
	return NULL;
}

int augmenters__add(struct augmenters *list, const char *path, const struct config *cfg,
		    struct augmenter **ret_augmenter, struct strbuf *error)
{
	struct augmenter *a = find(list, path), **all;
	int err;

	if (!a) {
		if (list->nr == AUGMENTERS_MAX) {
			strbuf__addf(error, "%s: %d objects at most in one trace", path,
				     AUGMENTERS_MAX);
			return -E2BIG;
		}
		all = reallocarray(list->item, list->nr + 1, sizeof(*all));
		if (!all)
			return -ENOMEM;
		list->item = all;
		err = augmenter__open(path, cfg, &a, error);
		if (err)
			return err;
		all[list->nr++] = a;
	}
	if (ret_augmenter)
		*ret_augmenter = a;
	return 0;
}

void augmenters__free(struct augmenters *list)
{
	while (list->nr)
		augmenter__free(list->item[--list->nr]);
	free(list->item);
	list->item = NULL;
}

size_t augmenters__count(const struct augmenters *list, enum augmenter_kind kind)
{
	size_t nr = 0, i;

	for (i = 0; i < list->nr; i++)
		nr += list->item[i]->kind == kind;
	return nr;
}
