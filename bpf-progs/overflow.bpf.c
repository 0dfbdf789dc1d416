// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * overflow.bpf.c - runs when a sampling event overflows, and says whether the sample is kept.
 *
 * Minimum kernel: 5.10. One of two programs is loaded. on_overflow_kern (6.2) sees the kernel's own
 * view of the sample; what is there of it, sample_flags says. on_overflow has the registers, the period
 * and the address alone.
 */
#include "overflow.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

SEC("perf_event")
int on_overflow(struct bpf_perf_event_data *ctx)
{
	return overflow__keeps(ctx, false);
}

SEC("?perf_event")
int on_overflow_kern(struct bpf_perf_event_data *ctx)
{
	return overflow__keeps(ctx, true);
}
