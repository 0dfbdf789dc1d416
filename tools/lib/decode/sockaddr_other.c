// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * sockaddr_other.c - socket addresses of Bluetooth, ciphers, and rarer networks: the same members in each format. What
 * is too short for one of its family, or of no length that it has, is bytes.
 */
#include <linux/if_alg.h>
#include <linux/mctp.h>
#include <linux/nfc.h>
#include <string.h>
#include <sys/socket.h>

#include "decode.h"
#include "decode_word.h"
#include "layouts.h"
#include "sockaddr.h"
#include "symbols_tables.h"
#include "util.h"

/* ---- Bluetooth: which kind it is only its length tells ---- */

#define BT_ADDR_LEN 6
#define PSM_LE_DYN_START 0x80
#define PSM_LE_DYN_END 0xff
#define PSM_DYN_START 0x1001
#define CID_DYN_START 0x40

static void say_bdaddr(const struct address *a, size_t off, const char *name, struct out *o)
{
	out__member(o, name);
	say_hwaddr(o, a->data + off, BT_ADDR_LEN);
}

/* NAME+5; with numbers as strace has it: 0x85 and, in a comment, the name with its own. */
static void word__add_range(struct word *w, const struct symbols *syms, uint16_t start,
			    uint16_t value, const struct out *o)
{
	if (o->consts == OUT_CONSTS_BOTH) {
		word__add_hex(w, value);
		word__add(w, " /* ");
	}
	word__add_symbol(w, syms, start, o);
	word__add(w, "+");
	word__add_dec(w, value - start);
	word__add(w, o->consts == OUT_CONSTS_BOTH ? " */" : "");
}

/* Little-endian, as strace writes it; @start: 0, or of a range, @syms has its name. */
static void say_htobs(const struct address *a, size_t off, const struct symbols *syms,
		      uint16_t start, struct out *o)
{
	const uint16_t value = address__u16(a, off);
	struct word w;

	if (!o->strace && !syms) {
		out__uint(o, value);
		return;
	}
	word__init(&w);
	word__add(&w, o->strace ? "htobs(" : "");
	if (!syms) {
		word__add_dec(&w, value);
	} else if (start && value > start && !symbols__name(syms, value) &&
		   o->consts != OUT_CONSTS_RAW) {
		word__add_range(&w, syms, start, value, o);
	} else {
		word__add_symbol(&w, syms, value, o);
	}
	word__add(&w, o->strace ? ")" : "");
	word__say(&w, o);
}

static void say_hci(const struct address *a, struct out *o)
{
	out__member(o, "hci_dev");
	say_htobs(a, 2, NULL, 0, o);
	if (a->len > 4) {
		out__member(o, "hci_channel");
		out__symbol(o, &syms_hci_channel, address__u16(a, 4));
	}
}

static void say_sco(const struct address *a, struct out *o)
{
	say_bdaddr(a, 2, "sco_bdaddr", o);
}

static void say_rfcomm(const struct address *a, struct out *o)
{
	say_bdaddr(a, 2, "rc_bdaddr", o);
	out__member(o, "rc_channel");
	out__uint(o, a->data[8]);
}

static void say_l2cap(const struct address *a, struct out *o)
{
	const uint16_t psm = address__u16(a, 2);
	uint16_t start = 0;

	if (psm >= PSM_DYN_START)
		start = PSM_DYN_START;
	else if (psm >= PSM_LE_DYN_START && psm <= PSM_LE_DYN_END)
		start = PSM_LE_DYN_START;
	out__member(o, "l2_psm");
	say_htobs(a, 2, &syms_l2cap_psm, start, o);
	say_bdaddr(a, 4, "l2_bdaddr", o);
	out__member(o, "l2_cid");
	say_htobs(a, 10, &syms_l2cap_cid, CID_DYN_START, o);
	if (a->len > 12) {
		out__member(o, "l2_bdaddr_type");
		out__symbol(o, &syms_bdaddr_type, a->data[12]);
	}
}

static bool say_bluetooth(const struct address *a, struct out *o)
{
	static const struct {
		size_t len;
		void (*say)(const struct address *a, struct out *o);
	} kinds[] = {
		{ 4, say_hci },	    { 6, say_hci },    { 8, say_sco },
		{ 10, say_rfcomm }, { 12, say_l2cap }, { 14, say_l2cap },
	};

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (kinds[i].len == a->len) {
			kinds[i].say(a, o);
			return true;
		}
	}
	return false;
}

/* ---- the others ---- */

/* Most numbers have no name, and no mark. */
static void say_named(struct out *o, const struct symbols *syms, uint64_t value)
{
	if (symbols__name(syms, value))
		say_beside(o, syms, value);
	else
		out__hex(o, value);
}

static bool say_alg(const struct address *a, struct out *o)
{
	const size_t name_off = offsetof(struct sockaddr_alg, salg_name);

	if (a->len <= name_off)
		return false;
	out__member(o, "salg_type");
	out__chars(o, a->data + offsetof(struct sockaddr_alg, salg_type), 14);
	out__member(o, "salg_feat");
	say_beside(o, &syms_crypto_alg, address__u32(a, offsetof(struct sockaddr_alg, salg_feat)));
	out__member(o, "salg_mask");
	say_beside(o, &syms_crypto_alg, address__u32(a, offsetof(struct sockaddr_alg, salg_mask)));
	out__member(o, "salg_name");
	out__chars(o, a->data + name_off, a->len - name_off);
	return true;
}

