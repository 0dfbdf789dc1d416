// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_text_table.c - columns as wide as their widest cell. */
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include "text_table.h"

static const struct text_column columns[] = { { "ID", true },
					      { "NAME", false },
					      { "LAST", false } };

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_table__aligns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
