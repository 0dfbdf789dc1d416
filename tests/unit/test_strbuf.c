// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_strbuf.c - growing text: numbers as printf writes them, escapes that C reads back to the
 * same bytes, and memory that runs out without a crash.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record_builder.h"
#include "strbuf.h"
#include "util.h"

static void appends__follow_each_other(void **state)
{
	struct strbuf sb = {};

	(void)state;
	assert_string_equal(strbuf__cstr(&sb), "");
	strbuf__adds(&sb, "one");
	strbuf__addc(&sb, ' ');
	strbuf__add(&sb, "two three", 3);
	strbuf__addf(&sb, " %s-%d", "x", 42);
	strbuf__add(&sb, "a\0b", 3);
	assert_int_equal(sb.len, 15);
	assert_memory_equal(sb.text, "one two x-42a\0b", 15);
	/* The terminator is no part of the text. */
	strbuf__cstr(&sb);
	assert_int_equal(sb.len, 15);
	strbuf__reset(&sb);
	assert_int_equal(sb.len, 0);
	assert_string_equal(strbuf__cstr(&sb), "");
	strbuf__free(&sb);
	assert_null(sb.text);
	strbuf__free(&sb);
}

/* An empty append to a buffer without memory is the first thing that many callers do. */
static void empty_append__needs_no_memory(void **state)
{
	struct strbuf sb = {};

	(void)state;
	strbuf__adds(&sb, "");
	strbuf__add(&sb, "abc", 0);
	strbuf__add_escaped(&sb, "", 0);
	strbuf__pad(&sb, 0, 0);
	assert_int_equal(sb.len, 0);
	assert_int_equal(strbuf__error(&sb), 0);
	strbuf__free(&sb);
}

/* One byte at a time, and in blocks, across every size that it grows through. */
static void growth__keeps_what_is_there(void **state)
{
	struct strbuf bytes = {}, blocks = {};
	char block[1000];
	size_t i;

	(void)state;
	for (i = 0; i < 20000; i++)
		strbuf__addc(&bytes, (char)(i % 251));
	for (i = 0; i < bytes.len; i += sizeof(block)) {
		memcpy(block, bytes.text + i, sizeof(block));
		strbuf__add(&blocks, block, sizeof(block));
		assert_true(blocks.size >= blocks.len);
	}
	assert_int_equal(bytes.len, 20000);
	for (i = 0; i < bytes.len; i++)
		assert_int_equal((unsigned char)bytes.text[i], i % 251);
	assert_int_equal(blocks.len, bytes.len);
	assert_memory_equal(blocks.text, bytes.text, bytes.len);
	strbuf__free(&bytes);
	strbuf__free(&blocks);
}

/* Room is there up to the last byte, and the NUL of strbuf__cstr() has its own. */
static void full_buffer__is_still_terminated(void **state)
{
	size_t len;

	(void)state;
	for (len = 0; len < 600; len++) {
		struct strbuf sb = {};
		size_t i;

		for (i = 0; i < len; i++)
			strbuf__addc(&sb, 'x');
		assert_int_equal(strlen(strbuf__cstr(&sb)), len);
		assert_true(sb.size > len);
		strbuf__free(&sb);
		/* The same by printf, which writes a NUL of its own. */
		strbuf__addf(&sb, "%*s", (int)len, "");
		assert_int_equal(sb.len, len);
		assert_int_equal(strlen(strbuf__cstr(&sb)), len);
		strbuf__free(&sb);
	}
}

static const uint64_t numbers[] = {
	0,
	1,
	7,
	8,
	9,
	10,
	11,
	63,
	64,
	99,
	100,
	101,
	255,
	256,
	511,
	512,
	999,
	1000,
	1001,
	4095,
	9999,
	10000,
	65535,
	99999,
	100000,
	999999,
	1000000,
	2147483647,
	2147483648,
	4294967295,
	4294967296,
	9999999999,
	999999999999999999,
	1000000000000000000,
	9223372036854775807,
	9223372036854775808U,
	9999999999999999999U,
	10000000000000000000U,
	UINT64_MAX - 1,
	UINT64_MAX,
};

