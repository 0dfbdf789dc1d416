// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* engine_counts.c - what the engine has counted, and its maps by name: see engine.h. */
#include "engine_priv.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <string.h>

#include "log.h"
#include "util.h"

static int lookup(const struct bpf_map *map, uint32_t key, void *values)
{
	int err;

	if (!bpf_map_lookup_elem(bpf_map__fd(map), &key, values))
		return 0;
	err = -errno;
	log_err("cannot read the counters of the BPF engine (map %s): %s", bpf_map__name(map),
		strerror(-err));
	return err;
}

int engine__stats(struct engine *e, struct aug_stats *ret_sum)
{
	struct aug_stats *stats __cleanup_free = calloc((size_t)e->nr_cpus, sizeof(*stats));
	const size_t nr_counters = sizeof(*stats) / sizeof(uint64_t);
	uint64_t *sum = (uint64_t *)ret_sum;
	int cpu, err;
	size_t i;

	if (!stats)
		return -ENOMEM;
	err = lookup(e->skel->maps.stats, 0, stats);
	if (err)
		return err;
	memset(ret_sum, 0, sizeof(*ret_sum));
	for (cpu = 0; cpu < e->nr_cpus; cpu++) {
		for (i = 0; i < nr_counters; i++)
			sum[i] += ((const uint64_t *)&stats[cpu])[i];
	}
	if (e->rings)
		ret_sum->emitted += ring_set__nr_short(e->rings);
	ret_sum->calls += ret_sum->filtered_syscall + ret_sum->filtered_enter;
	return 0;
}

static uint64_t missed_runs(int fd)
{
	struct bpf_prog_info info = {};
	__u32 len = sizeof(info);

	if (fd < 0 || bpf_obj_get_info_by_fd(fd, &info, &len))
		return 0;
	return info.recursion_misses;
}

uint64_t engine__missed_of(struct bpf_object *obj)
{
	struct bpf_program *prog;
	uint64_t missed = 0;

	bpf_object__for_each_program (prog, obj)
		missed += missed_runs(bpf_program__fd(prog));
	return missed;
}

static uint64_t missed_by(struct engine *e, const struct bpf_program *prog)
{
	return missed_runs(engine__prog_fd(e, prog));
}

static bool is_at_call(const struct bpf_program *prog)
{
	const char *section = bpf_program__section_name(prog);

	return strstr(section, "/sys_enter") || strstr(section, "/sys_exit");
}

/* Where two programs follow forks, only what both were left out of is missed. */
static uint64_t missed_forks(struct engine *e)
{
	const struct engine_bpf *skel = e->skel;
	const uint64_t missed = missed_by(e, skel->progs.sched_process_fork);

	if (!engine__has_prog(e, skel->progs.sched_process_fork_perf))
		return missed;
	return MIN(missed, missed_by(e, skel->progs.sched_process_fork_perf));
}

struct engine_missed engine__missed_runs(struct engine *e)
{
	const struct engine_bpf *skel = e->skel;
	struct engine_missed missed = { .forks = missed_forks(e) };
	struct bpf_program *prog;

	bpf_object__for_each_program (prog, skel->obj) {
		/* What sys_enter_fault does not read is read at the exit. */
		if (prog == skel->progs.sys_enter_fault || prog == skel->progs.sched_process_fork ||
		    prog == skel->progs.sched_process_fork_perf)
			continue;
		if (is_at_call(prog))
			missed.calls += missed_by(e, prog);
		else
			missed.others += missed_by(e, prog);
	}
	return missed;
}

int engine__lost_by_cpu(struct engine *e, uint64_t *lost, size_t nr)
{
	struct aug_stats *stats __cleanup_free = calloc((size_t)e->nr_cpus, sizeof(*stats));
	int cpu, err;

	if (!stats)
		return -ENOMEM;
	err = lookup(e->skel->maps.stats, 0, stats);
	if (err)
		return err;
	for (cpu = 0; cpu < e->nr_cpus && (size_t)cpu < nr; cpu++)
		lost[cpu] = stats[cpu].lost_ring;
	return e->nr_cpus;
}

int engine__lost_by_call(struct engine *e, uint64_t *lost)
{
	uint32_t i;
	int err = 0;

	for (i = 0; i < ENGINE_NR_SPECS && !err; i++)
		err = lookup(e->skel->maps.lost_calls, i, &lost[i]);
	return err;
}

/* Of a map of each CPU, one value after the other. */
typedef int (*element_fn)(void *ctx, const void *key, const void *value);

struct elements {
	const char *what;
	size_t key_size;
	size_t value_size;
	size_t nr_values;
	element_fn fn;
	void *ctx;
};

/* Nothing is attached any more, so the map stands still. */
static int for_each_element(int fd, const struct elements *el)
{
	const size_t stride = (el->value_size + 7) & ~7UL;
	char *keys __cleanup_free = calloc(2, el->key_size);
	char *values __cleanup_free = calloc(el->nr_values, stride);
	char *key = keys, *prev = NULL;
	size_t i;
	int err;

	if (!keys || !values)
		return -ENOMEM;
	while (!bpf_map_get_next_key(fd, prev, key)) {
		err = bpf_map_lookup_elem(fd, key, values) ? -errno : 0;
		for (i = 0; i < el->nr_values && !err; i++)
			err = el->fn(el->ctx, key, values + i * stride);
		if (err && err != -ENOENT)
			return err;
		prev = key;
		key = key == keys ? keys + el->key_size : keys;
	}
	if (errno == ENOENT)
		return 0;
	err = -errno;
	log_err("cannot read %s: %s", el->what, strerror(-err));
	return err;
}

