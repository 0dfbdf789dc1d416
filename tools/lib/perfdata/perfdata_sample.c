// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * perfdata_sample.c - see perfdata_sample.h. The order of the fields is the kernel's
 * (perf_output_sample()); a bit that we do not know ends the decoding, as what follows is unknown.
 */
#include "perfdata_sample.h"

#include <errno.h>
#include <string.h>

#include "perfdata_cursor.h"
#include "util.h"

struct parse {
	struct cursor c;
	const struct perf_event_attr *attr;
	struct perfdata_sample *s;
	const uint8_t *start;
};

static void take_view(struct cursor *c, struct perfdata_view *view, uint64_t nr, uint64_t size)
{
	const uint8_t *at = nr > cursor__left(c) / size ? NULL : cursor__take(c, nr * size);

	if (at)
		*view = (struct perfdata_view){ .at = at, .nr = nr };
	else
		c->cut = true;
}

static void take_tid(struct parse *p)
{
	p->s->pid = cursor__u32(&p->c);
	p->s->tid = cursor__u32(&p->c);
}

static void take_cpu(struct parse *p)
{
	p->s->cpu = cursor__u32(&p->c);
	cursor__u32(&p->c);
}

static void take_read(struct parse *p)
{
	const uint64_t format = p->attr->read_format;
	const bool is_group = format & PERF_FORMAT_GROUP;
	const uint64_t times = format &
			       (PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING);
	const uint64_t per_value =
		1 + !!(format & PERF_FORMAT_ID) + !!(format & PERFDATA_FORMAT_LOST);
	uint64_t words = (uint64_t)__builtin_popcountll(times), nr = 1;
	struct cursor ahead = p->c;

	if (is_group) {
		nr = cursor__u64(&ahead);
		words++;
	}
	if (nr > cursor__left(&p->c) / 8)
		p->c.cut = true;
	else
		take_view(&p->c, &p->s->read, words + nr * per_value, 8);
}

static void take_callchain(struct parse *p)
{
	uint64_t nr = cursor__u64(&p->c);

	take_view(&p->c, &p->s->callchain, nr, 8);
}

static void take_raw(struct parse *p)
{
	uint32_t size = cursor__u32(&p->c);

	take_view(&p->c, &p->s->raw, size, 1);
	/* The kernel pads it; the size says so since 4.9, before it was the reader who had to know. */
	cursor__take(&p->c, (size_t)(p->start - p->c.at) & 7);
}

static void take_branches(struct parse *p)
{
	uint64_t nr = cursor__u64(&p->c);

	if (p->attr->branch_sample_type & PERFDATA_BRANCH_HW_INDEX)
		p->s->branch_hw_idx = cursor__u64(&p->c);
	take_view(&p->c, &p->s->branches, nr, 24);
	if (p->attr->branch_sample_type & PERFDATA_BRANCH_COUNTERS)
		take_view(&p->c, &p->s->branch_counters, nr, 8);
}

static void take_regs(struct parse *p, uint64_t mask, uint64_t *ret_abi, struct perfdata_view *view)
{
	*ret_abi = cursor__u64(&p->c);
	if (*ret_abi)
		take_view(&p->c, view, (uint64_t)__builtin_popcountll(mask), 8);
}

static void take_regs_user(struct parse *p)
{
	take_regs(p, p->attr->sample_regs_user, &p->s->abi_user, &p->s->regs_user);
}

static void take_regs_intr(struct parse *p)
{
	take_regs(p, p->attr->sample_regs_intr, &p->s->abi_intr, &p->s->regs_intr);
}

static void take_stack_user(struct parse *p)
{
	uint64_t size = cursor__u64(&p->c), used;

	if (!size)
		return;
	take_view(&p->c, &p->s->stack_user, size, 1);
	used = cursor__u64(&p->c);
	p->s->stack_user.nr = MIN(p->s->stack_user.nr, used);
}

static void take_aux(struct parse *p)
{
	uint64_t size = cursor__u64(&p->c);

	take_view(&p->c, &p->s->aux, size, 1);
}

/* The fields in their order: a word, or a function for what is more. */
#define WORD(name) .word = offsetof(struct perfdata_sample, name) + 1
static const struct {
	uint64_t bit;
	size_t word;
	void (*take)(struct parse *p);
} fields[] = {
	{ PERF_SAMPLE_IDENTIFIER, WORD(id) },
	{ PERF_SAMPLE_IP, WORD(ip) },
	{ PERF_SAMPLE_TID, .take = take_tid },
	{ PERF_SAMPLE_TIME, WORD(time) },
	{ PERF_SAMPLE_ADDR, WORD(addr) },
	{ PERF_SAMPLE_ID, WORD(id) },
	{ PERF_SAMPLE_STREAM_ID, WORD(stream_id) },
	{ PERF_SAMPLE_CPU, .take = take_cpu },
	{ PERF_SAMPLE_PERIOD, WORD(period) },
	{ PERF_SAMPLE_READ, .take = take_read },
	{ PERF_SAMPLE_CALLCHAIN, .take = take_callchain },
	{ PERF_SAMPLE_RAW, .take = take_raw },
	{ PERF_SAMPLE_BRANCH_STACK, .take = take_branches },
	{ PERF_SAMPLE_REGS_USER, .take = take_regs_user },
	{ PERF_SAMPLE_STACK_USER, .take = take_stack_user },
	{ PERF_SAMPLE_WEIGHT, WORD(weight) },
	{ PERF_SAMPLE_WEIGHT_STRUCT, WORD(weight) },
	{ PERF_SAMPLE_DATA_SRC, WORD(data_src) },
	{ PERF_SAMPLE_TRANSACTION, WORD(transaction) },
	{ PERF_SAMPLE_REGS_INTR, .take = take_regs_intr },
	{ PERF_SAMPLE_PHYS_ADDR, WORD(phys_addr) },
	{ PERF_SAMPLE_CGROUP, WORD(cgroup) },
	{ PERF_SAMPLE_DATA_PAGE_SIZE, WORD(data_page_size) },
	{ PERF_SAMPLE_CODE_PAGE_SIZE, WORD(code_page_size) },
	{ PERF_SAMPLE_AUX, .take = take_aux },
};

