// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_expr.c - any text as an expression: parsed or refused with a place in the text, then
 * evaluated.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "expr.h"

/* The first letter of a name says what it is; z is no field. */
static int find_field(void *ctx, const struct expr_path *path, enum expr_type *ret_type,
		      uint32_t *ret_handle, struct expr_error *error)
{
	char c = path->steps[0].name[0];

	(void)ctx;
	(void)error;
	if (c == 'z')
		return -ENOENT;
	*ret_type = (enum expr_type)(c % 4);
	*ret_handle = (uint32_t)c;
	return 0;
}

static int find_constant(void *ctx, uint32_t like, const char *name, size_t len, int64_t *ret_value,
			 struct expr_error *error)
{
	(void)error;
	(void)ctx;
	(void)name;
	*ret_value = -(int64_t)len;
	return like == EXPR_NO_FIELD ? -ENOENT : 0;
}

static int read_value(void *ctx, uint32_t handle, struct expr_value *ret)
{
	(void)ctx;
	*ret = (struct expr_value){ .type = (enum expr_type)(handle % 4), .number = handle * 77 };
	if (ret->type == EXPR_BOOL)
		ret->number = handle & 1;
	ret->str = "proc";
	ret->len = ret->type == EXPR_STR ? 4 : 0;
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct expr_resolver resolver = { .field = find_field, .constant = find_constant };
	char *text = malloc(size + 1), caret[300];
	struct expr_error error;
	struct expr_path path;
	struct expr *expr;
	int64_t number;

	memcpy(text, data, size);
	text[size] = '\0';
	if (!expr__parse(text, &resolver, &expr, &error)) {
		expr__matches(expr, read_value, NULL);
		expr__free(expr);
	} else {
		if (!error.message[0] || error.pos > strlen(text))
			abort();
		expr_error__caret(&error, text, caret, sizeof(caret));
	}
	expr__parse_path(text, &path, &error);
	expr__parse_number(text, &number);
	expr__glob(text, strlen(text) / 2, text + strlen(text) / 2,
		   strlen(text) - strlen(text) / 2);
	free(text);
	return 0;
}
