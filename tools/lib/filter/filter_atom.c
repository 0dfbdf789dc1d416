// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* filter_atom.c - comparisons of numbers in expressions over system calls; see filter_compile_priv.h. */
#include <errno.h>

#include "decode.h"
#include "filter_compile_priv.h"
#include "util.h"

/* ---- names within a comparison ---- */

bool filter_gen__any_word(struct filter_gen *gen, const struct expr_node *node,
			  bool (*is_it)(const struct filter_gen *gen, const struct filter_word *))
{
	if (!node || node->op == EXPR_OP_VALUE)
		return false;
	if (node->op == EXPR_OP_FIELD)
		return is_it(gen, &gen->filter->words[node->handle]);
	return filter_gen__any_word(gen, node->left, is_it) ||
	       filter_gen__any_word(gen, node->right, is_it);
}

static bool is_argument(const struct filter_word *word)
{
	return word->kind >= FILTER_ARG;
}

static bool is_absent(const struct filter_gen *gen, const struct filter_word *word)
{
	if (is_argument(word))
		return !filter_word__args(word, &gen->call);
	return !filter_word__is_known(word, &gen->call);
}

/* What is known of a call before it is made. */
static int read_certain(void *ctx, uint32_t handle, struct expr_value *ret)
{
	const struct filter_gen *gen = ctx;
	const struct filter_word *word = &gen->filter->words[handle];

	*ret = (struct expr_value){ .type = word->type };
	if (word->kind == FILTER_CALL && gen->call.desc) {
		ret->str = gen->call.desc->name;
		ret->len = strlen(ret->str);
		return 0;
	}
	if (word->kind != FILTER_COMPAT)
		return -ENODATA;
	ret->number = gen->call.abi == AUG_ABI_COMPAT;
	return 0;
}

enum filter_certain filter_atom__certain(struct filter_gen *gen, const struct expr_node *node)
{
	struct expr_value value;
	int err;

	if (filter_gen__any_word(gen, node, is_absent))
		return FILTER_FALSE;
	err = expr_node__eval(node, read_certain, gen, &value);
	if (err == -EDOM)
		return FILTER_FALSE;
	if (err)
		return FILTER_OPEN;
	return value.number ? FILTER_TRUE : FILTER_FALSE;
}

/* ---- one side of a comparison ---- */

/** struct side - a constant, or a field of which only the bits in @mask count. */
struct side {
	const struct filter_word *word; /* NULL: constant */
	struct expr_value value;
	uint64_t mask;
};

static int read_nothing(void *ctx, uint32_t handle, struct expr_value *ret)
{
	(void)ctx;
	(void)handle;
	(void)ret;
	return -ENODATA;
}

static bool is_constant(const struct expr_node *node, struct expr_value *ret)
{
	return !expr_node__eval(node, read_nothing, NULL, ret);
}

static bool is_field(const struct filter *f, const struct expr_node *node, struct side *ret)
{
	if (node->op != EXPR_OP_FIELD || node->type == EXPR_STR)
		return false;
	ret->word = &f->words[node->handle];
	ret->mask = UINT64_MAX;
	return (is_argument(ret->word) && ret->word->kind != FILTER_POLLED) ||
	       ret->word->kind == FILTER_NUMBER;
}

static bool is_side(const struct filter *f, const struct expr_node *node, struct side *ret)
{
	struct expr_value mask;

	*ret = (struct side){};
	if (is_constant(node, &ret->value))
		return ret->value.type != EXPR_STR;
	if (is_field(f, node, ret))
		return true;
	if (node->op != EXPR_OP_BIT_AND)
		return false;
	if ((is_constant(node->right, &mask) && is_field(f, node->left, ret)) ||
	    (is_constant(node->left, &mask) && is_field(f, node->right, ret))) {
		ret->mask = mask.number;
		return true;
	}
	return false;
}

/** struct operand - a field as a test has it. */
struct operand {
	uint8_t field;
	bool is_32;
	bool is_signed;
	uint64_t mask;
};

