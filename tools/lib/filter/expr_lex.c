// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* expr_lex.c - text of an expression to tokens. See expr.h for the language. */
#include "expr_priv.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "strbuf.h"
#include "utf8.h"
#include "util.h"

int expr_error__set(struct expr_error *error, size_t pos, size_t len, const char *fmt, ...)
{
	va_list ap;

	error->pos = pos;
	error->len = len;
	va_start(ap, fmt);
	vsnprintf(error->message, sizeof(error->message), fmt, ap);
	va_end(ap);
	return -EINVAL;
}

static bool is_name_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static int digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 16;
}

/* The factor of a suffix; 0 when it is none. */
static uint64_t suffix_factor(const char *p, size_t len)
{
	static const struct {
		const char *name;
		uint64_t factor;
	} table[] = {
		{ "", 1 },
		{ "k", 1ULL << 10 },
		{ "m", 1ULL << 20 },
		{ "g", 1ULL << 30 },
		{ "K", 1ULL << 10 },
		{ "M", 1ULL << 20 },
		{ "G", 1ULL << 30 },
		{ "u", 1 },
		{ "U", 1 },
		{ "ul", 1 },
		{ "UL", 1 },
		{ "ull", 1 },
		{ "ULL", 1 },
		{ "ns", 1 },
		{ "us", 1000 },
		{ "ms", NSEC_PER_MSEC },
		{ "s", NSEC_PER_SEC },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(table); i++) {
		if (strlen(table[i].name) == len && !memcmp(table[i].name, p, len))
			return table[i].factor;
	}
	return 0;
}

/* 1.5 and 1e9: digits up to @p, then a fraction or an exponent. */
static bool is_real(const char *p, const char *end)
{
	const char *digit = p + 1;

	if (p == end || (*p != '.' && *p != 'e' && *p != 'E'))
		return false;
	if (*p != '.' && digit < end && (*digit == '+' || *digit == '-'))
		digit++;
	return digit < end && isdigit((unsigned char)*digit);
}

static int lex_real(struct expr_lexer *l)
{
	const char *start = l->text + l->at;
	char *end;

	l->token.kind = TOKEN_NUMBER;
	l->token.value = (struct expr_value){ .type = EXPR_REAL, .real = strtod(start, &end) };
	if (!is_name_char(*end)) {
		l->at = (size_t)(end - l->text);
		return 0;
	}
	while (is_name_char(*end))
		end++;
	return expr_error__set(l->error, l->at, (size_t)(end - start),
			       "'%.*s' is not a number (a fraction takes no suffix)",
			       (int)MIN(end - start, 40), start);
}

static struct expr_value integer(unsigned __int128 value)
{
	return (struct expr_value){
		.type = value > UINT64_MAX  ? EXPR_UINT128
			: value > INT64_MAX ? EXPR_UINT
					    : EXPR_SINT,
		.number = (uint64_t)value,
		.wide = value,
	};
}

static int lex_number(struct expr_lexer *l)
{
	const char *start = l->text + l->at, *p = start, *end = l->text + l->len, *suffix;
	const unsigned __int128 max = ~(unsigned __int128)0;
	unsigned __int128 value = 0;
	uint64_t factor;
	int base = 10, digit;
	bool any = false;

	if (p[0] == '0' && end - p > 2 && (p[1] == 'x' || p[1] == 'X'))
		base = 16;
	else if (p[0] == '0' && end - p > 2 && (p[1] == 'b' || p[1] == 'B'))
		base = 2;
	else if (p[0] == '0' && end - p > 1 && isdigit((unsigned char)p[1]))
		base = 8;
	p += base == 16 || base == 2 ? 2 : 0;
	for (; p < end; p++, any = true) {
		digit = digit_value(*p);
		if (digit >= base)
			break;
		if (value > (max - (unsigned int)digit) / (unsigned int)base)
			goto too_large;
		value = value * (unsigned int)base + (unsigned int)digit;
	}
	if (base == 10 && is_real(p, end))
		return lex_real(l);
	for (suffix = p; p < end && is_name_char(*p); p++)
		;
	factor = suffix_factor(suffix, (size_t)(p - suffix));
	if (!any || !factor)
		return expr_error__set(l->error, l->at, (size_t)(p - start),
				       "'%.*s' is not a number (suffixes: k m g ns us ms s)",
				       (int)MIN(p - start, 40), start);
	if (value > max / factor)
		goto too_large;
	l->token.kind = TOKEN_NUMBER;
	l->token.value = integer(value * factor);
	l->at = (size_t)(p - l->text);
	return 0;

too_large:
	return expr_error__set(l->error, l->at, (size_t)(p - start) + 1,
			       "the number does not fit in 128 bits");
}

