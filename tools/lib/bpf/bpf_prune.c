// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * bpf_prune.c - see bpf_prune.h. Constants are followed through registers along the paths that they leave
 * open, until nothing changes (sparse conditional constant propagation, by blocks). What no path has reached
 * is left out, and what nobody reads any longer (bpf_dead.c); a load of a constant becomes the constant, a
 * conditional jump that went one way only a plain one, or nothing.
 */
#include "bpf_prune.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_insn.h"
#include "bpf_prune_priv.h"
#include "util.h"

#define NO_BLOCK UINT32_MAX

/* ---- shape ---- */

static bool is_call(const struct bpf_insn *insn)
{
	return insn->code == (BPF_JMP | BPF_CALL);
}

static bool is_exit(const struct bpf_insn *insn)
{
	return insn->code == (BPF_JMP | BPF_EXIT);
}

static bool is_plain_jump(const struct bpf_insn *insn)
{
	return insn->code == (BPF_JMP | BPF_JA) || insn->code == (BPF_JMP32 | BPF_JA);
}

/* Where another function is named: to call it, or to hand it to a helper. */
static bool names_func(const struct bpf_insn *insn, long *ret_off)
{
	*ret_off = insn->imm;
	return (is_call(insn) && insn->src_reg == BPF_PSEUDO_CALL) ||
	       (bpf_insn__is_wide(insn) && insn->src_reg == BPF_PSEUDO_FUNC);
}

static struct node *target_of(struct prune *p, size_t i, long off)
{
	const long at = (long)i + 1 + off;

	if (at < 0 || (size_t)at >= p->code->nr || p->nodes[at].is_tail)
		return NULL;
	return &p->nodes[at];
}

static void begin_block(struct prune *p, struct node *node)
{
	if (node->block == NO_BLOCK)
		node->block = p->nr_blocks++;
}

/* All places that are jumped to and all functions begin blocks. */
static int find_blocks(struct prune *p)
{
	const struct bpf_insn *insns = p->code->insns;
	struct node *node;
	size_t i;
	long off;

	for (i = 0; i < p->code->nr; i++) {
		p->nodes[i].block = NO_BLOCK;
		p->nodes[i].is_tail = i && bpf_insn__is_wide(&insns[i - 1]) &&
				      !p->nodes[i - 1].is_tail;
	}
	begin_block(p, &p->nodes[0]);
	for (i = 0; i < p->code->nr; i++) {
		if (p->nodes[i].is_tail)
			continue;
		if (bpf_insn__is_wide(&insns[i]) && i + 1 == p->code->nr)
			return -EBADMSG;
		if (!names_func(&insns[i], &off) && !bpf_insn__is_jump(&insns[i], &off))
			continue;
		node = target_of(p, i, off);
		if (!node)
			return -EBADMSG;
		begin_block(p, node);
	}
	return 0;
}

static uint32_t insn_of(const struct bpf_prune_info *info, uint32_t i)
{
	uint32_t insn;

	memcpy(&insn, (const char *)info->records + (size_t)i * info->rec_size, sizeof(insn));
	return insn;
}

static bool is_in_order(const struct prune *p, const struct bpf_prune_info *info)
{
	uint32_t i;

	for (i = 0; i < info->nr; i++) {
		if (insn_of(info, i) >= p->code->nr ||
		    (i && insn_of(info, i) <= insn_of(info, i - 1)))
			return false;
	}
	return true;
}

/* ---- what can run ---- */

static void enter(struct prune *p, const struct node *node, const struct bpf_regs *regs)
{
	struct block *b = &p->blocks[node->block];
	bool changed = !b->entered;

	if (b->entered)
		changed = bpf_regs__meet(&b->regs, regs);
	else
		b->regs = *regs;
	b->entered = true;
	if (changed && !b->queued) {
		b->queued = true;
		p->queue[p->nr_queued++] = node->block;
	}
}

static void enter_func(struct prune *p, size_t i, long off)
{
	const struct bpf_regs nothing = {};

	enter(p, target_of(p, i, off), &nothing);
}

