// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * perfdata_writer.c - see perfdata_writer.h: what the three forms share. Gathers features, opens
 * and names files; what is not finished never has the name that was asked for.
 */
#include "perfdata_writer.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bpf_progs_info.h"
#include "fdio.h"
#include "perfdata_place.h"
#include "perfdata_writer_priv.h"
#include "util.h"

void perfdata_writer__lost(struct perfdata_writer *w, const char *fmt, ...)
{
	struct strbuf text = {};
	va_list ap;

	w->nr_lost++;
	if (!w->opts.report.say)
		return;
	va_start(ap, fmt);
	strbuf__vaddf(&text, fmt, ap);
	va_end(ap);
	w->opts.report.say(w->opts.report.ctx, strbuf__cstr(&text));
	strbuf__free(&text);
}

static int add_stream(struct perfdata_writer *w, int fd, bool owns_fd)
{
	struct perfdata_stream *stream = perfdata_stream__new(fd, owns_fd, w->opts.level);

	if (!stream)
		return -ENOMEM;
	w->streams[w->nr_streams++] = stream;
	return 0;
}

static int open_pipe(struct perfdata_writer *w)
{
	int own = fdio__reopen_pipe(w->opts.fd), err;

	if (own < 0)
		return add_stream(w, w->opts.fd, false);
	err = add_stream(w, own, true);
	if (err)
		close(own);
	return err;
}

static int open_streams(struct perfdata_writer *w)
{
	const unsigned int nr = w->opts.form == PERFDATA_FORM_DIR ? w->opts.nr_streams + 1 : 1;
	unsigned int i;
	int fd, err;

	if (nr > PERFDATA_STREAMS_MAX + 1)
		return -E2BIG;
	w->streams = calloc(nr, sizeof(*w->streams));
	if (!w->streams)
		return -ENOMEM;
	if (w->opts.form == PERFDATA_FORM_PIPE)
		return open_pipe(w);
	for (i = 0; i < nr; i++) {
		fd = w->dir_fd < 0 ? perfdata_place__open_file(w) : perfdata_place__open_data(w, i);
		if (fd < 0)
			return fd;
		err = add_stream(w, fd, true);
		if (err) {
			close(fd);
			return err;
		}
	}
	return 0;
}

int perfdata_writer__open(struct perfdata_writer **ret_w, const struct perfdata_writer_opts *opts)
{
	struct perfdata_writer *w = calloc(1, sizeof(*w));
	int err = 0;

	if (!w)
		return -ENOMEM;
	w->opts = *opts;
	w->dir_fd = -1;
	w->sink = opts->form == PERFDATA_FORM_PIPE ? &perfdata_pipe_sink : &perfdata_file_sink;
	if (opts->form != PERFDATA_FORM_PIPE)
		err = perfdata_place__prepare(w);
	if (!err)
		err = open_streams(w);
	if (err) {
		perfdata_writer__free(w);
		return err;
	}
	*ret_w = w;
	return 0;
}

static void close_streams(struct perfdata_writer *w, int *err)
{
	unsigned int i;
	int close_err;

	for (i = 0; i < w->nr_streams; i++) {
		w->closed_bytes += perfdata_stream__offset(w->streams[i]);
		close_err = perfdata_stream__close(w->streams[i]);
		if (close_err && !*err)
			*err = close_err;
	}
	free(w->streams);
	w->streams = NULL;
	w->nr_streams = 0;
}

void perfdata_writer__free(struct perfdata_writer *w)
{
	int err = 0;
	size_t i;

	if (!w)
		return;
	close_streams(w, &err);
	if (!w->finished)
		perfdata_place__remove(w);
	if (w->dir_fd >= 0)
		close(w->dir_fd);
	for (i = 0; i < PERFDATA_NR_FEATURES; i++)
		strbuf__free(&w->sections[i]);
	perfdata_evlist__free(&w->evlist);
	free(w->progs.ids);
	free(w->btfs.ids);
	free(w->lineless.ids);
	free(w->path);
	free(w->temp);
	free(w);
}

