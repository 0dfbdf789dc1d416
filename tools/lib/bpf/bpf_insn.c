// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * bpf_insn.c - see bpf_insn.h. One function per class of instructions; what does not exist falls
 * through to BUG_. Numbers that linux/bpf.h of Debian 12 does not have yet are given here.
 */
#include "bpf_insn.h"

#include <inttypes.h>
#include <stdint.h>

#include "util.h"

/* Instruction set v4 and later. */
#define MODE_MEMSX 0x80
#define MODE_NOSPEC 0xc0
#define OP_JCOND 0xe0
#define ATOMIC_LOAD_ACQ 0x100
#define ATOMIC_STORE_REL 0x110
/* In the offset of a move. */
#define OFF_ADDR_SPACE_CAST 1
#define OFF_ADDR_PERCPU (-1)

#define PSEUDO_MAP_IDX 5
#define PSEUDO_MAP_IDX_VALUE 6

#define HELPER_NAME(name, ...) [BPF_FUNC_##name] = "bpf_" #name
static const char *const helpers[] = { __BPF_FUNC_MAPPER(HELPER_NAME) };

static const char *const alu_ops[16] = {
	[BPF_ADD >> 4] = "+=",	[BPF_SUB >> 4] = "-=",	[BPF_MUL >> 4] = "*=",
	[BPF_DIV >> 4] = "/=",	[BPF_OR >> 4] = "|=",	[BPF_AND >> 4] = "&=",
	[BPF_LSH >> 4] = "<<=", [BPF_RSH >> 4] = ">>=", [BPF_MOD >> 4] = "%=",
	[BPF_XOR >> 4] = "^=",	[BPF_MOV >> 4] = "=",	[BPF_ARSH >> 4] = "s>>=",
};

static const char *const jmp_ops[16] = {
	[BPF_JEQ >> 4] = "==",	 [BPF_JGT >> 4] = ">",	  [BPF_JGE >> 4] = ">=",
	[BPF_JSET >> 4] = "&",	 [BPF_JNE >> 4] = "!=",	  [BPF_JSGT >> 4] = "s>",
	[BPF_JSGE >> 4] = "s>=", [BPF_JLT >> 4] = "<",	  [BPF_JLE >> 4] = "<=",
	[BPF_JSLT >> 4] = "s<",	 [BPF_JSLE >> 4] = "s<=",
};

static const char *const sizes[4] = { "u32", "u16", "u8", "u64" };
/* 64 bits have no sign to extend. */
static const char *const signed_sizes[4] = { "s32", "s16", "s8", NULL };

const char *bpf_insn__helper(int id)
{
	return id > 0 && (size_t)id < ARRAY_SIZE(helpers) ? helpers[id] : NULL;
}

bool bpf_insn__is_wide(const struct bpf_insn *insn)
{
	return insn->code == (BPF_LD | BPF_IMM | BPF_DW);
}

static unsigned int op_of(const struct bpf_insn *insn)
{
	return BPF_OP(insn->code);
}

static const char *size_of(const struct bpf_insn *insn)
{
	return sizes[BPF_SIZE(insn->code) >> 3];
}

bool bpf_insn__is_jump(const struct bpf_insn *insn, long *ret_off)
{
	const unsigned int class = BPF_CLASS(insn->code), op = op_of(insn);

	if (class != BPF_JMP && class != BPF_JMP32)
		return false;
	*ret_off = insn->off;
	if (insn->code == (BPF_JMP32 | BPF_JA))
		*ret_off = insn->imm;
	else if (op == BPF_JA || op == OP_JCOND)
		return class == BPF_JMP && BPF_SRC(insn->code) == BPF_K;
	return jmp_ops[op >> 4] || insn->code == (BPF_JMP32 | BPF_JA);
}

