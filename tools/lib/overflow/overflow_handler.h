/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * overflow_handler.h - the BPF program of one sampling event: our own, that runs an expression's code.
 * Each event has a copy of its own, so that its counts are its own.
 */
#ifndef PERF_AUGMENT_OVERFLOW_HANDLER_H
#define PERF_AUGMENT_OVERFLOW_HANDLER_H

#include "overflow_expr.h"

struct overflow_handler;

/** overflow_handler__probe() - what programs can read on this kernel; @mono_clock is the caller's. */
struct overflow_kernel overflow_handler__probe(void);

/** overflow_handler__new() - load it. Return: 0 or -errno; logged. */
int overflow_handler__new(struct overflow_handler **ret_handler,
			  const struct overflow_program *program);
void overflow_handler__free(struct overflow_handler *handler);

/**
 * overflow_handler__attach() - to the event @fd, and to what inherits it; it stays there as long as
 * the event does.
 * @name: of the event, for messages.
 * Return: 0 or -errno; logged.
 */
int overflow_handler__attach(const struct overflow_handler *handler, int fd, const char *name);

/** overflow_handler__nr_cpus() - that there may ever be. */
unsigned int overflow_handler__nr_cpus(const struct overflow_handler *handler);

/** overflow_handler__counts() - by CPU, for overflow_handler__nr_cpus() of them. Return: 0 or -errno. */
int overflow_handler__counts(const struct overflow_handler *handler,
			     struct overflow_counts *counts);

#endif /* PERF_AUGMENT_OVERFLOW_HANDLER_H */
