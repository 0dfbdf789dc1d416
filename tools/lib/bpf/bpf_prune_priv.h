/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* bpf_prune_priv.h - a program that is being pruned; only bpf_prune.c and bpf_dead.c see it. */
#ifndef PERF_AUGMENT_BPF_PRUNE_PRIV_H
#define PERF_AUGMENT_BPF_PRUNE_PRIV_H

#include <stdbool.h>

#include "bpf_prune.h"
#include "bpf_value.h"

/* What is known of an instruction. */
struct node {
	uint32_t block; /* that begins here, or NO_BLOCK */
	bool reached;
	bool jumps;   /* a conditional jump went there */
	bool falls;   /* or went on */
	bool is_tail; /* the second half of a wide one */
	bool is_dead; /* reached, and nobody reads what it makes */
	bool kept;
	uint32_t new_idx; /* of this one, or of the next one that is kept */
};

/* A place that is come to from several, and the registers as they are on all these ways. */
struct block {
	uint32_t insn;
	bool queued;
	bool entered;
	struct bpf_regs regs;
};

struct prune {
	struct bpf_prune_code *code;
	const struct bpf_prune_consts *consts;
	struct node *nodes; /* one more than instructions */
	struct block *blocks;
	uint32_t nr_blocks;
	uint32_t *queue; /* of blocks: a stack */
	uint32_t nr_queued;
};

/** bpf_dead__find() - set is_dead of what is reached. Return: 0 or -ENOMEM. */
int bpf_dead__find(struct prune *p);

#endif /* PERF_AUGMENT_BPF_PRUNE_PRIV_H */
