/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* decode_dm.h - what decode_dm.c and decode_dm_data.c share: one side of an ioctl of the device mapper. */
#ifndef PERF_AUGMENT_DECODE_DM_H
#define PERF_AUGMENT_DECODE_DM_H

#include <linux/dm-ioctl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "layout.h"
#include "out.h"

/** DM_DATA_MAX - bytes of header and data that are copied at most: what says of which file fits beside both sides. */
#define DM_DATA_MAX 12288

/** enum dm_items - what stands behind the header. */
enum dm_items {
	DM_NOTHING,
	DM_TARGETS,
	DM_DEPS,
	DM_NAMES,
	DM_VERSIONS,
	DM_MESSAGE,
	DM_TEXT,
	DM_ANSWER, /* to a message: a text, when a flag says so */
};

/**
 * struct dm_side - what was there before the call, or after it.
 * @len: bytes of it that were copied, the header at least.
 * @has: which members the command has; decode_dm.c. @items: what is behind them on this side.
 * @is_fault: the others could not be read.
 */
struct dm_side {
	const uint8_t *data;
	size_t len;
	uint64_t addr;
	unsigned int has;
	enum dm_items items;
	bool at_exit;
	bool is_fault;
};

/** dm_side__get() - the 32 bits at @off. */
static inline uint32_t dm_side__get(const struct dm_side *d, size_t off)
{
	return (uint32_t)layout__get(d->data + off, sizeof(uint32_t));
}

/** DM_HEAD() - a member of the header. */
#define DM_HEAD(d, m) dm_side__get(d, offsetof(struct dm_ioctl, m))

/** dm_side__say_version() - three numbers. */
void dm_side__say_version(const struct dm_side *d, size_t off, struct out *o);

/** dm_side__say_items() - what is behind the header of a side that has items, as elements of an array. */
void dm_side__say_items(const struct dm_side *d, struct out *o);

#endif /* PERF_AUGMENT_DECODE_DM_H */
