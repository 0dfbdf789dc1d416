// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_bpf_parts.c - programs put together from the parts that the capturer sends. */
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <errno.h>
#include <linux/filter.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_parts.h"
#include "strbuf.h"

#define NR_CPUS 2

static void add(struct strbuf *sb, const void *bytes, size_t len)
{
	strbuf__add(sb, bytes, len);
}

static void add_section(struct strbuf *sb, uint32_t kind, const void *bytes, size_t len)
{
	const struct cap_section section = { .kind = kind, .len = len };

	add(sb, &section, sizeof(section));
	add(sb, bytes, len);
	while (sb->len % 8)
		strbuf__addc(sb, 0);
}

static void add_func(struct strbuf *sb, uint64_t addr, const char *code)
{
	struct cap_func func = { .addr = addr, .len = strlen(code), .tag = { (uint8_t)addr } };
	struct strbuf bytes = {};

	add(&bytes, &func, sizeof(func));
	strbuf__adds(&bytes, code);
	add_section(sb, CAP_FUNC, bytes.text, bytes.len);
	strbuf__free(&bytes);
}

/* A program of two functions, with two maps, as the kernel has it in memory. */
static void add_prog(struct strbuf *sb, uint32_t id)
{
	const struct cap_prog prog = { .id = id,
				       .type = BPF_PROG_TYPE_RAW_TRACEPOINT,
				       .pid = 77,
				       .tid = 78,
				       .btf_id = 9,
				       .tag = { 0xab },
				       .name = "prog",
				       .comm = "loader" };
	const struct cap_map maps[] = {
		{ .addr = 0xffff888012345600, .id = 41 },
		{ .addr = 0xffff888012340000,
		  .value = 0xffff888012340100,
		  .id = 42,
		  .value_size = 12 },
	};
	const struct bpf_insn insns[] = {
		{ .code = BPF_LD | BPF_IMM | BPF_DW, .dst_reg = 1, .imm = 0x12345600 },
		{ .imm = (int32_t)0xffff8880 },
		{ .code = BPF_LD | BPF_IMM | BPF_DW, .dst_reg = 2, .imm = 0x12340108 },
		{ .imm = (int32_t)0xffff8880 },
		{ .code = BPF_LD | BPF_IMM | BPF_DW, .dst_reg = 3, .imm = 0x12340110 },
		{ .imm = (int32_t)0xffff8880 },
		{ .code = BPF_JMP | 0xf0 },
		{ .code = BPF_JMP | 0xe0, .imm = 5 },
		{ .code = BPF_LDX | BPF_W | 0x20, .dst_reg = 1 },
		{ .code = BPF_STX | BPF_W | 0xa0, .dst_reg = 1 },
		{ .code = BPF_JMP | BPF_CALL, .src_reg = BPF_PSEUDO_CALL, .off = 1, .imm = 9 },
		{ .code = BPF_JMP | BPF_EXIT },
	};

	add(sb, &prog, sizeof(prog));
	add_section(sb, CAP_XLATED, insns, sizeof(insns));
	add_section(sb, CAP_MAPS, maps, sizeof(maps));
	add_func(sb, 0x1000, "main's code");
	add_func(sb, 0x2000, "sub");
	add_section(sb, CAP_LINE_INFO, "0123456789abcdef0123456789abcdef", 32);
	add_section(sb, CAP_JITED_LINE_INFO, "0123456789abcdef", 16);
	add_section(sb, CAP_FUNC_INFO, "0123456789abcdef", 16);
	add_section(sb, CAP_BTF, "the btf", 7);
}

/* Parts of @part_len bytes; the last one's result. */
static int send(struct bpf_parts *parts, const struct strbuf *stream, size_t part_len, uint32_t cpu,
		uint64_t stream_id, struct bpf_captured *ret)
{
	struct cap_part part = { .cpu = cpu, .time_ns = 5, .stream = stream_id };
	uint8_t *record = malloc(sizeof(part) + part_len);
	size_t at = 0;
	int err = 0;

	while (at < stream->len && !err) {
		part.len = (uint32_t)(stream->len - at < part_len ? stream->len - at : part_len);
		part.flags = at + part.len == stream->len ? CAP_LAST : 0;
		memcpy(record, &part, sizeof(part));
		memcpy(record + sizeof(part), stream->text + at, part.len);
		err = bpf_parts__add(parts, record, sizeof(part) + part.len, ret);
		at += part.len;
		part.part++;
	}
	free(record);
	return err;
}

