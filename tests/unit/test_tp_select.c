// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_tp_select.c - tracepoints with terms and filters, as they are typed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <string.h>

#include "event_list.h"
#include "tp_select.h"
#include "util.h"

static void add(struct tp_select *sel, const char *element)
{
	struct strbuf error = {};

	assert_int_equal(tp_select__add(sel, element, strlen(element), &error), 0);
	assert_int_equal(error.len, 0);
}

static void terms(void **state)
{
	struct tp_select sel = {};

	(void)state;
	add(&sel, "sched:sched_switch");
	add(&sel, "sched:*/nr=3/");
	add(&sel, "a:b/nr=1,nr=0x10/");
	add(&sel, "!sched:*exec");
	assert_int_equal(sel.nr_patterns, 3);
	assert_string_equal(sel.patterns[0].glob, "sched:sched_switch");
	assert_int_equal(sel.patterns[0].wish.max_events, 0);
	assert_string_equal(sel.patterns[1].glob, "sched:*");
	assert_int_equal(sel.patterns[1].wish.max_events, 3);
	assert_int_equal(sel.patterns[2].wish.max_events, 16);
	assert_int_equal(sel.nr_excluded, 1);
	assert_string_equal(sel.excluded[0], "sched:*exec");
	tp_select__free(&sel);
}

static void bad_terms(void **state)
{
	static const char *const bad[] = {
		"a:b/",	      "a:b//",
		"a:b/nr=1",   "a:b/nr=0/",
		"a:b/nr=-1/", "a:b/nr=/",
		"a:b/nr=1x/", "a:b/nr=1,/",
		"a:b/NR=1/",  "a:b/max-stack=2/",
		"a:b/n/",     "a:b/nr=1/u",
		"a:b/nr= 1/", "a:b/nr=1/nr=2/",
		"a:b/nr",     "a:b/nr=99999999999999999999999/",
	};
	struct tp_select sel = {};
	struct strbuf error = {};
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		strbuf__reset(&error);
		assert_int_equal(tp_select__add(&sel, bad[i], strlen(bad[i]), &error), -EINVAL);
		assert_non_null(strstr(strbuf__cstr(&error), bad[i]));
	}
	assert_int_equal(sel.nr_patterns, 0);
	strbuf__free(&error);
	tp_select__free(&sel);
}

static void filters_are_for_the_last_list(void **state)
{
	struct tp_select sel = {};

	(void)state;
	assert_int_equal(tp_select__filter(&sel, "x == 1"), -EINVAL);
	add(&sel, "a:a");
	tp_select__begin_list(&sel);
	assert_int_equal(tp_select__filter(&sel, "x == 1"), -EINVAL);
	add(&sel, "a:b");
	add(&sel, "a:c");
	assert_int_equal(tp_select__filter(&sel, "x == 1"), 0);
	assert_int_equal(tp_select__filter(&sel, "y || z"), 0);
	assert_null(sel.patterns[0].wish.filter);
	assert_string_equal(sel.patterns[1].wish.filter, "(x == 1) && (y || z)");
	assert_string_equal(sel.patterns[2].wish.filter, "(x == 1) && (y || z)");
	tp_select__free(&sel);
}

/* The commas of terms are none of the list. */
static void lists(void **state)
{
	struct event_list list = {};

	(void)state;
	assert_int_equal(
		event_list__add(&list, "openat,a:b/nr=1,nr=2/,close, c:d ,!e:f,./x:y.o,z.c"), 0);
	assert_int_equal(list.tracepoints.nr_patterns, 2);
	assert_string_equal(list.tracepoints.patterns[0].glob, "a:b");
	assert_int_equal(list.tracepoints.patterns[0].wish.max_events, 2);
	assert_string_equal(list.tracepoints.patterns[1].glob, "c:d");
	assert_int_equal(list.tracepoints.nr_excluded, 1);
	assert_int_equal(list.nr_objects, 2);
	assert_string_equal(list.objects[0].path, "./x:y.o");
	assert_true(list.names_calls);
	assert_true(select__has(&list.calls, AUG_ABI_NATIVE, 257));
	assert_true(select__has(&list.calls, AUG_ABI_NATIVE, 3));
	assert_false(select__has(&list.calls, AUG_ABI_NATIVE, 0));
	event_list__free(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(terms),
		cmocka_unit_test(bad_terms),
		cmocka_unit_test(filters_are_for_the_last_list),
		cmocka_unit_test(lists),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
