// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * syscall_loop.c - makes N calls of one kind and prints the nanoseconds that each took: of the clock,
 * or of the CPU alone, which other programs disturb less.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void loop_getppid(long nr)
{
	for (; nr > 0; nr--)
		syscall(SYS_getppid);
}

static void loop_openat(long nr)
{
	for (; nr > 0; nr -= 2) {
		long fd = syscall(SYS_openat, AT_FDCWD, "/etc/hostname", O_RDONLY | O_CLOEXEC);

		syscall(SYS_close, fd);
	}
}

static void loop_rw(long nr)
{
	int in = open("/dev/zero", O_RDONLY), out = open("/dev/null", O_WRONLY);
	char buf[64];

	for (; nr > 0; nr -= 2) {
		syscall(SYS_read, in, buf, sizeof(buf));
		syscall(SYS_write, out, buf, sizeof(buf));
	}
}

static const struct {
	const char *name;
	void (*run)(long nr);
} loops[] = {
	{ "getppid", loop_getppid },
	{ "openat", loop_openat },
	{ "rw", loop_rw },
};

int main(int argc, char **argv)
{
	struct timespec begin, end;
	const clockid_t clock = argc == 5 && !strcmp(argv[4], "cpu") ? CLOCK_PROCESS_CPUTIME_ID
								     : CLOCK_MONOTONIC;
	long nr = argc >= 4 ? atol(argv[2]) : 0;
	size_t i;
	FILE *f;

	for (i = 0; nr > 0 && i < sizeof(loops) / sizeof(loops[0]); i++) {
		if (strcmp(argv[1], loops[i].name))
			continue;
		clock_gettime(clock, &begin);
		loops[i].run(nr);
		clock_gettime(clock, &end);
		f = fopen(argv[3], "w");
		if (!f)
			return 1;
		fprintf(f, "%.1f\n",
			((double)(end.tv_sec - begin.tv_sec) * 1e9 +
			 (double)(end.tv_nsec - begin.tv_nsec)) /
				(double)nr);
		return fclose(f) != 0;
	}
	fprintf(stderr, "Usage: syscall_loop getppid|openat|rw CALLS RESULT_FILE [cpu]\n");
	return 2;
}
