// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* symbols_sock_diag.c - names of sock_diag: messages, attributes, states of sockets. */
#include "symbols_netlink.h"

#include <linux/inet_diag.h>
#include <linux/if_packet.h>
#include <linux/netlink.h>
#include <linux/netlink_diag.h>
#include <linux/packet_diag.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>

/* clang-format off */

static const struct symbol nlmsg_diag_table[] = {
	SYM(TCPDIAG_GETSOCK),
	SYM(DCCPDIAG_GETSOCK),
	SYM(SOCK_DIAG_BY_FAMILY),
	SYM(SOCK_DESTROY),
};
DEFINE_ENUM(nlmsg_diag, "SOCK_DIAG_");

static const struct symbol inet_diag_table[] = {
	SYM(INET_DIAG_NONE),
	SYM(INET_DIAG_MEMINFO),
	SYM(INET_DIAG_INFO),
	SYM(INET_DIAG_VEGASINFO),
	SYM(INET_DIAG_CONG),
	SYM(INET_DIAG_TOS),
	SYM(INET_DIAG_TCLASS),
	SYM(INET_DIAG_SKMEMINFO),
	SYM(INET_DIAG_SHUTDOWN),
	SYM(INET_DIAG_DCTCPINFO),
	SYM(INET_DIAG_PROTOCOL),
	SYM(INET_DIAG_SKV6ONLY),
	SYM(INET_DIAG_LOCALS),
	SYM(INET_DIAG_PEERS),
	SYM(INET_DIAG_PAD),
	SYM(INET_DIAG_MARK),
	SYM(INET_DIAG_BBRINFO),
	SYM(INET_DIAG_CLASS_ID),
	SYM(INET_DIAG_MD5SIG),
	SYM(INET_DIAG_ULP_INFO),
	SYM(INET_DIAG_SK_BPF_STORAGES),
	SYM(INET_DIAG_CGROUP_ID),
	SYM(INET_DIAG_SOCKOPT),
};
DEFINE_ENUM(inet_diag, "INET_DIAG_");

static const struct symbol inet_diag_req_table[] = {
	SYM(INET_DIAG_REQ_NONE),
	SYM(INET_DIAG_REQ_BYTECODE),
	SYM(INET_DIAG_REQ_SK_BPF_STORAGES),
	SYM(INET_DIAG_REQ_PROTOCOL),
};
DEFINE_ENUM(inet_diag_req, "INET_DIAG_REQ_");

static const struct symbol inet_diag_bytecode_table[] = {
	SYM(INET_DIAG_BC_NOP), SYM(INET_DIAG_BC_JMP), SYM(INET_DIAG_BC_S_GE), SYM(INET_DIAG_BC_S_LE), SYM(INET_DIAG_BC_D_GE),
	SYM(INET_DIAG_BC_D_LE), SYM(INET_DIAG_BC_AUTO), SYM(INET_DIAG_BC_S_COND), SYM(INET_DIAG_BC_D_COND),
	SYM(INET_DIAG_BC_DEV_COND), SYM(INET_DIAG_BC_MARK_COND), SYM(INET_DIAG_BC_S_EQ), SYM(INET_DIAG_BC_D_EQ),
	SYM(INET_DIAG_BC_CGROUP_COND),
};
DEFINE_ENUM(inet_diag_bytecode, "INET_DIAG_BC_");

static const struct symbol unix_diag_table[] = {
	SYM(UNIX_DIAG_NAME),
	SYM(UNIX_DIAG_VFS),
	SYM(UNIX_DIAG_PEER),
	SYM(UNIX_DIAG_ICONS),
	SYM(UNIX_DIAG_RQLEN),
	SYM(UNIX_DIAG_MEMINFO),
	SYM(UNIX_DIAG_SHUTDOWN),
	SYM(UNIX_DIAG_UID),
};
DEFINE_ENUM(unix_diag, "UNIX_DIAG_");

/* What comes behind the first state, of any socket. */
#define OTHER_TCP_STATES \
	SYM_NAMED("TCP_SYN_SENT", 2, 0), \
	SYM_NAMED("TCP_SYN_RECV", 3, 0), \
	SYM_NAMED("TCP_FIN_WAIT1", 4, 0), \
	SYM_NAMED("TCP_FIN_WAIT2", 5, 0), \
	SYM_NAMED("TCP_TIME_WAIT", 6, 0), \
	SYM_NAMED("TCP_CLOSE", 7, 0), \
	SYM_NAMED("TCP_CLOSE_WAIT", 8, 0), \
	SYM_NAMED("TCP_LAST_ACK", 9, 0), \
	SYM_NAMED("TCP_LISTEN", 10, 0), \
	SYM_NAMED("TCP_CLOSING", 11, 0), \
	SYM_NAMED("TCP_NEW_SYN_RECV", 12, 0)

