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
#include <stdbool.h>
#include <stddef.h>

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

/* One attribute of @len bytes within @outer, if they are not 0; and with the end not in memory. */
static void netlink_attribute(int fd, const uint8_t *head, size_t head_len, const uint16_t *outer,
			      uint16_t type, uint16_t len, bool all_ones)
{
	const size_t missing[] = { 1, len / 2U, len + 1U, len + 5U };
	uint8_t message[512] = {}, *at = message;
	size_t size;
	struct nlattr attr;
	unsigned int nr = 0;

	memcpy(at, head, head_len);
	at += NLMSG_ALIGN(head_len);
	while (nr < 3 && outer[nr])
		nr++;
	for (unsigned int i = 0; i <= nr; i++, at += sizeof(attr)) {
		attr.nla_len = (uint16_t)(len + sizeof(attr) * (nr - i + 1));
		attr.nla_type = i < nr ? outer[i] | (type & 1) << 15 : type;
		memcpy(at, &attr, sizeof(attr));
	}
	for (uint16_t i = 0; i < len; i++)
		at[i] = all_ones ? 0xff : (uint8_t)(i % 5 + 1);
	size = (size_t)(at - message) + len;
	((struct nlmsghdr *)message)->nlmsg_len = (uint32_t)size;
	netlink_send(fd, message, size);
	for (size_t i = 0; len > 2 && !all_ones && i < NR(missing); i++)
		netlink_send(fd, at_edge(message, size - missing[i]), size);
}

