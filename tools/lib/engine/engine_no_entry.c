// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* engine_no_entry.c - calls of which the exit alone is seen: see engine_priv.h and bpf-progs/no_entry.bpf.h. */
#include "engine_priv.h"

int engine_no_entry__link(struct engine *e)
{
	const struct engine_bpf *skel = e->skel;
	const bool perf = engine__has_prog(e, skel->progs.sys_enter_perf);
	int err =
		engine_augment__set_own(e, skel->maps.entries, 0,
					perf ? skel->progs.sys_enter_perf : skel->progs.sys_enter);

	return err
		       ?: engine_augment__set_own(e, skel->maps.exits, 0,
						  perf ? skel->progs.sys_exit_perf
						       : skel->progs.sys_exit);
}

void engine_no_entry__sees_entries(struct engine *e, bool sees)
{
	__atomic_store_n(&e->skel->bss->shared.sees_entries, sees, __ATOMIC_SEQ_CST);
}

void engine_no_entry__expect(struct engine *e, pid_t tid)
{
	struct engine_shared *shared = &e->skel->bss->shared;
	/* Its number in the initial pid namespace, by which the engine looks, is not known in another. */
	const uint64_t sets = e->in_pidns ? UINT64_MAX : TARGET_SET(tid);

	__atomic_fetch_or(&shared->attached, sets, __ATOMIC_SEQ_CST);
}
