/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * strangers.bpf.h - tasks that are not traced, known by one look: the programs run at both ends of each call of all
 * tasks, and most machines have more of these than of ours; a part of engine.bpf.c.
 *
 * Who is found not to be in targets is a stranger until somebody is added there: the loader, and who forks without
 * telling which task the child is, count that (engine_shared.nr_targets_added); a child that is told is no stranger,
 * whoever had its place in memory before. It may become ours before its first call, and not without one of the two.
 */
#ifndef PERF_AUGMENT_STRANGERS_BPF_H
#define PERF_AUGMENT_STRANGERS_BPF_H

#define STRANGERS_BITS 10

/* By where the task is. Two that have the same place take it from each other, and are asked for again. */
aug_u64 strangers[1U << STRANGERS_BITS] = {};

static __always_inline aug_u64 *stranger__at(u64 task)
{
	return &strangers[(task >> 6) * SPREAD >> (64 - STRANGERS_BITS)];
}

/* To be read before targets is, for stranger__remember(). */
static __always_inline u64 targets__nr_added(void)
{
	return *(volatile u64 *)&shared.nr_targets_added;
}

/* One number, which is written at once, and is another one after each addition. */
static __always_inline u64 stranger__mark(u64 task, u64 nr_added)
{
	return task + nr_added * SPREAD;
}

/* Is the running task one? */
static __always_inline bool stranger__is(void)
{
	u64 task;

	if (config.all_tasks)
		return false;
	/* As a number: with a pointer that has a type the verifier lets nobody calculate. */
	task = bpf_get_current_task();
	return *(volatile u64 *)stranger__at(task) == stranger__mark(task, targets__nr_added());
}

/* The running task is one, as targets was when @nr_added was read. */
static __always_inline void stranger__remember(u64 nr_added)
{
	u64 task = bpf_get_current_task();

	*(volatile u64 *)stranger__at(task) = stranger__mark(task, nr_added);
}

/* @task has just been made, and is to be traced; 0 for one that is not told. */
static __always_inline void stranger__forget(u64 task)
{
	if (task)
		*(volatile u64 *)stranger__at(task) = 0;
	else
		__sync_fetch_and_add(&shared.nr_targets_added, 1);
}

#endif /* PERF_AUGMENT_STRANGERS_BPF_H */