/* The byte order is converted by a 32-bit class, swapped by the 64-bit class. */
static bool print_swap(struct strbuf *sb, const struct bpf_insn *insn)
{
	if (BPF_CLASS(insn->code) == BPF_ALU64)
		strbuf__addf(sb, "r%d = bswap%d r%d", insn->dst_reg, insn->imm, insn->dst_reg);
	else
		strbuf__addf(sb, "r%d = %s%d r%d", insn->dst_reg,
			     BPF_SRC(insn->code) == BPF_TO_BE ? "be" : "le", insn->imm,
			     insn->dst_reg);
	return true;
}

/* A move between address spaces, of the kernel's own making or by BPF arenas. */
static bool print_address_move(struct strbuf *sb, const struct bpf_insn *insn)
{
	if (insn->code != (BPF_ALU64 | BPF_MOV | BPF_X))
		return false;
	if (insn->off == OFF_ADDR_SPACE_CAST)
		strbuf__addf(sb, "r%d = addr_space_cast(r%d, %u, %u)", insn->dst_reg, insn->src_reg,
			     (uint32_t)insn->imm >> 16, (uint32_t)insn->imm & 0xffff);
	else if (insn->off == OFF_ADDR_PERCPU)
		strbuf__addf(sb, "r%d = &(void __percpu *)(r%d)", insn->dst_reg, insn->src_reg);
	else
		return false;
	return true;
}

/* Signed forms of division and moves are told by the offset. */
static const char *alu_sign(const struct bpf_insn *insn)
{
	const unsigned int op = op_of(insn);

	return (op == BPF_DIV || op == BPF_MOD) && insn->off == 1 ? "s" : "";
}

static const char *move_sign(const struct bpf_insn *insn)
{
	if (op_of(insn) != BPF_MOV)
		return "";
	switch (insn->off) {
	case 8:
		return "(s8)";
	case 16:
		return "(s16)";
	case 32:
		return "(s32)";
	}
	return "";
}

static bool print_alu(struct strbuf *sb, const struct bpf_insn *insn)
{
	const char reg = BPF_CLASS(insn->code) == BPF_ALU ? 'w' : 'r';
	const char *op = alu_ops[op_of(insn) >> 4];

	if (op_of(insn) == BPF_END)
		return print_swap(sb, insn);
	if (op_of(insn) == BPF_NEG) {
		strbuf__addf(sb, "%c%d = -%c%d", reg, insn->dst_reg, reg, insn->dst_reg);
		return true;
	}
	if (print_address_move(sb, insn))
		return true;
	if (!op)
		return false;
	strbuf__addf(sb, "%c%d %s%s ", reg, insn->dst_reg, alu_sign(insn), op);
	if (BPF_SRC(insn->code) == BPF_X)
		strbuf__addf(sb, "%s%c%d", move_sign(insn), reg, insn->src_reg);
	else
		strbuf__addf(sb, "%d", insn->imm);
	return true;
}

/* "*(u64 *)(r10 -8)", "(u64 *)(r10 -8)" */
static void add_place(struct strbuf *sb, const char *star, const char *size, int reg, int off)
{
	strbuf__addf(sb, "%s(%s *)(r%d %+d)", star, size, reg, off);
}

static const char *atomic_name(const struct bpf_insn *insn)
{
	switch (insn->imm & ~BPF_FETCH) {
	case BPF_ADD:
		return "add";
	case BPF_AND:
		return "and";
	case BPF_OR:
		return "or";
	case BPF_XOR:
		return "xor";
	}
	return NULL;
}

