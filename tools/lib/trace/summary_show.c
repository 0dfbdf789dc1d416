// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* summary_show.c - see summary.h: the tables as text and as JSON. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "cgroup.h"
#include "out.h"
#include "summary_priv.h"
#include "util.h"

static const struct {
	const char *one;
	const char *many;
} units[] = {
	[SUMMARY_THREAD] = { "thread", "threads" },
	[SUMMARY_PROCESS] = { "process", "processes" },
	[SUMMARY_CGROUP] = { "control group", "control groups" },
};

static void add_error_name(uint32_t error, struct strbuf *text)
{
	const char *name = strerrorname_np((int)error);

	if (name)
		strbuf__adds(text, name);
	else
		strbuf__addf(text, "E%" PRIu32, error);
}

/* ---- text ---- */

static double total_ms(const struct aug_summary *sum)
{
	return (double)sum->sum_ns / 1e6;
}

static double min_us(const struct aug_summary *sum)
{
	return (double)sum->min_ns / 1e3;
}

static double avg_us(const struct aug_summary *sum)
{
	return (double)sum->sum_ns / (double)MAX(sum->calls, 1ULL) / 1e3;
}

static double max_us(const struct aug_summary *sum)
{
	return (double)sum->max_ns / 1e3;
}

static double stddev_us(const struct aug_summary *sum)
{
	return summary__stddev(sum) / 1e3;
}

static double p50_us(const struct aug_summary *sum)
{
	return (double)summary__percentile(sum, 50) / 1e3;
}

static double p90_us(const struct aug_summary *sum)
{
	return (double)summary__percentile(sum, 90) / 1e3;
}

static double p99_us(const struct aug_summary *sum)
{
	return (double)summary__percentile(sum, 99) / 1e3;
}

/* Of the times. @rank: the lower, the longer one stays where there is no room for all. */
static const struct {
	const char *name, *unit;
	double (*value)(const struct aug_summary *sum);
	enum summary_column column;
	int digits;
	unsigned int rank;
} times[] = {
	{ "total", "(msec)", total_ms, SUMMARY_COL_TOTAL, 3, 1 },
	{ "min", "(usec)", min_us, SUMMARY_COL_MIN, 2, 6 },
	{ "avg", "(usec)", avg_us, SUMMARY_COL_AVG, 2, 2 },
	{ "max", "(usec)", max_us, SUMMARY_COL_MAX, 2, 3 },
	{ "stddev", "(usec)", stddev_us, SUMMARY_COL_STDDEV, 2, 8 },
	{ "p50", "(usec)", p50_us, SUMMARY_COL_P50, 2, 5 },
	{ "p90", "(usec)", p90_us, SUMMARY_COL_P90, 2, 7 },
	{ "p99", "(usec)", p99_us, SUMMARY_COL_P99, 2, 4 },
};

/* Of the name and the counts, and of each time. */
#define COUNTS_WIDTH 38
#define TIME_WIDTH 11

/* By which rows are sorted is always there. */
static bool is_shown(const struct summary_opts *opts, size_t i)
{
	size_t room = opts->width > COUNTS_WIDTH ? (opts->width - COUNTS_WIDTH) / TIME_WIDTH : 0;

	/* The place of it is that of the last one that would stay. */
	for (size_t k = 0; k < ARRAY_SIZE(times); k++)
		room -= room && times[k].column == opts->sort && times[k].rank > room;
	return !opts->width || times[i].column == opts->sort || times[i].rank <= room;
}

static void print_row(const struct summary_opts *opts, const struct summary_row *row,
		      struct strbuf *text)
{
	const struct aug_summary *sum = &row->sum;
	size_t start;

	strbuf__adds(text, "   ");
	start = text->len;
	summary__add_call_name(row->nr, text);
	strbuf__pad(text, start, 18);
	strbuf__addf(text, " %8llu %7llu", (unsigned long long)sum->calls,
		     (unsigned long long)sum->errors);
	for (size_t i = 0; i < ARRAY_SIZE(times); i++) {
		if (is_shown(opts, i))
			strbuf__addf(text, " %10.*f", times[i].digits, times[i].value(sum));
	}
	strbuf__addc(text, '\n');
}

