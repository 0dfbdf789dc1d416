// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* machine_seal.c - see machine.h: all is told; lay it out in time. */
#include <errno.h>
#include <stdlib.h>

#include "array.h"
#include "machine_priv.h"
#include "util.h"

/* The header's build-ids are of paths, for those that no record gave one; the first of a path counts. */
static int give_build_ids(struct machine *m)
{
	__cleanup_free const struct build_id **of_name = NULL;
	const size_t nr_names = m->names.nr;
	size_t i;

	if (!m->nr_ids)
		return 0;
	of_name = calloc(nr_names, sizeof(*of_name));
	if (!of_name)
		return -ENOMEM;
	for (i = 0; i < m->nr_ids; i++) {
		if (!of_name[m->ids[i].path])
			of_name[m->ids[i].path] = &m->ids[i].id;
	}
	for (i = 0; i < m->nr_dsos; i++) {
		struct dso *dso = &m->dsos[i];
		const uint32_t name = names__add(&m->names, dso->path, strlen(dso->path));

		if (name == NO_NAME)
			return -ENOMEM;
		if (!dso->build_id.len && name < nr_names && of_name[name])
			dso->build_id = *of_name[name];
	}
	return 0;
}

/* The same file, but for the build-id. */
static bool is_same_file(const struct dso *a, const struct dso *b)
{
	return a->kind == b->kind && a->pid == b->pid && a->root_pid == b->root_pid &&
	       a->foreign == b->foreign && !strcmp(a->path, b->path);
}

/*
 * A file may have come with a build-id once, without one at another time: records made at the start
 * have none. By path they are one, as perf has it; two build-ids are two files.
 */
static int join_dsos(struct machine *m)
{
	__cleanup_free uint32_t *first = calloc(m->names.nr + m->nr_dsos + 1, sizeof(*first));
	size_t i;

	if (!first)
		return -ENOMEM;
	for (i = 0; i < m->nr_dsos; i++) {
		struct dso *dso = &m->dsos[i];
		const uint32_t name = names__add(&m->names, dso->path, strlen(dso->path));
		struct dso *other;

		dso->same_as = (uint32_t)i;
		if (dso->kind != DSO_FILE || name == NO_NAME)
			continue;
		if (!first[name]) {
			first[name] = (uint32_t)i + 1;
			continue;
		}
		other = &m->dsos[first[name] - 1];
		if (!is_same_file(dso, other))
			continue;
		if (!dso->build_id.len || !other->build_id.len ||
		    build_id__same(&dso->build_id, &other->build_id)) {
			dso->same_as = first[name] - 1;
			if (!other->build_id.len)
				other->build_id = dso->build_id;
		}
	}
	return 0;
}

static int compare_kernel_events(const void *a, const void *b)
{
	const struct kernel_event *x = a, *y = b;

	if (x->time_ns != y->time_ns)
		return x->time_ns < y->time_ns ? -1 : 1;
	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

static int lay_out_kernel(struct machine *m)
{
	size_t i;
	int err = 0;

	if (m->nr_kernel_events)
		qsort(m->kernel_events, m->nr_kernel_events, sizeof(*m->kernel_events),
		      compare_kernel_events);
	for (i = 0; i < m->nr_kernel_events && !err; i++) {
		const struct kernel_event *e = &m->kernel_events[i];

		if (e->dso == NO_DSO) {
			addr_timeline__end(&m->kernel, e->start, e->time_ns);
			continue;
		}
		if (array__grow(&m->kernel_maps, m->nr_kernel_maps, &m->kernel_maps_size,
				sizeof(*m->kernel_maps)))
			return -ENOMEM;
		m->kernel_maps[m->nr_kernel_maps] =
			(struct kernel_map){ .start = e->start, .dso = e->dso };
		err = addr_timeline__add(&m->kernel, e->start, e->end, e->time_ns,
					 (uint32_t)m->nr_kernel_maps++);
		m->kernel_dropped += err == -E2BIG;
		if (err == -E2BIG)
			err = 0;
	}
	addr_timeline__seal(&m->kernel);
	return err;
}

/* Between which addresses BPF programs ever were: outside, they need not be looked for. */
static void find_bpf_area(struct machine *m)
{
	size_t nr, i;
	uint32_t j;

	m->prog_list = bpf_progs__get(m->progs, &nr);
	m->bpf_start = UINT64_MAX;
	for (i = 0; i < nr; i++) {
		for (j = 0; j < m->prog_list[i].nr_funcs; j++) {
			const struct bpf_prog_func *func = &m->prog_list[i].funcs[j];

			m->bpf_start = MIN(m->bpf_start, func->addr);
			m->bpf_end = MAX(m->bpf_end, func->addr + func->len);
		}
	}
}

int machine__seal(struct machine *m)
{
	int err;

	err = give_build_ids(m);
	if (!err)
		err = join_dsos(m);
	if (!err)
		err = bpf_progs__resolve(m->progs);
	if (!err)
		err = machine_maps__seal(&m->maps);
	if (!err)
		err = lay_out_kernel(m);
	if (!err)
		find_bpf_area(m);
	return err;
}
