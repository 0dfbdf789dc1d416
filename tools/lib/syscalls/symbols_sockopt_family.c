// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * symbols_sockopt_family.c - names of the socket options of address families that few programs use. The
 * numbers are those of the kernel's headers; many of these are in none that programs are built with.
 */
#include "symbols_tables.h"

/* clang-format off */

#define OPTION(nr, name) SYM_NAMED(#name, nr, 0)

static const struct symbol can_raw_options_table[] = {
	OPTION(1, CAN_RAW_FILTER),
	OPTION(2, CAN_RAW_ERR_FILTER),
	OPTION(3, CAN_RAW_LOOPBACK),
	OPTION(4, CAN_RAW_RECV_OWN_MSGS),
	OPTION(5, CAN_RAW_FD_FRAMES),
	OPTION(6, CAN_RAW_JOIN_FILTERS),
	OPTION(7, CAN_RAW_XL_FRAMES), /* 6.2 */
};
DEFINE_ENUM(can_raw_options, "CAN_RAW_", .marks_zero = true);

static const struct symbol ipx_options_table[] = {
	OPTION(1, IPX_TYPE),
};
DEFINE_ENUM(ipx_options, "IPX_", .marks_zero = true);

static const struct symbol ax25_options_table[] = {
	OPTION(1, AX25_WINDOW),
	OPTION(2, AX25_T1),
	OPTION(3, AX25_N2),
	OPTION(4, AX25_T3),
	OPTION(5, AX25_T2),
	OPTION(6, AX25_BACKOFF),
	OPTION(7, AX25_EXTSEQ),
	OPTION(8, AX25_PIDINCL),
	OPTION(9, AX25_IDLE),
	OPTION(10, AX25_PACLEN),
	OPTION(12, AX25_IAMDIGI),
	OPTION(25, SO_BINDTODEVICE),
};
DEFINE_ENUM(ax25_options, "AX25_", .marks_zero = true);

static const struct symbol irda_options_table[] = {
	OPTION(1, IRLMP_ENUMDEVICES),
	OPTION(2, IRLMP_IAS_SET),
	OPTION(3, IRLMP_IAS_QUERY),
	OPTION(4, IRLMP_HINTS_SET),
	OPTION(5, IRLMP_QOS_SET),
	OPTION(6, IRLMP_QOS_GET),
	OPTION(7, IRLMP_MAX_SDU_SIZE),
	OPTION(8, IRLMP_IAS_GET),
	OPTION(9, IRLMP_IAS_DEL),
	OPTION(10, IRLMP_HINT_MASK_SET),
	OPTION(11, IRLMP_WAITDEVICE),
};
DEFINE_ENUM(irda_options, "IRLMP_", .marks_zero = true);

static const struct symbol llc_options_table[] = {
	OPTION(0, LLC_OPT_UNKNOWN),
	OPTION(1, LLC_OPT_RETRY),
	OPTION(2, LLC_OPT_SIZE),
	OPTION(3, LLC_OPT_ACK_TMR_EXP),
	OPTION(4, LLC_OPT_P_TMR_EXP),
	OPTION(5, LLC_OPT_REJ_TMR_EXP),
	OPTION(6, LLC_OPT_BUSY_TMR_EXP),
	OPTION(7, LLC_OPT_TX_WIN),
	OPTION(8, LLC_OPT_RX_WIN),
	OPTION(9, LLC_OPT_PKTINFO),
};
DEFINE_ENUM(llc_options, "LLC_OPT_", .marks_zero = true);

static const struct symbol dccp_options_table[] = {
	OPTION(1, DCCP_SOCKOPT_PACKET_SIZE),
	OPTION(2, DCCP_SOCKOPT_SERVICE),
	OPTION(3, DCCP_SOCKOPT_CHANGE_L),
	OPTION(4, DCCP_SOCKOPT_CHANGE_R),
	OPTION(5, DCCP_SOCKOPT_GET_CUR_MPS),
	OPTION(6, DCCP_SOCKOPT_SERVER_TIMEWAIT),
	OPTION(10, DCCP_SOCKOPT_SEND_CSCOV),
	OPTION(11, DCCP_SOCKOPT_RECV_CSCOV),
	OPTION(12, DCCP_SOCKOPT_AVAILABLE_CCIDS),
	OPTION(13, DCCP_SOCKOPT_CCID),
	OPTION(14, DCCP_SOCKOPT_TX_CCID),
	OPTION(15, DCCP_SOCKOPT_RX_CCID),
	OPTION(16, DCCP_SOCKOPT_QPOLICY_ID),
	OPTION(17, DCCP_SOCKOPT_QPOLICY_TXQLEN),
	OPTION(128, DCCP_SOCKOPT_CCID_RX_INFO),
	OPTION(192, DCCP_SOCKOPT_CCID_TX_INFO),
};
DEFINE_ENUM(dccp_options, "DCCP_SOCKOPT_", .marks_zero = true);

