// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* profile_rows.c - see profile_rows.h. */
#include "profile_rows.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "util.h"

/* What a row differs by: three words for each column. */
#define KEY_WORDS (3 * NR_SORT_KEYS)

struct row_key {
	uint64_t words[KEY_WORDS];
	size_t nr;
};

static void add_word(struct row_key *key, uint64_t word)
{
	key->words[key->nr++] = word;
}

/* The file of "file.c:12". */
static size_t file_len(const char *srcline)
{
	const char *colon = strrchr(srcline, ':');

	return colon ? (size_t)(colon - srcline) : strlen(srcline);
}

static void add_symbol(struct row_key *key, const struct place *place)
{
	/* A BPF program that is loaded again is the same function: its column tells them apart. */
	if (place->prog != NO_PROG_IDX) {
		add_word(key, (uint64_t)NO_DSO << 32 | NO_SYMBOL);
		add_word(key, (uint64_t)place->dso << 1 | 1);
		add_word(key, 0);
		return;
	}
	add_word(key, (uint64_t)place->file << 32 | place->sym);
	add_word(key, 0);
	/* One that is not known is itself; the same address of another file is another one. */
	add_word(key, place->sym == NO_SYMBOL ? place->addr : 0);
}

static void add_key(struct row_key *key, const struct machine *m, enum sort_key sort,
		    const struct profile_context *c, const struct place *place)
{
	const char *text;

	switch (sort) {
	case SORT_COMM:
		add_word(key, c->comm);
		break;
	case SORT_PID:
		add_word(key, (uint64_t)c->pid << 32 | c->comm);
		break;
	case SORT_TID:
		add_word(key, (uint64_t)c->tid << 32 | c->comm);
		break;
	case SORT_CPU:
		add_word(key, c->cpu);
		break;
	case SORT_CGROUP:
		add_word(key, c->cgroup);
		break;
	case SORT_DSO:
		add_word(key, place->dso);
		break;
	case SORT_SYM:
		add_symbol(key, place);
		break;
	case SORT_SRCLINE:
		add_word(key, place->srcline);
		break;
	case SORT_SRCFILE:
		text = machine__name(m, place->srcline);
		add_word(key, hash_bytes(text, file_len(text)));
		break;
	case SORT_PROG:
		add_word(key, place->prog);
		break;
	case NR_SORT_KEYS:
		break;
	}
}

static void make_key(struct row_key *key, const struct profile_rows *rows,
		     const struct profile_context *c, uint32_t place)
{
	const struct sort_keys *sort = &rows->profile->opts->sort;
	size_t i;

	key->nr = 0;
	for (i = 0; i < sort->nr; i++)
		add_key(key, rows->machine, sort->of[i], c, machine__place(rows->machine, place));
}

struct wanted_row {
	const struct profile_rows *rows;
	const struct row_key *key;
};

static bool same_row(const void *array, uint32_t idx, const void *key)
{
	const struct profile_row *row = (const struct profile_row *)array + idx;
	const struct wanted_row *wanted = key;
	struct row_key own;

	make_key(&own, wanted->rows, &wanted->rows->profile->contexts[row->context], row->place);
	return !memcmp(own.words, wanted->key->words, own.nr * sizeof(own.words[0]));
}

/* Return: NO_ROW without memory. */
static uint32_t get_row(struct profile_rows *rows, struct hash_index *index, uint32_t context,
			uint32_t place)
{
	struct row_key key;
	const struct wanted_row wanted = { .rows = rows, .key = &key };
	uint64_t hash = 0;
	uint32_t idx;
	size_t i;

	make_key(&key, rows, &rows->profile->contexts[context], place);
	for (i = 0; i < key.nr; i++)
		hash = hash_mix(hash, key.words[i]);
	idx = hash_index__find(index, hash, same_row, rows->rows, &wanted);
	if (idx != HASH_INDEX_NONE)
		return idx;
	idx = (uint32_t)rows->nr;
	if (array__grow(&rows->rows, rows->nr, &rows->size, sizeof(*rows->rows)) ||
	    hash_index__add(index, hash, idx))
		return NO_ROW;
	rows->rows[rows->nr++] = (struct profile_row){ .context = context, .place = place };
	return idx;
}

