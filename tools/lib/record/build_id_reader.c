// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* build_id_reader.c - see build_id_reader.h. */
#include "build_id_reader.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <search.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "thread.h"
#include "util.h"

/** struct wanted - a file, in the list of what is to be read or of what is ready, or neither. */
struct wanted {
	struct build_id_result result;
	struct wanted *next;
	char path[];
};

struct list {
	struct wanted *first, **last;
};

/**
 * struct build_id_reader
 * @known: tree of all entries, which it owns; the caller's thread alone uses it.
 * @todo, @done, @is_busy, @is_ending: under @lock. @changed: something of these did.
 */
struct build_id_reader {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	void *known;
	struct list todo, done;
	bool is_busy;
	bool is_ending;
};

static void append(struct list *list, struct wanted *e)
{
	e->next = NULL;
	*list->last = e;
	list->last = &e->next;
}

static struct wanted *take_first(struct list *list)
{
	struct wanted *e = list->first;

	if (!e)
		return NULL;
	list->first = e->next;
	if (!list->first)
		list->last = &list->first;
	return e;
}

/* ---- reading ---- */

static int read_checked(const char *path, uint64_t ino, struct build_id *ret_id)
{
	struct stat st;
	int fd __cleanup_close = build_id__open(path, &st);

	if (fd < 0)
		return fd;
	if (ino && st.st_ino != ino)
		return -ESTALE;
	return build_id__of_fd(fd, ret_id);
}

/*
 * The mapping itself leads to the file even when that is deleted or in another mount namespace; the
 * path is for processes that are gone.
 */
static int read_file(const struct build_id_file *file, struct build_id *ret_id)
{
	char path[PATH_MAX + 64];
	int err;

	snprintf(path, sizeof(path), "/proc/%d/map_files/%" PRIx64 "-%" PRIx64, (int)file->pid,
		 file->start, file->start + file->len);
	err = read_checked(path, file->ino, ret_id);
	if (!err || err == -EINVAL)
		return err;
	snprintf(path, sizeof(path), "/proc/%d/root%s", (int)file->pid, file->path);
	err = read_checked(path, file->ino, ret_id);
	return !err || err == -EINVAL ? err : read_checked(file->path, file->ino, ret_id);
}

static void *read_files(void *arg)
{
	struct build_id_reader *r = arg;
	struct wanted *e;

	pthread_mutex_lock(&r->lock);
	while (!r->is_ending) {
		e = take_first(&r->todo);
		if (!e) {
			pthread_cond_wait(&r->changed, &r->lock);
			continue;
		}
		r->is_busy = true;
		pthread_mutex_unlock(&r->lock);
		e->result.err = read_file(&e->result.file, &e->result.id);
		pthread_mutex_lock(&r->lock);
		r->is_busy = false;
		append(&r->done, e);
		pthread_cond_broadcast(&r->changed);
	}
	pthread_mutex_unlock(&r->lock);
	return NULL;
}

/* ---- what is known ---- */

#define COMPARE(a, b)                              \
	do {                                       \
		if ((a) != (b))                    \
			return (a) < (b) ? -1 : 1; \
	} while (0)

static int compare(const void *a, const void *b)
{
	const struct build_id_file *x = &((const struct wanted *)a)->result.file;
	const struct build_id_file *y = &((const struct wanted *)b)->result.file;

	COMPARE(x->ino, y->ino);
	COMPARE(x->maj, y->maj);
	COMPARE(x->min, y->min);
	COMPARE(x->ino_generation, y->ino_generation);
	return strcmp(x->path, y->path);
}

static struct wanted *new_entry(const struct build_id_file *file)
{
	const size_t size = strlen(file->path) + 1;
	struct wanted *e = calloc(1, sizeof(*e) + size);

	if (!e)
		return NULL;
	memcpy(e->path, file->path, size);
	e->result.file = *file;
	e->result.file.path = e->path;
	return e;
}

int build_id_reader__want(struct build_id_reader *r, const struct build_id_file *file)
{
	struct wanted *e, **known;

	if (file->path[0] != '/' || file->path[1] == '/' || strlen(file->path) >= PATH_MAX)
		return 0;
	e = new_entry(file);
	if (!e)
		return -ENOMEM;
	known = tsearch(e, &r->known, compare);
	if (!known || *known != e) {
		free(e);
		return known ? 0 : -ENOMEM;
	}
	pthread_mutex_lock(&r->lock);
	append(&r->todo, e);
	pthread_cond_broadcast(&r->changed);
	pthread_mutex_unlock(&r->lock);
	return 1;
}

int build_id_reader__take(struct build_id_reader *r, struct build_id_result *ret_result)
{
	struct wanted *e;

	pthread_mutex_lock(&r->lock);
	e = take_first(&r->done);
	pthread_mutex_unlock(&r->lock);
	if (e)
		*ret_result = e->result;
	return !!e;
}

void build_id_reader__finish(struct build_id_reader *r)
{
	pthread_mutex_lock(&r->lock);
	while (r->todo.first || r->is_busy)
		pthread_cond_wait(&r->changed, &r->lock);
	pthread_mutex_unlock(&r->lock);
}

/* ---- life ---- */

int build_id_reader__new(struct build_id_reader **ret_reader)
{
	struct build_id_reader *r = calloc(1, sizeof(*r));
	int err;

	if (!r)
		return -ENOMEM;
	pthread_mutex_init(&r->lock, NULL);
	pthread_cond_init(&r->changed, NULL);
	r->todo.last = &r->todo.first;
	r->done.last = &r->done.first;
	err = thread__start(&r->thread, NULL, read_files, r);
	if (err) {
		free(r);
		return err;
	}
	*ret_reader = r;
	return 0;
}

void build_id_reader__free(struct build_id_reader *r)
{
	if (!r)
		return;
	pthread_mutex_lock(&r->lock);
	r->is_ending = true;
	pthread_cond_broadcast(&r->changed);
	pthread_mutex_unlock(&r->lock);
	pthread_join(r->thread, NULL);
	tdestroy(r->known, free);
	pthread_cond_destroy(&r->changed);
	pthread_mutex_destroy(&r->lock);
	free(r);
}
