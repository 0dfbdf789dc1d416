// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * syscalls_net.c - rows of the system call table: sockets.
 */
#include "syscalls_tables.h"

/* clang-format off */

static const struct syscall_desc net_rows[] = {
	{ "socket", { 41, 359 }, .ret = RET_FD,
	  ARGS(ENUM("family", addr_family), FLAGS("type", sock_type),
	       ARG("protocol", sock_proto)) },
	{ "socketpair", { 53, 360 },
	  ARGS(ENUM("family", addr_family), FLAGS("type", sock_type), ARG("protocol", pair_proto),
	       PAIR_OUT("usockvec", fd)) },
	{ "bind", { 49, 361 },
	  ARGS(ARG("fd", fd), SOCKADDR_IN("umyaddr", 3), ARG("addrlen", int)) },
	{ "listen", { 50, 363 }, ARGS(ARG("fd", fd), ARG("backlog", int)) },
	{ "accept", { 43, NONE }, .ret = RET_FD,
	  ARGS(ARG("fd", fd), SOCKADDR_OUT("upeer_sockaddr", 3), ADDR_LEN("upeer_addrlen")) },
	{ "accept4", { 288, 364 }, .ret = RET_FD,
	  ARGS(ARG("fd", fd), SOCKADDR_OUT("upeer_sockaddr", 3), ADDR_LEN("upeer_addrlen"),
	       FLAGS("flags", sock_flags)) },
	{ "connect", { 42, 362 },
	  ARGS(ARG("fd", fd), SOCKADDR_IN("uservaddr", 3), ARG("addrlen", int)) },
	{ "getsockname", { 51, 367 },
	  ARGS(ARG("fd", fd), SOCKADDR_OUT("usockaddr", 3), ADDR_LEN("usockaddr_len")) },
	{ "getpeername", { 52, 368 },
	  ARGS(ARG("fd", fd), SOCKADDR_OUT("usockaddr", 3), ADDR_LEN("usockaddr_len")) },
	{ "sendto", { 44, 369 }, .flags = AUG_S_SOCKET,
	  ARGS(ARG("fd", fd), DATA_IN("buff", 3), ARG("len", size), FLAGS("flags", msg_flags),
	       SOCKADDR_IN("addr", 6), ARG("addr_len", int)) },
	{ "recvfrom", { 45, 371 }, .flags = AUG_S_SOCKET,
	  ARGS(ARG("fd", fd), RECEIVED("ubuf", 3), ARG("size", size), FLAGS("flags", msg_flags),
	       SOCKADDR_OUT("addr", 6), ADDR_LEN("addr_len")) },
	{ "sendmsg", { 46, 370 }, .flags = AUG_S_SOCKET,
	  ARGS(ARG("fd", fd), ARG("msg", msg_in), FLAGS("flags", msg_flags)) },
	{ "recvmsg", { 47, 372 }, .flags = AUG_S_SOCKET,
	  ARGS(ARG("fd", fd), ARG("msg", msg_out), FLAGS("flags", msg_flags)) },
	{ "sendmmsg", { 307, 345 }, .flags = AUG_S_SOCKET,
	  ARGS(ARG("fd", fd), MMSG_IN("mmsg", 3), ARG("vlen", uint), FLAGS("flags", msg_flags)) },
	{ "recvmmsg", { 299, 337 }, .flags = AUG_S_SOCKET,
	  ARGS(ARG("fd", fd), MMSG_OUT("mmsg", 3), ARG("vlen", uint), FLAGS("flags", msg_flags),
	       TIME_LEFT("timeout", timespec)) },
	{ "shutdown", { 48, 373 }, ARGS(ARG("fd", fd), ENUM("how", shutdown_how)) },
	{ "setsockopt", { 54, 366 },
	  ARGS(ARG("fd", fd), ENUM("level", sock_level), ARG("optname", setsockopt_name),
	       BY_CMD("optval", sockopt_value, 3), ARG("optlen", int)) },
	{ "getsockopt", { 55, 365 },
	  ARGS(ARG("fd", fd), ENUM("level", sock_level), ARG("optname", getsockopt_name),
	       SOCKOPT_OUT("optval", 5), STRUCT_INOUT("optlen", int)) },
};

DEFINE_SYSCALLS(net);
