// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * map_watch.c - see map_watch.h. Each look is kept as bytes, in a table by key, until the next one
 * has been compared with it.
 */
#include "map_watch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

#include "bytes.h"
#include "log.h"
#include "map_info.h"
#include "map_rows.h"
#include "map_sort.h"
#include "map_write.h"
#include "util.h"

#define MAX_LEAVES 1024
#define NO_ENTRY UINT32_MAX

/**
 * struct look - the rows of one time: key and value bytes back to back, and a hash table of them.
 */
struct look {
	uint8_t *bytes;
	size_t nr;
	size_t room;
	uint32_t *slots;
	size_t nr_slots;
	uint64_t time_ns;
};

/** struct leaf - an integer of the value, whose changes are told. */
struct leaf {
	char *name;
	struct btf_field field;
};

struct watch {
	const struct map *map;
	const struct map_dump_opts *opts;
	const struct map_watch_opts *watch;
	struct map_dump_opts row_opts;
	struct map_rows rows;
	struct map_writer writer;
	struct map_sorter *sorter;
	struct map_sink *sink;
	struct leaf *leaves;
	size_t nr_leaves;
	size_t key_len;
	size_t value_len;
	struct look now;
	struct look before;
	bool has_before;
	uint64_t nr_looks;
	uint64_t nr_lines;
	struct winsize screen; /* rows are 0 when there is no terminal to fit */
	size_t lines_left;
	size_t nr_cut;
	/* of this look: rows that are wanted, and those that were written */
	uint64_t nr_wanted;
	uint64_t nr_told;
};

static void look__free(struct look *look)
{
	free(look->bytes);
	free(look->slots);
	*look = (struct look){};
}

static uint8_t *look__row(const struct watch *w, const struct look *look, size_t i)
{
	return look->bytes + i * (w->key_len + w->value_len);
}

/* The slot of @key: taken by it, or free. */
static uint32_t *look__slot(const struct watch *w, const struct look *look, const uint8_t *key)
{
	size_t i = bytes__hash(key, w->key_len) & (look->nr_slots - 1);

	while (look->slots[i] != NO_ENTRY &&
	       memcmp(look__row(w, look, look->slots[i]), key, w->key_len))
		i = (i + 1) & (look->nr_slots - 1);
	return &look->slots[i];
}

static int look__grow(const struct watch *w, struct look *look)
{
	size_t room = look->room ? look->room * 2 : 512, i;
	uint8_t *bytes = realloc(look->bytes, room * (w->key_len + w->value_len) + 1);
	uint32_t *slots;

	if (!bytes)
		return -ENOMEM;
	look->bytes = bytes;
	slots = malloc(room * 2 * sizeof(*slots));
	if (!slots)
		return -ENOMEM;
	free(look->slots);
	look->slots = slots;
	look->nr_slots = room * 2;
	look->room = room;
	memset(slots, 0xff, room * 2 * sizeof(*slots));
	for (i = 0; i < look->nr; i++)
		*look__slot(w, look, look__row(w, look, i)) = (uint32_t)i;
	return 0;
}

/* A key that is there twice (the map changed while it was read) counts once, as it was last. */
static int look__add(struct watch *w, struct look *look, const struct map_row *row)
{
	static const uint8_t no_key;
	const uint8_t *key = row->key ? row->key : &no_key;
	uint32_t *slot;
	uint8_t *to;
	int err;

	if (look->nr == look->room) {
		err = look__grow(w, look);
		if (err)
			return err;
	}
	slot = look__slot(w, look, key);
	if (*slot == NO_ENTRY)
		*slot = (uint32_t)look->nr++;
	to = look__row(w, look, *slot);
	memcpy(to, key, w->key_len);
	if (row->err)
		memset(to + w->key_len, 0, w->value_len);
	else
		memcpy(to + w->key_len, row->value, w->value_len);
	return 0;
}

static struct map_row stored_row(const struct watch *w, const uint8_t *bytes)
{
	return (struct map_row){
		.key = w->key_len ? bytes : NULL,
		.key_len = w->key_len,
		.value = bytes + w->key_len,
		.value_len = w->value_len,
		.nr_values = 1,
		.cpu = -1,
	};
}

static int add_leaf(void *ctx, const char *path, const struct btf_field *field)
{
	struct watch *w = ctx;

	if ((field->node->kind != BTF_NODE_SINT && field->node->kind != BTF_NODE_UINT) ||
	    w->nr_leaves == MAX_LEAVES)
		return 0;
	w->leaves[w->nr_leaves].field = *field;
	w->leaves[w->nr_leaves].name = strdup(path);
	return w->leaves[w->nr_leaves++].name ? 0 : -ENOMEM;
}

