// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* map_rows.c - see map_rows.h. */
#include "map_rows.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bytes.h"
#include "log.h"
#include "map_arena.h"
#include "map_fold.h"
#include "map_iter.h"
#include "map_key.h"
#include "map_refs.h"
#include "map_special.h"
#include "map_trie.h"
#include "util.h"

/* Rows between looks at the clock. */
#define PROGRESS_ROWS 16384

static bool is_special(const struct map *map)
{
	return map->kind->read != MAP_READ_ELEMS && map->kind->read != MAP_READ_INDEX;
}

static bool all_zero(const struct map_row *row)
{
	unsigned int i;

	for (i = 0; i < row->nr_values; i++) {
		if (!bytes__all_zero(row->value + i * row->step, row->value_len))
			return false;
	}
	return true;
}

/* A row that may be wanted. */
static int take_row(struct map_rows *d, const struct map_row *row)
{
	if (d->opts->no_zero && !row->err && all_zero(row))
		return 0;
	if (!map_query__matches(&d->query, row))
		return 0;
	d->nr_rows++;
	return d->fn(d->ctx, row);
}

static int take_cpus(struct map_rows *d, struct map_row *row)
{
	const uint8_t *values = row->value;
	int cpu, err;

	if (d->fold == MAP_FOLD_NONE || row->err) {
		row->per_cpu = true;
		row->nr_values = (unsigned int)d->nr_cpus;
		return take_row(d, row);
	}
	if (d->fold != MAP_FOLD_PER_CPU) {
		row->value =
			map_folder__fold(d->folder, values, row->step, (unsigned int)d->nr_cpus);
		return take_row(d, row);
	}
	for (cpu = 0; cpu < d->nr_cpus; cpu++) {
		row->value = values + (size_t)cpu * row->step;
		row->cpu = cpu;
		err = take_row(d, row);
		if (err)
			return err;
	}
	return 0;
}

static void show_progress(struct map_rows *d)
{
	time_t now = time(NULL);
	char text[128];
	int len;

	if (now == d->last_progress)
		return;
	d->last_progress = now;
	len = snprintf(text, sizeof(text), "\rmap %s: %llu entries read, of %u at most ",
		       d->map->info.name, (unsigned long long)d->nr_seen, d->map->info.max_entries);
	if (write(STDERR_FILENO, text, (size_t)len) < 0) {
		/* Nobody is looking. */
	}
}

static int take_entry(void *ctx, const struct map_entry *entry)
{
	struct map_rows *d = ctx;
	struct map_row row = {
		.key = entry->key,
		.value = entry->value,
		.key_len = map_rows__key_len(d),
		.value_len = map_rows__value_len(d),
		.step = map__step(d->map),
		.nr_values = 1,
		.cpu = -1,
		.err = entry->err,
	};

	if (d->opts->stop && *d->opts->stop)
		return -EINTR;
	d->nr_seen++;
	if (d->opts->progress && !(d->nr_seen % PROGRESS_ROWS))
		show_progress(d);
	/* An empty slot, or an entry that has gone. */
	if (entry->err == -ENOENT)
		return 0;
	return d->map->kind->per_cpu ? take_cpus(d, &row) : take_row(d, &row);
}

/* What is known of a map that changed while it was read. */
static void log_stats(const struct map_rows *d, const struct map_iter_stats *stats)
{
	const struct bpf_map_info *info = &d->map->info;

	if (stats->nr_vanished)
		log_warn("map %s (id %u): it changed while it was read: %llu entries went away "
			 "before "
			 "their value was read and are not shown",
			 info->name, info->id, (unsigned long long)stats->nr_vanished);
	if (stats->restarted)
		log_warn("map %s (id %u): it changed while it was read: the kernel began anew; of "
			 "%llu "
			 "entries shown some may be there twice",
			 info->name, info->id, (unsigned long long)stats->nr_entries);
	if (stats->cut)
		log_warn(
			"map %s (id %u): it changes faster than it can be read: stopped after %llu "
			"entries, others may be missing",
			info->name, info->id, (unsigned long long)stats->nr_entries);
}

/* No entry of this kind of map can be read: one sentence instead of one error per slot. */
static bool nothing_readable(struct map_rows *d, const struct map_entry *entry)
{
	if (!d->map->kind->hint || (entry->err != -KERNEL_ENOTSUPP && entry->err != -EOPNOTSUPP))
		return false;
	if (d->limits_told)
		return true;
	d->limits_told = true;
	log_info("map %s (id %u): a %s cannot be listed: %s", d->map->info.name, d->map->info.id,
		 d->map->kind->name, d->map->kind->hint);
	return true;
}

