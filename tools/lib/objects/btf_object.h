/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* btf_object.h - the BTF of a file: of an object, or of nothing but BTF. */
#ifndef PERF_AUGMENT_BTF_OBJECT_H
#define PERF_AUGMENT_BTF_OBJECT_H

struct btf;

/**
 * btf_object__read() - read the BTF of @path.
 *
 * Compilers leave it to the loader to say where in its section a variable is: that is filled in.
 *
 * Return: the caller's to free; NULL with errno: ENOENT also when the file has none.
 */
struct btf *btf_object__read(const char *path);

#endif /* PERF_AUGMENT_BTF_OBJECT_H */
