// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* text_table.c - see text_table.h. */
#include "text_table.h"

#include <string.h>

#include "utf8.h"
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

#define GAP 2

/* The last column is not made narrower than this. */
#define LAST_WIDTH_MIN 20

/**
 * struct layout - of a table that is written.
 * @widths: of the widest cell.
 * @is_left_out: there was no room for the column.
 * @last_width: to which the last column is wrapped.
 */
struct layout {
	size_t widths[TEXT_TABLE_COLUMNS_MAX];
	bool is_left_out[TEXT_TABLE_COLUMNS_MAX];
	size_t last_width;
};

/* Of the columns before the last, with the gaps behind them. */
static size_t layout__indent(const struct layout *l, size_t nr_columns)
{
	size_t width = 0;

	for (size_t i = 0; i + 1 < nr_columns; i++)
		width += l->is_left_out[i] ? 0 : l->widths[i] + GAP;
	return width;
}

/* Return: false when no column is left that may go. */
static bool layout__leave_out_one(struct layout *l, const struct text_table *table)
{
	size_t worst = 0;
	unsigned int rank = 0;

	for (size_t i = 0; i + 1 < table->nr_columns; i++) {
		if (l->is_left_out[i] || table->columns[i].rank <= rank)
			continue;
		worst = i;
		rank = table->columns[i].rank;
	}
	if (rank)
		l->is_left_out[worst] = true;
	return rank;
}

static void layout__init(struct layout *l, const struct text_table *table)
{
	const size_t last = table->nr_columns - 1;
	const char *cell = table->cells.text;
	size_t least;

	for (size_t i = 0; i <= last; i++)
		l->widths[i] = strlen(table->columns[i].title);
	for (size_t i = 0; i < table->nr_cells; i++, cell += strlen(cell) + 1)
		l->widths[i % table->nr_columns] =
			MAX(l->widths[i % table->nr_columns], utf8__columns(cell, strlen(cell)));
	l->last_width = l->widths[last];
	if (!table->width)
		return;
	least = MIN(l->widths[last], (size_t)LAST_WIDTH_MIN);
	while (layout__indent(l, table->nr_columns) + least > table->width &&
	       layout__leave_out_one(l, table))
		continue;
	if (layout__indent(l, table->nr_columns) + least <= table->width)
		l->last_width = table->width - layout__indent(l, table->nr_columns);
}

static void add_cell(const struct text_table *table, struct strbuf *text, size_t column,
		     const char *cell, const struct layout *l)
{
	const size_t start = text->len, width = utf8__columns(cell, strlen(cell));

	if (column + 1 == table->nr_columns) {
		if (table->columns[column].right)
			strbuf__pad(text, start, l->widths[column] - width);
		strbuf__add_wrapped(text, cell, l->last_width,
				    layout__indent(l, table->nr_columns));
		strbuf__addc(text, '\n');
		return;
	}
	if (l->is_left_out[column])
		return;
	if (table->columns[column].right)
		strbuf__pad(text, start, l->widths[column] - width);
	strbuf__adds(text, cell);
	strbuf__pad_columns(text, start, l->widths[column] + GAP);
}

static int add_left_out(const struct text_table *table, struct strbuf *text, const struct layout *l)
{
	struct strbuf line = {};
	size_t nr = 0;
	int err;

	for (size_t i = 0; i < table->nr_columns; i++) {
		if (!l->is_left_out[i])
			continue;
		strbuf__adds(&line, nr++ ? ", " : "(the terminal has no room for ");
		strbuf__adds(&line, table->columns[i].title);
	}
	if (nr) {
		strbuf__adds(&line, ": a file has all)");
		strbuf__add_wrapped(text, strbuf__cstr(&line), table->width - 1, 1);
		strbuf__addc(text, '\n');
	}
	err = strbuf__error(&line);
	strbuf__free(&line);
	return err;
}

int text_table__write(struct text_table *table, struct strbuf *text)
{
	struct layout l = {};
	const char *cell;
	size_t i;
	int err;

	if (strbuf__error(&table->cells))
		return strbuf__error(&table->cells);
	layout__init(&l, table);
	for (i = 0; i < table->nr_columns; i++)
		add_cell(table, text, i, table->columns[i].title, &l);
	for (i = 0, cell = table->cells.text; i < table->nr_cells; i++, cell += strlen(cell) + 1)
		add_cell(table, text, i % table->nr_columns, cell, &l);
	err = add_left_out(table, text, &l);
	return err ?: strbuf__error(text);
}
