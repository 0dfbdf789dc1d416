// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* record_groups.c - see record_groups.h: the groups as sysfs has them. */
#include "record_groups.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "cpu_list.h"
#include "util.h"

#define CPU_DIR "/sys/devices/system/cpu/cpu%d/topology/%s"

/* The first CPU of the list that @path has; @cpu itself when there is none. */
static int first_of(const char *path, int cpu)
{
	struct cpu_list list = {};
	int first = cpu;

	if (!cpu_list__read(&list, path) && cpu_list__has(&list, cpu))
		first = list.cpus[0];
	cpu_list__free(&list);
	return first;
}

static int first_of_node(int cpu)
{
	struct cpu_list nodes = {};
	char path[96];
	int first = cpu;
	size_t i;

	if (!cpu_list__read(&nodes, "/sys/devices/system/node/online")) {
		for (i = 0; i < nodes.nr && first == cpu; i++) {
			snprintf(path, sizeof(path), "/sys/devices/system/node/node%d/cpulist",
				 nodes.cpus[i]);
			first = first_of(path, cpu);
		}
	}
	cpu_list__free(&nodes);
	return first;
}

/* A group is known by its first CPU. */
static int group_of(enum record_threads kind, int cpu)
{
	static const char *const files[] = {
		[RECORD_PER_CORE] = "thread_siblings_list",
		[RECORD_PER_PACKAGE] = "core_siblings_list",
	};
	char path[96];

	switch (kind) {
	case RECORD_PER_CPU:
		return cpu;
	case RECORD_PER_NODE:
		return first_of_node(cpu);
	case RECORD_PER_CORE:
	case RECORD_PER_PACKAGE:
		break;
	}
	snprintf(path, sizeof(path), CPU_DIR, cpu, files[kind]);
	return first_of(path, cpu);
}

struct grouped {
	int group;
	struct perf_ring ring;
};

static int compare(const void *a, const void *b)
{
	const struct grouped *x = a, *y = b;

	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	return x->ring.cpu < y->ring.cpu ? -1 : x->ring.cpu > y->ring.cpu;
}

int record_groups__sort(enum record_threads kind, struct perf_ring *rings, size_t nr_rings,
			size_t **ret_sizes)
{
	struct grouped *grouped __cleanup_free = calloc(nr_rings + 1, sizeof(*grouped));
	size_t *sizes = calloc(nr_rings + 1, sizeof(*sizes)), i;
	int nr = 0;

	if (!grouped || !sizes) {
		free(sizes);
		return -ENOMEM;
	}
	for (i = 0; i < nr_rings; i++)
		grouped[i] =
			(struct grouped){ .group = group_of(kind, rings[i].cpu), .ring = rings[i] };
	qsort(grouped, nr_rings, sizeof(*grouped), compare);
	for (i = 0; i < nr_rings; i++) {
		rings[i] = grouped[i].ring;
		if (i && grouped[i].group != grouped[i - 1].group)
			nr++;
		sizes[nr]++;
	}
	*ret_sizes = sizes;
	return nr_rings ? nr + 1 : 0;
}
