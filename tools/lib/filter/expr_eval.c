// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * expr_eval.c - evaluate an expression's tree in user space. Its depth was bounded when it was
 * parsed.
 */
#include "expr.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "bytes.h"
#include "util.h"

struct eval {
	expr_read_fn read;
	void *ctx;
};

/* A character of a class, which \ may stand before; *i moves behind it. */
static unsigned char class_char(const char *p, size_t left, size_t *i)
{
	if (p[*i] == '\\' && *i + 1 < left)
		++*i;
	return (unsigned char)p[(*i)++];
}

/* One element of a glob against one character; *step is the pattern's bytes it took. */
static bool glob_one(const char *p, size_t left, char c, size_t *step)
{
	unsigned char first, last;
	bool negate, hit = false;
	size_t i = 1;

	*step = 1;
	if (*p == '?')
		return true;
	if (*p == '\\' && left > 1) {
		*step = 2;
		return p[1] == c;
	}
	if (*p != '[')
		return *p == c;
	negate = i < left && (p[i] == '!' || p[i] == '^');
	i += negate;
	/* A ']' that comes first stands for itself. */
	do {
		if (i >= left)
			return c == '['; /* no end: an ordinary character */
		first = last = class_char(p, left, &i);
		if (i + 1 < left && p[i] == '-' && p[i + 1] != ']') {
			i++;
			last = class_char(p, left, &i);
		}
		hit |= (unsigned char)c >= first && (unsigned char)c <= last;
	} while (i >= left || p[i] != ']');
	*step = i + 1;
	return hit != negate;
}

bool expr__glob(const char *pattern, size_t pattern_len, const char *str, size_t len)
{
	size_t p = 0, s = 0, star = SIZE_MAX, star_s = 0, step;

	/* Only the last star is ever taken back: the usual proof that this is enough. */
	while (s < len) {
		if (p < pattern_len && pattern[p] == '*') {
			star = ++p;
			star_s = s;
		} else if (p < pattern_len &&
			   glob_one(pattern + p, pattern_len - p, str[s], &step)) {
			p += step;
			s++;
		} else if (star != SIZE_MAX) {
			p = star;
			s = ++star_s;
		} else {
			return false;
		}
	}
	while (p < pattern_len && pattern[p] == '*')
		p++;
	return p == pattern_len;
}

static bool is_negative(const struct expr_value *v)
{
	return (v->type == EXPR_SINT && (int64_t)v->number < 0) ||
	       (v->type == EXPR_SINT128 && (__int128)v->wide < 0);
}

/* All integers in 128 bits: the two's complement of a negative one. */
static unsigned __int128 as_wide(const struct expr_value *v)
{
	if (v->type == EXPR_SINT128 || v->type == EXPR_UINT128)
		return v->wide;
	return is_negative(v) ? (unsigned __int128)(int64_t)v->number : v->number;
}

static double as_real(const struct expr_value *v)
{
	if (v->type == EXPR_REAL)
		return v->real;
	return is_negative(v) ? (double)(__int128)as_wide(v) : (double)as_wide(v);
}

static bool is_nan(const struct expr_value *v)
{
	return v->type == EXPR_REAL && isnan(v->real);
}

static int compare_reals(const struct expr_value *a, const struct expr_value *b)
{
	const double x = as_real(a), y = as_real(b);

	if (is_nan(a) || is_nan(b))
		return is_nan(a) - is_nan(b);
	return (x > y) - (x < y);
}

int expr_value__compare(const struct expr_value *a, const struct expr_value *b)
{
	if (a->type == EXPR_STR)
		return bytes__compare(a->str, a->len, b->str, b->len);
	if (a->type == EXPR_REAL || b->type == EXPR_REAL)
		return compare_reals(a, b);
	if (is_negative(a) != is_negative(b))
		return is_negative(a) ? -1 : 1;
	return (as_wide(a) > as_wide(b)) - (as_wide(a) < as_wide(b));
}

static uint64_t shift_right(const struct expr_value *a, uint64_t by)
{
	if (a->type == EXPR_SINT)
		return (uint64_t)((int64_t)a->number >> MIN(by, (uint64_t)63));
	return by > 63 ? 0 : a->number >> by;
}

