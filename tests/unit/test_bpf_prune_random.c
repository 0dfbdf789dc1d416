// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_bpf_prune_random.c - programs made at random are run before and after pruning, by an interpreter of its
 * own here: what they return must not change.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <linux/bpf.h>
#include <stdbool.h>
#include <string.h>

#include "prune_program.h"
#include "util.h"

static uint32_t seed;

static uint32_t some(uint32_t below)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % below;
}

static uint64_t alu(unsigned int op, uint64_t a, uint64_t b, bool is_32)
{
	const unsigned int shift = (unsigned int)b & (is_32 ? 31 : 63);
	uint64_t r = a;

	if (is_32) {
		a = (uint32_t)a;
		b = (uint32_t)b;
	}
	switch (op) {
	case BPF_MOV:
		r = b;
		break;
	case BPF_ADD:
		r = a + b;
		break;
	case BPF_SUB:
		r = a - b;
		break;
	case BPF_MUL:
		r = a * b;
		break;
	case BPF_AND:
		r = a & b;
		break;
	case BPF_OR:
		r = a | b;
		break;
	case BPF_XOR:
		r = a ^ b;
		break;
	case BPF_LSH:
		r = a << shift;
		break;
	case BPF_RSH:
		r = a >> shift;
		break;
	case BPF_ARSH:
		r = is_32 ? (uint64_t)((int32_t)(uint32_t)a >> shift)
			  : (uint64_t)((int64_t)a >> shift);
		break;
	case BPF_NEG:
		r = -a;
		break;
	}
	return is_32 ? (uint32_t)r : r;
}

static bool holds(unsigned int op, uint64_t a, uint64_t b, bool is_32)
{
	int64_t sa = (int64_t)a, sb = (int64_t)b;

	if (is_32) {
		a = (uint32_t)a;
		b = (uint32_t)b;
		sa = (int32_t)(uint32_t)a;
		sb = (int32_t)(uint32_t)b;
	}
	switch (op) {
	case BPF_JEQ:
		return a == b;
	case BPF_JNE:
		return a != b;
	case BPF_JSET:
		return a & b;
	case BPF_JGT:
		return a > b;
	case BPF_JGE:
		return a >= b;
	case BPF_JLT:
		return a < b;
	case BPF_JLE:
		return a <= b;
	case BPF_JSGT:
		return sa > sb;
	case BPF_JSGE:
		return sa >= sb;
	case BPF_JSLT:
		return sa < sb;
	default:
		return sa <= sb;
	}
}

/* Calls of functions are not nested here. What a helper leaves behind depends on @input. */
static uint64_t interpret(const struct bpf_insn *insns, size_t nr, uint64_t input)
{
	uint64_t r[16] = { [1] = input };
	uint64_t saved[16] = { 0 }, steps = 0;
	size_t back = SIZE_MAX; /* where a function goes on when it returns */

	for (size_t i = 0; i < nr && steps < 10000; i++, steps++) {
		const struct bpf_insn *in = &insns[i];
		const unsigned int class = BPF_CLASS(in->code), op = BPF_OP(in->code);
		const bool is_32 = class == BPF_ALU || class == BPF_JMP32;
		const uint64_t b = BPF_SRC(in->code) == BPF_X ? r[in->src_reg]
							      : (uint64_t)(int64_t)in->imm;

		if (class == BPF_ALU || class == BPF_ALU64) {
			r[in->dst_reg] = alu(op, r[in->dst_reg], b, is_32);
		} else if (class == BPF_LD) {
			r[in->dst_reg] = in->src_reg ? (uint64_t)(uintptr_t)&consts +
							       (uint32_t)insns[i + 1].imm
						     : (uint64_t)(uint32_t)insns[i + 1].imm << 32 |
							       (uint32_t)in->imm;
			i++;
		} else if (class == BPF_LDX) {
			r[in->dst_reg] = *(const uint8_t *)(uintptr_t)(r[in->src_reg] + in->off);
		} else if (op == BPF_CALL && in->src_reg) {
			memcpy(saved, r, sizeof(r));
			back = i;
			i += (size_t)in->imm;
			/* A function has its arguments alone. */
			r[0] = 0;
			memset(r + 6, 0, 4 * sizeof(r[0]));
		} else if (op == BPF_CALL) {
			for (unsigned int k = 0; k < 6; k++)
				r[k] = input * (k + 3) >> 5;
		} else if (op == BPF_EXIT) {
			if (back == SIZE_MAX)
				return r[0];
			memcpy(r + 6, saved + 6, 4 * sizeof(r[0]));
			for (unsigned int k = 1; k < 6; k++)
				r[k] = 0;
			i = back;
			back = SIZE_MAX;
		} else if (op == BPF_JA || holds(op, r[in->dst_reg], b, is_32)) {
			i += (size_t)(class == BPF_JMP32 && op == BPF_JA ? in->imm : in->off);
		}
	}
	return steps;
}

