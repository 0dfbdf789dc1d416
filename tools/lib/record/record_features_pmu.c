// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* record_features_pmu.c - see record_features_priv.h: the PMUs as sysfs has them. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "record_features_priv.h"
#include "util.h"

#define PMU_DIR "/sys/bus/event_source/devices"

static bool is_shown(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

void feature__pmus(struct strbuf *sb)
{
	DIR *dir = opendir(PMU_DIR);
	const struct dirent *entry;
	uint32_t nr = 0, type;
	char line[32];

	if (!dir)
		return;
	feature__add_u32(sb, 0);
	while ((entry = readdir(dir))) {
		if (!is_shown(entry) ||
		    !feature__read_line(line, sizeof(line), PMU_DIR "/%s/type", entry->d_name) ||
		    sscanf(line, "%u", &type) != 1)
			continue;
		feature__add_u32(sb, type);
		feature__add_string(sb, entry->d_name);
		nr++;
	}
	closedir(dir);
	feature__set_u32(sb, 0, nr);
}

/* A count, then names and values. Return: the count; nothing is added for 0. */
static uint32_t add_caps(struct strbuf *sb, const char *pmu)
{
	const size_t at = sb->len;
	const struct dirent *entry;
	char path[512], value[256];
	uint32_t nr = 0;
	DIR *dir;

	snprintf(path, sizeof(path), PMU_DIR "/%s/caps", pmu);
	dir = opendir(path);
	while (dir && (entry = readdir(dir))) {
		if (!is_shown(entry) ||
		    !feature__read_line(value, sizeof(value), PMU_DIR "/%s/caps/%s", pmu,
					entry->d_name))
			continue;
		if (!nr++)
			feature__add_u32(sb, 0);
		feature__add_string(sb, entry->d_name);
		feature__add_string(sb, value);
	}
	if (nr)
		feature__set_u32(sb, at, nr);
	if (dir)
		closedir(dir);
	return nr;
}

void feature__cpu_pmu_caps(struct strbuf *sb)
{
	add_caps(sb, "cpu");
}

/* Those of CPUs come first, as readers expect. */
static int compare(const struct dirent **a, const struct dirent **b)
{
	const int is_cpu = !strncmp((*b)->d_name, "cpu", 3) - !strncmp((*a)->d_name, "cpu", 3);

	return is_cpu ? is_cpu : strcmp((*a)->d_name, (*b)->d_name);
}

/* @add: adds what there is of a PMU. */
static void for_each_pmu(struct strbuf *sb, bool (*add)(struct strbuf *sb, const char *pmu))
{
	struct dirent **entries;
	uint32_t nr = 0;
	int nr_entries = scandir(PMU_DIR, &entries, NULL, compare), i;

	feature__add_u32(sb, 0);
	for (i = 0; i < nr_entries; i++) {
		if (is_shown(entries[i]) && add(sb, entries[i]->d_name))
			nr++;
		free(entries[i]);
	}
	if (nr_entries >= 0)
		free(entries);
	feature__set_u32(sb, 0, nr);
}

/* "cpu" has a section of its own. */
static bool add_other_caps(struct strbuf *sb, const char *pmu)
{
	if (!strcmp(pmu, "cpu") || !add_caps(sb, pmu))
		return false;
	feature__add_string(sb, pmu);
	return true;
}

void feature__pmu_caps(struct strbuf *sb)
{
	for_each_pmu(sb, add_other_caps);
}

/* cpu_core and cpu_atom: the PMUs of unlike CPUs. */
static bool add_cpus(struct strbuf *sb, const char *pmu)
{
	char cpus[1024];

	if (strncmp(pmu, "cpu_", 4) ||
	    !feature__read_line(cpus, sizeof(cpus), PMU_DIR "/%s/cpus", pmu))
		return false;
	feature__add_string(sb, pmu);
	feature__add_string(sb, cpus);
	return true;
}

void feature__hybrid_topology(struct strbuf *sb)
{
	for_each_pmu(sb, add_cpus);
	if (sb->len == sizeof(uint32_t))
		strbuf__reset(sb);
}
