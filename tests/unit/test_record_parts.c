// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_record_parts.c - contents that came in several records are one again; what does not fit together is not. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "record.h"
#include "record_builder.h"
#include "record_parts.h"
#include "util.h"

#define TID 77

/* The builder holds whole payloads; these are short. */
static void begin(struct record_builder *b, uint8_t type, uint8_t nr_more)
{
	builder__init(b, 1);
	b->rec.type = type;
	b->rec.tid = TID;
	b->rec.nr_more = nr_more;
}

static struct aug_payload *add(struct record_builder *b, uint8_t flags, const char *text,
			       uint32_t full_len)
{
	struct aug_payload *p = builder__add(b, 1, flags, text, (uint32_t)strlen(text));

	p->full_len = full_len;
	return p;
}

static int keep(struct record_parts *parts, const struct record_builder *b)
{
	void *copy = builder__copy(b, b->rec.size);
	int err = record_parts__add(parts, copy, b->rec.size);

	free(copy);
	return err;
}

/* What argument 1 is after the join; its bytes are in @parts. */
static struct payload join(struct record_parts *parts, const struct record_builder *b,
			   uint8_t flags)
{
	struct aug_record *copy = builder__copy(b, b->rec.size);
	const struct aug_record *joined;
	static uint64_t bytes[4096];
	struct payload p = {};
	struct event event;
	size_t size;

	joined = record_parts__join(parts, copy, b->rec.size, &size);
	assert_non_null(joined);
	assert_true(size <= sizeof(bytes));
	memcpy(bytes, joined, size);
	free(copy);
	assert_int_equal(record__parse(bytes, size, &event), 0);
	event__part(&event, 1, flags, AUG_PART_SELF, 0, &p);
	return p;
}

static void assert_payload(struct payload p, const char *text, uint32_t full_len)
{
	assert_int_equal(p.len, strlen(text));
	assert_memory_equal(p.data, text, p.len);
	assert_int_equal(p.full_len, full_len);
	assert_int_equal(!!(p.flags & AUG_P_CUT), p.len < full_len);
}

static void bytes_go_on_in_the_next_record(void **state)
{
	struct record_parts *parts = record_parts__new();
	struct record_builder b;

	(void)state;
	begin(&b, AUG_RECORD_MORE, 0);
	add(&b, 0, "one ", 13);
	add(&b, AUG_P_NEXT, "two ", 13);
	assert_int_equal(keep(parts, &b), 0);
	begin(&b, AUG_RECORD_CALL, 1);
	add(&b, AUG_P_NEXT, "three", 13);
	assert_payload(join(parts, &b, 0), "one two three", 13);
	/* They are gone with their call. */
	begin(&b, AUG_RECORD_CALL, 0);
	add(&b, 0, "four", 4);
	assert_payload(join(parts, &b, 0), "four", 4);
	record_parts__free(parts);
}

static void a_string_has_the_length_of_its_pieces(void **state)
{
	struct record_parts *parts = record_parts__new();
	struct record_builder b;

	(void)state;
	begin(&b, AUG_RECORD_CALL, 0);
	add(&b, AUG_P_STR, "one ", 4);
	add(&b, AUG_P_STR | AUG_P_NEXT, "two", 3);
	assert_payload(join(parts, &b, 0), "one two", 7);
	begin(&b, AUG_RECORD_CALL, 0);
	add(&b, AUG_P_STR, "one ", 4);
	add(&b, AUG_P_STR | AUG_P_NEXT | AUG_P_CUT, "two", 4);
	assert_payload(join(parts, &b, 0), "one two", 8);
	record_parts__free(parts);
}

static void what_was_not_readable_is_cut(void **state)
{
	struct record_parts *parts = record_parts__new();
	struct record_builder b;

	(void)state;
	begin(&b, AUG_RECORD_CALL, 0);
	add(&b, AUG_P_EXIT, "begun", 500);
	add(&b, AUG_P_EXIT | AUG_P_NEXT, "", 0)->err = -EFAULT;
	assert_payload(join(parts, &b, AUG_P_EXIT), "begun", 500);
	begin(&b, AUG_RECORD_CALL, 0);
	add(&b, AUG_P_STR, "begun", 5);
	/* Its address is none of the string. */
	add(&b, AUG_P_STR | AUG_P_NEXT, "address!", 8)->err = -EFAULT;
	assert_payload(join(parts, &b, 0), "begun", 6);
	record_parts__free(parts);
}

