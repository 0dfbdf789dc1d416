// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * expr.c - tokens to a typed tree. The grammar is a table of binary operators by precedence;
 * types are checked once the tree is there (expr_check.c).
 */
#include "expr.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "expr_priv.h"
#include "util.h"

/* EXPR_OP_FIELD before its path is resolved: handle is the index of the path. */
static int parse_binary(struct expr_parser *p, int min_level, struct expr_node **ret);

static int error_here(struct expr_parser *p, const char *what)
{
	const struct expr_token *t = &p->lexer.token;

	if (t->kind == TOKEN_END)
		return expr_error__set(p->lexer.error, t->pos, 1, "%s is missing at the end", what);
	return expr_error__set(p->lexer.error, t->pos, t->len, "%s is expected here, not '%.*s'",
			       what, (int)MIN(t->len, (size_t)40), p->lexer.text + t->pos);
}

static int too_deep(struct expr_parser *p)
{
	expr_error__set(p->lexer.error, p->lexer.token.pos, 1,
			"the expression nests too deep (%u at most)", EXPR_MAX_DEPTH);
	return -E2BIG;
}

static struct expr_node *new_node(struct expr_parser *p, enum expr_op op, size_t pos)
{
	struct expr_node *node;

	/* Cannot happen: there are as many as the text has bytes, and two. */
	if (p->expr->nr_nodes == p->expr->max_nodes)
		return NULL;
	node = &p->expr->nodes[p->expr->nr_nodes++];
	node->op = op;
	node->pos = pos;
	node->handle = EXPR_NO_FIELD;
	return node;
}

static bool at_punct(const struct expr_parser *p, int punct)
{
	return p->lexer.token.kind == TOKEN_PUNCT && p->lexer.token.punct == punct;
}

static int parse_index(struct expr_parser *p, struct expr_path *path)
{
	struct expr_step *step = &path->steps[path->nr];
	int err;

	err = expr_lexer__next(&p->lexer);
	if (err)
		return err;
	if (p->lexer.token.kind != TOKEN_NUMBER || expr__is_large(p->lexer.token.value.type))
		return error_here(p, "an index (a number)");
	*step = (struct expr_step){
		.is_index = true,
		.index = p->lexer.token.value.number,
		.pos = p->lexer.token.pos,
		.len = p->lexer.token.len,
	};
	err = expr_lexer__next(&p->lexer);
	if (err)
		return err;
	return at_punct(p, ']') ? expr_lexer__next(&p->lexer) : error_here(p, "']'");
}

static int parse_step_name(struct expr_parser *p, struct expr_path *path)
{
	if (p->lexer.token.kind != TOKEN_NAME)
		return error_here(p, "a name");
	path->steps[path->nr] = (struct expr_step){
		.name = p->lexer.text + p->lexer.token.pos,
		.len = p->lexer.token.len,
		.pos = p->lexer.token.pos,
	};
	return expr_lexer__next(&p->lexer);
}

static int parse_path(struct expr_parser *p, struct expr_path *path)
{
	int err;

	path->nr = 0;
	err = parse_step_name(p, path);
	if (err)
		return err;
	for (path->nr = 1;; path->nr++) {
		bool is_member = at_punct(p, '.') || at_punct(p, PUNCT_ARROW);

		if (!is_member && !at_punct(p, '['))
			return 0;
		if (path->nr == EXPR_MAX_STEPS) {
			expr_error__set(p->lexer.error, p->lexer.token.pos, p->lexer.token.len,
					"the path has too many steps (%u at most)", EXPR_MAX_STEPS);
			return -E2BIG;
		}
		if (is_member) {
			err = expr_lexer__next(&p->lexer);
			if (err)
				return err;
			err = parse_step_name(p, path);
		} else {
			err = parse_index(p, path);
		}
		if (err)
			return err;
	}
}

static int parse_name(struct expr_parser *p, struct expr_node *node)
{
	const struct expr_token *t = &p->lexer.token;
	const char *name = p->lexer.text + t->pos;
	bool is_true = t->len == 4 && !memcmp(name, "true", 4);

	if (is_true || (t->len == 5 && !memcmp(name, "false", 5))) {
		node->op = EXPR_OP_VALUE;
		node->value = (struct expr_value){ .type = EXPR_BOOL, .number = is_true };
		return expr_lexer__next(&p->lexer);
	}
	node->op = EXPR_OP_FIELD;
	node->handle = (uint32_t)p->expr->nr_paths;
	return parse_path(p, &p->expr->paths[p->expr->nr_paths++]);
}

