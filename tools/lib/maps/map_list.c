// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* map_list.c - see map_list.h. Holders come from /proc, programs from the kernel's list of them. */
#include "map_list.h"

#include <bpf/bpf.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log.h"
#include "map_info.h"
#include "map_iter.h"
#include "map_types.h"
#include "map_users.h"
#include "out.h"
#include "util.h"

/* Entries of one map that are counted for a list; for more, "1000+" has to do. */
#define COUNT_MAX 20000
#define NR_COLUMNS 10

/** struct link - a process that holds, or a program that uses, a map. */
struct link {
	uint32_t map_id;
	uint32_t id;
	char name[BPF_OBJ_NAME_LEN + 16];
};

struct links {
	struct link *links;
	size_t nr;
};

/** struct row - what is listed of one map. */
struct row {
	struct map map;
	struct strbuf key;
	struct strbuf value;
	int64_t used; /* -1: not known */
	bool more;    /* there are more than that */
};

static void links__add(struct links *links, uint32_t map_id, uint32_t id, const char *name)
{
	struct link *more;
	size_t i;

	/* A process with two descriptors of a map holds it once. */
	for (i = links->nr; i > 0 && links->links[i - 1].id == id; i--) {
		if (links->links[i - 1].map_id == map_id)
			return;
	}
	if (!(links->nr & (links->nr + 1)) || !links->nr) {
		more = realloc(links->links, (links->nr * 2 + 2) * sizeof(*more));
		if (!more)
			return;
		links->links = more;
	}
	links->links[links->nr] = (struct link){ .map_id = map_id, .id = id };
	snprintf(links->links[links->nr].name, sizeof(links->links[0].name), "%s", name);
	links->nr++;
}

static bool read_line(const char *path, char *buf, size_t size)
{
	__cleanup_fclose FILE *f = fopen(path, "re");

	if (!f || !fgets(buf, (int)size, f))
		return false;
	buf[strcspn(buf, "\n")] = '\0';
	return true;
}

static bool fd_map_id(const char *pid, const char *fd, uint32_t *ret_id)
{
	__cleanup_fclose FILE *f = NULL;
	char path[600], line[128];

	snprintf(path, sizeof(path), "/proc/%.20s/fdinfo/%.20s", pid, fd);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "map_id: %u", ret_id) == 1)
			return true;
	}
	return false;
}

static void find_holders_in(const char *pid, struct links *holders)
{
	char path[600], target[32], comm[32] = "";
	struct dirent *entry;
	ssize_t len;
	uint32_t id;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%.20s/fd", pid);
	dir = opendir(path);
	while (dir && (entry = readdir(dir))) {
		snprintf(path, sizeof(path), "/proc/%.20s/fd/%.20s", pid, entry->d_name);
		len = readlink(path, target, sizeof(target) - 1);
		if (len < 0)
			continue;
		target[len] = '\0';
		if (!strstr(target, "bpf-map") || !fd_map_id(pid, entry->d_name, &id))
			continue;
		snprintf(path, sizeof(path), "/proc/%.20s/comm", pid);
		if (!*comm && !read_line(path, comm, sizeof(comm)))
			comm[0] = '\0';
		links__add(holders, id, (uint32_t)atoi(pid), comm);
	}
	if (dir)
		closedir(dir);
}

static void find_holders(struct links *holders)
{
	DIR *dir = opendir("/proc");
	struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		/* Not ourselves: we hold them only to look. */
		if (entry->d_name[0] >= '0' && entry->d_name[0] <= '9' &&
		    atoi(entry->d_name) != getpid())
			find_holders_in(entry->d_name, holders);
	}
	if (dir)
		closedir(dir);
}

static int add_program(void *ctx, const struct bpf_prog_info *info, uint32_t map_id)
{
	links__add(ctx, map_id, info->id, info->name);
	return 0;
}

static void find_programs(struct links *programs)
{
	uint32_t id = 0;

	while (!bpf_prog_get_next_id(id, &id)) {
		__cleanup_close int fd = bpf_prog_get_fd_by_id(id);

		if (fd >= 0)
			map_users__of_program(fd, add_program, programs);
	}
}

static void count_entries(struct row *row, bool count_all)
{
	struct map_entry entry;
	struct map_iter *iter;
	int64_t nr = 0;

	row->used = -1;
	if (row->map.info.type == BPF_MAP_TYPE_ARRAY ||
	    row->map.info.type == BPF_MAP_TYPE_PERCPU_ARRAY) {
		row->used = row->map.info.max_entries;
		return;
	}
	if (map_iter__new(&row->map, MAP_ITER_BEST, &iter))
		return;
	while (map_iter__next(iter, &entry) > 0) {
		if (entry.err && entry.err != -ENOENT) {
			nr = -1;
			break;
		}
		nr += !entry.err;
		row->more = !count_all && map_iter__stats(iter)->nr_entries >= COUNT_MAX;
		if (row->more)
			break;
	}
	map_iter__free(iter);
	row->used = nr;
}

