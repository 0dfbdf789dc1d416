// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* engine_rings.c - the ring buffers of the engine, one per CPU: see engine_priv.h and engine.h. */
#include <bpf/bpf.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#include "bpf-progs/short_ring.h"
#include "engine_priv.h"
#include "log.h"
#include "privilege.h"
#include "thread.h"
#include "util.h"

/* All rings together, unless that makes one smaller than the least that rides out a burst. */
#define RINGS_DEFAULT_TOTAL (16UL << 20)
#define RING_DEFAULT_MAX (8UL << 20)
#define RING_DEFAULT_MIN (1UL << 20)
#define RING_MAX (1UL << 30)

/* Those at the start; a command that waits begins only when the kernel has zeroed all of them. */
#define FIRST_RINGS_TOTAL (4UL << 20)
#define FIRST_RINGS_TOTAL_HURRIED (2UL << 20)
#define FIRST_RING_MIN (256UL << 10)

/*
 * Bytes of records in all rings together, after which a trace is one that wants larger ones. Few: it takes some
 * milliseconds until they are there.
 */
#define GROW_AT (16UL << 10)

/* The last of so many parts of a ring is filled slowly by calls that wait when it is full. */
#define SLOW_SHARE 4

/* How long to sleep between looks at whether the rings are there. */
#define ASSIGNED_LOOK_US 100

/* Of a budget: rounded down. */
static size_t power_of_two_below(size_t size)
{
	size_t power = 1;

	while (power * 2 <= size)
		power *= 2;
	return power;
}

size_t engine_rings__choose_size(size_t wanted, size_t nr_rings)
{
	size_t size = (size_t)sysconf(_SC_PAGESIZE);

	if (!wanted) {
		wanted = RINGS_DEFAULT_TOTAL / nr_rings;
		return power_of_two_below(MIN(MAX(wanted, RING_DEFAULT_MIN), RING_DEFAULT_MAX));
	}
	while (size < wanted && size < RING_MAX)
		size *= 2;
	return size;
}

size_t engine_rings__choose_short_size(const struct engine *e)
{
	return MIN(MAX(e->ring_size / (e->is_hurried ? 8 : 4), SHORT_RING_SIZE_MIN),
		   SHORT_RING_SIZE_MAX);
}

size_t engine_rings__first_size(const struct engine *e)
{
	/* Records without bounds would fill the smaller ones before there are others. */
	const bool is_smaller = e->is_hurried && !e->long_data;
	const size_t total = is_smaller ? FIRST_RINGS_TOTAL_HURRIED : FIRST_RINGS_TOTAL;
	const size_t share = power_of_two_below(total / e->nr_rings);

	return e->rings_grow ? MIN(MAX(share, FIRST_RING_MIN), e->ring_size) : e->ring_size;
}

size_t engine_rings__size(const struct engine *e)
{
	return e->rings_state == RINGS_TAKEN ? e->ring_size : engine_rings__first_size(e);
}

void engine_rings__tell_size(struct engine *e)
{
	const bool grows = e->rings_grow && e->rings_state != RINGS_TAKEN;
	struct engine_shared *shared = &e->skel->bss->shared;
	/* Twice before a small one is full. */
	const size_t wake_at = grows ? GROW_AT / 2
				     : MIN(MAX(e->ring_size / 8, 4096UL), e->ring_size / 2);
	const size_t size = engine_rings__size(e);

	__atomic_store_n(&shared->wake_bits, ~(uint64_t)(wake_at - 1), __ATOMIC_SEQ_CST);
	__atomic_store_n(&shared->slow_at, size - size / SLOW_SHARE, __ATOMIC_SEQ_CST);
}

/*
 * Give each possible CPU its ring of @ring_fds; one that comes online later shares another's. In one batch where
 * the kernel takes it (5.19): it waits for an RCU grace period after each update of a map of maps.
 */
