// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_names.c options|sockopts|values - every option of every level of sockets, on no descriptor. Or values of
 * options, of any length. Or each value, or bit, of an argument of calls that fail, or do nothing.
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/if_packet.h>
#include <linux/io_uring.h>
#include <linux/ioctl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <termios.h>
#include <unistd.h>

static void options_of(int level)
{
	int option;

	for (option = 0; option < 140; option++) {
		getsockopt(-1, level, option, NULL, NULL);
		setsockopt(-1, level, option, NULL, 0);
	}
}

static void options(void)
{
	static const int protocols[] = { 0, 1, 2, 6, 17, 40, 41, 58, 100, 101, 132, 136 };
	int level, option;
	size_t i;

	for (i = 0; i < sizeof(protocols) / sizeof(protocols[0]); i++)
		options_of(protocols[i]);
	for (level = 254; level < 290; level++)
		options_of(level);
	for (option = 10000; option < 10020; option++)
		getsockopt(-1, 276, option, NULL, NULL); /* SOL_RDS */
}

/* The level and the option of each value that is more than a number, and the lengths that it is given and taken with. */
struct valued {
	int domain, type, protocol, level, option, lens[6];
};

static void set_and_get(int fd, const struct valued *v, unsigned char first)
{
	size_t i, n;

	for (i = 0; i < sizeof(v->lens) / sizeof(v->lens[0]); i++) {
		unsigned char bytes[256] = { first };
		socklen_t len = (socklen_t)v->lens[i];

		for (n = 1; n < 40; n++)
			bytes[n] = v->level == 41 || v->level == 263 ? 0 : (unsigned char)n;
		setsockopt(fd, v->level, v->option, bytes, len);
		getsockopt(fd, v->level, v->option, bytes, &len);
	}
	setsockopt(fd, v->level, v->option, NULL, 0);
	setsockopt(fd, v->level, v->option, (void *)1, 8);
}