static void fill_row(struct row *row, bool count_all)
{
	static const struct map_types_opts no_opts = {};
	struct map_types types = {};

	if (!map_types__load(&row->map, &no_opts, &types)) {
		map_type__name(&types.key, row->map.info.key_size, &row->key);
		map_type__name(&types.value, row->map.info.value_size, &row->value);
		map_types__free(&types);
	}
	count_entries(row, count_all);
}

static void add_links(struct strbuf *sb, const struct links *links, uint32_t map_id)
{
	bool first = true;
	size_t i;

	for (i = 0; i < links->nr; i++) {
		const struct link *link = &links->links[i];

		if (link->map_id != map_id)
			continue;
		strbuf__adds(sb, first ? "" : ",");
		strbuf__add_escaped(sb, link->name, strlen(link->name));
		strbuf__addf(sb, "(%u)", link->id);
		first = false;
	}
	if (first)
		strbuf__addc(sb, '-');
}

static void add_size(struct strbuf *sb, uint64_t bytes)
{
	static const char *const units[] = { "", "K", "M", "G", "T" };
	unsigned int unit = 0;
	double value = (double)bytes;

	while (value >= 1024 && unit + 1 < ARRAY_SIZE(units)) {
		value /= 1024;
		unit++;
	}
	strbuf__addf(sb, value >= 10 || !unit ? "%.0f%s" : "%.1f%s", value, units[unit]);
}

static void add_type_cell(struct strbuf *sb, const struct strbuf *name)
{
	if (name->len)
		strbuf__add_escaped(sb, name->text, name->len);
	else
		strbuf__addc(sb, '-');
	strbuf__addc(sb, '\0');
}

/* The cells of a row, each ended by NUL. */
static void make_cells(struct strbuf *sb, const struct row *row, const struct links *holders,
		       const struct links *programs)
{
	const struct bpf_map_info *info = &row->map.info;
	char flags[256];

	strbuf__addf(sb, "%u%c", info->id, '\0');
	strbuf__addf(sb, "%s%c", row->map.kind->name, '\0');
	strbuf__add_escaped(sb, info->name, strnlen(info->name, sizeof(info->name)));
	strbuf__addc(sb, '\0');
	add_type_cell(sb, &row->key);
	add_type_cell(sb, &row->value);
	if (row->used >= 0)
		strbuf__addf(sb, "%lld%s/%u%c", (long long)row->used, row->more ? "+" : "",
			     info->max_entries, '\0');
	else
		strbuf__addf(sb, "?/%u%c", info->max_entries, '\0');
	add_size(sb, row->map.memory);
	strbuf__addc(sb, '\0');
	map_kind__flags(info->map_flags, flags, sizeof(flags));
	strbuf__addf(sb, "%s%s%s%c", flags, row->map.frozen ? (*flags ? "|frozen" : "frozen") : "",
		     *flags || row->map.frozen ? "" : "-", '\0');
	add_links(sb, holders, info->id);
	strbuf__addc(sb, '\0');
	add_links(sb, programs, info->id);
	strbuf__addc(sb, '\0');
}

static void write_table(struct strbuf *out, const struct row *rows, size_t nr,
			const struct links *holders, const struct links *programs)
{
	static const char head[] =
		"ID\0TYPE\0NAME\0KEY\0VALUE\0USED/MAX\0MEMORY\0FLAGS\0HELD BY\0PROGRAMS";
	size_t widths[NR_COLUMNS] = {}, i, k, start;
	struct strbuf cells = {};
	const char *cell;

	strbuf__add(&cells, head, sizeof(head));
	for (i = 0; i < nr; i++)
		make_cells(&cells, &rows[i], holders, programs);
	cell = strbuf__cstr(&cells);
	for (i = 0; i < (nr + 1) * NR_COLUMNS && !strbuf__error(&cells); i++) {
		widths[i % NR_COLUMNS] = MAX(widths[i % NR_COLUMNS], strlen(cell));
		cell += strlen(cell) + 1;
	}
	cell = strbuf__cstr(&cells);
	for (i = 0; i <= nr && !strbuf__error(&cells); i++) {
		for (k = 0; k < NR_COLUMNS; k++) {
			start = out->len;
			strbuf__adds(out, cell);
			if (k + 1 < NR_COLUMNS) {
				strbuf__pad(out, start, widths[k]);
				strbuf__adds(out, "  ");
			}
			cell += strlen(cell) + 1;
		}
		strbuf__addc(out, '\n');
	}
	strbuf__free(&cells);
}