static int read_elems(struct map_rows *d)
{
	struct map_entry entry;
	struct map_iter *iter;
	int ret, err;

	err = map_iter__new(d->map, MAP_ITER_BEST, &iter);
	if (err)
		return err;
	while ((ret = map_iter__next(iter, &entry)) > 0) {
		if (entry.err && nothing_readable(d, &entry)) {
			ret = 0;
			break;
		}
		ret = take_entry(d, &entry);
		if (ret)
			break;
	}
	log_stats(d, map_iter__stats(iter));
	map_iter__free(iter);
	return ret;
}

static void log_arena_error(struct map_rows *d, int err)
{
	const struct bpf_map_info *info = &d->map->info;

	if (err == -ERANGE)
		log_err("map %s (id %u): the sizes disagree: the type has %llu bytes, but the "
			"arena has %u pages",
			info->name, info->id, (unsigned long long)map_rows__value_len(d),
			info->max_entries);
	else
		log_err("map %s (id %u): the arena cannot be read: %s%s", info->name, info->id,
			strerror(-err),
			err == -EPERM ? ": that takes a BPF program: CAP_BPF and CAP_PERFMON" : "");
	d->told = true;
}

/* The bytes of an arena are its only entry. */
static int read_memory(struct map_rows *d)
{
	size_t len = map_rows__value_len(d);
	__cleanup_free uint8_t *bytes = malloc(len + 1);
	const struct map_entry entry = { .value = bytes };
	int err;

	if (!bytes)
		return -ENOMEM;
	err = map_arena__read(d->map, bytes, len);
	if (err == -ENODATA) {
		if (!d->limits_told)
			log_info("map %s (id %u): nobody has mapped the arena yet: it has no "
				 "memory",
				 d->map->info.name, d->map->info.id);
		d->limits_told = true;
		return 0;
	}
	if (err)
		log_arena_error(d, err);
	return err ? err : take_entry(d, &entry);
}

static int read_special(struct map_rows *d)
{
	if (map_types__of_memory(&d->types, d->map))
		return read_memory(d);
	if (!d->limits_told)
		map_special__log_limits(d->map);
	d->limits_told = true;
	return map_special__for_each(d->map, take_entry, d);
}

/* --key-is: one look-up, however large the map is; but a trie's finds other keys as well. */
static int read_one(struct map_rows *d)
{
	__cleanup_free uint8_t *value = malloc(map__value_stride(d->map, d->nr_cpus) + 8);
	const struct map_entry entry = { .key = d->key, .value = value };
	int err;

	if (!value)
		return -ENOMEM;
	err = bpf_map_lookup_elem(d->map->fd, d->key, value) ? -errno : 0;
	if (!err && d->map->info.type == BPF_MAP_TYPE_LPM_TRIE)
		err = map_trie__find(d->map, d->key, value);
	if (!err)
		return take_entry(d, &entry);
	d->told = err == -ENOENT;
	if (d->told)
		log_err("map %s (id %u): there is no entry with the key %s", d->map->info.name,
			d->map->info.id, d->opts->key_is);
	return err;
}

int map_rows__for_each(struct map_rows *d, int (*fn)(void *ctx, const struct map_row *row),
		       void *ctx)
{
	int err;

	d->fn = fn;
	d->ctx = ctx;
	if (d->key)
		err = read_one(d);
	else if (is_special(d->map))
		err = read_special(d);
	else
		err = read_elems(d);
	return err == MAP_ROWS_ENOUGH ? 0 : err;
}

size_t map_rows__key_len(const struct map_rows *d)
{
	return is_special(d->map) ? map_special__key_size(d->map) : d->map->info.key_size;
}

size_t map_rows__value_len(const struct map_rows *d)
{
	if (map_types__of_memory(&d->types, d->map))
		return btf_plan__size(d->types.value.plan);
	return is_special(d->map) ? map_special__value_size(d->map) : d->map->info.value_size;
}

static void set_plan_options(struct map_rows *d, struct btf_plan *plan)
{
	if (!plan)
		return;
	btf_plan__set_ksyms(plan, d->opts->ksyms);
	btf_plan__set_times(plan, d->opts->times);
	if (d->map->kind->refs == MAP_REF_FUNCS)
		btf_plan__set_progs(plan, map_refs__describe_prog);
}

