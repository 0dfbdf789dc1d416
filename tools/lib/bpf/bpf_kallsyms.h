/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_kallsyms.h - the address of a kernel symbol by way of a BPF helper: some 100 us, where reading
 * /proc/kallsyms takes the kernel 50 ms.
 */
#ifndef PERF_AUGMENT_BPF_KALLSYMS_H
#define PERF_AUGMENT_BPF_KALLSYMS_H

#include <stdint.h>

/** BPF_KALLSYMS_NAME_MAX - bytes of the longest name that can be asked for, with its NUL. */
#define BPF_KALLSYMS_NAME_MAX 64

/**
 * bpf_kallsyms__find() - where @name is; of several symbols of this name, any.
 * Return: 0; -ENOENT when there is none; else the helper cannot be had: kernels before 5.16, or without
 * CAP_BPF and CAP_SYSLOG.
 */
int bpf_kallsyms__find(const char *name, uint64_t *ret_addr);

#endif /* PERF_AUGMENT_BPF_KALLSYMS_H */
