/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* expr_priv.h - what lexer (expr_lex.c), parser (expr.c) and checker (expr_check.c) share. */
#ifndef PERF_AUGMENT_EXPR_PRIV_H
#define PERF_AUGMENT_EXPR_PRIV_H

#include "expr.h"

enum expr_token_kind {
	TOKEN_END,
	TOKEN_NUMBER,
	TOKEN_STRING,
	TOKEN_NAME,
	TOKEN_PUNCT, /* operators, brackets, dots: @punct */
};

/* Operators of two characters; those of one are the character. */
enum {
	PUNCT_OR = 256,
	PUNCT_AND,
	PUNCT_EQ,
	PUNCT_NE,
	PUNCT_LE,
	PUNCT_GE,
	PUNCT_SHL,
	PUNCT_SHR,
	PUNCT_ARROW
};

/**
 * struct expr_token - one token.
 * @pos, @len: its bytes of the text.
 * @value: of a number or a string; that is owned by the lexer: unescaped, but for the characters of globs.
 */
struct expr_token {
	enum expr_token_kind kind;
	int punct;
	size_t pos;
	size_t len;
	struct expr_value value;
};

/**
 * struct expr_lexer - reads tokens of @text one by one; @token is the current one.
 * @strings: room for unescaped strings: never more than the text has.
 */
struct expr_lexer {
	const char *text;
	size_t len;
	size_t at;
	size_t end_of_last;
	struct expr_token token;
	char *strings;
	size_t strings_len;
	struct expr_error *error;
};

/** expr_lexer__next() - read the next token into @lexer->token. Return: 0 or -EINVAL with error. */
int expr_lexer__next(struct expr_lexer *lexer);

/**
 * expr_string__unescape() - make a glob without wildcards of the @len bytes of a token's string:
 * the text that is meant. Return: its length, which is not more.
 */
size_t expr_string__unescape(char *str, size_t len);

/** expr_error__set() - fill @error. Return: -EINVAL. */
int expr_error__set(struct expr_error *error, size_t pos, size_t len, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* A node for each token at most; the text is bounded, so is the block. */
struct expr {
	struct expr_node *nodes;
	size_t nr_nodes;
	size_t max_nodes;
	struct expr_path *paths;
	size_t nr_paths;
	char *text;
	char *strings;
	struct expr_node *root;
};

struct expr_parser {
	struct expr_lexer lexer;
	struct expr *expr;
	const struct expr_resolver *resolver;
	unsigned int depth;
};

/** expr__check() - resolve the names of the tree at @p->expr->root. Return: 0, -EINVAL with error. */
int expr__check(struct expr_parser *p);

#endif /* PERF_AUGMENT_EXPR_PRIV_H */
