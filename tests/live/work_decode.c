// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_decode.c - calls whose arguments lead to structures, arrays and contents, with what they hold
 * known. On standard output the lines that a trace has to show for them, in their order: entry and
 * exit side, a fault, a cut, an error. For trace_decode.sh.
 *
 *   work_decode expected    the calls below, and their lines
 *   work_decode quiet       calls without lines, for comparing with what strace shows
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define BAD ((void *)8) /* nothing is mapped there */
#define EFAULT_TEXT "-1 EFAULT (Bad address)"

static int pipe_fds[2];

static _Noreturn void die(const char *what)
{
	perror(what);
	exit(99);
}

/* ---- contents ---- */

static void contents(void)
{
	char buf[200], big[100];

	memset(big, 'x', sizeof(big));
	if (syscall(SYS_write, pipe_fds[1], "hello\n\1\033[31m", 12) != 12)
		die("write");
	printf("write(fd: %d, buf: \"hello\\n\\1\\33[31m\", count: 12) = 12\n", pipe_fds[1]);
	if (syscall(SYS_read, pipe_fds[0], buf, 200) != 12)
		die("read");
	printf("read(fd: %d, buf: \"hello\\n\\1\\33[31m\", count: 200) = 12\n", pipe_fds[0]);
	syscall(SYS_write, pipe_fds[1], big, 100);
	printf("write(fd: %d, buf: \"%.32s\"..., count: 100) = 100\n", pipe_fds[1], big);
	syscall(SYS_read, pipe_fds[0], buf, 100);
	printf("read(fd: %d, buf: \"%.32s\"..., count: 100) = 100\n", pipe_fds[0], big);
	syscall(SYS_write, pipe_fds[1], BAD, 4);
	printf("write(fd: %d, buf: 0x8 <fault>, count: 4) = " EFAULT_TEXT "\n", pipe_fds[1]);
	syscall(SYS_read, -1, buf, 4);
	printf("read(fd: -1, buf: %p, count: 4) = -1 EBADF (Bad file descriptor)\n", (void *)buf);
}

static void vectors(void)
{
	char one[2], two[30];
	struct iovec out[] = { { "abc", 3 }, { "", 0 }, { BAD, 5 } };
	struct iovec in[] = { { one, 2 }, { two, 30 } };

	syscall(SYS_writev, pipe_fds[1], out, 2);
	printf("writev(fd: %d, vec: [{ .iov_base: \"abc\", .iov_len: 3 }, { .iov_base: \"\", "
	       ".iov_len: 0 }], vlen: 2) = 3\n",
	       pipe_fds[1]);
	syscall(SYS_readv, pipe_fds[0], in, 2);
	printf("readv(fd: %d, vec: [{ .iov_base: \"ab\", .iov_len: 2 }, { .iov_base: \"c\", "
	       ".iov_len: 30 }], vlen: 2) = 3\n",
	       pipe_fds[0]);
	syscall(SYS_writev, pipe_fds[1], BAD, 2);
	printf("writev(fd: %d, vec: 0x8 <fault>, vlen: 2) = " EFAULT_TEXT "\n", pipe_fds[1]);
	syscall(SYS_readv, -1, in, 2);
	printf("readv(fd: -1, vec: [{ .iov_base: %p, .iov_len: 2 }, { .iov_base: %p, "
	       ".iov_len: 30 }], vlen: 2) = -1 EBADF (Bad file descriptor)\n",
	       (void *)one, (void *)two);
}

/* ---- messages ---- */

