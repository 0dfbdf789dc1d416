// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * capture_work.bpf.c - a program with all that the kernel changes in instructions when it loads them:
 * functions, maps by their address, values of arrays, helpers, a tail call, a load that may fault.
 */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

char LICENSE[] SEC("license") = "GPL";

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 4);
	__type(key, __u32);
	__type(value, __u64);
} cap_hash SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_PROG_ARRAY);
	__uint(max_entries, 2);
	__type(key, __u32);
	__type(value, __u32);
} cap_progs SEC(".maps");

__u64 counter;
const volatile __u64 limit = 7;

static __noinline __u64 capture_sub(__u64 x)
{
	__u32 key = x & 3;
	__u64 *value = bpf_map_lookup_elem(&cap_hash, &key);

	return value ? *value + x : x;
}

__noinline int capture_global(__u32 x)
{
	return capture_sub(x * limit) + 1;
}

SEC("raw_tp/sys_enter")
int capture_main(void *ctx)
{
	__u64 pid_tgid = bpf_get_current_pid_tgid();

	counter += capture_global(pid_tgid) + capture_sub(counter);
	bpf_tail_call(ctx, &cap_progs, 1);
	return 0;
}