static const struct symbol tipc_options_table[] = {
	OPTION(127, TIPC_IMPORTANCE),
	OPTION(128, TIPC_SRC_DROPPABLE),
	OPTION(129, TIPC_DEST_DROPPABLE),
	OPTION(130, TIPC_CONN_TIMEOUT),
	OPTION(131, TIPC_NODE_RECVQ_DEPTH),
	OPTION(132, TIPC_SOCK_RECVQ_DEPTH),
	OPTION(133, TIPC_MCAST_BROADCAST),
	OPTION(134, TIPC_MCAST_REPLICAST),
	OPTION(135, TIPC_GROUP_JOIN),
	OPTION(136, TIPC_GROUP_LEAVE),
	OPTION(137, TIPC_SOCK_RECVQ_USED),
	OPTION(138, TIPC_NODELAY),
};
DEFINE_ENUM(tipc_options, "TIPC_", .marks_zero = true);

static const struct symbol rxrpc_options_table[] = {
	OPTION(1, RXRPC_SECURITY_KEY),
	OPTION(2, RXRPC_SECURITY_KEYRING),
	OPTION(3, RXRPC_EXCLUSIVE_CONNECTION),
	OPTION(4, RXRPC_MIN_SECURITY_LEVEL),
	OPTION(5, RXRPC_UPGRADEABLE_SERVICE),
	OPTION(6, RXRPC_SUPPORTED_CMSG),
};
DEFINE_ENUM(rxrpc_options, "RXRPC_", .marks_zero = true);

static const struct symbol pppol2tp_options_table[] = {
	OPTION(1, PPPOL2TP_SO_DEBUG),
	OPTION(2, PPPOL2TP_SO_RECVSEQ),
	OPTION(3, PPPOL2TP_SO_SENDSEQ),
	OPTION(4, PPPOL2TP_SO_LNSMODE),
	OPTION(5, PPPOL2TP_SO_REORDERTO),
};
DEFINE_ENUM(pppol2tp_options, "PPPOL2TP_SO_", .marks_zero = true);

static const struct symbol bluetooth_options_table[] = {
	OPTION(4, BT_SECURITY),
	OPTION(7, BT_DEFER_SETUP),
	OPTION(8, BT_FLUSHABLE),
	OPTION(9, BT_POWER),
	OPTION(10, BT_CHANNEL_POLICY),
	OPTION(11, BT_VOICE),
	OPTION(12, BT_SNDMTU),
	OPTION(13, BT_RCVMTU),
};
DEFINE_ENUM(bluetooth_options, "BT_", .marks_zero = true);

static const struct symbol pnpipe_options_table[] = {
	OPTION(1, PNPIPE_ENCAP),
	OPTION(2, PNPIPE_IFINDEX),
	OPTION(3, PNPIPE_HANDLE),
	OPTION(4, PNPIPE_INITSTATE),
};
DEFINE_ENUM(pnpipe_options, "PNPIPE_", .marks_zero = true);

