// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * bpf_dead.c - instructions whose results nobody reads: where a constant decided about a jump, its load and the
 * address of it are left. See bpf_prune.h.
 *
 * Which registers are still read is followed backwards along the paths that are left, until nothing changes.
 * An instruction that does nothing but write a register which is not, is dead.
 */
#include <errno.h>
#include <stdlib.h>

#include "bpf_insn.h"
#include "bpf_prune_priv.h"

#define REG(nr) (1U << (nr))
#define ALL_REGS 0xffffU
#define ARGUMENTS (REG(1) | REG(2) | REG(3) | REG(4) | REG(5))

/** struct effect - registers, as bits. @is_pure: writing those is all that the instruction does. */
struct effect {
	uint32_t reads, writes;
	bool is_pure;
};

/* What is not known reads everything and writes nothing for certain. */
static const struct effect unknown = { .reads = ALL_REGS };

static struct effect operation(const struct bpf_insn *insn)
{
	struct effect effect = { .writes = REG(insn->dst_reg), .is_pure = true };

	if (BPF_OP(insn->code) != BPF_MOV)
		effect.reads |= REG(insn->dst_reg);
	/* Of BPF_END the source says which order. */
	if (BPF_SRC(insn->code) == BPF_X && BPF_OP(insn->code) != BPF_END)
		effect.reads |= REG(insn->src_reg);
	return effect;
}

static struct effect effect_of(const struct bpf_insn *insn)
{
	switch (BPF_CLASS(insn->code)) {
	case BPF_ALU:
	case BPF_ALU64:
		return operation(insn);
	case BPF_LD:
		if (!bpf_insn__is_wide(insn))
			return unknown;
		return (struct effect){ .writes = REG(insn->dst_reg), .is_pure = true };
	case BPF_LDX:
		/* A load may fail, but for the program that is a number as well. */
		return (struct effect){ .reads = REG(insn->src_reg),
					.writes = REG(insn->dst_reg),
					.is_pure = BPF_MODE(insn->code) == BPF_MEM };
	case BPF_ST:
		return (struct effect){ .reads = REG(insn->dst_reg) };
	case BPF_STX:
		/* Atomic ones write one of them, and compare with r0. */
		return (struct effect){ .reads = REG(insn->dst_reg) | REG(insn->src_reg) | REG(0) };
	}
	if (insn->code == (BPF_JMP | BPF_EXIT))
		return (struct effect){ .reads = REG(0) };
	if (insn->code == (BPF_JMP | BPF_CALL))
		return (struct effect){ .reads = ARGUMENTS, .writes = ARGUMENTS | REG(0) };
	if (insn->code == (BPF_JMP | BPF_JA) || insn->code == (BPF_JMP32 | BPF_JA))
		return (struct effect){};
	return (struct effect){ .reads = REG(insn->dst_reg) |
					 (BPF_SRC(insn->code) == BPF_X ? REG(insn->src_reg) : 0) };
}

/* What is read behind the instruction at @i. @live: what is read from each one on. */
static uint32_t live_behind(const struct prune *p, const uint32_t *live, size_t i)
{
	const struct bpf_insn *insn = &p->code->insns[i];
	const struct node *node = &p->nodes[i];
	const size_t next = i + (bpf_insn__is_wide(insn) ? 2 : 1);
	uint32_t regs = 0;
	long off;

	if (insn->code == (BPF_JMP | BPF_EXIT))
		return 0;
	if (!bpf_insn__is_jump(insn, &off))
		return live[next];
	if (node->jumps || insn->code == (BPF_JMP | BPF_JA) || insn->code == (BPF_JMP32 | BPF_JA))
		regs |= live[(long)i + 1 + off];
	if (node->falls)
		regs |= live[next];
	return regs;
}

/* A conditional jump that always went one way asks for nothing. */
static bool is_decided(const struct prune *p, size_t i)
{
	const struct node *node = &p->nodes[i];
	long off;

	return bpf_insn__is_jump(&p->code->insns[i], &off) && node->jumps != node->falls;
}

static bool follow(const struct prune *p, uint32_t *live)
{
	bool changed = false;
	size_t i;

	for (i = p->code->nr; i-- > 0;) {
		struct effect effect;
		uint32_t regs;

		if (!p->nodes[i].reached)
			continue;
		effect = effect_of(&p->code->insns[i]);
		regs = live_behind(p, live, i);
		/* What makes something dead from something asks for nothing either. */
		if (!effect.is_pure || regs & effect.writes)
			regs = (regs & ~effect.writes) | (is_decided(p, i) ? 0 : effect.reads);
		changed |= regs != live[i];
		live[i] = regs;
	}
	return changed;
}

int bpf_dead__find(struct prune *p)
{
	uint32_t *live = calloc(p->code->nr + 2, sizeof(*live));
	struct effect effect;
	size_t i;

	if (!live)
		return -ENOMEM;
	/* What follows the last instruction is for the verifier to refuse. */
	live[p->code->nr] = live[p->code->nr + 1] = ALL_REGS;
	while (follow(p, live))
		;
	for (i = 0; i < p->code->nr; i++) {
		effect = effect_of(&p->code->insns[i]);
		p->nodes[i].is_dead = p->nodes[i].reached && effect.is_pure &&
				      !(live_behind(p, live, i) & effect.writes);
	}
	free(live);
	return 0;
}
