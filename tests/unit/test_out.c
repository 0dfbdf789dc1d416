// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_out.c - the writers: what each value looks like as text and as JSON, separators and nesting,
 * hostile bytes, and that any sequence of calls makes JSON that a parser takes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "out.h"
#include "record_builder.h"
#include "strbuf.h"
#include "symbols.h"
#include "util.h"

static const struct text_style one_line = {
	.object_open = "{ ",
	.object_close = " }",
	.array_open = "[",
	.array_close = "]",
	.separator = ", ",
	.member_prefix = ".",
	.assign = ": ",
	.tight_empty = true,
};

static const struct text_style many_lines = {
	.object_open = "{",
	.object_close = "}",
	.array_open = "[",
	.array_close = "]",
	.separator = ",",
	.member_prefix = ".",
	.assign = " = ",
	.indent = "\t",
};

struct fixture {
	struct strbuf buf;
	struct out text;
	struct out json;
	struct out plain;
};

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	if (!f)
		return -1;
	out__init_text(&f->text, &one_line, &f->buf);
	out__init_json(&f->json, &f->buf);
	out__init_json_plain(&f->plain, &f->buf);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	strbuf__free(&f->buf);
	free(f);
	return 0;
}

/* What was written since the last time is @expected. */
static void expect(struct fixture *f, const char *expected)
{
	assert_int_equal(strbuf__error(&f->buf), 0);
	assert_string_equal(strbuf__cstr(&f->buf), expected);
	strbuf__reset(&f->buf);
}

static void word(struct out *o, const char *text)
{
	out__word(o, text, strlen(text));
}

static void str(struct out *o, const char *text)
{
	out__str(o, text, strlen(text), false);
}

/* { a: 1, b: [2, { c: "x" }, {}, []], d: WORD } */
static void say_nested(struct out *o, enum out_group group)
{
	out__begin(o, group);
	out__member(o, "a");
	out__uint(o, 1);
	out__member(o, "b");
	out__begin(o, OUT_ARRAY);
	out__sint(o, -2);
	out__begin(o, OUT_OBJECT);
	out__member(o, "c");
	str(o, "x");
	out__end(o, OUT_OBJECT);
	out__begin(o, OUT_OBJECT);
	out__end(o, OUT_OBJECT);
	out__begin(o, OUT_ARRAY);
	out__end(o, OUT_ARRAY);
	out__end(o, OUT_ARRAY);
	out__member(o, "d");
	word(o, "WORD");
	out__end(o, group);
}

static void groups__nest_with_separators(void **state)
{
	struct fixture *f = *state;

	say_nested(&f->text, OUT_OBJECT);
	expect(f, "{ .a: 1, .b: [-2, { .c: \"x\" }, {}, []], .d: WORD }");
	say_nested(&f->json, OUT_OBJECT);
	expect(f, "{\"a\":1,\"b\":[-2,{\"c\":\"x\"},{},[]],\"d\":\"WORD\"}");
	out__init_text(&f->text, &many_lines, &f->buf);
	say_nested(&f->text, OUT_OBJECT);
	expect(f, "{\n\t.a = 1,\n\t.b = [-2,{\n\t\t\t.c = \"x\",\n\t\t},{},[]],\n\t.d = WORD,\n}");
}

static void arguments__are_in_parentheses(void **state)
{
	struct fixture *f = *state;

	say_nested(&f->text, OUT_ARGS);
	expect(f, "(a: 1, b: [-2, { .c: \"x\" }, {}, []], d: WORD)");
	/* Only their own names are left out, not those inside. */
	f->text.bare_args = true;
	say_nested(&f->text, OUT_ARGS);
	expect(f, "(1, [-2, { .c: \"x\" }, {}, []], WORD)");
	say_nested(&f->json, OUT_ARGS);
	expect(f, "{\"a\":1,\"b\":[-2,{\"c\":\"x\"},{},[]],\"d\":\"WORD\"}");
	out__begin(&f->text, OUT_ARGS);
	out__end(&f->text, OUT_ARGS);
	expect(f, "()");
}

