// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_bpf_info.c MAP PROGRAM [link] - asks for information on two pinned objects, on the kernel's types and on somebody's
 * link: all lengths, lists of all lengths, where memory ends behind them, and where there is none.
 */
#include <linux/bpf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PAGE 4096
#define KERNEL_TYPES 1 /* the identifier of vmlinux's */

/* A page each for the structure, instructions, code and numbers; behind each is nothing. */
static char *pages[4];

static int ask(int cmd, union bpf_attr *attr, uint32_t size)
{
	return (int)syscall(SYS_bpf, cmd, attr, size);
}

static int object(const char *path)
{
	union bpf_attr attr = { .pathname = (uintptr_t)path };

	return ask(BPF_OBJ_GET, &attr, sizeof(attr));
}

static int types(void)
{
	union bpf_attr attr = { .btf_id = KERNEL_TYPES };

	return ask(BPF_BTF_GET_FD_BY_ID, &attr, sizeof(attr));
}

static int link_of_somebody(void)
{
	union bpf_attr attr = {};

	if (ask(BPF_LINK_GET_NEXT_ID, &attr, 12))
		return -1;
	attr = (union bpf_attr){ .link_id = attr.next_id };
	return ask(BPF_LINK_GET_FD_BY_ID, &attr, 12);
}

static void info(int fd, void *bytes, uint32_t len)
{
	union bpf_attr attr = {};

	attr.info.bpf_fd = (uint32_t)fd;
	attr.info.info_len = len;
	attr.info.info = (uintptr_t)bytes;
	ask(BPF_OBJ_GET_INFO_BY_FD, &attr, 16);
}

static void lengths(int fd)
{
	for (uint32_t len = 0; len < 260; len++) {
		memset(pages[0], 0, PAGE);
		info(fd, pages[0] + PAGE - len, len);
	}
	info(fd, NULL, 80);
	info(fd, pages[0] + PAGE, 80);
	info(fd, pages[0] + PAGE - 40, 80);
}

/* Room for @nr of each of what a program has; @at_end: that many, and memory ends. */
static void lists(int fd, uint32_t nr, int at_end)
{
	struct bpf_prog_info *p = (void *)pages[0];

	memset(p, 0, sizeof(*p));
	p->xlated_prog_len = 4 * nr;
	p->xlated_prog_insns = (uintptr_t)pages[1] + (at_end ? PAGE - 4 * nr : 0);
	p->jited_prog_len = nr;
	p->jited_prog_insns = (uintptr_t)pages[2] + (at_end ? PAGE - nr : 0);
	p->nr_map_ids = nr;
	p->map_ids = (uintptr_t)pages[3] + (at_end ? PAGE - 4 * nr : 0);
	info(fd, p, sizeof(*p));
}

int main(int argc, char **argv)
{
	const int fds[] = { argc > 1 ? object(argv[1]) : -1, argc > 2 ? object(argv[2]) : -1,
			    types(), STDIN_FILENO, argc > 3 ? link_of_somebody() : -1 };

	for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
		/* The same addresses each time. */
		pages[i] = mmap((void *)(0x20000000UL + i * 2 * PAGE), PAGE, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
		if (pages[i] == MAP_FAILED)
			return 1;
		memset(pages[i], 0, PAGE);
	}
	for (size_t i = 0; i < sizeof(fds) / sizeof(fds[0]); i++)
		lengths(fds[i]);
	for (uint32_t nr = 0; nr < 40; nr++)
		lists(fds[1], nr, 0);
	/* More room than the program has of each, but for the code. */
	for (uint32_t nr = 200; nr < 300; nr += 7)
		lists(fds[1], nr, 1);
	return fds[0] < 0 || fds[1] < 0;
}