static void sockopts(void)
{
	static const struct valued all[] = {
		{ AF_INET, SOCK_STREAM, 0, 1, 13, { 1, 4, 5, 7, 8, 12 } },   /* SO_LINGER */
		{ AF_INET, SOCK_STREAM, 0, 1, 17, { 1, 4, 7, 11, 12, 16 } }, /* SO_PEERCRED */
		{ AF_INET, SOCK_STREAM, 0, 1, 2, { 0, 1, 3, 4, 5, 40 } },    /* SO_REUSEADDR */
		{ AF_INET, SOCK_STREAM, 0, 1, 3, { 0, 1, 3, 4, 5, 40 } },    /* SO_TYPE */
		{ AF_INET, SOCK_STREAM, 0, 1, 74, { 1, 3, 4, 5, 8, 40 } },   /* SO_TXREHASH */
		{ AF_INET, SOCK_STREAM, 0, 1, 20, { 1, 4, 8, 12, 16, 40 } }, /* SO_RCVTIMEO_OLD */
		{ AF_INET, SOCK_STREAM, 0, 1, 25, { 1, 2, 3, 4, 16, 40 } },  /* SO_BINDTODEVICE */
		{ AF_INET, SOCK_STREAM, 0, 1, 26, { 1, 4, 8, 15, 16, 17 } }, /* SO_ATTACH_FILTER */
		{ AF_INET, SOCK_STREAM, 0, 1, 51, { 1, 4, 8, 15, 16, 17 } },
		{ AF_INET, SOCK_STREAM, 0, 6, 13, { 1, 4, 5, 8, 16, 40 } }, /* TCP_CONGESTION */
		{ AF_INET, SOCK_DGRAM, 0, 0, 35, { 3, 4, 7, 8, 12, 16 } },  /* IP_ADD_MEMBERSHIP */
		{ AF_INET, SOCK_DGRAM, 0, 0, 42, { 4, 8, 131, 135, 136, 140 } }, /* MCAST_JOIN_GROUP */
		{ AF_INET6,
		  SOCK_DGRAM,
		  0,
		  41,
		  20,
		  { 4, 16, 19, 20, 21, 40 } }, /* IPV6_ADD_MEMBERSHIP */
		{ AF_INET6, SOCK_DGRAM, 0, 41, 26, { 1, 4, 16, 17, 32, 40 } }, /* IPV6_V6ONLY */
		{ AF_INET6, SOCK_DGRAM, 0, 41, 27, { 4, 16, 19, 20, 21, 40 } }, /* IPV6_JOIN_ANYCAST */
		{ AF_NETLINK, SOCK_RAW, 0, 270, 1, { 0, 1, 3, 4, 5, 8 } }, /* NETLINK_ADD_MEMBERSHIP */
		{ AF_NETLINK, SOCK_RAW, 0, 270, 9, { 0, 1, 3, 4, 5, 8 } },
		{ AF_PACKET,
		  SOCK_RAW,
		  0,
		  263,
		  1,
		  { 4, 12, 15, 17, 18, 20 } }, /* PACKET_ADD_MEMBERSHIP */
		{ AF_PACKET, SOCK_RAW, 0, 263, 5, { 4, 12, 15, 16, 17, 28 } }, /* PACKET_RX_RING */
		{ AF_PACKET, SOCK_RAW, 0, 263, 6, { 1, 3, 4, 7, 8, 12 } }, /* PACKET_STATISTICS */
		{ AF_INET, SOCK_RAW, 1, 255, 1, { 1, 2, 3, 4, 8, 12 } },   /* ICMP_FILTER */
	};
	struct packet_mreq mreq = { .mr_ifindex = 1,
				    .mr_alen = 6,
				    .mr_address = { 2, 3, 4, 5, 6, 7 } };
	struct sockaddr_in nobody = { .sin_family = AF_INET, .sin_port = htons(1) };
	uint32_t set;
	size_t i;
	int fd, error;
	socklen_t len = sizeof(error);

	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		fd = socket(all[i].domain, all[i].type, all[i].protocol);
		set_and_get(fd, &all[i], 1);
		set_and_get(fd, &all[i], 0xff);
		close(fd);
	}
	for (set = 0xffff; set; set <<= 3)
		setsockopt(-1, 255, 1, &set, sizeof(set));
	for (mreq.mr_type = 0; mreq.mr_type < 6; mreq.mr_type++)
		setsockopt(-1, 263, 1, &mreq, sizeof(mreq));
	fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
	inet_pton(AF_INET, "127.0.0.1", &nobody.sin_addr);
	connect(fd, (struct sockaddr *)&nobody, sizeof(nobody));
	getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &len);
	getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &len);
	close(fd);
}

/* An argument that takes each value from @first to @last, or, where there are @bits, each of them beside its value. */
struct sweep {
	long nr;
	int idx, bits;
	long first, last;
	long args[6];
};

#define BAD 0x1000 /* nothing is there */
#define NO_FD (-1L)
#define ENUM(nr, idx, first, last, ...)  \
	{                                \
		nr, idx, 0, first, last, \
		{                        \
			__VA_ARGS__      \
		}                        \
	}
#define BITS(nr, idx, bits, ...)     \
	{                            \
		nr, idx, bits, 0, 0, \
		{                    \
			__VA_ARGS__  \
		}                    \
	}

