// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_value.c - see bpf_value.h; the instructions are those of Documentation/bpf/standardization. */
#include "bpf_value.h"

#include <string.h>

#include "bpf_insn.h"
#include "bpf_prune.h"

static const struct bpf_value any;

static struct bpf_value constant(uint64_t number)
{
	return (struct bpf_value){ .kind = BPF_VALUE_CONST, .number = number };
}

static bool is_same(struct bpf_value a, struct bpf_value b)
{
	return a.kind == b.kind && (a.kind == BPF_VALUE_ANY || a.number == b.number);
}

bool bpf_regs__meet(struct bpf_regs *regs, const struct bpf_regs *other)
{
	bool changed = false;

	for (unsigned int i = 0; i < 16; i++) {
		if (regs->r[i].kind == BPF_VALUE_ANY || is_same(regs->r[i], other->r[i]))
			continue;
		regs->r[i] = any;
		changed = true;
	}
	return changed;
}

void bpf_regs__call(struct bpf_regs *regs)
{
	for (unsigned int i = BPF_REG_0; i <= BPF_REG_5; i++)
		regs->r[i] = any;
}

/* The other side of an operation or of a comparison; 32-bit ones have only its lower half. */
static struct bpf_value operand(const struct bpf_regs *regs, const struct bpf_insn *insn,
				bool is_32)
{
	struct bpf_value value = BPF_SRC(insn->code) == BPF_X
					 ? regs->r[insn->src_reg]
					 : constant((uint64_t)(int64_t)insn->imm);

	if (!is_32)
		return value;
	return value.kind == BPF_VALUE_CONST ? constant((uint32_t)value.number) : any;
}

/* ---- operations ---- */

/* Return: false for an operation that is not followed. */
static bool compute(unsigned int op, uint64_t a, uint64_t b, bool is_32, uint64_t *ret)
{
	const unsigned int shift = b & (is_32 ? 31 : 63);

	switch (op) {
	case BPF_MOV:
		*ret = b;
		break;
	case BPF_ADD:
		*ret = a + b;
		break;
	case BPF_SUB:
		*ret = a - b;
		break;
	case BPF_MUL:
		*ret = a * b;
		break;
	case BPF_AND:
		*ret = a & b;
		break;
	case BPF_OR:
		*ret = a | b;
		break;
	case BPF_XOR:
		*ret = a ^ b;
		break;
	case BPF_LSH:
		*ret = a << shift;
		break;
	case BPF_RSH:
		*ret = a >> shift;
		break;
	case BPF_ARSH:
		*ret = is_32 ? (uint64_t)((int32_t)a >> shift) : (uint64_t)((int64_t)a >> shift);
		break;
	default:
		return false;
	}
	if (is_32)
		*ret = (uint32_t)*ret;
	return true;
}

static struct bpf_value operate(const struct bpf_regs *regs, const struct bpf_insn *insn)
{
	const bool is_32 = BPF_CLASS(insn->code) == BPF_ALU;
	const unsigned int op = BPF_OP(insn->code);
	const struct bpf_value to = regs->r[insn->dst_reg], from = operand(regs, insn, is_32);
	uint64_t number;

	/* Sign extensions, signed divisions and conversions of addresses. */
	if (insn->off || op == BPF_END)
		return any;
	if (op == BPF_MOV)
		return from;
	if (op == BPF_AND && from.kind == BPF_VALUE_CONST && !from.number)
		return constant(0);
	if (from.kind != BPF_VALUE_CONST)
		return any;
	if (to.kind == BPF_VALUE_ADDRESS && op == BPF_ADD && !is_32)
		return (struct bpf_value){ .kind = BPF_VALUE_ADDRESS,
					   .number = to.number + from.number };
	if (to.kind != BPF_VALUE_CONST ||
	    !compute(op, is_32 ? (uint32_t)to.number : to.number, from.number, is_32, &number))
		return any;
	return constant(number);
}

static struct bpf_value load_wide(const struct bpf_insn *insn,
				  const struct bpf_prune_consts *consts)
{
	if (!insn->src_reg)
		return constant((uint64_t)(uint32_t)insn[1].imm << 32 | (uint32_t)insn->imm);
	if (insn->src_reg == BPF_PSEUDO_MAP_VALUE && insn->imm == consts->map_fd)
		return (struct bpf_value){ .kind = BPF_VALUE_ADDRESS,
					   .number = (uint32_t)insn[1].imm };
	return any;
}

