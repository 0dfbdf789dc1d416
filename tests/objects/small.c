// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * small.c - a small object without any header, of each kind that objects come in:
 *
 *	-DMAPS=20, -DMAPS=28	definitions of so many bytes in the section `maps`, markers beside them
 *	-DMAPS=0		BTF-defined maps (the default)
 *	-DMAP_TYPE=N		the type of the map `counts`
 *	-DBAD_MARKER		the marker of `counts` says a value of 8 bytes, the map 4
 *	-DSTATIC_MAP		`counts` is static
 *	-DLICENSE='"text"'	another licence; -DNO_LICENSE none
 *	-DSECTION='"text"'	another section for the program
 *	-DCPUS=N		elements of __augmented_syscalls__, and that map
 *	-DNO_CORE		no CO-RE relocation, for compilation without -g
 *
 * tests/fuzz/seeds/bpf_elf/ has some of them as objects, made by clang 14 with -g -O2 and stripped
 * by llvm-strip -g.
 */
#define SEC(name) __attribute__((section(name), used))
#ifdef NO_CORE
#define PRESERVE
#define CORE_ADDRESS(member) (&(member))
#else
#define PRESERVE __attribute__((preserve_access_index))
#define CORE_ADDRESS(member) __builtin_preserve_access_index(&(member))
#endif

#ifndef MAPS
#define MAPS 0
#endif
#ifndef MAP_TYPE
#define MAP_TYPE 1 /* HASH */
#endif
#ifndef SECTION
#define SECTION "raw_syscalls:sys_enter"
#endif
#ifndef LICENSE
#define LICENSE "GPL"
#endif
#ifdef STATIC_MAP
#define LINKAGE static
#else
#define LINKAGE
#endif

typedef unsigned int u32;
typedef unsigned long long u64;

#define ARRAY 2
#define PERF_EVENT_ARRAY 4

#if MAPS
struct map_def {
	u32 type;
	u32 key_size;
	u32 value_size;
	u32 max_entries;
	u32 map_flags;
#if MAPS == 28
	u32 inner_map_idx;
	u32 numa_node;
#endif
};

#define MAP(name, nr, K, V, max) struct map_def SEC("maps") name = { nr, sizeof(K), sizeof(V), max }
#define MARKER(name, K, V)          \
	struct ____btf_map_##name { \
		K key;              \
		V value;            \
	};                          \
	struct ____btf_map_##name SEC(".maps." #name) ____btf_map_##name = {}
#else
#define MAP(name, nr, K, V, max)         \
	struct {                         \
		int (*type)[nr];         \
		K *key;                  \
		V *value;                \
		int (*max_entries)[max]; \
	} name SEC(".maps")
#define MARKER(name, K, V)          \
	struct ____btf_map_##name { \
		K key;              \
		V value;            \
	} ____use_##name SEC(".data")
#endif

struct total {
	u64 calls;
	u32 last;
};

LINKAGE MAP(counts, MAP_TYPE, u32, u32, 64);
#ifdef BAD_MARKER
MARKER(counts, u32, u64);
#else
MARKER(counts, u32, u32);
#endif
MAP(totals, ARRAY, u32, struct total, 1);
MARKER(totals, u32, struct total);
#ifdef CPUS
MAP(__augmented_syscalls__, PERF_EVENT_ARRAY, u32, u32, CPUS);
#endif

/* A field that is looked up in the BTF of the kernel that runs it. */
struct task_struct {
	int pid;
} PRESERVE;

static void *(*map_lookup)(void *map, const void *key) = (void *)1;
static long (*map_update)(void *map, const void *key, const void *value, u64 flags) = (void *)2;
static u64 (*get_task)(void) = (void *)35;
static long (*probe_read_kernel)(void *dst, u32 size, const void *src) = (void *)113;

SEC(SECTION)
int count(void *ctx)
{
	struct task_struct *task = (struct task_struct *)get_task();
	struct total *total;
	u32 zero = 0, one = 1;
	int pid = 0;

	probe_read_kernel(&pid, sizeof(pid), CORE_ADDRESS(task->pid));
	total = map_lookup(&totals, &zero);
	if (total) {
		total->calls++;
		total->last = pid;
	}
	map_update(&counts, &pid, &one, 0);
	return 1;
}

#ifndef NO_LICENSE
char _license[] SEC("license") = LICENSE;
#endif