static const struct sweep sweeps[] = {
	BITS(SYS_openat, 2, 32, NO_FD, BAD, 0),
	BITS(SYS_openat, 3, 16, NO_FD, BAD, 0x40),
	BITS(SYS_mprotect, 2, 32, 1, 1, 0),
	BITS(SYS_mremap, 3, 8, 1, 1, 1, 0, 0),
	BITS(SYS_msync, 2, 8, 1, 1, 0),
	BITS(SYS_mlock2, 2, 8, 0, 0, 0),
	ENUM(SYS_fadvise64, 3, 0, 10, NO_FD, 0, 0, 0),
	BITS(SYS_socketpair, 1, 32, 99, 0, 0, BAD),
	BITS(SYS_setns, 1, 32, NO_FD, 0),
	ENUM(SYS_msgctl, 1, 0, 30, NO_FD, 0, 0),
	BITS(SYS_shmat, 2, 20, NO_FD, 0, 0),
	BITS(SYS_msgsnd, 3, 20, NO_FD, BAD, 1, 0),
	BITS(SYS_msgrcv, 4, 20, NO_FD, BAD, 1, 0, 0),
	ENUM(SYS_getrlimit, 0, 0, 20, 0, BAD),
	ENUM(SYS_prlimit64, 1, 0, 20, 99999999, 0, 0, BAD),
	ENUM(SYS_clock_gettime, 0, -20, 20, 0, BAD),
	ENUM(SYS_timerfd_create, 0, 0, 14, 0, 0xff),
	BITS(SYS_timerfd_create, 1, 32, 99, 0),
	BITS(SYS_timerfd_settime, 1, 8, NO_FD, 0, BAD, BAD),
	BITS(SYS_clock_nanosleep, 1, 4, 99, 0, BAD, BAD),
	ENUM(SYS_epoll_ctl, 1, 0, 6, NO_FD, 0, NO_FD, BAD),
	BITS(SYS_epoll_create1, 0, 32, 0x7f),
	BITS(SYS_eventfd2, 1, 32, 0, 0x100),
	BITS(SYS_inotify_add_watch, 2, 32, NO_FD, BAD, 0),
	BITS(SYS_inotify_init1, 0, 32, 0x7f),
	BITS(SYS_pipe2, 1, 32, BAD, 0),
	BITS(SYS_dup3, 2, 32, NO_FD, 5, 0),
	BITS(SYS_accept4, 3, 32, NO_FD, 0, 0, 0),
	ENUM(SYS_shutdown, 1, 0, 5, NO_FD, 0),
	ENUM(SYS_rt_sigaction, 0, 0, 70, 0, 0, 0, 4),
	ENUM(SYS_rt_sigprocmask, 0, 0, 5, 0, BAD, BAD, 8),
	ENUM(SYS_kill, 1, 0, 70, 99999999, 0),
	ENUM(SYS_waitid, 0, 0, 6, 0, 99999999, 0, 0x100, 0),
	BITS(SYS_waitid, 3, 32, 1, 99999999, 0, 0, 0),
	BITS(SYS_wait4, 2, 32, 99999999, 0, 0x10, 0),
	ENUM(SYS_getrusage, 0, -3, 4, 0, BAD),
	BITS(SYS_mount, 3, 32, BAD, BAD, BAD, 0, BAD),
	BITS(SYS_umount2, 1, 8, BAD, 0),
	BITS(SYS_swapon, 1, 20, BAD, 0),
	BITS(SYS_renameat2, 4, 8, NO_FD, BAD, NO_FD, BAD, 0),
	BITS(SYS_linkat, 4, 20, NO_FD, BAD, NO_FD, BAD, 0),
	BITS(SYS_unlinkat, 2, 20, NO_FD, BAD, 0),
	BITS(SYS_faccessat2, 2, 16, NO_FD, BAD, 0, 0),
	BITS(SYS_faccessat2, 3, 20, NO_FD, BAD, 0, 0),
	BITS(SYS_fchmodat, 2, 16, NO_FD, BAD, 0),
	BITS(SYS_fchownat, 4, 20, NO_FD, BAD, 0, 0, 0),
	BITS(SYS_utimensat, 3, 20, NO_FD, BAD, 0, 0),
	BITS(SYS_newfstatat, 3, 20, NO_FD, BAD, BAD, 0),
	BITS(SYS_open_by_handle_at, 2, 32, NO_FD, BAD, 0),
	BITS(SYS_open_tree, 2, 32, NO_FD, BAD, 0),
	BITS(SYS_fsopen, 1, 4, BAD, 0),
	BITS(SYS_fspick, 2, 8, NO_FD, BAD, 0),
	BITS(SYS_mount_setattr, 2, 20, NO_FD, BAD, 0, BAD, 0),
	ENUM(SYS_process_madvise, 3, 0, 30, NO_FD, BAD, 0, 0, 0),
	BITS(SYS_getrandom, 2, 8, BAD, 0, 0),
	BITS(SYS_userfaultfd, 0, 32, 0x70),
	BITS(SYS_membarrier, 0, 12, 0x1000000, 0),
	ENUM(SYS_kcmp, 2, 0, 10, 99999999, 99999999, 0, 0, 0),
	ENUM(SYS_set_mempolicy, 0, 8, 12, 0, BAD, 9999999),
	BITS(SYS_get_mempolicy, 4, 6, BAD, BAD, 1, 0, 0),
	BITS(SYS_move_pages, 5, 6, 99999999, 0, BAD, 0, BAD, 0),
	BITS(SYS_sync_file_range, 3, 6, NO_FD, 0, 0, 0),
	BITS(SYS_splice, 5, 8, NO_FD, 0, NO_FD, 0, 0, 0),
	BITS(SYS_tee, 3, 8, NO_FD, NO_FD, 0, 0),
	BITS(SYS_vmsplice, 3, 8, NO_FD, BAD, 0, 0),
	BITS(SYS_copy_file_range, 5, 4, NO_FD, 0, NO_FD, 0, 0, 0),
	BITS(SYS_signalfd4, 3, 32, NO_FD, BAD, 8, 0),
	ENUM(SYS_getitimer, 0, 0, 5, 0, BAD),
	ENUM(SYS_flock, 1, 0, 16, NO_FD, 0),
	BITS(SYS_flock, 1, 12, NO_FD, 0),
	ENUM(SYS_lseek, 2, 0, 8, NO_FD, 0, 0),
	BITS(SYS_access, 1, 16, BAD, 0),
	BITS(SYS_mknodat, 2, 18, NO_FD, BAD, 0, 0x803),
	BITS(SYS_close_range, 2, 8, -1, 50, 0),
	BITS(SYS_epoll_pwait2, 1, 2, NO_FD, BAD, 0, 0, 0, 0),
	BITS(SYS_setxattr, 4, 6, BAD, BAD, BAD, 0, 0),
	BITS(SYS_process_mrelease, 1, 4, NO_FD, 0),
	BITS(SYS_set_mempolicy_home_node, 3, 4, 1, 1, 0, 0),
	BITS(SYS_tkill, 1, 7, 99999999, 0),
	BITS(SYS_mlockall, 0, 6, 0x100),
	BITS(SYS_readahead, 2, 4, NO_FD, 0, 0),
	ENUM(SYS_socket, 1, 0, 16, 2, 0, 999),
	BITS(SYS_socket, 1, 32, 2, 0, 999),
	ENUM(SYS_socket, 2, 0, 40, 10, 3, 0),
	ENUM(SYS_socket, 2, 0, 40, 16, 3, 0),
	ENUM(SYS_socket, 2, 0, 20, 1, 3, 0),
	ENUM(SYS_socket, 2, 0, 12, 29, 3, 0),
	ENUM(SYS_socket, 2, 0, 12, 38, 3, 0),
	ENUM(SYS_socket, 2, 0, 12, 37, 3, 0),
	ENUM(SYS_socket, 2, 0, 12, 39, 3, 0),
	ENUM(SYS_socket, 2, 0, 12, 43, 3, 0),
	ENUM(SYS_socket, 2, 0, 12, 45, 3, 0),
};

