// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * map_dump.c - the rows of a map (map_rows.h), sorted if that is wanted, to a writer (map_write.h).
 * See map_dump.h.
 */
#include "map_dump.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "log.h"
#include "map_info.h"
#include "map_rows.h"
#include "map_sort.h"
#include "map_write.h"

struct dump {
	const struct map_dump_opts *opts;
	struct map_rows rows;
	struct map_writer writer;
	struct map_sorter *sorter;
	struct map_sink *sink;
	unsigned int depth;
};

static int write_row(void *ctx, const struct map_row *row)
{
	struct dump *d = ctx;

	d->writer.ops->row(&d->writer, row);
	d->writer.nr_rows++;
	return map_sink__check(d->sink);
}

static int take_row(void *ctx, const struct map_row *row)
{
	struct dump *d = ctx;
	int err;

	if (d->opts->count)
		return 0;
	if (d->sorter)
		return map_sorter__add(d->sorter, row);
	err = write_row(d, row);
	if (err)
		return err;
	return d->opts->top && d->writer.nr_rows >= d->opts->top ? MAP_ROWS_ENOUGH : 0;
}

static void dump__free(struct dump *d)
{
	map_writer__free(&d->writer);
	map_sorter__free(d->sorter);
	map_rows__free(&d->rows);
}

static void nest(struct map_writer *w, uint32_t map_id);

static int dump__init(struct dump *d, const struct map *map)
{
	const struct map_dump_opts *opts = d->opts;
	bool flat = opts->format == MAP_FORMAT_CSV || opts->format == MAP_FORMAT_TABLE;
	int err;

	err = map_rows__init(&d->rows, map, opts);
	if (!err && flat && !opts->count && !d->rows.query.nr_columns)
		err = map_query__add_flat(&d->rows.query, map_rows__key_len(&d->rows) != 0);
	if (err)
		return err;
	if (opts->sort && !opts->count) {
		d->sorter = map_sorter__new(&d->rows.query.sort, opts->reverse, opts->top);
		if (!d->sorter)
			return -ENOMEM;
	}
	map_writer__init(&d->writer, map, opts, &d->rows.types, &d->rows.query, d->sink);
	d->writer.depth = d->depth;
	d->writer.nest = d->depth < opts->max_depth ? nest : NULL;
	return 0;
}

/* What was counted before an error is not the number; JSON is whole all the same. */
static void write_json_count(struct dump *d, int err)
{
	struct strbuf *sb = &d->sink->buf;

	strbuf__addc(sb, '{');
	if (d->opts->several)
		strbuf__addf(sb, "\"map\":%u,", d->rows.map->info.id);
	strbuf__adds(sb, "\"count\":");
	if (err && err != -ENOENT)
		strbuf__adds(sb, "null");
	else
		strbuf__add_uint(sb, d->rows.nr_rows);
	strbuf__addc(sb, '}');
	if (!d->opts->several || d->opts->format == MAP_FORMAT_JSONL)
		strbuf__addc(sb, '\n');
}

static void write_count(struct dump *d, int err)
{
	struct strbuf *sb = &d->sink->buf;

	if (d->opts->format == MAP_FORMAT_JSON || d->opts->format == MAP_FORMAT_JSONL)
		write_json_count(d, err);
	else if (err)
		return;
	else if (d->opts->several)
		strbuf__addf(sb, "%llu\t# map %u \"%s\"\n", (unsigned long long)d->rows.nr_rows,
			     d->rows.map->info.id, d->rows.map->info.name);
	else
		strbuf__addf(sb, "%llu\n", (unsigned long long)d->rows.nr_rows);
}

/* The rows, between the brackets of the format: those are closed whatever happens. */
static int dump__run(struct dump *d)
{
	int err, sort_err;

	if (d->opts->count) {
		err = map_rows__for_each(&d->rows, take_row, d);
		write_count(d, err);
		return err;
	}
	d->writer.ops->begin(&d->writer);
	err = map_rows__for_each(&d->rows, take_row, d);
	if (d->sorter) {
		sort_err = map_sorter__for_each(d->sorter, write_row, d);
		err = err ? err : sort_err;
	}
	d->writer.ops->end(&d->writer);
	return err;
}

/* A map inside an entry of another: whole, with its own types, as a value. */
static void nest(struct map_writer *w, uint32_t map_id)
{
	struct map_dump_opts opts = {
		.format = w->opts->format,
		.hex = w->opts->hex,
		.hex_keys = w->opts->hex_keys,
		.times = w->opts->times,
		.color = w->opts->color,
		.max_depth = w->opts->max_depth,
		.stop = w->opts->stop,
		.ksyms = w->opts->ksyms,
	};
	struct dump d = { .opts = &opts, .sink = w->sink, .depth = w->depth + 1 };
	bool json = w->ops == &map_write_json;
	struct map map;
	int err;

	err = map__open_id(map_id, &map);
	if (err) {
		strbuf__addf(&w->sink->buf, json ? "null" : "/* gone */");
		return;
	}
	if (!json)
		strbuf__addf(&w->sink->buf, "/* %s \"%s\" */ ", map.kind->name, map.info.name);
	err = dump__init(&d, &map);
	if (!err)
		err = dump__run(&d);
	else
		strbuf__adds(&w->sink->buf, json ? "null" : "{}");
	if (err && err != -EINTR && !w->sink->err)
		log_warn("map %s (id %u): not all of it could be read: %s", map.info.name,
			 map.info.id, strerror(-err));
	dump__free(&d);
	map__close(&map);
}

int map_dump__map(const struct map *map, const struct map_dump_opts *opts, struct map_sink *sink)
{
	struct dump d = { .opts = opts, .sink = sink };
	int err, flush_err;

	err = dump__init(&d, map);
	if (!err)
		err = map_sink__begin(sink);
	if (err)
		goto out;
	err = dump__run(&d);
	flush_err = map_sink__flush(sink);
	if (flush_err && flush_err != -EPIPE)
		log_err("cannot write: %s", strerror(-flush_err));
	if (flush_err)
		err = flush_err;
	else if (err)
		err = map_rows__failed(&d.rows, err);
	map_rows__log_end(&d.rows);
out:
	dump__free(&d);
	return err;
}

int map_dump__fd(int fd, const struct map_dump_opts *opts, struct map_sink *sink)
{
	struct map map;
	int err, copy;

	copy = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	if (copy < 0)
		return -errno;
	err = map__open_fd(copy, &map);
	if (err) {
		log_err("descriptor %d: not a BPF map: %s", fd, strerror(-err));
		return err;
	}
	err = map_dump__map(&map, opts, sink);
	map__close(&map);
	return err;
}
