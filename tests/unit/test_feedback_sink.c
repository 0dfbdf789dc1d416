// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_feedback_sink.c - what a descriptor leads to, with real ones. */
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

/* Real descriptors of ours. */
static void sink__tells_what_a_descriptor_is(void **state)
{
	struct feedback_sink sink;
	struct stat st;
	int fds[2], fd;

	(void)state;
	assert_int_equal(pipe(fds), 0);
	feedback__sink(fds[1], &sink);
	assert_int_equal(fstat(fds[0], &st), 0);
	assert_int_equal(sink.kind, FEEDBACK_PIPE);
	assert_int_equal(sink.id, st.st_ino);
	assert_int_equal(sink.dev, 0);
	close(fds[0]);
	close(fds[1]);
	feedback__sink(fds[0], &sink);
	assert_int_equal(sink.kind, FEEDBACK_NONE);
	fd = open("/dev/null", O_WRONLY);
	feedback__sink(fd, &sink);
	assert_int_equal(sink.kind, FEEDBACK_NONE);
	close(fd);
	fd = socket(AF_INET, SOCK_STREAM, 0);
	if (fd >= 0) {
		feedback__sink(fd, &sink);
		assert_int_equal(sink.kind, FEEDBACK_NONE);
		close(fd);
	}
}

/* Whether the kernel has the interface that lists Unix sockets: without it, it answers ENOENT. */
static bool has_unix_diag(void)
{
	struct {
		struct nlmsghdr head;
		struct unix_diag_req req;
	} request = {
		.head = { .nlmsg_len = sizeof(request),
			  .nlmsg_type = SOCK_DIAG_BY_FAMILY,
			  .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP },
		.req = { .sdiag_family = AF_UNIX, .udiag_states = ~0U },
	};
	union {
		struct nlmsghdr head;
		char bytes[8192];
	} answer = {};
	int fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_SOCK_DIAG);
	bool has;

	has = fd >= 0 && send(fd, &request, sizeof(request), 0) > 0 &&
	      recv(fd, &answer, sizeof(answer), MSG_DONTWAIT) > 0 &&
	      answer.head.nlmsg_type != NLMSG_ERROR;
	if (fd >= 0)
		close(fd);
	return has;
}

static void sink__knows_the_sockets_peer(void **state)
{
	struct feedback_sink sink;
	struct stat st;
	int fds[2];

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
	feedback__sink(fds[0], &sink);
	assert_int_equal(fstat(fds[1], &st), 0);
	close(fds[0]);
	close(fds[1]);
	if (!has_unix_diag()) {
		print_message("[  SKIP   ] the kernel does not tell a socket's peer\n");
		skip();
	}
	assert_int_equal(sink.kind, FEEDBACK_SOCKET);
	assert_int_equal(sink.id, st.st_ino);
}

static void sink__knows_the_terminal(void **state)
{
	struct feedback_sink sink;
	int master = posix_openpt(O_RDWR | O_NOCTTY), tty;
	struct pid_list list = {};
	struct stat st;
	char *name;

	(void)state;
	name = master < 0 || grantpt(master) || unlockpt(master) ? NULL : ptsname(master);
	tty = name ? open(name, O_RDWR | O_NOCTTY) : -1;
	if (tty < 0) {
		print_message("[  SKIP   ] no terminals to be had\n");
		skip();
	}
	feedback__sink(tty, &sink);
	assert_int_equal(fstat(tty, &st), 0);
	assert_int_equal(sink.kind, FEEDBACK_TTY);
	assert_int_equal(sink.id, atoi(strrchr(name, '/') + 1));
	assert_int_equal(sink.dev, st.st_dev);
	/* The real /proc; the master is ours, and that we are known. */
	assert_int_equal(feedback__pids(&tty, 1, &list), 0);
	assert_true(pid_list__has(&list, getpid()));
	assert_false(pid_list__has(&list, getppid()));
	pid_list__free(&list);
	close(tty);
	close(master);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sink__tells_what_a_descriptor_is),
		cmocka_unit_test(sink__knows_the_sockets_peer),
		cmocka_unit_test(sink__knows_the_terminal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
