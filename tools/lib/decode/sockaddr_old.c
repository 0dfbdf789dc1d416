// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * sockaddr_old.c - socket addresses of amateur radio (AX.25), IPX and X.25, and of RxRPC, which AFS speaks: see
 * sockaddr.h.
 */
#include <linux/rxrpc.h>
#include <string.h>
#include <sys/socket.h>

#include "decode.h"
#include "decode_word.h"
#include "layouts.h"
#include "sockaddr.h"
#include "symbols_tables.h"
#include "util.h"

/* ---- AX.25 (linux/ax25.h): a call sign, and stations that repeat the frame ---- */

/* Six characters and the number of the station, each a bit to the left. */
#define CALL_LEN 7
#define CALL_CHARS 6
#define AX25_CALL 2
#define AX25_NDIGIS 12
#define AX25_DIGIS 16 /* sizeof(struct sockaddr_ax25) */
#define AX25_MAX_DIGIS 8

static bool is_in_call_sign(uint8_t c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
}

/* Return: the characters before the spaces at its end. */
static size_t call__len(const uint8_t *call)
{
	size_t len = CALL_CHARS;

	while (len && (call[len - 1] & ~1) == ' ' << 1)
		len--;
	return len;
}

/* As the kernel writes it: "CALL-1", "*" for none. Return: whether it is text, which ends no comment. */
static bool call__spell(const uint8_t *call, struct word *w)
{
	const size_t len = call__len(call);
	const unsigned int station = call[CALL_CHARS] >> 1 & 0xf;

	word__init(w);
	for (size_t i = 0; i < len; i++) {
		const char c = (char)(call[i] >> 1);

		if (c < ' ' || c == 0x7f || c == '*' || c == '/')
			return false;
		word__addn(w, &c, 1);
	}
	if (!len && !station) {
		word__add(w, "*");
		return true;
	}
	word__add(w, "-");
	word__add_dec(w, station);
	return true;
}

/* Whether all of it is in its text. */
static bool call__is_plain(const uint8_t *call)
{
	const size_t len = call__len(call);

	for (size_t i = 0; i < CALL_CHARS; i++) {
		if (call[i] & 1 || (i < len && !is_in_call_sign(call[i] >> 1)))
			return false;
	}
	return !(call[CALL_CHARS] & ~0x1e) && (len || !call[CALL_CHARS]);
}

static void say_call(const uint8_t *call, struct out *o)
{
	const bool is_plain = call__is_plain(call);
	struct word w;
	const bool is_text = call__spell(call, &w);

	if (!o->strace) {
		if (is_plain)
			out__str(o, w.text, w.len, false);
		else
			out__str(o, (const char *)call, CALL_LEN, false);
		return;
	}
	if (is_plain && o->consts == OUT_CONSTS_NAMED) {
		word__say(&w, o);
		return;
	}
	out__begin(o, OUT_OBJECT);
	out__member(o, "ax25_call");
	say_hex_bytes(o, call, CALL_LEN);
	out__end(o, OUT_OBJECT);
	if (is_text && (!is_plain || o->consts == OUT_CONSTS_BOTH))
		out__comment(o, w.text, w.len);
}

static void say_digis(const struct address *a, size_t nr_there, size_t nr, struct out *o)
{
	out__member(o, "fsa_digipeater");
	out__begin(o, OUT_ARRAY);
	for (size_t i = 0; i < MIN(nr, nr_there); i++)
		say_call(a->data + AX25_DIGIS + i * CALL_LEN, o);
	if (nr > nr_there)
		out__more(o, 0);
	out__end(o, OUT_ARRAY);
}

bool sockaddr_ax25__say(const struct address *a, struct out *o)
{
	const size_t whole = AX25_DIGIS + AX25_MAX_DIGIS * CALL_LEN;
	size_t room;
	int32_t nr;

	if (a->len < AX25_DIGIS)
		return false;
	nr = (int32_t)address__u32(a, AX25_NDIGIS);
	room = MIN(a->len, whole) - AX25_DIGIS;
	if (nr || room) {
		out__member(o, "fsa_ax25");
		out__begin(o, OUT_OBJECT);
	}
	out__member(o, "sax25_call");
	say_call(a->data + AX25_CALL, o);
	out__member(o, "sax25_ndigis");
	out__sint(o, nr);
	if (!nr && !room)
		return true;
	out__end(o, OUT_OBJECT);
	if (nr > 0)
		say_digis(a, room / CALL_LEN, MIN((size_t)nr, (size_t)AX25_MAX_DIGIS), o);
	if (room % CALL_LEN || a->len > whole)
		out__more(o, 0);
	return true;
}

