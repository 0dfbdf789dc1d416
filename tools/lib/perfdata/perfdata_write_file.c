// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * perfdata_write_file.c - the file form, which DIR/data has too: a header, the events, records, and
 * behind them a table of features. Part of the writer.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "bpf_progs_info.h"
#include "perfdata_cursor.h"
#include "perfdata_writer_priv.h"
#include "util.h"

static struct perfdata_stream *main_stream(struct perfdata_writer *w)
{
	return perfdata_writer__stream(w, 0);
}

static int align_stream(struct perfdata_stream *stream)
{
	static const uint8_t zeros[8];

	return perfdata_stream__bytes(stream, zeros, -perfdata_stream__offset(stream) & 7);
}

/* All events have the size of the largest: there is one for the table. */
static uint32_t attr_size(const struct perfdata_writer *w)
{
	uint32_t size = PERFDATA_ATTR_SIZE;
	size_t i;

	for (i = 0; i < w->evlist.nr; i++)
		size = MAX(size, w->evlist.attrs[i].raw_size);
	return (size + 7) & ~7U;
}

static int write_attr(struct perfdata_writer *w, const struct perfdata_attr *attr, uint32_t size,
		      const struct perfdata_section *ids_at)
{
	uint8_t bytes[PERFDATA_ATTR_SIZE_MAX] = {};
	int err;

	memcpy(bytes, attr->raw, attr->raw_size);
	memcpy(bytes + offsetof(struct perf_event_attr, size), &size, sizeof(size));
	err = perfdata_stream__bytes(main_stream(w), bytes, size);
	return err ? err : perfdata_stream__bytes(main_stream(w), ids_at, sizeof(*ids_at));
}

/* The ids of all events, then the table of events. */
static int write_attrs(struct perfdata_writer *w)
{
	struct perfdata_stream *stream = main_stream(w);
	const uint32_t size = attr_size(w);
	struct perfdata_section ids_at;
	uint64_t at;
	size_t i;
	int err;

	err = align_stream(stream);
	at = perfdata_stream__offset(stream);
	for (i = 0; i < w->evlist.nr && !err; i++)
		err = perfdata_stream__bytes(stream, w->evlist.attrs[i].ids,
					     8 * w->evlist.attrs[i].nr_ids);
	w->attrs_at.offset = perfdata_stream__offset(stream);
	for (i = 0; i < w->evlist.nr && !err; i++) {
		ids_at = (struct perfdata_section){ .offset = at,
						    .size = 8 * w->evlist.attrs[i].nr_ids };
		err = write_attr(w, &w->evlist.attrs[i], size, &ids_at);
		at += ids_at.size;
	}
	w->attrs_at.size = perfdata_stream__offset(stream) - w->attrs_at.offset;
	return err;
}

static void fill_header(const struct perfdata_writer *w, struct perfdata_file_header *h,
			uint64_t data_size)
{
	*h = (struct perfdata_file_header){
		.magic = PERFDATA_MAGIC,
		.size = sizeof(*h),
		.attr_size = attr_size(w) + sizeof(struct perfdata_section),
		.attrs = w->attrs_at,
		.data = { .offset = w->data_offset, .size = data_size },
	};
	memcpy(h->features, w->has, sizeof(h->features));
}

static int rewrite_header(struct perfdata_writer *w, uint64_t data_size)
{
	struct perfdata_stream *stream = main_stream(w);
	struct perfdata_file_header h;
	ssize_t n;
	int err;

	err = perfdata_stream__flush(stream);
	if (err)
		return err;
	fill_header(w, &h, data_size);
	n = pwrite(perfdata_stream__fd(stream), &h, sizeof(h), 0);
	if (n != (ssize_t)sizeof(h))
		return n < 0 ? -errno : -EIO;
	return 0;
}

/* With a data size of 0: so a reader sees that it was never finished. */
static int file_start(struct perfdata_writer *w)
{
	struct perfdata_stream *stream = main_stream(w);
	const struct perfdata_file_header placeholder = {};
	int err;

	err = perfdata_stream__bytes(stream, &placeholder, sizeof(placeholder));
	if (!err)
		err = write_attrs(w);
	if (!err)
		err = align_stream(stream);
	if (err)
		return err;
	w->data_offset = perfdata_stream__offset(stream);
	return rewrite_header(w, 0);
}

