// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_pending.c - calls that wait, by thread: thread ids that fall on the same place of the hash,
 * removals between them, replaced calls, and the order in which they are shown.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "pending.h"
#include "record_builder.h"

#define MAX_SEEN 4096

struct seen {
	uint32_t tids[MAX_SEEN];
	uint64_t enter_ns[MAX_SEEN];
	size_t nr;
	size_t stop_after;
	bool mark;
};

static const struct aug_record *record_of(const struct pending_call *call)
{
	return (const struct aug_record *)call->record;
}

static int see(void *ctx, struct pending_call *call)
{
	struct seen *seen = ctx;

	assert_true(seen->nr < MAX_SEEN);
	assert_int_equal(call->size, record_of(call)->size);
	seen->tids[seen->nr] = record_of(call)->tid;
	seen->enter_ns[seen->nr++] = record_of(call)->enter_ns;
	call->shown = seen->mark;
	return seen->nr == seen->stop_after ? -7 : 0;
}

static void put(struct pending *p, uint32_t tid, uint64_t enter_ns)
{
	struct record_builder b;

	builder__init(&b, 0);
	b.rec.type = AUG_RECORD_ENTER;
	b.rec.tid = tid;
	b.rec.enter_ns = enter_ns;
	assert_int_equal(pending__put(p, &b.rec), 0);
}

static size_t list(struct pending *p, uint64_t before_ns, struct seen *seen)
{
	memset(seen, 0, sizeof(*seen));
	assert_int_equal(pending__for_each(p, before_ns, see, seen), 0);
	return seen->nr;
}

/* Mark all as shown, so that taking tells whether a thread was there. */
static void mark_all(struct pending *p)
{
	struct seen seen = { .mark = true };

	assert_int_equal(pending__for_each(p, UINT64_MAX, see, &seen), 0);
}

static void empty__has_nothing_to_take(void **state)
{
	struct pending p = {};
	struct seen seen;

	(void)state;
	assert_false(pending__take(&p, 1));
	assert_int_equal(list(&p, UINT64_MAX, &seen), 0);
	put(&p, 1, 10);
	assert_false(pending__take(&p, 2));
	assert_int_equal(p.nr, 1);
	pending__free(&p);
	assert_int_equal(p.nr, 0);
	pending__free(&p);
}

static void taken_call__is_gone(void **state)
{
	struct pending p = {};
	struct seen seen;

	(void)state;
	put(&p, 1, 10);
	put(&p, 2, 20);
	assert_false(pending__take(&p, 1)); /* it had not been shown */
	assert_int_equal(p.nr, 1);
	assert_int_equal(list(&p, UINT64_MAX, &seen), 1);
	assert_int_equal(seen.tids[0], 2);
	mark_all(&p);
	assert_true(pending__take(&p, 2));
	assert_false(pending__take(&p, 2));
	assert_int_equal(p.nr, 0);
	pending__free(&p);
}

/* The record is copied whole, with its payloads, aligned for record__parse(). */
static void put__copies_the_whole_record(void **state)
{
	struct pending p = {};
	struct record_builder b;
	struct pending_call *call;
	size_t i;

	(void)state;
	builder__init(&b, 257);
	b.rec.tid = 77;
	builder__add(&b, 1, AUG_P_STR, "/etc/passwd", 11);
	assert_int_equal(pending__put(&p, &b.rec), 0);
	for (i = 0; i < p.size && !p.slots[i]; i++)
		;
	assert_true(i < p.size);
	call = p.slots[i];
	assert_int_equal(call->size, b.rec.size);
	assert_false(call->shown);
	assert_int_equal((uintptr_t)call->record % 8, 0);
	assert_memory_equal(call->record, b.bytes, b.rec.size);
	pending__free(&p);
}

static void newer_call_of_a_thread__replaces_the_older(void **state)
{
	struct pending p = {};
	struct seen seen;

	(void)state;
	put(&p, 5, 10);
	put(&p, 6, 11);
	mark_all(&p);
	put(&p, 5, 20);
	assert_int_equal(p.nr, 2);
	/* It is another call: not shown yet. */
	assert_int_equal(list(&p, UINT64_MAX, &seen), 1);
	assert_int_equal(seen.tids[0], 5);
	assert_int_equal(seen.enter_ns[0], 20);
	assert_false(pending__take(&p, 5));
	assert_true(pending__take(&p, 6));
	assert_int_equal(p.nr, 0);
	pending__free(&p);
}