/* ---- IPX (linux/ipx.h, which is gone) and X.25 ---- */

#define IPX_LEN 16

bool sockaddr_ipx__say(const struct address *a, struct out *o)
{
	const uint8_t *p = a->data;
	struct word w;

	if (a->len < IPX_LEN)
		return false;
	out__member(o, "sipx_port");
	say_htons(o, p + 2);
	out__member(o, "sipx_network");
	word__init(&w);
	word__add(&w, o->strace ? "htonl(" : "");
	word__add_hex(&w, (uint32_t)p[4] << 24 | p[5] << 16 | p[6] << 8 | p[7]);
	word__add(&w, o->strace ? ")" : "");
	word__say(&w, o);
	out__member(o, "sipx_node");
	if (o->strace) {
		out__begin(o, OUT_ARRAY);
		for (size_t i = 8; i < 14; i++)
			say_padded_hex(o, p[i], 2);
		out__end(o, OUT_ARRAY);
	} else {
		say_hwaddr(o, p + 8, 6);
	}
	out__member(o, "sipx_type");
	say_padded_hex(o, p[14], 2);
	if (p[15]) {
		out__member(o, "sipx_zero");
		say_padded_hex(o, p[15], 2);
	}
	return true;
}

#define X25_ADDR_LEN 16

bool sockaddr_x25__say(const struct address *a, struct out *o)
{
	if (a->len < 2 + X25_ADDR_LEN)
		return false;
	out__member(o, "sx25_addr");
	out__begin(o, OUT_OBJECT);
	out__member(o, "x25_addr");
	out__chars(o, a->data + 2, X25_ADDR_LEN);
	out__end(o, OUT_OBJECT);
	return true;
}

/* ---- RxRPC: a service, and where it is ---- */

/* One of the internet, as far as @len says; else the family and bytes. */
static void say_transport(const uint8_t *data, size_t len, size_t room, struct out *o)
{
	const uint16_t family = (uint16_t)layout__get(data, 2);
	const bool is_ip = family == AF_INET || family == AF_INET6;
	const size_t least = sockaddr__least_len(family);

	if (is_ip) {
		out__member(o, family == AF_INET ? "sin" : "sin6");
		out__begin(o, OUT_OBJECT);
		out__member(o, family == AF_INET ? "sin_family" : "sin6_family");
	} else {
		out__member(o, "family");
	}
	out__symbol(o, &syms_addr_family, family);
	if (is_ip && len >= least) {
		/* Of a scope that is cut strace takes what is behind it. */
		const struct blob b = { .data = data,
					.len = o->strace && len > least ? room : len };

		sockaddr__say_members(family, &b, o);
	} else if (len > 2) {
		if (!o->strace)
			out__member(o, "data");
		out__str(o, (const char *)data + 2, len - 2, false);
	}
	if (is_ip)
		out__end(o, OUT_OBJECT);
}

bool sockaddr_rxrpc__say(const struct address *a, struct out *o)
{
	const size_t at = offsetof(struct sockaddr_rxrpc, transport);
	size_t len;

	if (a->len < sizeof(struct sockaddr_rxrpc))
		return false;
	out__member(o, "srx_service");
	say_beside(o, &syms_rxrpc_service,
		   address__u16(a, offsetof(struct sockaddr_rxrpc, srx_service)));
	out__member(o, "transport_type");
	out__symbol(o, &syms_rxrpc_transport,
		    address__u16(a, offsetof(struct sockaddr_rxrpc, transport_type)));
	len = address__u16(a, offsetof(struct sockaddr_rxrpc, transport_len));
	out__member(o, "transport_len");
	out__uint(o, len);
	out__member(o, "transport");
	out__begin(o, OUT_OBJECT);
	say_transport(a->data + at, MIN(len, a->len - at), a->len - at, o);
	out__end(o, OUT_OBJECT);
	return true;
}
