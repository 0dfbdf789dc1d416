/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_progs_priv.h - shared by bpf_progs.c (what was recorded) and bpf_progs_resolve.c (what it
 * means).
 */
#ifndef PERF_AUGMENT_BPF_PROGS_PRIV_H
#define PERF_AUGMENT_BPF_PROGS_PRIV_H

#include "addr_range.h"
#include "bpf_progs.h"
#include "bpf_progs_tasks.h"
#include "perfdata_parts.h"

enum bpf_event_kind { BPF_EV_REGISTER, BPF_EV_UNREGISTER, BPF_EV_LOAD, BPF_EV_UNLOAD };

#define NO_PROG UINT32_MAX

/**
 * struct bpf_event - a KSYMBOL or BPF_EVENT record.
 * @name: of a symbol; owned.
 * @prog, @func: whose it is, once that is known; indices.
 */
struct bpf_event {
	uint8_t kind;
	uint8_t tag[8];
	uint32_t pid, tid;
	uint32_t id;
	uint32_t len;
	uint64_t addr;
	uint64_t time_ns;
	uint64_t seq;
	char *name;
	uint32_t prog;
	uint32_t func;
};

/** struct bpf_btf_copy - @seq: the first of an id counts. */
struct bpf_btf_copy {
	uint32_t id;
	uint32_t size;
	size_t seq;
	uint8_t *data;
};

struct bpf_id {
	uint32_t id;
	uint32_t prog;
};

/**
 * struct bpf_progs
 * @ids: programs by id, sorted; until bpf_progs__resolve() is done, as that sorts @progs.
 * @ranges: of functions, @value is the program and @part its function; sealed when resolved.
 */
struct bpf_progs {
	struct bpf_prog *progs;
	size_t nr_progs, progs_size;
	struct bpf_id *ids;
	size_t nr_ids, ids_size;
	struct bpf_btf_copy *btfs;
	size_t nr_btfs, btfs_size;
	struct bpf_event *events;
	size_t nr_events, events_size;
	struct addr_range *ranges;
	size_t nr_ranges, ranges_size;
	struct perfdata_join join;
	struct bpf_tasks tasks;
	struct kernel_id kernel;
	const struct addr_range *last_found;
};

/** bpf_progs__grow() - room for one more in an array that doubles. Return: 0 or -ENOMEM. */
int bpf_progs__grow(void **array, size_t nr, size_t *size, size_t elem_size);

/**
 * bpf_progs__by_id() - the program, made when it is new. Return: its index; NO_PROG without
 * memory.
 */
uint32_t bpf_progs__by_id(struct bpf_progs *progs, uint32_t id);

/** bpf_progs__new_prog() - one without an id. Return: its index; NO_PROG without memory. */
uint32_t bpf_progs__new_prog(struct bpf_progs *progs);

/** bpf_progs__add_event() - takes over @event->name, also on failure. Return: 0 or -ENOMEM. */
int bpf_progs__add_event(struct bpf_progs *progs, const struct bpf_event *event);

#endif /* PERF_AUGMENT_BPF_PROGS_PRIV_H */
