// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* cpu_list.c - see cpu_list.h. */
#include "cpu_list.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "util.h"

void cpu_list__free(struct cpu_list *list)
{
	free(list->cpus);
	*list = (struct cpu_list){};
}

static int add(struct cpu_list *list, int cpu)
{
	size_t at = list->nr;
	int *cpus;

	while (at && list->cpus[at - 1] > cpu)
		at--;
	if (at && list->cpus[at - 1] == cpu)
		return 0;
	cpus = reallocarray(list->cpus, list->nr + 1, sizeof(*cpus));
	if (!cpus)
		return -ENOMEM;
	list->cpus = cpus;
	memmove(&cpus[at + 1], &cpus[at], (list->nr - at) * sizeof(*cpus));
	cpus[at] = cpu;
	list->nr++;
	return 0;
}

/* Return: 0 or -EINVAL. */
static int take_number(const char **text, int *ret_cpu)
{
	long value;
	char *end;

	if (!isdigit((unsigned char)**text))
		return -EINVAL;
	errno = 0;
	value = strtol(*text, &end, 10);
	if (errno || value >= CPU_LIST_MAX)
		return -EINVAL;
	*text = end;
	*ret_cpu = (int)value;
	return 0;
}

int cpu_list__parse(struct cpu_list *list, const char *text)
{
	int first, last, err;

	do {
		err = take_number(&text, &first);
		last = first;
		if (!err && *text == '-') {
			text++;
			err = take_number(&text, &last);
		}
		if (!err && last < first)
			err = -EINVAL;
		for (; !err && first <= last; first++)
			err = add(list, first);
	} while (!err && *text++ == ',');
	if (err)
		return err;
	text--;
	return !*text || !strcmp(text, "\n") ? 0 : -EINVAL;
}

int cpu_list__read(struct cpu_list *list, const char *path)
{
	FILE *f __cleanup_fclose = fopen(path, "re");
	char *line __cleanup_free = NULL;
	size_t size = 0;

	if (!f)
		return -errno;
	if (getline(&line, &size, f) < 0)
		return -EINVAL;
	return cpu_list__parse(list, line);
}

int cpu_list__online(struct cpu_list *list)
{
	long nr, cpu;
	int err = cpu_list__read(list, "/sys/devices/system/cpu/online");

	if (err != -ENOENT)
		return err;
	/* Without a /sys: those that run are the first ones. */
	nr = sysconf(_SC_NPROCESSORS_ONLN);
	for (cpu = 0, err = 0; cpu < nr && !err; cpu++)
		err = add(list, (int)cpu);
	return err;
}

bool cpu_list__has(const struct cpu_list *list, int cpu)
{
	size_t i;

	for (i = 0; i < list->nr && list->cpus[i] <= cpu; i++) {
		if (list->cpus[i] == cpu)
			return true;
	}
	return false;
}

void cpu_list__format(const struct cpu_list *list, struct strbuf *text)
{
	size_t i, end;

	for (i = 0; i < list->nr; i = end) {
		for (end = i + 1; end < list->nr && list->cpus[end] == list->cpus[end - 1] + 1;
		     end++)
			;
		strbuf__addf(text, "%s%d", i ? "," : "", list->cpus[i]);
		if (end > i + 1)
			strbuf__addf(text, "-%d", list->cpus[end - 1]);
	}
}
