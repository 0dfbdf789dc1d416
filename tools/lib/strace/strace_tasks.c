// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* strace_tasks.c - see strace_tasks.h. */
#include "strace_tasks.h"

#include <stdlib.h>

struct strace_task *strace_tasks__add(struct by_tid *tasks, uint32_t tid)
{
	struct strace_task *task = calloc(1, sizeof(*task));

	if (!task)
		return NULL;
	task->tid = tid;
	if (by_tid__add(tasks, tid, task)) {
		free(task);
		return NULL;
	}
	return task;
}

void strace_task__free(void *item)
{
	struct strace_task *task = item;

	if (task)
		strbuf__free(&task->chain);
	free(task);
}
