// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* augment_no_func.bpf.c - a function that its file does not have; for trace_augmenter.sh. */
#include <augmenter.bpf.h>

AUGMENT_UPROBE("/bin/sh", no_such_function)
{
}

license(GPL);
