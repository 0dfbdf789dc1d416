// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * arena_maps.c - make arenas, and programs whose BTF names variables in them, as a loader does; hold
 * them until standard input ends. libbpf before 1.4 has no arenas, so all is made by hand.
 *
 *	dmt_arena_low    variables at the start, as libbpf before 1.7 puts them
 *	dmt_arena_end    variables in the last page, as libbpf 1.7 does
 *	dmt_arena_bare   mapped, no program
 *	dmt_arena_new    a program cannot be had before somebody has mapped it: never mapped
 *
 * "missing" instead of "ready" when this kernel has no arenas. At a newline on standard input the
 * program prints whether the first page of dmt_arena_bare is still absent.
 */
#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGES 8
#define ARENA 33 /* BPF_MAP_TYPE_ARENA */
#define SEGV_ON_FAULT (1U << 17)

/* The section: two pages and a bit, so that it is read in parts. */
struct variables {
	int32_t number;
	struct {
		int32_t x;
		int32_t y;
	} point;
	char text[12];
	char gap[8192];
	uint64_t last;
};

static int make_arena(const char *name, uint32_t flags)
{
	LIBBPF_OPTS(bpf_map_create_opts, opts, .map_flags = BPF_F_MMAPABLE | flags);

	return bpf_map_create(ARENA, name, 0, 0, PAGES, &opts);
}

/* Return: a descriptor of BTF with the section, and @ret_func, a function for a program. */
static int load_btf(int *ret_func)
{
	struct btf *btf = btf__new_empty();
	int s32 = btf__add_int(btf, "int", 4, BTF_INT_SIGNED);
	int u64 = btf__add_int(btf, "unsigned long", 8, 0);
	int ch = btf__add_int(btf, "char", 1, BTF_INT_SIGNED);
	int text = btf__add_array(btf, s32, ch, 12), point, first, func, proto;
	const void *raw;
	__u32 size;

	point = btf__add_struct(btf, "point", 8);
	btf__add_field(btf, "x", s32, 0, 0);
	btf__add_field(btf, "y", s32, 32, 0);
	first = btf__add_var(btf, "arena_number", BTF_VAR_GLOBAL_ALLOCATED, s32);
	btf__add_var(btf, "arena_point", BTF_VAR_GLOBAL_ALLOCATED, point);
	btf__add_var(btf, "arena_text", BTF_VAR_GLOBAL_ALLOCATED, text);
	btf__add_var(btf, "arena_last", BTF_VAR_GLOBAL_ALLOCATED, u64);
	btf__add_datasec(btf, ".addr_space.1", sizeof(struct variables));
	btf__add_datasec_var_info(btf, first, offsetof(struct variables, number), 4);
	btf__add_datasec_var_info(btf, first + 1, offsetof(struct variables, point), 8);
	btf__add_datasec_var_info(btf, first + 2, offsetof(struct variables, text), 12);
	btf__add_datasec_var_info(btf, first + 3, offsetof(struct variables, last), 8);
	proto = btf__add_func_proto(btf, s32);
	func = btf__add_func(btf, "touch", BTF_FUNC_GLOBAL, proto);
	*ret_func = func;
	raw = btf__raw_data(btf, &size);
	return bpf_btf_load(raw, size, NULL);
}

static int load_program(int arena, uint32_t offset)
{
	const struct bpf_insn insns[] = {
		{ .code = BPF_LD | BPF_IMM | BPF_DW,
		  .dst_reg = BPF_REG_1,
		  .src_reg = BPF_PSEUDO_MAP_VALUE,
		  .imm = arena },
		{ .imm = (int32_t)offset },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	struct bpf_func_info func = {};
	int type_id, btf = load_btf(&type_id);
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .prog_btf_fd = (__u32)btf, .func_info = &func,
		    .func_info_cnt = 1, .func_info_rec_size = sizeof(func));

	func.type_id = (__u32)type_id;
	return bpf_prog_load(BPF_PROG_TYPE_SOCKET_FILTER, "touch", "GPL", insns, 4, &opts);
}

static char *map_arena(int fd)
{
	char *mapping = mmap(NULL, PAGES * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	return mapping == MAP_FAILED ? NULL : mapping;
}

/* Return: an arena filled but for its second page; NULL on failure. */
static char *fill(const char *name, uint32_t offset, int32_t number)
{
	struct variables v = { .number = number, .point = { 3, -4 }, .text = "hello", .last = 99 };
	int fd = make_arena(name, 0);
	char *mapping = fd < 0 ? NULL : map_arena(fd);

	if (!mapping)
		return NULL;
	memcpy(mapping + offset, &v, 100);
	memcpy(mapping + offset + offsetof(struct variables, last), &v.last, 8);
	return load_program(fd, offset + offsetof(struct variables, text)) < 0 ? NULL : mapping;
}

/*
 * Was the page that nobody touched allocated? In this arena the kernel does not do that for a
 * process: who reads what is not there gets a signal.
 */
static void say_page(const char *bare)
{
	pid_t child = fork();
	int status = 0;

	if (!child) {
		signal(SIGSEGV, SIG_DFL); /* a sanitizer has a handler of its own */
		*(volatile const char *)bare;
		_exit(0);
	}
	waitpid(child, &status, 0);
	printf("page 0 is %s\n", WIFSIGNALED(status) ? "absent" : "there");
	fflush(stdout);
}

int main(void)
{
	const uint32_t end = (PAGES - 3) * 4096;
	char c, *bare;

	if (make_arena("dmt_arena_new", 0) < 0) {
		printf("missing\n");
		return 0;
	}
	bare = map_arena(make_arena("dmt_arena_bare", SEGV_ON_FAULT));
	if (!bare || !fill("dmt_arena_low", 0, 42) || !fill("dmt_arena_end", end, 43)) {
		perror("# arena");
		return 1;
	}
	printf("ready\n");
	fflush(stdout);
	while (read(STDIN_FILENO, &c, 1) > 0)
		say_page(bare);
	return 0;
}
