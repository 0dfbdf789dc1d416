// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* perfdata_dump.c - see perfdata_dump.h. */
#include "perfdata_dump.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "forwarded.h"
#include "out.h"
#include "perfdata_counts.h"
#include "perfdata_names.h"
#include "perfdata_show.h"

static const struct text_style style = {
	.object_open = "{ ",
	.object_close = " }",
	.array_open = "[",
	.array_close = "]",
	.separator = ", ",
	.member_prefix = "",
	.assign = ": ",
	.tight_empty = true,
};

struct dump {
	struct perfdata *pd;
	const struct perfdata_dump_opts *opts;
	struct sink *sink;
	struct out out;
	struct forwarded_types *types;
	struct perfdata_counts counts;
	uint64_t nr_features;
};

static int end_line(struct dump *d)
{
	strbuf__addc(&d->sink->buf, '\n');
	return sink__line(d->sink);
}

/* Begin a line: in JSON an object with @kind, in text the words that the caller adds. */
static void begin_json(struct dump *d, const char *kind)
{
	out__begin(&d->out, OUT_OBJECT);
	out__member(&d->out, "kind");
	out__word(&d->out, kind, strlen(kind));
}

static const char *form_name(const struct perfdata *pd)
{
	static const char *const names[] = {
		[PERFDATA_FORM_FILE] = "file",
		[PERFDATA_FORM_DIR] = "directory",
		[PERFDATA_FORM_PIPE] = "pipe",
	};

	return names[perfdata__form(pd)];
}

static void say_uint(struct out *o, const char *name, uint64_t value)
{
	out__member(o, name);
	out__uint(o, value);
}

/* What is damaged is told as the feature that it is. */
static int read_types(struct dump *d)
{
	const struct perfdata_feature *f = perfdata__find_feature(d->pd, PERFDATA_F_BPF_BTF);
	uint8_t *bytes;
	size_t len;
	int err;

	d->types = forwarded_types__new();
	if (!d->types)
		return -ENOMEM;
	if (!f)
		return 0;
	err = perfdata__load_feature(d->pd, f, &bytes, &len);
	if (err)
		return err;
	err = forwarded_types__add_feature(d->types, perfdata__evlist(d->pd), f->id, bytes, len);
	free(bytes);
	return err == -EINVAL ? 0 : err;
}

static int dump_header(struct dump *d)
{
	const struct perfdata_file_header *h = perfdata__header(d->pd);
	struct out *o = &d->out;

	if (d->opts->json) {
		begin_json(d, "header");
	} else {
		strbuf__adds(&d->sink->buf, "header ");
		out__begin(o, OUT_OBJECT);
	}
	out__member(o, "form");
	out__word(o, form_name(d->pd), strlen(form_name(d->pd)));
	if (h) {
		say_uint(o, "size", h->size);
		say_uint(o, "attr_size", h->attr_size);
		out__member(o, "data_offset");
		out__hex(o, h->data.offset);
		say_uint(o, "data_size", h->data.size);
		say_uint(o, "files", perfdata__nr_files(d->pd));
	}
	if (perfdata__is_unfinished(d->pd)) {
		out__member(o, "unfinished");
		out__bool(o, true);
	}
	out__end(o, OUT_OBJECT);
	return end_line(d);
}

static int dump_attr(struct dump *d, size_t idx)
{
	const struct perfdata_attr *attr = &perfdata__evlist(d->pd)->attrs[idx];
	const char *name = attr->name ? attr->name : "";
	struct out *o = &d->out;
	size_t i;

	if (d->opts->json) {
		begin_json(d, "event");
		say_uint(o, "idx", idx);
	} else {
		strbuf__addf(&d->sink->buf, "event %zu ", idx);
		out__begin(o, OUT_OBJECT);
	}
	out__member(o, "name");
	out__str(o, name, strlen(name), false);
	out__member(o, "attr");
	perfdata_show__attr(o, attr);
	out__member(o, "ids");
	out__begin(o, OUT_ARRAY);
	for (i = 0; i < attr->nr_ids; i++)
		out__uint(o, attr->ids[i]);
	out__end(o, OUT_ARRAY);
	out__end(o, OUT_OBJECT);
	return end_line(d);
}

