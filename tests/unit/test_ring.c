// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_ring.c - what a set of rings hands over, and in which order: by time, as far as it is
 * finished and old enough. Where it stands in a ring is for test_ring_room.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <linux/bpf.h>
#include <stdbool.h>

#include "fake_rings.h"
#include "record_builder.h"
#include "ring.h"
#include "util.h"

static void empty_rings__give_nothing(void **state)
{
	struct fixture f;

	(void)state;
	open_rings(&f, 3, 1, 0);
	assert_true(ring_set__is_empty(f.set));
	assert_int_equal(drain(&f, UINT64_MAX), 0);
	assert_int_equal(drain(&f, 0), 0);
	assert_true(ring_set__is_empty(f.set));
	expect_given_back(&f);
	close_rings(&f);
	/* No rings at all. */
	open_rings(&f, 0, 1, 0);
	assert_true(ring_set__is_empty(f.set));
	assert_int_equal(drain(&f, UINT64_MAX), 0);
	close_rings(&f);
	ring_set__free(NULL);
}

static void bad_descriptor__is_an_error(void **state)
{
	struct ring_set *set = NULL;
	struct fixture f;
	int fds[2];

	(void)state;
	open_rings(&f, 1, 1, 0);
	fds[0] = f.rings[0].fd;
	fds[1] = -1;
	assert_int_equal(ring_set__new(fds, 2, f.size, &set), -EBADF);
	assert_null(set);
	/* The consumer's page can be mapped, that much data cannot. */
	assert_int_equal(ring_set__new(fds, 1, (size_t)1 << 50, &set), -ENOMEM);
	assert_null(set);
	close_rings(&f);
}

static void one_ring__keeps_its_order(void **state)
{
	static const size_t sizes[] = { RECORD_MIN, RECORD_MIN + 1, RECORD_MIN + 7, RECORD_MIN + 8,
					500 };
	struct fixture f;
	size_t i;

	(void)state;
	open_rings(&f, 1, 1, 0);
	for (i = 0; i < ARRAY_SIZE(sizes); i++)
		push(&f, 0, 100 + i, sizes[i]);
	assert_false(ring_set__is_empty(f.set));
	assert_int_equal(drain(&f, UINT64_MAX), ARRAY_SIZE(sizes));
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		assert_int_equal(f.taken[i].time_ns, 100 + i);
		assert_int_equal(f.taken[i].size, sizes[i]);
	}
	assert_true(ring_set__is_empty(f.set));
	expect_given_back(&f);
	/* What was taken is not handed over again. */
	assert_int_equal(drain(&f, UINT64_MAX), 0);
	close_rings(&f);
}

static void rings__are_merged_by_time(void **state)
{
	static const uint64_t times[3][6] = {
		{ 10, 40, 41, 42, 100 },
		{ 20, 30, 50, 101, 102, 103 },
		{ 5, 60 },
	};
	static const uint64_t merged[] = { 5, 10, 20, 30, 40, 41, 42, 50, 60, 100, 101, 102, 103 };
	struct fixture f;
	size_t i, j;

	(void)state;
	open_rings(&f, 4, 1, 0); /* the last one stays empty */
	for (i = 0; i < ARRAY_SIZE(times); i++)
		for (j = 0; j < ARRAY_SIZE(times[i]) && times[i][j]; j++)
			push(&f, i, times[i][j], RECORD_MIN + 16);
	assert_int_equal(drain(&f, UINT64_MAX), ARRAY_SIZE(merged));
	for (i = 0; i < ARRAY_SIZE(merged); i++)
		assert_int_equal(f.taken[i].time_ns, merged[i]);
	expect_given_back(&f);
	close_rings(&f);
}

/* Larger ones come while the first still have records; these are read as before. */
static void rings_that_are_added__are_merged_too(void **state)
{
	struct fixture f, larger;
	int fds[3];
	uint64_t before;

	(void)state;
	open_rings(&f, 2, 1, 0);
	open_rings(&larger, 2, 4, 0);
	push(&f, 0, 10, RECORD_MIN);
	push(&f, 1, 40, RECORD_MIN);
	assert_int_equal(drain(&f, 20), 1);
	before = ring_set__produced(f.set);
	assert_int_equal(before, *f.rings[0].producer + *f.rings[1].producer);
	fds[0] = larger.rings[0].fd;
	fds[1] = larger.rings[1].fd;
	fds[2] = -1;
	/* All or none. */
	assert_int_equal(ring_set__add(f.set, fds, 3, larger.size), -EBADF);
	push(&larger, 0, 5, RECORD_MIN);
	assert_int_equal(ring_set__produced(f.set), before);
	assert_int_equal(drain(&f, 20), 0);
	assert_int_equal(ring_set__add(f.set, fds, 2, larger.size), 0);
	assert_true(ring_set__produced(f.set) > before);
	push(&larger, 1, 30, 3 * larger.page_size);
	push(&larger, 1, 50, RECORD_MIN);
	f.nr_taken = 0; /* that of 5 is late */
	assert_int_equal(drain(&f, UINT64_MAX), 4);
	assert_int_equal(f.taken[0].time_ns, 5);
	assert_int_equal(f.taken[1].time_ns, 30);
	assert_int_equal(f.taken[2].time_ns, 40);
	assert_int_equal(f.taken[3].time_ns, 50);
	assert_true(ring_set__is_empty(f.set));
	expect_given_back(&f);
	expect_given_back(&larger);
	ring_set__free(larger.set);
	for (size_t i = 0; i < larger.nr; i++) {
		munmap(larger.rings[i].consumer, 2 * larger.page_size + larger.size);
		close(larger.rings[i].fd);
	}
	close_rings(&f);
}