static void check_number(uint64_t value)
{
	struct strbuf sb = {};
	char expected[160];

	strbuf__add_uint(&sb, value);
	strbuf__addc(&sb, ' ');
	strbuf__add_sint(&sb, (int64_t)value);
	strbuf__addc(&sb, ' ');
	strbuf__add_hex(&sb, value);
	strbuf__addc(&sb, ' ');
	strbuf__add_oct(&sb, value);
	strbuf__addc(&sb, ' ');
	strbuf__add_fixed3(&sb, value, 10);
	strbuf__addc(&sb, ' ');
	strbuf__add_padded(&sb, value, 6, ' ');
	strbuf__addc(&sb, ' ');
	strbuf__add_padded(&sb, value, 9, '0');
	snprintf(expected, sizeof(expected), "%" PRIu64 " %" PRId64 " 0x%" PRIx64 " %s%" PRIo64,
		 value, (int64_t)value, value, value ? "0" : "", value);
	snprintf(expected + strlen(expected), sizeof(expected) - strlen(expected),
		 " %6" PRIu64 ".%03u %6" PRIu64 " %09" PRIu64, value / 1000,
		 (unsigned int)(value % 1000), value, value);
	assert_string_equal(strbuf__cstr(&sb), expected);
	strbuf__free(&sb);
}

static void numbers__are_as_printf_writes_them(void **state)
{
	uint64_t random = 1;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(numbers); i++) {
		check_number(numbers[i]);
		check_number(-numbers[i]);
	}
	for (i = 0; i < 20000; i++)
		check_number(test_random(&random) >> (i % 64));
	for (i = 0; i < 2000; i++)
		check_number(i);
}

static void numbers__are_padded_to_their_width(void **state)
{
	static const unsigned int widths[] = { 0, 1, 5, 6, 7, 10, 20, 24 };
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(widths); i++) {
		struct strbuf sb = {};
		char expected[64];

		strbuf__add_fixed3(&sb, 12034, widths[i]);
		snprintf(expected, sizeof(expected), "%*s", (int)widths[i], "12.034");
		assert_string_equal(strbuf__cstr(&sb), expected);
		strbuf__free(&sb);
	}
	for (i = 0; i < 40; i++) {
		struct strbuf sb = {};

		strbuf__add_padded(&sb, 7, (unsigned int)i, ' ');
		assert_int_equal(sb.len, MIN(MAX(i, 1), 32));
		strbuf__free(&sb);
	}
}

static void pad__fills_up_to_the_column(void **state)
{
	struct strbuf sb = {};

	(void)state;
	strbuf__adds(&sb, "ab");
	strbuf__pad(&sb, 0, 5);
	assert_string_equal(strbuf__cstr(&sb), "ab   ");
	/* Columns are counted from a start inside the text. */
	strbuf__adds(&sb, "cd");
	strbuf__pad(&sb, 5, 4);
	assert_string_equal(strbuf__cstr(&sb), "ab   cd  ");
	strbuf__pad(&sb, 5, 4);
	strbuf__pad(&sb, 5, 3);
	strbuf__pad(&sb, 0, 0);
	assert_string_equal(strbuf__cstr(&sb), "ab   cd  ");
	strbuf__pad(&sb, 0, 1000);
	assert_int_equal(sb.len, 1000);
	assert_int_equal(strspn(sb.text + 7, " "), 993);
	strbuf__free(&sb);
}

static void escape(struct strbuf *sb, const char *bytes, size_t len)
{
	strbuf__reset(sb);
	strbuf__add_escaped(sb, bytes, len);
}

static void escapes__are_those_of_c(void **state)
{
	static const struct {
		const char *bytes;
		size_t len;
		const char *escaped;
	} cases[] = {
		{ "plain /path~", 12, "plain /path~" },
		{ "\t\n\v\f\r", 5, "\\t\\n\\v\\f\\r" },
		{ "\"\\'", 3, "\\\"\\\\'" },
		{ "\0", 1, "\\0" },
		{ "\0a", 2, "\\0a" },
		{ "\0"
		  "1",
		  2, "\\0001" },
		{ "\0"
		  "8",
		  2, "\\08" },
		{ "\a\b", 2, "\\7\\10" },
		{ "\033[2J", 4, "\\33[2J" },
		{ "\033"
		  "0",
		  2, "\\0330" },
		{ "\033\033", 2, "\\33\\33" },
		{ "\177\200\377", 3, "\\177\\200\\377" },
		{ "\303\251", 2,
		  "\\303\\251" }, /* no UTF-8: a terminal may take half a character */
		{ "a\1", 2, "a\\1" },
		{ "\1"
		  "7\1"
		  "8",
		  4, "\\0017\\18" },
	};
	struct strbuf sb = {};
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		escape(&sb, cases[i].bytes, cases[i].len);
		assert_string_equal(strbuf__cstr(&sb), cases[i].escaped);
	}
	strbuf__free(&sb);
}

