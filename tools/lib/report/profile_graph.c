// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* profile_graph.c - see profile_graph.h. */
#include "profile_graph.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

/* Labels of a stack: its frames, the command, the event. */
#define STACK_MAX (PROFILE_DEPTH_MAX + 2)

void graph_labels__free(struct graph_labels *labels)
{
	names__free(&labels->names);
	free(labels->of_place);
	*labels = (struct graph_labels){};
}

const char *graph_labels__text(const struct graph_labels *labels, uint32_t label)
{
	return names__text(&labels->names, label) + 1;
}

char graph_labels__kind(const struct graph_labels *labels, uint32_t label)
{
	return names__text(&labels->names, label)[0];
}

static uint32_t add_label(struct graph_labels *labels, char kind, const char *text)
{
	struct strbuf sb = {};
	uint32_t label = NO_NAME;

	strbuf__addc(&sb, kind);
	strbuf__adds(&sb, text);
	if (!strbuf__error(&sb))
		label = names__add(&labels->names, sb.text, sb.len);
	strbuf__free(&sb);
	return label;
}

static char kind_of(const struct machine *m, const struct place *place)
{
	const struct dso *dsos;
	size_t nr;

	if (place->prog != NO_PROG_IDX)
		return LABEL_BPF;
	if (place->level == 'k')
		return LABEL_KERNEL;
	dsos = machine__dsos(m, &nr);
	if (place->file != NO_DSO && dsos[place->file].kind == DSO_JIT)
		return LABEL_JIT;
	return place->level == '.' ? LABEL_USER : LABEL_OTHER;
}

static int grow_places(struct graph_labels *labels, size_t nr)
{
	uint32_t *of_place;
	size_t i;

	if (labels->nr_places >= nr)
		return 0;
	of_place = reallocarray(labels->of_place, nr, sizeof(*of_place));
	if (!of_place)
		return -ENOMEM;
	for (i = labels->nr_places; i < nr; i++)
		of_place[i] = NO_NAME;
	labels->of_place = of_place;
	labels->nr_places = nr;
	return 0;
}

/*
 * A function's name. One that is not known is its address in a row's graph; in whole stacks, where
 * there are many of them, the file that it is in.
 */
static uint32_t label_of(struct graph_labels *labels, struct machine *m, uint32_t idx)
{
	const struct place *place = machine__place(m, idx);
	const char *name;
	char text[256];

	if (grow_places(labels, machine__nr_places(m)))
		return NO_NAME;
	if (labels->of_place[idx] != NO_NAME)
		return labels->of_place[idx];
	name = machine__symbol(m, idx);
	if (!name && labels->addresses)
		snprintf(text, sizeof(text), "0x%" PRIx64, place->addr);
	else if (!name && machine__name(m, place->dso)[0] == '[')
		snprintf(text, sizeof(text), "%s", machine__name(m, place->dso));
	else if (!name)
		snprintf(text, sizeof(text), "[%s]", machine__name(m, place->dso));
	labels->of_place[idx] = add_label(labels, kind_of(m, place), name ? name : text);
	return labels->of_place[idx];
}

/** struct stack - labels, the innermost first. */
struct stack {
	uint32_t labels[STACK_MAX];
	size_t nr;
};

/* From @node outwards until before @end. Return: 0 or -ENOMEM. */
static int take_stack(struct stack *stack, struct graph_labels *labels, struct machine *m,
		      const struct profile *p, uint32_t node, uint32_t end)
{
	stack->nr = 0;
	for (; node != end && !profile__is_context(p, node); node = p->nodes[node].parent) {
		uint32_t label = label_of(labels, m, p->nodes[node].place);

		if (label == NO_NAME)
			return -ENOMEM;
		if (stack->nr < STACK_MAX)
			stack->labels[stack->nr++] = label;
	}
	return 0;
}

static void turn_round(struct stack *stack)
{
	size_t i, j;

	for (i = 0, j = stack->nr; i + 1 < j; i++) {
		const uint32_t label = stack->labels[i];

		stack->labels[i] = stack->labels[--j];
		stack->labels[j] = label;
	}
}

