// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_bpf_insn.c - a BPF instruction of every kind and the text that the kernel's verifier and bpftool
 * give it; and any bytes at all are printed as something.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "bpf_insn.h"
#include "test_perfdata_builder.h"
#include "util.h"

/* clang-format off */
static const struct {
	uint8_t code;
	uint8_t dst, src;
	int16_t off;
	int32_t imm;
	const char *text;
} table[] = {
	/* 64-bit arithmetic */
	{ 0x07, 2, 0, 0, -8, "(07) r2 += -8" },
	{ 0x0f, 2, 3, 0, 0, "(0f) r2 += r3" },
	{ 0x17, 1, 0, 0, 1, "(17) r1 -= 1" },
	{ 0x1f, 1, 4, 0, 0, "(1f) r1 -= r4" },
	{ 0x27, 1, 0, 0, 3, "(27) r1 *= 3" },
	{ 0x2f, 1, 2, 0, 0, "(2f) r1 *= r2" },
	{ 0x37, 1, 0, 0, 3, "(37) r1 /= 3" },
	{ 0x3f, 1, 2, 0, 0, "(3f) r1 /= r2" },
	{ 0x37, 1, 0, 1, 3, "(37) r1 s/= 3" },
	{ 0x3f, 1, 2, 1, 0, "(3f) r1 s/= r2" },
	{ 0x47, 1, 0, 0, 255, "(47) r1 |= 255" },
	{ 0x4f, 1, 2, 0, 0, "(4f) r1 |= r2" },
	{ 0x57, 1, 0, 0, 255, "(57) r1 &= 255" },
	{ 0x5f, 1, 2, 0, 0, "(5f) r1 &= r2" },
	{ 0x67, 1, 0, 0, 32, "(67) r1 <<= 32" },
	{ 0x6f, 1, 2, 0, 0, "(6f) r1 <<= r2" },
	{ 0x77, 1, 0, 0, 32, "(77) r1 >>= 32" },
	{ 0x7f, 1, 2, 0, 0, "(7f) r1 >>= r2" },
	{ 0x87, 1, 0, 0, 0, "(87) r1 = -r1" },
	{ 0x97, 1, 0, 0, 10, "(97) r1 %= 10" },
	{ 0x9f, 1, 2, 0, 0, "(9f) r1 %= r2" },
	{ 0x97, 1, 0, 1, 10, "(97) r1 s%= 10" },
	{ 0x9f, 1, 2, 1, 0, "(9f) r1 s%= r2" },
	{ 0xa7, 1, 0, 0, -1, "(a7) r1 ^= -1" },
	{ 0xaf, 1, 2, 0, 0, "(af) r1 ^= r2" },
	{ 0xb7, 0, 0, 0, 1, "(b7) r0 = 1" },
	{ 0xbf, 6, 1, 0, 0, "(bf) r6 = r1" },
	{ 0xbf, 6, 1, 8, 0, "(bf) r6 = (s8)r1" },
	{ 0xbf, 6, 1, 16, 0, "(bf) r6 = (s16)r1" },
	{ 0xbf, 6, 1, 32, 0, "(bf) r6 = (s32)r1" },
	{ 0xbf, 1, 2, 1, 1, "(bf) r1 = addr_space_cast(r2, 0, 1)" },
	{ 0xbf, 1, 2, 1, 1 << 16, "(bf) r1 = addr_space_cast(r2, 1, 0)" },
	{ 0xbf, 1, 2, -1, 0, "(bf) r1 = &(void __percpu *)(r2)" },
	{ 0xc7, 1, 0, 0, 32, "(c7) r1 s>>= 32" },
	{ 0xcf, 1, 2, 0, 0, "(cf) r1 s>>= r2" },
	{ 0xd7, 1, 0, 0, 16, "(d7) r1 = bswap16 r1" },
	{ 0xd7, 1, 0, 0, 64, "(d7) r1 = bswap64 r1" },
	/* 32-bit arithmetic */
	{ 0x04, 2, 0, 0, -8, "(04) w2 += -8" },
	{ 0x0c, 2, 3, 0, 0, "(0c) w2 += w3" },
	{ 0x34, 1, 0, 1, 3, "(34) w1 s/= 3" },
	{ 0x9c, 1, 2, 1, 0, "(9c) w1 s%= w2" },
	{ 0x84, 1, 0, 0, 0, "(84) w1 = -w1" },
	{ 0xb4, 1, 0, 0, -1, "(b4) w1 = -1" },
	{ 0xbc, 1, 2, 0, 0, "(bc) w1 = w2" },
	{ 0xbc, 1, 2, 8, 0, "(bc) w1 = (s8)w2" },
	{ 0xc4, 1, 0, 0, 31, "(c4) w1 s>>= 31" },
	{ 0xd4, 1, 0, 0, 16, "(d4) r1 = le16 r1" },
	{ 0xdc, 1, 0, 0, 64, "(dc) r1 = be64 r1" },
	/* loads and stores */
	{ 0x61, 1, 2, 4, 0, "(61) r1 = *(u32 *)(r2 +4)" },
	{ 0x69, 1, 2, 0, 0, "(69) r1 = *(u16 *)(r2 +0)" },
	{ 0x71, 1, 2, -1, 0, "(71) r1 = *(u8 *)(r2 -1)" },
	{ 0x79, 1, 10, -16, 0, "(79) r1 = *(u64 *)(r10 -16)" },
	{ 0x81, 1, 2, 4, 0, "(81) r1 = *(s32 *)(r2 +4)" },
	{ 0x89, 1, 2, 4, 0, "(89) r1 = *(s16 *)(r2 +4)" },
	{ 0x91, 1, 2, 4, 0, "(91) r1 = *(s8 *)(r2 +4)" },
	{ 0x99, 1, 2, 4, 0, "(99) BUG_99" },
	{ 0x62, 10, 0, -4, -1, "(62) *(u32 *)(r10 -4) = -1" },
	{ 0x6a, 10, 0, -4, 1, "(6a) *(u16 *)(r10 -4) = 1" },
	{ 0x72, 10, 0, -4, 1, "(72) *(u8 *)(r10 -4) = 1" },
	{ 0x7a, 10, 0, -8, 0, "(7a) *(u64 *)(r10 -8) = 0" },
	{ 0xc2, 0, 0, 0, 0, "(c2) nospec" },
	{ 0x63, 10, 1, -4, 0, "(63) *(u32 *)(r10 -4) = r1" },
	{ 0x6b, 10, 1, -4, 0, "(6b) *(u16 *)(r10 -4) = r1" },
	{ 0x73, 10, 1, -4, 0, "(73) *(u8 *)(r10 -4) = r1" },
	{ 0x7b, 10, 1, -8, 0, "(7b) *(u64 *)(r10 -8) = r1" },
	{ 0x20, 0, 0, 0, 12, "(20) r0 = *(u32 *)skb[12]" },
	{ 0x28, 0, 0, 0, 12, "(28) r0 = *(u16 *)skb[12]" },
	{ 0x30, 0, 0, 0, 23, "(30) r0 = *(u8 *)skb[23]" },
	{ 0x48, 0, 7, 0, 14, "(48) r0 = *(u16 *)skb[r7 + 14]" },
	/* atomics */
	{ 0xdb, 1, 2, 8, BPF_ADD, "(db) lock *(u64 *)(r1 +8) += r2" },
	{ 0xc3, 1, 2, 8, BPF_ADD, "(c3) lock *(u32 *)(r1 +8) += r2" },
	{ 0xdb, 1, 2, 0, BPF_AND, "(db) lock *(u64 *)(r1 +0) &= r2" },
	{ 0xdb, 1, 2, 0, BPF_OR, "(db) lock *(u64 *)(r1 +0) |= r2" },
	{ 0xdb, 1, 2, 0, BPF_XOR, "(db) lock *(u64 *)(r1 +0) ^= r2" },
	{ 0xdb, 1, 2, 8, BPF_ADD | BPF_FETCH, "(db) r2 = atomic64_fetch_add((u64 *)(r1 +8), r2)" },
	{ 0xc3, 1, 2, 8, BPF_AND | BPF_FETCH, "(c3) r2 = atomic_fetch_and((u32 *)(r1 +8), r2)" },
	{ 0xdb, 1, 2, 8, BPF_OR | BPF_FETCH, "(db) r2 = atomic64_fetch_or((u64 *)(r1 +8), r2)" },
	{ 0xdb, 1, 2, 8, BPF_XOR | BPF_FETCH, "(db) r2 = atomic64_fetch_xor((u64 *)(r1 +8), r2)" },
	{ 0xdb, 1, 2, 8, BPF_XCHG, "(db) r2 = atomic64_xchg((u64 *)(r1 +8), r2)" },
	{ 0xc3, 1, 2, 8, BPF_CMPXCHG, "(c3) r0 = atomic_cmpxchg((u32 *)(r1 +8), r0, r2)" },
	{ 0xdb, 1, 2, -8, 0x100, "(db) r1 = load_acquire((u64 *)(r2 -8))" },
	{ 0xd3, 1, 2, -8, 0x110, "(d3) store_release((u8 *)(r1 -8), r2)" },
	{ 0xdb, 1, 2, 8, 0x77, "(db) BUG_db" },
	/* jumps */
	{ 0x05, 0, 0, -3, 0, "(05) goto pc-3" },
	{ 0x06, 0, 0, 0, 70000, "(06) gotol pc+70000" },
	{ 0x0d, 3, 0, 0, 0, "(0d) gotox r3" },
	{ 0xe5, 0, 0, 4, 0, "(e5) may_goto pc+4" },
	{ 0x15, 1, 0, 2, 0, "(15) if r1 == 0x0 goto pc+2" },
	{ 0x1d, 1, 2, 2, 0, "(1d) if r1 == r2 goto pc+2" },
	{ 0x25, 1, 0, 2, -1, "(25) if r1 > 0xffffffff goto pc+2" },
	{ 0x35, 1, 0, 2, 1, "(35) if r1 >= 0x1 goto pc+2" },
	{ 0x45, 1, 0, 2, 1, "(45) if r1 & 0x1 goto pc+2" },
	{ 0x55, 1, 0, 2, 1, "(55) if r1 != 0x1 goto pc+2" },
	{ 0x65, 1, 0, 2, 1, "(65) if r1 s> 0x1 goto pc+2" },
	{ 0x75, 1, 0, 2, 1, "(75) if r1 s>= 0x1 goto pc+2" },
	{ 0xa5, 1, 0, 2, 1, "(a5) if r1 < 0x1 goto pc+2" },
	{ 0xb5, 1, 0, 2, 1, "(b5) if r1 <= 0x1 goto pc+2" },
	{ 0xc5, 1, 0, -2, 1, "(c5) if r1 s< 0x1 goto pc-2" },
	{ 0xd5, 1, 0, 2, 1, "(d5) if r1 s<= 0x1 goto pc+2" },
	{ 0x16, 1, 0, 2, 16, "(16) if w1 == 0x10 goto pc+2" },
	{ 0xde, 1, 2, 2, 0, "(de) if w1 s<= w2 goto pc+2" },
	{ 0x95, 0, 0, 0, 0, "(95) exit" },
	/* calls */
	{ 0x85, 0, 0, 0, 1, "(85) call bpf_map_lookup_elem#1" },
	{ 0x85, 0, 0, 0, 12, "(85) call bpf_tail_call#12" },
	{ 0x85, 0, 0, 0, 0, "(85) call unknown#0" },
	{ 0x85, 0, 0, 0, -5, "(85) call unknown#-5" },
	{ 0x85, 0, 1, 0, 7, "(85) call pc+7" },
	{ 0x85, 0, 2, 0, 4711, "(85) call kernel-function#4711" },
	/* none */
	{ 0x86, 0, 0, 0, 0, "(86) BUG_86" },
	{ 0x96, 0, 0, 0, 0, "(96) BUG_96" },
	{ 0xf7, 0, 0, 0, 0, "(f7) BUG_f7" },
	{ 0xff, 0, 0, 0, 0, "(ff) BUG_ff" },
	{ 0xc1, 0, 0, 0, 0, "(c1) BUG_c1" },
	{ 0x43, 0, 0, 0, 0, "(43) BUG_43" },
	{ 0x18, 1, 0, 0, 7, "(18) BUG_18" }, /* the second half is not there */
	{ 0x00, 1, 0, 0, 7, "(00) BUG_00" },
};
/* clang-format on */

