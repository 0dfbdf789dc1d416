// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * symbols_sockopt_proto.c - names of the socket options of transports and of single protocols.
 */
#include "symbols_tables.h"

#include <linux/icmp.h>
#include <linux/icmpv6.h>
#include <linux/if_packet.h>
#include <linux/if_xdp.h>
#include <linux/netlink.h>
#include <linux/tcp.h>
#include <linux/tls.h>
#include <linux/udp.h>
#include <linux/vm_sockets.h>
#include <sys/socket.h>

/* clang-format off */

#ifndef TCP_AO_ADD_KEY
#define TCP_AO_ADD_KEY 38 /* 6.7 */
#endif
#ifndef TCP_AO_DEL_KEY
#define TCP_AO_DEL_KEY 39 /* 6.7 */
#endif
#ifndef TCP_AO_INFO
#define TCP_AO_INFO 40 /* 6.7 */
#endif
#ifndef TCP_AO_GET_KEYS
#define TCP_AO_GET_KEYS 41 /* 6.7 */
#endif
#ifndef TCP_AO_REPAIR
#define TCP_AO_REPAIR 42 /* 6.7 */
#endif
#ifndef TCP_IS_MPTCP
#define TCP_IS_MPTCP 43 /* 6.9 */
#endif
#ifndef TCP_RTO_MAX_MS
#define TCP_RTO_MAX_MS 44 /* 6.15 */
#endif
#ifndef TCP_RTO_MIN_US
#define TCP_RTO_MIN_US 45 /* 6.15 */
#endif
#ifndef TCP_DELACK_MAX_US
#define TCP_DELACK_MAX_US 46 /* 6.15 */
#endif
static const struct symbol tcp_options_table[] = {
	SYM(TCP_NODELAY),
	SYM(TCP_MAXSEG),
	SYM(TCP_CORK),
	SYM(TCP_KEEPIDLE),
	SYM(TCP_KEEPINTVL),
	SYM(TCP_KEEPCNT),
	SYM(TCP_SYNCNT),
	SYM(TCP_LINGER2),
	SYM(TCP_DEFER_ACCEPT),
	SYM(TCP_WINDOW_CLAMP),
	SYM(TCP_INFO),
	SYM(TCP_QUICKACK),
	SYM(TCP_CONGESTION),
	SYM(TCP_MD5SIG),
	SYM(TCP_THIN_LINEAR_TIMEOUTS),
	SYM(TCP_THIN_DUPACK),
	SYM(TCP_USER_TIMEOUT),
	SYM(TCP_REPAIR),
	SYM(TCP_REPAIR_QUEUE),
	SYM(TCP_QUEUE_SEQ),
	SYM(TCP_REPAIR_OPTIONS),
	SYM(TCP_FASTOPEN),
	SYM(TCP_TIMESTAMP),
	SYM(TCP_NOTSENT_LOWAT),
	SYM(TCP_CC_INFO),
	SYM(TCP_SAVE_SYN),
	SYM(TCP_SAVED_SYN),
	SYM(TCP_REPAIR_WINDOW),
	SYM(TCP_FASTOPEN_CONNECT),
	SYM(TCP_ULP),
	SYM(TCP_MD5SIG_EXT),
	SYM(TCP_FASTOPEN_KEY),
	SYM(TCP_FASTOPEN_NO_COOKIE),
	SYM(TCP_ZEROCOPY_RECEIVE),
	SYM(TCP_INQ),
	SYM(TCP_TX_DELAY),
	SYM(TCP_AO_ADD_KEY),
	SYM(TCP_AO_DEL_KEY),
	SYM(TCP_AO_INFO),
	SYM(TCP_AO_GET_KEYS),
	SYM(TCP_AO_REPAIR),
	SYM(TCP_IS_MPTCP),
	SYM(TCP_RTO_MAX_MS),
	SYM(TCP_RTO_MIN_US),
	SYM(TCP_DELACK_MAX_US),
};
DEFINE_ENUM(tcp_options, "TCP_");

static const struct symbol udp_options_table[] = {
	SYM(UDP_CORK),
	SYM(UDP_ENCAP),
	SYM(UDP_NO_CHECK6_TX),
	SYM(UDP_NO_CHECK6_RX),
	SYM(UDP_SEGMENT),
	SYM(UDP_GRO),
};
DEFINE_ENUM(udp_options, "UDP_");

static const struct symbol raw_options_table[] = {
	SYM(ICMP_FILTER),
};
DEFINE_ENUM(raw_options, "");

