// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* map_kind.c - the table of map types. A new type is one row. */
#include "map_kind.h"

#include <stdio.h>

#include "util.h"

static const struct map_kind kinds[] = {
	[BPF_MAP_TYPE_UNSPEC] = { "unspec", .read = MAP_READ_ELEMS },
	[BPF_MAP_TYPE_HASH] = { "hash", .read = MAP_READ_ELEMS },
	[BPF_MAP_TYPE_ARRAY] = { "array", .read = MAP_READ_INDEX, .indexed = true },
	[BPF_MAP_TYPE_PROG_ARRAY] = { "prog_array", .read = MAP_READ_INDEX, .indexed = true,
				      .refs = MAP_REF_PROG },
	[BPF_MAP_TYPE_PERF_EVENT_ARRAY] = { "perf_event_array", .read = MAP_READ_INDEX,
					    .indexed = true,
					    .hint = "the kernel does not say which events are in "
						    "it" },
	[BPF_MAP_TYPE_PERCPU_HASH] = { "percpu_hash", .read = MAP_READ_ELEMS, .per_cpu = true },
	[BPF_MAP_TYPE_PERCPU_ARRAY] = { "percpu_array", .read = MAP_READ_INDEX, .indexed = true,
					.per_cpu = true },
	[BPF_MAP_TYPE_STACK_TRACE] = { "stack_trace", .read = MAP_READ_ELEMS, .indexed = true,
				       .refs = MAP_REF_STACK },
	[BPF_MAP_TYPE_CGROUP_ARRAY] = { "cgroup_array", .read = MAP_READ_INDEX, .indexed = true,
					.hint = "the kernel does not say which cgroups are in it" },
	[BPF_MAP_TYPE_LRU_HASH] = { "lru_hash", .read = MAP_READ_ELEMS },
	[BPF_MAP_TYPE_LRU_PERCPU_HASH] = { "lru_percpu_hash", .read = MAP_READ_ELEMS,
					   .per_cpu = true },
	[BPF_MAP_TYPE_LPM_TRIE] = { "lpm_trie", .read = MAP_READ_ELEMS },
	[BPF_MAP_TYPE_ARRAY_OF_MAPS] = { "array_of_maps", .read = MAP_READ_INDEX, .indexed = true,
					 .refs = MAP_REF_MAP },
	[BPF_MAP_TYPE_HASH_OF_MAPS] = { "hash_of_maps", .read = MAP_READ_ELEMS,
					.refs = MAP_REF_MAP },
	[BPF_MAP_TYPE_DEVMAP] = { "devmap", .read = MAP_READ_INDEX, .indexed = true,
				  .refs = MAP_REF_DEVICE },
	[BPF_MAP_TYPE_SOCKMAP] = { "sockmap", .read = MAP_READ_INDEX, .indexed = true,
				   .refs = MAP_REF_SOCKET },
	[BPF_MAP_TYPE_CPUMAP] = { "cpumap", .read = MAP_READ_INDEX, .indexed = true,
				  .refs = MAP_REF_CPU },
	[BPF_MAP_TYPE_XSKMAP] = { "xskmap", .read = MAP_READ_INDEX, .indexed = true,
				  .hint = "the kernel does not say which sockets are in it" },
	[BPF_MAP_TYPE_SOCKHASH] = { "sockhash", .read = MAP_READ_ELEMS, .refs = MAP_REF_SOCKET },
	[BPF_MAP_TYPE_CGROUP_STORAGE] = { "cgroup_storage", .read = MAP_READ_ELEMS },
	[BPF_MAP_TYPE_REUSEPORT_SOCKARRAY] = { "reuseport_sockarray", .read = MAP_READ_INDEX,
					       .indexed = true, .refs = MAP_REF_SOCKET },
	[BPF_MAP_TYPE_PERCPU_CGROUP_STORAGE] = { "percpu_cgroup_storage", .read = MAP_READ_ELEMS,
						 .per_cpu = true },
	[BPF_MAP_TYPE_QUEUE] = { "queue", .read = MAP_READ_PEEK },
	[BPF_MAP_TYPE_STACK] = { "stack", .read = MAP_READ_PEEK },
	[BPF_MAP_TYPE_SK_STORAGE] = { "sk_storage", .read = MAP_READ_STORAGE },
	[BPF_MAP_TYPE_DEVMAP_HASH] = { "devmap_hash", .read = MAP_READ_ELEMS, .indexed = true,
				       .refs = MAP_REF_DEVICE },
	[BPF_MAP_TYPE_STRUCT_OPS] = { "struct_ops", .read = MAP_READ_ELEMS, .indexed = true,
				      .refs = MAP_REF_FUNCS },
	[BPF_MAP_TYPE_RINGBUF] = { "ringbuf", .read = MAP_READ_RING },
	[BPF_MAP_TYPE_INODE_STORAGE] = { "inode_storage", .read = MAP_READ_STORAGE },
	[BPF_MAP_TYPE_TASK_STORAGE] = { "task_storage", .read = MAP_READ_STORAGE },
	[BPF_MAP_TYPE_BLOOM_FILTER] = { "bloom_filter", .read = MAP_READ_NEVER,
					.hint = "a bloom filter keeps no values: it can only be "
						"asked "
						"whether one may be in it" },
	[BPF_MAP_TYPE_USER_RINGBUF] = { "user_ringbuf", .read = MAP_READ_RING },
	[MAP_TYPE_CGRP_STORAGE] = { "cgrp_storage", .read = MAP_READ_STORAGE },
	[MAP_TYPE_ARENA] = { "arena", .read = MAP_READ_ARENA },
	[MAP_TYPE_INSN_ARRAY] = { "insn_array", .read = MAP_READ_INDEX, .indexed = true },
	[MAP_TYPE_RHASH] = { "rhash", .read = MAP_READ_ELEMS },
};

