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

/* Nobody has ended: what is there stays. */
static void wait_in_vain(void)
{
	const long pid = syscall(SYS_fork);

	if (!pid)
		for (;;)
			syscall(SYS_pause);
	syscall(SYS_waitid, P_ALL, 0, NULL, WNOHANG | 4 /* WEXITED */, contents->ones + 64);
	syscall(SYS_kill, pid, SIGKILL);
	end_child(pid);
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
	/* Refused, but for a clone of 32-bit with a segment that nobody uses. */
	for (i = 0; i < 4; i++) {
		static const uint32_t segment[] = { 13, 0xf7000000, 0xfffff, 0x51 };
		const uintptr_t places[] = { 0, 8, (uintptr_t)(contents->ones + 128),
					     (uintptr_t)edge - 8 };

		memcpy(contents->ones + 128, segment, sizeof(segment));
		memset(args, 0, sizeof(*args));
		args->flags = CLONE_SETTLS | CLONE_SIGHAND;
		args->tls = places[i];
		args->exit_signal = SIGCHLD;
		syscall(435 /* SYS_clone3 */, args, sizeof(*args));
#ifdef __i386__
		end_child(syscall(SYS_clone, CLONE_SETTLS | SIGCHLD, 0, 0, places[i], 0));
		end_child(syscall(SYS_clone, SIGCHLD, 0, 0, places[i], 0));
#endif
	}
	if (!syscall(SYS_clone, CLONE_PIDFD | SIGCHLD, 0, pidfd, 0, 0))
		_exit(4);
	syscall(SYS_waitid, P_PIDFD, *pidfd, NULL, 4 /* WEXITED */, NULL);
	syscall(SYS_waitid, P_PIDFD, *pidfd, NULL, 4, NULL);
	syscall(SYS_waitid, P_PIDFD, NO_FD, NULL, 4, NULL);
	syscall(SYS_waitid, P_PID, NO_TASK, NULL, 4, NULL);
	wait_in_vain();
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

/* A child that ends within a call. */
static void killed(void)
{
	const long pid = syscall(SYS_fork);

	if (!pid)
		syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
	syscall(SYS_wait4, pid, NULL, 0, NULL);
	syscall(SYS_kill, NO_TASK, 0);
	syscall(SYS_kill, syscall(SYS_getpid), 0);
}

/* Flags and numbers in one word, addresses without room, a directory that is gone. */
/* Its version is no descriptor, though one of that number may be open. */
static void landlock_version(int fd)
{
	const long call = 444; /* landlock_create_ruleset */

	dup2(fd, (int)syscall(call, NULL, 0, 1));
	syscall(call, NULL, 0, 1);
}

static void leftovers(void)
{
	static const char gone[] = "/tmp/aug-gone";
	const int fd = (int)syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0);
	const int dir = (int)syscall(SYS_openat, AT_FDCWD, "/sys", O_RDONLY);
	uint64_t flags = 0x300000000 | CLONE_SIGHAND;
	struct io_uring_params ring = { .flags = IORING_SETUP_ATTACH_WQ };
	uint32_t *len = contents->zeros, i;

	strcpy((char *)edge, "name");
	for (i = 0; i < 2; i++) {
		syscall(SYS_memfd_create, edge, 21U << 26 | 4 | 0x100);
		syscall(SYS_memfd_create, edge, 21U << 26 | i * 4);
		syscall(SYS_shmget, 1, 4096, 21U << 26 | i * 04000 | 0x200000);
		syscall(SYS_clone, (long)flags | (long)i * SIGCHLD, 0, 0, 0, 0);
	}
	/* Of 32-bit programs these numbers are others. No ioctl that fails looks again for what was not in memory. */
	*len = contents->ones[0] = 4;
	syscall(SYS_ioctl, NO_FD, PERF_EVENT_IOC_ID, len);
	syscall(SYS_ioctl, NO_FD, PERF_EVENT_IOC_SET_FILTER, edge);
	syscall(SYS_ioctl, NO_FD, PERF_EVENT_IOC_QUERY_BPF, len);
	syscall(SYS_ioctl, NO_FD, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, contents->ones);
	syscall(SYS_clone, CLONE_SIGHAND, 0, 0, 0, 0);
	syscall(SYS_clone, CLONE_SIGHAND | 34, 0, 0, 0, 0);
	for (i = 0; i < 4; i++) {
		*len = i;
		syscall(SYS_getsockname, fd, edge, len);
	}
	syscall(SYS_getdents, dir, edge, 100);
	landlock_version(fd);
	syscall(SYS_open_by_handle_at, dir, contents->zeros, O_RDONLY);
	ring.wq_fd = (uint32_t)dir;
	syscall(SYS_io_uring_setup, 0, &ring);
	if (!mkdir(gone, 0700) && !chdir(gone) && !rmdir(gone))
		syscall(SYS_openat, AT_FDCWD, "none", O_RDONLY);
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
