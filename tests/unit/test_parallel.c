// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_parallel.c - calls side by side: each index once, all ended on return, signals left alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>

#include "parallel.h"
#include "util.h"

struct seen {
	unsigned int times[100];
	pthread_t main_thread;
	bool takes_signals;
};

static void see(void *ctx, size_t i)
{
	struct seen *seen = ctx;
	sigset_t set;

	__atomic_fetch_add(&seen->times[i], 1, __ATOMIC_RELAXED);
	pthread_sigmask(SIG_SETMASK, NULL, &set);
	if (!pthread_equal(pthread_self(), seen->main_thread) && !sigismember(&set, SIGTERM))
		__atomic_store_n(&seen->takes_signals, true, __ATOMIC_RELAXED);
}

static void each__calls_for_every_index_once(void **state)
{
	static const size_t counts[] = { 0, 1, 2, 15, 16, 17, 100 };
	struct seen seen;
	size_t i, n;

	(void)state;
	for (n = 0; n < ARRAY_SIZE(counts); n++) {
		memset(&seen, 0, sizeof(seen));
		seen.main_thread = pthread_self();
		parallel__each(counts[n], see, &seen);
		for (i = 0; i < ARRAY_SIZE(seen.times); i++)
			assert_int_equal(seen.times[i], i < counts[n]);
		assert_false(seen.takes_signals);
	}
}

static void each__leaves_the_signal_mask(void **state)
{
	struct seen seen = { .main_thread = pthread_self() };
	sigset_t before, after;
	int nr;

	(void)state;
	pthread_sigmask(SIG_SETMASK, NULL, &before);
	parallel__each(4, see, &seen);
	pthread_sigmask(SIG_SETMASK, NULL, &after);
	for (nr = 1; nr < NSIG; nr++)
		assert_int_equal(sigismember(&before, nr), sigismember(&after, nr));
}

struct meeting {
	pthread_mutex_t lock;
	pthread_cond_t all_here;
	unsigned int nr;
};

/* Returns only when four are in it at once. */
static void meet(void *ctx, size_t i)
{
	struct meeting *m = ctx;

	(void)i;
	pthread_mutex_lock(&m->lock);
	if (++m->nr == 4)
		pthread_cond_broadcast(&m->all_here);
	while (m->nr < 4)
		pthread_cond_wait(&m->all_here, &m->lock);
	pthread_mutex_unlock(&m->lock);
}

static void each__runs_side_by_side(void **state)
{
	struct meeting m = { .lock = PTHREAD_MUTEX_INITIALIZER,
			     .all_here = PTHREAD_COND_INITIALIZER };

	(void)state;
	parallel__each(4, meet, &m);
	assert_int_equal(m.nr, 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each__calls_for_every_index_once),
		cmocka_unit_test(each__leaves_the_signal_mask),
		cmocka_unit_test(each__runs_side_by_side),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
