/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * build_id.h - the build-id of an ELF file, the running kernel, a module or the vdso: the note that
 * the linker leaves, by which code and its symbols are told apart. Files are hostile: every offset
 * and size is checked, and what is no regular file is not read.
 */
#ifndef PERF_AUGMENT_BUILD_ID_H
#define PERF_AUGMENT_BUILD_ID_H

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

/** BUILD_ID_SIZE_MAX - what perf.data has room for; longer ones are cut, as the kernel does. */
#define BUILD_ID_SIZE_MAX 20

/** struct build_id - @len bytes, zeros behind; all zero is none. */
struct build_id {
	uint8_t bytes[BUILD_ID_SIZE_MAX];
	uint8_t len;
};

/**
 * build_id__of_notes() - the build-id among ELF notes of this machine's byte order.
 * @align: of name and description, 4 or 8.
 * Return: 0; -ENOENT when there is none; -EINVAL when the notes are damaged before one comes.
 */
int build_id__of_notes(const uint8_t *notes, size_t len, size_t align, struct build_id *ret_id);

/**
 * build_id__of_fd() - of an ELF file, of either class and byte order.
 * Return: 0; -ENOENT: it has none; -EINVAL: it is no ELF file, or a damaged one; -ENOMEM; -errno
 * of reading.
 */
int build_id__of_fd(int fd, struct build_id *ret_id);

/**
 * build_id__open() - open a file to read its build-id, if it is a regular one.
 * Return: a descriptor; -EINVAL: it is something else; -errno of opening.
 */
int build_id__open(const char *path, struct stat *ret_st);

/** build_id__of_file() - the same by name. Return: also -errno of opening. */
int build_id__of_file(const char *path, struct build_id *ret_id);

/** build_id__of_kernel() - of the running kernel. Return: 0, -ENOENT, -EINVAL, other -errno. */
int build_id__of_kernel(struct build_id *ret_id);

/**
 * build_id__of_module() - of a loaded module.
 * @name: as /proc/modules has it; without a slash.
 * Return: as build_id__of_kernel().
 */
int build_id__of_module(const char *name, struct build_id *ret_id);

/** build_id__of_vdso() - of the vdso that the kernel maps into 64-bit processes. Return: the same. */
int build_id__of_vdso(struct build_id *ret_id);

#endif /* PERF_AUGMENT_BUILD_ID_H */
