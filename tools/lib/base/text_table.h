/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * text_table.h - rows of cells with columns as wide as their widest; the last one is not filled up. On a terminal
 * columns are left out, and the last one is wrapped, so that lines fit.
 */
#ifndef PERF_AUGMENT_TEXT_TABLE_H
#define PERF_AUGMENT_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "strbuf.h"

/** TEXT_TABLE_COLUMNS_MAX - most columns of a table. */
#define TEXT_TABLE_COLUMNS_MAX 32

/**
 * struct text_column
 * @right: its cells end below each other, as numbers do.
 * @rank: that with the highest is the first to go where there is no room for all; with 0 it stays.
 */
struct text_column {
	const char *title;
	bool right;
	unsigned int rank;
};

/**
 * struct text_table - all zero but @columns, @nr_columns and @width.
 * @width: of the terminal in columns; 0 where lines may have any length.
 */
struct text_table {
	const struct text_column *columns;
	size_t nr_columns;
	size_t width;
	struct strbuf cells; /* each ends in a NUL */
	size_t nr_cells;
};

void text_table__free(struct text_table *table);

/** text_table__end_cell() - what was appended to @table->cells since the last one is a cell. */
void text_table__end_cell(struct text_table *table);

/** text_table__write() - titles and rows, and what was left out. Return: 0 or -ENOMEM. */
int text_table__write(struct text_table *table, struct strbuf *text);

#endif /* PERF_AUGMENT_TEXT_TABLE_H */
