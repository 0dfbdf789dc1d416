/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counts system calls and errors per process in a map. Nothing goes to perf but the attaching; read
 * the map while it runs:
 *
 *	perf trace -a -e syscall_counts.o & bpftool map dump name syscall_counts
 *
 * The dump shows names, not hex, because the map knows its types: {"key": 3237, "value": {"calls":
 * 12, "errors": 1}}.
 */
#include <pid_filter.h>
#include <unistd.h>

struct count {
	u64 calls;
	u64 errors;
};

bpf_map(syscall_counts, LRU_HASH, pid_t, struct count, 4096);
pid_filter(pids_filtered);

SEC("raw_syscalls:sys_exit")
int count_exit(struct raw_sys_exit *ctx)
{
	struct count *count, first = { .calls = 1, .errors = ctx->ret < 0 };
	pid_t pid = getpid();

	if (pid_filter__has_current(&pids_filtered))
		return 0;

	count = bpf_map_lookup_elem(&syscall_counts, &pid);
	if (!count) {
		bpf_map_update_elem(&syscall_counts, &pid, &first, BPF_NOEXIST);
		return 0;
	}
	__sync_fetch_and_add(&count->calls, 1);
	if (ctx->ret < 0)
		__sync_fetch_and_add(&count->errors, 1);
	return 0;
}

license(GPL);
