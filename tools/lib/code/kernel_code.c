// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* kernel_code.c - see kernel_code.h. */
#include "kernel_code.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kallsyms.h"

static int add_sym(struct kernel_code *code, const struct kallsyms_sym *sym)
{
	if (code->nr == code->room) {
		const size_t room = code->room ? 2 * code->room : 256;
		struct kernel_code_sym *syms = reallocarray(code->syms, room, sizeof(*syms));

		if (!syms)
			return -ENOMEM;
		code->syms = syms;
		code->room = room;
	}
	code->syms[code->nr++] =
		(struct kernel_code_sym){ .addr = sym->addr, .name = code->names.len };
	strbuf__add(&code->names, sym->name, sym->name_len + 1);
	return strbuf__error(&code->names);
}

/* From _text or, of kernels that do not show it, _stext. */
static void see_text(struct kernel_code *code, const struct kallsyms_sym *sym)
{
	if (!strcmp(sym->name, "_etext")) {
		code->text_end = sym->addr;
	} else if (!strcmp(sym->name, "_text")) {
		code->text_start = sym->addr;
		code->text_name = "_text";
	} else if (!strcmp(sym->name, "_stext") && !code->text_start) {
		code->text_start = sym->addr;
		code->text_name = "_stext";
	}
}

static int take_symbol(void *ctx, const struct kallsyms_sym *sym)
{
	struct kernel_code *code = ctx;

	if (!sym->addr)
		return 0;
	if (sym->module)
		return strcmp(sym->module, "bpf") ? 0 : add_sym(code, sym);
	if (sym->name[0] == '_')
		see_text(code, sym);
	return 0;
}

static int by_addr(const void *a, const void *b)
{
	const struct kernel_code_sym *x = a, *y = b;

	return (x->addr > y->addr) - (x->addr < y->addr);
}

int kernel_code__read(struct kernel_code *code, const char *path)
{
	if (kallsyms__for_each(path, take_symbol, code) == -ENOMEM) {
		kernel_code__free(code);
		return -ENOMEM;
	}
	if (code->text_end <= code->text_start || !code->text_start)
		code->text_start = code->text_end = 0;
	if (code->nr)
		qsort(code->syms, code->nr, sizeof(*code->syms), by_addr);
	return 0;
}

void kernel_code__free(struct kernel_code *code)
{
	strbuf__free(&code->names);
	free(code->syms);
	*code = (struct kernel_code){};
}

const char *kernel_code__name(const struct kernel_code *code, size_t idx)
{
	return code->names.text + code->syms[idx].name;
}

const char *kernel_code__name_at(const struct kernel_code *code, uint64_t addr)
{
	const struct kernel_code_sym key = { .addr = addr }, *sym;

	sym = code->nr ? bsearch(&key, code->syms, code->nr, sizeof(key), by_addr) : NULL;
	return sym ? code->names.text + sym->name : NULL;
}
