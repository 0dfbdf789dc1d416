// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* thread.c - threads that help. */
#include "thread.h"

#include <signal.h>

int thread__start(pthread_t *ret_thread, const pthread_attr_t *attr, void *(*fn)(void *), void *ctx)
{
	sigset_t all, old;
	int err;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	err = -pthread_create(ret_thread, attr, fn, ctx);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return err;
}
