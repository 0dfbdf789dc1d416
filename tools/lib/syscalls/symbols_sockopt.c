// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * symbols_sockopt.c - names of socket options, one table per level.
 */
#include "symbols_tables.h"

#include <linux/in.h>
#include <linux/in6.h>
#include <linux/vm_sockets.h>
#include <sys/socket.h>

/* clang-format off */

#ifndef SOL_IP
#define SOL_IP 0
#endif
#ifndef SOL_TCP
#define SOL_TCP 6
#endif
#ifndef SOL_UDP
#define SOL_UDP 17
#endif
#ifndef SOL_IPV6
#define SOL_IPV6 41
#endif
#ifndef SOL_ICMPV6
#define SOL_ICMPV6 58
#endif
#ifndef SOL_SCTP
#define SOL_SCTP 132
#endif
#ifndef SOL_UDPLITE
#define SOL_UDPLITE 136
#endif
#ifndef SOL_IPX
#define SOL_IPX 256
#endif
#ifndef SOL_AX25
#define SOL_AX25 257
#endif
#ifndef SOL_ATALK
#define SOL_ATALK 258
#endif
#ifndef SOL_NETROM
#define SOL_NETROM 259
#endif
#ifndef SOL_ROSE
#define SOL_ROSE 260
#endif
static const struct symbol sock_level_table[] = {
	SYM(SOL_IP),
	SYM(SOL_SOCKET),
	SYM(SOL_TCP),
	SYM(SOL_UDP),
	SYM(SOL_IPV6),
	SYM(SOL_ICMPV6),
	SYM(SOL_SCTP),
	SYM(SOL_UDPLITE),
	SYM(SOL_RAW),
	SYM(SOL_IPX),
	SYM(SOL_AX25),
	SYM(SOL_ATALK),
	SYM(SOL_NETROM),
	SYM(SOL_ROSE),
	SYM(SOL_DECNET),
	SYM(SOL_X25),
	SYM(SOL_PACKET),
	SYM(SOL_ATM),
	SYM(SOL_AAL),
	SYM(SOL_IRDA),
	SYM(SOL_NETBEUI),
	SYM(SOL_LLC),
	SYM(SOL_DCCP),
	SYM(SOL_NETLINK),
	SYM(SOL_TIPC),
	SYM(SOL_RXRPC),
	SYM(SOL_PPPOL2TP),
	SYM(SOL_BLUETOOTH),
	SYM(SOL_PNPIPE),
	SYM(SOL_RDS),
	SYM(SOL_IUCV),
	SYM(SOL_CAIF),
	SYM(SOL_ALG),
	SYM(SOL_NFC),
	SYM(SOL_KCM),
	SYM(SOL_TLS),
	SYM(SOL_XDP),
	SYM(AF_VSOCK), /* its options are of the family */
	SYM_NAMED("SOL_CAN_BASE", 100, 0),
	SYM_NAMED("SOL_CAN_RAW", 101, 0),
	SYM(SOL_MPTCP),
	SYM(SOL_MCTP),
	SYM(SOL_SMC),
	SYM(SOL_VSOCK),
};
DEFINE_ENUM(sock_level, "SOL_", .unknown = "SOL_??");
/* strace has two marks. */
const struct symbols syms_cmsg_level = {
	.prefix = "SOL_", .prefix_len = 4, .table = sock_level_table,
	.nr = sizeof(sock_level_table) / sizeof(sock_level_table[0]),
};

