// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_feedback.c - who works for our output, on made-up /proc trees: each test describes processes
 * and their open files, and says which of them must be left out.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "feedback.h"
#include "util.h"

#define SELF 100
#define SHELL 90

/* High enough that this machine has no such terminals: their links lead nowhere. */
#define PTS "/dev/pts/90000"

static char root[64];

static void make_dir(const char *fmt, int pid)
{
	char path[256];
	int len = snprintf(path, sizeof(path), "%s/", root);

	snprintf(path + len, sizeof(path) - (size_t)len, fmt, pid);
	assert_int_equal(mkdir(path, 0700), 0);
}

static void write_text(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

/* @tty: of the session, 0 for none; as the kernel spells it. */
static void process_on(int pid, int ppid, const char *comm, unsigned int tty)
{
	char path[256], text[256];

	make_dir("%d", pid);
	make_dir("%d/fd", pid);
	make_dir("%d/fdinfo", pid);
	snprintf(path, sizeof(path), "%s/%d/stat", root, pid);
	snprintf(text, sizeof(text), "%d (%s) S %d 1 1 %u -1 4194560 0\n", pid, comm, ppid, tty);
	write_text(path, text);
}

static void process(int pid, int ppid, const char *comm)
{
	process_on(pid, ppid, comm, 0);
}

static void open_file(int pid, int fd, const char *link, const char *fdinfo)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%d/fd/%d", root, pid, fd);
	assert_int_equal(symlink(link, path), 0);
	snprintf(path, sizeof(path), "%s/%d/fdinfo/%d", root, pid, fd);
	write_text(path, fdinfo);
}

static void open_master(int pid, int fd, const char *link, unsigned int index)
{
	char text[128];

	snprintf(text, sizeof(text), "pos:\t0\nflags:\t02\nmnt_id:\t2\nino:\t8\ntty-index:\t%u\n",
		 index);
	open_file(pid, fd, link, text);
}

static void open_rw(int pid, int fd, const char *link)
{
	open_file(pid, fd, link, "pos:\t0\nflags:\t0100002\nmnt_id:\t2\n");
}

static void open_read(int pid, int fd, const char *link)
{
	open_file(pid, fd, link, "pos:\t0\nflags:\t0100000\nmnt_id:\t2\n");
}

static void open_write(int pid, int fd, const char *link)
{
	open_file(pid, fd, link, "pos:\t0\nflags:\t0100001\nmnt_id:\t2\n");
}

