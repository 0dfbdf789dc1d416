/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * overflow_handler_priv.h - a program of ours that keeps (overflow_handler.c) or counts
 * (count_handler.c), or one of a user (overflow_own.c).
 */
#ifndef PERF_AUGMENT_OVERFLOW_HANDLER_PRIV_H
#define PERF_AUGMENT_OVERFLOW_HANDLER_PRIV_H

#include "overflow_handler.h"

struct bpf_object;
struct count_bpf;
struct overflow_bpf;

/**
 * struct overflow_handler - @skel, @count: of ours; @obj: of a user's.
 * @counts_fd: its map of counts. @output_fd: of a user's that forwards records, the map of the events
 *	that it writes them to; else -1.
 */
struct overflow_handler {
	struct overflow_bpf *skel;
	struct count_bpf *count;
	struct bpf_object *obj;
	int prog_fd;
	int counts_fd;
	int output_fd;
	unsigned int nr_cpus;
};

/** overflow_own__free() - what is a user's of @handler. */
void overflow_own__free(struct overflow_handler *handler);

/** overflow_own__counts() - see overflow_handler__counts(). */
int overflow_own__counts(const struct overflow_handler *handler, struct overflow_counts *counts);

/**
 * overflow_handler__prepare() - set up @obj, a program of ours that is open: @config is in it, and the
 * maps that hold what @program needs.
 */
int overflow_handler__prepare(struct bpf_object *obj, struct overflow_config *config,
			      const struct overflow_program *program);

/** overflow_handler__finish() - it is loaded: fill its maps, and find what is read. Return: 0 or -errno. */
int overflow_handler__finish(struct overflow_handler *handler, struct bpf_object *obj,
			     const struct overflow_program *program);

/** overflow_handler__say_load_error() - log why a program of ours cannot be loaded. */
void overflow_handler__say_load_error(int err);

/** count_handler__free() - what counts. */
void count_handler__free(struct overflow_handler *handler);

#endif /* PERF_AUGMENT_OVERFLOW_HANDLER_PRIV_H */
