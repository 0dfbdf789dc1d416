// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* perfdata_parts.c - see perfdata_parts.h. */
#include "perfdata_parts.h"

#include <errno.h>

#include "perfdata_cursor.h"

static const uint8_t magic[8] = "augpart";

void perfdata_part__begin(struct perfdata_part_head *ret_head, uint32_t id, uint32_t total,
			  uint32_t offset)
{
	*ret_head = (struct perfdata_part_head){ .id = id, .total = total, .offset = offset };
	memcpy(ret_head->magic, magic, sizeof(magic));
}

bool perfdata_part__parse(const uint8_t *section, size_t len, struct perfdata_part *ret_part)
{
	struct cursor c = cursor__of(section, len);
	struct perfdata_part_head head;

	cursor__copy(&c, &head, sizeof(head));
	if (c.cut || head.count || memcmp(head.magic, magic, sizeof(magic)))
		return false;
	*ret_part = (struct perfdata_part){
		.id = head.id,
		.total = head.total,
		.offset = head.offset,
		.bytes = c.at,
		.len = cursor__left(&c),
	};
	return true;
}

void perfdata_join__free(struct perfdata_join *join)
{
	strbuf__free(&join->section);
	*join = (struct perfdata_join){};
}

static bool comes_in_parts(uint64_t feature)
{
	return feature == PERFDATA_F_BPF_PROG_INFO || feature == PERFDATA_F_BPF_BTF ||
	       feature == PERFDATA_F_CMDLINE;
}

/* What the section has before the bytes that come in parts. */
static void begin(struct perfdata_join *join, uint64_t feature, const struct perfdata_part *part)
{
	const uint32_t head[] = { 1, part->id, part->total };

	strbuf__reset(&join->section);
	if (feature == PERFDATA_F_BPF_BTF)
		strbuf__add(&join->section, (const char *)head, sizeof(head));
	else if (feature == PERFDATA_F_BPF_PROG_INFO)
		strbuf__add(&join->section, (const char *)head, sizeof(head[0]));
	join->feature = feature;
	join->id = part->id;
	join->total = part->total;
	join->next = 0;
}

static bool follows(const struct perfdata_join *join, uint64_t feature,
		    const struct perfdata_part *part)
{
	return join->feature == feature && join->id == part->id && join->total == part->total &&
	       join->next == part->offset;
}

int perfdata_join__add(struct perfdata_join *join, uint64_t feature, const uint8_t **section,
		       size_t *len)
{
	const bool was_open = perfdata_join__is_open(join);
	struct perfdata_part part;

	if (!comes_in_parts(feature) || !perfdata_part__parse(*section, *len, &part))
		return 1;
	if (!part.offset)
		begin(join, feature, &part);
	if (!follows(join, feature, &part) || !part.len || part.len > part.total - part.offset) {
		join->total = join->next = 0;
		return -EINVAL;
	}
	strbuf__add(&join->section, (const char *)part.bytes, part.len);
	join->next += (uint32_t)part.len;
	if (strbuf__error(&join->section)) {
		join->total = join->next = 0;
		return -ENOMEM;
	}
	if (perfdata_join__is_open(join))
		return was_open && !part.offset ? -EINVAL : 0; /* one before has no end */
	*section = (const uint8_t *)join->section.text;
	*len = join->section.len;
	return 1;
}
