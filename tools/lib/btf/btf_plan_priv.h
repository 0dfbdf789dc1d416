/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* btf_plan_priv.h - what the compiler of a plan (btf_plan.c) and its runner (btf_walk.c) share. */
#ifndef PERF_AUGMENT_BTF_PLAN_PRIV_H
#define PERF_AUGMENT_BTF_PLAN_PRIV_H

#include "btf_plan.h"

/* A block of memory that lives as long as the plan. */
struct btf_plan_block {
	struct btf_plan_block *next;
	struct btf_slot *members; /* whose names are to be freed */
	uint32_t nr_members;
	_Alignas(16) char data[];
};

/**
 * struct btf_plan - see btf_plan.h.
 * @blocks: what was allocated for the plan.
 * @nodes: while compiling: by type id, NULL for what the type does not use.
 */
struct btf_plan {
	const struct btf *btf;
	const struct btf_node *root;
	struct btf_plan_block *blocks;
	struct btf_node **nodes;
	struct ksyms *ksyms;
	void (*describe_prog)(uint32_t id, struct strbuf *sb);
	bool show_times;
};

/* Integer of @size bytes (1, 2, 4 or 8) at @p, not extended. */
uint64_t btf_load_uint(const uint8_t *p, uint64_t size);

/* @bit_size bits, 1 to 64, from bit @bit_offset on of the bytes at @p. */
uint64_t btf_load_bits(const uint8_t *p, unsigned int bit_offset, unsigned int bit_size);

/* A floating-point number of @size bytes; false when there is none of that size. */
bool btf_load_real(const uint8_t *p, uint64_t size, double *ret);

static inline int64_t btf_sign_extend(uint64_t value, unsigned int nr_bits)
{
	return (int64_t)(value << (64 - nr_bits)) >> (64 - nr_bits);
}

static inline bool btf_node_is_signed(const struct btf_node *node)
{
	return node->kind == BTF_NODE_SINT ||
	       ((node->kind == BTF_NODE_ENUM || node->kind == BTF_NODE_WIDE) && node->is_signed);
}

#endif /* PERF_AUGMENT_BTF_PLAN_PRIV_H */
