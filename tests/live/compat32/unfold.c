// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * unfold.c - calls of 32-bit programs that come through socketcall and ipc, and those whose arguments are in
 * memory, for trace_compat.sh: built as a 32-bit program and as a 64-bit one that uses int $0x80. Prints the
 * lines that a trace has to show: each call by its own name.
 */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef __x86_64__
#define LOW MAP_32BIT
#define CLOBBERED "memory", "r8", "r9", "r10", "r11"
#else
#define LOW 0
#define CLOBBERED "memory"
#endif

typedef unsigned int word; /* of a 32-bit program */

enum { OLD_SELECT = 82, OLD_MMAP = 90, SOCKETCALL = 102, IPC = 117 };
enum {
	IPC_64 = 0x100,
	IPC_RMID = 0,
	IPC_SET = 1,
	IPC_STAT = 2,
	SETVAL = 16,
	GETVAL = 12,
	CREATE = 01600
};
#define BAD 8

/* Where everything is that a call points to. */
static struct {
	word args[8];
	word words[2];
	word len;
	int sv[2];
	word fds[32];
	word time[2];
	word seg;
	char path[32];
	char in[64];
	struct {
		unsigned short num;
		short op, flags;
	} op;
	struct {
		int type;
		char text[16];
	} msg;
	unsigned char ds[256];
} * low;

static word at(const volatile void *p)
{
	return (word)(unsigned long)p;
}

/* @e is where the last argument of ipc is. */
static int call(int nr, word a, word b, word c, word d, word e)
{
	int ret;

	__asm__ volatile("int $0x80"
			 : "=a"(ret)
			 : "0"(nr), "b"(a), "c"(b), "d"(c), "S"(d), "D"(e)
			 : CLOBBERED);
	return ret;
}

static int sock(int which, word a, word b, word c, word d, word e, word f)
{
	const word args[] = { a, b, c, d, e, f };

	memcpy(low->args, args, sizeof(args));
	return call(SOCKETCALL, (word)which, at(low->args), 0, 0, 0);
}

static int ipc(int which, int first, int second, int third, word ptr)
{
	return call(IPC, (word)which, (word)first, (word)second, (word)third, ptr);
}

static void sockets(void)
{
	static const char address[] = "\1\0/aug/unfold/none";
	int fd = sock(1, AF_UNIX, SOCK_STREAM, 0, 0, 0, 0), *sv = low->sv, bad;

	printf("socket@32(family: UNIX, type: STREAM, protocol: 0) = %d\n", fd);
	memcpy(low->path, address, sizeof(address));
	sock(3, (word)fd, at(low->path), sizeof(address), 0, 0, 0);
	printf("connect@32(fd: %d, uservaddr: { .sa_family: UNIX, .sun_path: \"/aug/unfold/none\" }, addrlen: %d) = -1 ENOENT "
	       "(No such file or directory)\n",
	       fd, (int)sizeof(address));
	sock(3, (word)fd, BAD, 16, 0, 0, 0);
	printf("connect@32(fd: %d, uservaddr: 0x8 <fault>, addrlen: 16) = -1 EFAULT (Bad address)\n",
	       fd);
	sock(8, AF_UNIX, SOCK_DGRAM, 0, at(sv), 0, 0);
	printf("socketpair@32(family: UNIX, type: DGRAM, protocol: 0, usockvec: [%d, %d]) = 0\n",
	       sv[0], sv[1]);
	strcpy(low->in, "a datagram that has more bytes than are shown");
	sock(9, (word)sv[0], at(low->in), 45, MSG_NOSIGNAL, 0, 0);
	printf("send@32(fd: %d, buff: \"a datagram that has more bytes t\"..., len: 45, flags: NOSIGNAL) = 45\n",
	       sv[0]);
	sock(10, (word)sv[1], at(low->in), 4, 0, 0, 0);
	printf("recv@32(fd: %d, ubuf: \"a da\", size: 4) = 4\n", sv[1]);
	sock(10, (word)sv[1], at(low->in), 4, MSG_DONTWAIT, 0, 0);
	printf("recv@32(fd: %d, ubuf: %#x, size: 4, flags: DONTWAIT) = -1 EAGAIN (Resource temporarily unavailable)\n",
	       sv[1], at(low->in));
	low->len = 64;
	sock(5, (word)fd, at(low->in), at(&low->len), 0, 0, 0);
	printf("accept@32(fd: %d, upeer_sockaddr: %#x, upeer_addrlen: [64]) = -1 EINVAL (Invalid argument)\n",
	       fd, at(low->in));
	bad = call(SOCKETCALL, 2, BAD, 0, 0, 0);
	printf("socketcall@32(call: SYS_BIND, args: 0x8 <fault>) = -1 EFAULT (Bad address)\n");
	call(SOCKETCALL, 77, at(low->args), 0, 0, 0);
	printf("socketcall@32(call: 77, args: [%#x]) = -1 EINVAL (Invalid argument)\n",
	       low->args[0]);
	if (bad)
		close(fd);
}

