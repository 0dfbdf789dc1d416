// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_tree.c - processes and threads of every kind, for trace_tree.sh and trace_target.sh. Each one
 * leaves a mark, a call of access(2) with a path of its own, and the line that a trace has to show
 * for it goes to standard output. `work_tree MODE [ARG]`; the modes are at the end.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define NR_NAMES 50
#define STACK_SIZE 65536

static _Noreturn void die(const char *what)
{
	perror(what);
	exit(99);
}

/* One system call and nothing else: no errno, which threads made by hand do not have. */
static long raw_access(const char *path)
{
	long ret;

	__asm__ volatile("syscall"
			 : "=a"(ret)
			 : "0"(SYS_access), "D"(path), "S"(F_OK)
			 : "rcx", "r11", "memory");
	return ret;
}

static void say_mark(long tid, const char *name)
{
	char comm[17] = "";

	prctl(PR_GET_NAME, comm);
	dprintf(STDOUT_FILENO,
		"%s/%ld access(filename: \"/aug/%s\", mode: F_OK) = -1 ENOENT (No such file or "
		"directory)\n",
		comm, tid, name);
}

static void mark(const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "/aug/%s", name);
	raw_access(path);
	say_mark(syscall(SYS_gettid), name);
}

static void wait_for(pid_t pid)
{
	int status;

	if (waitpid(pid, &status, __WALL) != pid || status)
		die("a child failed");
}

/* ---- children ---- */

static void grandchild(void)
{
	prctl(PR_SET_NAME, "grandchild");
	mark("grandchild");
	_exit(0);
}

static void child(void)
{
	pid_t pid;

	mark("child-before-its-name");
	prctl(PR_SET_NAME, "child");
	mark("child");
	pid = fork();
	if (!pid)
		grandchild();
	wait_for(pid);
	mark("child-at-its-end");
	_exit(0);
}

static int children(void)
{
	int i;

	mark("parent");
	for (i = 0; i < 3; i++) {
		pid_t pid = fork();

		if (!pid)
			child();
		wait_for(pid);
	}
	mark("parent-at-its-end");
	return 0;
}

/* The middle process ends before its child works, so the child's parent is another one by then. */
static int daemons(void)
{
	int end[2];
	pid_t pid;
	char byte;

	if (pipe(end))
		die("pipe");
	pid = fork();
	if (!pid) {
		setsid();
		if (fork())
			_exit(0);
		while (getppid() == getpgrp())
			usleep(1000);
		prctl(PR_SET_NAME, "daemon");
		mark("daemon");
		_exit(0);
	}
	close(end[1]);
	wait_for(pid);
	return read(end[0], &byte, 1) != 0;
}

/* ---- the very first call of each kind of task ---- */

static int first_call(void *name)
{
	char path[] = "/aug/first-........";

	memcpy(path + 11, name, 8);
	raw_access(path);
	return 0;
}

static void first_of_clone(const char *name, int flags)
{
	static pid_t tid_in_memory;
	char mark_name[32], *stack = malloc(STACK_SIZE);
	int tid;

	if (!stack)
		die("malloc");
	__atomic_store_n(&tid_in_memory, -1, __ATOMIC_SEQ_CST);
	tid = clone(first_call, stack + STACK_SIZE, flags | CLONE_CHILD_CLEARTID, (void *)name,
		    NULL, NULL, &tid_in_memory);
	if (tid < 0)
		die("clone");
	if (flags & CLONE_VM) {
		while (__atomic_load_n(&tid_in_memory, __ATOMIC_SEQ_CST))
			usleep(1000);
	}
	if (!(flags & CLONE_THREAD))
		wait_for(tid);
	free(stack);
	snprintf(mark_name, sizeof(mark_name), "first-%s", name);
	say_mark(tid, mark_name);
}

static int first(void)
{
	pid_t pid = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);

	if (!pid) {
		raw_access("/aug/first-forkkkkk");
		_exit(0);
	}
	wait_for(pid);
	say_mark(pid, "first-forkkkkk");
	pid = vfork();
	if (!pid) {
		raw_access("/aug/first-vforkkkk");
		_exit(0);
	}
	wait_for(pid);
	say_mark(pid, "first-vforkkkk");
	first_of_clone("thread__", CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND |
					   CLONE_THREAD | CLONE_SYSVSEM);
	first_of_clone("sharedvm", CLONE_VM | CLONE_FILES | SIGCHLD);
	first_of_clone("nosignal", 0);
	return 0;
}

