/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * perf_ring.h - the ring that the kernel writes records of perf events to, read without copying.
 * One reader per ring.
 */
#ifndef PERF_AUGMENT_PERF_RING_H
#define PERF_AUGMENT_PERF_RING_H

#include <linux/perf_event.h>
#include <stddef.h>
#include <stdint.h>

/** struct perf_ring - @size bytes of data, a power of two, behind the page @meta. */
struct perf_ring {
	struct perf_event_mmap_page *meta;
	uint8_t *data;
	size_t size;
	int fd;
	int cpu;
};

/**
 * struct perf_ring_part - the records that wait: the second piece follows the first, and a record
 * may lie in both.
 */
struct perf_ring_part {
	const uint8_t *piece[2];
	size_t len[2];
};

/**
 * perf_ring__map() - make the ring of the event @fd, which stays the caller's.
 * Return: 0 or mmap()'s -errno: -EPERM when the user's locked memory is used up.
 */
int perf_ring__map(struct perf_ring *ring, int fd, int cpu, size_t size);
/** perf_ring__unmap() - takes one that was never mapped (all zero). */
void perf_ring__unmap(struct perf_ring *ring);

/** perf_ring__peek() - what waits. Return: its bytes, 0 when there is nothing. */
size_t perf_ring__peek(const struct perf_ring *ring, struct perf_ring_part *ret_part);

/** perf_ring__consume() - the kernel may write over the first @len bytes. */
void perf_ring__consume(struct perf_ring *ring, size_t len);

/**
 * perf_ring_part__for_each() - each record in turn, in one piece, valid during the call.
 * @scratch: PERFDATA_RECORD_MAX + 1 bytes, for the one that lies in both pieces.
 * Return: bytes of whole records; less than there are when one has an impossible size.
 */
size_t perf_ring_part__for_each(const struct perf_ring_part *part, uint8_t *scratch,
				void (*fn)(void *ctx, const uint8_t *record, size_t size),
				void *ctx);

#endif /* PERF_AUGMENT_PERF_RING_H */
