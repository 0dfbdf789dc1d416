// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* summary.c - see summary.h: adds up, and puts into order; summary_show.c prints. */
#include "summary_priv.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "format.h"
#include "log.h"
#include "syscalls.h"
#include "util.h"

struct summary *summary__new(const struct summary_opts *opts)
{
	struct summary *s = calloc(1, sizeof(*s));

	if (s && opts)
		s->opts = *opts;
	return s;
}

void summary__free(struct summary *s)
{
	if (!s)
		return;
	free(s->rows);
	free(s->groups);
	free(s->members);
	free(s->errnos);
	hash_index__free(&s->row_index);
	hash_index__free(&s->group_index);
	hash_index__free(&s->member_index);
	free(s);
}

/* ---- words ---- */

static const char *const modes[] = {
	[SUMMARY_THREAD] = "thread",
	[SUMMARY_PROCESS] = "process",
	[SUMMARY_TOTAL] = "total",
	[SUMMARY_CGROUP] = "cgroup",
};

/* The first is ours; the others are strace's. */
static const char *const columns[SUMMARY_NR_COLUMNS][5] = {
	[SUMMARY_COL_TOTAL] = { "total", "total-time", "time", "time-total", "time-percent" },
	[SUMMARY_COL_CALLS] = { "calls", "count" },
	[SUMMARY_COL_ERRORS] = { "errors", "error" },
	[SUMMARY_COL_MIN] = { "min", "min-time", "shortest", "time-min" },
	[SUMMARY_COL_AVG] = { "avg", "avg-time", "time-avg" },
	[SUMMARY_COL_MAX] = { "max", "max-time", "longest", "time-max" },
	[SUMMARY_COL_STDDEV] = { "stddev" },
	[SUMMARY_COL_P50] = { "p50", "median" },
	[SUMMARY_COL_P90] = { "p90" },
	[SUMMARY_COL_P99] = { "p99" },
	[SUMMARY_COL_NAME] = { "name", "syscall", "syscall-name" },
	[SUMMARY_COL_NONE] = { "none", "nothing" },
};

int summary__parse_mode(const char *text, enum summary_mode *ret_mode)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(modes); i++) {
		if (!strcmp(text, modes[i])) {
			*ret_mode = (enum summary_mode)i;
			return 0;
		}
	}
	log_err("--summary-mode: '%s' is none of thread, process, total and cgroup", text);
	return -EINVAL;
}

int summary__parse_column(const char *text, enum summary_column *ret_column)
{
	size_t i, j;

	for (i = 0; i < SUMMARY_NR_COLUMNS; i++) {
		for (j = 0; j < ARRAY_SIZE(columns[i]) && columns[i][j]; j++) {
			if (!strcmp(text, columns[i][j])) {
				*ret_column = (enum summary_column)i;
				return 0;
			}
		}
	}
	log_err("--summary-sort-by: '%s' is no column; there are total, calls, errors, min, avg, max, "
		"stddev, p50, p90, p99, name, none",
		text);
	return -EINVAL;
}

/* ---- adding up ---- */

static bool same_group(const void *array, uint32_t idx, const void *key)
{
	const struct summary_group *group = (const struct summary_group *)array + idx,
				   *wanted = key;

	return group->id == wanted->id && group->since_ns == wanted->since_ns;
}

/* Return: its index; HASH_INDEX_NONE without memory. */
static uint32_t get_group(struct summary *s, const struct summary_group *key)
{
	const uint64_t hash = hash_mix(hash_mix(0, key->id), key->since_ns);
	uint32_t idx = hash_index__find(&s->group_index, hash, same_group, s->groups, key);

	if (idx != HASH_INDEX_NONE)
		return idx;
	idx = (uint32_t)s->nr_groups;
	if (array__grow(&s->groups, s->nr_groups, &s->groups_size, sizeof(*s->groups)) ||
	    hash_index__add(&s->group_index, hash, idx))
		return HASH_INDEX_NONE;
	s->groups[s->nr_groups++] = *key;
	return idx;
}

static struct summary_group group_of(const struct summary *s, uint32_t tid, uint64_t start_ns,
				     uint32_t pid, uint64_t leader_ns, uint64_t cgroup)
{
	switch (s->opts.mode) {
	case SUMMARY_THREAD:
		return (struct summary_group){ .id = tid, .since_ns = start_ns, .pid = pid };
	case SUMMARY_PROCESS:
		return (struct summary_group){ .id = pid, .since_ns = leader_ns, .pid = pid };
	case SUMMARY_CGROUP:
		return (struct summary_group){ .id = cgroup };
	case SUMMARY_TOTAL:
		break;
	}
	return (struct summary_group){};
}

