// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* engine_refused.c - calls that a seccomp filter refuses: see engine_priv.h and bpf-progs/refused.bpf.h. */
#include "engine_priv.h"

int engine_refused__link(struct engine *e)
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

void engine_refused__sees_entries(struct engine *e, bool sees)
{
	__atomic_store_n(&e->skel->bss->shared.sees_entries, sees, __ATOMIC_SEQ_CST);
}
