// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * dump_map_ops.bpf.c - a congestion control whose functions are programs, for the test of struct_ops maps.
 * It does nothing, and nobody uses it. Linux 5.6.
 */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

char LICENSE[] SEC("license") = "GPL";

struct sock;

/* What libbpf finds in the kernel's by name. */
struct tcp_congestion_ops {
	__u32 (*ssthresh)(struct sock *sk);
	void (*cong_avoid)(struct sock *sk, __u32 ack, __u32 acked);
	__u32 (*undo_cwnd)(struct sock *sk);
	char name[16];
};

SEC("struct_ops/dmt_ssthresh")
int dmt_ssthresh(void *ctx)
{
	return 2;
}

SEC("struct_ops/dmt_avoid")
int dmt_avoid(void *ctx)
{
	return 0;
}

SEC("struct_ops/dmt_undo")
int dmt_undo(void *ctx)
{
	return 2;
}

SEC(".struct_ops")
struct tcp_congestion_ops dmt_ops = {
	.ssthresh = (void *)dmt_ssthresh,
	.cong_avoid = (void *)dmt_avoid,
	.undo_cwnd = (void *)dmt_undo,
	.name = "dmt_ops",
};
