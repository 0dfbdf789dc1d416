// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* netlink_types.c - types of netlink messages by their protocol, and the flags that messages of a type have. */
#include "decode_netlink.h"

#include <linux/netfilter/nfnetlink.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/xfrm.h>
#include <stdio.h>

#include "symbols_netlink.h"
#include "symbols_tables.h"
#include "util.h"

/**
 * struct nl_types - messages of a protocol, or of a subsystem of netfilter.
 * @base: the number of the first one.
 * @makes, @removes, @asks: those, counted from @base, that have the flags of such messages.
 */
struct nl_types {
	const struct symbols *types;
	uint16_t base;
	uint64_t makes;
	uint64_t removes;
	uint64_t asks;
};

#define BIT(n) (1ULL << (n))
/* Every third message from the first one on, @nr times. */
#define EACH_THIRD(nr) (0x1249249249249249ULL & (BIT(3 * (nr)) - 1))

static const struct nl_types protocols[] = {
	[NETLINK_ROUTE] = { .types = &syms_nlmsg_route, .base = RTM_BASE },
	[NETLINK_SOCK_DIAG] = { .types = &syms_nlmsg_diag,
				.base = SOCK_DIAG_BY_FAMILY,
				.asks = ~0ULL },
	[NETLINK_XFRM] = { .types = &syms_nl_xfrm,
			   .base = XFRM_MSG_BASE,
			   .makes = BIT(XFRM_MSG_NEWSA - XFRM_MSG_BASE) |
				    BIT(XFRM_MSG_NEWPOLICY - XFRM_MSG_BASE) |
				    BIT(XFRM_MSG_NEWAE - XFRM_MSG_BASE) |
				    BIT(XFRM_MSG_NEWSADINFO - XFRM_MSG_BASE) |
				    BIT(XFRM_MSG_NEWSPDINFO - XFRM_MSG_BASE),
			   .removes = BIT(XFRM_MSG_DELSA - XFRM_MSG_BASE) |
				      BIT(XFRM_MSG_DELPOLICY - XFRM_MSG_BASE),
			   .asks = BIT(XFRM_MSG_GETSA - XFRM_MSG_BASE) |
				   BIT(XFRM_MSG_GETPOLICY - XFRM_MSG_BASE) |
				   BIT(XFRM_MSG_GETAE - XFRM_MSG_BASE) |
				   BIT(XFRM_MSG_GETSADINFO - XFRM_MSG_BASE) |
				   BIT(XFRM_MSG_GETSPDINFO - XFRM_MSG_BASE) },
	[NETLINK_SELINUX] = { .types = &syms_nl_selinux },
	[NETLINK_AUDIT] = { .types = &syms_nl_audit },
	[NETLINK_CRYPTO] = { .types = &syms_nl_crypto },
};

static const struct nl_types netfilter[] = {
	[NFNL_SUBSYS_CTNETLINK] = { &syms_nf_ct, 0, BIT(0), BIT(2), 0xfa },
	[NFNL_SUBSYS_CTNETLINK_EXP] = { &syms_nf_exp, 0, BIT(0), BIT(2), BIT(1) | BIT(3) },
	[NFNL_SUBSYS_QUEUE] = { .types = &syms_nf_queue },
	[NFNL_SUBSYS_ULOG] = { .types = &syms_nf_ulog },
	[NFNL_SUBSYS_OSF] = { .types = &syms_nf_osf },
	[NFNL_SUBSYS_IPSET] = { .types = &syms_nf_ipset },
	[NFNL_SUBSYS_ACCT] = { &syms_nf_acct, 0, BIT(0), BIT(3), BIT(1) | BIT(2) },
	[NFNL_SUBSYS_CTNETLINK_TIMEOUT] = { &syms_nf_timeout, 0, BIT(0), BIT(2), BIT(1) },
	[NFNL_SUBSYS_CTHELPER] = { &syms_nf_helper, 0, BIT(0), BIT(2), BIT(1) },
	/* Tables, chains, rules, sets and their elements by threes, a generation, a trace, objects and flow tables. */
	[NFNL_SUBSYS_NFTABLES] = { &syms_nf_tables, 0, EACH_THIRD(6) | BIT(18) | BIT(22),
				   EACH_THIRD(5) << 2 | BIT(20) | BIT(24),
				   EACH_THIRD(6) << 1 | BIT(19) | BIT(21) | BIT(23) | BIT(25) |
					   BIT(33) },
	[NFNL_SUBSYS_NFT_COMPAT] = { &syms_nf_compat, 0, 0, 0, BIT(0) },
	[NFNL_SUBSYS_HOOK] = { &syms_nf_hook, 0, 0, 0, BIT(0) },
};

