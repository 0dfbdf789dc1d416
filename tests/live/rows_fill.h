/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* rows_fill.h - a part of work_rows.c: makes what rows_fixtures.h names. */
#ifndef PERF_AUGMENT_TESTS_ROWS_FILL_H
#define PERF_AUGMENT_TESTS_ROWS_FILL_H

#include <arpa/inet.h>
#include <err.h>
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <linux/bpf.h>
#include <linux/capability.h>
#include <linux/futex.h>
#include <linux/io_uring.h>
#include <linux/landlock.h>
#include <linux/mount.h>
#include <linux/netlink.h>
#include <linux/openat2.h>
#include <linux/perf_event.h>
#include <linux/rtnetlink.h>
#include <linux/sched.h>
#include <linux/sched/types.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <unistd.h>

#include "rows_fixtures.h"

/* Where the next fill goes. */
static unsigned char *fill_at;
static int fill_compat;

static void fill__slot(enum slot slot)
{
	fill_at = (unsigned char *)(BASE + (fill_compat ? COMPAT_SHIFT : 0) + slot * SLOT);
}

static void fill__u32(uint32_t value)
{
	memcpy(fill_at, &value, 4);
	fill_at += 4;
}

static void fill__u64(uint64_t value)
{
	memcpy(fill_at, &value, 8);
	fill_at += 8;
}

/* A long, or a pointer, of the program's size. */
static void fill__long(uint64_t value)
{
	if (fill_compat)
		fill__u32((uint32_t)value);
	else
		fill__u64(value);
}

/* Of union bpf_attr: descriptors, pointers, flags that have names, wherever a command looks for them. */
/* clang-format off */
static const uint32_t bpf_words[32] = { 1, 2, 3, 0, 5, 6, 4, 0, 9, 10, 4, 0, 13, 14, 15, 0, 17, 3, 2, 1 };

static void fill__ptr(unsigned long addr)
{
	if (fill_compat && addr >= BASE && addr < BASE + AREA)
		addr += COMPAT_SHIFT;
	fill__long(addr);
}

static void fill__bytes(const void *bytes, size_t len)
{
	memcpy(fill_at, bytes, len);
	fill_at += len;
}