static const struct {
	uint32_t flag;
	const char *name;
} flag_names[] = {
	{ 1U << 0, "no_prealloc" },   { 1U << 1, "no_common_lru" },
	{ 1U << 2, "numa_node" },     { 1U << 3, "rdonly" },
	{ 1U << 4, "wronly" },	      { 1U << 5, "stack_build_id" },
	{ 1U << 6, "zero_seed" },     { 1U << 7, "rdonly_prog" },
	{ 1U << 8, "wronly_prog" },   { 1U << 9, "clone" },
	{ 1U << 10, "mmapable" },     { 1U << 11, "preserve_elems" },
	{ 1U << 12, "inner_map" },    { 1U << 13, "link" },
	{ 1U << 14, "path_fd" },      { 1U << 15, "vtype_btf_obj_fd" },
	{ 1U << 16, "token_fd" },     { 1U << 17, "segv_on_fault" },
	{ 1U << 18, "no_user_conv" }, { 1U << 19, "rb_overwrite" },
};

const struct map_kind *map_kind__get(uint32_t type)
{
	static const struct map_kind unknown = { "unknown", .read = MAP_READ_ELEMS };

	return type < ARRAY_SIZE(kinds) && kinds[type].name ? &kinds[type] : &unknown;
}

const char *map_kind__flags(uint32_t flags, char *buf, size_t size)
{
	size_t len = 0, i;

	buf[0] = '\0';
	for (i = 0; i < ARRAY_SIZE(flag_names) && len < size; i++) {
		if (!(flags & flag_names[i].flag))
			continue;
		flags &= ~flag_names[i].flag;
		len += (size_t)snprintf(buf + len, size - len, "%s%s", len ? "|" : "",
					flag_names[i].name);
	}
	if (flags && len < size)
		snprintf(buf + len, size - len, "%s0x%x", len ? "|" : "", flags);
	return buf;
}
