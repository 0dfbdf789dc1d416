/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * count_key.h - what count.bpf.c and tools/lib/overflow/count*.c agree on: what samples are counted by.
 *
 * Where code is, is a number that is the same in all processes: an address of the kernel is itself;
 * one of user space is a file, numbered, and the offset in it. Only code that is of no file keeps its
 * address.
 */
#ifndef PERF_AUGMENT_COUNT_KEY_H
#define PERF_AUGMENT_COUNT_KEY_H

#ifndef __bpf__
#include <linux/types.h>
#endif

/** COUNT_IN_FILE | number << COUNT_FILE_SHIFT | offset */
#define COUNT_IN_FILE (1ULL << 62)
#define COUNT_FILE_SHIFT 40
#define COUNT_FILE_BITS 22
#define COUNT_OFFSET_MASK ((1ULL << COUNT_FILE_SHIFT) - 1)

/** Frames of a stack, those of the kernel and of user space together; kernel.perf_event_max_stack. */
#define COUNT_STACK_MAX 127
#define COUNT_COMM_LEN 16

/** What counts are by: bits of struct count_config. @COUNT_BY_CODE: symbol and dso too. */
#define COUNT_BY_CODE (1U << 0)
#define COUNT_BY_STACK (1U << 1)
#define COUNT_BY_COMM (1U << 2)
#define COUNT_BY_PID (1U << 3)
#define COUNT_BY_TID (1U << 4)
#define COUNT_BY_CPU (1U << 5)
#define COUNT_BY_CGROUP (1U << 6)

/**
 * struct count_config - of one event's program. @event: its number.
 * @cpu_bits: of the number of a file, those that are the CPU that gave it.
 */
struct count_config {
	__u32 by;
	__u32 event;
	__u32 cpu_bits;
};

/**
 * struct count_key - what it is not counted by is 0.
 * @code: as above. @stack: in the map counted_stacks.
 */
struct count_key {
	__u64 code;
	__u64 stack;
	__u64 cgroup;
	__u32 event;
	__u32 pid;
	__u32 tid;
	__u32 cpu;
	char comm[COUNT_COMM_LEN];
};

/**
 * struct count_value - @period: sum of the samples' periods.
 * @first_comm: what the task of the first sample was called.
 */
struct count_value {
	__u64 samples;
	__u64 period;
	char first_comm[COUNT_COMM_LEN];
};

/** struct count_stack - @code: those of the kernel first, each part with the innermost in front. */
struct count_stack {
	__u32 nr_kernel;
	__u32 nr_user;
	__u64 code[COUNT_STACK_MAX];
};

/** struct count_file - as the kernel knows it; the value is its number. */
struct count_file {
	__u64 ino;
	__u32 dev;
	__u32 pad;
};

/**
 * struct count_losses - of a CPU, samples: @no_room: not counted, the map is full; @no_stack_room,
 * @collisions: counted without their stack, as its map is full or has another one by its number;
 * @no_file_room: addresses whose file got no number.
 */
struct count_losses {
	__u64 no_room;
	__u64 no_stack_room;
	__u64 collisions;
	__u64 no_file_room;
	__u64 next_file;
};

#endif /* PERF_AUGMENT_COUNT_KEY_H */
