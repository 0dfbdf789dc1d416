// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * expr_check.c - what the names of an expression mean, and whether its types agree. A name can take
 * its meaning from what it is compared with, so that this is done once the tree is there.
 */
#include <errno.h>
#include <string.h>

#include "expr_priv.h"
#include "util.h"

static bool is_number(enum expr_type type)
{
	return type != EXPR_STR;
}

static uint32_t first_field(const struct expr_node *node)
{
	uint32_t handle;

	if (!node || node->op == EXPR_OP_VALUE)
		return EXPR_NO_FIELD;
	if (node->op == EXPR_OP_FIELD)
		return node->handle;
	handle = first_field(node->left);
	return handle == EXPR_NO_FIELD ? first_field(node->right) : handle;
}

/* A name: a field, or else a constant, whose meaning may depend on what stands beside it. */
static int resolve(struct expr_parser *p, struct expr_node *node, uint32_t like)
{
	const struct expr_path *path = &p->expr->paths[node->handle];
	struct expr_error *error = p->lexer.error;
	int64_t value;
	int err;

	*error = (struct expr_error){ .pos = node->pos, .len = node->len };
	err = p->resolver->field(p->resolver->ctx, path, &node->type, &node->handle, error);
	if (err != -ENOENT)
		return err;
	if (path->nr == 1 && p->resolver->constant &&
	    !p->resolver->constant(p->resolver->ctx, like, path->steps[0].name, path->steps[0].len,
				   &value, error)) {
		node->op = EXPR_OP_VALUE;
		node->type = EXPR_SINT;
		node->value = (struct expr_value){ .type = EXPR_SINT, .number = (uint64_t)value };
		return 0;
	}
	if (error->message[0])
		return -EINVAL;
	return expr_error__set(error, path->steps[0].pos, path->steps[0].len,
			       "'%.*s' is neither a field nor a constant",
			       (int)MIN(path->steps[0].len, (size_t)60), path->steps[0].name);
}

static int check(struct expr_parser *p, struct expr_node *node, uint32_t like);

static bool is_lone_name(const struct expr_parser *p, const struct expr_node *node)
{
	return node->op == EXPR_OP_FIELD && p->expr->paths[node->handle].nr == 1;
}

/*
 * What stands in the tree as a negative value is a constant (a literal has a minus as its operator):
 * beside an unsigned field it is a large number.
 */
static void fit_constant(struct expr_node *node, const struct expr_node *other)
{
	if (node->op != EXPR_OP_VALUE || other->type != EXPR_UINT || node->type != EXPR_SINT ||
	    (int64_t)node->value.number >= 0)
		return;
	node->type = node->value.type = EXPR_UINT;
}

/* The side that may be a constant is looked at last, when the other side is known. */
static int check_both(struct expr_parser *p, struct expr_node *node, uint32_t like)
{
	struct expr_node *first = node->left, *second = node->right;
	uint32_t other;
	int err;

	if (is_lone_name(p, first) && second->op != EXPR_OP_VALUE && !is_lone_name(p, second)) {
		first = node->right;
		second = node->left;
	}
	err = check(p, first, like);
	if (err)
		return err;
	other = first_field(first);
	err = check(p, second, other == EXPR_NO_FIELD ? like : other);
	if (!err)
		fit_constant(second, first);
	return err;
}

static bool is_integer(enum expr_type type)
{
	return is_number(type) && !expr__is_large(type);
}

static int need_integers(struct expr_parser *p, const struct expr_node *node, const char *what)
{
	const struct expr_node *bad = !is_integer(node->left->type) ? node->left : node->right;

	if (is_integer(node->left->type) && (!node->right || is_integer(node->right->type)))
		return 0;
	if (is_number(bad->type))
		return expr_error__set(p->lexer.error, bad->pos, bad->len,
				       "%s takes integers of 64 bits; this can only be compared",
				       what);
	return expr_error__set(p->lexer.error, bad->pos, bad->len,
			       "%s takes numbers; this is a string", what);
}

static bool is_large_field(const struct expr_node *node)
{
	return expr__is_large(node->type) && first_field(node) != EXPR_NO_FIELD;
}

