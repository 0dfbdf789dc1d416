/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* bpf_progs_tasks.h - what a thread was called at a time, from COMM and FORK records. */
#ifndef PERF_AUGMENT_BPF_PROGS_TASKS_H
#define PERF_AUGMENT_BPF_PROGS_TASKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf_progs.h"

/** BPF_TASK_COMM_MAX - names of kernel threads are longer than a comm is otherwise. */
#define BPF_TASK_COMM_MAX 64

/** struct bpf_task_event - @comm: owned; NULL of a fork. */
struct bpf_task_event {
	uint32_t tid;
	uint32_t parent_tid; /* of a fork */
	bool is_fork;
	char *comm;
	uint64_t time_ns;
	uint64_t seq;
};

/** struct bpf_tasks - all zero is an empty one. */
struct bpf_tasks {
	struct bpf_task_event *events;
	size_t nr;
	size_t size;
};

void bpf_tasks__free(struct bpf_tasks *tasks);

/** bpf_tasks__add_comm() - @comm has @len bytes and need not end. Return: 0 or -ENOMEM. */
int bpf_tasks__add_comm(struct bpf_tasks *tasks, uint32_t tid, uint64_t time_ns, const char *comm,
			size_t len);
int bpf_tasks__add_fork(struct bpf_tasks *tasks, uint32_t tid, uint32_t parent_tid,
			uint64_t time_ns);

/** bpf_tasks__sort() - after the last add, before the first find. */
void bpf_tasks__sort(struct bpf_tasks *tasks);

/** bpf_tasks__find() - the comm of @tid at @time_ns; "" when not known. */
const char *bpf_tasks__find(const struct bpf_tasks *tasks, uint32_t tid, uint64_t time_ns);

/** bpf_tasks__find_span() - the same; it holds from @ret_from_ns until before @ret_to_ns. */
const char *bpf_tasks__find_span(const struct bpf_tasks *tasks, uint32_t tid, uint64_t time_ns,
				 uint64_t *ret_from_ns, uint64_t *ret_to_ns);

#endif /* PERF_AUGMENT_BPF_PROGS_TASKS_H */
