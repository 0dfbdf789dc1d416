// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_task_cgroups.c - threads that have ended are forgotten, those that live are not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>
#include <unistd.h>

#include "pidns.h"
#include "task_cgroups.h"

/* Above what a kernel gives. */
#define FIRST_DEAD (1U << 30)

static void take(struct task_cgroups *t, uint32_t tid, uint64_t id)
{
	struct aug_task_record rec = { .tid = tid };

	memcpy(rec.siginfo, &id, sizeof(id));
	assert_int_equal(task_cgroups__take(t, &rec), 0);
}

static void threads_that_ended_are_forgotten(void **state)
{
	const uint32_t self = (uint32_t)getpid(), nr = 50 * TASK_CGROUPS_SPARE;
	struct task_cgroups t = {};
	uint64_t dev, ino;
	uint32_t i;

	(void)state;
	if (pidns__find(&dev, &ino))
		skip();
	take(&t, self, 1);
	for (i = 0; i < nr; i++) {
		take(&t, FIRST_DEAD + i, 1);
		assert_true(t.by_tid.nr <= 2 * TASK_CGROUPS_SPARE + 1);
		/* What may still stand in a ring is known. */
		assert_true(id_map__get(&t.by_tid, FIRST_DEAD + i - (i < 4000 ? i : 4000)) >= 0);
	}
	assert_true(id_map__get(&t.by_tid, self) >= 0);
	assert_int_equal(id_map__get(&t.by_tid, FIRST_DEAD), -1);
	task_cgroups__free(&t);
}

/* A group's index is the same after others were forgotten. */
static void groups_stay(void **state)
{
	struct task_cgroups t = {};
	uint32_t i;

	(void)state;
	for (i = 0; i < 3; i++)
		take(&t, FIRST_DEAD + i, 1000000 + i);
	for (i = 0; i < 3; i++) {
		assert_ptr_equal(task_cgroups__path(&t, FIRST_DEAD + i), t.groups[i].path);
		assert_int_equal(t.groups[id_map__get(&t.by_tid, FIRST_DEAD + i) / 2].id,
				 1000000 + i);
	}
	assert_null(task_cgroups__path(&t, 1));
	for (i = 0; i < TASK_CGROUPS_SPARE; i++)
		take(&t, FIRST_DEAD + 10 + i, 1000001);
	assert_int_equal(t.groups[id_map__get(&t.by_tid, FIRST_DEAD + 2) / 2].id, 1000002);
	task_cgroups__free(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(threads_that_ended_are_forgotten),
		cmocka_unit_test(groups_stay),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
