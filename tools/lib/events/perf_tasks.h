/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * perf_tasks.h - the threads that records of perf events speak of: their names, whether they are
 * traced, and the system call that each is in as far as an object let us see it.
 */
#ifndef PERF_AUGMENT_PERF_TASKS_H
#define PERF_AUGMENT_PERF_TASKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf/augment.h"

#define PERF_TASKS_BUCKETS 4096

/**
 * struct perf_call - the entry of a system call as an object passed it on.
 * @is_there: nothing has been seen of the call yet when not set.
 * @nr, @args: as the object or the kernel wrote them; @nr_args of them are valid.
 * @payload: what the object added behind them; @payload_len bytes, owned.
 */
struct perf_call {
	bool is_there;
	uint32_t nr;
	uint64_t time_ns;
	uint64_t args[AUG_MAX_ARGS];
	unsigned int nr_args;
	uint8_t *payload;
	size_t payload_len;
	size_t payload_room;
};

/** struct perf_task - one thread. */
struct perf_task {
	struct perf_task *next;
	uint32_t pid;
	uint32_t tid;
	bool is_traced;
	char comm[16];
	struct perf_call call;
};

/** struct perf_tasks - all zero is empty. */
struct perf_tasks {
	struct perf_task *buckets[PERF_TASKS_BUCKETS];
};

/** perf_tasks__find() - NULL when not known. */
struct perf_task *perf_tasks__find(const struct perf_tasks *tasks, uint32_t tid);

/**
 * perf_tasks__get() - find or add; a new one gets its name from /proc, or ":TID".
 * Return: NULL when there is no memory.
 */
struct perf_task *perf_tasks__get(struct perf_tasks *tasks, uint32_t pid, uint32_t tid);

void perf_tasks__remove(struct perf_tasks *tasks, uint32_t tid);
void perf_tasks__free(struct perf_tasks *tasks);

/** perf_task__set_comm() - @text need not end in NUL. */
void perf_task__set_comm(struct perf_task *task, const char *text, size_t len);

/** perf_call__set_payload() - keep a copy. Return: 0 or -ENOMEM, and then there is none. */
int perf_call__set_payload(struct perf_call *call, const uint8_t *bytes, size_t len);

#endif /* PERF_AUGMENT_PERF_TASKS_H */
