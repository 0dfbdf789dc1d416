// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_sink.c - lines to files, pipes and devices: all of them arrive, or those that did not are counted. */
#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "sink_place.h"

static void lines__are_in_the_file(void **state)
{
	const char *path = in_dir("lines");
	struct sink sink;

	(void)state;
	assert_int_equal(sink__open(&sink, path), 0);
	assert_int_equal(add_line(&sink, "one"), 0);
	assert_int_equal(add_line(&sink, "two"), 0);
	expect_file(path, ""); /* few lines are kept together */
	assert_int_equal(sink__flush(&sink), 0);
	expect_file(path, "one\ntwo\n");
	assert_int_equal(sink__flush(&sink), 0);
	assert_int_equal(add_line(&sink, "three"), 0);
	assert_int_equal(sink__close(&sink), 0);
	expect_file(path, "one\ntwo\nthree\n");
	assert_int_equal(sink.lines_lost, 0);
}

static void many_lines__are_written_without_a_flush(void **state)
{
	const char *path = in_dir("many");
	struct sink sink;
	struct stat st;
	unsigned int i;
	char *text;

	(void)state;
	assert_int_equal(sink__open(&sink, path), 0);
	for (i = 0; i < 50000; i++) {
		strbuf__addf(&sink.buf, "line %u\n", i);
		assert_int_equal(sink__line(&sink), 0);
		/* What waits in memory has a bound. */
		assert_true(sink.buf.len < 512 * 1024);
	}
	assert_int_equal(stat(path, &st), 0);
	assert_true(st.st_size > 300000);
	assert_int_equal(sink__close(&sink), 0);
	text = read_file(path);
	for (i = 0; i < 50000; i += 4999) {
		char line[32];

		snprintf(line, sizeof(line), "line %u\n", i);
		assert_non_null(strstr(text, line));
	}
	assert_int_equal(strlen(text), 538890);
	free(text);
}

static void full_device__is_reported_with_its_lines(void **state)
{
	struct sink sink;
	unsigned int i;

	(void)state;
	assert_int_equal(sink__open(&sink, "/dev/full"), 0);
	for (i = 0; i < 3; i++)
		assert_int_equal(add_line(&sink, "lost"), 0);
	assert_int_equal(sink__flush(&sink), -ENOSPC);
	assert_int_equal(sink.err, -ENOSPC);
	assert_int_equal(sink.lines_lost, 3);
	/* Nothing is tried after that, and all that comes is counted. */
	assert_int_equal(add_line(&sink, "lost too"), -ENOSPC);
	assert_int_equal(sink__flush(&sink), -ENOSPC);
	assert_int_equal(sink.lines_lost, 4);
	assert_int_equal(add_line(&sink, "and this"), -ENOSPC);
	assert_int_equal(sink__close(&sink), -ENOSPC);
	assert_int_equal(sink.lines_lost, 5);
}

/* The caller notices while lines are added, without a flush. */
static void full_device__stops_a_long_trace(void **state)
{
	uint64_t nr = 0;
	struct sink sink;
	int err;

	(void)state;
	assert_int_equal(sink__open(&sink, "/dev/full"), 0);
	do {
		err = add_line(&sink, "a line of some length, to fill the buffer sooner");
		nr++;
	} while (!err && nr < 100000);
	assert_int_equal(err, -ENOSPC);
	assert_int_equal(sink__close(&sink), -ENOSPC);
	assert_int_equal(sink.lines_lost, nr);
}

static void closed_pipe__is_reported_with_its_lines(void **state)
{
	struct sink sink;
	int fds[2];

	(void)state;
	assert_int_equal(pipe(fds), 0);
	sink__init(&sink, fds[1]);
	assert_int_equal(add_line(&sink, "read"), 0);
	assert_int_equal(sink__flush(&sink), 0);
	close(fds[0]);
	assert_int_equal(add_line(&sink, "not read"), 0);
	assert_int_equal(sink__flush(&sink), -EPIPE);
	assert_int_equal(sink__close(&sink), -EPIPE);
	assert_int_equal(sink.lines_lost, 1);
	close(fds[1]);
}

/*
 * Call @fn in a child that can write @size bytes into a file and no more; what it returns is the
 * status, 0 being good.
 */
