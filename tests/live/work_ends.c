// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_ends.c - calls whose ends the engine may tell without a look at their task (bpf-progs/ends.bpf.h), where that is
 * hard: calls that begin on one CPU and end on another one, between calls that do not; other tasks in between;
 * names that change; a seccomp filter that comes within a call, and refuses the next one. For trace_ends.sh.
 *
 *   work_ends N   each of two threads makes: N sched_setaffinity, 2 N getppid, N close(-1), N nanosleep and N
 *                 prctl(PR_SET_NAME); then another one 3 N getppid, N close(-1) and N nanosleep, while the first one
 *                 moves it by N sched_setaffinity, between N getppid and N nanosleep; then the first one N getuid that are
 *                 refused, and N getppid
 *   work_ends N others   N rt_sigreturn to where rt_sigsuspend fails, and N of the call 1000, which there is not
 *   work_ends N spin     getppid, close(-1) and getuid, until somebody ends it
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static cpu_set_t cpus;
static const struct timespec moment = { .tv_nsec = 1000 };
static sem_t is_there, may_go;

/* The thread @tid, 0 for the calling one, to the @nr'th CPU that there is for us, and around. */
static void move_to(pid_t tid, int nr)
{
	cpu_set_t one;
	int cpu = -1;

	CPU_ZERO(&one);
	for (nr %= CPU_COUNT(&cpus); nr >= 0; nr--) {
		do
			cpu++;
		while (!CPU_ISSET(cpu, &cpus));
	}
	CPU_SET(cpu, &one);
	syscall(SYS_sched_setaffinity, tid, sizeof(one), &one);
}

static void *move(void *arg)
{
	const int nr = *(int *)arg;
	char name[16];
	int i;

	for (i = 0; i < nr; i++) {
		move_to(0, i);
		syscall(SYS_getppid);
		syscall(SYS_close, -1);
		syscall(SYS_nanosleep, &moment, NULL);
		snprintf(name, sizeof(name), "name %d", i);
		syscall(SYS_prctl, PR_SET_NAME, name);
		syscall(SYS_getppid);
	}
	return NULL;
}

static pid_t moved_tid;

/* The same few calls again and again. */
static void *be_moved(void *arg)
{
	const int nr = *(int *)arg;
	int i;

	moved_tid = (pid_t)syscall(SYS_gettid);
	sem_post(&is_there);
	for (i = 0; i < nr; i++) {
		syscall(SYS_getppid);
		syscall(SYS_close, -1);
		syscall(SYS_getppid);
		syscall(SYS_getppid);
		syscall(SYS_nanosleep, &moment, NULL);
	}
	sem_wait(&may_go);
	return NULL;
}

static int move_other(int nr)
{
	pthread_t thread;
	int i;

	if (sem_init(&is_there, 0, 0) || sem_init(&may_go, 0, 0) ||
	    pthread_create(&thread, NULL, be_moved, &nr))
		return -1;
	sem_wait(&is_there);
	for (i = 0; i < nr; i++) {
		move_to(moved_tid, i);
		syscall(SYS_getppid);
		syscall(SYS_nanosleep, &moment, NULL);
	}
	sem_post(&may_go);
	return pthread_join(thread, NULL);
}

static int refuse_getuid(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getuid, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { sizeof(filter) / sizeof(*filter), filter };

	/* By a call that was made often: a summary has its row at hand. */
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog);
}

static void on_signal(int nr)
{
	(void)nr;
}

/* Calls that have another number at their end than at their entry. */
static int call_others(int nr)
{
	const struct sigaction handled = { .sa_handler = on_signal };
	sigset_t blocked, none;
	int i;

	sigemptyset(&none);
	sigemptyset(&blocked);
	sigaddset(&blocked, SIGUSR1);
	if (sigaction(SIGUSR1, &handled, NULL) || sigprocmask(SIG_BLOCK, &blocked, NULL))
		return 1;
	for (i = 0; i < nr; i++) {
		raise(SIGUSR1);
		sigsuspend(&none);
		syscall(1000);
	}
	return 0;
}

static void spin(void)
{
	for (;;) {
		syscall(SYS_getppid);
		syscall(SYS_close, -1);
		syscall(SYS_getuid);
	}
}

int main(int argc, char **argv)
{
	int nr = argc >= 2 ? atoi(argv[1]) : 0, i;
	pthread_t thread;

	if (nr > 0 && argc == 3 && !strcmp(argv[2], "others"))
		return call_others(nr);
	if (nr > 0 && argc == 3 && !strcmp(argv[2], "spin"))
		spin();
	if (nr <= 0 || sched_getaffinity(0, sizeof(cpus), &cpus) ||
	    pthread_create(&thread, NULL, move, &nr))
		return 1;
	move(&nr);
	pthread_join(thread, NULL);
	if (move_other(nr) || refuse_getuid())
		return 1;
	for (i = 0; i < nr; i++) {
		syscall(SYS_getuid);
		syscall(SYS_getppid);
	}
	return 0;
}
