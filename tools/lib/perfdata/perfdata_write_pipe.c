// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * perfdata_write_pipe.c - the pipe form: everything is a record. Part of the writer.
 *
 * There is no closing LAST feature: its number differs between versions of perf, and a wrong one is
 * an error to perf 6.1. BTF comes before the programs that have it, else perf names these without
 * it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_btf.h"
#include "bpf_progs_info.h"
#include "perfdata_cursor.h"
#include "perfdata_names.h"
#include "perfdata_parts.h"
#include "perfdata_writer_priv.h"
#include "util.h"

/* A record of @head and @body behind its header; the caller knows that they fit. */
static int send(struct perfdata_writer *w, uint32_t type, uint16_t misc, const void *head,
		size_t head_len, const void *body, size_t body_len)
{
	struct perfdata_stream *stream = perfdata_writer__stream(w, 0);
	struct perf_event_header header = { .type = type, .misc = misc };
	int err;

	header.size = (uint16_t)(sizeof(header) + head_len + body_len);
	err = perfdata_stream__bytes(stream, &header, sizeof(header));
	if (!err)
		err = perfdata_stream__bytes(stream, head, head_len);
	if (!err)
		err = perfdata_stream__bytes(stream, body, body_len);
	return err;
}

/* With the ids from @from on, as many as a record has room for. */
static int send_attr_ids(struct perfdata_writer *w, const struct perfdata_attr *attr, size_t from)
{
	const uint32_t size = MAX(attr->raw_size, (uint32_t)PERFDATA_ATTR_SIZE);
	const size_t nr = MIN(attr->nr_ids - from, PERFDATA_ATTR_IDS_MAX(size));
	uint8_t bytes[PERFDATA_ATTR_SIZE_MAX] = {};

	memcpy(bytes, attr->raw, attr->raw_size);
	memcpy(bytes + offsetof(struct perf_event_attr, size), &size, sizeof(size));
	return send(w, PERFDATA_ATTR, 0, bytes, size, attr->ids + from, 8 * nr);
}

/* Those that its first record has no room for: to stock perf they are another event like it. */
static int send_more_ids(struct perfdata_writer *w, const struct perfdata_attr *attr)
{
	const uint32_t size = MAX(attr->raw_size, (uint32_t)PERFDATA_ATTR_SIZE);
	const size_t room = PERFDATA_ATTR_IDS_MAX(size);
	size_t from;
	int err = 0;

	for (from = room; from < attr->nr_ids && !err; from += room)
		err = send_attr_ids(w, attr, from);
	return err;
}

static int send_attr(struct perfdata_writer *w, const struct perfdata_attr *attr)
{
	int err = send_attr_ids(w, attr, 0);

	return err ? err : send_more_ids(w, attr);
}

/* All events have their places before what more there is of some. */
static int send_attrs(struct perfdata_writer *w)
{
	size_t i;
	int err = 0;

	for (i = 0; i < w->evlist.nr && !err; i++)
		err = send_attr_ids(w, &w->evlist.attrs[i], 0);
	for (i = 0; i < w->evlist.nr && !err; i++)
		err = send_more_ids(w, &w->evlist.attrs[i]);
	return err;
}

/* TRACING_DATA is a record with its bytes, padded to 8, behind it. */
static int send_tracing_data(struct perfdata_writer *w, const uint8_t *bytes, size_t len)
{
	static const uint8_t zeros[8];
	const uint32_t head[2] = { (uint32_t)((len + 7) & ~7ULL), 0 /* pad */ };
	int err;

	if (len > UINT32_MAX - 7) {
		perfdata_writer__lost(w, "tracing data of %zu bytes are too many for a pipe", len);
		return 0;
	}
	err = send(w, PERFDATA_TRACING_DATA, 0, head, sizeof(head), NULL, 0);
	if (!err)
		err = perfdata_stream__bytes(perfdata_writer__stream(w, 0), bytes, len);
	return err ? err : perfdata_stream__bytes(perfdata_writer__stream(w, 0), zeros, -len & 7);
}

/* All of it, for who joins it: see perfdata_parts.h. */
static int send_parts(struct perfdata_writer *w, uint64_t feature, uint32_t id,
		      const uint8_t *bytes, size_t len)
{
	struct {
		uint64_t feature;
		struct perfdata_part_head part;
	} __attribute__((packed)) head = { .feature = feature };
	size_t at, part_len;
	int err = 0;

	for (at = 0; at < len && !err; at += part_len) {
		part_len = MIN(len - at, PERFDATA_PART_MAX);
		perfdata_part__begin(&head.part, id, (uint32_t)len, (uint32_t)at);
		err = send(w, PERFDATA_FEATURE, 0, &head, sizeof(head), bytes + at, part_len);
	}
	w->nr_split++;
	return err;
}

