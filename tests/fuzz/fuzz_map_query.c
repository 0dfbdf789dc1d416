// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_map_query.c - any text as what a person asks of a map: a key, an expression over rows, columns, an
 * order; or as a saved dump that a map is compared with; and any bytes as the rows that answer. Beyond "no
 * crash": a refused key has a reason; a dump of a map differs in nothing from it; what of a saved dump is
 * written is JSON, or text, that no terminal obeys.
 *
 * Input: a byte that says as what; for a question its text, a NUL, and the bytes of rows; where the text of
 * a saved dump is empty, it is what the map's dump is.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "map_diff.h"
#include "map_json.h"
#include "map_key.h"
#include "map_query.h"
#include "map_sort.h"
#include "map_write.h"
#include "tests/unit/map_fixture.h"
#include "utf8.h"
#include "util.h"

enum { AS_KEY, AS_ADDRESS, AS_WHERE, AS_SELECT, AS_SORT, AS_DUMP, NR_WAYS };

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

/* ---- a saved dump ---- */

#define ENTRIES_MAX 16
#define FILE_PATH_LEN 32

/* struct file - bytes that have a path and no place on a disk. */
struct file {
	int fd;
	char path[FILE_PATH_LEN];
};

static struct file make_file(const char *name, const void *bytes, size_t size)
{
	struct file file = { .fd = memfd_create(name, MFD_CLOEXEC) };

	if (file.fd < 0)
		abort();
	snprintf(file.path, sizeof(file.path), "/proc/self/fd/%d", file.fd);
	if (pwrite(file.fd, bytes, size, 0) != (ssize_t)size)
		abort();
	return file;
}

static void write_file(const struct file *file, const void *bytes, size_t size)
{
	if (ftruncate(file->fd, 0) || pwrite(file->fd, bytes, size, 0) != (ssize_t)size)
		abort();
}

/* Characters that are letters, and ends of lines. */
static void check_printable(const char *text, size_t len)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t i, nr;

	for (i = 0; i < len; i += nr) {
		nr = s[i] < 0x7f ? s[i] >= ' ' || s[i] == '\n' : utf8__len(s + i, len - i);
		if (!nr || (s[i] == 0xc2 && s[i + 1] < 0xa0))
			abort();
	}
}

/* What was written; empties the file. */
static void check_written(const struct file *file, bool is_json)
{
	const off_t len = lseek(file->fd, 0, SEEK_END);
	char *text = malloc((size_t)len + 1);
	size_t pos;

	if (!text || pread(file->fd, text, (size_t)len, 0) != len)
		abort();
	check_printable(text, (size_t)len);
	if (is_json && map_json__minify(text, (size_t)len, &pos) < 0)
		abort();
	free(text);
	if (ftruncate(file->fd, 0) || lseek(file->fd, 0, SEEK_SET))
		abort();
}

static int check_leaf(void *ctx, const char *path, struct map_json_slice leaf)
{
	char *copy = strndup(leaf.text, leaf.len);
	size_t pos;

	(void)ctx;
	if (!copy || strncmp(path, "dump", 4) ||
	    map_json__minify(copy, leaf.len, &pos) != (long)leaf.len)
		abort();
	free(copy);
	return 0;
}

/* Each value of minified text is a value by itself, down to the leaves. */
static void as_json(const char *text)
{
	struct map_json_slice value;
	char *copy = strdup(text);
	const char *at = copy;
	size_t pos = 0;
	long len;

	if (!copy)
		abort();
	len = map_json__minify(copy, strlen(text), &pos);
	if (len < 0 && pos > strlen(text))
		abort();
	while (len > 0 && map_json__next(&at, copy + len, &value)) {
		check_leaf(NULL, "dump", value);
		map_json__for_each_leaf(value, "dump", check_leaf, NULL);
	}
	if (len > 0 && at != copy + len)
		abort();
	free(copy);
}

/*
 * An array of struct thing that is in no kernel: it may be mapped, as memory may, so no call is made for it.
 * No map has the id 0.
 */
static const struct map *make_map(const struct file *values, uint32_t nr)
{
	static struct map map = {
		.info = { .type = BPF_MAP_TYPE_ARRAY,
			  .key_size = sizeof(uint32_t),
			  .value_size = sizeof(struct thing),
			  .map_flags = BPF_F_MMAPABLE,
			  .name = "things" },
	};

	map.fd = values->fd;
	map.kind = map_kind__get(BPF_MAP_TYPE_ARRAY);
	map.info.max_entries = nr;
	return &map;
}

static void compare(const struct map *map, const struct map_dump_opts *opts, const char *path,
		    const struct file *out, bool is_same)
{
	struct map_sink sink = { .fd = out->fd };
	const int ret = map_diff__run(map, opts, path, &sink);

	if (is_same ? ret != 0 : ret && ret != 1 && ret != -EBADMSG)
		abort();
	map_sink__free(&sink);
	check_written(out, opts->format != MAP_FORMAT_C);
}

static void as_dump(const struct fixture *f, unsigned int how, const char *text,
		    const uint8_t *rows, size_t size)
{
	static const enum map_format formats[] = { MAP_FORMAT_C, MAP_FORMAT_JSON,
						   MAP_FORMAT_JSONL };
	static struct file btf, values, saved, out;
	struct map_dump_opts opts = { .format = MAP_FORMAT_JSON };
	struct map_sink sink;
	const struct map *map;
	const void *bytes;
	uint32_t len;

	if (!btf.fd) {
		bytes = btf__raw_data(f->btf, &len);
		btf = make_file("btf", bytes, len);
		values = make_file("values", "", 0);
		saved = make_file("saved", "", 0);
		out = make_file("out", "", 0);
	}
	opts.types = (struct map_types_opts){ .btf_path = btf.path, .value = "struct thing" };
	write_file(&values, rows, MIN(size, ENTRIES_MAX * sizeof(struct thing)));
	if (ftruncate(values.fd, sysconf(_SC_PAGESIZE)))
		abort();
	map = make_map(&values,
		       (uint32_t)MIN(size / sizeof(struct thing) + 1, (size_t)ENTRIES_MAX));
	as_json(text);
	write_file(&saved, text, strlen(text));
	if (!*text) {
		lseek(saved.fd, 0, SEEK_SET);
		sink = (struct map_sink){ .fd = saved.fd };
		opts.format = how & 1 ? MAP_FORMAT_JSON : MAP_FORMAT_JSONL;
		if (map_dump__map(map, &opts, &sink))
			abort();
		map_sink__free(&sink);
	}
	opts.format = formats[how % ARRAY_SIZE(formats)];
	opts.several = how / ARRAY_SIZE(formats) & 1;
	compare(map, &opts, saved.path, &out, !*text);
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
	else if (way == AS_DUMP)
		as_dump(f, data[0] / NR_WAYS, text, data + len, size - len);
	else
		question(f, way, text, data + len, size - len);
	free(text);
	return 0;
}
