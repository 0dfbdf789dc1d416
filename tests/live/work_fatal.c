// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_fatal.c - children that signals end within calls: what these returned is theirs, unless it was SIGKILL.
 * For strace_siginfo.sh.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int ends[2];

static void broken_pipe(void)
{
	int pair[2];

	if (pipe(pair))
		_exit(1);
	close(pair[0]);
	if (write(pair[1], "x", 1) < 0)
		_exit(1);
}

static void broken_socket(void)
{
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		_exit(1);
	close(pair[0]);
	send(pair[1], "abc", 3, 0);
}

static void by_itself(void)
{
	kill(getpid(), SIGTERM);
}

static void by_its_thread(void)
{
	syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGUSR1);
}

static void core(void)
{
	kill(getpid(), SIGQUIT);
}

static void in_pause(void)
{
	pause();
}

static void in_sleep(void)
{
	const struct timespec long_time = { .tv_sec = 1000 };

	nanosleep(&long_time, NULL);
}

static void in_read(void)
{
	char byte;

	if (read(ends[0], &byte, 1) < 0)
		_exit(1);
}

/* The process' end is told to a parent that does not outlive that. */
static void in_wait(void)
{
	const pid_t pid = fork();
	int status;

	if (!pid) {
		kill(getppid(), SIGUSR2);
		_exit(4);
	}
	waitpid(pid, &status, 0);
}

static void *wait_there(void *arg)
{
	(void)arg;
	pause();
	return NULL;
}

static void in_threads(void)
{
	pthread_t thread;

	if (!pthread_create(&thread, NULL, wait_there, NULL))
		pause();
}

/* In which call, or with 0 for none; by which signal the parent ends it. */
static const struct {
	void (*run)(void);
	int signo;
} ways[] = {
	{ broken_pipe, 0 },	 { broken_socket, 0 }, { by_itself, 0 },
	{ by_its_thread, 0 },	 { core, 0 },	       { in_pause, SIGTERM },
	{ in_sleep, SIGUSR2 },	 { in_read, SIGHUP },  { in_read, SIGKILL },
	{ in_pause, SIGKILL },	 { in_wait, 0 },       { in_threads, SIGTERM },
	{ in_threads, SIGKILL },
};

int main(void)
{
	const struct timespec moment = { .tv_nsec = 100000000 };
	int status;

	/* A shell's command in the background ignores one, that of nohup(1) another. */
	signal(SIGHUP, SIG_DFL);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGQUIT, SIG_DFL);
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		const pid_t pid = pipe(ends) ? -1 : fork();

		if (pid < 0)
			return 1;
		if (!pid) {
			ways[i].run();
			_exit(2);
		}
		/* Once it waits there. */
		nanosleep(&moment, NULL);
		if (ways[i].signo)
			kill(pid, ways[i].signo);
		if (waitpid(pid, &status, 0) != pid || !WIFSIGNALED(status))
			return 1;
		close(ends[0]);
		close(ends[1]);
	}
	return 0;
}
