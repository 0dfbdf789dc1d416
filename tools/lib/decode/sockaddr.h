/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* sockaddr.h - what the decoders of socket addresses share; used by decode_net.c and sockaddr_*.c only. */
#ifndef PERF_AUGMENT_SOCKADDR_H
#define PERF_AUGMENT_SOCKADDR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "layout.h"
#include "out.h"
#include "symbols.h"

/** struct address - one with its family, which is there, @len bytes of it. @compat: of a 32-bit program. */
struct address {
	const uint8_t *data;
	size_t len;
	bool compat;
};

static inline uint16_t address__u16(const struct address *a, size_t off)
{
	return (uint16_t)layout__get(a->data + off, 2);
}

static inline uint32_t address__u32(const struct address *a, size_t off)
{
	return (uint32_t)layout__get(a->data + off, 4);
}

/** say_padded_hex() - as printf's %#0N would: the beginning is in the width; sockaddr_strace.c. */
void say_padded_hex(struct out *o, uint64_t value, unsigned int width);

/** say_htons() - a port, by what a programmer would write, or the bytes of it; decode_net.c. */
void say_htons(struct out *o, const uint8_t *bytes);
/** say_htons_symbol() - htons(NAME); @value is in the order of the network; decode_net.c. */
void say_htons_symbol(const struct symbols *syms, uint16_t value, struct out *o);
/** say_eth_protocol() - ETH_P_*, in the order of the network; decode_net.c. */
void say_eth_protocol(uint16_t protocol, struct out *o);

/** sockaddr__say_members() - all behind the family, as far as it is there, or its bytes; decode_net.c. */
void sockaddr__say_members(uint16_t family, const struct blob *b, struct out *o);

/** sockaddr__least_len() - below it strace shows bytes; 0 where it depends on more; decode_net.c. */
size_t sockaddr__least_len(uint16_t family);

/* Of one family each; false, and nothing is said, where it is too short for one. sockaddr_old.c */
bool sockaddr_ax25__say(const struct address *a, struct out *o);
bool sockaddr_ipx__say(const struct address *a, struct out *o);
bool sockaddr_x25__say(const struct address *a, struct out *o);
bool sockaddr_rxrpc__say(const struct address *a, struct out *o);

#endif /* PERF_AUGMENT_SOCKADDR_H */