static int parse_primary(struct expr_parser *p, struct expr_node **ret)
{
	const struct expr_token *t = &p->lexer.token;
	struct expr_node *node = new_node(p, EXPR_OP_VALUE, t->pos);
	int err;

	if (!node)
		return -ENOMEM;
	switch (t->kind) {
	case TOKEN_NUMBER:
	case TOKEN_STRING:
		node->value = t->value;
		err = expr_lexer__next(&p->lexer);
		break;
	case TOKEN_NAME:
		err = parse_name(p, node);
		break;
	default:
		err = error_here(p, "a value");
	}
	if (err)
		return err;
	node->len = p->lexer.end_of_last - node->pos;
	*ret = node;
	return 0;
}

static int parse_group(struct expr_parser *p, struct expr_node **ret)
{
	size_t pos = p->lexer.token.pos;
	int err;

	err = expr_lexer__next(&p->lexer);
	if (err)
		return err;
	err = parse_binary(p, 0, ret);
	if (err)
		return err;
	if (!at_punct(p, ')')) {
		err = error_here(p, "')'");
		return err;
	}
	err = expr_lexer__next(&p->lexer);
	(*ret)->len = p->lexer.end_of_last - pos;
	(*ret)->pos = pos;
	return err;
}

static int parse_unary(struct expr_parser *p, struct expr_node **ret)
{
	static const struct {
		int punct;
		enum expr_op op;
	} table[] = { { '!', EXPR_OP_NOT }, { '~', EXPR_OP_COMPL }, { '-', EXPR_OP_NEG } };
	struct expr_node *node = NULL;
	size_t i;
	int err;

	if (p->depth == EXPR_MAX_DEPTH)
		return too_deep(p);
	p->depth++;
	for (i = 0; i < ARRAY_SIZE(table) && !node; i++) {
		if (at_punct(p, table[i].punct)) {
			node = new_node(p, table[i].op, p->lexer.token.pos);
			if (!node)
				return -ENOMEM;
		}
	}
	if (node || at_punct(p, '+')) {
		err = expr_lexer__next(&p->lexer);
		if (err)
			return err;
		err = parse_unary(p, node ? &node->left : ret);
		if (err)
			return err;
		if (node) {
			node->len = p->lexer.end_of_last - node->pos;
			*ret = node;
		}
	} else if (at_punct(p, '(')) {
		err = parse_group(p, ret);
	} else {
		err = parse_primary(p, ret);
	}
	p->depth--;
	return err;
}

static const struct binary_op {
	int punct;
	int level;
	enum expr_op op;
} binary_ops[] = {
	{ PUNCT_OR, 0, EXPR_OP_OR },   { PUNCT_AND, 1, EXPR_OP_AND }, { '|', 2, EXPR_OP_BIT_OR },
	{ '^', 3, EXPR_OP_BIT_XOR },   { '&', 4, EXPR_OP_BIT_AND },   { PUNCT_EQ, 5, EXPR_OP_EQ },
	{ PUNCT_NE, 5, EXPR_OP_NE },   { '~', 5, EXPR_OP_GLOB },      { '<', 6, EXPR_OP_LT },
	{ PUNCT_LE, 6, EXPR_OP_LE },   { '>', 6, EXPR_OP_GT },	      { PUNCT_GE, 6, EXPR_OP_GE },
	{ PUNCT_SHL, 7, EXPR_OP_SHL }, { PUNCT_SHR, 7, EXPR_OP_SHR }, { '+', 8, EXPR_OP_ADD },
	{ '-', 8, EXPR_OP_SUB },       { '*', 9, EXPR_OP_MUL },	      { '/', 9, EXPR_OP_DIV },
	{ '%', 9, EXPR_OP_MOD },
};

static const struct binary_op *binary_here(const struct expr_parser *p)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(binary_ops); i++) {
		if (at_punct(p, binary_ops[i].punct))
			return &binary_ops[i];
	}
	return NULL;
}

static int parse_binary(struct expr_parser *p, int min_level, struct expr_node **ret)
{
	const struct binary_op *op;
	struct expr_node *node;
	int err;

	if (p->depth == EXPR_MAX_DEPTH)
		return too_deep(p);
	p->depth++;
	err = parse_unary(p, ret);
	for (op = binary_here(p); !err && op && op->level >= min_level; op = binary_here(p)) {
		/* a + b + c leans to the left; the length of the text bounds how deep that gets. */
		node = new_node(p, op->op, (*ret)->pos);
		if (!node)
			return -ENOMEM;
		node->left = *ret;
		err = expr_lexer__next(&p->lexer);
		if (!err)
			err = parse_binary(p, op->level + 1, &node->right);
		node->len = p->lexer.end_of_last - node->pos;
		*ret = node;
	}
	p->depth--;
	return err;
}

