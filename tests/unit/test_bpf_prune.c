// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_bpf_prune.c - what is left of programs whose constants switch code off. Programs made at random are
 * run before and after, by an interpreter of its own here: what they return must not change.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <linux/bpf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_prune.h"
#include "util.h"

#define MAP_FD 7
#define MAX_INSNS 256

#define INSN(CODE, DST, SRC, OFF, IMM) \
	((struct bpf_insn){            \
		.code = (CODE), .dst_reg = (DST), .src_reg = (SRC), .off = (OFF), .imm = (IMM) })
#define MOV_K(DST, IMM) INSN(BPF_ALU64 | BPF_MOV | BPF_K, DST, 0, 0, IMM)
#define MOV_X(DST, SRC) INSN(BPF_ALU64 | BPF_MOV | BPF_X, DST, SRC, 0, 0)
#define ALU_K(OP, DST, IMM) INSN(BPF_ALU64 | (OP) | BPF_K, DST, 0, 0, IMM)
#define CONSTS(DST, OFF) \
	INSN(BPF_LD | BPF_IMM | BPF_DW, DST, BPF_PSEUDO_MAP_VALUE, 0, MAP_FD), INSN(0, 0, 0, 0, OFF)
#define LDX(SIZE, DST, SRC, OFF) INSN(BPF_LDX | BPF_MEM | (SIZE), DST, SRC, OFF, 0)
#define JMP_K(OP, DST, IMM, OFF) INSN(BPF_JMP | (OP) | BPF_K, DST, 0, OFF, IMM)
#define JA(OFF) INSN(BPF_JMP | BPF_JA, 0, 0, OFF, 0)
#define CALL(OFF) INSN(BPF_JMP | BPF_CALL, 0, BPF_PSEUDO_CALL, 0, OFF)
#define HELPER(ID) INSN(BPF_JMP | BPF_CALL, 0, 0, 0, ID)
#define EXIT() INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0)

/* byte 0: off; byte 1: on; then numbers of 2, 4 and 8 bytes */
static const struct consts {
	uint8_t off, on;
	uint16_t half;
	uint32_t word;
	uint64_t number;
} consts = { 0, 1, 0x1234, 0x89abcdef, 0x8000000000000001 };

struct program {
	struct bpf_insn insns[MAX_INSNS];
	struct bpf_func_info funcs[4];
	struct bpf_line_info lines[MAX_INSNS];
	struct bpf_prune_code code;
};

static int prune(struct program *p, const struct bpf_insn *insns, size_t nr)
{
	const struct bpf_prune_consts c = { MAP_FD, &consts, sizeof(consts) };

	memcpy(p->insns, insns, nr * sizeof(*insns));
	p->code.insns = p->insns;
	p->code.nr = nr;
	p->code.funcs = (struct bpf_prune_info){ p->funcs, sizeof(p->funcs[0]), p->code.funcs.nr };
	p->code.lines = (struct bpf_prune_info){ p->lines, sizeof(p->lines[0]), p->code.lines.nr };
	return bpf_prune(&p->code, &c);
}

static void expect(const struct program *p, const struct bpf_insn *wanted, size_t nr)
{
	assert_int_equal(p->code.nr, nr);
	for (size_t i = 0; i < nr; i++)
		if (memcmp(&p->insns[i], &wanted[i], sizeof(*wanted)))
			fail_msg("instruction %zu: code %#x imm %d off %d", i, p->insns[i].code,
				 p->insns[i].imm, p->insns[i].off);
}

#define PRUNE_TO(P, FROM, ...)                                         \
	do {                                                           \
		const struct bpf_insn wanted_[] = { __VA_ARGS__ };     \
		assert_int_equal(prune(P, FROM, ARRAY_SIZE(FROM)), 0); \
		expect(P, wanted_, ARRAY_SIZE(wanted_));               \
	} while (0)

static void switched_off__is_left_out(void **state)
{
	static const struct bpf_insn insns[] = {
		CONSTS(1, 0), LDX(BPF_B, 2, 1, 0), JMP_K(BPF_JEQ, 2, 0, 2),
		MOV_K(3, 1),  HELPER(5),	   MOV_K(0, 0),
		EXIT(),
	};
	struct program p = {};

	(void)state;
	/* And with it what decided. */
	PRUNE_TO(&p, insns, MOV_K(0, 0), EXIT());
}

