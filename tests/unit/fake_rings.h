/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * fake_rings.h - a set of rings in files that look like the kernel's BPF ring buffers: a page with
 * the consumer position, one with the producer position, then the data. The test is the producer.
 */
#ifndef TESTS_FAKE_RINGS_H
#define TESTS_FAKE_RINGS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <linux/bpf.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bpf/augment.h"
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
static inline uint8_t pattern(uint64_t time_ns, size_t i)
{
	return (uint8_t)(time_ns * 31 + i * 7);
}

static inline size_t step_of(size_t size)
{
	return (size + BPF_RINGBUF_HDR_SZ + 7) & ~(size_t)7;
}

static inline void open_rings(struct fixture *f, size_t nr, size_t nr_pages, uint64_t start)
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

static inline bool is_mapped(const char *name)
{
	FILE *maps __cleanup_fclose = fopen("/proc/self/maps", "re");
	char line[512];

	assert_non_null(maps);
	while (fgets(line, sizeof(line), maps))
		if (strstr(line, name))
			return true;
	return false;
}

static inline void close_rings(struct fixture *f)
{
	size_t i;

	ring_set__free(f->set);
	for (i = 0; i < f->nr; i++) {
		munmap(f->rings[i].consumer, 2 * f->page_size + f->size);
		close(f->rings[i].fd);
	}
	assert_false(is_mapped("/memfd:ring"));
}

static inline bool has_room(const struct fixture *f, const struct fake_ring *r, size_t size)
{
	return *r->producer - *r->consumer + step_of(size) <= f->size;
}

/* Append a record of @size bytes; @bits are those of the header. Returns its header. */
static inline uint32_t *push_bits(struct fixture *f, size_t idx, uint64_t time_ns, size_t size,
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

static inline void push(struct fixture *f, size_t idx, uint64_t time_ns, size_t size)
{
	push_bits(f, idx, time_ns, size, 0);
}

static inline int take(void *ctx, const void *data, size_t size)
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

static inline size_t drain(struct fixture *f, uint64_t until_ns)
{
	size_t nr = SIZE_MAX, before = f->nr_taken, i;

	assert_int_equal(ring_set__drain(f->set, until_ns, take, f, &nr), 0);
	assert_int_equal(nr, f->nr_taken - before);
	for (i = before + 1; i < f->nr_taken; i++)
		assert_true(f->taken[i - 1].time_ns <= f->taken[i].time_ns);
	return nr;
}

static inline void expect_given_back(const struct fixture *f)
{
	size_t i;

	for (i = 0; i < f->nr; i++)
		assert_int_equal(*f->rings[i].consumer, *f->rings[i].producer);
}

#endif /* TESTS_FAKE_RINGS_H */