static bool print_atomic(struct strbuf *sb, const struct bpf_insn *insn)
{
	const char *bits = BPF_SIZE(insn->code) == BPF_DW ? "64" : "", *size = size_of(insn);
	const int dst = insn->dst_reg, src = insn->src_reg;

	switch (insn->imm) {
	case BPF_CMPXCHG:
		strbuf__addf(sb, "r0 = atomic%s_cmpxchg(", bits);
		add_place(sb, "", size, dst, insn->off);
		strbuf__addf(sb, ", r0, r%d)", src);
		return true;
	case BPF_XCHG:
		strbuf__addf(sb, "r%d = atomic%s_xchg(", src, bits);
		break;
	case ATOMIC_LOAD_ACQ:
		strbuf__addf(sb, "r%d = load_acquire(", dst);
		add_place(sb, "", size, src, insn->off);
		strbuf__addc(sb, ')');
		return true;
	case ATOMIC_STORE_REL:
		strbuf__adds(sb, "store_release(");
		break;
	default:
		if (!atomic_name(insn))
			return false;
		if (!(insn->imm & BPF_FETCH)) {
			strbuf__adds(sb, "lock ");
			add_place(sb, "*", size, dst, insn->off);
			strbuf__addf(sb, " %s r%d", alu_ops[insn->imm >> 4], src);
			return true;
		}
		strbuf__addf(sb, "r%d = atomic%s_fetch_%s(", src, bits, atomic_name(insn));
	}
	add_place(sb, "", size, dst, insn->off);
	strbuf__addf(sb, ", r%d)", src);
	return true;
}

static bool print_store(struct strbuf *sb, const struct bpf_insn *insn)
{
	const unsigned int mode = BPF_MODE(insn->code);
	const bool is_reg = BPF_CLASS(insn->code) == BPF_STX;

	if (mode == BPF_ATOMIC && is_reg)
		return print_atomic(sb, insn);
	if (mode == MODE_NOSPEC && !is_reg) {
		strbuf__adds(sb, "nospec");
		return true;
	}
	if (mode != BPF_MEM)
		return false;
	add_place(sb, "*", size_of(insn), insn->dst_reg, insn->off);
	if (is_reg)
		strbuf__addf(sb, " = r%d", insn->src_reg);
	else
		strbuf__addf(sb, " = %d", insn->imm);
	return true;
}

static bool print_load(struct strbuf *sb, const struct bpf_insn *insn)
{
	const char *size = size_of(insn);

	if (BPF_MODE(insn->code) == MODE_MEMSX)
		size = signed_sizes[BPF_SIZE(insn->code) >> 3];
	else if (BPF_MODE(insn->code) != BPF_MEM)
		return false;
	if (!size)
		return false;
	strbuf__addf(sb, "r%d = ", insn->dst_reg);
	add_place(sb, "*", size, insn->src_reg, insn->off);
	return true;
}

/* What 64 bits mean: a number, or what the kernel put in place of it. */
static void print_wide(struct strbuf *sb, const struct bpf_insn *insn)
{
	const uint64_t value = (uint64_t)(uint32_t)insn[1].imm << 32 | (uint32_t)insn->imm;

	strbuf__addf(sb, "r%d = ", insn->dst_reg);
	switch (insn->src_reg) {
	case BPF_PSEUDO_MAP_FD:
		strbuf__addf(sb, "map[id:%u]", (uint32_t)insn->imm);
		break;
	case BPF_PSEUDO_MAP_VALUE:
		strbuf__addf(sb, "map[id:%u][0]+%u", (uint32_t)insn->imm, (uint32_t)insn[1].imm);
		break;
	case PSEUDO_MAP_IDX:
		strbuf__addf(sb, "map[idx:%u]", (uint32_t)insn->imm);
		break;
	case PSEUDO_MAP_IDX_VALUE:
		strbuf__addf(sb, "map[idx:%u]+%u", (uint32_t)insn->imm, (uint32_t)insn[1].imm);
		break;
	case BPF_PSEUDO_FUNC:
		strbuf__addf(sb, "subprog[%+d]", insn->imm);
		break;
	default:
		strbuf__addf(sb, "0x%" PRIx64, value);
	}
}

