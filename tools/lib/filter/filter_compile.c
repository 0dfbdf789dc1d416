// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * filter_compile.c - expressions over system calls to the engine's code; see filter_code.h.
 *
 * For each call first what is certain is worked out (a call without the argument); then each part that
 * && joins goes to the first stage in which all that is left of it is known. Tests are generated from the
 * end, so that a test's targets are there before it is.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "filter_compile_priv.h"
#include "spec.h"
#include "util.h"

int filter_gen__fail(struct filter_gen *gen, const struct expr_node *node, int err, const char *fmt,
		     ...)
{
	va_list ap;

	gen->error->pos = node->pos;
	gen->error->len = node->len;
	va_start(ap, fmt);
	vsnprintf(gen->error->message, sizeof(gen->error->message), fmt, ap);
	va_end(ap);
	gen->err = err;
	return err;
}

/* ---- what is certain, and when the rest is known ---- */

static bool is_logic(const struct expr_node *node)
{
	return node->op == EXPR_OP_AND || node->op == EXPR_OP_OR || node->op == EXPR_OP_NOT;
}

static enum filter_certain certain_logic(struct filter_gen *gen, const struct expr_node *node)
{
	const enum filter_certain decides = node->op == EXPR_OP_AND ? FILTER_FALSE : FILTER_TRUE;
	enum filter_certain left = filter_gen__certain(gen, node->left), right;

	if (node->op == EXPR_OP_NOT)
		return left == FILTER_OPEN   ? left
		       : left == FILTER_TRUE ? FILTER_FALSE
					     : FILTER_TRUE;
	if (left == decides)
		return left;
	right = filter_gen__certain(gen, node->right);
	if (right == decides)
		return right;
	return left == FILTER_OPEN ? left : right;
}

enum filter_certain filter_gen__certain(struct filter_gen *gen, const struct expr_node *node)
{
	return is_logic(node) ? certain_logic(gen, node) : filter_atom__certain(gen, node);
}

/** struct knowledge - of a part: what is certain, and the first stage in which the rest is known. */
struct knowledge {
	enum filter_certain certain;
	unsigned int stage;
};

/* In one pass, as an expression may be long. */
static struct knowledge know(struct filter_gen *gen, const struct expr_node *node)
{
	struct knowledge left, right, all = {};
	enum filter_certain decides;

	if (!is_logic(node)) {
		all.certain = filter_atom__certain(gen, node);
		if (all.certain == FILTER_OPEN)
			all.stage = filter_atom__stage(gen, node);
		return all;
	}
	left = know(gen, node->left);
	if (node->op == EXPR_OP_NOT) {
		if (left.certain != FILTER_OPEN)
			left.certain = left.certain == FILTER_TRUE ? FILTER_FALSE : FILTER_TRUE;
		return left;
	}
	decides = node->op == EXPR_OP_AND ? FILTER_FALSE : FILTER_TRUE;
	if (left.certain == decides)
		return left;
	right = know(gen, node->right);
	if (right.certain == decides)
		return right;
	all.certain = left.certain == FILTER_OPEN ? left.certain : right.certain;
	all.stage = MAX(left.stage, right.stage);
	return all;
}

/* ---- tests ---- */

unsigned int filter_gen__test(struct filter_gen *gen, const struct expr_node *node,
			      const struct filter_test *test, unsigned int on_true,
			      unsigned int on_false)
{
	if (gen->nr == FILTER_MAX_TESTS) {
		filter_gen__fail(gen, node, -E2BIG,
				 "the expressions are too long for %s: it has more than %d tests",
				 gen->call.desc ? gen->call.desc->name : "a call",
				 FILTER_MAX_TESTS);
		return FILTER_KEEP;
	}
	gen->tests[gen->nr] = *test;
	gen->tests[gen->nr].on_true = (uint8_t)on_true;
	gen->tests[gen->nr].on_false = (uint8_t)on_false;
	return gen->nr++;
}

/* Return: where to jump to for @node: @on_true and @on_false themselves when it is certain. */
static unsigned int generate(struct filter_gen *gen, const struct expr_node *node,
			     unsigned int on_true, unsigned int on_false)
{
	const enum filter_certain certain = filter_gen__certain(gen, node);

	if (gen->err)
		return FILTER_KEEP;
	if (certain != FILTER_OPEN)
		return certain == FILTER_TRUE ? on_true : on_false;
	switch (node->op) {
	case EXPR_OP_NOT:
		return generate(gen, node->left, on_false, on_true);
	case EXPR_OP_AND:
		return generate(gen, node->left, generate(gen, node->right, on_true, on_false),
				on_false);
	case EXPR_OP_OR:
		return generate(gen, node->left, on_true,
				generate(gen, node->right, on_true, on_false));
	default:
		return filter_atom__generate(gen, node, on_true, on_false);
	}
}

