// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * forwarded_show.c - see forwarded_show.h. The records of several CPUs are in no order of time, and of
 * a stream the types come at any place: records wait in a temporary file, their times in memory.
 */
#include "forwarded_show.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "bpf_progs.h"
#include "forwarded.h"
#include "perfdata_cursor.h"
#include "sample_spool.h"
#include "util.h"

static const struct text_style style = {
	.object_open = "{ ",
	.object_close = " }",
	.array_open = "{ ",
	.array_close = " }",
	.separator = ", ",
	.member_prefix = ".",
	.assign = " = ",
	.tight_empty = true,
};

/** struct entry - @offset: in the spool, which is in the order of the recording. */
struct entry {
	uint64_t time_ns;
	int64_t offset;
};

struct forwarded_list {
	struct perfdata *pd;
	struct bpf_progs *tasks; /* what they were called */
	struct forwarded_types *types;
	struct sample_spool spool;
	struct entry *entries;
	size_t nr, size;
	struct forwarded_totals totals;
};

/* What is damaged is left out. */
static int take(struct forwarded_list *list, int err)
{
	list->totals.damaged += err == -EINVAL;
	return err == -EINVAL ? 0 : err;
}

/* ---- reading ---- */

static int read_features(struct forwarded_list *list)
{
	const struct perfdata_feature *feature =
		perfdata__find_feature(list->pd, PERFDATA_F_BPF_BTF);
	uint8_t *bytes;
	size_t len;
	int err;

	if (!feature)
		return 0;
	err = perfdata__load_feature(list->pd, feature, &bytes, &len);
	if (err)
		return err;
	err = take(list, forwarded_types__add_feature(list->types, perfdata__evlist(list->pd),
						      feature->id, bytes, len));
	free(bytes);
	return err;
}

static int add_sample(struct forwarded_list *list, const struct perfdata_record *rec)
{
	const struct perfdata_attr *attr =
		perfdata_evlist__of_record(perfdata__evlist(list->pd), rec->bytes, rec->size);
	const int64_t offset = sample_spool__tell(&list->spool);
	struct perfdata_sample sample;
	int err;

	if (!forwarded__is(attr))
		return 0;
	if (offset < 0)
		return (int)offset;
	err = perfdata_sample__parse(&sample, attr, rec->bytes, rec->size);
	if (err)
		return take(list, err);
	if (array__grow(&list->entries, list->nr, &list->size, sizeof(*list->entries)))
		return -ENOMEM;
	err = sample_spool__add(&list->spool, rec);
	if (!err)
		list->entries[list->nr++] = (struct entry){ sample.time, offset };
	return err;
}

static int add_record(struct forwarded_list *list, const struct perfdata_record *rec)
{
	struct perfdata_evlist *evlist = perfdata__evlist(list->pd);
	int err;

	switch (rec->type) {
	case PERF_RECORD_SAMPLE:
		return add_sample(list, rec);
	case PERF_RECORD_LOST: /* header, id, how many */
		if (rec->size >= 24)
			list->totals.lost += load_u64(rec->bytes + 16);
		return 0;
	case PERF_RECORD_COMM:
	case PERF_RECORD_FORK:
		return take(list, bpf_progs__add_record(list->tasks, evlist, rec));
	}
	err = forwarded_types__add_record(list->types, evlist, rec);
	return take(list, err);
}

static int by_time(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->time_ns != y->time_ns)
		return x->time_ns < y->time_ns ? -1 : 1;
	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static int read_all(struct forwarded_list *list)
{
	struct perfdata_record rec;
	int more, err;

	list->tasks = bpf_progs__new();
	list->types = forwarded_types__new();
	if (!list->tasks || !list->types)
		return -ENOMEM;
	err = read_features(list);
	if (err)
		return err;
	while ((more = perfdata__next(list->pd, &rec)) > 0) {
		err = add_record(list, &rec);
		if (err)
			return err;
	}
	if (more < 0)
		return more;
	if (list->nr)
		qsort(list->entries, list->nr, sizeof(*list->entries), by_time);
	list->totals.records = list->nr;
	err = bpf_progs__resolve(list->tasks);
	return err ? err : sample_spool__rewind(&list->spool);
}

int forwarded_list__read(struct forwarded_list **ret_list, struct perfdata *pd)
{
	struct forwarded_list *list = calloc(1, sizeof(*list));
	int err;

	if (!list)
		return -ENOMEM;
	list->pd = pd;
	err = read_all(list);
	if (err)
		forwarded_list__free(list);
	else
		*ret_list = list;
	return err;
}