/* The argument number @idx, or what is none. */
static struct operand make_operand(const struct filter_word *word, const struct filter_call *call,
				   unsigned int idx)
{
	struct operand o = { .field = (uint8_t)(FILTER_F_ARG + idx), .mask = UINT64_MAX };

	if (word->kind == FILTER_NUMBER) {
		o.field = (uint8_t)word->field;
		o.is_signed = word->field == FILTER_F_RET;
	} else if (word->kind != FILTER_REGISTER) {
		filter_arg__number(&call->desc->args[idx], call->abi, &o.is_32, &o.is_signed);
		if (call->desc->args[idx].type == &arg_uid16)
			o.mask = UINT16_MAX;
	}
	return o;
}

/* ---- tests ---- */

/* @reverse: with the sides exchanged. */
static bool find_op(enum expr_op op, bool reverse, uint8_t *ret)
{
	static const struct {
		enum expr_op op;
		uint8_t same, reversed;
	} table[] = {
		{ EXPR_OP_EQ, FILTER_EQ, FILTER_EQ }, { EXPR_OP_NE, FILTER_NE, FILTER_NE },
		{ EXPR_OP_LT, FILTER_LT, FILTER_GT }, { EXPR_OP_LE, FILTER_LE, FILTER_GE },
		{ EXPR_OP_GT, FILTER_GT, FILTER_LT }, { EXPR_OP_GE, FILTER_GE, FILTER_LE },
	};

	for (size_t i = 0; i < ARRAY_SIZE(table); i++) {
		if (table[i].op == op) {
			*ret = reverse ? table[i].reversed : table[i].same;
			return true;
		}
	}
	return false;
}

/** struct comparison - of a field on the left with what is on the right. */
struct comparison {
	struct side left, right;
	uint8_t op;
};

static bool is_comparison(const struct filter *f, const struct expr_node *node,
			  struct comparison *ret)
{
	struct side swap;

	if (!find_op(node->op, false, &ret->op)) {
		/* A number that is true unless it is 0. */
		ret->op = FILTER_NE;
		ret->right = (struct side){ .value.type = EXPR_UINT };
		return is_side(f, node, &ret->left) && ret->left.word;
	}
	if (!is_side(f, node->left, &ret->left) || !is_side(f, node->right, &ret->right))
		return false;
	if (!ret->left.word || (ret->right.word && ret->right.mask != UINT64_MAX)) {
		swap = ret->left;
		ret->left = ret->right;
		ret->right = swap;
		find_op(node->op, true, &ret->op);
	}
	return ret->left.word && (!ret->right.word || ret->right.mask == UINT64_MAX);
}

static unsigned int args_of(const struct filter_word *word, const struct filter_call *call)
{
	return is_argument(word) ? filter_word__args(word, call) : 1;
}

/* The arguments that it stands for which are numbers in two registers, of which a test compares one. */
static unsigned int pairs_of(const struct filter_word *word, const struct filter_call *call)
{
	unsigned int args, pairs = 0;

	if (!word || word->kind == FILTER_NUMBER || word->kind == FILTER_REGISTER)
		return 0;
	args = args_of(word, call);
	for (unsigned int i = 0; i < AUG_MAX_ARGS; i++) {
		if (args & 1U << i && filter_arg__is_pair(&call->desc->args[i], call->abi))
			pairs |= 1U << i;
	}
	return pairs;
}

static void set_right(struct filter_test *test, const struct comparison *c,
		      const struct filter_call *call)
{
	const unsigned int args = c->right.word ? args_of(c->right.word, call) : 0;
	struct operand o;

	if (!args) {
		test->imm = c->right.value.number;
		if (c->right.value.type == EXPR_SINT)
			test->flags |= FILTER_B_SIGNED;
		/* -1 beside 32 bits that have no sign */
		if (test->flags & FILTER_A_32 && !(test->flags & FILTER_A_SIGNED) &&
		    test->imm >> 31 == UINT64_MAX >> 31) {
			test->imm = (uint32_t)test->imm;
			test->flags &= (uint8_t)~FILTER_B_SIGNED;
		}
		return;
	}
	o = make_operand(c->right.word, call, (unsigned int)__builtin_ctz(args));
	test->b = o.field;
	test->flags |= FILTER_B_FIELD | (o.is_32 ? FILTER_B_32 : 0) |
		       (o.is_signed ? FILTER_B_SIGNED : 0);
}

