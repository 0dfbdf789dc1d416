/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * btf_subset.h - of the kernel's BTF what one object's CO-RE relocations can name.
 *
 * libbpf copies and searches all 150,000 types of a kernel for each object that it loads. An object of
 * ours names ten of them: they are found in one pass, and libbpf gets a BTF of a few kilobytes.
 */
#ifndef PERF_AUGMENT_BTF_SUBSET_H
#define PERF_AUGMENT_BTF_SUBSET_H

#include <stdbool.h>
#include <stddef.h>

struct btf;

/**
 * btf_subset__make() - the structs, unions and enums of @kernel that @local has too, by name, with the
 * members and values of those names. What a member points to is void: a relocation does not look at it.
 * @kernel: raw BTF of this machine's byte order, of any content.
 * Return: 0, -EINVAL when it is malformed or has a kind of type that is not known, -ENOMEM.
 */
int btf_subset__make(const struct btf *local, const void *kernel, size_t size,
		     struct btf **ret_subset);

/** struct btf_subset_file - where libbpf reads the subset. @fd: of a memfd; -1 for none. */
struct btf_subset_file {
	int fd;
	char path[32];
};

/**
 * btf_subset_file__open() - an empty one; its path is for struct bpf_object_open_opts.btf_custom_path.
 * Return: 0 or -errno, not logged: libbpf finds the whole by itself.
 */
int btf_subset_file__open(struct btf_subset_file *file);

/**
 * btf_subset_file__fill() - with what @local can name of the running kernel; with the kernel's whole BTF
 * when that fails. Once for objects that have the same types.
 * @keep: @local is our own, the same at each start: what was found for this kernel is kept in the cache
 *	of this user (user_cache.h), and taken from there.
 * Return: 0 or -errno, not logged.
 */
int btf_subset_file__fill(struct btf_subset_file *file, const struct btf *local, bool keep);

void btf_subset_file__close(struct btf_subset_file *file);

#endif /* PERF_AUGMENT_BTF_SUBSET_H */
