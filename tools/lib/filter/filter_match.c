// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * filter_match.c - expressions over system calls, evaluated from a record: for what the engine could not
 * decide. Comparisons that the engine has tests for are made as the engine makes them.
 */
#include <errno.h>
#include <string.h>

#include "decode.h"
#include "filter_compile_priv.h"
#include "syscalls.h"
#include "util.h"

#define MAX_ERRNO 4095

/* As true and false, and what a record does not tell. */
enum verdict { NO, YES, MAYBE };

/** struct match - @alternative: the argument that names which may stand for several stand for. */
struct match {
	const struct filter *filter;
	const struct event *event;
	struct filter_call call;
	unsigned int alternative;
};

/* ---- tests of numbers ---- */

/* Return: false when the record does not have it. */
static bool read_number(const struct match *m, unsigned int field, uint64_t *ret)
{
	const struct aug_record *rec = m->event->rec;

	switch (field) {
	case FILTER_F_RET:
		*ret = (uint64_t)rec->ret;
		return true;
	case FILTER_F_ERRNO:
		*ret = rec->ret < 0 && rec->ret >= -MAX_ERRNO ? (uint64_t)-rec->ret : 0;
		return true;
	case FILTER_F_DURATION:
		*ret = rec->time_ns - rec->enter_ns;
		return true;
	case FILTER_F_PID:
		*ret = rec->pid;
		return true;
	case FILTER_F_TID:
		*ret = rec->tid;
		return true;
	default:
		if (field >= FILTER_F_ARG + AUG_MAX_ARGS)
			return false;
		*ret = rec->args[field - FILTER_F_ARG];
		return true;
	}
}

static struct expr_value make_value(uint64_t number, bool is_32, bool is_signed)
{
	if (is_32)
		number = is_signed ? (uint64_t)(int64_t)(int32_t)number : (uint32_t)number;
	return (struct expr_value){ .type = is_signed ? EXPR_SINT : EXPR_UINT, .number = number };
}

static enum verdict run_test(const struct match *m, const struct filter_test *test)
{
	struct expr_value a, b;
	uint64_t number;
	int order;

	if (!read_number(m, test->a, &number))
		return MAYBE;
	a = make_value(number, test->flags & FILTER_A_32, test->flags & FILTER_A_SIGNED);
	a.number &= test->mask;
	b = make_value(test->imm, false, test->flags & FILTER_B_SIGNED);
	if (test->flags & FILTER_B_FIELD) {
		if (!read_number(m, test->b, &number))
			return MAYBE;
		b = make_value(number, test->flags & FILTER_B_32, test->flags & FILTER_B_SIGNED);
	}
	order = expr_value__compare(&a, &b);
	switch (test->op) {
	case FILTER_EQ:
		return order == 0 ? YES : NO;
	case FILTER_NE:
		return order != 0 ? YES : NO;
	case FILTER_LT:
		return order < 0 ? YES : NO;
	case FILTER_LE:
		return order <= 0 ? YES : NO;
	case FILTER_GT:
		return order > 0 ? YES : NO;
	default:
		return order >= 0 ? YES : NO;
	}
}

/* ---- values ---- */

/* What was read of an argument; a fault is a text that nothing is like. */
static int read_text(const struct match *m, unsigned int idx, struct expr_value *ret)
{
	const struct payload *p = event__entry(m->event, idx);

	if (!p || (!p->len && event__exit(m->event, idx)))
		p = event__exit(m->event, idx);
	if (!p || p->err)
		return -ENODATA;
	*ret = (struct expr_value){ .type = EXPR_STR, .str = (const char *)p->data, .len = p->len };
	return 0;
}

static int read_argument(const struct match *m, const struct filter_word *word,
			 struct expr_value *ret)
{
	const unsigned int args = filter_word__args(word, &m->call);
	bool is_32 = false, is_signed = false;
	unsigned int idx = m->alternative;
	const struct arg_desc *arg;
	uint64_t number;

	if (!args)
		return -ENODATA;
	if (!(args & 1u << idx))
		idx = (unsigned int)__builtin_ctz(args);
	if (word->type == EXPR_STR)
		return read_text(m, idx, ret);
	number = m->event->rec->args[idx];
	if (word->kind != FILTER_REGISTER) {
		arg = &m->call.desc->args[idx];
		filter_arg__number(arg, m->call.abi, &is_32, &is_signed);
		number = arg_desc__number(arg, m->call.abi, m->event->rec->args, idx);
	}
	*ret = make_value(number, is_32, is_signed);
	return 0;
}

static int read_string(const char *str, size_t len, struct expr_value *ret)
{
	*ret = (struct expr_value){ .type = EXPR_STR, .str = str, .len = len };
	return 0;
}

