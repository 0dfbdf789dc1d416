/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_tap.h - our BPF program that runs at each load (bpf-progs/prog_capture.bpf.c): what makes it
 * run, and its ring buffers. What is in these is for bpf_parts.h.
 */
#ifndef PERF_AUGMENT_BPF_TAP_H
#define PERF_AUGMENT_BPF_TAP_H

#include <stddef.h>
#include <stdint.h>

#include "bpf_capture.h"
#include "ring.h"

struct bpf_tap;

/**
 * bpf_tap__open() - load it and let it run by way of @gate, neither AUTO nor NONE.
 * Whether it really does is for bpf_tap__test() to say.
 * @ring_size: bytes of each CPU's ring, 0 for the default.
 * Return: 0; -ENOTSUP when this kernel or machine has no such gate; -ENOMEM, -EPERM, or what
 * loading or attaching failed with. Why is told at debug level.
 */
int bpf_tap__open(struct bpf_tap **ret_tap, enum bpf_gate gate, size_t ring_size);
void bpf_tap__free(struct bpf_tap *tap);

/** bpf_tap__detach() - it runs no more; what is in the rings stays. */
void bpf_tap__detach(struct bpf_tap *tap);

/** bpf_tap__fd() - readable while there is a record in a ring. */
int bpf_tap__fd(const struct bpf_tap *tap);

/** bpf_tap__drain() - hand over all records. Return: 0, -ENOMEM or what @fn returned. */
int bpf_tap__drain(struct bpf_tap *tap, ring_fn fn, void *ctx);

/** bpf_tap__nr_cpus() - CPUs that there may be. */
unsigned int bpf_tap__nr_cpus(const struct bpf_tap *tap);

/** bpf_tap__dropped() - parts that found no room. */
uint64_t bpf_tap__dropped(const struct bpf_tap *tap);

/** bpf_tap__retry() - let a gate that has several ways try its next. Return: 0; -ENOENT: no more. */
int bpf_tap__retry(struct bpf_tap *tap);

#endif /* PERF_AUGMENT_BPF_TAP_H */
