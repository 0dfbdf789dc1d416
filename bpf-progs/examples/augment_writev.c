// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* augment_writev.c - what lies behind the pointers of writev(2): the vector, and its first buffer. */
#include <augmenter.bpf.h>

struct iovec {
	void *base;
	unsigned long len;
};

AUGMENT_ENTER(writev)
{
	struct iovec first = {};

	augment_array(call, "iov", call->args[1], struct iovec, call->args[2]);
	if (!call->args[2] || bpf_probe_read_user(&first, sizeof(first), (void *)call->args[1]))
		return;
	augment_buf(call, "first", first.base, first.len);
}

license(GPL);
