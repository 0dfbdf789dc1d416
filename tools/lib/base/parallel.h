/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * parallel.h - many calls that each wait long in the kernel, side by side: every perf event with a
 * BPF program waits for a grace period of its own when it is closed, some 30 ms.
 */
#ifndef PERF_AUGMENT_PARALLEL_H
#define PERF_AUGMENT_PARALLEL_H

#include <stddef.h>

typedef void (*parallel_fn)(void *ctx, size_t i);

/**
 * parallel__each() - call @fn for each of 0 to @nr - 1, in no order, from this thread and up to 15
 * others that take no signals; when a thread cannot be made, with fewer. All have ended on return.
 */
void parallel__each(size_t nr, parallel_fn fn, void *ctx);

#endif /* PERF_AUGMENT_PARALLEL_H */
