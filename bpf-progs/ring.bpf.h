/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * ring.bpf.h - the ways of a record to the reader; a part of engine.bpf.c.
 *
 * Each CPU has a BPF ring buffer, which takes records of any program. Most records are of calls and short:
 * these go into a second ring of the CPU, in mapped memory, which takes some 30 ns less. See short_ring.h.
 */
#ifndef PERF_AUGMENT_RING_BPF_H
#define PERF_AUGMENT_RING_BPF_H

#include "short_ring.h"

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct short_ring);
} short_rings SEC(".maps"); /* by CPU; made by the loader */

#define RECORD_WORDS (sizeof(struct aug_record) / sizeof(u64))
#define STEP_WORDS 8

_Static_assert(sizeof(struct aug_record) % sizeof(u64) == 0, "records are copied by words");

static __always_inline bool reader__waits(void)
{
	if (!*(volatile u32 *)&shared.reader_waits)
		return false;
	shared.reader_waits = 0;
	return true;
}

/* Return: 0, RING_FILLS when it has little room left, or less than 0. */
#define RING_FILLS 1

static __always_inline long ring__output_in(struct aug_stats *st, void *data, u64 size)
{
	u32 cpu = bpf_get_smp_processor_id();
	void *ring = bpf_map_lookup_elem(&rings, &cpu);
	u64 flags = BPF_RB_NO_WAKEUP, bytes;
	long err;

	if (!ring || !st)
		return -1;
	/*
	 * A wake-up costs more than a record: there is one for so many bytes. Nobody minds when an
	 * addition is lost to a program that interrupts this one.
	 */
	bytes = st->ring_bytes;
	st->ring_bytes = bytes + size;
	if ((bytes ^ (bytes + size)) & *(volatile u64 *)&shared.wake_bits || reader__waits())
		flags = BPF_RB_FORCE_WAKEUP;
	err = bpf_ringbuf_output(ring, data, size, flags);
	if (err) {
		/* Nobody was woken by what is not there: the next one does it. */
		st->ring_bytes = bytes;
		return err;
	}
	if (config.waits_when_full &&
	    bpf_ringbuf_query(ring, BPF_RB_AVAIL_DATA) > *(volatile u64 *)&shared.slow_at)
		return RING_FILLS;
	return 0;
}

static __always_inline long ring__output(void *data, u64 size)
{
	return ring__output_in(stats__get(), data, size) < 0 ? -1 : 0;
}

/* Whether a record may end at @next. So much, as it may begin at the end of a lap, and is copied by steps. */
static __always_inline bool short_ring__takes(const struct short_ring *ring, u64 next)
{
	return next + SHORT_RECORD_MAX - *(volatile u64 *)&ring->consumed <= config.short_ring_size;
}

static __always_inline bool short_ring__has_room(const struct short_ring *ring, u64 size)
{
	return short_ring__takes(ring,
				 short_ring__next(ring->produced, size, config.short_ring_size));
}

/*
 * Whether the ring of this CPU holds less than @most bytes, or that of short records has room for @short_size, if that
 * is not 0. This and the next two are global functions: the verifier looks at each once, not at each turn of a loop
 * and not for each that waits.
 */
__noinline int ring__has_room(s64 most, u64 short_size)
{
	u32 cpu = bpf_get_smp_processor_id();
	void *ring = bpf_map_lookup_elem(&rings, &cpu);
	struct short_ring *shorts;

	if (ring && (s64)bpf_ringbuf_query(ring, BPF_RB_AVAIL_DATA) < most)
		return true;
	if (!config.short_ring_size || !short_size)
		return false;
	shorts = bpf_map_lookup_elem(&short_rings, &cpu);
	return shorts && short_ring__has_room(shorts, short_size);
}

/* Between two looks for room: some copies of so many bytes onto themselves, 20 us or more. */
#define WAIT_BYTES 131072
#define WAIT_COPIES 4
#define WAIT_ROUNDS 4

/*
 * A map of its own: the loader fills that of all other variables as a trace starts. It is always there, as the function
 * that names it is global.
 */
struct wait_bytes {
	u8 bytes[WAIT_BYTES];
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct wait_bytes);
} wait_room SEC(".maps");

/* Return: false when there is no map, which does not happen. */
__noinline int ring__pause(void)
{
	struct wait_bytes *waste = bpf_map_lookup_elem(&wait_room, &shared.zero);
	u64 i; /* counting takes less code in whole registers */

	if (!waste)
		return false;
/* Code that is rarely run is to be short. */
#pragma clang loop unroll(disable)
	for (i = 0; i < WAIT_COPIES; i++)
		bpf_probe_read_kernel(waste, sizeof(*waste), waste);
	return true;
}

