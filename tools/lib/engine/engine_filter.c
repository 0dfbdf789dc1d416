// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* engine_filter.c - the code of filters into the engine's maps; see engine_priv.h. */
#include <bpf/bpf.h>
#include <errno.h>
#include <string.h>

#include "engine_priv.h"
#include "log.h"
#include "util.h"

int engine_filter__configure(struct engine *e, const struct filter_program *filter, bool perf)
{
	struct engine_bpf *skel = e->skel;
	const bool has_texts = filter && filter->config.has_texts;
	const struct {
		struct bpf_map *map;
		size_t nr;
		bool used;
	} maps[] = {
		{ skel->maps.filter_specs, ENGINE_NR_SPECS, filter },
		{ skel->maps.filter_tests, filter ? filter->nr_tests : 0, true },
		{ skel->maps.filter_globs, filter ? filter->nr_globs : 0, filter },
		{ skel->maps.filter_patterns, filter ? filter->nr_patterns : 0, has_texts },
	};
	int err = 0;

	e->filter = filter;
	if (filter)
		*(struct filter_config *)&skel->rodata->filter_config = filter->config;
	for (size_t i = 0; i < ARRAY_SIZE(maps) && !err; i++) {
		bpf_map__set_autocreate(maps[i].map, maps[i].used);
		err = bpf_map__set_max_entries(maps[i].map, (uint32_t)MAX(maps[i].nr, 1UL));
	}
	bpf_map__set_autocreate(skel->maps.filter_scratch, has_texts);
	bpf_map__set_autocreate(skel->maps.filters, has_texts);
	bpf_map__set_autocreate(skel->maps.exec_filters, has_texts);
	bpf_program__set_autoload(skel->progs.filter_call, has_texts && !perf);
	bpf_program__set_autoload(skel->progs.filter_call_perf, has_texts && perf);
	bpf_program__set_autoload(skel->progs.filter_exec, has_texts);
	return err;
}

static int link_programs(struct engine *e)
{
	const struct engine_bpf *skel = e->skel;
	const struct bpf_program *of_calls = engine__has_prog(e, skel->progs.filter_call_perf)
						     ? skel->progs.filter_call_perf
						     : skel->progs.filter_call;
	int err = engine_augment__set_own(e, skel->maps.filters, 0, of_calls);

	return err
		       ?: engine_augment__set_own(e, skel->maps.exec_filters, 0,
						  skel->progs.filter_exec);
}

static int fill(struct bpf_map *map, const void *elements, size_t nr)
{
	const size_t size = bpf_map__value_size(map);
	int err;

	for (uint32_t i = 0; i < nr; i++) {
		if (!bpf_map_update_elem(bpf_map__fd(map), &i, (const char *)elements + i * size,
					 BPF_ANY))
			continue;
		err = -errno;
		log_err("cannot tell the BPF engine the filter (map %s): %s", bpf_map__name(map),
			strerror(-err));
		return err;
	}
	return 0;
}

int engine_filter__fill(struct engine *e)
{
	struct engine_bpf *skel = e->skel;
	const struct filter_program *f = e->filter;
	int err;

	if (!f)
		return 0;
	err = fill(skel->maps.filter_specs, f->specs, ENGINE_NR_SPECS);
	if (!err)
		err = fill(skel->maps.filter_tests, f->tests, f->nr_tests);
	if (!err)
		err = fill(skel->maps.filter_globs, f->globs, f->nr_globs);
	if (err || !f->config.has_texts)
		return err;
	err = fill(skel->maps.filter_patterns, f->patterns, f->nr_patterns);
	return err ? err : link_programs(e);
}