static void call(const struct sweep *s, long value)
{
	long args[6], ret;

	memcpy(args, s->args, sizeof(args));
	args[s->idx] = value;
	ret = syscall(s->nr, args[0], args[1], args[2], args[3], args[4], args[5]);
	if (ret > 2)
		close((int)ret);
}

/* Call signs, plain and not, in an AX.25 address of each length; IPX, X.25; RxRPC over each family. */
static void old_addresses(void)
{
	static const char calls[][8] = { "CALL  \1", "A     ", "      ",    "A B   ",	"a     ",
					 "A/B   ",   "**    ", "Z9    \17", "[]    \20" };
	unsigned char any[140] = { 3 };
	size_t i, len, n;

	for (i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		for (n = 0; n < 7; n++)
			any[2 + n] = (unsigned char)(calls[i][n] << 1);
		for (n = 0; n < 8; n++)
			memcpy(any + 16 + 7 * n, any + 2, 7);
		any[12] = (unsigned char)i;
		for (len = 14; len <= 74; len++)
			connect(-1, (struct sockaddr *)any, (socklen_t)len);
		any[2] |= 1;
		connect(-1, (struct sockaddr *)any, 16);
	}
	memset(any + 12, 0xff, 4);
	connect(-1, (struct sockaddr *)any, 23);
	for (n = 0; n < sizeof(any); n++)
		any[n] = (unsigned char)(n * 41);
	any[1] = 0;
	for (len = 15; len <= 19; len++) {
		any[0] = 4;
		connect(-1, (struct sockaddr *)any, (socklen_t)len);
		any[0] = 9;
		connect(-1, (struct sockaddr *)any, (socklen_t)len);
		any[len - 2] = 0;
	}
	any[0] = 33;
	for (i = 0; i < 47; i++) {
		memcpy(any + 2, &(unsigned short[]){ 0, 1, 2500, 2501, 2502, 2503 }[i % 6], 2);
		memcpy(any + 4,
		       (unsigned short[]){ (unsigned short)(i % 12), 28, (unsigned short)i }, 6);
		connect(-1, (struct sockaddr *)any, 36);
	}
	for (n = 0; n < 40; n++) {
		any[6] = (unsigned char)n;
		any[8] = n % 2 ? 2 : 10;
		connect(-1, (struct sockaddr *)any, (socklen_t)(20 + n));
		any[6] = (unsigned char)(n / 2);
		connect(-1, (struct sockaddr *)any, 128);
	}
}

