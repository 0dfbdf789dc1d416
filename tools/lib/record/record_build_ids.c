// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* record_build_ids.c - see record_build_ids.h. */
#include "record_build_ids.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_id_reader.h"
#include "perfdata_abi.h"
#include "perfdata_cursor.h"
#include "strbuf.h"
#include "util.h"

/** struct build_id_record - BUILD_ID up to the name, which is filled up to 64 bytes. */
struct build_id_record {
	struct perf_event_header header;
	int32_t pid;
	uint8_t bytes[BUILD_ID_SIZE_MAX];
	uint8_t len;
	uint8_t pad[3];
};
_Static_assert(sizeof(struct build_id_record) == 36, "BUILD_ID up to its name");

#define NAME_ALIGN 64

/** struct mapping - what an MMAP2 record says. @has_id: its build-id stands in it. */
struct mapping {
	struct build_id_file file;
	struct build_id id;
	uint16_t cpumode;
	bool has_id;
};

/**
 * struct record_build_ids
 * @records: all known, one after another; those before @written are in the recording.
 * @index: where in @records they begin, sorted by build-id and name.
 */
struct record_build_ids {
	pthread_mutex_t lock;
	struct build_id_reader *reader;
	struct strbuf records;
	size_t written;
	size_t *index;
	size_t nr, size;
};

static int compare(const struct record_build_ids *ids, size_t at, const struct build_id *id,
		   const char *name)
{
	const struct build_id_record *known = (const void *)(ids->records.text + at);
	const int order = memcmp(known->bytes, id->bytes, sizeof(id->bytes));

	return order ? order : strcmp((const char *)(known + 1), name);
}