/* Bytes of the constants are in this machine's order, as the program will read them. */
static struct bpf_value load(const struct bpf_regs *regs, const struct bpf_insn *insn,
			     const struct bpf_prune_consts *consts)
{
	static const uint8_t sizes[] = {
		[BPF_W >> 3] = 4, [BPF_H >> 3] = 2, [BPF_B >> 3] = 1, [BPF_DW >> 3] = 8
	};
	const struct bpf_value from = regs->r[insn->src_reg];
	const uint64_t off = from.number + (uint64_t)(int64_t)insn->off;
	const size_t size = sizes[BPF_SIZE(insn->code) >> 3];
	const char *at = (const char *)consts->data + off;
	uint16_t half;
	uint32_t word;
	uint64_t number;

	if (from.kind != BPF_VALUE_ADDRESS || BPF_MODE(insn->code) != BPF_MEM ||
	    off > consts->size || size > consts->size - off)
		return any;
	switch (size) {
	case 1:
		return constant(*(const uint8_t *)at);
	case 2:
		memcpy(&half, at, sizeof(half));
		return constant(half);
	case 4:
		memcpy(&word, at, sizeof(word));
		return constant(word);
	default:
		memcpy(&number, at, sizeof(number));
		return constant(number);
	}
}

void bpf_regs__step(struct bpf_regs *regs, const struct bpf_insn *insn,
		    const struct bpf_prune_consts *consts)
{
	switch (BPF_CLASS(insn->code)) {
	case BPF_ALU:
	case BPF_ALU64:
		regs->r[insn->dst_reg] = operate(regs, insn);
		break;
	case BPF_LDX:
		regs->r[insn->dst_reg] = load(regs, insn, consts);
		break;
	case BPF_LD:
		if (bpf_insn__is_wide(insn))
			regs->r[insn->dst_reg] = load_wide(insn, consts);
		else /* bytes of a packet: by a function of the kernel */
			bpf_regs__call(regs);
		break;
	case BPF_STX:
		/* An atomic operation hands back what was there: in its source, or in r0. */
		if (BPF_MODE(insn->code) == BPF_ATOMIC) {
			regs->r[insn->src_reg] = any;
			regs->r[insn->dst_reg] = any;
			regs->r[BPF_REG_0] = any;
		}
		break;
	}
}

/* ---- conditions ---- */

static int64_t as_signed(uint64_t number, bool is_32)
{
	return is_32 ? (int32_t)(uint32_t)number : (int64_t)number;
}

bool bpf_regs__condition(const struct bpf_regs *regs, const struct bpf_insn *insn, bool *ret_holds)
{
	const bool is_32 = BPF_CLASS(insn->code) == BPF_JMP32;
	const struct bpf_value left = regs->r[insn->dst_reg], right = operand(regs, insn, is_32);
	const uint64_t a = is_32 ? (uint32_t)left.number : left.number, b = right.number;
	const int64_t sa = as_signed(a, is_32), sb = as_signed(b, is_32);

	if (left.kind != BPF_VALUE_CONST || right.kind != BPF_VALUE_CONST)
		return false;
	switch (BPF_OP(insn->code)) {
	case BPF_JEQ:
		*ret_holds = a == b;
		return true;
	case BPF_JNE:
		*ret_holds = a != b;
		return true;
	case BPF_JSET:
		*ret_holds = a & b;
		return true;
	case BPF_JGT:
		*ret_holds = a > b;
		return true;
	case BPF_JGE:
		*ret_holds = a >= b;
		return true;
	case BPF_JLT:
		*ret_holds = a < b;
		return true;
	case BPF_JLE:
		*ret_holds = a <= b;
		return true;
	case BPF_JSGT:
		*ret_holds = sa > sb;
		return true;
	case BPF_JSGE:
		*ret_holds = sa >= sb;
		return true;
	case BPF_JSLT:
		*ret_holds = sa < sb;
		return true;
	case BPF_JSLE:
		*ret_holds = sa <= sb;
		return true;
	}
	return false;
}
