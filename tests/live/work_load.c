// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_load.c - loads for tests/faults, which end by themselves and know what they did.
 *
 *   work_load threads N CALLS   N threads at once, each with CALLS of getpgid(2); prints their number
 *   work_load wait N            N threads that wait for a signal to end them
 *   work_load storm SECONDS     getppid(2) without a pause on every CPU; prints how many
 *   work_load bomb SECONDS      processes that fork until they cannot, for so long; a pids cgroup around
 *                               it is the caller's; prints how many were seen to fail
 *   work_load short N           N threads that end soon, N / 10 processes of two threads that are killed in
 *                               a call, N / 100 whose second thread goes on as another program; prints N
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define STACK_BYTES (64 * 1024)

static pthread_barrier_t all_there;
static unsigned long calls_each;
static double end_at;

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static void *call(void *arg)
{
	unsigned long i;

	pthread_barrier_wait(&all_there);
	for (i = 0; i < calls_each; i++)
		syscall(SYS_getpgid, 0);
	return arg;
}

static void *wait_for_signal(void *arg)
{
	pthread_barrier_wait(&all_there);
	pause();
	return arg;
}

static void *storm(void *arg)
{
	uint64_t *nr = arg;
	int i;

	pthread_barrier_wait(&all_there);
	while (now() < end_at) {
		for (i = 0; i < 1000; i++)
			syscall(SYS_getppid);
		*nr += 1000;
	}
	return arg;
}

/* @nr threads that begin together; each one's counter is summed. */
static int run_threads(unsigned long nr, void *(*fn)(void *), uint64_t *ret_sum)
{
	pthread_t *threads = calloc(nr, sizeof(*threads));
	uint64_t *counters = calloc(nr, 64);
	pthread_attr_t attr;
	unsigned long i;
	int err;

	if (!threads || !counters)
		return 1;
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK_BYTES);
	pthread_barrier_init(&all_there, NULL, (unsigned int)nr);
	for (i = 0; i < nr; i++) {
		err = pthread_create(&threads[i], &attr, fn, counters + i * 8);
		if (err) {
			fprintf(stderr, "work_load: thread %lu: %s\n", i, strerror(err));
			_exit(77); /* those that wait for it never go on */
		}
	}
	for (i = 0; i < nr; i++) {
		pthread_join(threads[i], NULL);
		*ret_sum += counters[i * 8];
	}
	free(threads);
	free(counters);
	return 0;
}

static void bomb(unsigned int *failed)
{
	while (now() < end_at) {
		const pid_t pid = fork();

		if (!pid)
			continue;
		if (pid < 0) {
			__atomic_add_fetch(failed, 1, __ATOMIC_RELAXED);
			usleep(1000);
		}
		while (waitpid(-1, NULL, WNOHANG) > 0)
			;
	}
	while (wait(NULL) > 0)
		;
}

static int run_bomb(void)
{
	const pid_t first = getpid();
	unsigned int *failed = mmap(NULL, sizeof(*failed), PROT_READ | PROT_WRITE,
				    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (failed == MAP_FAILED)
		return 1;
	bomb(failed);
	if (getpid() == first)
		printf("%u\n", *failed);
	return 0;
}

/* Says that it is there, and waits to be killed. */
static void *wait_in_call(void *arg)
{
	syscall(SYS_getpgid, 0);
	if (write(*(int *)arg, "", 1) != 1)
		_exit(1);
	for (;;)
		pause();
}

static void *become_another(void *arg)
{
	syscall(SYS_getpgid, 0);
	execl("/bin/true", "true", NULL);
	_exit(1);
	return arg;
}

/* A process whose second thread runs @fn. Return: its number; does not return in it. */
static pid_t fork_with_thread(void *(*fn)(void *), int *fd)
{
	const pid_t pid = fork();
	pthread_t thread;

	if (pid)
		return pid;
	syscall(SYS_getpgid, 0);
	if (pthread_create(&thread, NULL, fn, fd))
		_exit(1);
	for (;;)
		pause();
}

/* Return: 0, or 1 when one of them did not begin or ended otherwise. */
static int kill_one(int pipe_fds[2])
{
	const pid_t pid = fork_with_thread(wait_in_call, &pipe_fds[1]);
	int status;
	char c;

	if (pid < 0 || read(pipe_fds[0], &c, 1) != 1)
		return 1;
	kill(pid, SIGKILL);
	return waitpid(pid, &status, 0) != pid || !WIFSIGNALED(status);
}

static int exec_one(void)
{
	const pid_t pid = fork_with_thread(become_another, NULL);
	int status;

	return pid < 0 || waitpid(pid, &status, 0) != pid || status;
}

static int run_short(unsigned long nr)
{
	const unsigned long at_once = 50;
	int pipe_fds[2], err = pipe(pipe_fds);
	uint64_t sum = 0;
	unsigned long i;

	calls_each = 1;
	for (i = 0; i < nr / at_once && !err; i++)
		err = run_threads(at_once, call, &sum);
	for (i = 0; i < nr / 10 && !err; i++)
		err = kill_one(pipe_fds);
	for (i = 0; i < nr / 100 && !err; i++)
		err = exec_one();
	printf("%lu\n", nr);
	return err;
}

int main(int argc, char **argv)
{
	const unsigned long nr = argc > 2 ? strtoul(argv[2], NULL, 0) : 0;
	uint64_t sum = 0;
	int err;

	if (!nr)
		return 2;
	end_at = now() + (double)nr;
	if (!strcmp(argv[1], "bomb"))
		return run_bomb();
	if (!strcmp(argv[1], "short"))
		return run_short(nr);
	if (!strcmp(argv[1], "wait"))
		return run_threads(nr, wait_for_signal, &sum);
	if (!strcmp(argv[1], "storm")) {
		err = run_threads((unsigned long)sysconf(_SC_NPROCESSORS_ONLN), storm, &sum);
	} else {
		calls_each = argc > 3 ? strtoul(argv[3], NULL, 0) : 1;
		err = run_threads(nr, call, &sum);
		sum = nr * calls_each;
	}
	printf("%lu\n", (unsigned long)sum);
	return err;
}
