/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* spec.h - from the description of a system call to what the BPF engine does for it. */
#ifndef PERF_AUGMENT_SPEC_H
#define PERF_AUGMENT_SPEC_H

#include "bpf/augment.h"
#include "select.h"
#include "syscalls.h"

/** spec__build() - fill @ret_spec from @desc; AUG_S_TRACED is left to the caller. */
void spec__build(const struct syscall_desc *desc, struct aug_spec *ret_spec);

/**
 * spec__build_table() - specs of all calls, by spec__index(); AUG_S_TRACED is set for those wanted.
 * Return: AUG_NR_ABIS * AUG_NR_SYSCALLS + 1 of them, the caller's to free; NULL: no memory.
 */
struct aug_spec *spec__build_table(const struct select *wanted);

/** spec__index() - place of a number in the engine's arrays; numbers past the table share the last one. */
static inline unsigned int spec__index(unsigned int abi, unsigned int nr)
{
	return abi < AUG_NR_ABIS && nr < AUG_NR_SYSCALLS ? abi * AUG_NR_SYSCALLS + nr
							 : AUG_NR_ABIS * AUG_NR_SYSCALLS;
}

#endif /* PERF_AUGMENT_SPEC_H */
