/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* doctor_probe.h - how each thing is looked for; the table is in doctor.c. See struct doctor_check. */
#ifndef PERF_AUGMENT_DOCTOR_PROBE_H
#define PERF_AUGMENT_DOCTOR_PROBE_H

#include <stdbool.h>

#include "strbuf.h"

/* doctor_bpf.c: by trying. */
bool doctor_probe__raw_tp(struct strbuf *detail);
bool doctor_probe__read_kernel(struct strbuf *detail);
bool doctor_probe__pt_regs(struct strbuf *detail);
bool doctor_probe__dynptr(struct strbuf *detail);
bool doctor_probe__task_work(struct strbuf *detail);
bool doctor_probe__sleepable(struct strbuf *detail);
bool doctor_probe__hash_allocates(struct strbuf *detail);
bool doctor_probe__ringbuf(struct strbuf *detail);
bool doctor_probe__task_storage(struct strbuf *detail);
bool doctor_probe__batch(struct strbuf *detail);
bool doctor_probe__fentry(struct strbuf *detail);
bool doctor_probe__ids(struct strbuf *detail);
bool doctor_probe__perf_user(struct strbuf *detail);
bool doctor_probe__perf_kernel(struct strbuf *detail);
bool doctor_probe__perf_all(struct strbuf *detail);

/* doctor_system.c: in files. */
bool doctor_probe__kernel(struct strbuf *detail);
bool doctor_probe__btf(struct strbuf *detail);
bool doctor_probe__capabilities(struct strbuf *detail);
bool doctor_probe__addresses(struct strbuf *detail);
bool doctor_probe__kprobe(struct strbuf *detail);
bool doctor_probe__uprobe(struct strbuf *detail);
bool doctor_probe__tracefs(struct strbuf *detail);
bool doctor_probe__bpffs(struct strbuf *detail);
bool doctor_probe__processes(struct strbuf *detail);
bool doctor_probe__cgroups(struct strbuf *detail);
bool doctor_probe__jit(struct strbuf *detail);
bool doctor_probe__stats(struct strbuf *detail);
bool doctor_probe__unprivileged(struct strbuf *detail);
bool doctor_probe__memlock(struct strbuf *detail);

/** doctor_probe__add_lockdown() - append the modes of lockdown, if they can be read. */
void doctor_probe__add_lockdown(struct strbuf *detail);

#endif /* PERF_AUGMENT_DOCTOR_PROBE_H */
