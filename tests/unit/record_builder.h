/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * record_builder.h - makes the bytes of records for tests, as the engine would, or wrong on
 * purpose: the builder checks nothing. Copies have exactly the size asked for, so that ASan sees
 * over-reads.
 */
#ifndef PERF_AUGMENT_TESTS_RECORD_BUILDER_H
#define PERF_AUGMENT_TESTS_RECORD_BUILDER_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bpf/augment.h"

/* The largest record: six whole payloads and some room for mistakes. */
#define BUILDER_SIZE (sizeof(struct aug_record) + 8 * (AUG_STR_MAX + sizeof(struct aug_payload)))

struct record_builder {
	union {
		struct aug_record rec;
		uint8_t bytes[BUILDER_SIZE];
	} __attribute__((aligned(8)));
};

/** builder__init() - a CALL record of @nr that took 1 us and returned 0; no payloads. */
static inline void builder__init(struct record_builder *b, uint32_t nr)
{
	memset(b, 0, sizeof(*b));
	b->rec = (struct aug_record){
		.size = sizeof(struct aug_record),
		.version = AUG_ABI_VERSION,
		.type = AUG_RECORD_CALL,
		.time_ns = 2000001000,
		.enter_ns = 2000000000,
		.pid = 1234,
		.tid = 1234,
		.nr = nr,
		.comm = "test",
	};
}

/** builder__add() - append a payload of @len bytes at @data; the record's size and count grow. */
static inline struct aug_payload *builder__add(struct record_builder *b, uint8_t arg, uint8_t flags,
					       const void *data, uint32_t len)
{
	struct aug_payload *p = (struct aug_payload *)(b->bytes + b->rec.size);
	const uint32_t step = sizeof(*p) + ((len + 7) & ~7U);

	if (b->rec.size + step > sizeof(b->bytes))
		abort();
	*p = (struct aug_payload){ .arg = arg, .flags = flags, .len = len, .full_len = len };
	if (len)
		memcpy(p + 1, data, len);
	b->rec.size += step;
	b->rec.nr_payloads++;
	return p;
}

/** builder__copy() - the first @size bytes, on the heap; the caller frees. */
static inline void *builder__copy(const struct record_builder *b, size_t size)
{
	void *copy = malloc(size);

	if (!copy)
		abort();
	memcpy(copy, b->bytes, size);
	return copy;
}

/** test_random() - xorshift64*: the same bytes in every run; @seed is not 0. */
static inline uint64_t test_random(uint64_t *seed)
{
	*seed ^= *seed >> 12;
	*seed ^= *seed << 25;
	*seed ^= *seed >> 27;
	return *seed * 0x2545f4914f6cdd1dULL;
}

#endif /* PERF_AUGMENT_TESTS_RECORD_BUILDER_H */
