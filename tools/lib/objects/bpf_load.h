/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_load.h - loads other people's BPF objects, and says in their terms why one cannot be: which
 * program, the verifier's last words, the source line, and what usually helps.
 */
#ifndef PERF_AUGMENT_BPF_LOAD_H
#define PERF_AUGMENT_BPF_LOAD_H

#include <bpf/libbpf.h>
#include <stdarg.h>
#include <stddef.h>

struct bpf_elf;

/** bpf_load__choose_print() - what libbpf says from now on is for -vv, and not even formatted without. */
void bpf_load__choose_print(void);

/**
 * bpf_load__open() - bpf_object__open_mem(), with a report when it fails.
 * @path: the object's; its last part is the object's name.
 * @kernel_btf: file with the kernel's BTF, to be there until the object is loaded; NULL for all of it.
 * Return: 0 or -errno, logged.
 */
int bpf_load__open(const void *bytes, size_t size, const char *path, const char *kernel_btf,
		   struct bpf_object **ret_obj);

/**
 * bpf_load__object() - bpf_object__load(), with a report when it fails.
 * @path: the object's, for messages.
 * @elf: the same object, read: source lines are from it.
 *
 * libbpf's messages go to the report meanwhile, so this is not for several threads.
 *
 * Return: 0 or -errno, logged.
 */
int bpf_load__object(struct bpf_object *obj, const char *path, const struct bpf_elf *elf);

#endif /* PERF_AUGMENT_BPF_LOAD_H */
