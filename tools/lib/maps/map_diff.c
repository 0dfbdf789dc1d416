// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * map_diff.c - see map_diff.h. The saved dump stays in memory as text; entries of the map are
 * made the same text one by one and looked up in it by their key.
 */
#include "map_diff.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bytes.h"
#include "log.h"
#include "map_info.h"
#include "map_json.h"
#include "map_rows.h"
#include "map_write.h"
#include "out.h"
#include "util.h"

#define MAX_FILE_BYTES (4ULL << 30)

/** struct saved - an entry of the file. */
struct saved {
	struct map_json_slice key;
	struct map_json_slice value;
	bool seen;
};

/** struct leaf - a value in a saved entry; its path begins at @path of the paths. */
struct leaf {
	size_t path;
	struct map_json_slice value;
	bool seen;
};

struct diff {
	const struct map *map;
	const struct map_dump_opts *opts;
	const char *path;
	char *text;
	size_t len;
	bool has_id; /* entries of our map have its id */
	struct saved *saved;
	size_t nr;
	size_t room;
	uint32_t *slots;
	size_t nr_slots;
	struct map_rows rows;
	struct map_writer writer;
	struct map_sink entry; /* text of the entry that is looked at */
	struct map_sink *sink;
	uint64_t nr_lines;
	/* while the members of one entry are compared */
	struct map_json_slice key;
	struct strbuf paths;
	struct leaf *leaves;
	size_t nr_leaves;
	size_t leaf_room;
	size_t next_leaf;
};

static bool same_text(struct map_json_slice a, struct map_json_slice b)
{
	return a.len == b.len && (!a.len || !memcmp(a.text, b.text, a.len));
}

