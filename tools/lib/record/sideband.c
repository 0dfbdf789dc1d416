// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* sideband.c - see sideband.h. */
#include "sideband.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>

#include "log.h"
#include "perfdata_abi.h"
#include "perfdata_cursor.h"
#include "perfdata_sample.h"
#include "thread.h"
#include "util.h"

/* A sample_id ends in TIME, CPU and IDENTIFIER, see record_events.h. */
#define TIME_FROM_END 24

/* Latencies are counted in steps; what is longer goes to the last one. */
#define LATENCY_STEP_US 5
#define LATENCY_STEPS 4096

/**
 * struct sideband
 * @lock: for all below it, which the thread and the writer share.
 * @records, @items: the first is filled, the second is what the writer has of the last take.
 * @loads: ids that the thread has still to get. @unread: programs that an error kept from us.
 */
struct sideband {
	struct sideband_opts opts;
	struct bpf_capture *capture;
	struct perf_ring *rings;
	size_t nr_rings;
	int wake_fd;
	bool has_thread;
	pthread_t thread;

	pthread_mutex_t lock;
	bool stop;
	bool measures;
	int err;
	struct strbuf records[2], items[2];
	struct strbuf loads;
	uint64_t unread;
	uint64_t lost;
	uint64_t latency_steps[LATENCY_STEPS];
	uint64_t latency_max_us;
	uint8_t scratch[PERFDATA_RECORD_MAX + 1];
};

static void fail(struct sideband *sb, int err)
{
	if (err && !sb->err)
		sb->err = err;
}

/* Items begin at multiples of 8. */
static int end_item(struct sideband *sb)
{
	static const char zeros[8];
	int err;

	strbuf__add(&sb->items[0], zeros, -sb->items[0].len & 7);
	err = strbuf__error(&sb->items[0]);
	fail(sb, err);
	return err;
}

static int sink_btf(void *ctx, uint32_t id, const uint8_t *bytes, size_t len)
{
	const struct sideband_item item = { .is_btf = true, .id = id, .len = len };
	struct sideband *sb = ctx;
	int err;

	pthread_mutex_lock(&sb->lock);
	strbuf__add(&sb->items[0], (const char *)&item, sizeof(item));
	strbuf__add(&sb->items[0], (const char *)bytes, len);
	err = end_item(sb);
	pthread_mutex_unlock(&sb->lock);
	return err;
}

/* With a note behind it of how we came by it. */
static int sink_prog(void *ctx, const struct bpf_capture_prog *prog)
{
	const struct bpf_prog_copy *copy = prog->copy;
	uint8_t header[BPF_BPIL_HEADER], note[BPF_ORIGIN_NOTE];
	struct sideband_item item = { .id = prog->id };
	struct sideband *sb = ctx;
	bool has_note;
	int err;

	if (!copy)
		return 0;
	memcpy(header, copy->raw, sizeof(header));
	has_note = bpf_prog_entry__note(header, prog->origin, note);
	item.len = copy->raw_len + (has_note ? sizeof(note) : 0);
	pthread_mutex_lock(&sb->lock);
	strbuf__add(&sb->items[0], (const char *)&item, sizeof(item));
	strbuf__add(&sb->items[0], (const char *)header, sizeof(header));
	strbuf__add(&sb->items[0], (const char *)copy->raw + sizeof(header),
		    copy->raw_len - sizeof(header));
	if (has_note)
		strbuf__add(&sb->items[0], (const char *)note, sizeof(note));
	err = end_item(sb);
	pthread_mutex_unlock(&sb->lock);
	return err;
}

static int sink_record(void *ctx, const uint8_t *record, size_t size)
{
	struct sideband *sb = ctx;
	int err;

	pthread_mutex_lock(&sb->lock);
	strbuf__add(&sb->records[0], (const char *)record, size);
	err = strbuf__error(&sb->records[0]);
	fail(sb, err);
	pthread_mutex_unlock(&sb->lock);
	return err;
}

int sideband__new(struct sideband **ret_sb, const struct sideband_opts *opts)
{
	struct sideband *sb = calloc(1, sizeof(*sb));
	struct bpf_capture_opts capture = {
		.sink = { .btf = sink_btf, .prog = sink_prog, .record = sink_record, .ctx = sb },
		.gate = opts->gate,
		.sample_id_size = opts->sample_id_size,
	};
	pthread_mutexattr_t inherit;
	int err;

	if (!sb)
		return -ENOMEM;
	sb->opts = *opts;
	/* The writer that holds it is not kept from running while the thread waits for it. */
	pthread_mutexattr_init(&inherit);
	pthread_mutexattr_setprotocol(&inherit, PTHREAD_PRIO_INHERIT);
	pthread_mutex_init(&sb->lock, &inherit);
	pthread_mutexattr_destroy(&inherit);
	sb->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	err = sb->wake_fd < 0 ? -errno : bpf_capture__new(&sb->capture, &capture);
	if (err) {
		sideband__free(sb);
		return err;
	}
	*ret_sb = sb;
	return 0;
}

