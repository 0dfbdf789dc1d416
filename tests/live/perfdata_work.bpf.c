// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* perfdata_work.bpf.c - programs of several functions that burn time, for recordings to have. */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

char LICENSE[] SEC("license") = "GPL";

__u64 result;

static __noinline __u64 perfdata_mix(__u64 x)
{
	x ^= x >> 33;
	x *= 0xff51afd7ed558ccdULL;
	return x ^ (x >> 29);
}

static __noinline __u64 perfdata_spin(__u64 x, int n)
{
	int i;

	for (i = 0; i < 4000 && i < n; i++)
		x = perfdata_mix(x + i);
	return x;
}

SEC("raw_tp/sys_enter")
int perfdata_busy(void *ctx)
{
	(void)ctx;
	result = perfdata_spin(result, 2000);
	return 0;
}

SEC("raw_tp/sys_enter")
int perfdata_other(void *ctx)
{
	(void)ctx;
	result = perfdata_spin(result, 2001) + perfdata_spin(result, 5);
	return 0;
}
