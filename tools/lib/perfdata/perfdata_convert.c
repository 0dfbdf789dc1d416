// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * perfdata_convert.c - see perfdata_convert.h. What is compressed comes out unpacked: several
 * streams of zstd cannot become one.
 */
#include "perfdata_convert.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_progs_info.h"
#include "perfdata_cursor.h"
#include "perfdata_parts.h"
#include "perfdata_sample.h"
#include "strbuf.h"
#include "util.h"

/* DIR/data.N that are made when the recording does not say how many CPUs there were. */
#define STREAMS_DEFAULT 4
/* Bytes of tracing data that are taken from a pipe; perf's are a few MB. */
#define TRACING_DATA_MAX (256U << 20)

/**
 * struct convert
 * @nr_attrs: events of the source that were given to the writer.
 * @join: of a pipe's parts. @has_cmdline: the command line came in parts.
 * @first_ns, @last_ns: times of samples; 0 when there were none.
 */
struct convert {
	struct perfdata *pd;
	const struct perfdata_convert_opts *opts;
	struct perfdata_converted *result;
	struct perfdata_writer *w;
	struct perfdata_evlist *evlist;
	size_t nr_attrs;
	struct perfdata_join join;
	bool has_cmdline;
	bool is_from_pipe;
	bool is_to_dir;
	uint64_t first_ns;
	uint64_t last_ns;
};

static bool any_byte_set(const uint8_t *bytes, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		if (bytes[i])
			return true;
	}
	return false;
}

/* Give the writer the events that it does not have yet. */
static int add_attrs(struct convert *cv)
{
	struct perfdata_attr attr;
	int err = 0;

	for (; cv->nr_attrs < cv->evlist->nr && !err; cv->nr_attrs++) {
		attr = cv->evlist->attrs[cv->nr_attrs];
		if (cv->opts->compat_6_1 && attr.raw_size > PERFDATA_ATTR_SIZE) {
			cv->result->nr_attrs++;
			if (any_byte_set(attr.raw + PERFDATA_ATTR_SIZE,
					 attr.raw_size - PERFDATA_ATTR_SIZE))
				cv->result->nr_lossy_attrs++;
			attr.raw_size = PERFDATA_ATTR_SIZE;
		}
		err = perfdata_writer__add_attr(cv->w, &attr);
	}
	return err;
}

/* Programs for perf 6.1: an info of 232 bytes. */
static int add_progs_for_6_1(struct convert *cv, const uint8_t *bytes, size_t len)
{
	struct bpf_prog_iter it = bpf_prog_iter__of(bytes, len);
	struct bpf_prog_entry entry;
	struct strbuf section = {};
	uint32_t nr = 0;
	uint8_t *small;
	size_t small_len;
	int more, err = 0;

	strbuf__add(&section, (const char *)&nr, sizeof(nr));
	while (!err && (more = bpf_prog_iter__next(&it, &entry)) > 0) {
		nr++;
		if (entry.info_len <= BPF_PROG_INFO_LEN) {
			strbuf__add(&section, (const char *)entry.raw, entry.raw_len);
			continue;
		}
		err = bpf_prog_entry__without(&entry, 0, &small, &small_len);
		if (err)
			continue;
		cv->result->nr_progs++;
		strbuf__add(&section, (const char *)small, small_len);
		free(small);
	}
	err = err ? err : strbuf__error(&section);
	if (!err) {
		memcpy(section.text, more < 0 ? &it.nr : &nr, sizeof(nr));
		err = perfdata_writer__add_feature(cv->w, PERFDATA_F_BPF_PROG_INFO,
						   (const uint8_t *)section.text, section.len);
	}
	strbuf__free(&section);
	return err;
}

static int add_feature(struct convert *cv, uint64_t id, const uint8_t *bytes, size_t len)
{
	if (id >= PERFDATA_NR_FEATURES) {
		cv->result->nr_features++;
		return 0;
	}
	if (cv->opts->compat_6_1 && id >= PERFDATA_FEATURES_OF_6_1) {
		cv->result->nr_features++;
		return 0;
	}
	/* Offsets into the old file; perf looks for the AUXTRACE records itself without it. */
	if (id == PERFDATA_F_AUXTRACE)
		return 0;
	if (cv->opts->compat_6_1 && id == PERFDATA_F_BPF_PROG_INFO)
		return add_progs_for_6_1(cv, bytes, len);
	return perfdata_writer__add_feature(cv->w, (unsigned int)id, bytes, len);
}

