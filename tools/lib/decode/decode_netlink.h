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
	NL_STR0, /* up to its first NUL */
	NL_STR,
	NL_UINT, /* of 1, 2, 4 or 8 bytes: .size */
	NL_SINT,
	NL_FD,
	NL_ID,	    /* of a user or a group; -1 for none */
	NL_SYM,	    /* a number of .size bytes by .syms */
	NL_XVAL,    /* the same, of not more than 8 bytes with what is behind it */
	NL_WHOLE,   /* the same in all bytes that are there, of which there are .size to 8 */
	NL_IFINDEX, /* an interface */
	NL_HWADDR,  /* of the link layer */
	NL_ADDR,    /* of the message's family */
	NL_LAYOUT,  /* .layout */
	NL_GROWN,   /* the same, and bytes of what a newer kernel has behind it */
	NL_LAYOUTS, /* so many of them as there are */
	NL_FILTER,  /* instructions of a classic BPF program, where all is asked for */
	NL_TICKS,   /* a time in 1/100 s, of .size bytes */
	NL_ETHER,   /* a protocol of Ethernet, in the order of the network */
	NL_PORT,    /* of 2 bytes, in the order of the network */
	NL_BE64,    /* in the order of the network */
	NL_IN4,	    /* an address of IPv4 */
	NL_IN6,	    /* an address of IPv6 */
	NL_HEX,
	NL_HEX_VALUE,	 /* the same of as many bytes as a number may have; others are bytes */
	NL_INDEXED,	 /* numbers of .size bytes; what each is, .syms */
	NL_INDEXED_SINT, /* the same with a sign */
	NL_WORDS,	 /* words in hexadecimal */
	NL_HOPS,	 /* next hops, with attributes .nested */
	NL_NESTED,	 /* .nested */
	NL_BY_FAMILY,	 /* the same by the message's family: .families */
	NL_BY_KIND,	 /* by the text of an attribute before it: .kinds */
	NL_HEADED,	 /* a structure before them: .headed */
	NL_DIAG_CODE,	 /* a filter of sockets: netlink_diag_code.c */
};

struct nl_attrs;

/** struct nl_families - @inet6: NULL when it is as in @others. NULL: bytes. */
struct nl_families {
	const struct nl_attrs *bridge;
	const struct nl_attrs *inet6;
	const struct nl_attrs *others;
};

/** struct nl_info - a kind of links. @layout: of the structure that it has in place of attributes. */
struct nl_info {
	const char *name;
	const struct nl_attrs *attrs;
	const struct layout *layout;
};

/** struct nl_kinds - of links, by the text of an attribute. @type: of the attribute that holds the kind; those that are not here have bytes. */
struct nl_kinds {
	unsigned int type;
	const struct nl_info *kinds;
	size_t nr;
};

/** struct nl_headed - @layout: what stands before the attributes, of which there may be none; NULL: before bytes. */
struct nl_headed {
	const struct layout *layout;
	const struct nl_attrs *attrs;
};

/** struct nl_attr - one attribute: the name of its type is in the table's symbols. */
struct nl_attr {
	uint16_t type;
	uint8_t kind;
	uint8_t size;
	union {
		const struct symbols *syms;
		const struct layout *layout;
		const struct nl_attrs *nested;
		const struct nl_families *families;
		const struct nl_kinds *kinds;
		const struct nl_headed *headed;
	};
};

/**
 * struct nl_attrs - the attributes of a kind of message; those that no row names are bytes.
 * @types: names of their types; NULL when these are numbers.
 */
struct nl_attrs {
	const struct symbols *types;
	const struct nl_attr *rows;
	size_t nr;
};

/**
 * struct nl_message - what messages of types @first to @last carry: a structure and attributes.
 * @layout: its first member is the family, in one byte.
 * @attrs: NULL: what is behind it are bytes.
 * @is_exact: a message that is too short for the structure is bytes.
 * @is_whole: it is told of all lengths.
 * @is_all: nothing belongs behind it, and strace does not tell what is there.
 */
struct nl_message {
	uint16_t first;
	uint16_t last;
	const struct layout *layout;
	const struct nl_attrs *attrs;
	bool is_exact;
	bool is_whole;
	bool is_all;
};

/** netlink_types__say() - the type of a message, by name. */
void netlink_types__say(unsigned int protocol, unsigned int type, struct out *o);
/** netlink_types__flags() - the names of its flags. */
const struct symbols *netlink_types__flags(unsigned int protocol, unsigned int type);
/** genl_families__symbols() - of this machine's kernel; empty when it does not tell them. */
const struct symbols *genl_families__symbols(void);

