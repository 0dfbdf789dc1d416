// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* engine_augment.c - functions of augmenter objects in the engine: see engine.h. */
#include <bpf/bpf.h>
#include <errno.h>
#include <string.h>

#include "engine_priv.h"
#include "log.h"
#include "util.h"

int engine__call_type(const struct engine *e)
{
	return engine__has_prog(e, e->skel->progs.sys_enter_perf) ? BPF_PROG_TYPE_TRACEPOINT
								  : BPF_PROG_TYPE_RAW_TRACEPOINT;
}

/* What one kind of functions needs is there when an object has such functions. */
void engine_augment__configure(struct engine *e, unsigned int augment)
{
	struct engine_config *cfg = (struct engine_config *)&e->skel->rodata->config;
	const bool calls = augment & ENGINE_AUGMENT_CALLS;
	const bool tracepoints = augment & ENGINE_AUGMENT_TRACEPOINTS;
	const bool probes = augment & ENGINE_AUGMENT_PROBES;
	struct engine_bpf *skel = e->skel;
	/* A program array holds programs of one type only. */
	const enum bpf_prog_type type = (enum bpf_prog_type)engine__call_type(e);

	e->augment = augment;
	cfg->has_augmenters = calls;
	cfg->has_probes = probes;
	bpf_map__set_autocreate(skel->maps.augment_calls, calls || tracepoints);
	bpf_map__set_autocreate(skel->maps.augmenters, calls);
	bpf_map__set_autocreate(skel->maps.augment_back, calls);
	bpf_map__set_autocreate(skel->maps.event_funcs, tracepoints);
	bpf_map__set_autocreate(skel->maps.augment_back_event, tracepoints);
	bpf_map__set_autocreate(skel->maps.probe_funcs, probes);
	bpf_map__set_autocreate(skel->maps.augment_back_probe, probes);
	bpf_map__set_autocreate(skel->maps.augment_probes, probes);
	bpf_program__set_autoload(skel->progs.augment_enter_back, calls);
	bpf_program__set_autoload(skel->progs.augment_exit_back, calls);
	bpf_program__set_type(skel->progs.augment_enter_back, type);
	bpf_program__set_type(skel->progs.augment_exit_back, type);
	/* Those that are attached are loaded once for each tracepoint and probe. */
	bpf_program__set_autoload(skel->progs.event_tracepoint, false);
	bpf_program__set_autoload(skel->progs.event_probe, false);
	bpf_program__set_autoload(skel->progs.event_tracepoint_back, tracepoints);
	bpf_program__set_autoload(skel->progs.event_probe_back, probes);
}

int engine_augment__set_program(struct engine *e, const struct bpf_map *map, uint32_t idx,
				int prog_fd)
{
	int err;

	/*
	 * Linux 5.10 (seen with 5.10.223) stops with a BUG when a map of programs changes while one
	 * that uses it is being loaded: its jump is not patched then, and the next change finds
	 * another one than it looks for (prog_array_map_poke_run()).
	 */
	engine_progs__wait(e);
	if (!bpf_map_update_elem(bpf_map__fd(map), &idx, &prog_fd, BPF_ANY))
		return 0;
	err = -errno;
	log_err("cannot put a function into the BPF engine (map %s): %s", bpf_map__name(map),
		strerror(-err));
	return err;
}

int engine_augment__set_own(struct engine *e, const struct bpf_map *map, uint32_t idx,
			    const struct bpf_program *prog)
{
	const int fd = engine__prog_fd(e, prog);

	return fd < 0 ? fd : engine_augment__set_program(e, map, idx, fd);
}

int engine_augment__link(struct engine *e)
{
	const struct engine_bpf *skel = e->skel;
	const struct {
		unsigned int needs;
		const struct bpf_map *map;
		unsigned int when;
		const struct bpf_program *prog;
	} ways[] = {
		{ ENGINE_AUGMENT_CALLS, skel->maps.augment_back, AUG_ON_ENTER,
		  skel->progs.augment_enter_back },
		{ ENGINE_AUGMENT_CALLS, skel->maps.augment_back, AUG_ON_EXIT,
		  skel->progs.augment_exit_back },
		{ ENGINE_AUGMENT_TRACEPOINTS, skel->maps.augment_back_event, AUG_ON_TRACEPOINT,
		  skel->progs.event_tracepoint_back },
		{ ENGINE_AUGMENT_PROBES, skel->maps.augment_back_probe, AUG_ON_UPROBE,
		  skel->progs.event_probe_back },
		{ ENGINE_AUGMENT_PROBES, skel->maps.augment_back_probe, AUG_ON_URETPROBE,
		  skel->progs.event_probe_back },
	};
	size_t i;
	int err = 0;

	for (i = 0; i < ARRAY_SIZE(ways) && !err; i++) {
		if (e->augment & ways[i].needs)
			err = engine_augment__set_own(e, ways[i].map, ways[i].when, ways[i].prog);
	}
	return err;
}

int engine__augment(struct engine *e, unsigned int spec_idx, bool at_exit, int prog_fd,
		    unsigned int object)
{
	struct aug_spec *spec = &e->skel->bss->specs[spec_idx];
	int err = engine_augment__set_program(e, e->skel->maps.augmenters,
					      spec_idx + (at_exit ? AUGMENTERS_EXIT : 0), prog_fd);

	if (err)
		return err;
	spec->augmenter = (uint8_t)object;
	spec->flags |= at_exit ? AUG_S_AUGMENT_EXIT : AUG_S_AUGMENT_ENTER;
	return 0;
}
