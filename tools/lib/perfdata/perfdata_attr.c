// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* perfdata_attr.c - see perfdata_attr.h. */
#include "perfdata_attr.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "perfdata_cursor.h"
#include "util.h"

void perfdata_evlist__free(struct perfdata_evlist *evlist)
{
	size_t i;

	for (i = 0; i < evlist->nr; i++) {
		free(evlist->attrs[i].raw);
		free(evlist->attrs[i].ids);
		free(evlist->attrs[i].name);
	}
	free(evlist->attrs);
	free(evlist->index);
	*evlist = (struct perfdata_evlist){};
}

uint32_t perfdata_attr__size(const uint8_t *bytes, size_t len)
{
	uint32_t size;

	if (len < PERFDATA_ATTR_SIZE_MIN)
		return 0;
	size = load_u32(bytes + offsetof(struct perf_event_attr, size));
	if (!size)
		size = PERFDATA_ATTR_SIZE_MIN;
	if (size < PERFDATA_ATTR_SIZE_MIN || size > len || size > PERFDATA_ATTR_SIZE_MAX)
		return 0;
	return size;
}

/* What of sample_type stands in a sample_id, 8 bytes each. */
#define SAMPLE_ID_FIELDS                                                               \
	(PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | \
	 PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER)

static uint32_t trailer_size(const struct perf_event_attr *attr)
{
	if (!attr->sample_id_all)
		return 0;
	return 8 * (uint32_t)__builtin_popcountll(attr->sample_type & SAMPLE_ID_FIELDS);
}

static int grow_attrs(struct perfdata_evlist *evlist)
{
	struct perfdata_attr *attrs;

	/* Powers of two are when it is full. */
	if (evlist->nr & (evlist->nr - 1))
		return 0;
	attrs = reallocarray(evlist->attrs, evlist->nr ? 2 * evlist->nr : 1, sizeof(*attrs));
	if (!attrs)
		return -ENOMEM;
	evlist->attrs = attrs;
	return 0;
}

int perfdata_evlist__add(struct perfdata_evlist *evlist, const uint8_t *bytes, uint32_t size,
			 const uint8_t *ids, size_t nr_ids)
{
	struct perfdata_attr attr = { .raw_size = size, .nr_ids = nr_ids };
	const struct perf_event_attr *first;

	if (evlist->nr >= PERFDATA_ATTRS_MAX || nr_ids > PERFDATA_IDS_MAX - evlist->nr_ids)
		return -E2BIG;
	if (grow_attrs(evlist))
		return -ENOMEM;
	attr.raw = malloc(size);
	attr.ids = calloc(nr_ids ? nr_ids : 1, sizeof(*attr.ids));
	if (!attr.raw || !attr.ids) {
		free(attr.raw);
		free(attr.ids);
		return -ENOMEM;
	}
	memcpy(attr.raw, bytes, size);
	memcpy(&attr.attr, bytes, MIN(size, sizeof(attr.attr)));
	if (nr_ids)
		memcpy(attr.ids, ids, nr_ids * sizeof(*attr.ids));
	attr.trailer_size = trailer_size(&attr.attr);
	evlist->attrs[evlist->nr++] = attr;
	evlist->nr_ids += nr_ids;
	evlist->index_is_old = true;
	evlist->has_build_ids |= attr.attr.build_id;
	first = &evlist->attrs[0].attr;
	if (evlist->nr == 1)
		evlist->same_layout = true;
	else if (first->sample_type != attr.attr.sample_type ||
		 first->sample_id_all != attr.attr.sample_id_all)
		evlist->same_layout = false;
	return 0;
}

/* All ATTR records of it so far were full. */
static bool may_go_on(const struct perfdata_attr *attr, const uint8_t *bytes, uint32_t size)
{
	return attr->nr_ids && attr->nr_ids % PERFDATA_ATTR_IDS_MAX(size) == 0 &&
	       attr->raw_size == size && !memcmp(attr->raw, bytes, size);
}

static int add_ids(struct perfdata_evlist *evlist, struct perfdata_attr *attr, const uint8_t *ids,
		   size_t nr_ids)
{
	uint64_t *more;

	if (nr_ids > PERFDATA_IDS_MAX - evlist->nr_ids)
		return -E2BIG;
	more = reallocarray(attr->ids, attr->nr_ids + nr_ids, sizeof(*more));
	if (!more)
		return -ENOMEM;
	memcpy(more + attr->nr_ids, ids, nr_ids * sizeof(*more));
	attr->ids = more;
	attr->nr_ids += nr_ids;
	evlist->nr_ids += nr_ids;
	evlist->index_is_old = true;
	return 0;
}