static void with_file_limit(rlim_t size, int (*fn)(void))
{
	pid_t pid = fork();
	int status;

	assert_true(pid >= 0);
	if (!pid) {
		const struct rlimit limit = { size, size };

		signal(SIGXFSZ, SIG_IGN);
		_exit(setrlimit(RLIMIT_FSIZE, &limit) ? 100 : fn());
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

static int fill_part_of_the_lines(void)
{
	struct sink sink;
	unsigned int i;

	if (sink__open(&sink, in_dir("part")))
		return 1;
	for (i = 0; i < 10; i++)
		if (add_line(&sink, "1234567"))
			return 2;
	if (sink__close(&sink) != -EFBIG)
		return 3;
	/* 35 bytes are four lines of eight and a part of the fifth, which counts as lost. */
	return sink.lines_lost == 6 ? 0 : 4;
}

static void part_of_the_lines__counts_as_written(void **state)
{
	char *text;

	(void)state;
	with_file_limit(35, fill_part_of_the_lines);
	text = read_file(in_dir("part"));
	assert_int_equal(strlen(text), 35);
	free(text);
}

/* Calls of two lines each, and a note after them: 35 bytes are two calls, and nobody counts the note. */
static int fill_part_of_the_marks(void)
{
	uint64_t lost = 0, others = 0;
	struct sink sink;
	unsigned int i;

	if (sink__open(&sink, in_dir("marks")) || sink__mark(&sink, &others) || sink__flush(&sink))
		return 1;
	for (i = 0; i < 1000; i++) {
		strbuf__adds(&sink.buf, "1234567\n1234567\n");
		if (sink__mark(&sink, &lost) || sink__line(&sink))
			return 2;
	}
	if (add_line(&sink, "note") || sink__flush(&sink) != -EFBIG || lost != 998)
		return 3;
	strbuf__adds(&sink.buf, "1234567\n");
	if (sink__mark(&sink, &lost) || sink__close(&sink) != -EFBIG || lost != 999)
		return 4;
	return others ? 5 : 0;
}

static void marks__count_what_is_not_written(void **state)
{
	(void)state;
	with_file_limit(35, fill_part_of_the_marks);
}

static int fill_all_of_the_lines(void)
{
	struct sink sink;

	if (sink__open(&sink, in_dir("all")) || add_line(&sink, "1234567") ||
	    add_line(&sink, "1234567") || sink__flush(&sink))
		return 1;
	if (sink.lines_lost)
		return 2;
	if (add_line(&sink, "1") || sink__flush(&sink) != -EFBIG)
		return 3;
	return sink.lines_lost == 1 ? 0 : 4;
}

static void line_that_ends_at_the_limit__is_written(void **state)
{
	(void)state;
	with_file_limit(16, fill_all_of_the_lines);
}

static int fill_with_one_long_text(void)
{
	struct sink sink;
	unsigned int i;

	if (sink__open(&sink, in_dir("text")))
		return 1;
	for (i = 0; i < 10; i++)
		strbuf__adds(&sink.buf, "1234567\n");
	if (sink__line(&sink))
		return 2;
	if (sink__close(&sink) != -EFBIG)
		return 3;
	/* However the lines of a text given at once are counted: some, and not more than it has. */
	return sink.lines_lost >= 1 && sink.lines_lost <= 10 ? 0 : 4;
}

/* The table of a summary is many lines given at once. */
static void text_of_many_lines__is_not_counted_below_zero(void **state)
{
	(void)state;
	with_file_limit(35, fill_with_one_long_text);
}

/* A reader that is slower than the writer, behind a pipe that does not block. */
static void nonblocking_pipe__gets_every_line(void **state)
{
	unsigned int i, nr_lines = 0;
	struct sink sink;
	int fds[2], status;
	pid_t pid;

	(void)state;
	assert_int_equal(pipe(fds), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (!pid) {
		char buf[4096];
		ssize_t n, k;

		close(fds[1]);
		usleep(50000);
		while ((n = read(fds[0], buf, sizeof(buf))) > 0)
			for (k = 0; k < n; k++)
				nr_lines += buf[k] == '\n';
		_exit(nr_lines == 20000 ? 0 : 1);
	}
	close(fds[0]);
	assert_int_equal(fcntl(fds[1], F_SETFL, O_NONBLOCK), 0);
	sink__init(&sink, fds[1]);
	for (i = 0; i < 20000; i++)
		assert_int_equal(add_line(&sink, "0123456789abcdef0123456789abcdef"), 0);
	assert_int_equal(sink__close(&sink), 0);
	assert_int_equal(sink.lines_lost, 0);
	close(fds[1]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

/* Lines for which there was no memory are neither written in part nor forgotten. */
static void line_without_memory__is_counted(void **state)
{
	struct sink sink;

	(void)state;
	assert_int_equal(sink__open(&sink, in_dir("memory")), 0);
	assert_int_equal(add_line(&sink, "written"), 0);
	assert_int_equal(sink__flush(&sink), 0);
	assert_false(strbuf__grow(&sink.buf, SIZE_MAX));
	assert_int_equal(add_line(&sink, "half of a line"), -ENOMEM);
	assert_int_equal(sink__close(&sink), -ENOMEM);
	assert_int_equal(sink.lines_lost, 1);
	expect_file(in_dir("memory"), "written\n");
}

/* Beyond some size what is written does not stay in the page cache, where the kernel can do that. */
static void large_file__is_whole(void **state)
{
	const char *path = in_dir("large");
	const unsigned int nr_lines = 900000;
	char line[64], wanted[64];
	struct sink sink;
	unsigned int i;
	FILE *f;

	(void)state;
	assert_int_equal(sink__open(&sink, path), 0);
	for (i = 0; i < nr_lines; i++) {
		strbuf__addf(&sink.buf, "line %u of a file that is a large one\n", i);
		assert_int_equal(sink__line(&sink), 0);
		/* A part of a page now and then, as when calls are rare. */
		if (i % 100000 == 77777)
			assert_int_equal(sink__flush(&sink), 0);
	}
	assert_int_equal(sink__close(&sink), 0);
	f = fopen(path, "re");
	assert_non_null(f);
	for (i = 0; i < nr_lines; i++) {
		snprintf(wanted, sizeof(wanted), "line %u of a file that is a large one\n", i);
		assert_non_null(fgets(line, sizeof(line), f));
		assert_string_equal(line, wanted);
	}
	assert_null(fgets(line, sizeof(line), f));
	assert_true(ftell(f) > 32 << 20);
	fclose(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines__are_in_the_file),
		cmocka_unit_test(many_lines__are_written_without_a_flush),
		cmocka_unit_test(full_device__is_reported_with_its_lines),
		cmocka_unit_test(full_device__stops_a_long_trace),
		cmocka_unit_test(closed_pipe__is_reported_with_its_lines),
		cmocka_unit_test(part_of_the_lines__counts_as_written),
		cmocka_unit_test(marks__count_what_is_not_written),
		cmocka_unit_test(large_file__is_whole),
		cmocka_unit_test(line_that_ends_at_the_limit__is_written),
		cmocka_unit_test(text_of_many_lines__is_not_counted_below_zero),
		cmocka_unit_test(nonblocking_pipe__gets_every_line),
		cmocka_unit_test(line_without_memory__is_counted),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
