/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * perfdata_parts.h - what no record of a stream can hold, in parts: entries of BPF_PROG_INFO and
 * BPF_BTF, and a CMDLINE. Of these sections perf reads as many entries as they count and nothing
 * behind: a part is a section that counts none, with some of the bytes behind. When all have come, one
 * that is short enough follows for perf: the first of an id counts, which to who joins the parts is the
 * whole one; so does the first CMDLINE that came in parts.
 */
#ifndef PERF_AUGMENT_PERFDATA_PARTS_H
#define PERF_AUGMENT_PERFDATA_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "perfdata_abi.h"
#include "strbuf.h"

/** struct perfdata_part_head - before the bytes of a part. @count: of entries, 0. */
struct perfdata_part_head {
	uint32_t count;
	uint8_t magic[8];
	uint32_t id;
	uint32_t total;
	uint32_t offset;
} __attribute__((packed));

/** PERFDATA_PART_MAX - most bytes of one part. */
#define PERFDATA_PART_MAX (PERFDATA_FEATURE_PAYLOAD_MAX - sizeof(struct perfdata_part_head))

/**
 * struct perfdata_part - @len bytes at @offset of the @total that are BTF @id, the entry of program
 * @id, or the section CMDLINE.
 */
struct perfdata_part {
	uint32_t id;
	uint32_t total;
	uint32_t offset;
	const uint8_t *bytes;
	size_t len;
};

/** perfdata_part__begin() - what stands before the bytes of a part. */
void perfdata_part__begin(struct perfdata_part_head *ret_head, uint32_t id, uint32_t total,
			  uint32_t offset);

/** perfdata_part__parse() - whether @section is a part; then *@ret_part lies in it. */
bool perfdata_part__parse(const uint8_t *section, size_t len, struct perfdata_part *ret_part);

/** struct perfdata_join - parts that have come. All zero is none. */
struct perfdata_join {
	struct strbuf section;
	uint64_t feature;
	uint32_t id;
	uint32_t total;
	uint32_t next;
};

void perfdata_join__free(struct perfdata_join *join);

/**
 * perfdata_join__add() - a section of a FEATURE record, in the order of the stream.
 * @section: replaced by the whole one when its last part has come; valid until the next call.
 * Return: 1 when *@section is to be read: it is the whole one, or was no part; 0 when more parts are to
 * come; -EINVAL when parts are missing, of this one or of one before; -ENOMEM.
 */
int perfdata_join__add(struct perfdata_join *join, uint64_t feature, const uint8_t **section,
		       size_t *len);

/** perfdata_join__is_open() - whether parts are missing, when the stream has ended. */
static inline bool perfdata_join__is_open(const struct perfdata_join *join)
{
	return join->next < join->total;
}

#endif /* PERF_AUGMENT_PERFDATA_PARTS_H */
