// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* overflow_bad.bpf.c - a program that the verifier refuses, and one that it does not. */
#include <overflow.h>

OVERFLOW_COUNTS(values, u32, 4);

OVERFLOW(unchecked)
{
	u32 key = 0;
	u64 *value = bpf_map_lookup_elem(&values, &key);

	return *value ? OVERFLOW_KEEP : OVERFLOW_DROP;
}

SEC("tracepoint/syscalls/sys_enter_getppid")
int other(void *ctx)
{
	return 0;
}

license(GPL);
