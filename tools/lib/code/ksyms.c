// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ksyms.c - see ksyms.h. One block of text and a sorted array of addresses into it. */
#include "ksyms.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kallsyms.h"
#include "strbuf.h"
#include "util.h"

/* Further from a symbol than this, an address is not in it: functions are smaller. */
#define MAX_DISTANCE (4u << 20)

struct ksym {
	uint64_t addr;
	size_t name; /* offset into the names */
};

struct ksyms {
	const char *path;
	struct strbuf names;
	struct ksym *table;
	size_t nr;
	size_t room;
	bool loaded;
};

struct ksyms *ksyms__new(const char *path)
{
	struct ksyms *ksyms = calloc(1, sizeof(*ksyms));

	if (ksyms)
		ksyms->path = path;
	return ksyms;
}

void ksyms__free(struct ksyms *ksyms)
{
	if (!ksyms)
		return;
	strbuf__free(&ksyms->names);
	free(ksyms->table);
	free(ksyms);
}

static int add_symbol(void *ctx, const struct kallsyms_sym *sym)
{
	struct ksyms *ksyms = ctx;

	if (!sym->addr || !kallsyms_sym__is_code(sym))
		return 0;
	if (ksyms->nr == ksyms->room) {
		size_t room = ksyms->room ? ksyms->room * 2 : 4096;
		struct ksym *table = realloc(ksyms->table, room * sizeof(*table));

		if (!table)
			return -ENOMEM;
		ksyms->table = table;
		ksyms->room = room;
	}
	ksyms->table[ksyms->nr++] = (struct ksym){ sym->addr, ksyms->names.len };
	strbuf__add(&ksyms->names, sym->name, sym->name_len + 1);
	return strbuf__error(&ksyms->names);
}

static int by_addr(const void *a, const void *b)
{
	const struct ksym *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	/* Of several names of one address, the first in the file is found. */
	return x->name > y->name ? -1 : x->name < y->name;
}

/* Without memory, those that fit. */
static void load(struct ksyms *ksyms)
{
	ksyms->loaded = true;
	kallsyms__for_each(ksyms->path, add_symbol, ksyms);
	if (ksyms->nr)
		qsort(ksyms->table, ksyms->nr, sizeof(*ksyms->table), by_addr);
}

const char *ksyms__find(struct ksyms *ksyms, uint64_t addr, uint64_t *ret_offset)
{
	size_t low = 0, high;
	const struct ksym *sym;

	if (!ksyms->loaded)
		load(ksyms);
	high = ksyms->nr;
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (ksyms->table[mid].addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	if (!low)
		return NULL;
	sym = &ksyms->table[low - 1];
	*ret_offset = addr - sym->addr;
	return *ret_offset > MAX_DISTANCE ? NULL : ksyms->names.text + sym->name;
}

int ksyms__addr(struct ksyms *ksyms, const char *name, uint64_t *ret_addr)
{
	size_t i;

	if (!ksyms->loaded)
		load(ksyms);
	for (i = 0; i < ksyms->nr; i++) {
		if (strcmp(ksyms->names.text + ksyms->table[i].name, name))
			continue;
		*ret_addr = ksyms->table[i].addr;
		return 0;
	}
	return -ENOENT;
}

size_t ksyms__format(struct ksyms *ksyms, uint64_t addr, char *buf, size_t size)
{
	uint64_t offset;
	const char *name = ksyms__find(ksyms, addr, &offset);
	int len;

	buf[0] = '\0';
	if (!name)
		return 0;
	if (!offset)
		len = snprintf(buf, size, " <%s>", name);
	else
		len = snprintf(buf, size, " <%s+0x%llx>", name, (unsigned long long)offset);
	return len < 0 ? 0 : MIN((size_t)len, size - 1);
}