static void switched_on__stays(void **state)
{
	static const struct bpf_insn insns[] = {
		CONSTS(1, 1), LDX(BPF_B, 2, 1, 0), JMP_K(BPF_JEQ, 2, 0, 2),
		MOV_K(3, 1),  HELPER(5),	   MOV_K(0, 0),
		EXIT(),
	};
	struct program p = {};

	(void)state;
	/* A helper may read what is in r1 to r5: the constant that was loaded stands for its load. */
	PRUNE_TO(&p, insns, CONSTS(1, 1), MOV_K(2, 1), MOV_K(3, 1), HELPER(5), MOV_K(0, 0), EXIT());
}

static void unknown__stays_both_ways(void **state)
{
	/* Of another map, of memory, of a register that a call may have changed. */
	static const struct bpf_insn insns[] = {
		INSN(BPF_LD | BPF_IMM | BPF_DW, 1, BPF_PSEUDO_MAP_VALUE, 0, MAP_FD + 1),
		INSN(0, 0, 0, 0, 0),
		LDX(BPF_B, 2, 1, 0),
		JMP_K(BPF_JEQ, 2, 0, 1),
		MOV_K(6, 1),
		ALU_K(BPF_ADD, 6, 1),
		MOV_K(5, 0),
		HELPER(5),
		JMP_K(BPF_JEQ, 5, 0, 1),
		MOV_K(0, 2),
		LDX(BPF_DW, 2, 10, -8),
		JMP_K(BPF_JEQ, 2, 0, 1),
		MOV_X(0, 6),
		EXIT(),
	};
	struct program p = {};

	(void)state;
	assert_int_equal(prune(&p, insns, ARRAY_SIZE(insns)), 0);
	expect(&p, insns, ARRAY_SIZE(insns));
}

static void jumps__lead_where_they_did(void **state)
{
	/* One that always jumps becomes a plain one; one to what follows anyway goes. */
	static const struct bpf_insn insns[] = {
		MOV_K(2, 1),
		JMP_K(BPF_JEQ, 1, 0, 3), /* over what goes */
		JMP_K(BPF_JNE, 2, 0, 4), /* always */
		MOV_K(0, 1),
		MOV_K(0, 2),
		MOV_K(0, 3),		 /* 5: from 1 */
		JMP_K(BPF_JEQ, 2, 0, 1), /* never */
		JA(0),
		JMP_K(BPF_JEQ, 1, 5, -4), /* 8? no: 8 - 4 + 1 = 5 */
		EXIT(),
	};
	struct program p = {};

	(void)state;
	PRUNE_TO(&p, insns, JMP_K(BPF_JEQ, 1, 0, 1), JA(0 + 1), MOV_K(0, 3),
		 JMP_K(BPF_JEQ, 1, 5, -2), EXIT());
}

static void values__are_followed(void **state)
{
	static const struct bpf_insn insns[] = {
		CONSTS(1, 0),
		LDX(BPF_H, 2, 1, 2),
		JMP_K(BPF_JNE, 2, 0x1234, 1),
		LDX(BPF_W, 3, 1, 4),
		ALU_K(BPF_RSH, 3, 28),
		JMP_K(BPF_JNE, 3, 8, 1),
		LDX(BPF_DW, 4, 1, 8),
		JMP_K(BPF_JSGT, 4, 0, 6),
		ALU_K(BPF_ADD, 1, 8),
		LDX(BPF_B, 5, 1, 0),
		ALU_K(BPF_LSH, 5, 32),
		ALU_K(BPF_RSH, 5, 32),
		JMP_K(BPF_JNE, 5, 1, 3),
		ALU_K(BPF_AND, 6, 0),
		JMP_K(BPF_JNE, 6, 0, 1),
		EXIT(),
		MOV_K(0, 1),
		EXIT(),
	};
	struct program p = {};

	(void)state;
	PRUNE_TO(&p, insns, EXIT());
	/* Where two ways with different numbers meet nothing is known. */
	const struct bpf_insn meet[] = {
		MOV_K(2, 1), JMP_K(BPF_JEQ, 1, 0, 1),
		MOV_K(2, 2), JMP_K(BPF_JEQ, 2, 1, 1),
		MOV_K(0, 1), EXIT(),
	};

	assert_int_equal(prune(&p, meet, ARRAY_SIZE(meet)), 0);
	expect(&p, meet, ARRAY_SIZE(meet));
}

