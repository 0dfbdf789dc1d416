// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * overflow_blind.c - overflow_blind OBJECT SEEN MISSED: says the address of a byte, waits for a line, reads
 * the byte SEEN times, and has the tracepoint's program of the object read it MISSED times.
 *
 * While that program runs the kernel lets no other in: of a breakpoint at the byte exactly those are
 * missed, however busy the machine is.
 */
#include <bpf/libbpf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile unsigned char watched;

/* As overflow_blind.bpf.c has it. */
struct settings {
	uint64_t address;
	uint64_t tgid;
};

static int set(struct bpf_object *obj)
{
	const struct settings settings = { (uintptr_t)&watched, (uint64_t)getpid() };
	struct bpf_map *map;
	const void *old;
	size_t size;

	bpf_object__for_each_map (map, obj) {
		old = bpf_map__initial_value(map, &size);
		if (old && strstr(bpf_map__name(map), ".rodata"))
			return bpf_map__set_initial_value(map, &settings, size);
	}
	return -1;
}

int main(int argc, char **argv)
{
	struct bpf_object *obj;
	long seen, missed;

	if (argc != 4)
		return 2;
	obj = bpf_object__open(argv[1]);
	if (!obj || set(obj) || bpf_object__load(obj) ||
	    !bpf_program__attach(bpf_object__next_program(obj, NULL)))
		return 1;
	printf("%p\n", (void *)&watched);
	fflush(stdout);
	getchar();
	for (seen = atol(argv[2]); seen > 0; seen--)
		(void)watched;
	for (missed = atol(argv[3]); missed > 0; missed--)
		waitpid(-1, NULL, WNOHANG);
	return 0;
}