unsigned int filter_number__tests(const struct filter *f, const struct filter_call *call,
				  const struct expr_node *node,
				  struct filter_test tests[FILTER_MAX_ALTERNATIVES])
{
	struct comparison c = {};
	unsigned int args, nr = 0;

	if (!is_comparison(f, node, &c) || pairs_of(c.left.word, call) ||
	    pairs_of(c.right.word, call))
		return 0;
	args = args_of(c.left.word, call);
	for (unsigned int i = 0; i < AUG_MAX_ARGS; i++) {
		const struct operand o = args & 1u << i ? make_operand(c.left.word, call, i)
							: (struct operand){};

		if (!(args & 1u << i))
			continue;
		tests[nr] = (struct filter_test){
			.a = o.field,
			.op = c.op,
			.flags = (uint8_t)((o.is_32 ? FILTER_A_32 : 0) |
					   (o.is_signed ? FILTER_A_SIGNED : 0)),
			.mask = c.left.mask & o.mask,
		};
		set_right(&tests[nr++], &c, call);
	}
	return nr;
}

/* ---- numbers in two registers ---- */

/** struct pair - a comparison of one with @number. @low, @high: the arguments. */
struct pair {
	unsigned int low, high;
	uint8_t op;
	bool is_signed;
	uint64_t mask;
	uint64_t number;
};

/* With a constant that both kinds have, or one of its own; what is masked is only compared for being equal. */
static bool is_pair(const struct filter *f, const struct filter_call *call,
		    const struct expr_node *node, struct pair *ret)
{
	struct comparison c = {};
	const struct arg_desc *arg;
	unsigned int args;
	bool is_32;

	if (!is_comparison(f, node, &c) || c.right.word)
		return false;
	args = pairs_of(c.left.word, call);
	if (!args || args != args_of(c.left.word, call) || args & (args - 1))
		return false;
	ret->low = (unsigned int)__builtin_ctz(args);
	arg = &call->desc->args[ret->low];
	ret->high = ret->low + (unsigned int)arg->type->high;
	filter_arg__number(arg, call->abi, &is_32, &ret->is_signed);
	ret->op = c.op;
	ret->mask = c.left.mask;
	ret->number = c.right.value.number;
	if (ret->high >= AUG_MAX_ARGS)
		return false;
	if (ret->mask != UINT64_MAX)
		return ret->number <= INT64_MAX && (ret->op == FILTER_EQ || ret->op == FILTER_NE);
	return ret->number <= INT64_MAX || (c.right.value.type == EXPR_SINT) == ret->is_signed;
}

static unsigned int generate_half(struct filter_gen *gen, const struct expr_node *node,
				  const struct pair *pair, bool is_high, uint8_t op,
				  unsigned int on_true, unsigned int on_false)
{
	const unsigned int shift = is_high ? 32 : 0;
	const bool is_signed = is_high && pair->is_signed && pair->mask == UINT64_MAX;
	struct filter_test test = {
		.a = (uint8_t)(FILTER_F_ARG + (is_high ? pair->high : pair->low)),
		.op = op,
		.flags = FILTER_A_32,
		.mask = (uint32_t)(pair->mask >> shift),
		.imm = (uint32_t)(pair->number >> shift),
	};

	if (is_signed) {
		test.flags |= FILTER_A_SIGNED | FILTER_B_SIGNED;
		test.mask = UINT64_MAX;
		test.imm = (uint64_t)(int64_t)(int32_t)test.imm;
	}
	gen->program->config.fields |= 1ULL << test.a;
	return filter_gen__test(gen, node, &test, on_true, on_false);
}

/* The upper halves decide, unless they are the same. */
static unsigned int generate_pair(struct filter_gen *gen, const struct expr_node *node,
				  const struct pair *pair, unsigned int on_true,
				  unsigned int on_false)
{
	const bool is_less = pair->op == FILTER_LT || pair->op == FILTER_LE;
	unsigned int low;

	if (pair->op == FILTER_NE) {
		low = generate_half(gen, node, pair, false, FILTER_EQ, on_false, on_true);
		return generate_half(gen, node, pair, true, FILTER_EQ, low, on_true);
	}
	low = generate_half(gen, node, pair, false, pair->op, on_true, on_false);
	low = generate_half(gen, node, pair, true, FILTER_EQ, low, on_false);
	if (pair->op == FILTER_EQ)
		return low;
	return generate_half(gen, node, pair, true, is_less ? FILTER_LT : FILTER_GT, on_true, low);
}

