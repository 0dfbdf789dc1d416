// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* engine_rings.c - the ring buffers of the engine, one per CPU: see engine_priv.h and engine.h. */
#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "bpf-progs/short_ring.h"
#include "engine_priv.h"
#include "log.h"
#include "util.h"

/* All rings together, unless that makes one smaller than the least that rides out a burst. */
#define RINGS_DEFAULT_TOTAL (16UL << 20)
#define RING_DEFAULT_MAX (8UL << 20)
#define RING_DEFAULT_MIN (1UL << 20)
#define RING_MAX (1UL << 30)

/* How long to sleep between looks at whether the rings are there. */
#define ASSIGNED_LOOK_US 100

size_t engine_rings__choose_size(size_t wanted, size_t nr_rings)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), size = page;

	if (!wanted) {
		wanted = RINGS_DEFAULT_TOTAL / nr_rings;
		wanted = MIN(MAX(wanted, RING_DEFAULT_MIN), RING_DEFAULT_MAX);
		/* The default is a budget: round down. */
		while (size * 2 <= wanted)
			size *= 2;
		return size;
	}
	while (size < wanted && size < RING_MAX)
		size *= 2;
	return size;
}

size_t engine_rings__short_size(size_t ring_size)
{
	return MIN(MAX(ring_size / 4, SHORT_RING_SIZE_MIN), SHORT_RING_SIZE_MAX);
}

/*
 * Give each possible CPU its ring; one that comes online later shares another's. In one batch where
 * the kernel takes it (5.19): it waits for an RCU grace period after each update of a map of maps.
 */
static int assign_rings(struct engine *e)
{
	uint32_t nr = (uint32_t)e->nr_cpus, i;
	uint32_t *cpus __cleanup_free = calloc(nr, sizeof(*cpus));
	int *fds __cleanup_free = calloc(nr, sizeof(*fds));
	int err;

	if (!cpus || !fds)
		return -ENOMEM;
	for (i = 0; i < nr; i++) {
		cpus[i] = i;
		fds[i] = e->ring_fds[i % e->nr_rings];
	}
	if (!bpf_map_update_batch(e->rings_fd, cpus, fds, &nr, NULL) && nr == (uint32_t)e->nr_cpus)
		return 0;
	for (i = 0; i < (uint32_t)e->nr_cpus; i++) {
		if (bpf_map_update_elem(e->rings_fd, &cpus[i], &fds[i], BPF_ANY)) {
			err = -errno;
			log_err("cannot give CPU %u its ring buffer: %s", i, strerror(-err));
			return err;
		}
	}
	return 0;
}

static int create_rings(struct engine *e)
{
	size_t i;
	int err;

	for (i = 0; i < e->nr_rings; i++) {
		e->ring_fds[i] = bpf_map_create(BPF_MAP_TYPE_RINGBUF, "ring", 0, 0,
						(uint32_t)e->ring_size, NULL);
		if (e->ring_fds[i] < 0) {
			err = -errno;
			log_err("cannot create ring buffer %zu of %zu, %zu KiB each: %s; try a smaller -m",
				i + 1, e->nr_rings, e->ring_size >> 10, strerror(-err));
			return err;
		}
	}
	err = ring_set__new(e->ring_fds, e->nr_rings, e->ring_size, &e->rings);
	if (!err && e->short_rings_fd >= 0)
		err = ring_set__add_short(e->rings, e->short_rings_fd, e->nr_rings,
					  engine_rings__short_size(e->ring_size));
	if (err) {
		log_err("cannot map the ring buffers: %s", strerror(-err));
		return err;
	}
	return 0;
}

/* Programs are loaded with this one: it comes first. */
static int create_short_rings(const struct engine *e)
{
	LIBBPF_OPTS(bpf_map_create_opts, opts, .map_flags = BPF_F_MMAPABLE);
	const uint64_t bytes = short_ring__bytes(engine_rings__short_size(e->ring_size));
	int fd = bpf_map_create(BPF_MAP_TYPE_ARRAY, "short_rings", sizeof(uint32_t),
				(uint32_t)bytes, (uint32_t)e->nr_rings, &opts);

	return fd < 0 ? -errno : fd;
}

static void *rings_thread(void *arg)
{
	struct engine *e = arg;

	e->short_rings_fd = create_short_rings(e);
	sem_post(&e->short_rings_made);
	e->rings_err = create_rings(e);
	sem_post(&e->rings_made);
	/* The last: engine_rings__wait() takes what it does for the sign that all is done. */
	if (!e->rings_err)
		e->rings_err = assign_rings(e);
	return NULL;
}

static void wait_for(sem_t *sem)
{
	while (sem_wait(sem)) /* a signal */
		;
}

