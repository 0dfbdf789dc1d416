// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_fds.c - descriptors of every kind, and the ways they come and go; for tests/live/fds.sh.
 *
 * probe() makes one call on a descriptor, fcntl(F_GETFD), and prints what the kernel says it is in the
 * words of strace -y: `3</etc/passwd>`, so that the trace can be compared with the kernel line by line.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char deleted[] = " (deleted)";

/* A file may be called so. */
static bool is_there(int fd, const char *path)
{
	struct stat by_path, by_fd;

	return !lstat(path, &by_path) && !fstat(fd, &by_fd) && by_path.st_ino == by_fd.st_ino;
}

static void probe(int fd)
{
	char link[64], path[8192];
	ssize_t len;
	size_t cut;

	fcntl(fd, F_GETFD);
	snprintf(link, sizeof(link), "/proc/thread-self/fd/%d", fd);
	len = readlink(link, path, sizeof(path) - 1);
	if (len < 0) {
		printf("%d\n", fd);
		return;
	}
	path[len] = 0;
	cut = (size_t)len > strlen(deleted) ? (size_t)len - strlen(deleted) : 0;
	if (cut && !strcmp(path + cut, deleted) && !is_there(fd, path)) {
		path[cut] = 0;
		printf("%d<%s>(deleted)\n", fd, path);
	} else {
		printf("%d<%s>\n", fd, path);
	}
}

/* What a kernel does not have is left out. */
static void probe_if(int fd)
{
	if (fd >= 0)
		probe(fd);
}

static int make(const char *name)
{
	return open(name, O_RDWR | O_CREAT, 0600);
}

/* Deeper than one round of the walk in the kernel, and longer than the room of a task. */
static void deep_paths(void)
{
	char name[NAME_MAX + 1];
	int dir = open(".", O_RDONLY | O_DIRECTORY);

	for (int i = 0; i < 150; i++) {
		mkdirat(dir, "d", 0700);
		dup2(openat(dir, "d", O_RDONLY | O_DIRECTORY), dir);
	}
	probe(openat(dir, "deep", O_RDWR | O_CREAT, 0600));
	dup2(open(".", O_RDONLY | O_DIRECTORY), dir);
	memset(name, 'n', 250);
	name[250] = 0;
	for (int i = 0; i < 12; i++) {
		mkdirat(dir, name, 0700);
		dup2(openat(dir, name, O_RDONLY | O_DIRECTORY), dir);
	}
	probe(openat(dir, name, O_RDWR | O_CREAT, 0600));
	close(dir);
}

static void files(void)
{
	int fd = make("file");

	probe(fd);
	probe(open(".", O_RDONLY | O_DIRECTORY));
	probe(open("/", O_RDONLY | O_DIRECTORY));
	probe(open("file", O_PATH));
	probe(dup(fd));
	probe(fcntl(fd, F_DUPFD_CLOEXEC, 100));
	rename("file", "renamed");
	probe(fd);
	unlink("renamed");
	probe(fd);
	probe_if(open(".", O_TMPFILE | O_RDWR, 0600));
	probe(make("name (deleted)"));
	deep_paths();
}

static void kinds(void)
{
	sigset_t mask;
	int ends[2];

	sigemptyset(&mask);
	sigaddset(&mask, SIGUSR1);
	if (pipe(ends))
		exit(1);
	probe(ends[0]);
	probe(ends[1]);
	probe(socket(AF_INET, SOCK_STREAM, 0));
	probe(socket(AF_UNIX, SOCK_DGRAM, 0));
	probe(eventfd(0, 0));
	probe(epoll_create1(0));
	probe(timerfd_create(CLOCK_MONOTONIC, 0));
	probe(signalfd(-1, &mask, 0));
	probe(inotify_init1(0));
	probe(memfd_create("mem fd", 0));
	probe_if((int)syscall(SYS_pidfd_open, getpid(), 0));
	probe(open("/dev/null", O_RDWR));
	probe(open("/proc/self/ns/mnt", O_RDONLY));
	probe(open("/proc/self/ns/net", O_RDONLY));
	probe(open("/proc/self/status", O_RDONLY));
	probe(open("/sys/kernel", O_RDONLY | O_DIRECTORY));
	probe(9999);
}