static size_t octal(const char *text, size_t len, unsigned char *ret_byte)
{
	unsigned int value = 0;
	size_t i;

	for (i = 0; i < MIN(len, (size_t)3) && digit_value(text[i]) < 8; i++) {
		if (value * 8 > UINT8_MAX)
			break;
		value = value * 8 + (unsigned int)digit_value(text[i]);
	}
	*ret_byte = (unsigned char)value;
	return i;
}

size_t expr__escape(const char *text, size_t len, unsigned char *ret_byte)
{
	static const char from[] = "ntrabfve", to[] = "\n\t\r\a\b\f\v\33";
	const char *found;

	if (!len)
		return 0;
	if (digit_value(*text) < 8)
		return octal(text, len, ret_byte);
	if (*text == 'x') {
		if (len < 3 || digit_value(text[1]) == 16 || digit_value(text[2]) == 16)
			return 0;
		*ret_byte = (unsigned char)(digit_value(text[1]) * 16 + digit_value(text[2]));
		return 3;
	}
	found = *text ? strchr(from, *text) : NULL;
	*ret_byte = (unsigned char)(found ? to[found - from] : *text);
	return 1;
}

/* The rest of an escape in a string or character literal: its backslash has been seen. */
static int lex_escape(struct expr_lexer *l, unsigned char *ret)
{
	size_t len = expr__escape(l->text + l->at, l->len - l->at, ret);

	if (!len && l->at >= l->len)
		return expr_error__set(l->error, l->at - 1, 1, "nothing follows the backslash");
	if (!len)
		return expr_error__set(l->error, l->at - 1, 4, "\\x needs two hex digits");
	l->at += len;
	return 0;
}

static bool is_glob_char(char c)
{
	return c && strchr("*?[]\\", c);
}

size_t expr_string__unescape(char *str, size_t len)
{
	size_t from, to = 0;

	for (from = 0; from < len; from++) {
		if (str[from] == '\\' && from + 1 < len && is_glob_char(str[from + 1]))
			from++;
		str[to++] = str[from];
	}
	return to;
}

static int lex_string(struct expr_lexer *l)
{
	size_t start = l->at++, first = l->strings_len;
	unsigned char c;
	int err;

	for (;;) {
		if (l->at >= l->len)
			return expr_error__set(l->error, start, l->len - start,
					       "the string has no end: a '\"' is missing");
		c = (unsigned char)l->text[l->at++];
		if (c == '"')
			break;
		if (c == '\\') {
			err = lex_escape(l, &c);
			if (err)
				return err;
			/* As a glob: what was escaped stands for itself. */
			if (is_glob_char((char)c))
				l->strings[l->strings_len++] = '\\';
		}
		l->strings[l->strings_len++] = (char)c;
	}
	l->token.kind = TOKEN_STRING;
	l->token.value = (struct expr_value){ .type = EXPR_STR,
					      .str = l->strings + first,
					      .len = l->strings_len - first };
	return 0;
}

static int lex_char(struct expr_lexer *l)
{
	size_t start = l->at++;
	unsigned char c = 0;
	int err;

	if (l->at < l->len)
		c = (unsigned char)l->text[l->at++];
	if (c == '\\') {
		err = lex_escape(l, &c);
		if (err)
			return err;
	}
	if (l->at >= l->len || l->text[l->at] != '\'')
		return expr_error__set(l->error, start, MIN((size_t)3, l->len - start),
				       "a character is written 'c'; strings take \"\"");
	l->at++;
	l->token.kind = TOKEN_NUMBER;
	l->token.value = integer(c);
	return 0;
}

