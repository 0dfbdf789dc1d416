// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_out_hostile.c - any calls make JSON that a parser takes: deep groups, hostile bytes. */
#include "out_fixture.h"

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

/* However much room there is: the buffer is full behind any of these, and ASan looks on. */
static void strings__fit_into_a_buffer_of_any_room(void **state)
{
	struct fixture *f = *state;
	char text[64];
	size_t before, len;

	memset(text, 'a', sizeof(text));
	for (before = 0; before < 600; before++) {
		for (len = 0; len < 20; len++) {
			struct strbuf sb = {};

			strbuf__pad(&sb, 0, before);
			out_json__quote(&sb, text, len);
			assert_int_equal(strbuf__error(&sb), 0);
			assert_int_equal(sb.len, before + len + 2);
			strbuf__free(&sb);
		}
	}
	strbuf__reset(&f->buf);
}

/* What others wrote stays JSON, of the same structure; in its strings is what would be in ours. */
static void foreign_json__shows_no_more_than_ours(void **state)
{
	static const char bytes[] =
		"{\"\xc2\x9b\":[\"\x7f\xff\\\"\xe2\x80\xae\",1e3,\"\xc3\xa9\"]}";
	struct strbuf sb = {};

	(void)state;
	out_json__add_foreign(&sb, bytes, sizeof(bytes) - 1);
	assert_string_equal(strbuf__cstr(&sb), "{\"\\u009b\":[\"\\u007f\\u00ff\\\"\\u202e\",1e3,"
					       "\"\xc3\xa9\"]}");
	strbuf__free(&sb);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
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
		TEST(strings__fit_into_a_buffer_of_any_room),
		TEST(foreign_json__shows_no_more_than_ours),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