/* Features that are the writer's own. */
static int add_own(struct perfdata_writer *w)
{
	const uint64_t dir_version = 1;
	uint64_t in = 0, out = 0, stream_in, stream_out;
	uint32_t compressed[] = { 1, 1, (uint32_t)w->opts.level, 1, PERFDATA_PACK_MMAP_LEN };
	unsigned int i;

	strbuf__reset(&w->sections[PERFDATA_F_DIR_FORMAT]);
	strbuf__reset(&w->sections[PERFDATA_F_COMPRESSED]);
	if (w->opts.form == PERFDATA_FORM_DIR) {
		strbuf__add(&w->sections[PERFDATA_F_DIR_FORMAT], (const char *)&dir_version,
			    sizeof(dir_version));
		w->has[0] |= 1ULL << PERFDATA_F_DIR_FORMAT;
	}
	if (w->opts.level) {
		for (i = 0; i < w->nr_streams; i++) {
			perfdata_stream__packed(w->streams[i], &stream_in, &stream_out);
			in += stream_in;
			out += stream_out;
		}
		compressed[3] = out ? (uint32_t)MAX(1, in / out) : 1;
		strbuf__add(&w->sections[PERFDATA_F_COMPRESSED], (const char *)compressed,
			    sizeof(compressed));
		w->has[0] |= 1ULL << PERFDATA_F_COMPRESSED;
	}
	return 0;
}

/* Entries of these sections have a count in front, which is known only now. */
static const uint32_t *section_count(const struct perfdata_writer *w, unsigned int id,
				     uint32_t *count)
{
	if (id == PERFDATA_F_BPF_PROG_INFO)
		*count = (uint32_t)w->progs.nr;
	else if (id == PERFDATA_F_BPF_BTF)
		*count = (uint32_t)w->btfs.nr;
	else
		return NULL;
	return count;
}

static int write_feature_table(struct perfdata_writer *w)
{
	struct perfdata_section at = { .offset = perfdata_stream__offset(main_stream(w)) };
	unsigned int id;
	uint32_t count;
	int err = 0;

	for (id = 0; id < PERFDATA_FEATURE_WORDS; id++)
		at.offset += sizeof(at) * (uint64_t)__builtin_popcountll(w->has[id]);
	for (id = 0; id < PERFDATA_NR_FEATURES && !err; id++) {
		if (!perfdata_writer__has_feature(w, id))
			continue;
		at.size = w->sections[id].len + (section_count(w, id, &count) ? sizeof(count) : 0);
		err = perfdata_stream__bytes(main_stream(w), &at, sizeof(at));
		at.offset += at.size;
	}
	return err;
}

static int write_features(struct perfdata_writer *w)
{
	struct perfdata_stream *stream = main_stream(w);
	unsigned int id;
	uint32_t count;
	int err;

	err = write_feature_table(w);
	for (id = 0; id < PERFDATA_NR_FEATURES && !err; id++) {
		if (!perfdata_writer__has_feature(w, id))
			continue;
		if (section_count(w, id, &count))
			err = perfdata_stream__bytes(stream, &count, sizeof(count));
		if (!err)
			err = perfdata_stream__bytes(stream, w->sections[id].text,
						     w->sections[id].len);
	}
	return err;
}

static int file_finish(struct perfdata_writer *w)
{
	const struct perf_event_header round = { .type = PERFDATA_FINISHED_ROUND,
						 .size = sizeof(round) };
	struct perfdata_stream *stream = main_stream(w);
	uint64_t data_size;
	int err = 0;

	/* Readers take a data size of 0 for a recorder that was killed. */
	if (perfdata_stream__offset(stream) == w->data_offset)
		err = perfdata_stream__record(stream, &round, sizeof(round));
	data_size = perfdata_stream__offset(stream) - w->data_offset;
	if (!err)
		err = add_own(w);
	if (!err)
		err = write_features(w);
	/* Events that came after the start: the first table is left where it is, unused. */
	if (!err && w->evlist.nr != w->started_attrs)
		err = write_attrs(w);
	return err ? err : rewrite_header(w, data_size);
}

const struct perfdata_sink perfdata_file_sink = {
	.start = file_start,
	.finish = file_finish,
};
