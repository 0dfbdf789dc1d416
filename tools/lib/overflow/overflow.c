// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* overflow.c - see overflow.h. */
#include "overflow.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "overflow_forward.h"
#include "overflow_names.h"
#include "overflow_priv.h"
#include "perfdata_cursor.h"
#include "perfdata_sample.h"
#include "privilege.h"
#include "util.h"

/* An IDENTIFIER is the first thing in a sample; THROTTLE has a time before the id. */
#define SAMPLE_ID_AT 8
#define THROTTLE_ID_AT 16
#define FORK_TID_AT 16
#define FORK_PARENT_TID_AT 20

bool overflow_opts__wanted(const struct overflow_opts *opts)
{
	return opts->nr_texts || opts->own || opts->count.by || opts->twin;
}

/* ---- expressions ---- */

static int log_bad(const struct overflow_text *text, const struct expr_error *error)
{
	static const char *const options[] = {
		[OVERFLOW_SPELL_KEEP] = "--keep",
		[OVERFLOW_SPELL_DROP] = "--drop",
		[OVERFLOW_SPELL_FILTER] = "--filter",
	};
	struct strbuf lines = {};
	char caret[600];

	expr_error__caret(error, text->text, caret, sizeof(caret));
	strbuf__addf(&lines, "%s: %s\n%s", options[text->spelling], error->message, caret);
	log__lines(LOG_ERR, strbuf__cstr(&lines));
	strbuf__free(&lines);
	return -EINVAL;
}

static int compile(const struct overflow_opts *opts, bool mono_clock,
		   struct overflow_program *program)
{
	struct overflow_machine *machine = overflow_machine__new();
	struct overflow_kernel kernel = overflow_handler__probe();
	struct overflow_names names;
	struct expr_error error;
	size_t i;
	int err = machine ? 0 : -ENOMEM;

	kernel.mono_clock = mono_clock;
	names = overflow_machine__names(machine);
	for (i = 0; i < opts->nr_texts && !err; i++) {
		const struct overflow_text *text = &opts->texts[i];

		if (text->spelling == OVERFLOW_SPELL_FILTER)
			err = overflow_expr__add_filter(program, text->text, &kernel, &names,
							&error);
		else
			err = overflow_expr__add(program, text->text,
						 text->spelling == OVERFLOW_SPELL_KEEP
							 ? OVERFLOW_VERB_KEEP
							 : OVERFLOW_VERB_DROP,
						 &kernel, &names, &error);
		if (err && err != -ENOMEM)
			err = log_bad(text, &error);
	}
	program->config.time_by_helper = mono_clock;
	overflow_machine__free(machine);
	if (err == -ENOMEM)
		log_err("out of memory");
	return err;
}

int overflow_opts__check(const struct overflow_opts *opts, bool mono_clock)
{
	struct overflow_program program = {};
	int err;

	/* What the kernel can do takes some time to find out. */
	if (!opts->nr_texts)
		return 0;
	err = compile(opts, mono_clock, &program);
	overflow_program__free(&program);
	return err;
}

/* ---- events ---- */

static int copy_spec(struct event_spec *copy, const struct event_spec *spec)
{
	struct strbuf name = {};

	strbuf__addf(&name, "%s/twin", spec->name);
	*copy = *spec;
	copy->to_leader = 0;
	copy->group = NULL;
	copy->tracepoint = copy->tracepoint_name = NULL;
	copy->name = strdup(strbuf__cstr(&name));
	strbuf__free(&name);
	return copy->name ? 0 : -ENOMEM;
}

int overflow_opts__add_twins(struct event_specs *list)
{
	const size_t nr = list->nr;
	struct event_spec *specs = reallocarray(list->specs, 2 * nr, sizeof(*specs));
	size_t i;

	if (!specs)
		return -ENOMEM;
	list->specs = specs;
	for (i = 0; i < nr; i++) {
		if (copy_spec(&specs[nr + i], &specs[i]))
			return -ENOMEM;
		list->nr++;
	}
	return 0;
}

