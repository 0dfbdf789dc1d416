// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* overflow_expr.c - see overflow_expr.h: numbers and logic; texts are in overflow_text.c. */
#include "overflow_expr.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "overflow_expr_priv.h"
#include "util.h"

int overflow_ranges__add(struct overflow_ranges *set, uint64_t begin, uint64_t end)
{
	if (set->nr == set->room) {
		const size_t room = set->room ? 2 * set->room : 16;
		struct overflow_range *ranges = reallocarray(set->ranges, room, sizeof(*ranges));

		if (!ranges)
			return -ENOMEM;
		set->ranges = ranges;
		set->room = room;
	}
	set->ranges[set->nr++] = (struct overflow_range){ begin, end };
	return 0;
}

void overflow_ranges__free(struct overflow_ranges *set)
{
	free(set->ranges);
	*set = (struct overflow_ranges){};
}

void overflow_program__free(struct overflow_program *program)
{
	overflow_ranges__free(&program->ranges);
	free(program->globs);
	*program = (struct overflow_program){};
}

int overflow_gen__fail(struct overflow_gen *gen, const struct expr_node *node, const char *fmt, ...)
{
	va_list ap;

	gen->error->pos = node->pos;
	gen->error->len = node->len;
	va_start(ap, fmt);
	vsnprintf(gen->error->message, sizeof(gen->error->message), fmt, ap);
	va_end(ap);
	return -EINVAL;
}

void overflow_gen__use(struct overflow_gen *gen, enum overflow_field field)
{
	gen->program->config.fields |= 1ULL << field;
	if (field >= OVERFLOW_F_FILE_DEV && field <= OVERFLOW_F_FILE_OFF)
		gen->program->config.fields |= 1ULL << OVERFLOW_F_FILE_DEV |
					       1ULL << OVERFLOW_F_USER | 1ULL << OVERFLOW_F_IP;
}

int overflow_gen__emit(struct overflow_gen *gen, const struct expr_node *node,
		       const struct overflow_insn *insn, int change)
{
	struct overflow_config *config = &gen->program->config;

	if (config->nr_insns == OVERFLOW_MAX_INSNS) {
		overflow_gen__fail(gen, node, "the expressions are too long: this is step %u",
				   OVERFLOW_MAX_INSNS + 1);
		return -E2BIG;
	}
	if (change > 0 && gen->depth + (unsigned int)change > OVERFLOW_STACK) {
		overflow_gen__fail(gen, node, "more than %u values are needed at once here",
				   OVERFLOW_STACK);
		return -E2BIG;
	}
	gen->depth += (unsigned int)change;
	config->code[config->nr_insns++] = *insn;
	return 0;
}

int overflow_gen__jump(struct overflow_gen *gen, const struct expr_node *node, enum overflow_op op,
		       unsigned int *ret_jump)
{
	const struct overflow_insn insn = { .op = (uint8_t)op };

	*ret_jump = gen->program->config.nr_insns;
	return overflow_gen__emit(gen, node, &insn, -1);
}

void overflow_gen__land(struct overflow_gen *gen, unsigned int jump)
{
	gen->program->config.code[jump].arg = gen->program->config.nr_insns;
}

/* ---- sets of ranges ---- */

static int by_begin(const void *a, const void *b)
{
	const struct overflow_range *x = a, *y = b;

	return x->begin < y->begin ? -1 : x->begin > y->begin;
}

/* Those that touch become one: the search wants them apart. */
static void merge(struct overflow_ranges *set)
{
	size_t i, nr = 0;

	if (!set->nr)
		return;
	qsort(set->ranges, set->nr, sizeof(*set->ranges), by_begin);
	for (i = 1; i < set->nr; i++) {
		struct overflow_range *last = &set->ranges[nr];

		if (set->ranges[i].begin <= last->end)
			last->end = MAX(last->end, set->ranges[i].end);
		else
			set->ranges[++nr] = set->ranges[i];
	}
	set->nr = nr + 1;
}

int overflow_gen__in(struct overflow_gen *gen, const struct expr_node *node,
		     enum overflow_field field, struct overflow_ranges *set)
{
	struct overflow_ranges *all = &gen->program->ranges;
	const struct overflow_insn push = { .op = OVERFLOW_OP_FIELD, .field = (uint8_t)field };
	struct overflow_insn in = { .op = OVERFLOW_OP_IN, .arg = (uint32_t)all->nr };
	size_t i;
	int err = 0;

	merge(set);
	in.imm = set->nr;
	if (all->nr + set->nr > OVERFLOW_MAX_RANGES) {
		overflow_ranges__free(set);
		overflow_gen__fail(gen, node, "more than %u ranges of addresses match; be narrower",
				   OVERFLOW_MAX_RANGES);
		return -E2BIG;
	}
	for (i = 0; i < set->nr && !err; i++)
		err = overflow_ranges__add(all, set->ranges[i].begin, set->ranges[i].end);
	overflow_ranges__free(set);
	overflow_gen__use(gen, field);
	if (!err)
		err = overflow_gen__emit(gen, node, &push, 1);
	return err ? err : overflow_gen__emit(gen, node, &in, 0);
}

