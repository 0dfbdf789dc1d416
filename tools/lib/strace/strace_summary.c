// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* strace_summary.c - see strace_summary.h. */
#include "strace_summary.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "syscalls.h"
#include "util.h"

#define NR_ROWS (AUG_NR_ABIS * AUG_NR_SYSCALLS)

/**
 * struct row - one call of all threads.
 * @idx: abi * AUG_NR_SYSCALLS + nr.
 */
struct row {
	uint32_t idx;
	uint64_t calls;
	uint64_t errors;
	uint64_t sum_ns;
	uint64_t min_ns;
	uint64_t max_ns;
};

/* What row.idx of a total is. */
#define IS_TOTAL NR_ROWS

struct strace_summary {
	struct row rows[NR_ROWS];
	struct row totals[AUG_NR_ABIS]; /* each kind of programs has a table of its own */
};

/*
 * The columns as strace 6.1 has them: the words of -U and -S with their short forms, the head, and the
 * width where no row takes more.
 */
static const struct {
	const char *words[3];
	const char *head;
	int width;
} columns[STRACE_NR_COLUMNS] = {
	[STRACE_COL_PERCENT] = { { "time-percent", "time" }, "% time", 6 },
	[STRACE_COL_TOTAL] = { { "total-time", "time-total" }, "seconds", 11 },
	[STRACE_COL_MIN] = { { "min-time", "shortest", "time-min" }, "shortest", 8 },
	[STRACE_COL_MAX] = { { "max-time", "longest", "time-max" }, "longest", 8 },
	[STRACE_COL_AVG] = { { "avg-time", "time-avg" }, "usecs/call", 11 },
	[STRACE_COL_CALLS] = { { "calls", "count" }, "calls", 9 },
	[STRACE_COL_ERRORS] = { { "errors", "error" }, "errors", 9 },
	[STRACE_COL_NAME] = { { "name", "syscall", "syscall-name" }, "syscall", 16 },
};

void strace_table__init(struct strace_table *table)
{
	static const uint8_t standard[] = { STRACE_COL_PERCENT, STRACE_COL_TOTAL,  STRACE_COL_AVG,
					    STRACE_COL_CALLS,	STRACE_COL_ERRORS, STRACE_COL_NAME };

	memcpy(table->columns, standard, sizeof(standard));
	table->nr_columns = sizeof(standard);
	table->sort = STRACE_COL_PERCENT;
}

/* strace takes the words with underscores too. */
static bool is_word(const char *known, const char *word, size_t len)
{
	size_t i;

	for (i = 0; i < len && known[i]; i++) {
		if (known[i] != (word[i] == '_' ? '-' : word[i]))
			return false;
	}
	return i == len && !known[i];
}

static unsigned int find_column(const char *word, size_t len)
{
	for (unsigned int i = 0; i < STRACE_NR_COLUMNS; i++) {
		for (size_t j = 0; j < ARRAY_SIZE(columns[i].words); j++) {
			const char *known = columns[i].words[j];

			if (known && is_word(known, word, len))
				return i;
		}
	}
	return STRACE_NR_COLUMNS;
}

static int unknown_column(const char *option, const char *word, size_t len, struct strbuf *error)
{
	strbuf__addf(error, "%s: '", option);
	strbuf__add_escaped(error, word, len);
	strbuf__adds(error, "' is no column; there are:");
	for (unsigned int i = 0; i < STRACE_NR_COLUMNS; i++)
		strbuf__addf(error, " %s", columns[i].words[0]);
	return -EINVAL;
}

int strace_table__set_columns(struct strace_table *table, const char *list, struct strbuf *error)
{
	unsigned int seen = 0, col;
	size_t len;

	table->nr_columns = 0;
	for (;; list += len + 1) {
		len = strcspn(list, ",");
		col = find_column(list, len);
		if (col == STRACE_NR_COLUMNS)
			return unknown_column("-U", list, len, error);
		if (seen & 1U << col) {
			strbuf__addf(error, "-U: column '%s' is named twice",
				     columns[col].words[0]);
			return -EINVAL;
		}
		seen |= 1U << col;
		table->columns[table->nr_columns++] = (uint8_t)col;
		if (!list[len])
			break;
	}
	if (!(seen & 1U << STRACE_COL_NAME))
		table->columns[table->nr_columns++] = STRACE_COL_NAME;
	return 0;
}

int strace_table__set_sort(struct strace_table *table, const char *word, struct strbuf *error)
{
	table->sort = find_column(word, strlen(word));
	if (table->sort != STRACE_NR_COLUMNS || !strcmp(word, "nothing") || !strcmp(word, "none"))
		return 0;
	return unknown_column("-S", word, strlen(word), error);
}

struct strace_summary *strace_summary__new(void)
{
	struct strace_summary *s = calloc(1, sizeof(*s));

