// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * overflow_load.c - overflow_load OBJECT SECONDS: attaches all programs of the object, says "runs", and
 * calls wait4(2) for so long.
 */
#include <bpf/libbpf.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
	struct bpf_object *obj;
	struct bpf_program *prog;
	double end;

	if (argc != 3)
		return 2;
	obj = bpf_object__open(argv[1]);
	if (!obj || bpf_object__load(obj))
		return 1;
	bpf_object__for_each_program (prog, obj) {
		if (!bpf_program__attach(prog))
			return 1;
	}
	puts("runs");
	fflush(stdout);
	for (end = now() + atof(argv[2]); now() < end;)
		waitpid(-1, NULL, WNOHANG);
	return 0;
}