static const struct bpf_insn *insns_of(const struct bpf_captured *captured)
{
	return (const void *)captured->copy.entry.array[BPF_ARRAY_XLATED_INSNS].at;
}

static void assert_insn(const struct bpf_captured *captured, size_t idx, uint8_t code, uint8_t src,
			int32_t imm)
{
	struct bpf_insn insn;

	memcpy(&insn, &insns_of(captured)[idx], sizeof(insn));
	assert_int_equal(insn.code, code);
	assert_int_equal(insn.src_reg, src);
	assert_int_equal(insn.imm, imm);
}

static void assert_prog(const struct bpf_captured *captured, uint32_t id)
{
	const struct bpf_prog_entry *entry = &captured->copy.entry;

	assert_int_equal(captured->prog.pid, 77);
	assert_string_equal(captured->prog.comm, "loader");
	assert_int_equal(captured->btf_len, 7);
	assert_memory_equal(captured->btf, "the btf", 7);
	assert_int_equal(entry->info.id, id);
	assert_string_equal(entry->info.name, "prog");
	assert_int_equal(entry->info.jited_prog_len, 14);
	assert_int_equal(entry->info.nr_line_info, 2);
	assert_int_equal(entry->info.line_info_rec_size, 16);
	assert_int_equal(entry->info.nr_func_info, 2);
	assert_true(captured->copy.has_image);
	assert_int_equal(bpf_prog_entry__nr_funcs(entry), 2);
	assert_int_equal(bpf_prog_entry__func_addr(entry, 1), 0x2000);
	assert_int_equal(bpf_prog_entry__func_len(entry, 0), 11);
	assert_memory_equal(entry->array[BPF_ARRAY_JITED_INSNS].at, "main's codesub", 14);
	assert_int_equal(entry->array[BPF_ARRAY_PROG_TAGS].at[0], 0);
	assert_int_equal(load_u32(entry->array[BPF_ARRAY_MAP_IDS].at + 4), 42);
}

static void bpf_parts__joins_parts_of_any_size(void **state)
{
	static const size_t sizes[] = { 1, 7, 64, 1000, 1 << 20 };
	struct bpf_parts *parts = bpf_parts__new(NR_CPUS);
	struct bpf_captured captured;
	struct strbuf stream = {};
	uint32_t i;

	(void)state;
	add_prog(&stream, 5);
	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		assert_int_equal(send(parts, &stream, sizes[i], i % NR_CPUS, i, &captured), 1);
		assert_prog(&captured, 5);
		bpf_prog_copy__free(&captured.copy);
	}
	strbuf__free(&stream);
	bpf_parts__free(parts);
}

static void bpf_parts__says_instructions_as_the_kernel_does(void **state)
{
	struct bpf_parts *parts = bpf_parts__new(NR_CPUS);
	struct bpf_captured captured;
	struct strbuf stream = {};

	(void)state;
	add_prog(&stream, 5);
	assert_int_equal(send(parts, &stream, 1 << 20, 0, 0, &captured), 1);
	assert_insn(&captured, 0, BPF_LD | BPF_IMM | BPF_DW, BPF_PSEUDO_MAP_FD, 41);
	assert_insn(&captured, 1, 0, 0, 0);
	assert_insn(&captured, 2, BPF_LD | BPF_IMM | BPF_DW, BPF_PSEUDO_MAP_VALUE, 42);
	assert_insn(&captured, 3, 0, 0, 8);
	/* Past the value's 16 bytes: no map that we know. */
	assert_insn(&captured, 4, BPF_LD | BPF_IMM | BPF_DW, 0, 0x12340110);
	assert_insn(&captured, 6, BPF_JMP | BPF_CALL, 0, BPF_FUNC_tail_call);
	assert_insn(&captured, 7, BPF_JMP | BPF_CALL, 0, 5);
	assert_insn(&captured, 8, BPF_LDX | BPF_W | BPF_MEM, 0, 0);
	assert_insn(&captured, 9, BPF_STX | BPF_W | BPF_MEM, 0, 0);
	assert_insn(&captured, 10, BPF_JMP | BPF_CALL, BPF_PSEUDO_CALL, 9);
	bpf_prog_copy__free(&captured.copy);
	bpf_parts__swap_calls(parts);
	assert_int_equal(send(parts, &stream, 1 << 20, 0, 0, &captured), 1);
	assert_insn(&captured, 10, BPF_JMP | BPF_CALL, BPF_PSEUDO_CALL, 1);
	bpf_prog_copy__free(&captured.copy);
	strbuf__free(&stream);
	bpf_parts__free(parts);
}