static void messages(void)
{
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(sizeof(int))];
	} control = {};
	char buf[50];
	struct iovec out = { "abcd", 4 }, in = { buf, 50 };
	struct msghdr msg = { .msg_iov = &out,
			      .msg_iovlen = 1,
			      .msg_control = &control,
			      .msg_controllen = sizeof(control) };
	int sv[2], got;

	if (syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, sv))
		die("socketpair");
	printf("socketpair(family: UNIX, type: STREAM, protocol: 0, usockvec: [%d, %d]) = 0\n",
	       sv[0], sv[1]);
	control.head.cmsg_len = CMSG_LEN(sizeof(int));
	control.head.cmsg_level = SOL_SOCKET;
	control.head.cmsg_type = SCM_RIGHTS;
	memcpy(CMSG_DATA(&control.head), &pipe_fds[0], sizeof(int));
	syscall(SYS_sendmsg, sv[0], &msg, 0);
	printf("sendmsg(fd: %d, msg: { .msg_name: NULL, .msg_namelen: 0, .msg_iov: [{ .iov_base: "
	       "\"abcd\", .iov_len: 4 }], .msg_iovlen: 1, .msg_control: [{ .cmsg_len: 20, "
	       ".cmsg_level: SOCKET, .cmsg_type: RIGHTS, .cmsg_data: [%d] }], .msg_controllen: 24, "
	       ".msg_flags: 0 }) = 4\n",
	       sv[0], pipe_fds[0]);
	msg.msg_iov = &in;
	syscall(SYS_recvmsg, sv[1], &msg, 0);
	memcpy(&got, CMSG_DATA(&control.head), sizeof(int));
	printf("recvmsg(fd: %d, msg: { .msg_name: NULL, .msg_namelen: 0, .msg_iov: [{ .iov_base: "
	       "\"abcd\", .iov_len: 50 }], .msg_iovlen: 1, .msg_control: [{ .cmsg_len: 20, "
	       ".cmsg_level: SOCKET, .cmsg_type: RIGHTS, .cmsg_data: [%d] }], .msg_controllen: 24, "
	       ".msg_flags: 0 }) = 4\n",
	       sv[1], got);
	syscall(SYS_recvmsg, sv[1], &msg, MSG_DONTWAIT);
	printf("recvmsg(fd: %d, msg: { .msg_namelen: 0 }, flags: DONTWAIT) = -1 EAGAIN (Resource "
	       "temporarily unavailable)\n",
	       sv[1]);
	syscall(SYS_sendmsg, sv[0], BAD, 0);
	printf("sendmsg(fd: %d, msg: 0x8 <fault>) = " EFAULT_TEXT "\n", sv[0]);
	close(got);
	close(sv[0]);
	close(sv[1]);
}

static void many_messages(void)
{
	char one[10], two[10];
	struct iovec out[2] = { { "one", 3 }, { "three", 5 } };
	struct iovec in[2] = { { one, 10 }, { two, 10 } };
	struct mmsghdr msgs[2] = {};
	int sv[2], i;

	if (socketpair(AF_UNIX, SOCK_DGRAM, 0, sv))
		die("socketpair");
	for (i = 0; i < 2; i++)
		msgs[i].msg_hdr = (struct msghdr){ .msg_iov = &out[i], .msg_iovlen = 1 };
	syscall(SYS_sendmmsg, sv[0], msgs, 2, 0);
#define MSG(text, room)                                                                   \
	"{ .msg_hdr: { .msg_name: NULL, .msg_namelen: 0, .msg_iov: [{ .iov_base: \"" text \
	"\", .iov_len: " room " }], .msg_iovlen: 1, .msg_controllen: 0, .msg_flags: 0 }"
#define MSGS(one, three) \
	"[" MSG("one", one) ", .msg_len: 3 }, " MSG("three", three) ", .msg_len: 5 }]"
	printf("sendmmsg(fd: %d, mmsg: " MSGS("3", "5") ", vlen: 2) = 2\n", sv[0]);
	for (i = 0; i < 2; i++)
		msgs[i].msg_hdr = (struct msghdr){ .msg_iov = &in[i], .msg_iovlen = 1 };
	syscall(SYS_recvmmsg, sv[1], msgs, 2, 0, NULL);
	printf("recvmmsg(fd: %d, mmsg: " MSGS("10", "10") ", vlen: 2) = 2\n", sv[1]);
	close(sv[0]);
	close(sv[1]);
}

/* ---- sockets ---- */

static void sockets(void)
{
	struct sockaddr_un addr;
	socklen_t len = sizeof(addr);
	int fd = socket(AF_UNIX, SOCK_STREAM, 0), one = 1;
	struct linger linger = { 1, 5 };

	syscall(SYS_getsockname, fd, &addr, &len);
	printf("getsockname(fd: %d, usockaddr: { .sa_family: UNIX }, usockaddr_len: [110 => 2]) = 0\n",
	       fd);
	syscall(SYS_setsockopt, fd, SOL_SOCKET, SO_KEEPALIVE, &one, sizeof(one));
	printf("setsockopt(fd: %d, level: SOCKET, optname: KEEPALIVE, optval: [1], optlen: 4) = 0\n",
	       fd);
	syscall(SYS_setsockopt, fd, SOL_SOCKET, SO_LINGER, &linger, sizeof(linger));
	printf("setsockopt(fd: %d, level: SOCKET, optname: LINGER, optval: { .l_onoff: 1, .l_linger: 5 "
	       "}, optlen: 8) = 0\n",
	       fd);
	len = sizeof(one);
	syscall(SYS_getsockopt, fd, SOL_SOCKET, SO_TYPE, &one, &len);
	printf("getsockopt(fd: %d, level: SOCKET, optname: TYPE, optval: [1], optlen: [4]) = 0\n",
	       fd);
	syscall(SYS_setsockopt, fd, SOL_SOCKET, SO_KEEPALIVE, BAD, sizeof(one));
	printf("setsockopt(fd: %d, level: SOCKET, optname: KEEPALIVE, optval: 0x8 <fault>, optlen: 4) = " EFAULT_TEXT
	       "\n",
	       fd);
	close(fd);
}

