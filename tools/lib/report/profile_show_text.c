// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* profile_show_text.c - the table of `perf report --stdio`, one for each event. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "profile_show.h"
#include "utf8.h"
#include "util.h"

/** struct table - of one event. */
struct table {
	const struct profile_shown *shown;
	const struct sort_keys *sort;
	struct profile_rows rows;
	size_t nr_rows; /* that are shown */
	size_t widths[NR_SORT_KEYS];
	size_t samples_width;
};

static double share(const struct table *t, const struct profile_row *row)
{
	return profile_show__percent(t->shown->opts->children ? row->total.period
							      : row->self.period,
				     t->rows.all.period);
}

static void add_cell(struct table *t, struct strbuf *text, const struct profile_row *row,
		     enum sort_key key)
{
	struct strbuf raw = {};

	profile_rows__cell(&t->rows, row, key, &raw);
	strbuf__add_visible(text, raw.text, raw.len);
	strbuf__free(&raw);
}

/* Rows that are large enough, and how wide their cells are. */
static void measure(struct table *t)
{
	struct strbuf cell = {};
	size_t i, c;

	for (c = 0; c < t->sort->nr; c++)
		t->widths[c] = strlen(sort_key__title(t->sort->of[c]));
	t->samples_width = strlen("Samples");
	for (i = 0; i < t->rows.nr; i++) {
		if (share(t, &t->rows.rows[i]) < t->shown->opts->row_limit)
			break;
		t->nr_rows++;
		for (c = 0; c < t->sort->nr; c++) {
			strbuf__reset(&cell);
			add_cell(t, &cell, &t->rows.rows[i], t->sort->of[c]);
			t->widths[c] = MAX(t->widths[c], utf8__columns(cell.text, cell.len));
		}
		strbuf__reset(&cell);
		strbuf__add_uint(&cell, t->rows.rows[i].total.samples);
		t->samples_width = MAX(t->samples_width, cell.len);
	}
	strbuf__free(&cell);
}

static void add_left(struct strbuf *text, const char *cell, size_t width, bool is_last)
{
	const size_t start = text->len;

	strbuf__adds(text, cell);
	if (!is_last)
		strbuf__pad(text, start, width);
}

static void add_dots(struct strbuf *text, size_t width)
{
	while (width--)
		strbuf__addc(text, '.');
}

static void add_titles(const struct table *t, struct strbuf *text)
{
	const struct profile_show_opts *opts = t->shown->opts;
	size_t c;

	strbuf__addf(text, opts->children ? "# Children      Self" : "# Overhead");
	if (opts->nr_samples)
		strbuf__addf(text, "  %*s", (int)t->samples_width, "Samples");
	for (c = 0; c < t->sort->nr; c++) {
		strbuf__adds(text, "  ");
		add_left(text, sort_key__title(t->sort->of[c]), t->widths[c], c + 1 == t->sort->nr);
	}
	strbuf__adds(text, opts->children ? "\n# ........  ........" : "\n# ........");
	if (opts->nr_samples) {
		strbuf__adds(text, "  ");
		add_dots(text, t->samples_width);
	}
	for (c = 0; c < t->sort->nr; c++) {
		strbuf__adds(text, "  ");
		add_dots(text, t->widths[c]);
	}
	strbuf__adds(text, "\n#\n");
}

static void add_row(struct table *t, struct strbuf *text, const struct profile_row *row)
{
	const struct profile_show_opts *opts = t->shown->opts;
	const uint64_t all = t->rows.all.period;
	struct strbuf cell = {};
	size_t c, start;

	if (opts->children)
		strbuf__addf(text, "%9.2f%%", profile_show__percent(row->total.period, all));
	strbuf__addf(text, "%9.2f%%", profile_show__percent(row->self.period, all));
	if (opts->nr_samples)
		strbuf__addf(text, "  %*" PRIu64, (int)t->samples_width,
			     opts->children ? row->total.samples : row->self.samples);
	for (c = 0; c < t->sort->nr; c++) {
		strbuf__adds(text, "  ");
		start = text->len;
		strbuf__reset(&cell);
		add_cell(t, &cell, row, t->sort->of[c]);
		strbuf__add(text, cell.text, cell.len);
		if (c + 1 < t->sort->nr)
			strbuf__pad_columns(text, start, t->widths[c]);
	}
	strbuf__addc(text, '\n');
	strbuf__free(&cell);
}

static int add_graph(struct table *t, struct strbuf *text, struct graph_labels *labels,
		     const struct profile_row *row)
{
	const struct profile_show_opts *opts = t->shown->opts;
	struct label_tree tree = {};
	int err;

	if (opts->graph == GRAPH_NONE || share(t, row) < opts->graph_limit)
		return 0;
	err = profile_graph__of_row(&tree, labels, &t->rows, row, opts->graph, opts->children);
	if (!err)
		profile_show__graph(text, &tree, labels, t->rows.all.period, opts->graph_limit);
	label_tree__free(&tree);
	return err;
}

static int show_event(const struct profile_shown *shown, size_t event, struct sink *sink)
{
	struct table t = { .shown = shown, .sort = &shown->profile->opts->sort };
	struct graph_labels labels = { .addresses = true };
	struct strbuf *text = &sink->buf;
	const char *name;
	char buf[EVENT_NAME_SIZE];
	size_t i;
	int err;

	err = profile_rows__init(&t.rows, shown->profile, shown->machine, (uint32_t)event,
				 shown->opts->children);
	if (err)
		return err;
	measure(&t);
	name = profile_shown__event_name(shown, event, buf);
	strbuf__addf(text, "# Samples: %" PRIu64 "  of event '", t.rows.all.samples);
	strbuf__add_visible(text, name, strlen(name));
	strbuf__addf(text, "'\n# Event count (approx.): %" PRIu64 "\n#\n", t.rows.all.period);
	add_titles(&t, text);
	for (i = 0; i < t.nr_rows && !err; i++) {
		add_row(&t, text, &t.rows.rows[i]);
		err = add_graph(&t, text, &labels, &t.rows.rows[i]);
		if (!err)
			err = sink__line(sink);
	}
	if (t.nr_rows < t.rows.nr)
		strbuf__addf(text, "# %zu more rows are below %.2f%%\n", t.rows.nr - t.nr_rows,
			     shown->opts->row_limit);
	strbuf__adds(text, "\n");
	graph_labels__free(&labels);
	profile_rows__free(&t.rows);
	return err ? err : sink__line(sink);
}

int profile_show__text(const struct profile_shown *shown, struct sink *sink)
{
	const size_t nr = perfdata__evlist(shown->pd)->nr;
	bool is_empty = true;
	size_t i;
	int err = 0;

	strbuf__addf(&sink->buf, "#\n# Total Lost Samples: %" PRIu64 "\n#\n", shown->totals->lost);
	for (i = 0; (i < nr || (!i && !nr)) && !err; i++) {
		if (!profile_shown__has_samples(shown, i))
			continue;
		is_empty = false;
		err = show_event(shown, i, sink);
	}
	if (is_empty)
		strbuf__adds(&sink->buf, "# The recording has no samples.\n");
	return err ? err : sink__line(sink);
}