static void for_each__is_in_the_order_of_entry(void **state)
{
	struct pending p = {};
	uint64_t random = 3;
	struct seen seen;
	uint32_t tid;
	size_t i;

	(void)state;
	for (tid = 1; tid <= 500; tid++)
		put(&p, tid, 1 + test_random(&random) % 1000000);
	put(&p, 501, UINT64_MAX - 1);
	put(&p, 502, 0);
	assert_int_equal(list(&p, UINT64_MAX, &seen), 502);
	for (i = 1; i < seen.nr; i++)
		assert_true(seen.enter_ns[i - 1] <= seen.enter_ns[i]);
	assert_int_equal(seen.tids[0], 502);
	assert_int_equal(seen.tids[501], 501);
	pending__free(&p);
}

static void for_each__leaves_out_the_young_and_the_shown(void **state)
{
	struct pending p = {};
	struct seen seen;

	(void)state;
	put(&p, 1, 10);
	put(&p, 2, 20);
	put(&p, 3, 30);
	assert_int_equal(list(&p, 10, &seen), 0);
	assert_int_equal(list(&p, 20, &seen), 1);
	assert_int_equal(list(&p, 21, &seen), 2);
	seen = (struct seen){ .mark = true };
	assert_int_equal(pending__for_each(&p, 21, see, &seen), 0);
	assert_int_equal(list(&p, UINT64_MAX, &seen), 1);
	assert_int_equal(seen.tids[0], 3);
	assert_int_equal(p.nr, 3);
	pending__free(&p);
}

static void for_each__stops_when_told(void **state)
{
	struct seen seen = { .stop_after = 2, .mark = true };
	struct pending p = {};

	(void)state;
	put(&p, 1, 10);
	put(&p, 2, 20);
	put(&p, 3, 30);
	assert_int_equal(pending__for_each(&p, UINT64_MAX, see, &seen), -7);
	assert_int_equal(seen.nr, 2);
	assert_int_equal(list(&p, UINT64_MAX, &seen), 1);
	assert_int_equal(seen.tids[0], 3);
	pending__free(&p);
}

/* Thread ids that differ in high bits only have the same place in a small table. */
static void colliding_threads__are_told_apart(void **state)
{
	enum { NR = 24 };
	uint32_t gone, i;

	(void)state;
	/* Take any one of them: all others must still be found, each once. */
	for (gone = 0; gone < NR; gone++) {
		struct pending p = {};
		struct seen seen;

		for (i = 0; i < NR; i++)
			put(&p, 9 + i * 65536, i + 1);
		assert_true(p.size <= 65536);
		mark_all(&p);
		assert_true(pending__take(&p, 9 + gone * 65536));
		assert_false(pending__take(&p, 9 + gone * 65536));
		assert_false(pending__take(&p, 9 + NR * 65536));
		assert_int_equal(p.nr, NR - 1);
		for (i = 0; i < NR; i++)
			if (i != gone)
				assert_true(pending__take(&p, 9 + i * 65536));
		assert_int_equal(list(&p, UINT64_MAX, &seen), 0);
		assert_int_equal(p.nr, 0);
		pending__free(&p);
	}
}

/*
 * Runs of neighbours that start at different places, wrap round the end of the table and have holes
 * made in them: compared with a plain array after each step.
 */
