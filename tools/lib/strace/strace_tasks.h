/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* strace_tasks.h - what format_strace.c remembers of each thread. */
#ifndef PERF_AUGMENT_STRACE_TASKS_H
#define PERF_AUGMENT_STRACE_TASKS_H

#include <stdbool.h>
#include <stdint.h>

#include "bpf/augment.h"
#include "by_tid.h"
#include "strbuf.h"

/** STRACE_HELD_MAX - ignored signals that wait for the end of a call; standard signals do not queue. */
#define STRACE_HELD_MAX 4

struct syscall_desc;

/** STRACE_ABI_X32 - strace_task.abi of one by x32, which is AUG_ABI_NATIVE to the engine. */
#define STRACE_ABI_X32 AUG_NR_ABIS

/**
 * struct strace_task - one living thread.
 * @expected: it ran before the trace began.
 * @cut: its call stands in a line that ends with `<unfinished ...>`.
 * @abi: of its last call, AUG_ABI_*, or STRACE_ABI_X32.
 * @address: of the call that its line is about, 0 when it is about none.
 * @pidns: inode of its pid namespace, where that is asked for; 0 when not known.
 * @exiting: its last call was exit() or exit_group().
 * @nr: number of its last call. @comm: its name at its last record.
 * @has_old_comm: it executes another program; @old_comm is its name before that.
 * @last_call: the last that ended; NULL: none did.
 * @chain: lines of where it was when the signal came that is told of next.
 * @held: ignored signals, shown once the call during which they came has ended.
 */
struct strace_task {
	uint32_t tid;
	bool expected;
	bool cut;
	bool exiting;
	uint8_t nr_held;
	uint8_t abi;
	uint32_t nr;
	const struct syscall_desc *last_call;
	char comm[16];
	char old_comm[16];
	bool has_old_comm;
	struct strbuf chain;
	uint64_t address;
	uint64_t pidns;
	struct aug_task_record held[STRACE_HELD_MAX];
};

/** strace_tasks__add() - of a thread that is not known. Return: NULL when there is no memory. */
struct strace_task *strace_tasks__add(struct by_tid *tasks, uint32_t tid);

/** strace_task__free() - @task: of type struct strace_task, or NULL. */
void strace_task__free(void *task);

#endif /* PERF_AUGMENT_STRACE_TASKS_H */