static void name_made_ready__is_as_a_member(void **state)
{
	static const char *const names[] = { "plain", "", "a\"b\\c", "\xff" };
	struct fixture *f = *state;
	struct out *const writers[] = { &f->text, &f->json, &f->plain };
	size_t i, w;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		for (w = 0; w < ARRAY_SIZE(writers); w++) {
			struct strbuf by_member = {};
			struct out_name name;

			out__begin(writers[w], OUT_OBJECT);
			out__member(writers[w], names[i]);
			out__uint(writers[w], 1);
			out__member(writers[w], names[i]);
			out__uint(writers[w], 2);
			out__end(writers[w], OUT_OBJECT);
			strbuf__adds(&by_member, strbuf__cstr(&f->buf));
			strbuf__reset(&f->buf);
			assert_int_equal(out_name__init(&name, names[i]), 0);
			out__begin(writers[w], OUT_OBJECT);
			out__name(writers[w], &name);
			out__uint(writers[w], 1);
			out__name(writers[w], &name);
			out__uint(writers[w], 2);
			out__end(writers[w], OUT_OBJECT);
			expect(f, strbuf__cstr(&by_member));
			out_name__free(&name);
			strbuf__free(&by_member);
		}
	}
}

/* ---- values ---- */

#define EXPECT_VALUE(call, as_text, as_json) \
	do {                                 \
		struct out *o = &f->text;    \
		call;                        \
		expect(f, as_text);          \
		o = &f->json;                \
		call;                        \
		expect(f, as_json);          \
	} while (0)

static void numbers__are_exact(void **state)
{
	struct fixture *f = *state;

	EXPECT_VALUE(out__sint(o, INT64_MIN), "-9223372036854775808", "-9223372036854775808");
	EXPECT_VALUE(out__sint(o, INT64_MAX), "9223372036854775807", "9223372036854775807");
	EXPECT_VALUE(out__uint(o, UINT64_MAX), "18446744073709551615", "18446744073709551615");
	EXPECT_VALUE(out__hex(o, 0xabc), "0xabc", "2748");
	EXPECT_VALUE(out__hex(o, 0), "0x0", "0");
	EXPECT_VALUE(out__oct(o, 0755), "0755", "493");
	EXPECT_VALUE(out__oct(o, 0), "0", "0");
	EXPECT_VALUE(out__bool(o, true), "true", "true");
	EXPECT_VALUE(out__bool(o, false), "false", "false");
	EXPECT_VALUE(out__bits(o, 5, 3, true), "-3", "-3");
	EXPECT_VALUE(out__bits(o, 5, 3, false), "5", "5");
	EXPECT_VALUE(out__bits(o, 3, 3, true), "3", "3");
	EXPECT_VALUE(out__bits(o, 1, 1, true), "-1", "-1");
	EXPECT_VALUE(out__bits(o, UINT64_MAX, 64, true), "-1", "-1");
	EXPECT_VALUE(out__wide(o, 0, 10), "0xa", "\"0xa\"");
	EXPECT_VALUE(out__wide(o, 1, 10), "0x1000000000000000a", "\"0x1000000000000000a\"");
	EXPECT_VALUE(out__real(o, 0.1), "0.10000000000000001", "0.10000000000000001");
	EXPECT_VALUE(out__real(o, -DBL_MAX), "-1.7976931348623157e+308",
		     "-1.7976931348623157e+308");
	f->text.hex = true;
	EXPECT_VALUE(out__uint(o, 255), "0xff", "255");
	EXPECT_VALUE(out__sint(o, -255), "-0xff", "-255");
	EXPECT_VALUE(out__sint(o, INT64_MIN), "-0x8000000000000000", "-9223372036854775808");
	EXPECT_VALUE(out__oct(o, 0755), "0755", "493");
}

/* JSON has no numbers for these: they are strings there. */
static void infinity__is_a_string_in_json(void **state)
{
	struct fixture *f = *state;

	EXPECT_VALUE(out__real(o, INFINITY), "inf", "\"inf\"");
	EXPECT_VALUE(out__real(o, -INFINITY), "-inf", "\"-inf\"");
	out__real(&f->json, NAN);
	expect(f, "\"nan\"");
}