/* A large number is written for a field that may have it; not all who evaluate a tree know such fields. */
static int check_large(struct expr_parser *p, const struct expr_node *node)
{
	const struct expr_node *bad = expr__is_large(node->left->type) ? node->left : node->right;

	if (!expr__is_large(bad->type) || is_large_field(node->left) || is_large_field(node->right))
		return 0;
	return expr_error__set(
		p->lexer.error, bad->pos, bad->len,
		bad->type == EXPR_REAL
			? "a fraction is for floating-point values; this is compared "
			  "with none"
			: "the number does not fit in 64 bits");
}

/* A string that is not a glob: its characters are those that it is compared with. */
static void make_literal(struct expr_parser *p, struct expr_node *node)
{
	char *str;

	if (node->op != EXPR_OP_VALUE || node->type != EXPR_STR)
		return;
	str = p->expr->strings + (node->value.str - p->expr->strings);
	node->value.len = expr_string__unescape(str, node->value.len);
}

static int check_binary(struct expr_parser *p, struct expr_node *node, uint32_t like)
{
	struct expr_error *error = p->lexer.error;
	int err;

	/*
	 * && and || join independent questions: nothing of one side says what a name of the other
	 * is.
	 */
	if (node->op == EXPR_OP_AND || node->op == EXPR_OP_OR) {
		err = check(p, node->left, EXPR_NO_FIELD);
		if (!err)
			err = check(p, node->right, EXPR_NO_FIELD);
	} else {
		err = check_both(p, node, like);
	}
	if (err)
		return err;
	make_literal(p, node->left);
	if (node->op != EXPR_OP_GLOB)
		make_literal(p, node->right);
	node->type = EXPR_BOOL;
	switch (node->op) {
	case EXPR_OP_GLOB:
		if (is_number(node->left->type))
			return expr_error__set(
				error, node->left->pos, node->left->len,
				"'~' matches a string with a glob; this is a number");
		if (is_number(node->right->type))
			return expr_error__set(error, node->right->pos, node->right->len,
					       "'~' needs a glob in quotes on its right");
		return 0;
	case EXPR_OP_AND:
	case EXPR_OP_OR:
		return need_integers(p, node, "'&&' or '||'");
	case EXPR_OP_EQ:
	case EXPR_OP_NE:
	case EXPR_OP_LT:
	case EXPR_OP_LE:
	case EXPR_OP_GT:
	case EXPR_OP_GE:
		if (is_number(node->left->type) != is_number(node->right->type))
			return expr_error__set(error, node->pos, node->len,
					       "a number cannot be compared with a string");
		return check_large(p, node);
	default:
		node->type = node->left->type == EXPR_UINT || node->right->type == EXPR_UINT
				     ? EXPR_UINT
				     : EXPR_SINT;
		if (node->op == EXPR_OP_SHL || node->op == EXPR_OP_SHR)
			node->type = node->left->type == EXPR_UINT ? EXPR_UINT : EXPR_SINT;
		return need_integers(p, node, "arithmetic");
	}
}

static int check(struct expr_parser *p, struct expr_node *node, uint32_t like)
{
	int err;

	switch (node->op) {
	case EXPR_OP_VALUE:
		node->type = node->value.type;
		return 0;
	case EXPR_OP_FIELD:
		return resolve(p, node, like);
	case EXPR_OP_NOT:
	case EXPR_OP_COMPL:
	case EXPR_OP_NEG:
		err = check(p, node->left, like);
		if (err)
			return err;
		if (node->op == EXPR_OP_NEG && expr__is_large(node->left->type)) {
			node->type = node->left->type == EXPR_REAL ? EXPR_REAL : EXPR_SINT128;
			return 0;
		}
		node->type = node->op == EXPR_OP_NOT	     ? EXPR_BOOL
			     : node->op == EXPR_OP_NEG	     ? EXPR_SINT
			     : node->left->type == EXPR_BOOL ? EXPR_SINT
							     : node->left->type;
		return need_integers(p, node, "the operator");
	default:
		return check_binary(p, node, like);
	}
}

int expr__check(struct expr_parser *p)
{
	const struct expr_node *root = p->expr->root;
	int err;

	err = check(p, p->expr->root, EXPR_NO_FIELD);
	if (err)
		return err;
	if (root->type == EXPR_STR)
		return expr_error__set(
			p->lexer.error, root->pos, root->len,
			"a string is neither true nor false; compare it with == or ~");
	if (expr__is_large(root->type))
		return expr_error__set(p->lexer.error, root->pos, root->len,
				       "this is neither true nor false; compare it");
	return 0;
}
