// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* symbols_netlink.c - names of netlink: messages of all its protocols, their flags and errors. */
#include "symbols_netlink.h"

#include <linux/netlink.h>

/* clang-format off */

static const struct symbol nlmsg_type_table[] = {
	SYM(NLMSG_NOOP),
	SYM(NLMSG_ERROR),
	SYM(NLMSG_DONE),
	SYM(NLMSG_OVERRUN),
};
DEFINE_ENUM(nlmsg_type, "NLMSG_", .marks_zero = true);

static const struct symbol nlmsg_flags_table[] = {
	SYM(NLM_F_REQUEST),
	SYM(NLM_F_MULTI),
	SYM(NLM_F_ACK),
	SYM(NLM_F_ECHO),
	SYM(NLM_F_DUMP_INTR),
	SYM(NLM_F_DUMP_FILTERED),
};
DEFINE_FLAGS(nlmsg_flags, "NLM_F_");

static const struct symbol nlmsg_flags_get_table[] = {
	SYM(NLM_F_REQUEST),
	SYM(NLM_F_MULTI),
	SYM(NLM_F_ACK),
	SYM(NLM_F_ECHO),
	SYM(NLM_F_DUMP_INTR),
	SYM(NLM_F_DUMP_FILTERED),
	SYM(NLM_F_DUMP),
	SYM(NLM_F_ROOT),
	SYM(NLM_F_MATCH),
	SYM(NLM_F_ATOMIC),
};
DEFINE_FLAGS(nlmsg_flags_get, "NLM_F_");

static const struct symbol nlmsg_flags_new_table[] = {
	SYM(NLM_F_REQUEST),
	SYM(NLM_F_MULTI),
	SYM(NLM_F_ACK),
	SYM(NLM_F_ECHO),
	SYM(NLM_F_DUMP_INTR),
	SYM(NLM_F_DUMP_FILTERED),
	SYM(NLM_F_REPLACE),
	SYM(NLM_F_EXCL),
	SYM(NLM_F_CREATE),
	SYM(NLM_F_APPEND),
};
DEFINE_FLAGS(nlmsg_flags_new, "NLM_F_");

static const struct symbol nlmsg_flags_del_table[] = {
	SYM(NLM_F_REQUEST),
	SYM(NLM_F_MULTI),
	SYM(NLM_F_ACK),
	SYM(NLM_F_ECHO),
	SYM(NLM_F_DUMP_INTR),
	SYM(NLM_F_DUMP_FILTERED),
	SYM(NLM_F_NONREC),
	SYM_NAMED("NLM_F_BULK", 0x200, 0), /* 5.19 */
};
DEFINE_FLAGS(nlmsg_flags_del, "NLM_F_");

static const struct symbol nlmsg_flags_ack_table[] = {
	SYM(NLM_F_REQUEST),
	SYM(NLM_F_MULTI),
	SYM(NLM_F_ACK),
	SYM(NLM_F_ECHO),
	SYM(NLM_F_DUMP_INTR),
	SYM(NLM_F_DUMP_FILTERED),
	SYM(NLM_F_CAPPED),
	SYM(NLM_F_ACK_TLVS),
};
DEFINE_FLAGS(nlmsg_flags_ack, "NLM_F_");

static const struct symbol nla_flags_table[] = {
	SYM(NLA_F_NESTED),
	SYM(NLA_F_NET_BYTEORDER),
};
DEFINE_FLAGS(nla_flags, "NLA_F_");

static const struct symbol nlmsgerr_attr_table[] = {
	SYM(NLMSGERR_ATTR_UNUSED),
	SYM(NLMSGERR_ATTR_MSG),
	SYM(NLMSGERR_ATTR_OFFS),
	SYM(NLMSGERR_ATTR_COOKIE),
	SYM(NLMSGERR_ATTR_POLICY),
	SYM_NAMED("NLMSGERR_ATTR_MISS_TYPE", 5, 0), /* 6.0 */
	SYM_NAMED("NLMSGERR_ATTR_MISS_NEST", 6, 0),
};
DEFINE_ENUM(nlmsgerr_attr, "NLMSGERR_ATTR_");
