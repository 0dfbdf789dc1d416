// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* augment_refused.bpf.c - the verifier refuses it; for trace_augmenter.sh. */
#include <augmenter.bpf.h>

AUGMENT_ENTER(getpid)
{
	call->args[call->args[0]] = 1; /* no bound */
}

license(GPL);
