/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * stack.bpf.h - call chains of system calls; a part of engine.bpf.c. Nothing of it is in the programs
 * when config.stacks is 0: the verifier removes it.
 *
 * The chain of user space ends at the system call, and the registers of the entry are there at the exit
 * too, so both are taken when the record is made: calls that are filtered cost nothing.
 */
#ifndef PERF_AUGMENT_STACK_BPF_H
#define PERF_AUGMENT_STACK_BPF_H

#define BPF_F_USER_STACK (1ULL << 8)

/* As capture__copy(): @off_max and @chunk are constants. Return: whether there was room for all of it. */
static __always_inline bool stack__copy(void *ctx, u8 *area, u64 off_max, u64 chunk,
					struct aug_state *s, u8 arg)
{
	const u64 flags = arg == AUG_ARG_STACK_USER ? BPF_F_USER_STACK : 0;
	u64 off = s->payload_len;
	struct aug_payload *p;
	long n;

	KEEP(off);
	if (off > off_max)
		return false;
	p = (void *)(area + off);
	n = bpf_get_stack(ctx, p + 1, chunk, flags);
	/* Full: there may be more. */
	if (n == (long)chunk && chunk < config.stack_bytes)
		return false;
	p->arg = arg;
	p->flags = 0;
	p->part = AUG_PART_SELF;
	p->elem = 0;
	p->err = n < 0 ? n : 0;
	p->len = n < 0 ? 0 : n;
	p->full_len = p->len;
	s->payload_len = off + sizeof(*p) + p->len;
	s->rec.nr_payloads++;
	return true;
}

static __always_inline void stack__take(void *ctx, struct aug_state *s, struct task_struct *task,
					u8 arg)
{
	struct aug_big *big;

	if (!s->is_big && config.stack_bytes <= SMALL_CHUNK &&
	    stack__copy(ctx, s->payload, SMALL_OFF_MAX, config.stack_bytes, s, arg))
		return;
	if (!s->is_big && config.stack_bytes > SMALL_CHUNK &&
	    stack__copy(ctx, s->payload, SMALL_OFF_MAX, SMALL_CHUNK, s, arg))
		return;
	big = s->is_big ? big__get(task, false) : capture__grow(s, task);
	if (config.long_data && big && s->payload_len > BIG_OFF_MAX)
		capture__send_ahead(s, big);
	if (big && stack__copy(ctx, big->payload, BIG_OFF_MAX, config.stack_bytes, s, arg))
		return;
	COUNT(lost_stacks);
}

/* Before the record is made, and before a tail call, as that does not come back. */
static __always_inline void stack__capture(void *ctx, struct aug_state *s, struct task_struct *task)
{
	if (config.stacks & AUG_STACK_KERNEL)
		stack__take(ctx, s, task, AUG_ARG_STACK_KERNEL);
	if (config.stacks & AUG_STACK_USER)
		stack__take(ctx, s, task, AUG_ARG_STACK_USER);
}

#endif /* PERF_AUGMENT_STACK_BPF_H */
