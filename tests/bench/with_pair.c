// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* with_pair.c - runs a command while the BPF programs of an object, one at each end of calls, are attached. */
#include <bpf/libbpf.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct bpf_program *prog;
	struct bpf_object *obj;
	int status;
	pid_t pid;

	if (argc < 3) {
		fprintf(stderr, "Usage: with_pair PAIR.bpf.o COMMAND...\n");
		return 2;
	}
	obj = bpf_object__open(argv[1]);
	if (!obj || bpf_object__load(obj)) {
		fprintf(stderr, "with_pair: cannot load %s\n", argv[1]);
		return 1;
	}
	bpf_object__for_each_program (prog, obj) {
		if (!bpf_program__attach(prog)) {
			fprintf(stderr, "with_pair: cannot attach %s\n", bpf_program__name(prog));
			return 1;
		}
	}
	pid = fork();
	if (!pid) {
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return 1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
