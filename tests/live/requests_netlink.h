/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * requests_netlink.h - the part of work_requests.c that sends messages of netlink, to a socket of its own: no part of
 * the kernel acts on them.
 */
#ifndef TESTS_REQUESTS_NETLINK_H
#define TESTS_REQUESTS_NETLINK_H

#include <linux/if_link.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>

#define NETLINK_OWN 0x5eed

static int netlink_socket(int protocol)
{
	const struct sockaddr_nl own = { .nl_family = AF_NETLINK, .nl_pid = NETLINK_OWN };
	const int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, protocol);

	if (fd >= 0 && !bind(fd, (const void *)&own, sizeof(own)))
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

static void netlink_send(int fd, const void *message, size_t len)
{
	const struct sockaddr_nl own = { .nl_family = AF_NETLINK, .nl_pid = NETLINK_OWN };
	char answer[1024];

	sendto(fd, message, len, MSG_DONTWAIT, (const void *)&own, sizeof(own));
	recv(fd, answer, sizeof(answer), MSG_DONTWAIT);
}

/* Types by name and flags by their types, of each protocol. */
static void netlink_types(void)
{
	static const struct {
		int protocol;
		unsigned int first, last;
	} types[] = {
		{ NETLINK_ROUTE, 0, 94 },	   { NETLINK_ROUTE, 96, 119 },
		{ NETLINK_SOCK_DIAG, 0, 24 },	   { NETLINK_XFRM, 14, 48 },
		{ NETLINK_SELINUX, 14, 20 },	   { NETLINK_AUDIT, 990, 1030 },
		{ NETLINK_CRYPTO, 14, 26 },	   { NETLINK_GENERIC, 14, 17 },
		{ NETLINK_NETFILTER, 14, 19 },	   { NETLINK_NETFILTER, 256, 266 },
		{ NETLINK_NETFILTER, 512, 522 },   { NETLINK_NETFILTER, 768, 778 },
		{ NETLINK_NETFILTER, 2560, 2584 }, { NETLINK_USERSOCK, 0, 20 },
	};
	static const uint16_t flags[] = { 0, 0x100, 0x200, 0x3ff, 0xf000 };
	struct nlmsghdr head = { .nlmsg_len = sizeof(head), .nlmsg_seq = 7, .nlmsg_pid = 9 };

	for (size_t i = 0; i < NR(types); i++) {
		const int fd = netlink_socket(types[i].protocol);

		for (unsigned int type = types[i].first; fd >= 0 && type <= types[i].last; type++) {
			for (size_t k = 0; k < NR(flags); k++) {
				head.nlmsg_type = (uint16_t)type;
				head.nlmsg_flags = flags[k];
				netlink_send(fd, &head, sizeof(head));
			}
		}
		close(fd);
	}
}

/* One attribute of @len bytes within @outer, if they are not 0. */
static void netlink_attribute(int fd, const uint8_t *head, size_t head_len, const uint16_t *outer,
			      uint16_t type, uint16_t len)
{
	uint8_t message[512] = {}, *at = message;
	struct nlattr attr;
	unsigned int nr = 0;

	memcpy(at, head, head_len);
	at += NLMSG_ALIGN(head_len);
	while (nr < 2 && outer[nr])
		nr++;
	for (unsigned int i = 0; i <= nr; i++, at += sizeof(attr)) {
		attr.nla_len = (uint16_t)(len + sizeof(attr) * (nr - i + 1));
		attr.nla_type = i < nr ? outer[i] | (type & 1) << 15 : type;
		memcpy(at, &attr, sizeof(attr));
	}
	for (uint16_t i = 0; i < len; i++)
		at[i] = len <= 8 && i ? 0 : (uint8_t)(i % 5 + 1);
	((struct nlmsghdr *)message)->nlmsg_len = (uint32_t)(at - message) + len;
	netlink_send(fd, message, (size_t)(at - message) + len);
}