/* What C makes of the escapes in @text; returns the number of bytes. */
static size_t unescape(const char *text, char *bytes)
{
	static const char letters[] = "t\tn\nv\vf\fr\r\"\"\\\\";
	size_t nr = 0;

	while (*text) {
		const char *letter;
		unsigned int value = 0, digits;

		if (*text != '\\') {
			bytes[nr++] = *text++;
			continue;
		}
		text++;
		for (digits = 0; digits < 3 && *text >= '0' && *text <= '7'; digits++)
			value = value * 8 + (unsigned int)(*text++ - '0');
		if (!digits) {
			for (letter = letters; *letter && *letter != *text; letter += 2)
				;
			if (!*letter)
				fail_msg("\\%c is no escape", *text);
			value = (unsigned char)letter[1];
			text++;
		}
		assert_true(value <= 255);
		bytes[nr++] = (char)value;
	}
	return nr;
}

/* Every byte before every byte: the text is printable, and C reads the same bytes from it. */
static void every_pair_of_bytes__is_printable_and_comes_back(void **state)
{
	struct strbuf sb = {};
	unsigned int a, b;

	(void)state;
	for (a = 0; a < 256; a++) {
		for (b = 0; b < 256; b++) {
			const char pair[] = { (char)a, (char)b };
			const char *text, *p;
			char back[16];

			escape(&sb, pair, sizeof(pair));
			text = strbuf__cstr(&sb);
			for (p = text; *p; p++)
				assert_true(*p >= ' ' && *p <= '~');
			assert_int_equal(unescape(text, back), 2);
			assert_memory_equal(back, pair, 2);
		}
	}
	strbuf__free(&sb);
}

/* Byte by byte, each by what it becomes before the next one. */
static void escape_singly(struct strbuf *sb, const char *bytes, size_t len)
{
	struct strbuf pair = {}, second = {};
	size_t i;

	strbuf__reset(sb);
	for (i = 0; i < len; i++) {
		escape(&pair, bytes + i, i + 1 < len ? 2 : 1);
		escape(&second, bytes + i + 1, i + 1 < len ? 1 : 0);
		strbuf__add(sb, pair.text, pair.len - second.len);
	}
	strbuf__free(&pair);
	strbuf__free(&second);
}

/* Many bytes are looked at at once: each byte at each place among some that are plain, zero or digits. */
static void long_bytes__are_escaped_as_short_ones(void **state)
{
	static const char fills[] = { 'a', '\0', '7', '\n' };
	const size_t len = 37;
	char *bytes = malloc(len); /* a read behind them is seen */
	struct strbuf sb = {}, singly = {};
	unsigned int c;
	size_t fill, at;

	(void)state;
	for (fill = 0; fill < ARRAY_SIZE(fills); fill++) {
		for (c = 0; c < 256; c++) {
			for (at = 0; at < len; at++) {
				memset(bytes, fills[fill], len);
				bytes[at] = (char)c;
				escape(&sb, bytes, len);
				escape_singly(&singly, bytes, len);
				assert_string_equal(strbuf__cstr(&sb), strbuf__cstr(&singly));
			}
		}
	}
	free(bytes);
	strbuf__free(&sb);
	strbuf__free(&singly);
}

static void no_memory__is_remembered(void **state)
{
	struct strbuf sb = {};

	(void)state;
	strbuf__adds(&sb, "kept");
	assert_false(strbuf__grow(&sb, SIZE_MAX));
	assert_int_equal(strbuf__error(&sb), -ENOMEM);
	assert_int_equal(sb.len, 4);
	assert_string_equal(strbuf__cstr(&sb), "kept");
	/* The error stays, whatever fits afterwards; a reset is a new start. */
	strbuf__adds(&sb, "!");
	assert_int_equal(strbuf__error(&sb), -ENOMEM);
	strbuf__pad(&sb, 0, SIZE_MAX - 1);
	assert_int_equal(strbuf__error(&sb), -ENOMEM);
	assert_int_equal(sb.len, 5);
	strbuf__reset(&sb);
	assert_int_equal(strbuf__error(&sb), 0);
	strbuf__free(&sb);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(appends__follow_each_other),
		cmocka_unit_test(empty_append__needs_no_memory),
		cmocka_unit_test(growth__keeps_what_is_there),
		cmocka_unit_test(full_buffer__is_still_terminated),
		cmocka_unit_test(numbers__are_as_printf_writes_them),
		cmocka_unit_test(numbers__are_padded_to_their_width),
		cmocka_unit_test(pad__fills_up_to_the_column),
		cmocka_unit_test(escapes__are_those_of_c),
		cmocka_unit_test(long_bytes__are_escaped_as_short_ones),
		cmocka_unit_test(every_pair_of_bytes__is_printable_and_comes_back),
		cmocka_unit_test(no_memory__is_remembered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
