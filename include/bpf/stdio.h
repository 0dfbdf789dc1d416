/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Text from a BPF program to the output of `perf trace`. For BPF programs, as <stdio.h> with
 * -Iinclude/bpf; kept compatible with the file of that name that perf shipped up to 6.5.
 */
#ifndef PERF_AUGMENT_BPF_STDIO_H
#define PERF_AUGMENT_BPF_STDIO_H

#include "bpf.h"

/* perf finds this map by its name and puts a bpf-output event per CPU into it. */
bpf_map(__bpf_stdout__, PERF_EVENT_ARRAY, int, u32, __NR_CPUS__);

/**
 * puts() - send a string literal, whole and without adding a newline
 *
 * Call it from the program itself: the context must be in a variable named `args`.
 *
 * Return: 0 or -errno; -EOPNOTSUPP in a process that perf does not follow.
 */
#define puts(from)                                                                  \
	({                                                                          \
		char __from[] = from;                                               \
		perf_event_output(args, &__bpf_stdout__, BPF_F_CURRENT_CPU, __from, \
				  sizeof(__from));                                  \
	})

#endif /* PERF_AUGMENT_BPF_STDIO_H */
