/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * expr.h - the one expression language: trace --where, dump-map --where, record --keep.
 *
 *	value.enabled == true && key > 100 && value.comm ~ "proc*"
 *
 * C's operators with C's precedence: || && | ^ & == != < <= > >= << >> + - * / % and unary ! ~ - +;
 * a binary ~ stands where == does and matches a string with a glob (* ? [a-z] and \ before them).
 * Numbers: 12 0x1f 017 0b101 'c', with k m g (1024) or ns us ms s (to nanoseconds) after them; beside fields
 * that are no integers of 64 bits also 1.5 1e9 and those of up to 128 bits.
 * Names have members and elements: value.p[0].x, arg.buf->len (-> is the same as .).
 *
 * Text becomes a tree whose names the caller's resolver has typed, before anything is evaluated.
 * What evaluates it is the caller's choice: expr__matches() here, or a translation of the tree.
 */
#ifndef PERF_AUGMENT_EXPR_H
#define PERF_AUGMENT_EXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Longest text, deepest tree, and most steps of a path. */
#define EXPR_MAX_LEN 4096
#define EXPR_MAX_DEPTH 64
#define EXPR_MAX_STEPS 16

enum expr_type {
	EXPR_BOOL,
	EXPR_SINT, /* 64 bits, signed */
	EXPR_UINT, /* 64 bits, unsigned */
	EXPR_STR,
	/* what can be compared, and not reckoned with */
	EXPR_SINT128,
	EXPR_UINT128,
	EXPR_REAL, /* a double */
};

/**
 * struct expr_value - a value.
 * @number: of 64 bits; of a bool 0 or 1. @wide: of 128 bits.
 * @str: borrowed, without a NUL at its end.
 */
struct expr_value {
	enum expr_type type;
	uint64_t number;
	const char *str;
	size_t len;
	double real;
	unsigned __int128 wide;
};

/**
 * expr_value__compare() - < 0, 0 or > 0: strings byte by byte, numbers as those that are meant: a
 * negative one is below every unsigned one, and NaN, which is equal to itself here, above all. Both are
 * strings or neither is.
 */
int expr_value__compare(const struct expr_value *a, const struct expr_value *b);

/**
 * struct expr_error - what is wrong, and with which bytes of the text.
 * @message: a sentence without an end, for the line above the caret.
 */
struct expr_error {
	size_t pos;
	size_t len;
	char message[400];
};

/** struct expr_step - one part of a path: a name, or an index. */
struct expr_step {
	const char *name;
	size_t len;
	uint64_t index;
	bool is_index;
	size_t pos;
};

/** struct expr_path - value.p[0].x: the first step is always a name. */
struct expr_path {
	struct expr_step steps[EXPR_MAX_STEPS];
	unsigned int nr;
};

#define EXPR_NO_FIELD UINT32_MAX

/**
 * struct expr_resolver - what names mean.
 * @ctx: given to both.
 * @field: say type and handle of the field at @path, or return -ENOENT (no such name; a constant is
 *         looked for then), or another -errno with @error filled: pos and len are of the step at
 *         fault.
 *         A -ENOENT with a message in @error is told when there is no such constant either.
 * @constant: the value of @name; @like is the handle of the field it is compared with, or
 *            EXPR_NO_FIELD. Return: 0, or -ENOENT, perhaps with another message in @error that
 *            says which constants there are. May be NULL.
 */
struct expr_resolver {
	void *ctx;
	int (*field)(void *ctx, const struct expr_path *path, enum expr_type *ret_type,
		     uint32_t *ret_handle, struct expr_error *error);
	int (*constant)(void *ctx, uint32_t like, const char *name, size_t len, int64_t *ret_value,
			struct expr_error *error);
};