/* As many words as fit: u32 how many, each of u32 length and so many bytes. */
static int send_short_cmdline(struct perfdata_writer *w, const uint8_t *bytes, size_t len)
{
	struct {
		uint64_t feature;
		uint32_t nr;
	} __attribute__((packed)) head = { .feature = PERFDATA_F_CMDLINE };
	struct cursor c = cursor__of(bytes, MIN(len, (size_t)PERFDATA_FEATURE_PAYLOAD_MAX));
	const uint32_t nr = cursor__u32(&c);
	const uint8_t *words = c.at, *end = c.at;

	while (head.nr < nr && cursor__take(&c, cursor__u32(&c)) && !c.cut) {
		head.nr++;
		end = c.at;
	}
	return send(w, PERFDATA_FEATURE, 0, &head, sizeof(head), words, (size_t)(end - words));
}

static int send_cmdline(struct perfdata_writer *w, const uint8_t *bytes, size_t len)
{
	int err = send_parts(w, PERFDATA_F_CMDLINE, 0, bytes, len);

	return err ? err : send_short_cmdline(w, bytes, len);
}

/* Names of events without their ids, which ATTR records have. */
static int send_short_event_desc(struct perfdata_writer *w, const uint8_t *bytes, size_t len)
{
	static const uint32_t no_ids;
	const uint64_t feature = PERFDATA_F_EVENT_DESC;
	struct cursor c = cursor__of(bytes, len);
	struct strbuf sb = {};
	const uint8_t *attr, *name;
	uint32_t nr = cursor__u32(&c), attr_size = cursor__u32(&c), i, nr_ids, name_len;
	int err;

	strbuf__add(&sb, (const char *)bytes, 2 * sizeof(uint32_t));
	for (i = 0; i < nr; i++) {
		attr = cursor__take(&c, attr_size);
		nr_ids = cursor__u32(&c);
		name_len = cursor__u32(&c);
		name = cursor__take(&c, name_len);
		cursor__take(&c, 8ULL * nr_ids);
		if (c.cut)
			break;
		strbuf__add(&sb, (const char *)attr, attr_size);
		strbuf__add(&sb, (const char *)&no_ids, sizeof(no_ids));
		strbuf__add(&sb, (const char *)&name_len, sizeof(name_len));
		strbuf__add(&sb, (const char *)name, name_len);
	}
	err = strbuf__error(&sb);
	if (!err && !c.cut && sb.len <= PERFDATA_FEATURE_PAYLOAD_MAX)
		err = send(w, PERFDATA_FEATURE, 0, &feature, sizeof(feature), sb.text, sb.len);
	else if (!err)
		perfdata_writer__lost(w, "the names of %u events are too many for a pipe", nr);
	strbuf__free(&sb);
	return err;
}

static int pipe_feature(struct perfdata_writer *w, unsigned int id, const uint8_t *bytes,
			size_t len)
{
	const uint64_t head = id;
	const char *name = perfdata_feature__name(id);

	if (id == PERFDATA_F_TRACING_DATA)
		return send_tracing_data(w, bytes, len);
	if (len > PERFDATA_FEATURE_PAYLOAD_MAX && id == PERFDATA_F_CMDLINE && len <= UINT32_MAX)
		return send_cmdline(w, bytes, len);
	if (len > PERFDATA_FEATURE_PAYLOAD_MAX && id == PERFDATA_F_EVENT_DESC)
		return send_short_event_desc(w, bytes, len);
	if (len > PERFDATA_FEATURE_PAYLOAD_MAX) {
		perfdata_writer__lost(w, "feature %u %s has %zu bytes; a pipe carries %d", id,
				      name ? name : "", len, PERFDATA_FEATURE_PAYLOAD_MAX);
		return 0;
	}
	return send(w, PERFDATA_FEATURE, 0, &head, sizeof(head), bytes, len);
}

/* Before the entries of a record: which section, how many. */
struct section_head {
	uint64_t feature;
	uint32_t count;
} __attribute__((packed));

#define ENTRY_MAX (PERFDATA_FEATURE_PAYLOAD_MAX - sizeof(uint32_t))

static int send_prog(struct perfdata_writer *w, const uint8_t *raw, size_t len)
{
	const struct section_head head = { .feature = PERFDATA_F_BPF_PROG_INFO, .count = 1 };

	return send(w, PERFDATA_FEATURE, 0, &head, sizeof(head), raw, len);
}

#define LINES (1ULL << BPF_ARRAY_LINE_INFO | 1ULL << BPF_ARRAY_JITED_LINE_INFO)

