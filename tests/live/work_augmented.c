/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes the system calls that tests/live/stock_perf.sh looks for, with arguments easy to recognise,
 * and in one process: stock perf does not read for children. Results do not matter, only arguments.
 * Argument `whole` makes only the calls whose payload is as large as can be.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <arpa/inet.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef SYS_close_range
#define SYS_close_range 436
#endif
#ifndef SYS_openat2
#define SYS_openat2 437
#endif
#ifndef SYS_faccessat2
#define SYS_faccessat2 439
#endif

static void paths(void)
{
	char buf[256], how[24] = "";

	/* Brings in the page of these strings: what is not in memory at entry shows as a fault. */
	syscall(SYS_openat, AT_FDCWD, "/aug/first", O_RDONLY, 0);

	syscall(SYS_openat, AT_FDCWD, "/aug/openat", O_RDONLY, 0);
	syscall(SYS_renameat2, AT_FDCWD, "/aug/from", AT_FDCWD, "/aug/to", 0);
	syscall(SYS_linkat, AT_FDCWD, "/aug/old", AT_FDCWD, "/aug/new", 0);
	syscall(SYS_unlinkat, AT_FDCWD, "/aug/unlinkat", 0);
	syscall(SYS_newfstatat, AT_FDCWD, "/aug/stat", buf, 0);
	syscall(SYS_execve, "/aug/execve", NULL, NULL);
	syscall(SYS_setxattr, "/aug/setxattr", "user.aug", "", 0, 0);
	syscall(SYS_getxattr, "/aug/getxattr", "user.aug", buf, sizeof(buf));
	syscall(SYS_memfd_create, "aug-memfd", 0);
	/* Numbers that perf 6.1 leaves out of its maps. */
	syscall(SYS_openat2, AT_FDCWD, "/aug/openat2", how, sizeof(how));
	syscall(SYS_faccessat2, AT_FDCWD, "/aug/faccessat2", 0, 0);
	syscall(SYS_close_range, 1000, 1001, 0);
	/* Addresses that nothing is mapped at. */
	syscall(SYS_openat, AT_FDCWD, 0x123456789abcUL, O_RDONLY, 0);
	syscall(SYS_renameat2, AT_FDCWD, 0x1000UL, AT_FDCWD, "/aug/second", 0);
}

static void addresses(void)
{
	struct sockaddr_in in = { .sin_family = AF_INET, .sin_port = htons(9) };
	struct sockaddr_in6 in6 = { .sin6_family = AF_INET6, .sin6_port = htons(9) };
	struct sockaddr_un un = { .sun_family = AF_UNIX };
	int fd;

	in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	in6.sin6_addr = in6addr_loopback;

	fd = socket(AF_INET, SOCK_DGRAM, 0);
	syscall(SYS_sendto, fd, "hi", 2, 0, &in, sizeof(in));
	syscall(SYS_connect, fd, &in, sizeof(in));
	syscall(SYS_connect, fd, &in6, sizeof(in6));
	in.sin_port = 0;
	syscall(SYS_bind, fd, &in, sizeof(in));

	fd = socket(AF_UNIX, SOCK_STREAM, 0);
	strcpy(un.sun_path, "/aug/socket");
	syscall(SYS_connect, fd, &un, sizeof(un));
	memcpy(un.sun_path, "\0aug-abstract", 14);
	syscall(SYS_connect, fd, &un, 15);
	syscall(SYS_connect, fd, 0x1000UL, 16);
	syscall(SYS_connect, fd, &un, 0);
	syscall(SYS_connect, fd, &un, -1);
}

static void whole(void)
{
	static struct sockaddr_storage addr;
	static char path[4096];
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	/* 4095 times L; 126 times P and no NUL. */
	memset(path, 'L', sizeof(path) - 1);
	syscall(SYS_openat, AT_FDCWD, path, O_RDONLY, 0);
	memset(&addr, 'P', sizeof(addr));
	addr.ss_family = AF_UNIX;
	syscall(SYS_connect, fd, &addr, sizeof(addr));
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "whole")) {
		whole();
		return 0;
	}
	paths();
	addresses();
	return 0;
}