#ifndef SO_PASSPIDFD
#define SO_PASSPIDFD 76 /* 6.5 */
#endif
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77 /* 6.5 */
#endif
#ifndef SO_DEVMEM_LINEAR
#define SO_DEVMEM_LINEAR 78 /* 6.12 */
#endif
#ifndef SO_DEVMEM_DMABUF
#define SO_DEVMEM_DMABUF 79 /* 6.12 */
#endif
#ifndef SO_DEVMEM_DONTNEED
#define SO_DEVMEM_DONTNEED 80 /* 6.12 */
#endif
#ifndef SO_RCVPRIORITY
#define SO_RCVPRIORITY 82 /* 6.14 */
#endif
#ifndef SO_PASSRIGHTS
#define SO_PASSRIGHTS 83 /* 6.16 */
#endif
#ifndef SO_INQ
#define SO_INQ 84 /* 6.17 */
#endif
static const struct symbol so_options_table[] = {
	SYM(SO_DEBUG),
	SYM(SO_REUSEADDR),
	SYM(SO_TYPE),
	SYM(SO_ERROR),
	SYM(SO_DONTROUTE),
	SYM(SO_BROADCAST),
	SYM(SO_SNDBUF),
	SYM(SO_RCVBUF),
	SYM(SO_KEEPALIVE),
	SYM(SO_OOBINLINE),
	SYM(SO_NO_CHECK),
	SYM(SO_PRIORITY),
	SYM(SO_LINGER),
	SYM(SO_BSDCOMPAT),
	SYM(SO_REUSEPORT),
	SYM(SO_PASSCRED),
	SYM(SO_PEERCRED),
	SYM(SO_RCVLOWAT),
	SYM(SO_SNDLOWAT),
	SYM(SO_RCVTIMEO_OLD),
	SYM(SO_SNDTIMEO_OLD),
	SYM(SO_SECURITY_AUTHENTICATION),
	SYM(SO_SECURITY_ENCRYPTION_TRANSPORT),
	SYM(SO_SECURITY_ENCRYPTION_NETWORK),
	SYM(SO_BINDTODEVICE),
	SYM(SO_ATTACH_FILTER),
	SYM(SO_DETACH_FILTER),
	SYM(SO_PEERNAME),
	SYM(SO_TIMESTAMP_OLD),
	SYM(SO_ACCEPTCONN),
	SYM(SO_PEERSEC),
	SYM(SO_SNDBUFFORCE),
	SYM(SO_RCVBUFFORCE),
	SYM(SO_PASSSEC),
	SYM(SO_TIMESTAMPNS_OLD),
	SYM(SO_MARK),
	SYM(SO_TIMESTAMPING_OLD),
	SYM(SO_PROTOCOL),
	SYM(SO_DOMAIN),
	SYM(SO_RXQ_OVFL),
	SYM(SO_WIFI_STATUS),
	SYM(SO_PEEK_OFF),
	SYM(SO_NOFCS),
	SYM(SO_LOCK_FILTER),
	SYM(SO_SELECT_ERR_QUEUE),
	SYM(SO_BUSY_POLL),
	SYM(SO_MAX_PACING_RATE),
	SYM(SO_BPF_EXTENSIONS),
	SYM(SO_INCOMING_CPU),
	SYM(SO_ATTACH_BPF),
	SYM(SO_ATTACH_REUSEPORT_CBPF),
	SYM(SO_ATTACH_REUSEPORT_EBPF),
	SYM(SO_CNX_ADVICE),
	SYM(SO_MEMINFO),
	SYM(SO_INCOMING_NAPI_ID),
	SYM(SO_COOKIE),
	SYM(SO_PEERGROUPS),
	SYM(SO_ZEROCOPY),
	SYM(SO_TXTIME),
	SYM(SO_BINDTOIFINDEX),
	SYM(SO_TIMESTAMP_NEW),
	SYM(SO_TIMESTAMPNS_NEW),
	SYM(SO_TIMESTAMPING_NEW),
	SYM(SO_RCVTIMEO_NEW),
	SYM(SO_SNDTIMEO_NEW),
	SYM(SO_DETACH_REUSEPORT_BPF),
	SYM(SO_PREFER_BUSY_POLL),
	SYM(SO_BUSY_POLL_BUDGET),
	SYM(SO_NETNS_COOKIE),
	SYM(SO_BUF_LOCK),
	SYM(SO_RESERVE_MEM),
	SYM(SO_TXREHASH),
	SYM(SO_RCVMARK),
	SYM(SO_PASSPIDFD),
	SYM(SO_PEERPIDFD),
	SYM(SO_DEVMEM_LINEAR),
	SYM(SO_DEVMEM_DMABUF),
	SYM(SO_DEVMEM_DONTNEED),
	SYM(SO_RCVPRIORITY),
	SYM(SO_PASSRIGHTS),
	SYM(SO_INQ),
};
DEFINE_ENUM(so_options, "SO_", .marks_zero = true);