static const struct symbol icmpv6_options_table[] = {
	SYM(ICMPV6_FILTER),
};
DEFINE_ENUM(icmpv6_options, "");

#ifndef PACKET_VNET_HDR_SZ
#define PACKET_VNET_HDR_SZ 24 /* 6.5 */
#endif
static const struct symbol packet_options_table[] = {
	SYM(PACKET_ADD_MEMBERSHIP),
	SYM(PACKET_DROP_MEMBERSHIP),
	SYM(PACKET_RECV_OUTPUT),
	SYM(PACKET_RX_RING),
	SYM(PACKET_STATISTICS),
	SYM(PACKET_COPY_THRESH),
	SYM(PACKET_AUXDATA),
	SYM(PACKET_ORIGDEV),
	SYM(PACKET_VERSION),
	SYM(PACKET_HDRLEN),
	SYM(PACKET_RESERVE),
	SYM(PACKET_TX_RING),
	SYM(PACKET_LOSS),
	SYM(PACKET_VNET_HDR),
	SYM(PACKET_TX_TIMESTAMP),
	SYM(PACKET_TIMESTAMP),
	SYM(PACKET_FANOUT),
	SYM(PACKET_TX_HAS_OFF),
	SYM(PACKET_QDISC_BYPASS),
	SYM(PACKET_ROLLOVER_STATS),
	SYM(PACKET_FANOUT_DATA),
	SYM(PACKET_IGNORE_OUTGOING),
	SYM(PACKET_VNET_HDR_SZ),
};
DEFINE_ENUM(packet_options, "PACKET_");

static const struct symbol netlink_options_table[] = {
	SYM(NETLINK_ADD_MEMBERSHIP),
	SYM(NETLINK_DROP_MEMBERSHIP),
	SYM(NETLINK_PKTINFO),
	SYM(NETLINK_BROADCAST_ERROR),
	SYM(NETLINK_NO_ENOBUFS),
	SYM(NETLINK_RX_RING),
	SYM(NETLINK_TX_RING),
	SYM(NETLINK_LISTEN_ALL_NSID),
	SYM(NETLINK_LIST_MEMBERSHIPS),
	SYM(NETLINK_CAP_ACK),
	SYM(NETLINK_EXT_ACK),
	SYM(NETLINK_GET_STRICT_CHK),
};
DEFINE_ENUM(netlink_options, "NETLINK_");

static const struct symbol vsock_options_table[] = {
	SYM(SO_VM_SOCKETS_BUFFER_SIZE),
	SYM(SO_VM_SOCKETS_BUFFER_MIN_SIZE),
	SYM(SO_VM_SOCKETS_BUFFER_MAX_SIZE),
	SYM(SO_VM_SOCKETS_PEER_HOST_VM_ID),
	SYM(SO_VM_SOCKETS_TRUSTED),
	SYM(SO_VM_SOCKETS_CONNECT_TIMEOUT_OLD),
	SYM(SO_VM_SOCKETS_NONBLOCK_TXRX),
	SYM(SO_VM_SOCKETS_CONNECT_TIMEOUT_NEW),
};
DEFINE_ENUM(vsock_options, "SO_VM_SOCKETS_");

static const struct symbol tls_options_table[] = {
	SYM(TLS_TX),
	SYM(TLS_RX),
	SYM(TLS_TX_ZEROCOPY_RO),
	SYM(TLS_RX_EXPECT_NO_PAD),
};
DEFINE_ENUM(tls_options, "TLS_");

static const struct symbol xdp_options_table[] = {
	SYM(XDP_MMAP_OFFSETS),
	SYM(XDP_RX_RING),
	SYM(XDP_TX_RING),
	SYM(XDP_UMEM_REG),
	SYM(XDP_UMEM_FILL_RING),
	SYM(XDP_UMEM_COMPLETION_RING),
	SYM(XDP_STATISTICS),
	SYM(XDP_OPTIONS),
};
DEFINE_ENUM(xdp_options, "XDP_");

