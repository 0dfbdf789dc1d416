// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_requests.c KIND - calls whose arguments a command, or a length, says the meaning of: empty ones and full ones, NULL and
 * unreadable ones, too short and too long ones; main() has the kinds. All that they point to is at addresses that are the same
 * in each run; compat32/requests.c is the same as a 32-bit program.
 */
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <linux/bpf.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/io_uring.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <linux/wait.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/param.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/quota.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#define NR(a) (sizeof(a) / sizeof((a)[0]))
#define PLACE 0x20000000UL
#define PAGE 4096U
#define UNREADABLE ((void *)0x1ead0000)
#define NO_FD (-1)
#define NO_TASK 0x3ffffffe
#ifdef SYS_mmap2
#define MMAP SYS_mmap2
#else
#define MMAP SYS_mmap
#endif

/* A page with nothing readable behind it, and one with each kind of content. */
static unsigned char *edge;
static struct {
	uint32_t zeros[1024], ones[1024], mixed[1024];
} * contents;

static int make_places(void)
{
	edge = mmap((void *)PLACE, 2UL * PAGE, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	contents = mmap((void *)(PLACE + 16UL * PAGE), sizeof(*contents), PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	if (edge == MAP_FAILED || contents == MAP_FAILED || munmap(edge + PAGE, PAGE))
		return -1;
	/* What nobody has touched cannot be copied before the kernel looks at it. */
	memset(edge, 0, PAGE);
	return 0;
}

static void fill(void)
{
	uint32_t i;

	memset(contents->zeros, 0, sizeof(contents->zeros));
	memset(contents->ones, 0xff, sizeof(contents->ones));
	for (i = 0; i < NR(contents->mixed); i++)
		contents->mixed[i] = i % 3 ? 0 : i % 40;
}

/* @len bytes at the end of what is readable. */
static void *at_edge(const void *bytes, size_t len)
{
	return memcpy(edge + PAGE - len, bytes, len);
}

/* ---- io_uring_register(2) ---- */

static void reg(int fd, unsigned int opcode, void *arg, unsigned int nr)
{
	syscall(SYS_io_uring_register, fd, opcode, arg, nr);
}

static void register_all(int fd, unsigned int opcode)
{
	static const unsigned int nrs[] = { 0,	1,  2,	3,  8,	15, 16,	 17,
					    24, 31, 32, 33, 40, 64, 100, 256 };
	size_t i;

	reg(fd, opcode, NULL, 0);
	reg(fd, opcode, NULL, 1);
	reg(fd, opcode, UNREADABLE, 0);
	reg(fd, opcode, UNREADABLE, 1);
	reg(fd, opcode, UNREADABLE, 16);
	for (i = 0; i < NR(nrs); i++) {
		fill();
		reg(fd, opcode, contents->zeros, nrs[i]);
		reg(fd, opcode, contents->ones, nrs[i]);
		/* Operations and opcodes that strace 6.1 has a name for. */
		if (opcode != IORING_REGISTER_PROBE || nrs[i] <= 16)
			reg(fd, opcode, contents->mixed, nrs[i]);
	}
	for (i = 0; i <= 40; i += 4)
		reg(fd, opcode, at_edge(contents->ones, i), 1);
}

static void rings(void)
{
	struct io_uring_params params = {};
	struct io_uring_rsrc_update place = { .offset = -1U };
	unsigned int opcode, nr;
	int fd;

	/* Up to IORING_UNREGISTER_PBUF_RING */
	for (opcode = 0; opcode <= 23; opcode++)
		register_all(NO_FD, opcode);
	fd = (int)syscall(SYS_io_uring_setup, 8, &params);
	if (fd < 0)
		return;
	for (nr = 0; nr <= 40; nr += 8) {
		fill();
		reg(fd, IORING_REGISTER_PROBE, contents->zeros, nr);
	}
	for (nr = 0; nr < 3; nr++) {
		fill();
		reg(fd, IORING_REGISTER_IOWQ_MAX_WORKERS, contents->zeros, 2);
		contents->zeros[0] = contents->zeros[1] = 3;
		reg(fd, IORING_REGISTER_IOWQ_MAX_WORKERS, contents->zeros, 2);
		reg(fd, IORING_REGISTER_IOWQ_MAX_WORKERS, contents->zeros, 3);
	}
	place.data = (unsigned int)fd;
	memcpy(contents->zeros, &place, sizeof(place));
	reg(fd, 20 /* IORING_REGISTER_RING_FDS */, contents->zeros, 1);
	reg(fd, 21 /* IORING_UNREGISTER_RING_FDS */, contents->zeros, 1);
}

/* ---- socket addresses of each family ---- */

static void addresses(void)
{
	static const unsigned char lens[] = { 0,  1,  2,  3,  7,  8,  9,  11,  12,  14, 15, 16,
					      20, 22, 24, 26, 28, 32, 36, 48,  60,  72, 84, 86,
					      87, 88, 89, 92, 95, 96, 97, 104, 110, 128 };
	unsigned char bytes[128];
	uint16_t family;
	size_t i, kind;

	for (family = 0; family < 50; family++) {
		for (kind = 0; kind < 3; kind++) {
			for (i = 0; i < sizeof(bytes); i++)
				bytes[i] = (unsigned char)(kind == 0   ? i % 4 == 0
							   : kind == 1 ? i
								       : 0xff);
			memcpy(bytes, &family, sizeof(family));
			for (i = 0; i < NR(lens); i++)
				syscall(SYS_connect, NO_FD, at_edge(bytes, lens[i]), lens[i]);
		}
		syscall(SYS_connect, NO_FD, at_edge(bytes, 16), -1);
		syscall(SYS_connect, NO_FD, UNREADABLE, 16);
	}
}

/* ---- structures that may be longer, or shorter, than they are known ---- */

static void sized(void *bytes, unsigned long size)
{
	uint32_t *words = bytes;

	syscall(SYS_openat2, NO_FD, "/aug", bytes, size);
	/* CLONE_THREAD without CLONE_SIGHAND is refused. */
	words[0] = 0x10100;
	syscall(SYS_clone3, bytes, size);
	words[0] = 1;
	syscall(442 /* SYS_mount_setattr */, NO_FD, edge, 0, bytes, size);
}

static void sizes(void)
{
	static const unsigned long lens[] = { 0,  1,  8,  23, 24, 25,  31,  32,	 33, 40,
					      63, 64, 80, 88, 89, 100, 128, 200, 256 };
	static const int64_t signals[] = { 0, 17, 65, INT32_MAX, INT32_MAX + 1LL, UINT32_MAX, -1 };
	struct {
		uint32_t size, policy;
		uint64_t flags;
		int32_t nice;
		uint32_t priority;
		uint64_t times[3];
		uint32_t util[2];
		uint64_t more;
	} sched = { .nice = -5, .priority = 3, .times = { 100, 200, 300 }, .util = { 7, 8 } };
	uint64_t clone[11] = { 0x10100 };
	size_t i;

	for (i = 0; i < NR(lens); i++) {
		fill();
		sized(contents->zeros, lens[i]);
		sized(contents->ones, lens[i]);
		contents->mixed[30] = 1;
		/* CLONE_INTO_CGROUP, and bits that are none. */
		contents->mixed[1] = 0x12;
		sized(contents->mixed, lens[i]);
	}
	for (i = 0; i < NR(signals); i++) {
		clone[4] = (uint64_t)signals[i];
		clone[10] = i % 2;
		syscall(SYS_clone3, clone, sizeof(clone));
	}
	/* More numbers of threads than there can be levels of namespaces. */
	clone[4] = 17;
	clone[8] = (uintptr_t)contents->mixed;
	for (i = 31; i < 35; i++) {
		clone[9] = i;
		syscall(SYS_clone3, clone, sizeof(clone));
	}
	for (i = 0; i < 0x200; i++) {
		sched.size = (uint32_t[]){ 0, 1, 8, 47, 48, 52, 56, 60 }[i % 8];
		sched.flags = i / 8 * (i % 2 ? 1 : 4);
		sched.policy = (uint32_t)i % 7;
		syscall(SYS_sched_setattr, NO_FD, &sched, 0);
	}
	sched.size = UINT32_MAX;
	syscall(SYS_sched_setattr, NO_FD, memcpy(contents->zeros, &sched, sizeof(sched)), 0);
	syscall(SYS_sched_setattr, NO_FD, UNREADABLE, 0);
	for (i = 47; i < 70; i++)
		syscall(SYS_sched_getattr, 0, contents->ones, i, 0);
	for (i = 0; i < 3; i++) {
		syscall(SYS_sched_setaffinity, NO_FD, i, contents->ones);
		syscall(SYS_sched_setaffinity, NO_FD, i, UNREADABLE);
		syscall(SYS_sched_setaffinity, NO_FD, i, NULL);
	}
}

/* ---- contexts of asynchronous I/O are addresses ---- */

static void contexts(void)
{
	struct iocb block = {}, *blocks[] = { &block };
	struct io_event events[2];
	unsigned long context = 0;
	long i;

	for (i = -1; i < 2; i++) {
		syscall(SYS_io_submit, i, 1, blocks);
		syscall(SYS_io_getevents, i, 1, 2, UNREADABLE, NULL);
		syscall(SYS_io_cancel, i, &block, UNREADABLE);
		syscall(SYS_io_destroy, i);
	}
	/* Every operation and both flags, with members that count for some of them only. */
	for (i = 0; i < 10 * 4 * 3; i++) {
		block.aio_lio_opcode = (uint16_t)(i / 12);
		block.aio_flags = i / 3 % 4;
		block.aio_reqprio = i % 3 == 2 ? 0x4005 : i % 3;
		block.aio_resfd = i % 2 ? 5 : 0;
		syscall(SYS_io_submit, 0, 1, blocks);
		syscall(SYS_io_cancel, 0, &block, NULL);
	}
	/* No number of buffers, or of bytes. */
	block.aio_nbytes = INT64_MIN + 2;
	for (i = 0; i < 20; i++) {
		block.aio_lio_opcode = (uint16_t)(i / 2);
		block.aio_buf = i % 2 ? (uintptr_t)contents->mixed : 0;
		syscall(SYS_io_submit, 0, 1, blocks);
	}
	/* More than their length in bytes has room for. */
	syscall(SYS_io_submit, 0, 0x20000001, blocks);
	syscall(SYS_io_setup, 1, &context);
	syscall(SYS_io_getevents, context, 0, 2, events, NULL);
	syscall(SYS_io_destroy, context);
}

/* ---- what is told in an order of its own, or not at all ---- */

static void values_of_attributes(void)
{
	const int fd = (int)syscall(SYS_memfd_create, "aug", 0);
	char *value = (char *)edge, *back = (char *)edge + 1024;
	size_t len;

	for (len = 0; len < 50; len += len < 3 || len > 28 ? 1 : 25) {
		memset(value, 'v', 64);
		syscall(SYS_fsetxattr, fd, "trusted.aug", value, len, 0);
		if (len)
			value[len - 1] = 0;
		syscall(SYS_fsetxattr, fd, "trusted.aug", value, len, 0);
		syscall(SYS_fgetxattr, fd, "trusted.aug", back, 64);
	}
	value[31] = 0;
	syscall(SYS_fsetxattr, fd, "trusted.aug", value, 60, 0);
	close(fd);
}

/* The result is the length of the message, behind whose room nothing can be read. */
static void longer_messages(void)
{
	static const char message[300] = "as long as this";
	int ends[2];
	size_t len;

	if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends))
		return;
	for (len = 0; len < 300; len += len < 20 ? 5 : 100) {
		send(ends[0], message, sizeof(message), 0);
		syscall(SYS_recvfrom, ends[1], at_edge(message, len), len, MSG_TRUNC, NULL, NULL);
	}
	close(ends[0]);
	close(ends[1]);
}

