// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* profile_show_json.c - the tables as one JSON object, with whole stacks if there are any. */
#include <errno.h>
#include <string.h>

#include "out.h"
#include "profile_show.h"
#include "util.h"

static void say_uint(struct out *o, const char *name, uint64_t value)
{
	out__member(o, name);
	out__uint(o, value);
}

static void say_text(struct out *o, const char *name, const char *text, size_t len)
{
	out__member(o, name);
	out__str(o, text, len, false);
}

static void say_weight(struct out *o, const char *samples, const char *period,
		       const struct weight *weight)
{
	say_uint(o, samples, weight->samples);
	say_uint(o, period, weight->period);
}

/* A symbol without the letter before it, which is a member of its own; null when not known. */
static void say_symbol(struct out *o, const struct profile_rows *rows,
		       const struct profile_row *row)
{
	const struct place *place = machine__place(rows->machine, row->place);
	const char *name = machine__symbol(rows->machine, row->place);

	say_text(o, "level", &place->level, 1);
	out__member(o, "sym");
	if (name) {
		out__str(o, name, strlen(name), false);
		return;
	}
	out__none(o, "unknown", strlen("unknown"));
	say_uint(o, "addr", place->addr);
}

static void say_prog(struct out *o, const struct profile_rows *rows, const struct profile_row *row)
{
	const struct bpf_prog *prog =
		machine__prog(rows->machine, machine__place(rows->machine, row->place));

	out__member(o, "prog");
	if (!prog) {
		out__none(o, "none", strlen("none"));
		return;
	}
	out__begin(o, OUT_OBJECT);
	if (prog->has_id)
		say_uint(o, "id", prog->id);
	say_text(o, "name", prog->name ? prog->name : "", prog->name ? strlen(prog->name) : 0);
	out__end(o, OUT_OBJECT);
}

static void say_cell(struct out *o, const struct profile_rows *rows, const struct profile_row *row,
		     enum sort_key key)
{
	const struct profile_context *c = &rows->profile->contexts[row->context];
	const char *comm = machine__name(rows->machine, c->comm);
	struct strbuf cell = {};

	switch (key) {
	case SORT_SYM:
		say_symbol(o, rows, row);
		return;
	case SORT_PROG:
		say_prog(o, rows, row);
		return;
	case SORT_PID:
	case SORT_TID:
		out__member(o, sort_key__name(key));
		out__sint(o, (int32_t)(key == SORT_PID ? c->pid : c->tid));
		if (!sort_keys__has(&rows->profile->opts->sort, SORT_COMM))
			say_text(o, "comm", comm, strlen(comm));
		return;
	case SORT_CPU:
		out__member(o, "cpu");
		if (c->cpu == UINT32_MAX)
			out__none(o, "unknown", strlen("unknown"));
		else
			out__uint(o, c->cpu);
		return;
	default:
		profile_rows__cell(rows, row, key, &cell);
		say_text(o, sort_key__name(key), cell.text ? cell.text : "", cell.len);
		strbuf__free(&cell);
	}
}

static void say_row(struct out *o, const struct profile_shown *shown,
		    const struct profile_rows *rows, const struct profile_row *row)
{
	const struct sort_keys *sort = &shown->profile->opts->sort;
	size_t i;

	out__begin(o, OUT_OBJECT);
	say_weight(o, "samples", "period", &row->self);
	if (shown->opts->children)
		say_weight(o, "children_samples", "children_period", &row->total);
	for (i = 0; i < sort->nr; i++)
		say_cell(o, rows, row, sort->of[i]);
	out__end(o, OUT_OBJECT);
}

static void say_stack(struct out *o, const struct label_tree *tree,
		      const struct graph_labels *labels, uint32_t node)
{
	uint32_t path[PROFILE_DEPTH_MAX + 2];
	const char *text;
	size_t nr = 0;
	uint32_t at;

	for (at = node; at && nr < ARRAY_SIZE(path); at = tree->nodes[at].parent)
		path[nr++] = at;
	out__begin(o, OUT_OBJECT);
	say_weight(o, "samples", "period", &tree->nodes[node].self);
	out__member(o, "frames");
	out__begin(o, OUT_ARRAY);
	while (nr--) {
		text = graph_labels__text(labels, tree->nodes[path[nr]].label);
		out__str(o, text, strlen(text), false);
	}
	out__end(o, OUT_ARRAY);
	out__end(o, OUT_OBJECT);
}

static int say_stacks(struct out *o, const struct profile_shown *shown, size_t event,
		      struct sink *sink)
{
	struct graph_labels labels = {};
	struct label_tree tree = {};
	uint32_t node = 0;
	int err = profile_graph__of_event(&tree, &labels, shown->profile, shown->machine,
					  (uint32_t)event, NULL);

	out__member(o, "stacks");
	out__begin(o, OUT_ARRAY);
	while (!err && (node = label_tree__next(&tree, node))) {
		if (!tree.nodes[node].self.samples)
			continue;
		say_stack(o, &tree, &labels, node);
		err = sink__line(sink);
	}
	out__end(o, OUT_ARRAY);
	label_tree__free(&tree);
	graph_labels__free(&labels);
	return err;
}

static int say_event(struct out *o, const struct profile_shown *shown, size_t event,
		     struct sink *sink)
{
	struct profile_rows rows;
	const char *name;
	char buf[EVENT_NAME_SIZE];
	size_t i;
	int err;

	err = profile_rows__init(&rows, shown->profile, shown->machine, (uint32_t)event,
				 shown->opts->children);
	if (err)
		return err;
	out__begin(o, OUT_OBJECT);
	name = profile_shown__event_name(shown, event, buf);
	say_text(o, "event", name, strlen(name));
	say_weight(o, "samples", "period", &rows.all);
	out__member(o, "rows");
	out__begin(o, OUT_ARRAY);
	for (i = 0; i < rows.nr && !err; i++) {
		say_row(o, shown, &rows, &rows.rows[i]);
		err = sink__line(sink);
	}
	out__end(o, OUT_ARRAY);
	if (!err && shown->profile->opts->chains)
		err = say_stacks(o, shown, event, sink);
	out__end(o, OUT_OBJECT);
	profile_rows__free(&rows);
	return err;
}

static void say_totals(struct out *o, const struct profile_shown *shown)
{
	const struct profile_totals *totals = shown->totals;

	say_uint(o, "samples", totals->samples);
	say_uint(o, "lost", totals->lost);
	say_uint(o, "throttled", totals->throttled);
	say_uint(o, "damaged", totals->damaged + totals->bad_samples);
	out__member(o, "complete");
	out__bool(o,
		  !perfdata__is_incomplete(shown->pd) && !totals->damaged && !totals->bad_samples);
}

int profile_show__json(const struct profile_shown *shown, struct sink *sink)
{
	const size_t nr = perfdata__evlist(shown->pd)->nr;
	struct out o;
	size_t i;
	int err = 0;

	out__init_json(&o, &sink->buf);
	out__begin(&o, OUT_OBJECT);
	say_totals(&o, shown);
	out__member(&o, "events");
	out__begin(&o, OUT_ARRAY);
	for (i = 0; (i < nr || (!i && !nr)) && !err; i++) {
		if (profile_shown__has_samples(shown, i))
			err = say_event(&o, shown, i, sink);
	}
	out__end(&o, OUT_ARRAY);
	out__end(&o, OUT_OBJECT);
	strbuf__addc(&sink->buf, '\n');
	return err ? err : sink__line(sink);
}