static const struct netlink_tried {
	uint16_t type;
	uint8_t head_len; /* of the structure */
	uint8_t family;
	uint16_t first;
	uint16_t last;
	uint16_t outer[2];
} routes_tried[] = {
	/* Of addresses of the hardware strace tells 7 bytes. */
	{ RTM_NEWLINK, 16, AF_UNSPEC, 3, 53, {} },
	{ RTM_NEWLINK, 16, AF_UNSPEC, 55, 63, {} },
	{ RTM_NEWLINK, 16, AF_UNSPEC, 0, 6, { IFLA_LINKINFO } },
	{ RTM_NEWLINK, 16, AF_BRIDGE, 0, 1, { IFLA_AF_SPEC } },
	{ RTM_NEWLINK, 16, AF_BRIDGE, 3, 3, { IFLA_AF_SPEC } },
	{ RTM_NEWLINK, 16, AF_UNSPEC, 0, 9, { IFLA_VFINFO_LIST, IFLA_VF_INFO } },
	{ RTM_NEWLINK, 16, AF_UNSPEC, 0, 9, { IFLA_VF_PORTS, IFLA_VF_PORT } },
	{ RTM_NEWLINK, 16, AF_UNSPEC, 0, 9, { IFLA_PORT_SELF } },
	{ RTM_NEWLINK, 16, AF_UNSPEC, 0, 3, { IFLA_AF_SPEC, AF_INET } },
	{ RTM_NEWLINK, 16, AF_UNSPEC, 0, 8, { IFLA_AF_SPEC, AF_INET6 } },
	{ RTM_NEWLINK, 16, AF_UNSPEC, 0, 9, { IFLA_XDP } },
	{ RTM_NEWLINK, 16, AF_BRIDGE, 0, 39, { IFLA_PROTINFO } },
	{ RTM_NEWLINK, 16, AF_INET6, 0, 9, { IFLA_PROTINFO } },
	{ RTM_NEWLINK, 16, AF_INET, 0, 2, { IFLA_PROTINFO } },
	{ RTM_NEWMDB, 8, AF_BRIDGE, 0, 2, { 1 /* MDBA_MDB */, 1 /* MDBA_MDB_ENTRY */ } },
	{ RTM_NEWMDB, 8, AF_BRIDGE, 0, 2, { 2 /* MDBA_ROUTER */ } },
	{ RTM_NEWLINK, 16, AF_UNSPEC, 0, 3, { 55 /* IFLA_PROTO_DOWN_REASON */ } },
	{ RTM_NEWADDR, 8, AF_INET, 0, 12, {} },
	{ RTM_NEWADDR, 8, AF_INET6, 0, 12, {} },
	{ RTM_NEWROUTE, 12, AF_INET, 0, 8, {} },
	{ RTM_NEWROUTE, 12, AF_INET6, 0, 8, {} },
	{ RTM_NEWROUTE, 12, AF_INET, 0, 18, { RTA_METRICS } },
	{ RTM_NEWNEIGH, 12, AF_INET, 0, 19, {} },
	{ RTM_NEWRULE, 12, AF_INET, 0, 26, {} },
	{ RTM_NEWQDISC, 20, AF_UNSPEC, 0, 15, {} },
	{ RTM_NEWQDISC, 20, AF_UNSPEC, 0, 9, { TCA_STATS2 } },
	{ RTM_NEWQDISC, 20, AF_UNSPEC, 0, 3, { TCA_STAB } },
	{ RTM_NEWNEIGHTBL, 4, AF_INET, 0, 10, {} },
	{ RTM_NEWNEIGHTBL, 4, AF_INET, 0, 19, { 6 /* NDTA_PARMS */ } },
	{ RTM_NEWACTION, 4, AF_UNSPEC, 0, 9, { 1 } },
	{ RTM_NEWADDRLABEL, 12, AF_INET6, 0, 3, {} },
	{ RTM_NEWNETCONF, 1, AF_INET, 0, 9, {} },
	{ RTM_NEWNSID, 1, AF_UNSPEC, 0, 7, {} },
	{ 96 /* RTM_NEWCACHEREPORT */, 1, 128, 0, 8, {} },
	{ 96, 1, 129, 0, 7, {} },
	{ 104 /* RTM_NEWNEXTHOP */, 8, AF_INET, 0, 13, {} },
	{ 92 /* RTM_NEWSTATS */, 12, AF_UNSPEC, 0, 6, {} },
}, sockets_tried[] = {
	{ 20, 72, AF_INET, 0, 7, {} },
	{ 20, 72, AF_INET6, 9, 11, {} },
	{ 20, 16, AF_UNIX, 0, 9, {} },
	{ 20, 32, AF_NETLINK, 0, 6, {} },
	{ 20, 20, AF_PACKET, 0, 7, {} },
};

static void netlink_attributes(int protocol, const struct netlink_tried *tried, size_t nr)
{
	static const uint16_t sizes[] = { 0, 1, 2, 0, 4, 8, 16, 36 };
	const int fd = netlink_socket(protocol);

	for (size_t i = 0; fd >= 0 && i < nr; i++) {
		uint8_t head[128] = {};
		const struct nlmsghdr h = { .nlmsg_type = tried[i].type };

		memcpy(head, &h, sizeof(h));
		head[sizeof(h)] = tried[i].family;
		for (uint16_t type = tried[i].first; type <= tried[i].last; type++) {
			for (size_t k = 0; k < NR(sizes); k++)
				netlink_attribute(fd, head, sizeof(h) + tried[i].head_len,
						  tried[i].outer, type, sizes[k]);
		}
	}
	close(fd);
}

