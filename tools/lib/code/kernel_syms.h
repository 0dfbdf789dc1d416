/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * kernel_syms.h - symbols of the kernel that was recorded: from /proc/kallsyms if it is the one
 * that runs, else from perf's cache or a vmlinux of its build-id. A kernel is put elsewhere at each
 * boot: the address of one symbol in the recording says where it was.
 */
#ifndef PERF_AUGMENT_KERNEL_SYMS_H
#define PERF_AUGMENT_KERNEL_SYMS_H

#include "dso.h"
#include "kernel_id.h"

/**
 * struct kernel_opts
 * @vmlinux, @kallsyms: files to use instead of what would be found; NULL to search.
 */
struct kernel_opts {
	const char *vmlinux;
	const char *kallsyms;
};

/**
 * kernel_syms__load() - fill the symbol tables of @kernel and of @modules, and seal them. Those that
 * get none get a reason.
 * Return: 0 or -ENOMEM.
 */
int kernel_syms__load(const struct kernel_id *recorded, const struct kernel_opts *opts,
		      const struct dso_opts *dso_opts, struct dso *kernel, struct dso **modules,
		      size_t nr_modules);

#endif /* PERF_AUGMENT_KERNEL_SYMS_H */