static bool same_row(const void *array, uint32_t idx, const void *key)
{
	const struct summary_row *row = (const struct summary_row *)array + idx, *wanted = key;

	return row->group == wanted->group && row->nr == wanted->nr;
}

static uint32_t get_row(struct summary *s, uint32_t group, uint32_t nr)
{
	const struct summary_row key = { .group = group, .nr = nr };
	const uint64_t hash = hash_mix(0, (uint64_t)group << 32 | nr);
	uint32_t idx = hash_index__find(&s->row_index, hash, same_row, s->rows, &key);

	if (idx != HASH_INDEX_NONE)
		return idx;
	idx = (uint32_t)s->nr_rows;
	if (array__grow(&s->rows, s->nr_rows, &s->rows_size, sizeof(*s->rows)) ||
	    hash_index__add(&s->row_index, hash, idx))
		return HASH_INDEX_NONE;
	s->rows[s->nr_rows++] = key;
	return idx;
}

static void add_sums(struct aug_summary *into, const struct aug_summary *sum)
{
	unsigned int i;

	into->min_ns = into->calls ? MIN(into->min_ns, sum->min_ns) : sum->min_ns;
	into->max_ns = MAX(into->max_ns, sum->max_ns);
	into->calls += sum->calls;
	into->errors += sum->errors;
	into->sum_ns += sum->sum_ns;
	into->sum_sq_lo += sum->sum_sq_lo;
	into->sum_sq_hi += sum->sum_sq_hi + (into->sum_sq_lo < sum->sum_sq_lo);
	/* A bucket past 4 billion calls stays there: only percentiles feel it. */
	for (i = 0; i < AUG_HIST_BUCKETS; i++)
		into->hist[i] += MIN(sum->hist[i], UINT32_MAX - into->hist[i]);
}

static uint64_t hash_key(const struct aug_summary_key *key)
{
	return hash_mix(hash_mix(hash_mix(0, key->start_ns), (uint64_t)key->tid << 32 | key->nr),
			key->cgroup);
}

static bool same_member(const void *array, uint32_t idx, const void *key)
{
	const struct aug_summary_key *a = &((const struct summary_member *)array)[idx].key,
				     *b = key;

	return a->start_ns == b->start_ns && a->tid == b->tid && a->nr == b->nr &&
	       a->cgroup == b->cgroup;
}

/* Which row a key's errors belong to. */
static int remember(struct summary *s, const struct aug_summary_key *key, uint32_t row)
{
	const uint64_t hash = hash_key(key);

	if (!s->opts.errnos || hash_index__find(&s->member_index, hash, same_member, s->members,
						key) != HASH_INDEX_NONE)
		return 0;
	if (array__grow(&s->members, s->nr_members, &s->members_size, sizeof(*s->members)) ||
	    hash_index__add(&s->member_index, hash, (uint32_t)s->nr_members))
		return -ENOMEM;
	s->members[s->nr_members++] = (struct summary_member){ .key = *key, .row = row };
	return 0;
}

int summary__add(struct summary *s, const struct aug_summary_key *key,
		 const struct aug_summary *sum)
{
	const struct summary_group wanted =
		group_of(s, key->tid, key->start_ns, sum->pid, sum->leader_ns, key->cgroup);
	const uint32_t group = get_group(s, &wanted);
	const uint32_t nr = syscalls__index_by_name(key->nr);
	const uint32_t row = group == HASH_INDEX_NONE ? group : get_row(s, group, nr);

	if (row == HASH_INDEX_NONE)
		return -ENOMEM;
	task_name__take(&s->groups[group].name, sum->comm, sum->last_ns, key->tid == sum->pid);
	s->groups[group].calls += sum->calls;
	add_sums(&s->rows[row].sum, sum);
	return remember(s, key, row);
}

int summary__add_errno(struct summary *s, const struct aug_errno_key *key, uint64_t nr)
{
	const uint32_t member = hash_index__find(&s->member_index, hash_key(&key->call),
						 same_member, s->members, &key->call);

	/* Its row found no room. */
	if (member == HASH_INDEX_NONE)
		return 0;
	if (array__grow(&s->errnos, s->nr_errnos, &s->errnos_size, sizeof(*s->errnos)))
		return -ENOMEM;
	s->errnos[s->nr_errnos++] = (struct summary_errno){ .row = s->members[member].row,
							    .error = key->error,
							    .nr = nr };
	return 0;
}

