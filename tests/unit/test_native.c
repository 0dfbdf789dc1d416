// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_native.c - what objects with functions of augmenter.bpf.h are taken for, and which of them do
 * not go together. The objects are those of tests/live/, which `make` builds.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "augmenter.h"
#include "engine.h"
#include "native.h"
#include "native_func.h"
#include "strbuf.h"
#include "util.h"

static void add(struct augmenters *list, const char *folder, const char *name)
{
	const char *build = getenv("BUILD");
	struct strbuf error = {};
	char path[512];

	snprintf(path, sizeof(path), "%s/%s/%s.o", build ?: "build", folder, name);
	if (augmenters__add(list, path, NULL, NULL, &error))
		fail_msg("%s", strbuf__cstr(&error));
	strbuf__free(&error);
}

static int try(const char *first, const char *second, unsigned int *ret_needs)
{
	struct augmenters list = {};
	struct native *n = NULL;
	int err;

	add(&list, "tests/live", first);
	if (second)
		add(&list, "tests/live", second);
	err = native__new(&list, &n);
	*ret_needs = native__needs(n);
	native__free(n);
	augmenters__free(&list);
	return err;
}

static void what_objects_need(void **state)
{
	unsigned int needs;

	(void)state;
	assert_int_equal(try("augment_values.bpf", NULL, &needs), 0);
	assert_int_equal(needs, ENGINE_AUGMENT_CALLS);
	assert_int_equal(try("augment_values_v1.bpf", NULL, &needs), 0);
	assert_int_equal(needs, ENGINE_AUGMENT_CALLS);
	assert_int_equal(try("augment_events.bpf", NULL, &needs), 0);
	assert_int_equal(needs, ENGINE_AUGMENT_TRACEPOINTS | ENGINE_AUGMENT_PROBES);
	assert_int_equal(try("augment_events.bpf", "augment_values.bpf", &needs), 0);
	assert_int_equal(needs,
			 ENGINE_AUGMENT_CALLS | ENGINE_AUGMENT_TRACEPOINTS | ENGINE_AUGMENT_PROBES);
}

static void what_is_refused(void **state)
{
	unsigned int needs;

	(void)state;
	assert_int_equal(try("augment_values.bpf", "augment_twice.bpf", &needs), -EEXIST);
	assert_int_equal(needs, 0);
	assert_int_equal(try("augment_newer.bpf", NULL, &needs), -EPROTO);
	assert_int_equal(try("augment_unknown.bpf", NULL, &needs), -EINVAL);
}

static void functions_by_their_sections(void **state)
{
	struct augmenters list = {};
	struct native_funcs funcs = {};
	size_t i, nr_found = 0;

	(void)state;
	add(&list, "tests/live", "augment_events.bpf");
	assert_int_equal(native_funcs__add(&funcs, &list, 0), 0);
	assert_int_equal(funcs.nr, 4);
	for (i = 0; i < funcs.nr; i++) {
		const struct native_func *func = &funcs.item[i];

		if (!strcmp(func->program, "uprobe_work_function")) {
			assert_int_equal(func->when, AUG_ON_UPROBE);
			assert_string_equal(func->group, "work_augment");
			assert_string_equal(func->name, "work_function");
			nr_found++;
		}
		if (!strcmp(func->program, "tp_sched_sched_process_exec")) {
			assert_int_equal(func->when, AUG_ON_TRACEPOINT);
			assert_string_equal(func->group, "sched");
			assert_string_equal(func->name, "sched_process_exec");
			nr_found++;
		}
	}
	assert_int_equal(nr_found, 2);
	native_funcs__free(&funcs);
	augmenters__free(&list);
}

/* An object for stock perf is none of ours, and one that is named twice is one. */
static void kinds(void **state)
{
	struct augmenters list = {};
	struct native *n;

	(void)state;
	add(&list, "bpf-progs/examples", "hello");
	assert_int_equal(augmenters__count(&list, AUGMENTER_NATIVE), 0);
	assert_int_equal(augmenters__count(&list, AUGMENTER_PERF), 1);
	assert_int_equal(native__new(&list, &n), 0);
	assert_null(n);
	assert_null(native__types(n));
	add(&list, "tests/live", "augment_drop.bpf");
	add(&list, "tests/live", "augment_drop.bpf");
	assert_int_equal(list.nr, 2);
	assert_int_equal(augmenters__count(&list, AUGMENTER_NATIVE), 1);
	assert_true(augmenter__is_path("a.o", 3));
	assert_true(augmenter__is_path("a.c,", 3));
	assert_false(augmenter__is_path(".o", 2));
	assert_false(augmenter__is_path("openat", 6));
	augmenters__free(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_objects_need),
		cmocka_unit_test(what_is_refused),
		cmocka_unit_test(functions_by_their_sections),
		cmocka_unit_test(kinds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