void sideband__free(struct sideband *sb)
{
	size_t i;

	if (!sb)
		return;
	sideband__stop(sb);
	bpf_capture__free(sb->capture);
	if (sb->wake_fd >= 0)
		close(sb->wake_fd);
	for (i = 0; i < 2; i++) {
		strbuf__free(&sb->records[i]);
		strbuf__free(&sb->items[i]);
	}
	strbuf__free(&sb->loads);
	pthread_mutex_destroy(&sb->lock);
	free(sb);
}

int sideband__synthesize(struct sideband *sb, const struct kernel_code *code)
{
	const int err = bpf_capture__synthesize(sb->capture, code);

	if (!err || err == -ENOMEM)
		return err;
	log_warn("BPF programs that are loaded already cannot be listed: %s%s", strerror(-err),
		 err == -EPERM ? ": that takes CAP_SYS_ADMIN; samples in them have no source" : "");
	return 0;
}

static void measure(struct sideband *sb, const uint8_t *record, size_t size)
{
	struct timespec now;
	uint64_t now_ns, time_ns, us;

	if (!sb->measures || size < TIME_FROM_END || clock_gettime(sb->opts.clockid, &now))
		return;
	now_ns = (uint64_t)now.tv_sec * NSEC_PER_SEC + (uint64_t)now.tv_nsec;
	time_ns = load_u64(record + size - TIME_FROM_END);
	us = now_ns > time_ns ? (now_ns - time_ns) / 1000 : 0;
	sb->latency_steps[MIN(us / LATENCY_STEP_US, LATENCY_STEPS - 1)]++;
	sb->latency_max_us = MAX(sb->latency_max_us, us);
}

struct bpf_event_record {
	struct perf_event_header header;
	uint16_t type;
	uint16_t flags;
	uint32_t id;
};

static void see_bpf_event(struct sideband *sb, const uint8_t *record, size_t size)
{
	struct bpf_event_record event;

	if (size < sizeof(event))
		return;
	memcpy(&event, record, sizeof(event));
	if (event.type == PERF_BPF_EVENT_PROG_LOAD)
		strbuf__add(&sb->loads, (const char *)&event.id, sizeof(event.id));
	measure(sb, record, size);
}

static void see_record(void *ctx, const uint8_t *record, size_t size)
{
	struct sideband *sb = ctx;
	const uint32_t type = load_u32(record);
	struct perf_event_header header;

	/* Readers look for the sample_id at the end. */
	size = perfdata_sample__true_size(record, size, sb->opts.sample_id_size);
	if (type == PERF_RECORD_LOST && size >= 24)
		sb->lost += load_u64(record + 16);
	if (type == PERF_RECORD_BPF_EVENT)
		see_bpf_event(sb, record, size);
	memcpy(&header, record, sizeof(header));
	header.size = (uint16_t)size;
	strbuf__add(&sb->records[0], (const char *)&header, sizeof(header));
	strbuf__add(&sb->records[0], (const char *)record + sizeof(header), size - sizeof(header));
}

/* With the lock held. */
static void drain_rings(struct sideband *sb)
{
	struct perf_ring_part part;
	size_t i, len;

	for (i = 0; i < sb->nr_rings; i++) {
		len = perf_ring__peek(&sb->rings[i], &part);
		if (!len)
			continue;
		perf_ring_part__for_each(&part, sb->scratch, see_record, sb);
		perf_ring__consume(&sb->rings[i], len);
	}
	fail(sb, strbuf__error(&sb->records[0]));
	fail(sb, strbuf__error(&sb->loads));
}

/* One program that cannot be read does not stop the others. */
static void note_unread(struct sideband *sb, int err)
{
	if (!err)
		return;
	if (!sb->unread++)
		log_warn("a BPF program could not be read: %s", strerror(-err));
}

/* The loads that were seen, one after another: the lock is not held while one is fetched. */
static void get_programs(struct sideband *sb, struct strbuf *loads)
{
	uint32_t id;
	size_t at;

	for (at = 0; at + sizeof(id) <= loads->len; at += sizeof(id)) {
		memcpy(&id, loads->text + at, sizeof(id));
		note_unread(sb, bpf_capture__saw_load(sb->capture, id));
	}
	strbuf__reset(loads);
}

static void swap(struct strbuf *a, struct strbuf *b)
{
	const struct strbuf old = *a;

	*a = *b;
	*b = old;
}

/* One turn of the thread. Return: whether it shall go on. */
static bool turn(struct sideband *sb, struct strbuf *loads)
{
	bool stop;

	pthread_mutex_lock(&sb->lock);
	drain_rings(sb);
	swap(&sb->loads, loads);
	stop = sb->stop;
	pthread_mutex_unlock(&sb->lock);
	note_unread(sb, bpf_capture__drain(sb->capture));
	get_programs(sb, loads);
	return !stop;
}

