// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * map_write_flat.c - tables for people and CSV for programs: a column per member. The columns are
 * the query's; map_dump.c fills them in when the user named none.
 */
#include "map_write.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "map_info.h"
#include "util.h"

/* Rows that a table's widths are taken from; later cells that are wider push their line out. */
#define TABLE_ROWS 1000

/* The text of a cell, in w->scratch. */
static void make_cell(struct map_writer *w, const struct map_column *column,
		      const struct map_row *row)
{
	struct out *o = column->side == MAP_SIDE_KEY ? &w->key : &w->o;

	strbuf__reset(&w->scratch);
	o->depth = 0;
	map_column__run(column, w->types, row, o);
}

/* ---- CSV, as in RFC 4180 with LF ---- */

static void add_csv(struct strbuf *sb, const char *text, size_t len)
{
	size_t i;

	if (!memchr(text, ',', len) && !memchr(text, '"', len) && !memchr(text, '\n', len) &&
	    !memchr(text, '\r', len)) {
		strbuf__add(sb, text, len);
		return;
	}
	strbuf__addc(sb, '"');
	for (i = 0; i < len; i++) {
		if (text[i] == '"')
			strbuf__addc(sb, '"');
		strbuf__addc(sb, text[i]);
	}
	strbuf__addc(sb, '"');
}

static void csv_begin(struct map_writer *w)
{
	struct strbuf *sb = &w->sink->buf;
	size_t i;

	if (w->opts->several)
		strbuf__adds(sb, "map,");
	for (i = 0; i < w->query->nr_columns; i++) {
		if (i)
			strbuf__addc(sb, ',');
		add_csv(sb, w->query->columns[i].name, strlen(w->query->columns[i].name));
	}
	strbuf__addc(sb, '\n');
}

static void csv_row(struct map_writer *w, const struct map_row *row)
{
	struct strbuf *sb = &w->sink->buf;
	size_t i;

	if (w->opts->several)
		strbuf__addf(sb, "%u,", w->map->info.id);
	for (i = 0; i < w->query->nr_columns; i++) {
		if (i)
			strbuf__addc(sb, ',');
		make_cell(w, &w->query->columns[i], row);
		add_csv(sb, w->scratch.text ? w->scratch.text : "", w->scratch.len);
	}
	strbuf__addc(sb, '\n');
}

static void csv_end(struct map_writer *w)
{
	(void)w;
}

const struct map_writer_ops map_write_csv = { .begin = csv_begin, .row = csv_row, .end = csv_end };

/* ---- table ---- */

/* Control bytes of strings would break the lines of a table. */
static void add_cell(struct strbuf *sb, const char *text, size_t len, size_t width, bool last)
{
	size_t start = sb->len, i;

	for (i = 0; i < len; i++)
		strbuf__addc(sb, (unsigned char)text[i] < ' ' || text[i] == 0x7f ? '.' : text[i]);
	if (last)
		return;
	strbuf__pad(sb, start, width);
	strbuf__adds(sb, "  ");
}

/* Held rows are cells that end in NUL, one after the other. */
static void print_held(struct map_writer *w)
{
	size_t nr = w->query->nr_columns, i, k;
	const char *cell = w->held.text;
	struct strbuf *sb = &w->sink->buf;

	if (w->opts->several)
		strbuf__addf(sb, "# map %u \"%s\" (%s)\n", w->map->info.id, w->map->info.name,
			     w->map->kind->name);
	for (k = 0; k < nr; k++)
		add_cell(sb, w->query->columns[k].name, strlen(w->query->columns[k].name),
			 w->widths[k], k + 1 == nr);
	strbuf__addc(sb, '\n');
	for (i = 0; i < w->nr_held; i++) {
		for (k = 0; k < nr; k++) {
			add_cell(sb, cell, strlen(cell), w->widths[k], k + 1 == nr);
			cell += strlen(cell) + 1;
		}
		strbuf__addc(sb, '\n');
	}
	strbuf__free(&w->held);
	w->nr_held = SIZE_MAX;
}

static void table_begin(struct map_writer *w)
{
	size_t i, nr = w->query->nr_columns;

	w->widths = calloc(nr + 1, sizeof(*w->widths));
	if (!w->widths) {
		w->sink->buf.err = -ENOMEM;
		return;
	}
	for (i = 0; i < nr; i++)
		w->widths[i] = strlen(w->query->columns[i].name);
}

static void table_row(struct map_writer *w, const struct map_row *row)
{
	size_t i, nr = w->query->nr_columns;

	if (!w->widths)
		return;
	for (i = 0; i < nr; i++) {
		const char *text;

		make_cell(w, &w->query->columns[i], row);
		text = strbuf__cstr(&w->scratch);
		if (w->nr_held == SIZE_MAX) {
			add_cell(&w->sink->buf, text, strlen(text), w->widths[i], i + 1 == nr);
			continue;
		}
		w->widths[i] = MAX(w->widths[i], strlen(text));
		strbuf__add(&w->held, text, strlen(text) + 1);
	}
	if (w->nr_held == SIZE_MAX)
		strbuf__addc(&w->sink->buf, '\n');
	else if (++w->nr_held == TABLE_ROWS)
		print_held(w);
}

static void table_end(struct map_writer *w)
{
	if (w->widths && w->nr_held != SIZE_MAX)
		print_held(w);
}

const struct map_writer_ops map_write_table = { .begin = table_begin,
						.row = table_row,
						.end = table_end };
