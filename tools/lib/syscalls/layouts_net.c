// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* layouts_net.c - structures of control data and of socket options. */
#include "layouts.h"

#include <arpa/inet.h>
#include <linux/filter.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#include "decode.h"
#include "symbols_tables.h"

/* clang-format off */

static const struct field ucred_fields[] = {
	PID(struct ucred, pid),
	SAY(struct ucred, uid, uid),
	SAY(struct ucred, gid, uid),
};
DEFINE_LAYOUT(ucred, sizeof(struct ucred));

static const struct field linger_fields[] = {
	SINT(struct linger, l_onoff),
	SINT(struct linger, l_linger),
};
DEFINE_LAYOUT(linger, sizeof(struct linger));

static void say_ipv6(const struct blob *b, const struct field *f, struct out *o)
{
	char text[INET6_ADDRSTRLEN];

	if (inet_ntop(AF_INET6, b->data + f->off, text, sizeof(text)))
		out__word(o, text, strlen(text));
	else
		out__str(o, (const char *)b->data + f->off, 16, false);
}

static const struct field in_pktinfo_fields[] = {
	SAY(struct in_pktinfo, ipi_ifindex, ifindex),
	SAY(struct in_pktinfo, ipi_spec_dst, ipv4),
	SAY(struct in_pktinfo, ipi_addr, ipv4),
};
DEFINE_LAYOUT(in_pktinfo, sizeof(struct in_pktinfo));

static const struct field in6_pktinfo_fields[] = {
	CUSTOM(struct in6_pktinfo, ipi6_addr, say_ipv6),
	UINT(struct in6_pktinfo, ipi6_ifindex),
};
DEFINE_LAYOUT(in6_pktinfo, sizeof(struct in6_pktinfo));

static const struct field ip_mreq_fields[] = {
	SAY(struct ip_mreq, imr_multiaddr, ipv4),
	SAY(struct ip_mreq, imr_interface, ipv4),
};
DEFINE_LAYOUT(ip_mreq, sizeof(struct ip_mreq));

static const struct field ipv6_mreq_fields[] = {
	CUSTOM(struct ipv6_mreq, ipv6mr_multiaddr, say_ipv6),
	UINT(struct ipv6_mreq, ipv6mr_interface),
};
DEFINE_LAYOUT(ipv6_mreq, sizeof(struct ipv6_mreq));

