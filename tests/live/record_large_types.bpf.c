// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * record_large_types.bpf.c - BTF that is large by its types, and a program that is large itself: both
 * are larger than a record of a stream.
 */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

#include "tests/live/record_large.h"

char LICENSE[] SEC("license") = "GPL";

__u64 result;

#define ONE_STRUCT(n)                 \
	struct large_##n {            \
		int a, b, c, d, e, f; \
	};
THOUSAND(ONE_STRUCT)

#define ONE_MEMBER(n) struct large_##n of_##n;
struct all_types {
	THOUSAND(ONE_MEMBER)
};

static __noinline __u64 large_types_spin(struct all_types *types, __u64 x)
{
	int i;

	(void)types;
	for (i = 0; i < 2000; i++)
		x = x * 31 + (x >> 7);
	return x;
}

SEC("raw_tp/sys_enter")
int record_large_types(void *ctx)
{
	result = large_types_spin(ctx, result);
	return 0;
}

SEC("raw_tp/sys_enter")
int record_large_code(void *ctx)
{
	__u64 x = result;
	int i;

	(void)ctx;
#pragma clang loop unroll(full)
	for (i = 0; i < 2500; i++)
		x = x * 31 + (x >> 7);
	result = x;
	return 0;
}