static void beyond_the_constants__nothing_is_known(void **state)
{
	static const int16_t offs[] = { 9, 16, 32767, -1, -32768 };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(offs); i++) {
		const struct bpf_insn insns[] = {
			CONSTS(1, 0),
			LDX(BPF_DW, 2, 1, offs[i]),
			JMP_K(BPF_JEQ, 2, 0, 1),
			MOV_K(0, 1),
			EXIT(),
		};
		struct program p = {};

		assert_int_equal(prune(&p, insns, ARRAY_SIZE(insns)), 0);
		expect(&p, insns, ARRAY_SIZE(insns));
	}
}

static void functions__and_their_records_follow(void **state)
{
	static const struct bpf_insn insns[] = {
		MOV_K(6, 0),		 /* line 10: nobody reads it */
		JMP_K(BPF_JEQ, 6, 0, 1), /* line 11: goes */
		CALL(4),		 /* line 12: goes, and the function with it */
		CALL(5),		 /* line 13 */
		INSN(BPF_LD | BPF_IMM | BPF_DW, 3, BPF_PSEUDO_FUNC, 0, 6),
		INSN(0, 0, 0, 0, 0),
		HELPER(181),
		EXIT(),
		EXIT(), /* 8: what would be called: never reached: line 14 */
		MOV_K(0, 1),
		EXIT(),
		MOV_K(0, 2),
		EXIT(),
	};
	struct program p = {
		.funcs = { { 0, 100 }, { 8, 101 }, { 9, 102 }, { 11, 103 } },
		.lines = { { .insn_off = 0, .line_col = 10 },
			   { .insn_off = 1, .line_col = 11 },
			   { .insn_off = 2, .line_col = 12 },
			   { .insn_off = 3, .line_col = 13 },
			   { .insn_off = 8, .line_col = 14 },
			   { .insn_off = 9, .line_col = 15 },
			   { .insn_off = 11, .line_col = 16 } },
		.code = { .funcs.nr = 4, .lines.nr = 7 },
	};

	(void)state;
	PRUNE_TO(&p, insns, CALL(4), INSN(BPF_LD | BPF_IMM | BPF_DW, 3, BPF_PSEUDO_FUNC, 0, 5),
		 INSN(0, 0, 0, 0, 0), HELPER(181), EXIT(), MOV_K(0, 1), EXIT(), MOV_K(0, 2),
		 EXIT());
	assert_int_equal(p.code.funcs.nr, 3);
	assert_int_equal(p.funcs[1].insn_off, 5);
	assert_int_equal(p.funcs[1].type_id, 102);
	assert_int_equal(p.funcs[2].insn_off, 7);
	assert_int_equal(p.funcs[2].type_id, 103);
	assert_int_equal(p.code.lines.nr, 3);
	assert_int_equal(p.lines[0].insn_off, 0);
	assert_int_equal(p.lines[0].line_col, 13);
	assert_int_equal(p.lines[2].insn_off, 7);
	assert_int_equal(p.lines[2].line_col, 16);
}