/* ---- the tree ---- */

static int generate(struct overflow_gen *gen, const struct expr_node *node);

/* clang-format off */
static const uint8_t ops[] = {
	[EXPR_OP_NOT]	  = OVERFLOW_OP_NOT,
	[EXPR_OP_COMPL]	  = OVERFLOW_OP_COMPL,
	[EXPR_OP_NEG]	  = OVERFLOW_OP_NEG,
	[EXPR_OP_BIT_OR]  = OVERFLOW_OP_OR,
	[EXPR_OP_BIT_XOR] = OVERFLOW_OP_XOR,
	[EXPR_OP_BIT_AND] = OVERFLOW_OP_AND,
	[EXPR_OP_EQ]	  = OVERFLOW_OP_EQ,
	[EXPR_OP_NE]	  = OVERFLOW_OP_NE,
	[EXPR_OP_LT]	  = OVERFLOW_OP_LT,
	[EXPR_OP_LE]	  = OVERFLOW_OP_LE,
	[EXPR_OP_GT]	  = OVERFLOW_OP_GT,
	[EXPR_OP_GE]	  = OVERFLOW_OP_GE,
	[EXPR_OP_SHL]	  = OVERFLOW_OP_SHL,
	[EXPR_OP_SHR]	  = OVERFLOW_OP_SHR,
	[EXPR_OP_ADD]	  = OVERFLOW_OP_ADD,
	[EXPR_OP_SUB]	  = OVERFLOW_OP_SUB,
	[EXPR_OP_MUL]	  = OVERFLOW_OP_MUL,
	[EXPR_OP_DIV]	  = OVERFLOW_OP_DIV,
	[EXPR_OP_MOD]	  = OVERFLOW_OP_MOD,
};
/* clang-format on */

static bool is_plain_field(const struct expr_node *node)
{
	return node->op == EXPR_OP_FIELD && node->type == EXPR_UINT;
}

static int generate_field(struct overflow_gen *gen, const struct expr_node *node)
{
	const struct overflow_insn push = { .op = OVERFLOW_OP_FIELD,
					    .field = (uint8_t)overflow_words[node->handle].field };
	const struct overflow_insn not = { .op = OVERFLOW_OP_NOT };
	int err;

	if (node->type == EXPR_STR)
		return overflow_gen__fail(gen, node, "a text must be compared: == != or ~");
	if (node->handle == OVERFLOW_W_IN_BPF)
		return overflow_text__in_bpf(gen, node);
	overflow_gen__use(gen, push.field);
	err = overflow_gen__emit(gen, node, &push, 1);
	if (!err && node->handle == OVERFLOW_W_KERNEL)
		err = overflow_gen__emit(gen, node, &not, 0);
	return err;
}

static int generate_bool(struct overflow_gen *gen, const struct expr_node *node)
{
	const struct overflow_insn insn = { .op = OVERFLOW_OP_BOOL };
	int err = generate(gen, node);

	if (err || node->type == EXPR_BOOL)
		return err;
	return overflow_gen__emit(gen, node, &insn, 0);
}

/* ---- one field beside many numbers: pid == 1 || pid == 2 || ... is a search, not a step for each ---- */

#define SET_MIN 3

/**
 * struct number_set - @joint, @compare: || of ==, or && of !=. @field: of all of them, NULL before the first.
 */
struct number_set {
	enum expr_op joint, compare;
	const struct expr_node *field;
	struct overflow_ranges numbers;
};

/* Return: 1 when all below @node are of the set, 0 when it is none, -ENOMEM. */
static int gather(struct number_set *set, const struct expr_node *node)
{
	const struct expr_node *field = node->left, *number = node->right;
	int ret;

	if (node->op == set->joint) {
		ret = gather(set, node->left);
		return ret > 0 ? gather(set, node->right) : ret;
	}
	if (node->op != set->compare || !is_plain_field(field) || number->op != EXPR_OP_VALUE)
		return 0;
	/* A range ends behind its last number; and no field is less than 0. */
	if (number->type == EXPR_STR || (int64_t)number->value.number < 0 ||
	    (set->field && set->field->handle != field->handle))
		return 0;
	set->field = field;
	ret = overflow_ranges__add(&set->numbers, (uint64_t)number->value.number,
				   (uint64_t)number->value.number + 1);
	return ret ? ret : 1;
}

/* Return: 1 when it was one, 0, or -errno. */
static int generate_set(struct overflow_gen *gen, const struct expr_node *node)
{
	const struct overflow_insn not = { .op = OVERFLOW_OP_NOT };
	struct number_set set = {
		.joint = node->op,
		.compare = node->op == EXPR_OP_OR ? EXPR_OP_EQ : EXPR_OP_NE,
	};
	int ret = gather(&set, node);

	if (ret <= 0 || set.numbers.nr < SET_MIN) {
		overflow_ranges__free(&set.numbers);
		return ret < 0 ? ret : 0;
	}
	ret = overflow_gen__in(gen, node, overflow_words[set.field->handle].field, &set.numbers);
	if (!ret && node->op == EXPR_OP_AND)
		ret = overflow_gen__emit(gen, node, &not, 0);
	return ret ? ret : 1;
}

