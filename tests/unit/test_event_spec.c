// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_event_spec.c - perf's spellings of events: names, modifiers, numbers, terms, breakpoints, and
 * what is said of those that are wrong. Tracepoints and PMUs of sysfs are for the live tests.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <string.h>

#include "event_bp.h"
#include "event_spec.h"
#include "util.h"

/* The only event of a list; its attribute. */
static struct perf_event_attr parse_one(const char *text, struct event_specs *list)
{
	struct strbuf error = {};

	*list = (struct event_specs){};
	assert_int_equal(event_specs__parse(list, text, &error), 0);
	assert_int_equal(list->nr, 1);
	strbuf__free(&error);
	return list->specs[0].attr;
}

static void spec__knows_names_and_aliases(void **state)
{
	static const struct {
		const char *text;
		uint32_t type;
		uint64_t config;
	} rows[] = {
		{ "cpu-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK },
		{ "task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK },
		{ "faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS },
		{ "cs", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES },
		{ "cpu-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
		{ "CYCLES", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
		{ "branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
		{ "idle-cycles-backend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND },
		{ "L1-dcache-loads", PERF_TYPE_HW_CACHE, 0 },
		{ "L1-dcache-load-misses", PERF_TYPE_HW_CACHE, 0x10000 },
		{ "l1i-miss", PERF_TYPE_HW_CACHE, 0x10001 },
		{ "LLC-store-misses", PERF_TYPE_HW_CACHE, 0x10102 },
		{ "dTLB-stores", PERF_TYPE_HW_CACHE, 0x103 },
		{ "iTLB-load-misses", PERF_TYPE_HW_CACHE, 0x10004 },
		{ "branch-load-misses", PERF_TYPE_HW_CACHE, 0x10005 },
		{ "node-prefetches", PERF_TYPE_HW_CACHE, 0x206 },
		{ "r1a8", PERF_TYPE_RAW, 0x1a8 },
		{ "rffffffffffffffff", PERF_TYPE_RAW, UINT64_MAX },
		{ "1:0", PERF_TYPE_SOFTWARE, 0 },
		{ "4:0x1a8", PERF_TYPE_RAW, 0x1a8 },
	};
	struct event_specs list;
	struct perf_event_attr attr;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		attr = parse_one(rows[i].text, &list);
		assert_int_equal(attr.type, rows[i].type);
		assert_int_equal(attr.config, rows[i].config);
		assert_string_equal(list.specs[0].name, rows[i].text);
		assert_true(event_spec__is(&list.specs[0], rows[i].type, rows[i].config));
		event_specs__free(&list);
	}
}

static void spec__applies_modifiers(void **state)
{
	struct event_specs list;
	struct perf_event_attr attr;

	(void)state;
	attr = parse_one("cycles:u", &list);
	assert_true(!attr.exclude_user && attr.exclude_kernel && attr.exclude_hv);
	event_specs__free(&list);
	attr = parse_one("cycles:ukpp", &list);
	assert_true(!attr.exclude_user && !attr.exclude_kernel && attr.exclude_hv);
	assert_int_equal(attr.precise_ip, 2);
	event_specs__free(&list);
	attr = parse_one("cycles:P", &list);
	assert_true(list.specs[0].precise_max);
	assert_int_equal(attr.precise_ip, 3);
	event_specs__free(&list);
	attr = parse_one("cpu-clock:G", &list);
	assert_true(attr.exclude_host && !attr.exclude_guest && list.specs[0].has_guest);
	event_specs__free(&list);
	attr = parse_one("r1a8:k", &list);
	assert_true(attr.exclude_user && !attr.exclude_kernel);
	event_specs__free(&list);
	attr = parse_one("cpu-clock", &list);
	assert_true(!attr.exclude_user && !attr.exclude_kernel && !attr.exclude_host);
	event_specs__free(&list);
}

static void spec__applies_terms(void **state)
{
	struct event_specs list;
	struct perf_event_attr attr;

	(void)state;
	attr = parse_one("cpu-clock/period=1000,name=mine/u", &list);
	assert_int_equal(attr.sample_period, 1000);
	assert_true(list.specs[0].has_period && !attr.freq && attr.exclude_kernel);
	assert_string_equal(list.specs[0].name, "mine");
	event_specs__free(&list);
	attr = parse_one("cycles/freq=99,config1=0x10/", &list);
	assert_int_equal(attr.sample_freq, 99);
	assert_true(attr.freq);
	assert_int_equal(attr.config1, 0x10);
	event_specs__free(&list);
}

static void spec__takes_a_list(void **state)
{
	struct event_specs list = {};
	struct strbuf error = {};

	(void)state;
	assert_int_equal(event_specs__parse(&list,
					    "cpu-clock,cycles/name=a,period=7/,mem:0x1000/4:w,cs:u",
					    &error),
			 0);
	assert_int_equal(list.nr, 4);
	assert_string_equal(list.specs[1].name, "a");
	assert_int_equal(list.specs[2].attr.type, PERF_TYPE_BREAKPOINT);
	assert_true(list.specs[3].attr.exclude_kernel);
	event_specs__free(&list);
	strbuf__free(&error);
}

static void spec__takes_groups(void **state)
{
	struct event_specs list = {};
	struct strbuf error = {};

	(void)state;
	assert_int_equal(event_specs__parse(&list,
					    "cs,{cpu-clock:u,cycles/period=7/,faults}:kSD,"
					    "mine{cs,migrations},cs:S",
					    &error),
			 0);
	assert_int_equal(list.nr, 7);
	assert_int_equal(event_specs__members(&list, 0), 1);
	assert_int_equal(event_specs__members(&list, 1), 3);
	assert_int_equal(event_specs__members(&list, 4), 2);
	assert_int_equal(event_specs__members(&list, 6), 1);
	assert_int_equal(list.specs[3].to_leader, 2);
	/* Modifiers of the group and of the member add up. */
	assert_true(!list.specs[1].attr.exclude_user && !list.specs[1].attr.exclude_kernel &&
		    list.specs[1].attr.exclude_hv);
	assert_true(list.specs[2].attr.exclude_user && !list.specs[2].attr.exclude_kernel);
	assert_true(list.specs[1].sample_read && list.specs[3].sample_read);
	assert_false(list.specs[0].sample_read);
	assert_true(list.specs[6].sample_read);
	/* Only the leader can be pinned. */
	assert_true(list.specs[1].attr.pinned && !list.specs[2].attr.pinned);
	assert_string_equal(list.specs[4].group, "mine");
	assert_null(list.specs[1].group);
	event_specs__free(&list);
	strbuf__free(&error);
}

static void spec__refuses_what_is_wrong(void **state)
{
	static const struct {
		const char *text;
		const char *says;
	} rows[] = {
		{ "", "missing" },
		{ "cpu-clock,", "missing" },
		{ ",cpu-clock", "missing" },
		{ "cpu-clok", "did you mean cpu-clock" },
		{ "zebra", "'zebra' is not an event" },
		{ "cpu-clock:q", "'q' in 'cpu-clock:q' is not a modifier" },
		{ "cycles:pppp", "is not a modifier" },
		{ "rxyz", "is not an event" },
		{ "r", "is not an event" },
		{ "r11111111111111111", "is not an event" },
		{ "{cycles,instructions", "the } of the group is missing" },
		{ "{cycles,{cs}}", "a group has no groups in it" },
		{ "{}", "missing" },
		{ "{cs,}", "missing" },
		{ "{cs}x", "behind a group is not understood" },
		{ "{cs}:q", "is not a modifier" },
		{ "cs}", "is not understood here" },
		{ "{cs}{faults}", "is not understood here" },
		{ "cycles/period=1000", "second /" },
		{ "cycles/period=0/", "cannot be 0" },
		{ "cycles/period/", "needs a number" },
		{ "cycles/period=x/", "needs a number" },
		{ "cycles/what=1/", "'what' is not a term" },
		{ "nopmu/config=1/", "neither a PMU" },
		{ "../config=1/", "neither a PMU" },
		{ "L1-dcache-load-nonsense", "is not an event" },
		{ "mem:0x1000:rx", "not both" },
		{ "mem:0x1000/4:w/", "not '/'" },
		{ "mem:0x1000/4u", "is not understood" },
		{ "mem:0x1000:w:q", "is not a modifier" },
	};
	struct event_specs list = {};
	struct strbuf error = {};
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		strbuf__reset(&error);
		assert_int_equal(event_specs__parse(&list, rows[i].text, &error), -EINVAL);
		if (!strstr(strbuf__cstr(&error), rows[i].says))
			fail_msg("'%s': %s", rows[i].text, strbuf__cstr(&error));
		event_specs__free(&list);
	}
	strbuf__free(&error);
}

static void bp__reads_address_length_and_access(void **state)
{
	static const struct {
		const char *text;
		uint64_t addr, len;
		uint32_t access;
		size_t used;
	} rows[] = {
		{ "mem:0x601040", 0x601040, 4, HW_BREAKPOINT_RW, 12 },
		{ "mem:4096", 4096, 4, HW_BREAKPOINT_RW, 8 },
		{ "mem:0x601040:w", 0x601040, 4, HW_BREAKPOINT_W, 14 },
		{ "mem:0x601040/8:rw", 0x601040, 8, HW_BREAKPOINT_RW, 17 },
		{ "mem:0x601041/1:r:u", 0x601041, 1, HW_BREAKPOINT_R, 16 },
		{ "mem:0xffffffff81000001:x", 0xffffffff81000001, 8, HW_BREAKPOINT_X, 24 },
		{ "mem:0x1000:u", 0x1000, 4, HW_BREAKPOINT_RW, 10 },
	};
	struct strbuf error = {};
	size_t i, used;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct perf_event_attr attr = {};

		assert_int_equal(event_bp__parse(rows[i].text, strlen(rows[i].text), &attr, &used,
						 &error),
				 0);
		assert_int_equal(attr.type, PERF_TYPE_BREAKPOINT);
		assert_int_equal(attr.bp_addr, rows[i].addr);
		assert_int_equal(attr.bp_len, rows[i].len);
		assert_int_equal(attr.bp_type, rows[i].access);
		assert_int_equal(used, rows[i].used);
	}
	strbuf__free(&error);
}

static void bp__refuses_what_is_wrong(void **state)
{
	static const char *const rows[] = {
		"mem:",
		"mem:0x",
		"mem:x",
		"mem:0x10000000000000000",
		"mem:99999999999999999999",
		"mem:0x1000/",
		"mem:0x1000/0",
		"mem:0x1000/3",
		"mem:0x1001/2:w",
		"mem:0x1000/4:x",
		"mem:0x1000:ww",
		"mem:0x1000:rwx",
		"memory",
		"",
	};
	struct perf_event_attr attr = {};
	const struct perf_event_attr untouched = {};
	struct strbuf error = {};
	size_t i, used;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		strbuf__reset(&error);
		if (event_bp__parse(rows[i], strlen(rows[i]), &attr, &used, &error) != -EINVAL)
			fail_msg("'%s' was taken", rows[i]);
		assert_true(error.len > 10);
		assert_memory_equal(&attr, &untouched, sizeof(attr));
	}
	strbuf__free(&error);
}

/* Both ways: what has lost its name gets the one by which it was asked for. */
static void attr__has_the_name_that_it_was_made_of(void **state)
{
	static const char *const rows[] = {
		"cpu-clock",	   "task-clock:u",	   "page-faults",
		"dummy",	   "bpf-output",	   "cycles",
		"cycles:k",	   "cycles:uppp",	   "ref-cycles:ku",
		"L1-dcache-loads", "branch-loads",	   "L1-dcache-load-misses",
		"LLC-stores:u",	   "dTLB-prefetch-misses", "mem:0x1000:w",
		"mem:0x1000:rw",   "mem:0x1000:x:u",
	};
	struct event_specs list = {};
	char name[EVENT_NAME_SIZE];
	struct perf_event_attr attr;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		parse_one(rows[i], &list);
		assert_true(event_attr__name(&list.specs[0].attr, name));
		assert_string_equal(name, rows[i]);
		event_specs__free(&list);
	}
	attr = (struct perf_event_attr){ .type = PERF_TYPE_RAW, .config = 0x1a8 };
	assert_true(event_attr__name(&attr, name));
	assert_string_equal(name, "raw 0x1a8");
	attr = (struct perf_event_attr){ .type = PERF_TYPE_HW_CACHE, .config = UINT64_MAX };
	assert_false(event_attr__name(&attr, name));
	attr.type = PERF_TYPE_TRACEPOINT;
	assert_false(event_attr__name(&attr, name));
	attr = (struct perf_event_attr){ .type = PERF_TYPE_SOFTWARE, .config = 99 };
	assert_false(event_attr__name(&attr, name));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spec__knows_names_and_aliases),
		cmocka_unit_test(spec__applies_modifiers),
		cmocka_unit_test(spec__applies_terms),
		cmocka_unit_test(spec__takes_a_list),
		cmocka_unit_test(spec__takes_groups),
		cmocka_unit_test(spec__refuses_what_is_wrong),
		cmocka_unit_test(bp__reads_address_length_and_access),
		cmocka_unit_test(bp__refuses_what_is_wrong),
		cmocka_unit_test(attr__has_the_name_that_it_was_made_of),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