static void pointers__tell_null_fault_and_address(void **state)
{
	struct fixture *f = *state;

	EXPECT_VALUE(out__ptr(o, 0), "NULL", "null");
	EXPECT_VALUE(out__ptr(o, 0x7ffe0000), "0x7ffe0000", "\"0x7ffe0000\"");
	EXPECT_VALUE(out__ptr(o, UINT64_MAX), "0xffffffffffffffff", "\"0xffffffffffffffff\"");
	EXPECT_VALUE(out__fault(o, 0x10, -EFAULT), "0x10 <fault>",
		     "{\"ptr\":\"0x10\",\"fault\":-14}");
	EXPECT_VALUE(out__fault(o, 0x10, -ENOMEM), "0x10 <fault -12>",
		     "{\"ptr\":\"0x10\",\"fault\":-12}");
}

static void strings__tell_whether_they_are_cut(void **state)
{
	struct fixture *f = *state;

	EXPECT_VALUE(out__str(o, "", 0, false), "\"\"", "\"\"");
	EXPECT_VALUE(out__str(o, "a\0b", 3, false), "\"a\\0b\"", "\"a\\u0000b\"");
	EXPECT_VALUE(out__str(o, "abcdef", 3, true), "\"abc\"...",
		     "{\"str\":\"abc\",\"cut\":true}");
	EXPECT_VALUE(out__str(o, "", 0, true), "\"\"...", "{\"str\":\"\",\"cut\":true}");
}

static void other_values__have_their_forms(void **state)
{
	static const uint8_t bytes[] = { 0x00, 0x41, 0x7f, 0xff };
	struct fixture *f = *state;

	EXPECT_VALUE(out__word(o, "A|B", 3), "A|B", "\"A|B\"");
	EXPECT_VALUE(out__none(o, "no access", 9), "<no access>", "null");
	EXPECT_VALUE(out__char(o, 'a'), "'a'", "\"a\"");
	EXPECT_VALUE(out__char(o, '\n'), "'\\n'", "\"\\n\"");
	EXPECT_VALUE(out__char(o, 0), "'\\0'", "\"\\u0000\"");
	EXPECT_VALUE(out__char(o, 0xff), "'\\377'", "\"\\u00ff\"");
	EXPECT_VALUE(out__bytes(o, bytes, 4), "00 41 7f ff  |.A..|",
		     "[\"0x00\",\"0x41\",\"0x7f\",\"0xff\"]");
	EXPECT_VALUE(out__bytes(o, bytes, 0), "  ||", "[]");
	EXPECT_VALUE(out__note(o, "<a\033b>", 5), "<a\\33b>", "");
}

/* In C, a quote as a character has a backslash. */
static void quote_as_character__is_escaped(void **state)
{
	struct fixture *f = *state;

	EXPECT_VALUE(out__char(o, '\''), "'\\''", "\"'\"");
}

static void more__says_what_was_left_out(void **state)
{
	struct fixture *f = *state;
	struct out *const writers[] = { &f->text, &f->json };
	static const char *const expected[][2] = {
		{ "[1, ... /* 9 more */]", "[..., ...]" },
		{ "[1,{\"omitted\":9}]", "[{\"omitted\":0},{\"omitted\":0}]" },
	};
	size_t w;

	for (w = 0; w < ARRAY_SIZE(writers); w++) {
		out__begin(writers[w], OUT_ARRAY);
		out__uint(writers[w], 1);
		out__more(writers[w], 9);
		out__end(writers[w], OUT_ARRAY);
		expect(f, expected[w][0]);
		out__begin(writers[w], OUT_ARRAY);
		out__more(writers[w], 0);
		out__more(writers[w], 0);
		out__end(writers[w], OUT_ARRAY);
		expect(f, expected[w][1]);
	}
	/* In an object of JSON it needs a name. */
	out__begin(&f->json, OUT_OBJECT);
	out__member(&f->json, "a");
	out__uint(&f->json, 1);
	out__more(&f->json, 2);
	out__end(&f->json, OUT_OBJECT);
	expect(f, "{\"a\":1,\"...\":{\"omitted\":2}}");
}

static void say_section(struct out *o, unsigned int nr)
{
	out__section(o, ".data");
	while (nr--) {
		out__member(o, nr ? "one" : "two");
		out__ptr(o, 16);
	}
	out__end(o, OUT_SECTION);
}

