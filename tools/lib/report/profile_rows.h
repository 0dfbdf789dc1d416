/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* profile_rows.h - the table of a profile: its nodes by what rows differ by, the largest first. */
#ifndef PERF_AUGMENT_PROFILE_ROWS_H
#define PERF_AUGMENT_PROFILE_ROWS_H

#include "profile.h"
#include "strbuf.h"

/**
 * struct profile_row
 * @context, @place: one of those that it stands for.
 * @self: samples in it; @total: those in what it called too.
 * @first_node, @nr_nodes: its nodes, in @by_row of struct profile_rows.
 */
struct profile_row {
	uint32_t context;
	uint32_t place;
	struct weight self;
	struct weight total;
	uint32_t first_node;
	uint32_t nr_nodes;
};

/**
 * struct profile_rows - of one event.
 * @of_node: the row of each node, NO_ROW for those of others.
 * @by_row: nodes, those of a row one behind another.
 * @all: what all rows together have.
 */
struct profile_rows {
	const struct profile *profile;
	struct machine *machine;
	struct profile_row *rows;
	size_t nr, size;
	uint32_t *of_node;
	uint32_t *by_row;
	struct weight all;
};

#define NO_ROW UINT32_MAX

/**
 * profile_rows__init() - of @event.
 * @children: rows are for what they called too, and sorted by it.
 * Return: 0 or -ENOMEM.
 */
int profile_rows__init(struct profile_rows *rows, const struct profile *profile,
		       struct machine *machine, uint32_t event, bool children);
void profile_rows__free(struct profile_rows *rows);

/** profile_rows__is_outermost() - no caller of @node is of the same row. */
bool profile_rows__is_outermost(const struct profile_rows *rows, uint32_t node);

/** profile_rows__cell() - the text of a column, as bytes of hostile files may be. */
void profile_rows__cell(const struct profile_rows *rows, const struct profile_row *row,
			enum sort_key key, struct strbuf *cell);

#endif /* PERF_AUGMENT_PROFILE_ROWS_H */
