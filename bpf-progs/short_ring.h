/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * short_ring.h - a ring of short records of calls, in memory that the engine's programs write and
 * the loader maps (tools/lib/engine/ring.c): what both agree on.
 *
 * Positions grow forever; a record is at its position modulo the size. Records are contiguous: what begins
 * before the end of a lap may end behind it, and then the next one begins the next lap.
 */
#ifndef PERF_AUGMENT_SHORT_RING_H
#define PERF_AUGMENT_SHORT_RING_H

#include "bpf/augment.h"

/** SHORT_PAYLOAD_MAX - bytes of payloads: a path and a struct statx beside it. */
#define SHORT_PAYLOAD_MAX 320

#define SHORT_RECORD_MAX (sizeof(struct aug_record) + SHORT_PAYLOAD_MAX)

/**
 * SHORT_RING_SIZE_MIN, SHORT_RING_SIZE_MAX - on 5.10 elements of arrays have at most what kmalloc()
 * gives, 4 MiB.
 */
#define SHORT_RING_SIZE_MIN 4096
#define SHORT_RING_SIZE_MAX (2U << 20)

/**
 * struct short_ring - each in cache lines of its own.
 * @produced: position behind the last record; written by the programs of one CPU.
 * @nr_records: that they made.
 * @consumed: up to here the reader has read; written by the reader.
 * @data: as many bytes as the ring has, a power of two, and SHORT_RECORD_MAX behind these.
 */
struct short_ring {
	aug_u64 produced;
	aug_u64 nr_records;
	aug_u64 pad[6];
	aug_u64 consumed;
	aug_u64 pad2[7];
	aug_u8 data[SHORT_RING_SIZE_MIN + SHORT_RECORD_MAX];
};

/** short_ring__bytes() - of one that has @size bytes of records. */
static inline aug_u64 short_ring__bytes(aug_u64 size)
{
	return sizeof(struct short_ring) - SHORT_RING_SIZE_MIN + size;
}

/**
 * short_ring__next() - where the record behind the one at @pos begins; @len: its bytes, @size: the
 * ring's.
 */
static inline aug_u64 short_ring__next(aug_u64 pos, aug_u64 len, aug_u64 size)
{
	const aug_u64 lap = (pos | (size - 1)) + 1, next = pos + ((len + 7) & ~7ULL);

	return next < lap ? next : lap;
}

#endif /* PERF_AUGMENT_SHORT_RING_H */