static void json_links(struct out *o, const char *name, const char *id_name,
		       const struct links *links, uint32_t map_id)
{
	size_t i;

	out__member(o, name);
	out__begin(o, OUT_ARRAY);
	for (i = 0; i < links->nr; i++) {
		const struct link *link = &links->links[i];

		if (link->map_id != map_id)
			continue;
		out__begin(o, OUT_OBJECT);
		out__member(o, id_name);
		out__uint(o, link->id);
		out__member(o, "name");
		out__word(o, link->name, strlen(link->name));
		out__end(o, OUT_OBJECT);
	}
	out__end(o, OUT_ARRAY);
}

static void json_text(struct out *o, const char *name, const char *text, size_t len)
{
	out__member(o, name);
	out__word(o, text, len);
}

static void json_number(struct out *o, const char *name, uint64_t value)
{
	out__member(o, name);
	out__uint(o, value);
}

static void write_json_row(struct out *o, const struct row *row, const struct links *holders,
			   const struct links *programs)
{
	const struct bpf_map_info *info = &row->map.info;
	char flags[256];

	out__begin(o, OUT_OBJECT);
	json_number(o, "id", info->id);
	json_text(o, "type", row->map.kind->name, strlen(row->map.kind->name));
	json_text(o, "name", info->name, strnlen(info->name, sizeof(info->name)));
	json_text(o, "key_type", row->key.text, row->key.len);
	json_text(o, "value_type", row->value.text, row->value.len);
	json_number(o, "key_size", info->key_size);
	json_number(o, "value_size", info->value_size);
	if (row->used >= 0) {
		json_number(o, "used", (uint64_t)row->used);
		out__member(o, "used_is_all");
		out__bool(o, !row->more);
	}
	json_number(o, "max_entries", info->max_entries);
	json_number(o, "memory", row->map.memory);
	map_kind__flags(info->map_flags, flags, sizeof(flags));
	json_text(o, "flags", flags, strlen(flags));
	out__member(o, "frozen");
	out__bool(o, row->map.frozen);
	json_links(o, "held_by", "pid", holders, info->id);
	json_links(o, "programs", "id", programs, info->id);
	out__end(o, OUT_OBJECT);
}

static void write_json(struct strbuf *sb, bool lines, const struct row *rows, size_t nr,
		       const struct links *holders, const struct links *programs)
{
	struct out o;
	size_t i;

	out__init_json(&o, sb);
	if (!lines)
		strbuf__addc(sb, '[');
	for (i = 0; i < nr; i++) {
		if (i && !lines)
			strbuf__adds(sb, ",\n");
		write_json_row(&o, &rows[i], holders, programs);
		if (lines)
			strbuf__addc(sb, '\n');
	}
	if (!lines)
		strbuf__adds(sb, "]\n");
}

int map_list__write(struct map_sink *sink, enum map_list_format format, bool count_all)
{
	struct links holders = {}, programs = {};
	uint32_t *ids = NULL;
	struct row *rows = NULL;
	size_t nr_ids = 0, nr = 0, i;
	int err;

	err = map__find_all(&ids, &nr_ids);
	if (err) {
		log_err("cannot list maps: %s%s", strerror(-err),
			err == -EPERM ? ": CAP_SYS_ADMIN is needed (run as root)" : "");
		return err;
	}
	err = map_sink__begin(sink);
	rows = err ? NULL : calloc(nr_ids + 1, sizeof(*rows));
	if (!rows) {
		free(ids);
		return err ? err : -ENOMEM;
	}
	find_holders(&holders);
	find_programs(&programs);
	for (i = 0; i < nr_ids; i++) {
		if (map__open_id(ids[i], &rows[nr].map))
			continue; /* gone since */
		fill_row(&rows[nr], count_all);
		map__close(&rows[nr].map);
		nr++;
	}
	if (format == MAP_LIST_TABLE)
		write_table(&sink->buf, rows, nr, &holders, &programs);
	else
		write_json(&sink->buf, format == MAP_LIST_JSONL, rows, nr, &holders, &programs);
	err = map_sink__flush(sink);
	if (err && err != -EPIPE)
		log_err("cannot write: %s", strerror(-err));
	for (i = 0; i < nr; i++) {
		strbuf__free(&rows[i].key);
		strbuf__free(&rows[i].value);
	}
	free(rows);
	free(ids);
	free(holders.links);
	free(programs.links);
	return err;
}
