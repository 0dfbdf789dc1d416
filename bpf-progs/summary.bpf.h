/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * summary.bpf.h - counts per thread and system call, exact because they are made where the calls
 * are. A thread runs on one CPU at a time and owns its entries, so nothing here needs to be atomic.
 *
 * Where threads are not told apart, each CPU has rows of its own, so that millions of short-lived threads
 * need no more rows than there are calls (times control groups).
 */
#ifndef PERF_AUGMENT_SUMMARY_BPF_H
#define PERF_AUGMENT_SUMMARY_BPF_H

#include "histogram.h"

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, AUG_SUMMARY_MAX);
	__type(key, struct aug_summary_key);
	__type(value, struct aug_summary);
} summary SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, AUG_SUMMARY_CPU_MAX);
	__type(key, struct aug_summary_key);
	__type(value, struct aug_summary);
} summary_cpu SEC(".maps"); /* the tid and start_ns of its keys are 0 */

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, AUG_SUMMARY_ROWS);
	__type(key, u32);
	__type(value, struct aug_summary_row);
} summary_rows SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_QUEUE);
	__uint(max_entries, AUG_SUMMARY_ROWS);
	__type(value, u32);
} summary_rows_free SEC(".maps"); /* filled by the loader */

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, AUG_SUMMARY_MAX);
	__type(key, struct aug_errno_key);
	__type(value, u64);
} errnos SEC(".maps");

static const struct aug_summary zero_summary = {};

/* sum_sq += ns * ns in 128 bits, by halves: BPF multiplies 64 x 64 to 64 only. */
static __always_inline void add_square(struct aug_summary *sum, u64 ns)
{
	u64 hi = ns >> 32, lo = ns & 0xffffffff, mid = hi * lo;
	u64 sq_lo = lo * lo, sq_hi = hi * hi, add;

	add = mid << 33;
	sq_hi += mid >> 31;
	sq_lo += add;
	sq_hi += sq_lo < add;
	sum->sum_sq_lo += sq_lo;
	sum->sum_sq_hi += sq_hi + (sum->sum_sq_lo < sq_lo);
}

static __always_inline struct aug_summary *summary__lookup(const struct aug_summary_key *key)
{
	struct aug_summary *sum;

	/* Only one of the maps is there: KEEP() keeps the compiler from making one call of two. */
	if (config.want_summary == AUG_SUMMARY_BY_CPU) {
		sum = bpf_map_lookup_elem(&summary_cpu, key);
		KEEP(sum);
		return sum;
	}
	return bpf_map_lookup_elem(&summary, key);
}

static __always_inline void summary__begin(struct aug_summary *sum, const struct aug_state *s)
{
	sum->pid = s->rec.pid;
	sum->leader_ns = BPF_CORE_READ(current_task(), group_leader, start_time);
}

static __always_inline struct aug_summary *summary__create(const struct aug_summary_key *key,
							   const struct aug_state *s)
{
	struct aug_summary *sum;
	long err;

	if (config.want_summary == AUG_SUMMARY_BY_CPU) {
		err = bpf_map_update_elem(&summary_cpu, key, &zero_summary, BPF_NOEXIST);
		KEEP(err);
	} else {
		bpf_map_update_elem(&summary, key, &zero_summary, BPF_NOEXIST);
	}
	sum = summary__lookup(key);
	if (sum)
		summary__begin(sum, s);
	return sum;
}

#define SUMMARY_SLOT(s) ((s)->spec_idx & (AUG_SUMMARY_SLOTS - 1))

/*
 * The row of a call that the thread has at hand: an array is read, where a hash takes three calls
 * of functions.
 */
static __always_inline struct aug_summary *summary__at_hand(struct aug_state *s)
{
	u32 idx = s->summary_slots[SUMMARY_SLOT(s)];
	struct aug_summary_row *row;

	if (!idx)
		return NULL;
	row = bpf_map_lookup_elem(&summary_rows, &idx);
	return row && row->key.nr == s->spec_idx ? &row->sum : NULL;
}