static int init_fold(struct map_rows *d)
{
	int err;

	d->fold = d->map->kind->per_cpu ? d->opts->fold : MAP_FOLD_NONE;
	/* A table has a line for each CPU. */
	if (d->map->kind->per_cpu && d->fold == MAP_FOLD_NONE &&
	    (d->opts->format == MAP_FORMAT_CSV || d->opts->format == MAP_FORMAT_TABLE))
		d->fold = MAP_FOLD_PER_CPU;
	if (d->fold == MAP_FOLD_NONE || d->fold == MAP_FOLD_PER_CPU)
		return 0;
	err = map_folder__new(&d->types.value, d->map->info.value_size, d->fold, &d->folder);
	if (err == -EINVAL)
		log_err("map %s (id %u): CPUs cannot be added up: the type of the value is not "
			"known; "
			"name it with --value TYPE or --btf OBJ",
			d->map->info.name, d->map->info.id);
	else if (err)
		log_err("map %s (id %u): CPUs cannot be added up: %s", d->map->info.name,
			d->map->info.id,
			err == -E2BIG ? "the value has too many members" : strerror(-err));
	return err;
}

static int check_options(const struct map_rows *d)
{
	const struct map_dump_opts *opts = d->opts;
	const struct bpf_map_info *info = &d->map->info;

	if (opts->fold != MAP_FOLD_NONE && !d->map->kind->per_cpu) {
		log_err("map %s (id %u): --sum, --max, --avg and --per-cpu are for per-CPU maps; "
			"this is a %s",
			info->name, info->id, d->map->kind->name);
		return -EINVAL;
	}
	if (opts->key_is && (is_special(d->map) || !info->key_size)) {
		log_err("map %s (id %u): --key-is: a %s has no keys to look up", info->name,
			info->id, d->map->kind->name);
		return -EINVAL;
	}
	return 0;
}

static int init_key(struct map_rows *d)
{
	struct strbuf error = {};
	int err;

	if (!d->opts->key_is)
		return 0;
	d->key = calloc(1, d->map->info.key_size + 1);
	if (!d->key)
		return -ENOMEM;
	err = map_key__parse(d->map, &d->types.key, d->opts->key_is, d->key, &error);
	if (err)
		log_err("--key-is %s: %s", d->opts->key_is, strbuf__cstr(&error));
	strbuf__free(&error);
	return err;
}

int map_rows__init(struct map_rows *d, const struct map *map, const struct map_dump_opts *opts)
{
	int err;

	*d = (struct map_rows){ .map = map, .opts = opts };
	err = check_options(d);
	if (err)
		return err;
	d->nr_cpus = map__possible_cpus();
	if (d->nr_cpus < 0)
		return d->nr_cpus;
	err = map_types__load(map, &opts->types, &d->types);
	if (err)
		return err;
	set_plan_options(d, d->types.key.plan);
	set_plan_options(d, d->types.value.plan);
	err = init_fold(d);
	if (!err)
		err = init_key(d);
	if (!err)
		err = map_query__init(&d->query, opts, &d->types, d->fold == MAP_FOLD_PER_CPU);
	if (err)
		map_rows__free(d);
	return err;
}

void map_rows__free(struct map_rows *d)
{
	map_folder__free(d->folder);
	d->folder = NULL;
	free(d->key);
	d->key = NULL;
	map_query__free(&d->query);
	map_types__free(&d->types);
}

static void log_error(const struct map_rows *d, int err)
{
	const struct bpf_map_info *info = &d->map->info;

	switch (err) {
	case -EPERM:
	case -EACCES:
		log_err("map %s (id %u): this descriptor may not read the map: it was opened for "
			"writing "
			"only; open it by 'id %u' as root",
			info->name, info->id, info->id);
		break;
	case -EPIPE: /* nobody is interested any more */
	case -EINTR:
		break;
	case -KERNEL_ENOTSUPP:
	case -EOPNOTSUPP:
		log_err("map %s (id %u): this kernel does not let user space read a %s", info->name,
			info->id, d->map->kind->name);
		break;
	default:
		log_err("map %s (id %u): reading stopped after %llu entries: %s", info->name,
			info->id, (unsigned long long)d->nr_seen, strerror(-err));
	}
}

int map_rows__failed(const struct map_rows *d, int err)
{
	if (!d->told)
		log_error(d, err);
	return err == -EINVAL ? -EIO : err;
}

void map_rows__log_end(const struct map_rows *d)
{
	const struct bpf_map_info *info = &d->map->info;

	if (d->last_progress && write(STDERR_FILENO, "\r\033[K", 4) < 0) {
		/* Nobody is looking. */
	}
	if (d->query.nr_undefined)
		log_warn("map %s (id %u): --where divided by zero for %llu entries, which are not "
			 "shown",
			 info->name, info->id, (unsigned long long)d->query.nr_undefined);
	if (d->folder && map_folder__nr_saturated(d->folder))
		log_warn("map %s (id %u): %llu sums were too large for their members and are cut",
			 info->name, info->id,
			 (unsigned long long)map_folder__nr_saturated(d->folder));
}