/* ---- waiting ---- */

static void waiting(void)
{
	struct epoll_event ev = { .events = EPOLLIN | EPOLLET, .data.u64 = 7 }, got[3];
	struct pollfd fds[2] = { { pipe_fds[0], POLLIN, 0 }, { -1, POLLOUT, 0 } };
	int ep = epoll_create1(0);
	fd_set set;
	char c;

	syscall(SYS_epoll_ctl, ep, EPOLL_CTL_ADD, pipe_fds[0], &ev);
	printf("epoll_ctl(epfd: %d, op: ADD, fd: %d, event: { .events: IN|ET, .data: { .u32: 7, .u64: 7 "
	       "} }) = 0\n",
	       ep, pipe_fds[0]);
	syscall(SYS_epoll_wait, ep, got, 3, 0);
	printf("epoll_wait(epfd: %d, events: [], maxevents: 3) = 0\n", ep);
	syscall(SYS_poll, fds, 2, 0);
	printf("poll(ufds: [{ .fd: %d, .events: IN }, { .fd: -1, .events: OUT }], nfds: 2) = 0\n",
	       pipe_fds[0]);
	if (write(pipe_fds[1], "!", 1) != 1)
		die("write");
	syscall(SYS_epoll_wait, ep, got, 3, 0);
	printf("epoll_wait(epfd: %d, events: [{ .events: IN, .data: { .u32: 7, .u64: 7 } }], maxevents: "
	       "3) = 1\n",
	       ep);
	syscall(SYS_poll, fds, 2, 0);
	printf("poll(ufds: [{ .fd: %d, .events: IN }, { .fd: -1, .events: OUT }] => [{ .fd: %d, "
	       ".revents: IN }], nfds: 2) = 1\n",
	       pipe_fds[0], pipe_fds[0]);
	FD_ZERO(&set);
	FD_SET(pipe_fds[0], &set);
	FD_SET(pipe_fds[1], &set);
	syscall(SYS_select, pipe_fds[1] + 1, &set, NULL, NULL, &(struct timeval){});
	printf("select(n: %d, inp: [%d %d] => [%d], tvp: { .tv_sec: 0, .tv_usec: 0 }) = 1\n",
	       pipe_fds[1] + 1, pipe_fds[0], pipe_fds[1], pipe_fds[0]);
	syscall(SYS_poll, BAD, 1, 0);
	printf("poll(ufds: 0x8 <fault>, nfds: 1) = " EFAULT_TEXT "\n");
	if (read(pipe_fds[0], &c, 1) != 1)
		die("read");
	close(ep);
}

/* ---- files ---- */