static struct bpf_insn insn_of(size_t i)
{
	return (struct bpf_insn){ .code = table[i].code,
				  .dst_reg = table[i].dst & 15,
				  .src_reg = table[i].src & 15,
				  .off = table[i].off,
				  .imm = table[i].imm };
}

static void each_kind__is_spelled_as_the_kernel_does(void **state)
{
	struct strbuf sb = {};
	struct bpf_insn insn;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(table); i++) {
		strbuf__reset(&sb);
		insn = insn_of(i);
		assert_int_equal(bpf_insn__print(&sb, &insn, 1, NULL), 1);
		assert_string_equal(strbuf__cstr(&sb), table[i].text);
	}
	strbuf__free(&sb);
}

static void wide_loads__say_what_they_load(void **state)
{
	static const struct {
		uint8_t src;
		int32_t low, high;
		const char *text;
	} wide[] = {
		{ 0, -1, 0x1234, "(18) r1 = 0x1234ffffffff" },
		{ BPF_PSEUDO_MAP_FD, 12, 0, "(18) r1 = map[id:12]" },
		{ BPF_PSEUDO_MAP_VALUE, 12, 40, "(18) r1 = map[id:12][0]+40" },
		{ BPF_PSEUDO_BTF_ID, 0x10, 1, "(18) r1 = 0x100000010" },
		{ BPF_PSEUDO_FUNC, -3, 0, "(18) r1 = subprog[-3]" },
		{ 5, 3, 0, "(18) r1 = map[idx:3]" },
		{ 6, 3, 8, "(18) r1 = map[idx:3]+8" },
	};
	struct strbuf sb = {};
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(wide); i++) {
		const struct bpf_insn insns[2] = {
			{ .code = 0x18,
			  .dst_reg = 1,
			  .src_reg = wide[i].src & 15,
			  .imm = wide[i].low },
			{ .imm = wide[i].high },
		};

		strbuf__reset(&sb);
		assert_true(bpf_insn__is_wide(&insns[0]));
		assert_int_equal(bpf_insn__print(&sb, insns, 2, NULL), 2);
		assert_string_equal(strbuf__cstr(&sb), wide[i].text);
	}
	strbuf__free(&sb);
}

