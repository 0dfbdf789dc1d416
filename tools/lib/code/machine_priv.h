/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * machine_priv.h - shared by machine.c (what is recorded), machine_seal.c (how it was then) and
 * machine_locate.c (where code is).
 */
#ifndef PERF_AUGMENT_MACHINE_PRIV_H
#define PERF_AUGMENT_MACHINE_PRIV_H

#include <string.h>

#include "addr_timeline.h"
#include "bpf_progs_tasks.h"
#include "machine.h"
#include "machine_maps.h"
#include "names.h"
#include "util.h"

/** struct kernel_event - something appears in the kernel's memory or, with NO_DSO, goes. */
struct kernel_event {
	uint64_t time_ns;
	uint64_t start, end;
	uint32_t seq;
	uint32_t dso;
};

/** struct kernel_map - where a piece of the kernel begins. */
struct kernel_map {
	uint64_t start;
	uint32_t dso;
};

/** struct pid_mnt - the mount namespace of a process, as recorded last. */
struct pid_mnt {
	uint32_t pid;
	uint64_t inode;
};

/** struct known_cgroup - @path: a name. */
struct known_cgroup {
	uint64_t id;
	uint32_t path;
};

/** struct recorded_id - a build-id of the header; @path: a name. */
struct recorded_id {
	uint32_t path;
	struct build_id id;
};

/** struct located - an address that was asked for before; valid for a time. */
struct located {
	uint64_t ip;
	uint64_t from_ns, to_ns;
	uint32_t pid;
	uint32_t place;
	uint32_t how;
};

#define LOCATED_SIZE (1U << 16)

/** struct comm_span - what a thread was called for a time. */
struct comm_span {
	uint64_t from_ns, to_ns;
	uint32_t tid;
	uint32_t comm;
};

#define COMM_SPANS 1024

struct machine {
	const struct machine_opts *opts;
	struct names names;
	struct bpf_progs *progs;
	const struct bpf_prog *prog_list;
	uint64_t bpf_start, bpf_end;
	struct machine_maps maps;

	struct dso *dsos;
	size_t nr_dsos, dsos_size;
	struct hash_index dso_index;

	struct kernel_event *kernel_events;
	size_t nr_kernel_events, kernel_events_size;
	struct kernel_map *kernel_maps;
	size_t nr_kernel_maps, kernel_maps_size;
	struct addr_timeline kernel;
	uint32_t kernel_dso;
	bool kernel_loaded;
	uint64_t kernel_dropped;

	struct pid_mnt *mnts;
	size_t nr_mnts, mnts_size;
	struct hash_index mnt_index;
	uint64_t own_mnt;

	struct known_cgroup *cgroups;
	size_t nr_cgroups, cgroups_size;
	struct hash_index cgroup_index;

	struct recorded_id *ids;
	size_t nr_ids, ids_size;

	struct place *places;
	size_t nr_places, places_size;
	struct hash_index place_index;
	char **symbols; /* by place; what was demangled */
	size_t nr_symbols;

	struct located *located;
	struct comm_span spans[COMM_SPANS];
	struct unwinder *unwinder;
};

/** machine__dso() - one of a kind and path, made when it is new. Return: its number; NO_DSO without memory. */
uint32_t machine__dso(struct machine *m, enum dso_kind kind, const char *path, uint32_t pid,
		      const struct build_id *build_id);

/** machine__load_dso() - its symbols are wanted once more. Return: 0 or -ENOMEM. */
int machine__load_dso(struct machine *m, struct dso *dso);

#endif /* PERF_AUGMENT_MACHINE_PRIV_H */
