/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * kernel_code.h - where the code of this kernel is: its text, and what it made for BPF. All of it from
 * one reading of kallsyms.
 */
#ifndef PERF_AUGMENT_KERNEL_CODE_H
#define PERF_AUGMENT_KERNEL_CODE_H

#include <stddef.h>
#include <stdint.h>

#include "strbuf.h"

/** struct kernel_code_sym - where a piece of BPF's code begins. @name: its offset in the names. */
struct kernel_code_sym {
	uint64_t addr;
	size_t name;
};

/**
 * struct kernel_code
 * @text_start, @text_end: of the kernel; both 0 when its addresses are hidden from us.
 * @text_name: the symbol at @text_start.
 * @syms: @nr of programs' functions, trampolines, dispatchers, by address.
 */
struct kernel_code {
	uint64_t text_start, text_end;
	const char *text_name;
	struct strbuf names;
	struct kernel_code_sym *syms;
	size_t nr, room;
};

/**
 * kernel_code__read() - fill @code, which is zero.
 * @path: NULL for /proc/kallsyms. Without it nothing is known, and that is no error.
 * Return: 0 or -ENOMEM.
 */
int kernel_code__read(struct kernel_code *code, const char *path);
void kernel_code__free(struct kernel_code *code);

/** kernel_code__name() - of @idx of the symbols. */
const char *kernel_code__name(const struct kernel_code *code, size_t idx);

/** kernel_code__name_at() - of what begins at @addr; NULL when nothing does. */
const char *kernel_code__name_at(const struct kernel_code *code, uint64_t addr);

#endif /* PERF_AUGMENT_KERNEL_CODE_H */