static int add_features(struct convert *cv)
{
	const struct perfdata_feature *features;
	uint8_t *bytes;
	size_t nr, i, len;
	int err = 0;

	features = perfdata__features(cv->pd, &nr);
	for (i = 0; i < nr && !err; i++) {
		err = perfdata__load_feature(cv->pd, &features[i], &bytes, &len);
		if (err)
			break;
		err = add_feature(cv, features[i].id, bytes, len);
		free(bytes);
	}
	return err;
}

/* A pipe's EVENT_DESC lacks ids where there are too many; add_event_desc() has them. */
static bool lacks_ids(const struct convert *cv, const uint8_t *event_desc, size_t len)
{
	struct cursor c = cursor__of(event_desc, len);
	uint32_t nr, nr_ids;

	nr = cursor__u32(&c);
	cursor__take(&c, cursor__u32(&c));
	nr_ids = cursor__u32(&c);
	return nr && !c.cut && !nr_ids && cv->evlist->nr && cv->evlist->attrs[0].nr_ids;
}

/*
 * A FEATURE record of a pipe. One beyond what perf 6.1 knows and without payload is the closing
 * LAST.
 */
static int take_feature(struct convert *cv, const struct perfdata_record *rec)
{
	struct cursor c = cursor__of(rec->bytes, rec->size);
	const uint8_t *section;
	uint64_t id;
	size_t len;
	int whole;

	cursor__take(&c, sizeof(struct perf_event_header));
	id = cursor__u64(&c);
	if (c.cut) {
		perfdata_counts__add(&cv->result->dropped, rec->type, rec->size);
		return 0;
	}
	if (id >= PERFDATA_FEATURES_OF_6_1 && !cursor__left(&c))
		return 0;
	section = c.at;
	len = cursor__left(&c);
	whole = perfdata_join__add(&cv->join, id, &section, &len);
	if (whole == -EINVAL) {
		perfdata_counts__add(&cv->result->dropped, rec->type, rec->size);
		return 0;
	}
	if (id == PERFDATA_F_EVENT_DESC && cv->opts->out.form != PERFDATA_FORM_PIPE &&
	    lacks_ids(cv, section, len))
		return 0;
	if (id == PERFDATA_F_CMDLINE && section == c.at && cv->has_cmdline)
		return 0; /* the short one, for stock perf */
	if (whole <= 0)
		return whole;
	cv->has_cmdline |= id == PERFDATA_F_CMDLINE && section != c.at;
	return add_feature(cv, id, section, len);
}

static int take_tracing_data(struct convert *cv, const struct perfdata_record *rec)
{
	struct strbuf bytes = {};
	const uint8_t *piece;
	size_t len;
	int err;

	if (rec->payload_len > TRACING_DATA_MAX) {
		perfdata_counts__add(&cv->result->dropped, rec->type, rec->size);
		return 0;
	}
	while ((piece = perfdata__payload(cv->pd, &len)))
		strbuf__add(&bytes, (const char *)piece, len);
	err = strbuf__error(&bytes);
	if (!err)
		err = add_feature(cv, PERFDATA_F_TRACING_DATA, (const uint8_t *)bytes.text,
				  bytes.len);
	strbuf__free(&bytes);
	return err;
}

/* Time and CPU of a kernel record; zeros where it does not have them. */
static void get_sample(struct convert *cv, const struct perfdata_record *rec,
		       struct perfdata_sample *sample)
{
	const struct perfdata_attr *attr =
		perfdata_evlist__of_record(cv->evlist, rec->bytes, rec->size);

	if (rec->type == PERF_RECORD_SAMPLE)
		perfdata_sample__parse(sample, attr, rec->bytes, rec->size);
	else
		perfdata_sample__parse_trailer(sample, attr, rec->bytes, rec->size);
}

/*
 * The file of a directory that a record goes to. Readers take DIR/data first, and sort the others
 * by time: so what has no time stays in DIR/data, in its order.
 */
static unsigned int choose_stream(struct convert *cv, const struct perfdata_record *rec,
				  const struct perfdata_sample *sample)
{
	const unsigned int nr = perfdata_writer__nr_streams(cv->w);

	if (nr < 2 || rec->type >= PERFDATA_KERNEL_RECORDS || !(sample->has & PERF_SAMPLE_TIME) ||
	    !sample->time)
		return 0;
	return 1 + (sample->has & PERF_SAMPLE_CPU ? sample->cpu % (nr - 1) : 0);
}

/*
 * Where a record says other than what was read of it, as what was read. Of its misc: perf 6.1 takes device and
 * inode for a build-id and dies of its length. Of the length of the trace behind it, which may be cut: the
 * records that follow would be taken for the rest.
 */