static void semaphores(void)
{
	int id = ipc(2, 0, 1, CREATE, 0);

	printf("semget@32(key: PRIVATE, nsems: 1, semflg: CREAT|0600) = %d\n", id);
	low->op.op = 1;
	ipc(1, id, 1, 0, at(&low->op));
	printf("semop@32(semid: %d, tsops: [{ .sem_num: 0, .sem_op: 1, .sem_flg: 0 }], nsops: 1) = 0\n",
	       id);
	low->words[0] = 3;
	ipc(3, id, 0, SETVAL, at(low->words));
	printf("semctl@32(semid: %d, cmd: SETVAL, arg: 3) = 0\n", id);
	low->words[0] = at(low->ds);
	ipc(3, id, 0, IPC_64 | IPC_STAT, at(low->words));
	ipc(3, id, 0, IPC_STAT, at(low->words));
	for (int i = 0; i < 2; i++)
		printf("semctl@32(semid: %d, cmd: %sIPC_STAT, arg: { .sem_perm: { .uid: 0, .gid: 0, .mode: 0600, .key: 0, "
		       ".cuid: 0, .cgid: 0 }, .sem_otime: T, .sem_ctime: T, .sem_nsems: 1 }) = 0\n",
		       id, i ? "" : "IPC_64|");
	ipc(3, id, 0, IPC_STAT, BAD);
	printf("semctl@32(semid: %d, cmd: IPC_STAT, arg: 0x8 <fault>) = -1 EFAULT (Bad address)\n",
	       id);
	ipc(3, id, 0, IPC_RMID, at(low->words));
	printf("semctl@32(semid: %d, cmd: IPC_RMID, arg: %#x) = 0\n", id, at(low->ds));
}

