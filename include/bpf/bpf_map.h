/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Map declarations that carry their key and value types: BTF-defined maps for libbpf 1.x, and the
 * ____btf_map_ markers beside them. Part of <bpf.h>, which includes it.
 */
#ifndef PERF_AUGMENT_BPF_BPF_MAP_H
#define PERF_AUGMENT_BPF_BPF_MAP_H

/* Macros, laid out as what they stand for */
/* clang-format off */

/* --- Maps ------------------------------------------------------------------------------------- */
/*
 * One row per map type: the kernel's number for it, the shape of its declaration (a macro
 * ____bpf_map_<shape> below), and the flags without which the kernel refuses to create it.
 */
#define ____BPF_TYPE_HASH			1, typed, 0
#define ____BPF_TYPE_ARRAY			2, indexed, 0
#define ____BPF_TYPE_PROG_ARRAY			3, fds, 0
#define ____BPF_TYPE_PERF_EVENT_ARRAY		4, percpu_fds, 0
#define ____BPF_TYPE_PERCPU_HASH		5, typed, 0
#define ____BPF_TYPE_PERCPU_ARRAY		6, indexed, 0
#define ____BPF_TYPE_STACK_TRACE		7, stacks, 0
#define ____BPF_TYPE_CGROUP_ARRAY		8, fds, 0
#define ____BPF_TYPE_LRU_HASH			9, typed, 0
#define ____BPF_TYPE_LRU_PERCPU_HASH		10, typed, 0
#define ____BPF_TYPE_LPM_TRIE			11, prefixes, 1 /* BPF_F_NO_PREALLOC */
#define ____BPF_TYPE_ARRAY_OF_MAPS		12, of_maps, 0
#define ____BPF_TYPE_HASH_OF_MAPS		13, of_maps, 0
#define ____BPF_TYPE_DEVMAP			14, targets, 0
#define ____BPF_TYPE_SOCKMAP			15, targets, 0
#define ____BPF_TYPE_CPUMAP			16, targets, 0
#define ____BPF_TYPE_XSKMAP			17, fds, 0
#define ____BPF_TYPE_SOCKHASH			18, keyed_targets, 0
#define ____BPF_TYPE_CGROUP_STORAGE		19, cgroup_storage, 0
#define ____BPF_TYPE_REUSEPORT_SOCKARRAY	20, targets, 0
#define ____BPF_TYPE_PERCPU_CGROUP_STORAGE	21, cgroup_storage, 0
#define ____BPF_TYPE_QUEUE			22, keyless, 0
#define ____BPF_TYPE_STACK			23, keyless, 0
#define ____BPF_TYPE_SK_STORAGE			24, storage, 1 /* BPF_F_NO_PREALLOC */
#define ____BPF_TYPE_DEVMAP_HASH		25, targets, 0
#define ____BPF_TYPE_STRUCT_OPS			26, struct_ops, 0
#define ____BPF_TYPE_RINGBUF			27, ring, 0
#define ____BPF_TYPE_INODE_STORAGE		28, storage, 1 /* BPF_F_NO_PREALLOC */
#define ____BPF_TYPE_TASK_STORAGE		29, storage, 1 /* BPF_F_NO_PREALLOC */
#define ____BPF_TYPE_BLOOM_FILTER		30, keyless, 0
#define ____BPF_TYPE_USER_RINGBUF		31, ring, 0
#define ____BPF_TYPE_CGRP_STORAGE		32, storage, 1 /* BPF_F_NO_PREALLOC */
#define ____BPF_TYPE_ARENA			33, pages, 1024 /* BPF_F_MMAPABLE */

