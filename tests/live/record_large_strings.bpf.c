// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* record_large_strings.bpf.c - BTF of which the strings alone are larger than a record of a stream. */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

#include "tests/live/record_large.h"

char LICENSE[] SEC("license") = "GPL";

__u64 result;

#define ONE_NAME(n) A_LONG_NAME_OF_AN_ENUMERATOR_THAT_FILLS_THE_SECTION_OF_STRINGS_FOR_A_TEST_##n,
enum all_names { THOUSAND(ONE_NAME) };

static __noinline __u64 large_strings_spin(enum all_names name, __u64 x)
{
	int i;

	for (i = 0; i < 2000; i++)
		x = x * 31 + (x >> 7) + name;
	return x;
}

SEC("raw_tp/sys_enter")
int record_large_strings(void *ctx)
{
	(void)ctx;
	result = large_strings_spin((enum all_names)(result & 1), result);
	return 0;
}
