/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* label_tree.h - stacks of labels that share their beginnings, with what was counted at each. */
#ifndef PERF_AUGMENT_LABEL_TREE_H
#define PERF_AUGMENT_LABEL_TREE_H

#include "hash_index.h"

/** struct weight - samples, and what they stand for: nanoseconds, cache misses, ... */
struct weight {
	uint64_t samples;
	uint64_t period;
};

static inline void weight__add(struct weight *to, const struct weight *more)
{
	to->samples += more->samples;
	to->period += more->period;
}

/**
 * struct label_node - @label: a number of the caller's.
 * @self: of stacks that end here; @total: of all that come through here.
 * @child: the first one, with its siblings behind it; 0 is none, as the root is nobody's.
 */
struct label_node {
	uint32_t label;
	uint32_t parent;
	uint32_t child;
	uint32_t sibling;
	struct weight self;
	struct weight total;
};

/** struct label_tree - all zero is an empty one; nodes[0] is the root once there is one. */
struct label_tree {
	struct label_node *nodes;
	size_t nr, size;
	struct hash_index index;
};

void label_tree__free(struct label_tree *tree);

/** label_tree__add() - a stack from its outermost to its innermost label. Return: 0 or -ENOMEM. */
int label_tree__add(struct label_tree *tree, const uint32_t *labels, size_t nr,
		    const struct weight *weight);

/** label_tree__sort() - children in an order: @before says whether node @a comes before @b. */
void label_tree__sort(struct label_tree *tree,
		      bool (*before)(void *ctx, const struct label_node *a,
				     const struct label_node *b),
		      void *ctx);

/** label_tree__next() - the node behind @node in the order of a walk from the root; 0 at the end. */
uint32_t label_tree__next(const struct label_tree *tree, uint32_t node);

#endif /* PERF_AUGMENT_LABEL_TREE_H */
