// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_two_threads.c - a process of two threads, of which one ends first, or all: HOW. For strace_children.sh.
 * The main thread ends, and some time later the other one: by exit, exit_group, kill or execute, or by exit when it has
 * had a child or its process was told that a window changed. Or the main thread ends the process while the other one
 * sleeps: by crash, abort or term, which is the other one's where it is blocked.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
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
	if (!strcmp(how, "child")) {
		if (!fork())
			_exit(0);
		wait(NULL);
		syscall(SYS_getppid);
	}
	if (!strcmp(how, "window"))
		kill(getpid(), SIGWINCH);
	if (!strcmp(how, "exit") || !strcmp(how, "child") || !strcmp(how, "window"))
		syscall(SYS_exit, 7);
	sleep(100);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	sigset_t set;

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
	if (!strcmp(how, "blocked")) {
		sigemptyset(&set);
		sigaddset(&set, SIGTERM);
		pthread_sigmask(SIG_BLOCK, &set, NULL);
	}
	if (!strcmp(how, "term") || !strcmp(how, "blocked"))
		kill(getpid(), SIGTERM);
	if (!strcmp(how, "blocked"))
		sleep(100);
	syscall(SYS_exit, 4);
	return 0;
}