/** struct graph - what is made, and of what. */
struct graph {
	struct label_tree *tree;
	struct graph_labels *labels;
	const struct profile_rows *rows;
	struct stack stack;
};

/* The stack from before @end to @node, in the order of @order. */
static int add_stack(struct graph *g, uint32_t node, uint32_t end, enum graph_order order,
		     const struct weight *weight)
{
	int err = take_stack(&g->stack, g->labels, g->rows->machine, g->rows->profile, node, end);

	if (err)
		return err;
	if (order == GRAPH_CALLER)
		turn_round(&g->stack);
	return label_tree__add(g->tree, g->stack.labels, g->stack.nr, weight);
}

/* What @top called, without what is of its own row again: that has its own stack. */
static int add_called(struct graph *g, uint32_t top)
{
	const struct profile *p = g->rows->profile;
	uint32_t node = top;
	int err = 0;

	while (!err && (node = profile__next_below(p, node, top)) != NO_NODE) {
		if (p->nodes[node].self.samples && g->rows->of_node[node] != g->rows->of_node[top])
			err = add_stack(g, node, p->nodes[top].parent, GRAPH_CALLER,
					&p->nodes[node].self);
	}
	return err;
}

int profile_graph__of_row(struct label_tree *tree, struct graph_labels *labels,
			  const struct profile_rows *rows, const struct profile_row *row,
			  enum graph_order order, bool children)
{
	const struct profile *p = rows->profile;
	struct graph *g = malloc(sizeof(*g));
	uint32_t i;
	int err = 0;

	if (!g)
		return -ENOMEM;
	g->tree = tree;
	g->labels = labels;
	g->rows = rows;
	for (i = 0; i < row->nr_nodes && !err; i++) {
		const uint32_t at = rows->by_row[row->first_node + i];
		const struct profile_node *node = &p->nodes[at];
		const bool takes_all = children && profile_rows__is_outermost(rows, at);

		if (order == GRAPH_CALLEE && takes_all)
			err = add_stack(g, at, NO_NODE, order, &node->total);
		else if ((order == GRAPH_CALLER || !children) && node->self.samples)
			err = add_stack(g, at, NO_NODE, order, &node->self);
		if (!err && order == GRAPH_CALLER && takes_all)
			err = add_called(g, at);
	}
	free(g);
	return err;
}

static int add_whole_stack(struct label_tree *tree, struct graph_labels *labels,
			   const struct profile *p, struct machine *m, uint32_t node,
			   const char *event_name, struct stack *stack)
{
	const struct profile_context *c = &p->contexts[p->nodes[node].context];
	const uint32_t comm = add_label(labels, LABEL_COMM, machine__name(m, c->comm));
	const uint32_t event = event_name ? add_label(labels, LABEL_EVENT, event_name) : 0;
	int err = take_stack(stack, labels, m, p, node, NO_NODE);

	if (err || comm == NO_NAME || event == NO_NAME)
		return -ENOMEM;
	stack->nr = MIN(stack->nr, (size_t)PROFILE_DEPTH_MAX);
	stack->labels[stack->nr++] = comm;
	if (event_name)
		stack->labels[stack->nr++] = event;
	turn_round(stack);
	return label_tree__add(tree, stack->labels, stack->nr, &p->nodes[node].self);
}

int profile_graph__of_event(struct label_tree *tree, struct graph_labels *labels,
			    const struct profile *profile, struct machine *machine, uint32_t event,
			    const char *event_name)
{
	struct stack *stack = malloc(sizeof(*stack));
	size_t i;
	int err = 0;

	if (!stack)
		return -ENOMEM;
	for (i = 0; i < profile->nr_nodes && !err; i++) {
		const struct profile_node *node = &profile->nodes[i];

		if (node->self.samples && profile->contexts[node->context].event == event)
			err = add_whole_stack(tree, labels, profile, machine, (uint32_t)i,
					      event_name, stack);
	}
	free(stack);
	return err;
}
