// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* overflow_tasks.c - see overflow_tasks.h. */
#include "overflow_tasks.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "util.h"

/* PID_MAX_LIMIT of 64-bit kernels; the bits of numbers that no task has take no memory. */
#define MAX_TIDS (1U << 22)
/* Forks of unknown parents that may prove to be followed; a power of two. */
#define NR_RECENT 256

struct recent_fork {
	uint32_t tid;
	uint32_t parent_tid;
};

/** struct overflow_tasks - @followed: a bit for each tid. @nr_recent: in all; the newest are there. */
struct overflow_tasks {
	pthread_mutex_t lock;
	uint64_t nr_forked;
	struct recent_fork recent[NR_RECENT];
	uint64_t nr_recent;
	uint8_t followed[MAX_TIDS / 8];
};

struct overflow_tasks *overflow_tasks__new(void)
{
	struct overflow_tasks *tasks = calloc(1, sizeof(*tasks));

	if (tasks)
		pthread_mutex_init(&tasks->lock, NULL);
	return tasks;
}

void overflow_tasks__free(struct overflow_tasks *tasks)
{
	if (!tasks)
		return;
	pthread_mutex_destroy(&tasks->lock);
	free(tasks);
}

static bool is_followed(const struct overflow_tasks *tasks, uint32_t tid)
{
	return tid < MAX_TIDS && tasks->followed[tid / 8] & (1U << (tid % 8));
}

static void mark(struct overflow_tasks *tasks, uint32_t tid, bool follow)
{
	const uint8_t bit = (uint8_t)(1U << (tid % 8));

	if (tid >= MAX_TIDS)
		return;
	if (follow)
		tasks->followed[tid / 8] |= bit;
	else
		tasks->followed[tid / 8] &= (uint8_t)~bit;
}

void overflow_tasks__follow(struct overflow_tasks *tasks, uint32_t tid)
{
	mark(tasks, tid, true);
}

/* @tid is followed: so are those that it was already known to have begun, and theirs. */
static void follow_recent(struct overflow_tasks *tasks, uint32_t tid)
{
	uint32_t todo[NR_RECENT + 1] = { tid };
	size_t nr = 1, i;

	while (nr) {
		tid = todo[--nr];
		for (i = 0; i < NR_RECENT; i++) {
			struct recent_fork *fork = &tasks->recent[i];

			if (!fork->tid || fork->parent_tid != tid)
				continue;
			mark(tasks, fork->tid, true);
			tasks->nr_forked++;
			todo[nr++] = fork->tid;
			fork->tid = 0;
		}
	}
}

void overflow_tasks__forked(struct overflow_tasks *tasks, uint32_t tid, uint32_t parent_tid)
{
	pthread_mutex_lock(&tasks->lock);
	if (is_followed(tasks, parent_tid)) {
		mark(tasks, tid, true);
		tasks->nr_forked++;
		follow_recent(tasks, tid);
	} else {
		/* The number may have been that of a task that is gone. */
		mark(tasks, tid, false);
		tasks->recent[tasks->nr_recent++ % NR_RECENT] =
			(struct recent_fork){ tid, parent_tid };
	}
	pthread_mutex_unlock(&tasks->lock);
}

uint64_t overflow_tasks__nr_forked(struct overflow_tasks *tasks)
{
	uint64_t nr;

	pthread_mutex_lock(&tasks->lock);
	nr = tasks->nr_forked;
	pthread_mutex_unlock(&tasks->lock);
	return nr;
}
