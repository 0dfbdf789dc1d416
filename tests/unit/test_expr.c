// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_expr.c - the expression language over a handful of fields: values, types, mistakes and
 * their places.
 */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "expr.h"

enum { F_N, F_U, F_ON, F_COMM, F_STATE, F_ITEM, F_PATH, F_REAL, F_NAN, F_WIDE, F_UWIDE };

static const struct {
	const char *path;
	enum expr_type type;
	int64_t number;
	const char *str;
	double real;
	__int128 wide;
} fields[] = {
	[F_N] = { "n", EXPR_SINT, -3, NULL },
	[F_U] = { "v.u", EXPR_UINT, 100, NULL },
	[F_ON] = { "v.on", EXPR_BOOL, 1, NULL },
	[F_COMM] = { "v.comm", EXPR_STR, 0, "proc one" },
	[F_STATE] = { "v.state", EXPR_UINT, 7, NULL },
	[F_ITEM] = { "v.p[1].x", EXPR_SINT, 55, NULL },
	[F_PATH] = { "v.path", EXPR_STR, 0, "a\\b*[c]" },
	[F_REAL] = { "d", EXPR_REAL, .real = 1.5 },
	[F_NAN] = { "nan", EXPR_REAL, .real = NAN },
	[F_WIDE] = { "w", EXPR_SINT128, .wide = -((__int128)1 << 100) },
	[F_UWIDE] = { "uw", EXPR_UINT128, .wide = ((__int128)1 << 64) + 7 },
};

static int find_field(void *ctx, const struct expr_path *path, enum expr_type *ret_type,
		      uint32_t *ret_handle, struct expr_error *error)
{
	char text[200] = "";
	size_t len = 0, i;

	(void)ctx;
	for (i = 0; i < path->nr; i++) {
		const struct expr_step *s = &path->steps[i];

		if (s->is_index)
			len += (size_t)snprintf(text + len, sizeof(text) - len, "[%u]",
						(unsigned int)s->index);
		else
			len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%.*s",
						i ? "." : "", (int)(s->len < 40 ? s->len : 40),
						s->name);
		if (len >= sizeof(text))
			return -ENOENT;
	}
	for (i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		if (!strcmp(fields[i].path, text)) {
			*ret_type = fields[i].type;
			*ret_handle = (uint32_t)i;
			return 0;
		}
	}
	if (path->nr > 1) {
		error->pos = path->steps[1].pos;
		error->len = path->steps[1].len;
		snprintf(error->message, sizeof(error->message), "no such member");
		return -EINVAL;
	}
	return -ENOENT;
}

/* RUNNING and LARGEST (all 64 bits) are constants of state's only. */
static int find_constant(void *ctx, uint32_t like, const char *name, size_t len, int64_t *ret_value,
			 struct expr_error *error)
{
	(void)error;
	(void)ctx;
	if (like != F_STATE || len != 7)
		return -ENOENT;
	*ret_value = !memcmp(name, "LARGEST", 7) ? -1 : 7;
	return memcmp(name, "RUNNING", 7) && memcmp(name, "LARGEST", 7) ? -ENOENT : 0;
}

static const struct expr_resolver resolver = { .field = find_field, .constant = find_constant };

static int read_value(void *ctx, uint32_t handle, struct expr_value *ret)
{
	(void)ctx;
	ret->type = fields[handle].type;
	ret->number = (uint64_t)fields[handle].number;
	ret->str = fields[handle].str;
	ret->len = ret->str ? strlen(ret->str) : 0;
	ret->real = fields[handle].real;
	ret->wide = (unsigned __int128)fields[handle].wide;
	return 0;
}

static int matches(const char *text)
{
	struct expr_error error;
	struct expr *expr;
	int ret;

	ret = expr__parse(text, &resolver, &expr, &error);
	if (ret)
		fail_msg("%s: %s at %zu", text, error.message, error.pos);
	ret = expr__matches(expr, read_value, NULL);
	expr__free(expr);
	return ret;
}

