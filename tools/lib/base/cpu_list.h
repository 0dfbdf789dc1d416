/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* cpu_list.h - lists of CPUs as "0-3,6": from the command line, from sysfs. */
#ifndef PERF_AUGMENT_CPU_LIST_H
#define PERF_AUGMENT_CPU_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "strbuf.h"

/** CPU_LIST_MAX - CPU numbers are below. */
#define CPU_LIST_MAX 16384

/** struct cpu_list - sorted, each once. All zero is an empty one. */
struct cpu_list {
	int *cpus;
	size_t nr;
};

void cpu_list__free(struct cpu_list *list);

/**
 * cpu_list__parse() - add the CPUs of @text, which may end in a line break.
 * Return: 0; -EINVAL when it is no such list, or an empty one; -ENOMEM.
 */
int cpu_list__parse(struct cpu_list *list, const char *text);

/** cpu_list__read() - of a file. Return: 0, -EINVAL, -ENOMEM, -errno of opening. */
int cpu_list__read(struct cpu_list *list, const char *path);

/** cpu_list__online() - those that run now. Return: as cpu_list__read(). */
int cpu_list__online(struct cpu_list *list);

bool cpu_list__has(const struct cpu_list *list, int cpu);

/** cpu_list__format() - append "0-3,6". */
void cpu_list__format(const struct cpu_list *list, struct strbuf *text);

#endif /* PERF_AUGMENT_CPU_LIST_H */