static const struct symbol rds_options_table[] = {
	OPTION(1, RDS_CANCEL_SENT_TO),
	OPTION(2, RDS_GET_MR),
	OPTION(3, RDS_FREE_MR),
	OPTION(4, RDS_BARRIER),
	OPTION(5, RDS_RECVERR),
	OPTION(6, RDS_CONG_MONITOR),
	OPTION(7, RDS_GET_MR_FOR_DEST),
	OPTION(8, SO_RDS_TRANSPORT),
	OPTION(10, SO_RDS_MSG_RXPATH_LATENCY),
	OPTION(29, SO_TIMESTAMP_OLD),
	OPTION(10000, RDS_INFO_COUNTERS),
	OPTION(10001, RDS_INFO_CONNECTIONS),
	OPTION(10002, RDS_INFO_FLOWS),
	OPTION(10003, RDS_INFO_SEND_MESSAGES),
	OPTION(10004, RDS_INFO_RETRANS_MESSAGES),
	OPTION(10005, RDS_INFO_RECV_MESSAGES),
	OPTION(10006, RDS_INFO_SOCKETS),
	OPTION(10007, RDS_INFO_TCP_SOCKETS),
	OPTION(10008, RDS_INFO_IB_CONNECTIONS),
	OPTION(10009, RDS_INFO_CONNECTION_STATS),
	OPTION(10010, RDS_INFO_IWARP_CONNECTIONS),
};
DEFINE_ENUM(rds_options, "RDS_", .marks_zero = true);

static const struct symbol iucv_options_table[] = {
	OPTION(128, SO_IPRMDATA_MSG),
};
DEFINE_ENUM(iucv_options, "SO_", .marks_zero = true);

static const struct symbol caif_options_table[] = {
	OPTION(127, CAIFSO_LINK_SELECT),
	OPTION(128, CAIFSO_REQ_PARAM),
	OPTION(129, CAIFSO_RSP_PARAM),
};
DEFINE_ENUM(caif_options, "CAIFSO_", .marks_zero = true);

static const struct symbol nfc_options_table[] = {
	OPTION(0, NFC_LLCP_RW),
	OPTION(1, NFC_LLCP_MIUX),
	OPTION(2, NFC_LLCP_REMOTE_MIU),
	OPTION(3, NFC_LLCP_REMOTE_LTO),
	OPTION(4, NFC_LLCP_REMOTE_RW),
};
DEFINE_ENUM(nfc_options, "NFC_LLCP_", .marks_zero = true);

static const struct symbol kcm_options_table[] = {
	OPTION(1, KCM_RECV_DISABLE),
};
DEFINE_ENUM(kcm_options, "KCM_", .marks_zero = true);

/* Numbers that mean one thing where they are read, and another where they are set. */
static const struct symbol so_get_options_table[] = {
	OPTION(26, SO_GET_FILTER),
};
DEFINE_ENUM(so_get_options, "");

static const struct symbol ip_get_options_table[] = {
	OPTION(64, IPT_SO_GET_INFO),
	OPTION(65, IPT_SO_GET_ENTRIES),
	OPTION(66, IPT_SO_GET_REVISION_MATCH),
	OPTION(67, IPT_SO_GET_REVISION_TARGET),
	OPTION(96, ARPT_SO_GET_INFO),
	OPTION(97, ARPT_SO_GET_ENTRIES),
	OPTION(99, ARPT_SO_GET_REVISION_TARGET),
	OPTION(128, EBT_SO_GET_INFO),
	OPTION(129, EBT_SO_GET_ENTRIES),
	OPTION(130, EBT_SO_GET_INIT_INFO),
	OPTION(131, EBT_SO_GET_INIT_ENTRIES),
};
DEFINE_ENUM(ip_get_options, "");

static const struct symbol ip_set_options_table[] = {
	OPTION(64, IPT_SO_SET_REPLACE),
	OPTION(65, IPT_SO_SET_ADD_COUNTERS),
	OPTION(96, ARPT_SO_SET_REPLACE),
	OPTION(97, ARPT_SO_SET_ADD_COUNTERS),
	OPTION(128, EBT_SO_SET_ENTRIES),
	OPTION(129, EBT_SO_SET_COUNTERS),
};
DEFINE_ENUM(ip_set_options, "");

static const struct symbol ipv6_get_options_table[] = {
	OPTION(64, IP6T_SO_GET_INFO),
	OPTION(65, IP6T_SO_GET_ENTRIES),
	OPTION(68, IP6T_SO_GET_REVISION_MATCH),
	OPTION(69, IP6T_SO_GET_REVISION_TARGET),
};
DEFINE_ENUM(ipv6_get_options, "");

static const struct symbol ipv6_set_options_table[] = {
	OPTION(64, IP6T_SO_SET_REPLACE),
	OPTION(65, IP6T_SO_SET_ADD_COUNTERS),
};
DEFINE_ENUM(ipv6_set_options, "");

/* clang-format on */
