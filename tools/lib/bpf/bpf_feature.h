/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_feature.h - what this kernel's BPF can, where more than one of us asks; found by trying, and nothing
 * stays.
 */
#ifndef PERF_AUGMENT_BPF_FEATURE_H
#define PERF_AUGMENT_BPF_FEATURE_H

#include <stdbool.h>

/**
 * bpf_feature__sleepable_calls() - programs of raw tracepoints may be sleepable (Linux 7.2). Those of system
 * calls can be preempted there, sleepable or not, and until they go on the kernel runs none for other tasks
 * of their CPU.
 */
bool bpf_feature__sleepable_calls(void);

/** bpf_feature__task_storage() - for programs of tracing (5.11), and there is memory for what is stored. */
bool bpf_feature__task_storage(void);

/** bpf_feature__kptr_in_storage() - what is stored there may have pointers to the kernel's structs (6.4). */
bool bpf_feature__kptr_in_storage(void);

/** bpf_feature__hash_allocates() - a hash of a tracing program may make its elements as they come (6.1). */
bool bpf_feature__hash_allocates(void);

/** bpf_feature__task_pt_regs() - a program on a raw tracepoint can read the registers of user space (5.15). */
bool bpf_feature__task_pt_regs(void);

#endif /* PERF_AUGMENT_BPF_FEATURE_H */