static void truths(void **state)
{
	static const char *const yes[] = {
		"1",
		"n == -3",
		"n < 0",
		"n < v.u",
		"-1 < v.u",
		"v.u > -1",
		"v.u == 0x64",
		"v.u == 0144",
		"v.u == 0b1100100",
		"v.on",
		"v.on == true",
		"!(!v.on)",
		"v.on && v.u",
		"0 || v.u",
		"v.u & 4 && v.u & 0x60",
		"(v.u & 6) == 4",
		"v.u | 1",
		"(v.u ^ 100) == 0",
		"~n == 2",
		"1 + 2 * 3 == 7",
		"(1 + 2) * 3 == 9",
		"10 - 2 - 3 == 5",
		"7 / 2 == 3",
		"-7 / 2 == -3",
		"-7 % 3 == -1",
		"1 << 4 == 16",
		"-16 >> 2 == -4",
		"1 << 64 == 0",
		"1k == 1024",
		"2m == 2 * 1024 * 1024",
		"1us == 1000",
		"3ms == 3000000",
		"1s == 1000000000",
		"5ns == 5",
		"'a' == 97",
		"'\\n' == 10",
		"'\\033' == 27",
		"'\\x1b' == '\\e'",
		"v.comm ~ \"\\160\\162*\"",
		"d == 1.5",
		"d > 1 && d < 2 && d < v.u && d > n",
		"-d < -1.4e+0",
		"15e-1 == d",
		"nan != nan && !(nan == nan) && !(nan < 1) && !(nan >= 1)",
		"w == -0x10000000000000000000000000",
		"w < -5 && w < n && -w > 18446744073709551616",
		"uw == 18446744073709551623",
		"uw > w && uw > d && uw > 0xffffffffffffffff",
		"v.comm == \"proc one\"",
		"v.comm ~ \"proc*\"",
		"v.comm ~ \"*one\"",
		"v.comm ~ \"p[a-z]?c*\"",
		"!(v.comm ~ \"x*\")",
		"v.comm != \"x\"",
		"v.path == \"a\\\\b*[c]\"",
		"v.path == \"a\\x5cb\\*\\[c\\]\"",
		"v.path > \"a\\\\a\"",
		"\"a\\\\b*[c]\" == v.path",
		"v.path ~ \"a\\\\b*\"",
		"v.path ~ \"a[\\\\]b\\*\\[c\\]\"",
		"v.path ~ \"a\\x5cb\\x2a*\"",
		"v.path ~ \"*[\\]x]\"",
		"\"x\\*\" ~ \"x\\*\"",
		"v.comm > \"pro\"",
		"v.state == RUNNING",
		"RUNNING == v.state",
		"v.state < LARGEST",
		"LARGEST > v.state",
		"v.state == (RUNNING)",
		"v.p[1].x == 55",
		"v.p[0x1]->x == 55",
		"n == -3 && v.u == 100 || 0",
		"0 && 1 || 1",
		"1 || 0 && 0",
		"- - 3 == 3",
		"!0 == 1",
		"18446744073709551615 > 1",
		"9223372036854775808 > n",
		"+5 == 5",
		"1 << 2 + 1 == 8",
		"2 + 2 < 5 == 1",
		"1 ^ 1 | 1",
		"5 - 3 % 2 == 4",
	};
	static const char *const no[] = { "0",
					  "n",
					  "n == 3 && 1",
					  "v.u < n",
					  "false",
					  "v.comm ~ \"proc\"",
					  "v.comm ~ \"\"",
					  "v.u == 101",
					  "6 & 4 == 4",
					  "3 < 2 == 1",
					  "!v.on",
					  "v.path ~ \"a\\\\\\*b*\"",
					  "v.path == \"ab*[c]\"",
					  "v.state == 8" };
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(yes) / sizeof(yes[0]); i++) {
		if (matches(yes[i]) != 1)
			fail_msg("should be true: %s", yes[i]);
	}
	/* n alone is -3: true. */
	assert_int_equal(matches(no[1]), 1);
	for (i = 0; i < sizeof(no) / sizeof(no[0]); i++) {
		if (i != 1 && matches(no[i]) != 0)
			fail_msg("should be false: %s", no[i]);
	}
	assert_int_equal(matches("1 / (n + 3)"), -EDOM);
	assert_int_equal(matches("0 && 1 / 0"), 0);
	assert_int_equal(matches("(-9223372036854775807 - 1) / -1 < 0"), 1);
}

