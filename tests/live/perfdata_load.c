// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * perfdata_load.c - perfdata_load OBJECT PROGRAM BUSY_MS [ROUNDS]: loads one program, attaches it and
 * makes system calls for so long; with 0 ms it loads and unloads at once, ROUNDS times. Prints the
 * ids of the programs.
 */
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

static int be_busy(struct bpf_program *prog, long busy_ms)
{
	struct bpf_link *link = bpf_program__attach(prog);
	const long end = now_ms() + busy_ms;

	if (!link)
		return 1;
	while (now_ms() < end)
		syscall(SYS_getppid);
	bpf_link__destroy(link);
	return 0;
}

static int run(const char *path, const char *name, long busy_ms)
{
	struct bpf_object *obj = bpf_object__open(path);
	struct bpf_prog_info info = {};
	struct bpf_program *prog;
	__u32 len = sizeof(info);
	int err = 1;

	if (!obj)
		return 1;
	bpf_object__for_each_program (prog, obj)
		bpf_program__set_autoload(prog, !strcmp(bpf_program__name(prog), name));
	prog = bpf_object__find_program_by_name(obj, name);
	if (prog && !bpf_object__load(obj) &&
	    !bpf_obj_get_info_by_fd(bpf_program__fd(prog), &info, &len)) {
		printf("%u\n", info.id);
		fflush(stdout);
		err = busy_ms ? be_busy(prog, busy_ms) : 0;
	}
	bpf_object__close(obj);
	return err;
}

int main(int argc, char **argv)
{
	long rounds = argc > 4 ? atol(argv[4]) : 1;
	int err = argc < 4;

	while (!err && rounds-- > 0)
		err = run(argv[1], argv[2], atol(argv[3]));
	return err;
}