static void take_word(struct parse *p, size_t word)
{
	const uint64_t value = cursor__u64(&p->c);

	memcpy((uint8_t *)p->s + word - 1, &value, sizeof(value));
}

int perfdata_sample__parse(struct perfdata_sample *ret_sample, const struct perfdata_attr *attr,
			   const uint8_t *record, size_t size)
{
	struct parse p = { .c = cursor__of(record, size), .s = ret_sample };
	size_t i;

	*ret_sample = (struct perfdata_sample){};
	if (!attr)
		return 0;
	p.attr = &attr->attr;
	cursor__take(&p.c, sizeof(struct perf_event_header));
	p.start = p.c.at;
	for (i = 0; i < ARRAY_SIZE(fields) && !p.c.cut; i++) {
		if (!(attr->attr.sample_type & fields[i].bit))
			continue;
		if (fields[i].take)
			fields[i].take(&p);
		else
			take_word(&p, fields[i].word);
		if (!p.c.cut)
			ret_sample->has |= fields[i].bit;
	}
	return p.c.cut ? -EINVAL : 0;
}

/* What a sample_id has, in its order. */
static const uint64_t trailer_bits[] = { PERF_SAMPLE_TID, PERF_SAMPLE_TIME,
					 PERF_SAMPLE_ID,  PERF_SAMPLE_STREAM_ID,
					 PERF_SAMPLE_CPU, PERF_SAMPLE_IDENTIFIER };

static void take_trailer_field(struct parse *p, uint64_t bit)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(fields); i++) {
		if (fields[i].bit != bit)
			continue;
		if (fields[i].take)
			fields[i].take(p);
		else
			take_word(p, fields[i].word);
		p->s->has |= bit;
	}
}

/* Where the name of a KSYMBOL begins, and a BPF_EVENT ends. */
#define BPF_FIELDS_END 24

bool perfdata_sample__count(const struct perfdata_sample *sample, uint64_t format, uint64_t idx,
			    uint64_t *ret_id, uint64_t *ret_value)
{
	const bool is_group = format & PERF_FORMAT_GROUP;
	const uint64_t times = (uint64_t)__builtin_popcountll(
		format & (PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING));
	const uint64_t size = 2 + !!(format & PERFDATA_FORMAT_LOST);
	const uint64_t value_at = is_group ? 1 + times + idx * size : 0;
	const uint64_t id_at = is_group ? value_at + 1 : 1 + times;

	/* Not more than there are words, so nothing overflows. */
	if (!(format & PERF_FORMAT_ID) || idx >= (is_group ? sample->read.nr : 1) ||
	    id_at >= sample->read.nr)
		return false;
	*ret_value = load_u64(sample->read.at + 8 * value_at);
	*ret_id = load_u64(sample->read.at + 8 * id_at);
	return true;
}

uint64_t perfdata_sample__nr(const struct perfdata_sample *sample, const struct perfdata_attr *attr)
{
	const size_t len = attr && attr->name ? strlen(attr->name) : 0;
	const size_t suffix = strlen(PERFDATA_COUNTS_SUFFIX);

	if (!(sample->has & PERF_SAMPLE_WEIGHT) || len < suffix ||
	    strcmp(attr->name + len - suffix, PERFDATA_COUNTS_SUFFIX))
		return 1;
	return sample->weight;
}

size_t perfdata_sample__true_size(const uint8_t *record, size_t size, size_t trailer_size)
{
	size_t end = BPF_FIELDS_END;

	switch (load_u32(record)) {
	case PERF_RECORD_KSYMBOL:
		if (size <= end)
			return size;
		end += (strnlen((const char *)record + end, size - end) + 8) & ~7UL;
		break;
	case PERF_RECORD_BPF_EVENT:
		break;
	default:
		return size;
	}
	return MIN(size, end + trailer_size);
}

int perfdata_sample__parse_trailer(struct perfdata_sample *ret_sample,
				   const struct perfdata_attr *attr, const uint8_t *record,
				   size_t size)
{
	struct parse p = { .s = ret_sample };
	size_t i;

	*ret_sample = (struct perfdata_sample){};
	if (!attr || !attr->trailer_size)
		return 0;
	if (size < sizeof(struct perf_event_header) + attr->trailer_size)
		return -EINVAL;
	size = perfdata_sample__true_size(record, size, attr->trailer_size);
	if (size < attr->trailer_size)
		return -EINVAL;
	p.c = cursor__of(record + size - attr->trailer_size, attr->trailer_size);
	for (i = 0; i < ARRAY_SIZE(trailer_bits); i++) {
		if (attr->attr.sample_type & trailer_bits[i])
			take_trailer_field(&p, trailer_bits[i]);
	}
	return 0;
}
