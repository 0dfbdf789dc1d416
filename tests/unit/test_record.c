// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_record.c - records as the engine makes them become events, and nothing else does: every cut,
 * every wrong length, random bytes. Records lie in heap blocks of their exact size, so that a read
 * past the end is an ASan error.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "record.h"
#include "record_builder.h"
#include "util.h"

#define NR_RANDOM 20000

/* What views point to is read into this. */
static volatile uint8_t last_byte;

/* Parse a copy of exactly @size bytes, and read what the event points to. */
static int parse_size(const struct record_builder *b, size_t size)
{
	uint8_t *bytes __cleanup_free = builder__copy(b, size);
	struct event event;
	unsigned int i;
	int err;

	err = record__parse(bytes, size, &event);
	if (err)
		return err;
	assert_ptr_equal(event.rec, bytes);
	for (i = 0; i < AUG_MAX_ARGS; i++) {
		const struct payload *views[] = { event__entry(&event, i), event__exit(&event, i) };
		size_t j, k;

		for (j = 0; j < ARRAY_SIZE(views); j++) {
			if (!views[j])
				continue;
			assert_true(views[j]->data >= bytes + sizeof(struct aug_record));
			assert_true(views[j]->data + views[j]->len <= bytes + size);
			assert_true(views[j]->len <= views[j]->full_len);
			assert_true(views[j]->err <= 0);
			for (k = 0; k < views[j]->len; k++)
				last_byte = views[j]->data[k];
		}
	}
	return 0;
}

static int parse(const struct record_builder *b)
{
	return parse_size(b, b->rec.size);
}

static void make_valid(struct record_builder *b)
{
	builder__init(b, 257);
	builder__add(b, 1, AUG_P_STR, "/etc/passwd", 11);
	builder__add(b, 2, AUG_P_EXIT, "12345678", 8);
	builder__add(b, 5, AUG_P_STR | AUG_P_REREAD, "", 0);
}

static void valid_record__becomes_views(void **state)
{
	struct record_builder b;
	struct aug_payload *p;
	struct event event;
	void *bytes;

	(void)state;
	make_valid(&b);
	p = builder__add(&b, 1, AUG_P_EXIT | AUG_P_CUT, "abc", 3);
	p->full_len = 4000000000U;
	p = builder__add(&b, 0, 0, NULL, 0);
	p->err = -EFAULT;
	bytes = builder__copy(&b, b.rec.size);
	assert_int_equal(record__parse(bytes, b.rec.size, &event), 0);
	assert_ptr_equal(event.rec, bytes);
	assert_int_equal(event.has_entry, 1 << 0 | 1 << 1 | 1 << 5);
	assert_int_equal(event.has_exit, 1 << 1 | 1 << 2);

	assert_int_equal(event__entry(&event, 1)->len, 11);
	assert_int_equal(event__entry(&event, 1)->full_len, 11);
	assert_int_equal(event__entry(&event, 1)->flags, AUG_P_STR);
	assert_int_equal(event__entry(&event, 1)->err, 0);
	assert_memory_equal(event__entry(&event, 1)->data, "/etc/passwd", 11);
	assert_int_equal(event__exit(&event, 1)->len, 3);
	assert_int_equal(event__exit(&event, 1)->full_len, 4000000000U);
	assert_int_equal(event__exit(&event, 1)->flags, AUG_P_EXIT | AUG_P_CUT);
	assert_memory_equal(event__exit(&event, 1)->data, "abc", 3);
	assert_memory_equal(event__exit(&event, 2)->data, "12345678", 8);
	assert_int_equal(event__entry(&event, 5)->len, 0);
	assert_int_equal(event__entry(&event, 5)->flags, AUG_P_STR | AUG_P_REREAD);
	assert_int_equal(event__entry(&event, 0)->err, -EFAULT);

	assert_null(event__exit(&event, 0));
	assert_null(event__entry(&event, 2));
	assert_null(event__entry(&event, 4));
	free(bytes);
}

static void record_without_payloads__is_valid(void **state)
{
	struct record_builder b;

	(void)state;
	builder__init(&b, 39);
	assert_int_equal(parse(&b), 0);
	b.rec.type = AUG_RECORD_ENTER;
	b.rec.abi = AUG_ABI_COMPAT;
	b.rec.nr = UINT32_MAX;
	assert_int_equal(parse(&b), 0);
}