static void section__has_bpftools_shape_in_plain_json(void **state)
{
	struct fixture *f = *state;

	say_section(&f->text, 2);
	expect(f, "{ .one: 0x10, .two: 0x10 }");
	say_section(&f->json, 2);
	expect(f, "{\"one\":\"0x10\",\"two\":\"0x10\"}");
	say_section(&f->plain, 2);
	expect(f, "{\".data\":[{\"one\":16},{\"two\":16}]}");
	say_section(&f->plain, 0);
	expect(f, "{\".data\":[]}");
	out__bits(&f->plain, 5, 3, true);
	expect(f, "\"0x5\"");
}

static void colors__surround_names_strings_and_words(void **state)
{
	static const struct text_colors colors = {
		.name = "<n>", .string = "<s>", .word = "<w>", .off = "<>"
	};
	struct fixture *f = *state;
	struct text_style style = one_line;

	style.colors = &colors;
	out__init_text(&f->text, &style, &f->buf);
	out__begin(&f->text, OUT_OBJECT);
	out__member(&f->text, "a");
	str(&f->text, "x");
	out__member(&f->text, "b");
	word(&f->text, "W");
	out__member(&f->text, "c");
	out__uint(&f->text, 1);
	out__end(&f->text, OUT_OBJECT);
	expect(f, "{ <n>.a<>: <s>\"x\"<>, <n>.b<>: <w>W<>, <n>.c<>: 1 }");
}

static void bare_strings__are_the_bytes(void **state)
{
	struct fixture *f = *state;
	struct text_style style = one_line;

	style.bare_strings = true;
	out__init_text(&f->text, &style, &f->buf);
	out__str(&f->text, "a\"b", 3, true);
	expect(f, "a\"b...");
}

static void symbols__are_words(void **state)
{
	static const struct symbol names_table[] = { SYM_NAMED("X_ONE", 1, 0),
						     SYM_NAMED("X_TWO", 2, 0) };
	static DEFINE_FLAGS(names, "X_");
	struct fixture *f = *state;

	EXPECT_VALUE(out__symbol(o, &syms_names, 0x13), "ONE|TWO|0x10", "\"X_ONE|X_TWO|0x10\"");
	f->text.full_names = true;
	EXPECT_VALUE(out__symbol(o, &syms_names, 1), "X_ONE", "\"X_ONE\"");
	EXPECT_VALUE(out__symbol(o, &syms_names, 0), "0", "\"0\"");
}

/* ---- JSON that a parser takes ---- */

/* A JSON value at @s: where it ends, NULL when it is none. */
static const char *json_value(const char *s);

static const char *json_string(const char *s)
{
	if (*s++ != '"')
		return NULL;
	for (; *s != '"'; s++) {
		if ((unsigned char)*s < ' ')
			return NULL;
		if (*s != '\\')
			continue;
		if (!*++s || !strchr("\"\\/bfnrtu", *s))
			return NULL;
		if (*s == 'u') {
			if (strspn(s + 1, "0123456789abcdefABCDEF") < 4)
				return NULL;
			s += 4;
		}
	}
	return s + 1;
}

static const char *json_group(const char *s, char close)
{
	if (*++s == close)
		return s + 1;
	for (;; s++) {
		if (close == '}') {
			s = json_string(s);
			if (!s || *s++ != ':')
				return NULL;
		}
		s = json_value(s);
		if (!s)
			return NULL;
		if (*s == close)
			return s + 1;
		if (*s != ',')
			return NULL;
	}
}

static const char *json_value(const char *s)
{
	static const char *const words[] = { "true", "false", "null" };
	char *end;
	size_t i;

	if (*s == '"')
		return json_string(s);
	if (*s == '{' || *s == '[')
		return json_group(s, *s == '{' ? '}' : ']');
	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (!strncmp(s, words[i], strlen(words[i])))
			return s + strlen(words[i]);
	if (*s != '-' && (*s < '0' || *s > '9'))
		return NULL;
	strtod(s, &end);
	return end;
}

static void expect_json(struct fixture *f)
{
	const char *text = strbuf__cstr(&f->buf), *end = json_value(text);

	if (!end || *end)
		fail_msg("not JSON: %s", text);
	strbuf__reset(&f->buf);
}

