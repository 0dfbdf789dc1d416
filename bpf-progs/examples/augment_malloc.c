// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* augment_malloc.c - calls of the C library's malloc() among the system calls that they lead to. */
#include <augmenter.bpf.h>

AUGMENT_UPROBE("libc.so.6", malloc)
{
	augment_number(call, "size", (unsigned long)call->args[0]);
}

AUGMENT_URETPROBE("libc.so.6", malloc)
{
	augment_number(call, "result", (void *)call->ret);
}

license(GPL);