enum expr_op {
	EXPR_OP_VALUE, /* a literal or constant: value */
	EXPR_OP_FIELD, /* handle */
	EXPR_OP_NOT,   /* unary: left */
	EXPR_OP_COMPL,
	EXPR_OP_NEG,
	EXPR_OP_OR, /* binary: left, right */
	EXPR_OP_AND,
	EXPR_OP_BIT_OR,
	EXPR_OP_BIT_XOR,
	EXPR_OP_BIT_AND,
	EXPR_OP_EQ,
	EXPR_OP_NE,
	EXPR_OP_GLOB,
	EXPR_OP_LT,
	EXPR_OP_LE,
	EXPR_OP_GT,
	EXPR_OP_GE,
	EXPR_OP_SHL,
	EXPR_OP_SHR,
	EXPR_OP_ADD,
	EXPR_OP_SUB,
	EXPR_OP_MUL,
	EXPR_OP_DIV,
	EXPR_OP_MOD,
};

/**
 * struct expr_node - one node of the tree, read-only; for back ends.
 * @type: of its value.
 * @pos, @len: the text it was made of.
 */
struct expr_node {
	enum expr_op op;
	enum expr_type type;
	uint32_t handle;
	struct expr_value value;
	struct expr_node *left;
	struct expr_node *right;
	size_t pos;
	size_t len;
};

struct expr;

/**
 * expr__parse() - parse and check @text.
 * @error: filled on failure.
 * Return: 0; -EINVAL when it is wrong; -E2BIG when it is too long or nests too deep; -ENOMEM.
 */
int expr__parse(const char *text, const struct expr_resolver *resolver, struct expr **ret_expr,
		struct expr_error *error);
void expr__free(struct expr *expr);

/** expr__root() - the tree. Its type is EXPR_BOOL or an integer, which is true when it is not 0. */
const struct expr_node *expr__root(const struct expr *expr);

/** expr__parse_path() - parse only a path, for --select and --sort. Errors as of expr__parse(). */
int expr__parse_path(const char *text, struct expr_path *ret_path, struct expr_error *error);

/** expr__is_large() - a number that can be compared only with a field of such a type, and not reckoned with. */
static inline bool expr__is_large(enum expr_type type)
{
	return type > EXPR_STR;
}

/** expr__parse_number() - a number as expressions have it, signed or not. Return: 0 or -EINVAL. */
int expr__parse_number(const char *text, int64_t *ret_value);

/** expr__parse_wide() - the same of up to 128 bits; a negative one is their two's complement. */
int expr__parse_wide(const char *text, unsigned __int128 *ret_value);

/**
 * expr__escape() - the byte that a backslash and @len bytes of @text stand for in C: n, x1b, 033; others are themselves.
 * Return: how many bytes of @text that takes; 0 when there is none, or no two hex digits behind an x.
 */
size_t expr__escape(const char *text, size_t len, unsigned char *ret_byte);

/**
 * typedef expr_read_fn - read a field.
 * Return: 0 with @ret_value of the type that the resolver said; -errno when there is none now.
 */
typedef int (*expr_read_fn)(void *ctx, uint32_t handle, struct expr_value *ret_value);

/**
 * expr__matches() - evaluate the expression.
 *
 * Integers are 64 bits wide and wrap, except where they are only compared; comparisons are of the numbers meant, so that -1 is less than
 * an unsigned 1. Shifts by 64 and more give 0 (or the sign).
 *
 * Return: 1 or 0; -EDOM on a division by zero; what @read returned when a field cannot be read.
 */
int expr__matches(const struct expr *expr, expr_read_fn read, void *ctx);

/**
 * expr_node__eval() - the value of a part of the tree; for back ends that decide the rest themselves.
 * Return: 0; -errno as expr__matches().
 */
int expr_node__eval(const struct expr_node *node, expr_read_fn read, void *ctx,
		    struct expr_value *ret_value);

/**
 * expr__glob() - does all of @str match the glob. Takes time in the product of both lengths at
 * most.
 */
bool expr__glob(const char *pattern, size_t pattern_len, const char *str, size_t len);

/** expr_error__caret() - "text\n   ^~~~" for a person; @buf is always NUL-terminated. */
void expr_error__caret(const struct expr_error *error, const char *text, char *buf, size_t size);

#endif /* PERF_AUGMENT_EXPR_H */
