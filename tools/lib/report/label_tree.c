// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* label_tree.c - see label_tree.h. Nothing here calls itself: stacks may be deep. */
#include "label_tree.h"

#include <errno.h>
#include <stdlib.h>

#include "array.h"

void label_tree__free(struct label_tree *tree)
{
	free(tree->nodes);
	hash_index__free(&tree->index);
	*tree = (struct label_tree){};
}

struct key {
	uint32_t parent;
	uint32_t label;
};

static bool same(const void *array, uint32_t idx, const void *key)
{
	const struct label_node *node = (const struct label_node *)array + idx;
	const struct key *wanted = key;

	return node->parent == wanted->parent && node->label == wanted->label;
}

/* Return: HASH_INDEX_NONE without memory. */
static uint32_t child_of(struct label_tree *tree, uint32_t parent, uint32_t label)
{
	const struct key key = { .parent = parent, .label = label };
	const uint64_t hash = hash_mix(0, (uint64_t)parent << 32 | label);
	uint32_t idx = hash_index__find(&tree->index, hash, same, tree->nodes, &key);

	if (idx != HASH_INDEX_NONE)
		return idx;
	idx = (uint32_t)tree->nr;
	if (tree->nr >= HASH_INDEX_NONE ||
	    array__grow(&tree->nodes, tree->nr, &tree->size, sizeof(*tree->nodes)) ||
	    hash_index__add(&tree->index, hash, idx))
		return HASH_INDEX_NONE;
	tree->nodes[idx] = (struct label_node){ .label = label,
						.parent = parent,
						.sibling = tree->nodes[parent].child };
	tree->nodes[parent].child = idx;
	tree->nr++;
	return idx;
}

int label_tree__add(struct label_tree *tree, const uint32_t *labels, size_t nr,
		    const struct weight *weight)
{
	uint32_t node = 0;
	size_t i;

	if (!tree->nr) {
		if (array__grow(&tree->nodes, 0, &tree->size, sizeof(*tree->nodes)))
			return -ENOMEM;
		tree->nodes[0] = (struct label_node){ .label = UINT32_MAX, .parent = UINT32_MAX };
		tree->nr = 1;
	}
	weight__add(&tree->nodes[0].total, weight);
	for (i = 0; i < nr; i++) {
		node = child_of(tree, node, labels[i]);
		if (node == HASH_INDEX_NONE)
			return -ENOMEM;
		weight__add(&tree->nodes[node].total, weight);
	}
	weight__add(&tree->nodes[node].self, weight);
	return 0;
}

/* Two sorted lists of siblings to one. */
static uint32_t
merge(struct label_node *nodes, uint32_t a, uint32_t b,
      bool (*before)(void *ctx, const struct label_node *a, const struct label_node *b), void *ctx)
{
	uint32_t first = 0, *end = &first;

	while (a && b) {
		uint32_t *least = before(ctx, &nodes[b], &nodes[a]) ? &b : &a;

		*end = *least;
		end = &nodes[*least].sibling;
		*least = nodes[*least].sibling;
	}
	*end = a ? a : b;
	return first;
}

/* Lists of 1, 2, 4, ... siblings, as a binary counter has its digits. */
static uint32_t sort_siblings(struct label_node *nodes, uint32_t first,
			      bool (*before)(void *ctx, const struct label_node *a,
					     const struct label_node *b),
			      void *ctx)
{
	uint32_t runs[32] = {}, next, list;
	size_t i;

	for (; first; first = next) {
		next = nodes[first].sibling;
		nodes[first].sibling = 0;
		list = first;
		for (i = 0; i < 31 && runs[i]; i++) {
			list = merge(nodes, runs[i], list, before, ctx);
			runs[i] = 0;
		}
		runs[i] = merge(nodes, runs[i], list, before, ctx);
	}
	for (list = 0, i = 0; i < 32; i++)
		list = merge(nodes, runs[i], list, before, ctx);
	return list;
}

void label_tree__sort(struct label_tree *tree,
		      bool (*before)(void *ctx, const struct label_node *a,
				     const struct label_node *b),
		      void *ctx)
{
	size_t i;

	for (i = 0; i < tree->nr; i++)
		tree->nodes[i].child =
			sort_siblings(tree->nodes, tree->nodes[i].child, before, ctx);
}

uint32_t label_tree__next(const struct label_tree *tree, uint32_t node)
{
	if (!tree->nr)
		return 0;
	if (tree->nodes[node].child)
		return tree->nodes[node].child;
	while (node && !tree->nodes[node].sibling)
		node = tree->nodes[node].parent;
	return node ? tree->nodes[node].sibling : 0;
}
