// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_sink.c - lines to files, pipes and devices: all of them arrive, or those that did not are
 * counted. Files are made in a directory of the test's own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sink.h"
#include "util.h"

static char dir[] = "/tmp/test_sink.XXXXXX";

static int make_dir(void **state)
{
	(void)state;
	/* The tests count on the lowest descriptors that are free: there are to be no gaps in them. */
	closefrom(STDERR_FILENO + 1);
	signal(SIGPIPE, SIG_IGN);
	return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state)
{
	char command[128];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf '%s'", dir);
	return system(command);
}

static const char *in_dir(const char *name)
{
	static char paths[4][PATH_MAX];
	static unsigned int next;
	char *path = paths[next++ % ARRAY_SIZE(paths)];

	snprintf(path, PATH_MAX, "%s/%s", dir, name);
	return path;
}

static void write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "we");

	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

/* The content of @path; the caller frees. */
static char *read_file(const char *path)
{
	FILE *f = fopen(path, "re");
	char *text = NULL;
	size_t size = 0;

	if (!f)
		fail_msg("no %s", path);
	if (getdelim(&text, &size, '\0', f) < 0)
		strcpy(text, "");
	fclose(f);
	return text;
}

static void expect_file(const char *path, const char *expected)
{
	char *text = read_file(path);

	assert_string_equal(text, expected);
	free(text);
}

static int add_line(struct sink *sink, const char *text)
{
	strbuf__adds(&sink->buf, text);
	strbuf__addc(&sink->buf, '\n');
	return sink__line(sink);
}

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

static void borrowed_descriptor__stays_open(void **state)
{
	int fd = open(in_dir("borrowed"), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	struct sink sink;

	(void)state;
	assert_true(fd >= 0);
	sink__init(&sink, fd);
	assert_int_equal(add_line(&sink, "one"), 0);
	assert_int_equal(sink__close(&sink), 0);
	assert_true(fcntl(fd, F_GETFD) >= 0);
	expect_file(in_dir("borrowed"), "one\n");
	close(fd);
}

static void own_descriptor__is_closed_and_not_inherited(void **state)
{
	struct sink sink;

	(void)state;
	assert_int_equal(sink__open(&sink, in_dir("own")), 0);
	assert_int_equal(fcntl(sink.fd, F_GETFD), FD_CLOEXEC);
	assert_int_equal(sink__close(&sink), 0);
	assert_true(fcntl(sink.fd, F_GETFD) < 0);
	/* Closing twice does not close someone else's. */
	assert_int_equal(sink__close(&sink), 0);
}

static void old_file__is_kept(void **state)
{
	const char *path = in_dir("trace"), *old = in_dir("trace.old");
	struct sink sink;

	(void)state;
	write_file(path, "first\n");
	assert_int_equal(sink__open(&sink, path), 0);
	add_line(&sink, "second");
	assert_int_equal(sink__close(&sink), 0);
	expect_file(path, "second\n");
	expect_file(old, "first\n");
	/* Only the last one is. */
	assert_int_equal(sink__open(&sink, path), 0);
	assert_int_equal(sink__close(&sink), 0);
	expect_file(path, "");
	expect_file(old, "second\n");
	/* An empty file is not worth keeping, and does not replace one that is. */
	assert_int_equal(sink__open(&sink, path), 0);
	assert_int_equal(sink__close(&sink), 0);
	expect_file(old, "second\n");
}

/* A thread of the sink's closes what was replaced. */
static void expect_closed_soon(int fd)
{
	for (int i = 0; i < 10000 && fcntl(fd, F_GETFD) >= 0; i++)
		usleep(1000);
	assert_true(fcntl(fd, F_GETFD) < 0);
}

static void write_trace(const char *text)
{
	struct sink sink;
	int replaced_fd;

	assert_int_equal(sink__open(&sink, in_dir("again")), 0);
	replaced_fd = sink.replaced_fd;
	assert_int_equal(add_line(&sink, text), 0);
	assert_int_equal(sink__close(&sink), 0);
	expect_closed_soon(replaced_fd);
}

/* To free it takes time that nobody is to wait for. */
static void replaced_file__goes_with_the_first_flush(void **state)
{
	struct sink sink;
	struct stat st;
	int fd;

	(void)state;
	write_trace("one");
	write_trace("two");
	assert_int_equal(sink__open(&sink, in_dir("again")), 0);
	expect_file(in_dir("again.old"), "two\n");
	fd = sink.replaced_fd;
	assert_int_equal(fstat(fd, &st), 0);
	assert_int_equal(st.st_nlink, 0);
	assert_int_equal(st.st_size, strlen("one\n"));
	assert_int_equal(fcntl(fd, F_GETFD), FD_CLOEXEC);
	assert_int_equal(sink__flush(&sink), 0);
	expect_closed_soon(fd);
	assert_int_equal(sink.replaced_fd, -1);
	assert_int_equal(sink__close(&sink), 0);
}

/* The old name was free, the new file cannot be opened: nothing stays open. */
static void replaced_file__is_closed_when_there_is_no_new_one(void **state)
{
	struct rlimit old, few;
	struct sink sink;
	int next, err;

	(void)state;
	write_trace("one");
	write_trace("two");
	next = open("/dev/null", O_RDONLY | O_CLOEXEC);
	assert_true(next >= 0);
	close(next);
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &old), 0);
	/* Two, to go down the path; one of them is that of the replaced file then. */
	few = (struct rlimit){ .rlim_cur = (rlim_t)next + 2, .rlim_max = old.rlim_max };
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
	err = sink__open(&sink, in_dir("again"));
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &old), 0);
	assert_int_equal(err, -EMFILE);
	assert_true(access(in_dir("again"), F_OK) < 0);
	assert_true(fcntl(next, F_GETFD) < 0);
	assert_true(fcntl(next + 1, F_GETFD) < 0);
}