static void bpf_parts__gives_up_a_stream_with_a_gap(void **state)
{
	struct bpf_parts *parts = bpf_parts__new(NR_CPUS);
	struct cap_part part = { .cpu = 1, .stream = 3 };
	struct bpf_captured captured;
	struct strbuf stream = {};

	(void)state;
	assert_int_equal(bpf_parts__add(parts, &part, sizeof(part), &captured), 0);
	part.part = 2;
	assert_int_equal(bpf_parts__add(parts, &part, sizeof(part), &captured), -EINVAL);
	part.part = 1;
	part.flags = CAP_LAST;
	assert_int_equal(bpf_parts__add(parts, &part, sizeof(part), &captured), -EINVAL);
	/* The next one is whole again. */
	add_prog(&stream, 6);
	assert_int_equal(send(parts, &stream, 100, 1, 4, &captured), 1);
	assert_prog(&captured, 6);
	bpf_prog_copy__free(&captured.copy);
	/* A part of another stream, without its beginning. */
	part = (struct cap_part){ .cpu = 1, .stream = 9, .part = 1 };
	assert_int_equal(bpf_parts__add(parts, &part, sizeof(part), &captured), -EINVAL);
	strbuf__free(&stream);
	bpf_parts__free(parts);
}

static void bpf_parts__refuses_damage(void **state)
{
	struct bpf_parts *parts = bpf_parts__new(NR_CPUS);
	struct cap_part part = { .cpu = NR_CPUS };
	const struct cap_section huge = { .kind = CAP_BTF, .len = UINT64_MAX - 3 };
	struct bpf_captured captured;
	struct strbuf stream = {};
	size_t len;

	(void)state;
	assert_int_equal(bpf_parts__add(parts, &part, sizeof(part), &captured), -EINVAL);
	part.cpu = 0;
	assert_int_equal(bpf_parts__add(parts, &part, sizeof(part) - 1, &captured), -EINVAL);
	part.len = 1;
	assert_int_equal(bpf_parts__add(parts, &part, sizeof(part), &captured), -EINVAL);
	add_prog(&stream, 5);
	len = stream.len;
	/* Every way to end too early is noticed, or leaves whole sections away. */
	while (stream.len > 1) {
		stream.len--;
		if (send(parts, &stream, 1 << 20, 0, 0, &captured) == 1)
			bpf_prog_copy__free(&captured.copy);
	}
	stream.len = len;
	add(&stream, &huge, sizeof(huge));
	assert_int_equal(send(parts, &stream, 1 << 20, 0, 0, &captured), -EINVAL);
	strbuf__free(&stream);
	bpf_parts__free(parts);
}

static void bpf_parts__takes_programs_without_anything(void **state)
{
	const struct cap_prog prog = { .id = 3 };
	struct bpf_parts *parts = bpf_parts__new(NR_CPUS);
	struct bpf_captured captured;
	struct strbuf stream = {};
	size_t i = offsetof(struct bpf_prog_info, attach_btf_id) + sizeof(uint32_t);

	(void)state;
	add(&stream, &prog, sizeof(prog));
	assert_int_equal(send(parts, &stream, 1 << 20, 0, 0, &captured), 1);
	assert_int_equal(captured.copy.entry.info.id, 3);
	/* What pads it goes into files too. */
	for (; i < sizeof(captured.copy.entry.info); i++)
		assert_int_equal(((const uint8_t *)&captured.copy.entry.info)[i], 0);
	assert_false(captured.copy.has_image);
	assert_null(captured.btf);
	bpf_prog_copy__free(&captured.copy);
	strbuf__free(&stream);
	bpf_parts__free(parts);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bpf_parts__joins_parts_of_any_size),
		cmocka_unit_test(bpf_parts__says_instructions_as_the_kernel_does),
		cmocka_unit_test(bpf_parts__gives_up_a_stream_with_a_gap),
		cmocka_unit_test(bpf_parts__refuses_damage),
		cmocka_unit_test(bpf_parts__takes_programs_without_anything),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
