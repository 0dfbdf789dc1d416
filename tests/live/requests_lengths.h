/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * requests_lengths.h - the part of work_requests.c whose calls have lengths of all sizes: none, more than the kernel
 * takes, with a sign, and with an upper half where the kernel looks at the lower one.
 */
#ifndef TESTS_REQUESTS_LENGTHS_H
#define TESTS_REQUESTS_LENGTHS_H

#include <linux/perf_event.h>

static const long lengths_tried[] = { 0,
				      1,
				      4,
				      33,
				      64,
				      65,
				      -1,
				      -100,
#if __LONG_WIDTH__ == 64
				      1L << 40,
				      (1L << 32) + 5,
				      (1L << 60) + 2
#endif
};

static void lengths_of_data(const char *text, long len)
{
	syscall(SYS_write, NO_FD, text, len);
	syscall(SYS_sendto, NO_FD, text, len, 0, text, len);
	syscall(SYS_bind, NO_FD, text, len);
	syscall(SYS_setsockopt, NO_FD, 77, 9, text, len);
	syscall(SYS_setsockopt, NO_FD, SOL_SOCKET, SO_REUSEADDR, text, len);
	syscall(SYS_setxattr, "/aug/none", "user.a", text, len, 0);
	syscall(SYS_add_key, "no such", "a", text, len, 0);
	syscall(SYS_mq_timedsend, NO_FD, text, len, 0, NULL);
	syscall(SYS_readlink, "/aug/none", text, len);
	/* What is the machine's name is left as it is. */
	if (syscall(SYS_unshare, CLONE_NEWUTS))
		return;
	syscall(SYS_sethostname, text, len);
	syscall(SYS_setdomainname, text, len);
	syscall(SYS_sethostname, UNREADABLE, len);
}

static void lengths_of_arrays(const void *words, long len)
{
	syscall(SYS_writev, NO_FD, words, len);
	syscall(SYS_process_vm_readv, NO_TASK, words, len, words, len, 0);
	syscall(SYS_sched_setaffinity, NO_TASK, len, words);
#ifdef SYS_semop
	syscall(SYS_semop, -2, words, len);
#endif
	syscall(SYS_setgroups, len | 0x10000, words);
	syscall(SYS_perf_event_open, words, 0, -1, -1, len);
}

/* Sizes of attributes, of which the kernel tells its own when it knows less. */
static void lengths_of_attributes(void)
{
	static const uint32_t sizes[] = { 0, 63, 64, 72, 136, 160, 512, 4096, 4097, UINT32_MAX };
	struct perf_event_attr *attr = (void *)contents;
	size_t i;

	for (i = 0; i < 2 * NR(sizes); i++) {
		memset(contents, 0, sizeof(*contents));
		attr->type = PERF_TYPE_SOFTWARE;
		attr->size = sizes[i / 2];
		attr->disabled = 1;
		((unsigned char *)attr)[sizeof(*attr) + 20] = i % 2;
		/* A group that is not there: nothing is opened. */
		syscall(SYS_perf_event_open, attr, 0, -1, 12345, 0);
		syscall(SYS_bpf, BPF_MAP_LOOKUP_ELEM, attr, sizes[i / 2] | 4097);
	}
}

static void lengths_of_addresses(void)
{
	socklen_t *room = (void *)contents;

	*room = 5;
	syscall(SYS_getsockname, NO_FD, NULL, room);
	syscall(SYS_getsockname, NO_FD, room, room);
	syscall(SYS_getpeername, NO_FD, NULL, room);
	syscall(SYS_accept4, NO_FD, NULL, room, 0);
	syscall(SYS_recvfrom, NO_FD, contents, 0, 0, NULL, room);
	syscall(SYS_recvfrom, NO_FD, contents, 0, 0, room, room);
}

/* Sets of signals whose size the kernel does not take. */
static void lengths_of_sets(void)
{
	/* One word of a 32-bit program is a set to strace, too: 0 there, 4 here. */
	static const long sizes[] = { 8, sizeof(long) - 4, 0, 9, 16, -1 };
	unsigned long *set = (void *)contents;
	struct timespec *timeout = (void *)(contents->ones);
	long *pair = (void *)contents->mixed;
	size_t i;

	memset(contents, 0, sizeof(*contents));
	set[0] = 6;
	for (i = 0; i < NR(sizes); i++) {
		pair[0] = (long)set;
		pair[1] = sizes[i];
		syscall(SYS_pselect6, 0, NULL, NULL, NULL, timeout, pair);
		syscall(SYS_io_pgetevents, NULL, 0, 0, NULL, timeout, pair);
	}
}

static void commands_of_ipc(void)
{
	static const int cmds[] = { 0, 1, 2, 3, 11, 13, 16, 19, 99 };
	size_t i;
	int cmd;

	for (i = 0; i < 2 * NR(cmds); i++) {
		cmd = cmds[i / 2] | (i % 2 ? 0x100 : 0);
#ifdef SYS_semctl
		syscall(SYS_semctl, -2, 0, cmd, NULL);
		syscall(SYS_msgctl, -2, cmd, NULL);
		syscall(SYS_shmctl, -2, cmd, NULL);
#endif
	}
#ifdef SYS_semctl
	syscall(SYS_semctl, -2, 0, 0x10000100, NULL);
	syscall(SYS_msgctl, -2, 0x10000100, NULL);
	syscall(SYS_shmctl, -2, -1, NULL);
#endif
}

/* Many descriptors, of which some far behind are ready. */
static void lengths_of_polls(void)
{
	static const unsigned int nrs[] = { 33, 64, 65, 100, 511, 512 };
	struct pollfd *fds = (void *)contents;
	const int fd = open("/dev/null", O_RDWR);

	for (size_t i = 0; i < NR(nrs); i++) {
		for (unsigned int k = 0; k < nrs[i]; k++)
			fds[k] = (struct pollfd){ .fd = NO_FD };
		fds[5] = fds[nrs[i] / 2] = fds[nrs[i] - 1] =
			(struct pollfd){ .fd = fd, .events = POLLOUT };
		syscall(SYS_poll, fds, nrs[i], 0);
	}
	close(fd);
}

static void lengths(void)
{
	char *text = (void *)contents->ones;
	size_t i;

	fill();
	lengths_of_polls();
	strcpy(text,
	       "a text that is longer than what is shown of texts, and than names of hosts are");
	for (i = 0; i < NR(lengths_tried); i++) {
		lengths_of_data(text, lengths_tried[i]);
		lengths_of_arrays(contents->zeros, lengths_tried[i]);
	}
	memset(contents->zeros, 0, sizeof(contents->zeros));
	memset(contents->zeros, 0xff, sizeof(uint64_t));
	syscall(SYS_sendfile, NO_FD, NO_FD, contents->zeros, 1);
	syscall(SYS_capset, NULL, contents);
	contents->zeros[0] = 0x800;
	syscall(SYS_mq_open, "/aug/none", O_CREAT | O_RDWR, 0, contents);
	lengths_of_addresses();
	lengths_of_sets();
	lengths_of_attributes();
	commands_of_ipc();
#if __LONG_WIDTH__ == 64
	syscall(SYS_socket, 99, 1, -1L);
	syscall(SYS_socketpair, 99, 1, -1L, contents);
	syscall(SYS_sysfs, -1L, 0, 0);
#endif
}

#endif /* TESTS_REQUESTS_LENGTHS_H */