static int write_record(struct perfdata_stream *stream, const struct perfdata_record *rec)
{
	const size_t trace_len_at = sizeof(struct perf_event_header);
	uint8_t copy[PERFDATA_RECORD_MAX];
	struct perf_event_header header;

	memcpy(copy, rec->bytes, rec->size);
	memcpy(&header, copy, sizeof(header));
	header.misc = rec->misc;
	memcpy(copy, &header, sizeof(header));
	if (rec->type == PERFDATA_AUXTRACE && rec->size >= trace_len_at + sizeof(rec->payload_len))
		memcpy(copy + trace_len_at, &rec->payload_len, sizeof(rec->payload_len));
	return perfdata_stream__record(stream, copy, rec->size);
}

static int copy_record(struct convert *cv, const struct perfdata_record *rec)
{
	struct perfdata_sample sample = {};
	struct perfdata_stream *stream;
	const uint8_t *piece;
	size_t len;
	int err;

	if (rec->type < PERFDATA_KERNEL_RECORDS)
		get_sample(cv, rec, &sample);
	if (rec->type == PERF_RECORD_SAMPLE && sample.time) {
		if (!cv->first_ns || sample.time < cv->first_ns)
			cv->first_ns = sample.time;
		cv->last_ns = MAX(cv->last_ns, sample.time);
	}
	stream = perfdata_writer__stream(cv->w, choose_stream(cv, rec, &sample));
	err = write_record(stream, rec);
	while (!err && rec->payload_len && (piece = perfdata__payload(cv->pd, &len)))
		err = perfdata_stream__bytes(stream, piece, len);
	return err;
}

/*
 * Return: 1 when the record became something else or nothing, 0 when it is to be copied, or an
 * error.
 */
static int take_header_record(struct convert *cv, const struct perfdata_record *rec)
{
	int err;

	switch (rec->type) {
	case PERFDATA_COMPRESSED:
	case PERFDATA_COMPRESSED2:
		return 1; /* what was in it follows */
	case PERFDATA_ATTR:
		if (!cv->is_from_pipe)
			perfdata_counts__add(&cv->result->dropped, rec->type, rec->size);
		return 1; /* what is behind it may be more of its ids */
	case PERFDATA_FEATURE:
		err = take_feature(cv, rec);
		return err ? err : 1;
	case PERFDATA_TRACING_DATA:
		err = take_tracing_data(cv, rec);
		return err ? err : 1;
	case PERFDATA_BUILD_ID:
		err = perfdata_writer__add_build_id(cv->w, rec->bytes, rec->size);
		return err ? err : 1;
	case PERFDATA_FINISHED_ROUND:
		/* With several files a round says nothing: perf would take what it has for complete. */
		return cv->is_to_dir;
	}
	if (cv->opts->compat_6_1 && rec->type >= PERFDATA_TYPES_OF_6_1) {
		perfdata_counts__add(&cv->result->dropped, rec->type, rec->size);
		return 1;
	}
	return 0;
}

static int convert_record(struct convert *cv, const struct perfdata_record *rec)
{
	int err;

	perfdata_counts__add(&cv->result->read, rec->type, rec->size);
	err = take_header_record(cv, rec);
	if (err)
		return err < 0 ? err : 0;
	err = add_attrs(cv);
	if (!err)
		err = perfdata_writer__start(cv->w);
	return err ? err : copy_record(cv, rec);
}

/* How many DIR/data.N: by CPUs. One when records cannot be sorted by time. */
static unsigned int choose_nr_streams(struct convert *cv)
{
	const struct perfdata_feature *f = perfdata__find_feature(cv->pd, PERFDATA_F_NRCPUS);
	uint32_t nr = STREAMS_DEFAULT;
	uint8_t *bytes;
	size_t i, len;

	for (i = 0; i < cv->evlist->nr; i++) {
		const struct perf_event_attr *attr = &cv->evlist->attrs[i].attr;

		if (!(attr->sample_type & PERF_SAMPLE_TIME) ||
		    !(attr->sample_type & PERF_SAMPLE_CPU) || !attr->sample_id_all)
			return 1;
	}
	if (f && !perfdata__load_feature(cv->pd, f, &bytes, &len)) {
		if (len >= 8)
			nr = load_u32(bytes + 4);
		free(bytes);
	}
	return MIN(MAX(nr, 1U), 64U);
}