/* Tests were generated from the end: turned around, jumps go forward. */
static uint8_t turned(const struct filter_gen *gen, uint8_t target)
{
	return target < FILTER_DROP ? (uint8_t)(gen->nr - 1 - target) : target;
}

static void turn(struct filter_gen *gen, struct filter_test *ret)
{
	for (unsigned int i = 0; i < gen->nr; i++) {
		struct filter_test *test = &ret[gen->nr - 1 - i];

		*test = gen->tests[i];
		test->on_true = turned(gen, test->on_true);
		test->on_false = turned(gen, test->on_false);
	}
}

/* ---- the parts that && joins ---- */

/* Of !(a || b) too. */
static void split(struct filter_gen *gen, const struct expr_node *node, bool negated, size_t expr)
{
	while (node->op == EXPR_OP_NOT) {
		node = node->left;
		negated = !negated;
	}
	if (node->op == (negated ? EXPR_OP_OR : EXPR_OP_AND)) {
		split(gen, node->left, negated, expr);
		split(gen, node->right, negated, expr);
		return;
	}
	gen->parts[gen->nr_parts++] =
		(struct filter_part){ .node = node, .negated = negated, .expr = expr };
}

/* Into gen->tests. Return: whether the stage decides anything. */
static bool generate_stage(struct filter_gen *gen, unsigned int stage)
{
	unsigned int target = FILTER_KEEP;

	gen->nr = 0;
	for (size_t i = gen->nr_parts; i-- > 0 && !gen->err;) {
		const struct filter_part *part = &gen->parts[i];

		gen->expr = part->expr;
		if (part->stage != stage)
			continue;
		target = part->negated ? generate(gen, part->node, FILTER_DROP, target)
				       : generate(gen, part->node, target, FILTER_DROP);
	}
	return gen->nr;
}

/* ---- the program ---- */

/* The same tests as those of another call stand there once. */
static int add_tests(struct filter_gen *gen, struct filter_program *p, struct filter_stage *stage)
{
	struct filter_test turned_tests[FILTER_MAX_TESTS], *tests;
	const size_t size = gen->nr * sizeof(*tests);
	size_t at;

	turn(gen, turned_tests);
	stage->nr = gen->nr;
	for (at = 0; at + gen->nr <= p->nr_tests; at++) {
		if (!memcmp(&p->tests[at], turned_tests, size)) {
			stage->first = (uint32_t)at;
			return 0;
		}
	}
	tests = reallocarray(p->tests, p->nr_tests + gen->nr, sizeof(*tests));
	if (!tests)
		return -ENOMEM;
	memcpy(tests + p->nr_tests, turned_tests, size);
	stage->first = (uint32_t)p->nr_tests;
	p->tests = tests;
	p->nr_tests += gen->nr;
	return 0;
}

static bool is_known_to_kernel_alone(const struct filter_gen *gen, const struct filter_word *word)
{
	(void)gen;
	return word->kind == FILTER_GROUP || word->kind == FILTER_ANY_FILE ||
	       word->kind == FILTER_POLLED ||
	       (word->kind == FILTER_NUMBER &&
		(word->field == FILTER_F_UID || word->field == FILTER_F_GID));
}

/* What neither of both sides can decide. */
static void check_part(struct filter_gen *gen, const struct filter_part *part)
{
	if (part->stage == FILTER_BY_USER &&
	    filter_gen__any_word(gen, part->node, is_known_to_kernel_alone))
		filter_gen__fail(
			gen, part->node, -EINVAL,
			"the kernel alone knows uid, gid, cgroup, any_file and polled_fd (==, "
			"!= and >= 0), and has no test for a part of this: join them with "
			"&& alone");
}

/* The stages of the parts. Return: FILTER_FALSE when one cannot hold. */
static enum filter_certain place_parts(struct filter_gen *gen)
{
	enum filter_certain all = FILTER_TRUE;

	for (size_t i = 0; i < gen->nr_parts; i++) {
		struct filter_part *part = &gen->parts[i];
		const struct knowledge known = know(gen, part->node);

		if (gen->err)
			return FILTER_OPEN;
		gen->expr = part->expr;
		part->stage = FILTER_NO_STAGE;
		if (known.certain == FILTER_OPEN) {
			part->stage = known.stage;
			check_part(gen, part);
			all = FILTER_OPEN;
		} else if ((known.certain == FILTER_TRUE) == part->negated) {
			return FILTER_FALSE;
		}
	}
	return all;
}

