// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * capture_load.c - loads BPF programs and unloads them:
 *
 *	capture_load burst COUNT [PROCESSES]	as fast as it can, each process COUNT programs
 *	capture_load big INSNS			one of so many instructions, kept
 *	capture_load object FILE		all programs of an object, kept
 *	capture_load time COUNT [INSNS]		the median time of bpf(BPF_PROG_LOAD) in ns
 *
 * Programs are kept until standard input ends, and their ids are printed. Those without BTF are called
 * "burst" and "big".
 */
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <linux/filter.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "util.h"

static int load_insns(const char *name, size_t nr_insns, uint32_t seed)
{
	struct bpf_insn *insns = calloc(nr_insns + 2, sizeof(*insns));
	size_t i;
	int fd;

	if (!insns)
		return -ENOMEM;
	for (i = 0; i < nr_insns; i++)
		insns[i] = (struct bpf_insn){ .code = BPF_ALU64 | BPF_MOV | BPF_K,
					      .dst_reg = i % 6,
					      .imm = (int32_t)(seed + i * 7919) };
	insns[i].code = BPF_ALU64 | BPF_MOV | BPF_K;
	insns[i + 1].code = BPF_JMP | BPF_EXIT;
	fd = bpf_prog_load(BPF_PROG_TYPE_RAW_TRACEPOINT, name, "GPL", insns, nr_insns + 2, NULL);
	if (fd < 0)
		fprintf(stderr, "capture_load: %zu instructions: %s\n", nr_insns, strerror(errno));
	free(insns);
	return fd;
}

static int burst(long count)
{
	long i;
	int fd;

	for (i = 0; i < count; i++) {
		fd = load_insns("burst", 20, (uint32_t)i);
		if (fd < 0)
			return 1;
		close(fd);
	}
	return 0;
}

static int bursts(long count, long processes)
{
	int status, failed = 0;
	long i;

	for (i = 0; i < processes; i++) {
		if (!fork())
			_exit(burst(count));
	}
	for (i = 0; i < processes; i++) {
		wait(&status);
		failed |= status;
	}
	return !!failed;
}

static int print_id(int fd)
{
	struct bpf_prog_info info = {};
	__u32 len = sizeof(info);

	if (fd < 0 || bpf_obj_get_info_by_fd(fd, &info, &len))
		return 1;
	printf("%u\n", info.id);
	return fflush(stdout);
}

/* Until whoever started us has looked at it and closes our standard input; 10 s at most. */
static int keep(void)
{
	struct pollfd pfd = { .fd = STDIN_FILENO, .events = POLLIN };

	return poll(&pfd, 1, 10000) < 0;
}

static int big(long nr_insns)
{
	int fd = load_insns("big", (size_t)nr_insns, 1);

	return print_id(fd) || keep();
}

static int object(const char *path)
{
	struct bpf_object *obj = bpf_object__open(path);
	struct bpf_program *prog;
	int err;

	if (!obj || bpf_object__load(obj))
		return 1;
	err = 0;
	bpf_object__for_each_program (prog, obj)
		err |= print_id(bpf_program__fd(prog));
	keep();
	bpf_object__close(obj);
	return err;
}

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * NSEC_PER_SEC + (uint64_t)ts.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static int time_loads(long count, long nr_insns)
{
	uint64_t *ns = calloc((size_t)count, sizeof(*ns));
	long i;
	int fd;

	for (i = 0; ns && i < count; i++) {
		ns[i] = now_ns();
		fd = load_insns("time", (size_t)nr_insns, (uint32_t)i);
		ns[i] = now_ns() - ns[i];
		if (fd < 0)
			break;
		close(fd);
	}
	if (!ns || i < count)
		return 1;
	qsort(ns, (size_t)count, sizeof(*ns), by_value);
	printf("%llu\n", (unsigned long long)ns[count / 2]);
	free(ns);
	return 0;
}

int main(int argc, char **argv)
{
	const char *what = argc > 2 ? argv[1] : "";

	if (!strcmp(what, "burst"))
		return bursts(atol(argv[2]), argc > 3 ? atol(argv[3]) : 1);
	if (!strcmp(what, "big"))
		return big(atol(argv[2]));
	if (!strcmp(what, "object"))
		return object(argv[2]);
	if (!strcmp(what, "time"))
		return time_loads(atol(argv[2]), argc > 3 ? atol(argv[3]) : 20);
	return 2;
}