/* ---- threads and their names ---- */

struct named {
	pthread_t thread;
	int ready[2]; /* to the thread: you have a new name */
	int done[2];
};

static void *named_by_other(void *arg)
{
	struct named *n = arg;
	char byte, name[32];
	int i;

	for (i = 0; read(n->ready[0], &byte, 1) == 1; i++) {
		snprintf(name, sizeof(name), "named-by-other-%d", i);
		mark(name);
		if (write(n->done[1], "", 1) != 1)
			die("write");
	}
	return NULL;
}

static void *named_by_itself(void *arg)
{
	char name[32];
	int i;

	(void)arg;
	mark("thread-without-a-name");
	for (i = 0; i < NR_NAMES; i++) {
		snprintf(name, sizeof(name), "self-%d", i);
		pthread_setname_np(pthread_self(), name);
		mark(name);
	}
	return NULL;
}

static int threads(void)
{
	struct named n;
	pthread_t self;
	char byte, name[32];
	int i;

	if (pipe(n.ready) || pipe(n.done) || pthread_create(&n.thread, NULL, named_by_other, &n) ||
	    pthread_create(&self, NULL, named_by_itself, NULL))
		die("pthread_create");
	pthread_join(self, NULL);
	for (i = 0; i < NR_NAMES; i++) {
		snprintf(name, sizeof(name), "other-%d", i);
		if (pthread_setname_np(n.thread, name))
			die("pthread_setname_np");
		if (write(n.ready[1], "", 1) != 1 || read(n.done[0], &byte, 1) != 1)
			die("pipe");
	}
	close(n.ready[1]);
	pthread_join(n.thread, NULL);
	prctl(PR_SET_NAME, "a b)c: \"d\\");
	raw_access("/aug/odd-name");
	return 0;
}

/* ---- exec ---- */

static int exec_itself(char *link)
{
	char *argv[] = { link, "mark", "after-exec", NULL };

	mark("before-exec");
	execv(link, argv);
	die(link);
	return 1;
}

static void *exec_thread(void *link)
{
	char *argv[] = { link, "mark", "after-thread-exec", NULL };

	prctl(PR_SET_NAME, "no-leader");
	mark("before-thread-exec");
	execv(link, argv);
	die(link);
	return NULL;
}

static int exec_by_thread(char *link)
{
	pthread_t thread;

	mark("leader");
	if (pthread_create(&thread, NULL, exec_thread, link))
		die("pthread_create");
	pthread_join(thread, NULL);
	return 1;
}

/* ---- death in a call ---- */

static void wait_until_state(pid_t pid, char wanted)
{
	char path[64], text[512], *state;
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	do {
		usleep(1000);
		fd = open(path, O_RDONLY);
		if (fd < 0)
			die(path);
		n = read(fd, text, sizeof(text) - 1);
		close(fd);
		text[n > 0 ? n : 0] = '\0';
		state = strrchr(text, ')');
	} while (!state || state[2] != wanted);
}

static void *blocked_thread(void *arg)
{
	*(int *)arg = (int)syscall(SYS_gettid);
	pause();
	return NULL;
}

/* Prints the ids of the two that pause(2), which never returns to them. */
static int killed(void)
{
	static int tid;
	pthread_t thread;
	pid_t pid = fork();

	if (!pid) {
		pause();
		_exit(1);
	}
	wait_until_state(pid, 'S');
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	if (pthread_create(&thread, NULL, blocked_thread, &tid))
		die("pthread_create");
	while (!__atomic_load_n(&tid, __ATOMIC_SEQ_CST))
		usleep(1000);
	wait_until_state(tid, 'S');
	dprintf(STDOUT_FILENO, "%d\n%d\n", pid, tid);
	return 0;
}

/* ---- many ---- */

