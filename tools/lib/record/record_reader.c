// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* record_reader.c - see record_reader.h. */
#include "record_reader.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>

#include "perfdata_abi.h"
#include "perfdata_cursor.h"
#include "thread.h"
#include "util.h"

/* A sample begins with IDENTIFIER, IP and TID, then its TIME; see record_events.h. */
#define SAMPLE_TIME_AT 32

/* What is in a ring that does not fill is written so often. */
#define THREAD_TURN_MS 1000

/**
 * struct record_reader - @lock is held during a round, also against pause, and for the counts.
 */
struct record_reader {
	struct perf_ring *rings;
	size_t nr_rings;
	struct record_watcher watcher;
	int wake_fd;
	bool has_thread;
	pthread_t thread;

	pthread_mutex_t lock;
	bool stop;
	int err;
	struct perfdata_stream *stream;
	struct record_counts counts;
	uint8_t scratch[PERFDATA_RECORD_MAX + 1];
};

struct record_reader *record_reader__new(const struct perf_ring *rings, size_t nr_rings,
					 const struct record_watcher *watcher)
{
	struct record_reader *reader = calloc(1, sizeof(*reader));
	pthread_mutexattr_t recursive;

	if (!reader)
		return NULL;
	reader->rings = calloc(nr_rings ? nr_rings : 1, sizeof(*rings));
	reader->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	/* Who paused it may still ask for its counts. */
	pthread_mutexattr_init(&recursive);
	pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&reader->lock, &recursive);
	pthread_mutexattr_destroy(&recursive);
	if (!reader->rings || reader->wake_fd < 0) {
		const int saved = errno;

		record_reader__free(reader);
		errno = saved;
		return NULL;
	}
	memcpy(reader->rings, rings, nr_rings * sizeof(*rings));
	reader->nr_rings = nr_rings;
	reader->watcher = *watcher;
	return reader;
}

void record_reader__free(struct record_reader *reader)
{
	if (!reader)
		return;
	record_reader__stop(reader);
	if (reader->wake_fd >= 0)
		close(reader->wake_fd);
	pthread_mutex_destroy(&reader->lock);
	free(reader->rings);
	free(reader);
}

void record_reader__set_stream(struct record_reader *reader, struct perfdata_stream *stream)
{
	reader->stream = stream;
}

static void see_sample(struct record_counts *counts, const uint8_t *record, size_t size)
{
	uint64_t time_ns;

	counts->samples++;
	if (size < SAMPLE_TIME_AT + 8)
		return;
	time_ns = load_u64(record + SAMPLE_TIME_AT);
	if (!counts->first_ns || time_ns < counts->first_ns)
		counts->first_ns = time_ns;
	counts->last_ns = MAX(counts->last_ns, time_ns);
}

static void see_record(void *ctx, const uint8_t *record, size_t size)
{
	struct record_reader *reader = ctx;

	if (reader->watcher.any)
		reader->watcher.any(reader->watcher.ctx, record, size);
	switch (load_u32(record)) {
	case PERF_RECORD_SAMPLE:
		see_sample(&reader->counts, record, size);
		return;
	case PERF_RECORD_LOST: /* header, id, how many */
		if (size >= 24)
			reader->counts.lost += load_u64(record + 16);
		break;
	case PERF_RECORD_MMAP2:
		if (reader->watcher.mmap)
			reader->watcher.mmap(reader->watcher.ctx, record, size);
		break;
	}
	reader->counts.others++;
}

static int64_t read_ring(struct record_reader *reader, struct perf_ring *ring)
{
	struct perf_ring_part part;
	const size_t len = perf_ring__peek(ring, &part);
	size_t whole, first;
	int err;

	if (!len)
		return 0;
	whole = perf_ring_part__for_each(&part, reader->scratch, see_record, reader);
	first = MIN(whole, part.len[0]);
	err = reader->stream ? perfdata_stream__kernel_bytes(reader->stream, part.piece[0], first)
			     : 0;
	if (!err && whole > first && reader->stream)
		err = perfdata_stream__kernel_bytes(reader->stream, part.piece[1], whole - first);
	if (whole != len)
		reader->counts.damaged++;
	perf_ring__consume(ring, len);
	return err ? err : (int64_t)whole;
}