static void informed_signals(void)
{
	static const int codes[] = { 0, -1, -77, 5, 0x80, 25, INT32_MAX };
	static const int errors[] = { 0, 1, 22, 4095, -1, 512, 861 };
	uint32_t *info = contents->zeros;
	size_t i;
	int sig;

	signal(SIGTRAP, SIG_IGN);
	raise(SIGTRAP);
	for (sig = 0; sig < 66; sig += 5) {
		for (i = 0; i < NR(codes); i++) {
			info[0] = (uint32_t)sig;
			info[1] = (uint32_t)errors[i];
			info[2] = (uint32_t)codes[i];
			info[sizeof(long) / 2] = 7;
			info[sizeof(long) / 2 + 1] = UINT32_MAX;
			info[sizeof(long) / 2 + 2] = 3;
			syscall(SYS_rt_sigqueueinfo, NO_TASK, sig, info);
			syscall(424 /* SYS_pidfd_send_signal */, NO_FD, sig, info, 0);
		}
	}
}

static void sets(void)
{
	uint32_t *set = contents->zeros;
	long n;

	fill();
	set[0] = 3;
	for (n = 0; n < 20; n += 4) {
		syscall(SYS_signalfd4, NO_FD, set, n, 0);
		syscall(SYS_epoll_pwait, NO_FD, NULL, 0, 0, set, n);
		syscall(441 /* SYS_epoll_pwait2 */, NO_FD, NULL, 0, set + 8, set, n);
		syscall(SYS_ppoll, NULL, 0, set + 8, set, n);
	}
	for (n = 0; n < 130; n += n < 4 ? 1 : 21) {
		syscall(SYS_migrate_pages, NO_TASK, n, set, set);
		syscall(SYS_set_mempolicy, 77, UNREADABLE, n);
	}
	syscall(SYS_mincore, NULL, 0, UNREADABLE);
	syscall(SYS_mincore, NULL, 0, set);
}