static int compile_stage(struct filter_gen *gen, struct filter_program *p, unsigned int stage)
{
	if (generate_stage(gen, stage) && !gen->err)
		gen->err = add_tests(gen, p, &gen->spec->stages[stage]);
	return gen->err;
}

/* More than quick ones are made where texts are compared. */
static void move_long_stage(struct filter_gen *gen)
{
	if (!generate_stage(gen, FILTER_BY_REGISTERS) || gen->nr <= FILTER_QUICK_TESTS)
		return;
	for (size_t i = 0; i < gen->nr_parts; i++) {
		if (gen->parts[i].stage == FILTER_BY_REGISTERS)
			gen->parts[i].stage = FILTER_BY_TEXTS;
	}
}

static int compile_call(struct filter_gen *gen, struct filter_program *p, struct filter_spec *spec)
{
	const struct filter_stage *stages = spec->stages;

	gen->spec = spec;
	for (size_t i = 0; i < gen->nr_parts && !gen->err; i++) {
		if (gen->parts[i].stage == FILTER_BY_USER)
			spec->open |= FILTER_OPEN_USER;
	}
	move_long_stage(gen);
	for (unsigned int stage = 0; stage < FILTER_NR_STAGES && !gen->err; stage++)
		compile_stage(gen, p, stage);
	if (spec->nr_texts || stages[FILTER_BY_TEXTS].nr ||
	    stages[FILTER_AT_EXIT].nr > FILTER_QUICK_TESTS)
		spec->open |= FILTER_OPEN_TEXTS;
	if (stages[FILTER_AT_EXIT].nr)
		spec->open |= FILTER_OPEN_EXIT;
	if (!gen->err)
		filter_quick__make(p, spec);
	p->by_user |= spec->open & FILTER_OPEN_USER;
	p->config.has_texts |= spec->open & FILTER_OPEN_TEXTS;
	return gen->err;
}

static void use_call(struct filter_gen *gen, unsigned int idx)
{
	const bool in_table = idx < AUG_NR_ABIS * AUG_NR_SYSCALLS;
	const unsigned int abi = in_table ? idx / AUG_NR_SYSCALLS : AUG_ABI_NATIVE;

	gen->call = (struct filter_call){ .abi = abi };
	if (in_table)
		gen->call.desc = syscalls__get(abi, idx % AUG_NR_SYSCALLS);
}

static int begin(struct filter_gen *gen, const struct filter *f)
{
	size_t room = 0;

	/* A part takes a character at least. */
	for (size_t i = 0; i < f->nr; i++)
		room += strlen(f->texts[i]) + 1;
	gen->filter = f;
	gen->parts = calloc(room + 1, sizeof(*gen->parts));
	if (!gen->parts)
		return -ENOMEM;
	for (size_t i = 0; i < f->nr; i++)
		split(gen, expr__root(f->exprs[i]), false, i);
	return 0;
}

/*
 * Return: that of the traced calls from @from until @to and of numbers past the tables, if it is one;
 * NULL with @ret_differs when it is not.
 */
static const struct filter_spec *find_same(const struct filter_program *p,
					   const struct aug_spec *specs, unsigned int from,
					   unsigned int to, bool *ret_differs)
{
	const unsigned int unknown = AUG_NR_ABIS * AUG_NR_SYSCALLS;
	const struct filter_spec *first = specs[unknown].flags & AUG_S_TRACED ? &p->specs[unknown]
									      : NULL;

	*ret_differs = false;
	for (unsigned int i = from; i < to && !*ret_differs; i++) {
		if (!(specs[i].flags & AUG_S_TRACED))
			continue;
		if (!first)
			first = &p->specs[i];
		*ret_differs = memcmp(first, &p->specs[i], sizeof(*first));
	}
	return *ret_differs ? NULL : first;
}

/* Nothing is asked for before the end, and there only what the call returned. */
static bool is_by_result(const struct filter_program *p)
{
	const uint64_t result = 1ULL << FILTER_F_RET | 1ULL << FILTER_F_ERRNO;

	return p->config.common.open == FILTER_OPEN_EXIT && !p->config.common.is_native &&
	       !(p->config.fields & ~result);
}

/*
 * Most filters are the same for all calls that are traced, or for those of 64-bit callers: then the engine has
 * it at hand.
 */
