/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * perfdata_attr.h - the events of a recording: their attributes, ids and names, and which of them a
 * record belongs to. Attributes of past and future sizes are kept as they are, byte for byte.
 */
#ifndef PERF_AUGMENT_PERFDATA_ATTR_H
#define PERF_AUGMENT_PERFDATA_ATTR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "perfdata_abi.h"

/* Bounds on what a file can make us keep. */
#define PERFDATA_ATTRS_MAX 65536
#define PERFDATA_IDS_MAX (1U << 22)

/**
 * struct perfdata_attr - one event.
 * @attr: the fields that our headers know; zeros behind a smaller attr.
 * @raw: the attr as recorded, @raw_size bytes.
 * @name: "cpu-clock"; NULL when the recording does not say.
 * @trailer_size: bytes of the sample_id behind its side-band records; 0 without one.
 */
struct perfdata_attr {
	struct perf_event_attr attr;
	uint8_t *raw;
	uint32_t raw_size;
	uint32_t trailer_size;
	uint64_t *ids;
	size_t nr_ids;
	char *name;
};

struct perfdata_id {
	uint64_t id;
	uint32_t attr_idx;
};

/**
 * struct perfdata_evlist - all of them, in the order of the recording. All zero is an empty one.
 * @has_build_ids: an event asks for build-ids in its MMAP2.
 * @same_layout: every event has the same sample_type and sample_id_all.
 */
struct perfdata_evlist {
	struct perfdata_attr *attrs;
	size_t nr;
	size_t nr_ids;
	struct perfdata_id *index;
	size_t index_len;
	bool index_is_old;
	bool has_build_ids;
	bool same_layout;
};

void perfdata_evlist__free(struct perfdata_evlist *evlist);

/**
 * perfdata_attr__size() - how many bytes the attr at @bytes says it has; 64 when it says 0.
 * @len: bytes there are.
 * Return: 0 when that is not possible: under 64, over @len or over PERFDATA_ATTR_SIZE_MAX.
 */
uint32_t perfdata_attr__size(const uint8_t *bytes, size_t len);

/**
 * perfdata_evlist__add() - one more event.
 * @bytes: its attr, @size bytes as perfdata_attr__size() says.
 * @ids: @nr_ids numbers of 8 bytes, at any alignment.
 * Return: 0, -ENOMEM, or -E2BIG past the bounds above.
 */
int perfdata_evlist__add(struct perfdata_evlist *evlist, const uint8_t *bytes, uint32_t size,
			 const uint8_t *ids, size_t nr_ids);

/**
 * perfdata_evlist__add_of_pipe() - the same of an ATTR record: behind one that was full, the same attr is
 * no other event, but has more of its ids.
 */
int perfdata_evlist__add_of_pipe(struct perfdata_evlist *evlist, const uint8_t *bytes,
				 uint32_t size, const uint8_t *ids, size_t nr_ids);

/** perfdata_evlist__set_name() - name the event. Return: 0 or -ENOMEM. */
int perfdata_evlist__set_name(struct perfdata_evlist *evlist, size_t idx, const char *name,
			      size_t len);

/** perfdata_evlist__find_id() - the event that has @id, or NULL. */
const struct perfdata_attr *perfdata_evlist__find_id(struct perfdata_evlist *evlist, uint64_t id);

/**
 * perfdata_evlist__of_record() - the event that a record of the kernel belongs to.
 * @record: the whole record, @size bytes.
 * Return: NULL when there are no events. A record without an id, or with one that no event has,
 * belongs to the first event, as perf has it.
 */
const struct perfdata_attr *perfdata_evlist__of_record(struct perfdata_evlist *evlist,
						       const uint8_t *record, size_t size);

#endif /* PERF_AUGMENT_PERFDATA_ATTR_H */