/* What a program that is too large goes without for stock perf, until it fits. */
static const uint64_t shrink[] = {
	0, /* but for what reaches out of it */
	1ULL << BPF_ARRAY_XLATED_INSNS | 1ULL << BPF_ARRAY_MAP_IDS,
	LINES, /* of source code */
	1ULL << BPF_ARRAY_JITED_INSNS,
	UINT64_MAX, /* all: that fits */
};

/* Without @drop at least. */
static int send_short_prog(struct perfdata_writer *w, const struct bpf_prog_entry *entry,
			   uint64_t drop)
{
	uint8_t *small = NULL;
	size_t small_len = 0, i;
	int err = -E2BIG;

	for (i = 0; i < ARRAY_SIZE(shrink) && err; i++) {
		drop |= shrink[i];
		err = bpf_prog_entry__without(entry, drop, &small, &small_len);
		if (err == -ENOMEM)
			return err;
		if (!err && small_len > ENTRY_MAX) {
			free(small);
			err = -E2BIG;
		}
	}
	if (!err) {
		err = send_prog(w, small, small_len);
		free(small);
	}
	return err;
}

static bool is_lineless(const struct perfdata_writer *w, const struct bpf_prog_entry *entry)
{
	return id_set__has(&w->lineless, entry->info.btf_id);
}

static bool goes_whole(const struct perfdata_writer *w, const struct bpf_prog_entry *entry)
{
	return entry->raw_len <= ENTRY_MAX &&
	       !(is_lineless(w, entry) && entry->array[BPF_ARRAY_LINE_INFO].at);
}

static int pipe_prog(struct perfdata_writer *w, const uint8_t *raw, size_t len)
{
	struct bpf_prog_iter it = { .c = cursor__of(raw, len), .nr = 1 };
	struct bpf_prog_entry entry;
	int err;

	if (bpf_prog_iter__next(&it, &entry) <= 0)
		return 0;
	if (goes_whole(w, &entry))
		return send_prog(w, raw, len);
	if (len > UINT32_MAX) {
		perfdata_writer__lost(
			w, "BPF program %u has %zu bytes of info, which no pipe can carry",
			entry.info.id, len);
		return 0;
	}
	err = send_parts(w, PERFDATA_F_BPF_PROG_INFO, entry.info.id, raw, len);
	return err ? err : send_short_prog(w, &entry, is_lineless(w, &entry) ? LINES : 0);
}

static int send_btf(struct perfdata_writer *w, uint32_t id, const uint8_t *data, size_t len)
{
	const struct {
		struct section_head section;
		uint32_t id;
		uint32_t size;
	} __attribute__((packed)) head = {
		.section = { .feature = PERFDATA_F_BPF_BTF, .count = 1 },
		.id = id,
		.size = (uint32_t)len,
	};

	return send(w, PERFDATA_FEATURE, 0, &head, sizeof(head), data, len);
}

#define BTF_MAX (ENTRY_MAX - 2 * sizeof(uint32_t))

static int pipe_btf(struct perfdata_writer *w, uint32_t id, const uint8_t *data, size_t len)
{
	uint8_t *small = NULL;
	size_t small_len;
	bool has_lines;
	int err;

	if (len <= BTF_MAX)
		return send_btf(w, id, data, len);
	err = send_parts(w, PERFDATA_F_BPF_BTF, id, data, len);
	if (err)
		return err;
	err = bpf_btf__shorten(data, len, BTF_MAX, &small, &small_len, &has_lines);
	if (err == -EINVAL || err == -E2BIG)
		return 0; /* perf has other names for functions then */
	if (err)
		return err;
	/* Its strings are elsewhere: to stock perf, its programs must not name them. */
	err = has_lines ? 0 : MIN(id_set__add(&w->lineless, id), 0);
	if (!err)
		err = send_btf(w, id, small, small_len);
	free(small);
	return err;
}

static int pipe_build_id(struct perfdata_writer *w, const uint8_t *record, size_t size)
{
	struct perf_event_header header;

	memcpy(&header, record, sizeof(header));
	return send(w, PERFDATA_BUILD_ID, header.misc, record + sizeof(header),
		    size - sizeof(header), NULL, 0);
}

/**
 * struct batch - entries of one feature on their way into one record: perf prints a list of all
 * programs for each record with some, so few records are better than many.
 */
struct batch {
	struct perfdata_writer *w;
	uint64_t feature;
	uint32_t count;
	struct strbuf entries;
};

static int batch__send(struct batch *batch)
{
	const struct section_head head = { .feature = batch->feature, .count = batch->count };
	int err = strbuf__error(&batch->entries);

	if (!err && batch->count)
		err = send(batch->w, PERFDATA_FEATURE, 0, &head, sizeof(head), batch->entries.text,
			   batch->entries.len);
	strbuf__reset(&batch->entries);
	batch->count = 0;
	return err;
}

