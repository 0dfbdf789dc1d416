// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_target_pids.c - targets that run already: threads of a process, calls that wait, lists of process ids. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "target.h"
#include "util.h"

/* ---- threads ---- */

struct threads {
	pid_t tids[16];
	size_t nr;
	size_t stop_after;
};

static int note_thread(void *ctx, pid_t tid)
{
	struct threads *t = ctx;

	assert_true(t->nr < ARRAY_SIZE(t->tids));
	t->tids[t->nr++] = tid;
	return t->nr == t->stop_after ? -ECANCELED : 0;
}

static bool has_tid(const struct threads *t, pid_t tid)
{
	size_t i;

	for (i = 0; i < t->nr; i++)
		if (t->tids[i] == tid)
			return true;
	return false;
}

static void *wait_for_end(void *ctx)
{
	int *fds = ctx;
	pid_t tid = (pid_t)syscall(SYS_gettid);
	char c;

	if (write(fds[3], &tid, sizeof(tid)) != sizeof(tid))
		return NULL;
	/* The other end is closed when the test is done. */
	return read(fds[0], &c, 1) < 0 ? ctx : NULL;
}

static void all_threads__are_visited(void **state)
{
	struct threads threads = {}, some = { .stop_after = 2 };
	pthread_t handles[5];
	int fds[4];
	size_t i;

	(void)state;
	assert_int_equal(pipe(fds), 0);
	assert_int_equal(pipe(fds + 2), 0);
	for (i = 0; i < ARRAY_SIZE(handles); i++)
		assert_int_equal(pthread_create(&handles[i], NULL, wait_for_end, fds), 0);
	assert_int_equal(target__for_each_thread(getpid(), note_thread, &threads), 0);
	assert_int_equal(threads.nr, ARRAY_SIZE(handles) + 1);
	assert_true(has_tid(&threads, getpid()));
	for (i = 0; i < ARRAY_SIZE(handles); i++) {
		pid_t tid;

		assert_int_equal(read(fds[2], &tid, sizeof(tid)), sizeof(tid));
		assert_true(has_tid(&threads, tid));
	}
	/* What the function returns ends it. */
	assert_int_equal(target__for_each_thread(getpid(), note_thread, &some), -ECANCELED);
	assert_int_equal(some.nr, 2);
	close(fds[1]);
	for (i = 0; i < ARRAY_SIZE(handles); i++)
		pthread_join(handles[i], NULL);
	close(fds[0]);
	close(fds[2]);
	close(fds[3]);
}

static void process_that_is_not_there__is_an_error(void **state)
{
	struct threads threads = {};

	(void)state;
	assert_int_equal(target__for_each_thread(INT_MAX, note_thread, &threads), -ESRCH);
	assert_int_equal(target__for_each_thread(0, note_thread, &threads), -ESRCH);
	assert_int_equal(target__for_each_thread(-1, note_thread, &threads), -ESRCH);
	assert_int_equal(threads.nr, 0);
}

/* A child that reads from a pipe in which there is nothing. */
static void call_that_waits__is_known(void **state)
{
	struct target_call call;
	int ends[2];
	pid_t pid;
	char byte;
	int i;

	(void)state;
	assert_int_equal(pipe(ends), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (!pid) {
		close(ends[1]);
		_exit(read(ends[0], &byte, 1) != 0);
	}
	for (i = 0; i < 1000 && !(target__waits_in(pid, &call) && call.nr == SYS_read); i++)
		usleep(10000);
	assert_int_equal(call.nr, SYS_read);
	assert_int_equal(call.args[0], ends[0]);
	assert_int_equal(call.args[1], (uintptr_t)&byte);
	assert_int_equal(call.args[2], 1);
	assert_false(call.is_compat);
	assert_string_equal(call.comm, "test_target_pid"); /* the kernel has 15 characters */
	close(ends[0]);
	close(ends[1]);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_false(target__waits_in(pid, &call));
}

/* ---- lists ---- */

static void expect_list(const char *text, const pid_t expected[], size_t nr_expected)
{
	struct strbuf error = {};
	pid_t *pids = NULL;
	size_t nr = 0;
	int err = target__parse_list(text, &pids, &nr, &error);

	if (err)
		fail_msg("'%s': %d: %s", text, err, strbuf__cstr(&error));
	assert_int_equal(error.len, 0);
	assert_int_equal(nr, nr_expected);
	assert_memory_equal(pids, expected, nr * sizeof(pids[0]));
	free(pids);
	strbuf__free(&error);
}

#define LIST(...) ((const pid_t[]){ __VA_ARGS__ }), ARRAY_SIZE(((const pid_t[]){ __VA_ARGS__ }))

static void list__is_split_at_commas_and_blanks(void **state)
{
	(void)state;
	expect_list("1", LIST(1));
	expect_list("12,34 56", LIST(12, 34, 56));
	expect_list(" 12\t34\n56,", LIST(12, 34, 56));
	expect_list(",,7, ,8,,", LIST(7, 8));
	expect_list("5,3,5,05,3", LIST(5, 3)); /* each once, in the order of their first */
	expect_list("2147483647", LIST(INT_MAX));
	expect_list("00000000001", LIST(1));
}

static void expect_list_error(const char *text, const char *message)
{
	pid_t *pids = (pid_t *)&text;
	struct strbuf error = {};
	size_t nr = 77;

	assert_int_equal(target__parse_list(text, &pids, &nr, &error), -EINVAL);
	assert_string_equal(strbuf__cstr(&error), message);
	/* Results are left alone. */
	assert_ptr_equal(pids, &text);
	assert_int_equal(nr, 77);
	strbuf__free(&error);
}

static void wrong_list__is_explained(void **state)
{
	(void)state;
	expect_list_error("", "a list of process ids is needed");
	expect_list_error(" ,, ", "a list of process ids is needed");
	expect_list_error("abc", "'abc' is not a process id");
	expect_list_error("1,0", "'0' is not a process id");
	expect_list_error("-1", "'-1' is not a process id");
	expect_list_error("+1", "'+1' is not a process id");
	expect_list_error("1,2x,3", "'2x' is not a process id");
	expect_list_error("0x10", "'0x10' is not a process id");
	expect_list_error("1.5", "'1.5' is not a process id");
	expect_list_error("1;2", "'1;2' is not a process id");
	expect_list_error("2147483648", "'2147483648' is not a process id");
	expect_list_error("99999999999", "'99999999999' is not a process id");
	expect_list_error("18446744073709551617", "'18446744073709551617' is not a process id");
	expect_list_error("000000000001", "'000000000001' is not a process id");
	expect_list_error("1234567890123456789012345678901234567890",
			  "'12345678901234567890123456789012' is not a process id");
}
int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_threads__are_visited),
		cmocka_unit_test(process_that_is_not_there__is_an_error),
		cmocka_unit_test(call_that_waits__is_known),
		cmocka_unit_test(list__is_split_at_commas_and_blanks),
		cmocka_unit_test(wrong_list__is_explained),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
