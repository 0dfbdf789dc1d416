// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * overflow_hits.c - overflow_hits TIMES [CHILDREN]: says the address of a variable, waits for a line, and
 * begins so many children; each of them, and the process itself, writes the variable so many times and a
 * neighbour as often.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long watched[16];

__attribute__((noinline, noclone)) static void hit(int nr)
{
	int i;

	for (i = 0; i < nr; i++) {
		watched[0] = i;
		watched[8] = i;
	}
}

int main(int argc, char **argv)
{
	const int nr = argc > 1 ? atoi(argv[1]) : 1, children = argc > 2 ? atoi(argv[2]) : 0;
	int i, status, failed = 0;
	pid_t pid;

	printf("%p\n", (void *)&watched[0]);
	fflush(stdout);
	getchar();
	for (i = 0; i < children; i++) {
		pid = fork();
		if (!pid) {
			hit(nr);
			_exit(0);
		}
		failed += pid < 0;
	}
	hit(nr);
	while (wait(&status) > 0)
		failed += status != 0;
	return failed != 0;
}
