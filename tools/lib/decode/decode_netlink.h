/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * decode_netlink.h - messages of netlink: headers, what they carry, and attributes, by tables.
 *
 * A length in a message may be anything: each is cut to what is there.
 */
#ifndef PERF_AUGMENT_DECODE_NETLINK_H
#define PERF_AUGMENT_DECODE_NETLINK_H

#include <stddef.h>
#include <stdint.h>

#include "layout.h"
#include "out.h"
#include "symbols.h"

enum nl_kind {
	NL_BYTES,
	NL_STR,
	NL_UINT, /* of 1, 2, 4 or 8 bytes: .size */
	NL_SINT,
	NL_SYM,	    /* a number of .size bytes by .syms */
	NL_IFINDEX, /* an interface */
	NL_HWADDR,  /* of the link layer */
	NL_ADDR,    /* of the message's family */
	NL_LAYOUT,  /* .layout */
	NL_NESTED,  /* .nested */
};

struct nl_attrs;

/** struct nl_attr - one attribute: the name of its type is in the table's symbols. */
struct nl_attr {
	uint16_t type;
	uint8_t kind;
	uint8_t size;
	union {
		const struct symbols *syms;
		const struct layout *layout;
		const struct nl_attrs *nested;
	};
};

/** struct nl_attrs - the attributes of a kind of message; those that no row names are bytes. */
struct nl_attrs {
	const struct symbols *types;
	const struct nl_attr *rows;
	size_t nr;
};

/**
 * struct nl_message - what messages of types @first to @last carry: a structure and attributes.
 * @layout: its first member is the family, in one byte.
 */
struct nl_message {
	uint16_t first;
	uint16_t last;
	const struct layout *layout;
	const struct nl_attrs *attrs;
};

/** netlink_route__find(), netlink_diag__find() - NULL when nothing is known of the message. */
const struct nl_message *netlink_route__find(unsigned int type);
/** @from_kernel: an answer, not a question. */
const struct nl_message *netlink_diag__find(unsigned int type, unsigned int family,
					    bool from_kernel);

/** decode__netlink() - messages of protocol @protocol (NETLINK_*) as one value. */
void decode__netlink(unsigned int protocol, const uint8_t *data, size_t len, struct out *o);

#endif /* PERF_AUGMENT_DECODE_NETLINK_H */