static bool name_call(void *ctx, const struct bpf_insn *insn, struct strbuf *sb)
{
	(void)insn;
	strbuf__adds(sb, ctx);
	return true;
}

static void calls__ask_for_names(void **state)
{
	static char name[] = "somebody", pc_name[] = "+3#bpf_prog_x";
	struct bpf_insn_names names = { .call = name_call, .ctx = name };
	struct bpf_insn insn = { .code = 0x85, .imm = -77 };
	struct strbuf sb = {};

	(void)state;
	bpf_insn__print(&sb, &insn, 1, &names);
	insn.src_reg = BPF_PSEUDO_KFUNC_CALL;
	strbuf__addc(&sb, '\n');
	bpf_insn__print(&sb, &insn, 1, &names);
	insn.src_reg = BPF_PSEUDO_CALL;
	names.ctx = pc_name;
	strbuf__addc(&sb, '\n');
	bpf_insn__print(&sb, &insn, 1, &names);
	/* A helper's own number needs nobody. */
	insn.src_reg = 0;
	insn.imm = 2;
	strbuf__addc(&sb, '\n');
	bpf_insn__print(&sb, &insn, 1, &names);
	assert_string_equal(strbuf__cstr(&sb), "(85) call somebody#-77\n"
					       "(85) call somebody#-77\n"
					       "(85) call pc+3#bpf_prog_x\n"
					       "(85) call bpf_map_update_elem#2");
	strbuf__free(&sb);
}