static void say_random_value(struct out *o, uint64_t *random)
{
	uint64_t r = test_random(random);

	switch (r % 16) {
	case 0:
		out__sint(o, (int64_t)test_random(random));
		break;
	case 1:
		out__uint(o, test_random(random));
		break;
	case 2:
		out__hex(o, test_random(random));
		break;
	case 3:
		out__str(o, (const char *)&r, 1 + r % 8, r & 256);
		break;
	case 4:
		word(o, "A|B");
		break;
	case 5:
		out__ptr(o, r % 32 < 16 ? 0 : r);
		break;
	case 6:
		out__fault(o, r, -EFAULT);
		break;
	case 7:
		out__bool(o, r & 32);
		break;
	case 8:
		out__bits(o, r & 7, 3, r & 32);
		break;
	case 9:
		out__wide(o, r & 32 ? r : 0, r);
		break;
	case 10:
		out__real(o, r & 32 ? INFINITY : (double)r);
		break;
	case 11:
		out__char(o, (unsigned char)(r >> 8));
		break;
	case 12:
		out__bytes(o, (const uint8_t *)&r, (r >> 8) % 9);
		break;
	case 13:
		out__none(o, "why", 3);
		break;
	case 14:
		out__oct(o, r);
		break;
	default:
		out__sint(o, 0);
		break;
	}
	if (r & 1 << 20)
		out__note(o, "note", 4);
}

/* A group with random members, groups in groups, deeper than writers follow. */
static void say_random_group(struct out *o, uint64_t *random, unsigned int depth)
{
	static const enum out_group groups[] = { OUT_OBJECT, OUT_ARRAY, OUT_SECTION, OUT_ARGS };
	const enum out_group group = groups[test_random(random) % ARRAY_SIZE(groups)];
	unsigned int nr = test_random(random) % 4 + (depth > 0),
		     deeper = depth ? test_random(random) % nr : 0;

	if (group == OUT_SECTION)
		out__section(o, ".bss");
	else
		out__begin(o, group);
	for (unsigned int i = 0; i < nr; i++) {
		if (group != OUT_ARRAY)
			out__member(o, "m\"x");
		if (depth && i == deeper)
			say_random_group(o, random, depth - 1);
		else
			say_random_value(o, random);
	}
	if (group == OUT_ARRAY && test_random(random) % 4 == 0)
		out__more(o, 7);
	out__end(o, group);
}

static void any_calls__make_json(void **state)
{
	struct fixture *f = *state;
	uint64_t seed, random;

	for (seed = 1; seed <= 3000; seed++) {
		random = seed;
		say_random_group(&f->json, &random, seed % 90);
		expect_json(f);
		random = seed;
		say_random_group(&f->plain, &random, seed % 90);
		expect_json(f);
		/* As text: no more is left open than was opened. */
		random = seed;
		say_random_group(&f->text, &random, seed % 90);
		assert_int_equal(f->text.depth, 0);
		strbuf__reset(&f->buf);
	}
}

/* ---- depth ---- */

static void begin_many(struct out *o, unsigned int nr)
{
	while (nr--)
		out__begin(o, OUT_ARRAY);
}

static void end_many(struct out *o, unsigned int nr)
{
	while (nr--)
		out__end(o, OUT_ARRAY);
}

static void expect_in_brackets(struct fixture *f, unsigned int nr, const char *inner)
{
	struct strbuf expected = {};
	unsigned int i;

	for (i = 0; i < nr; i++)
		strbuf__addc(&expected, '[');
	strbuf__adds(&expected, inner);
	for (i = 0; i < nr; i++)
		strbuf__addc(&expected, ']');
	expect(f, strbuf__cstr(&expected));
	strbuf__free(&expected);
}

static void deepest_group__is_written(void **state)
{
	struct fixture *f = *state;
	struct out *const writers[] = { &f->text, &f->json };
	size_t w;

	for (w = 0; w < ARRAY_SIZE(writers); w++) {
		begin_many(writers[w], OUT_MAX_DEPTH);
		out__uint(writers[w], 1);
		end_many(writers[w], OUT_MAX_DEPTH);
		expect_in_brackets(f, OUT_MAX_DEPTH, "1");
	}
}

