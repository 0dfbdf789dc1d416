// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_slots.c - many threads at a time, for trace_slots.sh: THREADS CALLS ROUNDS [wait]. In each round all threads are
 * there until the last one has called getppid() CALLS times; then all end, and their stacks are the next round's.
 * wait: those of the first round begin when something is read from the standard input; a line tells that all are there.
 * Or "exit": a child that takes longer to end than it lives; a line tells its pid, and the time it ran in us.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static long nr_threads, nr_calls;
static pthread_barrier_t there, done;

static void *call(void *arg)
{
	if (arg)
		pthread_barrier_wait(&there);
	for (long i = 0; i < nr_calls; i++)
		syscall(SYS_getppid);
	pthread_barrier_wait(&done);
	return NULL;
}

static int run(int waits)
{
	pthread_t *threads = calloc((size_t)nr_threads, sizeof(*threads));
	pthread_attr_t attr;
	char c;

	if (!threads || pthread_attr_init(&attr) || pthread_attr_setstacksize(&attr, 65536))
		return 1;
	pthread_barrier_init(&there, NULL, (unsigned int)nr_threads + 1);
	pthread_barrier_init(&done, NULL, (unsigned int)nr_threads + 1);
	for (long i = 0; i < nr_threads; i++) {
		if (pthread_create(&threads[i], &attr, call, waits ? threads : NULL)) {
			perror("work_slots: pthread_create");
			return 1;
		}
	}
	if (waits) {
		printf("all there\n");
		fflush(stdout);
		if (read(0, &c, 1) < 0)
			return 1;
		pthread_barrier_wait(&there);
	}
	pthread_barrier_wait(&done);
	for (long i = 0; i < nr_threads; i++)
		pthread_join(threads[i], NULL);
	free(threads);
	return 0;
}

/* Much memory is given back at its end. */
static int end_long(void)
{
	const size_t size = 128 << 20;
	struct rusage usage;
	int status;
	pid_t pid = fork();
	char *room;

	if (!pid) {
		room = mmap(NULL, size, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
		_exit(room == MAP_FAILED);
	}
	if (pid < 0 || wait4(pid, &status, 0, &usage) != pid || status)
		return 1;
	printf("%d %ld\n", pid,
	       (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000L + usage.ru_utime.tv_usec +
		       usage.ru_stime.tv_usec);
	return 0;
}

int main(int argc, char **argv)
{
	const int waits = argc == 5 && !strcmp(argv[4], "wait");

	if (argc == 2 && !strcmp(argv[1], "exit"))
		return end_long();
	if (argc < 4 || argc > 5 || (argc == 5 && !waits)) {
		fprintf(stderr,
			"work_slots: Usage: work_slots THREADS CALLS ROUNDS [wait] | exit\n");
		return 2;
	}
	nr_threads = atol(argv[1]);
	nr_calls = atol(argv[2]);
	for (long i = 0; i < atol(argv[3]); i++) {
		if (run(waits && !i))
			return 1;
	}
	return 0;
}
