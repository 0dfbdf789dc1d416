/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * dso_elf.h - symbols, addresses and source lines of an ELF file, with what belongs to it: a debug
 * file by build-id or debug link, compressed symbols (.gnu_debugdata). libdw finds and reads them.
 */
#ifndef PERF_AUGMENT_DSO_ELF_H
#define PERF_AUGMENT_DSO_ELF_H

#include <libelf.h>

#include "dso.h"

/**
 * dso_elf__open() - @fd is taken over.
 * Return: 0; -EINVAL: no ELF file; -ENOMEM.
 */
int dso_elf__open(struct dso_elf **ret_elf, int fd, const char *path);
void dso_elf__close(struct dso_elf *elf);

/** dso_elf__build_id() - @ret_id->len is 0 when it has none. */
void dso_elf__build_id(const struct dso_elf *elf, struct build_id *ret_id);

/** dso_elf__add_symbols() - functions, and code with a label. Return: how many, or -ENOMEM. */
long dso_elf__add_symbols(struct dso_elf *elf, struct symtab *symtab);

/** dso_elf__address() - of byte @offset in the file; @offset itself when no segment has it. */
uint64_t dso_elf__address(const struct dso_elf *elf, uint64_t offset);

/** dso_elf__extent() - the addresses that its segments have in memory. Return: whether it has any. */
bool dso_elf__extent(const struct dso_elf *elf, uint64_t *ret_low, uint64_t *ret_high);

/** dso_elf__read() - a word of @size bytes, 4 or 8, at @offset in the file. Return: whether it is there. */
bool dso_elf__read(const struct dso_elf *elf, uint64_t offset, unsigned int size,
		   uint64_t *ret_word);

/** dso_elf__elf() - libelf's; valid until close. */
Elf *dso_elf__elf(const struct dso_elf *elf);

/** dso_elf__srcline() - see dso__srcline(). */
size_t dso_elf__srcline(struct dso_elf *elf, uint64_t addr, char *buf, size_t size);

/** dso_elf__cfi_is_good() - libdw may be asked for callers: see cfi_check.h. */
bool dso_elf__cfi_is_good(struct dso_elf *elf);

struct Dwarf_CFI_s;

/**
 * dso_elf__cfi() - how the file's functions are unwound: .eh_frame, else .debug_frame; NULL when it has
 * neither, or they are damaged. Valid until close.
 * @ret_delta: what to add to an address of the file for dwarf_cfi_addrframe().
 */
struct Dwarf_CFI_s *dso_elf__cfi(struct dso_elf *elf, uint64_t *ret_delta);

#endif /* PERF_AUGMENT_DSO_ELF_H */
