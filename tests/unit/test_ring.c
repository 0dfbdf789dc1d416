// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_ring.c - sets of rings in files that look like the kernel's BPF ring buffers: a page with
 * the consumer position, one with the producer position, then the data. The test is the producer.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <linux/bpf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bpf/augment.h"
#include "record_builder.h"
#include "ring.h"
#include "util.h"

#define MAX_RINGS 4
#define MAX_TAKEN 4096
#define RECORD_MIN sizeof(struct aug_record)
#define TIME_END (offsetof(struct aug_record, time_ns) + sizeof(uint64_t))

struct fake_ring {
	int fd;
	uint64_t *consumer;
	uint64_t *producer;
	uint8_t *data;
};

/* What the reader handed over. */
struct taken {
	uint64_t time_ns;
	size_t size;
};

struct fixture {
	struct fake_ring rings[MAX_RINGS];
	size_t nr;
	size_t size;
	size_t page_size;
	struct ring_set *set;
	struct taken taken[MAX_TAKEN];
	size_t nr_taken;
	size_t stop_after;    /* the function stops at this many; 0: never */
	uint64_t max_lag;     /* the most that was read and not given back, of ring 0 */
	uint64_t taken_bytes; /* of ring 0 */
};

/* All bytes of a record behind its head depend on its time and their place. */
static uint8_t pattern(uint64_t time_ns, size_t i)
{
	return (uint8_t)(time_ns * 31 + i * 7);
}

static size_t step_of(size_t size)
{
	return (size + BPF_RINGBUF_HDR_SZ + 7) & ~(size_t)7;
}

static void open_rings(struct fixture *f, size_t nr, size_t nr_pages, uint64_t start)
{
	int fds[MAX_RINGS];
	size_t i;

	memset(f, 0, sizeof(*f));
	f->page_size = (size_t)sysconf(_SC_PAGESIZE);
	f->size = nr_pages * f->page_size;
	f->nr = nr;
	for (i = 0; i < nr; i++) {
		struct fake_ring *r = &f->rings[i];
		uint8_t *map;

		r->fd = memfd_create("ring", MFD_CLOEXEC);
		assert_true(r->fd >= 0);
		assert_int_equal(ftruncate(r->fd, (off_t)(2 * f->page_size + f->size)), 0);
		map = mmap(NULL, 2 * f->page_size + f->size, PROT_READ | PROT_WRITE, MAP_SHARED,
			   r->fd, 0);
		assert_true(map != MAP_FAILED);
		r->consumer = (uint64_t *)map;
		r->producer = (uint64_t *)(map + f->page_size);
		r->data = map + 2 * f->page_size;
		*r->consumer = start;
		*r->producer = start;
		/* What is not written by a producer must not be taken for a record. */
		memset(r->data, 0x55, f->size);
		fds[i] = r->fd;
	}
	assert_int_equal(ring_set__new(fds, nr, f->size, &f->set), 0);
}

static bool is_mapped(const char *name)
{
	FILE *maps __cleanup_fclose = fopen("/proc/self/maps", "re");
	char line[512];

	assert_non_null(maps);
	while (fgets(line, sizeof(line), maps))
		if (strstr(line, name))
			return true;
	return false;
}

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

static void close_rings(struct fixture *f)
{
	size_t i;

	ring_set__free(f->set);
	for (i = 0; i < f->nr; i++) {
		munmap(f->rings[i].consumer, 2 * f->page_size + f->size);
		close(f->rings[i].fd);
	}
	assert_false(is_mapped("/memfd:ring"));
}

static bool has_room(const struct fixture *f, const struct fake_ring *r, size_t size)
{
	return *r->producer - *r->consumer + step_of(size) <= f->size;
}

