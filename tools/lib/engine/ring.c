// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ring.c - see ring.h. The layout of a BPF ring buffer is in the kernel's
 * Documentation/bpf/ringbuf.rst: a page with the consumer position, one with the producer position,
 * then the data. A record begins with a 32-bit length, whose top bits say "being written" and
 * "discarded", and 32 bits of the kernel's own.
 */
#include "ring.h"

#include <errno.h>
#include <linux/bpf.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bpf-progs/short_ring.h"
#include "bpf/augment.h"
#include "log.h"
#include "util.h"

#define LEN_MASK (~(BPF_RINGBUF_BUSY_BIT | BPF_RINGBUF_DISCARD_BIT))

/* All kinds of records, of whatever size, have their time in the same place. */
#define TIME_END (offsetof(struct aug_record, time_ns) + sizeof(uint64_t))
_Static_assert(offsetof(struct aug_record, time_ns) == offsetof(struct aug_task_record, time_ns),
	       "records are merged by a time that is at the same offset");

/* Mapping a page takes longer than reading it: most traces fill a part of their rings. So much at first. */
#define MAP_MIN (1UL << 20)

struct ring {
	int fd;		    /* borrowed */
	size_t size;	    /* of the data */
	uint64_t *consumer; /* our page: what we have read */
	uint8_t *producer_page;
	const uint8_t *data;
	size_t mapped;			 /* of the data */
	const struct short_ring *shorts; /* it is one of these, and has no pages; else NULL */
	uint64_t pos;			 /* what we have read, not yet given back */
	uint64_t given_back;
	uint64_t looked;  /* where it was last asked whether to give back */
	uint64_t end;	  /* the producer's position when last looked at */
	uint64_t head_ns; /* time of the record at pos; UINT64_MAX: none */
	const void *head; /* that record, made contiguous */
	size_t head_size;
	uint8_t *bounce; /* for the record that wraps round the end */
	size_t bounce_size;
};

struct ring_set {
	size_t page_size;
	size_t nr;
	struct ring *rings;
	void *shorts; /* mapped; NULL for none */
	size_t shorts_size;
};

static void ring__begin(struct ring *r)
{
	r->pos = __atomic_load_n(r->consumer, __ATOMIC_ACQUIRE);
	r->given_back = r->pos;
	r->looked = r->pos;
	r->end = r->pos;
	r->head_ns = UINT64_MAX;
}

