/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* requests_ends.h - the part of work_requests.c whose arrays are longer than the memory that they begin in. */
#ifndef TESTS_REQUESTS_ENDS_H
#define TESTS_REQUESTS_ENDS_H

#include <linux/fiemap.h>
#include <linux/fs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/uio.h>

/* Arrays of @nr elements, of which fewer may be there. */
static void arrays_that_end(void *array, long nr)
{
	syscall(SYS_writev, NO_FD, array, nr);
	syscall(SYS_readv, NO_FD, array, nr);
	syscall(SYS_preadv, NO_FD, array, nr, 5, 0);
	syscall(SYS_vmsplice, NO_FD, array, nr, 0);
	syscall(SYS_process_vm_readv, NO_TASK, array, nr, array, nr, 0);
#ifdef SYS_process_madvise
	syscall(SYS_process_madvise, NO_FD, array, nr, 0, 0);
#endif
	syscall(SYS_poll, array, nr, 0);
	syscall(SYS_setgroups, nr, array);
	syscall(SYS_io_submit, NULL, nr, array);
#if __LONG_WIDTH__ == 64
	syscall(SYS_semop, -2, array, nr);
#endif
	syscall(SYS_set_mempolicy, 1, array, nr * 64);
	syscall(SYS_migrate_pages, NO_TASK, nr * 64, array, array);
}

/* Room for more extents of a file than there are, and for more than are there. */
static void extents_that_end(void)
{
	struct {
		struct fiemap map;
		struct fiemap_extent extents[4];
	} asked = { .map = { .fm_length = UINT64_MAX } };
	const int fd = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/exe", O_RDONLY);

	for (uint32_t nr = 0; nr <= NR(asked.extents); nr++) {
		void *at;

		asked.map.fm_extent_count = nr;
		at = at_edge(&asked, sizeof(asked.map) + nr * sizeof(asked.extents[0]));
		syscall(SYS_ioctl, NO_FD, FS_IOC_FIEMAP, at);
		syscall(SYS_ioctl, fd, FS_IOC_FIEMAP, at);
		asked.map.fm_extent_count = nr + 1;
		at = at_edge(&asked, sizeof(asked.map) + nr * sizeof(asked.extents[0]));
		syscall(SYS_ioctl, fd, FS_IOC_FIEMAP, at);
	}
	syscall(SYS_ioctl, fd, FS_IOC_FIEMAP, edge + PAGE - 8);
	syscall(SYS_ioctl, fd, FS_IOC_FIEMAP, NULL);
	close(fd);
}

/* Interfaces: room for many, for one, for less than one, and where nothing is. */
static void interfaces(void)
{
	static const int sizes[] = { 400, sizeof(struct ifreq), 10, 0 };
	const int fd = (int)syscall(SYS_socket, AF_INET, SOCK_DGRAM, 0);

	for (size_t i = 0; i < NR(sizes); i++) {
		struct ifconf list = { .ifc_len = sizes[i], .ifc_buf = (void *)contents->zeros };

		syscall(SYS_ioctl, NO_FD, SIOCGIFCONF, &list);
		syscall(SYS_ioctl, fd, SIOCGIFCONF, &list);
		list.ifc_buf = NULL;
		syscall(SYS_ioctl, fd, SIOCGIFCONF, &list);
		list = (struct ifconf){ .ifc_len = sizes[i], .ifc_buf = UNREADABLE };
		syscall(SYS_ioctl, fd, SIOCGIFCONF, &list);
	}
	close(fd);
}

/* Texts and bytes that go on behind the memory that they begin in: strace looks no further than it shows. */
static void texts_that_end(void)
{
	static const size_t sizes[] = { 4, 8, 9, 20, 31, 33, 34, 39, 42, 100 };
	const char *text;

	for (size_t i = 0; i < NR(sizes); i++) {
		memset(edge, 'a' + (int)i, PAGE);
		text = (const char *)edge + PAGE - sizes[i];
		syscall(SYS_fsetxattr, NO_FD, text, text, 99, 0);
		syscall(SYS_lremovexattr, NULL, text);
		syscall(SYS_request_key, text, text, text, 0);
		syscall(SYS_finit_module, NO_FD, text, 0);
		syscall(SYS_fsopen, text, 0);
		syscall(SYS_mount, text, text, text, 0, text);
		syscall(SYS_write, NO_FD, text, 200);
		syscall(SYS_setsockopt, NO_FD, SOL_IP, IP_TRANSPARENT, text, 120);
		syscall(SYS_openat, NO_FD, text, O_RDONLY);
#if __LONG_WIDTH__ == 64
		syscall(SYS_msgsnd, -2, text, 200, 0);
#endif
		syscall(SYS_name_to_handle_at, NO_FD, "none", text, NULL, 0);
		syscall(SYS_open_by_handle_at, NO_FD, text, O_RDONLY);
	}
}