/* Append a record of @size bytes; @bits are those of the header. Returns its header. */
static uint32_t *push_bits(struct fixture *f, size_t idx, uint64_t time_ns, size_t size,
			   uint32_t bits)
{
	struct fake_ring *r = &f->rings[idx];
	const struct aug_record rec = { .size = (uint32_t)size, .time_ns = time_ns };
	uint64_t pos = *r->producer;
	uint32_t *header = (uint32_t *)(r->data + (pos & (f->size - 1)));
	size_t i;

	assert_true(has_room(f, r, size));
	header[0] = (uint32_t)size | bits;
	header[1] = 0xdeadbeef;
	pos += BPF_RINGBUF_HDR_SZ;
	for (i = 0; i < size; i++, pos++)
		r->data[pos & (f->size - 1)] = i < sizeof(rec) ? ((const uint8_t *)&rec)[i]
							       : pattern(time_ns, i);
	__atomic_store_n(r->producer, *r->producer + step_of(size), __ATOMIC_RELEASE);
	return header;
}

static void push(struct fixture *f, size_t idx, uint64_t time_ns, size_t size)
{
	push_bits(f, idx, time_ns, size, 0);
}

static int take(void *ctx, const void *data, size_t size)
{
	struct fixture *f = ctx;
	const struct aug_record *rec = data;
	const uint8_t *bytes = data;
	struct taken *t = &f->taken[f->nr_taken];
	size_t i;

	assert_true(f->nr_taken < MAX_TAKEN);
	assert_int_equal((uintptr_t)data % 8, 0);
	f->nr_taken++;
	*t = (struct taken){ .size = size };
	if (size >= TIME_END)
		t->time_ns = rec->time_ns;
	if (size >= sizeof(*rec)) {
		assert_int_equal(rec->size, size);
		for (i = sizeof(*rec); i < size; i++)
			if (bytes[i] != pattern(rec->time_ns, i))
				fail_msg("record of %llu: byte %zu is wrong",
					 (unsigned long long)rec->time_ns, i);
	}
	if (f->nr == 1) {
		uint64_t lag = f->taken_bytes - *f->rings[0].consumer;

		f->max_lag = MAX(f->max_lag, lag);
		f->taken_bytes += step_of(size);
	}
	return f->nr_taken == f->stop_after ? -EINTR : 0;
}

static size_t drain(struct fixture *f, uint64_t until_ns)
{
	size_t nr = SIZE_MAX, before = f->nr_taken, i;

	assert_int_equal(ring_set__drain(f->set, until_ns, take, f, &nr), 0);
	assert_int_equal(nr, f->nr_taken - before);
	for (i = before + 1; i < f->nr_taken; i++)
		assert_true(f->taken[i - 1].time_ns <= f->taken[i].time_ns);
	return nr;
}

static void expect_given_back(const struct fixture *f)
{
	size_t i;

	for (i = 0; i < f->nr; i++)
		assert_int_equal(*f->rings[i].consumer, *f->rings[i].producer);
}

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
		cmocka_unit_test(empty_rings__give_nothing),
		cmocka_unit_test(bad_descriptor__is_an_error),
		cmocka_unit_test(one_ring__keeps_its_order),
		cmocka_unit_test(rings__are_merged_by_time),
		cmocka_unit_test(task_records__are_merged_too),
		cmocka_unit_test(equal_times__are_all_handed_over),
		cmocka_unit_test(later_records__stay),
		cmocka_unit_test(busy_record__holds_back_its_ring_only),
		cmocka_unit_test(discarded_records__are_skipped),
		cmocka_unit_test(record_round_the_end__is_whole),
		cmocka_unit_test(record_at_the_very_end__is_whole),
		cmocka_unit_test(wrapped_records_of_several_rings__do_not_mix),
		cmocka_unit_test(short_record__is_handed_over),
		cmocka_unit_test(function_that_stops__gets_the_rest_later),
		cmocka_unit_test(room__is_given_back_in_steps),
		cmocka_unit_test(new_set__begins_at_the_consumer),
		cmocka_unit_test(many_rounds__lose_and_mix_nothing),
		cmocka_unit_test(large_ring__is_mapped_as_far_as_it_is_used),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
