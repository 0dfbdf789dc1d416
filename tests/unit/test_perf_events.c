// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_perf_events.c - which counts of perf events say that the output lacks something. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "perf_events.h"

static void lost__is_what_was_not_shown(void **state)
{
	const struct perf_events_counts lost = { .lost = 1 }, malformed = { .malformed = 1 };

	(void)state;
	assert_true(perf_events_counts__lost(&lost));
	assert_true(perf_events_counts__lost(&malformed));
}

static void lost__is_what_no_program_looked_at(void **state)
{
	const struct perf_events_counts missed = { .shown = 5, .missed = 1 };

	(void)state;
	assert_true(perf_events_counts__lost(&missed));
}

static void lost__is_not_what_an_object_refused(void **state)
{
	const struct perf_events_counts refused = { .shown = 5, .dropped_calls = 3 }, none = {};

	(void)state;
	assert_false(perf_events_counts__lost(&refused));
	assert_false(perf_events_counts__lost(&none));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lost__is_what_was_not_shown),
		cmocka_unit_test(lost__is_what_no_program_looked_at),
		cmocka_unit_test(lost__is_not_what_an_object_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
