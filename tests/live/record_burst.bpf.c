// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* record_burst.bpf.c - a program of three functions that the verifier is done with at once. */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

char LICENSE[] SEC("license") = "GPL";

unsigned long burst_result;

static __attribute__((noinline)) unsigned long burst_mix(unsigned long x)
{
	x ^= x >> 33;
	return x * 0xff51afd7ed558ccdUL;
}

static __attribute__((noinline)) unsigned long burst_twice(unsigned long x)
{
	return burst_mix(x) + burst_mix(x + 1);
}

SEC("raw_tp/sys_enter")
int record_burst(void *ctx)
{
	(void)ctx;
	burst_result = burst_twice(burst_result);
	return 0;
}
