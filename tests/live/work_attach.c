// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_attach.c - waits in the call MODE names until a byte comes on standard input, a FIFO, or SIGUSR1; or does not wait (busy). What the
 * call is given is the same in each run. For trace_attach.sh.
 */
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LARGE (4 << 20)

static char bytes[LARGE];

static void ignore(int sig)
{
	(void)sig;
}

static void wait_poll(void)
{
	struct pollfd fds[] = { { 0, POLLIN, 0 }, { -1, POLLIN | POLLPRI, 0 } };

	poll(fds, 2, 100000);
}

static void wait_select(void)
{
	fd_set in, out;

	FD_ZERO(&in);
	FD_ZERO(&out);
	FD_SET(0, &in);
	select(1, &in, &out, NULL, NULL);
}

static void wait_epoll(void)
{
	struct epoll_event event = { .events = EPOLLIN, .data.u64 = 7 }, events[4];
	int fd = epoll_create1(0);

	epoll_ctl(fd, EPOLL_CTL_ADD, 0, &event);
	epoll_wait(fd, events, 4, 100000);
}

static void wait_futex(void)
{
	struct timespec timeout = { .tv_sec = 1000, .tv_nsec = 5 };
	int word = 7;

	syscall(SYS_futex, &word, FUTEX_WAIT, 7, &timeout, NULL, 0);
}

static void wait_nanosleep(void)
{
	struct timespec time = { .tv_sec = 1000, .tv_nsec = 5 };

	nanosleep(&time, NULL);
}

/* Nobody opens the other end until it has been seen to wait. */
static void wait_open(void)
{
	open(getenv("ATTACH_FIFO"), O_RDONLY);
}

static void wait_writev(void)
{
	struct iovec iov[] = { { "hello ", 6 }, { bytes, sizeof(bytes) } };
	int fds[2];

	if (!pipe(fds))
		writev(fds[1], iov, 2);
}

static void wait_sendmsg(void)
{
	struct iovec iov[] = { { "hello ", 6 }, { bytes, sizeof(bytes) } };
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(sizeof(int))];
	} control = { { .cmsg_level = SOL_SOCKET,
			.cmsg_type = SCM_RIGHTS,
			.cmsg_len = CMSG_LEN(sizeof(int)) } };
	struct msghdr msg = { .msg_iov = iov,
			      .msg_iovlen = 2,
			      .msg_control = &control,
			      .msg_controllen = sizeof(control) };
	int fds[2], passed = 0;

	memcpy(CMSG_DATA(&control.head), &passed, sizeof(passed));
	if (!socketpair(AF_UNIX, SOCK_STREAM, 0, fds))
		sendmsg(fds[0], &msg, 0);
}

static void wait_recvfrom(void)
{
	struct sockaddr_un addr;
	socklen_t len = sizeof(addr);
	int fds[2];

	if (!socketpair(AF_UNIX, SOCK_STREAM, 0, fds))
		recvfrom(fds[0], bytes, 100, 0, (struct sockaddr *)&addr, &len);
}

static void wait_wait(void)
{
	char byte;
	int status;
	pid_t pid = fork();

	if (!pid)
		_exit(read(0, &byte, 1) == 1 ? 3 : 4);
	wait4(pid, &status, 0, NULL);
}

static void wait_fcntl(void)
{
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 10 };
	char byte;
	int fd = open(getenv("ATTACH_FILE"), O_RDWR | O_CREAT | O_CLOEXEC, 0600), fds[2];

	if (pipe(fds))
		return;
	if (!fork()) {
		fcntl(fd, F_SETLKW, &lock);
		close(fds[1]);
		_exit(read(0, &byte, 1) == 1 ? 0 : 1);
	}
	close(fds[1]);
	/* Until the child has it. */
	if (!read(fds[0], &byte, 1))
		fcntl(fd, F_SETLKW, &lock);
}

static void wait_sigtimedwait(void)
{
	struct timespec timeout = { .tv_sec = 1000 };
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, NULL);
	sigtimedwait(&set, NULL, &timeout);
}

static void wait_sigsuspend(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	sigsuspend(&set);
}

