/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * overflow.h - a program of your own at each sample of `perf-augment record --overflow FILE.o[:NAME]`:
 * it says whether the sample is kept, counts, takes stacks, and forwards records of its own.
 *
 *	#include <overflow.h>
 *
 *	OVERFLOW(every_tenth)
 *	{
 *		return overflow_seen() % 10 ? OVERFLOW_DROP : OVERFLOW_KEEP;
 *	}
 *	license(GPL);
 *
 * Replace a sample: forward and drop; add to it: forward and keep; only watch: keep.
 *
 * The program may run in an NMI and must not take long. The kernel skips it, and drops the sample,
 * while another BPF program of a kprobe or tracepoint runs on the CPU: record tells how often.
 * Minimum kernel: 5.10. `perf-augment build` compiles it; nothing but these headers is needed.
 */
#ifndef PERF_AUGMENT_OVERFLOW_BPF_H
#define PERF_AUGMENT_OVERFLOW_BPF_H

#ifdef __bpf__
#include "bpf.h"
#else
#include <linux/types.h>
#endif

/** OVERFLOW_RECORD_MAX - bytes of a forwarded record. */
#define OVERFLOW_RECORD_MAX 4096

/** OVERFLOW_STATS_MAP - name of the map of struct overflow_stats. */
#define OVERFLOW_STATS_MAP "overflow_stats"

/** enum overflow_answer - what a program returns. */
enum overflow_answer { OVERFLOW_DROP, OVERFLOW_KEEP };

/**
 * struct overflow_stats - of a CPU; kept by OVERFLOW(), read by record.
 * @events: sum of the periods of the samples.
 * @forwarded: records in the ring buffer. @lost: those for which it had no room.
 */
struct overflow_stats {
	__u64 seen;
	__u64 kept;
	__u64 dropped;
	__u64 undecided; /* 0 */
	__u64 events;
	__u64 forwarded;
	__u64 lost;
};

/**
 * struct overflow_head - what the raw data of a forwarded record begins with.
 * @type: of what follows, in the BTF of the object. @size: its bytes.
 */
struct overflow_head {
	__u32 type;
	__u32 size;
};

#ifdef __bpf__

/** struct overflow_regs - registers of x86-64 when the event overflowed. */
struct overflow_regs {
	u64 r15, r14, r13, r12, bp, bx, r11, r10, r9, r8, ax, cx, dx, si, di, orig_ax, ip, cs,
		flags, sp, ss;
};

/**
 * struct overflow_ctx - the sample, read-only.
 * @regs: of user space or of the kernel; regs.cs & 3 is 3 in user space.
 * @period: events since the last sample; of clocks, nanoseconds.
 * @addr: of the data, of a page fault or of a breakpoint; 0 of events that have none.
 */
struct overflow_ctx {
	struct overflow_regs regs;
	u64 period;
	u64 addr;
};

/* The kinds of maps that are declared below, by their numbers. */
#define ____OVERFLOW_HASH 1
#define ____OVERFLOW_PERF_EVENT_ARRAY 4
#define ____OVERFLOW_PERCPU_ARRAY 6
#define ____OVERFLOW_STACK_TRACE 7

struct {
	int (*type)[____OVERFLOW_PERCPU_ARRAY];
	int (*max_entries)[1];
	u32 *key;
	struct overflow_stats *value;
} overflow_stats SEC(".maps");

/* An event of each CPU, which writes into the ring buffer that the CPU's samples are in. */
struct {
	int (*type)[____OVERFLOW_PERF_EVENT_ARRAY];
	u32 *key;
	u32 *value;
} overflow_output SEC(".maps");

struct ____overflow_record {
	struct overflow_head head;
	u8 body[OVERFLOW_RECORD_MAX];
};

struct {
	int (*type)[____OVERFLOW_PERCPU_ARRAY];
	int (*max_entries)[1];
	u32 *key;
	struct ____overflow_record *value;
} overflow_record SEC(".maps");

static __always_inline struct overflow_stats *____overflow_stats(void)
{
	u32 zero = 0;

	return bpf_map_lookup_elem(&overflow_stats, &zero);
}

/** overflow_seen() - samples of this event that the program was asked about on this CPU before. */
static __always_inline __maybe_unused u64 overflow_seen(void)
{
	struct overflow_stats *stats = ____overflow_stats();

	return stats ? stats->seen - 1 : 0;
}

/**
 * OVERFLOW() - begin the program @name. It sees `ctx`, a struct overflow_ctx *, and returns
 * OVERFLOW_KEEP or OVERFLOW_DROP.
 */