/*
 * Of two equal software events that are due at once, the kernel prepares the sample once since it has
 * flags for what is in it (6.1): both have the id of one, and nobody can tell them apart.
 */
static int check_twins(const struct event_specs *list)
{
	size_t i;

	for (i = 0; i < list->nr; i++) {
		const struct perf_event_attr *attr = &list->specs[i].attr;

		if (attr->type != PERF_TYPE_SOFTWARE || event_attr__is_clock(attr) ||
		    overflow_handler__probe().addr)
			continue;
		log_err("event %s: the kernel gives its samples and those of its twin one id; without "
			"--twin its count tells what was due, exactly",
			list->specs[i].name);
		return -EINVAL;
	}
	return 0;
}

static int check_events(const struct event_specs *list)
{
	size_t i;

	for (i = 0; i < list->nr; i++) {
		if (list->specs[i].attr.type != PERF_TYPE_TRACEPOINT)
			continue;
		log_err("event %s: the kernel runs no program at samples of tracepoints; their "
			"calls are filtered by perf-augment trace --where",
			list->specs[i].name);
		return -EINVAL;
	}
	return 0;
}

static int make_tables(struct overflow *o)
{
	const size_t nr = o->nr_events * o->nr_cpus;

	o->cells = calloc(nr, sizeof(*o->cells));
	o->before = calloc(nr, sizeof(*o->before));
	o->rows = calloc(nr, sizeof(*o->rows));
	o->totals = calloc(o->nr_events, sizeof(*o->totals));
	o->periods = calloc(o->nr_events, sizeof(*o->periods));
	return o->cells && o->before && o->rows && o->totals && o->periods ? 0 : -ENOMEM;
}

int overflow__new(struct overflow **ret_overflow, const struct overflow_opts *opts,
		  const struct event_specs *list, bool mono_clock)
{
	struct overflow *o = calloc(1, sizeof(*o));
	int err;

	if (!o)
		return -ENOMEM;
	o->opts = opts;
	o->list = list;
	o->nr_events = list->nr;
	o->nr_handled = opts->twin ? list->nr / 2 : list->nr;
	err = check_events(list);
	if (!err && opts->twin)
		err = check_twins(list);
	if (!err)
		err = privilege__check_bpf();
	if (!err)
		err = compile(opts, mono_clock, &o->program);
	if (!err && opts->own)
		err = overflow_own__open(&o->own, opts->own);
	/* Else ctx->addr is whatever was on the stack. */
	if (opts->own)
		o->program.sample_type |= PERF_SAMPLE_ADDR;
	if (!err && opts->count.by) {
		o->files = count_files__new();
		err = o->files ? 0 : -ENOMEM;
	}
	if (!err)
		o->handlers = calloc(o->nr_handled, sizeof(struct overflow_handler *));
	if (!err)
		o->tasks = overflow_tasks__new();
	if (!err && (!o->handlers || !o->tasks))
		err = -ENOMEM;
	if (err)
		overflow__free(o);
	else
		*ret_overflow = o;
	return err;
}

void overflow__free(struct overflow *o)
{
	size_t i;

	if (!o)
		return;
	for (i = 0; o->handlers && i < o->nr_handled; i++)
		overflow_handler__free(o->handlers[i]);
	free(o->handlers);
	overflow_own__close(o->own);
	count_files__free(o->files);
	count_table__free(&o->table);
	count_code__free(&o->code);
	overflow_program__free(&o->program);
	free(o->cells);
	free(o->before);
	free(o->rows);
	free(o->totals);
	free(o->periods);
	free(o->ids);
	overflow_tasks__free(o->tasks);
	free(o);
}

uint64_t overflow__sample_type(const struct overflow *o)
{
	return o->program.sample_type;
}

