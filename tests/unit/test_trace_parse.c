// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_trace_parse.c - values of trace's options: what is taken, and that nothing else is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdlib.h>

#include "bpf-progs/engine_config.h"
#include "perf_events.h"
#include "trace_parse.h"
#include "util.h"

static void numbers__are_within_their_bounds(void **state)
{
	static const char *const wrong[] = { "",    "x", "1x", "-1",
					     " -1", "0", "11", "99999999999999999999" };
	uint64_t nr = 77;
	size_t i;

	(void)state;
	assert_int_equal(trace_parse__number("-x", "1", 1, 10, &nr), 0);
	assert_int_equal(nr, 1);
	assert_int_equal(trace_parse__number("-x", "0xa", 1, 10, &nr), 0);
	assert_int_equal(nr, 10);
	for (i = 0; i < ARRAY_SIZE(wrong); i++) {
		assert_int_equal(trace_parse__number("-x", wrong[i], 1, 10, &nr), -EINVAL);
		assert_int_equal(nr, 10);
	}
	assert_int_equal(trace_parse__delay("1500", &nr), 0);
	assert_int_equal(nr, 1500000000);
	assert_int_equal(trace_parse__delay("1.5", &nr), -EINVAL);
}

static void faults_and_graphs__have_perfs_words(void **state)
{
	unsigned int faults = 0;
	uint32_t dump = 0;
	uint8_t stacks = 0;

	(void)state;
	assert_int_equal(trace_parse__faults("all", &faults), 0);
	assert_int_equal(faults, PERF_EVENTS_FAULTS_MAJOR | PERF_EVENTS_FAULTS_MINOR);
	faults = 0;
	assert_int_equal(trace_parse__faults("min", &faults), 0);
	assert_int_equal(faults, PERF_EVENTS_FAULTS_MINOR);
	faults = 0;
	assert_int_equal(trace_parse__faults("maj", &faults), 0);
	assert_int_equal(faults, PERF_EVENTS_FAULTS_MAJOR);
	/* Several add up. */
	assert_int_equal(trace_parse__faults("min", &faults), 0);
	assert_int_equal(faults, PERF_EVENTS_FAULTS_MAJOR | PERF_EVENTS_FAULTS_MINOR);
	assert_int_equal(trace_parse__faults("both", &faults), -EINVAL);
	assert_int_equal(trace_parse__call_graph("fp", &stacks, &dump), 0);
	assert_int_equal(stacks, AUG_STACK_USER);
	assert_int_equal(trace_parse__call_graph("lbr", &stacks, &dump), -EINVAL);
	assert_int_equal(trace_parse__call_graph("fpx", &stacks, &dump), -EINVAL);
	assert_int_equal(trace_parse__call_graph("dwarf8192", &stacks, &dump), -EINVAL);
	assert_int_equal(trace_parse__call_graph("dwarf,", &stacks, &dump), -EINVAL);
	assert_int_equal(trace_parse__call_graph("dwarf,8193", &stacks, &dump), -EINVAL);
	assert_int_equal(stacks, AUG_STACK_USER);
}

static void cpus__are_a_list(void **state)
{
	struct cpu_list cpus = {};

	(void)state;
	assert_int_equal(trace_parse__cpus("0-2,1023", &cpus), 0);
	assert_int_equal(cpus.nr, 4);
	assert_int_equal(trace_parse__cpus("1024", &cpus), -EINVAL);
	assert_int_equal(trace_parse__cpus("all", &cpus), -EINVAL);
	cpu_list__free(&cpus);
}

static void colours__are_for_terminals(void **state)
{
	enum trace_color color = TRACE_COLOR_AUTO;

	(void)state;
	assert_false(trace_color__is_on(TRACE_COLOR_AUTO, -1));
	assert_true(trace_color__is_on(TRACE_COLOR_ALWAYS, -1));
	assert_false(trace_color__is_on(TRACE_COLOR_NEVER, -1));
	assert_int_equal(trace_parse__color("never", &color), 0);
	assert_int_equal(color, TRACE_COLOR_NEVER);
	assert_int_equal(trace_parse__color("yes", &color), -EINVAL);
	assert_int_equal(color, TRACE_COLOR_NEVER);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers__are_within_their_bounds),
		cmocka_unit_test(faults_and_graphs__have_perfs_words),
		cmocka_unit_test(cpus__are_a_list),
		cmocka_unit_test(colours__are_for_terminals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
