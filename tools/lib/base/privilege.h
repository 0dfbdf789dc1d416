/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* privilege.h - says what is missing, by the name of the capability or sysctl, rather than "EPERM". */
#ifndef PERF_AUGMENT_PRIVILEGE_H
#define PERF_AUGMENT_PRIVILEGE_H

#include <linux/capability.h>
#include <stdbool.h>
#include <stdint.h>

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

#define PRIVILEGE_BIT(cap) (1ULL << (cap))

/*
 * What commands keep stands in the table of docs/SECURITY.md, too: tests/live/privilege.sh holds the two together.
 *
 * Reading what only root may, and writing where the invoker may (invoker.h), or root where there is none.
 */
#define PRIVILEGE_FILES                                                                     \
	(PRIVILEGE_BIT(CAP_DAC_OVERRIDE) | PRIVILEGE_BIT(CAP_DAC_READ_SEARCH) |             \
	 PRIVILEGE_BIT(CAP_FOWNER) | PRIVILEGE_BIT(CAP_CHOWN) | PRIVILEGE_BIT(CAP_SETUID) | \
	 PRIVILEGE_BIT(CAP_SETGID))
/* Loading and attaching programs; the last is for the memlock limit before Linux 5.11. */
#define PRIVILEGE_LOAD \
	(PRIVILEGE_BIT(CAP_BPF) | PRIVILEGE_BIT(CAP_PERFMON) | PRIVILEGE_BIT(CAP_SYS_RESOURCE))
/* Programs, maps and types of others by id; the kernel's addresses; other users' /proc/PID. */
#define PRIVILEGE_OTHERS \
	(PRIVILEGE_BIT(CAP_SYS_ADMIN) | PRIVILEGE_BIT(CAP_SYSLOG) | PRIVILEGE_BIT(CAP_SYS_PTRACE))

/* Reading a recording, and naming what is in it: the kernel's functions, files in other mount namespaces. */
#define PRIVILEGE_REPORT \
	(PRIVILEGE_FILES | PRIVILEGE_BIT(CAP_SYSLOG) | PRIVILEGE_BIT(CAP_SYS_PTRACE))

/**
 * privilege__keep() - this thread, and the threads and processes that it starts, give up all capabilities
 * but those of @mask for good: no execve() brings them back, not as user 0 nor by a program that is
 * setuid. Processes that were forked before keep theirs. CAP_SYS_ADMIN stays where it stands for a
 * CAP_BPF that is wanted but not there.
 */
void privilege__keep(uint64_t mask);

#endif /* PERF_AUGMENT_PRIVILEGE_H */