/* Return: whether the next instruction can be come to from this conditional jump. */
static bool branch(struct prune *p, size_t i, long off, const struct bpf_regs *regs)
{
	struct node *node = &p->nodes[i];
	bool holds;
	const bool known = bpf_regs__condition(regs, &p->code->insns[i], &holds);

	node->jumps |= !known || holds;
	node->falls |= !known || !holds;
	if (!known || holds)
		enter(p, target_of(p, i, off), regs);
	return !known || !holds;
}

static void walk_block(struct prune *p, const struct block *b)
{
	const struct bpf_insn *insns = p->code->insns;
	struct bpf_regs regs = b->regs;
	size_t i = b->insn;
	long off;

	for (;;) {
		p->nodes[i].reached = true;
		if (is_exit(&insns[i]))
			return;
		if (names_func(&insns[i], &off))
			enter_func(p, i, off);
		if (is_call(&insns[i]))
			bpf_regs__call(&regs);
		else if (!bpf_insn__is_jump(&insns[i], &off))
			bpf_regs__step(&regs, &insns[i], p->consts);
		else if (is_plain_jump(&insns[i]))
			return enter(p, target_of(p, i, off), &regs);
		else if (!branch(p, i, off, &regs))
			return;
		i += bpf_insn__is_wide(&insns[i]) ? 2 : 1;
		if (i >= p->code->nr) /* the verifier will refuse it */
			return;
		if (p->nodes[i].block != NO_BLOCK)
			return enter(p, &p->nodes[i], &regs);
	}
}

static int find_reached(struct prune *p)
{
	const struct bpf_regs nothing = {};
	struct block *b;
	size_t i;

	p->blocks = calloc(p->nr_blocks, sizeof(*p->blocks));
	p->queue = calloc(p->nr_blocks, sizeof(*p->queue));
	if (!p->blocks || !p->queue)
		return -ENOMEM;
	for (i = 0; i < p->code->nr; i++) {
		if (p->nodes[i].block != NO_BLOCK)
			p->blocks[p->nodes[i].block].insn = (uint32_t)i;
	}
	enter(p, &p->nodes[0], &nothing);
	while (p->nr_queued) {
		b = &p->blocks[p->queue[--p->nr_queued]];
		b->queued = false;
		walk_block(p, b);
	}
	return 0;
}

/* ---- constants ---- */

/* A load from the constants becomes what it loads, if an instruction has room for that. */
static void fold(struct bpf_insn *insn, const struct bpf_value *value)
{
	if (BPF_CLASS(insn->code) != BPF_LDX || value->kind != BPF_VALUE_CONST ||
	    value->number > UINT32_MAX)
		return;
	*insn = (struct bpf_insn){
		/* The one extends the sign, the other one does not. */
		.code = (value->number > INT32_MAX ? BPF_ALU : BPF_ALU64) | BPF_MOV | BPF_K,
		.dst_reg = insn->dst_reg,
		.imm = (int32_t)(uint32_t)value->number,
	};
}

static void fold_block(struct prune *p, const struct block *b)
{
	struct bpf_insn *insns = p->code->insns;
	struct bpf_regs regs = b->regs;
	size_t i = b->insn;
	long off;

	do {
		if (is_exit(&insns[i]) || is_plain_jump(&insns[i]))
			return;
		if (is_call(&insns[i])) {
			bpf_regs__call(&regs);
		} else if (!bpf_insn__is_jump(&insns[i], &off)) {
			bpf_regs__step(&regs, &insns[i], p->consts);
			fold(&insns[i], &regs.r[insns[i].dst_reg]);
		}
		i += bpf_insn__is_wide(&insns[i]) ? 2 : 1;
	} while (i < p->code->nr && p->nodes[i].reached && p->nodes[i].block == NO_BLOCK);
}

/* With what is known where nothing changes any longer. */
static void fold_constants(struct prune *p)
{
	uint32_t i;

	for (i = 0; i < p->nr_blocks; i++) {
		if (p->blocks[i].entered)
			fold_block(p, &p->blocks[i]);
	}
}

/* ---- what is left ---- */

static bool is_left(const struct node *node)
{
	return node->reached && !node->is_dead;
}

/* The next instruction that is left, from @i on: of the same function, as paths do not leave it. */
static size_t next_left(const struct prune *p, size_t i)
{
	while (i < p->code->nr && !is_left(&p->nodes[i]))
		i++;
	return i;
}

