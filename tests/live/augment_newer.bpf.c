// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* augment_newer.bpf.c - as if built with a header of the future; for trace_augmenter.sh. */
#include <bpf.h>

static const u32 version SEC("augment/version") = 4711;

SEC("augment/enter/getpid") int enter_getpid(void *ctx)
{
	return 0;
}

license(GPL);