/* They are shorter than those of calls: a thread's end must not come before its last call. */
static void task_records__are_merged_too(void **state)
{
	struct fixture f;
	size_t i;

	(void)state;
	assert_true(sizeof(struct aug_task_record) < RECORD_MIN);
	open_rings(&f, 2, 1, 0);
	push(&f, 0, 10, RECORD_MIN);
	push(&f, 0, 30, sizeof(struct aug_task_record));
	push(&f, 1, 20, sizeof(struct aug_task_record));
	push(&f, 1, 40, RECORD_MIN);
	assert_int_equal(drain(&f, 35), 3);
	for (i = 0; i < 3; i++)
		assert_int_equal(f.taken[i].time_ns, 10 * (i + 1));
	assert_int_equal(drain(&f, UINT64_MAX), 1);
	close_rings(&f);
}

static void equal_times__are_all_handed_over(void **state)
{
	struct fixture f;
	size_t i;

	(void)state;
	open_rings(&f, 3, 1, 0);
	for (i = 0; i < 9; i++)
		push(&f, i % 3, 7, RECORD_MIN);
	push(&f, 1, 8, RECORD_MIN);
	assert_int_equal(drain(&f, UINT64_MAX), 10);
	assert_int_equal(f.taken[9].time_ns, 8);
	close_rings(&f);
}

static void later_records__stay(void **state)
{
	struct fixture f;

	(void)state;
	open_rings(&f, 2, 1, 0);
	push(&f, 0, 10, RECORD_MIN);
	push(&f, 0, 20, RECORD_MIN);
	push(&f, 0, 30, RECORD_MIN);
	push(&f, 1, 15, RECORD_MIN);
	push(&f, 1, 20, RECORD_MIN);
	assert_int_equal(drain(&f, 10), 0);
	assert_int_equal(drain(&f, 20), 2); /* made before, not at */
	assert_int_equal(f.taken[1].time_ns, 15);
	assert_false(ring_set__is_empty(f.set));
	/* The room of what stays is not given back. */
	assert_int_equal(*f.rings[0].consumer, step_of(RECORD_MIN));
	assert_int_equal(*f.rings[1].consumer, step_of(RECORD_MIN));
	/* An older one arrives late, in the other ring, and is in its place. */
	push(&f, 1, 21, RECORD_MIN);
	assert_int_equal(drain(&f, 31), 4);
	assert_int_equal(f.taken[2].time_ns, 20);
	assert_int_equal(f.taken[3].time_ns, 20);
	assert_int_equal(f.taken[4].time_ns, 21);
	assert_int_equal(f.taken[5].time_ns, 30);
	expect_given_back(&f);
	close_rings(&f);
}

static void busy_record__holds_back_its_ring_only(void **state)
{
	struct fixture f;
	uint32_t *header;

	(void)state;
	open_rings(&f, 2, 1, 0);
	push(&f, 0, 10, RECORD_MIN);
	header = push_bits(&f, 0, 20, RECORD_MIN + 8, BPF_RINGBUF_BUSY_BIT);
	push(&f, 0, 30, RECORD_MIN);
	push(&f, 1, 15, RECORD_MIN);
	push(&f, 1, 40, RECORD_MIN);
	assert_int_equal(drain(&f, UINT64_MAX), 3);
	assert_int_equal(f.taken[2].time_ns, 40);
	assert_int_equal(*f.rings[0].consumer, step_of(RECORD_MIN));
	/* Nothing changes as long as it is busy, even when its producer gives it up then. */
	assert_int_equal(drain(&f, UINT64_MAX), 0);
	*header |= BPF_RINGBUF_DISCARD_BIT;
	assert_int_equal(drain(&f, UINT64_MAX), 0);
	assert_false(ring_set__is_empty(f.set));
	*header = RECORD_MIN + 8;
	f.nr_taken = 0;
	assert_int_equal(drain(&f, UINT64_MAX), 2);
	assert_int_equal(f.taken[0].time_ns, 20);
	assert_int_equal(f.taken[0].size, RECORD_MIN + 8);
	assert_int_equal(f.taken[1].time_ns, 30);
	expect_given_back(&f);
	close_rings(&f);
}