static void files(void)
{
	struct stat st;
	char buf[100];
	struct timespec times[2] = { { 1, 2 }, { 0, UTIME_OMIT } };
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 10, .l_len = 5 };

	syscall(SYS_stat, "/dev/null", &st);
	printf("stat(filename: \"/dev/null\", statbuf: { .st_mode: IFCHR|0%o, .st_rdev: makedev(0x1, "
	       "0x3), ... }) = 0\n",
	       st.st_mode & 0777);
	syscall(SYS_stat, "/aug/not", &st);
	printf("stat(filename: \"/aug/not\", statbuf: %p) = -1 ENOENT (No such file or directory)\n",
	       (void *)&st);
	syscall(SYS_stat, "/", BAD);
	printf("stat(filename: \"/\", statbuf: 0x8) = " EFAULT_TEXT "\n");
	if (syscall(SYS_readlink, "/proc/self/exe", buf, 8) != 8)
		die("readlink");
	printf("readlink(path: \"/proc/self/exe\", buf: \"%.8s\", bufsiz: 8) = 8\n", buf);
	syscall(SYS_utimensat, AT_FDCWD, "/aug/not", times, 0);
	printf("utimensat(dfd: CWD, filename: \"/aug/not\", utimes: [{ .tv_sec: 1, .tv_nsec: 2 }, "
	       "UTIME_OMIT]) = -1 ENOENT (No such file or directory)\n");
	syscall(SYS_fcntl, 0, F_SETLK, &lock);
	printf("fcntl(fd: 0, cmd: SETLK, arg: { .l_type: WRLCK, .l_whence: SET, .l_start: 10, .l_len: 5 "
	       "}) = -1 EBADF (Bad file descriptor)\n");
	syscall(SYS_fcntl, pipe_fds[0], F_SETFL, O_NONBLOCK);
	printf("fcntl(fd: %d, cmd: SETFL, arg: RDONLY|NONBLOCK) = 0\n", pipe_fds[0]);
	syscall(SYS_fcntl, pipe_fds[0], F_GETFL);
	printf("fcntl(fd: %d, cmd: GETFL) = RDONLY|NONBLOCK\n", pipe_fds[0]);
	syscall(SYS_fcntl, pipe_fds[0], F_SETFD, FD_CLOEXEC);
	printf("fcntl(fd: %d, cmd: SETFD, arg: FD_CLOEXEC) = 0\n", pipe_fds[0]);
	syscall(SYS_fcntl, pipe_fds[0], F_GETFD);
	printf("fcntl(fd: %d, cmd: GETFD) = FD_CLOEXEC\n", pipe_fds[0]);
	syscall(SYS_ioctl, pipe_fds[0], FIONREAD, buf);
	printf("ioctl(fd: %d, cmd: FIONREAD, arg: [0]) = 0\n", pipe_fds[0]);
}

/* ---- processes, signals, times ---- */

/* A pidfd that is not asked for is none, whatever stands where it would be written. */
static void wait_without_pidfd(void)
{
	struct clone_args args = { .exit_signal = SIGCHLD, .pidfd = (uintptr_t)&args };
	long pid = syscall(SYS_clone3, &args, 64);
	int status;

	if (!pid)
		_exit(0);
	printf("clone3(uargs: { .flags: 0, .exit_signal: CHLD, .stack: NULL, .stack_size: 0 }, size: 64) = %ld\n",
	       pid);
	syscall(SYS_wait4, pid, &status, 0, NULL);
	printf("wait4(upid: %ld, stat_addr: [{WIFEXITED(s) && WEXITSTATUS(s) == 0}]) = %ld\n", pid,
	       pid);
}

static void processes(void)
{
	struct rlimit limit;
	struct rusage usage;
	int status;
	pid_t pid = fork();

	if (!pid)
		_exit(3);
	syscall(SYS_wait4, pid, &status, 0, NULL);
	printf("wait4(upid: %d, stat_addr: [{WIFEXITED(s) && WEXITSTATUS(s) == 3}]) = %d\n", pid,
	       pid);
	wait_without_pidfd();
	syscall(SYS_wait4, -1, &status, 0, &usage);
	printf("wait4(upid: -1, stat_addr: %p, ru: %p) = -1 ECHILD (No child processes)\n",
	       (void *)&status, (void *)&usage);
	limit = (struct rlimit){ .rlim_cur = 0, .rlim_max = 0 };
	syscall(SYS_prlimit64, 0, RLIMIT_CORE, &limit, NULL);
	printf("prlimit64(pid: 0, resource: CORE, new_rlim: { .rlim_cur: 0, .rlim_max: 0 }) = 0\n");
	syscall(SYS_prctl, PR_SET_NAME, "decode");
	printf("prctl(option: SET_NAME, arg2: \"decode\") = 0\n");
	syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGUSR2);
	printf("prctl(option: SET_PDEATHSIG, arg2: USR2) = 0\n");
	syscall(SYS_prctl, PR_GET_PDEATHSIG, &status);
	printf("prctl(option: GET_PDEATHSIG, arg2: [USR2]) = 0\n");
}

static void programs(void)
{
	char long_arg[] = "0123456789012345678901234567890123456789";
	/* Not a literal: nobody reads argv of a file that is not there, so a page may stay away. */
	char short_arg[] = "a";
	char *argv[] = { short_arg, long_arg, BAD, NULL }, *envp[] = { "A=1", "B=2", NULL };

	/* Linux 5.10 reads the arguments before it looks for the file, later ones the other way round. */
	syscall(SYS_execve, "/aug/not", argv, envp);
	printf("execve(filename: \"/aug/not\", argv: [\"a\", \"%.32s\"..., 0x8 <fault>], envp: %p /* 2 vars "
	       "*/) = -1 %s (%s)\n",
	       long_arg, (void *)envp, strerrorname_np(errno), strerror(errno));
	syscall(SYS_execve, "/aug/not", BAD, NULL);
	printf("execve(filename: \"/aug/not\", argv: 0x8 <fault>) = -1 %s (%s)\n",
	       strerrorname_np(errno), strerror(errno));
}

