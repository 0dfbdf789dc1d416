// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* unwind.c - see unwind.h. libdw reads the tables, what they say is computed here. */
#include "unwind.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

#define STACK_MAX 32

static bool read_word(const struct unwind *u, uint64_t addr, uint64_t *ret)
{
	const uint64_t off = addr - u->stack_start;

	if (addr < u->stack_start || u->stack_len < sizeof(*ret) ||
	    off > u->stack_len - sizeof(*ret))
		return false;
	memcpy(ret, u->stack + off, sizeof(*ret));
	return true;
}

static bool get_reg(const struct unwind *u, uint64_t nr, uint64_t *ret)
{
	if (nr >= UNWIND_NR_REGS || !(u->known & 1U << nr))
		return false;
	*ret = u->regs[nr];
	return true;
}

/* ---- expressions ---- */

/** struct calc - DWARF's stack of numbers. @is_value: the result is a value, not where one is. */
struct calc {
	const struct unwind *u;
	const uint64_t *cfa;
	uint64_t stack[STACK_MAX];
	unsigned int nr;
	bool is_value;
};

static bool push(struct calc *c, uint64_t value)
{
	if (c->nr == STACK_MAX)
		return false;
	c->stack[c->nr++] = value;
	return true;
}

/* Of the two topmost numbers. */
static bool compute(struct calc *c, uint8_t atom)
{
	uint64_t a, b;

	if (c->nr < 2)
		return false;
	b = c->stack[--c->nr];
	a = c->stack[--c->nr];
	switch (atom) {
	case DW_OP_plus:
		return push(c, a + b);
	case DW_OP_minus:
		return push(c, a - b);
	case DW_OP_mul:
		return push(c, a * b);
	case DW_OP_and:
		return push(c, a & b);
	case DW_OP_or:
		return push(c, a | b);
	case DW_OP_xor:
		return push(c, a ^ b);
	case DW_OP_shl:
		return push(c, b < 64 ? a << b : 0);
	case DW_OP_shr:
		return push(c, b < 64 ? a >> b : 0);
	case DW_OP_eq:
		return push(c, a == b);
	case DW_OP_ne:
		return push(c, a != b);
	case DW_OP_ge:
		return push(c, (int64_t)a >= (int64_t)b);
	case DW_OP_gt:
		return push(c, (int64_t)a > (int64_t)b);
	case DW_OP_le:
		return push(c, (int64_t)a <= (int64_t)b);
	case DW_OP_lt:
		return push(c, (int64_t)a < (int64_t)b);
	}
	return false;
}

static bool deref(struct calc *c)
{
	return c->nr && read_word(c->u, c->stack[c->nr - 1], &c->stack[c->nr - 1]);
}

static bool push_reg(struct calc *c, uint64_t nr, uint64_t offset)
{
	uint64_t value;

	return get_reg(c->u, nr, &value) && push(c, value + offset);
}

/* What there is in tables of compilers; anything else ends the chain. */
static bool apply(struct calc *c, const Dwarf_Op *op)
{
	const uint8_t atom = op->atom;

	if (atom >= DW_OP_lit0 && atom <= DW_OP_lit31)
		return push(c, atom - DW_OP_lit0);
	if (atom >= DW_OP_breg0 && atom <= DW_OP_breg31)
		return push_reg(c, atom - DW_OP_breg0, op->number);
	if (atom >= DW_OP_reg0 && atom <= DW_OP_reg31) {
		c->is_value = true;
		return push_reg(c, atom - DW_OP_reg0, 0);
	}
	switch (atom) {
	case DW_OP_bregx:
		return push_reg(c, op->number, op->number2);
	case DW_OP_regx:
		c->is_value = true;
		return push_reg(c, op->number, 0);
	case DW_OP_call_frame_cfa:
		return c->cfa && push(c, *c->cfa);
	case DW_OP_plus_uconst:
		if (!c->nr)
			return false;
		c->stack[c->nr - 1] += op->number;
		return true;
	case DW_OP_const1u:
	case DW_OP_const1s:
	case DW_OP_const2u:
	case DW_OP_const2s:
	case DW_OP_const4u:
	case DW_OP_const4s:
	case DW_OP_const8u:
	case DW_OP_const8s:
	case DW_OP_constu:
	case DW_OP_consts:
		return push(c, op->number);
	case DW_OP_deref:
		return deref(c);
	case DW_OP_dup:
		return c->nr && push(c, c->stack[c->nr - 1]);
	case DW_OP_stack_value:
		c->is_value = true;
		return true;
	case DW_OP_nop:
		return true;
	}
	return compute(c, atom);
}

