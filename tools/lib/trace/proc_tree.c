// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* proc_tree.c - see proc_tree.h. Processes may be nested to any depth: nothing here recurses. */
#include "proc_tree.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "array.h"
#include "hash_index.h"
#include "out.h"
#include "task_name.h"
#include "util.h"

#define NONE UINT32_MAX
/* Deeper levels are not indented any further. */
#define DEPTH_SHOWN 30

/**
 * struct node - one process. @child, @next: its first child, and the next of its parent's; in the order of
 * their begin.
 */
struct node {
	uint64_t start_ns;
	uint64_t parent_start_ns;
	uint64_t exit_ns;
	uint64_t calls;
	uint64_t errors;
	uint64_t sum_ns;
	uint32_t pid;
	uint32_t parent_pid;
	int32_t exit_code;
	uint32_t parent;
	uint32_t child;
	uint32_t next;
	uint32_t depth;
	struct task_name name;
};

struct proc_tree {
	struct node *nodes;
	size_t nr, size;
	struct hash_index index;
};

struct proc_tree *proc_tree__new(void)
{
	return calloc(1, sizeof(struct proc_tree));
}

void proc_tree__free(struct proc_tree *tree)
{
	if (!tree)
		return;
	free(tree->nodes);
	hash_index__free(&tree->index);
	free(tree);
}

static bool same_node(const void *array, uint32_t idx, const void *key)
{
	const struct node *node = (const struct node *)array + idx, *wanted = key;

	return node->pid == wanted->pid && node->start_ns == wanted->start_ns;
}

static uint32_t find(const struct proc_tree *tree, uint32_t pid, uint64_t start_ns)
{
	const struct node key = { .pid = pid, .start_ns = start_ns };

	return hash_index__find(&tree->index, hash_mix(hash_mix(0, pid), start_ns), same_node,
				tree->nodes, &key);
}

static struct node *get(struct proc_tree *tree, uint32_t pid, uint64_t start_ns)
{
	uint32_t idx = find(tree, pid, start_ns);

	if (idx != HASH_INDEX_NONE)
		return &tree->nodes[idx];
	idx = (uint32_t)tree->nr;
	if (array__grow(&tree->nodes, tree->nr, &tree->size, sizeof(*tree->nodes)) ||
	    hash_index__add(&tree->index, hash_mix(hash_mix(0, pid), start_ns), idx))
		return NULL;
	tree->nodes[tree->nr++] = (struct node){ .pid = pid, .start_ns = start_ns };
	return &tree->nodes[idx];
}

int proc_tree__add_process(struct proc_tree *tree, const struct aug_process_key *key,
			   const struct aug_process *process)
{
	struct node *node = get(tree, key->pid, key->start_ns);

	if (!node)
		return -ENOMEM;
	node->parent_start_ns = process->parent_start_ns;
	node->parent_pid = process->parent_pid;
	node->exit_ns = process->exit_ns;
	node->exit_code = process->exit_code;
	/* As of its begin, its last execve or its end. */
	if (process->comm[0])
		task_name__take(&node->name, process->comm, UINT64_MAX, true);
	return 0;
}

int proc_tree__add_calls(struct proc_tree *tree, const struct aug_summary_key *key,
			 const struct aug_summary *sum)
{
	struct node *node = get(tree, sum->pid, sum->leader_ns);

	if (!node)
		return -ENOMEM;
	node->calls += sum->calls;
	node->errors += sum->errors;
	node->sum_ns += sum->sum_ns;
	task_name__take(&node->name, sum->comm, sum->last_ns, key->tid == sum->pid);
	return 0;
}

/* ---- order ---- */

static int by_start(const void *a, const void *b)
{
	const struct node *x = a, *y = b;

	if (x->start_ns != y->start_ns)
		return x->start_ns < y->start_ns ? -1 : 1;
	return x->pid < y->pid ? -1 : x->pid > y->pid;
}

/* A parent began before its child; damaged data must not make a circle. */
static uint32_t parent_of(const struct proc_tree *tree, uint32_t idx)
{
	const struct node *node = &tree->nodes[idx];
	uint32_t parent;

	if (!node->parent_pid)
		return NONE;
	parent = find(tree, node->parent_pid, node->parent_start_ns);
	return parent == HASH_INDEX_NONE || parent >= idx ? NONE : parent;
}

/* Return: the first root; 0 or -ENOMEM in @ret_err. */
static uint32_t link_nodes(struct proc_tree *tree, int *ret_err)
{
	uint32_t root = NONE, i;

	*ret_err = 0;
	if (!tree->nr)
		return NONE;
	qsort(tree->nodes, tree->nr, sizeof(*tree->nodes), by_start);
	hash_index__free(&tree->index);
	for (i = 0; i < tree->nr && !*ret_err; i++) {
		struct node *node = &tree->nodes[i];

		node->child = node->next = NONE;
		*ret_err = hash_index__add(&tree->index,
					   hash_mix(hash_mix(0, node->pid), node->start_ns), i);
	}
	/* From the youngest on, so that each list ends up in the order of time. */
	for (i = (uint32_t)tree->nr; i-- && !*ret_err;) {
		struct node *node = &tree->nodes[i];
		uint32_t *list;

		node->parent = parent_of(tree, i);
		list = node->parent == NONE ? &root : &tree->nodes[node->parent].child;
		node->next = *list;
		*list = i;
	}
	for (i = 0; i < tree->nr; i++) {
		struct node *node = &tree->nodes[i];

		node->depth = node->parent == NONE ? 0 : tree->nodes[node->parent].depth + 1;
	}
	return root;
}