/**
 * bpf_map() - declare a map
 * @name: the variable; the kernel keeps its first 15 characters as the map's name
 * @_type: type without its BPF_MAP_TYPE_ prefix, e.g. HASH
 * @type_key: type of the key; not used by types that have none (QUEUE, RINGBUF, ...): write void
 * @type_val: type of the value; of one record for RINGBUF and USER_RINGBUF; not used by ARENA
 * @_max_entries: number of elements; bytes for RINGBUF and USER_RINGBUF, pages for ARENA, 0 for
 *	the *_STORAGE types, __NR_CPUS__ for PERF_EVENT_ARRAY
 *
 * Emits a BTF-defined map and the marker `struct ____btf_map_<name>` with members `key` and
 * `value`, by which tools find the types, even those the kernel has no place for (the records of
 * a RINGBUF, say). The marker costs no variable and no section: see ____BPF_MAP_BEGIN().
 *
 * Flags without which the kernel refuses a type are set. What the kernel would refuse for its
 * numbers is an error at compile time.
 */
#define bpf_map(name, _type, type_key, type_val, _max_entries)				\
	bpf_map_flags(name, _type, type_key, type_val, _max_entries, 0)

/**
 * bpf_map_flags() - declare a map with flags
 * @flags: BPF_F_* bits; those that the type needs are added
 *
 * The other parameters are those of bpf_map().
 */
