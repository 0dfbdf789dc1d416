/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * test_prog_builder.h - makes entries of BPF_PROG_INFO with any arrays, and BTF whose strings are put
 * in as they are needed. For tests.
 */
#ifndef PERF_AUGMENT_TEST_PROG_BUILDER_H
#define PERF_AUGMENT_TEST_PROG_BUILDER_H

#include <linux/btf.h>

#include "bpf_progs_info.h"
#include "test_perfdata_builder.h"

/** struct test_prog - @array: the bytes of each array. Counts and offsets are filled in. */
struct test_prog {
	struct bpf_prog_info info;
	struct strbuf array[NR_BPF_ARRAYS];
};

static inline void test_prog__free(struct test_prog *p)
{
	unsigned int i;

	for (i = 0; i < NR_BPF_ARRAYS; i++)
		strbuf__free(&p->array[i]);
}

/** test_prog__func() - one more JITed function, with its code. */
static inline void test_prog__func(struct test_prog *p, uint64_t addr, const void *code,
				   uint32_t len)
{
	test_u64(&p->array[BPF_ARRAY_JITED_KSYMS], addr);
	test_u32(&p->array[BPF_ARRAY_JITED_FUNC_LENS], len);
	test_add(&p->array[BPF_ARRAY_JITED_INSNS], code, len);
}

/** test_prog__line() - one more entry of the line info. */
static inline void test_prog__line(struct test_prog *p, uint32_t insn, uint64_t addr, uint32_t file,
				   uint32_t text, uint32_t line, uint32_t col)
{
	struct strbuf *lines = &p->array[BPF_ARRAY_LINE_INFO];

	test_u32(lines, insn);
	test_u32(lines, file);
	test_u32(lines, text);
	test_u32(lines, line << 10 | col);
	test_u64(&p->array[BPF_ARRAY_JITED_LINE_INFO], addr);
}

/** test_prog__insn() - one more BPF instruction. */
static inline void test_prog__insn(struct test_prog *p, struct bpf_insn insn)
{
	test_add(&p->array[BPF_ARRAY_XLATED_INSNS], &insn, sizeof(insn));
}

static inline uint64_t test_prog__place(struct test_prog *p, unsigned int i, uint64_t *at)
{
	uint64_t offset = *at;

	*at += (p->array[i].len + 7) & ~7ULL;
	return offset;
}

/** test_prog__entry() - append it to a BPF_PROG_INFO. */
static inline void test_prog__entry(struct test_prog *p, struct strbuf *sb)
{
	static const char zeros[8];
	struct bpf_prog_info *info = &p->info;
	uint64_t at = 0;
	unsigned int i;

	info->jited_prog_len = (uint32_t)p->array[BPF_ARRAY_JITED_INSNS].len;
	info->jited_prog_insns = test_prog__place(p, BPF_ARRAY_JITED_INSNS, &at);
	if (p->array[BPF_ARRAY_XLATED_INSNS].len)
		info->xlated_prog_len = (uint32_t)p->array[BPF_ARRAY_XLATED_INSNS].len;
	info->xlated_prog_insns = test_prog__place(p, BPF_ARRAY_XLATED_INSNS, &at);
	info->nr_map_ids = (uint32_t)p->array[BPF_ARRAY_MAP_IDS].len / 4;
	info->map_ids = test_prog__place(p, BPF_ARRAY_MAP_IDS, &at);
	info->nr_jited_ksyms = (uint32_t)p->array[BPF_ARRAY_JITED_KSYMS].len / 8;
	info->jited_ksyms = test_prog__place(p, BPF_ARRAY_JITED_KSYMS, &at);
	info->nr_jited_func_lens = (uint32_t)p->array[BPF_ARRAY_JITED_FUNC_LENS].len / 4;
	info->jited_func_lens = test_prog__place(p, BPF_ARRAY_JITED_FUNC_LENS, &at);
	info->func_info_rec_size = 8;
	info->nr_func_info = (uint32_t)p->array[BPF_ARRAY_FUNC_INFO].len / 8;
	info->func_info = test_prog__place(p, BPF_ARRAY_FUNC_INFO, &at);
	info->line_info_rec_size = 16;
	info->nr_line_info = (uint32_t)p->array[BPF_ARRAY_LINE_INFO].len / 16;
	info->line_info = test_prog__place(p, BPF_ARRAY_LINE_INFO, &at);
	info->jited_line_info_rec_size = 8;
	info->nr_jited_line_info = (uint32_t)p->array[BPF_ARRAY_JITED_LINE_INFO].len / 8;
	info->jited_line_info = test_prog__place(p, BPF_ARRAY_JITED_LINE_INFO, &at);
	info->nr_prog_tags = (uint32_t)p->array[BPF_ARRAY_PROG_TAGS].len / 8;
	info->prog_tags = test_prog__place(p, BPF_ARRAY_PROG_TAGS, &at);
	test_u32(sb, 232);
	test_u32(sb, (uint32_t)at);
	test_u64(sb, 0x1ff);
	test_add(sb, info, 232);
	for (i = 0; i < NR_BPF_ARRAYS; i++) {
		test_add(sb, p->array[i].text, p->array[i].len);
		test_add(sb, zeros, -p->array[i].len & 7);
	}
}

/** struct test_btf - types and strings, to be put together by test_btf__bytes(). */
struct test_btf {
	struct strbuf types;
	struct strbuf strings;
};

static inline uint32_t test_btf__string(struct test_btf *b, const char *text)
{
	uint32_t at;

	if (!b->strings.len)
		strbuf__addc(&b->strings, '\0');
	at = (uint32_t)b->strings.len;
	test_add(&b->strings, text, strlen(text) + 1);
	return at;
}

/** test_btf__type() - a type without anything behind it. */
static inline void test_btf__type(struct test_btf *b, uint32_t name, uint32_t kind, uint32_t type)
{
	test_u32(&b->types, name);
	test_u32(&b->types, kind << 24);
	test_u32(&b->types, type);
}

/** test_btf__bytes() - append the whole BTF, and free its parts. */
static inline void test_btf__bytes(struct test_btf *b, struct strbuf *sb)
{
	const struct btf_header header = {
		.magic = BTF_MAGIC,
		.version = 1,
		.hdr_len = sizeof(header),
		.type_len = (uint32_t)b->types.len,
		.str_off = (uint32_t)b->types.len,
		.str_len = (uint32_t)b->strings.len,
	};

	test_add(sb, &header, sizeof(header));
	test_add(sb, b->types.text, b->types.len);
	test_add(sb, b->strings.text, b->strings.len);
	strbuf__free(&b->types);
	strbuf__free(&b->strings);
}

#endif /* PERF_AUGMENT_TEST_PROG_BUILDER_H */
