/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Who is running, by the names that C programs use. For BPF programs, as <unistd.h> with
 * -Iinclude/bpf; kept compatible with the file of that name that perf shipped up to 6.5.
 */
#ifndef PERF_AUGMENT_BPF_UNISTD_H
#define PERF_AUGMENT_BPF_UNISTD_H

#include "bpf.h"

/**
 * getpid() - id of the running process, the same in all of its threads
 *
 * perf's own returned the thread's id. For processes of one thread there is no difference.
 */
static inline __maybe_unused pid_t getpid(void)
{
	return bpf_get_current_pid_tgid() >> 32;
}

/**
 * gettid() - id of the running thread
 */
static inline __maybe_unused pid_t gettid(void)
{
	return (pid_t)bpf_get_current_pid_tgid();
}

#endif /* PERF_AUGMENT_BPF_UNISTD_H */
