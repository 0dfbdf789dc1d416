/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What perf's own <bpf.h> of 5.x and 6.1 took from the kernel's source tree, which it was compiled
 * against: the short names of types and the constants. For legacy_augmenter.c with perf's headers.
 */
#ifndef PERF_SHIM_UAPI_LINUX_BPF_H
#define PERF_SHIM_UAPI_LINUX_BPF_H

#include <linux/types.h>
#include <linux/bpf.h>
#include <stdbool.h>
#include <stddef.h>

typedef __u8 u8;
typedef __u16 u16;
typedef __u32 u32;
typedef __u64 u64;
typedef __s32 s32;
typedef int pid_t;

#endif /* PERF_SHIM_UAPI_LINUX_BPF_H */
