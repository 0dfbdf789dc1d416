/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The ways to declare a map, in an object that loads on Linux 5.10 and later. (bpf_map_pinned() and
 * bpf_map_extra() look like bpf_map_flags(); the one leaves a file behind, the other needs 5.16.)
 *
 *	bpftool prog loadall maps_showcase.o /sys/fs/bpf/showcase type tracepoint
 *	pahole -F btf --sizes maps_showcase.o
 */
#include <pid_filter.h>

struct flow {
	u32 from, to;
};

struct totals {
	u64 packets, bytes;
};

struct prefix {
	u32 bits;
	u8 address[4];
};

struct event {
	u32 pid;
	char comm[16];
};

/* A key and a value. */
bpf_map(flows, HASH, struct flow, struct totals, 1024);
bpf_map(flows_lru, LRU_HASH, struct flow, struct totals, 1024);
bpf_map(flows_percpu, PERCPU_HASH, struct flow, struct totals, 1024);
bpf_map(totals, ARRAY, u32, struct totals, 16);
bpf_map(totals_percpu, PERCPU_ARRAY, u32, struct totals, 16);
bpf_map(routes, LPM_TRIE, struct prefix, u32, 256);
bpf_map(of_sockets, SK_STORAGE, int, struct totals, 0);

/* A value alone; the key is not looked at. */
bpf_map(todo, QUEUE, void, struct event, 64);
bpf_map(undo, STACK, void, struct event, 64);

/* Neither: the value says what its records are, for tools. */
bpf_map(events, RINGBUF, void, struct event, 64 * 1024);

/* File descriptors, and one event per CPU whatever the number of CPUs. */
bpf_map(programs, PROG_ARRAY, u32, u32, 8);
bpf_map(output, PERF_EVENT_ARRAY, int, u32, __NR_CPUS__);
bpf_map(stacks, STACK_TRACE, u32, u64[127], 512);

/* Flags, pins, sets of ids. */
bpf_map_flags(settings, ARRAY, u32, u64, 1, BPF_F_MMAPABLE | BPF_F_RDONLY_PROG);
bpf_map_flags(sparse, HASH, u64, struct totals, 100000, BPF_F_NO_PREALLOC);
pid_map(started_ns, u64);
pid_filter(pids_filtered);

/* Maps of maps: the inner type may be a map's, or one made for it. */
bpf_map_inner(per_user, HASH, pid_t, struct totals, 128);
bpf_map_of_maps(users, HASH_OF_MAPS, u32, 64, struct per_user);
bpf_map_of_maps(pages, ARRAY_OF_MAPS, u32, 4, __typeof__(totals)) = {
	.values = { [0] = &totals },
};

/* Uses each map once, for libbpf keeps none that nothing refers to. */
SEC("raw_syscalls:sys_enter")
int touch_all(struct raw_sys_enter *ctx)
{
	struct event event = { .pid = bpf_get_current_pid_tgid() >> 32 };
	struct prefix prefix = { .bits = 32 };
	struct flow flow = {};
	u64 *setting;
	u32 zero = 0;

	bpf_get_current_comm(event.comm, sizeof(event.comm));
	bpf_map_lookup_elem(&flows, &flow);
	bpf_map_lookup_elem(&flows_lru, &flow);
	bpf_map_lookup_elem(&flows_percpu, &flow);
	bpf_map_lookup_elem(&totals_percpu, &zero);
	bpf_map_lookup_elem(&routes, &prefix);
	bpf_map_push_elem(&todo, &event, BPF_ANY);
	bpf_map_push_elem(&undo, &event, BPF_ANY);
	bpf_ringbuf_output(&events, &event, sizeof(event), BPF_RB_NO_WAKEUP);
	bpf_perf_event_output(ctx, &output, BPF_F_CURRENT_CPU, &event, sizeof(event));
	bpf_get_stackid(ctx, &stacks, BPF_F_USER_STACK);
	bpf_map_lookup_elem(&started_ns, &event.pid);
	bpf_map_lookup_elem(&users, &zero);
	bpf_map_lookup_elem(&pages, &zero);
	if (pid_filter__has_current(&pids_filtered))
		return 0;
	setting = bpf_map_lookup_elem(&settings, &zero);
	if (setting)
		bpf_tail_call(ctx, &programs, *setting);
	return 1;
}

license(GPL);
