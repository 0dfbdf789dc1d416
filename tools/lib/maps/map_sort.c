// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* map_sort.c - see map_sort.h. */
#include "map_sort.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

/* With --top the rows are sorted and cut whenever there are so many more than wanted. */
#define SLACK 1024

/* A kept row: its bytes follow; @by points into them when it is a string. */
struct kept {
	struct map_row row;
	struct expr_value by;
	bool has_by;
	uint64_t seq;
	const struct map_sorter *sorter;
	uint8_t bytes[];
};

struct map_sorter {
	const struct map_column *column;
	bool reverse;
	uint64_t top;
	struct kept **rows;
	size_t nr;
	size_t room;
	uint64_t seq;
};

struct map_sorter *map_sorter__new(const struct map_column *column, bool reverse, uint64_t top)
{
	struct map_sorter *sorter = calloc(1, sizeof(*sorter));

	if (!sorter)
		return NULL;
	sorter->column = column;
	sorter->reverse = reverse;
	sorter->top = top;
	return sorter;
}

static void cut_to(struct map_sorter *sorter, size_t nr)
{
	while (sorter->nr > nr)
		free(sorter->rows[--sorter->nr]);
}

void map_sorter__free(struct map_sorter *sorter)
{
	if (!sorter)
		return;
	cut_to(sorter, 0);
	free(sorter->rows);
	free(sorter);
}

static int compare_rows(const void *p, const void *q)
{
	const struct kept *a = *(struct kept *const *)p, *b = *(struct kept *const *)q;
	int diff = 0;

	/* What could not be read comes last. */
	if (a->has_by != b->has_by)
		return a->has_by ? -1 : 1;
	if (a->has_by)
		diff = expr_value__compare(&a->by, &b->by);
	if (diff)
		return a->sorter->reverse ? -diff : diff;
	return (a->seq > b->seq) - (a->seq < b->seq);
}

static void sort_rows(struct map_sorter *sorter)
{
	if (sorter->nr)
		qsort(sorter->rows, sorter->nr, sizeof(*sorter->rows), compare_rows);
}

int map_sorter__add(struct map_sorter *sorter, const struct map_row *row)
{
	size_t values = row->err ? 0 : row->per_cpu ? row->step * row->nr_values : row->value_len;
	size_t keys = row->key ? row->key_len : 0;
	struct kept *kept, **rows;

	if (sorter->nr == sorter->room) {
		size_t room = sorter->room ? sorter->room * 2 : 1024;

		rows = realloc(sorter->rows, room * sizeof(*rows));
		if (!rows)
			return -ENOMEM;
		sorter->rows = rows;
		sorter->room = room;
	}
	kept = malloc(sizeof(*kept) + keys + values);
	if (!kept)
		return -ENOMEM;
	kept->row = *row;
	kept->sorter = sorter;
	kept->seq = sorter->seq++;
	kept->row.value = kept->bytes;
	if (values)
		memcpy(kept->bytes, row->value, values);
	if (keys) {
		kept->row.key = kept->bytes + values;
		memcpy(kept->bytes + values, row->key, keys);
	}
	kept->has_by = !map_column__load(sorter->column, &kept->row, &kept->by);
	sorter->rows[sorter->nr++] = kept;
	if (sorter->top && sorter->nr >= sorter->top + MAX(sorter->top, (uint64_t)SLACK)) {
		sort_rows(sorter);
		cut_to(sorter, sorter->top);
	}
	return 0;
}

int map_sorter__for_each(struct map_sorter *sorter, int (*fn)(void *ctx, const struct map_row *row),
			 void *ctx)
{
	size_t i;
	int ret;

	sort_rows(sorter);
	if (sorter->top)
		cut_to(sorter, MIN(sorter->nr, sorter->top));
	for (i = 0; i < sorter->nr; i++) {
		ret = fn(ctx, &sorter->rows[i]->row);
		if (ret)
			return ret;
	}
	return 0;
}
