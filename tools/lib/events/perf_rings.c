// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * perf_rings.c - see perf_rings.h. Each ring belongs to an event of its own that counts nothing, so
 * that it lives as long as we want, whichever events come and go.
 */
#include "perf_rings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "perfdata_cursor.h"
#include "util.h"

/*
 * PERIOD is not looked at. Without it the kernel gives a tracepoint that counts something
 * (nanoseconds: sched_stat_runtime) one sample for each of these, up to its limit for a tick.
 */
#define LAYOUT                                                                           \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | \
	 PERF_SAMPLE_PERIOD | PERF_SAMPLE_RAW)
#define TRAILER_SIZE 32 /* tid, time, cpu, identifier */

/**
 * struct perf_ring
 * @pos: read up to here; @end: written up to here when last looked at.
 * @head, @head_ns: the record at @pos, contiguous, and its time; UINT64_MAX: none.
 */
struct perf_ring {
	int cpu;
	int fd;
	struct perf_event_mmap_page *page;
	const uint8_t *data;
	uint64_t pos;
	uint64_t end;
	struct perf_record head;
	uint64_t head_ns;
	size_t head_size;
	uint8_t *bounce; /* for the record that wraps round the end */
};

/** struct perf_fd - an event; @waits: it counts from its task's exec on. */
struct perf_fd {
	int fd;
	bool waits;
};

struct perf_rings {
	size_t size;
	size_t page_size;
	unsigned int extra;    /* PERF_RINGS_* */
	uint64_t lost;	       /* as records told */
	bool counts_no_losses; /* the kernel does not for each event: before Linux 6.0 */
	uint64_t malformed;
	struct perf_fd *fds;
	size_t nr_fds;
	size_t room_fds;
	size_t nr;
	struct perf_ring rings[];
};

/* ---- records ---- */

static void parse_trailer(const uint8_t *bytes, size_t size, struct perf_record *record)
{
	struct cursor c = cursor__of(bytes + size - TRAILER_SIZE, TRAILER_SIZE);

	record->pid = cursor__u32(&c);
	record->tid = cursor__u32(&c);
	record->time_ns = cursor__u64(&c);
	record->cpu = cursor__u32(&c);
	cursor__u32(&c);
	record->id = cursor__u64(&c);
}

/* Addresses with marks between them: 8-byte aligned, as all of a record is. */
static void parse_chain(struct cursor *c, struct perf_record *record)
{
	const uint64_t nr = cursor__u64(c);

	if (nr > cursor__left(c) / sizeof(uint64_t)) {
		c->cut = true;
		return;
	}
	record->chain = (const uint64_t *)cursor__take(c, nr * sizeof(uint64_t));
	record->nr_chain = nr;
}

static int parse_sample(struct cursor *c, unsigned int extra, struct perf_record *record)
{
	uint32_t size;

	record->id = cursor__u64(c);
	if (extra & PERF_RINGS_ADDRESSES)
		record->ip = cursor__u64(c);
	record->pid = cursor__u32(c);
	record->tid = cursor__u32(c);
	record->time_ns = cursor__u64(c);
	if (extra & PERF_RINGS_ADDRESSES)
		record->addr = cursor__u64(c);
	record->cpu = cursor__u32(c);
	cursor__u32(c);
	cursor__u64(c); /* the period */
	if (extra & PERF_RINGS_CHAINS)
		parse_chain(c, record);
	size = cursor__u32(c);
	record->raw_size = size;
	record->raw = cursor__take(c, size);
	return c->cut ? -EBADMSG : 0;
}

static int parse_task(struct cursor *c, struct perf_record *record)
{
	uint32_t pid = cursor__u32(c), tid;

	record->parent_pid = cursor__u32(c);
	tid = cursor__u32(c);
	record->parent_tid = cursor__u32(c);
	record->pid = pid;
	record->tid = tid;
	return c->cut ? -EBADMSG : 0;
}

static int parse_comm(struct cursor *c, struct perf_record *record)
{
	record->pid = cursor__u32(c);
	record->tid = cursor__u32(c);
	if (c->cut)
		return -EBADMSG;
	record->text = cursor__text(c, &record->text_len);
	return 0;
}

