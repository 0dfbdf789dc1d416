/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* map_write.h - rows of a map to text: one set of functions per format. */
#ifndef PERF_AUGMENT_MAP_WRITE_H
#define PERF_AUGMENT_MAP_WRITE_H

#include "map_dump.h"
#include "map_query.h"
#include "map_refs.h"

struct map_writer;

/**
 * struct map_writer_ops - a format.
 * @begin, @end: around all rows; @end also after an error, so that brackets are closed.
 * @row: one row.
 */
struct map_writer_ops {
	void (*begin)(struct map_writer *w);
	void (*row)(struct map_writer *w, const struct map_row *row);
	void (*end)(struct map_writer *w);
};

/**
 * struct map_writer - writes the rows of one map.
 * @nested: the map is inside another one's entry: @depth levels down.
 * @nest: writes the map of an id as a value at the end of @sink's text.
 * @o: for values; @key: for keys, which may be in hexadecimal.
 */
struct map_writer {
	const struct map_writer_ops *ops;
	const struct map *map;
	const struct map_dump_opts *opts;
	const struct map_types *types;
	const struct map_query *query;
	struct map_sink *sink;
	unsigned int depth;
	void (*nest)(struct map_writer *w, uint32_t map_id);
	struct out o;
	struct out key;
	struct strbuf scratch;
	struct map_refs refs;
	uint64_t nr_rows;
	/* tables: rows held back until the widths of columns are known */
	struct strbuf held;
	size_t *widths;
	size_t nr_held;
};

extern const struct map_writer_ops map_write_c;
extern const struct map_writer_ops map_write_json; /* and JSON lines */
extern const struct map_writer_ops map_write_raw;
extern const struct map_writer_ops map_write_csv;
extern const struct map_writer_ops map_write_table;

/** map_writer__init() - make @w ready for @opts->format. The other arguments are borrowed. */
void map_writer__init(struct map_writer *w, const struct map *map, const struct map_dump_opts *opts,
		      const struct map_types *types, const struct map_query *query,
		      struct map_sink *sink);
void map_writer__free(struct map_writer *w);

#endif /* PERF_AUGMENT_MAP_WRITE_H */
