// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* strace_tasks.c - see strace_tasks.h. */
#include "strace_tasks.h"

#include <stdlib.h>
#include <string.h>

/* The first place whose tid is not below @tid. */
static size_t place(const struct strace_tasks *tasks, uint32_t tid)
{
	size_t low = 0, high = tasks->nr;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (tasks->tasks[mid]->tid < tid)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

struct strace_task *strace_tasks__find(const struct strace_tasks *tasks, uint32_t tid)
{
	const size_t i = place(tasks, tid);

	return i < tasks->nr && tasks->tasks[i]->tid == tid ? tasks->tasks[i] : NULL;
}

struct strace_task *strace_tasks__add(struct strace_tasks *tasks, uint32_t tid)
{
	const size_t i = place(tasks, tid);
	struct strace_task *task;

	if (tasks->nr == tasks->size) {
		const size_t size = tasks->size ? 2 * tasks->size : 16;
		struct strace_task **grown = reallocarray(tasks->tasks, size, sizeof(*grown));

		if (!grown)
			return NULL;
		tasks->tasks = grown;
		tasks->size = size;
	}
	task = calloc(1, sizeof(*task));
	if (!task)
		return NULL;
	task->tid = tid;
	memmove(tasks->tasks + i + 1, tasks->tasks + i, (tasks->nr - i) * sizeof(*tasks->tasks));
	tasks->tasks[i] = task;
	tasks->nr++;
	return task;
}

void strace_tasks__remove(struct strace_tasks *tasks, uint32_t tid)
{
	const size_t i = place(tasks, tid);

	if (i == tasks->nr || tasks->tasks[i]->tid != tid)
		return;
	free(tasks->tasks[i]);
	tasks->nr--;
	memmove(tasks->tasks + i, tasks->tasks + i + 1, (tasks->nr - i) * sizeof(*tasks->tasks));
}

void strace_tasks__free(struct strace_tasks *tasks)
{
	for (size_t i = 0; i < tasks->nr; i++)
		free(tasks->tasks[i]);
	free(tasks->tasks);
	memset(tasks, 0, sizeof(*tasks));
}