static int parse_mmap2(struct cursor *c, struct perf_record *record)
{
	record->pid = cursor__u32(c);
	record->tid = cursor__u32(c);
	record->start = cursor__u64(c);
	record->len = cursor__u64(c);
	record->offset = cursor__u64(c);
	record->device = (uint64_t)cursor__u32(c) << 32;
	record->device |= cursor__u32(c);
	record->inode = cursor__u64(c);
	cursor__u64(c); /* its generation */
	record->prot = cursor__u32(c);
	record->flags = cursor__u32(c);
	if (c->cut)
		return -EBADMSG;
	record->text = cursor__text(c, &record->text_len);
	return 0;
}

int perf_record__parse(const uint8_t *bytes, size_t size, unsigned int extra,
		       struct perf_record *ret_record, uint64_t *ret_lost)
{
	struct perf_event_header header;
	struct cursor c = cursor__of(bytes, size);

	*ret_record = (struct perf_record){};
	*ret_lost = 0;
	cursor__copy(&c, &header, sizeof(header));
	if (c.cut || header.size != size)
		return -EBADMSG;
	ret_record->type = header.type;
	ret_record->misc = header.misc;
	if (header.type == PERF_RECORD_SAMPLE)
		return parse_sample(&c, extra, ret_record);
	if (cursor__left(&c) < TRAILER_SIZE)
		return -EBADMSG;
	parse_trailer(bytes, size, ret_record);
	c.end -= TRAILER_SIZE;
	switch (header.type) {
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
		return parse_task(&c, ret_record);
	case PERF_RECORD_COMM:
		return parse_comm(&c, ret_record);
	case PERF_RECORD_MMAP2:
		return parse_mmap2(&c, ret_record);
	case PERF_RECORD_LOST:
		cursor__u64(&c);
		*ret_lost = cursor__u64(&c);
		return c.cut ? -EBADMSG : -ENOMSG;
	}
	return -ENOMSG;
}

/* ---- one ring ---- */

static void ring__give_back(struct perf_ring *r)
{
	__atomic_store_n(&r->page->data_tail, r->pos, __ATOMIC_RELEASE);
}

/* The @size bytes at @pos, contiguous. */
static const uint8_t *ring__bytes(struct perf_ring *r, size_t size, size_t ring_size)
{
	size_t off = r->pos & (ring_size - 1), first = ring_size - off;

	if (first >= size)
		return r->data + off;
	memcpy(r->bounce, r->data + off, first);
	memcpy(r->bounce + first, r->data, size - first);
	return r->bounce;
}

/* Find the next record that is handed over. */
static void ring__load_head(struct perf_rings *set, struct perf_ring *r)
{
	r->head_ns = UINT64_MAX;
	while (r->pos < r->end) {
		/* Records are multiples of 8 bytes, so a header never wraps. */
		const struct perf_event_header *header =
			(const void *)(r->data + (r->pos & (set->size - 1)));
		uint64_t lost;
		int err;

		r->head_size = header->size;
		if (r->head_size < sizeof(*header) || r->head_size % 8 ||
		    r->head_size > r->end - r->pos) {
			/* The kernel writes no such thing; from here on nothing can be made out. */
			set->malformed++;
			r->pos = r->end;
			return;
		}
		err = perf_record__parse(ring__bytes(r, r->head_size, set->size), r->head_size,
					 set->extra, &r->head, &lost);
		set->lost += lost;
		if (!err) {
			r->head_ns = MIN(r->head.time_ns, UINT64_MAX - 1);
			return;
		}
		set->malformed += err == -EBADMSG;
		r->pos += r->head_size;
	}
}

static uint64_t layout_of(const struct perf_rings *set)
{
	return LAYOUT |
	       (set->extra & PERF_RINGS_ADDRESSES ? PERF_SAMPLE_IP | PERF_SAMPLE_ADDR : 0) |
	       (set->extra & PERF_RINGS_CHAINS ? PERF_SAMPLE_CALLCHAIN : 0);
}

/* What is lost is told by the next record that fits, and of the last ones by a read of the event alone. */
static int open_event(struct perf_rings *set, struct perf_event_attr *attr, pid_t pid, int cpu)
{
	int fd = -1;

	if (!set->counts_no_losses) {
		attr->read_format = PERF_FORMAT_LOST;
		fd = (int)syscall(SYS_perf_event_open, attr, pid, cpu, -1, PERF_FLAG_FD_CLOEXEC);
		if (fd >= 0 || errno != EINVAL)
			return fd < 0 ? -errno : fd;
	}
	attr->read_format = 0;
	fd = (int)syscall(SYS_perf_event_open, attr, pid, cpu, -1, PERF_FLAG_FD_CLOEXEC);
	set->counts_no_losses |= fd >= 0;
	return fd < 0 ? -errno : fd;
}