#define OVERFLOW(name)                                                                           \
	static __always_inline int ____overflow_##name(struct overflow_ctx *ctx __maybe_unused); \
	SEC("perf_event") int name(struct overflow_ctx *ctx)                                     \
	{                                                                                        \
		struct overflow_stats *stats = ____overflow_stats();                             \
                                                                                                 \
		if (!stats)                                                                      \
			return OVERFLOW_KEEP;                                                    \
		stats->seen++;                                                                   \
		stats->events += ctx->period;                                                    \
		if (____overflow_##name(ctx) == OVERFLOW_DROP) {                                 \
			stats->dropped++;                                                        \
			return OVERFLOW_DROP;                                                    \
		}                                                                                \
		stats->kept++;                                                                   \
		return OVERFLOW_KEEP;                                                            \
	}                                                                                        \
	static __always_inline int ____overflow_##name(struct overflow_ctx *ctx __maybe_unused)

/**
 * OVERFLOW_COUNTS() - declare the map @map_name of counts by keys of type @key_type.
 * @entries: so many keys at most. `perf-augment dump-map NAME` shows it, also while it is counted.
 */
#define OVERFLOW_COUNTS(map_name, key_type, entries) \
	struct {                                     \
		int (*type)[____OVERFLOW_HASH];      \
		int (*max_entries)[entries];         \
		__typeof__(key_type) *key;           \
		u64 *value;                          \
	} map_name SEC(".maps")

/**
 * overflow_count() - one more of *@key in @map. Padding of the key must be zero.
 * Return: 0; -E2BIG (-7) when the map is full.
 */
static __always_inline __maybe_unused long overflow_count(void *map, const void *key)
{
	u64 one = 1, *count = bpf_map_lookup_elem(map, key);

	if (!count) {
		/* Another CPU may be first: then there is one to be added to. */
		long err = bpf_map_update_elem(map, key, &one, BPF_NOEXIST);

		if (!err)
			return 0;
		count = bpf_map_lookup_elem(map, key);
		if (!count)
			return err;
	}
	__sync_fetch_and_add(count, 1);
	return 0;
}

/** OVERFLOW_STACKS() - declare the map @map_name of up to @entries stacks of up to 127 addresses. */
#define OVERFLOW_STACKS(map_name, entries)             \
	struct {                                       \
		int (*type)[____OVERFLOW_STACK_TRACE]; \
		int (*max_entries)[entries];           \
		u32 *key;                              \
		u64 (*value)[127];                     \
	} map_name SEC(".maps")

/**
 * overflow_stack() - put the stack into @stacks.
 * @user: that of user space, not the kernel's.
 * Return: its number, which overflow_count() may count by; -EFAULT (-14) when there is no such stack,
 * as of the kernel in a sample of user space.
 */
static __always_inline __maybe_unused long overflow_stack(struct overflow_ctx *ctx, void *stacks,
							  int user)
{
	return bpf_get_stackid(ctx, stacks, user ? BPF_F_USER_STACK : 0);
}

/* Bytes that compilers copy by themselves, however they are aligned. */
#define ____OVERFLOW_COPIED 128

static __always_inline __maybe_unused void ____overflow_forward(struct overflow_ctx *ctx, u32 type,
								const void *var, u32 size)
{
	u32 zero = 0;
	struct ____overflow_record *record = bpf_map_lookup_elem(&overflow_record, &zero);
	struct overflow_stats *stats = ____overflow_stats();
	long err = 0;

	if (!record || !stats)
		return;
	record->head.type = type;
	record->head.size = size;
	if (size <= ____OVERFLOW_COPIED)
		__builtin_memcpy(record->body, var, size);
	else
		err = bpf_probe_read_kernel(record->body, size, var);
	if (!err)
		err = bpf_perf_event_output(ctx, &overflow_output, BPF_F_CURRENT_CPU, record,
					    sizeof(record->head) + size);
	if (err)
		stats->lost++;
	else
		stats->forwarded++;
}

/**
 * overflow_forward() - put the variable @var into the recording, where the samples are: it has the
 * time, the task, the CPU and the address of this sample, and is printed by its type.
 *
 * When the ring buffer has no room it is lost, and counted.
 */
#define overflow_forward(ctx, var)                                                                 \
	do {                                                                                       \
		_Static_assert(sizeof(var) <= OVERFLOW_RECORD_MAX,                                 \
			       "a record of 4096 bytes at most");                                  \
		____overflow_forward(ctx, __builtin_btf_type_id(*(__typeof__(var) *)0, 0), &(var), \
				     sizeof(var));                                                 \
	} while (0)

#endif /* __bpf__ */

#endif /* PERF_AUGMENT_OVERFLOW_BPF_H */
