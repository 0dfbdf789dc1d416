// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* overflow_blind.bpf.c - reads a byte of one process at each of its calls of wait4(2); see overflow_heavy. */
typedef unsigned int __u32;
typedef unsigned long long __u64;

#define SEC(name) __attribute__((section(name), used))

static __u64 (*bpf_get_current_pid_tgid)(void) = (void *)14;
static long (*bpf_probe_read_user)(void *dst, __u32 size, const void *src) = (void *)112;

char LICENSE[] SEC("license") = "GPL";

const volatile struct {
	__u64 address;
	__u64 tgid;
} settings;

SEC("tracepoint/sched/sched_process_wait")
int blind_tp(void *ctx)
{
	unsigned char byte;

	if (bpf_get_current_pid_tgid() >> 32 == settings.tgid)
		bpf_probe_read_user(&byte, sizeof(byte), (const void *)settings.address);
	return 0;
}
