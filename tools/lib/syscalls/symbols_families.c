// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * symbols_families.c - names of the socket options and protocols of address families that few programs use. The
 * numbers are those of the kernel's headers; many of these are in none that programs are built with.
 */
#include "symbols_tables.h"

#include <sys/socket.h>

/* clang-format off */

#define NAMED(nr, name) SYM_NAMED(#name, nr, 0)

static const struct symbol can_raw_options_table[] = {
	NAMED(1, CAN_RAW_FILTER),
	NAMED(2, CAN_RAW_ERR_FILTER),
	NAMED(3, CAN_RAW_LOOPBACK),
	NAMED(4, CAN_RAW_RECV_OWN_MSGS),
	NAMED(5, CAN_RAW_FD_FRAMES),
	NAMED(6, CAN_RAW_JOIN_FILTERS),
	NAMED(7, CAN_RAW_XL_FRAMES), /* 6.2 */
};
DEFINE_ENUM(can_raw_options, "CAN_RAW_", .marks_zero = true);

static const struct symbol ipx_options_table[] = {
	NAMED(1, IPX_TYPE),
};
DEFINE_ENUM(ipx_options, "IPX_", .marks_zero = true);

static const struct symbol ax25_options_table[] = {
	NAMED(1, AX25_WINDOW),
	NAMED(2, AX25_T1),
	NAMED(3, AX25_N2),
	NAMED(4, AX25_T3),
	NAMED(5, AX25_T2),
	NAMED(6, AX25_BACKOFF),
	NAMED(7, AX25_EXTSEQ),
	NAMED(8, AX25_PIDINCL),
	NAMED(9, AX25_IDLE),
	NAMED(10, AX25_PACLEN),
	NAMED(12, AX25_IAMDIGI),
	NAMED(25, SO_BINDTODEVICE),
};
DEFINE_ENUM(ax25_options, "AX25_", .marks_zero = true);

static const struct symbol irda_options_table[] = {
	NAMED(1, IRLMP_ENUMDEVICES),
	NAMED(2, IRLMP_IAS_SET),
	NAMED(3, IRLMP_IAS_QUERY),
	NAMED(4, IRLMP_HINTS_SET),
	NAMED(5, IRLMP_QOS_SET),
	NAMED(6, IRLMP_QOS_GET),
	NAMED(7, IRLMP_MAX_SDU_SIZE),
	NAMED(8, IRLMP_IAS_GET),
	NAMED(9, IRLMP_IAS_DEL),
	NAMED(10, IRLMP_HINT_MASK_SET),
	NAMED(11, IRLMP_WAITDEVICE),
};
DEFINE_ENUM(irda_options, "IRLMP_", .marks_zero = true);

static const struct symbol llc_options_table[] = {
	NAMED(0, LLC_OPT_UNKNOWN),
	NAMED(1, LLC_OPT_RETRY),
	NAMED(2, LLC_OPT_SIZE),
	NAMED(3, LLC_OPT_ACK_TMR_EXP),
	NAMED(4, LLC_OPT_P_TMR_EXP),
	NAMED(5, LLC_OPT_REJ_TMR_EXP),
	NAMED(6, LLC_OPT_BUSY_TMR_EXP),
	NAMED(7, LLC_OPT_TX_WIN),
	NAMED(8, LLC_OPT_RX_WIN),
	NAMED(9, LLC_OPT_PKTINFO),
};
DEFINE_ENUM(llc_options, "LLC_OPT_", .marks_zero = true);

static const struct symbol dccp_options_table[] = {
	NAMED(1, DCCP_SOCKOPT_PACKET_SIZE),
	NAMED(2, DCCP_SOCKOPT_SERVICE),
	NAMED(3, DCCP_SOCKOPT_CHANGE_L),
	NAMED(4, DCCP_SOCKOPT_CHANGE_R),
	NAMED(5, DCCP_SOCKOPT_GET_CUR_MPS),
	NAMED(6, DCCP_SOCKOPT_SERVER_TIMEWAIT),
	NAMED(10, DCCP_SOCKOPT_SEND_CSCOV),
	NAMED(11, DCCP_SOCKOPT_RECV_CSCOV),
	NAMED(12, DCCP_SOCKOPT_AVAILABLE_CCIDS),
	NAMED(13, DCCP_SOCKOPT_CCID),
	NAMED(14, DCCP_SOCKOPT_TX_CCID),
	NAMED(15, DCCP_SOCKOPT_RX_CCID),
	NAMED(16, DCCP_SOCKOPT_QPOLICY_ID),
	NAMED(17, DCCP_SOCKOPT_QPOLICY_TXQLEN),
	NAMED(128, DCCP_SOCKOPT_CCID_RX_INFO),
	NAMED(192, DCCP_SOCKOPT_CCID_TX_INFO),
};
DEFINE_ENUM(dccp_options, "DCCP_SOCKOPT_", .marks_zero = true);