static void wait_read(void)
{
	if (read(0, bytes, 8) < 0)
		perror("read");
}

/* Never ends; each call of a thread asks for a nanosecond more than the one before. */
static void *sleep_often(void *arg)
{
	struct timespec time = { .tv_nsec = 1000 };

	for (;; time.tv_nsec++)
		syscall(SYS_nanosleep, &time, NULL);
	return arg;
}

static void wait_busy(void)
{
	pthread_t thread;
	int i;

	for (i = 0; i < 50; i++)
		pthread_create(&thread, NULL, sleep_often, NULL);
	sleep_often(NULL);
}

/* A child, the listener, lets the call go on that a seccomp filter has stopped. */
static void wait_listened(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rmdir, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog filter = { .len = 4, .filter = code };
	struct seccomp_notif asked = {};
	struct seccomp_notif_resp answer = { .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE };
	int listener;

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
				SECCOMP_FILTER_FLAG_NEW_LISTENER, &filter);
	if (listener < 0) {
		perror("seccomp");
		return;
	}
	if (fork()) {
		syscall(SYS_rmdir, "/no/such/directory");
		wait(NULL);
		return;
	}
	ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &asked);
	wait_read();
	answer.id = asked.id;
	ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

/* Its call is over, as those of all threads that are stopped. */
static void wait_stopped(void)
{
	kill(getpid(), SIGSTOP);
	syscall(SYS_getppid);
}

/* Two of one number; while it is in the first, which goes on as restart_syscall, it is frozen. */
static void wait_naps(void)
{
	const struct timespec first = { .tv_sec = 2 }, second = { .tv_nsec = 1000000 };

	syscall(SYS_nanosleep, &first, NULL);
	syscall(SYS_nanosleep, &second, NULL);
}

/* Becomes a program that executes another one, once there is the page of memory that is its name. */
static void wait_execve(void)
{
	static char page[4096] __attribute__((aligned(4096))) = "sh";
	const int fault_fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC);
	void *missing = mmap(NULL, sizeof(page), PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register range = { { (unsigned long)missing, sizeof(page) },
					 UFFDIO_REGISTER_MODE_MISSING,
					 0 };
	struct uffdio_copy copy = { .dst = (unsigned long)missing,
				    .src = (unsigned long)page,
				    .len = sizeof(page) };

	if (fault_fd < 0 || ioctl(fault_fd, UFFDIO_API, &api) ||
	    ioctl(fault_fd, UFFDIO_REGISTER, &range)) {
		perror("userfaultfd");
		return;
	}
	if (!fork()) {
		wait_read();
		ioctl(fault_fd, UFFDIO_COPY, &copy);
		_exit(0);
	}
	execl("/bin/sh", missing, "-c", "exec /bin/true", NULL);
}

static const struct {
	const char *name;
	void (*wait)(void);
} modes[] = {
	{ "poll", wait_poll },
	{ "select", wait_select },
	{ "epoll", wait_epoll },
	{ "futex", wait_futex },
	{ "nanosleep", wait_nanosleep },
	{ "open", wait_open },
	{ "writev", wait_writev },
	{ "sendmsg", wait_sendmsg },
	{ "recvfrom", wait_recvfrom },
	{ "wait", wait_wait },
	{ "fcntl", wait_fcntl },
	{ "sigtimedwait", wait_sigtimedwait },
	{ "sigsuspend", wait_sigsuspend },
	{ "read", wait_read },
	{ "listened", wait_listened },
	{ "stopped", wait_stopped },
	{ "naps", wait_naps },
	{ "execve", wait_execve },
	{ "busy", wait_busy },
};

int main(int argc, char **argv)
{
	struct sigaction action = { .sa_handler = ignore };
	size_t i;

	memset(bytes, 'x', sizeof(bytes));
	sigaction(SIGUSR1, &action, NULL);
	for (i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		if (argc == 2 && !strcmp(argv[1], modes[i].name)) {
			modes[i].wait();
			return 0;
		}
	}
	fprintf(stderr, "work_attach: Usage: work_attach MODE\n");
	return 2;
}