/* Loads from packets, of the old instruction set. */
static bool print_packet_load(struct strbuf *sb, const struct bpf_insn *insn)
{
	if (BPF_MODE(insn->code) == BPF_ABS)
		strbuf__addf(sb, "r0 = *(%s *)skb[%d]", size_of(insn), insn->imm);
	else if (BPF_MODE(insn->code) == BPF_IND)
		strbuf__addf(sb, "r0 = *(%s *)skb[r%d + %d]", size_of(insn), insn->src_reg,
			     insn->imm);
	else
		return false;
	return true;
}

static bool print_call(struct strbuf *sb, const struct bpf_insn *insn,
		       const struct bpf_insn_names *names)
{
	const bool is_known = names && names->call;
	const char *helper = insn->src_reg ? NULL : bpf_insn__helper(insn->imm);

	if (insn->src_reg == BPF_PSEUDO_CALL) {
		strbuf__adds(sb, "call pc");
		if (!is_known || !names->call(names->ctx, insn, sb))
			strbuf__addf(sb, "%+d", insn->imm);
		return true;
	}
	strbuf__adds(sb, "call ");
	if (helper)
		strbuf__adds(sb, helper);
	else if (!is_known || !names->call(names->ctx, insn, sb))
		strbuf__adds(sb, insn->src_reg == BPF_PSEUDO_KFUNC_CALL ? "kernel-function"
									: "unknown");
	strbuf__addf(sb, "#%d", insn->imm);
	return true;
}

static bool print_jump(struct strbuf *sb, const struct bpf_insn *insn,
		       const struct bpf_insn_names *names)
{
	const char reg = BPF_CLASS(insn->code) == BPF_JMP32 ? 'w' : 'r';
	const char *op = jmp_ops[op_of(insn) >> 4];

	switch (insn->code) {
	case BPF_JMP | BPF_CALL:
		return print_call(sb, insn, names);
	case BPF_JMP | BPF_EXIT:
		strbuf__adds(sb, "exit");
		return true;
	case BPF_JMP | BPF_JA:
		strbuf__addf(sb, "goto pc%+d", insn->off);
		return true;
	case BPF_JMP32 | BPF_JA:
		strbuf__addf(sb, "gotol pc%+d", insn->imm);
		return true;
	case BPF_JMP | BPF_JA | BPF_X:
		strbuf__addf(sb, "gotox r%d", insn->dst_reg);
		return true;
	case BPF_JMP | OP_JCOND:
		strbuf__addf(sb, "may_goto pc%+d", insn->off);
		return true;
	}
	if (!op)
		return false;
	strbuf__addf(sb, "if %c%d %s ", reg, insn->dst_reg, op);
	if (BPF_SRC(insn->code) == BPF_X)
		strbuf__addf(sb, "%c%d", reg, insn->src_reg);
	else
		strbuf__addf(sb, "0x%x", (uint32_t)insn->imm);
	strbuf__addf(sb, " goto pc%+d", insn->off);
	return true;
}

static bool print_narrow(struct strbuf *sb, const struct bpf_insn *insn,
			 const struct bpf_insn_names *names)
{
	switch (BPF_CLASS(insn->code)) {
	case BPF_LD:
		return print_packet_load(sb, insn);
	case BPF_LDX:
		return print_load(sb, insn);
	case BPF_ST:
	case BPF_STX:
		return print_store(sb, insn);
	case BPF_JMP:
	case BPF_JMP32:
		return print_jump(sb, insn, names);
	}
	return print_alu(sb, insn);
}

unsigned int bpf_insn__print(struct strbuf *sb, const struct bpf_insn *insn, size_t nr_left,
			     const struct bpf_insn_names *names)
{
	strbuf__addf(sb, "(%02x) ", insn->code);
	if (bpf_insn__is_wide(insn) && nr_left > 1) {
		print_wide(sb, insn);
		return 2;
	}
	if (!print_narrow(sb, insn, names))
		strbuf__addf(sb, "BUG_%02x", insn->code);
	return 1;
}
