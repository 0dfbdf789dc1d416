// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* parallel.c - see parallel.h. */
#include "parallel.h"

#include <pthread.h>

#include "thread.h"
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

	while (nr_threads < wanted && !thread__start(&threads[nr_threads], NULL, take_some, &work))
		nr_threads++;
	take_some(&work);
	while (nr_threads)
		pthread_join(threads[--nr_threads], NULL);
}
