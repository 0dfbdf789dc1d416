// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* perf_ring.c - see perf_ring.h. */
#include "perf_ring.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util.h"

int perf_ring__map(struct perf_ring *ring, int fd, int cpu, size_t size)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *at = mmap(NULL, page + size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (at == MAP_FAILED)
		return -errno;
	*ring = (struct perf_ring){
		.meta = at, .data = (uint8_t *)at + page, .size = size, .fd = fd, .cpu = cpu
	};
	return 0;
}

void perf_ring__unmap(struct perf_ring *ring)
{
	if (ring->meta)
		munmap(ring->meta, (size_t)sysconf(_SC_PAGESIZE) + ring->size);
	*ring = (struct perf_ring){ .fd = -1 };
}

size_t perf_ring__peek(const struct perf_ring *ring, struct perf_ring_part *ret_part)
{
	const uint64_t head = __atomic_load_n(&ring->meta->data_head, __ATOMIC_ACQUIRE);
	const uint64_t tail = ring->meta->data_tail;
	const size_t len = (size_t)(head - tail), at = (size_t)tail & (ring->size - 1);

	/* More than fits cannot be: the kernel never passes the tail. */
	if (!len || len > ring->size)
		return 0;
	ret_part->piece[0] = ring->data + at;
	ret_part->len[0] = MIN(len, ring->size - at);
	ret_part->piece[1] = ring->data;
	ret_part->len[1] = len - ret_part->len[0];
	return len;
}

void perf_ring__consume(struct perf_ring *ring, size_t len)
{
	__atomic_store_n(&ring->meta->data_tail, ring->meta->data_tail + len, __ATOMIC_RELEASE);
}

size_t perf_ring_part__for_each(const struct perf_ring_part *part, uint8_t *scratch,
				void (*fn)(void *ctx, const uint8_t *record, size_t size),
				void *ctx)
{
	const size_t first = part->len[0], len = first + part->len[1];
	struct perf_event_header header;
	const uint8_t *at;
	size_t done = 0, size, now;

	/* Records are multiples of 8, and so is the ring: a header is never split. */
	while (len - done >= sizeof(header)) {
		at = done < first ? part->piece[0] + done : part->piece[1] + (done - first);
		memcpy(&header, at, sizeof(header));
		size = header.size;
		if (size < sizeof(header) || size % 8 || size > len - done)
			break;
		if (done < first && size > first - done) {
			now = first - done;
			memcpy(scratch, at, now);
			memcpy(scratch + now, part->piece[1], size - now);
			at = scratch;
		}
		fn(ctx, at, size);
		done += size;
	}
	return done;
}