static int enter_root(void **state)
{
	(void)state;
	snprintf(root, sizeof(root), "/tmp/test_feedback.XXXXXX");
	if (!mkdtemp(root))
		return -1;
	process(1, 0, "init");
	process(SHELL, 1, "bash");
	process(SELF, SHELL, "perf-augment");
	return 0;
}

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static int leave_root(void **state)
{
	(void)state;
	return nftw(root, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

/* The search from @sinks finds ourselves and just @pids, 0 at the end. */
static void expect_from(const struct feedback_sink *sinks, size_t nr, const int *pids)
{
	struct pid_list list = {};
	size_t i, n = 1;

	assert_int_equal(feedback__scan(root, SELF, sinks, nr, &list), 0);
	assert_true(pid_list__has(&list, SELF));
	for (; pids[n - 1]; n++)
		if (!pid_list__has(&list, pids[n - 1]))
			fail_msg("%d is not left out", pids[n - 1]);
	for (i = 0; i < list.nr; i++) {
		size_t at = 0;

		while (pids[at] && pids[at] != list.pids[i])
			at++;
		if (list.pids[i] != SELF && !pids[at])
			fail_msg("%d is left out", list.pids[i]);
		if (i && list.pids[i - 1] >= list.pids[i])
			fail_msg("not sorted: %d, %d", list.pids[i - 1], list.pids[i]);
	}
	assert_int_equal(list.nr, n);
	assert_int_equal(list.nr_unseen, 0);
	pid_list__free(&list);
}

#define PIDS(...)              \
	(const int[])          \
	{                      \
		__VA_ARGS__, 0 \
	}
#define NO_PIDS       \
	(const int[]) \
	{             \
		0     \
	}

static void expect_tty(unsigned int index, const int *pids)
{
	struct feedback_sink sink = { .kind = FEEDBACK_TTY, .id = index };

	expect_from(&sink, 1, pids);
}

static void expect_pipe(uint64_t inode, const int *pids)
{
	struct feedback_sink sink = { .kind = FEEDBACK_PIPE, .id = inode };

	expect_from(&sink, 1, pids);
}

static void file__feeds_nobody(void **state)
{
	struct feedback_sink sink = { .kind = FEEDBACK_NONE };
	struct pid_list list = {};

	(void)state;
	open_master(SHELL, 5, "/dev/ptmx", 0);
	expect_from(&sink, 1, NO_PIDS);
	expect_from(NULL, 0, NO_PIDS);
	/* Then /proc is not even needed. */
	assert_int_equal(feedback__scan("/no/such/proc", SELF, &sink, 1, &list), 0);
	pid_list__free(&list);
}

static void tty__is_held_by_its_master(void **state)
{
	(void)state;
	process(50, 1, "xterm");
	open_master(50, 7, "/dev/ptmx", 900001);
	open_rw(SHELL, 0, PTS "1");
	open_rw(SELF, 1, PTS "1");
	/* The same by another path; and one with another terminal. */
	process(51, 1, "script");
	open_master(51, 3, "/dev/pts/ptmx", 900001);
	process(52, 1, "xterm");
	open_master(52, 7, "/dev/ptmx", 900002);
	process(53, 1, "xterm");
	open_file(53, 7, "/dev/ptmx", "pos:\t0\nflags:\t02\n");
	expect_tty(900001, PIDS(50, 51));
	expect_tty(900003, NO_PIDS);
}

static void tty__leads_to_the_holders_own_terminals(void **state)
{
	(void)state;
	/* We are in tmux; its client's terminal is script's; script's is a terminal emulator's. */
	process(40, 1, "tmux: server");
	open_master(40, 7, "/dev/ptmx", 900001);
	open_rw(40, 8, PTS "2");
	open_rw(40, 9, PTS "9");
	process(41, 1, "tmux: client");
	open_rw(41, 0, PTS "2");
	process(42, 1, "script");
	open_rw(42, 1, PTS "3");
	open_master(42, 4, "/dev/ptmx", 900002);
	process(43, 1, "gnome-terminal-");
	open_master(43, 20, "/dev/ptmx", 900003);
	open_master(43, 21, "/dev/ptmx", 900004);
	/* A loop in who writes where ends. */
	open_rw(43, 22, PTS "1");
	process(44, 1, "other");
	open_master(44, 4, "/dev/ptmx", 900007);
	open_rw(44, 1, PTS "1");
	expect_tty(900001, PIDS(40, 42, 43));
}

static void tty__of_the_session_counts_as_open(void **state)
{
	(void)state;
	process_on(40, 1, "mux) (x", 136 << 8 | (900002 & 0xff) | (900002U & ~0xffU) << 12);
	open_master(40, 7, "/dev/ptmx", 900001);
	open_rw(40, 8, "/dev/tty");
	process(41, 1, "xterm");
	open_master(41, 7, "/dev/ptmx", 900002);
	expect_tty(900001, PIDS(40, 41));
}

static void tty__is_only_our_devpts_instances(void **state)
{
	struct feedback_sink sink = { .kind = FEEDBACK_TTY, .id = 900001 };
	struct stat st;

	(void)state;
	assert_int_equal(stat(root, &st), 0);
	/* 50 has our devpts; of 51 it is not known where it looks for terminals. */
	process(50, 1, "here");
	open_master(50, 7, "/dev/ptmx", 900001);
	make_dir("%d/root", 50);
	make_dir("%d/root/dev", 50);
	make_dir("%d/root/dev/pts", 50);
	process(51, 1, "somewhere");
	open_master(51, 7, "/dev/ptmx", 900001);
	sink.dev = st.st_dev;
	expect_from(&sink, 1, PIDS(50, 51));
	sink.dev = st.st_dev + 1;
	expect_from(&sink, 1, PIDS(51));
	/* The node itself may tell: a ptmx within the devpts instance. */
	if (!stat("/dev/ptmx", &st)) {
		sink.dev = st.st_dev;
		expect_from(&sink, 1, PIDS(50, 51));
	}
}

static void pipe__feeds_its_readers(void **state)
{
	(void)state;
	/* perf-augment | less, in an xterm; the shell kept the writing end of the pipe open. */
	open_write(SELF, 1, "pipe:[7000]");
	open_write(SHELL, 9, "pipe:[7000]");
	process(60, SHELL, "less");
	open_read(60, 0, "pipe:[7000]");
	open_write(60, 1, PTS "1");
	process(61, 1, "xterm");
	open_master(61, 7, "/dev/ptmx", 900001);
	process(62, 1, "cat");
	open_read(62, 0, "pipe:[7001]");
	process(63, 1, "both");
	open_rw(63, 4, "pipe:[7000]");
	expect_pipe(7000, PIDS(60, 61, 63));
}

static void pipe__leads_down_the_pipeline(void **state)
{
	(void)state;
	process(60, SHELL, "grep");
	open_read(60, 0, "pipe:[7000]");
	open_write(60, 1, "pipe:[7001]");
	/* Neither what it reads besides nor what else it writes is our output. */
	open_read(60, 2, "pipe:[7002]");
	open_write(60, 5, "pipe:[7003]");
	process(61, SHELL, "tee");
	open_read(61, 0, "pipe:[7001]");
	open_write(61, 1, PTS "1");
	process(62, 1, "sshd");
	open_master(62, 7, "/dev/ptmx", 900001);
	open_write(62, 1, "pipe:[7004]");
	process(63, 1, "x");
	open_read(63, 0, "pipe:[7002]");
	open_read(63, 3, "pipe:[7003]");
	open_read(63, 4, "pipe:[7004]");
	expect_pipe(7000, PIDS(60, 61, 62));
}

static void fifo__feeds_its_readers(void **state)
{
	char path[128], other[128], link[128];
	struct feedback_sink sink;
	int fd;

	(void)state;
	snprintf(path, sizeof(path), "%s/fifo", root);
	snprintf(link, sizeof(link), "%s/1/fifo", root);
	snprintf(other, sizeof(other), "%s/other", root);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(mkfifo(link, 0600), 0);
	assert_int_equal(mkfifo(other, 0600), 0);
	fd = open(path, O_RDWR);
	assert_true(fd >= 0);
	feedback__sink(fd, &sink);
	close(fd);
	assert_int_equal(sink.kind, FEEDBACK_PIPE);
	assert_string_equal(sink.fifo_name, "fifo");
	process(60, 1, "cat");
	open_read(60, 0, path);
	process(61, 1, "cat");
	open_read(61, 0, other);
	process(62, 1, "writer");
	open_write(62, 1, path);
	process(63, 1, "namesake");
	open_read(63, 0, link);
	expect_from(&sink, 1, PIDS(60));
}

static void socket__feeds_its_peer(void **state)
{
	struct feedback_sink sink = { .kind = FEEDBACK_SOCKET, .id = 8001 };

	(void)state;
	process(60, 1, "journal");
	open_rw(60, 5, "socket:[8001]");
	open_write(60, 1, PTS "1");
	process(61, 1, "xterm");
	open_master(61, 5, "/dev/ptmx", 900001);
	process(62, 1, "other");
	open_rw(62, 5, "socket:[8000]");
	open_rw(62, 6, "pipe:[8001]");
	expect_from(&sink, 1, PIDS(60, 61));
}

static void several_outputs__add_up(void **state)
{
	struct feedback_sink sinks[] = {
		{ .kind = FEEDBACK_TTY, .id = 900001 },
		{ .kind = FEEDBACK_NONE },
		{ .kind = FEEDBACK_PIPE, .id = 7000 },
		{ .kind = FEEDBACK_TTY, .id = 900001 },
	};

	(void)state;
	process(50, 1, "xterm");
	open_master(50, 7, "/dev/ptmx", 900001);
	process(60, 1, "cat");
	open_read(60, 0, "pipe:[7000]");
	expect_from(sinks, ARRAY_SIZE(sinks), PIDS(50, 60));
}

static void set_parent(int pid, int ppid, const char *comm)
{
	char path[256], text[256];

	snprintf(path, sizeof(path), "%s/%d/stat", root, pid);
	snprintf(text, sizeof(text), "%d (%s) S %d 1 1 0 -1\n", pid, comm, ppid);
	write_text(path, text);
}

static void sshd__of_our_session_is_left_out(void **state)
{
	(void)state;
	/* Nothing of theirs can be seen. 20 listens for connections. */
	process(20, 1, "sshd");
	process(21, 20, "sshd");
	process(22, 21, "sshd");
	process(23, 20, "sshd");
	set_parent(SHELL, 22, "bash");
	expect_tty(900001, PIDS(21, 22));
	/* Since OpenSSH 9.8 sessions have a program of their own. */
	set_parent(21, 20, "sshd-session");
	set_parent(22, 21, "sshd-session");
	expect_tty(900001, PIDS(21, 22));
	/* Parents in a circle, as a /proc in flux may show them. */
	set_parent(20, SHELL, "sshd");
	expect_tty(900001, PIDS(21, 22));
}

static void hostile_proc__is_survived(void **state)
{
	struct pid_list list = {};
	char path[256], name[300];
	int fd;

	(void)state;
	process(50, 1, "xterm");
	open_master(50, 7, "/dev/ptmx", 900001);
	open_rw(50, 8, "/");
	open_rw(50, 9, "/pts/");
	open_rw(50, 10, "/dev/pts/99999999999999999999999");
	open_rw(50, 11, "pipe:[");
	open_rw(50, 12, "socket:[18446744073709551616]");
	open_rw(50, 13, "x");
	open_file(50, 14, "/dev/ptmx", "tty-index:\n");
	/* Not a terminal, whatever its path. */
	snprintf(path, sizeof(path), "%s/pts", root);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof(path), "%s/pts/900002", root);
	write_text(path, "");
	open_rw(50, 15, path);
	process(51, 1, "xterm");
	open_master(51, 7, "/dev/ptmx", 900002);
	open_master(51, 8, "/dev/ptmx", 0);
	/* Gone between two looks at it; a name that is no number; descriptors that are none. */
	make_dir("%d", 52);
	make_dir("%dx", 53);
	process(54, 1, "x");
	snprintf(path, sizeof(path), "%s/54/fd/-1", root);
	assert_int_equal(symlink("/dev/ptmx", path), 0);
	snprintf(path, sizeof(path), "%s/54/fd/99999999999999999999", root);
	assert_int_equal(symlink("/dev/ptmx", path), 0);
	process(55, 1, "x");
	snprintf(path, sizeof(path), "%s/55/fd/3", root);
	assert_int_equal(symlink("pipe:[7000]", path), 0);
	/* A stat without its parts. */
	memset(name, ')', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	snprintf(path, sizeof(path), "%s/%d/stat", root, SHELL);
	fd = open(path, O_WRONLY | O_TRUNC);
	assert_int_equal(write(fd, name, sizeof(name)), sizeof(name));
	close(fd);
	expect_tty(900001, PIDS(50));
	expect_pipe(7000, NO_PIDS);
	assert_int_equal(feedback__scan("/no/such/proc", SELF,
					&(struct feedback_sink){ .kind = FEEDBACK_TTY }, 1, &list),
			 -ENOENT);
	assert_true(pid_list__has(&list, SELF));
	pid_list__free(&list);
	pid_list__free(&list);
}

/* In a child that is nobody: count what it may not see. */
static int scan_as_nobody(void)
{
	struct feedback_sink sink = { .kind = FEEDBACK_TTY, .id = 900001 };
	struct pid_list list = {};
	int ret = 1;

	if (setgid(65534) || setuid(65534))
		return 77;
	if (!feedback__scan(root, SELF, &sink, 1, &list) && pid_list__has(&list, 50) &&
	    !pid_list__has(&list, 51) && list.nr_unseen == 1 && list.unseen == 51)
		ret = 0;
	pid_list__free(&list);
	return ret;
}

static void unseen_process__is_counted(void **state)
{
	char path[128];
	int status;
	pid_t child;

	(void)state;
	if (geteuid())
		skip();
	process(50, 1, "xterm");
	open_master(50, 7, "/dev/ptmx", 900001);
	process(51, 1, "xterm");
	open_master(51, 7, "/dev/ptmx", 900001);
	assert_int_equal(chmod(root, 0755), 0);
	for (int pid = 1; pid <= SELF; pid++) {
		static const char *const parts[] = { "", "/fd", "/fdinfo" };

		for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
			snprintf(path, sizeof(path), "%s/%d%s", root, pid, parts[i]);
			chmod(path, pid == 51 ? 0700 : 0755);
		}
	}
	snprintf(path, sizeof(path), "%s/51", root);
	assert_int_equal(chmod(path, 0755), 0);
	child = fork();
	if (!child)
		_exit(scan_as_nobody());
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	if (WEXITSTATUS(status) == 77)
		skip();
	assert_int_equal(WEXITSTATUS(status), 0);
}

static void many_files__are_bounded(void **state)
{
	struct feedback_sink sink = { .kind = FEEDBACK_PIPE, .id = 1 };
	struct pid_list list = {};
	char path[128], link[32];
	int fd;

	(void)state;
	process(50, 1, "hog");
	for (fd = 0; fd < 16385; fd++) {
		snprintf(path, sizeof(path), "%s/50/fd/%d", root, fd);
		snprintf(link, sizeof(link), "pipe:[%d]", fd);
		assert_int_equal(symlink(link, path), 0);
	}
	assert_int_equal(feedback__scan(root, SELF, &sink, 1, &list), 0);
	assert_int_equal(list.nr_unseen, 1);
	pid_list__free(&list);
}

#define on_fake_proc(test) cmocka_unit_test_setup_teardown(test, enter_root, leave_root)

int main(void)
{
	const struct CMUnitTest tests[] = {
		on_fake_proc(file__feeds_nobody),
		on_fake_proc(tty__is_held_by_its_master),
		on_fake_proc(tty__leads_to_the_holders_own_terminals),
		on_fake_proc(tty__of_the_session_counts_as_open),
		on_fake_proc(tty__is_only_our_devpts_instances),
		on_fake_proc(pipe__feeds_its_readers),
		on_fake_proc(pipe__leads_down_the_pipeline),
		on_fake_proc(fifo__feeds_its_readers),
		on_fake_proc(socket__feeds_its_peer),
		on_fake_proc(several_outputs__add_up),
		on_fake_proc(sshd__of_our_session_is_left_out),
		on_fake_proc(hostile_proc__is_survived),
		on_fake_proc(unseen_process__is_counted),
		on_fake_proc(many_files__are_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