static bool is_batch(unsigned int type)
{
	return type == NFNL_MSG_BATCH_BEGIN || type == NFNL_MSG_BATCH_END;
}

/* @ret_nr: the message's number, from the base of what it is one of. */
static const struct nl_types *find_types(unsigned int protocol, unsigned int type,
					 unsigned int *ret_nr)
{
	const struct nl_types *types;

	if (protocol == NETLINK_NETFILTER) {
		*ret_nr = type & 0xff;
		types = type >> 8 < ARRAY_SIZE(netfilter) ? &netfilter[type >> 8] : NULL;
	} else {
		types = protocol < ARRAY_SIZE(protocols) ? &protocols[protocol] : NULL;
		*ret_nr = types ? type - types->base : 0;
	}
	return types && types->types ? types : NULL;
}

static const struct symbols *route_flags(unsigned int type)
{
	static const struct symbols *const by_last_bits[] = { &syms_nlmsg_flags_new,
							      &syms_nlmsg_flags_del,
							      &syms_nlmsg_flags_get,
							      &syms_nlmsg_flags };

	/* Its flags are those of a question that is dumped. */
	if (type == RTM_DELACTION)
		return &syms_nlmsg_flags_get;
	return by_last_bits[(type - RTM_BASE) % 4];
}

const struct symbols *netlink_types__flags(unsigned int protocol, unsigned int type)
{
	const struct nl_types *types;
	unsigned int nr;

	if (type == NLMSG_ERROR)
		return &syms_nlmsg_flags_ack;
	if (type < NLMSG_MIN_TYPE)
		return &syms_nlmsg_flags;
	if (protocol == NETLINK_ROUTE)
		return route_flags(type);
	types = find_types(protocol, type, &nr);
	if (!types || nr >= 64)
		return protocol == NETLINK_SOCK_DIAG ? &syms_nlmsg_flags_get : &syms_nlmsg_flags;
	if (types->makes & BIT(nr))
		return &syms_nlmsg_flags_new;
	if (types->removes & BIT(nr))
		return &syms_nlmsg_flags_del;
	return types->asks & BIT(nr) ? &syms_nlmsg_flags_get : &syms_nlmsg_flags;
}

/* Of netfilter: the subsystem, and a message of it. */
static void say_netfilter(unsigned int type, struct out *o)
{
	const struct nl_types *types;
	char text[2 * SYMBOLS_TEXT_MAX];
	unsigned int nr;
	size_t len;

	types = find_types(NETLINK_NETFILTER, type, &nr);
	len = out__spell(o, &syms_nf_subsys, type >> 8, text, SYMBOLS_TEXT_MAX);
	len += (size_t)snprintf(text + len, 8, "<<8|");
	if (types)
		len += out__spell(o, types->types, nr, text + len, SYMBOLS_TEXT_MAX);
	else
		len += (size_t)snprintf(text + len, 16, "%#x", nr);
	out__word(o, text, len);
}

void netlink_types__say(unsigned int protocol, unsigned int type, struct out *o)
{
	const struct nl_types *types;
	unsigned int nr;

	if (type < NLMSG_MIN_TYPE) {
		out__symbol(o, &syms_nlmsg_type, type);
	} else if (protocol == NETLINK_NETFILTER && is_batch(type)) {
		out__symbol(o, &syms_nf_batch, type);
	} else if (protocol == NETLINK_NETFILTER) {
		say_netfilter(type, o);
	} else if (protocol == NETLINK_GENERIC) {
		out__symbol(o, genl_families__symbols(), type);
	} else {
		types = find_types(protocol, type, &nr);
		out__symbol(o, types ? types->types : &syms_nlmsg_type, type);
	}
}
