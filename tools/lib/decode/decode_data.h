/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* decode_data.h - iovecs, for calls that have one as an argument and messages that hold one. */
#ifndef PERF_AUGMENT_DECODE_DATA_H
#define PERF_AUGMENT_DECODE_DATA_H

#include "decode.h"

/**
 * struct iovec_view - an array of iovecs and the pieces behind it.
 * @addr: where the array is.
 * @flags: AUG_P_EXIT when they were read at exit.
 * @elem: the message that has it.
 * @left: bytes that the call read or wrote in all.
 * @is_netlink: they are messages of netlink.
 * @has_data: bytes were copied, so that an element without any has none.
 */
struct iovec_view {
	const struct arg *arg;
	uint64_t addr;
	uint8_t flags;
	unsigned int elem;
	uint64_t left;
	bool has_data;
	bool is_netlink;
};

/** iovec_view__say() - the array as one value. */
void iovec_view__say(struct iovec_view *v, const struct payload *array, struct out *o);

#endif /* PERF_AUGMENT_DECODE_DATA_H */
