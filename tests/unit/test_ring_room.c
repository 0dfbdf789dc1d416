// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_ring_room.c - records anywhere in a ring, also round its end; the room that is given back,
 * and how much of a ring is mapped.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <linux/bpf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "fake_rings.h"
#include "ring.h"
#include "util.h"

/* Bytes of rings that are mapped only to be read, as the set maps them. */
static size_t mapped_to_read(void)
{
	FILE *maps __cleanup_fclose = fopen("/proc/self/maps", "re");
	unsigned long long begin, end;
	char line[512], rights[8];
	size_t sum = 0;

	assert_non_null(maps);
	while (fgets(line, sizeof(line), maps))
		if (strstr(line, "/memfd:ring") &&
		    sscanf(line, "%llx-%llx %7s", &begin, &end, rights) == 3 &&
		    !strcmp(rights, "r--s"))
			sum += end - begin;
	return sum;
}

/* A record of every size at every place around the end of the ring. */
static void record_round_the_end__is_whole(void **state)
{
	const size_t page_size = (size_t)sysconf(_SC_PAGESIZE);
	size_t before, size;
	struct fixture f;

	(void)state;
	for (before = 0; before <= 256; before += 8) {
		for (size = RECORD_MIN; size < RECORD_MIN + 24; size += 5) {
			/* Its header begins @before bytes ahead of the end; 0: at the start. */
			open_rings(&f, 1, 1, 3 * page_size - before);
			f.taken_bytes = *f.rings[0].consumer;
			push(&f, 0, before + 1, size);
			push(&f, 0, before + 2, size + 64); /* a larger one may wrap after it */
			assert_int_equal(drain(&f, UINT64_MAX), 2);
			assert_int_equal(f.taken[0].time_ns, before + 1);
			assert_int_equal(f.taken[0].size, size);
			assert_int_equal(f.taken[1].time_ns, before + 2);
			assert_int_equal(f.taken[1].size, size + 64);
			expect_given_back(&f);
			close_rings(&f);
		}
	}
}

/* The record that ends just where the ring does, and one that is as large as the ring. */
static void record_at_the_very_end__is_whole(void **state)
{
	struct fixture f;
	size_t first;

	(void)state;
	open_rings(&f, 1, 1, 0);
	first = f.size - step_of(RECORD_MIN + 32) - BPF_RINGBUF_HDR_SZ;
	push(&f, 0, 1, first);
	push(&f, 0, 2, RECORD_MIN + 32);
	assert_int_equal(*f.rings[0].producer, f.size);
	assert_int_equal(drain(&f, UINT64_MAX), 2);
	assert_int_equal(f.taken[1].size, RECORD_MIN + 32);
	push(&f, 0, 3, f.size - BPF_RINGBUF_HDR_SZ);
	assert_int_equal(drain(&f, UINT64_MAX), 1);
	push(&f, 0, 4, RECORD_MIN);
	assert_int_equal(drain(&f, UINT64_MAX), 1);
	/* The same size again, now wrapped. */
	push(&f, 0, 5, f.size - BPF_RINGBUF_HDR_SZ);
	assert_int_equal(drain(&f, UINT64_MAX), 1);
	assert_int_equal(f.taken[4].size, f.size - BPF_RINGBUF_HDR_SZ);
	expect_given_back(&f);
	close_rings(&f);
}

/* Wrapped records of several rings are ready at the same time, each in a place of its own. */
static void wrapped_records_of_several_rings__do_not_mix(void **state)
{
	const size_t page_size = (size_t)sysconf(_SC_PAGESIZE);
	struct fixture f;
	size_t i;

	(void)state;
	open_rings(&f, MAX_RINGS, 1, page_size - 40);
	for (i = 0; i < MAX_RINGS; i++)
		push(&f, i, 10 + i, RECORD_MIN + 8 * i);
	assert_int_equal(drain(&f, 10), 0);
	assert_int_equal(drain(&f, UINT64_MAX), MAX_RINGS);
	expect_given_back(&f);
	close_rings(&f);
}

/* While much is drained, the producer gets room again long before the end. */
static void room__is_given_back_in_steps(void **state)
{
	struct fixture f;
	size_t nr = 0;

	(void)state;
	open_rings(&f, 1, 16, 0);
	while (has_room(&f, &f.rings[0], RECORD_MIN))
		push(&f, 0, ++nr, RECORD_MIN);
	assert_int_equal(drain(&f, UINT64_MAX), nr);
	assert_true(f.max_lag <= f.size / 8);
	/* But not at each record: that store costs. */
	assert_true(f.max_lag >= 4 * step_of(RECORD_MIN));
	expect_given_back(&f);
	close_rings(&f);
}

/* A set made on rings in use begins where their reader stopped. */
static void new_set__begins_at_the_consumer(void **state)
{
	static const uint64_t starts[] = { 4096 * 7 + 120, 0xfffffff8, 0x7ffffffffff0 };
	struct fixture f;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(starts); i++) {
		open_rings(&f, 1, 1, starts[i]);
		f.taken_bytes = starts[i];
		push(&f, 0, 1, RECORD_MIN + 40);
		push(&f, 0, 2, RECORD_MIN);
		assert_int_equal(drain(&f, UINT64_MAX), 2);
		assert_int_equal(*f.rings[0].consumer,
				 starts[i] + step_of(RECORD_MIN + 40) + step_of(RECORD_MIN));
		close_rings(&f);
	}
}

static void large_ring__is_mapped_as_far_as_it_is_used(void **state)
{
	const size_t mib = 1 << 20, size = 300000;
	/* A part of the first MiB; of the second; of the third, with which the rest comes; round the end. */
	const struct {
		size_t nr, mapped;
	} pushed[] = { { 3, 1 * mib }, { 3, 2 * mib }, { 3, 4 * mib }, { 12, 4 * mib } };
	struct fixture f;
	uint64_t time_ns = 0;
	size_t i, j;

	(void)state;
	open_rings(&f, 1, (4 * mib) / (size_t)sysconf(_SC_PAGESIZE), 0);
	assert_int_equal(mapped_to_read(), f.page_size);
	for (i = 0; i < ARRAY_SIZE(pushed); i++) {
		for (j = 0; j < pushed[i].nr; j++)
			push(&f, 0, ++time_ns, size);
		drain(&f, UINT64_MAX);
		assert_int_equal(f.nr_taken, time_ns);
		assert_int_equal(mapped_to_read(), f.page_size + pushed[i].mapped);
	}
	close_rings(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(record_round_the_end__is_whole),
		cmocka_unit_test(record_at_the_very_end__is_whole),
		cmocka_unit_test(wrapped_records_of_several_rings__do_not_mix),
		cmocka_unit_test(room__is_given_back_in_steps),
		cmocka_unit_test(new_set__begins_at_the_consumer),
		cmocka_unit_test(large_ring__is_mapped_as_far_as_it_is_used),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