/* What is too deep is one value, and nothing in it is written, whatever it is. */
static void deeper_groups__are_left_out(void **state)
{
	struct fixture *f = *state;
	struct out *const writers[] = { &f->text, &f->json };
	static const char *const omitted[] = { "...", "null" };
	uint64_t random = 4;
	size_t w, i;

	for (w = 0; w < ARRAY_SIZE(writers); w++) {
		struct out *o = writers[w];
		struct out_name name;

		begin_many(o, OUT_MAX_DEPTH + 3);
		for (i = 0; i < 200; i++)
			say_random_value(o, &random);
		out__more(o, 5);
		out__begin(o, OUT_OBJECT);
		out__member(o, "a");
		str(o, "x");
		assert_int_equal(out_name__init(&name, "b"), 0);
		out__name(o, &name);
		out_name__free(&name);
		out__section(o, ".bss");
		out__end(o, OUT_SECTION);
		out__end(o, OUT_OBJECT);
		end_many(o, OUT_MAX_DEPTH + 3);
		expect_in_brackets(f, OUT_MAX_DEPTH, omitted[w]);
	}
}

static void values_beside_deeper_groups__are_separated(void **state)
{
	struct fixture *f = *state;
	struct out *const writers[] = { &f->json, &f->text };
	static const char *const inner[] = { "null,null,1", "..., ..., 1" };
	size_t w;

	for (w = 0; w < ARRAY_SIZE(writers); w++) {
		begin_many(writers[w], OUT_MAX_DEPTH);
		begin_many(writers[w], 2);
		end_many(writers[w], 2);
		begin_many(writers[w], 1);
		end_many(writers[w], 1);
		out__uint(writers[w], 1);
		end_many(writers[w], OUT_MAX_DEPTH);
		expect_in_brackets(f, OUT_MAX_DEPTH, inner[w]);
	}
}

/* The name before a group that is left out is used up. */
static void member_that_is_too_deep__does_not_hide_a_separator(void **state)
{
	struct fixture *f = *state;
	struct out *const writers[] = { &f->json, &f->text };
	static const char *const inner[] = { "{\"a\":null},1", "{ .a: ... }, 1" };
	size_t w;

	for (w = 0; w < ARRAY_SIZE(writers); w++) {
		begin_many(writers[w], OUT_MAX_DEPTH - 1);
		out__begin(writers[w], OUT_OBJECT);
		out__member(writers[w], "a");
		begin_many(writers[w], 1);
		end_many(writers[w], 1);
		out__end(writers[w], OUT_OBJECT);
		out__uint(writers[w], 1);
		end_many(writers[w], OUT_MAX_DEPTH - 1);
		expect_in_brackets(f, OUT_MAX_DEPTH - 1, inner[w]);
	}
}

/* ---- hostile bytes ---- */

static void every_byte__is_printable_in_text(void **state)
{
	struct fixture *f = *state;
	unsigned int c;
	size_t i;

	for (c = 0; c < 256; c++) {
		const char byte = (char)c;

		out__str(&f->text, &byte, 1, false);
		out__note(&f->text, &byte, 1);
		out__char(&f->text, (unsigned char)c);
		for (i = 0; i < f->buf.len; i++)
			assert_true(f->buf.text[i] >= ' ' && f->buf.text[i] <= '~');
		strbuf__reset(&f->buf);
	}
}

static void every_byte__is_kept_in_json(void **state)
{
	static const char named[][2] = { "\bb", "\tt", "\nn", "\ff", "\rr", "\"\"", "\\\\" };
	struct fixture *f = *state;
	unsigned int c;
	size_t i;

	for (c = 0; c < 256; c++) {
		char expected[16], byte = (char)c;

		if (c >= ' ' && c < 0x7f)
			snprintf(expected, sizeof(expected), "\"%c\"", c);
		else
			snprintf(expected, sizeof(expected), "\"\\u00%02x\"", c);
		for (i = 0; i < ARRAY_SIZE(named); i++)
			if (named[i][0] == byte)
				snprintf(expected, sizeof(expected), "\"\\%c\"", named[i][1]);
		out__str(&f->json, &byte, 1, false);
		expect(f, expected);
	}
}

/* From the heap, in its exact size: a sequence cut by the end of the bytes must not be read on. */
static void say_heap_string(struct out *o, const char *bytes, size_t len)
{
	char *copy = malloc(len);

	assert_non_null(copy);
	memcpy(copy, bytes, len);
	out__str(o, copy, len, false);
	free(copy);
}