static const struct netlink_tried {
	uint16_t type;
	uint8_t head_len; /* of the structure */
	uint8_t family;
	uint16_t first;
	uint16_t last;
	uint16_t outer[3];
	uint16_t large; /* a size beside those that are tried of all */
} routes_tried[] = {
	/* Of addresses of the hardware strace tells 7 bytes. */
	{ RTM_NEWLINK, 16, AF_UNSPEC, 3, 53, {}, 0 },
	{ RTM_NEWLINK, 16, AF_UNSPEC, 55, 63, {}, 0 },
	{ RTM_NEWLINK, 16, AF_UNSPEC, 0, 6, { IFLA_LINKINFO }, 0 },
	{ RTM_NEWLINK, 16, AF_BRIDGE, 0, 1, { IFLA_AF_SPEC }, 0 },
	{ RTM_NEWLINK, 16, AF_BRIDGE, 3, 3, { IFLA_AF_SPEC }, 0 },
	{ RTM_NEWLINK, 16, AF_UNSPEC, 0, 9, { IFLA_VFINFO_LIST, IFLA_VF_INFO }, 0 },
	{ RTM_NEWLINK, 16, AF_UNSPEC, 0, 9, { IFLA_VF_PORTS, IFLA_VF_PORT }, 0 },
	{ RTM_NEWLINK, 16, AF_UNSPEC, 0, 9, { IFLA_PORT_SELF }, 0 },
	{ RTM_NEWLINK, 16, AF_UNSPEC, 0, 3, { IFLA_AF_SPEC, AF_INET }, 0 },
	{ RTM_NEWLINK, 16, AF_UNSPEC, 0, 8, { IFLA_AF_SPEC, AF_INET6 }, 0 },
	{ RTM_NEWLINK, 16, AF_UNSPEC, 0, 9, { IFLA_XDP }, 0 },
	{ RTM_NEWLINK, 16, AF_BRIDGE, 0, 39, { IFLA_PROTINFO }, 0 },
	{ RTM_NEWLINK, 16, AF_INET6, 0, 9, { IFLA_PROTINFO }, 0 },
	{ RTM_NEWLINK, 16, AF_INET, 0, 2, { IFLA_PROTINFO }, 0 },
	{ RTM_NEWMDB, 8, AF_BRIDGE, 0, 2, { 1 /* MDBA_MDB */, 1 /* MDBA_MDB_ENTRY */ }, 0 },
	{ RTM_NEWMDB, 8, AF_BRIDGE, 0, 2, { 2 /* MDBA_ROUTER */ }, 0 },
	{ RTM_NEWLINK, 16, AF_UNSPEC, 0, 3, { 55 /* IFLA_PROTO_DOWN_REASON */ }, 0 },
	{ RTM_NEWADDR, 8, AF_INET, 0, 12, {}, 0 },
	{ RTM_NEWADDR, 8, AF_INET6, 0, 12, {}, 0 },
	{ RTM_NEWROUTE, 12, AF_INET, 0, 8, {}, 0 },
	{ RTM_NEWROUTE, 12, AF_INET6, 0, 8, {}, 0 },
	{ RTM_NEWROUTE, 12, AF_INET, 0, 18, { RTA_METRICS }, 0 },
	{ RTM_NEWNEIGH, 12, AF_INET, 0, 19, {}, 0 },
	{ RTM_NEWRULE, 12, AF_INET, 0, 26, {}, 0 },
	{ RTM_NEWQDISC, 20, AF_UNSPEC, 0, 15, {}, 0 },
	{ RTM_NEWQDISC, 20, AF_UNSPEC, 0, 9, { TCA_STATS2 }, 0 },
	{ RTM_NEWQDISC, 20, AF_UNSPEC, 0, 3, { TCA_STAB }, 0 },
	{ RTM_NEWNEIGHTBL, 4, AF_INET, 0, 10, {}, 0 },
	{ RTM_NEWNEIGHTBL, 4, AF_INET, 0, 19, { 6 /* NDTA_PARMS */ }, 0 },
	{ RTM_NEWACTION, 4, AF_UNSPEC, 0, 9, { 1 }, 0 },
	{ RTM_NEWADDRLABEL, 12, AF_INET6, 0, 3, {}, 0 },
	{ RTM_NEWNETCONF, 1, AF_INET, 0, 9, {}, 0 },
	{ RTM_NEWNSID, 1, AF_UNSPEC, 0, 7, {}, 0 },
	{ 96 /* RTM_NEWCACHEREPORT */, 1, 128, 0, 8, {}, 0 },
	{ 96, 1, 129, 0, 7, {}, 0 },
	{ 104 /* RTM_NEWNEXTHOP */, 8, AF_INET, 0, 13, {}, 0 },
	{ 92 /* RTM_NEWSTATS */, 12, AF_UNSPEC, 0, 6, {}, 0 },
	{ 92, 12, AF_UNSPEC, 0, 5, { 2 /* IFLA_STATS_LINK_XSTATS */, 1 /* BRIDGE */ }, 250 },
	{ 92, 12, AF_UNSPEC, 0, 2, { 2, 2 /* BOND */ }, 0 },
	{ 92, 12, AF_UNSPEC, 0, 10, { 3 /* ..._SLAVE */, 2, 1 /* BOND_XSTATS_3AD */ }, 0 },
	{ 92, 12, AF_UNSPEC, 0, 2, { 5 /* IFLA_STATS_AF_SPEC */, 28 /* AF_MPLS */ }, 80 },
}, sockets_tried[] = {
	{ 20, 72, AF_INET, 0, 7, {}, 0 },
	{ 20, 72, AF_INET6, 9, 11, {}, 0 },
	{ 20, 72, AF_INET, 12, 13 /* INET_DIAG_LOCALS, _PEERS */, {}, 260 },
	{ 20, 72, AF_INET, 18 /* INET_DIAG_MD5SIG */, 20, {}, 204 },
	{ 20, 72, AF_INET, 0, 5, { 19 /* INET_DIAG_ULP_INFO */, 2 /* TLS */ }, 0 },
	{ 20, 72, AF_INET, 0, 12, { 19, 3 /* MPTCP */ }, 0 },
	{ 20, 72, AF_INET, 0, 4, { 20 /* INET_DIAG_SK_BPF_STORAGES */, 1 }, 0 },
	{ 20, 64, 43 /* AF_SMC */, 0, 6, {}, 151 },
	{ 20, 16, AF_UNIX, 0, 9, {}, 0 },
	{ 20, 28, AF_NETLINK, 0, 6, {}, 0 },
	{ 20, 16, AF_PACKET, 0, 7, {}, 0 },
};

