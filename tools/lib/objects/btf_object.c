// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* btf_object.c - see btf_object.h. */
#include "btf_object.h"

#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_elf.h"
#include "bpf_elf_image.h"
#include "strbuf.h"
#include "util.h"

typedef const struct bpf_elf_symbol *symbol_ptr;

static int compare_symbols(const void *p, const void *q)
{
	symbol_ptr a = *(const symbol_ptr *)p, b = *(const symbol_ptr *)q;

	if (a->section != b->section)
		return a->section < b->section ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* By section and name: a hostile object has many of both symbols and variables. */
static symbol_ptr *sort_symbols(const struct bpf_elf *elf)
{
	symbol_ptr *symbols = calloc((size_t)elf->nr_symbols + 1, sizeof(symbol_ptr));
	uint32_t i;

	for (i = 0; symbols && i < elf->nr_symbols; i++)
		symbols[i] = &elf->symbols[i];
	if (symbols)
		qsort(symbols, elf->nr_symbols, sizeof(symbol_ptr), compare_symbols);
	return symbols;
}

static symbol_ptr find_symbol(const struct bpf_elf *elf, const symbol_ptr *symbols,
			      uint32_t section, const char *name)
{
	const struct bpf_elf_symbol wanted = { .section = section, .name = name };
	const symbol_ptr key = &wanted;
	const symbol_ptr *found;

	found = bsearch(&key, symbols, elf->nr_symbols, sizeof(symbol_ptr), compare_symbols);
	return found ? *found : NULL;
}

/* The types are ours to change: libbpf gives them out as const, but fills them in the same way. */
static void place_variables(const struct bpf_elf *elf, const symbol_ptr *symbols,
			    struct btf_type *t)
{
	const char *name = btf__str_by_offset(elf->btf, t->name_off);
	uint32_t section = bpf_elf__section(elf, name ? name : ""), i;
	struct btf_var_secinfo *info = btf_var_secinfos(t);
	const struct btf_type *var;
	symbol_ptr symbol;

	if (!section || elf->sections[section].size > UINT32_MAX)
		return;
	t->size = (uint32_t)elf->sections[section].size;
	for (i = 0; i < btf_vlen(t); i++) {
		var = btf__type_by_id(elf->btf, info[i].type);
		name = var ? btf__str_by_offset(elf->btf, var->name_off) : NULL;
		symbol = name ? find_symbol(elf, symbols, section, name) : NULL;
		if (symbol && symbol->value <= t->size)
			info[i].offset = (uint32_t)symbol->value;
	}
}

static struct btf *placed_btf(const struct bpf_elf *elf)
{
	__cleanup_free symbol_ptr *symbols = sort_symbols(elf);
	uint32_t id, size;
	const void *raw;

	if (!symbols)
		return NULL;
	for (id = 1; id < btf__type_cnt(elf->btf); id++) {
		struct btf_type *t = (struct btf_type *)btf__type_by_id(elf->btf, id);

		if (btf_is_datasec(t))
			place_variables(elf, symbols, t);
	}
	raw = btf__raw_data(elf->btf, &size);
	return raw ? btf__new(raw, size) : NULL;
}

/* Other files with BTF: vmlinux, what `bpftool btf dump` does not need an object for. */
static struct btf *other_btf(const char *path)
{
	libbpf_print_fn_t print = libbpf_set_print(NULL); /* what is wrong we say ourselves */
	struct btf *btf = btf__parse(path, NULL);

	libbpf_set_print(print);
	return btf;
}

struct btf *btf_object__read(const char *path, struct strbuf *error)
{
	struct strbuf why = {};
	struct bpf_elf *elf = NULL;
	struct btf *btf = NULL;
	void *bytes = NULL;
	size_t size;
	int err;

	err = bpf_object_image__read(path, &bytes, &size, error);
	if (err && err != -EFBIG)
		return NULL;
	if (!err && !bpf_elf__parse(bytes, size, &elf, &why) && elf->btf)
		btf = placed_btf(elf);
	if (!btf)
		btf = other_btf(path);
	if (!btf && !err)
		strbuf__addf(error, "%s: %s", path,
			     why.len ? strbuf__cstr(&why)
				     : "it has no BTF; build it with -g for the bpf target");
	bpf_elf__free(elf);
	free(bytes);
	strbuf__free(&why);
	return btf;
}