int engine_rings__reuse(struct engine *e)
{
	wait_for(&e->short_rings_made);
	if (e->short_rings_fd < 0) {
		log_debug("cannot make the rings of short records, %zu of %zu KiB: %s", e->nr_rings,
			  engine_rings__short_size(e->ring_size) >> 10,
			  strerror(-e->short_rings_fd));
		return e->short_rings_fd;
	}
	return bpf_map__reuse_fd(e->skel->maps.rings, e->rings_fd)
		       ?: bpf_map__reuse_fd(e->skel->maps.short_rings, e->short_rings_fd);
}

int engine_rings__begin(struct engine *e)
{
	LIBBPF_OPTS(bpf_map_create_opts, opts);
	int inner, err;
	size_t i;

	e->ring_fds = calloc(e->nr_rings, sizeof(*e->ring_fds));
	if (!e->ring_fds)
		return -ENOMEM;
	for (i = 0; i < e->nr_rings; i++)
		e->ring_fds[i] = -1;
	inner = bpf_map_create(BPF_MAP_TYPE_RINGBUF, "ring", 0, 0, (uint32_t)sysconf(_SC_PAGESIZE),
			       NULL);
	if (inner < 0)
		return -errno;
	opts.inner_map_fd = (uint32_t)inner;
	e->rings_fd = bpf_map_create(BPF_MAP_TYPE_ARRAY_OF_MAPS, "rings", sizeof(uint32_t),
				     sizeof(uint32_t), (uint32_t)e->nr_cpus, &opts);
	err = e->rings_fd < 0 ? -errno : 0;
	close(inner);
	if (!err && (sem_init(&e->short_rings_made, 0, 0) || sem_init(&e->rings_made, 0, 0)))
		err = -errno;
	if (!err)
		err = -pthread_create(&e->rings_thread, NULL, rings_thread, e);
	e->rings_started = !err;
	return err;
}

static int join(struct engine *e)
{
	if (e->rings_started) {
		pthread_join(e->rings_thread, NULL);
		e->rings_started = false;
	}
	return e->rings_err;
}

static bool are_assigned(const struct engine *e)
{
	uint32_t cpu, id;

	for (cpu = 0; cpu < (uint32_t)e->nr_cpus; cpu++) {
		if (bpf_map_lookup_elem(e->rings_fd, &cpu, &id))
			return false;
	}
	return true;
}

int engine_rings__wait(struct engine *e)
{
	if (e->rings_started)
		wait_for(&e->rings_made);
	/*
	 * Once every CPU has its ring, what the thread still waits for is the end of a grace
	 * period, some 8 ms where nothing else runs: it is not joined before unless it has ended.
	 */
	while (e->rings_started && !are_assigned(e)) {
		if (!pthread_tryjoin_np(e->rings_thread, NULL))
			e->rings_started = false;
		else
			usleep(ASSIGNED_LOOK_US);
	}
	return e->rings_started ? 0 : e->rings_err;
}

void engine_rings__free(struct engine *e)
{
	size_t i;

	join(e);
	ring_set__free(e->rings);
	for (i = 0; e->ring_fds && i < e->nr_rings; i++) {
		if (e->ring_fds[i] >= 0)
			close(e->ring_fds[i]);
	}
	free(e->ring_fds);
	if (e->rings_fd >= 0)
		close(e->rings_fd);
	if (e->short_rings_fd >= 0)
		close(e->short_rings_fd);
}

int engine__drain(struct engine *e, uint64_t until_ns, ring_fn fn, void *ctx, size_t *ret_nr)
{
	*ret_nr = 0;
	if (!e->rings)
		return 0;
	return ring_set__drain(e->rings, until_ns, fn, ctx, ret_nr);
}

int engine__add_to_epoll(struct engine *e, int epoll_fd, uint64_t token)
{
	/* Edge-triggered: only a wake-up by the engine counts, not that data is there. */
	struct epoll_event ev = { .events = EPOLLIN | EPOLLET, .data.u64 = token };
	size_t i;
	int err;

	for (i = 0; e->rings && i < e->nr_rings; i++) {
		if (epoll_ctl(epoll_fd, EPOLL_CTL_ADD, e->ring_fds[i], &ev)) {
			err = -errno;
			log_err("cannot wait for the ring buffers: %s", strerror(-err));
			return err;
		}
	}
	return 0;
}

bool engine__begin_wait(struct engine *e)
{
	__atomic_store_n(&e->skel->bss->shared.reader_waits, 1, __ATOMIC_SEQ_CST);
	if (!e->rings || ring_set__is_empty(e->rings))
		return true;
	__atomic_store_n(&e->skel->bss->shared.reader_waits, 0, __ATOMIC_SEQ_CST);
	return false;
}
