/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * profile.h - where the samples of a recording were: a tree of call stacks for each event, command
 * and whatever else rows differ by. All that is shown is made of it; its size is that of the code
 * that ran, not of the recording.
 */
#ifndef PERF_AUGMENT_PROFILE_H
#define PERF_AUGMENT_PROFILE_H

#include "label_tree.h"
#include "machine.h"
#include "profile_sort.h"

/** struct profile_context - whose stacks these are; what rows do not differ by is 0. */
struct profile_context {
	uint32_t event;
	uint32_t comm;
	uint32_t pid;
	uint32_t tid;
	uint32_t cpu;
	uint32_t cgroup; /* a name */
};

/**
 * struct profile_node - a function that was called from @parent, or a context, which has none.
 * @place: in the machine; of a context, its number.
 * @total: with all that it called; valid when the profile is complete.
 * @child: the last one that was added, with its siblings behind it; NO_NODE.
 */
struct profile_node {
	uint32_t parent;
	uint32_t child;
	uint32_t sibling;
	uint32_t place;
	uint32_t context;
	struct weight self;
	struct weight total;
};

#define NO_NODE UINT32_MAX
/** PROFILE_DEPTH_MAX - frames of a stack that are kept, from the innermost on. */
#define PROFILE_DEPTH_MAX 1024
/** PROFILE_NODES_MAX - then new stacks are counted at their innermost function alone. */
#define PROFILE_NODES_MAX (1U << 24)

/**
 * struct profile_opts
 * @chains: keep who called whom.
 */
struct profile_opts {
	struct sort_keys sort;
	bool chains;
};

/**
 * struct profile
 * @cut: stacks that were longer than PROFILE_DEPTH_MAX; @dropped: without callers, as there were
 *	more than PROFILE_NODES_MAX.
 */
struct profile {
	const struct profile_opts *opts;
	struct profile_context *contexts;
	size_t nr_contexts, contexts_size;
	struct hash_index context_index;
	struct profile_node *nodes;
	size_t nr_nodes, nodes_size;
	struct hash_index node_index;
	uint64_t cut;
	uint64_t dropped;
	uint32_t nodes_max; /* PROFILE_NODES_MAX; tests have less */
};

void profile__init(struct profile *p, const struct profile_opts *opts);
void profile__free(struct profile *p);

/**
 * profile__add() - samples.
 * @context: all of it; what rows do not differ by is ignored.
 * @places: @nr of them, the innermost first.
 * Return: 0 or -ENOMEM.
 */
int profile__add(struct profile *p, const struct profile_context *context, const uint32_t *places,
		 size_t nr, const struct weight *weight);

/** profile__sum_up() - all is added: set the totals. */
void profile__sum_up(struct profile *p);

/** profile__next_below() - the node behind @node in a walk over all below @top; NO_NODE at the end. */
uint32_t profile__next_below(const struct profile *p, uint32_t node, uint32_t top);

/** profile__is_context() - @node stands for a context, not for a function. */
static inline bool profile__is_context(const struct profile *p, uint32_t node)
{
	return p->nodes[node].parent == NO_NODE;
}

#endif /* PERF_AUGMENT_PROFILE_H */
