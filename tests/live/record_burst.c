// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * record_burst.c - record_burst OBJECT PROGRAM COUNT KEEP: loads a program COUNT times, unloads each
 * at once but the last KEEP, and prints their ids: "gone ID", or "kept ID CODE" with the JITed code of
 * all functions in hexadecimal as the kernel gives it. Those that are kept live until the end of
 * standard input.
 *
 * The object is opened once, so that next to nothing is between a load and its unload.
 */
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <linux/bpf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CODE_MAX 65536
#define INFOS_MAX 4096

/** struct source - all that a load needs. */
struct source {
	struct bpf_program *prog;
	int btf_fd;
	struct bpf_func_info funcs[INFOS_MAX];
	struct bpf_line_info lines[INFOS_MAX];
	struct bpf_prog_info info;
};

static int get_source(struct bpf_object *obj, const char *name, struct source *src)
{
	struct bpf_program *prog;
	__u32 len = sizeof(src->info);

	bpf_object__for_each_program (prog, obj)
		bpf_program__set_autoload(prog, !strcmp(bpf_program__name(prog), name));
	src->prog = bpf_object__find_program_by_name(obj, name);
	if (!src->prog || bpf_object__load(obj))
		return 1;
	src->btf_fd = bpf_object__btf_fd(obj);
	src->info.func_info = (uintptr_t)src->funcs;
	src->info.nr_func_info = INFOS_MAX;
	src->info.func_info_rec_size = sizeof(*src->funcs);
	src->info.line_info = (uintptr_t)src->lines;
	src->info.nr_line_info = INFOS_MAX;
	src->info.line_info_rec_size = sizeof(*src->lines);
	return bpf_obj_get_info_by_fd(bpf_program__fd(src->prog), &src->info, &len);
}

static int load(const struct source *src)
{
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .prog_btf_fd = (__u32)src->btf_fd,
		    .func_info = src->funcs, .func_info_cnt = src->info.nr_func_info,
		    .func_info_rec_size = src->info.func_info_rec_size, .line_info = src->lines,
		    .line_info_cnt = src->info.nr_line_info,
		    .line_info_rec_size = src->info.line_info_rec_size);

	return bpf_prog_load(BPF_PROG_TYPE_RAW_TRACEPOINT, bpf_program__name(src->prog), "GPL",
			     bpf_program__insns(src->prog), bpf_program__insn_cnt(src->prog),
			     &opts);
}

static uint32_t id_of(int fd, uint8_t *code, uint32_t *code_len)
{
	struct bpf_prog_info info = {};
	__u32 len = sizeof(info);

	if (code) {
		info.jited_prog_insns = (uintptr_t)code;
		info.jited_prog_len = CODE_MAX;
	}
	if (bpf_obj_get_info_by_fd(fd, &info, &len))
		return 0;
	*code_len = info.jited_prog_len;
	return info.id;
}

static void print_kept(int fd)
{
	static uint8_t code[CODE_MAX];
	uint32_t len = 0, i;

	printf("kept %u ", id_of(fd, code, &len));
	for (i = 0; i < len; i++)
		printf("%02x", code[i]);
	putchar('\n');
}

int main(int argc, char **argv)
{
	static struct source src;
	struct bpf_object *obj = argc == 5 ? bpf_object__open(argv[1]) : NULL;
	int count, keep, i, fd;
	uint32_t *gone, nr_gone = 0, len;
	char byte;

	if (!obj || get_source(obj, argv[2], &src))
		return 1;
	count = atoi(argv[3]);
	keep = atoi(argv[4]);
	gone = calloc((size_t)count + 1, sizeof(*gone));
	for (i = 0; gone && i < count; i++) {
		fd = load(&src);
		if (fd < 0)
			return 1;
		if (i >= count - keep) {
			print_kept(fd);
			continue;
		}
		gone[nr_gone++] = id_of(fd, NULL, &len);
		close(fd);
	}
	for (i = 0; i < (int)nr_gone; i++)
		printf("gone %u\n", gone[i]);
	fflush(stdout);
	while (keep && read(STDIN_FILENO, &byte, 1) > 0)
		;
	bpf_object__close(obj);
	free(gone);
	return 0;
}
