// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_sink_open.c - what becomes of the files: of a new one, of the old one, and of their descriptors. */
#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "sink_place.h"

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(borrowed_descriptor__stays_open),
		cmocka_unit_test(own_descriptor__is_closed_and_not_inherited),
		cmocka_unit_test(old_file__is_kept),
		cmocka_unit_test(replaced_file__goes_with_the_first_flush),
		cmocka_unit_test(replaced_file__is_closed_when_there_is_no_new_one),
		cmocka_unit_test(device__is_not_renamed),
		cmocka_unit_test(file_that_cannot_be_made__is_an_error),
		cmocka_unit_test(check__tells_what_opening_would),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
