/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_value.h - what is known of the registers of a BPF program at a place: constants, and where they are
 * read from. What is said to be known is so; of much else nothing is.
 */
#ifndef PERF_AUGMENT_BPF_VALUE_H
#define PERF_AUGMENT_BPF_VALUE_H

#include <linux/bpf.h>
#include <stdbool.h>
#include <stdint.h>

struct bpf_prune_consts;

enum bpf_value_kind {
	BPF_VALUE_ANY, /* nothing is known */
	BPF_VALUE_CONST,
	BPF_VALUE_ADDRESS, /* of a byte of the constants */
};

/** struct bpf_value - @number: the constant; or the offset in the constants. */
struct bpf_value {
	enum bpf_value_kind kind;
	uint64_t number;
};

/** struct bpf_regs - r0 to r10; r11 for numbers that do not exist. */
struct bpf_regs {
	struct bpf_value r[16];
};

/** bpf_regs__meet() - keep what both agree on. Return: whether @regs has become less. */
bool bpf_regs__meet(struct bpf_regs *regs, const struct bpf_regs *other);

/** bpf_regs__call() - what a function may write over is not known behind its call. */
void bpf_regs__call(struct bpf_regs *regs);

/** bpf_regs__step() - after an instruction that is no jump and no call; both halves, if it is wide. */
void bpf_regs__step(struct bpf_regs *regs, const struct bpf_insn *insn,
		    const struct bpf_prune_consts *consts);

/** bpf_regs__condition() - Return: whether it is known if the conditional jump @insn @ret_holds. */
bool bpf_regs__condition(const struct bpf_regs *regs, const struct bpf_insn *insn, bool *ret_holds);

#endif /* PERF_AUGMENT_BPF_VALUE_H */
