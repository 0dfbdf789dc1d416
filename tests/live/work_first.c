// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_first.c - the main thread ends, and some time later the other one: by HOW, which is exit, exit_group, kill or
 * execute. For strace_children.sh.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *how, *self;

static void *end(void *arg)
{
	usleep(400000);
	if (!strcmp(how, "exit_group"))
		_exit(5);
	if (!strcmp(how, "kill"))
		kill(getpid(), SIGTERM);
	if (!strcmp(how, "execute"))
		execl(self, self, "nothing", NULL);
	syscall(SYS_exit, 7);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t thread;

	if (argc != 2) {
		fprintf(stderr, "work_first: Usage: work_first HOW\n");
		return 2;
	}
	self = argv[0];
	how = argv[1];
	if (!strcmp(how, "nothing"))
		return 0;
	pthread_create(&thread, NULL, end, NULL);
	usleep(100000); /* so that it is known to who traces */
	syscall(SYS_exit, 4);
	return 0;
}