/* Mounts upon mounts, one of them a file. */
static void mounts(void)
{
	if (unshare(CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL))
		return;
	mkdir("mnt", 0700);
	close(make("bound"));
	if (mount("tmpfs", "mnt", "tmpfs", 0, NULL))
		return;
	mkdir("mnt/inner", 0700);
	probe(make("mnt/inner/file"));
	if (!mount("tmpfs", "mnt/inner", "tmpfs", 0, NULL))
		probe(make("mnt/inner/upper"));
	if (!mount("/proc/self/status", "bound", NULL, MS_BIND, NULL))
		probe(open("bound", O_RDONLY));
	umount2("bound", MNT_DETACH);
	umount2("mnt", MNT_DETACH);
}

static void *thread(void *arg)
{
	int *fd = arg;

	*fd = make("of_thread");
	return NULL;
}

static void *own_table(void *arg)
{
	int *fd = arg;

	if (unshare(CLONE_FILES))
		return NULL;
	dup2(open("/dev/null", O_RDWR), *fd);
	probe(*fd);
	return NULL;
}

/* One table for all threads, until one gets its own. */
static void threads(void)
{
	pthread_t t;
	int fd = -1;

	pthread_create(&t, NULL, thread, &fd);
	pthread_join(t, NULL);
	probe(fd);
	fflush(stdout);
	pthread_create(&t, NULL, own_table, &fd);
	pthread_join(t, NULL);
	probe(fd);
}

/* A descriptor by a socket, in the middle of other control data. */
static void send_fd(int sock, int fd)
{
	union {
		char bytes[CMSG_SPACE(sizeof(int)) + CMSG_SPACE(sizeof(struct ucred))];
		struct cmsghdr align;
	} control = {};
	struct iovec iov = { "x", 1 };
	struct msghdr msg = { .msg_iov = &iov,
			      .msg_iovlen = 1,
			      .msg_control = &control,
			      .msg_controllen = sizeof(control) };
	struct cmsghdr *cmsg = CMSG_FIRSTHDR(&msg);
	const struct ucred self = { getpid(), getuid(), getgid() };

	cmsg->cmsg_level = SOL_SOCKET;
	cmsg->cmsg_type = SCM_CREDENTIALS;
	cmsg->cmsg_len = CMSG_LEN(sizeof(self));
	memcpy(CMSG_DATA(cmsg), &self, sizeof(self));
	cmsg = CMSG_NXTHDR(&msg, cmsg);
	cmsg->cmsg_level = SOL_SOCKET;
	cmsg->cmsg_type = SCM_RIGHTS;
	cmsg->cmsg_len = CMSG_LEN(sizeof(fd));
	memcpy(CMSG_DATA(cmsg), &fd, sizeof(fd));
	sendmsg(sock, &msg, 0);
}

static void receive_fd(int sock)
{
	char control[256], byte;
	struct iovec iov = { &byte, 1 };
	struct msghdr msg = { .msg_iov = &iov,
			      .msg_iovlen = 1,
			      .msg_control = control,
			      .msg_controllen = sizeof(control) };

	recvmsg(sock, &msg, 0);
}

static void messages(void)
{
	int ends[2], fd = make("passed");

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		exit(1);
	send_fd(ends[0], fd);
	if (!fork()) {
		receive_fd(ends[1]);
		_exit(0);
	}
	wait(NULL);
}

static void waits(void)
{
	struct timespec no_time = {};
	struct timeval no_time_v = {};
	int ends[2], fd = make("waited"), n;
	struct pollfd fds[3];
	fd_set set;

	if (pipe(ends))
		exit(1);
	fds[0] = (struct pollfd){ .fd = fd, .events = POLLIN };
	fds[1] = (struct pollfd){ .fd = -1 };
	fds[2] = (struct pollfd){ .fd = ends[0], .events = POLLIN };
	ppoll(fds, 3, &no_time, NULL);
	FD_ZERO(&set);
	FD_SET(fd, &set);
	FD_SET(ends[1], &set);
	n = ends[1] + 1;
	syscall(SYS_select, n, NULL, &set, NULL, &no_time_v);
}

