// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* engine_slots.c - arrays for the states of tasks, as many as are used: see bpf-progs/slots.bpf.h and engine_priv.h. */
#include <bpf/bpf.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "engine_priv.h"
#include "log.h"
#include "privilege.h"
#include "thread.h"
#include "util.h"

/* Of the start: who makes more may be held up. */
#define FIRST_ARRAYS_MIN 4U

/* How long to sleep between looks at whether they are there. */
#define LOOK_US 50

/* And until it is tried again to make some. */
#define RETRY_MS 100

/**
 * struct engine_slots - @nr: arrays that there are, of the thread. @nr_first: those of the start. @nr_expected: tasks
 * that were added. @nr_asked: arrays that these take. @asked_fd: an eventfd, by which the thread hears of that, and of
 * the end. @nr_refused: how often there was nothing to make more of. @err: why the thread has ended. @wanted: by which
 * programs ask.
 */
struct engine_slots {
	struct engine *e;
	pthread_t thread;
	bool is_started;
	uint32_t nr, nr_first, nr_expected;
	_Atomic uint32_t nr_asked;
	_Atomic uint32_t nr_refused;
	_Atomic bool is_ending;
	_Atomic int err;
	struct ring_buffer *wanted;
	int asked_fd;
};

/* Tasks of the whole system that make calls may all be traced. */
static uint32_t first_arrays(const struct engine *e)
{
	unsigned long nr = 0;
	FILE *f;

	if (!e->skel->rodata->config.all_tasks)
		return FIRST_ARRAYS_MIN;
	f = fopen("/proc/loadavg", "re");
	if (!f || fscanf(f, "%*s %*s %*s %*u/%lu", &nr) != 1)
		nr = 0;
	if (f)
		fclose(f);
	return (uint32_t)MIN(FIRST_ARRAYS_MIN + 2 * nr / SLOTS_PER_ARRAY, SLOT_ARRAYS_MAX);
}

/* Return: a descriptor, or -errno. */
static int create_array(const struct engine *e)
{
	const struct bpf_map *like = e->skel->maps.slot_array;
	LIBBPF_OPTS(bpf_map_create_opts, opts, .btf_fd = (uint32_t)bpf_object__btf_fd(e->skel->obj),
		    .btf_key_type_id = bpf_map__btf_key_type_id(like),
		    .btf_value_type_id = bpf_map__btf_value_type_id(like));
	int fd = bpf_map_create(bpf_map__type(like), bpf_map__name(like), bpf_map__key_size(like),
				bpf_map__value_size(like), bpf_map__max_entries(like), &opts);

	return fd < 0 ? -errno : fd;
}

/* What is put into the map: array @fds[i] as number @idx[i]. */
struct slot_batch {
	int map_fd;
	uint32_t nr;
	uint32_t idx[ENGINE_SLOTS_BATCH];
	int fds[ENGINE_SLOTS_BATCH];
};

static void slot_batch__free(struct slot_batch *batch)
{
	while (batch->nr)
		close(batch->fds[--batch->nr]);
	if (batch->map_fd >= 0)
		close(batch->map_fd);
	free(batch);
}

static struct slot_batch *slot_batch__new(const struct engine_slots *slots, uint32_t nr,
					  int *ret_err)
{
	struct slot_batch *batch = calloc(1, sizeof(*batch));
	int fd;

	*ret_err = -ENOMEM;
	if (!batch)
		return NULL;
	batch->map_fd = fcntl(bpf_map__fd(slots->e->skel->maps.slots), F_DUPFD_CLOEXEC, 0);
	*ret_err = batch->map_fd < 0 ? -errno : 0;
	while (!*ret_err && batch->nr < nr) {
		fd = create_array(slots->e);
		if (fd < 0) {
			*ret_err = fd;
			break;
		}
		batch->idx[batch->nr] = slots->nr + batch->nr;
		batch->fds[batch->nr++] = fd;
	}
	if (!*ret_err)
		return batch;
	slot_batch__free(batch);
	return NULL;
}