static void mistakes(void **state)
{
	static const struct {
		const char *text;
		size_t pos;
		const char *message;
	} bad[] = {
		{ "", 0, "a value is missing at the end" },
		{ "n ==", 4, "missing at the end" },
		{ "n == && 3", 5, "a value is expected" },
		{ "n = 3", 2, "write '=='" },
		{ "(n", 2, "')' is missing" },
		{ "n)", 1, "an operator is expected" },
		{ "n n", 2, "an operator is expected" },
		{ "x == 1", 0, "'x' is neither a field nor a constant" },
		{ "n == RUNNING", 5, "neither a field nor a constant" },
		{ "v.state == RUNNIN", 11, "neither" },
		{ "v.q == 1", 2, "no such member" },
		{ "v.p[", 4, "an index" },
		{ "v.p[1", 5, "']' is missing" },
		{ "v. == 1", 3, "a name is expected" },
		{ "n == 12q", 5, "is not a number" },
		{ "n == 99999999999999999999", 5, "does not fit" },
		{ "n == 0x", 5, "is not a number" },
		{ "uw == 999999999999999999999999999999999999999", 6, "does not fit in 128 bits" },
		{ "n > 1.5", 4, "for floating-point values" },
		{ "2.5 > 1.5", 0, "for floating-point values" },
		{ "d > 1.5ms", 4, "'1.5ms' is not a number" },
		{ "d + 1 > 2", 0, "can only be compared" },
		{ "n == 1 && w", 10, "can only be compared" },
		{ "d", 0, "neither true nor false" },
		{ "v.p[1.5]", 4, "an index" },
		{ "v.comm", 0, "a string is neither true nor false" },
		{ "v.comm == 3", 0, "cannot be compared with a string" },
		{ "n ~ \"x\"", 0, "this is a number" },
		{ "v.comm ~ 3", 9, "a glob in quotes" },
		{ "v.comm + 1", 0, "this is a string" },
		{ "v.comm == \"abc", 10, "the string has no end" },
		{ "n == 'ab'", 5, "a character is written" },
		{ "n == 3 @", 7, "means nothing here" },
		{ "n == \\", 5, "means nothing here" },
		{ "n == \303\251", 5, "'\303\251' means nothing here" },
		{ "n == \303(", 5, "'\\303' means nothing here" },
		{ "n == \033", 5, "'\\033' means nothing here" },
	};
	struct expr_error error;
	struct expr *expr;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		if (expr__parse(bad[i].text, &resolver, &expr, &error) != -EINVAL)
			fail_msg("should be wrong: %s", bad[i].text);
		if (error.pos != bad[i].pos || !strstr(error.message, bad[i].message))
			fail_msg("%s: '%s' at %zu", bad[i].text, error.message, error.pos);
	}
}

static void limits(void **state)
{
	char text[EXPR_MAX_LEN + 16];
	struct expr_error error;
	struct expr *expr;
	size_t i;

	(void)state;
	memset(text, '1', sizeof(text));
	text[sizeof(text) - 1] = '\0';
	assert_int_equal(expr__parse(text, &resolver, &expr, &error), -E2BIG);
	memset(text, '(', 200);
	text[200] = '\0';
	assert_int_equal(expr__parse(text, &resolver, &expr, &error), -E2BIG);
	memset(text, '!', 200);
	assert_int_equal(expr__parse(text, &resolver, &expr, &error), -E2BIG);
	/* A long chain is fine: it is not deep for people. */
	for (i = 0; i + 2 < EXPR_MAX_LEN; i += 2)
		memcpy(text + i, "1+", 3);
	strcpy(text + i, "1");
	assert_int_equal(expr__parse(text, &resolver, &expr, &error), 0);
	assert_int_equal(expr__matches(expr, read_value, NULL), 1);
	expr__free(expr);
	strcpy(text, "a");
	for (i = 1; i < 100; i += 2)
		strcpy(text + i, ".b");
	assert_int_equal(expr__parse(text, &resolver, &expr, &error), -E2BIG);
}