static int find_leaves(struct watch *w)
{
	struct btf_field root;
	int err;

	if (!w->rows.types.value.plan)
		return 0;
	w->leaves = calloc(MAX_LEAVES, sizeof(*w->leaves));
	if (!w->leaves)
		return -ENOMEM;
	root = btf_plan__field(w->rows.types.value.plan);
	err = btf_field__for_each_leaf(&root, "value", MAX_LEAVES * 8, add_leaf, w);
	return err == -E2BIG ? 0 : err;
}

static double seconds(const struct watch *w)
{
	double s = (double)(w->now.time_ns - w->before.time_ns) / (double)NSEC_PER_SEC;

	return s > 0 ? s : 1;
}

static bool is_json(const struct watch *w)
{
	return w->opts->format == MAP_FORMAT_JSON || w->opts->format == MAP_FORMAT_JSONL;
}

/* Call @fn with each integer that differs, old and new; the number of them. */
static unsigned int for_each_delta(struct watch *w, const uint8_t *old, const uint8_t *new,
				   void (*fn)(struct watch *w, const struct leaf *leaf,
					      int64_t delta, unsigned int idx))
{
	unsigned int nr = 0;
	uint64_t a, b;
	size_t i;

	for (i = 0; i < w->nr_leaves; i++) {
		const struct btf_field *field = &w->leaves[i].field;

		if (btf_field__load(field, old, w->value_len, &a) ||
		    btf_field__load(field, new, w->value_len, &b) || a == b)
			continue;
		fn(w, &w->leaves[i], (int64_t)(b - a), nr++);
	}
	return nr;
}

static void text_delta(struct watch *w, const struct leaf *leaf, int64_t delta, unsigned int idx)
{
	const char *name = leaf->name + strlen("value");

	strbuf__addf(&w->sink->buf, "%s%s%s%+lld (%+.1f/s)", idx ? ", " : "  # ", name,
		     *name ? " " : "", (long long)delta, (double)delta / seconds(w));
}

static void json_delta(struct watch *w, const struct leaf *leaf, int64_t delta, unsigned int idx)
{
	struct strbuf *sb = &w->sink->buf;

	strbuf__adds(sb, idx ? "," : "");
	out_json__quote(sb, leaf->name, strlen(leaf->name));
	strbuf__addc(sb, ':');
	strbuf__add_sint(sb, delta);
}

/* One row of a look: what it is now and what became of it since the last one. */
static void write_text(struct watch *w, const struct map_row *row, const uint8_t *old, char mark)
{
	struct strbuf *sb = &w->sink->buf;

	if (w->watch->delta_only)
		strbuf__addf(sb, "%c ", mark);
	w->writer.ops->row(&w->writer, row);
	/* What is said of it goes before the end of its line. */
	if (sb->len && sb->text[sb->len - 1] == '\n')
		sb->len--;
	if (old)
		for_each_delta(w, old, row->value, text_delta);
	else if (mark == '+' && !w->watch->delta_only && w->has_before)
		strbuf__adds(sb, "  # new");
	strbuf__addc(sb, '\n');
}

static void json_open(struct watch *w)
{
	if (w->opts->format == MAP_FORMAT_JSON && w->nr_lines)
		strbuf__adds(&w->sink->buf, ",\n");
	strbuf__addf(&w->sink->buf, "{\"look\":%llu", (unsigned long long)w->nr_looks);
	w->nr_lines++;
}

static void json_close(struct watch *w)
{
	strbuf__adds(&w->sink->buf, w->opts->format == MAP_FORMAT_JSONL ? "}\n" : "}");
}

static void write_json(struct watch *w, const struct map_row *row, const uint8_t *old, char mark)
{
	const char *change = mark == '+'   ? "added"
			     : mark == '-' ? "removed"
			     : mark == '!' ? "changed"
					   : "same";
	struct strbuf *sb = &w->sink->buf;

	json_open(w);
	strbuf__addf(sb, ",\"change\":\"%s\",\"entry\":", change);
	w->writer.nr_rows = 0;
	w->writer.ops->row(&w->writer, row);
	if (old) {
		strbuf__addf(sb, ",\"seconds\":%.3f,\"delta\":{", seconds(w));
		for_each_delta(w, old, row->value, json_delta);
		strbuf__addc(sb, '}');
	}
	json_close(w);
}

static int write_change(struct watch *w, const struct map_row *row, const uint8_t *old, char mark)
{
	w->writer.o.depth = 0;
	if (is_json(w))
		write_json(w, row, old, mark);
	else
		write_text(w, row, old, mark);
	w->nr_told++;
	return map_sink__check(w->sink);
}

