/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* prune_program.h - programs for tests of bpf_prune(), and the constants that they read. */
#ifndef PERF_AUGMENT_TESTS_PRUNE_PROGRAM_H
#define PERF_AUGMENT_TESTS_PRUNE_PROGRAM_H

#include <linux/bpf.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "bpf_prune.h"

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

static inline int prune(struct program *p, const struct bpf_insn *insns, size_t nr)
{
	const struct bpf_prune_consts c = { MAP_FD, &consts, sizeof(consts) };

	memcpy(p->insns, insns, nr * sizeof(*insns));
	p->code.insns = p->insns;
	p->code.nr = nr;
	p->code.funcs = (struct bpf_prune_info){ p->funcs, sizeof(p->funcs[0]), p->code.funcs.nr };
	p->code.lines = (struct bpf_prune_info){ p->lines, sizeof(p->lines[0]), p->code.lines.nr };
	return bpf_prune(&p->code, &c);
}

#endif /* PERF_AUGMENT_TESTS_PRUNE_PROGRAM_H */
