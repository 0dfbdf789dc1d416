// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* augment_enter.bpf.c - an augmenter that does nothing; for augment_bench.sh. */
#include <augmenter.bpf.h>

AUGMENT_ENTER(getppid)
{
}

license(GPL);