/* What several kinds of messages have. */
extern const struct layout nl_link_stats64_layout;
extern const struct nl_message nl_link_message;
extern const struct nl_message nl_stats_message; /* netlink_stats.c */
/* Of bridges: netlink_bridge.c. */
extern const struct nl_attrs nl_bridge_spec_attrs; /* IFLA_AF_SPEC */
extern const struct nl_attrs nl_bridge_attrs;	   /* IFLA_INFO_DATA */
extern const struct nl_attrs nl_bridge_port_attrs; /* IFLA_PROTINFO, IFLA_INFO_SLAVE_DATA */
extern const struct nl_attrs nl_mdb_attrs;
extern const struct layout nl_hop_layout;   /* one next hop of several */
extern const struct layout nl_other_layout; /* a family, and bytes */
extern const struct nl_attrs nl_tc_stats2_attrs;

/** netlink_route__find(), netlink_diag__find() - NULL when nothing is known of the message. */
const struct nl_message *netlink_route__find(unsigned int type, unsigned int family);
/** netlink_route_more__find() - those that are rarer; a part of netlink_route__find(). */
const struct nl_message *netlink_route_more__find(unsigned int type, unsigned int family);
/** netlink_others__find() - of protocols of which little is known. */
const struct nl_message *netlink_others__find(unsigned int protocol, unsigned int type);
/** @from_kernel: an answer, not a question. */
const struct nl_message *netlink_diag__find(unsigned int type, unsigned int family,
					    bool from_kernel);
/** netlink_diag_more__find() - of sockets of netlink, of packets and of SMC; a part of netlink_diag__find(). */
const struct nl_message *netlink_diag_more__find(unsigned int family, bool from_kernel);
/** nl_diag__say_sockid() - both ends of a socket, a member; the first byte of the structure is their family. */
void nl_diag__say_sockid(const struct blob *b, const struct field *f, struct out *o);
/** nl_diag__say_cookie() - a member of 8 bytes. */
void nl_diag__say_cookie(const struct blob *b, const struct field *f, struct out *o);

#define NL_ALIGN(len) (((len) + 3) & ~(size_t)3)

/** netlink_attrs__say() - one attribute, or a list of them. @family: of the message. @depth: of them in others, from 0. */
void netlink_attrs__say(unsigned int family, const struct nl_attrs *table, const uint8_t *data,
			size_t len, unsigned int depth, struct out *o);

/* Elements that are shown of a list, unless all are asked for. */
#define NL_ELEMENTS_MAX 32
bool netlink__is_past(size_t i, const struct out *o);

/** netlink__say_number() - by @attr. Return: false when there are too few bytes of it, or too many. */
bool netlink__say_number(const struct nl_attr *attr, const uint8_t *data, size_t len,
			 struct out *o);

/** netlink__say_bytes() - what is not known; strace writes it in hexadecimal. */
void netlink__say_bytes(const uint8_t *data, size_t len, struct out *o);

/** netlink_diag_code__say() - INET_DIAG_REQ_BYTECODE. Return: false when it is too short. */
bool netlink_diag_code__say(const uint8_t *data, size_t len, struct out *o);

/**
 * netlink__say_layout() - a structure of which @least bytes are there, or all its members when that is 0. Return: false
 * when there is less.
 */
bool netlink__say_layout(const struct layout *l, size_t least, const uint8_t *data, size_t len,
			 struct out *o);
/** netlink__say_grown() - a structure, and bytes of what is behind it. Return: the same. */
bool netlink__say_grown(const struct layout *l, const uint8_t *data, size_t len, struct out *o);
/** netlink__say_layouts() - so many of a structure as there are. Return: the same. */
bool netlink__say_layouts(const struct layout *l, const uint8_t *data, size_t len, struct out *o);
/** netlink__say_filter() - the same of instructions @l; their address, where not all is asked for. */
bool netlink__say_filter(const struct layout *l, const uint8_t *data, size_t len, struct out *o);
/** netlink__say_indexed() - numbers, each by the name of its index; netlink__say_words() - in hexadecimal. Return: false when there is none. */
bool netlink__say_indexed(const struct nl_attr *attr, const uint8_t *data, size_t len,
			  struct out *o);
bool netlink__say_words(const struct nl_attr *attr, const uint8_t *data, size_t len, struct out *o);
/** netlink__there() - of @len bytes those that are there. */
size_t netlink__there(const uint8_t *data, size_t len, const struct out *o);
/** netlink__is_unread() - are they not all there? Then that is told in their place. */
bool netlink__is_unread(const uint8_t *data, size_t len, struct out *o);
/** netlink__is_unread_content() - the same of contents, of which strace looks at no more than it shows. */
bool netlink__is_unread_content(const uint8_t *data, size_t len, struct out *o);
/** netlink__ends_unread() - the same of element @i of a list. */
bool netlink__ends_unread(size_t i, const uint8_t *data, size_t len, struct out *o);

/**
 * decode__netlink() - messages of protocol @protocol (NETLINK_*) as one value.
 * @len: bytes that there should be. @memory: where they are, and what is there of them; NULL when that is not known.
 */
void decode__netlink(unsigned int protocol, const uint8_t *data, size_t len,
		     const struct out_memory *memory, struct out *o);

#endif /* PERF_AUGMENT_DECODE_NETLINK_H */