#ifndef IP_LOCAL_PORT_RANGE
#define IP_LOCAL_PORT_RANGE 51 /* 6.3 */
#endif
#ifndef IP_PROTOCOL
#define IP_PROTOCOL 52 /* 6.4 */
#endif
static const struct symbol ip_options_table[] = {
	SYM(IP_TOS),
	SYM(IP_TTL),
	SYM(IP_HDRINCL),
	SYM(IP_OPTIONS),
	SYM(IP_ROUTER_ALERT),
	SYM(IP_RECVOPTS),
	SYM(IP_RETOPTS),
	SYM(IP_PKTINFO),
	SYM(IP_PKTOPTIONS),
	SYM(IP_MTU_DISCOVER),
	SYM(IP_RECVERR),
	SYM(IP_RECVTTL),
	SYM(IP_RECVTOS),
	SYM(IP_MTU),
	SYM(IP_FREEBIND),
	SYM(IP_IPSEC_POLICY),
	SYM(IP_XFRM_POLICY),
	SYM(IP_PASSSEC),
	SYM(IP_TRANSPARENT),
	SYM(IP_ORIGDSTADDR),
	SYM(IP_MINTTL),
	SYM(IP_NODEFRAG),
	SYM(IP_CHECKSUM),
	SYM(IP_BIND_ADDRESS_NO_PORT),
	SYM(IP_RECVFRAGSIZE),
	SYM(IP_RECVERR_RFC4884),
	SYM(IP_MULTICAST_IF),
	SYM(IP_MULTICAST_TTL),
	SYM(IP_MULTICAST_LOOP),
	SYM(IP_ADD_MEMBERSHIP),
	SYM(IP_DROP_MEMBERSHIP),
	SYM(IP_UNBLOCK_SOURCE),
	SYM(IP_BLOCK_SOURCE),
	SYM(IP_ADD_SOURCE_MEMBERSHIP),
	SYM(IP_DROP_SOURCE_MEMBERSHIP),
	SYM(IP_MSFILTER),
	SYM(MCAST_JOIN_GROUP),
	SYM(MCAST_BLOCK_SOURCE),
	SYM(MCAST_UNBLOCK_SOURCE),
	SYM(MCAST_LEAVE_GROUP),
	SYM(MCAST_JOIN_SOURCE_GROUP),
	SYM(MCAST_LEAVE_SOURCE_GROUP),
	SYM(MCAST_MSFILTER),
	SYM(IP_MULTICAST_ALL),
	SYM(IP_UNICAST_IF),
	SYM(IP_LOCAL_PORT_RANGE),
	SYM(IP_PROTOCOL),
};
DEFINE_ENUM(ip_options, "IP_", .marks_zero = true);

static const struct symbol ipv6_options_table[] = {
	SYM(IPV6_ADDRFORM),
	SYM(IPV6_2292PKTINFO),
	SYM(IPV6_2292HOPOPTS),
	SYM(IPV6_2292DSTOPTS),
	SYM(IPV6_2292RTHDR),
	SYM(IPV6_2292PKTOPTIONS),
	SYM(IPV6_CHECKSUM),
	SYM(IPV6_2292HOPLIMIT),
	SYM(IPV6_NEXTHOP),
	SYM(IPV6_AUTHHDR),
	SYM(IPV6_FLOWINFO),
	SYM(IPV6_UNICAST_HOPS),
	SYM(IPV6_MULTICAST_IF),
	SYM(IPV6_MULTICAST_HOPS),
	SYM(IPV6_MULTICAST_LOOP),
	SYM(IPV6_ADD_MEMBERSHIP),
	SYM(IPV6_DROP_MEMBERSHIP),
	SYM(IPV6_ROUTER_ALERT),
	SYM(IPV6_MTU_DISCOVER),
	SYM(IPV6_MTU),
	SYM(IPV6_RECVERR),
	SYM(IPV6_V6ONLY),
	SYM(IPV6_JOIN_ANYCAST),
	SYM(IPV6_LEAVE_ANYCAST),
	SYM(IPV6_MULTICAST_ALL),
	SYM(IPV6_ROUTER_ALERT_ISOLATE),
	SYM(IPV6_RECVERR_RFC4884),
	SYM(IPV6_FLOWLABEL_MGR),
	SYM(IPV6_FLOWINFO_SEND),
	SYM(IPV6_IPSEC_POLICY),
	SYM(IPV6_XFRM_POLICY),
	SYM(IPV6_HDRINCL),
	SYM(MCAST_JOIN_GROUP),
	SYM(MCAST_BLOCK_SOURCE),
	SYM(MCAST_UNBLOCK_SOURCE),
	SYM(MCAST_LEAVE_GROUP),
	SYM(MCAST_JOIN_SOURCE_GROUP),
	SYM(MCAST_LEAVE_SOURCE_GROUP),
	SYM(MCAST_MSFILTER),
	SYM(IPV6_RECVPKTINFO),
	SYM(IPV6_PKTINFO),
	SYM(IPV6_RECVHOPLIMIT),
	SYM(IPV6_HOPLIMIT),
	SYM(IPV6_RECVHOPOPTS),
	SYM(IPV6_HOPOPTS),
	SYM(IPV6_RTHDRDSTOPTS),
	SYM(IPV6_RECVRTHDR),
	SYM(IPV6_RTHDR),
	SYM(IPV6_RECVDSTOPTS),
	SYM(IPV6_DSTOPTS),
	SYM(IPV6_RECVPATHMTU),
	SYM(IPV6_PATHMTU),
	SYM(IPV6_DONTFRAG),
	SYM_NAMED("IPV6_USE_MIN_MTU", 63, 0), /* of RFC 3542, never in the kernel */
	SYM(IPV6_RECVTCLASS),
	SYM(IPV6_TCLASS),
	SYM(IPV6_AUTOFLOWLABEL),
	SYM(IPV6_ADDR_PREFERENCES),
	SYM(IPV6_MINHOPCOUNT),
	SYM(IPV6_ORIGDSTADDR),
	SYM(IPV6_TRANSPARENT),
	SYM(IPV6_UNICAST_IF),
	SYM(IPV6_RECVFRAGSIZE),
	SYM(IPV6_FREEBIND),
};
DEFINE_ENUM(ipv6_options, "IPV6_", .marks_zero = true);

