// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* augment_no_event.bpf.c - a tracepoint that does not exist; for trace_augmenter.sh. */
#include <augmenter.bpf.h>

AUGMENT_TRACEPOINT(sched, no_such_event)
{
}

license(GPL);
