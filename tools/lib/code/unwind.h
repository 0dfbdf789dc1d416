/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * unwind.h - one step from a function to its caller, by the tables that compilers leave for exceptions
 * (call frame information of DWARF). x86-64. The copy of the stack is hostile, as are the tables.
 */
#ifndef PERF_AUGMENT_UNWIND_H
#define PERF_AUGMENT_UNWIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dso_elf.h"

/* DWARF's numbers of registers that matter. */
#define UNWIND_RBX 3
#define UNWIND_RBP 6
#define UNWIND_RSP 7
#define UNWIND_R12 12
#define UNWIND_RIP 16
#define UNWIND_NR_REGS 17

/**
 * struct unwind - a place in a thread.
 * @regs: those whose bit in @known is set.
 * @stack: @stack_len bytes of memory from @stack_start on.
 */
struct unwind {
	uint64_t regs[UNWIND_NR_REGS];
	uint32_t known;
	const uint8_t *stack;
	size_t stack_len;
	uint64_t stack_start;
};

/**
 * unwind__step_cfi() - to the caller.
 * @addr: of the code, in the terms of @elf's file.
 * Return: 0; -ENOENT: the tables do not have it or make no sense, or it is the first function of its
 * thread; -EFAULT: the stack goes on where there is no copy of it any more.
 */
int unwind__step_cfi(struct unwind *u, struct dso_elf *elf, uint64_t addr);

/** unwind__step_fp() - the same by the frame pointer, where there are no tables. Return: 0 or -ENOENT. */
int unwind__step_fp(struct unwind *u);

#endif /* PERF_AUGMENT_UNWIND_H */
