// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* profile.c - see profile.h. */
#include "profile.h"

#include <errno.h>
#include <stdlib.h>

#include "array.h"
#include "util.h"

void profile__init(struct profile *p, const struct profile_opts *opts)
{
	*p = (struct profile){ .opts = opts, .nodes_max = PROFILE_NODES_MAX };
}

void profile__free(struct profile *p)
{
	free(p->contexts);
	free(p->nodes);
	hash_index__free(&p->context_index);
	hash_index__free(&p->node_index);
	*p = (struct profile){};
}

struct node_key {
	uint32_t parent;
	uint32_t place;
};

static bool same_node(const void *array, uint32_t idx, const void *key)
{
	const struct profile_node *node = (const struct profile_node *)array + idx;
	const struct node_key *wanted = key;

	return node->parent == wanted->parent && node->place == wanted->place;
}

/* Return: NO_NODE without memory. */
static uint32_t get_node(struct profile *p, uint32_t parent, uint32_t place)
{
	const struct node_key key = { .parent = parent, .place = place };
	const uint64_t hash = hash_mix(0, (uint64_t)parent << 32 | place);
	uint32_t idx = hash_index__find(&p->node_index, hash, same_node, p->nodes, &key);

	if (idx != HASH_INDEX_NONE)
		return idx;
	idx = (uint32_t)p->nr_nodes;
	if (p->nr_nodes >= NO_NODE ||
	    array__grow(&p->nodes, p->nr_nodes, &p->nodes_size, sizeof(*p->nodes)) ||
	    hash_index__add(&p->node_index, hash, idx))
		return NO_NODE;
	p->nodes[p->nr_nodes++] = (struct profile_node){
		.parent = parent,
		.child = NO_NODE,
		.sibling = parent == NO_NODE ? NO_NODE : p->nodes[parent].child,
		.place = place,
		.context = parent == NO_NODE ? place : p->nodes[parent].context,
	};
	if (parent != NO_NODE)
		p->nodes[parent].child = idx;
	return idx;
}

static bool same_context(const void *array, uint32_t idx, const void *key)
{
	const struct profile_context *c = (const struct profile_context *)array + idx;
	const struct profile_context *wanted = key;

	return c->event == wanted->event && c->comm == wanted->comm && c->pid == wanted->pid &&
	       c->tid == wanted->tid && c->cpu == wanted->cpu && c->cgroup == wanted->cgroup;
}

/* The node of a context. Return: NO_NODE without memory. */
static uint32_t get_context(struct profile *p, const struct profile_context *all)
{
	const struct sort_keys *sort = &p->opts->sort;
	struct profile_context c = { .event = all->event, .comm = all->comm };
	uint64_t hash;
	uint32_t idx;

	c.pid = sort_keys__has(sort, SORT_PID) ? all->pid : 0;
	c.tid = sort_keys__has(sort, SORT_TID) ? all->tid : 0;
	c.cpu = sort_keys__has(sort, SORT_CPU) ? all->cpu : 0;
	c.cgroup = sort_keys__has(sort, SORT_CGROUP) ? all->cgroup : 0;
	hash = hash_mix(0, (uint64_t)c.event << 32 | c.comm);
	hash = hash_mix(hash_mix(hash, (uint64_t)c.pid << 32 | c.tid),
			(uint64_t)c.cgroup << 32 | c.cpu);
	idx = hash_index__find(&p->context_index, hash, same_context, p->contexts, &c);
	if (idx == HASH_INDEX_NONE) {
		idx = (uint32_t)p->nr_contexts;
		if (p->nr_contexts >= NO_NODE ||
		    array__grow(&p->contexts, p->nr_contexts, &p->contexts_size,
				sizeof(*p->contexts)) ||
		    hash_index__add(&p->context_index, hash, idx))
			return NO_NODE;
		p->contexts[p->nr_contexts++] = c;
	}
	return get_node(p, NO_NODE, idx);
}

int profile__add(struct profile *p, const struct profile_context *context, const uint32_t *places,
		 size_t nr, const struct weight *weight)
{
	uint32_t node = get_context(p, context);

	if (nr > 1 && p->nr_nodes >= p->nodes_max) {
		nr = 1;
		p->dropped++;
	}
	while (nr-- && node != NO_NODE)
		node = get_node(p, node, places[nr]);
	if (node == NO_NODE)
		return -ENOMEM;
	weight__add(&p->nodes[node].self, weight);
	return 0;
}

void profile__sum_up(struct profile *p)
{
	size_t i;

	for (i = 0; i < p->nr_nodes; i++)
		p->nodes[i].total = p->nodes[i].self;
	/* A node comes behind its parent. */
	for (i = p->nr_nodes; i-- > 0;) {
		if (p->nodes[i].parent != NO_NODE)
			weight__add(&p->nodes[p->nodes[i].parent].total, &p->nodes[i].total);
	}
}

uint32_t profile__next_below(const struct profile *p, uint32_t node, uint32_t top)
{
	if (p->nodes[node].child != NO_NODE)
		return p->nodes[node].child;
	while (node != top && p->nodes[node].sibling == NO_NODE)
		node = p->nodes[node].parent;
	return node == top ? NO_NODE : p->nodes[node].sibling;
}