/* In a directory whose name is no text: `a<b>\n"é`. */
static void hostile(void)
{
	mkdir("a<b>\n\"\303\251", 0700);
	fcntl(make("a<b>\n\"\303\251/1\0334"), F_GETFD);
	if (!chdir("a<b>\n\"\303\251"))
		close(openat(AT_FDCWD, "nothing", O_RDONLY));
	if (!chdir(".."))
		return;
}

static void addresses(void)
{
	struct sockaddr_in in = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } };
	struct sockaddr_un un = { .sun_family = AF_UNIX, .sun_path = "sock" };
	int listener = socket(AF_INET, SOCK_STREAM, 0), client, server;
	socklen_t len = sizeof(in);

	bind(listener, (struct sockaddr *)&in, sizeof(in));
	listen(listener, 1);
	getsockname(listener, (struct sockaddr *)&in, &len);
	client = socket(AF_INET, SOCK_STREAM, 0);
	connect(client, (struct sockaddr *)&in, sizeof(in));
	server = accept(listener, NULL, NULL);
	getsockname(client, (struct sockaddr *)&in, &len);
	printf("client %d\n", ntohs(in.sin_port));
	getpeername(client, (struct sockaddr *)&in, &len);
	printf("server %d\n", ntohs(in.sin_port));
	shutdown(client, SHUT_WR);
	shutdown(server, SHUT_WR);
	listener = socket(AF_UNIX, SOCK_STREAM, 0);
	bind(listener, (struct sockaddr *)&un, sizeof(un));
	listen(listener, 1);
	client = socket(AF_UNIX, SOCK_STREAM, 0);
	connect(client, (struct sockaddr *)&un, sizeof(un));
	server = accept(listener, NULL, NULL);
	shutdown(server, SHUT_WR);
	client = socket(AF_INET6, SOCK_DGRAM, 0);
	shutdown(client, SHUT_WR);
}

/* In a chroot, whose paths are those of who traces. */
static void jail(void)
{
	mkdir("jail", 0700);
	if (fork()) {
		wait(NULL);
		return;
	}
	if (chroot("jail") || chdir("/"))
		_exit(1);
	fcntl(make("/inside"), F_GETFD);
	_exit(0);
}

/* What lives on in a new program, and what does not. */
static void exec_self(const char *self)
{
	int kept = dup2(make("kept"), 200), closed = dup3(kept, 201, O_CLOEXEC);

	fflush(stdout);
	if (closed == 201)
		execl(self, self, "probe", "200", "201", NULL);
	exit(1);
}

/* @nr processes that live as long as it takes. */
static void burst(int nr)
{
	char name[32];

	for (int i = 0; i < nr; i++) {
		if (fork())
			continue;
		snprintf(name, sizeof(name), "of_%d", i);
		dup2(make(name), 300);
		write(300, name, strlen(name));
		_exit(0);
	}
	while (wait(NULL) > 0 || errno == EINTR)
		;
}

static void loop(const char *name)
{
	const struct timespec pause = { .tv_nsec = 10000000 };
	int fd = open(name, O_RDONLY);

	printf("ready\n");
	fflush(stdout);
	for (;;) {
		lseek(fd, 0, SEEK_CUR);
		nanosleep(&pause, NULL);
	}
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (!strcmp(what, "probe")) {
		for (int i = 2; i < argc; i++)
			probe(atoi(argv[i]));
	} else if (!strcmp(what, "burst") && argc > 2) {
		burst(atoi(argv[2]));
	} else if (!strcmp(what, "loop") && argc > 2) {
		loop(argv[2]);
	} else if (!strcmp(what, "all")) {
		files();
		kinds();
		threads();
		mounts();
		fflush(stdout);
		messages();
		waits();
		hostile();
		addresses();
		jail();
		exec_self("/proc/self/exe");
	} else {
		return 2;
	}
	return 0;
}
