/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* expr_priv.h - what the lexer (expr_lex.c) and the parser (expr.c) of expressions share. */
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
 * @number, @is_unsigned: of a number.
 * @str, @str_len: of a string: unescaped, owned by the lexer.
 */
struct expr_token {
	enum expr_token_kind kind;
	int punct;
	size_t pos;
	size_t len;
	uint64_t number;
	bool is_unsigned;
	const char *str;
	size_t str_len;
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

/** expr_error__set() - fill @error. Return: -EINVAL. */
int expr_error__set(struct expr_error *error, size_t pos, size_t len, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

#endif /* PERF_AUGMENT_EXPR_PRIV_H */
