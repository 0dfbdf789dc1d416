// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* perfdata_show_sample.c - see perfdata_show.h: the fields of samples and of sample_ids. */
#include <string.h>

#include "perfdata_cursor.h"
#include "perfdata_names.h"
#include "perfdata_sample.h"
#include "perfdata_show.h"
#include "util.h"

/* Elements of an array that are shown; there may be thousands. */
#define ARRAY_SHOWN 128

static void show_view(struct out *o, const char *name, const struct perfdata_view *view)
{
	uint64_t i;

	out__member(o, name);
	out__begin(o, OUT_ARRAY);
	for (i = 0; i < view->nr && i < ARRAY_SHOWN; i++)
		out__hex(o, load_u64(view->at + 8 * i));
	if (i < view->nr)
		out__more(o, view->nr - i);
	out__end(o, OUT_ARRAY);
}

/* The third word of a branch: what is known of it beside its addresses. */
static const struct {
	const char *name;
	uint8_t shift, width;
} branch_fields[] = {
	{ "mispredicted", 0, 1 }, { "predicted", 1, 1 }, { "in_tx", 2, 1 }, { "abort", 3, 1 },
	{ "cycles", 4, 16 },	  { "type", 20, 4 },	 { "spec", 24, 2 }, { "new_type", 26, 4 },
	{ "priv", 30, 3 },	  { "rest", 33, 31 },
};

static void show_branch(struct out *o, const uint8_t *at)
{
	const uint64_t flags = load_u64(at + 16);
	uint64_t value;
	size_t i;

	out__begin(o, OUT_OBJECT);
	out__member(o, "from");
	out__hex(o, load_u64(at));
	out__member(o, "to");
	out__hex(o, load_u64(at + 8));
	for (i = 0; i < ARRAY_SIZE(branch_fields); i++) {
		value = flags >> branch_fields[i].shift & ((1ULL << branch_fields[i].width) - 1);
		if (!value)
			continue;
		out__member(o, branch_fields[i].name);
		out__uint(o, value);
	}
	out__end(o, OUT_OBJECT);
}

static void show_branches(struct out *o, const struct perfdata_sample *s)
{
	uint64_t i;

	out__member(o, "branches");
	out__begin(o, OUT_ARRAY);
	for (i = 0; i < s->branches.nr && i < ARRAY_SHOWN; i++)
		show_branch(o, s->branches.at + 24 * i);
	if (i < s->branches.nr)
		out__more(o, s->branches.nr - i);
	out__end(o, OUT_ARRAY);
}

static void show_bytes_len(struct out *o, const char *name, const struct perfdata_view *view)
{
	out__member(o, name);
	out__uint(o, view->nr);
}

/* The words of a sample, in the order in which they are said. */
#define WORD(name) #name, offsetof(struct perfdata_sample, name)
static const struct {
	uint64_t bit;
	const char *name;
	size_t at;
	bool is_hex;
} words[] = {
	{ PERF_SAMPLE_IP, WORD(ip), true },
	{ PERF_SAMPLE_TIME, WORD(time), false },
	{ PERF_SAMPLE_ID | PERF_SAMPLE_IDENTIFIER, WORD(id), false },
	{ PERF_SAMPLE_STREAM_ID, WORD(stream_id), false },
	{ PERF_SAMPLE_PERIOD, WORD(period), false },
	{ PERF_SAMPLE_ADDR, WORD(addr), true },
	{ PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT, WORD(weight), false },
	{ PERF_SAMPLE_DATA_SRC, WORD(data_src), true },
	{ PERF_SAMPLE_TRANSACTION, WORD(transaction), true },
	{ PERF_SAMPLE_PHYS_ADDR, WORD(phys_addr), true },
	{ PERF_SAMPLE_CGROUP, WORD(cgroup), false },
	{ PERF_SAMPLE_DATA_PAGE_SIZE, WORD(data_page_size), false },
	{ PERF_SAMPLE_CODE_PAGE_SIZE, WORD(code_page_size), false },
};

static void show_words(struct out *o, const struct perfdata_sample *s)
{
	uint64_t value;
	size_t i;

	if (s->has & PERF_SAMPLE_TID) {
		out__member(o, "pid");
		out__sint(o, (int32_t)s->pid);
		out__member(o, "tid");
		out__sint(o, (int32_t)s->tid);
	}
	if (s->has & PERF_SAMPLE_CPU) {
		out__member(o, "cpu");
		out__sint(o, (int32_t)s->cpu);
	}
	for (i = 0; i < ARRAY_SIZE(words); i++) {
		if (!(s->has & words[i].bit))
			continue;
		memcpy(&value, (const uint8_t *)s + words[i].at, sizeof(value));
		out__member(o, words[i].name);
		if (words[i].is_hex)
			out__hex(o, value);
		else
			out__uint(o, value);
	}
}

static void show_views(struct out *o, const struct perfdata_sample *s)
{
	if (s->has & PERF_SAMPLE_READ)
		show_view(o, "read", &s->read);
	if (s->has & PERF_SAMPLE_CALLCHAIN)
		show_view(o, "callchain", &s->callchain);
	if (s->has & PERF_SAMPLE_RAW) {
		out__member(o, "raw");
		perfdata_show__hex(o, s->raw.at, s->raw.nr);
	}
	if (s->has & PERF_SAMPLE_BRANCH_STACK)
		show_branches(o, s);
	if (s->has & PERF_SAMPLE_REGS_USER)
		show_view(o, "regs_user", &s->regs_user);
	if (s->has & PERF_SAMPLE_STACK_USER)
		show_bytes_len(o, "stack_user_len", &s->stack_user);
	if (s->has & PERF_SAMPLE_REGS_INTR)
		show_view(o, "regs_intr", &s->regs_intr);
	if (s->has & PERF_SAMPLE_AUX)
		show_bytes_len(o, "aux_len", &s->aux);
}

void perfdata_show__sample(struct out *o, struct perfdata_evlist *evlist,
			   const struct perfdata_record *rec)
{
	const struct perfdata_attr *attr =
		perfdata_evlist__of_record(evlist, rec->bytes, rec->size);
	struct perfdata_sample sample;
	int err = perfdata_sample__parse(&sample, attr, rec->bytes, rec->size);

	if (attr && attr->name) {
		out__member(o, "event");
		out__str(o, attr->name, strlen(attr->name), false);
	}
	out__member(o, "cpumode");
	out__symbol(o, &syms_perfdata_cpumode, perfdata_record__cpumode(rec));
	show_words(o, &sample);
	show_views(o, &sample);
	if (err) {
		out__member(o, "damaged");
		out__bool(o, true);
	}
}

void perfdata_show__sample_id(struct out *o, struct perfdata_evlist *evlist,
			      const struct perfdata_record *rec)
{
	struct perfdata_sample sample;

	perfdata_sample__parse_trailer(&sample,
				       perfdata_evlist__of_record(evlist, rec->bytes, rec->size),
				       rec->bytes, rec->size);
	out__begin(o, OUT_OBJECT);
	show_words(o, &sample);
	out__end(o, OUT_OBJECT);
}
