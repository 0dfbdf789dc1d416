// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * dump_maps.bpf.c - maps of every kind with values of every kind, for the tests of dump-map.
 * dump_maps.c creates and fills them, except for the stack traces, which only a program can take.
 * Kinds that this kernel refuses are left out there.
 */
#include <linux/bpf.h>
#include <linux/types.h>
#include <stdbool.h>
#include <stddef.h>

#include <bpf/bpf_helpers.h>

enum state { STATE_NEW, STATE_RUNNING, STATE_DONE = 7 };
enum flags { F_READ = 1, F_WRITE = 2, F_EXEC = 8 };
enum big { BIG_ONE = 0x100000000ULL, BIG_TWO = 0x7fffffffffffffffULL };
enum negative { MINUS = -5, PLUS = 5 };

struct point {
	int x;
	int y;
};

union number {
	__u32 word;
	__u8 bytes[4];
};

/* Everything that a walker meets. */
struct zoo {
	bool enabled;
	char c;
	signed char sc;
	unsigned char uc;
	short s;
	unsigned short us;
	int i;
	unsigned int u;
	long l;
	unsigned long ul;
	long long ll;
	unsigned long long ull;
	__int128 wide;
	enum state state;
	enum flags flags;
	enum big big;
	enum negative negative;
	char comm[16];
	char full[4];
	char binary[4];
	__u8 mac[6];
	struct point p[2];
	int grid[2][3];
	union number number;
	struct {
		int anon_a;
		union {
			int anon_b;
			unsigned int anon_c;
		};
	};
	unsigned int bit_a : 3;
	unsigned int bit_b : 5;
	int bit_s : 7;
	enum state bit_e : 4;
	unsigned long long bit_w : 45;
	void *ptr;
	int (*func)(int);
	const volatile struct point cv;
	__u64 start_ns;
	struct point empty[0];
} __attribute__((aligned(16)));

/* Bit fields that no integer of 64 bits holds. */
struct wide_bits {
	unsigned __int128 narrow : 3;
	unsigned __int128 wide : 70;
	__int128 number : 5;
} __attribute__((aligned(16)));

struct zoo_key {
	__u32 id;
	__u16 port;
	char name[10];
};

/* 48 bytes, for speed as well. */
struct counters {
	__u64 calls;
	__u64 bytes;
	__u64 errors;
	__u32 pid;
	__u32 cpu;
	__s64 delta;
	__u32 flags;
	__u32 pad;
};

struct lpm4 {
	__u32 prefixlen;
	__u8 addr[4];
};

struct locked {
	struct bpf_spin_lock lock;
	int value;
};

#define MAP(name, kind, key_type, value_type, entries) \
	struct {                                       \
		__uint(type, kind);                    \
		__uint(max_entries, entries);          \
		__type(key, key_type);                 \
		__type(value, value_type);             \
	} name SEC(".maps")

MAP(dmt_hash, BPF_MAP_TYPE_HASH, __u32, struct zoo, 8);
MAP(dmt_skey, BPF_MAP_TYPE_HASH, struct zoo_key, struct point, 8);
MAP(dmt_bool, BPF_MAP_TYPE_HASH, int, bool, 64);
MAP(dmt_array, BPF_MAP_TYPE_ARRAY, __u32, struct counters, 16);
MAP(dmt_count, BPF_MAP_TYPE_HASH, __u32, struct counters, 1000);
MAP(dmt_pchash, BPF_MAP_TYPE_PERCPU_HASH, __u32, struct counters, 16);
MAP(dmt_pcarray, BPF_MAP_TYPE_PERCPU_ARRAY, __u32, __u64, 4);
MAP(dmt_lru, BPF_MAP_TYPE_LRU_HASH, __u64, struct point, 64);
MAP(dmt_pclru, BPF_MAP_TYPE_LRU_PERCPU_HASH, __u32, int, 64);
MAP(dmt_wide, BPF_MAP_TYPE_HASH, __u32, struct wide_bits, 4);
MAP(dmt_lock, BPF_MAP_TYPE_HASH, __u32, struct locked, 4);

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 5);
	__uint(map_flags, BPF_F_MMAPABLE);
	__type(key, __u32);
	__type(value, struct point);
} dmt_mmap SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_LPM_TRIE);
	__uint(max_entries, 16);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct lpm4);
	__type(value, __u32);
} dmt_lpm SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_PROG_ARRAY);
	__uint(max_entries, 4);
	__uint(key_size, 4);
	__uint(value_size, 4);
} dmt_progs SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_PERF_EVENT_ARRAY);
	__uint(max_entries, 2);
	__uint(key_size, 4);
	__uint(value_size, 4);
} dmt_perf SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_CGROUP_ARRAY);
	__uint(max_entries, 2);
	__uint(key_size, 4);
	__uint(value_size, 4);
} dmt_cgroups SEC(".maps");

