// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_progs_tasks.c - see bpf_progs_tasks.h. */
#include "bpf_progs_tasks.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

/* Parents that are asked; a damaged recording may have a circle of them. */
#define PARENTS_MAX 64

void bpf_tasks__free(struct bpf_tasks *tasks)
{
	size_t i;

	for (i = 0; i < tasks->nr; i++)
		free(tasks->events[i].comm);
	free(tasks->events);
	*tasks = (struct bpf_tasks){};
}

static int add(struct bpf_tasks *tasks, const struct bpf_task_event *event)
{
	struct bpf_task_event *events;

	if (tasks->nr == tasks->size) {
		events = reallocarray(tasks->events, tasks->size ? 2 * tasks->size : 64,
				      sizeof(*events));
		if (!events)
			return -ENOMEM;
		tasks->events = events;
		tasks->size = tasks->size ? 2 * tasks->size : 64;
	}
	tasks->events[tasks->nr] = *event;
	tasks->events[tasks->nr].seq = tasks->nr;
	tasks->nr++;
	return 0;
}

int bpf_tasks__add_comm(struct bpf_tasks *tasks, uint32_t tid, uint64_t time_ns, const char *comm,
			size_t len)
{
	struct bpf_task_event event = { .tid = tid, .time_ns = time_ns };
	int err;

	event.comm = strndup(comm, MIN(len, (size_t)BPF_TASK_COMM_MAX));
	err = event.comm ? add(tasks, &event) : -ENOMEM;
	if (err)
		free(event.comm);
	return err;
}

int bpf_tasks__add_fork(struct bpf_tasks *tasks, uint32_t tid, uint32_t parent_tid,
			uint64_t time_ns)
{
	const struct bpf_task_event event = {
		.tid = tid,
		.parent_tid = parent_tid,
		.is_fork = true,
		.time_ns = time_ns,
	};

	return tid == parent_tid ? 0 : add(tasks, &event);
}

static int compare(const void *a, const void *b)
{
	const struct bpf_task_event *x = a, *y = b;

	if (x->tid != y->tid)
		return x->tid < y->tid ? -1 : 1;
	if (x->time_ns != y->time_ns)
		return x->time_ns < y->time_ns ? -1 : 1;
	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

void bpf_tasks__sort(struct bpf_tasks *tasks)
{
	if (tasks->nr)
		qsort(tasks->events, tasks->nr, sizeof(*tasks->events), compare);
}

/* The last event of @tid up to @time_ns, or NULL. */
static const struct bpf_task_event *last_event(const struct bpf_tasks *tasks, uint32_t tid,
					       uint64_t time_ns)
{
	size_t low = 0, high = tasks->nr, mid;
	const struct bpf_task_event *e;

	while (low < high) {
		mid = low + (high - low) / 2;
		e = &tasks->events[mid];
		if (e->tid < tid || (e->tid == tid && e->time_ns <= time_ns))
			low = mid + 1;
		else
			high = mid;
	}
	return low && tasks->events[low - 1].tid == tid ? &tasks->events[low - 1] : NULL;
}

const char *bpf_tasks__find(const struct bpf_tasks *tasks, uint32_t tid, uint64_t time_ns)
{
	const struct bpf_task_event *e;
	unsigned int i;

	for (i = 0; i < PARENTS_MAX; i++) {
		e = last_event(tasks, tid, time_ns);
		if (!e)
			return "";
		if (!e->is_fork)
			return e->comm;
		tid = e->parent_tid;
		time_ns = e->time_ns;
	}
	return "";
}

const char *bpf_tasks__find_span(const struct bpf_tasks *tasks, uint32_t tid, uint64_t time_ns,
				 uint64_t *ret_from_ns, uint64_t *ret_to_ns)
{
	const struct bpf_task_event *e = last_event(tasks, tid, time_ns);

	*ret_from_ns = e ? e->time_ns : 0;
	/* Of a task that is not known yet the answer holds for this moment only: it may become known. */
	*ret_to_ns = e ? UINT64_MAX : 0;
	if (e && e + 1 < tasks->events + tasks->nr && e[1].tid == tid)
		*ret_to_ns = e[1].time_ns;
	return bpf_tasks__find(tasks, tid, time_ns);
}