static const struct symbol tipc_options_table[] = {
	NAMED(127, TIPC_IMPORTANCE),
	NAMED(128, TIPC_SRC_DROPPABLE),
	NAMED(129, TIPC_DEST_DROPPABLE),
	NAMED(130, TIPC_CONN_TIMEOUT),
	NAMED(131, TIPC_NODE_RECVQ_DEPTH),
	NAMED(132, TIPC_SOCK_RECVQ_DEPTH),
	NAMED(133, TIPC_MCAST_BROADCAST),
	NAMED(134, TIPC_MCAST_REPLICAST),
	NAMED(135, TIPC_GROUP_JOIN),
	NAMED(136, TIPC_GROUP_LEAVE),
	NAMED(137, TIPC_SOCK_RECVQ_USED),
	NAMED(138, TIPC_NODELAY),
};
DEFINE_ENUM(tipc_options, "TIPC_", .marks_zero = true);

static const struct symbol rxrpc_options_table[] = {
	NAMED(1, RXRPC_SECURITY_KEY),
	NAMED(2, RXRPC_SECURITY_KEYRING),
	NAMED(3, RXRPC_EXCLUSIVE_CONNECTION),
	NAMED(4, RXRPC_MIN_SECURITY_LEVEL),
	NAMED(5, RXRPC_UPGRADEABLE_SERVICE),
	NAMED(6, RXRPC_SUPPORTED_CMSG),
};
DEFINE_ENUM(rxrpc_options, "RXRPC_", .marks_zero = true);

static const struct symbol pppol2tp_options_table[] = {
	NAMED(1, PPPOL2TP_SO_DEBUG),
	NAMED(2, PPPOL2TP_SO_RECVSEQ),
	NAMED(3, PPPOL2TP_SO_SENDSEQ),
	NAMED(4, PPPOL2TP_SO_LNSMODE),
	NAMED(5, PPPOL2TP_SO_REORDERTO),
};
DEFINE_ENUM(pppol2tp_options, "PPPOL2TP_SO_", .marks_zero = true);

static const struct symbol bluetooth_options_table[] = {
	NAMED(4, BT_SECURITY),
	NAMED(7, BT_DEFER_SETUP),
	NAMED(8, BT_FLUSHABLE),
	NAMED(9, BT_POWER),
	NAMED(10, BT_CHANNEL_POLICY),
	NAMED(11, BT_VOICE),
	NAMED(12, BT_SNDMTU),
	NAMED(13, BT_RCVMTU),
};
DEFINE_ENUM(bluetooth_options, "BT_", .marks_zero = true);

static const struct symbol pnpipe_options_table[] = {
	NAMED(1, PNPIPE_ENCAP),
	NAMED(2, PNPIPE_IFINDEX),
	NAMED(3, PNPIPE_HANDLE),
	NAMED(4, PNPIPE_INITSTATE),
};
DEFINE_ENUM(pnpipe_options, "PNPIPE_", .marks_zero = true);

static const struct symbol rds_options_table[] = {
	NAMED(1, RDS_CANCEL_SENT_TO),
	NAMED(2, RDS_GET_MR),
	NAMED(3, RDS_FREE_MR),
	NAMED(4, RDS_BARRIER),
	NAMED(5, RDS_RECVERR),
	NAMED(6, RDS_CONG_MONITOR),
	NAMED(7, RDS_GET_MR_FOR_DEST),
	NAMED(8, SO_RDS_TRANSPORT),
	NAMED(10, SO_RDS_MSG_RXPATH_LATENCY),
	NAMED(29, SO_TIMESTAMP_OLD),
	NAMED(10000, RDS_INFO_COUNTERS),
	NAMED(10001, RDS_INFO_CONNECTIONS),
	NAMED(10002, RDS_INFO_FLOWS),
	NAMED(10003, RDS_INFO_SEND_MESSAGES),
	NAMED(10004, RDS_INFO_RETRANS_MESSAGES),
	NAMED(10005, RDS_INFO_RECV_MESSAGES),
	NAMED(10006, RDS_INFO_SOCKETS),
	NAMED(10007, RDS_INFO_TCP_SOCKETS),
	NAMED(10008, RDS_INFO_IB_CONNECTIONS),
	NAMED(10009, RDS_INFO_CONNECTION_STATS),
	NAMED(10010, RDS_INFO_IWARP_CONNECTIONS),
};
DEFINE_ENUM(rds_options, "RDS_", .marks_zero = true);

