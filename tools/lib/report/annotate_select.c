// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* annotate_select.c - see annotate_select.h. */
#include "annotate_select.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

/** struct wanted - @prog, @func: patterns; NULL for any. */
struct wanted {
	char *prog;
	char *func;
};

static bool matches(const char *pattern, const char *name)
{
	return name && !fnmatch(pattern, name, 0);
}

static bool is_wanted_prog(const char *pattern, const struct bpf_prog *prog)
{
	char text[sizeof(prog->entry.info.name) + 1] = "", tag[17];
	unsigned int i;

	if (matches(pattern, prog->name))
		return true;
	snprintf(text, sizeof(text), "%u", prog->id);
	if (prog->has_id && !strcmp(pattern, text))
		return true;
	for (i = 0; i < sizeof(prog->tag); i++)
		snprintf(tag + 2 * i, sizeof(tag) - 2 * i, "%02x", prog->tag[i]);
	if (prog->has_tag && !strcmp(pattern, tag))
		return true;
	/* The kernel's own name, of 15 letters. */
	memcpy(text, prog->entry.info.name, sizeof(prog->entry.info.name));
	text[sizeof(prog->entry.info.name)] = '\0';
	return prog->has_info && *text && matches(pattern, text);
}

/* "bpf_prog_TAG_name", and the name. */
static bool is_wanted_func(const char *pattern, const char *symbol)
{
	const size_t head = strlen("bpf_prog_") + 2 * BPF_TAG_SIZE + 1;

	if (matches(pattern, symbol))
		return true;
	return !strncmp(symbol, "bpf_prog_", strlen("bpf_prog_")) && strlen(symbol) > head &&
	       matches(pattern, symbol + head);
}

static bool is_wanted(const struct wanted *w, const struct bpf_prog *prog, const char *symbol)
{
	if (w->func)
		return (!w->prog || is_wanted_prog(w->prog, prog)) &&
		       is_wanted_func(w->func, symbol);
	return is_wanted_prog(w->prog, prog) || matches(w->prog, symbol);
}

static int parse(const char *text, struct wanted *ret_wanted)
{
	const char *colon = strrchr(text, ':');

	*ret_wanted = (struct wanted){};
	if (!colon || colon != text) {
		ret_wanted->prog = strndup(text, colon ? (size_t)(colon - text) : strlen(text));
		if (!ret_wanted->prog)
			return -ENOMEM;
	}
	if (colon) {
		ret_wanted->func = strdup(colon + 1);
		if (!ret_wanted->func)
			return -ENOMEM;
	}
	return 0;
}

static int compare(const void *a, const void *b)
{
	const struct annotate_item *x = a, *y = b;

	if (x->nr_samples != y->nr_samples)
		return x->nr_samples > y->nr_samples ? -1 : 1;
	if (x->prog->id != y->prog->id)
		return x->prog->id < y->prog->id ? -1 : 1;
	if (x->prog != y->prog)
		return x->prog < y->prog ? -1 : 1;
	return x->func < y->func ? -1 : x->func > y->func;
}

/** struct list - items that grow. */
struct list {
	struct annotate_item *items;
	size_t nr, size;
};

static int add(struct list *list, struct bpf_prog *prog, uint32_t func)
{
	struct annotate_item *bigger;

	if (list->nr == list->size) {
		list->size = list->size ? 2 * list->size : 64;
		bigger = reallocarray(list->items, list->size, sizeof(*bigger));
		if (!bigger)
			return -ENOMEM;
		list->items = bigger;
	}
	list->items[list->nr++] = (struct annotate_item){
		.prog = prog,
		.func = func,
		.nr_samples = func < prog->nr_funcs ? prog->funcs[func].nr_samples : 0,
	};
	return 0;
}

static int add_prog(const struct annotate *a, const struct wanted *w, struct bpf_prog *prog,
		    struct list *list)
{
	/* One that is not JITed, or hidden, has no functions but instructions. */
	const uint32_t nr = prog->nr_funcs ? prog->nr_funcs : prog->has_info;
	struct strbuf symbol = {};
	uint32_t i;
	int err = 0;

	for (i = 0; i < nr && !err; i++) {
		strbuf__reset(&symbol);
		bpf_prog__add_symbol(prog, i, &symbol);
		if (w ? is_wanted(w, prog, strbuf__cstr(&symbol))
		      : a->is_live || (prog->nr_funcs && prog->funcs[i].nr_samples))
			err = add(list, prog, i);
		if (!err)
			err = strbuf__error(&symbol);
	}
	strbuf__free(&symbol);
	return err;
}

int annotate__select(struct annotate *a, const char *wanted, struct annotate_item **ret_items,
		     size_t *ret_nr)
{
	struct wanted w = {};
	struct list list = {};
	struct bpf_prog *progs;
	size_t nr_progs, i;
	int err;

	err = wanted ? parse(wanted, &w) : 0;
	progs = bpf_progs__get(a->progs, &nr_progs);
	for (i = 0; i < nr_progs && !err; i++)
		err = add_prog(a, wanted ? &w : NULL, &progs[i], &list);
	free(w.prog);
	free(w.func);
	if (err) {
		free(list.items);
		return err;
	}
	if (list.nr)
		qsort(list.items, list.nr, sizeof(*list.items), compare);
	*ret_items = list.items;
	*ret_nr = list.nr;
	return 0;
}