/* perf's form: "\t\t\t\tENOENT: 12". */
static void print_errnos(const struct summary *s, const struct summary_order *order,
			 const struct summary_row *row, struct strbuf *text)
{
	const uint32_t idx = (uint32_t)(row - s->rows);
	size_t i = summary_order__errnos(order, idx);

	for (; i < order->nr_errnos && order->errnos[i]->row == idx; i++) {
		strbuf__adds(text, "\t\t\t\t");
		add_error_name(order->errnos[i]->error, text);
		strbuf__addf(text, ": %" PRIu64 "\n", order->errnos[i]->nr);
	}
}

static void add_time(uint64_t ns, struct strbuf *text)
{
	char number[32];

	if (ns >= NSEC_PER_SEC)
		snprintf(number, sizeof(number), "%.3gs", (double)ns / 1e9);
	else if (ns >= NSEC_PER_MSEC)
		snprintf(number, sizeof(number), "%.3gms", (double)ns / 1e6);
	else if (ns >= 1000)
		snprintf(number, sizeof(number), "%.3gus", (double)ns / 1e3);
	else
		snprintf(number, sizeof(number), "%" PRIu64 "ns", ns);
	strbuf__adds(text, number);
}

#define BAR_WIDTH 40

static void print_histogram(const struct aug_summary *sum, struct strbuf *text)
{
	struct summary_octave octaves[SUMMARY_OCTAVES];
	unsigned int first = SUMMARY_OCTAVES, last = 0, i, n;
	uint64_t most = 1;
	size_t start;

	summary__octaves(sum, octaves);
	for (i = 0; i < SUMMARY_OCTAVES; i++) {
		if (!octaves[i].calls)
			continue;
		first = MIN(first, i);
		last = i;
		most = MAX(most, octaves[i].calls);
	}
	for (i = first; i <= last && first < SUMMARY_OCTAVES; i++) {
		strbuf__adds(text, "       ");
		start = text->len;
		strbuf__addc(text, '[');
		add_time(octaves[i].from_ns, text);
		strbuf__adds(text, ", ");
		if (octaves[i].to_ns == UINT64_MAX)
			strbuf__adds(text, "...");
		else
			add_time(octaves[i].to_ns, text);
		strbuf__addc(text, ')');
		strbuf__pad(text, start, 20);
		strbuf__addf(text, " %8" PRIu64 " |", octaves[i].calls);
		start = text->len;
		for (n = 0; n < (octaves[i].calls * BAR_WIDTH + most - 1) / most; n++)
			strbuf__addc(text, '@');
		strbuf__pad(text, start, BAR_WIDTH);
		strbuf__adds(text, "|\n");
	}
}

static void add_comm(const struct summary_group *group, struct strbuf *text)
{
	strbuf__add_escaped(text, group->name.comm,
			    strnlen(group->name.comm, sizeof(group->name.comm)));
}

static void add_group_name(const struct summary *s, const struct summary_group *group,
			   struct strbuf *text)
{
	struct strbuf path = {};

	switch (s->opts.mode) {
	case SUMMARY_THREAD:
	case SUMMARY_PROCESS:
		add_comm(group, text);
		strbuf__addf(text, " (%" PRIu64 ")", group->id);
		break;
	case SUMMARY_CGROUP:
		if (cgroup__path(group->id, &path))
			strbuf__addf(text, "cgroup %" PRIu64 " (gone)", group->id);
		else
			strbuf__add_visible(text, path.text, path.len);
		strbuf__free(&path);
		break;
	case SUMMARY_TOTAL:
		strbuf__adds(text, "total");
		break;
	}
}

static void print_head(const struct summary_opts *opts, struct strbuf *text)
{
	strbuf__adds(text, "   syscall               calls  errors");
	for (size_t i = 0; i < ARRAY_SIZE(times); i++) {
		if (is_shown(opts, i))
			strbuf__addf(text, " %10s", times[i].name);
	}
	strbuf__addf(text, "\n%*s", COUNTS_WIDTH, "");
	for (size_t i = 0; i < ARRAY_SIZE(times); i++) {
		if (is_shown(opts, i))
			strbuf__addf(text, " %10s", times[i].unit);
	}
	strbuf__adds(text, "\n   ------------------ -------- -------");
	for (size_t i = 0; i < ARRAY_SIZE(times); i++) {
		if (is_shown(opts, i))
			strbuf__adds(text, " ----------");
	}
	strbuf__addc(text, '\n');
}