static void any_order_of_puts_and_takes__keeps_the_rest(void **state)
{
	enum { NR_TIDS = 200 };
	static uint64_t enter_ns[NR_TIDS];
	uint64_t seed;

	(void)state;
	for (seed = 1; seed <= 60; seed++) {
		uint64_t random = seed;
		struct pending p = {};
		size_t nr = 0, step, i;
		/* Spread them over the table in some rounds, pile them up in others. */
		const uint32_t stride = seed % 3 == 0 ? 1 : seed % 3 == 1 ? 64 : 37;

		memset(enter_ns, 0, sizeof(enter_ns));
		for (step = 0; step < 600; step++) {
			uint32_t n = (uint32_t)(test_random(&random) >> 20) % NR_TIDS;
			/* Few at first, so that the table stays small and crowded for long. */
			bool add = test_random(&random) % 8 < (nr < 28 + step / 10 ? 6 : 2);

			if (add) {
				nr += !enter_ns[n];
				enter_ns[n] = step + 1;
				put(&p, 1000 + n * stride, step + 1);
			} else {
				nr -= !!enter_ns[n];
				enter_ns[n] = 0;
				pending__take(&p, 1000 + n * stride);
			}
			assert_int_equal(p.nr, nr);
		}
		mark_all(&p);
		for (i = 0; i < NR_TIDS; i++)
			assert_int_equal(pending__take(&p, (uint32_t)(1000 + i * stride)),
					 enter_ns[i] != 0);
		assert_int_equal(p.nr, 0);
		pending__free(&p);
	}
}

static void put_of(struct pending *p, uint32_t pid, uint32_t tid, uint32_t nr)
{
	struct record_builder b;

	builder__init(&b, nr);
	b.rec.type = AUG_RECORD_ENTER;
	b.rec.pid = pid;
	b.rec.tid = tid;
	assert_int_equal(pending__put(p, &b.rec), 0);
}

static void take_process__tells_whether_that_call_was_shown(void **state)
{
	struct pending p = {};
	uint32_t tid, i;

	(void)state;
	assert_false(pending__take_process(&p, 1, 59));
	put_of(&p, 1, 1, 202);
	put_of(&p, 1, 2, 59);
	assert_false(pending__take_process(&p, 1, 59)); /* not shown */
	assert_int_equal(p.nr, 0);
	put_of(&p, 1, 1, 202);
	put_of(&p, 2, 2, 59);
	mark_all(&p);
	assert_false(pending__take_process(&p, 1, 59)); /* another call of it was */
	assert_int_equal(p.nr, 1);
	assert_true(pending__take_process(&p, 2, 59));
	/* Whichever of the threads it is. */
	for (i = 1; i <= 3; i++) {
		for (tid = 1; tid <= 3; tid++)
			put_of(&p, 1, tid, tid == i ? 59 : 202);
		mark_all(&p);
		assert_true(pending__take_process(&p, 1, 59));
		assert_int_equal(p.nr, 0);
	}
	pending__free(&p);
}

/* Threads of several processes in one run of the table, which may wrap round its end. */
static void take_process__leaves_the_others(void **state)
{
	enum { NR = 30 };
	uint32_t start, pid, i;

	(void)state;
	for (start = 0; start < 64; start++) {
		for (pid = 1; pid <= 3; pid++) {
			struct pending p = {};

			/* Half of them fall on the same place, half beside it. */
			for (i = 0; i < NR; i++)
				put_of(&p, 1 + i * 7 % 3, start + (i % 2 ? 64 * i : i), 0);
			mark_all(&p);
			assert_true(pending__take_process(&p, pid, 0));
			assert_int_equal(p.nr, NR - NR / 3);
			for (i = 0; i < NR; i++)
				assert_int_equal(pending__take(&p, start + (i % 2 ? 64 * i : i)),
						 1 + i * 7 % 3 != pid);
			assert_int_equal(p.nr, 0);
			pending__free(&p);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(empty__has_nothing_to_take),
		cmocka_unit_test(taken_call__is_gone),
		cmocka_unit_test(put__copies_the_whole_record),
		cmocka_unit_test(newer_call_of_a_thread__replaces_the_older),
		cmocka_unit_test(for_each__is_in_the_order_of_entry),
		cmocka_unit_test(for_each__leaves_out_the_young_and_the_shown),
		cmocka_unit_test(for_each__stops_when_told),
		cmocka_unit_test(colliding_threads__are_told_apart),
		cmocka_unit_test(any_order_of_puts_and_takes__keeps_the_rest),
		cmocka_unit_test(take_process__tells_whether_that_call_was_shown),
		cmocka_unit_test(take_process__leaves_the_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
