// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * tracing_load.c - tracing_load OBJECT MS [PROGRAM]: loads the programs of tracing.bpf.c, or one of them, each
 * from an object of its own, attaches them, and has them run for so long; with 0 ms a hundred times, and holds
 * them until standard input ends. Prints "PROGRAM ID MAP_ID" for each, or "PROGRAM - WHY" when the kernel does not
 * take it, and "ready". The status is 1 when it took none.
 */
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define PROGS_MAX 16

/* Those that a test run calls, or makes the kernel call what they are attached to. */
static int runs[PROGS_MAX];
static int nr_runs;

static int quiet(enum libbpf_print_level level, const char *fmt, va_list args)
{
	(void)level;
	(void)fmt;
	(void)args;
	return 0;
}

static long now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

static int run_once(int fd)
{
	LIBBPF_OPTS(bpf_test_run_opts, opts);

	return bpf_prog_test_run_opts(fd, &opts);
}

/* A program that nothing attaches is run itself. */
static int attach(struct bpf_program *prog)
{
	const int fd = bpf_program__fd(prog);

	if (bpf_program__type(prog) != BPF_PROG_TYPE_SYSCALL && !bpf_program__attach(prog))
		return -errno;
	if (!run_once(fd))
		runs[nr_runs++] = fd;
	return 0;
}

static int told(const char *name, const char *step, int err)
{
	printf("%s - %s: %s\n", name, step, strerror(-err));
	return 0;
}

/* The object stays open. Return: 1 when the program runs. */
static int load(const char *path, const char *name)
{
	struct bpf_object *obj = bpf_object__open(path);
	struct bpf_prog_info info = {};
	__u32 map_id = 0, len = sizeof(info);
	struct bpf_program *prog;
	int err;

	if (!obj)
		return told(name, path, -errno);
	bpf_object__for_each_program (prog, obj)
		bpf_program__set_autoload(prog, !strcmp(bpf_program__name(prog), name));
	prog = bpf_object__find_program_by_name(obj, name);
	err = prog ? bpf_object__load(obj) : -ENOENT;
	if (err)
		return told(name, "load", err);
	err = attach(prog);
	if (err)
		return told(name, "attach", err);
	info.nr_map_ids = 1;
	info.map_ids = (__u64)(unsigned long)&map_id;
	if (bpf_obj_get_info_by_fd(bpf_program__fd(prog), &info, &len))
		return told(name, "info", -errno);
	printf("%s %u %u\n", name, info.id, map_id);
	return 1;
}

static int load_all(const char *path, const char *only)
{
	struct bpf_object *obj = bpf_object__open(path);
	struct bpf_program *prog;
	int nr = 0;

	if (!obj)
		return 0;
	bpf_object__for_each_program (prog, obj)
		if (nr_runs < PROGS_MAX && (!only || !strcmp(bpf_program__name(prog), only)))
			nr += load(path, bpf_program__name(prog));
	return nr;
}

static void run_all(void)
{
	int i;

	for (i = 0; i < nr_runs; i++)
		run_once(runs[i]);
	syscall(SYS_getppid);
	syscall(SYS_getpgid, 0);
}

int main(int argc, char **argv)
{
	const long ms = argc > 2 ? atol(argv[2]) : 0, end = now_ms() + ms;
	int i;

	libbpf_set_print(quiet);
	if (argc < 3 || !load_all(argv[1], argc > 3 ? argv[3] : NULL))
		return 1;
	for (i = 0; i < 100; i++)
		run_all();
	puts("ready");
	fflush(stdout);
	while (now_ms() < end)
		run_all();
	while (!ms && getchar() != EOF)
		;
	return 0;
}
