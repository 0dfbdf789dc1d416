// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_seccomp.c - calls that a seccomp filter refuses, among others that it does not. For trace_seccomp.sh.
 *
 *   work_seccomp errno [N]  refused with errors: what is in memory, in two argument lists, and N times getppid
 *   work_seccomp trap       with SIGSYS, which has a handler
 *   work_seccomp trace      left to a tracer, and there is none
 *   work_seccomp notify     another process answers, with a result, an error, and by letting it go on
 *   work_seccomp kill       the last one ends the process
 *   work_seccomp children   refused ones are all that processes made by fork, vfork, clone and clone3 do, and
 *                           the first thing of a thread
 *   work_seccomp clones     making processes is refused itself
 *   work_seccomp ends       refused ends, and an execve
 *   work_seccomp signals    handlers, their ends and an interrupted call under a filter
 *   work_seccomp numbers    of x32, of no call, and -1
 *   work_seccomp compat     through the entry of 32-bit programs
 *   work_seccomp shared     a thread puts another one under the filter
 *   work_seccomp same       the same while that one is in a call of a number that the filter refuses
 *   work_seccomp blocked    "ready" on standard output; under a filter a read(2) of standard input, then getppid and
 *                           getpgid; each time a byte comes, until the end of the input
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define X32_GETPPID (0x40000000 | SYS_getppid)
#define COMPAT_GETPPID 64
#define NO_CALL 777

static _Noreturn void die(const char *what)
{
	perror(what);
	exit(99);
}

struct rule {
	unsigned int nr;
	unsigned int action;
};

#define FAIL(nr, error)                         \
	{                                       \
		nr, SECCOMP_RET_ERRNO | (error) \
	}

/* Return: a descriptor with SECCOMP_FILTER_FLAG_NEW_LISTENER. */
static int refuse(const struct rule *rules, size_t nr, unsigned int flags)
{
	struct sock_filter code[64] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	};
	struct sock_fprog prog = { .filter = code };
	size_t i, n = 1;
	long fd;

	for (i = 0; i < nr; i++) {
		code[n++] =
			(struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, rules[i].nr, 0, 1);
		code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, rules[i].action);
	}
	code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	prog.len = (unsigned short)n;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		die("no new privileges");
	fd = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &prog);
	if (fd < 0)
		die("seccomp");
	return (int)fd;
}

#define REFUSE(...)                                                    \
	do {                                                           \
		const struct rule rules_[] = { __VA_ARGS__ };          \
		refuse(rules_, sizeof(rules_) / sizeof(rules_[0]), 0); \
	} while (0)

static void refused_errors(int times)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(80) };
	char buf[64] = "what is written";
	int fd = socket(AF_INET, SOCK_DGRAM, 0), i;

	inet_pton(AF_INET, "192.0.2.1", &to.sin_addr);
	REFUSE(FAIL(SYS_openat, EPERM), FAIL(SYS_connect, EACCES), FAIL(SYS_getcwd, EPERM),
	       FAIL(SYS_getppid, ENOSYS), FAIL(SYS_rename, EROFS), FAIL(SYS_fsync, EIO),
	       FAIL(SYS_pwrite64, 0), FAIL(SYS_getsid, 0), FAIL(SYS_getpriority, EPERM));
	/* The first one that is not what makes the filter */
	syscall(SYS_openat, AT_FDCWD, "/refused/path", O_RDONLY | O_CLOEXEC);
	syscall(SYS_connect, fd, &to, sizeof(to));
	chdir("/");
	syscall(SYS_rename, "/refused/from", "/refused/to");
	syscall(SYS_getcwd, buf, sizeof(buf));
	syscall(SYS_openat, AT_FDCWD, "/refused/other", O_WRONLY | O_CREAT, 0600);
	chdir("/refused");
	syscall(SYS_fsync, fd);
	syscall(SYS_pwrite64, fd, buf, strlen(buf), 5);
	syscall(SYS_getsid, 0);
	/* Augmenters have something to say of these */
	for (i = 0; i < 2; i++)
		syscall(SYS_getpriority, i, 0);
	for (i = 0; i < times; i++)
		syscall(SYS_getppid);
	getpgid(0);
}

static void on_signal(int signo)
{
	(void)signo;
}

static void handle(int signo, int flags)
{
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = flags };

	sigaction(signo, &action, NULL);
}

