// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* count_files.c - see count.h: the paths of files, by what the kernel knows them by. */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "count.h"
#include "hash_index.h"
#include "perfdata_cursor.h"
#include "util.h"

struct known_file {
	struct count_file file;
	char *path;
};

struct count_files {
	struct known_file *files;
	size_t nr, size;
	struct hash_index index;
};

struct count_files *count_files__new(void)
{
	return calloc(1, sizeof(struct count_files));
}

void count_files__free(struct count_files *files)
{
	size_t i;

	if (!files)
		return;
	for (i = 0; i < files->nr; i++)
		free(files->files[i].path);
	free(files->files);
	hash_index__free(&files->index);
	free(files);
}

static bool same_file(const void *array, uint32_t idx, const void *key)
{
	const struct known_file *known = (const struct known_file *)array + idx;
	const struct count_file *file = key;

	return known->file.ino == file->ino && known->file.dev == file->dev;
}

static uint64_t hash_of(const struct count_file *file)
{
	return hash_mix(hash_mix(0, file->ino), file->dev);
}

static uint32_t find(const struct count_files *files, const struct count_file *file)
{
	return hash_index__find(&files->index, hash_of(file), same_file, files->files, file);
}

/* An inode may be another file later: the last one that was mapped counts. */
static int add(struct count_files *files, const struct count_file *file, const char *path,
	       size_t len)
{
	uint32_t idx = find(files, file);
	char *copy;

	if (idx != HASH_INDEX_NONE && strlen(files->files[idx].path) == len &&
	    !memcmp(files->files[idx].path, path, len))
		return 0;
	copy = strndup(path, len);
	if (!copy)
		return -ENOMEM;
	if (idx != HASH_INDEX_NONE) {
		free(files->files[idx].path);
		files->files[idx].path = copy;
		return 0;
	}
	if (files->nr >= HASH_INDEX_NONE ||
	    array__grow(&files->files, files->nr, &files->size, sizeof(*files->files)) ||
	    hash_index__add(&files->index, hash_of(file), (uint32_t)files->nr)) {
		free(copy);
		return -ENOMEM;
	}
	files->files[files->nr++] = (struct known_file){ .file = *file, .path = copy };
	return 0;
}

/*
 * Our events have no build-ids, but the kernel leaves the mark of one on a record that another recorder's
 * event, which has them, got first: it means nothing here.
 *
 * pid, tid, address, length, offset, major, minor, inode, generation, protection, flags, path
 */
int count_files__saw(struct count_files *files, const uint8_t *record, size_t size)
{
	struct cursor c = cursor__of(record, size);
	struct count_file file = {};
	struct perf_event_header header;
	uint32_t major, minor;
	const char *path;
	size_t len;

	cursor__copy(&c, &header, sizeof(header));
	if (c.cut || header.type != PERF_RECORD_MMAP2)
		return 0;
	cursor__take(&c, 2 * 4 + 3 * 8);
	major = cursor__u32(&c);
	minor = cursor__u32(&c);
	file.ino = cursor__u64(&c);
	cursor__take(&c, 8 + 2 * 4);
	path = cursor__text(&c, &len);
	if (c.cut || !len || *path != '/')
		return 0;
	file.dev = major << 20 | minor;
	return add(files, &file, path, len);
}

const char *count_files__path(const struct count_files *files, const struct count_file *file)
{
	const uint32_t idx = find(files, file);

	return idx == HASH_INDEX_NONE ? NULL : files->files[idx].path;
}
