// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* augment_unknown.bpf.c - a system call that does not exist; for trace_augmenter.sh. */
#include <augmenter.bpf.h>

AUGMENT_ENTER(conect)
{
}

license(GPL);
