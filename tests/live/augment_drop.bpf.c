// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* augment_drop.bpf.c - calls that are left out; for trace_augmenter.sh. */
#include <augmenter.bpf.h>

/* work_augment asks for 0 and for 1. */
AUGMENT_ENTER(getpriority)
{
	if (call->args[0] == 1)
		augment_drop(call);
}

AUGMENT_EXIT(getpgid)
{
	if (call->ret < 0)
		augment_drop(call);
	else
		augment_number(call, "group", call->ret);
}

/* It waits, and so it is announced before its end is known. */
AUGMENT_EXIT(nanosleep)
{
	augment_drop(call);
}

AUGMENT_UPROBE("work_augment", work_function)
{
	augment_drop(call);
}

license(GPL);
