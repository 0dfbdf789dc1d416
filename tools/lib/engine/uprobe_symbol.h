/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * uprobe_symbol.h - which of several functions of one name a probe is for. Libraries keep old versions
 * of functions beside the one that programs are linked with today (realpath@GLIBC_2.2.5 beside
 * realpath@@GLIBC_2.3); libbpf takes the first, or none.
 */
#ifndef PERF_AUGMENT_UPROBE_SYMBOL_H
#define PERF_AUGMENT_UPROBE_SYMBOL_H

#include <stddef.h>
#include <stdint.h>

/**
 * uprobe_symbol__find() - the default version of an exported function.
 * @file: a path, or a name to look for as libbpf does: a library where the loader looks, a program in
 *	$PATH.
 * @path: gets the file that was found.
 * @ret_offset: of the function in the file.
 * Return: 0; -ENOENT when the file or such a symbol is not there, as for static functions: to be left to
 * libbpf; -EOPNOTSUPP when the function is chosen as the program starts (IFUNC); -ENOMEM.
 */
int uprobe_symbol__find(const char *file, const char *function, char *path, size_t path_size,
			uint64_t *ret_offset);

#endif /* PERF_AUGMENT_UPROBE_SYMBOL_H */
