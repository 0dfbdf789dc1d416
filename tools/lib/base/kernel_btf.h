/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * kernel_btf.h - the running kernel's description of its types, which every program of ours needs to
 * find fields in the kernel: whether it is there, and what to say when it is not.
 */
#ifndef PERF_AUGMENT_KERNEL_BTF_H
#define PERF_AUGMENT_KERNEL_BTF_H

#include <stdbool.h>

#include "strbuf.h"

#define KERNEL_BTF "/sys/kernel/btf/vmlinux"

/**
 * kernel_btf__check() - look whether the file is there, may be read and begins as BTF does.
 * @detail: what was found is appended: the path and the size, or what is wrong with it.
 * Return: 0; -ENODATA when it is empty; -EINVAL when it is not BTF; -errno.
 */
int kernel_btf__check(struct strbuf *detail);

/**
 * kernel_btf__explain() - log an error that names the missing BTF, if that is what is missing.
 * @what: what cannot be done, to begin the line with.
 * Return: false, and nothing logged, when the kernel's BTF is there.
 */
bool kernel_btf__explain(const char *what);

#endif /* PERF_AUGMENT_KERNEL_BTF_H */
