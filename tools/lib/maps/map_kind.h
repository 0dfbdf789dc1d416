/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* map_kind.h - what is known of each type of BPF map: its name, its shape, how it can be read. */
#ifndef PERF_AUGMENT_MAP_KIND_H
#define PERF_AUGMENT_MAP_KIND_H

#include <linux/bpf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The kernel's own number, which libc has no name for. */
#define KERNEL_ENOTSUPP 524

/* Types newer than the UAPI headers of Debian 12. */
#define MAP_TYPE_CGRP_STORAGE 32 /* Linux 6.2 */
#define MAP_TYPE_ARENA 33	 /* Linux 6.9 */
#define MAP_TYPE_INSN_ARRAY 34	 /* Linux 6.19 */
#define MAP_TYPE_RHASH 35	 /* Linux 7.2 */

/** enum map_read - how entries of a map are got at. */
enum map_read {
	MAP_READ_ELEMS,	  /* by key: batch, or one by one */
	MAP_READ_INDEX,	  /* keys are 0 to max_entries - 1; some may be empty */
	MAP_READ_STORAGE, /* by the object that owns the entry: task, socket, inode, cgroup */
	MAP_READ_PEEK,	  /* only the entry that would come out next can be seen */
	MAP_READ_RING,	  /* positions only: reading would be taking */
	MAP_READ_ARENA,	  /* pages of memory */
	MAP_READ_NEVER,	  /* what is in it cannot be listed */
};

/** enum map_ref_kind - what the value (or the key) refers to. */
enum map_ref_kind {
	MAP_REF_NONE,
	MAP_REF_PROG,	/* id of a program */
	MAP_REF_MAP,	/* id of a map */
	MAP_REF_DEVICE, /* struct bpf_devmap_val: index of a network device, and a program */
	MAP_REF_CPU,	/* struct bpf_cpumap_val: queue size, and a program; the key is a CPU */
	MAP_REF_SOCKET, /* cookie of a socket */
	MAP_REF_STACK,	/* addresses of a call chain */
	MAP_REF_FUNCS,	/* ids of programs, where members are pointers to functions */
};

/**
 * struct map_kind - one type of map.
 * @name: as bpftool has it.
 * @refs: what values refer to.
 * @per_cpu: a value per CPU.
 * @indexed: keys are u32 whatever BTF says or does not say.
 * @hint: for MAP_READ_NEVER and the like: why, for a message.
 */
struct map_kind {
	const char *name;
	enum map_read read;
	enum map_ref_kind refs;
	bool per_cpu;
	bool indexed;
	const char *hint;
};

/** map_kind__get() - the row of @type; one that says "type 77" for types that are not known. */
const struct map_kind *map_kind__get(uint32_t type);

/** map_kind__flags() - map_flags by name, "no_prealloc|mmapable", into @buf. Return: @buf. */
const char *map_kind__flags(uint32_t flags, char *buf, size_t size);

#endif /* PERF_AUGMENT_MAP_KIND_H */
