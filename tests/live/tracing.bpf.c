// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * tracing.bpf.c - programs of the kinds that are attached by BTF, and that may sleep; tracing_load.c runs
 * them. Not every kernel takes each: fentry wants trampolines, the last two Linux 5.11 and 5.14.
 */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

char LICENSE[] SEC("license") = "GPL";

#define NR_GETPPID 110

struct tracing_count {
	__u64 runs;
	__u64 mixed;
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct tracing_count);
} tracing_counts SEC(".maps");

static __noinline __u64 tracing_spin(__u64 x, int n)
{
	int i;

	for (i = 0; i < 4000 && i < n; i++)
		x = (x ^ (x >> 33)) * 0xff51afd7ed558ccdULL + i;
	return x;
}

static __always_inline int count(int n)
{
	__u32 zero = 0;
	struct tracing_count *count = bpf_map_lookup_elem(&tracing_counts, &zero);

	if (count) {
		count->runs++;
		count->mixed = tracing_spin(count->mixed, n);
	}
	return 0;
}

/* A function that nothing but a test run calls. */
SEC("fentry/bpf_fentry_test1")
int tracing_fentry(void *ctx)
{
	(void)ctx;
	return count(2000);
}

SEC("fexit/bpf_fentry_test1")
int tracing_fexit(void *ctx)
{
	(void)ctx;
	return count(10);
}

SEC("tp_btf/sys_enter")
int tracing_tp_btf(__u64 *ctx)
{
	return ctx[1] == NR_GETPPID ? count(2000) : 0;
}

SEC("fentry.s/__x64_sys_getpgid")
int tracing_fentry_s(void *ctx)
{
	(void)ctx;
	return count(10);
}

SEC("lsm.s/bpf")
int tracing_lsm_s(void *ctx)
{
	(void)ctx;
	return count(10);
}

SEC("syscall")
int tracing_syscall(void *ctx)
{
	(void)ctx;
	return count(10);
}