static void poll_all(struct pollfd *pfds, size_t nr, int wake_fd)
{
	uint64_t count;
	size_t i;

	poll(pfds, nr, -1);
	for (i = 0; i < nr; i++) {
		/* Of a CPU that went offline. */
		if (pfds[i].revents & (POLLHUP | POLLERR | POLLNVAL))
			pfds[i].fd = -1;
	}
	if (read(wake_fd, &count, sizeof(count)) < 0)
		return; /* it was another that woke us */
}

static void *run_thread(void *arg)
{
	/* Short turns that must come soon, also when all CPUs are busy; not every user may. */
	const struct sched_param priority = { .sched_priority = 1 };
	struct sideband *sb = arg;
	struct pollfd pfds[sb->nr_rings + 2];
	struct strbuf loads = {};
	size_t i;

	pthread_setschedparam(pthread_self(), SCHED_FIFO, &priority);
	for (i = 0; i < sb->nr_rings; i++)
		pfds[i] = (struct pollfd){ .fd = sb->rings[i].fd, .events = POLLIN };
	pfds[i++] = (struct pollfd){ .fd = bpf_capture__fd(sb->capture), .events = POLLIN };
	pfds[i++] = (struct pollfd){ .fd = sb->wake_fd, .events = POLLIN };
	turn(sb, &loads);
	/* What waited for the thread's start says nothing of how soon it reads. */
	pthread_mutex_lock(&sb->lock);
	sb->measures = sb->opts.use_clockid;
	pthread_mutex_unlock(&sb->lock);
	do {
		poll_all(pfds, i, sb->wake_fd);
	} while (turn(sb, &loads));
	strbuf__free(&loads);
	return NULL;
}

int sideband__start(struct sideband *sb, struct perf_ring *rings, size_t nr_rings)
{
	int err;

	sb->rings = rings;
	sb->nr_rings = nr_rings;
	err = thread__start(&sb->thread, NULL, run_thread, sb);
	sb->has_thread = !err;
	return err;
}

static void wake(struct sideband *sb)
{
	const uint64_t one = 1;

	if (write(sb->wake_fd, &one, sizeof(one)) < 0)
		return; /* full: it is awake */
}

int sideband__take(struct sideband *sb, struct sideband_batch *ret_batch)
{
	int err;

	pthread_mutex_lock(&sb->lock);
	drain_rings(sb);
	if (sb->loads.len && sb->has_thread)
		wake(sb);
	swap(&sb->records[0], &sb->records[1]);
	swap(&sb->items[0], &sb->items[1]);
	strbuf__reset(&sb->records[0]);
	strbuf__reset(&sb->items[0]);
	ret_batch->lost = sb->lost;
	err = sb->err;
	pthread_mutex_unlock(&sb->lock);
	ret_batch->records = &sb->records[1];
	ret_batch->items = &sb->items[1];
	return err;
}

const struct sideband_item *sideband_batch__next(const struct sideband_batch *batch, size_t *at)
{
	const struct sideband_item *item;

	if (*at >= batch->items->len)
		return NULL;
	item = (const struct sideband_item *)(batch->items->text + *at);
	*at += sizeof(*item) + ((item->len + 7) & ~7ULL);
	return item;
}

int sideband__stop(struct sideband *sb)
{
	struct strbuf loads = {};

	if (!sb->has_thread)
		return sb->err;
	pthread_mutex_lock(&sb->lock);
	sb->stop = true;
	pthread_mutex_unlock(&sb->lock);
	wake(sb);
	pthread_join(sb->thread, NULL);
	sb->has_thread = false;
	turn(sb, &loads);
	strbuf__free(&loads);
	note_unread(sb, bpf_capture__finish(sb->capture));
	return sb->err;
}

void sideband__latency(struct sideband *sb, struct sideband_latency *ret_latency)
{
	struct sideband_latency l = { .max_us = sb->latency_max_us };
	uint64_t seen = 0, before;
	size_t i;

	for (i = 0; i < LATENCY_STEPS; i++)
		l.nr += sb->latency_steps[i];
	for (i = 0; i < LATENCY_STEPS; i++) {
		before = seen;
		seen += sb->latency_steps[i];
		if (2 * before < l.nr && 2 * seen >= l.nr)
			l.p50_us = (i + 1) * LATENCY_STEP_US;
		if (100 * before < 99 * l.nr && 100 * seen >= 99 * l.nr)
			l.p99_us = (i + 1) * LATENCY_STEP_US;
	}
	*ret_latency = l;
}

const struct bpf_capture *sideband__capture(const struct sideband *sb)
{
	return sb->capture;
}