static const struct symbol iucv_options_table[] = {
	NAMED(128, SO_IPRMDATA_MSG),
};
DEFINE_ENUM(iucv_options, "SO_", .marks_zero = true);

static const struct symbol caif_options_table[] = {
	NAMED(127, CAIFSO_LINK_SELECT),
	NAMED(128, CAIFSO_REQ_PARAM),
	NAMED(129, CAIFSO_RSP_PARAM),
};
DEFINE_ENUM(caif_options, "CAIFSO_", .marks_zero = true);

static const struct symbol nfc_options_table[] = {
	NAMED(0, NFC_LLCP_RW),
	NAMED(1, NFC_LLCP_MIUX),
	NAMED(2, NFC_LLCP_REMOTE_MIU),
	NAMED(3, NFC_LLCP_REMOTE_LTO),
	NAMED(4, NFC_LLCP_REMOTE_RW),
};
DEFINE_ENUM(nfc_options, "NFC_LLCP_", .marks_zero = true);

static const struct symbol kcm_options_table[] = {
	NAMED(1, KCM_RECV_DISABLE),
};
DEFINE_ENUM(kcm_options, "KCM_", .marks_zero = true);

/* Numbers that mean one thing where they are read, and another where they are set. */
static const struct symbol so_get_options_table[] = {
	NAMED(26, SO_GET_FILTER),
};
DEFINE_ENUM(so_get_options, "");

static const struct symbol ip_get_options_table[] = {
	NAMED(64, IPT_SO_GET_INFO),
	NAMED(65, IPT_SO_GET_ENTRIES),
	NAMED(66, IPT_SO_GET_REVISION_MATCH),
	NAMED(67, IPT_SO_GET_REVISION_TARGET),
	NAMED(96, ARPT_SO_GET_INFO),
	NAMED(97, ARPT_SO_GET_ENTRIES),
	NAMED(99, ARPT_SO_GET_REVISION_TARGET),
	NAMED(128, EBT_SO_GET_INFO),
	NAMED(129, EBT_SO_GET_ENTRIES),
	NAMED(130, EBT_SO_GET_INIT_INFO),
	NAMED(131, EBT_SO_GET_INIT_ENTRIES),
};
DEFINE_ENUM(ip_get_options, "");

static const struct symbol ip_set_options_table[] = {
	NAMED(64, IPT_SO_SET_REPLACE),
	NAMED(65, IPT_SO_SET_ADD_COUNTERS),
	NAMED(96, ARPT_SO_SET_REPLACE),
	NAMED(97, ARPT_SO_SET_ADD_COUNTERS),
	NAMED(128, EBT_SO_SET_ENTRIES),
	NAMED(129, EBT_SO_SET_COUNTERS),
};
DEFINE_ENUM(ip_set_options, "");

static const struct symbol ipv6_get_options_table[] = {
	NAMED(64, IP6T_SO_GET_INFO),
	NAMED(65, IP6T_SO_GET_ENTRIES),
	NAMED(68, IP6T_SO_GET_REVISION_MATCH),
	NAMED(69, IP6T_SO_GET_REVISION_TARGET),
};
DEFINE_ENUM(ipv6_get_options, "");

static const struct symbol ipv6_set_options_table[] = {
	NAMED(64, IP6T_SO_SET_REPLACE),
	NAMED(65, IP6T_SO_SET_ADD_COUNTERS),
};
DEFINE_ENUM(ipv6_set_options, "");

/* ---- protocols ---- */

static const struct symbol ax25_protocol_table[] = {
	NAMED(1, AX25_P_ROSE),
	NAMED(6, AX25_P_VJCOMP),
	NAMED(7, AX25_P_VJUNCOMP),
	NAMED(8, AX25_P_SEGMENT),
	NAMED(195, AX25_P_TEXNET),
	NAMED(196, AX25_P_LQ),
	NAMED(202, AX25_P_ATALK),
	NAMED(203, AX25_P_ATALK_ARP),
	NAMED(204, AX25_P_IP),
	NAMED(205, AX25_P_ARP),
	NAMED(206, AX25_P_FLEXNET),
	NAMED(207, AX25_P_NETROM),
	NAMED(240, AX25_P_TEXT),
};
DEFINE_ENUM(ax25_protocol, "AX25_P_", .marks_zero = true);

