/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A set of process or thread ids that a program leaves alone. `pid_filter(pids_filtered);` is the
 * one that perf fills with itself, with the terminal it prints to, and with what --filter-pids
 * lists. Kept compatible with the file of that name that perf shipped up to 6.5.
 */
#ifndef PERF_AUGMENT_BPF_PID_FILTER_H
#define PERF_AUGMENT_BPF_PID_FILTER_H

#include "bpf.h"

/**
 * pid_filter() - declare the set @name; the value of an element has no meaning
 */
#define pid_filter(name) pid_map(name, bool)

/**
 * pid_filter__add() - put an id into a set
 *
 * Return: 0, -EEXIST when it was there, -E2BIG when the set is full.
 */
static inline __maybe_unused int pid_filter__add(void *pids, pid_t pid)
{
	bool value = true;

	return bpf_map_update_elem(pids, &pid, &value, BPF_NOEXIST);
}

/**
 * pid_filter__has() - is this id in the set?
 */
static inline __maybe_unused bool pid_filter__has(void *pids, pid_t pid)
{
	return bpf_map_lookup_elem(pids, &pid) != NULL;
}

/**
 * pid_filter__has_current() - is the running thread in the set, or the process it belongs to?
 *
 * Covers every thread of a process whose id somebody wrote, and a single thread as well.
 */
static inline __maybe_unused bool pid_filter__has_current(void *pids)
{
	u64 pid_tgid = bpf_get_current_pid_tgid();

	return pid_filter__has(pids, pid_tgid >> 32) || pid_filter__has(pids, (pid_t)pid_tgid);
}

#endif /* PERF_AUGMENT_BPF_PID_FILTER_H */