static int means_nothing(struct expr_lexer *l)
{
	const char *p = l->text + l->at;
	size_t len = strbuf__visible_len(p, l->len - l->at);

	if (!len)
		return expr_error__set(l->error, l->at, 1, "'\\%03o' means nothing here",
				       (unsigned char)*p);
	return expr_error__set(l->error, l->at, len, "'%.*s' means nothing here", (int)len, p);
}

static int lex_punct(struct expr_lexer *l)
{
	static const struct {
		char text[3];
		int punct;
	} pairs[] = {
		{ "||", PUNCT_OR },  { "&&", PUNCT_AND }, { "==", PUNCT_EQ },
		{ "!=", PUNCT_NE },  { "<=", PUNCT_LE },  { ">=", PUNCT_GE },
		{ "<<", PUNCT_SHL }, { ">>", PUNCT_SHR }, { "->", PUNCT_ARROW },
	};
	const char *p = l->text + l->at;
	size_t i;

	l->token.kind = TOKEN_PUNCT;
	for (i = 0; i < ARRAY_SIZE(pairs) && l->len - l->at >= 2; i++) {
		if (!memcmp(p, pairs[i].text, 2)) {
			l->token.punct = pairs[i].punct;
			l->at += 2;
			return 0;
		}
	}
	if (*p == '=')
		return expr_error__set(l->error, l->at, 1, "'=' does not compare; write '=='");
	if (!strchr("()[].!~<>+-*/%&|^", *p) || !*p)
		return means_nothing(l);
	l->token.punct = (unsigned char)*p;
	l->at++;
	return 0;
}

int expr_lexer__next(struct expr_lexer *l)
{
	int err = 0;
	char c;

	l->end_of_last = l->token.pos + l->token.len;
	while (l->at < l->len && isspace((unsigned char)l->text[l->at]))
		l->at++;
	l->token = (struct expr_token){ .kind = TOKEN_END, .pos = l->at };
	if (l->at >= l->len)
		return 0;
	c = l->text[l->at];
	if (isdigit((unsigned char)c)) {
		err = lex_number(l);
	} else if (isalpha((unsigned char)c) || c == '_') {
		while (l->at < l->len && is_name_char(l->text[l->at]))
			l->at++;
		l->token.kind = TOKEN_NAME;
	} else if (c == '"') {
		err = lex_string(l);
	} else if (c == '\'') {
		err = lex_char(l);
	} else {
		err = lex_punct(l);
	}
	l->token.len = l->at - l->token.pos;
	return err;
}

/* The character at @text as it is shown: '?' for one that is not. Return: its bytes. */
static size_t shown_char(const char *text, size_t len, struct strbuf *sb)
{
	size_t nr = strbuf__visible_len(text, len);

	if (nr)
		strbuf__add(sb, text, nr);
	else
		strbuf__addc(sb, isspace((unsigned char)*text) ? ' ' : '?');
	return nr ? nr : 1;
}

void expr_error__caret(const struct expr_error *error, const char *text, char *buf, size_t size)
{
	size_t len = strlen(text), error_end = error->pos + MAX(error->len, (size_t)1), i;
	struct strbuf shown = {}, marks = {};

	/* A window of the text around the mistake, on one line; it begins with a whole character. */
	size_t start = error->pos > 60 ? error->pos - 50 : 0;
	size_t end = MIN(len, start + 100);

	while (start < error->pos && (text[start] & 0xc0) == 0x80)
		start++;
	for (i = start; i < end;) {
		const size_t nr = shown_char(text + i, len - i, &shown);
		size_t columns = i < error_end ? utf8__columns(text + i, nr) : 0;

		for (size_t first = columns; columns; columns--)
			strbuf__addc(&marks, i < error->pos			   ? ' '
					     : i == error->pos && columns == first ? '^'
										   : '~');
		i += nr;
	}
	/* What is missing is missed behind the end. */
	if (error->pos >= end)
		strbuf__addc(&marks, '^');
	snprintf(buf, size, "%s\n%s", strbuf__cstr(&shown), strbuf__cstr(&marks));
	strbuf__free(&shown);
	strbuf__free(&marks);
}