static void start_storm_child(char *self, int i)
{
	char number[16];
	pid_t pid;

	snprintf(number, sizeof(number), "%d", i);
	pid = vfork();
	if (pid < 0)
		die("vfork");
	if (!pid) {
		execl(self, self, "storm-child", number, NULL);
		_exit(98);
	}
	dprintf(STDOUT_FILENO, "%d %d\n", pid, i);
}

static int storm(char *self, int nr)
{
	int started, running = 0, status;

	for (started = 0; started < nr; started++) {
		start_storm_child(self, started);
		if (++running == 8) {
			if (wait(&status) < 0 || status)
				die("a child of the storm failed");
			running--;
		}
	}
	while (wait(&status) > 0) {
		if (status)
			die("a child of the storm failed");
	}
	return 0;
}

static int storm_child(const char *number)
{
	char path[64];

	snprintf(path, sizeof(path), "/aug/storm/%s", number);
	syscall(SYS_openat, AT_FDCWD, path, O_RDONLY, 0);
	return 0;
}

/* ---- to be traced by number ---- */

static volatile sig_atomic_t told;

static void on_signal(int signo)
{
	(void)signo;
	told = 1;
}

static void *ticking_thread(void *path)
{
	while (!told) {
		raw_access(path);
		usleep(10000);
	}
	return NULL;
}

static void *late_thread(void *arg)
{
	(void)arg;
	mark("late-thread");
	return NULL;
}

/*
 * Ticks in three threads until SIGUSR1, then makes a thread and a child. Prints its thread ids first,
 * the main one, which ticks "main", then that of "one"; the marks follow.
 */
static int server(void)
{
	pthread_t one, two, late;
	pid_t pid;

	signal(SIGUSR1, on_signal);
	if (pthread_create(&one, NULL, ticking_thread, "/aug/tick/one") ||
	    pthread_create(&two, NULL, ticking_thread, "/aug/tick/two"))
		die("pthread_create");
	dprintf(STDOUT_FILENO, "%d\n", getpid());
	ticking_thread("/aug/tick/main");
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	mark("told");
	if (pthread_create(&late, NULL, late_thread, NULL))
		die("pthread_create");
	pthread_join(late, NULL);
	pid = fork();
	if (!pid) {
		mark("late-child");
		_exit(0);
	}
	wait_for(pid);
	mark("server-at-its-end");
	return 0;
}

/* Ticks until SIGUSR1; then a thread ends, the mark follows, and the process waits to be killed. */
static _Noreturn void survivor(void)
{
	pthread_t late;

	signal(SIGUSR1, on_signal);
	dprintf(STDOUT_FILENO, "%d\n", getpid());
	ticking_thread("/aug/tick/main");
	if (pthread_create(&late, NULL, late_thread, NULL))
		die("pthread_create");
	pthread_join(late, NULL);
	mark("survivor");
	for (;;)
		pause();
}

/* Ends the process with status 7 when its main thread has ended with 0. */
static void *last_thread(void *arg)
{
	(void)arg;
	wait_until_state(getpid(), 'Z');
	_exit(7);
}

static _Noreturn void end_by_thread(void)
{
	pthread_t last;

	if (pthread_create(&last, NULL, last_thread, NULL))
		die("pthread_create");
	pthread_exit(NULL);
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";
	char *arg = argc > 2 ? argv[2] : NULL;

	if (!strcmp(mode, "children"))
		return children();
	if (!strcmp(mode, "daemons"))
		return daemons();
	if (!strcmp(mode, "first"))
		return first();
	if (!strcmp(mode, "threads"))
		return threads();
	if (!strcmp(mode, "killed"))
		return killed();
	if (!strcmp(mode, "server"))
		return server();
	if (!strcmp(mode, "survivor"))
		survivor();
	if (!strcmp(mode, "end-by-thread"))
		end_by_thread();
	if (!strcmp(mode, "exec") && arg)
		return exec_itself(arg);
	if (!strcmp(mode, "exec-by-thread") && arg)
		return exec_by_thread(arg);
	if (!strcmp(mode, "storm") && arg)
		return storm(argv[0], atoi(arg));
	if (!strcmp(mode, "storm-child") && arg)
		return storm_child(arg);
	if (!strcmp(mode, "mark") && arg) {
		mark(arg);
		return 0;
	}
	fprintf(stderr, "work_tree: unknown mode '%s'\n", mode);
	return 2;
}