/* Return: 0 or -errno, as a pointer. */
static void *insert(void *arg)
{
	struct slot_batch *batch = arg;
	uint32_t nr = batch->nr;
	int err = bpf_map_update_batch(batch->map_fd, batch->idx, batch->fds, &nr, NULL) ? -errno
											 : 0;

	slot_batch__free(batch);
	return (void *)(intptr_t)err;
}

static bool is_there(const struct engine_slots *slots, uint32_t idx)
{
	uint32_t id;

	return !bpf_map_lookup_elem(bpf_map__fd(slots->e->skel->maps.slots), &idx, &id);
}

/* Until array @idx is there, or @inserter has ended. */
static int wait_for_inserter(const struct engine_slots *slots, pthread_t inserter, uint32_t idx)
{
	void *err;

	while (!is_there(slots, idx)) {
		if (!pthread_tryjoin_np(inserter, &err))
			return (int)(intptr_t)err;
		usleep(LOOK_US);
	}
	pthread_detach(inserter);
	return 0;
}

/*
 * By a thread of its own, which nobody waits for: once they are there, it goes on waiting for a grace period of RCU.
 * Return: 0 or -errno, not logged.
 */
static int add_batch(struct engine_slots *slots, uint32_t nr)
{
	struct slot_batch *batch;
	pthread_t inserter;
	int err;

	batch = slot_batch__new(slots, nr, &err);
	if (!batch)
		return err;
	err = thread__start(&inserter, NULL, insert, batch);
	if (err) {
		slot_batch__free(batch);
		return err;
	}
	err = wait_for_inserter(slots, inserter, slots->nr + nr - 1);
	if (err)
		return err;
	slots->nr += nr;
	__atomic_store_n(&slots->e->skel->bss->shared.nr_slots, slots->nr * SLOTS_PER_ARRAY,
			 __ATOMIC_SEQ_CST);
	return 0;
}

static int add_arrays(struct engine_slots *slots, uint32_t nr)
{
	const uint32_t nr_wanted = slots->nr + nr;
	int err = 0;

	while (!err && slots->nr < nr_wanted) {
		nr = MIN(nr_wanted - slots->nr, ENGINE_SLOTS_BATCH);
		err = add_batch(slots, nr);
		if (err && nr > 1)
			err = add_batch(slots, 1);
	}
	return err;
}

/* How many arrays there are to be by now. */
static uint32_t nr_due(const struct engine_slots *slots)
{
	const uint64_t begun =
		__atomic_load_n(&slots->e->skel->bss->shared.nr_slots_begun, __ATOMIC_SEQ_CST);
	uint32_t nr = MAX(slots->nr, (uint32_t)slots->nr_asked);

	if (begun >= slots->nr * SLOTS_PER_ARRAY / 2)
		nr = MAX(nr, 2 * slots->nr);
	return MIN(nr, SLOT_ARRAYS_MAX);
}

/*
 * Sleep until somebody asks; with @timeout_ms, which is not -1, that long, whatever programs ask for.
 * Return: 0, or -errno.
 */
static int wait_for_asker(const struct engine_slots *slots, int timeout_ms)
{
	struct pollfd fds[] = {
		{ .fd = slots->asked_fd, .events = POLLIN },
		{ .fd = ring_buffer__epoll_fd(slots->wanted), .events = POLLIN },
	};
	eventfd_t asked;

	if (poll(fds, timeout_ms < 0 ? 2 : 1, timeout_ms) < 0 && errno != EINTR)
		return -errno;
	if (fds[0].revents)
		eventfd_read(slots->asked_fd, &asked);
	/* Records that nobody gets: it is made empty, to be woken again. */
	ring_buffer__consume(slots->wanted);
	return 0;
}