#define bpf_map_flags(name, _type, type_key, type_val, _max_entries, flags)		\
	____bpf_map(name, #name, #_type, type_key, type_val, _max_entries, flags, ,	\
		    ____BPF_TYPE_##_type, unknown, 0, 0)

/**
 * bpf_map_pinned() - declare a map that libbpf pins below the BPF file system by its name, and
 * uses again when it is there already
 *
 * The parameters are those of bpf_map_flags().
 */
#define bpf_map_pinned(name, _type, type_key, type_val, _max_entries, flags)		\
	____bpf_map(name, #name, #_type, type_key, type_val, _max_entries, flags,	\
		    ____BPF_MAP_ATTR(name, pinning, LIBBPF_PIN_BY_NAME),		\
		    ____BPF_TYPE_##_type, unknown, 0, 0)

/**
 * bpf_map_extra() - declare a map of a type that takes one number more
 * @extra: hash functions of a BLOOM_FILTER (1-15, 5 if not given), or the user-space address of
 *	an ARENA, below 4 GiB; needs libbpf 0.6
 *
 * The other parameters are those of bpf_map_flags().
 */
#define bpf_map_extra(name, _type, type_key, type_val, _max_entries, flags, extra)	\
	____BPF_MAP_CHECK_32(#name, #_type, extra, "the extra number does");		\
	____bpf_map(name, #name, #_type, type_key, type_val, _max_entries, flags,	\
		    ____BPF_MAP_ATTR(name, map_extra, extra),				\
		    ____BPF_TYPE_##_type, unknown, 0, 0)

/**
 * bpf_map_of_maps() - declare a map whose values are maps
 * @_type: ARRAY_OF_MAPS or HASH_OF_MAPS
 * @inner: type of the inner maps: a tag of bpf_map_inner(), or typeof() a map declared before
 *
 * May be followed by an initialiser: = { .values = { [0] = &a_map } }
 */
#define bpf_map_of_maps(name, _type, type_key, _max_entries, inner)			\
	____bpf_outer(name, #name, #_type, type_key, _max_entries, inner,		\
		      ____BPF_OF_MAPS_##_type, 0, 0)

/**
 * bpf_map_inner() - define `struct tag`, the type of a map, without making such a map
 *
 * For bpf_map_of_maps(). The other parameters are those of bpf_map(); the type is one of those
 * with a key and a value: HASH, ARRAY and their LRU and PERCPU forms.
 */
#define bpf_map_inner(tag, _type, type_key, type_val, _max_entries)			\
	____bpf_inner(tag, #tag, #_type, type_key, type_val, _max_entries,		\
		      ____BPF_TYPE_##_type, unknown, 0, 0)

/**
 * pid_map() - declare a hash map from process or thread id to @value_type
 *
 * perf fills `pids_filtered` with what --filter-pids lists, and has no limit of its own.
 */
#define pid_map(name, value_type) bpf_map(name, HASH, pid_t, value_type, PID_MAP_MAX_ENTRIES)

#ifndef PID_MAP_MAX_ENTRIES
#define PID_MAP_MAX_ENTRIES 1024
#endif

/* Resolves the row of the type: a name that has none leaves `unknown` in the place of the shape. */
#define ____bpf_map(...) ____bpf_map_row(__VA_ARGS__)
#define ____bpf_map_row(name, str, tstr, K, V, max, flags, attr, nr, shape, need, ...)	\
	____bpf_map_##shape(name, str, tstr, K, V, max, (flags) | (need), attr, nr)

#define ____BPF_MAP_CHECK(str, tstr, cond, text)					\
	_Static_assert(cond, "bpf_map " str " (" tstr "): " text)

/* What a marker has in the place of a type that the map does not have. */
struct bpf_void {
};

/* @T, or struct bpf_void for void, which no member can be. Keeps typedef names. */
#define ____BPF_MAP_IS_VOID(T) __builtin_types_compatible_p(T, void)
#define ____BPF_MAP_TYPE(T)								\
	__typeof__(*__builtin_choose_expr(____BPF_MAP_IS_VOID(T), (struct bpf_void *)0,	\
					  (__typeof__(T) *)0))

#ifndef BPF_MAP_LEGACY
/*
 * BTF-defined maps: libbpf reads the layout of the variable's type, never its contents. A number N
 * is a pointer to an array of N elements, whatever the elements are - so the elements of `type` are
 * the marker. That puts the marker into the BTF of the object and into that of the kernel without
 * any data: a variable of its own would make an extra map from .bss, or a line of complaint per
 * section from libbpf 1.x. (clang describes such pointees whole only in .maps: BTFDebug.cpp,
 * visitMapDefType(). The kernel wants `nr * sizeof(marker)` below 4 GiB.)
 */
#define ____BPF_MAP_ATTR(name, attr, n) int (*attr)[n];

#define ____BPF_MAP_BEGIN(name, nr)							\
	struct {									\
		struct ____btf_map_##name (*type)[nr]

#define ____BPF_MAP_TYPED(name, nr, K, V, max, flags, attr)				\
	____BPF_MAP_BEGIN(name, nr);							\
		__typeof__(K) *key;							\
		__typeof__(V) *value;							\
		int (*max_entries)[max];						\
		int (*map_flags)[flags];						\
		attr									\
	} name SEC(".maps")

#define ____BPF_MAP_SIZED(name, nr, ksize, vsize, max, flags, attr)			\
	____BPF_MAP_BEGIN(name, nr);							\
		int (*key_size)[ksize];							\
		int (*value_size)[vsize];						\
		int (*max_entries)[max];						\
		int (*map_flags)[flags];						\
		attr									\
	} name SEC(".maps")

#define ____BPF_MAP_KEYLESS(name, nr, V, max, flags, attr)				\
	____BPF_MAP_BEGIN(name, nr);							\
		__typeof__(V) *value;							\
		int (*max_entries)[max];						\
		int (*map_flags)[flags];						\
		attr									\
	} name SEC(".maps")

#define ____BPF_MAP_BARE(name, nr, max, flags, attr)					\
	____BPF_MAP_BEGIN(name, nr);							\
		int (*max_entries)[max];						\
		int (*map_flags)[flags];						\
		attr									\
	} name SEC(".maps")

#define ____BPF_MAP_MARKER(name, K, V)							\
	struct ____btf_map_##name {							\
		____BPF_MAP_TYPE(K) key;						\
		____BPF_MAP_TYPE(V) value;						\
	}

#else /* BPF_MAP_LEGACY */
/**
 * struct bpf_map - a map in the `maps` section, for loaders before libbpf 0.0.4
 *
 * The 28 bytes that perf used; other loaders know the first 20 and want zero in the rest. libbpf
 * 1.0 and perf since 6.0 refuse objects with such maps.
 */
struct bpf_map {
	unsigned int type;
	unsigned int key_size;
	unsigned int value_size;
	unsigned int max_entries;
	unsigned int map_flags;
	unsigned int inner_map_idx;
	unsigned int numa_node;
};
_Static_assert(sizeof(struct bpf_map) == 28, "loaders derive the number of maps from this size");

#define ____BPF_MAP_ATTR(name, attr, n)							\
	_Static_assert(0, "bpf_map " #name ": " #attr " cannot be said with BPF_MAP_LEGACY");

#define ____BPF_MAP_SIZED(name, nr, ksize, vsize, max, flags, attr)			\
	attr										\
	struct bpf_map SEC("maps") name = {						\
		.type = (nr),								\
		.key_size = (ksize),							\
		.value_size = (vsize),							\
		.max_entries = (max),							\
		.map_flags = (flags),							\
	}

#define ____BPF_MAP_TYPED(name, nr, K, V, max, flags, attr)				\
	____BPF_MAP_SIZED(name, nr, sizeof(K), sizeof(V), max, flags, attr)
#define ____BPF_MAP_KEYLESS(name, nr, V, max, flags, attr)				\
	____BPF_MAP_SIZED(name, nr, 0, sizeof(V), max, flags, attr)
#define ____BPF_MAP_BARE(name, nr, max, flags, attr)					\
	____BPF_MAP_SIZED(name, nr, 0, 0, max, flags, attr)

/* Here nothing refers to the marker, so a variable must, in the section where perf had it. */
#define ____BPF_MAP_MARKER(name, K, V)							\
	struct ____btf_map_##name {							\
		____BPF_MAP_TYPE(K) key;						\
		____BPF_MAP_TYPE(V) value;						\
	};										\
	struct ____btf_map_##name SEC(".maps." #name) ____btf_map_##name = { }
#endif /* BPF_MAP_LEGACY */

/*
 * The shapes. Each checks what the kernel would refuse for its numbers, then emits marker and map.
 * Types whose keys and values the kernel's BTF checks do not know (fds, targets, ...) get sizes:
 * given types, libbpf would have to try twice or to drop them.
 */
#define ____BPF_MAP_CHECK_KEY(str, tstr, K)						\
	____BPF_MAP_CHECK(str, tstr, !____BPF_MAP_IS_VOID(K) && sizeof(K) > 0,		\
			  "the key has no size; give it a type that holds data")
#define ____BPF_MAP_CHECK_VALUE(str, tstr, V)						\
	____BPF_MAP_CHECK(str, tstr, !____BPF_MAP_IS_VOID(V) && sizeof(V) > 0,		\
			  "the value has no size; give it a type that holds data")
#define ____BPF_MAP_CHECK_INDEX(str, tstr, K)						\
	____BPF_MAP_CHECK(str, tstr, sizeof(K) == 4,					\
			  "the key is an index of 4 bytes: use u32 or int")
#define ____BPF_MAP_CHECK_FD(str, tstr, V)						\
	____BPF_MAP_CHECK(str, tstr, sizeof(V) == 4,					\
			  "the value is a file descriptor: use u32 or int")
#define ____BPF_MAP_CHECK_MAX(str, tstr, max)						\
	____BPF_MAP_CHECK(str, tstr, (max) > 0, "max_entries must be more than 0")
#define ____BPF_MAP_CHECK_NO_MAX(str, tstr, max)					\
	____BPF_MAP_CHECK(str, tstr, (max) == 0, "max_entries must be 0 for this type")

/* The kernel's are of 32 bits, and BTF keeps no more: what is above would be lost without a word. */
#define ____BPF_MAP_CHECK_32(str, tstr, n, text)					\
	____BPF_MAP_CHECK(str, tstr, (unsigned long long)(n) <= 0xffffffffULL,		\
			  text " not fit in 32 bits: what is above would be lost")
#define ____BPF_MAP_CHECK_NUMBERS(str, tstr, max, flags, nr)				\
	____BPF_MAP_CHECK_32(str, tstr, max, "max_entries does");			\
	____BPF_MAP_CHECK_32(str, tstr, flags, "flags do");				\
	____BPF_MAP_CHECK(str, tstr, (nr) == 2 || (nr) == 33 || !((flags) & 1024),	\
			  "BPF_F_MMAPABLE is for ARRAY and ARENA alone")

/*
 * Memory per CPU comes in pieces of at most PCPU_MIN_UNIT_SIZE: 32 KiB, or a page where that is larger,
 * which an object does not know beforehand.
 */
#define ____BPF_MAP_CHECK_PERCPU(str, tstr, V, nr)					\
	____BPF_MAP_CHECK(str, tstr,							\
			  ((nr) != 5 && (nr) != 6 && (nr) != 10 && (nr) != 21) ||	\
				  sizeof(V) <= 32768,					\
			  "the value of a per-CPU map is of at most 32 KiB (32768 bytes)")

#define ____bpf_map_typed(name, str, tstr, K, V, max, flags, attr, nr)			\
	____BPF_MAP_CHECK_NUMBERS(str, tstr, max, flags, nr);				\
	____BPF_MAP_CHECK_PERCPU(str, tstr, V, nr);					\
	____BPF_MAP_CHECK_KEY(str, tstr, K);						\
	____BPF_MAP_CHECK_VALUE(str, tstr, V);						\
	____BPF_MAP_CHECK_MAX(str, tstr, max);						\
	____BPF_MAP_MARKER(name, K, V);							\
	____BPF_MAP_TYPED(name, nr, K, V, max, flags, attr)

#define ____bpf_map_indexed(name, str, tstr, K, V, max, flags, attr, nr)		\
	____BPF_MAP_CHECK_INDEX(str, tstr, K);						\
	____bpf_map_typed(name, str, tstr, K, V, max, flags, attr, nr)

#define ____bpf_map_prefixes(name, str, tstr, K, V, max, flags, attr, nr)		\
	____BPF_MAP_CHECK(str, tstr, sizeof(K) >= 5 && sizeof(K) <= 260,		\
			  "the key is a prefix length of 4 bytes and 1 to 256 bytes of data");	\
	____bpf_map_typed(name, str, tstr, K, V, max, flags, attr, nr)

#define ____bpf_map_storage(name, str, tstr, K, V, max, flags, attr, nr)		\
	____BPF_MAP_CHECK_NUMBERS(str, tstr, max, flags, nr);				\
	____BPF_MAP_CHECK_INDEX(str, tstr, K);						\
	____BPF_MAP_CHECK_VALUE(str, tstr, V);						\
	____BPF_MAP_CHECK_NO_MAX(str, tstr, max);					\
	____BPF_MAP_MARKER(name, K, V);							\
	____BPF_MAP_TYPED(name, nr, K, V, max, flags, attr)

#define ____bpf_map_cgroup_storage(name, str, tstr, K, V, max, flags, attr, nr)		\
	____BPF_MAP_CHECK_NUMBERS(str, tstr, max, flags, nr);				\
	____BPF_MAP_CHECK_PERCPU(str, tstr, V, nr);					\
	____BPF_MAP_CHECK(str, tstr, sizeof(K) == 8 || sizeof(K) == 16,			\
			  "the key is u64 (cgroup id) or struct bpf_cgroup_storage_key");	\
	____BPF_MAP_CHECK_VALUE(str, tstr, V);						\
	____BPF_MAP_CHECK_NO_MAX(str, tstr, max);					\
	____BPF_MAP_MARKER(name, K, V);							\
	____BPF_MAP_TYPED(name, nr, K, V, max, flags, attr)

#define ____bpf_map_fds(name, str, tstr, K, V, max, flags, attr, nr)			\
	____BPF_MAP_CHECK_NUMBERS(str, tstr, max, flags, nr);				\
	____BPF_MAP_CHECK_INDEX(str, tstr, K);						\
	____BPF_MAP_CHECK_FD(str, tstr, V);						\
	____BPF_MAP_CHECK_MAX(str, tstr, max);						\
	____BPF_MAP_MARKER(name, K, V);							\
	____BPF_MAP_SIZED(name, nr, sizeof(K), sizeof(V), max, flags, attr)

/*
 * 0 makes libbpf fill in the number of CPUs of the machine that loads the object; a number from
 * the machine that built it would not fit others (perf 6.1 refuses more entries than CPUs).
 */
#ifndef BPF_MAP_LEGACY
#define ____BPF_MAP_CPUS(max) ((max) == (__NR_CPUS__) ? 0 : (max))
#else
#define ____BPF_MAP_CPUS(max) (max)
#endif
#define ____bpf_map_percpu_fds(name, str, tstr, K, V, max, flags, attr, nr)		\
	____BPF_MAP_CHECK_NUMBERS(str, tstr, max, flags, nr);				\
	____BPF_MAP_CHECK_INDEX(str, tstr, K);						\
	____BPF_MAP_CHECK_FD(str, tstr, V);						\
	____BPF_MAP_MARKER(name, K, V);							\
	____BPF_MAP_SIZED(name, nr, sizeof(K), sizeof(V), ____BPF_MAP_CPUS(max), flags, attr)

#define ____bpf_map_stacks(name, str, tstr, K, V, max, flags, attr, nr)			\
	____BPF_MAP_CHECK_NUMBERS(str, tstr, max, flags, nr);				\
	____BPF_MAP_CHECK_INDEX(str, tstr, K);						\
	____BPF_MAP_CHECK(str, tstr, sizeof(V) >= 8 && sizeof(V) % 8 == 0,		\
			  "the value is an array of addresses: use u64[depth]");	\
	____BPF_MAP_CHECK_MAX(str, tstr, max);						\
	____BPF_MAP_MARKER(name, K, V);							\
	____BPF_MAP_SIZED(name, nr, sizeof(K), sizeof(V), max, flags, attr)

#define ____bpf_map_keyed_targets(name, str, tstr, K, V, max, flags, attr, nr)		\
	____BPF_MAP_CHECK_NUMBERS(str, tstr, max, flags, nr);				\
	____BPF_MAP_CHECK_KEY(str, tstr, K);						\
	____BPF_MAP_CHECK(str, tstr, sizeof(V) == 4 || sizeof(V) == 8,			\
			  "the value is of 4 or 8 bytes for this type");		\
	____BPF_MAP_CHECK_MAX(str, tstr, max);						\
	____BPF_MAP_MARKER(name, K, V);							\
	____BPF_MAP_SIZED(name, nr, sizeof(K), sizeof(V), max, flags, attr)

#define ____bpf_map_targets(name, str, tstr, K, V, max, flags, attr, nr)		\
	____BPF_MAP_CHECK_INDEX(str, tstr, K);						\
	____bpf_map_keyed_targets(name, str, tstr, K, V, max, flags, attr, nr)

#define ____bpf_map_keyless(name, str, tstr, K, V, max, flags, attr, nr)		\
	____BPF_MAP_CHECK_NUMBERS(str, tstr, max, flags, nr);				\
	____BPF_MAP_CHECK_VALUE(str, tstr, V);						\
	____BPF_MAP_CHECK_MAX(str, tstr, max);						\
	____BPF_MAP_MARKER(name, void, V);						\
	____BPF_MAP_KEYLESS(name, nr, V, max, flags, attr)

#define ____bpf_map_ring(name, str, tstr, K, V, max, flags, attr, nr)			\
	____BPF_MAP_CHECK_NUMBERS(str, tstr, max, flags, nr);				\
	____BPF_MAP_CHECK(str, tstr, (max) >= 4096 && ((max) & ((max) - 1)) == 0,	\
			  "max_entries is its size in bytes, a power of 2 and whole pages");	\
	____BPF_MAP_MARKER(name, void, V);						\
	____BPF_MAP_BARE(name, nr, max, flags, attr)

#define ____bpf_map_pages(name, str, tstr, K, V, max, flags, attr, nr)			\
	____BPF_MAP_CHECK_NUMBERS(str, tstr, max, flags, nr);				\
	____BPF_MAP_CHECK_MAX(str, tstr, max);						\
	____BPF_MAP_MARKER(name, void, void);						\
	____BPF_MAP_BARE(name, nr, max, flags, attr)

/* The shapes of mistakes. The variable is declared, so the message is not lost among others. */
#define ____bpf_map_unknown(name, str, tstr, ...)					\
	____BPF_MAP_CHECK(str, tstr, 0,							\
			  "no such map type; write it without BPF_MAP_TYPE_, e.g. HASH");	\
	extern struct bpf_void name
#define ____bpf_map_of_maps(name, str, tstr, ...)					\
	____BPF_MAP_CHECK(str, tstr, 0, "use bpf_map_of_maps() for maps of maps");	\
	extern struct bpf_void name
#define ____bpf_map_struct_ops(name, str, tstr, ...)					\
	____BPF_MAP_CHECK(str, tstr, 0,							\
			  "libbpf makes such maps from variables in .struct_ops");	\
	extern struct bpf_void name

/* --- Maps of maps ----------------------------------------------------------------------------- */

#define ____BPF_OF_MAPS_ARRAY_OF_MAPS	12, 1
#define ____BPF_OF_MAPS_HASH_OF_MAPS	13, 1

#define ____bpf_outer(...) ____bpf_outer_row(__VA_ARGS__)
#define ____bpf_outer_row(name, str, tstr, K, max, inner, nr, known, ...)		\
	____bpf_outer_##known(name, str, tstr, K, max, inner, nr)
#define ____bpf_outer_0(name, str, tstr, ...)						\
	____BPF_MAP_CHECK(str, tstr, 0, "maps of maps are ARRAY_OF_MAPS and HASH_OF_MAPS");	\
	extern struct bpf_void name
#ifndef BPF_MAP_LEGACY
#define ____bpf_outer_1(name, str, tstr, K, max, inner, nr)				\
	____BPF_MAP_CHECK(str, tstr, (nr) == 13 || sizeof(K) == 4,			\
			  "the key is an index of 4 bytes: use u32 or int");		\
	____BPF_MAP_CHECK_KEY(str, tstr, K);						\
	____BPF_MAP_CHECK_MAX(str, tstr, max);						\
	____BPF_MAP_CHECK_32(str, tstr, max, "max_entries does");			\
	____BPF_MAP_MARKER(name, K, u32);						\
	____BPF_MAP_BEGIN(name, nr);							\
		int (*key_size)[sizeof(K)];						\
		int (*value_size)[sizeof(u32)];						\
		int (*max_entries)[max];						\
		__typeof__(inner) *values[];						\
	} name SEC(".maps")
#else
#define ____bpf_outer_1(name, str, tstr, ...)						\
	____BPF_MAP_CHECK(str, tstr, 0, "maps of maps cannot be said with BPF_MAP_LEGACY");	\
	extern struct bpf_void name
#endif

/* The shapes that an inner map may have; the others leave 0 in the second place. */
#define ____BPF_INNER_typed	~, 1
#define ____BPF_INNER_indexed	~, 1

#define ____bpf_inner(...) ____bpf_inner_row(__VA_ARGS__)
#define ____bpf_inner_row(tag, str, tstr, K, V, max, nr, shape, ...)			\
	____bpf_inner_pick(tag, str, tstr, K, V, max, nr, ____BPF_INNER_##shape, 0, 0)
#define ____bpf_inner_pick(...) ____bpf_inner_known(__VA_ARGS__)
#define ____bpf_inner_known(tag, str, tstr, K, V, max, nr, row, known, ...)		\
	____bpf_inner_##known(tag, str, tstr, K, V, max, nr)
#define ____bpf_inner_0(tag, str, tstr, ...)						\
	____BPF_MAP_CHECK(str, tstr, 0,							\
			  "no such type of inner map; use HASH, ARRAY, or a PERCPU or LRU one"); \
	struct tag
#define ____bpf_inner_1(tag, str, tstr, K, V, max, nr)					\
	____BPF_MAP_CHECK(str, tstr, ((nr) != 2 && (nr) != 6) || sizeof(K) == 4,		\
			  "the key is an index of 4 bytes: use u32 or int");		\
	____BPF_MAP_CHECK_KEY(str, tstr, K);						\
	____BPF_MAP_CHECK_VALUE(str, tstr, V);						\
	____BPF_MAP_CHECK_MAX(str, tstr, max);						\
	____BPF_MAP_CHECK_32(str, tstr, max, "max_entries does");			\
	____BPF_MAP_CHECK_PERCPU(str, tstr, V, nr);					\
	struct tag {									\
		int (*type)[nr];							\
		__typeof__(K) *key;							\
		__typeof__(V) *value;							\
		int (*max_entries)[max];						\
	}

/* clang-format on */

#endif /* PERF_AUGMENT_BPF_BPF_MAP_H */
