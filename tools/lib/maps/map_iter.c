// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* map_iter.c - see map_iter.h. Three ways to fill a window of entries; next() walks the window. */
#include "map_iter.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "thread.h"
#include "util.h"

/*
 * Bytes of one batch: large enough that the syscall costs nothing, small enough for the L2 cache.
 */
#define WINDOW_BYTES (256u << 10)
/* Maps that may hold so many entries are worth a thread that reads ahead. */
#define READ_AHEAD_ENTRIES 32768
/* A bucket of a hash must fit in one batch; one larger than this is read one by one. */
#define MAX_WINDOW_BYTES (16u << 20)

/** struct window - entry i has its key at keys + i * key_size, its value at values + i * stride. */
struct window {
	uint8_t *keys;
	uint8_t *values;
	uint32_t nr;
	uint32_t room;
};

/**
 * struct reader - of large maps one window is read ahead, by a thread, while the other is used.
 * @filled: the window that is not in use has been filled, with the result @ret.
 */
struct reader {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool running;
	bool filled;
	bool stop;
	int ret;
};

struct map_iter {
	const struct map *map;
	int (*fill)(struct map_iter *iter, struct window *w);
	int nr_cpus;
	size_t key_size;
	size_t stride;
	struct window windows[2];
	unsigned int current;
	uint32_t idx;
	int entry_err;
	bool ended;
	/* Batches: the kernel's mark of where it is. These three are the filler's. */
	uint8_t *token;
	bool has_token;
	bool exhausted;
	/* One by one: the key that comes before the next one, and the first of all. */
	uint8_t *previous;
	uint8_t *first;
	bool has_previous;
	uint32_t index;
	/* mmap */
	void *mapping;
	size_t mapping_size;
	uint8_t index_key[sizeof(uint32_t)];
	struct reader reader;
	struct map_iter_stats stats;
};

static bool indexed(const struct map *map)
{
	return map->kind->read == MAP_READ_INDEX && map->info.key_size == sizeof(uint32_t);
}

/* Entries that the map can hold; what has no bound of its own (cgroup storage) is given one. */
static uint64_t most_entries(const struct map *map)
{
	return map->info.max_entries ? map->info.max_entries : 1u << 20;
}

/* More than that was seen of a map that changes. */
static bool over_the_top(const struct map_iter *iter)
{
	return iter->stats.nr_entries > most_entries(iter->map) * 2 + 1024;
}

/* After a key that has gone cgroup storage has no next one: that is not its end. */
static bool lost_its_place(struct map_iter *iter, uint8_t *value)
{
	uint32_t type = iter->map->info.type;

	return (type == BPF_MAP_TYPE_CGROUP_STORAGE ||
		type == BPF_MAP_TYPE_PERCPU_CGROUP_STORAGE) &&
	       iter->has_previous && bpf_map_lookup_elem(iter->map->fd, iter->previous, value) &&
	       errno == ENOENT;
}

static int fill_one_index(struct map_iter *iter, struct window *w)
{
	int err;

	if (iter->index >= iter->map->info.max_entries)
		return 0;
	memcpy(w->keys, &iter->index, sizeof(iter->index));
	iter->index++;
	err = bpf_map_lookup_elem(iter->map->fd, w->keys, w->values);
	iter->entry_err = err ? -errno : 0;
	return 1;
}

/*
 * The kernel is asked for the key after one; if that one has gone meanwhile it answers with the
 * first key of all. To be told apart from the end of a map with one entry, where the answer is
 * "no more".
 */
