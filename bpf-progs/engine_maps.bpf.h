/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * engine_maps.bpf.h - what the loader fills and reads: who is traced, what is wanted of each call,
 * rings and counters; a part of engine.bpf.c.
 */
#ifndef PERF_AUGMENT_ENGINE_MAPS_BPF_H
#define PERF_AUGMENT_ENGINE_MAPS_BPF_H

/* Keeps the compiler from moving a bounds check away from the access it guards. */
#define KEEP(var) asm volatile("" : "+r"(var))

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 16384); /* the kernel zeroes a bucket for each at start */
	__type(key, u64);
	__type(value, struct target_task);
} targets SEC(".maps"); /* tids to trace that have not made a call yet; see TARGET_IN_PIDNS */

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 65536);
	__type(key, u32);
	__type(value, u32);
} living SEC(
	".maps"); /* config.want_living: by tid, the number in our pid namespace; 0: not known */

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 4096);
	__type(key, u32);
	__type(value, bool);
} pids_filtered SEC(".maps"); /* processes and threads never traced; numbers of our pid namespace */

/*
 * By abi * AUG_NR_SYSCALLS + nr; the last one is for numbers past the table. Not in a map of their own: the loader
 * writes them as memory.
 */
struct aug_spec specs[AUG_NR_ABIS * AUG_NR_SYSCALLS + 1] = {};

struct ring {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 4096);
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY_OF_MAPS);
	__uint(max_entries, 1);
	__type(key, u32);
	__array(values, struct ring);
} rings SEC(".maps"); /* by CPU; sized and filled by the loader */

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct aug_stats);
} stats SEC(".maps");

struct {
	/* One for all CPUs: few are counted, and it is made at once. */
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, AUG_NR_ABIS *AUG_NR_SYSCALLS + 1);
	__type(key, u32);
	__type(value, u64);
} lost_calls SEC(".maps"); /* by spec index */

struct one_program {
	__uint(type, BPF_MAP_TYPE_PROG_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, u32);
};
/* What copies arguments; exec has its own, as it is always of a raw tracepoint. */
struct one_program captures SEC(".maps");
struct one_program exec_captures SEC(".maps");
struct one_program filters SEC(".maps"); /* likewise: filter_text.bpf.h */
struct one_program exec_filters SEC(".maps");

/*
 * Go on in the program of @map. A tail call by a number that the verifier knows becomes a jump that
 * the kernel patches when the map is filled and when it goes: each time it stops all CPUs, for some
 * 0.1 ms. What is not done in most calls has its number from memory.
 */
static __always_inline void go_on_in(void *ctx, void *map)
{
	bpf_tail_call(ctx, map, *(volatile u32 *)&shared.zero);
}

/* What the verifier knows of the number is forgotten: it would follow what comes behind this once for each way here. */
static __always_inline struct aug_spec *spec__get(const u32 *spec_idx)
{
	u64 idx = *(const volatile u32 *)spec_idx;

	if (idx >= sizeof(specs) / sizeof(specs[0]))
		return NULL;
	KEEP(idx);
	return &specs[idx];
}

static __always_inline struct aug_stats *stats__get(void)
{
	u32 zero = 0;

	return bpf_map_lookup_elem(&stats, &zero);
}

/* Programs on one CPU may interrupt each other between load and store, so adding is atomic. */
#define COUNT(member)                                          \
	do {                                                   \
		struct aug_stats *st_ = stats__get();          \
		if (st_)                                       \
			__sync_fetch_and_add(&st_->member, 1); \
	} while (0)

/*
 * The same for what only programs of calls count, with @st at hand: these do not interrupt each
 * other, but for those of raw tracepoints where they may be preempted.
 */
#define COUNT_CALL_IN(st, member)                               \
	do {                                                    \
		if (config.calls_interrupt)                     \
			__sync_fetch_and_add(&(st)->member, 1); \
		else                                            \
			(st)->member++;                         \
	} while (0)

#define COUNT_CALL(member)                            \
	do {                                          \
		struct aug_stats *st_ = stats__get(); \
		if (st_)                              \
			COUNT_CALL_IN(st_, member);   \
	} while (0)

static __always_inline void count_lost_call(u32 spec_idx)
{
	u64 *nr = bpf_map_lookup_elem(&lost_calls, &spec_idx);

	if (nr)
		__sync_fetch_and_add(nr, 1);
}

#endif /* PERF_AUGMENT_ENGINE_MAPS_BPF_H */