static struct expr *expr__new(const char *text, size_t len)
{
	struct expr *expr = calloc(1, sizeof(*expr));

	if (!expr)
		return NULL;
	expr->max_nodes = 2 * len + 2;
	expr->nodes = calloc(expr->max_nodes, sizeof(*expr->nodes));
	expr->paths = calloc(len / 2 + 2, sizeof(*expr->paths));
	expr->strings = malloc(len + 1);
	expr->text = strdup(text);
	if (expr->nodes && expr->paths && expr->strings && expr->text)
		return expr;
	expr__free(expr);
	return NULL;
}

static int parse_all(struct expr_parser *p)
{
	int err;

	err = expr_lexer__next(&p->lexer);
	if (err)
		return err;
	err = parse_binary(p, 0, &p->expr->root);
	if (err)
		return err;
	if (p->lexer.token.kind != TOKEN_END)
		return error_here(p, "an operator");
	return expr__check(p);
}

int expr__parse(const char *text, const struct expr_resolver *resolver, struct expr **ret_expr,
		struct expr_error *error)
{
	size_t len = strlen(text);
	struct expr_parser p = { .resolver = resolver };
	int err;

	*error = (struct expr_error){};
	if (len > EXPR_MAX_LEN) {
		expr_error__set(error, EXPR_MAX_LEN, 1,
				"the expression is too long (%u bytes at most)", EXPR_MAX_LEN);
		return -E2BIG;
	}
	p.expr = expr__new(text, len);
	if (!p.expr) {
		expr_error__set(error, 0, 0, "out of memory");
		return -ENOMEM;
	}
	p.lexer = (struct expr_lexer){
		.text = p.expr->text, .len = len, .strings = p.expr->strings, .error = error
	};
	err = parse_all(&p);
	if (err) {
		expr__free(p.expr);
		return err;
	}
	/* Paths are for the resolver only. */
	free(p.expr->paths);
	p.expr->paths = NULL;
	*ret_expr = p.expr;
	return 0;
}

void expr__free(struct expr *expr)
{
	if (!expr)
		return;
	free(expr->nodes);
	free(expr->paths);
	free(expr->strings);
	free(expr->text);
	free(expr);
}

const struct expr_node *expr__root(const struct expr *expr)
{
	return expr->root;
}

int expr__parse_path(const char *text, struct expr_path *ret_path, struct expr_error *error)
{
	size_t len = strlen(text);
	struct expr_parser p = {};
	char *strings;
	int err;

	*error = (struct expr_error){};
	if (len > EXPR_MAX_LEN) {
		expr_error__set(error, EXPR_MAX_LEN, 1, "the path is too long");
		return -E2BIG;
	}
	strings = malloc(len + 1);
	if (!strings)
		return -ENOMEM;
	/* Steps point into @text, which is the caller's. */
	p.lexer =
		(struct expr_lexer){ .text = text, .len = len, .strings = strings, .error = error };
	err = expr_lexer__next(&p.lexer);
	if (!err)
		err = parse_path(&p, ret_path);
	if (!err && p.lexer.token.kind != TOKEN_END)
		err = error_here(&p, "the end of the path");
	free(strings);
	return err;
}

/* A number alone, behind a minus perhaps. */
static int parse_literal(const char *text, bool negative, struct expr_value *ret)
{
	char strings[160]; /* as many digits as 128 bits can have, and more */
	struct expr_error error;
	struct expr_lexer lexer = { .text = text + negative, .strings = strings, .error = &error };

	lexer.len = strlen(lexer.text);
	if (lexer.len >= sizeof(strings) || expr_lexer__next(&lexer) ||
	    lexer.token.kind != TOKEN_NUMBER || lexer.at != lexer.len)
		return -EINVAL;
	*ret = lexer.token.value;
	return 0;
}

int expr__parse_number(const char *text, int64_t *ret_value)
{
	const bool negative = *text == '-';
	struct expr_value value;

	if (parse_literal(text, negative, &value) || expr__is_large(value.type))
		return -EINVAL;
	*ret_value = negative ? (int64_t)-value.number : (int64_t)value.number;
	return 0;
}

int expr__parse_wide(const char *text, unsigned __int128 *ret_value)
{
	const bool negative = *text == '-';
	unsigned __int128 wide;
	struct expr_value value;

	if (parse_literal(text, negative, &value) || value.type == EXPR_REAL)
		return -EINVAL;
	wide = value.type == EXPR_UINT128 ? value.wide : value.number;
	*ret_value = negative ? -wide : wide;
	return 0;
}