static int divide(const struct expr_node *node, const struct expr_value *a,
		  const struct expr_value *b, uint64_t *ret)
{
	bool is_div = node->op == EXPR_OP_DIV;

	if (!b->number)
		return -EDOM;
	if (node->type == EXPR_UINT) {
		*ret = is_div ? a->number / b->number : a->number % b->number;
		return 0;
	}
	/* INT64_MIN / -1 has no result in C; here it wraps. */
	if ((int64_t)b->number == -1) {
		*ret = is_div ? -a->number : 0;
		return 0;
	}
	*ret = is_div ? (uint64_t)((int64_t)a->number / (int64_t)b->number)
		      : (uint64_t)((int64_t)a->number % (int64_t)b->number);
	return 0;
}

static int eval_binary(const struct expr_node *node, const struct expr_value *a,
		       const struct expr_value *b, struct expr_value *ret)
{
	/* Only comparisons take such values, and this one is like nothing. */
	if (is_nan(a) || is_nan(b)) {
		ret->number = node->op == EXPR_OP_NE;
		return 0;
	}
	switch (node->op) {
	case EXPR_OP_BIT_OR:
		ret->number = a->number | b->number;
		return 0;
	case EXPR_OP_BIT_XOR:
		ret->number = a->number ^ b->number;
		return 0;
	case EXPR_OP_BIT_AND:
		ret->number = a->number & b->number;
		return 0;
	case EXPR_OP_EQ:
		ret->number = expr_value__compare(a, b) == 0;
		return 0;
	case EXPR_OP_NE:
		ret->number = expr_value__compare(a, b) != 0;
		return 0;
	case EXPR_OP_GLOB:
		ret->number = expr__glob(b->str, b->len, a->str, a->len);
		return 0;
	case EXPR_OP_LT:
		ret->number = expr_value__compare(a, b) < 0;
		return 0;
	case EXPR_OP_LE:
		ret->number = expr_value__compare(a, b) <= 0;
		return 0;
	case EXPR_OP_GT:
		ret->number = expr_value__compare(a, b) > 0;
		return 0;
	case EXPR_OP_GE:
		ret->number = expr_value__compare(a, b) >= 0;
		return 0;
	case EXPR_OP_SHL:
		ret->number = b->number > 63 ? 0 : a->number << b->number;
		return 0;
	case EXPR_OP_SHR:
		ret->number = shift_right(a, b->number);
		return 0;
	case EXPR_OP_ADD:
		ret->number = a->number + b->number;
		return 0;
	case EXPR_OP_SUB:
		ret->number = a->number - b->number;
		return 0;
	case EXPR_OP_MUL:
		ret->number = a->number * b->number;
		return 0;
	default:
		return divide(node, a, b, &ret->number);
	}
}

static int eval(const struct eval *e, const struct expr_node *node, struct expr_value *ret)
{
	struct expr_value a, b;
	int err;

	if (node->op == EXPR_OP_VALUE) {
		*ret = node->value;
		return 0;
	}
	if (node->op == EXPR_OP_FIELD)
		return e->read(e->ctx, node->handle, ret);
	err = eval(e, node->left, &a);
	if (err)
		return err;
	ret->type = node->type;
	switch (node->op) {
	case EXPR_OP_NOT:
		ret->number = !a.number;
		return 0;
	case EXPR_OP_COMPL:
		ret->number = ~a.number;
		return 0;
	case EXPR_OP_NEG:
		ret->number = -a.number;
		ret->wide = -as_wide(&a);
		ret->real = -a.real;
		return 0;
	case EXPR_OP_AND:
	case EXPR_OP_OR:
		ret->number = a.number != 0;
		if ((node->op == EXPR_OP_AND) != (a.number != 0))
			return 0;
		err = eval(e, node->right, &b);
		if (!err)
			ret->number = b.number != 0;
		return err;
	default:
		err = eval(e, node->right, &b);
		return err ? err : eval_binary(node, &a, &b, ret);
	}
}

int expr_node__eval(const struct expr_node *node, expr_read_fn read, void *ctx,
		    struct expr_value *ret_value)
{
	const struct eval e = { .read = read, .ctx = ctx };

	return eval(&e, node, ret_value);
}

int expr__matches(const struct expr *expr, expr_read_fn read, void *ctx)
{
	const struct eval e = { .read = read, .ctx = ctx };
	struct expr_value value;
	int err;

	err = eval(&e, expr__root(expr), &value);
	return err ? err : value.number != 0;
}