/* A call that is made often takes a row, while there are some and no other call is in its place. */
static __noinline int summary__take_row(struct aug_state *s)
{
	struct aug_summary_row *row;
	u32 idx;

	if (s->summary_slots[SUMMARY_SLOT(s)] || bpf_map_pop_elem(&summary_rows_free, &idx))
		return 0;
	row = bpf_map_lookup_elem(&summary_rows, &idx);
	if (!row)
		return 0;
	row->key.start_ns = s->start_ns;
	row->key.tid = s->rec.tid;
	row->key.nr = s->spec_idx;
	summary__begin(&row->sum, s);
	s->summary_slots[SUMMARY_SLOT(s)] = idx;
	return 0;
}

/* Threads of one number share an element where they are not told apart, so this is atomic. */
static __always_inline void summary__add_errno(const struct aug_summary_key *key, u32 error)
{
	struct aug_errno_key errno_key = { .call = *key, .error = error };
	u64 zero = 0, *nr = bpf_map_lookup_elem(&errnos, &errno_key);

	if (!nr) {
		bpf_map_update_elem(&errnos, &errno_key, &zero, BPF_NOEXIST);
		nr = bpf_map_lookup_elem(&errnos, &errno_key);
	}
	if (nr)
		__sync_fetch_and_add(nr, 1);
	else
		COUNT(lost_errnos);
}

/* The thread gets another number: the rows stay with the old one. */
static __always_inline void summary__leave_rows(struct aug_state *s)
{
	__builtin_memset(s->summary_slots, 0, sizeof(s->summary_slots));
}

static __always_inline void summary__key(const struct aug_state *s, struct aug_summary_key *key)
{
	*key = (struct aug_summary_key){ .nr = s->spec_idx };
	if (config.want_summary == AUG_SUMMARY_BY_THREAD) {
		key->start_ns = s->start_ns;
		key->tid = s->rec.tid;
	}
	if (config.summary_cgroups)
		key->cgroup = s->summary_cgroup;
}

static __always_inline struct aug_summary *summary__get(struct aug_state *s)
{
	struct aug_summary *sum = config.summary_rows ? summary__at_hand(s) : NULL;
	struct aug_summary_key key;

	if (sum)
		return sum;
	summary__key(s, &key);
	sum = summary__lookup(&key);
	if (!sum)
		return summary__create(&key, s);
	if (config.summary_rows && sum->calls == AUG_SUMMARY_OFTEN)
		summary__take_row(s);
	return sum;
}

/* A call of @ns that ended at @now_ns. */
static __always_inline void summary__count(struct aug_summary *sum, u64 ns, u64 now_ns, bool failed)
{
	u64 bucket = hist_bucket(ns);

	/*
	 * First, as the verifier needs bounds of @ns for it: behind each comparison with @ns these are others, and it
	 * would come here once for each.
	 */
	KEEP(bucket); /* one 64-bit register for check and access */
	if (bucket < AUG_HIST_BUCKETS)
		sum->hist[bucket]++;
	if (!sum->calls || ns < sum->min_ns)
		sum->min_ns = ns;
	sum->calls++;
	sum->errors += failed;
	sum->sum_ns += ns;
	if (ns > sum->max_ns)
		sum->max_ns = ns;
	add_square(sum, ns);
	sum->last_ns = now_ns;
}

static __always_inline int summary__add(struct aug_state *s, u64 ns)
{
	struct aug_summary *sum = summary__get(s);
	const bool failed = is_error(s->rec.ret);
	struct aug_summary_key key;

	if (!sum)
		return -1;
	summary__count(sum, ns, s->rec.time_ns, failed);
	__builtin_memcpy(sum->comm, s->rec.comm, sizeof(sum->comm));
	if (config.want_errnos && failed) {
		summary__key(s, &key);
		summary__add_errno(&key, -s->rec.ret);
	}
	return 0;
}

/* The same where calls are rare: those that do not return. */
static __noinline int summary__add_rare(struct aug_state *s)
{
	return summary__add(s, 0);
}

#endif /* PERF_AUGMENT_SUMMARY_BPF_H */
