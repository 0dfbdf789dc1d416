// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_fdio.c - room for descriptors: those that are open are counted, limits are raised where they may be. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fdio.h"

#define SOFT 40
#define HARD 600

/* In a child: a hard limit does not rise again. Return: what make_room() did, and the soft limit then. */
static void make_room(unsigned int nr_open, unsigned int nr, int *ret_err, unsigned int *ret_limit)
{
	int ends[2], status, result[2];
	pid_t pid;

	assert_int_equal(pipe(ends), 0);
	pid = fork();
	if (!pid) {
		struct rlimit limit = { SOFT, HARD };
		unsigned int i;

		for (i = 0; i < HARD; i++) {
			if (i != (unsigned int)ends[1])
				close((int)i);
		}
		/* Where the pipe is says nothing about how many are open. */
		for (i = 1; i < nr_open; i++)
			open("/", i % 2 ? O_PATH : O_RDONLY);
		setrlimit(RLIMIT_NOFILE, &limit);
		result[0] = fdio__make_room(nr);
		getrlimit(RLIMIT_NOFILE, &limit);
		result[1] = (int)limit.rlim_cur;
		_exit(write(ends[1], result, sizeof(result)) != sizeof(result));
	}
	close(ends[1]);
	assert_int_equal(read(ends[0], result, sizeof(result)), sizeof(result));
	close(ends[0]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	*ret_err = result[0];
	*ret_limit = (unsigned int)result[1];
}

static void test_room(void **state)
{
	static const struct {
		unsigned int nr_open, nr;
		int err;
		unsigned int limit;
	} cases[] = {
		{ 1, SOFT - 1, 0, SOFT },	  /* all but the pipe */
		{ 11, SOFT - 11, 0, SOFT },	  /* those that are open take their part */
		{ 11, SOFT - 10, 0, HARD },	  /* one more: the limit is raised */
		{ 11, HARD - 11, 0, HARD },	  /* all that there can be */
		{ 11, HARD - 10, -EMFILE, SOFT }, /* more: nothing is changed */
	};
	unsigned int limit;
	size_t i;
	int err;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		make_room(cases[i].nr_open, cases[i].nr, &err, &limit);
		assert_int_equal(err, cases[i].err);
		assert_int_equal(limit, cases[i].limit);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
