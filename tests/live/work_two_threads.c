// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_two_threads.c - a process of two threads, of which one ends first, or all: HOW. For strace_children.sh.
 * The main thread ends, and some time later the other one: by exit, exit_group, kill or execute. Or it ends the process
 * while the other one sleeps: by crash, abort or term.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
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
	if (!strcmp(how, "exit"))
		syscall(SYS_exit, 7);
	sleep(100);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t thread;

	if (argc != 2) {
		fprintf(stderr, "work_two_threads: Usage: work_two_threads HOW\n");
		return 2;
	}
	self = argv[0];
	how = argv[1];
	if (!strcmp(how, "nothing"))
		return 0;
	pthread_create(&thread, NULL, end, NULL);
	usleep(100000); /* so that it is known to who traces */
	if (!strcmp(how, "crash"))
		__builtin_trap();
	if (!strcmp(how, "abort"))
		abort();
	if (!strcmp(how, "term"))
		kill(getpid(), SIGTERM);
	syscall(SYS_exit, 4);
	return 0;
}
