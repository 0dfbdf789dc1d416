// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* work_stop.c - a child of two threads is stopped by one signal after the other, and goes on. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static const int stops[] = { SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU };

static void *wait_here(void *arg)
{
	/* It is there, and has made a call. */
	if (write(*(int *)arg, "", 1) != 1)
		return NULL;
	for (;;)
		pause();
	return NULL;
}

static int child(void)
{
	pthread_t thread;
	unsigned int i;
	int ends[2];
	char byte;

	if (pipe(ends) || pthread_create(&thread, NULL, wait_here, &ends[1]) ||
	    read(ends[0], &byte, 1) != 1)
		return 1;
	for (i = 0; i < sizeof(stops) / sizeof(*stops); i++)
		kill(getpid(), stops[i]);
	return 0;
}

int main(void)
{
	unsigned int i;
	int status;
	pid_t pid = fork();

	if (!pid)
		_exit(child());
	for (i = 0; i < sizeof(stops) / sizeof(*stops); i++) {
		while (waitpid(pid, &status, WUNTRACED) < 0 && errno == EINTR)
			;
		if (!WIFSTOPPED(status) || WSTOPSIG(status) != stops[i])
			return 1;
		kill(pid, SIGCONT);
	}
	return waitpid(pid, &status, 0) != pid || status;
}