static uint64_t losses_of(int fd)
{
	uint64_t value[2]; /* and how many were lost */

	return read(fd, value, sizeof(value)) == (ssize_t)sizeof(value) ? value[1] : 0;
}

static int ring__map(struct perf_rings *set, struct perf_ring *r)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_DUMMY,
		.size = PERF_ATTR_SIZE_VER5,
		.sample_type = layout_of(set),
		.sample_id_all = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
		.watermark = 1,
		.wakeup_watermark = (uint32_t)(set->size / 4),
	};

	r->fd = open_event(set, &attr, -1, r->cpu);
	if (r->fd < 0)
		return r->fd;
	r->bounce = malloc(1 << 16); /* header.size has 16 bits */
	if (!r->bounce)
		return -ENOMEM;
	r->page = mmap(NULL, set->page_size + set->size, PROT_READ | PROT_WRITE, MAP_SHARED, r->fd,
		       0);
	if (r->page == MAP_FAILED) {
		r->page = NULL;
		return -errno;
	}
	r->data = (const uint8_t *)r->page + set->page_size;
	r->head_ns = UINT64_MAX;
	return 0;
}

/* ---- all of them ---- */

/* "0-3,8" to numbers. Return: how many, at most @max. */
static size_t online_cpus(int *cpus, size_t max)
{
	FILE *f __cleanup_fclose = fopen("/sys/devices/system/cpu/online", "re");
	unsigned int from, to;
	size_t nr = 0;

	while (f && fscanf(f, "%u", &from) == 1) {
		to = from;
		if (fscanf(f, "-%u", &to) < 0)
			to = from;
		for (; from <= to && nr < max; from++)
			cpus[nr++] = (int)from;
		if (fgetc(f) != ',')
			break;
	}
	if (!nr)
		cpus[nr++] = 0;
	return nr;
}

/* An event for each CPU and thread takes many descriptors. */
static void raise_file_limit(void)
{
	struct rlimit lim;

	if (getrlimit(RLIMIT_NOFILE, &lim))
		return;
	lim.rlim_cur = lim.rlim_max;
	setrlimit(RLIMIT_NOFILE, &lim);
}

int perf_rings__new(size_t size, unsigned int extra, struct perf_rings **ret_rings)
{
	const size_t max = (size_t)MAX(sysconf(_SC_NPROCESSORS_CONF), 1);
	int *cpus __cleanup_free = calloc(max, sizeof(*cpus));
	struct perf_rings *set;
	size_t nr, i;
	int err;

	if (!cpus)
		return -ENOMEM;
	nr = online_cpus(cpus, max);
	set = calloc(1, sizeof(*set) + nr * sizeof(set->rings[0]));
	if (!set)
		return -ENOMEM;
	raise_file_limit();
	set->page_size = (size_t)sysconf(_SC_PAGESIZE);
	set->size = size;
	set->extra = extra;
	for (i = 0; i < nr; i++) {
		set->rings[i].cpu = cpus[i];
		set->rings[i].fd = -1;
		set->nr = i + 1;
		err = ring__map(set, &set->rings[i]);
		if (err) {
			perf_rings__free(set);
			return err;
		}
	}
	*ret_rings = set;
	return 0;
}

void perf_rings__free(struct perf_rings *set)
{
	size_t i;

	if (!set)
		return;
	for (i = 0; i < set->nr_fds; i++)
		close(set->fds[i].fd);
	free(set->fds);
	for (i = 0; i < set->nr; i++) {
		if (set->rings[i].page)
			munmap(set->rings[i].page, set->page_size + set->size);
		if (set->rings[i].fd >= 0)
			close(set->rings[i].fd);
		free(set->rings[i].bounce);
	}
	free(set);
}

size_t perf_rings__nr_cpus(const struct perf_rings *set)
{
	return set->nr;
}

int perf_rings__cpu(const struct perf_rings *set, size_t idx)
{
	return set->rings[idx].cpu;
}

