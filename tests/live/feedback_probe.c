// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * feedback_probe.c - print what feedback__pids() finds for standard output and error.
 *
 * usage: feedback_probe FILE. FILE gets "PID COMM" per line, then "unseen N"; with a name of its
 * own, so that the outputs are free to be what is tested.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "feedback.h"

static void print_process(FILE *out, pid_t pid)
{
	char path[64], comm[64] = "?\n";
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/comm", pid);
	f = fopen(path, "r");
	if (f) {
		if (!fgets(comm, sizeof(comm), f))
			snprintf(comm, sizeof(comm), "?\n");
		fclose(f);
	}
	fprintf(out, "%d %s", pid, comm);
}

int main(int argc, char **argv)
{
	const int out_fds[] = { STDOUT_FILENO, STDERR_FILENO };
	struct pid_list list = {};
	FILE *out;
	size_t i;
	int err;

	if (argc != 2) {
		fprintf(stderr, "usage: feedback_probe FILE\n");
		return 2;
	}
	out = fopen(argv[1], "w");
	if (!out) {
		perror(argv[1]);
		return 1;
	}
	err = feedback__pids(out_fds, 2, &list);
	for (i = 0; i < list.nr; i++)
		print_process(out, list.pids[i]);
	fprintf(out, "unseen %u\n", list.nr_unseen);
	pid_list__free(&list);
	if (fclose(out) || err) {
		fprintf(stderr, "feedback_probe: %s\n", strerror(err ? -err : 5));
		return 1;
	}
	return 0;
}