static int generate_logic(struct overflow_gen *gen, const struct expr_node *node)
{
	unsigned int jump;
	int err = generate_set(gen, node);

	if (err)
		return err < 0 ? err : 0;
	err = generate_bool(gen, node->left);
	if (!err)
		err = overflow_gen__jump(gen, node,
					 node->op == EXPR_OP_AND ? OVERFLOW_OP_JUMP_FALSE
								 : OVERFLOW_OP_JUMP_TRUE,
					 &jump);
	if (!err)
		err = generate_bool(gen, node->right);
	if (!err)
		overflow_gen__land(gen, jump);
	return err;
}

static int generate_binary(struct overflow_gen *gen, const struct expr_node *node)
{
	struct overflow_insn insn = { .op = ops[node->op] };
	int err = 0, change = -1;

	if (node->left->type == EXPR_STR || node->right->type == EXPR_STR)
		return overflow_text__compare(gen, node);
	if (node->left->type != EXPR_UINT)
		insn.flags |= OVERFLOW_A_SIGNED;
	if (node->right->type != EXPR_UINT)
		insn.flags |= OVERFLOW_B_SIGNED;
	/* What most expressions consist of is one instruction: a field beside a number. */
	if (is_plain_field(node->left)) {
		insn.flags |= OVERFLOW_HAS_FIELD;
		insn.field = (uint8_t)overflow_words[node->left->handle].field;
		overflow_gen__use(gen, insn.field);
		change++;
	} else {
		err = generate(gen, node->left);
	}
	if (!err && node->right->op == EXPR_OP_VALUE) {
		insn.flags |= OVERFLOW_HAS_IMM;
		insn.imm = node->right->value.number;
		change++;
	} else if (!err) {
		err = generate(gen, node->right);
	}
	return err ? err : overflow_gen__emit(gen, node, &insn, change);
}

static int generate(struct overflow_gen *gen, const struct expr_node *node)
{
	struct overflow_insn insn = {};
	int err;

	switch (node->op) {
	case EXPR_OP_VALUE:
		if (node->type == EXPR_STR)
			return overflow_gen__fail(gen, node,
						  "a text must be compared with a field");
		insn.op = OVERFLOW_OP_CONST;
		insn.imm = node->value.number;
		return overflow_gen__emit(gen, node, &insn, 1);
	case EXPR_OP_FIELD:
		return generate_field(gen, node);
	case EXPR_OP_NOT:
	case EXPR_OP_COMPL:
	case EXPR_OP_NEG:
		err = generate(gen, node->left);
		insn.op = ops[node->op];
		return err ? err : overflow_gen__emit(gen, node, &insn, 0);
	case EXPR_OP_AND:
	case EXPR_OP_OR:
		return generate_logic(gen, node);
	default:
		return generate_binary(gen, node);
	}
}

int overflow_expr__add(struct overflow_program *program, const char *text, enum overflow_verb verb,
		       const struct overflow_kernel *kernel, const struct overflow_names *names,
		       struct expr_error *error)
{
	const struct overflow_insn end = { .op = verb == OVERFLOW_VERB_KEEP ? OVERFLOW_OP_REQUIRE
									    : OVERFLOW_OP_REFUSE };
	struct overflow_gen gen = {
		.program = program, .kernel = kernel, .names = names, .error = error
	};
	const struct expr_resolver resolver = overflow_fields__resolver(&gen);
	struct expr *expr;
	int err = expr__parse(text, &resolver, &expr, error);

	if (err)
		return err;
	err = generate(&gen, expr__root(expr));
	if (!err)
		err = overflow_gen__emit(&gen, expr__root(expr), &end, -1);
	if (err == -ENOMEM)
		overflow_gen__fail(&gen, expr__root(expr), "out of memory");
	expr__free(expr);
	return err;
}

/* Bytes up to the next comma that is not in quotes or brackets. */
static size_t filter_part(const char *text)
{
	unsigned int depth = 0;
	char quote = '\0';
	size_t i;

	for (i = 0; text[i]; i++) {
		if (quote) {
			if (text[i] == '\\' && text[i + 1])
				i++;
			else if (text[i] == quote)
				quote = '\0';
		} else if (text[i] == '"' || text[i] == '\'') {
			quote = text[i];
		} else if (text[i] == '(') {
			depth++;
		} else if (text[i] == ')' && depth) {
			depth--;
		} else if (text[i] == ',' && !depth) {
			break;
		}
	}
	return i;
}

int overflow_expr__add_filter(struct overflow_program *program, const char *text,
			      const struct overflow_kernel *kernel,
			      const struct overflow_names *names, struct expr_error *error)
{
	size_t at = 0, len;
	char *part;
	int err;

	for (;; at += len + 1) {
		len = filter_part(text + at);
		part = strndup(text + at, len);
		if (!part)
			return -ENOMEM;
		err = overflow_expr__add(program, part, OVERFLOW_VERB_KEEP, kernel, names, error);
		free(part);
		if (err) {
			error->pos += at;
			return err;
		}
		if (!text[at + len])
			return 0;
	}
}