static void messages(void)
{
	int id = ipc(13, 0, CREATE, 0, 0);

	printf("msgget@32(key: PRIVATE, msgflg: CREAT|0600) = %d\n", id);
	low->msg.type = 3;
	strcpy(low->msg.text, "message");
	ipc(11, id, 7, 0, at(&low->msg));
	printf("msgsnd@32(msqid: %d, msgp: { .mtype: 3, .mtext: \"message\" }, msgsz: 7) = 0\n",
	       id);
	low->words[0] = at(&low->msg);
	low->words[1] = 3;
	ipc(12, id, 16, 0, at(low->words));
	printf("msgrcv@32(msqid: %d, msgp: { .mtype: 3, .mtext: \"message\" }, msgsz: 16, msgtyp: 3) = 7\n",
	       id);
	ipc(12, id, 16, 04000, at(low->words));
	printf("msgrcv@32(msqid: %d, msgp: %#x, msgsz: 16, msgtyp: 3, msgflg: IPC_NOWAIT) = -1 ENOMSG (No message of desired "
	       "type)\n",
	       id, at(&low->msg));
	ipc(12, id, 16, 0, BAD);
	printf("msgrcv@32(msqid: %d, msgp: 0x8 <fault>, msgsz: 16) = -1 EFAULT (Bad address)\n",
	       id);
	ipc(14, id, IPC_STAT, 0, at(low->ds));
	printf("msgctl@32(msqid: %d, cmd: IPC_STAT, buf: { .msg_perm: { .uid: 0, .gid: 0, .mode: 0600, .key: 0, .cuid: 0, "
	       ".cgid: 0 }, .msg_stime: T, .msg_rtime: T, .msg_ctime: T, .msg_qnum: 0, .msg_qbytes: 16384, .msg_lspid: P, "
	       ".msg_lrpid: P }) = 0\n",
	       id);
	ipc(14, id, IPC_RMID, 0, 0);
	printf("msgctl@32(msqid: %d, cmd: IPC_RMID) = 0\n", id);
}

static void segments(void)
{
	int id = ipc(23, 0, 4096, CREATE, 0);

	printf("shmget@32(key: PRIVATE, size: 4096, shmflg: IPC_CREAT|0600) = %d\n", id);
	ipc(21, id, 0, (int)at(&low->seg), 0);
	printf("shmat@32(shmid: %d) = %#x\n", id, low->seg);
	ipc(22, 0, 0, 0, low->seg);
	printf("shmdt@32(shmaddr: %#x) = 0\n", low->seg);
	ipc(21, -1, 0, (int)at(&low->seg), 0);
	printf("shmat@32(shmid: -1) = -1 EINVAL (Invalid argument)\n");
	ipc(24, id, IPC_RMID, 0, 0);
	printf("shmctl@32(shmid: %d, cmd: IPC_RMID) = 0\n", id);
	ipc(5, 1, 2, 3, 4);
	printf("ipc@32(call: 5, first: 0x1, second: 0x2, third: 0x3, ptr: 0x4) = -1 ENOSYS (Function not implemented)\n");
}

static void arguments_in_memory(void)
{
	const word select_args[] = { 8, at(low->fds), 0, 0, at(low->time) };
	const word mmap_args[] = { 0, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, (word)-1, 0 };
	int map;

	low->fds[0] = 1u << low->sv[0];
	memcpy(low->args, select_args, sizeof(select_args));
	call(OLD_SELECT, at(low->args), 0, 0, 0, 0);
	printf("select@32(n: 8, inp: [%d] => [], tvp: { .tv_sec: 0, .tv_usec: 0 }) = 0\n",
	       low->sv[0]);
	call(OLD_SELECT, BAD, 0, 0, 0, 0);
	printf("select@32(arg: 0x8 <fault>) = -1 EFAULT (Bad address)\n");
	memcpy(low->args, mmap_args, sizeof(mmap_args));
	map = call(OLD_MMAP, at(low->args), 0, 0, 0, 0);
	printf("mmap@32(len: 8192, prot: READ, flags: PRIVATE|ANONYMOUS) = %#x\n", (word)map);
	call(OLD_MMAP, BAD, 0, 0, 0, 0);
	printf("mmap@32(arg: 0x8 <fault>) = -1 EFAULT (Bad address)\n");
	/* A number that nothing has, though what comes through others is told by it in a record. */
	call(497, 1, 2, 3, 4, 5);
	printf("syscall_497@32(arg0: 0x1, arg1: 0x2, arg2: 0x3, arg3: 0x4, arg4: 0x5, arg5: F) = -1 ENOSYS (Function not "
	       "implemented)\n");
}

int main(void)
{
	low = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | LOW, -1, 0);
	if (low == MAP_FAILED)
		return 1;
	sockets();
	semaphores();
	messages();
	segments();
	arguments_in_memory();
	return 0;
}