int64_t record_reader__round(struct record_reader *reader)
{
	int64_t total = 0, n;
	size_t i;

	for (i = 0; i < reader->nr_rings; i++) {
		n = read_ring(reader, &reader->rings[i]);
		if (n > 0)
			total += n;
		if (n >= 0)
			continue;
		reader->err = (int)n;
		reader->stream = NULL;
	}
	if (total)
		reader->counts.rounds++;
	return reader->err ? reader->err : total;
}

size_t record_reader__pollfds(const struct record_reader *reader, struct pollfd *pfds)
{
	size_t i;

	for (i = 0; i < reader->nr_rings; i++)
		pfds[i] = (struct pollfd){ .fd = reader->rings[i].fd, .events = POLLIN };
	return i;
}

size_t record_reader__nr_rings(const struct record_reader *reader)
{
	return reader->nr_rings;
}

/* Return: whether the thread shall go on. */
static bool turn(struct record_reader *reader)
{
	bool stop;

	pthread_mutex_lock(&reader->lock);
	if (record_reader__round(reader) >= 0 && !reader->err)
		reader->err = perfdata_stream__flush(reader->stream);
	stop = reader->stop || reader->err;
	pthread_mutex_unlock(&reader->lock);
	return !stop;
}

static void *run_thread(void *arg)
{
	struct record_reader *reader = arg;
	struct pollfd pfds[reader->nr_rings + 1];
	const size_t nr = record_reader__pollfds(reader, pfds);
	size_t i;

	pfds[nr] = (struct pollfd){ .fd = reader->wake_fd, .events = POLLIN };
	do {
		poll(pfds, nr + 1, THREAD_TURN_MS);
		for (i = 0; i < nr; i++) {
			/* Of a CPU that went offline. */
			if (pfds[i].revents & (POLLHUP | POLLERR | POLLNVAL))
				pfds[i].fd = -1;
		}
	} while (turn(reader));
	return NULL;
}

int record_reader__start(struct record_reader *reader)
{
	const int err = thread__start(&reader->thread, NULL, run_thread, reader);

	reader->has_thread = !err;
	return err;
}

int record_reader__stop(struct record_reader *reader)
{
	const uint64_t one = 1;

	if (!reader->has_thread)
		return reader->err;
	pthread_mutex_lock(&reader->lock);
	reader->stop = true;
	pthread_mutex_unlock(&reader->lock);
	if (write(reader->wake_fd, &one, sizeof(one)) < 0)
		return -errno;
	pthread_join(reader->thread, NULL);
	reader->has_thread = false;
	return reader->err;
}

void record_reader__pause(struct record_reader *reader)
{
	pthread_mutex_lock(&reader->lock);
}

void record_reader__resume(struct record_reader *reader)
{
	pthread_mutex_unlock(&reader->lock);
}

int record_reader__error(struct record_reader *reader)
{
	int err;

	pthread_mutex_lock(&reader->lock);
	err = reader->err;
	pthread_mutex_unlock(&reader->lock);
	return err;
}

void record_reader__add_counts(struct record_reader *reader, struct record_counts *counts)
{
	const struct record_counts *c = &reader->counts;

	pthread_mutex_lock(&reader->lock);
	counts->samples += c->samples;
	counts->others += c->others;
	counts->lost += c->lost;
	counts->damaged += c->damaged;
	counts->rounds += c->rounds;
	if (c->first_ns && (!counts->first_ns || c->first_ns < counts->first_ns))
		counts->first_ns = c->first_ns;
	counts->last_ns = MAX(counts->last_ns, c->last_ns);
	pthread_mutex_unlock(&reader->lock);
}