#define FILL(name, ...) \
	do { fill__slot(SLOT_##name); __VA_ARGS__; } while (0)
#define FILL_STR(name, text) FILL(name, fill__bytes(text, sizeof(text)))
#define FILL_LONGS(name, ...) \
	do { \
		static const uint64_t longs_[] = { __VA_ARGS__ }; \
		fill__slot(SLOT_##name); \
		for (size_t i_ = 0; i_ < sizeof(longs_) / 8; i_++) \
			fill__long(longs_[i_]); \
	} while (0)
#define FILL_U64S(name, ...) \
	do { \
		static const uint64_t words_[] = { __VA_ARGS__ }; \
		FILL(name, fill__bytes(words_, sizeof(words_))); \
	} while (0)
#define FILL_U32S(name, ...) \
	do { \
		static const uint32_t words_[] = { __VA_ARGS__ }; \
		FILL(name, fill__bytes(words_, sizeof(words_))); \
	} while (0)
#define FILL_STRUCT(name, type, ...) \
	do { \
		const type struct_ = { __VA_ARGS__ }; \
		FILL(name, fill__bytes(&struct_, sizeof(struct_))); \
	} while (0)

static void fill__strings(void)
{
	FILL_STR(FILE_, "file");
	FILL_STR(DIR_, "dir");
	FILL_STR(LINK_, "link");
	FILL_STR(NEW_, "new");
	FILL_STR(NEW2_, "new two");
	FILL_STR(NEWDIR_, "newdir");
	FILL_STR(MISSING_, "no/such\tfile\n");
	FILL_STR(LONG_, "a/path/of/more/than/thirty-two/bytes/that/does/not/exist/anywhere/at/all");
	FILL_STR(EMPTY_, "");
	FILL_STR(NULL_DEV_, "/dev/null");
	FILL_STR(DATA_, "bytes \0\1\177\377\"\\\n and more of them, so that they are cut");
	FILL_STR(NAME_, "name");
	FILL_STR(TYPE_, "tmpfs");
	FILL_STR(XNAME_, "user.rows");
	FILL_STR(MQ_, "perf-augment-rows");
	FILL_STR(CWD_, ".");
}

static void fill__numbers(void)
{
	FILL_U32S(ONE_, 1);
	FILL_U32S(LEN_, 128);
	FILL_U32S(SHORT_LEN_, 4);
	FILL_U64S(OFFSET_, 2);
	FILL_U32S(FUTEX_, 1);
}

static void fill__times(void)
{
	FILL_LONGS(TS_, 0, 1000000);
	FILL_U64S(TS64_, 0, 1000000);
	FILL_LONGS(BAD_TS_, 1, 2000000000);
	FILL_LONGS(TV_, 0, 1000);
	FILL_LONGS(ITS_, 1, 500, 2, 0);
	FILL_U64S(ITS64_, 1, 500, 2, 0);
	FILL_LONGS(ITV_, 1, 500, 2, 0);
	FILL_U32S(TZ_, 60, 1);
	FILL_LONGS(TWO_TS_, 1700000000, 123456789, 0, 0x3fffffff);
	FILL_U64S(TWO_TS64_, 1700000000, 123456789, 0, 0x3ffffffe);
	FILL_LONGS(TWO_TV_, 1700000000, 123456, 1, 0);
	FILL_LONGS(UTIMBUF_, 1700000000, 1);
}

static void fill__signals(void)
{
	FILL_U64S(SIGSET_, 1ULL << (SIGUSR1 - 1) | 1ULL << (SIGCHLD - 1) | 1ULL << 33);
	FILL_U64S(FULLSET_, ~(1ULL << (SIGALRM - 1)));
	/* handler, flags, restorer, mask */
	FILL(SIGACTION_, fill__long(1); fill__long(SA_RESTART | SA_NODEFER); fill__long(0);
	     fill__u64(1ULL << (SIGUSR2 - 1)));
	FILL_U32S(SIGINFO_, SIGUSR1, 0, (uint32_t)SI_QUEUE, 0, 1, 2, 3);
	FILL(SIGEVENT_, fill__long(7); fill__u32(SIGUSR1); fill__u32(SIGEV_SIGNAL); fill__u32(77));
	FILL(STACK_, fill__ptr(AT(OUT_)); fill__u32(SS_DISABLE);
	     if (!fill_compat) fill__u32(0); fill__long(8192));
	FILL(PSELSIG_, fill__ptr(AT(SIGSET_)); fill__long(8));
}

static void fill__iovec(unsigned long base, unsigned int len)
{
	fill__ptr(base);
	fill__long(len);
}

static void fill__msg(unsigned long name, unsigned int name_len, unsigned long iov, unsigned int nr)
{
	fill__ptr(name);
	fill__long(name_len);
	fill__ptr(iov);
	fill__long(nr);
	fill__long(0);
	fill__long(0);
	fill__long(0);
}

/* A control block, of which slot IOCB_1_ and the one behind it have eight each. */
static void fill__iocb(unsigned int nr, struct iocb iocb)
{
	fill__slot(SLOT_IOCB_1_);
	fill_at += nr * sizeof(iocb);
	if (fill_compat && iocb.aio_buf >= BASE && iocb.aio_buf < BASE + AREA)
		iocb.aio_buf += COMPAT_SHIFT;
	fill__bytes(&iocb, sizeof(iocb));
}

#define FILL_IOCB(nr, cmd, buf, len, ...) \
	fill__iocb(nr, (struct iocb){ .aio_data = nr, .aio_lio_opcode = cmd, .aio_fildes = FD_FILE, \
				      .aio_buf = buf, .aio_nbytes = len, ##__VA_ARGS__ })

static void fill__aio(void)
{
	FILL_IOCB(0, IOCB_CMD_PREAD, AT(OUT_), 50, .aio_offset = 5);
	FILL_IOCB(1, IOCB_CMD_PWRITE, AT(DATA_), 50, .aio_offset = -1, .aio_key = 7);
	FILL_IOCB(2, IOCB_CMD_PREADV, AT(IOV_OUT_), 2, .aio_offset = 3, .aio_rw_flags = RWF_NOWAIT);
	FILL_IOCB(3, IOCB_CMD_PWRITEV, AT(IOV_), 3, .aio_reqprio = 3, .aio_flags = IOCB_FLAG_IOPRIO);
	FILL_IOCB(4, IOCB_CMD_FSYNC, 0, 0, .aio_flags = IOCB_FLAG_RESFD, .aio_resfd = FD_EVENT);
	FILL_IOCB(5, IOCB_CMD_FDSYNC, AT(OUT_), 7, .aio_offset = 9, .aio_reqprio = 4);
	FILL_IOCB(6, IOCB_CMD_POLL, POLLIN | POLLOUT, 0);
	FILL_IOCB(7, IOCB_CMD_NOOP, AT(IOV_), 2);
	FILL_IOCB(8, 99, AT(IOV_), 2);
	FILL_IOCB(9, IOCB_CMD_PWRITEV, AT(IOV_BAD_), 3);
	FILL_IOCB(10, IOCB_CMD_PWRITEV, BAD, 2);
	FILL_IOCB(11, IOCB_CMD_PREADV, AT(IOV_), 0);
	FILL_IOCB(12, IOCB_CMD_PWRITE, BAD, 2);
	FILL(IOV_BAD_, fill__iovec(AT(DATA_), 3); fill__iovec(BAD, 5); fill__iovec(AT(DATA_), 40));
	FILL(IOCBS_, for (unsigned int i = 0; i < 13; i++) fill__ptr(AT(IOCB_1_) + i * sizeof(struct iocb));
	     fill__ptr(0); fill__ptr(BAD));
}

static void fill__io(void)
{
	FILL(IOV_, fill__iovec(AT(DATA_), 3); fill__iovec(0, 0); fill__iovec(AT(DATA_), 40));
	FILL(IOV_OUT_, fill__iovec(AT(OUT_), 3); fill__iovec(AT(OUT2_), 40));
	FILL(MSG_, fill__msg(0, 0, AT(IOV_), 3));
	FILL(MSG_OUT_, fill__msg(AT(OUT3_), 128, AT(IOV_OUT_), 2));
	FILL(MMSG_, for (int i = 0; i < 2; i++) { fill__msg(0, 0, AT(IOV_), 3);
	     fill__u32(0); if (!fill_compat) fill__u32(0); });
	FILL(MMSG_OUT_, for (int i = 0; i < 2; i++) { fill__msg(0, 0, AT(IOV_OUT_), 2);
	     fill__u32(0); if (!fill_compat) fill__u32(0); });
	FILL_STRUCT(POLLFDS_, struct pollfd, .fd = FD_EVENT, .events = POLLIN | POLLOUT);
	FILL_U64S(FDSET_, 1 << FD_EVENT | 1 << FD_PIPE_OUT);
	FILL(EPOLL_EVENT_, fill__u32(EPOLLIN | EPOLLET); fill__u64(0x123456789a));
	FILL(FLOCK_, fill__u32(F_WRLCK); if (!fill_compat) fill__u32(0); fill__long(2); fill__long(10));
	FILL_STRUCT(IOURING_, struct io_uring_params, .flags = IORING_SETUP_CLAMP);
	FILL_STRUCT(OPEN_HOW_, struct open_how, .flags = O_RDONLY | O_CLOEXEC, .resolve = RESOLVE_BENEATH);
	FILL_U32S(HANDLE_, 16, 0);
	FILL(ARGS5_, fill__long(1); fill__long(0); fill__long(0); fill__long(0); fill__ptr(AT(TV_)));
}

static void fill__sockets(void)
{
	const struct { struct nlmsghdr head; struct rtgenmsg gen; } dump = {
		.head = { .nlmsg_len = 17, .nlmsg_type = RTM_GETLINK,
			  .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP, .nlmsg_seq = 1 },
		.gen = { .rtgen_family = AF_UNSPEC },
	};

	FILL_STRUCT(SA_IN_, struct sockaddr_in, .sin_family = AF_INET, .sin_port = htons(9),
		    .sin_addr.s_addr = htonl(INADDR_LOOPBACK));
	FILL_STRUCT(SA_IN6_, struct sockaddr_in6, .sin6_family = AF_INET6, .sin6_port = htons(9),
		    .sin6_addr = IN6ADDR_LOOPBACK_INIT);
	FILL_STRUCT(SA_UN_, struct sockaddr_un, .sun_family = AF_UNIX, .sun_path = "no-such-socket");
	FILL_STRUCT(SA_NL_, struct sockaddr_nl, .nl_family = AF_NETLINK);
	FILL_U32S(LINGER_, 1, 5);
	FILL(NLMSG_, fill__bytes(&dump, sizeof(dump)));
	FILL(NLIOV_, fill__iovec(AT(NLMSG_), 17));
	FILL(NLHDR_, fill__msg(AT(SA_NL_), 12, AT(NLIOV_), 1));
}

static void fill__processes(void)
{
	FILL_LONGS(RLIMIT_, 100, 1000);
	FILL_U64S(RLIMIT64_, 64 << 10, ~0ULL);
	FILL_U32S(PARAM_, 1);
	FILL_STRUCT(ATTR_, struct sched_attr, .size = sizeof(struct sched_attr), .sched_nice = 3);
	FILL_U64S(CPUS_, 1);
	FILL_U32S(CAP_HEADER_, _LINUX_CAPABILITY_VERSION_3, 0);
	FILL_U32S(CAP_DATA_, 1 << CAP_CHOWN, 1 << CAP_CHOWN | 1 << CAP_KILL, 0, 0, 0, 0);
	FILL_STRUCT(CLONE_ARGS_, struct clone_args, .flags = CLONE_CHILD_CLEARTID, .child_tid = AT(OUT_),
		    .exit_signal = SIGCHLD);
	FILL(ARGV_, fill__ptr(AT(NAME_)); fill__ptr(AT(LONG_)); fill__ptr(AT(EMPTY_)); fill__ptr(0));
	FILL(ENVP_, fill__ptr(AT(XNAME_)); fill__ptr(0));
	FILL_U32S(GROUPS_, 1, 65534);
	FILL_STRUCT(WAITV_, struct futex_waitv, .val = 1, .uaddr = AT(FUTEX_), .flags = FUTEX_32);
	FILL_U32S(USER_DESC_, (uint32_t)-1, 0, 0, 0);
	FILL(FILTER_, fill__long(1); fill__ptr(AT(OUT_)));
}

/* Of where the program runs; 0 before Linux 6.8. */
static uint64_t mount_id(void)
{
	struct statx answer = {};

#ifndef STATX_MNT_ID_UNIQUE
#define STATX_MNT_ID_UNIQUE 0x4000
#endif
	syscall(SYS_statx, AT_FDCWD, "/", 0, STATX_MNT_ID_UNIQUE, &answer);
	return answer.stx_mask & STATX_MNT_ID_UNIQUE ? answer.stx_mnt_id : 0;
}

static void fill__others(void)
{
	FILL(SEMBUF_, fill__u32(0x00010000); fill__u32(IPC_NOWAIT << 0));
	FILL(MSGBUF_, fill__long(3); fill__bytes("message", 8));
	FILL_LONGS(MQ_ATTR_, 0, 4, 16, 0);
	/* No command takes it whole: the last word is of none. */
	FILL(BPF_ATTR_, for (uint32_t i = 0; i < 32; i++) fill__u32(i == 31 ? 1 : bpf_words[i]));
	FILL_STRUCT(BPF_MAP_, union bpf_attr, .map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4,
		    .value_size = 8, .max_entries = 1);
	FILL_STRUCT(PERF_ATTR_, struct perf_event_attr, .type = PERF_TYPE_SOFTWARE,
		    .size = PERF_ATTR_SIZE_VER0, .config = PERF_COUNT_SW_CPU_CLOCK, .disabled = 1);
	FILL_STRUCT(RULESET_, struct landlock_ruleset_attr,
		    .handled_access_fs = LANDLOCK_ACCESS_FS_EXECUTE);
	FILL_STRUCT(PATH_RULE_, struct landlock_path_beneath_attr,
		    .allowed_access = LANDLOCK_ACCESS_FS_EXECUTE, .parent_fd = FD_DIR);
	FILL_STRUCT(MOUNT_ATTR_, struct mount_attr, .attr_set = MOUNT_ATTR_RDONLY);
	FILL_U64S(XATTR_ARGS_, AT(DATA_), 8);
	FILL(MNT_REQ_, fill__u64(32); fill__u64(mount_id()); fill__u64(0xffff); fill__u64(0));
	FILL(MNT_LIST_, fill__u64(24); fill__u64(~0ULL); fill__u64(0));
	FILL(NS_REQ_, fill__u64(32); fill__u64(0); fill__u64(0x40000000); fill__u64(~0ULL));
	FILL(MNT_SHORT_, fill__u64(20); fill__u64(1); fill__u64(2));
	FILL(LSM_CTX_, fill__u64(104); fill__u64(0); fill__u64(40); fill__u64(5); fill__bytes("above", 5));
	FILL_U32S(LSM_LEN_, 512);
	FILL(PAGES_, fill__ptr(BASE); fill__ptr(BAD));
	FILL_U32S(NODES_, 0, 1);
	FILL_U64S(CACHE_RANGE_, 0, 4096);
}

static void fill__areas(void)
{
	for (fill_compat = 0; fill_compat < 2; fill_compat++) {
		void *at = (void *)(BASE + (fill_compat ? COMPAT_SHIFT : 0));

		if (mmap(at, AREA, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE | MAP_POPULATE, -1, 0) != at)
			err(1, "mmap at %p", at);
		fill__strings();
		fill__numbers();
		fill__times();
		fill__signals();
		fill__io();
		fill__aio();
		fill__sockets();
		fill__processes();
		fill__others();
	}
}

/* ---- descriptors and files ---- */

static void place(int fd, int at)
{
	if (fd < 0)
		err(1, "descriptor %d", at);
	if (dup2(fd, at) < 0)
		err(1, "dup2(%d, %d)", fd, at);
	if (fd != at)
		close(fd);
}

static void fill__files(void)
{
	int fd = open("file", O_RDWR | O_CREAT | O_TRUNC, 0644);
	const char *text = "the contents of a file, of which forty bytes or so are read\n";

	if (fd < 0 || write(fd, text, strlen(text)) < 0 || lseek(fd, 0, SEEK_SET) < 0)
		err(1, "file");
	place(fd, FD_FILE);
	if (mkdir("dir", 0755) || symlink("file", "link"))
		err(1, "dir, link");
	place(open("dir", O_RDONLY | O_DIRECTORY), FD_DIR);
	if (chmod(".", 0777) || chmod("file", 0666) || chmod("dir", 0777))
		err(1, "chmod");
}

static void fill__sockets_open(void)
{
	struct sockaddr_in sin = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, pair))
		err(1, "socketpair");
	place(pair[0], FD_UNIX);
	place(pair[1], FD_UNIX2);
	for (int i = 0; i < 4; i++)
		send(FD_UNIX2, "a datagram of more than 32 bytes in all", 39, 0);
	place(socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0), FD_UDP);
	place(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), FD_LISTEN);
	if (bind(FD_LISTEN, (struct sockaddr *)&sin, sizeof(sin)) || listen(FD_LISTEN, 1))
		err(1, "listen");
	place(socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK, NETLINK_ROUTE), FD_NETLINK);
}