/* Of Bluetooth, which its length tells apart, and of others by their own lengths. */
static void rare_addresses(void)
{
	static const unsigned short psms[] = { 0,    1,	    2,	    3,	    0x21,   0x80,  0x81,
					       0xff, 0x100, 0x1001, 0x1002, 0x10ff, 0xffff };
	static const struct {
		unsigned char family, len;
	} wholes[] = { { 36, 20 }, { 38, 88 }, { 38, 30 }, { 39, 16 },
		       { 39, 20 }, { 39, 96 }, { 45, 12 }, { 45, 20 } };
	unsigned char any[140] = { 31 };
	size_t i, len, n;

	for (i = 0; i < sizeof(psms) / sizeof(psms[0]); i++) {
		memcpy(any + 2, &psms[i], 2);
		memcpy(any + 10, &psms[i], 2);
		any[12] = (unsigned char)i;
		for (len = 2; len <= 16; len++)
			connect(-1, (struct sockaddr *)any, (socklen_t)len);
	}
	for (i = 0; i < sizeof(wholes) / sizeof(wholes[0]); i++) {
		any[0] = wholes[i].family;
		for (n = 0; n < 4; n++) {
			memset(any + 2, 0, sizeof(any) - 2);
			memcpy(any + 4,
			       (const unsigned char[]){ (unsigned char)n, 0, 0, 0, 0xff, 0xff, 0x18,
							0x12 },
			       n ? 8 : 1);
			memset(any + 12, n > 1 ? 'a' : 0, n > 1 ? 10 : 0);
			/* Of NFC, how long the name of its service is */
			any[88] = (unsigned char)(n * 25);
			connect(-1, (struct sockaddr *)any, wholes[i].len);
			connect(-1, (struct sockaddr *)any, wholes[i].len - 1U);
		}
	}
}

