// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* symbols_sock_diag.c - names of sock_diag: messages, attributes, states of sockets. */
#include "symbols_tables.h"

#include <linux/inet_diag.h>
#include <linux/netlink.h>
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

static const struct symbol tcp_state_table[] = {
	SYM_NAMED("TCP_ESTABLISHED", 1, 0),
	SYM_NAMED("TCP_SYN_SENT", 2, 0),
	SYM_NAMED("TCP_SYN_RECV", 3, 0),
	SYM_NAMED("TCP_FIN_WAIT1", 4, 0),
	SYM_NAMED("TCP_FIN_WAIT2", 5, 0),
	SYM_NAMED("TCP_TIME_WAIT", 6, 0),
	SYM_NAMED("TCP_CLOSE", 7, 0),
	SYM_NAMED("TCP_CLOSE_WAIT", 8, 0),
	SYM_NAMED("TCP_LAST_ACK", 9, 0),
	SYM_NAMED("TCP_LISTEN", 10, 0),
	SYM_NAMED("TCP_CLOSING", 11, 0),
};
DEFINE_ENUM(tcp_state, "TCP_");

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
