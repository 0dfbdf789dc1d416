// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* commands_net.c - values by socket option: those that have a BPF program. */
#include <sys/socket.h>

#include "commands_rows.h"

/* clang-format off */

static const struct cmd_row sockopt_value_rows[] = {
	CMD(SO_ATTACH_FILTER, SOCKOPT_CODE(NULL, 5)),
	CMD(SO_ATTACH_REUSEPORT_CBPF, SOCKOPT_CODE(NULL, 5)),
};
DEFINE_CMDS(sockopt_value, UINT32_MAX, SOCKOPT_IN(NULL, 5));