static void all_payloads__fit_in_one_record(void **state)
{
	static char path[AUG_STR_MAX - 1];
	struct record_builder b;
	uint8_t arg;

	(void)state;
	memset(path, 'x', sizeof(path));
	builder__init(&b, 257);
	for (arg = 0; arg < AUG_MAX_ARGS; arg++)
		builder__add(&b, arg, AUG_P_STR, path, sizeof(path));
	for (arg = 0; arg < AUG_MAX_ARGS; arg++)
		builder__add(&b, arg, AUG_P_EXIT, "y", 1);
	assert_int_equal(parse(&b), 0);
}

/* Views of an earlier event must not shine through. */
static void parse__forgets_the_event_before(void **state)
{
	struct record_builder b;
	struct event event;
	void *bytes;

	(void)state;
	memset(&event, 0xff, sizeof(event));
	builder__init(&b, 39);
	bytes = builder__copy(&b, b.rec.size);
	assert_int_equal(record__parse(bytes, b.rec.size, &event), 0);
	assert_int_equal(event.has_entry, 0);
	assert_int_equal(event.has_exit, 0);
	free(bytes);
}

/* A record that is cut anywhere is refused, whatever its size member says. */
static void every_truncation__is_refused(void **state)
{
	struct record_builder b;
	size_t full, size;

	(void)state;
	make_valid(&b);
	full = b.rec.size;
	assert_int_equal(parse_size(&b, full), 0);
	for (size = 0; size < full; size++) {
		b.rec.size = (uint32_t)full;
		assert_int_equal(parse_size(&b, size), -EBADMSG);
		b.rec.size = (uint32_t)size;
		assert_int_equal(parse_size(&b, size), -EBADMSG);
	}
}

static void wrong_size__is_refused(void **state)
{
	static const uint32_t sizes[] = {
		0,
		1,
		8,
		sizeof(struct aug_record) - 8,
		sizeof(struct aug_record) - 1,
		INT32_MAX,
		0x80000000U,
		UINT32_MAX - 7,
		UINT32_MAX,
	};
	struct record_builder b;
	uint32_t full, i;

	(void)state;
	make_valid(&b);
	full = b.rec.size;
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		b.rec.size = sizes[i];
		assert_int_equal(parse_size(&b, full), -EBADMSG);
	}
	/* A size below the head, with payloads promised behind it. */
	for (i = 0; i < sizeof(struct aug_record); i++) {
		b.rec.size = i;
		assert_int_equal(parse_size(&b, sizeof(struct aug_record)), -EBADMSG);
	}
	/* Any other size than its own: off by some bytes, by a payload, or not a multiple of 8. */
	for (i = 0; i < full + 64; i++) {
		b.rec.size = i;
		assert_int_equal(parse_size(&b, full), i == full ? 0 : -EBADMSG);
	}
}

/* Bytes behind the record belong to someone else: they do not matter, but its own size does. */
static void size_with_room_behind__must_fit_the_payloads(void **state)
{
	struct record_builder b;
	uint32_t full, i;

	(void)state;
	make_valid(&b);
	full = b.rec.size;
	for (i = 0; i < full + 64; i++) {
		b.rec.size = i;
		assert_int_equal(parse_size(&b, full + 64), i == full ? 0 : -EBADMSG);
	}
	/* Not a multiple of 8, though its payload needs no more: the next record would be askew. */
	builder__init(&b, 39);
	b.rec.size += 4;
	assert_int_equal(parse_size(&b, sizeof(struct aug_record) + 8), -EBADMSG);
}