static int find_rows(struct profile_rows *rows, struct hash_index *index, uint32_t event)
{
	const struct profile *p = rows->profile;
	size_t i;

	for (i = 0; i < p->nr_nodes; i++) {
		const struct profile_node *node = &p->nodes[i];

		rows->of_node[i] = NO_ROW;
		if (node->parent == NO_NODE || p->contexts[node->context].event != event)
			continue;
		rows->of_node[i] = get_row(rows, index, node->context, node->place);
		if (rows->of_node[i] == NO_ROW)
			return -ENOMEM;
		rows->rows[rows->of_node[i]].nr_nodes++;
	}
	return 0;
}

bool profile_rows__is_outermost(const struct profile_rows *rows, uint32_t node)
{
	const struct profile_node *nodes = rows->profile->nodes;
	uint32_t at = nodes[node].parent;

	for (; at != NO_NODE; at = nodes[at].parent) {
		if (rows->of_node[at] == rows->of_node[node])
			return false;
	}
	return true;
}

static void count(struct profile_rows *rows)
{
	const struct profile *p = rows->profile;
	size_t i;

	for (i = 0; i < p->nr_nodes; i++) {
		struct profile_row *row;

		if (rows->of_node[i] == NO_ROW)
			continue;
		row = &rows->rows[rows->of_node[i]];
		weight__add(&row->self, &p->nodes[i].self);
		weight__add(&rows->all, &p->nodes[i].self);
		if (profile_rows__is_outermost(rows, (uint32_t)i))
			weight__add(&row->total, &p->nodes[i].total);
	}
}

static int compare_weights(const struct weight *x, const struct weight *y)
{
	if (x->period != y->period)
		return x->period > y->period ? -1 : 1;
	if (x->samples != y->samples)
		return x->samples > y->samples ? -1 : 1;
	return 0;
}

/* Of two that weigh the same, the one that came first. */
static int compare_rows(const void *a, const void *b, void *ctx)
{
	const struct profile_row *x = a, *y = b;
	const bool *children = ctx;
	int by = *children ? compare_weights(&x->total, &y->total) : 0;

	if (!by)
		by = compare_weights(&x->self, &y->self);
	return by ? by : x->first_node < y->first_node ? -1 : x->first_node > y->first_node;
}

/* Sort, and make the lists of nodes. */
static int put_in_order(struct profile_rows *rows, bool children)
{
	const size_t nr_nodes = rows->profile->nr_nodes;
	__cleanup_free uint32_t *moved = calloc(rows->nr ? rows->nr : 1, sizeof(*moved));
	uint32_t at = 0;
	size_t i;

	if (!moved)
		return -ENOMEM;
	for (i = 0; i < rows->nr; i++)
		rows->rows[i].first_node = (uint32_t)i;
	if (rows->nr)
		qsort_r(rows->rows, rows->nr, sizeof(*rows->rows), compare_rows, &children);
	/* Without its callees, what has no samples itself has nothing to show. */
	for (i = rows->nr; i-- > 0 && !children && !rows->rows[i].self.samples; rows->nr--)
		moved[rows->rows[i].first_node] = NO_ROW;
	for (i = 0; i < rows->nr; i++) {
		moved[rows->rows[i].first_node] = (uint32_t)i;
		rows->rows[i].first_node = at;
		at += rows->rows[i].nr_nodes;
		rows->rows[i].nr_nodes = 0;
	}
	for (i = 0; i < nr_nodes; i++) {
		struct profile_row *row;

		if (rows->of_node[i] == NO_ROW)
			continue;
		rows->of_node[i] = moved[rows->of_node[i]];
		if (rows->of_node[i] == NO_ROW)
			continue;
		row = &rows->rows[rows->of_node[i]];
		rows->by_row[row->first_node + row->nr_nodes++] = (uint32_t)i;
	}
	return 0;
}

