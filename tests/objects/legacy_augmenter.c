// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * legacy_augmenter.c - the path of openat for `perf trace`, as people wrote it before perf 6.0.
 *
 * Only what perf's own headers had is used, so it compiles with those of Debian's linux-perf (and
 * perf_shim/), where bpf_map() makes definitions of 28 bytes in the section `maps` and a marker
 * beside each; and with ours, with -DBPF_MAP_LEGACY. No libbpf 1.x loads what comes out.
 */
#include <pid_filter.h>
#include <unistd.h>

#define PATH_BYTES 256

struct enter_args {
	unsigned long long common;
	long nr;
	unsigned long args[6];
};

struct exit_args {
	unsigned long long common;
	long nr;
	long ret;
};

struct syscall {
	bool enabled;
	u16 string_args_len[6];
};

struct payload {
	struct enter_args args;
	unsigned int size;
	int err;
	char value[PATH_BYTES];
};

bpf_map(__augmented_syscalls__, PERF_EVENT_ARRAY, int, u32, __NR_CPUS__);
bpf_map(syscalls, ARRAY, int, struct syscall, 512);
bpf_map(syscalls_sys_enter, PROG_ARRAY, u32, u32, 512);
bpf_map(syscalls_sys_exit, PROG_ARRAY, u32, u32, 512);
bpf_map(augmented_args_tmp, PERCPU_ARRAY, int, struct payload, 1);
pid_filter(pids_filtered);

SEC("!raw_syscalls:unaugmented")
int unaugmented(void *ctx)
{
	return 1;
}

SEC("!syscalls:sys_enter_openat")
int enter_openat(struct enter_args *ctx)
{
	int zero = 0, len;
	struct payload *p = bpf_map_lookup_elem(&augmented_args_tmp, &zero);

	if (!p)
		return 1;
	probe_read(&p->args, sizeof(p->args), ctx);
	len = probe_read_str(p->value, sizeof(p->value), (const void *)ctx->args[1]);
	p->size = len < 0 ? 0 : len;
	p->err = len < 0 ? len : 0;
	/* The whole buffer: perf looks at the size. */
	return perf_event_output(ctx, &__augmented_syscalls__, BPF_F_CURRENT_CPU, p, sizeof(*p));
}

SEC("raw_syscalls:sys_enter")
int enter(struct enter_args *ctx)
{
	if (pid_filter__has(&pids_filtered, getpid()))
		return 0;
	bpf_tail_call(ctx, &syscalls_sys_enter, ctx->nr);
	return 0;
}

SEC("raw_syscalls:sys_exit")
int leave(struct exit_args *ctx)
{
	if (pid_filter__has(&pids_filtered, getpid()))
		return 0;
	bpf_tail_call(ctx, &syscalls_sys_exit, ctx->nr);
	return 0;
}

license(GPL);