static int keep_fd(struct perf_rings *set, int fd, bool waits)
{
	struct perf_fd *bigger;

	if (set->nr_fds == set->room_fds) {
		size_t room = MAX(2 * set->room_fds, 64UL);

		bigger = reallocarray(set->fds, room, sizeof(*bigger));
		if (!bigger)
			return -ENOMEM;
		set->fds = bigger;
		set->room_fds = room;
	}
	set->fds[set->nr_fds++] = (struct perf_fd){ .fd = fd, .waits = waits };
	return 0;
}

int perf_rings__open(struct perf_rings *set, const struct perf_event_attr *wanted, pid_t pid,
		     size_t idx, int *ret_fd, uint64_t *ret_id)
{
	struct perf_ring *r = &set->rings[idx];
	struct perf_event_attr attr = *wanted;
	int fd, err;

	attr.size = PERF_ATTR_SIZE_VER5;
	attr.sample_type = layout_of(set);
	attr.sample_id_all = 1;
	attr.use_clockid = 1;
	attr.clockid = CLOCK_MONOTONIC;
	attr.watermark = 1;
	attr.wakeup_watermark = (uint32_t)(set->size / 4);
	fd = open_event(set, &attr, pid, r->cpu);
	if (fd < 0)
		return fd;
	if (ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, r->fd) || ioctl(fd, PERF_EVENT_IOC_ID, ret_id))
		err = -errno;
	else
		err = keep_fd(set, fd, attr.enable_on_exec);
	if (err)
		close(fd);
	*ret_fd = fd;
	return err;
}

int perf_rings__enable(struct perf_rings *set)
{
	size_t i;

	for (i = 0; i < set->nr_fds; i++) {
		if (!set->fds[i].waits && ioctl(set->fds[i].fd, PERF_EVENT_IOC_ENABLE, 0))
			return -errno;
	}
	return 0;
}

void perf_rings__disable(struct perf_rings *set)
{
	size_t i;

	for (i = 0; i < set->nr_fds; i++)
		ioctl(set->fds[i].fd, PERF_EVENT_IOC_DISABLE, 0);
}

int perf_rings__add_to_epoll(struct perf_rings *set, int epoll_fd, uint64_t token)
{
	struct epoll_event ev = { .events = EPOLLIN | EPOLLET, .data.u64 = token };
	size_t i;

	for (i = 0; i < set->nr; i++) {
		if (epoll_ctl(epoll_fd, EPOLL_CTL_ADD, set->rings[i].fd, &ev))
			return -errno;
	}
	return 0;
}

void perf_rings__look(struct perf_rings *set)
{
	size_t i;

	for (i = 0; i < set->nr; i++) {
		struct perf_ring *r = &set->rings[i];

		r->end = __atomic_load_n(&r->page->data_head, __ATOMIC_ACQUIRE);
		if (r->head_ns != UINT64_MAX)
			continue;
		ring__load_head(set, r);
		ring__give_back(r);
	}
}

static struct perf_ring *oldest(const struct perf_rings *set)
{
	const struct perf_ring *best = &set->rings[0];
	size_t i;

	for (i = 1; i < set->nr; i++) {
		if (set->rings[i].head_ns < best->head_ns)
			best = &set->rings[i];
	}
	return (struct perf_ring *)best;
}

uint64_t perf_rings__next_ns(const struct perf_rings *set)
{
	return oldest(set)->head_ns;
}

int perf_rings__drain(struct perf_rings *set, uint64_t until_ns, perf_record_fn fn, void *ctx)
{
	struct perf_ring *r;
	int err = 0;

	while (!err && (r = oldest(set))->head_ns < until_ns) {
		err = fn(ctx, &r->head);
		r->pos += r->head_size;
		ring__load_head(set, r);
		ring__give_back(r);
	}
	return err;
}

uint64_t perf_rings__lost(const struct perf_rings *set)
{
	uint64_t counted = 0;
	size_t i;

	if (set->counts_no_losses)
		return set->lost;
	for (i = 0; i < set->nr; i++)
		counted += losses_of(set->rings[i].fd);
	for (i = 0; i < set->nr_fds; i++)
		counted += losses_of(set->fds[i].fd);
	return MAX(counted, set->lost);
}

uint64_t perf_rings__malformed(const struct perf_rings *set)
{
	return set->malformed;
}

size_t perf_rings__size(const struct perf_rings *set)
{
	return set->size;
}
