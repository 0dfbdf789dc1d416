// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * overflow_heavy.bpf.c - a program that takes long at each call of wait4(2). Not at a system call's own
 * tracepoint: kernel 7.2 lets other programs in there.
 */
typedef unsigned int __u32;
typedef unsigned long long __u64;

#define SEC(name) __attribute__((section(name), used))

char LICENSE[] SEC("license") = "GPL";

__u64 sum;

SEC("tracepoint/sched/sched_process_wait")
int heavy_tp(void *ctx)
{
	__u64 x = sum;
	int i;

	for (i = 0; i < 4000; i++) {
		x ^= x >> 33;
		x *= 0xff51afd7ed558ccdULL;
		x += i;
	}
	sum = x;
	return 0;
}