static int dump_feature(struct dump *d, const struct perfdata_feature *f)
{
	struct out *o = &d->out;
	const char *name = perfdata_feature__name(f->id);
	uint8_t *bytes;
	size_t len;
	int err;

	err = perfdata__load_feature(d->pd, f, &bytes, &len);
	if (err)
		return err;
	d->nr_features++;
	if (d->opts->json) {
		begin_json(d, "feature");
		say_uint(o, "id", f->id);
		out__member(o, "name");
		if (name)
			out__word(o, name, strlen(name));
		else
			out__none(o, "unknown", strlen("unknown"));
		out__member(o, "offset");
		out__uint(o, f->at.offset);
		out__member(o, "value");
	} else {
		strbuf__addf(&d->sink->buf, "feature %u %s %#" PRIx64 " ", f->id,
			     name ? name : "unknown", f->at.offset);
	}
	perfdata_show__feature(o, f->id, bytes, len);
	if (d->opts->json)
		out__end(o, OUT_OBJECT);
	free(bytes);
	return end_line(d);
}

static int dump_start(struct dump *d)
{
	const struct perfdata_feature *features;
	size_t nr, i;
	int err;

	err = dump_header(d);
	for (i = 0; i < perfdata__evlist(d->pd)->nr && !err; i++)
		err = dump_attr(d, i);
	features = perfdata__features(d->pd, &nr);
	for (i = 0; i < nr && !err; i++)
		err = dump_feature(d, &features[i]);
	return err;
}

static bool is_wanted(const struct perfdata_dump_opts *opts, uint32_t type)
{
	size_t i;

	for (i = 0; i < opts->nr_only; i++) {
		if (opts->only[i] == type)
			return true;
	}
	return !opts->nr_only;
}

/* "KSYMBOL", or "type 99". */
static void add_type(struct strbuf *buf, uint32_t type)
{
	const char *name = perfdata_type__name(type);

	if (name)
		strbuf__adds(buf, name);
	else
		strbuf__addf(buf, "type %u", type);
}

/* The value in the raw data of a sample that a program forwarded. */
static bool find_value(struct dump *d, const struct perfdata_record *rec,
		       struct forwarded_value *ret_value)
{
	const struct perfdata_attr *attr;
	struct perfdata_sample sample;

	if (rec->type != PERF_RECORD_SAMPLE)
		return false;
	attr = perfdata_evlist__of_record(perfdata__evlist(d->pd), rec->bytes, rec->size);
	return forwarded__is(attr) &&
	       !perfdata_sample__parse(&sample, attr, rec->bytes, rec->size) &&
	       !forwarded_types__value(d->types, attr, &sample, ret_value);
}

static void show_value(struct dump *d, const struct forwarded_value *value)
{
	out__begin(&d->out, OUT_OBJECT);
	if (value->type) {
		out__member(&d->out, "type");
		out__str(&d->out, value->type, strlen(value->type), false);
	}
	out__member(&d->out, "value");
	forwarded_value__put(value, &d->out);
	out__end(&d->out, OUT_OBJECT);
}

static void json_record(struct dump *d, const struct perfdata_record *rec)
{
	struct perfdata_evlist *evlist = perfdata__evlist(d->pd);
	struct out *o = &d->out;
	const char *file = perfdata__file_name(d->pd, rec->file);
	struct forwarded_value value;

	begin_json(d, "record");
	say_uint(o, "offset", rec->offset);
	if (perfdata__form(d->pd) == PERFDATA_FORM_DIR) {
		out__member(o, "file");
		out__str(o, rec->file ? file : "data", strlen(rec->file ? file : "data"), false);
	}
	if (rec->unpacked) {
		out__member(o, "unpacked");
		out__bool(o, true);
	}
	out__member(o, "type");
	out__symbol(o, &syms_perfdata_types, rec->type);
	say_uint(o, "size", rec->size);
	say_uint(o, "misc", rec->misc);
	out__member(o, "fields");
	perfdata_show__record(o, evlist, rec);
	if (perfdata_show__has_sample_id(evlist, rec)) {
		out__member(o, "sample_id");
		perfdata_show__sample_id(o, evlist, rec);
	}
	if (find_value(d, rec, &value)) {
		out__member(o, "forwarded");
		show_value(d, &value);
	}
	if (d->opts->raw) {
		out__member(o, "raw");
		perfdata_show__hex(o, rec->bytes, rec->size);
	}
	out__end(o, OUT_OBJECT);
}

