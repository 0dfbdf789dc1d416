/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* overflow_handler_priv.h - a program of ours (overflow_handler.c) or of a user (overflow_own.c). */
#ifndef PERF_AUGMENT_OVERFLOW_HANDLER_PRIV_H
#define PERF_AUGMENT_OVERFLOW_HANDLER_PRIV_H

#include "overflow_handler.h"

struct bpf_object;
struct overflow_bpf;
struct overflow_forward;

/**
 * struct overflow_handler - @skel: of ours; @obj: of a user's, with what it forwards.
 * @counts_fd: its map of counts.
 */
struct overflow_handler {
	struct overflow_bpf *skel;
	struct bpf_object *obj;
	struct overflow_forward *forward;
	int prog_fd;
	int counts_fd;
	unsigned int nr_cpus;
};

/** overflow_own__free() - what is a user's of @handler. */
void overflow_own__free(struct overflow_handler *handler);

/** overflow_own__counts() - see overflow_handler__counts(). */
int overflow_own__counts(const struct overflow_handler *handler, struct overflow_counts *counts);

#endif /* PERF_AUGMENT_OVERFLOW_HANDLER_PRIV_H */