static int fill_one_key(struct map_iter *iter, struct window *w)
{
	int err;

	for (;;) {
		err = bpf_map_get_next_key(iter->map->fd,
					   iter->has_previous ? iter->previous : NULL, w->keys);
		if (err && errno != ENOENT)
			return -errno;
		if (err) {
			iter->stats.cut |= lost_its_place(iter, w->values);
			return 0;
		}
		if (!iter->has_previous)
			memcpy(iter->first, w->keys, iter->key_size);
		else if (!memcmp(iter->first, w->keys, iter->key_size))
			iter->stats.restarted = true;
		memcpy(iter->previous, w->keys, iter->key_size);
		iter->has_previous = true;
		if (iter->stats.restarted &&
		    iter->stats.nr_entries + iter->stats.nr_vanished >= most_entries(iter->map)) {
			iter->stats.cut = true;
			return 0;
		}
		err = bpf_map_lookup_elem(iter->map->fd, w->keys, w->values);
		iter->entry_err = err ? -errno : 0;
		if (iter->entry_err != -ENOENT)
			return 1;
		iter->stats.nr_vanished++;
		if (iter->stats.nr_vanished > most_entries(iter->map) * 2 + 1024) {
			iter->stats.cut = true;
			return 0;
		}
	}
}

static int fill_one(struct map_iter *iter, struct window *w)
{
	int ret = indexed(iter->map) ? fill_one_index(iter, w) : fill_one_key(iter, w);

	if (ret <= 0)
		return ret;
	/* The map cannot be read at all by this descriptor. */
	if (iter->entry_err == -EPERM)
		return -EPERM;
	w->nr = 1;
	return 1;
}

static int alloc_window(const struct map_iter *iter, struct window *w, uint32_t room)
{
	uint8_t *keys, *values;

	keys = realloc(w->keys, (size_t)room * iter->key_size + 1);
	if (keys)
		w->keys = keys;
	values = realloc(w->values, (size_t)room * iter->stride + 8);
	if (values)
		w->values = values;
	if (!keys || !values)
		return -ENOMEM;
	w->room = room;
	return 0;
}

/* Batches do not work on this map: go on one by one, from the start: nothing was handed out yet. */
static int fall_back(struct map_iter *iter, struct window *w)
{
	iter->fill = fill_one;
	return fill_one(iter, w);
}

static bool no_batches(int err)
{
	return err == KERNEL_ENOTSUPP || err == EOPNOTSUPP || err == EINVAL || err == ENOSYS;
}

static int fill_batch(struct map_iter *iter, struct window *w)
{
	unsigned int nr_tries;
	uint32_t count;
	int err = 0;

	if (iter->exhausted)
		return 0;
	for (nr_tries = 0; nr_tries < 64; nr_tries++) {
		count = w->room;
		err = bpf_map_lookup_batch(iter->map->fd, iter->has_token ? iter->token : NULL,
					   iter->token, w->keys, w->values, &count, NULL);
		err = err ? errno : 0;
		if (err && err != ENOENT && err != EINTR && err != ENOSPC)
			break;
		iter->exhausted = err == ENOENT;
		if (count && err != ENOSPC) {
			iter->has_token = true;
			w->nr = MIN(count, w->room);
			return 1;
		}
		if (iter->exhausted)
			return 0;
		if (err != ENOSPC)
			continue; /* interrupted before there was anything */
		/* A bucket has more entries than there is room for. */
		if ((uint64_t)w->room * 2 * (iter->key_size + iter->stride) > MAX_WINDOW_BYTES &&
		    w->room > 64)
			return iter->has_token ? -ENOSPC : fall_back(iter, w);
		err = alloc_window(iter, w, w->room * 2);
		if (err)
			return err;
	}
	if (!iter->has_token && no_batches(err))
		return fall_back(iter, w);
	return err ? -err : -EINTR;
}

/* The whole map lies in memory already: one window over it, and the keys count up. */
static int fill_mapped(struct map_iter *iter, struct window *w)
{
	if (iter->exhausted)
		return 0;
	iter->exhausted = true;
	w->nr = iter->map->info.max_entries;
	return 1;
}