/* What became of a row of the new look since the last one: '=', '+', or '!' and what it was. */
static char find_change(const struct watch *w, const struct map_row *row, const uint8_t **ret_old)
{
	static const uint8_t no_key;
	const uint8_t *old;
	uint32_t slot;

	/* The first look has nothing to be compared with. */
	if (!w->has_before)
		return '=';
	if (!w->before.nr)
		return '+';
	slot = *look__slot(w, &w->before, row->key ? row->key : &no_key);
	if (slot == NO_ENTRY)
		return '+';
	old = look__row(w, &w->before, slot) + w->key_len;
	if (!memcmp(old, row->value, w->value_len))
		return '=';
	*ret_old = old;
	return '!';
}

static bool is_wanted(const struct watch *w, const struct map_row *row)
{
	const uint8_t *old;

	return !w->watch->delta_only || find_change(w, row, &old) != '=';
}

static int compare_row(struct watch *w, const struct map_row *row)
{
	const uint8_t *old = NULL;
	char mark = find_change(w, row, &old);

	return write_change(w, row, old, mark);
}

/* Lines of a terminal that @text takes; escape sequences of colours take no room. */
static size_t screen_lines(const struct watch *w, const char *text, size_t len)
{
	size_t lines = 0, column = 0, i;

	for (i = 0; i < len; i++) {
		if (text[i] == '\033') {
			while (i < len && text[i] != 'm')
				i++;
		} else if (text[i] == '\n') {
			lines += 1 + (column ? (column - 1) / w->screen.ws_col : 0);
			column = 0;
		} else {
			column++;
		}
	}
	return lines;
}

/* A redrawn map is cut where the terminal ends, or its head would scroll away. */
static int compare_row_that_fits(void *ctx, const struct map_row *row)
{
	struct watch *w = ctx;
	const size_t start = w->sink->buf.len;
	size_t lines;
	int err;

	if (w->nr_cut) {
		w->nr_cut++;
		return 0;
	}
	err = compare_row(w, row);
	if (err || !w->screen.ws_row || w->sink->buf.len < start)
		return err;
	lines = screen_lines(w, w->sink->buf.text + start, w->sink->buf.len - start);
	if (lines > w->lines_left) {
		w->sink->buf.len = start;
		w->nr_cut++;
	} else {
		w->lines_left -= lines;
	}
	return 0;
}

static int write_removed(struct watch *w)
{
	struct map_row row;
	size_t i;
	int err;

	/* In the redrawn map it is just not there any more. */
	if (!w->has_before || (!w->watch->delta_only && !is_json(w)))
		return 0;
	for (i = 0; i < w->before.nr; i++) {
		const uint8_t *bytes = look__row(w, &w->before, i);

		if (w->now.nr && *look__slot(w, &w->now, bytes) != NO_ENTRY)
			continue;
		w->nr_wanted++;
		if (w->opts->top && w->nr_told >= w->opts->top)
			continue;
		row = stored_row(w, bytes);
		err = write_change(w, &row, NULL, '-');
		if (err)
			return err;
	}
	return 0;
}

static int take_row(void *ctx, const struct map_row *row)
{
	struct watch *w = ctx;

	return look__add(w, &w->now, row);
}

static int write_rows(struct watch *w)
{
	struct map_row row;
	size_t i;
	int err = 0;

	if (w->opts->sort) {
		map_sorter__free(w->sorter);
		w->sorter = map_sorter__new(&w->rows.query.sort, w->opts->reverse, w->opts->top);
		if (!w->sorter)
			return -ENOMEM;
	}
	for (i = 0; i < w->now.nr && !err; i++) {
		row = stored_row(w, look__row(w, &w->now, i));
		if (!is_wanted(w, &row))
			continue;
		w->nr_wanted++;
		if (w->sorter)
			err = map_sorter__add(w->sorter, &row);
		else if (!w->opts->top || w->nr_wanted <= w->opts->top)
			err = compare_row_that_fits(w, &row);
	}
	if (!err && w->sorter)
		err = map_sorter__for_each(w->sorter, compare_row_that_fits, w);
	return err;
}

/* What was left out; how many entries a whole map has stands in its head. */
static void write_more(struct watch *w)
{
	uint64_t nr = w->watch->delta_only || is_json(w) ? w->nr_wanted - w->nr_told : w->nr_cut;

	if (!nr)
		return;
	if (!is_json(w)) {
		strbuf__addf(&w->sink->buf, "# and %llu more: --sort, --top and --where choose\n",
			     (unsigned long long)nr);
		return;
	}
	json_open(w);
	strbuf__addf(&w->sink->buf, ",\"more\":%llu", (unsigned long long)nr);
	json_close(w);
}

static void write_head(struct watch *w)
{
	char text[32];
	struct tm tm;
	time_t now = time(NULL);

	if (is_json(w) || w->watch->delta_only)
		return;
	if (w->watch->redraw)
		strbuf__adds(&w->sink->buf, "\033[H\033[2J");
	localtime_r(&now, &tm);
	strftime(text, sizeof(text), "%H:%M:%S", &tm);
	strbuf__addf(&w->sink->buf, "# %s map %u \"%s\" (%s): %zu entries\n", text, w->map->info.id,
		     w->map->info.name, w->map->kind->name, w->now.nr);
}