static void wrong_payload_length__is_refused(void **state)
{
	static const uint32_t lens[] = {
		17,
		24,
		4096,
		INT32_MAX,
		0x80000000U,
		UINT32_MAX - 32,
		UINT32_MAX - 16,
		UINT32_MAX - 15,
		UINT32_MAX - 8,
		UINT32_MAX - 7,
		UINT32_MAX - 6,
		UINT32_MAX,
	};
	struct record_builder b;
	struct aug_payload *p;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(lens); i++) {
		builder__init(&b, 257);
		p = builder__add(&b, 1, AUG_P_STR, "0123456789abcdef", 16);
		p->len = lens[i];
		p->full_len = UINT32_MAX;
		assert_int_equal(parse(&b), -EBADMSG);
		/* The same with a payload behind it to run into. */
		builder__add(&b, 2, AUG_P_STR, "x", 1);
		assert_int_equal(parse(&b), -EBADMSG);
		/* And with no data at all: rounded up in 32 bits, some of these would be 0. */
		builder__init(&b, 257);
		p = builder__add(&b, 1, AUG_P_STR, NULL, 0);
		p->len = lens[i];
		p->full_len = UINT32_MAX;
		assert_int_equal(parse(&b), -EBADMSG);
	}
	/* Too short: what follows is not where the next payload would be. */
	builder__init(&b, 257);
	p = builder__add(&b, 1, AUG_P_STR, "0123456789abcdef", 16);
	p->len = 8;
	assert_int_equal(parse(&b), -EBADMSG);
	/* More kept than was there. */
	p->len = 16;
	p->full_len = 15;
	assert_int_equal(parse(&b), -EBADMSG);
	p->full_len = 16;
	assert_int_equal(parse(&b), 0);
}

/* The last payload may end at any byte of its last word, but not behind it. */
static void payload_length__may_use_its_padding_only(void **state)
{
	struct record_builder b;
	struct aug_payload *p;
	uint32_t len;

	(void)state;
	builder__init(&b, 257);
	p = builder__add(&b, 1, AUG_P_STR, "0123456789abcdef", 16);
	p->full_len = UINT32_MAX;
	for (len = 0; len < 40; len++) {
		p->len = len;
		assert_int_equal(parse(&b), len > 8 && len <= 16 ? 0 : -EBADMSG);
	}
}

static void payload_of_no_argument__is_refused(void **state)
{
	struct record_builder b;
	struct aug_payload *p;
	unsigned int arg;

	(void)state;
	for (arg = 0; arg <= UINT8_MAX; arg++) {
		builder__init(&b, 257);
		p = builder__add(&b, (uint8_t)arg, 0, "x", 1);
		assert_int_equal(parse(&b), arg < AUG_MAX_ARGS ? 0 : -EBADMSG);
		p->flags = AUG_P_EXIT;
		assert_int_equal(parse(&b), arg < AUG_MAX_ARGS ? 0 : -EBADMSG);
	}
}

static void second_payload_of_an_argument__is_refused(void **state)
{
	struct record_builder b;
	uint8_t arg;

	(void)state;
	for (arg = 0; arg < AUG_MAX_ARGS; arg++) {
		/* Entry and exit are two; what was re-read at exit counts for the entry. */
		builder__init(&b, 257);
		builder__add(&b, arg, AUG_P_REREAD, "x", 1);
		builder__add(&b, arg, AUG_P_EXIT, "y", 1);
		assert_int_equal(parse(&b), 0);
		builder__add(&b, arg, 0, "z", 1);
		assert_int_equal(parse(&b), -EBADMSG);

		builder__init(&b, 257);
		builder__add(&b, arg, AUG_P_EXIT, "x", 1);
		builder__add(&b, (arg + 1) % AUG_MAX_ARGS, AUG_P_EXIT, "x", 1);
		assert_int_equal(parse(&b), 0);
		builder__add(&b, arg, AUG_P_EXIT, "y", 1);
		assert_int_equal(parse(&b), -EBADMSG);
	}
}

static void payload_read_again__takes_the_place_of_the_first(void **state)
{
	struct record_builder b;
	struct aug_payload *p;
	struct event event;
	void *bytes;

	(void)state;
	builder__init(&b, 257);
	p = builder__add(&b, 1, 0, NULL, 0);
	p->err = -EFAULT;
	builder__add(&b, 1, AUG_P_REREAD, "again", 5);
	bytes = builder__copy(&b, b.rec.size);
	assert_int_equal(record__parse(bytes, b.rec.size, &event), 0);
	assert_int_equal(event__entry(&event, 1)->err, 0);
	assert_memory_equal(event__entry(&event, 1)->data, "again", 5);
	free(bytes);
	builder__add(&b, 1, AUG_P_AGAIN, "late", 4);
	assert_int_equal(parse(&b), -EBADMSG);

	builder__init(&b, 257);
	builder__add(&b, 1, 0, "x", 1);
	builder__add(&b, 1, AUG_P_AGAIN, "y", 1);
	assert_int_equal(parse(&b), 0);
	builder__add(&b, 1, AUG_P_REREAD, "z", 1);
	assert_int_equal(parse(&b), 0);
	builder__add(&b, 1, AUG_P_REREAD, "more", 4);
	assert_int_equal(parse(&b), -EBADMSG);
}

