// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* netlink_others.c - what messages of netfilter and SELinux carry; of other protocols it is bytes. */
#include "decode_netlink.h"

#include <arpa/inet.h>
#include <linux/netfilter/nfnetlink.h>
#include <linux/netlink.h>
#include <linux/selinux_netlink.h>
#include <stdio.h>
#include <string.h>

#include "netlink_attrs.h"

/* clang-format off */

static void say_res_id(struct out *o, uint64_t value)
{
	const unsigned int id = ntohs((uint16_t)value);
	char text[32];

	if (o->strace)
		out__word(o, text, (size_t)snprintf(text, sizeof(text), "htons(%u)", id));
	else
		out__uint(o, id);
}

/* Of nftables; before 4.3 in the order of the machine. */
static void say_nft_res_id(struct out *o, uint64_t value)
{
	static const char names[][32] = { "htons(NFNL_SUBSYS_NFTABLES)", "NFNL_SUBSYS_NFTABLES" };
	const bool is_own = value == NFNL_SUBSYS_NFTABLES;

	if (o->strace && (is_own || ntohs((uint16_t)value) == NFNL_SUBSYS_NFTABLES))
		out__constant(o, value, OUT_HEX, names[is_own], strlen(names[is_own]));
	else
		say_res_id(o, value);
}

static const struct field nfgenmsg_fields[] = {
	NAMES(struct nfgenmsg, nfgen_family, addr_family),
	NAMES(struct nfgenmsg, version, nfnetlink_version),
	SAY(struct nfgenmsg, res_id, res_id),
};
DEFINE_OWN(nfgenmsg, struct nfgenmsg);
static const struct field nft_fields[] = {
	NAMES(struct nfgenmsg, nfgen_family, addr_family),
	NAMES(struct nfgenmsg, version, nfnetlink_version),
	SAY(struct nfgenmsg, res_id, nft_res_id),
};
DEFINE_OWN(nft, struct nfgenmsg);
/* Each subsystem has its own: they are numbers and bytes. */
static const struct nl_attrs nf_attrs = {};

static const struct field setenforce_fields[] = { SINT(struct selnl_msg_setenforce, val) };
DEFINE_OWN(setenforce, struct selnl_msg_setenforce);
static const struct field policyload_fields[] = { UINT(struct selnl_msg_policyload, seqno) };
DEFINE_OWN(policyload, struct selnl_msg_policyload);

/* clang-format on */

static const struct nl_message
	nf_message = { .layout = &nfgenmsg_layout, .attrs = &nf_attrs, .is_exact = true },
	nft_message = { .layout = &nft_layout, .attrs = &nf_attrs, .is_exact = true },
	nf_batch = { .layout = &nfgenmsg_layout, .is_exact = true },
	selinux[] = { { .layout = &setenforce_layout, .is_exact = true, .is_all = true },
		      { .layout = &policyload_layout, .is_exact = true, .is_all = true } };

const struct nl_message *netlink_others__find(unsigned int protocol, unsigned int type)
{
	if (protocol == NETLINK_NETFILTER)
		return type == NFNL_MSG_BATCH_BEGIN || type == NFNL_MSG_BATCH_END ? &nf_batch
		       : type >> 8 == NFNL_SUBSYS_NFTABLES			  ? &nft_message
										  : &nf_message;
	if (protocol == NETLINK_SELINUX && type == SELNL_MSG_SETENFORCE)
		return &selinux[0];
	if (protocol == NETLINK_SELINUX && type == SELNL_MSG_POLICYLOAD)
		return &selinux[1];
	return NULL;
}
