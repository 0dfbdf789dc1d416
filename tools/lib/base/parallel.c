// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* parallel.c - see parallel.h. */
#include "parallel.h"

#include <pthread.h>
#include <signal.h>

#include "util.h"

/* This thread is one more. */
#define THREADS_MAX 15

/** struct work - @next: the first index that nobody has taken yet. */
struct work {
	size_t nr;
	size_t next;
	parallel_fn fn;
	void *ctx;
};

static void *take_some(void *arg)
{
	struct work *work = arg;
	size_t i;

	while ((i = __atomic_fetch_add(&work->next, 1, __ATOMIC_RELAXED)) < work->nr)
		work->fn(work->ctx, i);
	return NULL;
}

void parallel__each(size_t nr, parallel_fn fn, void *ctx)
{
	struct work work = { .nr = nr, .fn = fn, .ctx = ctx };
	const size_t wanted = MIN(nr ? nr - 1 : 0, (size_t)THREADS_MAX);
	pthread_t threads[THREADS_MAX];
	size_t nr_threads = 0;
	sigset_t all, old;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	while (nr_threads < wanted && !pthread_create(&threads[nr_threads], NULL, take_some, &work))
		nr_threads++;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	take_some(&work);
	while (nr_threads)
		pthread_join(threads[--nr_threads], NULL);
}