static void what_was_read_again_counts(void **state)
{
	struct record_parts *parts = record_parts__new();
	struct record_builder b;

	(void)state;
	begin(&b, AUG_RECORD_MORE, 0);
	add(&b, 0, "first", 10);
	assert_int_equal(keep(parts, &b), 0);
	begin(&b, AUG_RECORD_CALL, 1);
	add(&b, AUG_P_REREAD, "again ", 10);
	add(&b, AUG_P_REREAD | AUG_P_NEXT, "all.", 10);
	assert_payload(join(parts, &b, 0), "again all.", 10);
	record_parts__free(parts);
}

/* A string of a list, read again alone, leaves those behind it. */
static void other_pieces_stay(void **state)
{
	struct record_parts *parts = record_parts__new();
	struct record_builder b;

	(void)state;
	begin(&b, AUG_RECORD_MORE, 0);
	add(&b, 0, "first", 5);
	assert_int_equal(keep(parts, &b), 0);
	begin(&b, AUG_RECORD_CALL, 1);
	add(&b, AUG_P_REREAD, "other", 5)->part = 3;
	assert_payload(join(parts, &b, 0), "first", 5);
	record_parts__free(parts);
}

static void a_waiting_call_keeps_what_came(void **state)
{
	struct record_parts *parts = record_parts__new();
	struct record_builder b;

	(void)state;
	begin(&b, AUG_RECORD_MORE, 0);
	add(&b, 0, "bytes", 5);
	assert_int_equal(keep(parts, &b), 0);
	begin(&b, AUG_RECORD_ENTER, 1);
	assert_payload(join(parts, &b, 0), "bytes", 5);
	begin(&b, AUG_RECORD_CALL, 1);
	assert_payload(join(parts, &b, 0), "bytes", 5);
	record_parts__free(parts);
}

static void a_lost_record_leaves_no_half(void **state)
{
	struct record_parts *parts = record_parts__new();
	struct record_builder b;

	(void)state;
	begin(&b, AUG_RECORD_MORE, 0);
	add(&b, 0, "one", 9);
	assert_int_equal(keep(parts, &b), 0);
	begin(&b, AUG_RECORD_CALL, 2); /* the second is missing */
	add(&b, AUG_P_NEXT, "three", 9);
	assert_int_equal(join(parts, &b, 0).len, 0);
	record_parts__free(parts);
}

static void lengths_that_do_not_fit_are_refused(void **state)
{
	struct record_parts *parts = record_parts__new();
	struct record_builder b;

	(void)state;
	begin(&b, AUG_RECORD_MORE, 0);
	add(&b, 0, "bytes", 5)->len = 4000;
	assert_int_equal(keep(parts, &b), -EBADMSG);
	begin(&b, AUG_RECORD_MORE, 0);
	add(&b, 0, "bytes", 5);
	b.rec.nr_payloads = 2;
	assert_int_equal(keep(parts, &b), -EBADMSG);
	record_parts__free(parts);
}

static void threads_that_die_in_a_call_do_not_pile_up(void **state)
{
	struct record_parts *parts = record_parts__new();
	struct record_builder b;

	(void)state;
	for (uint32_t tid = 1; tid < 1000; tid++) {
		begin(&b, AUG_RECORD_MORE, 0);
		b.rec.tid = tid;
		add(&b, 0, "bytes", 5);
		assert_int_equal(keep(parts, &b), 0);
	}
	begin(&b, AUG_RECORD_CALL, 1);
	b.rec.tid = 999;
	assert_payload(join(parts, &b, 0), "bytes", 5);
	record_parts__free(parts);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bytes_go_on_in_the_next_record),
		cmocka_unit_test(a_string_has_the_length_of_its_pieces),
		cmocka_unit_test(what_was_not_readable_is_cut),
		cmocka_unit_test(what_was_read_again_counts),
		cmocka_unit_test(other_pieces_stay),
		cmocka_unit_test(a_waiting_call_keeps_what_came),
		cmocka_unit_test(a_lost_record_leaves_no_half),
		cmocka_unit_test(lengths_that_do_not_fit_are_refused),
		cmocka_unit_test(threads_that_die_in_a_call_do_not_pile_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
