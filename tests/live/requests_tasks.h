/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* requests_tasks.h - the part of work_requests.c that makes children, and asks for programs in their place. */
#ifndef TESTS_REQUESTS_TASKS_H
#define TESTS_REQUESTS_TASKS_H

static void end_child(long pid)
{
	if (!pid)
		_exit(3);
	syscall(SYS_wait4, pid, NULL, 0, NULL);
}

/* Descriptors that are made for children; and reads and writes at a place, whose last argument few look at. */
static void children(void)
{
	struct {
		uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls;
	} *args = (void *)contents->zeros;
	static const uint64_t asked[] = { CLONE_CHILD_SETTID, CLONE_CHILD_CLEARTID,
					  CLONE_PARENT_SETTID };
	int *pidfd = (int *)contents->ones, i;
	struct iovec *vec = (void *)contents->mixed;

	for (i = 0; i < 2; i++) {
		memset(args, 0, sizeof(*args));
		args->flags = i ? CLONE_PIDFD : 0;
		args->pidfd = (uintptr_t)pidfd;
		args->exit_signal = SIGCHLD;
		end_child(syscall(435 /* SYS_clone3 */, args, sizeof(*args)));
		end_child(syscall(SYS_clone, (i ? CLONE_PIDFD : 0) | SIGCHLD, 0, pidfd, 0, 0));
	}
	for (i = 0; i < 2 * (int)NR(asked); i++) {
		memset(args, 0, sizeof(*args));
		args->flags = asked[i / 2];
		args->child_tid = i % 2 ? 8 : 0;
		args->parent_tid = args->child_tid;
		args->exit_signal = SIGCHLD;
		end_child(syscall(435 /* SYS_clone3 */, args, sizeof(*args)));
	}
	if (!syscall(SYS_clone, CLONE_PIDFD | SIGCHLD, 0, pidfd, 0, 0))
		_exit(4);
	syscall(SYS_waitid, P_PIDFD, *pidfd, NULL, 4 /* WEXITED */, NULL);
	syscall(SYS_waitid, P_PIDFD, *pidfd, NULL, 4, NULL);
	syscall(SYS_waitid, P_PIDFD, NO_FD, NULL, 4, NULL);
	syscall(SYS_waitid, P_PID, NO_TASK, NULL, 4, NULL);
	vec->iov_base = edge;
	vec->iov_len = 3;
#ifdef __x86_64__
	syscall(SYS_fanotify_mark, NO_FD, 1, 0x20L, AT_FDCWD, strcpy((char *)edge, "/etc"));
	syscall(SYS_fanotify_mark, NO_FD, 1, 0x20L, -1, NULL);
#endif
	for (i = 0; i < 3; i++) {
		syscall(SYS_preadv, NO_FD, vec, 1, i, 0);
		syscall(SYS_pwritev, NO_FD, vec, 1, i, 0);
		syscall(SYS_preadv, NO_FD, vec, 1, i, i);
	}
}

/* Of programs that cannot be executed: strings, and arrays of them, that are not readable or end where memory does. */
static void arguments(void)
{
	char **strings = (void *)contents->zeros,
	     **at_end = (void *)(edge + PAGE) - 2 * sizeof(*at_end);
	char *texts = (char *)contents->mixed;
	char *const kinds[] = { strcpy(texts, "one"), UNREADABLE, (char *)edge + PAGE - 3,
				(char *)-1L, NULL };
	uint32_t i, j;

	for (i = 0; i < NR(kinds); i++) {
		for (j = 0; j < NR(kinds); j++) {
			memset(strings, 0, 4 * sizeof(*strings));
			strings[0] = kinds[i];
			strings[1] = kinds[j];
			strings[2] = texts;
			memset(edge, 'e', PAGE);
			syscall(SYS_execve, "/no/program", strings, strings);
			memcpy(at_end, strings, 2 * sizeof(*at_end));
			syscall(SYS_execve, "/no/program", at_end + 1, at_end);
		}
	}
	syscall(SYS_execve, "/no/program", UNREADABLE, edge + PAGE);
	syscall(SYS_execve, "/no/program", NULL, NULL);
}

#endif /* TESTS_REQUESTS_TASKS_H */
