/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* privilege.h - says what is missing, by the name of the capability or sysctl, rather than "EPERM". */
#ifndef PERF_AUGMENT_PRIVILEGE_H
#define PERF_AUGMENT_PRIVILEGE_H

#include <linux/capability.h>
#include <stdbool.h>

#ifndef CAP_PERFMON /* headers before 5.8 */
#define CAP_PERFMON 38
#define CAP_BPF 39
#endif

/** privilege__has() - this process has capability @cap (CAP_...), or may have: /proc does not tell. */
bool privilege__has(unsigned int cap);

/** privilege__check_bpf() - may this process load and attach tracing programs? Return: 0, or -EPERM, logged. */
int privilege__check_bpf(void);

/** privilege__explain_bpf() - log why the kernel may have refused with @err although the capabilities are there. */
void privilege__explain_bpf(int err);

#endif /* PERF_AUGMENT_PRIVILEGE_H */