static void fill__descriptors(void)
{
	struct epoll_event event = { .events = EPOLLOUT };
	sigset_t usr1;
	int ends[2];

	if (pipe2(ends, O_NONBLOCK))
		err(1, "pipe2");
	place(ends[0], FD_PIPE_IN);
	place(ends[1], FD_PIPE_OUT);
	if (write(FD_PIPE_OUT, "in the pipe", 11) != 11)
		err(1, "pipe");
	fill__sockets_open();
	place(eventfd(3, EFD_NONBLOCK), FD_EVENT);
	place(epoll_create1(0), FD_EPOLL);
	event.data.u64 = 7;
	if (epoll_ctl(FD_EPOLL, EPOLL_CTL_ADD, FD_EVENT, &event))
		err(1, "epoll_ctl");
	place(timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK), FD_TIMER);
	place(inotify_init1(IN_NONBLOCK), FD_INOTIFY);
	sigemptyset(&usr1);
	sigaddset(&usr1, SIGUSR1);
	place(signalfd(-1, &usr1, SFD_NONBLOCK), FD_SIGNAL);
	place((int)syscall(SYS_pidfd_open, getpid(), 0), FD_PIDFD);
	place(memfd_create("rows", MFD_ALLOW_SEALING), FD_MEM);
	place(open("/dev/null", O_RDWR), FD_NULL);
	place(dup(FD_NULL), FD_SPARE);
	place(dup(FD_NULL), FD_MQ);
}

static void fixtures__make(void)
{
	fill__areas();
	fill__files();
	fill__descriptors();
}

/* clang-format on */

#endif /* PERF_AUGMENT_TESTS_ROWS_FILL_H */
