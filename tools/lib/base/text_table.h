/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* text_table.h - rows of cells with columns as wide as their widest; the last one is not filled up. */
#ifndef PERF_AUGMENT_TEXT_TABLE_H
#define PERF_AUGMENT_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "strbuf.h"

/** TEXT_TABLE_COLUMNS_MAX - most columns of a table. */
#define TEXT_TABLE_COLUMNS_MAX 32

struct text_column {
	const char *title;
	bool right;
};

/** struct text_table - all zero but @columns and @nr_columns. */
struct text_table {
	const struct text_column *columns;
	size_t nr_columns;
	struct strbuf cells; /* each ends in a NUL */
	size_t nr_cells;
};

void text_table__free(struct text_table *table);

/** text_table__end_cell() - what was appended to @table->cells since the last one is a cell. */
void text_table__end_cell(struct text_table *table);

/** text_table__write() - titles and rows. Return: 0 or -ENOMEM. */
int text_table__write(struct text_table *table, struct strbuf *text);

#endif /* PERF_AUGMENT_TEXT_TABLE_H */
