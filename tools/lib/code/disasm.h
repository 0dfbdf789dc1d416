/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * disasm.h - machine code as text, one instruction at a time; the only file that sees capstone.
 * Any bytes are taken: what is no instruction comes out as one bad byte, so that the lengths of
 * what comes out always add up to what went in.
 */
#ifndef PERF_AUGMENT_DISASM_H
#define PERF_AUGMENT_DISASM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct disasm;

enum disasm_syntax { DISASM_ATT, DISASM_INTEL };
enum disasm_flow { DISASM_ON, DISASM_JUMP, DISASM_CALL };

/** DISASM_TEXT_MAX - capstone's own limits for a mnemonic and its operands, and some. */
#define DISASM_TEXT_MAX 256

/**
 * struct disasm_insn - one instruction.
 * @text: mnemonic, a blank, operands; for a jump or call with a @target, @operand is where the
 *	target is spelled in it.
 * @is_bad: it is not an instruction: one byte.
 * @has_target: it goes to @target, a constant.
 */
struct disasm_insn {
	uint64_t addr;
	uint8_t size;
	bool is_bad;
	bool has_target;
	enum disasm_flow flow;
	uint64_t target;
	uint16_t operand;
	char text[DISASM_TEXT_MAX];
};

/**
 * disasm__open() - for code of @arch, as uname(2) says it; NULL for this machine's.
 * @syntax: of x86-64; others have one.
 * Return: 0; -ENOTSUP: code of this machine cannot be read; -ELIBACC: there is no capstone, logged; -ENOMEM.
 */
int disasm__open(struct disasm **ret_disasm, const char *arch, enum disasm_syntax syntax);
void disasm__close(struct disasm *disasm);

/** disasm__next() - the instruction that begins @bytes, of which there are @len, at least 1. */
void disasm__next(struct disasm *disasm, const uint8_t *bytes, size_t len, uint64_t addr,
		  struct disasm_insn *ret_insn);

#endif /* PERF_AUGMENT_DISASM_H */