/* Several next hops, with an attribute each. */
static void netlink_hops(void)
{
	const int fd = netlink_socket(NETLINK_ROUTE);
	struct {
		struct nlmsghdr head;
		struct rtmsg route;
		struct rtattr attr;
		struct {
			struct rtnexthop hop;
			struct rtattr attr;
			uint8_t gateway[4];
		} hops[3];
	} m = { .head = { .nlmsg_type = RTM_NEWROUTE }, .route = { .rtm_family = AF_INET } };

	for (size_t i = 0; i < 3; i++) {
		m.hops[i].hop = (struct rtnexthop){ .rtnh_len = sizeof(m.hops[0]),
						    .rtnh_flags = RTNH_F_ONLINK,
						    .rtnh_hops = 3,
						    .rtnh_ifindex = i ? 1 : 0 };
		m.hops[i].attr = (struct rtattr){ .rta_len = 8, .rta_type = RTA_GATEWAY };
		m.hops[i].gateway[3] = (uint8_t)(i + 1);
		m.attr.rta_type = RTA_MULTIPATH;
		m.attr.rta_len = (uint16_t)(4 + (i + 1) * sizeof(m.hops[0]));
		m.head.nlmsg_len = (uint32_t)(sizeof(m.head) + sizeof(m.route) + m.attr.rta_len);
		netlink_send(fd, &m, m.head.nlmsg_len);
	}
	close(fd);
}

/* Names about as long as what is shown of one, with the NUL and without it. */
static void netlink_names(void)
{
	const int fd = netlink_socket(NETLINK_ROUTE);
	struct {
		struct nlmsghdr head;
		struct ifinfomsg link;
		struct rtattr attr;
		char name[64];
	} m = { .head = { .nlmsg_type = RTM_NEWLINK }, .attr = { .rta_type = IFLA_IFALIAS } };

	for (uint16_t len = 1; len < 2 * 40; len++) {
		memset(m.name, 0, sizeof(m.name));
		memset(m.name, 'a', len / 2);
		m.attr.rta_len = (uint16_t)(sizeof(m.attr) + len / 2 + len % 2);
		m.head.nlmsg_len = (uint32_t)(sizeof(m) - sizeof(m.name) + len / 2 + len % 2);
		netlink_send(fd, &m, m.head.nlmsg_len);
	}
	close(fd);
}

/* What a link holds by its kind, and as a part of another one. */
static void netlink_kind(int fd, uint16_t kind_type, const char *kind, uint16_t type, uint16_t len)
{
	struct {
		struct nlmsghdr head;
		struct ifinfomsg link;
		struct rtattr info, kind_attr;
		char kind[8];
		struct rtattr data, attr;
		uint8_t bytes[16];
	} m = { .head = { .nlmsg_type = RTM_NEWLINK },
		.info = { .rta_type = IFLA_LINKINFO },
		.kind_attr = { .rta_len = (uint16_t)(4 + strlen(kind) + 1), .rta_type = kind_type },
		.data = { .rta_len = (uint16_t)(8 + len), .rta_type = kind_type + 1 },
		.attr = { .rta_len = (uint16_t)(4 + len), .rta_type = type } };

	strcpy(m.kind, kind);
	for (uint16_t i = 0; i < len; i++)
		m.bytes[i] = len <= 8 && i ? 0 : (uint8_t)(i % 5 + 1);
	m.head.nlmsg_len = (uint32_t)(sizeof(m) - sizeof(m.bytes) + len);
	m.info.rta_len = (uint16_t)(m.head.nlmsg_len - sizeof(m.head) - sizeof(m.link));
	netlink_send(fd, &m, m.head.nlmsg_len);
}

static void netlink_kinds(void)
{
	static const struct {
		uint16_t kind_type;
		const char *kind;
		uint16_t last;
	} kinds[] = {
		{ IFLA_INFO_KIND, "bridge", 47 },
		{ IFLA_INFO_KIND, "tuntap", 2 },
		{ IFLA_INFO_SLAVE_KIND, "bridge", 39 },
		{ IFLA_INFO_SLAVE_KIND, "bonded", 2 },
	};
	static const uint16_t sizes[] = { 0, 1, 2, 4, 6, 8, 16 };
	const int fd = netlink_socket(NETLINK_ROUTE);

	for (size_t i = 0; i < NR(kinds); i++) {
		for (uint16_t type = 0; type <= kinds[i].last; type++) {
			for (size_t k = 0; k < NR(sizes); k++)
				netlink_kind(fd, kinds[i].kind_type, kinds[i].kind, type, sizes[k]);
		}
	}
	close(fd);
}

static void netlink(void)
{
	netlink_kinds();
	netlink_names();
	netlink_types();
	netlink_attributes(NETLINK_ROUTE, routes_tried, NR(routes_tried));
	netlink_attributes(NETLINK_SOCK_DIAG, sockets_tried, NR(sockets_tried));
	netlink_hops();
}

#endif /* TESTS_REQUESTS_NETLINK_H */