/* File locks: of a 32-bit program there are two kinds. */
static void locks(void)
{
	static const int orders[] = { F_GETLK, F_SETLK, 12, 13, 14, 36, 37, 38 };
	const int fd = (int)syscall(SYS_memfd_create, "locks", 0);
	const struct flock lock = { .l_type = F_RDLCK, .l_start = 1, .l_len = 2 };
	size_t i;

	for (i = 0; i < NR(orders); i++) {
		syscall(SYS_fcntl, fd, orders[i], at_edge(&lock, sizeof(lock)));
#ifdef SYS_fcntl64
		/* l_start is 1 and l_len 2, of 64 bits each. */
		const uint32_t lock64[] = { F_RDLCK, 1, 0, 2, 0, 0 };

		syscall(SYS_fcntl64, fd, orders[i], at_edge(lock64, sizeof(lock64)));
		syscall(SYS_fcntl64, NO_FD, orders[i], at_edge(lock64, sizeof(lock64)));
		syscall(SYS_fcntl64, fd, orders[i], NULL);
		syscall(SYS_fcntl64, fd, orders[i], UNREADABLE);
#endif
	}
	close(fd);
}

static void orders(void)
{
	static const unsigned int maps[] = { 0x10,    0x20,    0x40,	0x100,	0x800,
					     0x1000,  0x2000,  0x4000,	0x8000, 0x10000,
					     0x20000, 0x80000, 0x100000 };
	uint32_t *words = contents->zeros;
	size_t i, n;

	for (i = 0; i < NR(maps); i++) {
		for (n = 0; n <= i; n++)
			syscall(MMAP, NULL, 0, 0, MAP_PRIVATE | maps[i] | maps[n], NO_FD, 0);
	}
	for (i = 0; i < 32; i++) {
		words[0] = 1U << i | 1U << (i + 5) % 32;
		words[1] = 0;
		syscall(SYS_epoll_ctl, NO_FD, 1, NO_FD, words);
		syscall(SYS_mq_open, "/aug", (1U << i) & ~(unsigned int)O_CREAT, 0600, words);
		syscall(SYS_kcmp, NO_TASK, NO_TASK, i, 7, UNREADABLE);
	}
	for (i = 0; i < 8; i++) {
		syscall(431 /* SYS_fsconfig */, NO_FD, i, strcpy((char *)edge, "key"),
			strcpy((char *)edge + 64, "value"), i);
		syscall(SYS_mount, "none", "/aug/none", edge, i * 16 | (i & 1) << 20, edge + 64);
		syscall(SYS_quotactl, QCMD(Q_QUOTAON, i & 1), edge, i % 5, edge + 64);
	}
	for (i = 0; i < 3; i++) {
		memset(words, 0, 64);
		words[0] = 0x1234;
		words[sizeof(long) / 4] = (uint32_t[]){ 0, 0x4000000, 0x34000004 }[i];
		words[sizeof(long) / 2] = 0x5678;
		syscall(SYS_rt_sigaction, 65, words, NULL, 8);
	}
#ifdef SYS_semop
	for (i = 0; i < 16; i++) {
		((uint16_t *)words)[2] = (uint16_t)(1U << i);
		syscall(SYS_semop, -2, words, 1);
	}
#endif
	for (i = 9; i < 32; i++) {
		/* No IPC_CREAT */
		n = 1U << i & ~01000U;
		syscall(SYS_msgget, NO_TASK, n);
		syscall(SYS_semget, NO_TASK, 0, n | 0600);
		syscall(SYS_shmget, NO_TASK, 0, n & 0x3ffffff);
	}
	for (i = 90; i < 93; i++)
		syscall(SYS_fcntl, NO_FD, i, i - 90);
	memset(words, 0, 64);
	words[sizeof(long) / 2] = 0x1ead0000;
	syscall(SYS_sendmsg, NO_FD, words, 0);
	words[0] = 0x900;
	words[sizeof(long) / 4 - 1] |= 0x900;
	syscall(SYS_mq_getsetattr, NO_FD, words, NULL);
	syscall(SYS_ustat, 0xffff, words);
	syscall(SYS_ustat, 5, words);
}

