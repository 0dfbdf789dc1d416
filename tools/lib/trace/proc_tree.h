/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* proc_tree.h - `trace --tree`: processes below those that made them, with their calls counted. */
#ifndef PERF_AUGMENT_PROC_TREE_H
#define PERF_AUGMENT_PROC_TREE_H

#include "bpf-progs/engine_counts.h"
#include "strbuf.h"

struct proc_tree;

/** proc_tree__new() - Return: NULL when there is no memory. */
struct proc_tree *proc_tree__new(void);
void proc_tree__free(struct proc_tree *tree);

/* Both in any order. Return: 0 or -ENOMEM. */

/** proc_tree__add_process() - one that was made, or has executed something, or ended. */
int proc_tree__add_process(struct proc_tree *tree, const struct aug_process_key *key,
			   const struct aug_process *process);

/** proc_tree__add_calls() - of one of its threads. */
int proc_tree__add_calls(struct proc_tree *tree, const struct aug_summary_key *key,
			 const struct aug_summary *sum);

/**
 * proc_tree__print() - append the tree to @text, children in the order in which they were made. Processes
 * whose parent is not traced stand at the left.
 */
void proc_tree__print(struct proc_tree *tree, struct strbuf *text);

/** proc_tree__print_json() - an object a line for each process, parents first; see docs/trace-json.md. */
void proc_tree__print_json(struct proc_tree *tree, struct strbuf *text);

#endif /* PERF_AUGMENT_PROC_TREE_H */
