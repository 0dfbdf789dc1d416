/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* btf_object.h - the BTF of a file: of an object, or of nothing but BTF. */
#ifndef PERF_AUGMENT_BTF_OBJECT_H
#define PERF_AUGMENT_BTF_OBJECT_H

struct btf;
struct strbuf;

/**
 * btf_object__read() - read the BTF of @path.
 *
 * Compilers leave it to the loader to say where in its section a variable is: that is filled in.
 *
 * @error: on failure gets "PATH: what is wrong".
 * Return: the caller's to free; NULL on failure.
 */
struct btf *btf_object__read(const char *path, struct strbuf *error);

#endif /* PERF_AUGMENT_BTF_OBJECT_H */