static int ring__map(struct ring *r, int fd, size_t size, size_t page_size)
{
	void *p;

	r->fd = fd;
	r->size = size;
	p = mmap(NULL, page_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (p == MAP_FAILED)
		return -errno;
	r->consumer = p;
	p = mmap(NULL, page_size + size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
		 0);
	if (p == MAP_FAILED)
		return -errno;
	r->producer_page = p;
	r->data = r->producer_page + page_size;
	if (mmap(p, page_size, PROT_READ, MAP_SHARED | MAP_FIXED, fd, (off_t)page_size) ==
	    MAP_FAILED)
		return -errno;
	ring__begin(r);
	return 0;
}

/*
 * What was produced until @end. Twice as much each time: the kernel does not merge mappings of a ring, and
 * vm.max_map_count is soon reached by many large ones.
 */
static int ring__map_until(struct ring *r, uint64_t end, size_t page_size)
{
	const uint64_t used = MIN(end, r->size);
	size_t wanted = MAX(r->mapped, MIN(MAP_MIN, r->size));
	int err;

	if (r->shorts || used <= r->mapped)
		return 0;
	while (wanted < used)
		wanted *= 2;
	/* Behind both pages of positions. */
	if (mmap(r->producer_page + page_size + r->mapped, wanted - r->mapped, PROT_READ,
		 MAP_SHARED | MAP_FIXED, r->fd, (off_t)(2 * page_size + r->mapped)) == MAP_FAILED) {
		err = -errno;
		log_err("cannot map %zu KiB more of a ring buffer: %s; where a limit is in the way "
			"(ulimit -v, vm.max_map_count), a smaller -m takes less",
			(wanted - r->mapped) >> 10, strerror(-err));
		return err;
	}
	r->mapped = wanted;
	return 0;
}

static void ring__unmap(struct ring *r, size_t page_size)
{
	if (r->consumer && !r->shorts)
		munmap(r->consumer, page_size);
	if (r->producer_page)
		munmap(r->producer_page, page_size + r->size);
	free(r->bounce);
}

static int ring_set__make_room(struct ring_set *set, size_t nr)
{
	struct ring *rings;

	if (!nr)
		return 0;
	rings = realloc(set->rings, (set->nr + nr) * sizeof(*rings));
	if (!rings)
		return -ENOMEM;
	set->rings = rings;
	return 0;
}

int ring_set__add(struct ring_set *set, const int *fds, size_t nr, size_t size)
{
	const size_t before = set->nr;
	int err = ring_set__make_room(set, nr);
	struct ring *r;
	size_t i;

	for (i = 0; i < nr && !err; i++) {
		r = &set->rings[set->nr++];
		*r = (struct ring){};
		err = ring__map(r, fds[i], size, set->page_size);
	}
	while (err && set->nr > before)
		ring__unmap(&set->rings[--set->nr], set->page_size);
	return err;
}

int ring_set__new(const int *fds, size_t nr, size_t size, struct ring_set **ret_set)
{
	struct ring_set *set = calloc(1, sizeof(*set));
	int err;

	if (!set)
		return -ENOMEM;
	set->page_size = (size_t)sysconf(_SC_PAGESIZE);
	err = ring_set__add(set, fds, nr, size);
	if (err)
		ring_set__free(set);
	else
		*ret_set = set;
	return err;
}

int ring_set__add_short(struct ring_set *set, int fd, size_t nr, size_t size)
{
	const size_t bytes = short_ring__bytes(size);
	struct short_ring *shorts;
	struct ring *r;
	void *p;
	size_t i;

	if (ring_set__make_room(set, nr))
		return -ENOMEM;
	set->shorts_size = (nr * bytes + set->page_size - 1) & ~(set->page_size - 1);
	p = mmap(NULL, set->shorts_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (p == MAP_FAILED)
		return -errno;
	set->shorts = p;
	for (i = 0; i < nr; i++) {
		shorts = (void *)((char *)p + i * bytes);
		r = &set->rings[set->nr++];
		*r = (struct ring){ .fd = fd,
				    .size = size,
				    .shorts = shorts,
				    .data = shorts->data,
				    .consumer = (uint64_t *)&shorts->consumed };
		ring__begin(r);
	}
	return 0;
}

void ring_set__free(struct ring_set *set)
{
	size_t i;

	if (!set)
		return;
	for (i = 0; i < set->nr; i++)
		ring__unmap(&set->rings[i], set->page_size);
	if (set->shorts)
		munmap(set->shorts, set->shorts_size);
	free(set->rings);
	free(set);
}

static uint64_t ring__producer(const struct ring *r)
{
	const uint64_t *produced = r->shorts ? (const uint64_t *)&r->shorts->produced
					     : (const uint64_t *)r->producer_page;

	return __atomic_load_n(produced, __ATOMIC_ACQUIRE);
}

static void ring__give_back(struct ring *r)
{
	if (r->given_back == r->pos)
		return;
	__atomic_store_n(r->consumer, r->pos, __ATOMIC_RELEASE);
	r->given_back = r->pos;
}

/* A record of contents, or some that are short. */
#define LOOK_BYTES 4096UL

/*
 * Room is given back in large steps, as that store and the programs' look at it take the line from one CPU to the
 * other; but where a ring is all but full, calls may wait for it.
 */
static void ring__look(struct ring *r)
{
	const uint64_t taken = r->pos - r->given_back;

	if (r->pos - r->looked < MIN(LOOK_BYTES, r->size / 16))
		return;
	r->looked = r->pos;
	if (taken >= r->size / 16 || ring__producer(r) - r->given_back > r->size - r->size / 8)
		ring__give_back(r);
}

/* The @size bytes of the record at @pos, contiguous. */
static const void *ring__bytes(struct ring *r, uint64_t pos, size_t size)
{
	size_t off = pos & (r->size - 1), first = r->size - off;

	if (first >= size)
		return r->data + off;
	if (r->bounce_size < size) {
		free(r->bounce);
		r->bounce = malloc(size);
		r->bounce_size = r->bounce ? size : 0;
		if (!r->bounce)
			return NULL;
	}
	memcpy(r->bounce, r->data + off, first);
	memcpy(r->bounce + first, r->data, size - first);
	return r->bounce;
}

static size_t record_step(uint32_t len)
{
	return ((size_t)(len & LEN_MASK) + BPF_RINGBUF_HDR_SZ + 7) & ~(size_t)7;
}

static void ring__set_head_ns(struct ring *r)
{
	r->head_ns = 0;
	if (r->head_size >= TIME_END)
		r->head_ns = ((const struct aug_record *)r->head)->time_ns;
	r->head_ns = MIN(r->head_ns, UINT64_MAX - 1);
}

/* Find the next finished record. Return: 0 with head_ns UINT64_MAX when there is none. */
static int ring__load_long(struct ring *r)
{
	while (r->pos < r->end) {
		const uint32_t *header = (const void *)(r->data + (r->pos & (r->size - 1)));
		uint32_t len = __atomic_load_n(header, __ATOMIC_ACQUIRE);

		if (len & BPF_RINGBUF_BUSY_BIT)
			return 0;
		if (!(len & BPF_RINGBUF_DISCARD_BIT)) {
			r->head_size = len & LEN_MASK;
			r->head = ring__bytes(r, r->pos + BPF_RINGBUF_HDR_SZ, r->head_size);
			if (!r->head)
				return -ENOMEM;
			ring__set_head_ns(r);
			return 0;
		}
		r->pos += record_step(len);
	}
	return 0;
}

/* The same; a record that says a length that none has leaves nothing to go on from. */
static int ring__load_short(struct ring *r)
{
	const struct aug_record *rec = (const void *)(r->data + (r->pos & (r->size - 1)));

	if (r->pos == r->end)
		return 0;
	if (rec->size < sizeof(*rec) || rec->size > SHORT_RECORD_MAX)
		return -EBADMSG;
	r->head = rec;
	r->head_size = rec->size;
	ring__set_head_ns(r);
	return 0;
}

static int ring__load_head(struct ring *r)
{
	r->head_ns = UINT64_MAX;
	return r->shorts ? ring__load_short(r) : ring__load_long(r);
}

static int ring__take(struct ring *r, ring_fn fn, void *ctx)
{
	int err = fn(ctx, r->head, r->head_size), load_err;

	if (r->shorts)
		r->pos = short_ring__next(r->pos, r->head_size, r->size);
	else
		r->pos += record_step((uint32_t)r->head_size);
	ring__look(r);
	load_err = ring__load_head(r);
	return err ? err : load_err;
}

/* The ring with the oldest head, and the second oldest time: up to there no other ring matters. */
static struct ring *oldest(struct ring_set *set, uint64_t *ret_next_ns)
{
	struct ring *best = NULL;
	uint64_t best_ns = UINT64_MAX, next_ns = UINT64_MAX;
	size_t i;

	for (i = 0; i < set->nr; i++) {
		uint64_t ns = set->rings[i].head_ns;

		if (ns < best_ns) {
			next_ns = best_ns;
			best_ns = ns;
			best = &set->rings[i];
		} else if (ns < next_ns) {
			next_ns = ns;
		}
	}
	*ret_next_ns = next_ns;
	return best;
}

/*
 * The reader goes before others, and a task that is woken on its CPU would wait until it has read everything: after so
 * many records it lets that one go first, unless the rings fill.
 */
#define YIELD_RECORDS 128

int ring_set__drain(struct ring_set *set, uint64_t until_ns, ring_fn fn, void *ctx, size_t *ret_nr)
{
	struct ring *r;
	uint64_t next_ns;
	size_t nr = 0, i;
	int err = 0;

	for (i = 0; i < set->nr && !err; i++) {
		r = &set->rings[i];
		r->end = ring__producer(r);
		err = ring__map_until(r, r->end, set->page_size) ?: ring__load_head(r);
	}
	while (!err && (r = oldest(set, &next_ns)) && r->head_ns < until_ns) {
		do {
			nr++;
			err = ring__take(r, fn, ctx);
			if (!(nr % YIELD_RECORDS) && !ring_set__is_filling(set))
				sched_yield();
		} while (!err && r->head_ns <= next_ns && r->head_ns < until_ns);
	}
	for (i = 0; i < set->nr; i++)
		ring__give_back(&set->rings[i]);
	*ret_nr = nr;
	return err;
}

uint64_t ring_set__produced(const struct ring_set *set)
{
	uint64_t bytes = 0;
	size_t i;

	for (i = 0; i < set->nr; i++)
		bytes += ring__producer(&set->rings[i]);
	return bytes;
}

uint64_t ring_set__nr_short(const struct ring_set *set)
{
	uint64_t nr = 0;
	size_t i;

	for (i = 0; i < set->nr; i++) {
		if (set->rings[i].shorts)
			nr += set->rings[i].shorts->nr_records;
	}
	return nr;
}

bool ring_set__is_filling(const struct ring_set *set)
{
	size_t i;

	for (i = 0; i < set->nr; i++) {
		if (ring__producer(&set->rings[i]) - set->rings[i].pos > set->rings[i].size / 2)
			return true;
	}
	return false;
}

bool ring_set__is_empty(const struct ring_set *set)
{
	size_t i;

	for (i = 0; i < set->nr; i++) {
		if (ring__producer(&set->rings[i]) != set->rings[i].pos)
			return false;
	}
	return true;
}