static void utf8__stays_as_it_is_in_json(void **state)
{
	static const char *const valid[] = {
		"\u00a0", "\u00e9", "\u07ff",	  "\u0800",	"\u20ac",     "\ud7ff",
		"\ue000", "\uffff", "\U00010000", "\U0001f600", "\U0010ffff", "a\u00e9b\u20acc",
	};
	struct fixture *f = *state;
	char expected[64];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(valid); i++) {
		say_heap_string(&f->json, valid[i], strlen(valid[i]));
		snprintf(expected, sizeof(expected), "\"%s\"", valid[i]);
		expect(f, expected);
	}
}

static void bytes_that_are_not_utf8__are_escaped_one_by_one(void **state)
{
	static const struct {
		const char *bytes;
		const char *json;
	} cases[] = {
		{ "\x80", "\"\\u0080\"" }, /* a continuation alone */
		{ "\xc3", "\"\\u00c3\"" }, /* cut by the end */
		{ "\xe2\x82", "\"\\u00e2\\u0082\"" },
		{ "\xf0\x9f\x98", "\"\\u00f0\\u009f\\u0098\"" },
		{ "\xc3(", "\"\\u00c3(\"" }, /* cut by something else */
		{ "\xe2\x82(", "\"\\u00e2\\u0082(\"" },
		{ "\xf0\x9f\x98(", "\"\\u00f0\\u009f\\u0098(\"" },
		{ "\xc0\x80", "\"\\u00c0\\u0080\"" }, /* longer than needed */
		{ "\xc1\xbf", "\"\\u00c1\\u00bf\"" },
		{ "\xe0\x9f\xbf", "\"\\u00e0\\u009f\\u00bf\"" },
		{ "\xf0\x8f\xbf\xbf", "\"\\u00f0\\u008f\\u00bf\\u00bf\"" },
		{ "\xed\xa0\x80", "\"\\u00ed\\u00a0\\u0080\"" }, /* half of a surrogate pair */
		{ "\xed\xbf\xbf", "\"\\u00ed\\u00bf\\u00bf\"" },
		{ "\xf4\x90\x80\x80", "\"\\u00f4\\u0090\\u0080\\u0080\"" }, /* beyond U+10FFFF */
		{ "\xf5\x80\x80\x80", "\"\\u00f5\\u0080\\u0080\\u0080\"" },
		{ "\xff\xfe", "\"\\u00ff\\u00fe\"" },
		{ "\xc3\xc3\xa9", "\"\\u00c3\xc3\xa9\"" }, /* what follows is taken up again */
	};
	struct fixture *f = *state;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		say_heap_string(&f->json, cases[i].bytes, strlen(cases[i].bytes));
		expect(f, cases[i].json);
	}
}

/* U+0080 to U+009F are control characters too: a terminal takes U+009B for ESC [. */
static void control_characters_in_utf8__are_escaped_in_json(void **state)
{
	struct fixture *f = *state;
	unsigned int c;

	for (c = 0x80; c < 0xa0; c++) {
		const char bytes[] = { (char)0xc2, (char)c };
		char expected[16];

		say_heap_string(&f->json, bytes, sizeof(bytes));
		snprintf(expected, sizeof(expected), "\"\\u00%02x\"", c);
		expect(f, expected);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(groups__nest_with_separators),
		TEST(arguments__are_in_parentheses),
		TEST(name_made_ready__is_as_a_member),
		TEST(numbers__are_exact),
		TEST(infinity__is_a_string_in_json),
		TEST(pointers__tell_null_fault_and_address),
		TEST(strings__tell_whether_they_are_cut),
		TEST(other_values__have_their_forms),
		TEST(quote_as_character__is_escaped),
		TEST(more__says_what_was_left_out),
		TEST(section__has_bpftools_shape_in_plain_json),
		TEST(colors__surround_names_strings_and_words),
		TEST(bare_strings__are_the_bytes),
		TEST(symbols__are_words),
		TEST(any_calls__make_json),
		TEST(deepest_group__is_written),
		TEST(deeper_groups__are_left_out),
		TEST(values_beside_deeper_groups__are_separated),
		TEST(member_that_is_too_deep__does_not_hide_a_separator),
		TEST(every_byte__is_printable_in_text),
		TEST(every_byte__is_kept_in_json),
		TEST(utf8__stays_as_it_is_in_json),
		TEST(bytes_that_are_not_utf8__are_escaped_one_by_one),
		TEST(control_characters_in_utf8__are_escaped_in_json),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