/* While the trace runs. Where more cannot be made it is tried again: others may free what is missing. */
static void grow(struct engine_slots *slots)
{
	bool is_warned = false;
	int err;

	while (!slots->is_ending && slots->nr < SLOT_ARRAYS_MAX) {
		if (nr_due(slots) == slots->nr) {
			slots->err = wait_for_asker(slots, -1);
			if (slots->err)
				return;
			continue;
		}
		err = add_arrays(slots, nr_due(slots) - slots->nr);
		if (!err) {
			log_debug("room for %u tasks", slots->nr * SLOTS_PER_ARRAY);
			continue;
		}
		if (!is_warned)
			log_warn(
				"no room for more than %u tasks at a time: %s; calls of others are "
				"lost, and counted",
				slots->nr * SLOTS_PER_ARRAY, strerror(-err));
		is_warned = true;
		slots->nr_refused++;
		wait_for_asker(slots, RETRY_MS);
	}
}

static void *slots_thread(void *arg)
{
	struct engine_slots *slots = arg;

	slots->err = add_arrays(slots, slots->nr_first);
	if (!slots->err) {
		privilege__keep(PRIVILEGE_BIT(CAP_BPF));
		grow(slots);
	}
	return NULL;
}

static int ignore(void *ctx, void *data, size_t size)
{
	(void)ctx, (void)data, (void)size;
	return 0;
}

int engine_slots__begin(struct engine *e)
{
	struct engine_slots *slots;
	int err;

	if (!e->skel->rodata->config.has_slots)
		return 0;
	slots = calloc(1, sizeof(*slots));
	if (!slots)
		return -ENOMEM;
	e->slots = slots;
	slots->e = e;
	slots->nr_first = first_arrays(e);
	slots->asked_fd = eventfd(0, EFD_CLOEXEC);
	if (slots->asked_fd < 0)
		return -errno;
	slots->wanted =
		ring_buffer__new(bpf_map__fd(e->skel->maps.slots_wanted), ignore, NULL, NULL);
	if (!slots->wanted)
		return -errno;
	err = thread__start(&slots->thread, NULL, slots_thread, slots);
	slots->is_started = !err;
	return err;
}

static void wait_for_arrays(const struct engine_slots *slots, uint32_t nr)
{
	const struct engine_shared *shared = &slots->e->skel->bss->shared;
	const uint32_t nr_refused = slots->nr_refused;

	while (!slots->err && slots->nr_refused == nr_refused &&
	       __atomic_load_n(&shared->nr_slots, __ATOMIC_SEQ_CST) < nr * SLOTS_PER_ARRAY)
		usleep(LOOK_US);
}

int engine_slots__wait(struct engine *e)
{
	struct engine_slots *slots = e->slots;

	if (!slots)
		return 0;
	wait_for_arrays(slots, slots->nr_first);
	if (slots->err)
		log_err("cannot make room for the states of %u tasks: %s",
			slots->nr_first * SLOTS_PER_ARRAY, strerror(-slots->err));
	return slots->err;
}

void engine_slots__expect(struct engine *e)
{
	struct engine_slots *slots = e->slots;
	uint32_t nr;

	if (!slots)
		return;
	slots->nr_expected++;
	nr = MIN(1 + 2 * slots->nr_expected / SLOTS_PER_ARRAY, SLOT_ARRAYS_MAX);
	if (nr <= slots->nr_first || nr <= slots->nr_asked)
		return;
	/* Twice as many: there are some waits for a large process, and not one for so many threads of it. */
	slots->nr_asked = MIN(2 * nr, SLOT_ARRAYS_MAX);
	eventfd_write(slots->asked_fd, 1);
	wait_for_arrays(slots, slots->nr_asked);
}

void engine_slots__free(struct engine *e)
{
	struct engine_slots *slots = e->slots;

	if (!slots)
		return;
	if (slots->is_started) {
		slots->is_ending = true;
		eventfd_write(slots->asked_fd, 1);
		pthread_join(slots->thread, NULL);
	}
	ring_buffer__free(slots->wanted);
	if (slots->asked_fd >= 0)
		close(slots->asked_fd);
	free(slots);
	e->slots = NULL;
}