static bool glob(const char *pattern, const char *text)
{
	return expr__glob(pattern, strlen(pattern), text, strlen(text));
}

static void globs(void **state)
{
	char stars[64] = "", text[2000];

	(void)state;
	assert_true(glob("", ""));
	assert_true(glob("*", ""));
	assert_true(glob("a*c", "abbc"));
	assert_true(glob("*a*b*", "xxaxxbxx"));
	assert_false(glob("a*c", "abbd"));
	assert_true(glob("[!a]b", "cb"));
	assert_false(glob("[^a]b", "ab"));
	assert_true(glob("[]x]", "]"));
	assert_true(glob("[a", "[a"));
	assert_true(glob("\\*", "*"));
	assert_false(glob("\\*", "x"));
	assert_true(glob("[a-c-]", "-"));
	assert_false(glob("?", ""));
	/* The one that takes for ever where it is done by recursion. */
	memset(text, 'a', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	for (int i = 0; i < 30; i++)
		strcat(stars, "a*");
	strcat(stars, "b");
	assert_false(glob(stars, text));
}

static void carets(void **state)
{
	struct expr_error error = { .pos = 5, .len = 2 };
	char buf[300], small[8], long_text[400];

	(void)state;
	expr_error__caret(&error, "n == && 3", buf, sizeof(buf));
	assert_string_equal(buf, "n == && 3\n     ^~");
	expr_error__caret(&error, "n == && 3", small, sizeof(small));
	assert_int_equal(strlen(small), sizeof(small) - 1);
	/* A column for a character, whatever bytes it has; what a terminal might obey is not shown. */
	error = (struct expr_error){ .pos = 2, .len = 4 };
	expr_error__caret(&error, "\303\251\303\251\303\251 \033\377\302\205x", buf, sizeof(buf));
	assert_string_equal(buf, "\303\251\303\251\303\251 ????x\n ^~");
	/* What is missing at the end. */
	error = (struct expr_error){ .pos = 4, .len = 1 };
	expr_error__caret(&error, "n ==", buf, sizeof(buf));
	assert_string_equal(buf, "n ==\n    ^");
	memset(long_text, 'x', sizeof(long_text) - 1);
	long_text[sizeof(long_text) - 1] = '\0';
	error.pos = 390;
	expr_error__caret(&error, long_text, buf, sizeof(buf));
	assert_non_null(strchr(buf, '^'));
	/* The window begins with a whole character. */
	for (size_t i = 0; i + 1 < sizeof(long_text) - 1; i += 2)
		memcpy(long_text + i, "\303\251", 2);
	error = (struct expr_error){ .pos = 101, .len = 1 };
	expr_error__caret(&error, long_text, buf, sizeof(buf));
	assert_memory_equal(buf, "\303\251\303\251", 4);
}

static void numbers(void **state)
{
	int64_t value;

	(void)state;
	assert_int_equal(expr__parse_number("12", &value), 0);
	assert_int_equal(value, 12);
	assert_int_equal(expr__parse_number("-5", &value), 0);
	assert_int_equal(value, -5);
	assert_int_equal(expr__parse_number("2k", &value), 0);
	assert_int_equal(value, 2048);
	assert_int_equal(expr__parse_number("x", &value), -EINVAL);
	assert_int_equal(expr__parse_number("", &value), -EINVAL);
	assert_int_equal(expr__parse_number("1 2", &value), -EINVAL);
	assert_int_equal(expr__parse_number("11111111111111111111111111111111111111", &value),
			 -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(truths), cmocka_unit_test(mistakes), cmocka_unit_test(limits),
		cmocka_unit_test(globs),  cmocka_unit_test(carets),   cmocka_unit_test(numbers),
	};

	return cmocka_run_group_tests_name("expr", tests, NULL, NULL);
}