static size_t shown_rows(const struct summary *s, const struct summary_group *group)
{
	return s->opts.max_rows ? MIN(group->nr_rows, s->opts.max_rows) : group->nr_rows;
}

static void print_group(const struct summary *s, const struct summary_order *order,
			const struct summary_group *group, struct strbuf *text)
{
	size_t i;

	strbuf__adds(text, "\n ");
	add_group_name(s, group, text);
	strbuf__adds(text, ", ");
	strbuf__add_count(text, group->calls, "call", "calls");
	strbuf__addf(text, ", %.1f%%",
		     100.0 * (double)group->calls / (double)MAX(order->calls, 1ULL));
	if (group->has_run)
		strbuf__addf(text, ", %.3f msec", (double)group->run_ns / 1e6);
	strbuf__adds(text, "\n\n");
	if (!group->nr_rows)
		return;
	print_head(&s->opts, text);
	for (i = 0; i < shown_rows(s, group); i++) {
		const struct summary_row *row = order->rows[group->first + i];

		print_row(&s->opts, row, text);
		print_errnos(s, order, row, text);
		if (s->opts.histogram)
			print_histogram(&row->sum, text);
	}
	if (i < group->nr_rows)
		strbuf__addf(text, "   (%zu more)\n", group->nr_rows - i);
}

static void print_left_out(const struct summary_opts *opts, struct strbuf *text)
{
	const char *before = "\n (the terminal has no room for ";

	for (size_t i = 0; i < ARRAY_SIZE(times); i++) {
		if (is_shown(opts, i))
			continue;
		strbuf__adds(text, before);
		strbuf__adds(text, times[i].name);
		before = ", ";
	}
	if (*before == ',')
		strbuf__adds(text, ": they are in a file)\n");
}

void summary__print(struct summary *s, struct strbuf *text)
{
	struct summary_order order = {};
	size_t i;

	if (summary__sort(s, &order)) {
		text->err = -ENOMEM;
		summary_order__free(&order);
		return;
	}
	strbuf__adds(text, "\n Summary of ");
	strbuf__add_count(text, order.calls, "call", "calls");
	if (s->opts.mode != SUMMARY_TOTAL) {
		strbuf__adds(text, " of ");
		strbuf__add_count(text, s->nr_groups, units[s->opts.mode].one,
				  units[s->opts.mode].many);
	}
	strbuf__adds(text, ":\n");
	for (i = 0; i < s->nr_groups; i++)
		print_group(s, &order, &order.groups[i], text);
	if (s->nr_groups)
		print_left_out(&s->opts, text);
	strbuf__addc(text, '\n');
	summary_order__free(&order);
}

/* ---- JSON ---- */

static void say_uint(struct out *o, const char *name, uint64_t value)
{
	out__member(o, name);
	out__uint(o, value);
}

static void say_text(struct out *o, const char *name, const struct strbuf *text)
{
	out__member(o, name);
	out__str(o, text->text, text->len, false);
}

static void say_errnos(const struct summary *s, const struct summary_order *order,
		       const struct summary_row *row, struct out *o)
{
	const uint32_t idx = (uint32_t)(row - s->rows);
	size_t i = summary_order__errnos(order, idx);
	struct strbuf name = {};

	out__member(o, "errnos");
	out__begin(o, OUT_OBJECT);
	for (; i < order->nr_errnos && order->errnos[i]->row == idx; i++) {
		strbuf__reset(&name);
		add_error_name(order->errnos[i]->error, &name);
		say_uint(o, strbuf__cstr(&name), order->errnos[i]->nr);
	}
	out__end(o, OUT_OBJECT);
	strbuf__free(&name);
}

