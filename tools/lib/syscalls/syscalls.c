// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * syscalls.c - look-up in the rows of syscalls_<area>.c: by number, by name, by likeness.
 *
 * The index by number is filled before main() and does not change afterwards. Nothing here knows a
 * system call: a new one is a row in its area's file.
 */
#include "syscalls.h"

#include <string.h>

#include "nearest.h"
#include "syscalls_tables.h"
#include "util.h"

static const struct syscall_table *const tables[] = {
	&syscalls_files, &syscalls_attrs,   &syscalls_io,     &syscalls_mounts,	  &syscalls_net,
	&syscalls_mm,	 &syscalls_process, &syscalls_sched,  &syscalls_signal,	  &syscalls_time,
	&syscalls_ipc,	 &syscalls_system,  &syscalls_compat, &syscalls_unfolded,
};

static const struct syscall_desc *by_nr[AUG_NR_ABIS][AUG_NR_SYSCALLS];

static int index_row(const struct syscall_desc *desc, void *ctx)
{
	(void)ctx;
	for (unsigned int abi = 0; abi < AUG_NR_ABIS; abi++) {
		if (desc->nr[abi] >= 0 && desc->nr[abi] < AUG_NR_SYSCALLS)
			by_nr[abi][desc->nr[abi]] = desc;
	}
	return 0;
}

static void __attribute__((constructor)) build_index(void)
{
	syscalls__for_each(index_row, NULL);
}

const struct syscall_desc *syscalls__get(unsigned int abi, unsigned int nr)
{
	return abi < AUG_NR_ABIS && nr < AUG_NR_SYSCALLS ? by_nr[abi][nr] : NULL;
}

int syscalls__for_each(int (*fn)(const struct syscall_desc *desc, void *ctx), void *ctx)
{
	for (size_t t = 0; t < ARRAY_SIZE(tables); t++) {
		for (size_t i = 0; i < tables[t]->nr; i++) {
			int ret = fn(&tables[t]->rows[i], ctx);

			if (ret)
				return ret;
		}
	}
	return 0;
}

bool syscalls__has_executed(const struct aug_record *rec)
{
	const struct syscall_desc *desc = syscalls__get(rec->abi, rec->nr);

	return rec->type == AUG_RECORD_CALL && desc && desc->flags & AUG_S_EXEC && !rec->ret;
}

const struct syscall_desc *syscalls__find(unsigned int abi, const char *name)
{
	if (abi >= AUG_NR_ABIS)
		return NULL;
	for (unsigned int nr = 0; nr < AUG_NR_SYSCALLS; nr++) {
		const struct syscall_desc *desc = by_nr[abi][nr];

		if (desc && !strcmp(desc->name, name))
			return desc;
	}
	return NULL;
}

uint32_t syscalls__index_by_name(uint32_t idx)
{
	const uint32_t abi = idx / AUG_NR_SYSCALLS, nr = idx % AUG_NR_SYSCALLS;
	const struct syscall_desc *desc;

	if (abi != AUG_ABI_COMPAT || nr < AUG_NR_UNFOLDED)
		return idx;
	desc = syscalls__get(abi, nr);
	return desc ? abi * AUG_NR_SYSCALLS + (uint32_t)syscalls__find(abi, desc->name)->nr[abi]
		    : idx;
}

static int consider_row(const struct syscall_desc *desc, void *ctx)
{
	nearest__add(ctx, desc->name);
	return 0;
}

size_t syscalls__nearest(const char *name, const char **ret_names, size_t max)
{
	struct nearest nearest;

	nearest__init(&nearest, name, strlen(name), ret_names, max);
	syscalls__for_each(consider_row, &nearest);
	return nearest.nr;
}