/* One line is the head's, one that of what was cut, and the cursor stands in the last. */
static void measure_screen(struct watch *w)
{
	w->nr_cut = 0;
	memset(&w->screen, 0, sizeof(w->screen));
	if (!w->watch->redraw || is_json(w) || w->watch->delta_only ||
	    ioctl(w->sink->fd, TIOCGWINSZ, &w->screen) || w->screen.ws_row < 4 || !w->screen.ws_col)
		w->screen.ws_row = 0;
	else
		w->lines_left = w->screen.ws_row - 3U;
}

static int look_once(struct watch *w)
{
	int err;

	measure_screen(w);
	w->nr_wanted = w->nr_told = 0;
	w->now.nr = 0;
	w->now.time_ns = clock__ns(CLOCK_MONOTONIC);
	if (w->now.slots)
		memset(w->now.slots, 0xff, w->now.nr_slots * sizeof(*w->now.slots));
	err = map_rows__for_each(&w->rows, take_row, w);
	if (err)
		return err;
	w->nr_looks++;
	write_head(w);
	err = write_rows(w);
	if (!err)
		err = write_removed(w);
	if (!err)
		write_more(w);
	return err ? err : map_sink__flush(w->sink);
}

/* Sleep until the next look is due, waking for signals. */
static void wait_until(const struct watch *w, uint64_t due)
{
	uint64_t now = clock__ns(CLOCK_MONOTONIC);
	struct timespec ts;

	while (now < due && !(w->opts->stop && *w->opts->stop)) {
		ts.tv_sec = (time_t)((due - now) / NSEC_PER_SEC);
		ts.tv_nsec = (long)((due - now) % NSEC_PER_SEC);
		nanosleep(&ts, NULL);
		now = clock__ns(CLOCK_MONOTONIC);
	}
}

static int watch_loop(struct watch *w)
{
	uint64_t due = clock__ns(CLOCK_MONOTONIC);
	struct look swap;
	int err = 0;

	while (!(w->opts->stop && *w->opts->stop)) {
		err = look_once(w);
		if (err || (w->watch->max_looks && w->nr_looks >= w->watch->max_looks))
			break;
		swap = w->before;
		w->before = w->now;
		w->now = swap;
		w->has_before = true;
		due += w->watch->interval_ns;
		/* A map that takes longer to read than the interval is read without a pause. */
		due = MAX(due, clock__ns(CLOCK_MONOTONIC));
		wait_until(w, due);
	}
	return err == -EINTR ? 0 : err;
}

static int watch__init(struct watch *w)
{
	int err;

	w->row_opts = *w->opts;
	/* Rows are sorted, and cut at the top, when they are shown. */
	w->row_opts.top = 0;
	if (w->map->kind->per_cpu && w->row_opts.fold == MAP_FOLD_NONE)
		w->row_opts.fold = MAP_FOLD_SUM;
	err = map_rows__init(&w->rows, w->map, &w->row_opts);
	if (err)
		return err;
	w->key_len = map_rows__key_len(&w->rows);
	w->value_len = map_rows__value_len(&w->rows);
	map_writer__init(&w->writer, w->map, &w->row_opts, &w->rows.types, &w->rows.query, w->sink);
	/* Within our objects an entry is a value like others. */
	w->writer.depth = is_json(w);
	return find_leaves(w);
}

int map_watch__run(const struct map *map, const struct map_dump_opts *opts,
		   const struct map_watch_opts *watch, struct map_sink *sink)
{
	struct watch w = { .map = map, .opts = opts, .watch = watch, .sink = sink };
	int err, flush_err;
	size_t i;

	err = watch__init(&w);
	if (!err)
		err = map_sink__begin(sink);
	if (!err) {
		if (opts->format == MAP_FORMAT_JSON)
			strbuf__addc(&sink->buf, '[');
		err = watch_loop(&w);
		if (opts->format == MAP_FORMAT_JSON)
			strbuf__adds(&sink->buf, "]\n");
		flush_err = map_sink__flush(sink);
		if (flush_err && flush_err != -EPIPE)
			log_err("cannot write: %s", strerror(-flush_err));
		else if (err)
			err = map_rows__failed(&w.rows, err);
		err = err ? err : flush_err;
		map_rows__log_end(&w.rows);
	}
	for (i = 0; i < w.nr_leaves; i++)
		free(w.leaves[i].name);
	free(w.leaves);
	look__free(&w.now);
	look__free(&w.before);
	map_writer__free(&w.writer);
	map_sorter__free(w.sorter);
	map_rows__free(&w.rows);
	return err;
}
