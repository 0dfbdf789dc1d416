// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* record_features_cpu.c - see record_features_priv.h: CPUs and caches as sysfs has them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu_list.h"
#include "record_features_priv.h"
#include "util.h"

#define CPU_DIR "/sys/devices/system/cpu/cpu%d/"

/** struct lines - different lines, in the order they came. */
struct lines {
	char **text;
	size_t nr;
};

static void lines__free(struct lines *lines)
{
	size_t i;

	for (i = 0; i < lines->nr; i++)
		free(lines->text[i]);
	free(lines->text);
}

/* Return: whether it is new. */
static bool lines__add(struct lines *lines, const char *line)
{
	char **text;
	size_t i;

	for (i = 0; i < lines->nr; i++) {
		if (!strcmp(lines->text[i], line))
			return false;
	}
	text = reallocarray(lines->text, lines->nr + 1, sizeof(*text));
	if (!text)
		return false;
	lines->text = text;
	lines->text[lines->nr] = strdup(line);
	if (!lines->text[lines->nr])
		return false;
	lines->nr++;
	return true;
}

/* The groups that CPUs form, by one file of each CPU: a count, then "0-3" and so on. */
static bool add_groups(struct strbuf *sb, const struct cpu_list *cpus, const char *file)
{
	struct lines lines = {};
	char line[1024];
	size_t i;

	for (i = 0; i < cpus->nr; i++) {
		if (feature__read_line(line, sizeof(line), CPU_DIR "topology/%s", cpus->cpus[i],
				       file))
			lines__add(&lines, line);
	}
	if (lines.nr)
		feature__add_u32(sb, (uint32_t)lines.nr);
	for (i = 0; i < lines.nr; i++)
		feature__add_string(sb, lines.text[i]);
	i = lines.nr;
	lines__free(&lines);
	return i;
}

static uint32_t topology_id(int cpu, const char *file)
{
	char line[32];

	if (!feature__read_line(line, sizeof(line), CPU_DIR "topology/%s", cpu, file))
		return UINT32_MAX;
	return (uint32_t)strtol(line, NULL, 10);
}

void feature__cpu_topology(struct strbuf *sb)
{
	const int nr = (int)sysconf(_SC_NPROCESSORS_CONF);
	struct cpu_list cpus = {};
	int cpu;

	if (!cpu_list__online(&cpus) && add_groups(sb, &cpus, "core_siblings_list") &&
	    add_groups(sb, &cpus, "thread_siblings_list")) {
		/* Readers expect as many as NRCPUS has. */
		for (cpu = 0; cpu < nr; cpu++) {
			feature__add_u32(sb, topology_id(cpu, "core_id"));
			feature__add_u32(sb, topology_id(cpu, "physical_package_id"));
		}
		if (add_groups(sb, &cpus, "die_cpus_list")) {
			for (cpu = 0; cpu < nr; cpu++)
				feature__add_u32(sb, topology_id(cpu, "die_id"));
		}
	} else {
		strbuf__reset(sb);
	}
	cpu_list__free(&cpus);
}

/* A cache of a CPU. Return: whether there is one of this index. */
static bool add_cache(struct strbuf *sb, struct lines *seen, int cpu, unsigned int idx,
		      uint32_t *nr)
{
	static const char *const numbers[] = { "level", "coherency_line_size", "number_of_sets",
					       "ways_of_associativity" };
	char line[64], type[32], size[32], map[1024], key[1200];
	uint32_t values[ARRAY_SIZE(numbers)] = {};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(numbers); i++) {
		if (feature__read_line(line, sizeof(line), CPU_DIR "cache/index%u/%s", cpu, idx,
				       numbers[i]))
			values[i] = (uint32_t)strtoul(line, NULL, 10);
		else if (!i)
			return false;
	}
	if (!feature__read_line(type, sizeof(type), CPU_DIR "cache/index%u/type", cpu, idx) ||
	    !feature__read_line(size, sizeof(size), CPU_DIR "cache/index%u/size", cpu, idx) ||
	    !feature__read_line(map, sizeof(map), CPU_DIR "cache/index%u/shared_cpu_list", cpu,
				idx))
		return true;
	/* CPUs that share it all list it. */
	snprintf(key, sizeof(key), "%u %s %s", values[0], type, map);
	if (!lines__add(seen, key))
		return true;
	for (i = 0; i < ARRAY_SIZE(values); i++)
		feature__add_u32(sb, values[i]);
	feature__add_string(sb, type);
	feature__add_string(sb, size);
	feature__add_string(sb, map);
	++*nr;
	return true;
}

void feature__caches(struct strbuf *sb)
{
	struct cpu_list cpus = {};
	struct lines seen = {};
	unsigned int idx;
	uint32_t nr = 0;
	size_t i;

	feature__add_u32(sb, 1 /* version */);
	feature__add_u32(sb, 0);
	if (!cpu_list__online(&cpus)) {
		for (i = 0; i < cpus.nr; i++) {
			for (idx = 0; add_cache(sb, &seen, cpus.cpus[i], idx, &nr); idx++)
				;
		}
		/* Virtual machines may have none, and perf then writes a list of none. */
		feature__set_u32(sb, 4, nr);
	} else {
		strbuf__reset(sb);
	}
	lines__free(&seen);
	cpu_list__free(&cpus);
}