static void addresses(void)
{
	struct sockaddr_in in = { .sin_family = AF_INET, .sin_port = htons(80) };
	struct sockaddr_in6 in6 = { .sin6_family = AF_INET6, .sin6_port = htons(81) };
	static const char *const texts[] = {
		"::", "::1", "1::", "::ffff:1.2.3.4", "::1.2.3.4", "fe80::1:0:0:2", "1:0:0:2::3"
	};
	/* Of unix, inet, inet6, netlink, packet, vsock, qipcrtr and xdp, of each length; and one that nobody has. */
	static const unsigned char families[] = { 1, 2, 10, 16, 17, 40, 42, 44, 99 };
	unsigned char any[140];
	size_t i, len, n;

	for (i = 0; i < sizeof(families); i++) {
		for (n = 0; n < sizeof(any); n++)
			any[n] = n < 4 || n == 12 ? 0 : (unsigned char)(n * 37);
		any[0] = families[i];
		for (len = 0; len <= 30; len++)
			connect(-1, (struct sockaddr *)any, (socklen_t)len);
		connect(-1, (struct sockaddr *)any, sizeof(any));
		memset(any + 1, 0, sizeof(any) - 1);
		connect(-1, (struct sockaddr *)any, 24);
	}
	rare_addresses();
	old_addresses();
	in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	connect(-1, (struct sockaddr *)&in, sizeof(in));
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		inet_pton(AF_INET6, texts[i], &in6.sin6_addr);
		connect(-1, (struct sockaddr *)&in6, sizeof(in6));
	}
}

/* struct termios of ioctl(2), which libc's is not. */
struct terminal {
	uint32_t words[4];
	unsigned char line, cc[19];
};

static void terminals(void)
{
	static const uint32_t some[][4] = {
		{ 0x500, 5, 0xbf, 0x8a3b }, { 0, 0, 0, 0 },	    { 1, 0x1800, 0x100f00bf, 1 },
		{ 0, 0x600, 0xd0000, 0 },   { -1U, -1U, -1U, -1U },
	};
	struct terminal t;
	unsigned int i, bit;

	for (i = 0; i < sizeof(some) / sizeof(some[0]); i++) {
		memset(&t, (int)i, sizeof(t));
		memcpy(t.words, some[i], sizeof(t.words));
		ioctl(-1, 0x5402 /* TCSETS */, &t);
	}
	for (i = 0; i < 4 * 32; i++) {
		memset(&t, 0, sizeof(t));
		t.words[i / 32] = 1U << i % 32;
		ioctl(-1, 0x5402, &t);
	}
	for (bit = 0; bit < 16; bit++) {
		memset(&t, 0, sizeof(t));
		t.words[2] = bit | (bit & 1) << 12;
		ioctl(-1, 0x5402, &t);
	}
}

/* Control data of each type of some levels, of many lengths. */
static void controls(void)
{
	static const int levels[] = { SOL_IP, SOL_SOCKET, SOL_IPV6, IPPROTO_UDP, 99 };
	static const size_t lens[] = {
		0, 1, 3, 4, 8, 11, 12, 13, 16, 20, 22, 24, 28, 32, 40, 48, 56
	};
	char room[CMSG_SPACE(64)] __attribute__((aligned(8)));
	struct msghdr msg = { .msg_control = room };
	struct cmsghdr *c = (struct cmsghdr *)room;
	size_t i, len;
	int type;

	for (i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
		for (type = 0; type < 66; type += i < 2 ? 1 : 5) {
			for (len = 0; len < sizeof(lens) / sizeof(lens[0]); len++) {
				memset(room, 0, sizeof(room));
				c->cmsg_level = levels[i];
				c->cmsg_type = type;
				c->cmsg_len = CMSG_LEN(lens[len]);
				CMSG_DATA(c)[0] = 1;
				CMSG_DATA(c)[3] = type & 1 ? 0xff : 0; /* negative, as an int */
				CMSG_DATA(c)[4] = 127;
				CMSG_DATA(c)[16] = AF_INET;
				msg.msg_controllen = CMSG_SPACE(lens[len]);
				sendmsg(-1, &msg, 0);
			}
		}
	}
}

