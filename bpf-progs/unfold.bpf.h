/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * unfold.bpf.h - calls of 32-bit programs that come through another one: socketcall and ipc, whose first
 * argument says which call it is, and select and mmap of old, whose arguments are in memory.
 *
 * Number and arguments of the state become those of the call that is meant; from there on it is a call like
 * any other. Its spec and the multiplexer's lack AUG_S_TRACED, so that other calls, wanted or not,
 * do not look for this. A part of engine.bpf.c.
 */
#ifndef PERF_AUGMENT_UNFOLD_BPF_H
#define PERF_AUGMENT_UNFOLD_BPF_H

#include "unfold_calls.h"

/*
 * In the payload, which is not in use yet: before Linux 5.12 the stack is not read at an offset
 * that varies.
 */
struct unfold_room {
	u64 regs[16];
	u32 words[8]; /* all that arguments can be */
	u32 which;
};

/* Of struct pt_regs, which ptrace(2) made an ABI: arch/x86/include/uapi/asm/ptrace-abi.h, by eights. */
enum { REG_BP = 4, REG_BX = 5, REG_CX = 11, REG_DX = 12, REG_SI = 13, REG_DI = 14, REGS = 15 };

static __always_inline void unfold__registers(struct aug_state *s, const void *regs)
{
	struct unfold_room *room = (void *)s->payload;
	u64 *args = s->rec.args;

	bpf_probe_read_kernel(room->regs, REGS * sizeof(u64), regs);
	args[0] = (u32)room->regs[REG_BX];
	args[1] = (u32)room->regs[REG_CX];
	args[2] = (u32)room->regs[REG_DX];
	args[3] = (u32)room->regs[REG_SI];
	args[4] = (u32)room->regs[REG_DI];
	args[5] = (u32)room->regs[REG_BP];
}

/* Return: 0, or -errno when memory could not be read. */
static __always_inline long unfold__words(struct aug_state *s, const struct sub_call *sub)
{
	struct unfold_room *room = (void *)s->payload;
	u64 *args = s->rec.args, len = sub->nr_words * 4 & 31;
	u32 i;

	if (s->rec.nr != AUG_NR_IPC)
		return bpf_probe_read_user(room->words, len,
					   (void *)(s->rec.nr == AUG_NR_SOCKETCALL ? args[1]
										   : args[0]));
#pragma unroll
	for (i = 0; i < 5; i++)
		room->words[i] = args[i + 1];
	return bpf_probe_read_user(room->words + 5, len & 15, (void *)args[4]);
}

static __always_inline void unfold__call(struct aug_state *s)
{
	struct unfold_room *room = (void *)s->payload;
	const struct sub_call *sub;
	u64 which, from;
	u32 nr, i;

	/*
	 * A number that is given to a call that has none, which no kernel has: it must not be taken
	 * for that.
	 */
	if (s->rec.nr >= AUG_NR_UNFOLDED) {
		s->rec.nr |= AUG_NR_TAKEN;
		s->spec_idx = AUG_NR_ABIS * AUG_NR_SYSCALLS;
		return;
	}
	__builtin_memset(room->words, 0, sizeof(room->words));
	room->which = sub_call__find(s->rec.nr, s->rec.args[0]);
	/* By way of memory, so that the verifier does not look at the rest once for each number. */
	which = *(volatile u32 *)&room->which;
	KEEP(which);
	if (which >= SUB_CALLS)
		return;
	sub = &sub_calls[which];
	nr = sub->nr;
	from = sub->from;
	if (unfold__words(s, sub)) {
		nr = sub->fault_nr;
		from = sub->fault_from;
	}
	if (!nr)
		return;
	s->rec.nr = nr;
	s->spec_idx = AUG_ABI_COMPAT * AUG_NR_SYSCALLS + nr;
#pragma unroll
	for (i = 0; i < AUG_MAX_ARGS; i++)
		s->rec.args[i] = room->words[from >> 4 * i & 7];
}

/*
 * A call whose spec has AUG_S_UNFOLD. What it becomes has its arguments; see read_args().
 * Return: the spec of that, NULL when it is not wanted.
 */
static __noinline struct aug_spec *unfold(struct aug_state *s, const void *regs)
{
	struct aug_spec *spec;

	unfold__registers(s, regs);
	unfold__call(s);
	spec = spec__get(&s->spec_idx);
	return spec && spec->flags & (AUG_S_TRACED | AUG_S_UNFOLD_TRACED) ? spec : NULL;
}

#endif /* PERF_AUGMENT_UNFOLD_BPF_H */