/* With the name of a service, whose length a 32-bit program has in 32 bits. */
#define LLCP_LEN_AT_32 84

static void say_llcp(const struct address *a, size_t len_at, size_t len_size, struct out *o)
{
	const size_t name_at = offsetof(struct sockaddr_nfc_llcp, service_name);
	const uint64_t len = layout__get(a->data + len_at, len_size);

	out__member(o, "dsap");
	say_named(o, &syms_llcp_sap, a->data[offsetof(struct sockaddr_nfc_llcp, dsap)]);
	out__member(o, "ssap");
	say_named(o, &syms_llcp_sap, a->data[offsetof(struct sockaddr_nfc_llcp, ssap)]);
	out__member(o, "service_name");
	out__str(o, (const char *)a->data + name_at, MIN(len, (uint64_t)NFC_LLCP_MAX_SERVICE_NAME),
		 !o->strace && len > NFC_LLCP_MAX_SERVICE_NAME);
	out__member(o, "service_name_len");
	out__uint(o, len);
}

static bool say_nfc(const struct address *a, struct out *o)
{
	const size_t len_at = a->compat ? LLCP_LEN_AT_32
					: offsetof(struct sockaddr_nfc_llcp, service_name_len);
	const size_t len_size = a->compat ? 4 : 8;

	if (a->len < sizeof(struct sockaddr_nfc))
		return false;
	out__member(o, "dev_idx");
	/* strace takes it for a network interface. */
	if (o->strace)
		say_ifindex(o, address__u32(a, offsetof(struct sockaddr_nfc, dev_idx)));
	else
		out__uint(o, address__u32(a, offsetof(struct sockaddr_nfc, dev_idx)));
	out__member(o, "target_idx");
	out__hex(o, address__u32(a, offsetof(struct sockaddr_nfc, target_idx)));
	out__member(o, "nfc_protocol");
	out__symbol(o, &syms_nfc_proto,
		    address__u32(a, offsetof(struct sockaddr_nfc, nfc_protocol)));
	if (a->len >= len_at + len_size)
		say_llcp(a, len_at, len_size, o);
	else if (a->len > sizeof(struct sockaddr_nfc))
		out__more(o, 0);
	return true;
}

static bool say_mctp(const struct address *a, struct out *o)
{
	struct sockaddr_mctp mctp;

	if (a->len < sizeof(mctp))
		return false;
	memcpy(&mctp, a->data, sizeof(mctp));
	if (mctp.__smctp_pad0) {
		out__member(o, "__smctp_pad0");
		out__hex(o, mctp.__smctp_pad0);
	}
	out__member(o, "smctp_network");
	out__symbol(o, &syms_mctp_net, (uint32_t)mctp.smctp_network);
	out__member(o, "smctp_addr");
	out__begin(o, OUT_OBJECT);
	out__member(o, "s_addr");
	out__symbol(o, &syms_mctp_addr, mctp.smctp_addr.s_addr);
	out__end(o, OUT_OBJECT);
	out__member(o, "smctp_type");
	out__hex(o, mctp.smctp_type);
	out__member(o, "smctp_tag");
	out__hex(o, mctp.smctp_tag);
	if (mctp.__smctp_pad1) {
		out__member(o, "__smctp_pad1");
		out__hex(o, mctp.__smctp_pad1);
	}
	return true;
}

/* struct sockaddr_ieee802154: a family, and struct ieee802154_addr_sa. */
#define IEEE802154_LEN 20
enum { IEEE802154_NONE, IEEE802154_SHORT = 2 };

static bool say_ieee802154(const struct address *a, struct out *o)
{
	uint32_t type;

	if (a->len < IEEE802154_LEN)
		return false;
	type = address__u32(a, 4);
	out__member(o, "addr");
	out__begin(o, OUT_OBJECT);
	out__member(o, "addr_type");
	say_beside(o, &syms_ieee802154_addr, type);
	out__member(o, "pan_id");
	say_named(o, &syms_ieee802154_pan, address__u16(a, 8));
	if (type == IEEE802154_SHORT) {
		out__member(o, "short_addr");
		say_named(o, &syms_ieee802154_short, address__u16(a, 10));
	} else if (type != IEEE802154_NONE) {
		out__member(o, "hwaddr");
		say_hwaddr(o, a->data + 10, 8);
	}
	out__end(o, OUT_OBJECT);
	return true;
}

static const struct {
	uint16_t family;
	bool (*say)(const struct address *a, struct out *o);
} families[] = {
	{ AF_AX25, sockaddr_ax25__say },
	{ AF_IPX, sockaddr_ipx__say },
	{ AF_X25, sockaddr_x25__say },
	{ AF_BLUETOOTH, say_bluetooth },
	{ AF_RXRPC, sockaddr_rxrpc__say },
	{ AF_ALG, say_alg },
	{ AF_NFC, say_nfc },
	{ AF_MCTP, say_mctp },
	{ AF_IEEE802154, say_ieee802154 },
};

bool sockaddr_other__say(uint16_t family, const struct blob *b, struct out *o)
{
	const struct address a = { .data = b->data, .len = b->len, .compat = b->compat };

	for (size_t i = 0; i < ARRAY_SIZE(families); i++) {
		if (families[i].family == family)
			return families[i].say(&a, o);
	}
	return false;
}