/* One more entry, of at most ENTRY_MAX bytes. */
static int batch__add(struct batch *batch, const uint8_t *bytes, size_t len)
{
	int err = 0;

	if (len > ENTRY_MAX - batch->entries.len)
		err = batch__send(batch);
	strbuf__add(&batch->entries, (const char *)bytes, len);
	batch->count++;
	return err;
}

static int send_gathered_progs(struct perfdata_writer *w)
{
	const struct strbuf *progs = &w->sections[PERFDATA_F_BPF_PROG_INFO];
	struct bpf_prog_iter it = { .c = cursor__of(progs->text, progs->len),
				    .nr = (uint32_t)w->progs.nr };
	struct batch batch = { .w = w, .feature = PERFDATA_F_BPF_PROG_INFO };
	struct bpf_prog_entry entry;
	int err = 0;

	while (!err && bpf_prog_iter__next(&it, &entry) > 0) {
		if (goes_whole(w, &entry))
			err = batch__add(&batch, entry.raw, entry.raw_len);
		else
			err = pipe_prog(w, entry.raw, entry.raw_len);
	}
	if (!err)
		err = batch__send(&batch);
	strbuf__free(&batch.entries);
	return err;
}

static int send_gathered_btfs(struct perfdata_writer *w)
{
	const struct strbuf *btfs = &w->sections[PERFDATA_F_BPF_BTF];
	struct bpf_prog_iter it = { .c = cursor__of(btfs->text, btfs->len),
				    .nr = (uint32_t)w->btfs.nr };
	struct batch batch = { .w = w, .feature = PERFDATA_F_BPF_BTF };
	struct bpf_btf_entry entry;
	const size_t head = 2 * sizeof(uint32_t);
	int err = 0;

	while (!err && bpf_btf_iter__next(&it, &entry) > 0) {
		if (entry.size > BTF_MAX)
			err = pipe_btf(w, entry.id, entry.data, entry.size);
		else
			err = batch__add(&batch, entry.data - head, entry.size + head);
	}
	if (!err)
		err = batch__send(&batch);
	strbuf__free(&batch.entries);
	return err;
}

static int send_gathered_build_ids(struct perfdata_writer *w)
{
	const struct strbuf *ids = &w->sections[PERFDATA_F_BUILD_ID];
	struct perf_event_header header;
	size_t at;
	int err = 0;

	for (at = 0; at < ids->len && !err; at += header.size) {
		memcpy(&header, ids->text + at, sizeof(header));
		err = pipe_build_id(w, (const uint8_t *)ids->text + at, header.size);
	}
	return err;
}

static int send_gathered(struct perfdata_writer *w)
{
	const uint64_t apart = 1ULL << PERFDATA_F_BPF_PROG_INFO | 1ULL << PERFDATA_F_BPF_BTF |
			       1ULL << PERFDATA_F_BUILD_ID | 1ULL << PERFDATA_F_TRACING_DATA;
	const struct strbuf *tracing = &w->sections[PERFDATA_F_TRACING_DATA];
	unsigned int id;
	int err = 0;

	for (id = 0; id < PERFDATA_NR_FEATURES && !err; id++) {
		if (perfdata_writer__has_feature(w, id) && !(id < 64 && apart >> id & 1))
			err = pipe_feature(w, id, (const uint8_t *)w->sections[id].text,
					   w->sections[id].len);
	}
	if (!err)
		err = send_gathered_btfs(w);
	if (!err)
		err = send_gathered_progs(w);
	if (!err)
		err = send_gathered_build_ids(w);
	if (!err && perfdata_writer__has_feature(w, PERFDATA_F_TRACING_DATA))
		err = send_tracing_data(w, (const uint8_t *)tracing->text, tracing->len);
	return err;
}

static int pipe_start(struct perfdata_writer *w)
{
	const uint64_t head[2] = { PERFDATA_MAGIC, PERFDATA_PIPE_HEADER_SIZE };
	const uint32_t compressed[] = { 1, 1, (uint32_t)w->opts.level, 1, PERFDATA_PACK_MMAP_LEN };
	int err;

	err = perfdata_stream__bytes(perfdata_writer__stream(w, 0), head, sizeof(head));
	if (!err)
		err = send_attrs(w);
	if (!err && w->opts.level)
		err = pipe_feature(w, PERFDATA_F_COMPRESSED, (const uint8_t *)compressed,
				   sizeof(compressed));
	return err ? err : send_gathered(w);
}

const struct perfdata_sink perfdata_pipe_sink = {
	.start = pipe_start,
	.attr = send_attr,
	.feature = pipe_feature,
	.prog = pipe_prog,
	.btf = pipe_btf,
	.build_id = pipe_build_id,
};