static void device__is_not_renamed(void **state)
{
	struct sink sink;
	struct stat st;

	(void)state;
	assert_int_equal(sink__open(&sink, "/dev/null"), 0);
	assert_int_equal(add_line(&sink, "gone"), 0);
	assert_int_equal(sink__close(&sink), 0);
	assert_int_equal(sink.lines_lost, 0);
	assert_int_equal(stat("/dev/null", &st), 0);
	assert_true(S_ISCHR(st.st_mode));
	assert_int_equal(access("/dev/null.old", F_OK), -1);
}

static void file_that_cannot_be_made__is_an_error(void **state)
{
	char name[NAME_MAX - 1], path[PATH_MAX];
	struct sink sink;

	(void)state;
	assert_int_equal(sink__open(&sink, in_dir("missing/file")), -ENOENT);
	assert_int_equal(sink__open(&sink, dir), -EISDIR);
	assert_int_equal(sink__open(&sink, ""), -ENOENT);
	write_file(in_dir("plain"), "x");
	assert_int_equal(sink__open(&sink, in_dir("plain/file")), -ENOTDIR);
	/* The file's name fits, that of its old version does not: it is not overwritten. */
	memset(name, 'n', sizeof(name));
	name[sizeof(name) - 1] = '\0';
	write_file(in_dir(name), "kept");
	assert_int_equal(sink__open(&sink, in_dir(name)), -ENAMETOOLONG);
	expect_file(in_dir(name), "kept");
	/* The same of a path: /tmp/DIR/././[...]/long. */
	write_file(in_dir("long"), "kept");
	snprintf(path, sizeof(path), "%s/", dir);
	while (strlen(path) < PATH_MAX - 3 - strlen("./long"))
		strcat(path, "./");
	strcat(path, "long");
	assert_int_equal(access(path, F_OK), 0);
	assert_int_equal(sink__open(&sink, path), -ENAMETOOLONG);
	expect_file(path, "kept");
}

static void check__tells_what_opening_would(void **state)
{
	(void)state;
	assert_int_equal(sink__check(in_dir("new")), 0);
	assert_int_equal(access(in_dir("new"), F_OK), -1);
	assert_int_equal(sink__check(dir), -EISDIR);
	assert_int_equal(sink__check(in_dir("no/directory")), -ENOENT);
	assert_int_equal(sink__check(""), -ENOENT);
	assert_int_equal(sink__check("/dev/null"), 0);
	assert_int_equal(sink__check("/dev/null/x"), -ENOTDIR);
	write_file(in_dir("kept"), "old\n");
	assert_int_equal(sink__check(in_dir("kept")), 0);
	expect_file(in_dir("kept"), "old\n");
	assert_int_equal(mkdir(in_dir("kept.old"), 0700), 0);
	assert_int_equal(sink__check(in_dir("kept")), -EISDIR);
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
		cmocka_unit_test(borrowed_descriptor__stays_open),
		cmocka_unit_test(own_descriptor__is_closed_and_not_inherited),
		cmocka_unit_test(old_file__is_kept),
		cmocka_unit_test(replaced_file__goes_with_the_first_flush),
		cmocka_unit_test(replaced_file__is_closed_when_there_is_no_new_one),
		cmocka_unit_test(device__is_not_renamed),
		cmocka_unit_test(file_that_cannot_be_made__is_an_error),
		cmocka_unit_test(check__tells_what_opening_would),
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
