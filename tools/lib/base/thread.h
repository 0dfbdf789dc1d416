/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* thread.h - threads that help: signals are for the one that waits for them. */
#ifndef PERF_AUGMENT_THREAD_H
#define PERF_AUGMENT_THREAD_H

#include <pthread.h>

/**
 * thread__start() - @fn(@ctx) in a thread that takes no signals, also none of those that come while it begins.
 * @attr: as for pthread_create(3).
 * Return: 0; -errno.
 */
int thread__start(pthread_t *ret_thread, const pthread_attr_t *attr, void *(*fn)(void *),
		  void *ctx);

#endif /* PERF_AUGMENT_THREAD_H */