static void trapped(void)
{
	handle(SIGSYS, 0);
	REFUSE({ SYS_getppid, SECCOMP_RET_TRAP }, { SYS_openat, SECCOMP_RET_TRAP | 7 });
	syscall(SYS_getppid);
	getpgid(0);
	syscall(SYS_openat, AT_FDCWD, "/refused/path", O_RDONLY);
	syscall(SYS_getppid);
	getpgid(0);
}

static void left_to_nobody(void)
{
	REFUSE({ SYS_getppid, SECCOMP_RET_TRACE }, { SYS_openat, SECCOMP_RET_TRACE });
	syscall(SYS_getppid);
	syscall(SYS_openat, AT_FDCWD, "/refused/path", O_RDONLY);
	getpgid(0);
}

static void answer(int fd, int error, int value, unsigned int flags)
{
	struct seccomp_notif_resp resp = { .error = error, .val = value, .flags = flags };
	struct seccomp_notif req = {};

	if (ioctl(fd, SECCOMP_IOCTL_NOTIF_RECV, &req))
		die("no notice");
	resp.id = req.id;
	if (ioctl(fd, SECCOMP_IOCTL_NOTIF_SEND, &resp))
		die("no answer");
}

static void answered(void)
{
	const struct rule rule = { SYS_getppid, SECCOMP_RET_USER_NOTIF };
	int fd = refuse(&rule, 1, SECCOMP_FILTER_FLAG_NEW_LISTENER);
	long pid = syscall(SYS_fork);

	if (!pid) {
		answer(fd, 0, 4711, 0);
		answer(fd, -EXDEV, 0, 0);
		answer(fd, 0, 0, SECCOMP_USER_NOTIF_FLAG_CONTINUE);
		_exit(0);
	}
	syscall(SYS_getppid);
	syscall(SYS_getppid);
	getpgid(0);
	syscall(SYS_getppid);
	waitpid((pid_t)pid, NULL, 0);
}

static void killed(void)
{
	const struct rlimit no_core = {};

	if (setrlimit(RLIMIT_CORE, &no_core))
		die("core");
	REFUSE({ SYS_getppid, SECCOMP_RET_KILL_PROCESS });
	getpgid(0);
	syscall(SYS_getppid);
	die("it lives");
}

/* In a page that children get as it is: of others they have no page until they read it, and nobody does. */
static char refused_path[] = "-refused/path";

/* What a child does whose memory is its parent's: no call but these. */
static _Noreturn void be_child(void)
{
	syscall(SYS_getppid);
	syscall(SYS_openat, AT_FDCWD, refused_path, O_RDONLY);
	syscall(SYS_exit, 0);
	__builtin_unreachable();
}

static void *thread(void *arg)
{
	(void)arg;
	syscall(SYS_getppid);
	getpgid(0);
	return NULL;
}

static void parent_of(long pid)
{
	if (!pid)
		be_child();
	if (pid < 0 || waitpid((pid_t)pid, NULL, __WALL) != pid)
		die("child");
}

static void have_children(void)
{
	struct clone_args args = { .exit_signal = SIGCHLD };
	pthread_t t;
	pid_t pid;

	refused_path[0] = '/';
	REFUSE(FAIL(SYS_getppid, EPERM), FAIL(SYS_openat, EPERM));
	parent_of(syscall(SYS_fork));
	pid = vfork();
	if (!pid)
		be_child();
	parent_of(pid);
	parent_of(syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, 0));
	parent_of(syscall(SYS_clone3, &args, sizeof(args)));
	if (pthread_create(&t, NULL, thread, NULL) || pthread_join(t, NULL))
		die("thread");
}

static void make_none(void)
{
	struct clone_args args = { .exit_signal = SIGCHLD };

	REFUSE(FAIL(SYS_fork, EAGAIN), FAIL(SYS_vfork, EAGAIN), FAIL(SYS_clone, EPERM),
	       FAIL(SYS_clone3, ENOSYS));
	syscall(SYS_fork);
	syscall(SYS_vfork);
	syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, 0);
	syscall(SYS_clone3, &args, sizeof(args));
}

