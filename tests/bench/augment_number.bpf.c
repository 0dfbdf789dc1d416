// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* augment_number.bpf.c - an augmenter that attaches one number; for augment_bench.sh. */
#include <augmenter.bpf.h>

AUGMENT_EXIT(getppid)
{
	augment_number(call, "parent", (int)call->ret);
}

license(GPL);