static void payload_error__is_negative_and_has_contents_before_what_is_unread(void **state)
{
	static const int32_t errors[] = { -1, -EFAULT, -4095, INT32_MIN };
	struct record_builder b;
	struct aug_payload *p;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(errors); i++) {
		builder__init(&b, 257);
		p = builder__add(&b, 1, 0, NULL, 0);
		p->err = errors[i];
		assert_int_equal(parse(&b), 0);
		p->full_len = 100;
		assert_int_equal(parse(&b), 0);
		builder__init(&b, 257);
		p = builder__add(&b, 1, 0, "x", 1);
		p->err = errors[i];
		assert_int_equal(parse(&b), -EBADMSG);
		/* The beginning of an array. */
		p->full_len = 2;
		assert_int_equal(parse(&b), 0);
	}
	/* A piece may have the address in place of what is there. */
	for (i = 0; i < 24; i++) {
		builder__init(&b, 257);
		p = builder__add(&b, 1, 0, "where it would be, as if", (uint32_t)i);
		p->part = AUG_PART_ITEM;
		p->err = -EFAULT;
		assert_int_equal(parse(&b), i == 0 || i == 8 ? 0 : -EBADMSG);
		p->part = AUG_PART_SELF;
		assert_int_equal(parse(&b), i == 0 ? 0 : -EBADMSG);
	}
	builder__init(&b, 257);
	p = builder__add(&b, 1, 0, NULL, 0);
	p->err = 1;
	assert_int_equal(parse(&b), -EBADMSG);
	p->err = INT32_MAX;
	assert_int_equal(parse(&b), -EBADMSG);
}

static void payload_count__must_be_exact(void **state)
{
	struct record_builder b;
	unsigned int nr;

	(void)state;
	make_valid(&b);
	for (nr = 0; nr <= UINT8_MAX; nr++) {
		b.rec.nr_payloads = (uint8_t)nr;
		assert_int_equal(parse(&b), nr == 3 ? 0 : -EBADMSG);
	}
	builder__init(&b, 257);
	b.rec.nr_payloads = 1;
	assert_int_equal(parse(&b), -EBADMSG);
}

static void unknown_version_or_type__is_told_apart(void **state)
{
	struct record_builder b;
	unsigned int i;

	(void)state;
	for (i = 0; i <= UINT8_MAX; i++) {
		make_valid(&b);
		b.rec.version = (uint8_t)i;
		assert_int_equal(parse(&b), i == AUG_ABI_VERSION ? 0 : -EPROTO);
		make_valid(&b);
		b.rec.type = (uint8_t)i;
		assert_int_equal(parse(&b), i == AUG_RECORD_CALL || i == AUG_RECORD_ENTER ||
							    i == AUG_RECORD_EVENT ||
							    i == AUG_RECORD_CHAIN
						    ? 0
						    : -EPROTO);
	}
}

static void unknown_abi__is_refused(void **state)
{
	static const uint8_t abis[] = { AUG_NR_ABIS, AUG_NR_ABIS + 1, 0x80, UINT8_MAX };
	struct record_builder b;
	size_t i;

	(void)state;
	make_valid(&b);
	b.rec.abi = AUG_NR_ABIS - 1;
	assert_int_equal(parse(&b), 0);
	for (i = 0; i < ARRAY_SIZE(abis); i++) {
		b.rec.abi = abis[i];
		assert_int_equal(parse(&b), -EBADMSG);
	}
}

static void random_bytes__are_refused_without_harm(void **state)
{
	struct record_builder b;
	uint64_t seed;

	(void)state;
	for (seed = 1; seed <= NR_RANDOM; seed++) {
		uint64_t random = seed;
		size_t size = test_random(&random) % 256, i;

		for (i = 0; i < 256; i++)
			b.bytes[i] = (uint8_t)(test_random(&random) >> 32);
		assert_int_not_equal(parse_size(&b, size), 0);
		/* With a head that is right, the payloads are looked at too. */
		if (size < sizeof(struct aug_record))
			continue;
		b.rec.size = (uint32_t)(size & ~7UL);
		b.rec.version = AUG_ABI_VERSION;
		b.rec.type = AUG_RECORD_CALL;
		b.rec.abi = AUG_ABI_NATIVE;
		parse_size(&b, size);
	}
}