static const struct symbol can_protocol_table[] = {
	NAMED(1, CAN_RAW),
	NAMED(2, CAN_BCM),
	NAMED(3, CAN_TP16),
	NAMED(4, CAN_TP20),
	NAMED(5, CAN_MCNET),
	NAMED(6, CAN_ISOTP),
	NAMED(7, CAN_J1939),
};
DEFINE_ENUM(can_protocol, "CAN_", .marks_zero = true);

static const struct symbol isdn_protocol_table[] = {
	NAMED(0, ISDN_P_BASE),
	NAMED(1, ISDN_P_TE_S0),
	NAMED(2, ISDN_P_NT_S0),
	NAMED(3, ISDN_P_TE_E1),
	NAMED(4, ISDN_P_NT_E1),
	NAMED(16, ISDN_P_LAPD_TE),
	NAMED(17, ISDN_P_LAPD_NT),
	NAMED(33, ISDN_P_B_RAW),
	NAMED(34, ISDN_P_B_HDLC),
	NAMED(35, ISDN_P_B_X75SLP),
	NAMED(36, ISDN_P_B_L2DTMF),
	NAMED(37, ISDN_P_B_L2DSP),
	NAMED(38, ISDN_P_B_L2DSPHDLC),
};
DEFINE_ENUM(isdn_protocol, "ISDN_P_", .marks_zero = true);

static const struct symbol phonet_protocol_table[] = {
	NAMED(0, PN_PROTO_TRANSPORT),
	NAMED(1, PN_PROTO_PHONET),
	NAMED(2, PN_PROTO_PIPE),
};
DEFINE_ENUM(phonet_protocol, "PN_PROTO_", .marks_zero = true);

static const struct symbol caif_protocol_table[] = {
	NAMED(0, CAIFPROTO_AT),
	NAMED(1, CAIFPROTO_DATAGRAM),
	NAMED(2, CAIFPROTO_DATAGRAM_LOOP),
	NAMED(3, CAIFPROTO_UTIL),
	NAMED(4, CAIFPROTO_RFM),
	NAMED(5, CAIFPROTO_DEBUG),
};
DEFINE_ENUM(caif_protocol, "CAIFPROTO_", .marks_zero = true);

static const struct symbol nfc_protocol_table[] = {
	NAMED(0, NFC_SOCKPROTO_RAW),
	NAMED(1, NFC_SOCKPROTO_LLCP),
};
DEFINE_ENUM(nfc_protocol, "NFC_SOCKPROTO_", .marks_zero = true);

static const struct symbol kcm_protocol_table[] = {
	NAMED(0, KCMPROTO_CONNECTED),
};
DEFINE_ENUM(kcm_protocol, "KCMPROTO_", .marks_zero = true);

static const struct symbol smc_protocol_table[] = {
	NAMED(0, SMCPROTO_SMC),
	NAMED(1, SMCPROTO_SMC6),
};
DEFINE_ENUM(smc_protocol, "SMCPROTO_", .marks_zero = true);

static const struct {
	int family;
	const struct symbols *syms;
} protocols[] = {
	{ AF_INET, &syms_ip_protocol },
	{ AF_INET6, &syms_ip_protocol },
	{ AF_NETLINK, &syms_netlink_protocol },
	{ AF_BLUETOOTH, &syms_bluetooth_protocol },
	{ AF_RXRPC, &syms_addr_family },
	{ AF_AX25, &syms_ax25_protocol },
	{ AF_CAN, &syms_can_protocol },
	{ AF_ISDN, &syms_isdn_protocol },
	{ AF_PHONET, &syms_phonet_protocol },
	{ AF_CAIF, &syms_caif_protocol },
	{ AF_NFC, &syms_nfc_protocol },
	{ AF_KCM, &syms_kcm_protocol },
	{ 43, &syms_smc_protocol },
};

/* clang-format on */

const struct symbols *sock_protocol_symbols__get(int family)
{
	for (size_t i = 0; i < sizeof(protocols) / sizeof(protocols[0]); i++) {
		if (protocols[i].family == family)
			return protocols[i].syms;
	}
	return NULL;
}