	for (unsigned int abi = 0; s && abi < AUG_NR_ABIS; abi++)
		s->totals[abi].idx = IS_TOTAL;
	return s;
}

void strace_summary__free(struct strace_summary *s)
{
	free(s);
}

static void add_to(struct row *row, const struct aug_summary *sum, uint64_t calls)
{
	if (!row->calls || sum->min_ns < row->min_ns)
		row->min_ns = sum->min_ns;
	row->max_ns = MAX(row->max_ns, sum->max_ns);
	row->calls += calls;
	row->errors += sum->errors;
	row->sum_ns += sum->sum_ns;
}

void strace_summary__add(struct strace_summary *s, const struct aug_summary_key *key,
			 const struct aug_summary *sum)
{
	const uint32_t idx = syscalls__index_by_name(key->nr);
	const struct syscall_desc *desc =
		syscalls__get(key->nr / AUG_NR_SYSCALLS, key->nr % AUG_NR_SYSCALLS);

	/* strace counts what returns: an end does when it is refused. */
	const bool ends = desc && desc->flags & AUG_S_NORETURN;
	const uint64_t calls = ends ? sum->errors : sum->calls;

	if (key->nr >= NR_ROWS || !calls)
		return;
	s->rows[idx].idx = idx;
	add_to(&s->rows[idx], sum, calls);
	add_to(&s->totals[key->nr / AUG_NR_SYSCALLS], sum, calls);
}

static uint64_t number_of(const struct row *row, unsigned int col)
{
	switch (col) {
	case STRACE_COL_MIN:
		return row->min_ns;
	case STRACE_COL_MAX:
		return row->max_ns;
	case STRACE_COL_AVG:
		return row->calls ? row->sum_ns / row->calls : 0;
	case STRACE_COL_CALLS:
		return row->calls;
	case STRACE_COL_ERRORS:
		return row->errors;
	default:
		return row->sum_ns;
	}
}

static void add_name_of(const struct row *row, struct strbuf *name)
{
	const struct syscall_desc *desc =
		syscalls__get(row->idx / AUG_NR_SYSCALLS, row->idx % AUG_NR_SYSCALLS);

	/* Of which kind it is the table says. */
	if (row->idx == IS_TOTAL)
		strbuf__adds(name, "total");
	else if (desc)
		strbuf__adds(name, desc->name);
	else
		strbuf__addf(name, "syscall_%#x", row->idx % AUG_NR_SYSCALLS);
}

static int compare_names(const struct row *a, const struct row *b)
{
	struct strbuf names[2] = {};
	int cmp;

	add_name_of(a, &names[0]);
	add_name_of(b, &names[1]);
	cmp = strcmp(strbuf__cstr(&names[0]), strbuf__cstr(&names[1]));
	strbuf__free(&names[0]);
	strbuf__free(&names[1]);
	return cmp;
}

static int compare_rows(const void *a, const void *b, void *ctx)
{
	const struct row *rows[] = { *(const struct row *const *)a, *(const struct row *const *)b };
	const unsigned int sort = *(const unsigned int *)ctx;
	uint64_t numbers[2];

	if (sort == STRACE_COL_NAME)
		return compare_names(rows[0], rows[1]);
	if (sort != STRACE_SORT_NONE) {
		numbers[0] = number_of(rows[0], sort);
		numbers[1] = number_of(rows[1], sort);
		if (numbers[0] != numbers[1])
			return numbers[0] < numbers[1] ? 1 : -1;
	}
	return rows[0]->idx < rows[1]->idx ? -1 : 1;
}

/** struct view - a table as it is printed. @widths: of columns[], and what a row takes beyond. */
struct view {
	const struct strace_table *table;
	uint64_t total_ns;
	int widths[STRACE_NR_COLUMNS];
};

static void add_cell(const struct view *v, const struct row *row, unsigned int col, int width,
		     struct strbuf *text)
{
	const size_t start = text->len;
	const double seconds = (double)number_of(row, col) / 1e9;

	switch (col) {
	case STRACE_COL_PERCENT:
		strbuf__addf(text, "%*.2f", width,
			     v->total_ns ? 100.0 * (double)row->sum_ns / (double)v->total_ns
			     : row->idx == IS_TOTAL ? 100.0
						    : 0.0);
		break;
	case STRACE_COL_TOTAL:
	case STRACE_COL_MIN:
	case STRACE_COL_MAX:
		strbuf__addf(text, "%*.6f", width, seconds);
		break;
	case STRACE_COL_AVG:
		strbuf__addf(text, "%*llu", width, (unsigned long long)number_of(row, col) / 1000);
		break;
	case STRACE_COL_NAME:
		add_name_of(row, text);
		strbuf__pad(text, start, (size_t)width);
		break;
	default:
		if (col == STRACE_COL_ERRORS && !row->errors)
			strbuf__addf(text, "%*s", width, "");
		else
			strbuf__addf(text, "%*llu", width, (unsigned long long)number_of(row, col));
		break;
	}
}

