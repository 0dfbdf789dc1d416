/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * profile_graph.h - call stacks of a profile as trees of labels: of one row of the table, or of
 * all.
 */
#ifndef PERF_AUGMENT_PROFILE_GRAPH_H
#define PERF_AUGMENT_PROFILE_GRAPH_H

#include "label_tree.h"
#include "names.h"
#include "profile_rows.h"

enum graph_order { GRAPH_NONE, GRAPH_CALLER, GRAPH_CALLEE };

/**
 * struct graph_labels - texts of labels, for all trees of one profile. All zero is an empty one.
 * @addresses: functions without a name are told apart by address; else they are their file.
 */
struct graph_labels {
	struct names names;
	uint32_t *of_place;
	size_t nr_places;
	bool addresses;
};

/* Kinds of labels: their first letter. */
enum {
	LABEL_USER = 'u',
	LABEL_KERNEL = 'k',
	LABEL_BPF = 'b',
	LABEL_JIT = 'j',
	LABEL_OTHER = 'o',
	LABEL_COMM = 'c',
	LABEL_EVENT = 'e'
};

void graph_labels__free(struct graph_labels *labels);

/** graph_labels__text() - what is shown of a label: hostile bytes. */
const char *graph_labels__text(const struct graph_labels *labels, uint32_t label);
char graph_labels__kind(const struct graph_labels *labels, uint32_t label);

/**
 * profile_graph__of_row() - stacks of @row: with GRAPH_CALLER from the outermost function to the
 * innermost, with GRAPH_CALLEE the other way, from @row's on.
 * @children: of all that goes through it: what it called with GRAPH_CALLER, its callers with
 * GRAPH_CALLEE; else of samples in itself.
 * Return: 0 or -ENOMEM.
 */
int profile_graph__of_row(struct label_tree *tree, struct graph_labels *labels,
			  const struct profile_rows *rows, const struct profile_row *row,
			  enum graph_order order, bool children);

/**
 * profile_graph__of_event() - whole stacks, the command first.
 * @event_name: a label before that; NULL for none.
 * Return: 0 or -ENOMEM.
 */
int profile_graph__of_event(struct label_tree *tree, struct graph_labels *labels,
			    const struct profile *profile, struct machine *machine, uint32_t event,
			    const char *event_name);

#endif /* PERF_AUGMENT_PROFILE_GRAPH_H */
