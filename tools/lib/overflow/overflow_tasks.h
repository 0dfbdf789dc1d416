/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * overflow_tasks.h - how many tasks were begun by those that events follow. On a busy machine most
 * forks are others'.
 */
#ifndef PERF_AUGMENT_OVERFLOW_TASKS_H
#define PERF_AUGMENT_OVERFLOW_TASKS_H

#include <stdint.h>

struct overflow_tasks;

/** overflow_tasks__new() - NULL without memory. */
struct overflow_tasks *overflow_tasks__new(void);
void overflow_tasks__free(struct overflow_tasks *tasks);

/** overflow_tasks__follow() - a task that events were opened for. */
void overflow_tasks__follow(struct overflow_tasks *tasks, uint32_t tid);

/**
 * overflow_tasks__forked() - from any thread. The rings of CPUs are read one after the other, so that a
 * task's own fork may come before that of the task.
 */
void overflow_tasks__forked(struct overflow_tasks *tasks, uint32_t tid, uint32_t parent_tid);

/** overflow_tasks__nr_forked() - tasks that are followed as their parent is. */
uint64_t overflow_tasks__nr_forked(struct overflow_tasks *tasks);

#endif /* PERF_AUGMENT_OVERFLOW_TASKS_H */
