// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * least_pair.bpf.c - what no BPF tracer that shows durations and contents does without: the clock at
 * both ends of a call, and one copy of what an argument points to. Nothing is kept, nobody is told.
 * (That of read is not filled yet: the copy takes as long.) Kernel 5.10.
 */
#include <bpf-progs/kernel.bpf.h>
#include <bpf/bpf_helpers.h>

#define NR_READ 0
#define NR_WRITE 1
#define NR_OPENAT 257

/* Of struct pt_regs: the second argument (arch/x86/include/asm/ptrace.h). */
#define OFFSET_SI 104

char LICENSE[] SEC("license") = "Dual BSD/GPL";

/* The compiler would leave out what nobody looks at. */
#define USE(value) asm volatile("" ::"r"(value) : "memory")

SEC("raw_tp/sys_enter")
int least_enter(struct bpf_raw_tracepoint_args *ctx)
{
	const u64 nr = ctx->args[1];
	char bytes[64];
	u64 ptr = 0;

	if (nr == NR_READ || nr == NR_WRITE || nr == NR_OPENAT) {
		bpf_probe_read_kernel(&ptr, sizeof(ptr), (void *)(ctx->args[0] + OFFSET_SI));
		if (nr == NR_OPENAT)
			bpf_probe_read_user_str(bytes, sizeof(bytes), (void *)ptr);
		else
			bpf_probe_read_user(bytes, sizeof(bytes), (void *)ptr);
		USE(bytes);
	}
	USE(bpf_ktime_get_ns());
	return 0;
}

SEC("raw_tp/sys_exit")
int least_exit(void *ctx)
{
	USE(bpf_ktime_get_ns());
	return 0;
}