static void details(void)
{
	fill();
	values_of_attributes();
	longer_messages();
	informed_signals();
	sets();
	orders();
	locks();
}

#include "requests_code.h"
#include "requests_ends.h"
#include "requests_keys.h"
#include "requests_lengths.h"
#include "requests_netlink.h"
#include "requests_tasks.h"
#include "requests_words.h"

static void seccomp_filters(void)
{
	filters(give_seccomp);
}

static void socket_filters(void)
{
	filters(give_socket);
}

static const struct {
	const char *name;
	void (*run)(void);
} kinds[] = {
	{ "rings", rings },
	{ "keys", keys },
	{ "addresses", addresses },
	{ "contexts", contexts },
	{ "details", details },
	{ "sizes", sizes },
	{ "children", children },
	{ "arguments", arguments },
	{ "killed", killed },
	{ "leftovers", leftovers },
	{ "lengths", lengths },
	{ "ends", ends },
	{ "netlink", netlink },
	{ "words", words },
	{ "messages", messages },
	{ "filters", seccomp_filters },
	{ "socket-filters", socket_filters },
	{ "installed-filters", installed_filters },
	{ "stopped-calls", stopped_calls },
	{ "programs", programs },
	{ "links", all_links },
	{ "few-links", few_links },
};

int main(int argc, char *argv[])
{
	if (argc != 2 || make_places())
		return 2;
	for (size_t i = 0; i < NR(kinds); i++) {
		if (!strcmp(argv[1], kinds[i].name)) {
			kinds[i].run();
			return 0;
		}
	}
	return 2;
}