static void netlink_attributes(int protocol, const struct netlink_tried *tried, size_t nr)
{
	static const uint16_t sizes[] = { 0, 1, 2, 4, 8, 16, 36 };
	const int fd = netlink_socket(protocol);

	for (size_t i = 0; fd >= 0 && i < nr; i++) {
		uint8_t head[128] = {};
		const struct nlmsghdr h = { .nlmsg_type = tried[i].type };

		memcpy(head, &h, sizeof(h));
		head[sizeof(h)] = tried[i].family;
		for (uint16_t type = tried[i].first; type <= tried[i].last; type++) {
			/* Groups are in words of the kernel, not of the program, as strace takes them. */
			if (sizeof(long) == 4 && tried[i].family == AF_NETLINK && type == 1)
				continue;
			for (size_t k = 0; k < NR(sizes); k++)
				netlink_attribute(fd, head, sizeof(h) + tried[i].head_len,
						  tried[i].outer, type, sizes[k], false);
			if (tried[i].large)
				netlink_attribute(fd, head, sizeof(h) + tried[i].head_len,
						  tried[i].outer, type, tried[i].large, false);
			/* Its last bits are newer than strace. */
			if (type != IFLA_EXT_MASK)
				netlink_attribute(fd, head, sizeof(h) + tried[i].head_len,
						  tried[i].outer, type, 4, true);
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
		/* Lengths that lead anywhere; strace never ends with some that are shorter. */
		for (unsigned short len = 13; !i && len < sizeof(m.hops[0]) + 3; len++) {
			m.hops[0].hop.rtnh_len = len;
			netlink_send(fd, &m, m.head.nlmsg_len);
		}
		m.hops[0].hop.rtnh_len = sizeof(m.hops[0]);
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

/* Puts an attribute at @at. Return: where the next one goes. */
static uint8_t *netlink_put(uint8_t *at, uint16_t type, const void *data, size_t len)
{
	const struct nlattr attr = { .nla_len = (uint16_t)(sizeof(attr) + len), .nla_type = type };

	memcpy(at, &attr, sizeof(attr));
	memcpy(at + sizeof(attr), data, len);
	return at + sizeof(attr) + NLA_ALIGN(len);
}

/* One attribute of @type, of numbers that go up, in @outer. */
static uint8_t *netlink_put_within(uint8_t *at, uint16_t outer, uint16_t type, uint16_t len)
{
	uint8_t bytes[16], attr[4 + sizeof(bytes)] = {};

	for (uint16_t i = 0; i < len; i++)
		bytes[i] = (uint8_t)(i % 5 + 1);
	netlink_put(attr, type, bytes, len);
	return netlink_put(at, outer, attr, 4 + len);
}

static void netlink_send_within(int fd, struct nlmsghdr *head, uint8_t *attr, uint16_t type,
				const uint8_t *end)
{
	const struct nlattr a = { .nla_len = (uint16_t)(end - attr), .nla_type = type };

	memcpy(attr, &a, sizeof(a));
	head->nlmsg_len = (uint32_t)(end - (uint8_t *)head);
	netlink_send(fd, head, head->nlmsg_len);
}

/* What a link holds by its kind, and as a part of another one. @also: said before; the last word counts. */
static void netlink_kind(int fd, uint16_t kind_type, const char *also, const char *kind,
			 uint16_t type, uint16_t len)
{
	struct {
		struct nlmsghdr head;
		struct ifinfomsg link;
		uint8_t attrs[128];
	} m = { .head = { .nlmsg_type = RTM_NEWLINK } };
	uint8_t *at = m.attrs + sizeof(struct nlattr);

	if (also)
		at = netlink_put(at, kind_type, also, strlen(also) + 1);
	at = netlink_put(at, kind_type, kind, strlen(kind) + 1);
	at = netlink_put_within(at, kind_type + 1, type, len);
	netlink_send_within(fd, &m.head, m.attrs, IFLA_LINKINFO, at);
}

static void netlink_kinds(void)
{
	static const struct {
		uint16_t kind_type;
		const char *kind;
		uint16_t last;
	} kinds[] = {
		{ IFLA_INFO_KIND, "bridge", 47 },      { IFLA_INFO_KIND, "tun", 10 },
		{ IFLA_INFO_KIND, "tuntap", 2 },       { IFLA_INFO_SLAVE_KIND, "bridge", 39 },
		{ IFLA_INFO_SLAVE_KIND, "bonded", 2 },
	};
	static const uint16_t sizes[] = { 0, 1, 2, 4, 6, 8, 16 };
	const int fd = netlink_socket(NETLINK_ROUTE);

	for (size_t i = 0; i < NR(kinds); i++) {
		for (uint16_t type = 0; type <= kinds[i].last; type++) {
			for (size_t k = 0; k < NR(sizes); k++)
				netlink_kind(fd, kinds[i].kind_type, NULL, kinds[i].kind, type,
					     sizes[k]);
		}
		netlink_kind(fd, kinds[i].kind_type, "tun", kinds[i].kind, 1, 4);
		netlink_kind(fd, kinds[i].kind_type, kinds[i].kind, "none", 1, 4);
	}
	close(fd);
}

/* Counters of a kind, which are a structure. */
static void netlink_kind_counters(void)
{
	static const uint16_t sizes[] = { 0, 8, 23, 24, 25, 40 };
	static const char *const kinds[] = { "can", "vcan" };
	const int fd = netlink_socket(NETLINK_ROUTE);

	for (size_t i = 0; i < NR(kinds) * NR(sizes); i++) {
		const char *kind = kinds[i / NR(sizes)];
		const uint16_t size = sizes[i % NR(sizes)];
		struct {
			struct nlmsghdr head;
			struct ifinfomsg link;
			uint8_t attrs[128];
		} m = { .head = { .nlmsg_type = RTM_NEWLINK } };
		uint8_t bytes[40], *at = m.attrs + sizeof(struct nlattr);

		for (uint8_t k = 0; k < sizeof(bytes); k++)
			bytes[k] = k;
		at = netlink_put(at, IFLA_INFO_KIND, kind, strlen(kind) + 1);
		at = netlink_put(at, IFLA_INFO_XSTATS, bytes, size);
		netlink_send_within(fd, &m.head, m.attrs, IFLA_LINKINFO, at);
		for (size_t missing = 1; missing <= size + 1U; missing += 8)
			netlink_send(fd, at_edge(&m, m.head.nlmsg_len - missing), m.head.nlmsg_len);
	}
	close(fd);
}

/* Ports that lead to routers and groups of addresses: a structure, and attributes behind it. */
static void netlink_groups(void)
{
	static const struct {
		uint16_t outer[3];
		uint16_t head_len;
		uint16_t last;
	} groups[] = {
		{ { 1 /* MDBA_MDB */, 1 /* MDBA_MDB_ENTRY */, 1 /* MDBA_MDB_ENTRY_INFO */ }, 28, 2 },
		{ { 2 /* MDBA_ROUTER */, 1 /* MDBA_ROUTER_PORT */ }, 4, 4 },
	};
	static const uint16_t sizes[] = { 0, 1, 2, 4, 8, 12 };
	const int fd = netlink_socket(NETLINK_ROUTE);
	struct {
		struct nlmsghdr head;
		struct {
			uint8_t family, pad[3];
			uint32_t ifindex;
		} port;
		uint8_t attrs[128];
	} m = { .head = { .nlmsg_type = 84 /* RTM_NEWMDB */ }, .port = { .family = AF_BRIDGE } };

	for (size_t i = 0; i < NR(groups) * NR(sizes) * 6; i++) {
		const size_t g = i / NR(sizes) % NR(groups);
		const uint16_t type = (uint16_t)(i / NR(sizes) / NR(groups)),
			       len = sizes[i % NR(sizes)], *outer = groups[g].outer;
		uint8_t data[64] = { 1 }, entry[64] = {};

		if (type > groups[g].last)
			continue;
		netlink_put(data + groups[g].head_len, type, "\1\2\3\4\5\6\7\10\1\2\3\4", len);
		if (!outer[2]) {
			netlink_send_within(fd, &m.head, m.attrs, outer[0],
					    netlink_put(m.attrs + 4, outer[1], data,
							groups[g].head_len + 4 + len));
			continue;
		}
		netlink_put(entry, outer[2], data, groups[g].head_len + 4 + len);
		netlink_send_within(fd, &m.head, m.attrs, outer[0],
				    netlink_put(m.attrs + 4, outer[1], entry,
						4 + groups[g].head_len + 4 + len));
	}
	close(fd);
}

/* What a daemon of devices tells its listeners, with less than its header and more; and the kernel's. */
static void netlink_devices(void)
{
	struct {
		char prefix[8];
		uint32_t words[8];
		char properties[64];
	} m = { "libudev",
		{ 0xcefaedfe, 40, 40, 24, 1, 0x80, 0x12345678, 0 },
		"ACTION=add\0SUBSYSTEM=net" };
	static const size_t sizes[] = { 1, 8, 39, 40, 41, 64, 104 };
	const int fd = netlink_socket(NETLINK_KOBJECT_UEVENT);

	for (size_t i = 0; i < NR(sizes); i++) {
		netlink_send(fd, &m, sizes[i]);
		netlink_send(fd, at_edge(&m, sizes[i]), sizeof(m));
	}
	strcpy(m.prefix, "libude");
	netlink_send(fd, &m, sizeof(m));
	netlink_send(fd, "add@/devices/pci", 17);
	close(fd);
}

/* What is asked for of sockets: each operation of a filter with each length of an operand, also where memory ends. */
static void netlink_filters(void)
{
	static const uint16_t sizes[] = { 0, 1, 3, 4, 5, 7, 8, 11, 12, 15, 16, 17, 27, 28, 40 };
	static const uint8_t families[] = { AF_INET, AF_INET6, AF_UNIX };
	const int fd = netlink_socket(NETLINK_SOCK_DIAG);
	struct {
		struct nlmsghdr head;
		uint8_t asked[56]; /* struct inet_diag_req_v2 */
		struct rtattr attr;
		uint8_t code, yes;
		uint16_t no;
		uint8_t family, prefix_len, pad[2];
		uint32_t port;
		uint8_t address[28];
	} m = { .head = { .nlmsg_type = 20, .nlmsg_flags = NLM_F_REQUEST },
		.asked = { AF_INET, IPPROTO_TCP } };
	const size_t before = offsetof(__typeof__(m), code);

	for (size_t i = 0; i < sizeof(m.address); i++)
		m.address[i] = (uint8_t)(i * 7);
	m.yes = 8;
	m.no = 300;
	for (size_t i = 0; fd >= 0 && i < 15 * NR(sizes) * NR(families); i++) {
		const uint16_t size = sizes[i % NR(sizes)];

		m.code = (uint8_t)(i / NR(sizes) % 15);
		m.family = families[i / NR(sizes) / 15];
		m.prefix_len = (uint8_t)i;
		m.port = 22;
		m.attr = (struct rtattr){ .rta_len = (uint16_t)(4 + size), .rta_type = 1 };
		m.head.nlmsg_len = (uint32_t)(before + size);
		netlink_send(fd, &m, before + size);
		for (size_t there = before; there < before + size; there += 5)
			netlink_send(fd, at_edge(&m, there), before + size);
	}
	for (uint16_t type = 0; type < 4; type++) {
		m.attr = (struct rtattr){ .rta_len = 5, .rta_type = type };
		m.head.nlmsg_len = (uint32_t)before + 1;
		netlink_send(fd, &m, before + 1);
	}
	close(fd);
}

/* Messages of which nothing is known but a family, and those that end anywhere. */
static void netlink_ends(void)
{
	static const uint16_t types[] = { RTM_NEWLINK, RTM_NEWMDB, 82 /* RTM_GETNETCONF */,
					  112 /* RTM_NEWVLAN */, NLMSG_ERROR };
	static const uint8_t families[] = { AF_UNIX, AF_BRIDGE, AF_INET, 45 };
	const int fd = netlink_socket(NETLINK_ROUTE);
	uint8_t bytes[100];
	struct nlmsghdr *head = (void *)bytes;

	for (size_t i = 0; i < NR(types) * NR(families); i++) {
		for (size_t k = 0; k < sizeof(bytes); k++)
			bytes[k] = (uint8_t)(k % 5);
		*head = (struct nlmsghdr){ .nlmsg_len = sizeof(bytes),
					   .nlmsg_type = types[i / NR(families)] };
		bytes[sizeof(*head)] = families[i % NR(families)];
		for (size_t there = 0; there < sizeof(bytes); there += there < 24 ? 1 : 19)
			netlink_send(fd, at_edge(bytes, there), sizeof(bytes));
	}
	close(fd);
}

static void netlink(void)
{
	netlink_ends();
	netlink_devices();
	netlink_filters();
	netlink_kinds();
	netlink_kind_counters();
	netlink_groups();
	netlink_names();
	netlink_types();
	netlink_attributes(NETLINK_ROUTE, routes_tried, NR(routes_tried));
	netlink_attributes(NETLINK_SOCK_DIAG, sockets_tried, NR(sockets_tried));
	netlink_hops();
}

#endif /* TESTS_REQUESTS_NETLINK_H */
