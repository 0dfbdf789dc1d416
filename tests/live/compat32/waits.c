// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * waits.c - a 32-bit program that waits for SIGUSR1 in a call that comes through another one, or whose arguments are in
 * memory, for trace_attach.sh.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#ifndef __i386__
#error "for gcc -m32"
#endif

enum { SOCKETCALL_RECV = 10, IPC_MSGRCV = 12 };

static void ignore(int sig)
{
	(void)sig;
}

static void wait_recv(void)
{
	char bytes[16];
	int fds[2];

	socketpair(AF_UNIX, SOCK_STREAM, 0, fds);
	syscall(SYS_socketcall, SOCKETCALL_RECV,
		(long[]){ fds[0], (long)bytes, sizeof(bytes), MSG_WAITALL });
}

static void wait_select(void)
{
	struct timeval timeout = { .tv_sec = 1000, .tv_usec = 5 };

	syscall(SYS_select, (long[]){ 0, 0, 0, 0, (long)&timeout });
}

static void wait_msgrcv(void)
{
	char message[16];
	int id;

	/* The first that there is has number 0, which lines leave out. */
	msgctl(msgget(IPC_PRIVATE, 0600), IPC_RMID, NULL);
	id = msgget(IPC_PRIVATE, 0600);
	syscall(SYS_ipc, IPC_MSGRCV, id, 12, 0, (long[]){ (long)message, 7 });
	msgctl(id, IPC_RMID, NULL);
}

int main(int argc, char **argv)
{
	struct sigaction action = { .sa_handler = ignore };

	sigaction(SIGUSR1, &action, NULL);
	if (argc == 2 && !strcmp(argv[1], "recv"))
		wait_recv();
	else if (argc == 2 && !strcmp(argv[1], "select"))
		wait_select();
	else if (argc == 2 && !strcmp(argv[1], "msgrcv"))
		wait_msgrcv();
	else
		return 2;
	return 0;
}