/* Wait for room as of ring__has_room(); not for long. Return: false when there is none yet. */
__noinline int ring__wait_for(s64 most, u64 short_size)
{
	u64 begin_ns = bpf_ktime_get_ns(), i;

#pragma clang loop unroll(disable)
	for (i = 0; i < WAIT_ROUNDS; i++) {
		if (ring__has_room(most, short_size))
			return true;
		if (bpf_ktime_get_ns() - begin_ns > ENGINE_WAIT_NS || !ring__pause())
			return false;
	}
	return false;
}

/*
 * A reader that is behind, or stands still for a moment, finds room left when the calls of this CPU are slowed down
 * before there is none. Not for long where it does not go on.
 */
#define VAIN_PAUSES_MAX 256

static __always_inline void ring__slow_down(struct aug_stats *st)
{
	u32 cpu = bpf_get_smp_processor_id();
	void *ring = bpf_map_lookup_elem(&rings, &cpu);
	u64 read_to;

	if (!ring)
		return;
	read_to = bpf_ringbuf_query(ring, BPF_RB_CONS_POS);
	if (read_to != st->read_to) {
		st->read_to = read_to;
		st->vain_pauses = 0;
	}
	if (st->vain_pauses >= VAIN_PAUSES_MAX)
		return;
	st->vain_pauses++;
	COUNT_CALL_IN(st, waited_ring);
	ring__wait_for(*(volatile u64 *)&shared.slow_at, 0);
}

/*
 * Until one of the rings of this CPU has room for @size bytes; @in_short: that of short records too. Return: false when
 * none has yet.
 */
static __always_inline bool ring__wait(u64 size, bool in_short)
{
	u32 cpu = bpf_get_smp_processor_id();
	void *ring = bpf_map_lookup_elem(&rings, &cpu);
	s64 most;

	if (!ring)
		return false;
	/* With its header, as the kernel rounds it up. */
	most = bpf_ringbuf_query(ring, BPF_RB_RING_SIZE) - size - 2 * sizeof(u64);
	return most > 0 && ring__wait_for(most, in_short && size <= SHORT_RECORD_MAX ? size : 0);
}

/* Only a BPF ring buffer wakes who waits for it: by a record that nobody gets. A full one has done so. */
static __noinline int ring__wake(u32 cpu)
{
	void *ring = bpf_map_lookup_elem(&rings, &cpu), *nothing;

	if (!ring)
		return 0;
	nothing = bpf_ringbuf_reserve(ring, sizeof(u64), 0);
	if (nothing)
		bpf_ringbuf_discard(nothing, BPF_RB_FORCE_WAKEUP);
	return 0;
}

/* More words than the record has may be copied: they are the task's own, and the next record's place. */
static __always_inline void short_ring__copy(u64 *to, const u64 *from, u64 len)
{
	u32 i, step;

#pragma unroll
	for (i = 0; i < RECORD_WORDS; i++)
		to[i] = from[i];
#pragma unroll
	for (step = 0; step < SHORT_PAYLOAD_MAX / sizeof(u64) / STEP_WORDS; step++) {
		if (len <= step * STEP_WORDS * sizeof(u64))
			return;
#pragma unroll
		for (i = 0; i < STEP_WORDS; i++)
			to[RECORD_WORDS + step * STEP_WORDS + i] =
				from[RECORD_WORDS + step * STEP_WORDS + i];
	}
}

/*
 * The record of @s. Only programs of calls do this, which do not interrupt each other: no other one
 * writes to the ring meanwhile.
 * Return: false when that is for the other ring.
 */
static __always_inline bool short_ring__put(struct aug_state *s)
{
	u32 cpu = bpf_get_smp_processor_id();
	u64 pos, next, off, len = s->payload_len;
	struct short_ring *ring;

	if (len > SHORT_PAYLOAD_MAX || s->is_big)
		return false;
	ring = bpf_map_lookup_elem(&short_rings, &cpu);
	if (!ring)
		return false;
	pos = ring->produced;
	next = short_ring__next(pos, sizeof(s->rec) + len, config.short_ring_size);
	if (!short_ring__takes(ring, next))
		return false;
	s->rec.size = sizeof(s->rec) + len;
	off = pos & (config.short_ring_size - 1);
	KEEP(off);
	if (off >= config.short_ring_size)
		return false;
	short_ring__copy((u64 *)(ring->data + off), (const u64 *)&s->rec, len);
	ring->nr_records++;
	/* x86 keeps the order of stores; the compiler has to, too. */
	asm volatile("" ::: "memory");
	*(volatile u64 *)&ring->produced = next;
	/* Each half of the ring. */
	if ((pos ^ next) & ~(config.short_ring_size / 2 - 1) || reader__waits())
		ring__wake(cpu);
	return true;
}

#endif /* PERF_AUGMENT_RING_BPF_H */
