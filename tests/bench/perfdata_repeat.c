// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * perfdata_repeat.c - IN OUT MEGABYTES: a long recording of a short one. All of IN is written once,
 * then its samples again and again, each time later, until OUT is large enough: the same processes
 * that run on. IN is the file form, and its samples have times.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "perfdata_cursor.h"
#include "perfdata_sample.h"
#include "perfdata_writer.h"
#include "util.h"

struct repeat {
	struct perfdata *pd;
	struct perfdata_writer *w;
	struct perfdata_stream *stream;
	uint64_t first_ns, last_ns;
	uint64_t later_ns;
};

/* Where a sample has its time, in bytes from its start. */
static size_t time_offset(const struct perfdata_attr *attr)
{
	const uint64_t before = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID;

	return sizeof(struct perf_event_header) +
	       8 * (size_t)__builtin_popcountll(attr->attr.sample_type & before);
}

static int write_sample(struct repeat *r, const struct perfdata_record *rec)
{
	const struct perfdata_attr *attr =
		perfdata_evlist__of_record(perfdata__evlist(r->pd), rec->bytes, rec->size);
	uint8_t copy[PERFDATA_RECORD_MAX];
	const size_t at = time_offset(attr);
	uint64_t time_ns;

	if (!(attr->attr.sample_type & PERF_SAMPLE_TIME) || at + 8 > rec->size)
		return -EINVAL;
	memcpy(copy, rec->bytes, rec->size);
	time_ns = load_u64(copy + at);
	r->first_ns = r->first_ns ? MIN(r->first_ns, time_ns) : time_ns;
	r->last_ns = MAX(r->last_ns, time_ns);
	time_ns += r->later_ns;
	memcpy(copy + at, &time_ns, sizeof(time_ns));
	return perfdata_stream__record(r->stream, copy, rec->size);
}

static int begin(struct repeat *r, const char *out)
{
	const struct perfdata_writer_opts opts = { .form = PERFDATA_FORM_FILE, .path = out };
	struct perfdata_evlist *evlist = perfdata__evlist(r->pd);
	const struct perfdata_feature *features;
	size_t nr, i, len;
	uint8_t *bytes;
	int err = perfdata_writer__open(&r->w, &opts);

	for (i = 0; i < evlist->nr && !err; i++)
		err = perfdata_writer__add_attr(r->w, &evlist->attrs[i]);
	features = perfdata__features(r->pd, &nr);
	for (i = 0; i < nr && !err; i++) {
		err = perfdata__load_feature(r->pd, &features[i], &bytes, &len);
		if (err)
			return err;
		/* Its times are not those of the long one. */
		if (features[i].id != PERFDATA_F_SAMPLE_TIME)
			err = perfdata_writer__add_feature(r->w, features[i].id, bytes, len);
		free(bytes);
	}
	if (!err)
		err = perfdata_writer__start(r->w);
	if (!err)
		r->stream = perfdata_writer__stream(r->w, 0);
	return err;
}

static int write_all(struct repeat *r, uint64_t size)
{
	const struct perf_event_header round = { .type = PERFDATA_FINISHED_ROUND,
						 .size = sizeof(round) };
	struct perfdata_record rec;
	int err = 0, more;

	do {
		while (!err && (more = perfdata__next(r->pd, &rec)) > 0) {
			if (rec.type == PERF_RECORD_SAMPLE)
				err = write_sample(r, &rec);
			else if (!r->later_ns && rec.type != PERFDATA_COMPRESSED)
				err = perfdata_stream__record(r->stream, rec.bytes, rec.size);
		}
		if (!err)
			err = perfdata_stream__record(r->stream, &round, sizeof(round));
		if (!err)
			err = more < 0 ? more : perfdata__rewind(r->pd);
		r->later_ns += r->last_ns - r->first_ns + 1;
	} while (!err && r->last_ns && perfdata_stream__offset(r->stream) < size);
	return err ? err : perfdata_writer__finish(r->w);
}

int main(int argc, char **argv)
{
	struct repeat r = {};
	int err;

	if (argc != 4) {
		fprintf(stderr, "Usage: perfdata_repeat IN OUT MEGABYTES\n");
		return 2;
	}
	err = perfdata__open(&r.pd, argv[1], NULL);
	if (!err)
		err = begin(&r, argv[2]);
	if (!err)
		err = write_all(&r, strtoull(argv[3], NULL, 10) << 20);
	if (err)
		fprintf(stderr, "perfdata_repeat: %s\n", strerror(-err));
	perfdata_writer__free(r.w);
	perfdata__close(r.pd);
	return err != 0;
}