/** struct typed - so that the functions of each kind of element keep their types. */
struct typed {
	union {
		engine_summary_fn summary;
		int (*error)(void *ctx, const struct aug_errno_key *key, uint64_t nr);
		int (*run)(void *ctx, const struct aug_run_key *key, const struct aug_run *run);
		int (*process)(void *ctx, const struct aug_process_key *key,
			       const struct aug_process *process);
	};
	void *ctx;
};

static int call_summary(void *ctx, const void *key, const void *value)
{
	const struct typed *typed = ctx;
	const struct aug_summary *sum = value;

	/* A CPU on which there was no such call. */
	return sum->calls ? typed->summary(typed->ctx, key, sum) : 0;
}

static int call_error(void *ctx, const void *key, const void *value)
{
	const struct typed *typed = ctx;

	return typed->error(typed->ctx, key, *(const uint64_t *)value);
}

static int call_run(void *ctx, const void *key, const void *value)
{
	const struct typed *typed = ctx;

	return typed->run(typed->ctx, key, value);
}

static int call_process(void *ctx, const void *key, const void *value)
{
	const struct typed *typed = ctx;

	return typed->process(typed->ctx, key, value);
}

/* The rows that threads have at hand. */
static int for_each_row(struct engine *e, engine_summary_fn fn, void *ctx)
{
	struct aug_summary_row *row __cleanup_free = malloc(sizeof(*row));
	uint32_t i;
	int err = 0;

	if (!row)
		return -ENOMEM;
	for (i = 1; i < AUG_SUMMARY_ROWS && !err; i++) {
		if (bpf_map_lookup_elem(bpf_map__fd(e->skel->maps.summary_rows), &i, row)) {
			err = -errno;
			log_err("cannot read the summary: %s", strerror(-err));
		} else if (row->sum.calls) {
			err = fn(ctx, &row->key, &row->sum);
		}
	}
	return err;
}

int engine_summary__fill_rows(struct engine *e)
{
	uint32_t i;
	int err;

	for (i = 1; e->skel->rodata->config.summary_rows && i < AUG_SUMMARY_ROWS; i++) {
		if (!bpf_map_update_elem(bpf_map__fd(e->skel->maps.summary_rows_free), NULL, &i,
					 BPF_ANY))
			continue;
		err = -errno;
		log_err("cannot tell the BPF engine its rows: %s", strerror(-err));
		return err;
	}
	return 0;
}

int engine__for_each_summary(struct engine *e, engine_summary_fn fn, void *ctx)
{
	const bool by_cpu = e->skel->rodata->config.want_summary == AUG_SUMMARY_BY_CPU;
	struct typed typed = { .summary = fn, .ctx = ctx };
	const struct elements el = {
		.what = "the summary",
		.key_size = sizeof(struct aug_summary_key),
		.value_size = sizeof(struct aug_summary),
		.nr_values = by_cpu ? (size_t)e->nr_cpus : 1,
		.fn = call_summary,
		.ctx = &typed,
	};

	int err = e->skel->rodata->config.summary_rows ? for_each_row(e, fn, ctx) : 0;

	return err ? err
		   : for_each_element(bpf_map__fd(by_cpu ? e->skel->maps.summary_cpu
							 : e->skel->maps.summary),
				      &el);
}

int engine__for_each_errno(struct engine *e,
			   int (*fn)(void *ctx, const struct aug_errno_key *key, uint64_t nr),
			   void *ctx)
{
	struct typed typed = { .error = fn, .ctx = ctx };
	const struct elements el = {
		.what = "the errors of the summary",
		.key_size = sizeof(struct aug_errno_key),
		.value_size = sizeof(uint64_t),
		.nr_values = 1,
		.fn = call_error,
		.ctx = &typed,
	};

	return for_each_element(bpf_map__fd(e->skel->maps.errnos), &el);
}

int engine__for_each_run(struct engine *e,
			 int (*fn)(void *ctx, const struct aug_run_key *key,
				   const struct aug_run *run),
			 void *ctx)
{
	struct typed typed = { .run = fn, .ctx = ctx };
	const struct elements el = {
		.what = "the time that threads ran",
		.key_size = sizeof(struct aug_run_key),
		.value_size = sizeof(struct aug_run),
		.nr_values = 1,
		.fn = call_run,
		.ctx = &typed,
	};

	return for_each_element(bpf_map__fd(e->skel->maps.runs), &el);
}

int engine__for_each_process(struct engine *e,
			     int (*fn)(void *ctx, const struct aug_process_key *key,
				       const struct aug_process *process),
			     void *ctx)
{
	struct typed typed = { .process = fn, .ctx = ctx };
	const struct elements el = {
		.what = "the tree of processes",
		.key_size = sizeof(struct aug_process_key),
		.value_size = sizeof(struct aug_process),
		.nr_values = 1,
		.fn = call_process,
		.ctx = &typed,
	};

	return for_each_element(bpf_map__fd(e->skel->maps.processes), &el);
}

size_t engine__ring_size(const struct engine *e)
{
	return engine_rings__size(e);
}

int engine__map_fd(const struct engine *e, const char *name)
{
	return bpf_object__find_map_fd_by_name(e->skel->obj, name);
}

void engine__map_names(const struct engine *e, struct strbuf *text)
{
	const size_t start = text->len;
	struct bpf_map *map;

	bpf_object__for_each_map (map, e->skel->obj) {
		if (bpf_map__fd(map) < 0)
			continue;
		strbuf__adds(text, text->len > start ? ", " : "");
		strbuf__adds(text, bpf_map__name(map));
	}
}