int perfdata_evlist__add_of_pipe(struct perfdata_evlist *evlist, const uint8_t *bytes,
				 uint32_t size, const uint8_t *ids, size_t nr_ids)
{
	size_t i;

	for (i = 0; i < evlist->nr && nr_ids; i++) {
		if (may_go_on(&evlist->attrs[i], bytes, size))
			return add_ids(evlist, &evlist->attrs[i], ids, nr_ids);
	}
	return perfdata_evlist__add(evlist, bytes, size, ids, nr_ids);
}

int perfdata_evlist__set_name(struct perfdata_evlist *evlist, size_t idx, const char *name,
			      size_t len)
{
	char *copy;

	if (idx >= evlist->nr)
		return 0;
	copy = strndup(name, len);
	if (!copy)
		return -ENOMEM;
	free(evlist->attrs[idx].name);
	evlist->attrs[idx].name = copy;
	return 0;
}

static int compare_ids(const void *a, const void *b)
{
	const struct perfdata_id *x = a, *y = b;

	if (x->id != y->id)
		return x->id < y->id ? -1 : 1;
	return x->attr_idx < y->attr_idx ? -1 : x->attr_idx > y->attr_idx;
}

static void build_index(struct perfdata_evlist *evlist)
{
	size_t i, j, nr = 0;

	free(evlist->index);
	evlist->index_len = 0;
	evlist->index_is_old = false;
	evlist->index = calloc(evlist->nr_ids ? evlist->nr_ids : 1, sizeof(*evlist->index));
	if (!evlist->index)
		return;
	for (i = 0; i < evlist->nr; i++) {
		for (j = 0; j < evlist->attrs[i].nr_ids; j++)
			evlist->index[nr++] = (struct perfdata_id){ .id = evlist->attrs[i].ids[j],
								    .attr_idx = (uint32_t)i };
	}
	qsort(evlist->index, nr, sizeof(*evlist->index), compare_ids);
	evlist->index_len = nr;
}

const struct perfdata_attr *perfdata_evlist__find_id(struct perfdata_evlist *evlist, uint64_t id)
{
	size_t low = 0, high, mid;

	if (evlist->index_is_old)
		build_index(evlist);
	for (high = evlist->index_len; low < high;) {
		mid = low + (high - low) / 2;
		if (evlist->index[mid].id < id)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == evlist->index_len || evlist->index[low].id != id)
		return NULL;
	return &evlist->attrs[evlist->index[low].attr_idx];
}

/* Where a sample has its event's id, in bytes behind the header; -1 when it has none. */
static int id_offset_of_sample(uint64_t sample_type)
{
	const uint64_t before = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
				PERF_SAMPLE_ADDR;

	if (sample_type & PERF_SAMPLE_IDENTIFIER)
		return 0;
	if (!(sample_type & PERF_SAMPLE_ID))
		return -1;
	return 8 * __builtin_popcountll(sample_type & before);
}

/* Where a sample_id has it, in bytes before the record's end; -1 when it has none. */
static int id_offset_from_end(const struct perf_event_attr *attr)
{
	if (!attr->sample_id_all)
		return -1;
	if (attr->sample_type & PERF_SAMPLE_IDENTIFIER)
		return 8;
	if (!(attr->sample_type & PERF_SAMPLE_ID))
		return -1;
	return 8 + 8 * __builtin_popcountll(attr->sample_type &
					    (PERF_SAMPLE_CPU | PERF_SAMPLE_STREAM_ID));
}

const struct perfdata_attr *perfdata_evlist__of_record(struct perfdata_evlist *evlist,
						       const uint8_t *record, size_t size)
{
	const struct perfdata_attr *first = evlist->attrs, *found = NULL;
	size_t at = 0;
	int offset;

	if (evlist->nr < 2)
		return first;
	if (load_u32(record) == PERF_RECORD_SAMPLE) {
		offset = id_offset_of_sample(first->attr.sample_type);
		at = sizeof(struct perf_event_header) + (size_t)(offset < 0 ? 0 : offset);
	} else {
		offset = id_offset_from_end(&first->attr);
		if (offset > 0 && (size_t)offset <= size)
			at = size - (size_t)offset;
	}
	if (offset >= 0 && at >= sizeof(struct perf_event_header) && at + 8 <= size)
		found = perfdata_evlist__find_id(evlist, load_u64(record + at));
	return found ? found : first;
}