static const struct symbol tcp_state_table[] = {
	SYM_NAMED("TCP_ESTABLISHED", 1, 0),
	OTHER_TCP_STATES,
};
DEFINE_ENUM(tcp_state, "TCP_", .marks_zero = true);

static const struct symbol tcp_states_table[] = {
	SYM_NAMED("1<<TCP_ESTABLISHED", 1 << 1, 0),
	SYM_NAMED("1<<TCP_SYN_SENT", 1 << 2, 0),
	SYM_NAMED("1<<TCP_SYN_RECV", 1 << 3, 0),
	SYM_NAMED("1<<TCP_FIN_WAIT1", 1 << 4, 0),
	SYM_NAMED("1<<TCP_FIN_WAIT2", 1 << 5, 0),
	SYM_NAMED("1<<TCP_TIME_WAIT", 1 << 6, 0),
	SYM_NAMED("1<<TCP_CLOSE", 1 << 7, 0),
	SYM_NAMED("1<<TCP_CLOSE_WAIT", 1 << 8, 0),
	SYM_NAMED("1<<TCP_LAST_ACK", 1 << 9, 0),
	SYM_NAMED("1<<TCP_LISTEN", 1 << 10, 0),
	SYM_NAMED("1<<TCP_CLOSING", 1 << 11, 0),
	SYM_NAMED("1<<TCP_NEW_SYN_RECV", 1 << 12, 0),
};
DEFINE_FLAGS(tcp_states, "1<<TCP_");

static const struct symbol inet_diag_ext_table[] = {
	SYM_NAMED("1<<(INET_DIAG_MEMINFO-1)", 1 << 0, 0),
	SYM_NAMED("1<<(INET_DIAG_INFO-1)", 1 << 1, 0),
	SYM_NAMED("1<<(INET_DIAG_VEGASINFO-1)", 1 << 2, 0),
	SYM_NAMED("1<<(INET_DIAG_CONG-1)", 1 << 3, 0),
	SYM_NAMED("1<<(INET_DIAG_TOS-1)", 1 << 4, 0),
	SYM_NAMED("1<<(INET_DIAG_TCLASS-1)", 1 << 5, 0),
	SYM_NAMED("1<<(INET_DIAG_SKMEMINFO-1)", 1 << 6, 0),
	SYM_NAMED("1<<(INET_DIAG_SHUTDOWN-1)", 1 << 7, 0),
};
DEFINE_FLAGS(inet_diag_ext, "1<<INET_DIAG_");

static const struct symbol udiag_show_table[] = {
	SYM(UDIAG_SHOW_NAME),
	SYM(UDIAG_SHOW_VFS),
	SYM(UDIAG_SHOW_PEER),
	SYM(UDIAG_SHOW_ICONS),
	SYM(UDIAG_SHOW_RQLEN),
	SYM(UDIAG_SHOW_MEMINFO),
	SYM(UDIAG_SHOW_UID),
};
DEFINE_FLAGS(udiag_show, "UDIAG_SHOW_");

/* ---- of any socket ---- */

static const struct symbol sk_meminfo_table[] = {
	SYM(SK_MEMINFO_RMEM_ALLOC),
	SYM(SK_MEMINFO_RCVBUF),
	SYM(SK_MEMINFO_WMEM_ALLOC),
	SYM(SK_MEMINFO_SNDBUF),
	SYM(SK_MEMINFO_FWD_ALLOC),
	SYM(SK_MEMINFO_WMEM_QUEUED),
	SYM(SK_MEMINFO_OPTMEM),
	SYM(SK_MEMINFO_BACKLOG),
	SYM(SK_MEMINFO_DROPS),
};
DEFINE_ENUM(sk_meminfo, "SK_MEMINFO_", .is_decimal = true);

static const struct symbol diag_shutdown_table[] = {
	SYM_NAMED("RCV_SHUTDOWN", 1, 0),
	SYM_NAMED("SEND_SHUTDOWN", 2, 0),
};
DEFINE_FLAGS(diag_shutdown, "_SHUTDOWN", .unknown = "???_SHUTDOWN");