/* Headers with any length, and any number of bytes behind them: what is left has its address. */
static void tails_of_controls(void)
{
	static const size_t lens[] = { 0, 8, 16, 17, 20, 24, 28, 32, 40, 100 };
	const int rights[2] = { SOL_SOCKET, SCM_RIGHTS };
	char *room = mmap((void *)0x10000000, 4096, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	struct msghdr msg = { .msg_control = room };

	for (size_t i = 0; room != MAP_FAILED && i < sizeof(lens) / sizeof(lens[0]); i++) {
		const size_t next = (lens[i] + 7) & ~7UL;

		memset(room, 0, 256);
		memcpy(room, &lens[i], 8);
		memcpy(room + 8, rights, 8);
		if (next >= 16) {
			memcpy(room + next, &(size_t){ 20 }, 8);
			memcpy(room + next + 8, rights, 8);
		}
		for (msg.msg_controllen = 0; msg.msg_controllen <= 72; msg.msg_controllen += 3)
			sendmsg(-1, &msg, 0);
	}
	/* More descriptors than are shown, without -v */
	for (size_t nr = 31; room != MAP_FAILED && nr < 35; nr++) {
		memcpy(room, &(size_t){ CMSG_LEN(4 * nr) }, 8);
		msg.msg_controllen = CMSG_SPACE(4 * nr);
		sendmsg(-1, &msg, 0);
	}
}

/* Of terminals: a number in the place of a pointer. */
static void terminal_commands(void)
{
	static const unsigned long cmds[] = { TCXONC, TCFLSH, TCSBRK, TCSBRKP, TIOCSBRK, TIOCCBRK };
	static const long args[] = { 0, 1, 2, 3, 4, 0x100000000, -1 };
	size_t i, n;

	for (i = 0; i < sizeof(cmds) / sizeof(cmds[0]); i++) {
		for (n = 0; n < sizeof(args) / sizeof(args[0]); n++)
			ioctl(-1, cmds[i], args[n]);
	}
}

/* Arguments whose meaning another argument, or a member, tells. */
static void variants(void)
{
	struct sigevent event = {};
	static const unsigned char types[] = { 0, 1, 2, 3, 255 };
	char zeros[64] = "";
	size_t i;
	int n;

	for (n = 0; n < 8; n++) {
		event.sigev_signo = n < 4 ? 10 : 0;
		event.sigev_notify = n % 4;
		event.sigev_notify_function = n % 4 == 2 ? (void (*)(union sigval))0x1234 : NULL;
		event.sigev_notify_attributes = n % 4 == 2 ? (void *)0x77 : NULL;
		syscall(SYS_mq_notify, NO_FD, &event);
	}
	/* With flags, which no operation but the second has. */
	for (n = 0; n < 5; n++)
		syscall(SYS_seccomp, n, 3, NULL);
	for (n = 0; n < 9; n++)
		syscall(SYS_landlock_create_ruleset, zeros, n, 0);
	for (i = 0; i < sizeof(types); i++)
		syscall(SYS_quotactl, 0x80000700 | types[i], BAD, 5, BAD);
}

/* What io_uring_register(2) is given: files and buffers with tags, restrictions, CPUs. */
static void rings(void)
{
	int fds[] = { 0, -2 /* IORING_REGISTER_FILES_SKIP */ };
	struct iovec buffers[] = { { fds, 5 }, { NULL, 3 } };
	uint64_t tags[] = { 7, 0 };
	struct io_uring_rsrc_register files = { .nr = 2,
						.data = (uintptr_t)fds,
						.tags = (uintptr_t)tags };
	struct io_uring_rsrc_register bufs = { .nr = 2, .flags = 3, .data = (uintptr_t)buffers };
	struct io_uring_rsrc_update2 files_new = { .offset = 1, .data = (uintptr_t)fds, .nr = 2 };
	struct io_uring_rsrc_update2 bufs_new = { .data = (uintptr_t)buffers,
						  .tags = (uintptr_t)tags,
						  .nr = 1 };
	struct io_uring_restriction limits[] = {
		{ .opcode = 0, .register_op = 9 },
		{ .opcode = 1, .sqe_op = 18 },
		{ .opcode = 2, .sqe_flags = 0x85 },
		{ .opcode = 3, .resv = 1 },
		{ .opcode = 1, .sqe_op = 255, .resv2 = { 0, 2 } },
		{ .opcode = 7, .sqe_op = 9 },
	};
	struct io_uring_params shared[] = {
		{ .flags = IORING_SETUP_ATTACH_WQ, .wq_fd = 0 },
		{ .flags = IORING_SETUP_ATTACH_WQ, .wq_fd = -1U, .resv = { 0, 3 } },
		{ .flags = 1U << 31, .wq_fd = 7, .resv = { 1 } },
	};
	uint64_t cpus[] = { 5, 1 };

	syscall(SYS_io_uring_register, NO_FD, 13, &files, sizeof(files));
	syscall(SYS_io_uring_register, NO_FD, 13, &files, 31);
	syscall(SYS_io_uring_register, NO_FD, 14, &files_new, sizeof(files_new));
	syscall(SYS_io_uring_register, NO_FD, 14, &files_new, 8);
	syscall(SYS_io_uring_register, NO_FD, 15, &bufs, sizeof(bufs));
	syscall(SYS_io_uring_register, NO_FD, 16, &bufs_new, sizeof(bufs_new));
	files.nr = files_new.nr = 0;
	syscall(SYS_io_uring_register, NO_FD, 13, &files, sizeof(files));
	syscall(SYS_io_uring_register, NO_FD, 14, &files_new, sizeof(files_new));
	for (size_t i = 0; i < sizeof(shared) / sizeof(shared[0]); i++)
		syscall(SYS_io_uring_setup, 0, &shared[i]);
	syscall(SYS_io_uring_register, NO_FD, 11, limits, 6);
	syscall(SYS_io_uring_register, NO_FD, 11, BAD, 1);
	syscall(SYS_io_uring_register, NO_FD, 17, cpus, 1);
	syscall(SYS_io_uring_register, NO_FD, 17, cpus, sizeof(cpus));
}

static void values(void)
{
	long value;
	size_t i;
	int bit;

	syscall(9999, 1, 2, 3, 4, 5, 6L);
	addresses();
	terminals();
	controls();
	tails_of_controls();
	terminal_commands();
	variants();
	rings();
	for (i = 0; i < 3; i++) {
		uint32_t header[2] = { (uint32_t)(4 * i), 0 };

		syscall(SYS_capget, header, NULL);
	}
	/* CLONE_SIGHAND without CLONE_VM is refused. */
	syscall(SYS_clone, 0x400800, NULL, NULL, NULL, NULL);
	for (i = 0; i < sizeof(sweeps) / sizeof(sweeps[0]); i++) {
		const struct sweep *s = &sweeps[i];

		for (bit = 0; bit < s->bits; bit++)
			call(s, s->args[s->idx] | 1L << bit);
		for (value = s->first; !s->bits && value <= s->last; value++)
			call(s, value);
	}
}

int main(int argc, char *argv[])
{
	if (argc != 2)
		return 2;
	if (!strcmp(argv[1], "options"))
		options();
	else if (!strcmp(argv[1], "sockopts"))
		sockopts();
	else
		values();
	return 0;
}