int profile_rows__init(struct profile_rows *rows, const struct profile *profile,
		       struct machine *machine, uint32_t event, bool children)
{
	const size_t nr = profile->nr_nodes ? profile->nr_nodes : 1;
	struct hash_index index = {};
	int err = -ENOMEM;

	*rows = (struct profile_rows){ .profile = profile, .machine = machine };
	rows->of_node = calloc(nr, sizeof(*rows->of_node));
	rows->by_row = calloc(nr, sizeof(*rows->by_row));
	if (rows->of_node && rows->by_row)
		err = find_rows(rows, &index, event);
	hash_index__free(&index);
	if (!err) {
		count(rows);
		err = put_in_order(rows, children);
	}
	if (err)
		profile_rows__free(rows);
	return err;
}

void profile_rows__free(struct profile_rows *rows)
{
	free(rows->rows);
	free(rows->of_node);
	free(rows->by_row);
	*rows = (struct profile_rows){};
}

static void add_symbol_cell(struct machine *m, uint32_t idx, struct strbuf *cell)
{
	const struct place *place = machine__place(m, idx);
	const char *name = machine__symbol(m, idx);

	strbuf__addf(cell, "[%c] ", place->level);
	if (name)
		strbuf__adds(cell, name);
	else
		strbuf__addf(cell, "0x%016" PRIx64, place->addr);
}

static void add_prog_cell(const struct machine *m, const struct place *place, struct strbuf *cell)
{
	const struct bpf_prog *prog = machine__prog(m, place);

	if (!prog) {
		strbuf__addc(cell, '-');
		return;
	}
	strbuf__adds(cell, prog->name && *prog->name ? prog->name : "?");
	if (prog->has_id)
		strbuf__addf(cell, " (id %u)", prog->id);
}

static void add_task_cell(const struct machine *m, uint32_t id, uint32_t comm, struct strbuf *cell)
{
	strbuf__addf(cell, "%7d:%s", (int)id, machine__name(m, comm));
}

void profile_rows__cell(const struct profile_rows *rows, const struct profile_row *row,
			enum sort_key key, struct strbuf *cell)
{
	const struct profile_context *c = &rows->profile->contexts[row->context];
	const struct place *place = machine__place(rows->machine, row->place);
	const char *text;

	switch (key) {
	case SORT_COMM:
		strbuf__adds(cell, machine__name(rows->machine, c->comm));
		break;
	case SORT_PID:
		add_task_cell(rows->machine, c->pid, c->comm, cell);
		break;
	case SORT_TID:
		add_task_cell(rows->machine, c->tid, c->comm, cell);
		break;
	case SORT_CPU:
		if (c->cpu == UINT32_MAX)
			strbuf__addc(cell, '-');
		else
			strbuf__addf(cell, "%03u", c->cpu);
		break;
	case SORT_CGROUP:
		strbuf__adds(cell, machine__name(rows->machine, c->cgroup));
		break;
	case SORT_DSO:
		strbuf__adds(cell, machine__name(rows->machine, place->dso));
		break;
	case SORT_SYM:
		add_symbol_cell(rows->machine, row->place, cell);
		break;
	case SORT_SRCLINE:
		strbuf__adds(cell, machine__name(rows->machine, place->srcline));
		break;
	case SORT_SRCFILE:
		text = machine__name(rows->machine, place->srcline);
		strbuf__add(cell, text, file_len(text));
		break;
	case SORT_PROG:
		add_prog_cell(rows->machine, place, cell);
		break;
	case NR_SORT_KEYS:
		break;
	}
}
