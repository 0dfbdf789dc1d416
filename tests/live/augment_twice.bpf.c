// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* augment_twice.bpf.c - the same system call as augment_values.bpf.c; for trace_augmenter.sh. */
#include <augmenter.bpf.h>

AUGMENT_EXIT(getpriority)
{
}

license(GPL);
