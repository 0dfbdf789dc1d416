// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * engine_event.c - tracepoints and functions in user space: see engine__add_event().
 *
 * For each the engine's object is opened once more, with the maps of the engine that runs, and of its
 * programs only the one to attach is loaded: it has its number as a constant. (A program can be told
 * whom it is attached to only from 5.15 on.)
 */
#include <bpf/bpf.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine_priv.h"
#include "log.h"
#include "parallel.h"
#include "privilege.h"
#include "tracefs.h"
#include "uprobe_symbol.h"

struct engine_probe {
	struct engine_event event;
	struct engine_bpf *skel;
	struct bpf_link *link;
};

/* Maps of the running engine; what it has not made is not made here either. */
int engine_event__share_maps(const struct engine *e, struct engine_bpf *skel)
{
	struct bpf_map *map, *own = NULL;
	int err = 0;

	bpf_object__for_each_map (map, skel->obj) {
		own = bpf_object__next_map(e->skel->obj, own);
		if (!own)
			return -EINVAL;
		if (map == skel->maps.rodata)
			continue;
		if (bpf_map__fd(own) < 0)
			err = bpf_map__set_autocreate(map, false);
		else
			err = bpf_map__reuse_fd(map, bpf_map__fd(own));
		if (err)
			break;
	}
	return err;
}

static int load_program(struct engine *e, struct engine_probe *probe, unsigned int nr)
{
	struct engine_bpf *skel = engine__open_object(e);
	struct bpf_program *prog, *wanted;

	if (!skel)
		return -errno;
	probe->skel = skel;
	*(struct engine_config *)&skel->rodata->config = e->skel->rodata->config;
	*(struct engine_event_config *)&skel->rodata->this_event = (struct engine_event_config){
		.nr = nr,
		.object = (uint16_t)probe->event.object,
		.when = (uint16_t)probe->event.when,
	};
	wanted = probe->event.when == AUG_ON_TRACEPOINT ? skel->progs.event_tracepoint
							: skel->progs.event_probe;
	bpf_object__for_each_program (prog, skel->obj)
		bpf_program__set_autoload(prog, prog == wanted);
	return engine__fill_btf(e) ?: engine_event__share_maps(e, skel) ?: engine_bpf__load(skel);
}

int engine__add_event(struct engine *e, const struct engine_event *event, unsigned int *ret_nr)
{
	const bool is_tracepoint = event->when == AUG_ON_TRACEPOINT;
	const unsigned int nr = (unsigned int)e->nr_probes;
	struct engine_probe *all;
	int err;

	if (nr == EVENTS_MAX) {
		log_err("%d tracepoints and probes at most in one trace", EVENTS_MAX);
		return -E2BIG;
	}
	all = reallocarray(e->probes, nr + 1, sizeof(*all));
	if (!all)
		return -ENOMEM;
	e->probes = all;
	all[nr] = (struct engine_probe){ .event = *event };
	e->nr_probes++;
	err = load_program(e, &all[nr], nr);
	if (err) {
		log_err("cannot load a program for %s:%s: %s", event->group, event->name,
			strerror(-err));
		return err;
	}
	*ret_nr = nr;
	return engine_augment__set_program(
		e, is_tracepoint ? e->skel->maps.event_funcs : e->skel->maps.probe_funcs, nr,
		event->prog_fd);
}

/* ---- attaching ---- */

static void explain_tracepoint(const struct engine_event *event, int err)
{
	if (access("/sys/kernel/tracing/events", R_OK | X_OK) &&
	    access("/sys/kernel/debug/tracing/events", R_OK | X_OK))
		log_err("cannot attach to the tracepoint %s:%s: tracefs is needed: " TRACEFS_MOUNT,
			event->group, event->name);
	else if (err == -ENOENT)
		log_err("the running kernel has no tracepoint %s:%s; "
			"/sys/kernel/tracing/available_events lists them",
			event->group, event->name);
	else
		log_err("cannot attach to the tracepoint %s:%s: %s", event->group, event->name,
			strerror(-err));
}