static void *read_ahead(void *ctx)
{
	struct map_iter *iter = ctx;
	struct reader *r = &iter->reader;
	struct window *w;
	int ret = 1;

	pthread_mutex_lock(&r->lock);
	while (!r->stop && ret > 0) {
		if (r->filled) {
			pthread_cond_wait(&r->changed, &r->lock);
			continue;
		}
		w = &iter->windows[!iter->current];
		pthread_mutex_unlock(&r->lock);
		ret = iter->fill(iter, w);
		pthread_mutex_lock(&r->lock);
		r->ret = ret;
		r->filled = true;
		pthread_cond_signal(&r->changed);
	}
	pthread_mutex_unlock(&r->lock);
	return NULL;
}

/* Without a thread everything works as well, one after the other. */
static void start_reader(struct map_iter *iter)
{
	struct reader *r = &iter->reader;

	if (alloc_window(iter, &iter->windows[!iter->current], iter->windows[iter->current].room))
		return;
	pthread_mutex_init(&r->lock, NULL);
	pthread_cond_init(&r->changed, NULL);
	r->running = !thread__start(&r->thread, NULL, read_ahead, iter);
}

static void stop_reader(struct reader *r)
{
	if (!r->running)
		return;
	pthread_mutex_lock(&r->lock);
	r->stop = true;
	pthread_cond_signal(&r->changed);
	pthread_mutex_unlock(&r->lock);
	pthread_join(r->thread, NULL);
	pthread_mutex_destroy(&r->lock);
	pthread_cond_destroy(&r->changed);
	r->running = false;
}

/* Use the window that was read ahead, and let the other one be filled. */
static int take_window(struct map_iter *iter)
{
	struct reader *r = &iter->reader;
	int ret;

	pthread_mutex_lock(&r->lock);
	while (!r->filled)
		pthread_cond_wait(&r->changed, &r->lock);
	ret = r->ret;
	iter->current = !iter->current;
	r->filled = false;
	pthread_cond_signal(&r->changed);
	pthread_mutex_unlock(&r->lock);
	return ret;
}

static bool try_mmap(struct map_iter *iter)
{
	const struct bpf_map_info *info = &iter->map->info;
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	if (info->type != BPF_MAP_TYPE_ARRAY || !(info->map_flags & BPF_F_MMAPABLE))
		return false;
	iter->stride = map__step(iter->map);
	iter->mapping_size = (iter->stride * info->max_entries + page - 1) & ~(page - 1);
	iter->mapping = map__mmap(iter->map, iter->mapping_size, 0);
	if (!iter->mapping) {
		iter->stride = map__value_stride(iter->map, iter->nr_cpus);
		return false;
	}
	iter->fill = fill_mapped;
	return true;
}

static bool may_batch(const struct map *map)
{
	switch (map->info.type) {
	case BPF_MAP_TYPE_HASH:
	case BPF_MAP_TYPE_LRU_HASH:
	case BPF_MAP_TYPE_PERCPU_HASH:
	case BPF_MAP_TYPE_LRU_PERCPU_HASH:
	case BPF_MAP_TYPE_ARRAY:
	case BPF_MAP_TYPE_PERCPU_ARRAY:
	case BPF_MAP_TYPE_LPM_TRIE:
	case BPF_MAP_TYPE_HASH_OF_MAPS:
		return true;
	/* An array of maps may: but a batch ends at its first empty slot. */
	default:
		return false;
	}
}

static int prepare_batch(struct map_iter *iter)
{
	size_t per_entry = MAX(iter->key_size + iter->stride, (size_t)1);
	uint32_t room = (uint32_t)MAX(WINDOW_BYTES / per_entry, (size_t)16);

	room = MAX(MIN(room, iter->map->info.max_entries), 1u);
	iter->fill = fill_batch;
	return alloc_window(iter, &iter->windows[0], room);
}