struct inner {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 2);
	__type(key, __u32);
	__type(value, struct point);
};

struct inner dmt_inner SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY_OF_MAPS);
	__uint(max_entries, 4);
	__uint(key_size, 4);
	__array(values, struct inner);
} dmt_amaps SEC(".maps") = { .values = { [1] = &dmt_inner } };

struct {
	__uint(type, BPF_MAP_TYPE_HASH_OF_MAPS);
	__uint(max_entries, 4);
	__uint(key_size, 4);
	__array(values, struct inner);
} dmt_hmaps SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_DEVMAP);
	__uint(max_entries, 4);
	__uint(key_size, 4);
	__uint(value_size, 4);
} dmt_dev SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_DEVMAP_HASH);
	__uint(max_entries, 4);
	__uint(key_size, 4);
	__uint(value_size, 8);
} dmt_devhash SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_CPUMAP);
	__uint(max_entries, 2);
	__uint(key_size, 4);
	__uint(value_size, 4);
} dmt_cpu SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_XSKMAP);
	__uint(max_entries, 2);
	__uint(key_size, 4);
	__uint(value_size, 4);
} dmt_xsk SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_SOCKMAP);
	__uint(max_entries, 4);
	__uint(key_size, 4);
	__uint(value_size, 8);
} dmt_sock SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_SOCKHASH);
	__uint(max_entries, 4);
	__uint(key_size, 4);
	__uint(value_size, 8);
} dmt_sockhash SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_REUSEPORT_SOCKARRAY);
	__uint(max_entries, 2);
	__uint(key_size, 4);
	__uint(value_size, 8);
} dmt_reuse SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_QUEUE);
	__uint(max_entries, 4);
	__uint(value_size, 4);
} dmt_queue SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_QUEUE);
	__uint(max_entries, 4);
	__uint(value_size, 8);
} dmt_queue8 SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_STACK);
	__uint(max_entries, 4);
	__uint(value_size, 4);
} dmt_stack SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 4096);
} dmt_ring SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_USER_RINGBUF);
	__uint(max_entries, 4096);
} dmt_uring SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_BLOOM_FILTER);
	__uint(max_entries, 16);
	__uint(value_size, 4);
} dmt_bloom SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_STACK_TRACE);
	__uint(max_entries, 16);
	__uint(key_size, 4);
	__uint(value_size, 64);
} dmt_traces SEC(".maps");

#define STORAGE(name, kind)                           \
	struct {                                      \
		__uint(type, kind);                   \
		__uint(map_flags, BPF_F_NO_PREALLOC); \
		__type(key, int);                     \
		__type(value, struct point);          \
	} name SEC(".maps")

STORAGE(dmt_tasks, BPF_MAP_TYPE_TASK_STORAGE);
STORAGE(dmt_socks, BPF_MAP_TYPE_SK_STORAGE);
STORAGE(dmt_inodes, BPF_MAP_TYPE_INODE_STORAGE);
STORAGE(dmt_cgrps, 32 /* BPF_MAP_TYPE_CGRP_STORAGE */);

struct {
	__uint(type, BPF_MAP_TYPE_CGROUP_STORAGE);
	__type(key, struct bpf_cgroup_storage_key);
	__type(value, struct point);
} dmt_cgstor SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_CGROUP_STORAGE);
	__type(key, __u64);
	__type(value, struct point);
} dmt_pccgstor SEC(".maps");

int var_int = 42;
struct point var_point = { 3, -4 };
char var_text[12] = "hello";
long var_zero;
const volatile int var_const = 17;
const volatile enum state var_state = STATE_RUNNING;

/* One stack for every kernel path that leads here: they all are the same. */
SEC("raw_tp/sys_enter")
int take_stack(void *ctx)
{
	bpf_get_stackid(ctx, &dmt_traces, BPF_F_REUSE_STACKID);
	return 0;
}

/* Attached to a cgroup, it gives that an entry of each storage. */
SEC("cgroup_skb/egress")
int use_storage(struct __sk_buff *skb)
{
	struct point *one = bpf_get_local_storage(&dmt_cgstor, 0);
	struct point *each = bpf_get_local_storage(&dmt_pccgstor, 0);

	return one->x == 1000 && each->x == 1000 ? 0 : 1;
}

char LICENSE[] SEC("license") = "GPL";
