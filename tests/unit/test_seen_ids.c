// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_seen_ids.c - ids that were seen, in any order, with gaps, and so many that pages are full. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "seen_ids.h"

static void an_empty_set_has_nothing(void **state)
{
	struct seen_ids set = {};

	(void)state;
	assert_false(seen_ids__has(&set, 0));
	assert_false(seen_ids__has(&set, UINT32_MAX));
	seen_ids__free(&set);
}

static void ids_are_told_apart(void **state)
{
	static const uint32_t ids[] = { 7, 63, 64, 32767, 32768, 100000, 3, UINT32_MAX };
	struct seen_ids set = {};
	size_t i, k;

	(void)state;
	for (i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		assert_false(seen_ids__has(&set, ids[i]));
		assert_int_equal(seen_ids__add(&set, ids[i]), 0);
		assert_int_equal(seen_ids__add(&set, ids[i]), 0);
		for (k = 0; k <= i; k++)
			assert_true(seen_ids__has(&set, ids[k]));
	}
	assert_false(seen_ids__has(&set, 8));
	assert_false(seen_ids__has(&set, 62));
	assert_false(seen_ids__has(&set, 65));
	assert_false(seen_ids__has(&set, 32766));
	assert_false(seen_ids__has(&set, UINT32_MAX - 1));
	seen_ids__free(&set);
	assert_false(seen_ids__has(&set, 7));
	seen_ids__free(&set);
}

/* A page that is full is told from one beside it that is but for one. */
static void runs_take_no_room(void **state)
{
	struct seen_ids set = {};
	uint32_t id;

	(void)state;
	for (id = 32768; id < 4 * 32768; id++) {
		if (id != 2 * 32768 + 5)
			assert_int_equal(seen_ids__add(&set, id), 0);
	}
	assert_false(seen_ids__has(&set, 32767));
	assert_true(seen_ids__has(&set, 32768));
	assert_true(seen_ids__has(&set, 2 * 32768 - 1));
	assert_false(seen_ids__has(&set, 2 * 32768 + 5));
	assert_true(seen_ids__has(&set, 4 * 32768 - 1));
	assert_false(seen_ids__has(&set, 4 * 32768));
	/* One page for all that are full. */
	assert_ptr_equal(set.pages[1], set.pages[3]);
	assert_ptr_not_equal(set.pages[1], set.pages[2]);
	assert_int_equal(seen_ids__add(&set, 40000), 0);
	assert_int_equal(seen_ids__add(&set, 2 * 32768 + 5), 0);
	assert_ptr_equal(set.pages[1], set.pages[2]);
	seen_ids__free(&set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_set_has_nothing),
		cmocka_unit_test(ids_are_told_apart),
		cmocka_unit_test(runs_take_no_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
