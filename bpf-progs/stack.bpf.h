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

/* Bytes of one chain. */
#define STACK_BYTES (config.stack_bytes < AUG_STR_MAX ? config.stack_bytes : AUG_STR_MAX)

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
	if (n == (long)chunk && chunk < STACK_BYTES)
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

	if (!s->is_big && STACK_BYTES <= SMALL_CHUNK &&
	    stack__copy(ctx, s->payload, SMALL_OFF_MAX, STACK_BYTES, s, arg))
		return;
	if (!s->is_big && STACK_BYTES > SMALL_CHUNK &&
	    stack__copy(ctx, s->payload, SMALL_OFF_MAX, SMALL_CHUNK, s, arg))
		return;
	big = s->is_big ? big__get(task, false) : capture__grow(s, task);
	if (config.long_data && big && s->payload_len > BIG_OFF_MAX)
		capture__send_ahead(s, big);
	if (big && stack__copy(ctx, big->payload, BIG_OFF_MAX, STACK_BYTES, s, arg))
		return;
	COUNT(lost_stacks);
}

#define STACK_PAGE 4096
/* The verifier does not relate the bytes that are read to those that are left: one page more. */
#define STACK_DUMP_ROOM (AUG_STACK_DUMP_MAX + STACK_PAGE)
#define STACK_DUMP_OFF_MAX                                                              \
	(AUG_PAYLOAD_BIG - sizeof(struct aug_payload) - sizeof(struct aug_stack_regs) - \
	 STACK_DUMP_ROOM)

static __always_inline void stack__read_regs(struct aug_stack_regs *into)
{
	struct pt_regs *regs = (struct pt_regs *)bpf_task_pt_regs(bpf_get_current_task_btf());

	into->ip = regs->ip;
	into->sp = regs->sp;
	into->bp = regs->bp;
	into->bx = regs->bx;
	into->r12 = regs->r12;
	into->r13 = regs->r13;
	into->r14 = regs->r14;
	into->r15 = regs->r15;
}

/*
 * Page by page: the stack may end, or not be there, behind each. Lengths are bounded by how they are
 * computed: verifiers up to 6.1 forget what a comparison says of a number that goes by way of the stack.
 * Return: bytes that were read.
 */
static __always_inline u64 stack__read_dump(u8 *into, u64 sp)
{
	u64 pos = 0, len;
	u32 i;

#pragma unroll
	for (i = 0; i < AUG_STACK_DUMP_MAX / STACK_PAGE + 1; i++) {
		if (pos >= config.stack_dump)
			break;
		len = (~sp & (STACK_PAGE - 1)) + 1;
		if (bpf_probe_read_user(into + pos, len, (void *)sp))
			break;
		pos += len;
		sp += len;
	}
	return pos < config.stack_dump ? pos : config.stack_dump;
}

static __always_inline bool stack__dump(struct aug_state *s, struct aug_big *big)
{
	u64 off = s->payload_len;
	struct aug_stack_regs *regs;
	struct aug_payload *p;

	KEEP(off);
	if (off > STACK_DUMP_OFF_MAX)
		return false;
	p = (void *)(big->payload + off);
	regs = (void *)(p + 1);
	stack__read_regs(regs);
	p->arg = AUG_ARG_STACK_DUMP;
	p->flags = 0;
	p->part = AUG_PART_SELF;
	p->elem = 0;
	p->err = 0;
	p->len = sizeof(*regs) + stack__read_dump((u8 *)(regs + 1), regs->sp);
	p->full_len = p->len;
	s->payload_len = off + sizeof(*p) + ((p->len + 7) & ~7ULL);
	s->rec.nr_payloads++;
	return true;
}

static __always_inline void stack__take_dump(struct aug_state *s, struct task_struct *task)
{
	struct aug_big *big = s->is_big ? big__get(task, false) : capture__grow(s, task);

	/* Contents of some length leave it no room. */
	if (big && s->payload_len > STACK_DUMP_OFF_MAX)
		capture__send_ahead(s, big);
	if (!big || !stack__dump(s, big))
		COUNT(lost_stacks);
}

/* Before the record is made, and before a tail call, as that does not come back. */
static __always_inline void stack__capture(void *ctx, struct aug_state *s, struct task_struct *task)
{
	if (config.stacks & AUG_STACK_KERNEL)
		stack__take(ctx, s, task, AUG_ARG_STACK_KERNEL);
	/* 32-bit code is not unwound, but has frame pointers more often than not. */
	if (config.stacks & AUG_STACK_USER || (config.stacks & AUG_STACK_DUMP && s->rec.abi))
		stack__take(ctx, s, task, AUG_ARG_STACK_USER);
	else if (config.stacks & AUG_STACK_DUMP)
		stack__take_dump(s, task);
}

/* Between two calls, where their record has room for another one. */
static __always_inline void stack__emit_alone(void *ctx, struct aug_state *s,
					      struct task_struct *task)
{
	struct aug_stats *st = stats__get();

	if (!st)
		return;
	if (s->phase >= PHASE_RUNNING) {
		COUNT(lost_stacks);
		return;
	}
	s->rec.type = AUG_RECORD_CHAIN;
	s->rec.flags = 0;
	s->rec.nr_payloads = 0;
	s->rec.nr_more = 0;
	s->rec.time_ns = bpf_ktime_get_ns();
	s->payload_len = 0;
	s->is_big = 0;
	stack__capture(ctx, s, task);
	if (state__emit(st, s, task) < 0)
		COUNT(lost_stacks);
}

#endif /* PERF_AUGMENT_STACK_BPF_H */
