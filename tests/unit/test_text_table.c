// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_text_table.c - columns as wide as their widest cell, and as many as a terminal has room for. */
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include "text_table.h"

static const struct text_column columns[] = {
	{ .title = "ID", .right = true },
	{ .title = "NAME" },
	{ .title = "LAST" },
};

static void add(struct text_table *table, const char *cell)
{
	strbuf__adds(&table->cells, cell);
	text_table__end_cell(table);
}

static void text_table__aligns(void **state)
{
	struct text_table table = { .columns = columns, .nr_columns = 3 };
	struct strbuf text = {};

	(void)state;
	assert_int_equal(text_table__write(&table, &text), 0);
	assert_string_equal(strbuf__cstr(&text), "ID  NAME  LAST\n");
	strbuf__reset(&text);
	add(&table, "1");
	add(&table, "a");
	add(&table, "");
	add(&table, "1234");
	add(&table, "a longer one");
	add(&table, "x");
	assert_int_equal(text_table__write(&table, &text), 0);
	assert_string_equal(strbuf__cstr(&text), "  ID  NAME          LAST\n"
						 "   1  a             \n"
						 "1234  a longer one  x\n");
	strbuf__free(&text);
	text_table__free(&table);
}

static void text_table__fits_a_terminal(void **state)
{
	static const struct text_column some[] = {
		{ .title = "ID", .right = true },
		{ .title = "TYPE", .rank = 1 },
		{ .title = "MAPS", .rank = 2 },
		{ .title = "MEANING" },
	};
	struct text_table table = { .columns = some, .nr_columns = 4 };
	struct strbuf text = {};

	(void)state;
	add(&table, "17");
	add(&table, "kprobe");
	add(&table, "1,2,3,4,5,6");
	add(&table, "of some words that do not fit, and one_that_is_longer_than_a_line");
	table.width = 46; /* 4 + 8 + 13 for the first, and the least for the last */
	assert_int_equal(text_table__write(&table, &text), 0);
	assert_string_equal(strbuf__cstr(&text),
			    "ID  TYPE    MAPS         MEANING\n"
			    "17  kprobe  1,2,3,4,5,6  of some words that do\n"
			    "                         not fit, and\n"
			    "                         one_that_is_longer_than_a_line\n");
	strbuf__reset(&text);
	table.width = 44;
	assert_int_equal(text_table__write(&table, &text), 0);
	assert_string_equal(strbuf__cstr(&text), "ID  TYPE    MEANING\n"
						 "17  kprobe  of some words that do not fit,\n"
						 "            and\n"
						 "            one_that_is_longer_than_a_line\n"
						 "(the terminal has no room for MAPS: a file\n"
						 " has all)\n");
	strbuf__reset(&text);
	/* There is no room for what stays: it is written all the same, and what may go has gone. */
	table.width = 10;
	assert_int_equal(text_table__write(&table, &text), 0);
	assert_string_equal(
		strbuf__cstr(&text),
		"ID  MEANING\n"
		"17  of some words that do not fit, and one_that_is_longer_than_a_line\n"
		"(the\n terminal\n has no\n room for\n TYPE,\n MAPS: a\n file has\n"
		" all)\n");
	strbuf__free(&text);
	text_table__free(&table);
}

/* Of characters that have more bytes than columns, no bytes; nor of wide ones and of marks. */
static void text_table__counts_columns(void **state)
{
	struct text_table table = { .columns = columns, .nr_columns = 3 };
	struct strbuf text = {};

	(void)state;
	add(&table, "é");
	add(&table, "wörk é");
	add(&table, "ü");
	add(&table, "1234");
	add(&table, "日本");
	add(&table, "e\xcc\x81 und ein langes, längeres Wort");
	add(&table, "5");
	add(&table, "\xff\xfe");
	add(&table, "");
	table.width = 38;
	assert_int_equal(text_table__write(&table, &text), 0);
	assert_string_equal(strbuf__cstr(&text), "  ID  NAME    LAST\n"
						 "   é  wörk é  ü\n"
						 "1234  日本    e\xcc\x81 und ein langes,\n"
						 "              längeres Wort\n"
						 "   5  \xff\xfe      \n");
	strbuf__free(&text);
	text_table__free(&table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_table__aligns),
		cmocka_unit_test(text_table__fits_a_terminal),
		cmocka_unit_test(text_table__counts_columns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