/* Jumps go ahead only, so that it ends; r9 is kept for addresses. */
static size_t make_part(struct bpf_insn *insns, size_t nr, size_t func)
{
	static const uint8_t ops[] = { BPF_MOV, BPF_ADD, BPF_SUB, BPF_MUL,  BPF_AND, BPF_OR,
				       BPF_XOR, BPF_LSH, BPF_RSH, BPF_ARSH, BPF_NEG };
	static const uint8_t jumps[] = { BPF_JEQ, BPF_JNE,  BPF_JSET, BPF_JGT,	BPF_JGE,  BPF_JLT,
					 BPF_JLE, BPF_JSGT, BPF_JSGE, BPF_JSLT, BPF_JSLE, BPF_JA };
	size_t i = 0;

	while (i < nr - 3) {
		const uint8_t dst = (uint8_t)some(9), src = (uint8_t)some(9);
		const int32_t imm = some(2) ? (int32_t)some(3) : (int32_t)(some(1 << 24) << 8);
		const uint8_t from = some(2) ? BPF_X : BPF_K, wide = some(2) ? 4 : 0;

		switch (some(8)) {
		case 0:
			if (!some(3)) {
				insns[i++] = INSN(BPF_LD | BPF_IMM | BPF_DW, dst, 0, 0, imm);
				insns[i++] = INSN(0, 0, 0, 0, (int32_t)some(3) - 1);
				break;
			}
			insns[i++] =
				INSN(BPF_LD | BPF_IMM | BPF_DW, 9, BPF_PSEUDO_MAP_VALUE, 0, MAP_FD);
			insns[i++] = INSN(0, 0, 0, 0, (int32_t)some(sizeof(consts)));
			insns[i++] = LDX(BPF_B, dst, 9, 0);
			break;
		case 1:
			insns[i++] = some(4) || !func ? HELPER(5) : CALL((int32_t)(func - i - 1));
			break;
		case 2:
		case 3:
		case 4: {
			const uint8_t op = jumps[some(ARRAY_SIZE(jumps))];
			const int16_t off = (int16_t)some((uint32_t)MIN(nr - 2 - i, (size_t)9));

			insns[i++] = op == BPF_JA ? (wide ? INSN(BPF_JMP32 | BPF_JA, 0, 0, 0, off)
							  : JA(off))
						  : INSN((wide ? BPF_JMP32 : BPF_JMP) | op | from,
							 dst, from == BPF_X ? src : 0, off,
							 from == BPF_X ? 0 : imm);
			break;
		}
		default: {
			const uint8_t op = ops[some(ARRAY_SIZE(ops))];

			insns[i++] =
				INSN((wide ? BPF_ALU : BPF_ALU64) | op | (op == BPF_NEG ? 0 : from),
				     dst, op != BPF_NEG && from == BPF_X ? src : 0, 0,
				     op == BPF_NEG || from == BPF_X ? 0 : imm);
		}
		}
	}
	while (i < nr - 1)
		insns[i++] = ALU_K(BPF_ADD, 0, 1);
	insns[i++] = EXIT();
	return i;
}

/* A jump must not lead into a wide one, nor between it and what reads by its address. */
static void mend_jumps(struct bpf_insn *insns, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		const unsigned int class = BPF_CLASS(insns[i].code);
		const bool is_jump = (class == BPF_JMP || class == BPF_JMP32) &&
				     BPF_OP(insns[i].code) != BPF_CALL &&
				     BPF_OP(insns[i].code) != BPF_EXIT;
		size_t to = i + 1 +
			    (size_t)(insns[i].code == (BPF_JMP32 | BPF_JA) ? insns[i].imm
									   : insns[i].off);

		if (!is_jump)
			continue;
		while (to < nr && (!insns[to].code || BPF_CLASS(insns[to].code) == BPF_LDX))
			to++;
		if (insns[i].code == (BPF_JMP32 | BPF_JA))
			insns[i].imm = (int32_t)(to - i - 1);
		else
			insns[i].off = (int16_t)(to - i - 1);
	}
}

static void random_programs__return_the_same(void **state)
{
	static const uint64_t inputs[] = { 0, 1, 2, 0x80000000, 0x123456789abcdef, UINT64_MAX };
	size_t before = 0, after = 0;

	(void)state;
	for (uint32_t round = 0; round < 20000; round++) {
		struct bpf_insn insns[MAX_INSNS];
		struct program p = {};
		size_t nr;

		seed = round;
		nr = make_part(insns, 60, 60);
		nr += make_part(insns + nr, 20, 0);
		mend_jumps(insns, nr);
		for (size_t i = 0; i < nr; i++)
			p.lines[i] = (struct bpf_line_info){ .insn_off = (uint32_t)i };
		p.code.lines.nr = 0;
		assert_int_equal(prune(&p, insns, nr), 0);
		before += nr;
		after += p.code.nr;
		for (size_t i = 0; i < ARRAY_SIZE(inputs); i++)
			if (interpret(insns, nr, inputs[i]) !=
			    interpret(p.insns, p.code.nr, inputs[i]))
				fail_msg("round %u, input %zu", round, i);
	}
	assert_true(after < before * 9 / 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_programs__return_the_same),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