static int attach(void *ctx, const struct record_sampler *sampler)
{
	struct overflow *o = ctx;
	struct overflow_id *ids;

	if (!(o->nr_ids & (o->nr_ids - 1))) {
		ids = reallocarray(o->ids, o->nr_ids ? 2 * o->nr_ids : 1, sizeof(*ids));
		if (!ids)
			return -ENOMEM;
		o->ids = ids;
	}
	o->ids[o->nr_ids++] =
		(struct overflow_id){ sampler->id, sampler->event, (uint32_t)sampler->cpu };
	if (sampler->tid >= 0 && o->inherits)
		overflow_tasks__follow(o->tasks, (uint32_t)sampler->tid);
	if (sampler->event >= o->nr_handled)
		return 0;
	return overflow_handler__attach(o->handlers[sampler->event], sampler->fd,
					o->list->specs[sampler->event].name);
}

static int by_id(const void *a, const void *b)
{
	const struct overflow_id *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

/* Clocks of a frequency have a fixed period; other events' vary, which 0 stands for. */
static uint64_t period_of(const struct perf_event_attr *attr)
{
	if (!attr->freq)
		return attr->sample_period;
	return event_attr__is_clock(attr) && attr->sample_freq ? NSEC_PER_SEC / attr->sample_freq
							       : 0;
}

static int load(struct overflow *o, size_t event)
{
	struct overflow_handler **handler = &o->handlers[event];
	const struct overflow_handler *first = event ? o->handlers[0] : NULL;

	if (o->own)
		return overflow_own__load(o->own, first, handler);
	if (o->files)
		return count_handler__new(handler, &o->program, &o->opts->count, (uint32_t)event,
					  first);
	return overflow_handler__new(handler, &o->program);
}

int overflow__attach(struct overflow *o, struct record_events *events)
{
	const struct record_event *list;
	size_t i, nr;
	int err = 0;

	for (i = 0; i < o->nr_handled && !err; i++) {
		err = load(o, i);
		if (!err)
			err = overflow_forward__open(o->handlers[i], events,
						     o->list->specs[i].name);
	}
	if (err)
		return err;
	list = record_events__list(events, &nr);
	o->nr_cpus = overflow_handler__nr_cpus(o->handlers[0]);
	err = make_tables(o);
	for (i = 0; i < o->nr_events && !err; i++) {
		o->periods[i] = period_of(&list[i].attr);
		o->inherits |= list[i].attr.inherit;
	}
	if (!err)
		err = record_events__for_each_sampler(events, attach, o);
	if (!err)
		qsort(o->ids, o->nr_ids, sizeof(*o->ids), by_id);
	return err;
}

/* ---- counting ---- */

static struct overflow_cell *cell_of(struct overflow *o, size_t event, unsigned int cpu)
{
	return cpu < o->nr_cpus ? &o->cells[event * o->nr_cpus + cpu] : NULL;
}

static struct overflow_cell *cell_of_id(struct overflow *o, uint64_t id)
{
	const struct overflow_id key = { .id = id };
	const struct overflow_id *found = bsearch(&key, o->ids, o->nr_ids, sizeof(*o->ids), by_id);

	return found ? cell_of(o, found->event, found->cpu) : NULL;
}

void overflow__saw(struct overflow *o, const uint8_t *record, size_t size)
{
	struct overflow_cell *cell;
	const uint32_t type = load_u32(record);

	switch (type) {
	case PERF_RECORD_SAMPLE:
	case PERF_RECORD_THROTTLE:
		if (size < THROTTLE_ID_AT + 8)
			return;
		cell = cell_of_id(o,
				  load_u64(record + (type == PERF_RECORD_SAMPLE ? SAMPLE_ID_AT
										: THROTTLE_ID_AT)));
		if (cell)
			__atomic_fetch_add(type == PERF_RECORD_SAMPLE ? &cell->samples
								      : &cell->throttled,
					   1, __ATOMIC_RELAXED);
		return;
	case PERF_RECORD_FORK:
		if (size >= FORK_PARENT_TID_AT + 4)
			overflow_tasks__forked(o->tasks, load_u32(record + FORK_TID_AT),
					       load_u32(record + FORK_PARENT_TID_AT));
		return;
	case PERF_RECORD_MMAP2:
		/* Without memory, a file has no name: it is known by its number. */
		if (o->files)
			count_files__saw(o->files, record, size);
		return;
	case PERF_RECORD_KSYMBOL:
		if (o->files && count_code__saw(&o->code, record, size))
			o->code_is_short = true;
		return;
	}
}

bool overflow__counts(const struct overflow *o)
{
	return o->files;
}

uint64_t overflow__nr_counted(const struct overflow *o)
{
	return count_table__samples(&o->table);
}

static int make_written(const struct overflow *o, struct record_event *event, bool is_counted)
{
	struct strbuf name = {};

	if (is_counted)
		count__attr(&event->attr, &o->opts->count);
	strbuf__addf(&name, "%s%s", event->name, is_counted ? PERFDATA_COUNTS_SUFFIX : "");
	event->name = strdup(strbuf__cstr(&name));
	strbuf__free(&name);
	return event->name ? 0 : -ENOMEM;
}

struct record_event *overflow__written(const struct overflow *o, const struct record_event *events,
				       size_t nr)
{
	struct record_event *written = calloc(nr, sizeof(*written));
	size_t i;

	for (i = 0; written && i < nr; i++) {
		written[i] = events[i];
		if (make_written(o, &written[i], o->files && i < o->nr_handled)) {
			overflow__free_written(written, i);
			return NULL;
		}
	}
	return written;
}

void overflow__free_written(struct record_event *events, size_t nr)
{
	size_t i;

	for (i = 0; events && i < nr; i++)
		free(events[i].name);
	free(events);
}

int overflow__write_types(const struct overflow *o, struct perfdata_writer *w)
{
	size_t i;
	int err = 0;

	for (i = 0; i < o->nr_handled && !err; i++)
		err = overflow_forward__write_types(o->handlers[i], w);
	return err;
}

struct overflow_forwarded overflow__forwarded(const struct overflow *o)
{
	return o->forwarded;
}

int overflow__write(struct overflow *o, const struct record_events *events, uint64_t time_ns,
		    struct perfdata_stream *stream)
{
	size_t nr;
	const struct record_event *list = record_events__list(events, &nr);
	int err;

	if (!o->files)
		return 0;
	err = count__read(&o->table, o->handlers[0]);
	if (err) {
		log_err("the counts cannot be read: %s", strerror(-err));
		return err;
	}
	o->nr_reused = count_code__reused(&o->code, &o->table);
	return count__write(&o->table, &o->opts->count, o->files, list, o->nr_handled, time_ns,
			    stream);
}

static void add_counter(void *ctx, const struct record_sampler *sampler,
			const struct record_counter *counter)
{
	struct overflow *o = ctx;
	struct overflow_cell *cell = cell_of(o, sampler->event, (unsigned int)sampler->cpu);
	const uint64_t period = o->periods[sampler->event];

	if (!cell)
		return;
	cell->value += counter->value;
	cell->whole_periods += period ? counter->value / period : 0;
	cell->lost += counter->lost;
}

static int add_program(struct overflow *o, size_t event)
{
	struct overflow_counts *counts __cleanup_free = calloc(o->nr_cpus, sizeof(*counts));
	unsigned int cpu;
	int err;

	if (!counts)
		return -ENOMEM;
	err = overflow_handler__counts(o->handlers[event], counts);
	for (cpu = 0; cpu < o->nr_cpus && !err; cpu++)
		cell_of(o, event, cpu)->kernel = counts[cpu];
	return err;
}

/* Whole samples, of a period that may vary: then those that are missing had the mean one. */
static uint64_t expected(const struct overflow_row *row, uint64_t value, uint64_t whole_periods,
			 uint64_t events, uint64_t period)
{
	if (period)
		return whole_periods;
	if (!row->seen || !events || value <= events)
		return row->seen;
	return row->seen +
	       (uint64_t)((double)(value - events) / ((double)events / (double)row->seen));
}

static void make_row(struct overflow *o, size_t event, unsigned int cpu)
{
	const size_t at = event * o->nr_cpus + cpu;
	const struct overflow_cell *now = &o->cells[at], *old = &o->before[at];
	struct overflow_row *row = &o->rows[at];

	*row = (struct overflow_row){
		.seen = now->kernel.seen - old->kernel.seen,
		.kept = now->kernel.kept - old->kernel.kept,
		.dropped = now->kernel.dropped - old->kernel.dropped,
		.undecided = now->kernel.undecided - old->kernel.undecided,
		.lost = now->lost - old->lost,
		.throttled = now->throttled - old->throttled,
	};
	if (event >= o->nr_handled) {
		row->kept = now->samples - old->samples;
		row->seen = row->kept + row->lost;
	}
	row->expected = expected(row, now->value - old->value,
				 now->whole_periods - old->whole_periods,
				 now->kernel.events - old->kernel.events, o->periods[event]);
	row->missed = row->expected > row->seen ? row->expected - row->seen : 0;
}

static void add_row(struct overflow_row *total, const struct overflow_row *row)
{
	total->expected += row->expected;
	total->seen += row->seen;
	total->kept += row->kept;
	total->dropped += row->dropped;
	total->undecided += row->undecided;
	total->lost += row->lost;
	total->throttled += row->throttled;
}

/*
 * A twin knows what was due better than a counter does. Without one, a task that ended in the middle
 * of a period was due nothing for it: each that was begun is such a one. A period of 1 has no middle.
 */
static void finish_total(struct overflow *o, size_t event, uint64_t forks)
{
	struct overflow_row *total = &o->totals[event];

	if (o->opts->twin && event < o->nr_handled)
		total->expected = MAX(o->totals[event + o->nr_handled].seen, total->seen);
	else if (o->periods[event] != 1 && total->expected > total->seen)
		total->expected -= MIN(forks, total->expected - total->seen);
	total->missed = total->expected > total->seen ? total->expected - total->seen : 0;
}

static void make_rows(struct overflow *o, uint64_t forks)
{
	unsigned int cpu;
	size_t e;

	memset(o->totals, 0, o->nr_events * sizeof(*o->totals));
	for (e = 0; e < o->nr_events; e++) {
		for (cpu = 0; cpu < o->nr_cpus; cpu++) {
			make_row(o, e, cpu);
			add_row(&o->totals[e], &o->rows[e * o->nr_cpus + cpu]);
		}
	}
	for (e = o->nr_events; e > 0; e--) /* twins first */
		finish_total(o, e - 1, forks);
}

int overflow__count(struct overflow *o, const struct record_events *events)
{
	const size_t nr = o->nr_events * o->nr_cpus;
	const uint64_t forks = overflow_tasks__nr_forked(o->tasks);
	size_t i;
	int err;

	for (i = 0; i < nr; i++) {
		o->cells[i].value = 0;
		o->cells[i].whole_periods = 0;
		o->cells[i].lost = 0;
	}
	err = record_events__for_each_counter(events, add_counter, o);
	for (i = 0; i < o->nr_handled && !err; i++)
		err = add_program(o, i);
	if (err) {
		log_err("the counts of samples cannot be read: %s", strerror(-err));
		return err;
	}
	make_rows(o, forks - o->forks_before);
	o->forwarded_before = o->forwarded;
	o->forwarded = (struct overflow_forwarded){};
	for (i = 0; i < o->nr_handled && o->own; i++)
		overflow_own__forwarded(o->handlers[i], &o->forwarded);
	memcpy(o->before, o->cells, nr * sizeof(*o->cells));
	o->forks_before = forks;
	return 0;
}
