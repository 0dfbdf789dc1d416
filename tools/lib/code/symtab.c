// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* symtab.c - see symtab.h. */
#include "symtab.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "util.h"

void symtab__free(struct symtab *t)
{
	free(t->syms);
	strbuf__free(&t->names);
	*t = (struct symtab){};
}

int symtab__add(struct symtab *t, uint64_t start, uint64_t len, const char *name, size_t name_len,
		enum symtab_binding binding)
{
	const size_t at = t->names.len;

	if (at + name_len >= UINT32_MAX || t->nr >= NO_SYMBOL ||
	    array__grow(&t->syms, t->nr, &t->size, sizeof(*t->syms)))
		return -ENOMEM;
	strbuf__add(&t->names, name, name_len);
	strbuf__addc(&t->names, '\0');
	if (strbuf__error(&t->names))
		return -ENOMEM;
	t->syms[t->nr] = (struct symtab_symbol){
		.start = start,
		.end = start + len < start ? UINT64_MAX : start + len,
		.name = (uint32_t)at,
		.seq = (uint32_t)t->nr,
		.binding = (uint8_t)binding,
	};
	t->nr++;
	return 0;
}

static int compare(const void *a, const void *b)
{
	const struct symtab_symbol *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

static size_t underscores(const char *name)
{
	return strspn(name, "_");
}

/* Which of two at one address is shown, as perf chooses: one with a size, strong, global, plain. */
static bool is_better(const struct symtab *t, const struct symtab_symbol *a,
		      const struct symtab_symbol *b)
{
	const char *x = t->names.text + a->name, *y = t->names.text + b->name;

	if ((a->end > a->start) != (b->end > b->start))
		return a->end > a->start;
	if ((a->binding == SYMTAB_WEAK) != (b->binding == SYMTAB_WEAK))
		return b->binding == SYMTAB_WEAK;
	if ((a->binding == SYMTAB_GLOBAL) != (b->binding == SYMTAB_GLOBAL))
		return a->binding == SYMTAB_GLOBAL;
	if (underscores(x) != underscores(y))
		return underscores(x) < underscores(y);
	return strlen(x) >= strlen(y);
}

/* Symbols that are looked at for one that goes on behind those that lie in it. */
#define NESTED_MAX 64

/* Those without a size reach to the next one. */
static void give_sizes(struct symtab *t)
{
	size_t i;

	for (i = 0; i < t->nr; i++) {
		struct symtab_symbol *sym = &t->syms[i];

		if (sym->end > sym->start)
			continue;
		if (i + 1 < t->nr)
			sym->end = t->syms[i + 1].start;
		else
			sym->end = (sym->start | 4095) == UINT64_MAX ? UINT64_MAX
								     : (sym->start | 4095) + 1;
	}
}

void symtab__seal(struct symtab *t)
{
	uint64_t max_end = 0;
	size_t i, nr = 0;

	if (t->nr)
		qsort(t->syms, t->nr, sizeof(*t->syms), compare);
	give_sizes(t);
	for (i = 0; i < t->nr; i++) {
		struct symtab_symbol *last = nr ? &t->syms[nr - 1] : NULL;

		if (!last || last->start != t->syms[i].start)
			t->syms[nr++] = t->syms[i];
		else if (!is_better(t, last, &t->syms[i]))
			*last = t->syms[i];
	}
	t->nr = nr;
	for (i = 0; i < nr; i++) {
		max_end = MAX(max_end, t->syms[i].end);
		t->syms[i].max_end = max_end;
	}
}

uint32_t symtab__find(const struct symtab *t, uint64_t addr)
{
	size_t low = 0, high = t->nr, mid, stop;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (t->syms[mid].start <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	/* One that began before may go on behind a smaller one that lies in it. */
	stop = low > NESTED_MAX ? low - NESTED_MAX : 0;
	for (; low > stop && t->syms[low - 1].max_end > addr; low--) {
		if (t->syms[low - 1].end > addr)
			return (uint32_t)(low - 1);
	}
	return NO_SYMBOL;
}

const char *symtab__name(const struct symtab *t, uint32_t sym)
{
	return t->names.text + t->syms[sym].name;
}
