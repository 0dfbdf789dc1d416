// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* text_table.c - see text_table.h. */
#include "text_table.h"

#include <string.h>

#include "util.h"

void text_table__free(struct text_table *table)
{
	strbuf__free(&table->cells);
}

void text_table__end_cell(struct text_table *table)
{
	strbuf__addc(&table->cells, '\0');
	table->nr_cells++;
}

static void add_cell(const struct text_table *table, struct strbuf *text, size_t column,
		     const char *cell, const size_t *widths)
{
	const size_t start = text->len, len = strlen(cell);

	if (column)
		strbuf__adds(text, "  ");
	if (table->columns[column].right)
		strbuf__pad(text, start + (column ? 2 : 0), widths[column] - len);
	strbuf__adds(text, cell);
	if (!table->columns[column].right && column + 1 < table->nr_columns)
		strbuf__pad(text, start + (column ? 2 : 0), widths[column]);
	if (column + 1 == table->nr_columns)
		strbuf__addc(text, '\n');
}

int text_table__write(struct text_table *table, struct strbuf *text)
{
	size_t widths[TEXT_TABLE_COLUMNS_MAX], i;
	const char *cell;

	if (strbuf__error(&table->cells))
		return strbuf__error(&table->cells);
	for (i = 0; i < table->nr_columns; i++)
		widths[i] = strlen(table->columns[i].title);
	for (i = 0, cell = table->cells.text; i < table->nr_cells; i++, cell += strlen(cell) + 1)
		widths[i % table->nr_columns] = MAX(widths[i % table->nr_columns], strlen(cell));
	for (i = 0; i < table->nr_columns; i++)
		add_cell(table, text, i, table->columns[i].title, widths);
	for (i = 0, cell = table->cells.text; i < table->nr_cells; i++, cell += strlen(cell) + 1)
		add_cell(table, text, i % table->nr_columns, cell, widths);
	return strbuf__error(text);
}
