// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* map_arena.c - see map_arena.h. Arenas: Linux 6.9. */
#include "map_arena.h"

#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "map_users.h"
#include "util.h"

/* Bytes that the program copies in one run. */
#define CHUNK 4096
#define READER_NAME "pa_arena_read"

/** struct chunk - the value of the array that the program copies to. */
struct chunk {
	uint8_t bytes[CHUNK];
	uint64_t user_address;
};

/** struct reader - the program, and the array of one chunk. */
struct reader {
	int prog_fd;
	int chunk_fd;
};

uint32_t map_arena__section(const struct btf *btf)
{
	static const char *const names[] = { ".addr_space.1", ".arena.1" };
	size_t i;
	int id;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		id = btf__find_by_name_kind(btf, names[i], BTF_KIND_DATASEC);
		if (id > 0)
			return (uint32_t)id;
	}
	return 0;
}

struct btf_search {
	struct btf *btf;
	uint32_t section;
};

static int take_btf(void *ctx, int fd, const struct bpf_prog_info *info)
{
	struct btf_search *s = ctx;
	struct btf *btf = info->btf_id ? btf__load_from_kernel_by_id(info->btf_id) : NULL;

	(void)fd;
	s->section = btf ? map_arena__section(btf) : 0;
	if (s->section)
		s->btf = btf;
	else
		btf__free(btf);
	return s->section != 0;
}

struct btf *map_arena__find_btf(const struct map *map, uint32_t *ret_section)
{
	struct btf_search s = {};

	map_users__for_each_program(map->info.id, take_btf, &s);
	*ret_section = s.section;
	return s.btf;
}

struct code {
	struct bpf_insn insns[2 * CHUNK / 8 + 16];
	size_t nr;
};

static void add(struct code *c, struct bpf_insn insn)
{
	c->insns[c->nr++] = insn;
}

/* dst = address of the first byte of a map's memory */
static void add_memory_of(struct code *c, uint8_t dst, int map_fd)
{
	add(c, (struct bpf_insn){ .code = BPF_LD | BPF_IMM | BPF_DW,
				  .dst_reg = dst & 0xf,
				  .src_reg = BPF_PSEUDO_MAP_VALUE,
				  .imm = map_fd });
	add(c, (struct bpf_insn){});
}

static void add_store(struct code *c, uint8_t src, int16_t offset)
{
	add(c, (struct bpf_insn){ .code = BPF_STX | BPF_MEM | BPF_DW,
				  .dst_reg = BPF_REG_8,
				  .src_reg = src & 0xf,
				  .off = offset });
}

/* Copy the chunk at the offset that the context begins with. */
static void make_code(struct code *c, int arena_fd, int chunk_fd)
{
	int16_t i;

	add(c, (struct bpf_insn){ .code = BPF_LDX | BPF_MEM | BPF_DW,
				  .dst_reg = BPF_REG_7,
				  .src_reg = BPF_REG_1 });
	add_memory_of(c, BPF_REG_8, chunk_fd);
	add_memory_of(c, BPF_REG_9, arena_fd);
	add_store(c, BPF_REG_9, offsetof(struct chunk, user_address));
	add(c, (struct bpf_insn){ .code = BPF_ALU64 | BPF_ADD | BPF_X,
				  .dst_reg = BPF_REG_9,
				  .src_reg = BPF_REG_7 });
	/* A move with off 1 casts the address from space 1, the arena's, to the kernel's. */
	add(c, (struct bpf_insn){ .code = BPF_ALU64 | BPF_MOV | BPF_X,
				  .dst_reg = BPF_REG_9,
				  .src_reg = BPF_REG_9,
				  .off = 1,
				  .imm = 1 });
	for (i = 0; i < CHUNK; i = (int16_t)(i + 8)) {
		add(c, (struct bpf_insn){ .code = BPF_LDX | BPF_MEM | BPF_DW,
					  .dst_reg = BPF_REG_0,
					  .src_reg = BPF_REG_9,
					  .off = i });
		add_store(c, BPF_REG_0, i);
	}
	add(c, (struct bpf_insn){ .code = BPF_ALU64 | BPF_MOV | BPF_K });
	add(c, (struct bpf_insn){ .code = BPF_JMP | BPF_EXIT });
}

static int reader__open(struct reader *r, const struct map *map)
{
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .prog_flags = BPF_F_SLEEPABLE);
	struct code *code = calloc(1, sizeof(*code));
	int err = 0;

	*r = (struct reader){ .prog_fd = -1, .chunk_fd = -1 };
	if (!code)
		return -ENOMEM;
	r->chunk_fd = bpf_map_create(BPF_MAP_TYPE_ARRAY, "pa_arena_chunk", sizeof(uint32_t),
				     sizeof(struct chunk), 1, NULL);
	if (r->chunk_fd >= 0) {
		make_code(code, map->fd, r->chunk_fd);
		r->prog_fd = bpf_prog_load(BPF_PROG_TYPE_SYSCALL, READER_NAME, "GPL", code->insns,
					   code->nr, &opts);
	}
	if (r->prog_fd < 0)
		err = -errno;
	free(code);
	/* The verifier takes the program only when the arena has an address. */
	return err == -EINVAL ? -ENODATA : err;
}

