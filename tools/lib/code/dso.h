/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * dso.h - what code is in: programs, libraries, the kernel and its modules, code made at run time.
 * Symbols are read when the first one is asked for, and only from a file that is the recorded one:
 * of the same build-id where the recording has one.
 */
#ifndef PERF_AUGMENT_DSO_H
#define PERF_AUGMENT_DSO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "build_id.h"
#include "symtab.h"

/**
 * enum dso_kind
 * @DSO_FILE: an ELF file. @DSO_VDSO: the kernel's, in each process. @DSO_KERNEL, @DSO_MODULE: of the
 * kernel. @DSO_JIT: memory of a process that has no file; /tmp/perf-PID.map may name what is in it.
 * @DSO_SYMBOL: is its only symbol. @DSO_OTHER: has none.
 */
enum dso_kind { DSO_FILE, DSO_VDSO, DSO_KERNEL, DSO_MODULE, DSO_JIT, DSO_SYMBOL, DSO_OTHER };

struct dso_elf;

/**
 * struct dso
 * @path: as recorded; @name: as it is shown, perf's short name.
 * @pid: whose it is, of a JIT; @root_pid: a process in whose mount namespace @path is, 0 for ours.
 * @foreign: @path was in a mount namespace that is gone.
 * @loaded: symbols were looked for; @why: why there are none, or NULL.
 * @elf: the file, for addresses and source lines; may be NULL. @elf_delta: what @symtab adds to its
 *	addresses: where a kernel was put when it booted.
 * @base: where a module was.
 * @same_as: the dso that stands for this one, or itself.
 * @nr_hits: how often it was asked for a symbol.
 */
struct dso {
	enum dso_kind kind;
	char *path;
	char *name;
	struct build_id build_id;
	uint32_t pid;
	uint32_t root_pid;
	bool foreign;
	bool loaded;
	char *why;
	struct symtab symtab;
	struct dso_elf *elf;
	uint64_t elf_delta;
	uint64_t base;
	uint32_t same_as;
	uint64_t nr_hits;
};

/**
 * struct dso_opts - where symbols come from.
 * @symfs: before all paths of files, "" for none.
 * @debug_dir: perf's cache of files by build-id, "~/.debug"; NULL for none.
 * @force: files of others are used too.
 */
struct dso_opts {
	const char *symfs;
	const char *debug_dir;
	bool force;
};

/** dso__kind_of_map() - what a process has mapped. @path: as the kernel tells it; @flags: MAP_*. */
enum dso_kind dso__kind_of_map(const char *path, uint32_t flags);

/** dso__free() - what is in it. */
void dso__free(struct dso *dso);

/**
 * dso__load() - read its symbols: DSO_FILE, DSO_VDSO, DSO_JIT. Sets @loaded, and @why if there are
 * none. Kernels are loaded by kernel_syms.h. Return: 0 or -ENOMEM.
 */
int dso__load(struct dso *dso, const struct dso_opts *opts);

/** dso__say_why() - no symbols, for this reason; the first one counts. Return: 0 or -ENOMEM. */
int dso__say_why(struct dso *dso, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/** dso__address() - the address in its symbols' terms of byte @offset of the file. */
uint64_t dso__address(const struct dso *dso, uint64_t offset);

/**
 * dso__srcline() - "/src/file.c:12" of an address, "" when that is not known; @buf is for it.
 * Return: its length.
 */
size_t dso__srcline(struct dso *dso, uint64_t addr, char *buf, size_t size);

/** dso__load_perf_map() - symbols from /tmp/perf-PID.map. Return: 0 or -ENOMEM. */
int dso__load_perf_map(struct dso *dso, const struct dso_opts *opts);

bool build_id__same(const struct build_id *a, const struct build_id *b);
/** build_id__format() - hex digits; @buf has room for 2 * BUILD_ID_SIZE_MAX + 1. */
const char *build_id__format(const struct build_id *id, char *buf);

#endif /* PERF_AUGMENT_DSO_H */