/* ---- descriptors in arrays and sets ---- */

/** struct polled - a comparison of polled_fd with @fd, or FILTER_FD_ANY. @negated: with != */
struct polled {
	const struct filter_word *word;
	uint32_t fd;
	bool negated;
};

/* == and != with a descriptor, and >= 0. */
static bool is_polled(const struct filter *f, const struct expr_node *node, struct polled *ret)
{
	struct expr_value value;

	if (!node->left || !node->right || node->left->op != EXPR_OP_FIELD ||
	    !is_constant(node->right, &value))
		return false;
	*ret = (struct polled){ .word = &f->words[node->left->handle],
				.fd = (uint32_t)value.number,
				.negated = node->op == EXPR_OP_NE };
	if (ret->word->kind != FILTER_POLLED)
		return false;
	if (node->op == EXPR_OP_GE && !value.number) {
		ret->fd = FILTER_FD_ANY;
		return true;
	}
	return (node->op == EXPR_OP_EQ || ret->negated) && value.number < FILTER_FD_ANY;
}

static uint8_t polled_source(const struct arg_desc *arg)
{
	return arg->type == &arg_pollfds ? FILTER_POLL_FD : FILTER_FD_SET_FD;
}

static unsigned int generate_polled(struct filter_gen *gen, const struct expr_node *node,
				    const struct polled *polled, unsigned int on_true,
				    unsigned int on_false)
{
	const unsigned int args = filter_word__args(polled->word, &gen->call);

	for (unsigned int i = AUG_MAX_ARGS; i-- > 0;) {
		if (args & 1u << i)
			on_false = filter_text__test(
				gen, node,
				&(struct filter_text){
					.source = polled_source(&gen->call.desc->args[i]),
					.arg = i,
					.pattern = polled->fd },
				polled->negated, on_true, on_false);
	}
	return on_false;
}

/* ---- code ---- */

static bool is_known_late(const struct filter_gen *gen, const struct filter_word *word)
{
	(void)gen;
	return word->kind == FILTER_NUMBER &&
	       (word->field == FILTER_F_RET || word->field == FILTER_F_ERRNO ||
		word->field == FILTER_F_DURATION);
}

unsigned int filter_atom__stage(struct filter_gen *gen, const struct expr_node *node)
{
	struct filter_test tests[FILTER_MAX_ALTERNATIVES];
	struct filter_textual textual;
	struct polled polled;
	struct pair pair;

	if (filter_textual__parse(gen->filter, node, &textual))
		return filter_text__stage(gen, &textual);
	if (is_polled(gen->filter, node, &polled))
		return FILTER_BY_TEXTS;
	if (is_pair(gen->filter, &gen->call, node, &pair))
		return FILTER_BY_REGISTERS;
	if (!filter_number__tests(gen->filter, &gen->call, node, tests))
		return FILTER_BY_USER;
	return filter_gen__any_word(gen, node, is_known_late) ? FILTER_AT_EXIT
							      : FILTER_BY_REGISTERS;
}

unsigned int filter_atom__generate(struct filter_gen *gen, const struct expr_node *node,
				   unsigned int on_true, unsigned int on_false)
{
	struct filter_test tests[FILTER_MAX_ALTERNATIVES];
	struct filter_textual textual;
	struct polled polled;
	struct pair pair;
	unsigned int nr;

	if (filter_textual__parse(gen->filter, node, &textual))
		return filter_text__generate(gen, node, &textual, on_true, on_false);
	if (is_polled(gen->filter, node, &polled))
		return generate_polled(gen, node, &polled, on_true, on_false);
	if (is_pair(gen->filter, &gen->call, node, &pair))
		return generate_pair(gen, node, &pair, on_true, on_false);
	nr = filter_number__tests(gen->filter, &gen->call, node, tests);
	while (nr--) {
		gen->program->config.fields |= 1ULL << tests[nr].a;
		if (tests[nr].flags & FILTER_B_FIELD)
			gen->program->config.fields |= 1ULL << tests[nr].b;
		on_false = filter_gen__test(gen, node, &tests[nr], on_true, on_false);
	}
	return on_false;
}
