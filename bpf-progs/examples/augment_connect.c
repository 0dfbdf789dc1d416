// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* augment_connect.c - where a program connects to, as a struct of our own: perf-augment trace -e augment_connect.c */
#include <augmenter.bpf.h>

struct where {
	unsigned short family;
	unsigned char port[2]; /* most significant byte first */
	unsigned char addr[4];
};

AUGMENT_ENTER(connect)
{
	augment_struct(call, "where", call->args[1], struct where);
}

AUGMENT_EXIT(connect)
{
	augment_number(call, "refused", (bool)(call->ret == -111));
}

license(GPL);