void forwarded_list__free(struct forwarded_list *list)
{
	if (!list)
		return;
	bpf_progs__free(list->tasks);
	forwarded_types__free(list->types);
	sample_spool__free(&list->spool);
	free(list->entries);
	free(list);
}

const struct forwarded_totals *forwarded_list__totals(const struct forwarded_list *list)
{
	return &list->totals;
}

/* ---- showing ---- */

static void put_uint(struct out *out, const char *name, uint64_t value)
{
	out__member(out, name);
	out__uint(out, value);
}

static void put_text(struct out *out, const char *name, const char *text, size_t len)
{
	out__member(out, name);
	out__str(out, text, len, false);
}

static const char *comm_of(const struct forwarded_list *list, const struct perfdata_sample *s)
{
	uint64_t from_ns, to_ns;

	return bpf_progs__comm(list->tasks, s->tid, s->time, &from_ns, &to_ns);
}

static void show_json(const struct forwarded_list *list, const struct perfdata_attr *attr,
		      const struct perfdata_sample *s, const struct forwarded_value *value,
		      struct strbuf *buf)
{
	const char *comm = comm_of(list, s);
	size_t len;
	const char *event = forwarded__event(attr, &len);
	struct out out;

	out__init_json(&out, buf);
	out__begin(&out, OUT_OBJECT);
	put_uint(&out, "time", s->time);
	put_text(&out, "event", event, len);
	put_uint(&out, "cpu", s->cpu);
	out__member(&out, "pid");
	out__sint(&out, (int32_t)s->pid);
	out__member(&out, "tid");
	out__sint(&out, (int32_t)s->tid);
	put_text(&out, "comm", comm, strlen(comm));
	out__member(&out, "ip");
	out__hex(&out, s->ip);
	if (value->type)
		put_text(&out, "type", value->type, strlen(value->type));
	out__member(&out, "value");
	forwarded_value__put(value, &out);
	out__end(&out, OUT_OBJECT);
}

static void show_text(const struct forwarded_list *list, const struct perfdata_attr *attr,
		      const struct perfdata_sample *s, const struct forwarded_value *value,
		      struct strbuf *buf)
{
	const char *comm = comm_of(list, s);
	size_t len, start = buf->len;
	const char *event = forwarded__event(attr, &len);
	struct out out;

	strbuf__add_visible(buf, comm, strlen(comm));
	strbuf__pad(buf, start, 16);
	strbuf__addf(buf, " %7d/%-7d [%03u] %5llu.%09llu: ", (int32_t)s->pid, (int32_t)s->tid,
		     s->cpu, s->time / NSEC_PER_SEC, s->time % NSEC_PER_SEC);
	strbuf__add_visible(buf, event, len);
	strbuf__adds(buf, ": ");
	if (value->type) {
		strbuf__add_visible(buf, value->type, strlen(value->type));
		strbuf__addc(buf, ' ');
	}
	out__init_text(&out, &style, buf);
	forwarded_value__put(value, &out);
}

static int show_entry(struct forwarded_list *list, const struct entry *entry, bool json,
		      struct sink *sink)
{
	const struct perfdata_attr *attr;
	struct forwarded_value value;
	struct perfdata_sample sample;
	struct perfdata_record rec;
	int err = sample_spool__at(&list->spool, entry->offset, &rec);

	if (err)
		return err;
	attr = perfdata_evlist__of_record(perfdata__evlist(list->pd), rec.bytes, rec.size);
	if (!forwarded__is(attr) || perfdata_sample__parse(&sample, attr, rec.bytes, rec.size) ||
	    forwarded_types__value(list->types, attr, &sample, &value)) {
		list->totals.damaged++;
		return 0;
	}
	list->totals.untyped += !value.plan;
	if (json)
		show_json(list, attr, &sample, &value, &sink->buf);
	else
		show_text(list, attr, &sample, &value, &sink->buf);
	strbuf__addc(&sink->buf, '\n');
	return sink__line(sink);
}

int forwarded_list__show(struct forwarded_list *list, bool json, struct sink *sink)
{
	size_t i;
	int err = 0;

	for (i = 0; i < list->nr && !err; i++)
		err = show_entry(list, &list->entries[i], json, sink);
	return err;
}