static void reader__close(struct reader *r)
{
	if (r->prog_fd >= 0)
		close(r->prog_fd);
	if (r->chunk_fd >= 0)
		close(r->chunk_fd);
}

static int reader__read(const struct reader *r, uint64_t offset, struct chunk *chunk)
{
	LIBBPF_OPTS(bpf_test_run_opts, opts, .ctx_in = &offset, .ctx_size_in = sizeof(offset));
	uint32_t key = 0;

	if (bpf_prog_test_run_opts(r->prog_fd, &opts) ||
	    bpf_map_lookup_elem(r->chunk_fd, &key, chunk))
		return -errno;
	return 0;
}

/** struct place - where the code of programs says that variables are. */
struct place {
	uint32_t map_id;
	uint64_t start;
	uint64_t end;
	uint64_t first; /* the lowest address in the arena that is named */
};

/* Addresses of an arena are in the code as numbers; a kernel may also say map and offset. */
static uint64_t address_of(const struct place *place, const struct bpf_insn *insn)
{
	if (insn->code != (BPF_LD | BPF_IMM | BPF_DW))
		return 0;
	if (insn->src_reg == BPF_PSEUDO_MAP_VALUE)
		return (uint32_t)insn[0].imm == place->map_id ? place->start + (uint32_t)insn[1].imm
							      : 0;
	return (uint64_t)(uint32_t)insn[1].imm << 32 | (uint32_t)insn[0].imm;
}

static int look_at_code(void *ctx, int fd, const struct bpf_prog_info *old_info)
{
	__cleanup_free struct bpf_insn *insns = malloc(old_info->xlated_prog_len + 1);
	struct bpf_prog_info info = { .xlated_prog_len = old_info->xlated_prog_len,
				      .xlated_prog_insns = (uintptr_t)insns };
	struct place *place = ctx;
	__u32 len = sizeof(info);
	size_t i;

	/* Readers name the start of an arena, of which they know nothing. */
	if (!strcmp(old_info->name, READER_NAME))
		return 0;
	if (!insns || bpf_obj_get_info_by_fd(fd, &info, &len) || !info.xlated_prog_insns)
		return 0;
	info.xlated_prog_len = MIN(info.xlated_prog_len, old_info->xlated_prog_len);
	for (i = 0; i + 1 < info.xlated_prog_len / sizeof(*insns); i++) {
		uint64_t address = address_of(place, &insns[i]);

		if (address >= place->start && address < place->end)
			place->first = MIN(place->first, address);
	}
	return 0;
}

/* libbpf puts variables at the start of the arena, since 1.7 into the last pages of it. */
static uint64_t offset_of_variables(const struct map *map, uint64_t user_address, size_t size)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), bytes = map->info.max_entries * page;
	uint64_t at_end = bytes - ((size + page - 1) & ~(page - 1));
	struct place place = { .map_id = map->info.id,
			       .start = user_address,
			       .end = user_address + bytes,
			       .first = UINT64_MAX };

	map_users__for_each_program(map->info.id, look_at_code, &place);
	return place.first != UINT64_MAX && place.first - user_address >= at_end ? at_end : 0;
}

int map_arena__read(const struct map *map, void *bytes, size_t size)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), start;
	__cleanup_free struct chunk *chunk = malloc(sizeof(*chunk));
	struct reader reader;
	size_t at, part;
	int err;

	if (size > map->info.max_entries * page)
		return -ERANGE;
	if (!chunk)
		return -ENOMEM;
	err = reader__open(&reader, map);
	if (!err)
		err = reader__read(&reader, 0, chunk);
	start = err ? 0 : offset_of_variables(map, chunk->user_address, size);
	for (at = 0; at < size && !err; at += part) {
		part = MIN(size - at, sizeof(chunk->bytes));
		err = reader__read(&reader, start + at, chunk);
		if (!err)
			memcpy((uint8_t *)bytes + at, chunk->bytes, part);
	}
	reader__close(&reader);
	return err;
}

int map_arena__state(const struct map *map, struct map_arena_state *state)
{
	__cleanup_free struct chunk *chunk = malloc(sizeof(*chunk));
	struct reader reader;
	int err;

	*state = (struct map_arena_state){ .user_address = map->info.map_extra,
					   .pages_max = map->info.max_entries };
	if (!chunk)
		return -ENOMEM;
	/* What may not be asked is what was asked for when it was made. */
	err = reader__open(&reader, map);
	if (!err && !reader__read(&reader, 0, chunk))
		state->user_address = chunk->user_address;
	reader__close(&reader);
	return 0;
}
