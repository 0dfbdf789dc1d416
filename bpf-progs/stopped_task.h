/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* stopped_task.h - what stopped.bpf.c and its loader (tools/lib/engine/stopped.c) agree on. */
#ifndef PERF_AUGMENT_STOPPED_TASK_H
#define PERF_AUGMENT_STOPPED_TASK_H

#ifndef __bpf__
#include <linux/types.h>
#endif

/** struct stopped_config - read-only data, set between open and load. @pidns_ino: our pid namespace, 0 for the initial one. */
struct stopped_config {
	__u64 pidns_ino;
};

/** struct stopped_task - a task that job control has stopped. @tid: its number in our pid namespace. */
struct stopped_task {
	__u32 tid;
	__u32 signal;
};

#endif /* PERF_AUGMENT_STOPPED_TASK_H */
