// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* perf_tasks.c - see perf_tasks.h. */
#include "perf_tasks.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util.h"

static struct perf_task **slot_of(const struct perf_tasks *tasks, uint32_t tid)
{
	struct perf_task **slot =
		(struct perf_task **)&tasks->buckets[tid * 2654435761U % PERF_TASKS_BUCKETS];

	while (*slot && (*slot)->tid != tid)
		slot = &(*slot)->next;
	return slot;
}

struct perf_task *perf_tasks__find(const struct perf_tasks *tasks, uint32_t tid)
{
	return *slot_of(tasks, tid);
}

static void read_comm(struct perf_task *task)
{
	char path[64], name[sizeof(task->comm) + 1];
	int fd __cleanup_close = -1;
	ssize_t len = -1;

	snprintf(path, sizeof(path), "/proc/%u/task/%u/comm", task->pid, task->tid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0)
		len = read(fd, name, sizeof(name));
	if (len > 0 && name[len - 1] == '\n')
		len--;
	if (len > 0)
		perf_task__set_comm(task, name, (size_t)len);
	else if (!task->tid)
		perf_task__set_comm(task, "swapper", 7);
	else
		snprintf(task->comm, sizeof(task->comm), ":%u", task->tid);
}

struct perf_task *perf_tasks__get(struct perf_tasks *tasks, uint32_t pid, uint32_t tid)
{
	struct perf_task **slot = slot_of(tasks, tid), *task = *slot;

	if (task)
		return task;
	task = calloc(1, sizeof(*task));
	if (!task)
		return NULL;
	task->pid = pid;
	task->tid = tid;
	read_comm(task);
	*slot = task;
	return task;
}

static void task__free(struct perf_task *task)
{
	free(task->call.payload);
	free(task);
}

void perf_tasks__remove(struct perf_tasks *tasks, uint32_t tid)
{
	struct perf_task **slot = slot_of(tasks, tid), *task = *slot;

	if (!task)
		return;
	*slot = task->next;
	task__free(task);
}

void perf_tasks__free(struct perf_tasks *tasks)
{
	struct perf_task *task;
	size_t i;

	for (i = 0; i < PERF_TASKS_BUCKETS; i++) {
		while ((task = tasks->buckets[i])) {
			tasks->buckets[i] = task->next;
			task__free(task);
		}
	}
}

void perf_task__set_comm(struct perf_task *task, const char *text, size_t len)
{
	len = MIN(strnlen(text, len), sizeof(task->comm) - 1);
	memset(task->comm, 0, sizeof(task->comm));
	memcpy(task->comm, text, len);
}

int perf_call__set_payload(struct perf_call *call, const uint8_t *bytes, size_t len)
{
	call->payload_len = 0;
	if (len > call->payload_room) {
		uint8_t *bigger = realloc(call->payload, len);

		if (!bigger)
			return -ENOMEM;
		call->payload = bigger;
		call->payload_room = len;
	}
	if (len)
		memcpy(call->payload, bytes, len);
	call->payload_len = len;
	return 0;
}