static void set_has(struct perfdata_writer *w, unsigned int id)
{
	w->has[id / 64] |= 1ULL << (id % 64);
}

bool perfdata_writer__has_feature(const struct perfdata_writer *w, unsigned int id)
{
	return id < PERFDATA_NR_FEATURES && (w->has[id / 64] >> (id % 64) & 1);
}

unsigned int perfdata_writer__nr_lost(const struct perfdata_writer *w)
{
	return w->nr_lost;
}

unsigned int perfdata_writer__nr_split(const struct perfdata_writer *w)
{
	return w->nr_split;
}

/* Where @id is, or would be. */
static size_t find_id(const struct id_set *set, uint32_t id)
{
	size_t low = 0, high = set->nr, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (set->ids[mid] < id)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

bool id_set__has(const struct id_set *set, uint32_t id)
{
	const size_t at = find_id(set, id);

	return at < set->nr && set->ids[at] == id;
}

int id_set__add(struct id_set *set, uint32_t id)
{
	const size_t at = find_id(set, id);
	uint32_t *ids;

	if (at < set->nr && set->ids[at] == id)
		return 0;
	if (set->nr == set->size) {
		ids = reallocarray(set->ids, set->size ? 2 * set->size : 64, sizeof(*ids));
		if (!ids)
			return -ENOMEM;
		set->ids = ids;
		set->size = set->size ? 2 * set->size : 64;
	}
	memmove(&set->ids[at + 1], &set->ids[at], (set->nr - at) * sizeof(*set->ids));
	set->ids[at] = id;
	set->nr++;
	return 1;
}

/* Keep an entry, or bytes of one, for later. */
static int gather(struct perfdata_writer *w, unsigned int id, const void *bytes, size_t len)
{
	set_has(w, id);
	strbuf__add(&w->sections[id], bytes, len);
	return strbuf__error(&w->sections[id]);
}

int perfdata_writer__add_attr(struct perfdata_writer *w, const struct perfdata_attr *attr)
{
	int err;

	err = perfdata_evlist__add(&w->evlist, attr->raw, attr->raw_size,
				   (const uint8_t *)attr->ids, attr->nr_ids);
	if (err || !w->started || !w->sink->attr)
		return err;
	return w->sink->attr(w, attr);
}

int perfdata_writer__add_prog(struct perfdata_writer *w, const uint8_t *raw, size_t len)
{
	const size_t id_at = BPF_BPIL_HEADER + offsetof(struct bpf_prog_info, id);
	int is_new;

	if (len < id_at + 4)
		return 0;
	is_new = id_set__add(&w->progs, load_u32(raw + id_at));
	if (is_new <= 0)
		return is_new;
	if (w->started && w->sink->prog)
		return w->sink->prog(w, raw, len);
	return gather(w, PERFDATA_F_BPF_PROG_INFO, raw, len);
}

int perfdata_writer__add_btf(struct perfdata_writer *w, uint32_t id, const uint8_t *data,
			     size_t len)
{
	const uint32_t head[2] = { id, (uint32_t)len };
	int is_new, err;

	is_new = id_set__add(&w->btfs, id);
	if (is_new <= 0)
		return is_new;
	if (w->started && w->sink->btf)
		return w->sink->btf(w, id, data, len);
	err = gather(w, PERFDATA_F_BPF_BTF, head, sizeof(head));
	return err ? err : gather(w, PERFDATA_F_BPF_BTF, data, len);
}

int perfdata_writer__add_build_id(struct perfdata_writer *w, const uint8_t *record, size_t size)
{
	struct perf_event_header header;
	int err;

	if (w->started && w->sink->build_id)
		return w->sink->build_id(w, record, size);
	/* The file form has them with type 0. */
	memcpy(&header, record, sizeof(header));
	header.type = 0;
	err = gather(w, PERFDATA_F_BUILD_ID, &header, sizeof(header));
	return err ? err
		   : gather(w, PERFDATA_F_BUILD_ID, record + sizeof(header), size - sizeof(header));
}

static int add_progs(struct perfdata_writer *w, const uint8_t *bytes, size_t len)
{
	struct bpf_prog_iter it = bpf_prog_iter__of(bytes, len);
	struct bpf_prog_entry entry;
	uint8_t *sound;
	size_t sound_len;
	int more, err = 0;

	while (!err && (more = bpf_prog_iter__next(&it, &entry)) > 0) {
		if (!entry.bad_arrays) {
			err = perfdata_writer__add_prog(w, entry.raw, entry.raw_len);
			continue;
		}
		/* perf 6.1 would follow offsets that lead out of the file. */
		perfdata_writer__lost(w,
				      "BPF program %u: arrays %#" PRIx64
				      " of its info reach out of it and are left out",
				      entry.info.id, entry.bad_arrays);
		err = bpf_prog_entry__without(&entry, 0, &sound, &sound_len);
		if (err == -EINVAL) {
			err = 0;
			continue;
		}
		if (!err) {
			err = perfdata_writer__add_prog(w, sound, sound_len);
			free(sound);
		}
	}
	if (!err && (more < 0 || it.c.cut))
		perfdata_writer__lost(w, "the BPF program info ends within its program %u of %u",
				      it.idx, it.nr);
	return err;
}

static int add_btfs(struct perfdata_writer *w, const uint8_t *bytes, size_t len)
{
	struct bpf_prog_iter it = bpf_prog_iter__of(bytes, len);
	struct bpf_btf_entry entry;
	int more, err = 0;

	while (!err && (more = bpf_btf_iter__next(&it, &entry)) > 0)
		err = perfdata_writer__add_btf(w, entry.id, entry.data, entry.size);
	if (!err && (more < 0 || it.c.cut))
		perfdata_writer__lost(w, "the BTF section ends within its BTF %u of %u", it.idx,
				      it.nr);
	return err;
}

static int add_build_ids(struct perfdata_writer *w, const uint8_t *bytes, size_t len)
{
	struct perf_event_header header;
	int err = 0;

	while (len >= sizeof(header) && !err) {
		memcpy(&header, bytes, sizeof(header));
		if (header.size < sizeof(header) || header.size > len)
			break;
		err = perfdata_writer__add_build_id(w, bytes, header.size);
		bytes += header.size;
		len -= header.size;
	}
	if (len && !err)
		perfdata_writer__lost(w, "the last %zu bytes of the build-ids are damaged", len);
	return err;
}

int perfdata_writer__add_feature(struct perfdata_writer *w, unsigned int id, const uint8_t *bytes,
				 size_t len)
{
	switch (id) {
	case 0:
	case PERFDATA_F_DIR_FORMAT:
	case PERFDATA_F_COMPRESSED:
		return 0;
	case PERFDATA_F_BPF_PROG_INFO:
		return add_progs(w, bytes, len);
	case PERFDATA_F_BPF_BTF:
		return add_btfs(w, bytes, len);
	case PERFDATA_F_BUILD_ID:
		return add_build_ids(w, bytes, len);
	}
	if (id >= PERFDATA_NR_FEATURES) {
		perfdata_writer__lost(w, "there cannot be a feature %u", id);
		return 0;
	}
	set_has(w, id);
	if (w->started && w->sink->feature)
		return w->sink->feature(w, id, bytes, len);
	strbuf__reset(&w->sections[id]);
	return gather(w, id, bytes, len);
}

int perfdata_writer__start(struct perfdata_writer *w)
{
	int err;

	if (w->started)
		return 0;
	err = w->sink->start(w);
	w->started = true;
	w->started_attrs = w->evlist.nr;
	return err;
}

unsigned int perfdata_writer__nr_streams(const struct perfdata_writer *w)
{
	return w->nr_streams;
}

struct perfdata_stream *perfdata_writer__stream(struct perfdata_writer *w, unsigned int idx)
{
	return w->streams[idx];
}

int perfdata_writer__finish(struct perfdata_writer *w)
{
	unsigned int i;
	int err;

	err = perfdata_writer__start(w);
	for (i = 0; i < w->nr_streams && !err; i++)
		err = perfdata_stream__flush(w->streams[i]);
	if (!err && w->sink->finish)
		err = w->sink->finish(w);
	if (err)
		return err; /* with the streams open, for salvage */
	close_streams(w, &err);
	if (!err && w->opts.form != PERFDATA_FORM_PIPE)
		err = perfdata_place__publish(w);
	w->finished = !err;
	return err;
}

uint64_t perfdata_writer__bytes(const struct perfdata_writer *w)
{
	uint64_t bytes = w->closed_bytes;
	unsigned int i;

	for (i = 0; i < w->nr_streams; i++)
		bytes += perfdata_stream__offset(w->streams[i]);
	return bytes;
}

/* What a file system makes of bytes that are written anew: the rest of a block in each file, and its own notes. */
static uint64_t room_for_blocks(const struct perfdata_writer *w)
{
	return 64 * 1024 + 4096 * (uint64_t)w->nr_streams;
}

static uint64_t room_for_features(const struct perfdata_writer *w)
{
	uint64_t room = room_for_blocks(w);
	unsigned int id;

	for (id = 0; id < PERFDATA_NR_FEATURES; id++)
		room += w->sections[id].len;
	return room;
}

/* Without features, but for the two that are the writer's own: a table of the events once more. */
static uint64_t room_for_header(const struct perfdata_writer *w)
{
	uint64_t room = 512;
	size_t i;

	for (i = 0; i < w->evlist.nr; i++)
		room += PERFDATA_ATTR_SIZE_MAX + sizeof(struct perfdata_section) +
			8 * (uint64_t)w->evlist.attrs[i].nr_ids;
	return room;
}

/* Return: the bytes of @idx that the disk has; 0 when that cannot be told. */
static uint64_t on_disk(const struct perfdata_writer *w, unsigned int idx)
{
	struct stat st;

	return fstat(perfdata_stream__fd(w->streams[idx]), &st) ? 0 : (uint64_t)st.st_size;
}

static uint64_t all_on_disk(const struct perfdata_writer *w)
{
	uint64_t bytes = 0;
	unsigned int i;

	for (i = 0; i < w->nr_streams; i++)
		bytes += on_disk(w, i);
	return bytes;
}

/* Each stream gives its part of @room: what comes behind the first may be more than lies in that. */
static int finish_within(struct perfdata_writer *w, uint64_t room)
{
	const uint64_t all = all_on_disk(w);
	unsigned int i;
	int err = 0;

	for (i = 0; i < w->nr_streams && !err; i++)
		err = perfdata_stream__rewind(
			w->streams[i],
			all ? (uint64_t)((double)on_disk(w, i) / (double)all * (double)room) + 1
			    : 0);
	return err ? err : w->sink->finish(w);
}

int perfdata_writer__salvage(struct perfdata_writer *w)
{
	uint64_t room, all;
	int err = -ENOSPC, bare = 0;

	if (!w->started || !w->sink->finish || !w->nr_streams)
		return -EINVAL;
	all = all_on_disk(w);
	room = room_for_features(w);
	/* Samples without programs are worth more than programs without samples. */
	if (room <= all / 2)
		err = finish_within(w, room);
	if (err) {
		bare = 1;
		memset(w->has, 0, sizeof(w->has));
		err = finish_within(w, room_for_header(w));
	}
	/* Some file systems need a block even for bytes that are written over others. */
	if (err)
		err = finish_within(w, MIN(room_for_blocks(w), all / 2));
	w->finished = !err;
	return err ? err : bare;
}