static void jumps__say_where_to(void **state)
{
	static const struct {
		struct bpf_insn insn;
		long off;
		bool is_jump;
	} jumps[] = {
		{ { .code = 0x05, .off = -4 }, -4, true },
		{ { .code = 0x06, .off = 1, .imm = 90000 }, 90000, true },
		{ { .code = 0x15, .off = 9 }, 9, true },
		{ { .code = 0xde, .off = 9 }, 9, true },
		{ { .code = 0xe5, .off = 9 }, 9, true },
		{ { .code = 0x85, .off = 9 }, 0, false },
		{ { .code = 0x95, .off = 9 }, 0, false },
		{ { .code = 0x0d, .off = 9 }, 0, false },
		{ { .code = 0xbf, .off = 9 }, 0, false },
		{ { .code = 0xf5, .off = 9 }, 0, false },
	};
	long off;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(jumps); i++) {
		assert_int_equal(bpf_insn__is_jump(&jumps[i].insn, &off), jumps[i].is_jump);
		if (jumps[i].is_jump)
			assert_int_equal(off, jumps[i].off);
	}
}

static void any_bytes__are_something(void **state)
{
	struct strbuf sb = {};
	struct bpf_insn insns[2];
	uint64_t seed = 5;
	unsigned int i, nr;

	(void)state;
	for (i = 0; i < 200000; i++) {
		((uint64_t *)insns)[0] = test_random(&seed);
		((uint64_t *)insns)[1] = test_random(&seed);
		insns[0].code = (uint8_t)i;
		nr = bpf_insn__print(&sb, insns, 1 + i % 2, NULL);
		assert_in_range(nr, 1, 1 + i % 2);
		assert_in_range(sb.len, 7, 100);
		strbuf__reset(&sb);
	}
	strbuf__free(&sb);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_kind__is_spelled_as_the_kernel_does),
		cmocka_unit_test(wide_loads__say_what_they_load),
		cmocka_unit_test(calls__ask_for_names),
		cmocka_unit_test(jumps__say_where_to),
		cmocka_unit_test(any_bytes__are_something),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
