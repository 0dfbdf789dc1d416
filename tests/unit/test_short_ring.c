/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Rings of short records beside BPF ring buffers: the test writes them as bpf-progs/ring.bpf.h does. */
#include "fake_rings.h"

#include <stdlib.h>

#include "bpf-progs/short_ring.h"

#define NR_SHORTS 2

struct shorts {
	struct fixture f;
	int fd;
	size_t size, bytes;
	char *map;
};

static struct short_ring *short_of(const struct shorts *s, size_t idx)
{
	return (struct short_ring *)(s->map + idx * s->bytes);
}

/* Beside @nr_long BPF ring buffers. */
static void open_shorts(struct shorts *s, size_t nr_long, size_t size, uint64_t start)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t all, i;

	open_rings(&s->f, nr_long, 1, 0);
	s->size = size;
	s->bytes = short_ring__bytes(size);
	all = (NR_SHORTS * s->bytes + page - 1) & ~(page - 1);
	s->fd = memfd_create("ring", MFD_CLOEXEC);
	assert_true(s->fd >= 0);
	assert_int_equal(ftruncate(s->fd, (off_t)all), 0);
	s->map = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_SHARED, s->fd, 0);
	assert_true(s->map != MAP_FAILED);
	memset(s->map, 0x55, all);
	for (i = 0; i < NR_SHORTS; i++) {
		short_of(s, i)->produced = start;
		short_of(s, i)->consumed = start;
		short_of(s, i)->nr_records = 0;
	}
	assert_int_equal(ring_set__add_short(s->f.set, s->fd, NR_SHORTS, size), 0);
}

static void close_shorts(struct shorts *s)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);

	munmap(s->map, (NR_SHORTS * s->bytes + page - 1) & ~(page - 1));
	close(s->fd);
	close_rings(&s->f);
}

static bool put(struct shorts *s, size_t idx, uint64_t time_ns, size_t size)
{
	struct short_ring *r = short_of(s, idx);
	const struct aug_record rec = { .size = (uint32_t)size, .time_ns = time_ns };
	const uint64_t pos = r->produced, next = short_ring__next(pos, size, s->size);
	uint8_t *at = r->data + (pos & (s->size - 1));
	size_t i;

	if (next + SHORT_RECORD_MAX - r->consumed > s->size)
		return false;
	/* As the engine does, which copies by steps. */
	memset(at, 0xaa, SHORT_RECORD_MAX);
	memcpy(at, &rec, sizeof(rec));
	for (i = sizeof(rec); i < size; i++)
		at[i] = pattern(time_ns, i);
	r->nr_records++;
	__atomic_store_n(&r->produced, next, __ATOMIC_RELEASE);
	return true;
}

static void both_kinds__are_merged_by_time(void **state)
{
	struct shorts s;

	(void)state;
	open_shorts(&s, 2, 4096, 0);
	assert_true(ring_set__is_empty(s.f.set));
	assert_true(put(&s, 0, 10, RECORD_MIN));
	push(&s.f, 0, 20, 1000);
	assert_true(put(&s, 1, 30, SHORT_RECORD_MAX));
	assert_true(put(&s, 0, 40, RECORD_MIN + 8));
	push(&s.f, 1, 50, RECORD_MIN);
	assert_true(put(&s, 1, 60, RECORD_MIN));
	assert_false(ring_set__is_empty(s.f.set));
	assert_int_equal(drain(&s.f, 60), 5);
	assert_int_equal(s.f.taken[2].size, SHORT_RECORD_MAX);
	assert_false(ring_set__is_empty(s.f.set));
	assert_int_equal(drain(&s.f, UINT64_MAX), 1);
	assert_true(ring_set__is_empty(s.f.set));
	expect_given_back(&s.f);
	assert_int_equal(ring_set__nr_short(s.f.set), 4);
	assert_int_equal(short_of(&s, 0)->consumed, short_of(&s, 0)->produced);
	assert_int_equal(short_of(&s, 1)->consumed, short_of(&s, 1)->produced);
	close_shorts(&s);
}