static void discarded_records__are_skipped(void **state)
{
	struct fixture f;

	(void)state;
	open_rings(&f, 2, 1, 0);
	push_bits(&f, 0, 1, RECORD_MIN, BPF_RINGBUF_DISCARD_BIT);
	push_bits(&f, 0, 2, 9, BPF_RINGBUF_DISCARD_BIT);
	push(&f, 0, 30, RECORD_MIN);
	push_bits(&f, 0, 4, 0, BPF_RINGBUF_DISCARD_BIT);
	push(&f, 0, 50, RECORD_MIN);
	push_bits(&f, 0, 6, RECORD_MIN, BPF_RINGBUF_DISCARD_BIT);
	push_bits(&f, 1, 7, RECORD_MIN, BPF_RINGBUF_DISCARD_BIT);
	assert_int_equal(drain(&f, UINT64_MAX), 2);
	assert_int_equal(f.taken[0].time_ns, 30);
	assert_int_equal(f.taken[1].time_ns, 50);
	/* Their room is given back, also in a ring that holds nothing else. */
	expect_given_back(&f);
	assert_true(ring_set__is_empty(f.set));
	close_rings(&f);
}

/* Bytes that are no record are handed over too, so that someone counts them; they come first. */
static void short_record__is_handed_over(void **state)
{
	struct fixture f;

	(void)state;
	open_rings(&f, 2, 1, 0);
	push(&f, 0, 10, RECORD_MIN);
	push(&f, 1, 99, TIME_END - 1); /* it has no time, whatever its bytes */
	push(&f, 1, 0, 0);
	push(&f, 1, 5, RECORD_MIN);
	assert_int_equal(drain(&f, UINT64_MAX), 4);
	assert_int_equal(f.taken[0].size, TIME_END - 1);
	assert_int_equal(f.taken[1].size, 0);
	assert_int_equal(f.taken[2].time_ns, 5);
	assert_int_equal(f.taken[3].time_ns, 10);
	expect_given_back(&f);
	close_rings(&f);
}

static void function_that_stops__gets_the_rest_later(void **state)
{
	struct fixture f;
	size_t nr = 0, i;

	(void)state;
	open_rings(&f, 2, 1, 0);
	for (i = 0; i < 6; i++)
		push(&f, i % 2, 10 + i, RECORD_MIN);
	f.stop_after = 3;
	assert_int_equal(ring_set__drain(f.set, UINT64_MAX, take, &f, &nr), -EINTR);
	assert_int_equal(nr, 3);
	/* The third counts as taken, and its room is given back. */
	assert_int_equal(*f.rings[0].consumer, 2 * step_of(RECORD_MIN));
	assert_int_equal(*f.rings[1].consumer, step_of(RECORD_MIN));
	assert_int_equal(drain(&f, UINT64_MAX), 3);
	for (i = 0; i < 6; i++)
		assert_int_equal(f.taken[i].time_ns, 10 + i);
	expect_given_back(&f);
	close_rings(&f);
}

/*
 * Rounds of producing and draining: what comes out is what went in, in the order of time, but for
 * what was discarded and what is too young.
 */
static void many_rounds__lose_and_mix_nothing(void **state)
{
	static struct taken expected[MAX_TAKEN];
	size_t nr_expected = 0, round;
	uint64_t random = 42, clock = 0;
	struct fixture f;

	(void)state;
	open_rings(&f, MAX_RINGS, 1, 0);
	for (round = 0; round < 400; round++) {
		size_t nr = test_random(&random) % 12, i;
		uint64_t until;

		for (i = 0; i < nr; i++) {
			size_t idx = test_random(&random) % MAX_RINGS;
			size_t size = RECORD_MIN + test_random(&random) % 400;
			bool discard = test_random(&random) % 8 == 0;

			if (!has_room(&f, &f.rings[idx], size))
				continue;
			push_bits(&f, idx, ++clock, size, discard ? BPF_RINGBUF_DISCARD_BIT : 0);
			if (!discard)
				expected[nr_expected++] = (struct taken){ clock, size };
			assert_true(nr_expected < MAX_TAKEN);
		}
		until = clock > 5 ? clock - 5 : 0;
		drain(&f, until);
		assert_true(f.nr_taken <= nr_expected);
		assert_true(!f.nr_taken || f.taken[f.nr_taken - 1].time_ns < until);
		assert_true(f.nr_taken == nr_expected || expected[f.nr_taken].time_ns >= until);
	}
	drain(&f, UINT64_MAX);
	assert_int_equal(f.nr_taken, nr_expected);
	assert_true(nr_expected > 1000);
	assert_memory_equal(f.taken, expected, nr_expected * sizeof(expected[0]));
	expect_given_back(&f);
	close_rings(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(empty_rings__give_nothing),
		cmocka_unit_test(bad_descriptor__is_an_error),
		cmocka_unit_test(one_ring__keeps_its_order),
		cmocka_unit_test(rings__are_merged_by_time),
		cmocka_unit_test(rings_that_are_added__are_merged_too),
		cmocka_unit_test(task_records__are_merged_too),
		cmocka_unit_test(equal_times__are_all_handed_over),
		cmocka_unit_test(later_records__stay),
		cmocka_unit_test(busy_record__holds_back_its_ring_only),
		cmocka_unit_test(discarded_records__are_skipped),
		cmocka_unit_test(short_record__is_handed_over),
		cmocka_unit_test(function_that_stops__gets_the_rest_later),
		cmocka_unit_test(many_rounds__lose_and_mix_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