#ifndef ALG_SET_KEY
#define ALG_SET_KEY 1
#endif
#ifndef ALG_SET_IV
#define ALG_SET_IV 2
#endif
#ifndef ALG_SET_OP
#define ALG_SET_OP 3
#endif
#ifndef ALG_SET_AEAD_ASSOCLEN
#define ALG_SET_AEAD_ASSOCLEN 4
#endif
#ifndef ALG_SET_AEAD_AUTHSIZE
#define ALG_SET_AEAD_AUTHSIZE 5
#endif
#ifndef ALG_SET_DRBG_ENTROPY
#define ALG_SET_DRBG_ENTROPY 6
#endif
#ifndef ALG_SET_KEY_BY_KEY_SERIAL
#define ALG_SET_KEY_BY_KEY_SERIAL 7 /* 6.2 */
#endif
static const struct symbol alg_options_table[] = {
	SYM(ALG_SET_KEY),
	SYM(ALG_SET_IV),
	SYM(ALG_SET_OP),
	SYM(ALG_SET_AEAD_ASSOCLEN),
	SYM(ALG_SET_AEAD_AUTHSIZE),
	SYM(ALG_SET_DRBG_ENTROPY),
	SYM(ALG_SET_KEY_BY_KEY_SERIAL),
};
DEFINE_ENUM(alg_options, "ALG_");

#ifndef MPTCP_INFO
#define MPTCP_INFO 1
#endif
#ifndef MPTCP_TCPINFO
#define MPTCP_TCPINFO 2
#endif
#ifndef MPTCP_SUBFLOW_ADDRS
#define MPTCP_SUBFLOW_ADDRS 3
#endif
#ifndef MPTCP_FULL_INFO
#define MPTCP_FULL_INFO 4 /* 6.5 */
#endif
static const struct symbol mptcp_options_table[] = {
	SYM(MPTCP_INFO),
	SYM(MPTCP_TCPINFO),
	SYM(MPTCP_SUBFLOW_ADDRS),
	SYM(MPTCP_FULL_INFO),
};
DEFINE_ENUM(mptcp_options, "MPTCP_");

#ifndef SCTP_RTOINFO
#define SCTP_RTOINFO 0
#endif
#ifndef SCTP_ASSOCINFO
#define SCTP_ASSOCINFO 1
#endif
#ifndef SCTP_INITMSG
#define SCTP_INITMSG 2
#endif
#ifndef SCTP_NODELAY
#define SCTP_NODELAY 3
#endif
#ifndef SCTP_AUTOCLOSE
#define SCTP_AUTOCLOSE 4
#endif
#ifndef SCTP_SET_PEER_PRIMARY_ADDR
#define SCTP_SET_PEER_PRIMARY_ADDR 5
#endif
#ifndef SCTP_PRIMARY_ADDR
#define SCTP_PRIMARY_ADDR 6
#endif
#ifndef SCTP_ADAPTATION_LAYER
#define SCTP_ADAPTATION_LAYER 7
#endif
#ifndef SCTP_DISABLE_FRAGMENTS
#define SCTP_DISABLE_FRAGMENTS 8
#endif
#ifndef SCTP_PEER_ADDR_PARAMS
#define SCTP_PEER_ADDR_PARAMS 9
#endif
#ifndef SCTP_DEFAULT_SEND_PARAM
#define SCTP_DEFAULT_SEND_PARAM 10
#endif
#ifndef SCTP_EVENTS
#define SCTP_EVENTS 11
#endif
#ifndef SCTP_I_WANT_MAPPED_V4_ADDR
#define SCTP_I_WANT_MAPPED_V4_ADDR 12
#endif
#ifndef SCTP_MAXSEG
#define SCTP_MAXSEG 13
#endif
#ifndef SCTP_STATUS
#define SCTP_STATUS 14
#endif
#ifndef SCTP_GET_PEER_ADDR_INFO
#define SCTP_GET_PEER_ADDR_INFO 15
#endif
static const struct symbol sctp_options_table[] = {
	SYM(SCTP_RTOINFO),
	SYM(SCTP_ASSOCINFO),
	SYM(SCTP_INITMSG),
	SYM(SCTP_NODELAY),
	SYM(SCTP_AUTOCLOSE),
	SYM(SCTP_SET_PEER_PRIMARY_ADDR),
	SYM(SCTP_PRIMARY_ADDR),
	SYM(SCTP_ADAPTATION_LAYER),
	SYM(SCTP_DISABLE_FRAGMENTS),
	SYM(SCTP_PEER_ADDR_PARAMS),
	SYM(SCTP_DEFAULT_SEND_PARAM),
	SYM(SCTP_EVENTS),
	SYM(SCTP_I_WANT_MAPPED_V4_ADDR),
	SYM(SCTP_MAXSEG),
	SYM(SCTP_STATUS),
	SYM(SCTP_GET_PEER_ADDR_INFO),
};
DEFINE_ENUM(sctp_options, "SCTP_");