/* Names have a blank behind them, where they are not the last column. */
static void widen(struct view *v, const struct row *row)
{
	for (unsigned int i = 0; i < v->table->nr_columns; i++) {
		const unsigned int col = v->table->columns[i];
		struct strbuf cell = {};
		int width;

		add_cell(v, row, col, 0, &cell);
		width = (int)cell.len + (col == STRACE_COL_NAME);
		v->widths[col] = MAX(v->widths[col], width);
		strbuf__free(&cell);
	}
}

/* A table's last column, which names may be, has no blanks behind it. */
static int width_at(const struct view *v, unsigned int i)
{
	const unsigned int col = v->table->columns[i];

	return col == STRACE_COL_NAME && i + 1 == v->table->nr_columns ? 0 : v->widths[col];
}

static void add_row(const struct view *v, const struct row *row, struct strbuf *text)
{
	for (unsigned int i = 0; i < v->table->nr_columns; i++) {
		strbuf__adds(text, i ? " " : "");
		add_cell(v, row, v->table->columns[i], width_at(v, i), text);
	}
	strbuf__addc(text, '\n');
}

static void add_rule(const struct view *v, struct strbuf *text)
{
	for (unsigned int i = 0; i < v->table->nr_columns; i++) {
		strbuf__adds(text, i ? " " : "");
		for (int n = 0; n < v->widths[v->table->columns[i]]; n++)
			strbuf__addc(text, '-');
	}
	strbuf__addc(text, '\n');
}

static void add_head(const struct view *v, struct strbuf *text)
{
	for (unsigned int i = 0; i < v->table->nr_columns; i++) {
		const unsigned int col = v->table->columns[i];

		strbuf__addf(text, col == STRACE_COL_NAME ? "%s%-*s" : "%s%*s", i ? " " : "",
			     width_at(v, i), columns[col].head);
	}
	strbuf__addc(text, '\n');
}

static uint64_t less(uint64_t ns, uint64_t overhead_ns)
{
	return ns > overhead_ns ? ns - overhead_ns : 0;
}

/* What each call costs beyond itself; of a sum it cannot be more than there is. */
static void take_off(struct row *row, uint64_t overhead_ns)
{
	row->min_ns = less(row->min_ns, overhead_ns);
	row->max_ns = less(row->max_ns, overhead_ns);
	row->sum_ns = less(row->sum_ns, overhead_ns * row->calls);
}

static void take_off_all(struct strace_summary *s, uint64_t overhead_ns)
{
	for (size_t abi = 0; abi < AUG_NR_ABIS; abi++) {
		take_off(&s->totals[abi], overhead_ns);
		s->totals[abi].sum_ns = 0;
	}
	for (size_t i = 0; i < NR_ROWS; i++) {
		take_off(&s->rows[i], overhead_ns);
		s->totals[i / AUG_NR_SYSCALLS].sum_ns += s->rows[i].sum_ns;
	}
}

static void print_table(const struct strace_summary *s, unsigned int abi,
			const struct strace_table *table, struct strbuf *text)
{
	const struct row *total = &s->totals[abi], *all = &s->rows[abi * AUG_NR_SYSCALLS];
	const struct row *rows[AUG_NR_SYSCALLS];
	struct view v = { .table = table, .total_ns = total->sum_ns };
	unsigned int sort = table->sort;
	size_t nr = 0, i;

	for (i = 0; i < AUG_NR_SYSCALLS; i++) {
		if (all[i].calls)
			rows[nr++] = &all[i];
	}
	qsort_r(rows, nr, sizeof(rows[0]), compare_rows, &sort);
	for (i = 0; i < STRACE_NR_COLUMNS; i++)
		v.widths[i] = columns[i].width;
	for (i = 0; i < nr; i++)
		widen(&v, rows[i]);
	widen(&v, total);
	add_head(&v, text);
	add_rule(&v, text);
	for (i = 0; i < nr; i++)
		add_row(&v, rows[i], text);
	add_rule(&v, text);
	add_row(&v, total, text);
}

/* Where there was no call there is no table. */
void strace_summary__print(struct strace_summary *s, const struct strace_table *table,
			   struct strbuf *text)
{
	if (table->overhead_ns)
		take_off_all(s, table->overhead_ns);
	for (unsigned int abi = 0; abi < AUG_NR_ABIS; abi++) {
		if (!s->totals[abi].calls)
			continue;
		if (abi == AUG_ABI_COMPAT)
			strbuf__adds(text, "System call usage summary for 32 bit mode:\n");
		print_table(s, abi, table, text);
	}
}