/* Behind a lap's end there is room for one record; the next one is at the lap's begin. */
static void lap__ends_with_a_whole_record(void **state)
{
	struct shorts s;

	(void)state;
	open_shorts(&s, 1, 4096, 3 * 4096 - 8);
	assert_true(put(&s, 0, 1, SHORT_RECORD_MAX));
	assert_int_equal(short_of(&s, 0)->produced, 3 * 4096);
	assert_true(put(&s, 0, 2, RECORD_MIN));
	assert_int_equal(short_of(&s, 0)->produced, 3 * 4096 + RECORD_MIN);
	assert_int_equal(drain(&s.f, UINT64_MAX), 2);
	close_shorts(&s);
}

static void length_that_none_has__is_an_error(void **state)
{
	static const uint32_t lengths[] = { 0, 8, RECORD_MIN - 1, SHORT_RECORD_MAX + 1,
					    UINT32_MAX };
	size_t nr, i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(lengths); i++) {
		struct shorts s;
		struct aug_record *bad;

		open_shorts(&s, 1, 4096, 0);
		assert_true(put(&s, 0, 1, RECORD_MIN));
		bad = (void *)(short_of(&s, 0)->data + short_of(&s, 0)->produced);
		assert_true(put(&s, 0, 2, RECORD_MIN));
		bad->size = lengths[i];
		assert_int_equal(ring_set__drain(s.f.set, UINT64_MAX, take, &s.f, &nr), -EBADMSG);
		assert_int_equal(nr, 1);
		close_shorts(&s);
	}
}

static void bad_short_descriptor__is_an_error(void **state)
{
	struct fixture f;

	(void)state;
	open_rings(&f, 1, 1, 0);
	assert_int_equal(ring_set__add_short(f.set, -1, NR_SHORTS, 4096), -EBADF);
	push(&f, 0, 1, RECORD_MIN);
	assert_int_equal(drain(&f, UINT64_MAX), 1);
	close_rings(&f);
}

static void many_rounds_of_both__lose_and_mix_nothing(void **state)
{
	static struct taken expected[MAX_TAKEN];
	struct shorts s;
	size_t nr_expected = 0, nr_full = 0, round, i, size, idx;
	uint64_t clock = 100;

	(void)state;
	srand(11);
	open_shorts(&s, 1, 4096, 0);
	for (round = 0; round < 200; round++) {
		const size_t nr = (size_t)(rand() % 120);

		for (i = 0; i < nr; i++) {
			size = RECORD_MIN + (size_t)(rand() % 25) * 8;
			idx = (size_t)(rand() % (NR_SHORTS + 1));
			if (nr_expected == MAX_TAKEN - 1)
				break;
			if (idx < NR_SHORTS && !put(&s, idx, clock + 1, size)) {
				nr_full++;
				continue;
			}
			if (idx == NR_SHORTS) {
				if (!has_room(&s.f, &s.f.rings[0], size))
					continue;
				push(&s.f, 0, clock + 1, size);
			}
			expected[nr_expected++] = (struct taken){ ++clock, size };
		}
		drain(&s.f, clock > 5 ? clock - 5 : 0);
	}
	drain(&s.f, UINT64_MAX);
	assert_int_equal(s.f.nr_taken, nr_expected);
	assert_true(nr_expected > 1000);
	assert_true(nr_full > 10);
	assert_memory_equal(s.f.taken, expected, nr_expected * sizeof(expected[0]));
	close_shorts(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_kinds__are_merged_by_time),
		cmocka_unit_test(lap__ends_with_a_whole_record),
		cmocka_unit_test(length_that_none_has__is_an_error),
		cmocka_unit_test(bad_short_descriptor__is_an_error),
		cmocka_unit_test(many_rounds_of_both__lose_and_mix_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