/* The names of events for the header, when the pipe told them in EVENT_UPDATE records only. */
static int add_event_desc(struct convert *cv)
{
	const uint32_t head[2] = { (uint32_t)cv->evlist->nr, PERFDATA_ATTR_SIZE };
	struct strbuf s = {};
	size_t i;
	int err;

	if (perfdata_writer__has_feature(cv->w, PERFDATA_F_EVENT_DESC) || !cv->evlist->nr)
		return 0;
	strbuf__add(&s, (const char *)head, sizeof(head));
	for (i = 0; i < cv->evlist->nr; i++) {
		const struct perfdata_attr *attr = &cv->evlist->attrs[i];
		const char *name = attr->name ? attr->name : "unknown";
		const uint32_t nr_ids = (uint32_t)attr->nr_ids,
			       name_len = (uint32_t)((strlen(name) + 64) & ~63ULL);
		uint8_t bytes[PERFDATA_ATTR_SIZE] = {};

		memcpy(bytes, attr->raw, MIN(attr->raw_size, PERFDATA_ATTR_SIZE));
		memcpy(bytes + offsetof(struct perf_event_attr, size), &head[1], sizeof(head[1]));
		strbuf__add(&s, (const char *)bytes, sizeof(bytes));
		strbuf__add(&s, (const char *)&nr_ids, sizeof(nr_ids));
		strbuf__add(&s, (const char *)&name_len, sizeof(name_len));
		strbuf__add(&s, name, strlen(name));
		memset(bytes, 0, sizeof(bytes));
		strbuf__add(&s, (const char *)bytes, name_len - strlen(name));
		strbuf__add(&s, (const char *)attr->ids, 8 * attr->nr_ids);
	}
	err = strbuf__error(&s);
	if (!err)
		err = perfdata_writer__add_feature(cv->w, PERFDATA_F_EVENT_DESC,
						   (const uint8_t *)s.text, s.len);
	strbuf__free(&s);
	return err;
}

/* What a pipe could not know, or said too early. */
static int complete_header(struct convert *cv)
{
	const uint64_t times[2] = { cv->first_ns, cv->last_ns };
	int err;

	if (cv->opts->out.form == PERFDATA_FORM_PIPE)
		return 0;
	if (cv->first_ns &&
	    (cv->is_from_pipe || !perfdata_writer__has_feature(cv->w, PERFDATA_F_SAMPLE_TIME))) {
		err = perfdata_writer__add_feature(cv->w, PERFDATA_F_SAMPLE_TIME,
						   (const uint8_t *)times, sizeof(times));
		if (err)
			return err;
	}
	return cv->is_from_pipe ? add_event_desc(cv) : 0;
}

static int convert_all(struct convert *cv)
{
	struct perfdata_record rec;
	int err, more = 0;

	err = add_attrs(cv);
	if (!err)
		err = add_features(cv);
	/* A pipe tells its events first; only then can the writer begin. */
	if (!err && !cv->is_from_pipe)
		err = perfdata_writer__start(cv->w);
	while (!err && (more = perfdata__next(cv->pd, &rec)) > 0)
		err = convert_record(cv, &rec);
	if (!err)
		err = more;
	if (!err)
		err = add_attrs(cv);
	if (!err)
		err = complete_header(cv);
	return err ? err : perfdata_writer__finish(cv->w);
}

int perfdata_convert__run(struct perfdata *pd, const struct perfdata_convert_opts *opts,
			  struct perfdata_converted *ret_converted)
{
	struct convert cv = {
		.pd = pd,
		.opts = opts,
		.result = ret_converted,
		.evlist = perfdata__evlist(pd),
		.is_from_pipe = perfdata__form(pd) == PERFDATA_FORM_PIPE,
		.is_to_dir = opts->out.form == PERFDATA_FORM_DIR,
	};
	struct perfdata_writer_opts out = opts->out;
	int err;

	*ret_converted = (struct perfdata_converted){};
	if (cv.is_to_dir)
		out.nr_streams = choose_nr_streams(&cv);
	err = perfdata_writer__open(&cv.w, &out);
	if (err)
		return err;
	err = convert_all(&cv);
	ret_converted->nr_split = perfdata_writer__nr_split(cv.w);
	ret_converted->nr_lost = perfdata_writer__nr_lost(cv.w) + perfdata_join__is_open(&cv.join);
	if (perfdata_join__is_open(&cv.join) && out.report.say)
		out.report.say(out.report.ctx, "a BPF program or BTF lacks its last parts");
	perfdata_join__free(&cv.join);
	perfdata_writer__free(cv.w);
	return err;
}
