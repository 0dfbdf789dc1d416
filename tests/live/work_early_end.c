// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* work_early_end.c - children that a signal ends before their first call. */
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const volatile int never;

static int end_by(int signo)
{
	/* Not by the C library, whose child would make calls. */
	const pid_t pid = (pid_t)syscall(SYS_fork);
	int status;

	if (!pid) {
		if (!signo)
			__builtin_trap();
		while (!never)
			;
	}
	if (signo)
		kill(pid, signo);
	return waitpid(pid, &status, 0) != pid || WTERMSIG(status) != (signo ? signo : SIGILL);
}

int main(void)
{
	return end_by(0) || end_by(SIGKILL) || end_by(SIGTERM);
}
