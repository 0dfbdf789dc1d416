/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* task_name.h - the name of a process, of those that its threads had when they made their calls. */
#ifndef PERF_AUGMENT_TASK_NAME_H
#define PERF_AUGMENT_TASK_NAME_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/** struct task_name - all zero: none yet. @at_ns: when it was the name. @is_main: of the main thread. */
struct task_name {
	char comm[16];
	uint64_t at_ns;
	bool is_main;
};

/** task_name__take() - in any order: the latest of the main thread's, else the latest of all is kept. */
static inline void task_name__take(struct task_name *name, const char comm[16], uint64_t at_ns,
				   bool is_main)
{
	if (is_main == name->is_main ? at_ns < name->at_ns : name->is_main)
		return;
	memcpy(name->comm, comm, sizeof(name->comm));
	name->at_ns = at_ns;
	name->is_main = is_main;
}

#endif /* PERF_AUGMENT_TASK_NAME_H */