/* A jump to what follows anyway is none. */
static bool leads_on(struct prune *p, size_t i)
{
	long off;

	bpf_insn__is_jump(&p->code->insns[i], &off);
	return next_left(p, (size_t)((long)i + 1 + off)) == next_left(p, i + 1);
}

static void choose_kept(struct prune *p)
{
	const struct bpf_insn *insns = p->code->insns;
	uint32_t nr = 0;
	size_t i;
	long off;

	for (i = 0; i < p->code->nr; i++) {
		struct node *node = &p->nodes[i];

		node->new_idx = nr;
		if (node->is_tail)
			node->kept = i && p->nodes[i - 1].kept;
		else if (!is_left(node) || !bpf_insn__is_jump(&insns[i], &off))
			node->kept = is_left(node);
		else
			node->kept = (node->jumps || is_plain_jump(&insns[i])) && !leads_on(p, i);
		nr += node->kept;
	}
	p->nodes[p->code->nr].new_idx = nr;
}

/* Distances only become shorter: they fit where they did. */
static void move_insn(struct prune *p, size_t i)
{
	const struct node *node = &p->nodes[i];
	struct bpf_insn *to = &p->code->insns[node->new_idx];
	struct bpf_insn insn = p->code->insns[i];
	long off;

	if (!node->is_tail && names_func(&insn, &off)) {
		insn.imm =
			(int32_t)p->nodes[(long)i + 1 + off].new_idx - (int32_t)node->new_idx - 1;
	} else if (!node->is_tail && bpf_insn__is_jump(&insn, &off)) {
		off = (long)p->nodes[(long)i + 1 + off].new_idx - (long)node->new_idx - 1;
		if (!is_plain_jump(&insn) && !node->falls)
			insn = (struct bpf_insn){ .code = BPF_JMP | BPF_JA };
		if (insn.code == (BPF_JMP32 | BPF_JA))
			insn.imm = (int32_t)off;
		else
			insn.off = (int16_t)off;
	}
	*to = insn;
}

/* A record is of the instructions up to the next one's; the one of nothing that is left goes. */
static void move_info(const struct prune *p, struct bpf_prune_info *info)
{
	char *records = info->records;
	uint32_t i, nr = 0;

	for (i = 0; i < info->nr; i++) {
		const uint32_t insn = p->nodes[insn_of(info, i)].new_idx;
		const size_t end = i + 1 < info->nr ? insn_of(info, i + 1) : p->code->nr;

		if (p->nodes[end].new_idx == insn)
			continue;
		memmove(records + (size_t)nr * info->rec_size, records + (size_t)i * info->rec_size,
			info->rec_size);
		memcpy(records + (size_t)nr * info->rec_size, &insn, sizeof(insn));
		nr++;
	}
	info->nr = nr;
}

static void leave_out(struct prune *p)
{
	const size_t nr = p->nodes[p->code->nr].new_idx;
	size_t i;

	/* With the numbers of old: what is moved does not change what is ahead of it. */
	move_info(p, &p->code->funcs);
	move_info(p, &p->code->lines);
	for (i = 0; i < p->code->nr; i++) {
		if (p->nodes[i].kept)
			move_insn(p, i);
	}
	p->code->nr = nr;
}

int bpf_prune(struct bpf_prune_code *code, const struct bpf_prune_consts *consts)
{
	struct prune p = { .code = code, .consts = consts };
	int err = -EBADMSG;

	if (!code->nr || code->nr >= UINT32_MAX || !is_in_order(&p, &code->funcs) ||
	    !is_in_order(&p, &code->lines))
		return err;
	p.nodes = calloc(code->nr + 1, sizeof(*p.nodes));
	if (!p.nodes)
		return -ENOMEM;
	err = find_blocks(&p);
	if (!err)
		err = find_reached(&p);
	if (!err) {
		fold_constants(&p);
		err = bpf_dead__find(&p);
	}
	if (!err) {
		choose_kept(&p);
		leave_out(&p);
	}
	free(p.queue);
	free(p.blocks);
	free(p.nodes);
	return err;
}