int map_iter__new(const struct map *map, enum map_iter_how how, struct map_iter **ret_iter)
{
	struct map_iter *iter;
	int err = -ENOMEM;

	if (map->kind->read != MAP_READ_ELEMS && map->kind->read != MAP_READ_INDEX)
		return -EOPNOTSUPP;
	iter = calloc(1, sizeof(*iter));
	if (!iter)
		return -ENOMEM;
	iter->map = map;
	iter->key_size = map->info.key_size;
	iter->nr_cpus = map__possible_cpus();
	if (iter->nr_cpus < 0) {
		err = iter->nr_cpus;
		goto error;
	}
	iter->stride = map__value_stride(map, iter->nr_cpus);
	iter->token = calloc(1, MAX(iter->key_size, sizeof(uint64_t)));
	iter->previous = calloc(1, iter->key_size + 1);
	iter->first = calloc(1, iter->key_size + 1);
	if (!iter->token || !iter->previous || !iter->first)
		goto error;
	if (how == MAP_ITER_BEST && try_mmap(iter)) {
		*ret_iter = iter;
		return 0;
	}
	if (how != MAP_ITER_ONE_BY_ONE && may_batch(map)) {
		err = prepare_batch(iter);
	} else {
		iter->fill = fill_one;
		err = alloc_window(iter, &iter->windows[0], 1);
	}
	if (err)
		goto error;
	*ret_iter = iter;
	return 0;

error:
	map_iter__free(iter);
	return err;
}

void map_iter__free(struct map_iter *iter)
{
	size_t i;

	if (!iter)
		return;
	stop_reader(&iter->reader);
	if (iter->mapping)
		munmap(iter->mapping, iter->mapping_size);
	for (i = 0; i < ARRAY_SIZE(iter->windows); i++) {
		free(iter->windows[i].keys);
		free(iter->windows[i].values);
	}
	free(iter->token);
	free(iter->previous);
	free(iter->first);
	free(iter);
}

/*
 * Batches of a trie are made of its keys one after the other: when one has gone, the kernel begins
 * anew here too.
 */
static void note_restart(struct map_iter *iter, const uint8_t *key)
{
	if (iter->map->info.type != BPF_MAP_TYPE_LPM_TRIE || iter->fill != fill_batch)
		return;
	if (!iter->stats.nr_entries)
		memcpy(iter->first, key, iter->key_size);
	else if (!memcmp(iter->first, key, iter->key_size))
		iter->stats.restarted = true;
}

static int next_window(struct map_iter *iter)
{
	int ret;

	if (over_the_top(iter)) {
		iter->stats.cut = true;
		return 0;
	}
	iter->entry_err = 0;
	if (iter->reader.running)
		return take_window(iter);
	ret = iter->fill(iter, &iter->windows[iter->current]);
	/* The first window tells that batches work; is there enough left to read ahead? */
	if (ret > 0 && iter->fill == fill_batch && !iter->exhausted &&
	    iter->map->info.max_entries >= READ_AHEAD_ENTRIES)
		start_reader(iter);
	return ret;
}

int map_iter__next(struct map_iter *iter, struct map_entry *ret_entry)
{
	const struct window *w = &iter->windows[iter->current];
	int ret;

	if (iter->ended)
		return 0;
	if (iter->idx == w->nr) {
		ret = next_window(iter);
		if (ret <= 0) {
			iter->ended = true;
			return ret;
		}
		iter->idx = 0;
		w = &iter->windows[iter->current];
	}
	if (iter->mapping) {
		memcpy(iter->index_key, &iter->idx, sizeof(iter->idx));
		ret_entry->key = iter->index_key;
		ret_entry->value = (const uint8_t *)iter->mapping + iter->idx * iter->stride;
	} else {
		ret_entry->key = w->keys + iter->idx * iter->key_size;
		ret_entry->value = w->values + iter->idx * iter->stride;
	}
	ret_entry->err = iter->entry_err;
	if (iter->entry_err) {
		iter->stats.nr_unreadable++;
		iter->stats.last_err = iter->entry_err;
	}
	note_restart(iter, ret_entry->key);
	iter->stats.nr_entries++;
	iter->idx++;
	return 1;
}

const struct map_iter_stats *map_iter__stats(const struct map_iter *iter)
{
	return &iter->stats;
}

int map_iter__nr_cpus(const struct map_iter *iter)
{
	return iter->nr_cpus;
}
