/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * kallsyms.h - the symbols of a kernel, line by line of /proc/kallsyms or a copy of it:
 * "ffffffff81000000 T _text", with "\t[module]" behind it. The one place that knows the form.
 */
#ifndef PERF_AUGMENT_KALLSYMS_H
#define PERF_AUGMENT_KALLSYMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct kallsyms_sym - one line, valid during the call.
 * @addr: 0 when addresses are hidden from us (kernel.kptr_restrict), and of some absolute symbols.
 * @module: without its brackets, "bpf" for JITed code; NULL in the kernel itself.
 */
struct kallsyms_sym {
	uint64_t addr;
	char type;
	const char *name;
	size_t name_len;
	const char *module;
};

/** kallsyms_fn - takes one symbol. Return: 0, or what ends the reading. */
typedef int (*kallsyms_fn)(void *ctx, const struct kallsyms_sym *sym);

/**
 * kallsyms__for_each() - all symbols in the order of the file; lines of another form are skipped.
 * @path: NULL for /proc/kallsyms. Making all its lines takes the kernel some 50 ms: read it once.
 * Return: 0; what @fn returned; -errno of opening or reading.
 */
int kallsyms__for_each(const char *path, kallsyms_fn fn, void *ctx);

/** kallsyms_sym__is_code() - not data. */
bool kallsyms_sym__is_code(const struct kallsyms_sym *sym);

/** kallsyms__find() - where @name of the kernel itself is; 0 when not there, or hidden. */
uint64_t kallsyms__find(const char *path, const char *name);

#endif /* PERF_AUGMENT_KALLSYMS_H */
