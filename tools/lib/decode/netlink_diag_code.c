// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * netlink_diag_code.c - the filter that ss(8) gives along: a program of operations, some with an operand behind them
 * (include/uapi/linux/inet_diag.h, 6.18). strace tells the first one.
 */
#include "decode_netlink.h"

#include <linux/inet_diag.h>
#include <sys/socket.h>

#include "decode.h"
#include "netlink_attrs.h"

/* clang-format off */

static const struct field op_fields[] = {
	NAMES(struct inet_diag_bc_op, code, inet_diag_bytecode),
	UINT(struct inet_diag_bc_op, yes),
	UINT(struct inet_diag_bc_op, no),
};
DEFINE_OWN(op, struct inet_diag_bc_op);
static const struct field host_fields[] = {
	NAMES(struct inet_diag_hostcond, family, addr_family),
	UINT(struct inet_diag_hostcond, prefix_len),
	UINT(struct inet_diag_hostcond, port),
};
DEFINE_OWN(host, struct inet_diag_hostcond);
static const struct field mark_fields[] = {
	UINT(struct inet_diag_markcond, mark),
	UINT(struct inet_diag_markcond, mask),
};
DEFINE_OWN(mark, struct inet_diag_markcond);

/* clang-format on */

#define OP_SIZE sizeof(struct inet_diag_bc_op)
#define HOST_SIZE sizeof(struct inet_diag_hostcond)

static size_t address_size(unsigned int family)
{
	return family == AF_INET ? 4 : family == AF_INET6 ? 16 : 0;
}

static void say_address(unsigned int family, const uint8_t *data, size_t len, struct out *o)
{
	const size_t size = address_size(family);

	if (size && size <= len && netlink__there(data, size, o) == size) {
		if (family == AF_INET6) {
			decode__inet6_member("addr", data, o);
			return;
		}
		out__member(o, "addr");
		decode__inet(data, size, o);
		return;
	}
	out__member(o, "addr");
	if (!size || len < size)
		netlink__say_bytes(data, len, o);
	else
		netlink__is_unread(data, size, o);
}

static bool say_host(const uint8_t *data, size_t len, struct out *o)
{
	const struct blob b = { .data = data, .len = HOST_SIZE };

	if (len < HOST_SIZE)
		return false;
	if (netlink__is_unread(data, HOST_SIZE, o))
		return true;
	out__begin(o, OUT_OBJECT);
	layout__say_members(&host_layout, &b, o);
	if (len > HOST_SIZE)
		say_address(data[0], data + HOST_SIZE, len - HOST_SIZE, o);
	out__end(o, OUT_OBJECT);
	return true;
}

/* Return: false when it is none, or there is too little for it. */
static bool say_operand(unsigned int code, const uint8_t *data, size_t len, struct out *o)
{
	switch (code) {
	case INET_DIAG_BC_S_COND:
	case INET_DIAG_BC_D_COND:
		return say_host(data, len, o);
	case INET_DIAG_BC_DEV_COND:
		if (len >= 4 && !netlink__is_unread(data, 4, o))
			say_ifindex(o, layout__get(data, 4));
		return len >= 4;
	case INET_DIAG_BC_S_EQ:
	case INET_DIAG_BC_D_EQ:
		return !o->strace && netlink__say_layout(&op_layout, 0, data, len, o);
	/* The port is where an operation has where to go on. */
	case INET_DIAG_BC_S_GE:
	case INET_DIAG_BC_S_LE:
	case INET_DIAG_BC_D_GE:
	case INET_DIAG_BC_D_LE:
		return netlink__say_layout(&op_layout, 0, data, len, o);
	case INET_DIAG_BC_MARK_COND:
		return netlink__say_layout(&mark_layout, 0, data, len, o);
	default:
		return false;
	}
}

/* Bytes behind an operation that are its own; @len: there are so many in all. */
static size_t operand_size(unsigned int code, const uint8_t *data, size_t len, const struct out *o)
{
	size_t size = 0;

	switch (code) {
	case INET_DIAG_BC_S_COND:
	case INET_DIAG_BC_D_COND:
		size = HOST_SIZE;
		if (netlink__there(data, len, o))
			size += address_size(data[0]);
		break;
	case INET_DIAG_BC_MARK_COND:
	case INET_DIAG_BC_CGROUP_COND:
		size = 8;
		break;
	case INET_DIAG_BC_NOP:
	case INET_DIAG_BC_JMP:
	case INET_DIAG_BC_AUTO:
		break;
	default:
		size = OP_SIZE;
	}
	return MIN(size, len);
}

bool netlink_diag_code__say(const uint8_t *data, size_t len, struct out *o)
{
	size_t size;

	if (len < OP_SIZE)
		return false;
	while (netlink__say_layout(&op_layout, 0, data, len, o)) {
		if (len == OP_SIZE || netlink__there(data, OP_SIZE, o) < OP_SIZE)
			return true;
		len -= OP_SIZE;
		size = o->strace ? len : operand_size(data[0], data + OP_SIZE, len, o);
		if (size && !say_operand(data[0], data + OP_SIZE, size, o))
			netlink__say_bytes(data + OP_SIZE, size, o);
		data += OP_SIZE + size;
		len -= size;
		if (!len)
			return true;
	}
	netlink__say_bytes(data, len, o);
	return true;
}