int summary__add_run(struct summary *s, const struct aug_run_key *key, const struct aug_run *run)
{
	struct summary_group wanted =
		group_of(s, key->tid, key->start_ns, run->pid, run->leader_ns, 0);
	uint32_t group;

	task_name__take(&wanted.name, run->comm, 0, false);
	group = get_group(s, &wanted);
	if (group == HASH_INDEX_NONE)
		return -ENOMEM;
	s->groups[group].run_ns += run->run_ns;
	s->groups[group].has_run = true;
	return 0;
}

/* ---- numbers ---- */

uint64_t summary__bucket_end(unsigned int i)
{
	unsigned int octave, sub;

	if (!i)
		return 1ULL << AUG_HIST_MIN_BITS;
	if (i >= AUG_HIST_BUCKETS - 1)
		return UINT64_MAX;
	octave = ((i - 1) >> AUG_HIST_SUB_BITS) + AUG_HIST_MIN_BITS;
	sub = (i - 1) & ((1U << AUG_HIST_SUB_BITS) - 1);
	return (1ULL << octave) + (((uint64_t)sub + 1) << (octave - AUG_HIST_SUB_BITS));
}

uint64_t summary__percentile(const struct aug_summary *sum, unsigned int percent)
{
	uint64_t total = 0, rank, seen = 0;
	unsigned int i;

	for (i = 0; i < AUG_HIST_BUCKETS; i++)
		total += sum->hist[i];
	rank = (total * percent + 99) / 100;
	for (i = 0; i < AUG_HIST_BUCKETS; i++) {
		seen += sum->hist[i];
		if (seen >= rank)
			break;
	}
	return MAX(MIN(summary__bucket_end(MIN(i, AUG_HIST_BUCKETS - 1U)), sum->max_ns),
		   sum->min_ns);
}

double summary__stddev(const struct aug_summary *sum)
{
	unsigned __int128 squares = (unsigned __int128)sum->sum_sq_hi << 64 | sum->sum_sq_lo;
	long double n = sum->calls, mean, variance;

	if (sum->calls < 2)
		return 0;
	mean = (long double)sum->sum_ns / n;
	variance = ((long double)squares - mean * (long double)sum->sum_ns) / (n - 1);
	return variance > 0 ? (double)sqrtl(variance) : 0;
}

void summary__octaves(const struct aug_summary *sum, struct summary_octave octaves[])
{
	unsigned int i, octave;

	for (i = 0; i < SUMMARY_OCTAVES; i++)
		octaves[i] = (struct summary_octave){
			.from_ns = i ? 1ULL << (AUG_HIST_MIN_BITS + i - 1) : 0,
			.to_ns = i < SUMMARY_OCTAVES - 1 ? 1ULL << (AUG_HIST_MIN_BITS + i)
							 : UINT64_MAX,
		};
	for (i = 0; i < AUG_HIST_BUCKETS; i++) {
		octave = !i ? 0 : 1 + ((i - 1) >> AUG_HIST_SUB_BITS);
		octaves[octave].calls += sum->hist[i];
	}
}

/* ---- order ---- */

static double number_of(const struct aug_summary *sum, enum summary_column column)
{
	switch (column) {
	case SUMMARY_COL_CALLS:
		return (double)sum->calls;
	case SUMMARY_COL_ERRORS:
		return (double)sum->errors;
	case SUMMARY_COL_MIN:
		return (double)sum->min_ns;
	case SUMMARY_COL_AVG:
		return (double)sum->sum_ns / (double)MAX(sum->calls, 1ULL);
	case SUMMARY_COL_MAX:
		return (double)sum->max_ns;
	case SUMMARY_COL_STDDEV:
		return summary__stddev(sum);
	case SUMMARY_COL_P50:
		return (double)summary__percentile(sum, 50);
	case SUMMARY_COL_P90:
		return (double)summary__percentile(sum, 90);
	case SUMMARY_COL_P99:
		return (double)summary__percentile(sum, 99);
	default:
		return (double)sum->sum_ns;
	}
}

