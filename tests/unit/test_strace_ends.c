// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_strace_ends.c - the end of a main thread is told when all of its process is over. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "strace_ends.h"

/* Numbers that no process has: PID_MAX_LIMIT is 4194304. */
#define PID 5000000

static char told[512];

/* A character for what it is, the thread, the code and the time. */
static int tell(void *ctx, const struct aug_task_record *rec)
{
	const size_t len = strlen(told);
	char by[16] = "";

	(void)ctx;
	if (rec->superseded_by)
		snprintf(by, sizeof(by), "<%u", rec->superseded_by - PID);
	snprintf(told + len, sizeof(told) - len, "%s%u%s:%d@%u ",
		 rec->type == AUG_RECORD_START	? "start"
		 : rec->type == AUG_RECORD_EXIT ? "end"
						: "signal",
		 rec->tid - PID, by, rec->code, (unsigned int)rec->time_ns);
	return 0;
}

static uint64_t now;

/* @pid and @tid from PID on. */
static void take(struct strace_ends *e, uint8_t type, uint8_t flags, uint32_t pid, uint32_t tid,
		 int32_t code, uint32_t superseded_by)
{
	struct aug_task_record rec = { .type = type,
				       .flags = flags,
				       .pid = PID + pid,
				       .tid = PID + tid,
				       .code = code,
				       .time_ns = ++now };

	rec.superseded_by = superseded_by ? PID + superseded_by : 0;
	assert_int_equal(strace_ends__take(e, &rec, tell, NULL), 0);
}

static int set_up(void **state)
{
	static struct strace_ends ends;

	memset(&ends, 0, sizeof(ends));
	told[0] = '\0';
	now = 0;
	*state = &ends;
	return 0;
}

static int tear_down(void **state)
{
	strace_ends__free(*state);
	return 0;
}

static void only_thread__is_told_at_once(void **state)
{
	take(*state, AUG_RECORD_START, 0, 1, 1, 0, 0);
	take(*state, AUG_RECORD_SIGNAL, 0, 1, 1, 15, 0);
	take(*state, AUG_RECORD_EXIT, 0, 1, 1, 256, 0);
	assert_string_equal(told, "start1:0@1 signal1:15@2 end1:256@3 ");
}

static void main_thread__is_told_behind_the_last(void **state)
{
	take(*state, AUG_RECORD_START, 0, 1, 1, 0, 0);
	take(*state, AUG_RECORD_START, 0, 1, 2, 0, 0);
	take(*state, AUG_RECORD_START, 0, 1, 3, 0, 0);
	take(*state, AUG_RECORD_START, 0, 1, 3, 0, 0); /* it may be told twice */
	take(*state, AUG_RECORD_START, 0, 9, 9, 0, 0);
	told[0] = '\0';
	take(*state, AUG_RECORD_EXIT, 0, 1, 1, 256, 0);
	take(*state, AUG_RECORD_EXIT, 0, 9, 9, 0, 0);
	take(*state, AUG_RECORD_EXIT, 0, 1, 3, 512, 0);
	assert_string_equal(told, "end9:0@7 end3:512@8 ");
	take(*state, AUG_RECORD_EXIT, 0, 1, 2, 768, 0);
	assert_string_equal(told, "end9:0@7 end3:512@8 end2:768@9 end1:256@9 ");
}

static void code_of_all__is_the_main_threads(void **state)
{
	assert_int_equal(strace_ends__expect(*state, PID + 1, PID + 1), 0);
	assert_int_equal(strace_ends__expect(*state, PID + 1, PID + 2), 0);
	take(*state, AUG_RECORD_EXIT, 0, 1, 1, 256, 0);
	take(*state, AUG_RECORD_EXIT, AUG_T_GROUP, 1, 2, 9, 0);
	assert_string_equal(told, "end2:9@2 end1:9@2 ");
}

static void thread_that_executes__takes_the_place(void **state)
{
	take(*state, AUG_RECORD_START, 0, 1, 2, 0, 0);
	take(*state, AUG_RECORD_START, 0, 1, 3, 0, 0);
	told[0] = '\0';
	take(*state, AUG_RECORD_EXIT, 0, 1, 1, 0, 0);
	take(*state, AUG_RECORD_EXIT, 0, 1, 3, 0, 0);
	take(*state, AUG_RECORD_EXIT, 0, 1, 1, 0, 2);
	/* It has one thread now. */
	take(*state, AUG_RECORD_EXIT, 0, 1, 1, 256, 0);
	assert_string_equal(told, "end3:0@4 end1<2:0@5 end1:256@6 ");
}

static void lost_ends__are_made_up_for(void **state)
{
	take(*state, AUG_RECORD_START, 0, 1, 2, 0, 0);
	take(*state, AUG_RECORD_EXIT, 0, 1, 1, 256, 0);
	assert_string_equal(told, "start2:0@1 ");
	assert_int_equal(strace_ends__flush(*state, tell, NULL), 0);
	assert_int_equal(strace_ends__flush(*state, tell, NULL), 0);
	assert_string_equal(told, "start2:0@1 end1:256@2 ");
}

/* The number is another process's before the trace ends. */
static void number_that_comes_again__ends_the_old_one(void **state)
{
	take(*state, AUG_RECORD_START, 0, 1, 2, 0, 0);
	take(*state, AUG_RECORD_EXIT, 0, 1, 1, 256, 0);
	take(*state, AUG_RECORD_START, 0, 1, 1, 0, 0);
	assert_string_equal(told, "start2:0@1 end1:256@2 start1:0@3 ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(only_thread__is_told_at_once, set_up, tear_down),
		cmocka_unit_test_setup_teardown(main_thread__is_told_behind_the_last, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(code_of_all__is_the_main_threads, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(thread_that_executes__takes_the_place, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(lost_ends__are_made_up_for, set_up, tear_down),
		cmocka_unit_test_setup_teardown(number_that_comes_again__ends_the_old_one, set_up,
						tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
