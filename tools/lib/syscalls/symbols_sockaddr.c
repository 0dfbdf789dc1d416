// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * symbols_sockaddr.c - names of numbers in socket addresses of rarer families. Those of Bluetooth and of IEEE 802.15.4
 * are in no header of the kernel's interface: include/net/bluetooth, include/net/af_ieee802154.h.
 */
#include "symbols_tables.h"

#include <linux/mctp.h>
#include <linux/nfc.h>
#include <sys/socket.h>

/* clang-format off */

#define NAMED(value, name) SYM_NAMED(#name, value, 0)

/* Only 16 bits; beyond the beginning of a range they are counted from there, see sockaddr_other.c. */
static const struct symbol l2cap_psm_table[] = {
	NAMED(0x0001, L2CAP_PSM_SDP), NAMED(0x0003, L2CAP_PSM_RFCOMM), NAMED(0x0021, L2CAP_PSM_3DSP),
	NAMED(0x0023, L2CAP_PSM_IPSP), NAMED(0x0080, L2CAP_PSM_LE_DYN_START),
	NAMED(0x00ff, L2CAP_PSM_LE_DYN_END), NAMED(0x1001, L2CAP_PSM_DYN_START),
	NAMED(0x10ff, L2CAP_PSM_AUTO_END), NAMED(0xffff, L2CAP_PSM_DYN_END),
};
DEFINE_ENUM(l2cap_psm, "L2CAP_PSM_", .marks_zero = true);

static const struct symbol l2cap_cid_table[] = {
	NAMED(1, L2CAP_CID_SIGNALING), NAMED(2, L2CAP_CID_CONN_LESS), NAMED(3, L2CAP_CID_A2MP),
	NAMED(4, L2CAP_CID_ATT), NAMED(5, L2CAP_CID_LE_SIGNALING), NAMED(6, L2CAP_CID_SMP),
	NAMED(7, L2CAP_CID_SMP_BREDR), NAMED(0x0040, L2CAP_CID_DYN_START),
	NAMED(0xffff, L2CAP_CID_DYN_END),
};
DEFINE_ENUM(l2cap_cid, "L2CAP_CID_", .marks_zero = true);

static const struct symbol bdaddr_type_table[] = {
	NAMED(0, BDADDR_BREDR), NAMED(1, BDADDR_LE_PUBLIC), NAMED(2, BDADDR_LE_RANDOM),
};
DEFINE_ENUM(bdaddr_type, "BDADDR_");

static const struct symbol hci_channel_table[] = {
	NAMED(0, HCI_CHANNEL_RAW), NAMED(1, HCI_CHANNEL_USER), NAMED(2, HCI_CHANNEL_MONITOR),
	NAMED(3, HCI_CHANNEL_CONTROL), NAMED(4, HCI_CHANNEL_LOGGING),
};
DEFINE_ENUM(hci_channel, "HCI_CHANNEL_");

/* include/linux/crypto.h */
static const struct symbol crypto_alg_table[] = { NAMED(0x1000, CRYPTO_ALG_KERN_DRIVER_ONLY) };
DEFINE_FLAGS(crypto_alg, "CRYPTO_ALG_");

static const struct symbol nfc_proto_table[] = {
	SYM(NFC_PROTO_JEWEL), SYM(NFC_PROTO_MIFARE), SYM(NFC_PROTO_FELICA), SYM(NFC_PROTO_ISO14443),
	SYM(NFC_PROTO_NFC_DEP), SYM(NFC_PROTO_ISO14443_B), SYM(NFC_PROTO_ISO15693),
};
DEFINE_ENUM(nfc_proto, "NFC_PROTO_", .marks_zero = true);

static const struct symbol ieee802154_addr_table[] = {
	NAMED(0, IEEE802154_ADDR_NONE), NAMED(2, IEEE802154_ADDR_SHORT), NAMED(3, IEEE802154_ADDR_LONG),
};
DEFINE_ENUM(ieee802154_addr, "IEEE802154_ADDR_");

static const struct symbol ieee802154_pan_table[] = { NAMED(0xffff, IEEE802154_PANID_BROADCAST) };
DEFINE_ENUM(ieee802154_pan, "IEEE802154_PANID_");
static const struct symbol ieee802154_short_table[] = {
	NAMED(0xfffe, IEEE802154_ADDR_UNDEF), NAMED(0xffff, IEEE802154_ADDR_BROADCAST),
};
DEFINE_ENUM(ieee802154_short, "IEEE802154_ADDR_");

/* What AFS calls its services, which it knows by these numbers alone */
static const struct symbol rxrpc_service_table[] = {
	NAMED(1, CM_SERVICE), NAMED(2500, YFS_FS_SERVICE), NAMED(2501, YFS_CM_SERVICE),
	NAMED(2503, YFS_VL_SERVICE),
};
DEFINE_ENUM(rxrpc_service, "", .unknown = "???_SERVICE", .marks_zero = true);

/* Those of sockets, without flags */
static const struct symbol rxrpc_transport_table[] = {
	SYM(SOCK_STREAM), SYM(SOCK_DGRAM), SYM(SOCK_RAW), SYM(SOCK_RDM), SYM(SOCK_SEQPACKET),
	SYM(SOCK_DCCP), SYM(SOCK_PACKET),
};
DEFINE_ENUM(rxrpc_transport, "SOCK_", .marks_zero = true);

/* net/nfc/nfc.h */
static const struct symbol llcp_sap_table[] = {
	NAMED(1, LLCP_SAP_SDP), NAMED(2, LLCP_SAP_IP), NAMED(3, LLCP_SAP_OBEX), NAMED(4, LLCP_SAP_SNEP),
	NAMED(0xff, LLCP_SAP_MAX),
};
DEFINE_ENUM(llcp_sap, "LLCP_SAP_");

static const struct symbol mctp_net_table[] = { SYM(MCTP_NET_ANY) };
DEFINE_ENUM(mctp_net, "MCTP_NET_", .unknown = "");
static const struct symbol mctp_addr_table[] = { SYM(MCTP_ADDR_NULL), SYM(MCTP_ADDR_ANY) };
DEFINE_ENUM(mctp_addr, "MCTP_ADDR_", .unknown = "");

static const struct symbol qrtr_node_table[] = { NAMED(0xffffffff, QRTR_NODE_BCAST) };
DEFINE_ENUM(qrtr_node, "QRTR_NODE_", .unknown = "");
static const struct symbol qrtr_port_table[] = { NAMED(0xfffffffe, QRTR_PORT_CTRL) };
DEFINE_ENUM(qrtr_port, "QRTR_PORT_", .unknown = "");