void summary__add_call_name(uint32_t nr, struct strbuf *text)
{
	if (nr < AUG_NR_ABIS * AUG_NR_SYSCALLS)
		format__syscall_name(nr / AUG_NR_SYSCALLS, nr % AUG_NR_SYSCALLS, text);
	else
		strbuf__adds(text, "(unknown numbers)");
}

static int compare_names(uint32_t a, uint32_t b)
{
	struct strbuf names[2] = {};
	int cmp;

	summary__add_call_name(a, &names[0]);
	summary__add_call_name(b, &names[1]);
	cmp = strcmp(strbuf__cstr(&names[0]), strbuf__cstr(&names[1]));
	strbuf__free(&names[0]);
	strbuf__free(&names[1]);
	return cmp;
}

static int by_row(const void *a, const void *b, void *ctx)
{
	const struct summary_row *x = *(const struct summary_row *const *)a;
	const struct summary_row *y = *(const struct summary_row *const *)b;
	const struct summary *s = ctx;
	double nx, ny;
	int cmp = 0;

	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	if (s->opts.sort == SUMMARY_COL_NAME) {
		cmp = compare_names(x->nr, y->nr);
	} else if (s->opts.sort != SUMMARY_COL_NONE) {
		nx = number_of(&x->sum, s->opts.sort);
		ny = number_of(&y->sum, s->opts.sort);
		cmp = nx > ny ? -1 : nx < ny;
	}
	if (cmp)
		return cmp;
	return x->nr < y->nr ? -1 : x->nr > y->nr;
}

static int by_calls(const void *a, const void *b)
{
	const struct summary_group *x = a, *y = b;

	if (x->calls != y->calls)
		return x->calls > y->calls ? -1 : 1;
	if (x->id != y->id)
		return x->id < y->id ? -1 : 1;
	return x->since_ns < y->since_ns ? -1 : x->since_ns > y->since_ns;
}

static int by_errno_row(const void *a, const void *b)
{
	const struct summary_errno *x = *(const struct summary_errno *const *)a;
	const struct summary_errno *y = *(const struct summary_errno *const *)b;

	if (x->row != y->row)
		return x->row < y->row ? -1 : 1;
	return x->error < y->error ? -1 : x->error > y->error;
}

/* Errors of threads that are one row become one. */
static size_t fold_errnos(struct summary *s, const struct summary_errno **sorted)
{
	size_t nr = 0, i;

	for (i = 0; i < s->nr_errnos; i++) {
		struct summary_errno *last = nr ? (struct summary_errno *)sorted[nr - 1] : NULL;

		if (last && last->row == sorted[i]->row && last->error == sorted[i]->error) {
			last->nr += sorted[i]->nr;
			((struct summary_errno *)sorted[i])->nr = 0;
		} else {
			sorted[nr++] = sorted[i];
		}
	}
	return nr;
}

size_t summary_order__errnos(const struct summary_order *order, uint32_t row)
{
	size_t low = 0, high = order->nr_errnos;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (order->errnos[middle]->row < row)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

int summary__sort(struct summary *s, struct summary_order *order)
{
	size_t i;

	order->calls = 0;
	order->rows = calloc(s->nr_rows + 1, sizeof(*order->rows));
	order->groups = calloc(s->nr_groups + 1, sizeof(*order->groups));
	order->errnos = calloc(s->nr_errnos + 1, sizeof(*order->errnos));
	if (!order->rows || !order->groups || !order->errnos)
		return -ENOMEM;
	for (i = 0; i < s->nr_rows; i++)
		order->rows[i] = &s->rows[i];
	for (i = 0; i < s->nr_errnos; i++)
		order->errnos[i] = &s->errnos[i];
	qsort_r(order->rows, s->nr_rows, sizeof(order->rows[0]), by_row, s);
	qsort(order->errnos, s->nr_errnos, sizeof(order->errnos[0]), by_errno_row);
	order->nr_errnos = fold_errnos(s, order->errnos);
	for (i = 0; i < s->nr_groups; i++) {
		order->groups[i] = s->groups[i];
		order->calls += s->groups[i].calls;
	}
	for (i = 0; i < s->nr_rows; i++) {
		struct summary_group *group = &order->groups[order->rows[i]->group];

		if (!group->nr_rows++)
			group->first = i;
	}
	qsort(order->groups, s->nr_groups, sizeof(order->groups[0]), by_calls);
	return 0;
}

void summary_order__free(struct summary_order *order)
{
	free(order->rows);
	free(order->groups);
	free(order->errnos);
}