/* Where in the index it is, or would be. */
static size_t find(const struct record_build_ids *ids, const struct build_id *id, const char *name,
		   bool *ret_found)
{
	size_t low = 0, high = ids->nr, mid;
	int order;

	*ret_found = false;
	while (low < high) {
		mid = low + (high - low) / 2;
		order = compare(ids, ids->index[mid], id, name);
		if (!order)
			*ret_found = true;
		if (order < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static bool has_room(struct record_build_ids *ids)
{
	const size_t size = ids->size ? 2 * ids->size : 64;
	size_t *index;

	if (ids->nr < ids->size)
		return true;
	index = reallocarray(ids->index, size, sizeof(*index));
	if (!index)
		return false;
	ids->index = index;
	ids->size = size;
	return true;
}

/* With the lock held. Without memory one is missing, and strbuf__error() tells. */
static void add(struct record_build_ids *ids, const struct build_id *id, uint16_t cpumode,
		const char *name)
{
	static const char zeros[NAME_ALIGN];
	const size_t len = strnlen(name, 4095), padded = (len + NAME_ALIGN) & ~(NAME_ALIGN - 1UL);
	struct build_id_record record = {
		.header = { .type = PERFDATA_BUILD_ID,
			    .misc = cpumode | PERFDATA_MISC_BUILD_ID_SIZE,
			    .size = (uint16_t)(sizeof(record) + padded) },
		.pid = -1,
		.len = id->len,
	};
	bool found;
	const size_t at = find(ids, id, name, &found);

	if (found || !id->len || !has_room(ids))
		return;
	memcpy(record.bytes, id->bytes, sizeof(record.bytes));
	if (!strbuf__room(&ids->records, record.header.size))
		return;
	memmove(&ids->index[at + 1], &ids->index[at], (ids->nr - at) * sizeof(*ids->index));
	ids->index[at] = ids->records.len;
	ids->nr++;
	strbuf__add(&ids->records, (const char *)&record, sizeof(record));
	strbuf__add(&ids->records, name, len);
	strbuf__add(&ids->records, zeros, padded - len);
}

static void add_kernel(struct record_build_ids *ids)
{
	struct build_id id;

	if (!build_id__of_kernel(&id))
		add(ids, &id, PERF_RECORD_MISC_KERNEL, "[kernel.kallsyms]");
}

int record_build_ids__new(struct record_build_ids **ret_ids)
{
	struct record_build_ids *ids = calloc(1, sizeof(*ids));
	int err;

	if (!ids)
		return -ENOMEM;
	pthread_mutex_init(&ids->lock, NULL);
	err = build_id_reader__new(&ids->reader);
	if (err) {
		record_build_ids__free(ids);
		return err;
	}
	add_kernel(ids);
	*ret_ids = ids;
	return 0;
}

void record_build_ids__free(struct record_build_ids *ids)
{
	if (!ids)
		return;
	build_id_reader__free(ids->reader);
	strbuf__free(&ids->records);
	free(ids->index);
	pthread_mutex_destroy(&ids->lock);
	free(ids);
}

/* Return: whether it is a mapping that has, or may have, a build-id. */
static bool parse_mapping(const uint8_t *record, size_t size, struct mapping *m)
{
	struct cursor c = cursor__of(record, size);
	struct perf_event_header header;
	const uint8_t *name, *end;

	*m = (struct mapping){};
	cursor__copy(&c, &header, sizeof(header));
	m->cpumode = header.misc & PERF_RECORD_MISC_CPUMODE_MASK;
	m->has_id = header.misc & PERFDATA_MISC_MMAP_BUILD_ID;
	m->file.pid = (pid_t)cursor__u32(&c);
	cursor__u32(&c);
	m->file.start = cursor__u64(&c);
	m->file.len = cursor__u64(&c);
	cursor__u64(&c);
	if (m->has_id) {
		m->id.len = cursor__u8(&c);
		cursor__take(&c, 3);
		cursor__copy(&c, m->id.bytes, sizeof(m->id.bytes));
	} else {
		m->file.maj = cursor__u32(&c);
		m->file.min = cursor__u32(&c);
		m->file.ino = cursor__u64(&c);
		m->file.ino_generation = cursor__u64(&c);
	}
	cursor__u64(&c); /* prot, flags */
	name = c.at;
	end = c.cut ? NULL : memchr(name, 0, cursor__left(&c));
	m->file.path = (const char *)name;
	return end && end != name && (!m->has_id || m->id.len <= BUILD_ID_SIZE_MAX);
}

void record_build_ids__saw(struct record_build_ids *ids, const uint8_t *record, size_t size)
{
	struct mapping m;

	if (!parse_mapping(record, size, &m))
		return;
	pthread_mutex_lock(&ids->lock);
	if (m.has_id)
		add(ids, &m.id, m.cpumode, m.file.path);
	else
		build_id_reader__want(ids->reader, &m.file);
	pthread_mutex_unlock(&ids->lock);
}

/* "[name]" or "/lib/modules/.../some-name.ko.xz" to "some_name", as /proc/modules has it. */
static bool module_name(const char *path, char *name, size_t size)
{
	const char *slash = strrchr(path, '/'), *at = slash ? slash + 1 : path;
	size_t len, i;

	if (*at == '[')
		at++;
	len = strcspn(at, ".]");
	if (!len || len >= size)
		return false;
	for (i = 0; i < len; i++)
		name[i] = at[i] == '-' ? '_' : at[i];
	name[len] = '\0';
	return true;
}

/* MMAP up to its name. */
#define MMAP_NAME_AT 40

void record_build_ids__saw_module(struct record_build_ids *ids, const uint8_t *record, size_t size)
{
	const char *path = (const char *)record + MMAP_NAME_AT;
	struct build_id id;
	char name[128];

	if (size <= MMAP_NAME_AT || !memchr(path, 0, size - MMAP_NAME_AT) ||
	    !strncmp(path, "[kernel", 7) || !module_name(path, name, sizeof(name)) ||
	    build_id__of_module(name, &id))
		return;
	pthread_mutex_lock(&ids->lock);
	add(ids, &id, PERF_RECORD_MISC_KERNEL, path);
	pthread_mutex_unlock(&ids->lock);
}

/* With the lock held. */
static int write_new(struct record_build_ids *ids, struct perfdata_writer *w)
{
	const struct build_id_record *record;
	int err = strbuf__error(&ids->records);

	while (!err && ids->written < ids->records.len) {
		record = (const void *)(ids->records.text + ids->written);
		ids->written += record->header.size;
		err = perfdata_writer__add_build_id(w, (const uint8_t *)record,
						    record->header.size);
	}
	return err;
}

int record_build_ids__write(struct record_build_ids *ids, struct perfdata_writer *w)
{
	struct build_id_result result;
	int err;

	pthread_mutex_lock(&ids->lock);
	while (build_id_reader__take(ids->reader, &result)) {
		if (!result.err)
			add(ids, &result.id, PERF_RECORD_MISC_USER, result.file.path);
	}
	err = write_new(ids, w);
	pthread_mutex_unlock(&ids->lock);
	return err;
}

int record_build_ids__finish(struct record_build_ids *ids, struct perfdata_writer *w)
{
	build_id_reader__finish(ids->reader);
	return record_build_ids__write(ids, w);
}

void record_build_ids__restart(struct record_build_ids *ids)
{
	ids->written = 0;
}
