/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* bpf_follow.h - says each load and unload of a BPF program as it happens, and who did it. */
#ifndef PERF_AUGMENT_BPF_FOLLOW_H
#define PERF_AUGMENT_BPF_FOLLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "bpf_capture.h"
#include "sink.h"

/**
 * struct bpf_follow_opts
 * @sink: where the lines go, each at once.
 * @json: an object per line.
 * @stop_fd: readable when it is time to end.
 */
struct bpf_follow_opts {
	struct sink *sink;
	bool json;
	int stop_fd;
	enum bpf_gate gate;
};

/**
 * bpf_follow__run() - until @stop_fd or an error. Logs on failure, except -EPIPE: nobody reads.
 * @ret_lost: events that the kernel had no room for, and programs of which nothing could be had.
 * Return: 0; -EPERM, -ENOMEM; other -errno.
 */
int bpf_follow__run(const struct bpf_follow_opts *opts, uint64_t *ret_lost);

#endif /* PERF_AUGMENT_BPF_FOLLOW_H */