static void say_histogram(const struct aug_summary *sum, struct out *o)
{
	struct summary_octave octaves[SUMMARY_OCTAVES];
	unsigned int i;

	summary__octaves(sum, octaves);
	out__member(o, "histogram");
	out__begin(o, OUT_ARRAY);
	for (i = 0; i < SUMMARY_OCTAVES; i++) {
		if (!octaves[i].calls)
			continue;
		out__begin(o, OUT_OBJECT);
		say_uint(o, "from_ns", octaves[i].from_ns);
		if (octaves[i].to_ns != UINT64_MAX)
			say_uint(o, "to_ns", octaves[i].to_ns);
		say_uint(o, "calls", octaves[i].calls);
		out__end(o, OUT_OBJECT);
	}
	out__end(o, OUT_ARRAY);
}

static void say_row(const struct summary *s, const struct summary_order *order,
		    const struct summary_row *row, struct out *o)
{
	const struct aug_summary *sum = &row->sum;
	struct strbuf name = {};

	summary__add_call_name(row->nr, &name);
	out__begin(o, OUT_OBJECT);
	say_text(o, "syscall", &name);
	strbuf__free(&name);
	say_uint(o, "calls", sum->calls);
	say_uint(o, "errors", sum->errors);
	say_uint(o, "total_ns", sum->sum_ns);
	say_uint(o, "min_ns", sum->min_ns);
	say_uint(o, "avg_ns", sum->sum_ns / MAX(sum->calls, 1ULL));
	say_uint(o, "max_ns", sum->max_ns);
	say_uint(o, "stddev_ns", (uint64_t)(summary__stddev(sum) + 0.5));
	say_uint(o, "p50_ns", summary__percentile(sum, 50));
	say_uint(o, "p90_ns", summary__percentile(sum, 90));
	say_uint(o, "p99_ns", summary__percentile(sum, 99));
	if (s->opts.errnos)
		say_errnos(s, order, row, o);
	if (s->opts.histogram)
		say_histogram(sum, o);
	out__end(o, OUT_OBJECT);
}

static void say_group(const struct summary *s, const struct summary_order *order,
		      const struct summary_group *group, struct out *o)
{
	static const char *const names[] = {
		[SUMMARY_THREAD] = "thread",
		[SUMMARY_PROCESS] = "process",
		[SUMMARY_TOTAL] = "total",
		[SUMMARY_CGROUP] = "cgroup",
	};
	struct strbuf path = {};
	size_t i;

	out__begin(o, OUT_OBJECT);
	out__member(o, "summary");
	out__word(o, names[s->opts.mode], strlen(names[s->opts.mode]));
	if (s->opts.mode == SUMMARY_THREAD || s->opts.mode == SUMMARY_PROCESS) {
		say_uint(o, "pid", group->pid);
		if (s->opts.mode == SUMMARY_THREAD)
			say_uint(o, "tid", group->id);
		out__member(o, "comm");
		out__str(o, group->name.comm, strnlen(group->name.comm, sizeof(group->name.comm)),
			 false);
	}
	if (s->opts.mode == SUMMARY_CGROUP) {
		say_uint(o, "cgroup_id", group->id);
		if (!cgroup__path(group->id, &path))
			say_text(o, "cgroup", &path);
		strbuf__free(&path);
	}
	say_uint(o, "calls", group->calls);
	if (group->has_run)
		say_uint(o, "run_ns", group->run_ns);
	out__member(o, "syscalls");
	out__begin(o, OUT_ARRAY);
	for (i = 0; i < shown_rows(s, group); i++)
		say_row(s, order, order->rows[group->first + i], o);
	out__end(o, OUT_ARRAY);
	if (i < group->nr_rows)
		say_uint(o, "omitted", group->nr_rows - i);
	out__end(o, OUT_OBJECT);
}

void summary__print_json(struct summary *s, struct strbuf *text)
{
	struct summary_order order = {};
	struct out o;
	size_t i;

	if (summary__sort(s, &order))
		text->err = -ENOMEM;
	for (i = 0; i < s->nr_groups && !text->err; i++) {
		out__init_json(&o, text);
		say_group(s, &order, &order.groups[i], &o);
		strbuf__addc(text, '\n');
	}
	summary_order__free(&order);
}
