// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * profile_show_graph.c - the call graph under a row:
 *
 *            |
 *            ---main
 *               |
 *               |--60.00%--parse
 *               |          read_line
 *               |
 *                --30.00%--print
 *
 * Percentages are of all samples of the event. A function that all of its caller's samples come
 * through stands below it; others are branches.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "profile_show.h"
#include "util.h"

#define FIRST_COLUMN 12
/* Branches in branches; what is deeper is left out. */
#define BRANCHES_MAX 200

/** struct drawing - @prefix: what each line begins with: blanks, and bars of branches to come. */
struct drawing {
	struct strbuf *text;
	struct strbuf prefix;
	const struct label_tree *tree;
	const struct graph_labels *labels;
	uint64_t all;
	double limit;
	unsigned int depth;
};

static bool heavier(void *ctx, const struct label_node *a, const struct label_node *b)
{
	(void)ctx;
	if (a->total.period != b->total.period)
		return a->total.period > b->total.period;
	return a->label < b->label;
}

/* @node, or 0 if it is too small, and so are its siblings, which are smaller. */
static uint32_t drawn(const struct drawing *d, uint32_t node)
{
	if (!node || profile_show__percent(d->tree->nodes[node].total.period, d->all) < d->limit)
		return 0;
	return node;
}

static void begin_line(struct drawing *d)
{
	strbuf__add(d->text, d->prefix.text, d->prefix.len);
}

static void end_line(struct drawing *d, uint32_t node)
{
	const char *label = graph_labels__text(d->labels, d->tree->nodes[node].label);

	strbuf__add_visible(d->text, label, strlen(label));
	strbuf__addc(d->text, '\n');
}

/* The only one that is called by @node, with nothing of @node's own. */
static uint32_t only_child(const struct drawing *d, uint32_t node)
{
	const struct label_node *nodes = d->tree->nodes;
	const uint32_t child = drawn(d, nodes[node].child);

	return child && nodes[child].total.period == nodes[node].total.period ? child : 0;
}

static void draw_branches(struct drawing *d, uint32_t node);

/* What stands below @node in its column, then its branches. */
static void draw_below(struct drawing *d, uint32_t node)
{
	uint32_t child;

	while ((child = only_child(d, node))) {
		begin_line(d);
		end_line(d, child);
		node = child;
	}
	draw_branches(d, node);
}

static void draw_branch(struct drawing *d, uint32_t node)
{
	const uint64_t period = d->tree->nodes[node].total.period;
	const bool is_last = !drawn(d, d->tree->nodes[node].sibling);
	const size_t len = d->prefix.len;
	char percent[32];
	int width;

	begin_line(d);
	strbuf__adds(d->text, "|\n");
	begin_line(d);
	strbuf__addc(d->text, is_last ? ' ' : '|');
	width = snprintf(percent, sizeof(percent), "%.2f%%--",
			 profile_show__percent(period, d->all));
	/* "--60.00%--" is as wide as what stands before those below. */
	strbuf__adds(d->text, width >= 8 ? "--" : "---");
	strbuf__adds(d->text, percent);
	end_line(d, node);
	strbuf__addc(&d->prefix, is_last ? ' ' : '|');
	strbuf__adds(&d->prefix, "          ");
	draw_below(d, node);
	d->prefix.len = len;
}

static void draw_branches(struct drawing *d, uint32_t node)
{
	uint32_t child = drawn(d, d->tree->nodes[node].child);

	if (d->depth == BRANCHES_MAX)
		return;
	d->depth++;
	for (; child; child = drawn(d, d->tree->nodes[child].sibling))
		draw_branch(d, child);
	d->depth--;
}

void profile_show__graph(struct strbuf *text, struct label_tree *tree,
			 const struct graph_labels *labels, uint64_t all, double limit)
{
	struct drawing d = {
		.text = text, .tree = tree, .labels = labels, .all = all, .limit = limit
	};
	uint32_t top;

	if (!tree->nr)
		return;
	label_tree__sort(tree, heavier, NULL);
	if (!drawn(&d, tree->nodes[0].child))
		return;
	strbuf__pad(&d.prefix, 0, FIRST_COLUMN);
	top = only_child(&d, 0);
	if (top) {
		begin_line(&d);
		strbuf__adds(text, "|\n");
		begin_line(&d);
		strbuf__adds(text, "---");
		end_line(&d, top);
		strbuf__adds(&d.prefix, "   ");
		draw_below(&d, top);
	} else {
		draw_branches(&d, 0);
	}
	strbuf__addc(text, '\n');
	strbuf__free(&d.prefix);
}
