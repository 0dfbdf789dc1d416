// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * annotate_kinds.bpf.c - programs of several types, for how annotate spells their instructions: loads
 * of packets, contexts that the verifier rewrites, atomics, 32-bit, calls of every kind, and with a
 * compiler that has -mcpu=v4 signed division and moves, byte swaps, long jumps.
 */
#include <linux/bpf.h>
#include <linux/bpf_perf_event.h>
#include <bpf/bpf_helpers.h>

char LICENSE[] SEC("license") = "GPL";

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 4);
	__type(key, __u32);
	__type(value, __u64);
} annotate_map SEC(".maps");

volatile __s64 wide = -7;
volatile __s32 narrow = -7;
volatile __s8 tiny = -7;
volatile __s16 small = -7;
volatile __u64 swapped = 1;

static __noinline __s64 annotate_signed(__s64 x, __s32 y)
{
	x += tiny;
	x += small;
	x += narrow;
	if ((__s32)x < y)
		x = -x;
	if (y != 0 && x < 1000)
		x = x * 3 + (x ^ y) - (x | 0x10);
#if __BPF_CPU_VERSION__ >= 4
	x = x / 7 + x % 5 + narrow / 3;
	swapped = __builtin_bswap64(swapped) + __builtin_bswap32((__u32)swapped);
#endif
	return x;
}

#ifndef BEFORE_5_17
static long annotate_each(__u32 i, void *ctx)
{
	*(__u64 *)ctx += i;
	return 0;
}
#endif

SEC("raw_tp/sys_enter")
int annotate_calls(void *ctx)
{
	__u32 key = 1;
	__u64 *value = bpf_map_lookup_elem(&annotate_map, &key), sum = 0;

	(void)ctx;
	if (!value)
		return 0;
	__sync_fetch_and_add(value, 3);
#if __BPF_CPU_VERSION__ >= 3
	sum += __sync_fetch_and_or(value, 4);
	sum += __sync_fetch_and_and(value, 5);
	sum += __sync_fetch_and_xor(value, 6);
	sum += __sync_val_compare_and_swap(value, 1, 2);
	sum += __sync_lock_test_and_set(value, 9);
#endif
	wide = annotate_signed(wide, narrow) + (__s64)sum;
	if (bpf_get_smp_processor_id() == 1)
		bpf_map_update_elem(&annotate_map, &key, &sum, BPF_ANY);
#ifndef BEFORE_5_17
	bpf_loop(4, annotate_each, &sum, 0);
#endif
	*value = sum + bpf_ktime_get_ns();
	return 0;
}

/* The verifier rewrites what these do with their contexts: left out where its text is compared. */
#ifndef CALLS_ONLY

/* The old loads of packets are intrinsics of the compiler. */
unsigned long long load_byte(void *skb, unsigned long long off) asm("llvm.bpf.load.byte");
unsigned long long load_half(void *skb, unsigned long long off) asm("llvm.bpf.load.half");
unsigned long long load_word(void *skb, unsigned long long off) asm("llvm.bpf.load.word");

SEC("socket")
int annotate_socket(struct __sk_buff *skb)
{
	__u64 at = load_byte(skb, 0) & 15;

	if (load_half(skb, 12) != 0x0800)
		return 0;
	return (int)(load_word(skb, at + 20) + load_byte(skb, at + 3));
}

SEC("xdp")
int annotate_xdp(struct xdp_md *ctx)
{
	__u8 *data = (void *)(long)ctx->data, *end = (void *)(long)ctx->data_end;
	int i;

	if (data + 14 > end)
		return XDP_DROP;
	for (i = 0; i < 6; i++)
		data[i] ^= data[i + 6];
	return ctx->ingress_ifindex == 1 ? XDP_TX : XDP_PASS;
}

SEC("tc")
int annotate_tc(struct __sk_buff *skb)
{
	skb->mark = skb->len + skb->protocol;
	skb->cb[0] = skb->hash >> 3;
	return bpf_skb_change_tail(skb, skb->len + 8, 0) ? 2 : 0;
}

SEC("cgroup_skb/egress")
int annotate_cgroup(struct __sk_buff *skb)
{
	char bytes[24] = {};

	if (bpf_skb_load_bytes(skb, 0, bytes, sizeof(bytes)))
		return 1;
	return bytes[3] == 6 || skb->remote_port == 443;
}

SEC("perf_event")
int annotate_perf(struct bpf_perf_event_data *ctx)
{
	__u32 key = (__u32)ctx->sample_period & 3;
	__u64 *value = bpf_map_lookup_elem(&annotate_map, &key);

	if (value)
		*value += ctx->addr != 0;
	return 0;
}

#endif