/* Without the flags that socket(2) takes beside it. */
static const struct symbol sock_kind_table[] = {
	SYM_NAMED("SOCK_STREAM", 1, 0),
	SYM_NAMED("SOCK_DGRAM", 2, 0),
	SYM_NAMED("SOCK_RAW", 3, 0),
	SYM_NAMED("SOCK_RDM", 4, 0),
	SYM_NAMED("SOCK_SEQPACKET", 5, 0),
	SYM_NAMED("SOCK_DCCP", 6, 0),
	SYM_NAMED("SOCK_PACKET", 10, 0),
};
DEFINE_ENUM(sock_kind, "SOCK_", .marks_zero = true);

/* ---- sockets of netlink and of packets ---- */

static const struct symbol netlink_state_table[] = {
	SYM_NAMED("NETLINK_UNCONNECTED", 0, 0),
	SYM_NAMED("NETLINK_CONNECTED", 1, 0),
	/* The kernel does not change what each socket begins with, TCP_CLOSE. */
	OTHER_TCP_STATES,
};
DEFINE_ENUM(netlink_state, "NETLINK_");

static const struct symbol ndiag_proto_table[] = {
	SYM(NDIAG_PROTO_ALL),
};
DEFINE_ENUM(ndiag_proto, "NDIAG_PROTO_");

static const struct symbol ndiag_show_table[] = {
	SYM(NDIAG_SHOW_MEMINFO),
	SYM(NDIAG_SHOW_GROUPS),
	SYM(NDIAG_SHOW_RING_CFG),
	SYM(NDIAG_SHOW_FLAGS),
};
DEFINE_FLAGS(ndiag_show, "NDIAG_SHOW_");

static const struct symbol netlink_diag_table[] = {
	SYM(NETLINK_DIAG_MEMINFO),
	SYM(NETLINK_DIAG_GROUPS),
	SYM(NETLINK_DIAG_RX_RING),
	SYM(NETLINK_DIAG_TX_RING),
	SYM(NETLINK_DIAG_FLAGS),
};
DEFINE_ENUM(netlink_diag, "NETLINK_DIAG_");

static const struct symbol ndiag_flags_table[] = {
	SYM(NDIAG_FLAG_CB_RUNNING),
	SYM(NDIAG_FLAG_PKTINFO),
	SYM(NDIAG_FLAG_BROADCAST_ERROR),
	SYM(NDIAG_FLAG_NO_ENOBUFS),
	SYM(NDIAG_FLAG_LISTEN_ALL_NSID),
	SYM(NDIAG_FLAG_CAP_ACK),
};
DEFINE_FLAGS(ndiag_flags, "NDIAG_FLAG_");

static const struct symbol pdiag_show_table[] = {
	SYM(PACKET_SHOW_INFO),
	SYM(PACKET_SHOW_MCLIST),
	SYM(PACKET_SHOW_RING_CFG),
	SYM(PACKET_SHOW_FANOUT),
	SYM(PACKET_SHOW_MEMINFO),
	SYM(PACKET_SHOW_FILTER),
};
DEFINE_FLAGS(pdiag_show, "PACKET_SHOW_");

static const struct symbol packet_diag_table[] = {
	SYM(PACKET_DIAG_INFO),
	SYM(PACKET_DIAG_MCLIST),
	SYM(PACKET_DIAG_RX_RING),
	SYM(PACKET_DIAG_TX_RING),
	SYM(PACKET_DIAG_FANOUT),
	SYM(PACKET_DIAG_UID),
	SYM(PACKET_DIAG_MEMINFO),
	SYM(PACKET_DIAG_FILTER),
};
DEFINE_ENUM(packet_diag, "PACKET_DIAG_");

static const struct symbol tpacket_version_table[] = {
	SYM(TPACKET_V1),
	SYM(TPACKET_V2),
	SYM(TPACKET_V3),
};
DEFINE_ENUM(tpacket_version, "TPACKET_");

static const struct symbol pdi_flags_table[] = {
	SYM(PDI_RUNNING),
	SYM(PDI_AUXDATA),
	SYM(PDI_ORIGDEV),
	SYM(PDI_VNETHDR),
	SYM(PDI_LOSS),
};
DEFINE_FLAGS(pdi_flags, "PDI_");
