// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_output_file.c - where output goes in directories that others may write to, and under sudo. Most
 * of it needs files of several users, so it needs root; elsewhere those are skipped.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "invoker.h"
#include "output_file.h"
#include "sink.h"
#include "util.h"

#define MALLORY 65533
#define ALICE 65532
#define FLAGS (O_WRONLY | O_CREAT | O_TRUNC)

static char dir[PATH_MAX];

static const char *in_dir(const char *name)
{
	static char paths[4][PATH_MAX];
	static unsigned int next;
	char *path = paths[next++ % ARRAY_SIZE(paths)];

	snprintf(path, PATH_MAX, "%.3000s/%s", dir, name);
	return path;
}

static void write_file(const char *path, uid_t owner)
{
	FILE *f = fopen(path, "we");

	assert_non_null(f);
	fputs("secret\n", f);
	fclose(f);
	assert_return_code(chown(path, owner, owner), errno);
}

static void make_link(const char *target, const char *path, uid_t owner)
{
	assert_return_code(symlink(target, path), errno);
	assert_return_code(lchown(path, owner, owner), errno);
}

static void assert_untouched(const char *path)
{
	struct stat st;

	assert_return_code(stat(path, &st), errno);
	assert_int_equal(st.st_size, strlen("secret\n"));
}

/* A sticky directory that everybody may write to, in one that root alone does. */
static int make_dir(void **state)
{
	(void)state;
	unsetenv("SUDO_UID");
	unsetenv("SUDO_GID");
	strcpy(dir, "/tmp/test_output_file.XXXXXX");
	if (!mkdtemp(dir) || chmod(dir, 0755) || mkdir(in_dir("shared"), 0777))
		return -1;
	return chmod(in_dir("shared"), 01777);
}

static int remove_dir(void **state)
{
	char command[PATH_MAX + 16];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf '%s'", dir);
	return system(command);
}

static void need_root(void)
{
	if (geteuid())
		skip();
}

static void assert_opens(const char *path, int flags)
{
	const int fd = output_file__open(path, flags, 0644);

	assert_true(fd >= 0);
	assert_true(fcntl(fd, F_GETFD) & FD_CLOEXEC);
	close(fd);
}

static void opens_as_open_does(void **state)
{
	(void)state;
	assert_opens(in_dir("new"), FLAGS);
	assert_opens(in_dir("new"), O_WRONLY | O_APPEND);
	assert_opens(in_dir("shared/new"), FLAGS);
	assert_opens("/dev/null", FLAGS);
	assert_opens("/dev/full", FLAGS);
	assert_return_code(symlink("new", in_dir("link")), errno);
	assert_opens(in_dir("link"), FLAGS);
	assert_return_code(symlink(dir, in_dir("self")), errno);
	assert_opens(in_dir("self/./self//new"), FLAGS);
	assert_int_equal(output_file__open("", FLAGS, 0644), -ENOENT);
	assert_int_equal(output_file__open(in_dir("none/x"), FLAGS, 0644), -ENOENT);
	assert_int_equal(output_file__open(in_dir("new/x"), FLAGS, 0644), -ENOTDIR);
	assert_int_equal(output_file__open(dir, FLAGS, 0644), -EISDIR);
	assert_int_equal(output_file__open(in_dir("shared/"), FLAGS, 0644), -EISDIR);
	assert_int_equal(output_file__open(in_dir("none"), O_WRONLY, 0), -ENOENT);
}

static void empties_what_was_there(void **state)
{
	struct stat st;

	(void)state;
	write_file(in_dir("shared/mine"), geteuid());
	assert_opens(in_dir("shared/mine"), O_WRONLY);
	assert_untouched(in_dir("shared/mine"));
	assert_opens(in_dir("shared/mine"), FLAGS);
	assert_return_code(stat(in_dir("shared/mine"), &st), errno);
	assert_int_equal(st.st_size, 0);
}

static void follows_no_link_of_others(void **state)
{
	(void)state;
	need_root();
	write_file(in_dir("victim"), 0);
	make_link(in_dir("victim"), in_dir("shared/trap"), MALLORY);
	assert_int_equal(output_file__open(in_dir("shared/trap"), FLAGS, 0644), -ELOOP);
	assert_int_equal(output_file__check(in_dir("shared/trap")), -ELOOP);
	make_link(in_dir("nowhere"), in_dir("shared/dangling"), MALLORY);
	assert_int_equal(output_file__open(in_dir("shared/dangling"), FLAGS, 0644), -ELOOP);
	assert_int_equal(access(in_dir("nowhere"), F_OK), -1);
	/* Nor on the way. */
	make_link(dir, in_dir("shared/way"), MALLORY);
	assert_int_equal(output_file__open(in_dir("shared/way/victim"), FLAGS, 0644), -ELOOP);
	assert_int_equal(output_file__check(in_dir("shared/way/victim")), -ELOOP);
	assert_untouched(in_dir("victim"));
	/* One's own, and the directory's owner's, are as good as elsewhere. */
	make_link(in_dir("victim"), in_dir("shared/own"), 0);
	assert_opens(in_dir("shared/own"), FLAGS);
}