/* The next one of a walk from the root: children before siblings. */
static uint32_t step(const struct proc_tree *tree, uint32_t idx)
{
	if (tree->nodes[idx].child != NONE)
		return tree->nodes[idx].child;
	while (idx != NONE && tree->nodes[idx].next == NONE)
		idx = tree->nodes[idx].parent;
	return idx == NONE ? NONE : tree->nodes[idx].next;
}

/* ---- text ---- */

/* "|  `- ": a line down past each ancestor that has more children to come. */
static void add_branch(const struct proc_tree *tree, uint32_t idx, struct strbuf *text)
{
	const uint32_t depth = MIN(tree->nodes[idx].depth, (uint32_t)DEPTH_SHOWN);
	const size_t start = text->len;
	uint32_t level, at = idx;

	if (!depth || !strbuf__room(text, 3 * (size_t)depth))
		return;
	text->len += 3 * (size_t)depth;
	for (level = depth; level; level--, at = tree->nodes[at].parent) {
		const bool is_last = tree->nodes[at].next == NONE;
		const char *piece = level == depth ? (is_last ? "`- " : "|- ")
				    : is_last	   ? "   "
						   : "|  ";

		memcpy(text->text + start + 3 * (size_t)(level - 1), piece, 3);
	}
}

static void add_duration(struct strbuf *text, uint64_t ns)
{
	strbuf__addf(text, "%.3f ms", (double)ns / 1e6);
}

static void print_node(const struct proc_tree *tree, uint32_t idx, struct strbuf *text)
{
	const struct node *node = &tree->nodes[idx];

	strbuf__adds(text, "   ");
	add_branch(tree, idx, text);
	strbuf__add_escaped(text, node->name.comm,
			    strnlen(node->name.comm, sizeof(node->name.comm)));
	strbuf__addf(text, " (%" PRIu32 "): ", node->pid);
	strbuf__add_count(text, node->calls, "call", "calls");
	if (node->errors) {
		strbuf__adds(text, ", ");
		strbuf__add_count(text, node->errors, "error", "errors");
	}
	strbuf__adds(text, ", ");
	add_duration(text, node->sum_ns);
	strbuf__adds(text, " in calls");
	if (node->exit_ns > node->start_ns) {
		strbuf__adds(text, ", lived ");
		add_duration(text, node->exit_ns - node->start_ns);
		if (WIFSIGNALED(node->exit_code))
			strbuf__addf(text, ", killed by SIG%s",
				     sigabbrev_np(WTERMSIG(node->exit_code))
					     ? sigabbrev_np(WTERMSIG(node->exit_code))
					     : "?");
		else if (WEXITSTATUS(node->exit_code))
			strbuf__addf(text, ", exited with %d", WEXITSTATUS(node->exit_code));
	}
	strbuf__addc(text, '\n');
}

void proc_tree__print(struct proc_tree *tree, struct strbuf *text)
{
	uint32_t idx;
	int err;

	idx = link_nodes(tree, &err);
	if (err) {
		text->err = err;
		return;
	}
	strbuf__adds(text, "\n Tree of ");
	strbuf__add_count(text, tree->nr, "process", "processes");
	strbuf__adds(text, ":\n\n");
	for (; idx != NONE; idx = step(tree, idx))
		print_node(tree, idx, text);
	strbuf__addc(text, '\n');
}

/* ---- JSON ---- */

static void say_uint(struct out *o, const char *name, uint64_t value)
{
	out__member(o, name);
	out__uint(o, value);
}

static void say_node(const struct proc_tree *tree, const struct node *node, struct out *o)
{
	out__begin(o, OUT_OBJECT);
	say_uint(o, "process", node->pid);
	if (node->parent_pid)
		say_uint(o, "parent", node->parent_pid);
	else if (node->parent != NONE)
		say_uint(o, "parent", tree->nodes[node->parent].pid);
	say_uint(o, "depth", node->depth);
	out__member(o, "comm");
	out__str(o, node->name.comm, strnlen(node->name.comm, sizeof(node->name.comm)), false);
	say_uint(o, "calls", node->calls);
	say_uint(o, "errors", node->errors);
	say_uint(o, "total_ns", node->sum_ns);
	say_uint(o, "began_ns", node->start_ns);
	if (node->exit_ns) {
		say_uint(o, "ended_ns", node->exit_ns);
		if (WIFSIGNALED(node->exit_code))
			say_uint(o, "signal", (uint64_t)WTERMSIG(node->exit_code));
		else
			say_uint(o, "exit_status", (uint64_t)WEXITSTATUS(node->exit_code));
	}
	out__end(o, OUT_OBJECT);
}

void proc_tree__print_json(struct proc_tree *tree, struct strbuf *text)
{
	struct out o;
	uint32_t idx;
	int err;

	idx = link_nodes(tree, &err);
	if (err)
		text->err = err;
	for (; idx != NONE && !err; idx = step(tree, idx)) {
		out__init_json(&o, text);
		say_node(tree, &tree->nodes[idx], &o);
		strbuf__addc(text, '\n');
	}
}