static int read_file(struct diff *d)
{
	__cleanup_close int fd = open(d->path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	size_t room;
	char *more;
	ssize_t n;

	if (fd < 0 || fstat(fd, &st))
		return -errno;
	/* A pipe does not say how much will come. */
	for (room = (size_t)MAX(st.st_size, 1 << 16) + 1; room <= MAX_FILE_BYTES; room *= 2) {
		more = realloc(d->text, room);
		if (!more)
			return -ENOMEM;
		d->text = more;
		while (d->len < room) {
			n = read(fd, d->text + d->len, room - d->len);
			if (n < 0)
				return -errno;
			if (!n)
				return 0;
			d->len += (size_t)n;
		}
	}
	return -EFBIG;
}

static struct map_json_slice value_of(struct map_json_slice entry)
{
	struct map_json_slice value = map_json__member(entry, "value");

	return value.text ? value : map_json__member(entry, "values");
}

static int add_saved(struct diff *d, struct map_json_slice entry)
{
	struct map_json_slice formatted = map_json__member(entry, "formatted"), value;
	struct saved *more;

	/* bpftool's own output: what it calls formatted is what we write. */
	if (formatted.text)
		entry = formatted;
	value = value_of(entry);
	if (!value.text)
		return -EINVAL;
	if (d->nr == d->room) {
		d->room = d->room ? d->room * 2 : 1024;
		more = realloc(d->saved, d->room * sizeof(*more));
		if (!more)
			return -ENOMEM;
		d->saved = more;
	}
	d->saved[d->nr++] = (struct saved){ .key = map_json__member(entry, "key"), .value = value };
	return 0;
}

/* Does the dump name our map by its id? Then others of its name are not meant. */
static bool has_our_id(const struct diff *d)
{
	char text[40];

	snprintf(text, sizeof(text), "{\"map\":{\"id\":%u,", d->map->info.id);
	if (memmem(d->text, d->len, text, strlen(text)))
		return true;
	snprintf(text, sizeof(text), "{\"map\":%u,", d->map->info.id);
	return memmem(d->text, d->len, text, strlen(text));
}

static bool same_id(const struct diff *d, struct map_json_slice id)
{
	char text[16];
	size_t len = (size_t)snprintf(text, sizeof(text), "%u", d->map->info.id);

	return same_text(id, (struct map_json_slice){ text, len });
}

/*
 * A dump of several maps: the part that is of this map. @map is an object, or in lines of JSON an
 * id.
 */
static bool other_map(const struct diff *d, struct map_json_slice map)
{
	struct map_json_slice name = map_json__member(map, "name");

	if (d->has_id || *map.text != '{')
		return d->has_id &&
		       !same_id(d, *map.text == '{' ? map_json__member(map, "id") : map);
	return name.len < 2 || name.len - 2 != strlen(d->map->info.name) ||
	       memcmp(name.text + 1, d->map->info.name, name.len - 2) != 0;
}

static int add_all(struct diff *d, const char *text, size_t len, unsigned int depth)
{
	const char *end = text + len;
	struct map_json_slice entry, entries, map;
	int err;

	while (map_json__next(&text, end, &entry)) {
		if (*entry.text == '[') {
			err = depth ? -EINVAL
				    : add_all(d, entry.text + 1, entry.len - 2, depth + 1);
		} else {
			entries = map_json__member(entry, "entries");
			map = map_json__member(entry, "map");
			if (map.text && other_map(d, map))
				err = 0;
			else if (map.text && entries.text && *entries.text == '[')
				err = add_all(d, entries.text + 1, entries.len - 2, 1);
			else
				err = add_saved(d, entry);
		}
		if (err)
			return err;
	}
	return 0;
}

static uint32_t *find_slot(const struct diff *d, struct map_json_slice key)
{
	size_t i = bytes__hash(key.text, key.len) & (d->nr_slots - 1);

	while (d->slots[i] != UINT32_MAX && !same_text(d->saved[d->slots[i]].key, key))
		i = (i + 1) & (d->nr_slots - 1);
	return &d->slots[i];
}

static int index_saved(struct diff *d)
{
	size_t i;

	for (d->nr_slots = 16; d->nr_slots < d->nr * 2; d->nr_slots *= 2)
		;
	d->slots = malloc(d->nr_slots * sizeof(*d->slots));
	if (!d->slots)
		return -ENOMEM;
	memset(d->slots, 0xff, d->nr_slots * sizeof(*d->slots));
	for (i = 0; i < d->nr; i++)
		*find_slot(d, d->saved[i].key) = (uint32_t)i;
	return 0;
}

static int load(struct diff *d)
{
	size_t pos = 0;
	long len;
	int err;

	err = read_file(d);
	if (err) {
		log_err("--diff %s: %s", d->path, strerror(-err));
		return err;
	}
	len = map_json__minify(d->text, d->len, &pos);
	if (len < 0) {
		log_err("--diff %s: this is not JSON, at byte %zu; save a dump with --json",
			d->path, pos);
		return -EINVAL;
	}
	d->len = (size_t)len;
	d->has_id = has_our_id(d);
	err = add_all(d, d->text, d->len, 0);
	if (err == -EINVAL)
		log_err("--diff %s: this is not the dump of a map: an entry has no value", d->path);
	return err ? err : index_saved(d);
}

static bool is_json(const struct diff *d)
{
	return d->opts->format == MAP_FORMAT_JSON || d->opts->format == MAP_FORMAT_JSONL;
}

static void add_slice(struct diff *d, struct map_json_slice s)
{
	struct strbuf *sb = &d->sink->buf;
	size_t i;

	if (!s.text) {
		strbuf__adds(sb, "null");
		return;
	}
	/* JSON may hold bytes that a terminal obeys: those above its controls. */
	if (is_json(d)) {
		out_json__add_foreign(sb, s.text, s.len);
		return;
	}
	for (i = 0; i < s.len; i++) {
		if ((unsigned char)s.text[i] < 0x7f)
			strbuf__addc(sb, s.text[i]);
		else
			strbuf__add_escaped(sb, &s.text[i], 1);
	}
}

/* As of a dump: which map it is, where there are several. */
static void write_begin(struct diff *d)
{
	struct strbuf *sb = &d->sink->buf;
	const struct bpf_map_info *info = &d->map->info;

	if (d->opts->several && !is_json(d))
		strbuf__addf(sb, "# map %u \"%s\" (%s)\n", info->id, info->name,
			     d->map->kind->name);
	if (d->opts->format != MAP_FORMAT_JSON)
		return;
	if (d->opts->several)
		strbuf__addf(sb, "{\"map\":%u,\"changes\":", info->id);
	strbuf__addc(sb, '[');
}

static void write_end(struct diff *d)
{
	if (d->opts->format == MAP_FORMAT_JSON)
		strbuf__adds(&d->sink->buf, d->opts->several ? "]}" : "]\n");
}

/* A change of a whole entry, or in JSON any change. */
static void write_change(struct diff *d, const char *change, struct map_json_slice key,
			 struct map_json_slice old, struct map_json_slice new)
{
	struct strbuf *sb = &d->sink->buf;

	if (!is_json(d)) {
		strbuf__adds(sb, *change == 'a' ? "+ [" : "- [");
		add_slice(d, key);
		strbuf__adds(sb, "] = ");
		add_slice(d, *change == 'a' ? new : old);
		strbuf__addc(sb, '\n');
		d->nr_lines++;
		return;
	}
	if (d->opts->format == MAP_FORMAT_JSON && d->nr_lines)
		strbuf__adds(sb, ",\n");
	strbuf__addc(sb, '{');
	if (d->opts->several && d->opts->format == MAP_FORMAT_JSONL)
		strbuf__addf(sb, "\"map\":%u,", d->map->info.id);
	strbuf__addf(sb, "\"change\":\"%s\",\"key\":", change);
	add_slice(d, key);
	if (old.text) {
		strbuf__adds(sb, ",\"old\":");
		add_slice(d, old);
	}
	if (new.text) {
		strbuf__adds(sb, ",\"new\":");
		add_slice(d, new);
	}
	strbuf__adds(sb, d->opts->format == MAP_FORMAT_JSONL ? "}\n" : "}");
	d->nr_lines++;
}

static void write_member(struct diff *d, const char *path, struct map_json_slice old,
			 struct map_json_slice new)
{
	struct strbuf *sb = &d->sink->buf;

	strbuf__adds(sb, "! [");
	add_slice(d, d->key);
	strbuf__adds(sb, "] ");
	add_slice(d, (struct map_json_slice){ path, strlen(path) });
	strbuf__adds(sb, ": ");
	add_slice(d, old);
	strbuf__adds(sb, " -> ");
	add_slice(d, new);
	strbuf__addc(sb, '\n');
	d->nr_lines++;
}

static int keep_leaf(void *ctx, const char *path, struct map_json_slice value)
{
	struct diff *d = ctx;
	struct leaf *more;

	if (d->nr_leaves == d->leaf_room) {
		d->leaf_room = d->leaf_room ? d->leaf_room * 2 : 64;
		more = realloc(d->leaves, d->leaf_room * sizeof(*more));
		if (!more)
			return -ENOMEM;
		d->leaves = more;
	}
	d->leaves[d->nr_leaves++] = (struct leaf){ .path = d->paths.len, .value = value };
	strbuf__add(&d->paths, path, strlen(path) + 1);
	return strbuf__error(&d->paths);
}

/* Both sides have their members in the same order, as a rule: the next one is looked at first. */
static struct leaf *find_leaf(struct diff *d, const char *path)
{
	size_t i, k;

	for (i = 0; i < d->nr_leaves; i++) {
		k = (d->next_leaf + i) % d->nr_leaves;
		if (!strcmp(d->paths.text + d->leaves[k].path, path)) {
			d->next_leaf = k + 1;
			return &d->leaves[k];
		}
	}
	return NULL;
}

static int compare_leaf(void *ctx, const char *path, struct map_json_slice new)
{
	const struct map_json_slice none = {};
	struct diff *d = ctx;
	struct leaf *old = find_leaf(d, path);

	if (!old || !same_text(old->value, new))
		write_member(d, path, old ? old->value : none, new);
	if (old)
		old->seen = true;
	return 0;
}

static int compare_members(struct diff *d, struct map_json_slice old, struct map_json_slice new)
{
	const struct map_json_slice none = {};
	size_t i;
	int err;

	strbuf__reset(&d->paths);
	d->nr_leaves = d->next_leaf = 0;
	err = map_json__for_each_leaf(old, "value", keep_leaf, d);
	if (!err)
		err = map_json__for_each_leaf(new, "value", compare_leaf, d);
	for (i = 0; i < d->nr_leaves && !err; i++) {
		if (!d->leaves[i].seen)
			write_member(d, d->paths.text + d->leaves[i].path, d->leaves[i].value,
				     none);
	}
	return err;
}

static int compare_row(void *ctx, const struct map_row *row)
{
	const struct map_json_slice none = {};
	struct diff *d = ctx;
	struct map_json_slice entry, key, value;
	uint32_t slot;
	int err;

	strbuf__reset(&d->entry.buf);
	d->writer.nr_rows = 0;
	d->writer.ops->row(&d->writer, row);
	if (strbuf__error(&d->entry.buf))
		return -ENOMEM;
	entry = (struct map_json_slice){ d->entry.buf.text, d->entry.buf.len };
	key = map_json__member(entry, "key");
	value = value_of(entry);
	slot = *find_slot(d, key);
	if (slot == UINT32_MAX) {
		write_change(d, "added", key, none, value);
		return map_sink__check(d->sink);
	}
	d->saved[slot].seen = true;
	if (same_text(d->saved[slot].value, value))
		return 0;
	if (is_json(d)) {
		write_change(d, "changed", key, d->saved[slot].value, value);
	} else {
		d->key = key;
		err = compare_members(d, d->saved[slot].value, value);
		if (err)
			return err;
	}
	return map_sink__check(d->sink);
}

static void write_removed(struct diff *d)
{
	const struct map_json_slice none = {};
	size_t i;

	for (i = 0; i < d->nr; i++) {
		/* A key that was saved twice is looked up as the first of them. */
		if (!d->saved[i].seen && *find_slot(d, d->saved[i].key) == i)
			write_change(d, "removed", d->saved[i].key, d->saved[i].value, none);
	}
}

static int run(struct diff *d)
{
	struct map_dump_opts opts = *d->opts;
	int err, flush_err;

	opts.format = MAP_FORMAT_JSON;
	opts.max_depth = 0;
	err = map_rows__init(&d->rows, d->map, &opts);
	if (err)
		return err;
	map_writer__init(&d->writer, d->map, &opts, &d->rows.types, &d->rows.query, &d->entry);
	err = load(d);
	if (err)
		return err == -EINVAL ? -EBADMSG : err;
	err = map_sink__begin(d->sink);
	if (err)
		return err;
	write_begin(d);
	err = map_rows__for_each(&d->rows, compare_row, d);
	/* What was not reached is not gone. */
	if (!err)
		write_removed(d);
	write_end(d);
	flush_err = map_sink__flush(d->sink);
	if (err)
		err = map_rows__failed(&d->rows, err);
	map_rows__log_end(&d->rows);
	if (flush_err && flush_err != -EPIPE)
		log_err("cannot write: %s", strerror(-flush_err));
	err = err ? err : flush_err;
	return err ? err : d->nr_lines != 0;
}

int map_diff__run(const struct map *map, const struct map_dump_opts *opts, const char *path,
		  struct map_sink *sink)
{
	struct diff d = { .map = map, .opts = opts, .path = path, .sink = sink, .entry.fd = -1 };
	int ret;

	ret = run(&d);
	free(d.text);
	free(d.saved);
	free(d.slots);
	free(d.leaves);
	strbuf__free(&d.paths);
	map_sink__free(&d.entry);
	map_writer__free(&d.writer);
	map_rows__free(&d.rows);
	return ret;
}
