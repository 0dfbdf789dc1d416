// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_stop.c - a child of two threads is stopped by one signal after the other, and goes on. Between two stops
 * both threads have run: one that still wakes up would take the next signal from the one that it is for, or not
 * stop anew.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

static const int stops[] = { SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU };

/* Where a byte says "go on", and where one says "I do". */
struct thread_pipes {
	int to[2], from[2];
};

static bool put(int fd)
{
	return write(fd, "", 1) == 1;
}

static bool get(int fd)
{
	char byte;
	ssize_t len;

	do
		len = read(fd, &byte, 1);
	while (len < 0 && errno == EINTR);
	return len == 1;
}

static void *answer(void *arg)
{
	const struct thread_pipes *pipes = arg;

	while (get(pipes->to[0]) && put(pipes->from[1]))
		;
	return NULL;
}

static bool has_run(const struct thread_pipes *pipes)
{
	return put(pipes->to[1]) && get(pipes->from[0]);
}

static int child(int continued)
{
	struct thread_pipes pipes;
	pthread_t thread;
	unsigned int i;

	/*
	 * The signals of terminals stop nobody in a group whose parents are all of it or of another session,
	 * as that of a test without a terminal may be.
	 */
	if (setpgid(0, 0) || pipe(pipes.to) || pipe(pipes.from) ||
	    pthread_create(&thread, NULL, answer, &pipes) || !has_run(&pipes))
		return 1;
	for (i = 0; i < sizeof(stops) / sizeof(*stops); i++) {
		kill(getpid(), stops[i]);
		if (!get(continued) || !has_run(&pipes))
			return 1;
	}
	return 0;
}

int main(void)
{
	int status, ends[2];
	unsigned int i;
	pid_t pid;

	if (pipe(ends))
		return 1;
	pid = fork();
	if (!pid)
		_exit(child(ends[0]));
	for (i = 0; i < sizeof(stops) / sizeof(*stops); i++) {
		while (waitpid(pid, &status, WUNTRACED) < 0 && errno == EINTR)
			;
		if (!WIFSTOPPED(status) || WSTOPSIG(status) != stops[i])
			return 1;
		/* The thread that tells us has not left its CPU: one that goes on before has not stopped. */
		usleep(20000);
		kill(pid, SIGCONT);
		put(ends[1]);
	}
	return waitpid(pid, &status, 0) != pid || status;
}
