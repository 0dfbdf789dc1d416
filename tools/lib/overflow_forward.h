/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * overflow_forward.h - what people's programs forward at samples: each record becomes a line of JSON,
 * by its BTF type, in a file beside the recording.
 */
#ifndef PERF_AUGMENT_OVERFLOW_FORWARD_H
#define PERF_AUGMENT_OVERFLOW_FORWARD_H

#include <stddef.h>
#include <stdint.h>

struct btf;
struct overflow_forward;

/** overflow_forward__new() - @btf: of the object; must outlive it. @ring_fd: its ring. Return: 0 or -errno. */
int overflow_forward__new(struct overflow_forward **ret_forward, const struct btf *btf,
			  int ring_fd);
void overflow_forward__free(struct overflow_forward *forward);

/**
 * overflow_forward__drain() - write what is in the ring to @fd.
 * @event: name of the event, for all of it.
 * Return: 0 or -errno of the writing.
 */
int overflow_forward__drain(struct overflow_forward *forward, int fd, const char *event);

/** overflow_forward__nr_bad() - records that were no records, and were left out. */
uint64_t overflow_forward__nr_bad(const struct overflow_forward *forward);

#endif /* PERF_AUGMENT_OVERFLOW_FORWARD_H */
