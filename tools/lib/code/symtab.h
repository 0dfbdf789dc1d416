/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * symtab.h - symbols of one file or kernel by address. Several at one address are one: the same one
 * that perf shows.
 */
#ifndef PERF_AUGMENT_SYMTAB_H
#define PERF_AUGMENT_SYMTAB_H

#include <stddef.h>
#include <stdint.h>

#include "strbuf.h"

enum symtab_binding { SYMTAB_LOCAL, SYMTAB_WEAK, SYMTAB_GLOBAL };

struct symtab_symbol {
	uint64_t start, end;
	uint64_t max_end; /* of this and all before it, when sealed */
	uint32_t name;
	uint32_t seq;
	uint8_t binding;
};

/** struct symtab - all zero is an empty one. */
struct symtab {
	struct symtab_symbol *syms;
	size_t nr, size;
	struct strbuf names;
};

#define NO_SYMBOL UINT32_MAX

void symtab__free(struct symtab *t);

/** symtab__add() - @len 0: it reaches to the next one. Return: 0 or -ENOMEM. */
int symtab__add(struct symtab *t, uint64_t start, uint64_t len, const char *name, size_t name_len,
		enum symtab_binding binding);

/** symtab__seal() - all are added. */
void symtab__seal(struct symtab *t);

/** symtab__find() - the symbol at @addr, or NO_SYMBOL. */
uint32_t symtab__find(const struct symtab *t, uint64_t addr);

/** symtab__name() - NUL-terminated. */
const char *symtab__name(const struct symtab *t, uint32_t sym);

#endif /* PERF_AUGMENT_SYMTAB_H */
