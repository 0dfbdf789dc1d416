// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* engine_augment.c - functions of augmenter objects in the engine: see engine.h. */
#include <bpf/bpf.h>
#include <errno.h>
#include <string.h>

#include "engine_priv.h"
#include "log.h"

int engine__call_type(const struct engine *e)
{
	return bpf_program__autoload(e->skel->progs.sys_enter_perf) ? BPF_PROG_TYPE_TRACEPOINT
								    : BPF_PROG_TYPE_RAW_TRACEPOINT;
}

void engine_augment__configure(struct engine *e, bool has_augmenters)
{
	struct engine_config *cfg = (struct engine_config *)&e->skel->rodata->config;
	struct engine_bpf *skel = e->skel;
	/* A program array holds programs of one type only. */
	const enum bpf_prog_type type = (enum bpf_prog_type)engine__call_type(e);

	cfg->has_augmenters = has_augmenters;
	bpf_map__set_autocreate(skel->maps.augment_calls, has_augmenters);
	bpf_map__set_autocreate(skel->maps.augmenters, has_augmenters);
	bpf_map__set_autocreate(skel->maps.augment_back, has_augmenters);
	bpf_program__set_autoload(skel->progs.augment_enter_back, has_augmenters);
	bpf_program__set_autoload(skel->progs.augment_exit_back, has_augmenters);
	bpf_program__set_type(skel->progs.augment_enter_back, type);
	bpf_program__set_type(skel->progs.augment_exit_back, type);
}

static int set_program(const struct bpf_map *map, uint32_t idx, int prog_fd)
{
	int err;

	if (!bpf_map_update_elem(bpf_map__fd(map), &idx, &prog_fd, BPF_ANY))
		return 0;
	err = -errno;
	log_err("cannot put a function into the BPF engine (map %s): %s", bpf_map__name(map),
		strerror(-err));
	return err;
}

int engine_augment__link(struct engine *e)
{
	struct engine_bpf *skel = e->skel;
	int err;

	if (!skel->rodata->config.has_augmenters)
		return 0;
	err = set_program(skel->maps.augment_back, AUG_ON_ENTER,
			  bpf_program__fd(skel->progs.augment_enter_back));
	if (!err)
		err = set_program(skel->maps.augment_back, AUG_ON_EXIT,
				  bpf_program__fd(skel->progs.augment_exit_back));
	return err;
}

int engine__augment(struct engine *e, unsigned int spec_idx, bool at_exit, int prog_fd,
		    unsigned int object)
{
	const int specs_fd = bpf_map__fd(e->skel->maps.specs);
	struct aug_spec spec;
	int err;

	/* Nothing is recorded: nothing can be attached. */
	if (!e->skel->rodata->config.has_augmenters)
		return 0;
	err = set_program(e->skel->maps.augmenters, spec_idx + (at_exit ? AUGMENTERS_EXIT : 0),
			  prog_fd);
	if (err)
		return err;
	err = bpf_map_lookup_elem(specs_fd, &spec_idx, &spec);
	if (!err) {
		spec.flags |= at_exit ? AUG_S_AUGMENT_EXIT : AUG_S_AUGMENT_ENTER;
		spec.augmenter = (uint8_t)object;
		err = bpf_map_update_elem(specs_fd, &spec_idx, &spec, BPF_ANY);
	}
	if (err) {
		err = -errno;
		log_err("cannot tell the BPF engine of an augmenter: %s", strerror(-err));
	}
	return err;
}