static void writes_to_no_file_of_others(void **state)
{
	(void)state;
	need_root();
	write_file(in_dir("shared/theirs"), MALLORY);
	assert_int_equal(output_file__open(in_dir("shared/theirs"), FLAGS, 0644), -EPERM);
	assert_int_equal(output_file__check(in_dir("shared/theirs")), -EPERM);
	assert_untouched(in_dir("shared/theirs"));
	assert_return_code(mkfifo(in_dir("shared/fifo"), 0666), errno);
	assert_return_code(lchown(in_dir("shared/fifo"), MALLORY, MALLORY), errno);
	assert_int_equal(output_file__open(in_dir("shared/fifo"), FLAGS, 0644), -EPERM);
	write_file(in_dir("file"), 0);
	assert_return_code(link(in_dir("file"), in_dir("shared/second")), errno);
	assert_int_equal(output_file__open(in_dir("shared/second"), FLAGS, 0644), -EPERM);
	assert_untouched(in_dir("file"));
	/* Outside such directories root writes where it is told to. */
	write_file(in_dir("theirs"), MALLORY);
	assert_opens(in_dir("theirs"), FLAGS);
}

static void keeps_no_file_of_others(void **state)
{
	struct sink sink;

	(void)state;
	need_root();
	write_file(in_dir("shared/out"), 0);
	write_file(in_dir("shared/out.old"), MALLORY);
	assert_int_equal(sink__open(&sink, in_dir("shared/out")), -EPERM);
	assert_untouched(in_dir("shared/out"));
	assert_untouched(in_dir("shared/out.old"));
	/* A rename replaces a link and does not follow it, but it is not ours to replace. */
	write_file(in_dir("victim2"), 0);
	assert_return_code(unlink(in_dir("shared/out.old")), errno);
	make_link(in_dir("victim2"), in_dir("shared/out.old"), MALLORY);
	assert_int_equal(sink__open(&sink, in_dir("shared/out")), -ELOOP);
	assert_untouched(in_dir("victim2"));
}

/* As sudo sets them. */
static void call_sudo_as(uid_t uid)
{
	char id[16];

	snprintf(id, sizeof(id), "%u", uid);
	setenv("SUDO_UID", id, 1);
	setenv("SUDO_GID", id, 1);
}

static void assert_owner(const char *path, uid_t uid)
{
	struct stat st;

	assert_return_code(stat(path, &st), errno);
	assert_int_equal(st.st_uid, uid);
	assert_int_equal(st.st_gid, uid);
}

static void files_are_the_invokers(void **state)
{
	struct sink sink;

	(void)state;
	need_root();
	call_sudo_as(ALICE);
	assert_int_equal(invoker__uid(), ALICE);
	assert_opens(in_dir("shared/alice"), FLAGS);
	assert_owner(in_dir("shared/alice"), ALICE);
	assert_int_equal(sink__open(&sink, in_dir("shared/lines")), 0);
	strbuf__adds(&sink.buf, "secret\n");
	assert_int_equal(sink__close(&sink), 0);
	assert_int_equal(sink__open(&sink, in_dir("shared/lines")), 0);
	assert_int_equal(sink__close(&sink), 0);
	assert_owner(in_dir("shared/lines"), ALICE);
	assert_owner(in_dir("shared/lines.old"), ALICE);
	assert_untouched(in_dir("shared/lines.old"));

	write_file(in_dir("root"), 0);
	assert_int_equal(output_file__open(in_dir("root"), FLAGS, 0644), -EACCES);
	assert_int_equal(output_file__open(in_dir("new-one"), FLAGS, 0644), -EACCES);
	assert_int_equal(sink__open(&sink, in_dir("root")), -EACCES);
	/* Through a link of one's own, too. */
	make_link(in_dir("root"), in_dir("shared/to-root"), ALICE);
	assert_int_equal(output_file__open(in_dir("shared/to-root"), FLAGS, 0644), -EACCES);
	/* A file that only the group of root may write to. */
	assert_return_code(chmod(in_dir("root"), 0660), errno);
	assert_int_equal(output_file__open(in_dir("root"), O_WRONLY, 0), -EACCES);
	assert_untouched(in_dir("root"));
}

