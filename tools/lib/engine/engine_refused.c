// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* engine_refused.c - calls that a seccomp filter refuses: see engine_priv.h and bpf-progs/refused.bpf.h. */
#include "engine_priv.h"

int engine_refused__link(struct engine *e)
{
	const bool perf = bpf_program__autoload(e->skel->progs.sys_enter_perf);
	const struct engine_bpf *skel = e->skel;
	const struct bpf_program *entry = perf ? skel->progs.sys_enter_perf : skel->progs.sys_enter;
	const struct bpf_program *exit = perf ? skel->progs.sys_exit_perf : skel->progs.sys_exit;
	int err = engine_augment__set_program(skel->maps.entries, 0, bpf_program__fd(entry));

	return err ? err : engine_augment__set_program(skel->maps.exits, 0, bpf_program__fd(exit));
}

void engine_refused__sees_entries(struct engine *e, bool sees)
{
	__atomic_store_n(&e->skel->bss->shared.sees_entries, sees, __ATOMIC_SEQ_CST);
}
