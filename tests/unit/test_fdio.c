// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_fdio.c - writing to what nobody reads: a signal that waits ends it. Room for descriptors: those that are open
 * are counted, limits are raised where they may be.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "fdio.h"

/* More than a pipe or a terminal holds. */
#define LARGE (256 << 10)

/* Its two ends: @ret_fds[0] reads what is written to [1], with no CR before a newline. */
static void open_terminal(int ret_fds[2])
{
	struct termios termios;

	ret_fds[0] = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	assert_true(ret_fds[0] >= 0);
	assert_int_equal(grantpt(ret_fds[0]), 0);
	assert_int_equal(unlockpt(ret_fds[0]), 0);
	ret_fds[1] = open(ptsname(ret_fds[0]), O_RDWR | O_NOCTTY | O_CLOEXEC);
	assert_true(ret_fds[1] >= 0);
	assert_int_equal(tcgetattr(ret_fds[1], &termios), 0);
	cfmakeraw(&termios);
	assert_int_equal(tcsetattr(ret_fds[1], TCSANOW, &termios), 0);
}

/* In a child, as a write that blocks would: nobody reads, and @sig comes. */
static void expect_given_up(int fd, int sig)
{
	static char bytes[LARGE];
	size_t done = 0;
	pid_t pid = fork();
	sigset_t set;
	int status;

	if (!pid) {
		alarm(30);
		sigemptyset(&set);
		sigaddset(&set, sig);
		sigprocmask(SIG_BLOCK, &set, NULL);
		raise(sig);
		if (fdio__write_all(fd, bytes, sizeof(bytes), &done) != -EINTR)
			_exit(1);
		_exit(done && done < sizeof(bytes) ? 0 : 2);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

static void unread__is_given_up_when_told_to_stop(void **state)
{
	int fds[2];

	(void)state;
	assert_int_equal(pipe2(fds, O_CLOEXEC), 0);
	expect_given_up(fds[1], SIGTERM);
	close(fds[0]);
	close(fds[1]);
	open_terminal(fds);
	expect_given_up(fds[1], SIGQUIT);
	/* The descriptor is as it was. */
	assert_false(fcntl(fds[1], F_GETFL) & O_NONBLOCK);
	close(fds[0]);
	close(fds[1]);
}

static void expect_text(int fd, const char *expected)
{
	char text[64] = "";

	assert_int_equal(read(fd, text, sizeof(text) - 1), strlen(expected));
	assert_string_equal(text, expected);
}

/* At both of its ends. */
static void terminal__gets_what_is_written(void **state)
{
	int fds[2];

	(void)state;
	open_terminal(fds);
	assert_int_equal(fdio__write_all(fds[1], "out", 3, NULL), 0);
	expect_text(fds[0], "out");
	assert_int_equal(fdio__write_all(fds[0], "in", 2, NULL), 0);
	expect_text(fds[1], "in");
	close(fds[0]);
	close(fds[1]);
}

/* In parts, as its reader makes room; nothing is torn out or doubled. */
static void terminal__that_is_read_slowly_gets_all(void **state)
{
	static unsigned char bytes[LARGE], part[3000];
	size_t nr = 0;
	int fds[2], status;
	ssize_t n;
	pid_t pid;

	(void)state;
	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (unsigned char)(i ^ i >> 8);
	open_terminal(fds);
	pid = fork();
	if (!pid) {
		alarm(30);
		_exit(fdio__write_all(fds[1], bytes, sizeof(bytes), NULL) != 0);
	}
	while (nr < sizeof(bytes)) {
		n = read(fds[0], part, sizeof(part));
		assert_true(n > 0 && nr + (size_t)n <= sizeof(bytes));
		assert_memory_equal(part, bytes + nr, n);
		nr += (size_t)n;
		usleep(1000);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	close(fds[0]);
	close(fds[1]);
}

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
		cmocka_unit_test(unread__is_given_up_when_told_to_stop),
		cmocka_unit_test(terminal__gets_what_is_written),
		cmocka_unit_test(terminal__that_is_read_slowly_gets_all),
		cmocka_unit_test(test_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