/* A few bits of a valid record turned over: mostly refused, never harmful. */
static void damaged_records__do_no_harm(void **state)
{
	struct record_builder b;
	unsigned int nr_refused = 0;
	uint64_t seed;

	(void)state;
	for (seed = 1; seed <= NR_RANDOM; seed++) {
		uint64_t random = seed;
		unsigned int nr = 1 + test_random(&random) % 3;
		uint32_t full;

		make_valid(&b);
		full = b.rec.size;
		while (nr--) {
			uint64_t bit = test_random(&random) % (8ULL * full);

			b.bytes[bit / 8] ^= (uint8_t)(1U << (bit % 8));
		}
		nr_refused += parse_size(&b, full) != 0;
	}
	assert_true(nr_refused > 0 && nr_refused < NR_RANDOM);
}

static void call_chains__are_views_of_whole_addresses(void **state)
{
	const uint64_t user[] = { 1, 2, 3 }, kernel[] = { 4 };
	const struct aug_stack_regs regs = {};
	struct record_builder b;
	struct event event;
	void *bytes;

	(void)state;
	make_valid(&b);
	builder__add(&b, AUG_ARG_STACK_KERNEL, 0, (const char *)kernel, sizeof(kernel));
	builder__add(&b, AUG_ARG_STACK_USER, 0, (const char *)user, sizeof(user));
	bytes = builder__copy(&b, b.rec.size);
	assert_int_equal(record__parse(bytes, b.rec.size, &event), 0);
	assert_int_equal(event.has_stack, 3);
	assert_int_equal(event.stack[0].len, sizeof(user));
	assert_memory_equal(event.stack[0].data, user, sizeof(user));
	assert_int_equal(event.stack[1].len, sizeof(kernel));
	free(bytes);
	/* Twice, and a piece of an address. */
	builder__add(&b, AUG_ARG_STACK_USER, 0, (const char *)user, sizeof(user));
	assert_int_equal(parse(&b), -EBADMSG);
	make_valid(&b);
	builder__add(&b, AUG_ARG_STACK_USER, 0, (const char *)user, 12);
	assert_int_equal(parse(&b), -EBADMSG);
	/* A copy of the stack has the registers at least. */
	make_valid(&b);
	builder__add(&b, AUG_ARG_STACK_DUMP, 0, (const char *)&regs, sizeof(regs));
	assert_int_equal(parse(&b), 0);
	make_valid(&b);
	builder__add(&b, AUG_ARG_STACK_DUMP, 0, (const char *)&regs, sizeof(regs) - 1);
	assert_int_equal(parse(&b), -EBADMSG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(valid_record__becomes_views),
		cmocka_unit_test(call_chains__are_views_of_whole_addresses),
		cmocka_unit_test(record_without_payloads__is_valid),
		cmocka_unit_test(all_payloads__fit_in_one_record),
		cmocka_unit_test(parse__forgets_the_event_before),
		cmocka_unit_test(every_truncation__is_refused),
		cmocka_unit_test(wrong_size__is_refused),
		cmocka_unit_test(size_with_room_behind__must_fit_the_payloads),
		cmocka_unit_test(wrong_payload_length__is_refused),
		cmocka_unit_test(payload_length__may_use_its_padding_only),
		cmocka_unit_test(payload_of_no_argument__is_refused),
		cmocka_unit_test(second_payload_of_an_argument__is_refused),
		cmocka_unit_test(payload_read_again__takes_the_place_of_the_first),
		cmocka_unit_test(payload_error__is_negative_and_has_contents_before_what_is_unread),
		cmocka_unit_test(payload_count__must_be_exact),
		cmocka_unit_test(unknown_version_or_type__is_told_apart),
		cmocka_unit_test(unknown_abi__is_refused),
		cmocka_unit_test(random_bytes__are_refused_without_harm),
		cmocka_unit_test(damaged_records__do_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