static void text_record(struct dump *d, const struct perfdata_record *rec)
{
	struct perfdata_evlist *evlist = perfdata__evlist(d->pd);
	struct strbuf *buf = &d->sink->buf;
	struct forwarded_value value;

	if (perfdata__form(d->pd) == PERFDATA_FORM_DIR) {
		if (rec->file)
			strbuf__add_escaped(buf, perfdata__file_name(d->pd, rec->file),
					    strlen(perfdata__file_name(d->pd, rec->file)));
		else
			strbuf__adds(buf, "data");
		strbuf__addc(buf, ' ');
	}
	strbuf__addf(buf, "%#" PRIx64 "%s ", rec->offset, rec->unpacked ? "+" : "");
	add_type(buf, rec->type);
	strbuf__addf(buf, " size %u misc %#x ", rec->size, rec->misc);
	perfdata_show__record(&d->out, evlist, rec);
	if (perfdata_show__has_sample_id(evlist, rec)) {
		strbuf__adds(buf, " sample_id ");
		perfdata_show__sample_id(&d->out, evlist, rec);
	}
	if (find_value(d, rec, &value)) {
		strbuf__adds(buf, " forwarded ");
		show_value(d, &value);
	}
	if (d->opts->raw) {
		strbuf__adds(buf, " raw ");
		perfdata_show__hex(&d->out, rec->bytes, rec->size);
	}
}

static int dump_record(struct dump *d, const struct perfdata_record *rec)
{
	const int err = forwarded_types__add_record(d->types, perfdata__evlist(d->pd), rec);

	if (err && err != -EINVAL)
		return err;
	perfdata_counts__add(&d->counts, rec->type, rec->size);
	if (!is_wanted(d->opts, rec->type))
		return 0;
	if (d->opts->json)
		json_record(d, rec);
	else
		text_record(d, rec);
	return end_line(d);
}

static int text_count(struct dump *d, const struct perfdata_count *count)
{
	struct strbuf *buf = &d->sink->buf;
	size_t start = buf->len;

	strbuf__adds(buf, "count ");
	add_type(buf, count->type);
	strbuf__pad(buf, start, 26);
	strbuf__addf(buf, " %10" PRIu64 " records %12" PRIu64 " bytes", count->nr, count->bytes);
	return end_line(d);
}

static int json_count(struct dump *d, const struct perfdata_count *count)
{
	begin_json(d, "count");
	out__member(&d->out, "type");
	out__symbol(&d->out, &syms_perfdata_types, count->type);
	say_uint(&d->out, "records", count->nr);
	say_uint(&d->out, "bytes", count->bytes);
	out__end(&d->out, OUT_OBJECT);
	return end_line(d);
}

static int dump_counts(struct dump *d)
{
	const struct perfdata_counts *counts = &d->counts;
	size_t i;
	int err = 0;

	for (i = 0; i < counts->nr && !err; i++)
		err = d->opts->json ? json_count(d, &counts->of[i]) : text_count(d, &counts->of[i]);
	if (err)
		return err;
	if (d->opts->json) {
		begin_json(d, "total");
		say_uint(&d->out, "records", counts->total);
		say_uint(&d->out, "other", counts->other);
		say_uint(&d->out, "features", d->nr_features);
		out__member(&d->out, "complete");
		out__bool(&d->out, !perfdata__is_incomplete(d->pd));
		out__end(&d->out, OUT_OBJECT);
		return end_line(d);
	}
	if (counts->other) {
		strbuf__addf(&d->sink->buf, "count of more types     %10" PRIu64 " records",
			     counts->other);
		err = end_line(d);
		if (err)
			return err;
	}
	strbuf__addf(&d->sink->buf, "total %" PRIu64 " records, %" PRIu64 " features%s",
		     counts->total, d->nr_features,
		     perfdata__is_incomplete(d->pd) ? ", INCOMPLETE" : "");
	return end_line(d);
}

int perfdata_dump__run(struct perfdata *pd, const struct perfdata_dump_opts *opts,
		       struct sink *sink)
{
	struct dump *d = calloc(1, sizeof(*d));
	struct perfdata_record rec;
	int err = 0, more = 0;

	if (!d)
		return -ENOMEM;
	d->pd = pd;
	d->opts = opts;
	d->sink = sink;
	if (opts->json)
		out__init_json(&d->out, &sink->buf);
	else
		out__init_text(&d->out, &style, &sink->buf);
	err = read_types(d);
	if (!err && !opts->no_header)
		err = dump_start(d);
	while (!err && (more = perfdata__next(pd, &rec)) > 0)
		err = dump_record(d, &rec);
	if (!err)
		err = more;
	if (!err)
		err = dump_counts(d);
	forwarded_types__free(d->types);
	free(d);
	return err;
}
