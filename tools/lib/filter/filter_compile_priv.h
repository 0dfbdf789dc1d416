/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * filter_compile_priv.h - generating the engine's code: the logic (filter_compile.c), comparisons of
 * numbers (filter_atom.c) and of texts (filter_text.c).
 */
#ifndef PERF_AUGMENT_FILTER_COMPILE_PRIV_H
#define PERF_AUGMENT_FILTER_COMPILE_PRIV_H

#include "filter_priv.h"

/** FILTER_BY_USER, FILTER_NO_STAGE - stages behind those of the engine. */
#define FILTER_BY_USER FILTER_NR_STAGES
#define FILTER_NO_STAGE (FILTER_NR_STAGES + 1)

/** enum filter_certain - what is known of a part of an expression before any call is made. */
enum filter_certain { FILTER_FALSE, FILTER_TRUE, FILTER_OPEN };

/** struct filter_part - one of the parts that && joins. @expr: which expression it is of. */
struct filter_part {
	const struct expr_node *node;
	bool negated;
	size_t expr;
	unsigned int stage;
};

/** FILTER_MAX_GROUPS - comparisons with control groups in one filter. */
#define FILTER_MAX_GROUPS 32

/** struct filter_group - the group that @node compares with: it is looked for once, not for each call. */
struct filter_group {
	const struct expr_node *node;
	enum filter_field field;
	uint64_t id;
};

/**
 * struct filter_gen - generates code for one call after the other.
 * @err: what went wrong, once it has; @error tells.
 * @expr: the expression that is looked at.
 * @spec: of the call. @tests: of the stage, the last one first.
 */
struct filter_gen {
	const struct filter *filter;
	struct filter_program *program;
	struct filter_call call;
	struct filter_part *parts;
	size_t nr_parts;
	struct filter_spec *spec;
	struct filter_test tests[FILTER_MAX_TESTS];
	unsigned int nr;
	size_t expr;
	int err;
	struct expr_error *error;
	struct filter_group groups[FILTER_MAX_GROUPS];
	unsigned int nr_groups;
};

/** filter_gen__fail() - fill the error with the text that @node was made of. Return: @err. */
int filter_gen__fail(struct filter_gen *gen, const struct expr_node *node, int err, const char *fmt,
		     ...) __attribute__((format(printf, 4, 5)));

/** filter_gen__certain() - of any part. */
enum filter_certain filter_gen__certain(struct filter_gen *gen, const struct expr_node *node);

/** filter_gen__test() - add a test before those that are there. Return: the target that it is. */
unsigned int filter_gen__test(struct filter_gen *gen, const struct expr_node *node,
			      const struct filter_test *test, unsigned int on_true,
			      unsigned int on_false);

/** filter_gen__words() - whether @is_it holds for a name in @node. */
bool filter_gen__any_word(struct filter_gen *gen, const struct expr_node *node,
			  bool (*is_it)(const struct filter_gen *gen, const struct filter_word *));

/* --- filter_atom.c: what is no && || or ! -------------------------------------------------------- */

/** FILTER_MAX_ALTERNATIVES - arguments that one name can stand for in a call. */
#define FILTER_MAX_ALTERNATIVES AUG_MAX_ARGS

/**
 * filter_number__tests() - a comparison of numbers as tests of which one must hold.
 * Return: their number; 0 when the engine has no test for it.
 */
unsigned int filter_number__tests(const struct filter *f, const struct filter_call *call,
				  const struct expr_node *node,
				  struct filter_test tests[FILTER_MAX_ALTERNATIVES]);

enum filter_certain filter_atom__certain(struct filter_gen *gen, const struct expr_node *node);

/** filter_atom__stage() - the first in which an open one can be decided, FILTER_BY_USER included. */
unsigned int filter_atom__stage(struct filter_gen *gen, const struct expr_node *node);

unsigned int filter_atom__generate(struct filter_gen *gen, const struct expr_node *node,
				   unsigned int on_true, unsigned int on_false);

/* --- filter_text.c: comparisons of texts --------------------------------------------------------- */

/** struct filter_textual - a comparison of @word with @text. @negated: with != */
struct filter_textual {
	const struct filter_word *word;
	const struct expr_value *text;
	bool is_glob;
	bool negated;
};

/** filter_textual__parse() - Return: false when the node is no comparison of a word with a text. */
bool filter_textual__parse(const struct filter *f, const struct expr_node *node,
			   struct filter_textual *ret);

/**
 * filter_quick__make() - what a first look at the texts of @spec can tell, when its stages and texts are made;
 * nothing when texts alone do not drop a call.
 */
void filter_quick__make(const struct filter_program *p, struct filter_spec *spec);

/**
 * filter_text__test() - a comparison that the engine makes with what an argument leads to.
 * @negated: it holds when the argument is not like that. Return: as filter_gen__test().
 */
unsigned int filter_text__test(struct filter_gen *gen, const struct expr_node *node,
			       const struct filter_text *text, bool negated, unsigned int on_true,
			       unsigned int on_false);

/** filter_text__stage(), filter_text__generate() - as those of filter_atom.c. */
unsigned int filter_text__stage(struct filter_gen *gen, const struct filter_textual *t);
unsigned int filter_text__generate(struct filter_gen *gen, const struct expr_node *node,
				   const struct filter_textual *t, unsigned int on_true,
				   unsigned int on_false);

#endif /* PERF_AUGMENT_FILTER_COMPILE_PRIV_H */