static void find_common(struct filter_program *p, const struct aug_spec *specs)
{
	struct filter_common *common = &p->config.common;
	const struct filter_spec *first;
	bool differs;

	first = find_same(p, specs, 0, AUG_NR_ABIS * AUG_NR_SYSCALLS, &differs);
	if (differs) {
		common->is_native = 1;
		first = find_same(p, specs, AUG_ABI_NATIVE * AUG_NR_SYSCALLS,
				  (AUG_ABI_NATIVE + 1) * AUG_NR_SYSCALLS, &differs);
	}
	for (unsigned int stage = 0; first && stage < FILTER_NR_STAGES; stage++) {
		if (stage != FILTER_BY_TEXTS && first->stages[stage].nr > FILTER_COMMON_TESTS)
			return;
	}
	if (!first)
		return;
	common->is_set = 1;
	common->open = first->open;
	for (unsigned int stage = 0; stage < FILTER_NR_STAGES; stage++) {
		if (stage == FILTER_BY_TEXTS || !first->stages[stage].nr)
			continue;
		common->nr[stage] = (uint8_t)first->stages[stage].nr;
		memcpy(common->tests[stage], p->tests + first->stages[stage].first,
		       common->nr[stage] * sizeof(*p->tests));
	}
	common->by_result = is_by_result(p);
}

/* Can the call, by this expression alone, not match whatever it is given? */
static bool bars(struct filter_gen *gen, size_t expr)
{
	for (size_t i = 0; i < gen->nr_parts; i++) {
		const struct filter_part *part = &gen->parts[i];
		enum filter_certain certain;

		if (part->expr != expr)
			continue;
		certain = filter_gen__certain(gen, part->node);
		if (certain != FILTER_OPEN && (certain == FILTER_TRUE) == part->negated)
			return true;
	}
	return false;
}

/* None of the calls that were wanted can match. Return: because of which expression; gen->filter->nr: of several. */
static size_t find_bar(struct filter_gen *gen, const bool *was_traced, unsigned int nr)
{
	size_t expr;
	unsigned int i;

	for (expr = 0; expr < gen->filter->nr; expr++) {
		for (i = 0; i < nr; i++) {
			if (!was_traced[i])
				continue;
			use_call(gen, i);
			if (!bars(gen, expr))
				break;
		}
		if (i == nr)
			break;
	}
	return expr;
}

int filter__compile(const struct filter *f, struct aug_spec *specs, struct filter_program *ret,
		    size_t *ret_idx, struct expr_error *error)
{
	const unsigned int nr = AUG_NR_ABIS * AUG_NR_SYSCALLS + 1;
	struct filter_gen gen = { .program = ret, .error = error };
	bool was_traced[AUG_NR_ABIS * AUG_NR_SYSCALLS + 1], any_is = false;
	int err = begin(&gen, f);

	*ret = (struct filter_program){ .config.enabled = 1 };
	*error = (struct expr_error){ .message = "out of memory" };
	ret->specs = calloc(nr, sizeof(*ret->specs));
	if (!err && !ret->specs)
		err = -ENOMEM;
	for (unsigned int i = 0; i < nr && !err; i++) {
		was_traced[i] = specs[i].flags & AUG_S_TRACED;
		if (!was_traced[i])
			continue;
		use_call(&gen, i);
		if (place_parts(&gen) == FILTER_FALSE)
			specs[i].flags &= (uint16_t)~AUG_S_TRACED;
		else
			err = gen.err ? gen.err : compile_call(&gen, ret, &ret->specs[i]);
		err = err ? err : gen.err;
		any_is |= specs[i].flags & AUG_S_TRACED;
	}
	*ret_idx = err || any_is ? gen.expr : find_bar(&gen, was_traced, nr);
	free(gen.parts);
	if (err)
		filter_program__free(ret);
	else
		find_common(ret, specs);
	return err;
}

void filter_program__free(struct filter_program *p)
{
	free(p->specs);
	free(p->tests);
	free(p->patterns);
	free(p->globs);
	*p = (struct filter_program){};
}

bool filter__user_part(const struct filter *f, const struct aug_spec *specs, const char **ret_text,
		       size_t *ret_len)
{
	struct filter_program program = {};
	struct expr_error error;
	struct filter_gen gen = { .program = &program, .error = &error };
	bool found = false;

	if (begin(&gen, f))
		return false;
	for (unsigned int i = 0; i <= AUG_NR_ABIS * AUG_NR_SYSCALLS && !found; i++) {
		if (!(specs[i].flags & AUG_S_TRACED))
			continue;
		use_call(&gen, i);
		place_parts(&gen);
		for (size_t n = 0; n < gen.nr_parts && !found; n++) {
			const struct filter_part *part = &gen.parts[n];

			found = part->stage == FILTER_BY_USER;
			*ret_text = f->texts[part->expr] + part->node->pos;
			*ret_len = part->node->len;
		}
	}
	free(gen.parts);
	return found;
}