/* Buffers of @room bytes for an address, behind which nothing is: the kernel says how long it is, and writes no more. */
static void short_addresses(int listener, int client, socklen_t room)
{
	const struct sockaddr_un name = { AF_UNIX, "\0an address that is longer" };
	void *buffer = at_edge(contents->zeros, room);
	struct iovec iov = { contents->mixed, 1 };
	struct mmsghdr msg = { .msg_hdr = { .msg_name = buffer,
					    .msg_namelen = room,
					    .msg_iov = &iov,
					    .msg_iovlen = 1 } },
		       msgs[2] = { msg, msg };
	int pair[2] = { NO_FD, NO_FD };
	socklen_t len = room;

	syscall(SYS_getsockname, listener, buffer, &len);
	len = room;
	syscall(SYS_getpeername, client, buffer, &len);
	len = room;
	close((int)syscall(SYS_accept4, listener, buffer, &len, SOCK_CLOEXEC));
	if (syscall(SYS_socketpair, AF_UNIX, SOCK_DGRAM, 0, pair))
		return;
	bind(pair[0], (const void *)&name, sizeof(name.sun_family) + 27);
	write(pair[0], "x", 1);
	write(pair[0], "y", 1);
	write(pair[0], "z", 1);
	write(pair[0], "a", 1);
	len = room;
	syscall(SYS_recvfrom, pair[1], contents->mixed, 1, 0, buffer, &len);
	syscall(SYS_recvmsg, pair[1], &msg, 0);
	syscall(SYS_recvmmsg, pair[1], msgs, 2, 0, NULL);
	close(pair[0]);
	close(pair[1]);
}

static void addresses_that_end(void)
{
	const struct sockaddr_un own = { AF_UNIX, "\0it listens" },
				 name = { AF_UNIX, "\0it is a client" };
	const int listener = socket(AF_UNIX, SOCK_STREAM, 0);

	if (bind(listener, (const void *)&own, sizeof(own.sun_family) + 11) || listen(listener, 9))
		return;
	for (socklen_t room = 0; room <= 40; room++) {
		const int client = socket(AF_UNIX, SOCK_STREAM, 0);

		bind(client, (const void *)&name, sizeof(name.sun_family) + 15);
		connect(client, (const void *)&own, sizeof(own.sun_family) + 11);
		short_addresses(listener, client, room);
		close(client);
	}
	close(listener);
}

/* What version 1 has, half of what the others have, and less. */
static void capabilities_that_end(void)
{
	struct __user_cap_header_struct header = {};
	static const uint32_t versions[] = { _LINUX_CAPABILITY_VERSION_1,
					     _LINUX_CAPABILITY_VERSION_3, 1 };
	static const size_t sizes[] = { 4, 12, 20, 24 };

	for (size_t i = 0; i < NR(versions) * NR(sizes); i++) {
		void *data = at_edge(contents->mixed, sizes[i % NR(sizes)]);

		header.version = versions[i / NR(sizes)];
		syscall(SYS_capset, &header, data);
		header.version = versions[i / NR(sizes)];
		syscall(SYS_capget, &header, data);
	}
}

static void ends(void)
{
	static const size_t sizes[] = { 1, 4, 7, 8, 16, 20, 32, 48, 80 };
	struct iovec words[10];

	fill();
	for (size_t i = 0; i < NR(words); i++)
		words[i] = (struct iovec){ contents->mixed, i };
	for (size_t i = 0; i < NR(sizes); i++) {
		void *array = at_edge(words, sizes[i]);

		arrays_that_end(array, 1);
		arrays_that_end(array, 4);
		arrays_that_end(array, 40);
	}
	extents_that_end();
	interfaces();
	texts_that_end();
	addresses_that_end();
	capabilities_that_end();
}

#endif /* TESTS_REQUESTS_ENDS_H */