static void do_not_end(char *self)
{
	char *argv[] = { self, "errno", "1", NULL }, *env[] = { NULL };

	REFUSE(FAIL(SYS_exit, EPERM), FAIL(SYS_exit_group, EBUSY), FAIL(SYS_execveat, ENOSYS));
	syscall(SYS_exit, 3);
	syscall(SYS_exit_group, 4);
	syscall(SYS_execveat, AT_FDCWD, "/refused/program", argv, env, 0);
	execve("/refused/program", argv, env);
	raise(SIGKILL);
}

static void interrupted(void)
{
	struct itimerval soon = { .it_value.tv_usec = 400000 };
	struct timespec ts = { .tv_nsec = 800000000 };

	handle(SIGUSR1, 0);
	handle(SIGALRM, SA_RESTART);
	REFUSE(FAIL(SYS_getppid, EPERM));
	kill(getpid(), SIGUSR1);
	syscall(SYS_getppid);
	kill(getpid(), SIGUSR1);
	getpgid(0);
	setitimer(ITIMER_REAL, &soon, NULL);
	syscall(SYS_nanosleep, &ts, NULL);
	syscall(SYS_getppid);
}

static void odd_numbers(void)
{
	REFUSE(FAIL(X32_GETPPID, EPERM), FAIL(NO_CALL, EPERM), FAIL(0xffffffff, EPERM));
	getpgid(0);
	syscall(X32_GETPPID);
	syscall(NO_CALL, 1, 2, 3, 4, 5, 6);
	syscall(-1);
	getpgid(0);
}

static void by_int80(void)
{
	long ret = COMPAT_GETPPID;

	REFUSE(FAIL(COMPAT_GETPPID, EPERM));
	__asm__ volatile("int $0x80" : "+a"(ret) : : "r8", "r9", "r10", "r11", "memory");
	getpgid(0);
}

static int to_thread[2], from_thread[2];

static void *wait_for_filter(void *arg)
{
	char byte;

	(void)arg;
	getpgid(0);
	if (write(from_thread[1], "x", 1) != 1 || read(to_thread[0], &byte, 1) != 1)
		die("pipe");
	syscall(SYS_getppid);
	return NULL;
}

static void *wait_and_read(void *arg)
{
	char byte;

	(void)arg;
	if (write(from_thread[1], "x", 1) != 1 || read(to_thread[0], &byte, 1) != 1)
		die("pipe");
	syscall(SYS_read, 98, NULL, 0);
	syscall(SYS_read, 99, NULL, 0);
	return NULL;
}

static void share(int nr, void *(*thread)(void *))
{
	const struct rule rule = FAIL((unsigned int)nr, EPERM);
	pthread_t t;
	char byte;

	if (pipe(to_thread) || pipe(from_thread) || pthread_create(&t, NULL, thread, NULL) ||
	    read(from_thread[0], &byte, 1) != 1)
		die("thread");
	/* Until it is in the call. */
	usleep(100000);
	refuse(&rule, 1, SECCOMP_FILTER_FLAG_TSYNC);
	if (write(to_thread[1], "x", 1) != 1 || pthread_join(t, NULL))
		die("thread");
}

static void blocked(void)
{
	char byte;

	REFUSE(FAIL(SYS_getppid, EPERM));
	if (write(1, "ready\n", 6) != 6)
		die("stdout");
	while (read(0, &byte, 1) == 1) {
		syscall(SYS_getppid);
		getpgid(0);
	}
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (!strcmp(what, "errno"))
		refused_errors(argc > 2 ? atoi(argv[2]) : 1);
	else if (!strcmp(what, "trap"))
		trapped();
	else if (!strcmp(what, "trace"))
		left_to_nobody();
	else if (!strcmp(what, "notify"))
		answered();
	else if (!strcmp(what, "kill"))
		killed();
	else if (!strcmp(what, "children"))
		have_children();
	else if (!strcmp(what, "clones"))
		make_none();
	else if (!strcmp(what, "ends"))
		do_not_end(argv[0]);
	else if (!strcmp(what, "signals"))
		interrupted();
	else if (!strcmp(what, "numbers"))
		odd_numbers();
	else if (!strcmp(what, "compat"))
		by_int80();
	else if (!strcmp(what, "shared"))
		share(SYS_getppid, wait_for_filter);
	else if (!strcmp(what, "same"))
		share(SYS_read, wait_and_read);
	else if (!strcmp(what, "blocked"))
		blocked();
	else
		die("what?");
	return 0;
}