static const struct {
	int level;
	const struct symbols *syms;
} levels[] = {
	{ SOL_SOCKET, &syms_so_options },
	{ SOL_IP, &syms_ip_options },
	{ IPPROTO_TCP, &syms_tcp_options },
	{ SOL_UDP, &syms_udp_options },
	{ SOL_IPV6, &syms_ipv6_options },
	{ SOL_ICMPV6, &syms_icmpv6_options },
	{ SOL_SCTP, &syms_sctp_options },
	{ SOL_UDPLITE, &syms_udp_options },
	{ SOL_RAW, &syms_raw_options },
	{ SOL_PACKET, &syms_packet_options },
	{ SOL_NETLINK, &syms_netlink_options },
	{ SOL_ALG, &syms_alg_options },
	{ SOL_TLS, &syms_tls_options },
	{ SOL_XDP, &syms_xdp_options },
	{ SOL_MPTCP, &syms_mptcp_options },
	{ AF_VSOCK, &syms_vsock_options },
	{ 101, &syms_can_raw_options },
	{ SOL_IPX, &syms_ipx_options },
	{ SOL_AX25, &syms_ax25_options },
	{ SOL_IRDA, &syms_irda_options },
	{ SOL_LLC, &syms_llc_options },
	{ SOL_DCCP, &syms_dccp_options },
	{ SOL_TIPC, &syms_tipc_options },
	{ SOL_RXRPC, &syms_rxrpc_options },
	{ SOL_PPPOL2TP, &syms_pppol2tp_options },
	{ SOL_BLUETOOTH, &syms_bluetooth_options },
	{ SOL_PNPIPE, &syms_pnpipe_options },
	{ SOL_RDS, &syms_rds_options },
	{ SOL_IUCV, &syms_iucv_options },
	{ SOL_CAIF, &syms_caif_options },
	{ SOL_NFC, &syms_nfc_options },
	{ SOL_KCM, &syms_kcm_options },
};

static const struct {
	int level;
	const struct symbols *get, *set;
} one_way[] = {
	{ SOL_SOCKET, &syms_so_get_options, NULL },
	{ SOL_IP, &syms_ip_get_options, &syms_ip_set_options },
	{ SOL_IPV6, &syms_ipv6_get_options, &syms_ipv6_set_options },
};

/* clang-format on */

const struct symbols *sockopt_symbols__get(int level)
{
	for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
		if (levels[i].level == level)
			return levels[i].syms;
	}
	return NULL;
}

const struct symbols *sockopt_symbols__one_way(int level, bool is_get)
{
	for (size_t i = 0; i < sizeof(one_way) / sizeof(one_way[0]); i++) {
		if (one_way[i].level == level)
			return is_get ? one_way[i].get : one_way[i].set;
	}
	return NULL;
}
