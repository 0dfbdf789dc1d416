// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_overflow_tasks.c - which forks are those of tasks that events follow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "overflow_tasks.h"

static int set_up(void **state)
{
	*state = overflow_tasks__new();
	return *state ? 0 : -1;
}

static int tear_down(void **state)
{
	overflow_tasks__free(*state);
	return 0;
}

static void test_others_forks(void **state)
{
	struct overflow_tasks *tasks = *state;

	overflow_tasks__follow(tasks, 100);
	overflow_tasks__forked(tasks, 201, 200);
	overflow_tasks__forked(tasks, 202, 201);
	assert_int_equal(overflow_tasks__nr_forked(tasks), 0);
	overflow_tasks__forked(tasks, 101, 100);
	overflow_tasks__forked(tasks, 102, 101);
	assert_int_equal(overflow_tasks__nr_forked(tasks), 2);
}

static void test_order(void **state)
{
	struct overflow_tasks *tasks = *state;

	overflow_tasks__follow(tasks, 100);
	overflow_tasks__forked(tasks, 103, 102);
	overflow_tasks__forked(tasks, 104, 102);
	overflow_tasks__forked(tasks, 102, 101);
	overflow_tasks__forked(tasks, 202, 201);
	assert_int_equal(overflow_tasks__nr_forked(tasks), 0);
	overflow_tasks__forked(tasks, 101, 100);
	assert_int_equal(overflow_tasks__nr_forked(tasks), 4);
	/* Each once, and they are followed from now on. */
	overflow_tasks__forked(tasks, 105, 104);
	assert_int_equal(overflow_tasks__nr_forked(tasks), 5);
}

static void test_number_again(void **state)
{
	struct overflow_tasks *tasks = *state;

	overflow_tasks__follow(tasks, 100);
	overflow_tasks__forked(tasks, 101, 100);
	overflow_tasks__forked(tasks, 101, 200);
	overflow_tasks__forked(tasks, 102, 101);
	assert_int_equal(overflow_tasks__nr_forked(tasks), 1);
}

static void test_any_numbers(void **state)
{
	struct overflow_tasks *tasks = *state;
	uint32_t i;

	overflow_tasks__follow(tasks, UINT32_MAX);
	overflow_tasks__forked(tasks, UINT32_MAX - 1, UINT32_MAX);
	overflow_tasks__forked(tasks, 0, 0);
	overflow_tasks__forked(tasks, 1U << 22, (1U << 22) - 1);
	assert_int_equal(overflow_tasks__nr_forked(tasks), 0);
	/* A long chain that comes from its end on. */
	overflow_tasks__follow(tasks, 1);
	for (i = 200; i > 1; i--)
		overflow_tasks__forked(tasks, i, i - 1);
	assert_int_equal(overflow_tasks__nr_forked(tasks), 199);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_others_forks, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_order, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_number_again, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_any_numbers, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