static void explain_probe(const struct engine_event *event, int err)
{
	if (access("/sys/bus/event_source/devices/uprobe", F_OK) &&
	    access("/sys/kernel/tracing/uprobe_events", F_OK))
		log_err("cannot probe %s in %s: the running kernel has no uprobes "
			"(CONFIG_UPROBE_EVENTS)",
			event->name, event->group);
	else if (err == -EOPNOTSUPP)
		log_err("cannot probe %s in %s: which function that is, is decided as a program "
			"starts (IFUNC); probe the one that is chosen, such as "
			"__memcpy_avx_unaligned for memcpy",
			event->name, event->group);
	else if (strchr(event->group, '/') && access(event->group, R_OK))
		log_err("cannot probe %s in %s: %s", event->name, event->group, strerror(errno));
	else if (err == -ENOENT && strchr(event->group, '/'))
		log_err("cannot probe %s in %s: the file has no such function in its symbols "
			"(a static one of a stripped file has none)",
			event->name, event->group);
	else if (err == -ENOENT)
		log_err("cannot probe %s in %s: no such file where programs and libraries are "
			"looked for, or no such function in its symbols; give the file's path",
			event->name, event->group);
	else
		log_err("cannot probe %s in %s: %s", event->name, event->group, strerror(-err));
}

static int attach_probe(struct engine_probe *probe)
{
	const struct engine_event *event = &probe->event;
	LIBBPF_OPTS(bpf_uprobe_opts, opts, .retprobe = event->when == AUG_ON_URETPROBE);
	const char *file = event->group;
	uint64_t offset = 0;
	char path[PATH_MAX];
	int err = uprobe_symbol__find(file, event->name, path, sizeof(path), &offset);

	if (err && err != -ENOENT)
		return err;
	if (err)
		opts.func_name = event->name;
	else
		file = path;
	probe->link = bpf_program__attach_uprobe_opts(probe->skel->progs.event_probe, -1, file,
						      offset, &opts);
	return probe->link ? 0 : -errno;
}

static int attach_tracepoint(struct engine_probe *probe)
{
	probe->link = bpf_program__attach_tracepoint(probe->skel->progs.event_tracepoint,
						     probe->event.group, probe->event.name);
	return probe->link ? 0 : -errno;
}

static int attach(struct engine_probe *probe)
{
	const struct engine_event *event = &probe->event;
	int err = event->when == AUG_ON_TRACEPOINT ? attach_tracepoint(probe) : attach_probe(probe);

	if (!err)
		return 0;
	if (event->when == AUG_ON_TRACEPOINT)
		explain_tracepoint(event, err);
	else
		explain_probe(event, err);
	if (err == -EPERM || err == -EACCES)
		privilege__explain_bpf(err);
	return err;
}

int engine_event__attach(struct engine *e)
{
	size_t i;
	int err = 0;

	for (i = 0; i < e->nr_probes && !err; i++)
		err = attach(&e->probes[i]);
	return err;
}

uint64_t engine__missed_events(struct engine *e)
{
	uint64_t missed = 0;
	size_t i;

	for (i = 0; i < e->nr_probes; i++)
		missed += engine__missed_of(e->probes[i].skel->obj);
	return missed;
}

static void detach(void *ctx, size_t i)
{
	struct engine_probe *probe = &((struct engine *)ctx)->probes[i];

	bpf_link__destroy(probe->link);
	probe->link = NULL;
}

void engine_event__detach(struct engine *e)
{
	parallel__each(e->nr_probes, detach, e);
}

void engine_event__free(struct engine *e)
{
	engine_event__detach(e);
	while (e->nr_probes)
		engine_bpf__destroy(e->probes[--e->nr_probes].skel);
	free(e->probes);
	e->probes = NULL;
}