static struct stat opened_as(const char *path)
{
	const int fd = output_file__open(path, FLAGS, 0644);
	struct stat st;

	assert_true(fd >= 0);
	assert_return_code(fstat(fd, &st), errno);
	close(fd);
	return st;
}

static void removes_what_it_opened(void **state)
{
	struct stat opened;

	(void)state;
	opened = opened_as(in_dir("shared/part"));
	assert_int_equal(output_file__remove(in_dir("shared/part"), &opened), 0);
	assert_int_equal(access(in_dir("shared/part"), F_OK), -1);
	assert_int_equal(output_file__remove(in_dir("shared/part"), &opened), -ENOENT);
	/* The link that led to it, and what stands there by now, are not what was opened. */
	write_file(in_dir("target"), geteuid());
	assert_return_code(symlink("target", in_dir("link")), errno);
	opened = opened_as(in_dir("link"));
	assert_int_equal(output_file__remove(in_dir("link"), &opened), -ENOENT);
	assert_return_code(access(in_dir("link"), F_OK), errno);
	assert_return_code(rename(in_dir("target"), in_dir("away")), errno);
	write_file(in_dir("target"), geteuid());
	assert_int_equal(output_file__remove(in_dir("target"), &opened), -ENOENT);
	assert_untouched(in_dir("target"));
	opened = opened_as("/dev/full");
	assert_int_equal(output_file__remove("/dev/full", &opened), -ENOENT);
}

/* A file that the user may write to, in a directory that only root may. */
static void removes_as_the_invoker(void **state)
{
	struct stat opened;

	(void)state;
	need_root();
	write_file(in_dir("alices"), ALICE);
	call_sudo_as(ALICE);
	opened = opened_as(in_dir("alices"));
	assert_int_equal(output_file__remove(in_dir("alices"), &opened), -EACCES);
	assert_return_code(access(in_dir("alices"), F_OK), errno);
	opened = opened_as(in_dir("shared/alices"));
	assert_int_equal(output_file__remove(in_dir("shared/alices"), &opened), 0);
	/* Nor on the way of somebody else. */
	make_link(dir, in_dir("shared/way"), MALLORY);
	assert_int_equal(output_file__remove(in_dir("shared/way/alices"), &opened), -ELOOP);
}

static void root_again_afterwards(void **state)
{
	struct invoker inv, inner;
	int fd;

	(void)state;
	need_root();
	call_sudo_as(ALICE);
	write_file(in_dir("root"), 0);
	assert_return_code(chmod(in_dir("root"), 0600), errno);
	assert_int_equal(invoker__enter(&inv), 0);
	assert_int_equal(access(in_dir("shared"), X_OK), 0);
	assert_int_equal(open(in_dir("root"), O_RDONLY | O_CLOEXEC), -1);
	assert_int_equal(invoker__enter(&inner), 0);
	invoker__leave(&inner);
	assert_int_equal(open(in_dir("root"), O_RDONLY | O_CLOEXEC), -1);
	invoker__leave(&inv);
	fd = open(in_dir("root"), O_RDONLY | O_CLOEXEC);
	assert_true(fd >= 0);
	close(fd);
	invoker__leave(&inv);
}

static void odd_ids_are_nobody(void **state)
{
	static const char *const ids[] = { "",	 "0",  "-1",	     "x",
					   "1x", " 1", "4294967295", "99999999999" };
	size_t i;

	(void)state;
	setenv("SUDO_GID", "5", 1);
	for (i = 0; i < ARRAY_SIZE(ids); i++) {
		setenv("SUDO_UID", ids[i], 1);
		assert_int_equal(invoker__uid(), geteuid());
		assert_false(invoker__is_other());
	}
	setenv("SUDO_UID", "5", 1);
	unsetenv("SUDO_GID");
	assert_int_equal(invoker__uid(), geteuid());
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, make_dir, remove_dir)
	const struct CMUnitTest tests[] = {
		TEST(opens_as_open_does),	 TEST(empties_what_was_there),
		TEST(follows_no_link_of_others), TEST(writes_to_no_file_of_others),
		TEST(keeps_no_file_of_others),	 TEST(files_are_the_invokers),
		TEST(removes_what_it_opened),	 TEST(removes_as_the_invoker),
		TEST(root_again_afterwards),	 TEST(odd_ids_are_nobody),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