/* -ENODATA: this call has none; -EAGAIN: its record does not tell. */
static int read_word(void *ctx, uint32_t handle, struct expr_value *ret)
{
	const struct match *m = ctx;
	const struct filter_word *word = &m->filter->words[handle];
	const struct aug_record *rec = m->event->rec;

	if (!filter_word__is_known(word, &m->call))
		return -ENODATA;
	switch (word->kind) {
	case FILTER_NUMBER:
		*ret = (struct expr_value){ .type = word->type };
		return read_number(m, word->field, &ret->number) ? 0 : -EAGAIN;
	case FILTER_COMM:
		return read_string(rec->comm, strnlen(rec->comm, sizeof(rec->comm)), ret);
	case FILTER_CALL:
		return read_string(m->call.desc->name, strlen(m->call.desc->name), ret);
	case FILTER_COMPAT:
		*ret = (struct expr_value){ .type = EXPR_BOOL,
					    .number = m->call.abi == AUG_ABI_COMPAT };
		return 0;
	case FILTER_GROUP:
	case FILTER_ANY_FILE:
	case FILTER_POLLED:
		return -EAGAIN;
	default:
		return read_argument(m, word, ret);
	}
}

/* ---- comparisons ---- */

static enum verdict run_tests(const struct match *m, const struct filter_test *tests,
			      unsigned int nr)
{
	enum verdict any = NO, one;

	for (unsigned int i = 0; i < nr && any != YES; i++) {
		one = run_test(m, &tests[i]);
		any = one == NO ? any : one;
	}
	return any;
}

/* A text that cannot be read is unlike all others, as it is to the engine. */
static enum verdict compare_text(struct match *m, const struct filter_textual *t)
{
	const unsigned int args = filter_word__args(t->word, &m->call);
	enum verdict any = NO;

	for (unsigned int i = 0; i < AUG_MAX_ARGS; i++) {
		struct expr_value text;
		bool same = false;

		if (!(args & 1u << i))
			continue;
		if (!read_text(m, i, &text))
			same = t->is_glob
				       ? expr__glob(t->text->str, t->text->len, text.str, text.len)
				       : !expr_value__compare(&text, t->text);
		if (same != t->negated)
			any = YES;
	}
	return any;
}

static enum verdict evaluate(struct match *m, const struct expr_node *node)
{
	struct expr_value value;
	int err = expr_node__eval(node, read_word, m, &value);

	if (err)
		return err == -EAGAIN ? MAYBE : NO;
	return value.number ? YES : NO;
}

/* One by one the arguments that names in @node may stand for. */
static enum verdict evaluate_all(struct match *m, const struct expr_node *node)
{
	enum verdict any = NO, one;

	for (m->alternative = 0; m->alternative < AUG_MAX_ARGS && any != YES; m->alternative++) {
		one = evaluate(m, node);
		any = one == NO ? any : one;
	}
	return any;
}

static enum verdict match_atom(struct match *m, const struct expr_node *node)
{
	struct filter_test tests[FILTER_MAX_ALTERNATIVES];
	struct filter_gen gen = { .filter = m->filter, .call = m->call };
	const enum filter_certain certain = filter_atom__certain(&gen, node);
	struct filter_textual textual;
	unsigned int nr;

	if (certain != FILTER_OPEN)
		return certain == FILTER_TRUE ? YES : NO;
	if (filter_textual__parse(m->filter, node, &textual) &&
	    (textual.word->kind == FILTER_ARG || textual.word->kind == FILTER_ANY_PATH))
		return compare_text(m, &textual);
	nr = filter_number__tests(m->filter, &m->call, node, tests);
	return nr ? run_tests(m, tests, nr) : evaluate_all(m, node);
}

static enum verdict match(struct match *m, const struct expr_node *node)
{
	enum verdict left, right, decides;

	if (node->op == EXPR_OP_NOT) {
		left = match(m, node->left);
		return left == MAYBE ? MAYBE : left == YES ? NO : YES;
	}
	if (node->op != EXPR_OP_AND && node->op != EXPR_OP_OR)
		return match_atom(m, node);
	decides = node->op == EXPR_OP_AND ? NO : YES;
	left = match(m, node->left);
	if (left == decides)
		return left;
	right = match(m, node->right);
	if (right == decides)
		return right;
	return left == MAYBE ? left : right;
}

bool filter__matches(const struct filter *f, const struct event *event)
{
	struct match m = {
		.filter = f,
		.event = event,
		.call = { .desc = syscalls__get(event->rec->abi, event->rec->nr),
			  .abi = event->rec->abi },
	};

	for (size_t i = 0; i < f->nr; i++) {
		if (match(&m, expr__root(f->exprs[i])) == NO)
			return false;
	}
	return true;
}