static int assign_rings(struct engine *e, const int *ring_fds)
{
	uint32_t nr = (uint32_t)e->nr_cpus, i;
	uint32_t *cpus __cleanup_free = calloc(nr, sizeof(*cpus));
	int *fds __cleanup_free = calloc(nr, sizeof(*fds));
	int err;

	if (!cpus || !fds)
		return -ENOMEM;
	for (i = 0; i < nr; i++) {
		cpus[i] = i;
		fds[i] = ring_fds[i % e->nr_rings];
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

/* Return: 0 or -errno, not logged; @ret_nr: how many there are. */
static int create_rings(const struct engine *e, int *fds, size_t size, size_t *ret_nr)
{
	size_t i;

	for (i = 0; i < e->nr_rings; i++) {
		fds[i] = bpf_map_create(BPF_MAP_TYPE_RINGBUF, "ring", 0, 0, (uint32_t)size, NULL);
		if (fds[i] < 0)
			break;
	}
	*ret_nr = i;
	return i < e->nr_rings ? -errno : 0;
}

static int create_first_rings(struct engine *e)
{
	const size_t size = engine_rings__first_size(e);
	int *fds = e->first_fds ?: e->ring_fds;
	size_t nr;
	int err = create_rings(e, fds, size, &nr);

	if (err) {
		log_err("cannot create ring buffer %zu of %zu, %zu KiB each: %s; try a smaller -m",
			nr + 1, e->nr_rings, size >> 10, strerror(-err));
		return err;
	}
	err = ring_set__new(fds, e->nr_rings, size, &e->rings);
	if (!err && e->short_rings_fd >= 0)
		err = ring_set__add_short(e->rings, e->short_rings_fd, e->nr_rings,
					  e->short_ring_size);
	if (err)
		log_err("cannot map the ring buffers: %s", strerror(-err));
	return err;
}

/* Programs are loaded with this one: it comes first. */
static int create_short_rings(const struct engine *e)
{
	LIBBPF_OPTS(bpf_map_create_opts, opts, .map_flags = BPF_F_MMAPABLE);
	const uint64_t bytes = short_ring__bytes(e->short_ring_size);
	int fd = bpf_map_create(BPF_MAP_TYPE_ARRAY, "short_rings", sizeof(uint32_t),
				(uint32_t)bytes, (uint32_t)e->nr_rings, &opts);

	return fd < 0 ? -errno : fd;
}

static void wait_for(sem_t *sem)
{
	while (sem_wait(sem)) /* a signal */
		;
}

/* Return: whether nobody else was faster. */
static bool change_state(struct engine *e, int from, int to)
{
	return atomic_compare_exchange_strong(&e->rings_state, &from, to);
}

static int create_larger_rings(struct engine *e)
{
	size_t nr;
	int err = create_rings(e, e->ring_fds, e->ring_size, &nr);

	if (err)
		log_warn("ring buffers stay at %zu KiB each: cannot create those of %zu KiB: %s",
			 engine_rings__first_size(e) >> 10, e->ring_size >> 10, strerror(-err));
	return err;
}

/*
 * While the trace runs, once there is something to keep: with the first rings, a burst that the reader is too slow for
 * would be lost. They are used when the reader knows them.
 */
static void grow_rings(struct engine *e)
{
	/* It may take long until the reader asks. */
	privilege__keep(PRIVILEGE_BIT(CAP_BPF));
	wait_for(&e->rings_asked);
	/* Zeroing them takes milliseconds, which are not to be those of who is traced. */
	if (getpriority(PRIO_PROCESS, 0) < 0)
		setpriority(PRIO_PROCESS, 0, 0);
	if (e->rings_state != RINGS_WANTED || create_larger_rings(e) ||
	    !change_state(e, RINGS_WANTED, RINGS_MADE))
		return;
	wait_for(&e->rings_asked);
	if (e->rings_state != RINGS_TAKEN || assign_rings(e, e->ring_fds))
		return;
	engine_rings__tell_size(e);
	log_debug("ring buffers: %zu KiB each, in place of %zu", e->ring_size >> 10,
		  engine_rings__first_size(e) >> 10);
}

static void *rings_thread(void *arg)
{
	struct engine *e = arg;

	e->short_rings_fd = create_short_rings(e);
	sem_post(&e->short_rings_made);
	e->rings_err = create_first_rings(e);
	sem_post(&e->rings_made);
	/* engine_rings__wait() takes what this does for the sign that it is done. */
	if (!e->rings_err)
		e->rings_err = assign_rings(e, e->first_fds ?: e->ring_fds);
	if (!e->rings_err && e->rings_grow)
		grow_rings(e);
	return NULL;
}

static int watch_rings(const struct engine *e, const int *fds)
{
	/* Edge-triggered: only a wake-up by the engine counts, not that data is there. */
	struct epoll_event ev = { .events = EPOLLIN | EPOLLET, .data.u64 = e->epoll_token };
	size_t i;

	for (i = 0; i < e->nr_rings; i++) {
		if (epoll_ctl(e->epoll_fd, EPOLL_CTL_ADD, fds[i], &ev))
			return -errno;
	}
	return 0;
}

/* The reader's side: more is asked for, and what was made is taken. */
static void follow_growth(struct engine *e)
{
	int err;

	if (e->rings_state == RINGS_FIRST && ring_set__produced(e->rings) >= GROW_AT &&
	    change_state(e, RINGS_FIRST, RINGS_WANTED))
		sem_post(&e->rings_asked);
	if (e->rings_state != RINGS_MADE)
		return;
	/* Who does not wait for the first ones looks by itself. */
	err = (e->epoll_fd ? watch_rings(e, e->ring_fds) : 0)
		      ?: ring_set__add(e->rings, e->ring_fds, e->nr_rings, e->ring_size);
	if (err)
		log_warn("ring buffers stay at %zu KiB each: cannot read those of %zu KiB: %s",
			 engine_rings__first_size(e) >> 10, e->ring_size >> 10, strerror(-err));
	e->rings_state = err ? RINGS_REFUSED : RINGS_TAKEN;
	sem_post(&e->rings_asked);
}

int engine_rings__reuse(struct engine *e)
{
	wait_for(&e->short_rings_made);
	if (e->short_rings_fd < 0) {
		log_debug("cannot make the rings of short records, %zu of %zu KiB: %s", e->nr_rings,
			  e->short_ring_size >> 10, strerror(-e->short_rings_fd));
		return e->short_rings_fd;
	}
	return bpf_map__reuse_fd(e->skel->maps.rings, e->rings_fd)
		       ?: bpf_map__reuse_fd(e->skel->maps.short_rings, e->short_rings_fd);
}

static int *new_fds(size_t nr)
{
	int *fds = calloc(nr, sizeof(*fds));

	while (fds && nr)
		fds[--nr] = -1;
	return fds;
}

static void close_fds(int *fds, size_t nr)
{
	while (fds && nr) {
		if (fds[--nr] >= 0)
			close(fds[nr]);
	}
	free(fds);
}

int engine_rings__begin(struct engine *e)
{
	LIBBPF_OPTS(bpf_map_create_opts, opts);
	int inner, err;

	e->rings_grow = e->rings_grow && engine_rings__first_size(e) < e->ring_size;
	e->ring_fds = new_fds(e->nr_rings);
	if (e->rings_grow)
		e->first_fds = new_fds(e->nr_rings);
	if (!e->ring_fds || (e->rings_grow && !e->first_fds))
		return -ENOMEM;
	inner = bpf_map_create(BPF_MAP_TYPE_RINGBUF, "ring", 0, 0, (uint32_t)sysconf(_SC_PAGESIZE),
			       NULL);
	if (inner < 0)
		return -errno;
	opts.inner_map_fd = (uint32_t)inner;
	e->rings_fd = bpf_map_create(BPF_MAP_TYPE_ARRAY_OF_MAPS, "rings", sizeof(uint32_t),
				     sizeof(uint32_t), (uint32_t)e->nr_cpus, &opts);
	err = e->rings_fd < 0 ? -errno : 0;
	close(inner);
	if (!err && (sem_init(&e->short_rings_made, 0, 0) || sem_init(&e->rings_made, 0, 0) ||
		     sem_init(&e->rings_asked, 0, 0)))
		err = -errno;
	if (!err)
		err = thread__start(&e->rings_thread, NULL, rings_thread, e);
	e->rings_started = !err;
	return err;
}

/* It does not wait for a reader any longer. */
static void join(struct engine *e)
{
	if (!e->rings_started)
		return;
	if (change_state(e, RINGS_FIRST, RINGS_REFUSED) ||
	    change_state(e, RINGS_WANTED, RINGS_REFUSED) ||
	    change_state(e, RINGS_MADE, RINGS_REFUSED))
		sem_post(&e->rings_asked);
	pthread_join(e->rings_thread, NULL);
	e->rings_started = false;
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
	join(e);
	ring_set__free(e->rings);
	close_fds(e->first_fds, e->nr_rings);
	close_fds(e->ring_fds, e->nr_rings);
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
	if (e->rings_grow)
		follow_growth(e);
	return ring_set__drain(e->rings, until_ns, fn, ctx, ret_nr);
}

int engine__add_to_epoll(struct engine *e, int epoll_fd, uint64_t token)
{
	int err;

	e->epoll_fd = epoll_fd;
	e->epoll_token = token;
	err = e->rings ? watch_rings(e, e->first_fds ?: e->ring_fds) : 0;
	if (err)
		log_err("cannot wait for the ring buffers: %s", strerror(-err));
	return err;
}

bool engine__is_filling(const struct engine *e)
{
	return e->rings && ring_set__is_filling(e->rings);
}

bool engine__begin_wait(struct engine *e)
{
	__atomic_store_n(&e->skel->bss->shared.reader_waits, 1, __ATOMIC_SEQ_CST);
	if (!e->rings || ring_set__is_empty(e->rings))
		return true;
	__atomic_store_n(&e->skel->bss->shared.reader_waits, 0, __ATOMIC_SEQ_CST);
	return false;
}
