// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_out.c - the writers: what each value looks like as text and as JSON, separators and nesting. */
#include "out_fixture.h"

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
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
