// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * sockaddr_strace.c - members of socket addresses that strace tells in another way, or tells at all. It takes an
 * address for one of its family only when all of that is there.
 */
#include <linux/if_packet.h>
#include <linux/if_xdp.h>
#include <linux/netlink.h>
#include <linux/qrtr.h>
#include <linux/vm_sockets.h>
#include <string.h>
#include <sys/socket.h>

#include "decode.h"
#include "decode_word.h"
#include "layouts.h"
#include "sockaddr.h"
#include "symbols_tables.h"
#include "util.h"

/* What is behind the family. */
struct members {
	const uint8_t *data;
	size_t len;
};

void say_padded_hex(struct out *o, uint64_t value, unsigned int width)
{
	struct word w;

	word__init(&w);
	word__add(&w, value ? "0x" : "");
	word__add_uint(&w, value, 16, width - (value ? MIN(width, 2U) : 0));
	word__say(&w, o);
}

static void say_netlink(const struct members *a, struct out *o)
{
	struct sockaddr_nl nl;

	memcpy(&nl, a->data, sizeof(nl));
	if (nl.nl_pad) {
		out__member(o, "nl_pad");
		out__hex(o, nl.nl_pad);
	}
	out__member(o, "nl_pid");
	out__pid(o, (int32_t)nl.nl_pid);
	out__member(o, "nl_groups");
	say_padded_hex(o, nl.nl_groups, 8);
}

static void say_packet_addr(const uint8_t *addr, size_t len, size_t there, struct out *o)
{
	out__member(o, "sll_addr");
	out__begin(o, OUT_ARRAY);
	for (size_t i = 0; i < MIN(len, there); i++)
		say_padded_hex(o, addr[i], 2);
	if (len > there)
		out__more(o, 0);
	out__end(o, OUT_ARRAY);
}

/* Beside the bytes it stands by name alone. */
static void say_protocol(uint16_t protocol, struct out *o)
{
	const enum out_consts consts = o->consts;
	struct word w;

	word__init(&w);
	word__add(&w, "htons(");
	o->consts = OUT_CONSTS_NAMED;
	word__add_symbol(&w, &syms_eth_protocol, __builtin_bswap16(protocol), o);
	o->consts = consts;
	word__add(&w, ")");
	if (consts == OUT_CONSTS_NAMED)
		word__say(&w, o);
	else
		say_hex_bytes(o, (const uint8_t *)&protocol, sizeof(protocol));
	if (consts == OUT_CONSTS_BOTH)
		out__comment(o, w.text, w.len);
}

static void say_packet(const struct members *a, struct out *o)
{
	const size_t addr_off = offsetof(struct sockaddr_ll, sll_addr);
	struct sockaddr_ll ll;

	memcpy(&ll, a->data, sizeof(ll));
	out__member(o, "sll_protocol");
	say_protocol(ll.sll_protocol, o);
	out__member(o, "sll_ifindex");
	say_ifindex(o, (uint32_t)ll.sll_ifindex);
	out__member(o, "sll_hatype");
	out__symbol(o, &syms_arp_hardware, ll.sll_hatype);
	out__member(o, "sll_pkttype");
	out__symbol(o, &syms_packet_type, ll.sll_pkttype);
	out__member(o, "sll_halen");
	out__uint(o, ll.sll_halen);
	if (ll.sll_halen)
		say_packet_addr(a->data + addr_off, ll.sll_halen, a->len - addr_off, o);
}

/* Most numbers have no name, and no mark. */
static void say_named_or_hex(struct out *o, const struct symbols *syms, uint64_t value)
{
	if (symbols__name(syms, value))
		out__symbol(o, syms, value);
	else
		out__hex(o, value);
}

static void say_vsock(const struct members *a, struct out *o)
{
	static const uint8_t zero[sizeof(((struct sockaddr_vm *)NULL)->svm_zero)];
	struct sockaddr_vm vm;

	memcpy(&vm, a->data, sizeof(vm));
	if (vm.svm_reserved1) {
		out__member(o, "svm_reserved1");
		out__hex(o, vm.svm_reserved1);
	}
	out__member(o, "svm_cid");
	say_named_or_hex(o, &syms_vsock_cid, vm.svm_cid);
	out__member(o, "svm_port");
	say_named_or_hex(o, &syms_vsock_port, vm.svm_port);
	out__member(o, "svm_flags");
	out__symbol(o, &syms_vsock_flags, vm.svm_flags);
	if (memcmp(vm.svm_zero, zero, sizeof(zero))) {
		out__member(o, "svm_zero");
		say_hex_bytes(o, vm.svm_zero, sizeof(zero));
	}
}

static void say_xdp(const struct members *a, struct out *o)
{
	struct sockaddr_xdp xdp;

	memcpy(&xdp, a->data, sizeof(xdp));
	out__member(o, "sxdp_flags");
	out__symbol(o, &syms_xdp_flags, xdp.sxdp_flags);
	out__member(o, "sxdp_ifindex");
	say_ifindex(o, xdp.sxdp_ifindex);
	out__member(o, "sxdp_queue_id");
	out__uint(o, xdp.sxdp_queue_id);
	if (xdp.sxdp_flags & XDP_SHARED_UMEM) {
		out__member(o, "sxdp_shared_umem_fd");
		out__fd(o, (int32_t)xdp.sxdp_shared_umem_fd, false);
	} else if (xdp.sxdp_shared_umem_fd) {
		out__member(o, "sxdp_shared_umem_fd");
		out__hex(o, xdp.sxdp_shared_umem_fd);
	}
}

static void say_qipcrtr(const struct members *a, struct out *o)
{
	struct sockaddr_qrtr qrtr;

	memcpy(&qrtr, a->data, sizeof(qrtr));
	out__member(o, "sq_node");
	out__symbol(o, &syms_qrtr_node, qrtr.sq_node);
	out__member(o, "sq_port");
	out__symbol(o, &syms_qrtr_port, qrtr.sq_port);
}

static const struct {
	uint16_t family;
	uint16_t least_len;
	void (*say)(const struct members *a, struct out *o);
} families[] = {
	{ AF_NETLINK, sizeof(struct sockaddr_nl), say_netlink },
	{ AF_PACKET, sizeof(struct sockaddr_ll), say_packet },
	{ AF_VSOCK, sizeof(struct sockaddr_vm), say_vsock },
	{ AF_XDP, sizeof(struct sockaddr_xdp), say_xdp },
	{ AF_QIPCRTR, sizeof(struct sockaddr_qrtr), say_qipcrtr },
};

bool sockaddr_strace__say(uint16_t family, const uint8_t *data, size_t len, struct out *o)
{
	const struct members a = { .data = data, .len = len };

	for (size_t i = 0; i < ARRAY_SIZE(families); i++) {
		if (families[i].family == family && len >= families[i].least_len) {
			families[i].say(&a, o);
			return true;
		}
	}
	return false;
}
