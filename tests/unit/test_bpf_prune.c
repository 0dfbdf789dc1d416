// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_bpf_prune.c - what is left of programs whose constants switch code off. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <linux/bpf.h>
#include <string.h>

#include "prune_program.h"
#include "util.h"

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
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
