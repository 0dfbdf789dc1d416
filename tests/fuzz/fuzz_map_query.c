// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_map_query.c - any text as what a person asks of a map: a key, an expression over rows, columns, an
 * order; and any bytes as the rows that answer. Beyond "no crash": a refused key has a reason.
 *
 * Input: a byte that says as what; for a question its text, a NUL, and the bytes of rows.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "map_key.h"
#include "map_query.h"
#include "map_sort.h"
#include "map_write.h"
#include "tests/unit/map_fixture.h"
#include "util.h"

enum { AS_KEY, AS_ADDRESS, AS_WHERE, AS_SELECT, AS_SORT, NR_WAYS };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void as_key(const struct fixture *f, const char *text)
{
	struct strbuf error = {};
	uint8_t bytes[sizeof(struct thing)];

	if (map_key__parse(&f->map, &f->types.key, text, bytes, &error) && !error.len)
		abort();
	strbuf__free(&error);
}

/* A trie of addresses: a length in bits before four bytes. */
static void as_address(const char *text)
{
	const struct map map = { .info = { .type = BPF_MAP_TYPE_LPM_TRIE, .key_size = 8 } };
	const struct map_type untyped = {};
	struct strbuf error = {};
	uint8_t bytes[8];

	if (map_key__parse(&map, &untyped, text, bytes, &error) && !error.len)
		abort();
	strbuf__free(&error);
}

static int write_row(void *ctx, const struct map_row *row)
{
	struct map_writer *w = ctx;

	w->ops->row(w, row);
	return 0;
}

static void answer(struct map_query *query, struct map_writer *w, const uint8_t *bytes, size_t size)
{
	struct map_sorter *sorter =
		query->has_sort ? map_sorter__new(&query->sort, size & 1, size % 3) : NULL;

	for (; size >= sizeof(struct thing);
	     bytes += sizeof(struct thing), size -= sizeof(struct thing)) {
		const struct map_row row = {
			.key = bytes,
			.value = bytes,
			.key_len = sizeof(struct thing),
			.value_len = sizeof(struct thing),
			.nr_values = 1,
			.cpu = -1,
		};

		if (!map_query__matches(query, &row))
			continue;
		if (sorter)
			map_sorter__add(sorter, &row);
		else
			write_row(w, &row);
	}
	if (sorter)
		map_sorter__for_each(sorter, write_row, w);
	map_sorter__free(sorter);
}

static void ask(const struct fixture *f, const struct map_dump_opts *opts, const uint8_t *bytes,
		size_t size)
{
	struct map_sink sink = { .fd = -1 };
	struct map_query query;
	struct map_writer w;

	if (map_query__init(&query, opts, &f->types, false))
		return;
	map_writer__init(&w, &f->map, opts, &f->types, &query, &sink);
	w.ops->begin(&w);
	answer(&query, &w, bytes, size);
	w.ops->end(&w);
	map_writer__free(&w);
	map_sink__free(&sink);
	map_query__free(&query);
}

static void question(const struct fixture *f, unsigned int way, const char *text,
		     const uint8_t *rows, size_t size)
{
	/* CSV and tables are of columns, which --select names. */
	const struct map_dump_opts opts = {
		.format = way == AS_SELECT ? MAP_FORMAT_CSV : MAP_FORMAT_JSON,
		.where = way == AS_WHERE ? text : NULL,
		.select = way == AS_SELECT ? text : NULL,
		.sort = way == AS_SORT ? text : NULL,
	};

	ask(f, &opts, rows, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct fixture *f;
	const unsigned int way = size ? data[0] % NR_WAYS : 0;
	char *text;
	size_t len;

	if (!f)
		f = map_fixture__new();
	if (!size)
		return 0;
	text = strndup((const char *)data + 1, size - 1);
	if (!text)
		return 0;
	len = MIN(size, strlen(text) + 2);
	if (way == AS_KEY)
		as_key(f, text);
	else if (way == AS_ADDRESS)
		as_address(text);
	else
		question(f, way, text, data + len, size - len);
	free(text);
	return 0;
}