static void unread__is_left_out(void **state)
{
	/* Of a chain of results, on one of two ways, behind a loop; but no store, call or atomic operation. */
	static const struct bpf_insn insns[] = {
		MOV_K(3, 7),
		ALU_K(BPF_ADD, 3, 1),
		MOV_X(4, 3),
		LDX(BPF_DW, 5, 10, -8),
		MOV_K(6, 1), /* 4: read on one way */
		MOV_K(7, 2), /* read by the loop alone */
		MOV_K(8, 3), /* written again before it is read */
		MOV_K(8, 4),
		JMP_K(BPF_JEQ, 1, 0, 3),
		ALU_K(BPF_ADD, 7, 1), /* 9: the loop */
		JMP_K(BPF_JNE, 7, 100, -2),
		MOV_K(6, 5),
		INSN(BPF_STX | BPF_MEM | BPF_DW, 10, 8, -16, 0),
		INSN(BPF_ST | BPF_MEM | BPF_W, 10, 0, -24, 1),
		INSN(BPF_STX | BPF_ATOMIC | BPF_DW, 10, 8, -16, BPF_ADD | BPF_FETCH),
		MOV_K(9, 9),
		HELPER(5),
		MOV_X(0, 6),
		EXIT(),
	};
	struct program p = {};

	(void)state;
	/* r1 to r5 may be what the helper is given. */
	PRUNE_TO(&p, insns, insns[0], insns[1], insns[2], insns[3], insns[4], insns[5], insns[7],
		 insns[8], insns[9], insns[10], insns[11], insns[12], insns[13], insns[14],
		 insns[16], insns[17], insns[18]);
	const struct bpf_insn chain[] = {
		MOV_K(3, 7), ALU_K(BPF_ADD, 3, 1), MOV_X(4, 3), LDX(BPF_DW, 5, 10, -8),
		MOV_X(6, 4), MOV_K(0, 0),	   EXIT(),
	};

	PRUNE_TO(&p, chain, MOV_K(0, 0), EXIT());
}

static void constants__stand_for_their_loads(void **state)
{
	/* The sign of a byte or half is not extended, nor that of a word; 64 bits have no room. */
	static const struct bpf_insn insns[] = {
		CONSTS(1, 0),
		LDX(BPF_H, 2, 1, 2),
		LDX(BPF_W, 3, 1, 4),
		LDX(BPF_DW, 4, 1, 8),
		LDX(BPF_B, 5, 1, 1),
		HELPER(5),
		EXIT(),
	};
	struct program p = {};

	(void)state;
	PRUNE_TO(&p, insns, CONSTS(1, 0), MOV_K(2, 0x1234),
		 INSN(BPF_ALU | BPF_MOV | BPF_K, 3, 0, 0, (int32_t)0x89abcdef),
		 LDX(BPF_DW, 4, 1, 8), MOV_K(5, 1), HELPER(5), EXIT());
}

static void what_leads_out__is_refused(void **state)
{
	static const struct bpf_insn bad[][3] = {
		{ JA(2), EXIT(), EXIT() },
		{ JA(-2), EXIT(), EXIT() },
		{ CALL(7), EXIT(), EXIT() },
		{ EXIT(), EXIT(), INSN(BPF_LD | BPF_IMM | BPF_DW, 1, 0, 0, 1) },
		/* into the second half of a wide one */
		{ INSN(BPF_LD | BPF_IMM | BPF_DW, 1, 0, 0, 1), INSN(0, 0, 0, 0, 0), JA(-2) },
	};
	struct program p = {};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		assert_int_equal(prune(&p, bad[i], 3), -EBADMSG);
		expect(&p, bad[i], 3);
	}
	/* Records out of order, or of no instruction. */
	p.code.lines.nr = 2;
	p.lines[0].insn_off = 1;
	assert_int_equal(prune(&p, bad[3], 2), -EBADMSG);
	p.code.lines.nr = 1;
	p.lines[0].insn_off = 2;
	assert_int_equal(prune(&p, bad[3], 2), -EBADMSG);
	p.code.lines.nr = 0;
	assert_int_equal(prune(&p, bad[3], 0), -EBADMSG);
}

/* ---- programs made at random ---- */

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
		cmocka_unit_test(switched_off__is_left_out),
		cmocka_unit_test(switched_on__stays),
		cmocka_unit_test(unknown__stays_both_ways),
		cmocka_unit_test(jumps__lead_where_they_did),
		cmocka_unit_test(values__are_followed),
		cmocka_unit_test(beyond_the_constants__nothing_is_known),
		cmocka_unit_test(functions__and_their_records_follow),
		cmocka_unit_test(unread__is_left_out),
		cmocka_unit_test(constants__stand_for_their_loads),
		cmocka_unit_test(what_leads_out__is_refused),
		cmocka_unit_test(random_programs__return_the_same),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
