// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* null_pair.bpf.c - the least a BPF syscall tracer can cost: both tracepoints, nothing done. Kernel 5.10. */
#include <bpf-progs/kernel.bpf.h>
#include <bpf/bpf_helpers.h>

char LICENSE[] SEC("license") = "Dual BSD/GPL";

SEC("raw_tp/sys_enter")
int null_enter(void *ctx)
{
	return 0;
}

SEC("raw_tp/sys_exit")
int null_exit(void *ctx)
{
	return 0;
}