static void signals(void)
{
	uint64_t set = 1 << (SIGINT - 1) | 1 << (SIGCHLD - 1), old = 0;
	struct itimerspec timer = { { 1, 2 }, { 3, 4 } };
	int fd = timerfd_create(CLOCK_MONOTONIC, 0);

	syscall(SYS_rt_sigprocmask, SIG_BLOCK, &set, &old, 8);
	printf("rt_sigprocmask(how: BLOCK, nset: [INT CHLD], oset: [], sigsetsize: 8) = 0\n");
	set = ~(1ULL << (SIGTERM - 1));
	syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, &set, NULL, 8);
	printf("rt_sigprocmask(how: UNBLOCK, nset: ~[TERM], sigsetsize: 8) = 0\n");
	syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, BAD, NULL, 8);
	printf("rt_sigprocmask(how: UNBLOCK, nset: 0x8 <fault>, sigsetsize: 8) = " EFAULT_TEXT
	       "\n");
	syscall(SYS_timerfd_settime, fd, 0, &timer, NULL);
	printf("timerfd_settime(ufd: %d, utmr: { .it_interval: { .tv_sec: 1, .tv_nsec: 2 }, .it_value: { "
	       ".tv_sec: 3, .tv_nsec: 4 } }) = 0\n",
	       fd);
	syscall(SYS_nanosleep, &(struct timespec){ 0, 5 }, NULL);
	printf("nanosleep(rqtp: { .tv_sec: 0, .tv_nsec: 5 }) = 0\n");
	close(fd);
}

/* What strace and we show of these is compared: no two runs differ in it. */
static int quiet(void)
{
	struct sigaction action = { .sa_handler = SIG_IGN, .sa_flags = SA_RESTART };
	struct sched_param param;
	struct utsname name;
	struct stat st;
	struct statfs fs;
	cpu_set_t cpus;
	char buf[300];
	struct iovec vec[2] = { { "abc", 3 }, { "defg", 4 } };
	struct timeval timeout = {};
	struct pollfd fds;
	fd_set set;
	int fd;

	if (pipe(pipe_fds))
		return 1;
	fds = (struct pollfd){ pipe_fds[0], POLLIN, 0 };
	poll(&fds, 1, 0);
	writev(pipe_fds[1], vec, 2);
	poll(&fds, 1, 0);
	FD_ZERO(&set);
	FD_SET(pipe_fds[0], &set);
	syscall(SYS_select, pipe_fds[1], &set, NULL, NULL, &timeout);
	syscall(SYS_write, pipe_fds[1], BAD, 3);
	syscall(SYS_prctl, PR_GET_NAME, buf);
	syscall(SYS_execve, "/aug/not", (char *[]){ "a", "b", NULL }, (char *[]){ "A=1", NULL });
	sigaction(SIGUSR1, &action, NULL);
	sigaction(SIGUSR1, NULL, &action);
	uname(&name);
	stat("/etc/passwd", &st);
	statfs("/proc", &fs);
	sched_getaffinity(0, sizeof(cpus), &cpus);
	sched_getparam(0, &param);
	fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
	if (read(fd, buf, 6) != 6 || pread(fd, buf, 4, 2) != 4 || !getcwd(buf, sizeof(buf)))
		return 1;
	return fcntl(fd, F_DUPFD_CLOEXEC, 50) != 50;
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "quiet"))
		return quiet();
	setvbuf(stdout, NULL, _IOFBF, 1 << 16);
	/* Standard input and the pipe have known numbers, and no line is written before the end. */
	close(0);
	if (pipe2(pipe_fds, O_CLOEXEC) || dup2(pipe_fds[0], 10) < 0 || dup2(pipe_fds[1], 11) < 0)
		die("pipe");
	close(pipe_fds[0]);
	close(pipe_fds[1]);
	pipe_fds[0] = 10;
	pipe_fds[1] = 11;
	contents();
	vectors();
	messages();
	many_messages();
	sockets();
	waiting();
	files();
	processes();
	programs();
	signals();
	return 0;
}
