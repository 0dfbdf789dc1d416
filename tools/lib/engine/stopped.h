/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* stopped.h - threads that job control had stopped when the trace began, and with which signal. */
#ifndef PERF_AUGMENT_STOPPED_H
#define PERF_AUGMENT_STOPPED_H

#include <stdbool.h>
#include <sys/types.h>

#include "id_map.h"

/** struct stopped - all zero is one that has not looked yet. */
struct stopped {
	struct id_map signals; /* by thread */
	bool has_looked;
};

void stopped__free(struct stopped *s);

/**
 * stopped__signal() - the signal that has stopped thread @tid. The first thread that /proc calls stopped makes it look
 * at all of them, with a BPF program (bpf-progs/stopped.bpf.c).
 * Return: 0 for one that runs, that a debugger holds, or where the kernel does not tell.
 */
int stopped__signal(struct stopped *s, pid_t tid);

#endif /* PERF_AUGMENT_STOPPED_H */