static bool evaluate(struct calc *c, const Dwarf_Op *ops, size_t nr, uint64_t *ret)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		if (!apply(c, &ops[i]))
			return false;
	}
	if (!c->nr)
		return false;
	*ret = c->stack[c->nr - 1];
	return true;
}

/* ---- a step ---- */

static int find_cfa(const struct unwind *u, Dwarf_Frame *frame, uint64_t *ret_cfa)
{
	struct calc c = { .u = u };
	Dwarf_Op *ops;
	size_t nr;

	if (dwarf_frame_cfa(frame, &ops, &nr) || !nr)
		return -ENOENT;
	return evaluate(&c, ops, nr, ret_cfa) ? 0 : -ENOENT;
}

/* The register as the caller has it. Return: whether it is known. */
static bool restore(const struct unwind *u, Dwarf_Frame *frame, int reg, uint64_t cfa,
		    uint64_t *ret)
{
	struct calc c = { .u = u, .cfa = &cfa };
	Dwarf_Op mem[3], *ops;
	size_t nr;

	if (dwarf_frame_register(frame, reg, mem, &ops, &nr))
		return false;
	if (!nr) /* NULL: unchanged; else not to be had */
		return !ops && get_reg(u, (uint64_t)reg, ret);
	if (!evaluate(&c, ops, nr, ret))
		return false;
	return c.is_value || read_word(u, *ret, ret);
}

/* Has it a caller? The tables say that the first function of a thread has none. */
static bool returns(Dwarf_Frame *frame)
{
	Dwarf_Op mem[3], *ops;
	size_t nr;

	return !dwarf_frame_register(frame, UNWIND_RIP, mem, &ops, &nr) && nr;
}

static int step_frame(struct unwind *u, Dwarf_Frame *frame)
{
	struct unwind caller = *u;
	uint64_t cfa = 0;
	int reg, err = find_cfa(u, frame, &cfa);

	if (err)
		return err;
	caller.known = 0;
	for (reg = 0; reg < UNWIND_NR_REGS; reg++) {
		if (restore(u, frame, reg, cfa, &caller.regs[reg]))
			caller.known |= 1U << reg;
	}
	/* A stack only shrinks on the way up: no circles. */
	if (cfa <= u->regs[UNWIND_RSP])
		return -ENOENT;
	/* What called it stands right below. */
	if (!(caller.known & 1U << UNWIND_RIP))
		return cfa > u->stack_start + u->stack_len && returns(frame) ? -EFAULT : -ENOENT;
	caller.regs[UNWIND_RSP] = cfa;
	caller.known |= 1U << UNWIND_RSP;
	*u = caller;
	return 0;
}

int unwind__step_cfi(struct unwind *u, struct dso_elf *elf, uint64_t addr)
{
	uint64_t delta;
	Dwarf_CFI *cfi = dso_elf__cfi(elf, &delta);
	Dwarf_Frame *frame;
	int err;

	if (!cfi || dwarf_cfi_addrframe(cfi, addr + delta, &frame))
		return -ENOENT;
	err = step_frame(u, frame);
	free(frame);
	return err;
}

int unwind__step_fp(struct unwind *u)
{
	const uint64_t bp = u->regs[UNWIND_RBP];
	uint64_t ip, next;

	if (!(u->known & 1U << UNWIND_RBP) || bp < u->regs[UNWIND_RSP] ||
	    !read_word(u, bp, &next) || !read_word(u, bp + 8, &ip))
		return -ENOENT;
	u->regs[UNWIND_RIP] = ip;
	u->regs[UNWIND_RBP] = next;
	u->regs[UNWIND_RSP] = bp + 16;
	u->known = 1U << UNWIND_RIP | 1U << UNWIND_RBP | 1U << UNWIND_RSP;
	return 0;
}
