// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* stock_object_load.c - see stock_object.h: open objects to loaded ones, their maps filled like perf's. */
#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bpf_load.h"
#include "log.h"
#include "perf_payload.h"
#include "stock_object_priv.h"
#include "strbuf.h"
#include "syscalls.h"
#include "util.h"

/* What perf's `syscalls` map holds: whether the call is traced, and how much of each string to read. */
struct stock_syscall {
	uint8_t enabled;
	uint8_t pad;
	uint16_t string_args_len[AUG_MAX_ARGS];
};

static struct bpf_map *find_map(const struct stock_object *object, const char *name,
				enum bpf_map_type type)
{
	struct bpf_map *map = bpf_object__find_map_by_name(object->obj, name);

	return map && bpf_map__type(map) == type && bpf_map__fd(map) >= 0 ? map : NULL;
}

static int refuse_map(const struct stock_object *object, const struct bpf_map *map, int err)
{
	log_err("%s: cannot fill its map %s: %s", object->path, bpf_map__name(map), strerror(-err));
	return err;
}

/* The engine leaves these out in any case: a set that is too small for all only costs time. */
static int fill_pids(const struct stock_object *object, const struct stock_fill *fill)
{
	const struct bpf_map *map = find_map(object, "pids_filtered", BPF_MAP_TYPE_HASH);
	void *value __cleanup_free = NULL;
	size_t i;

	if (!map)
		return 0;
	if (bpf_map__key_size(map) != sizeof(uint32_t))
		return refuse_map(object, map, -EINVAL);
	value = calloc(1, bpf_map__value_size(map) + 1);
	if (!value)
		return -ENOMEM;
	*(uint8_t *)value = 1;
	for (i = 0; i < fill->nr_filter_pids; i++) {
		uint32_t pid = (uint32_t)fill->filter_pids[i];

		if (!bpf_map_update_elem(bpf_map__fd(map), &pid, value, BPF_ANY))
			continue;
		if (errno != E2BIG)
			return refuse_map(object, map, -errno);
		log_debug("%s: pids_filtered has room for %zu of %zu processes", object->path, i,
			  fill->nr_filter_pids);
		break;
	}
	return 0;
}

static void describe_call(uint32_t nr, bool wanted, struct stock_syscall *call)
{
	const struct syscall_desc *desc = syscalls__get(AUG_ABI_NATIVE, nr);
	unsigned int i;

	*call = (struct stock_syscall){ .enabled = wanted };
	for (i = 0; wanted && desc && i < desc->nr_args; i++) {
		if (perf_payload__is_string(&desc->args[i]))
			call->string_args_len[i] = AUG_STR_MAX;
	}
}

static int fill_calls(const struct stock_object *object, const struct stock_fill *fill)
{
	const struct bpf_map *map = find_map(object, "syscalls", BPF_MAP_TYPE_ARRAY);
	struct stock_syscall call;
	uint8_t *value __cleanup_free = NULL;
	uint32_t nr, size;

	if (!map)
		return 0;
	size = bpf_map__value_size(map);
	if (bpf_map__key_size(map) != sizeof(uint32_t) || !size)
		return refuse_map(object, map, -EINVAL);
	value = calloc(1, size);
	if (!value)
		return -ENOMEM;
	for (nr = 0; nr < MIN(bpf_map__max_entries(map), (uint32_t)AUG_NR_SYSCALLS); nr++) {
		describe_call(nr, select__has(fill->wanted, AUG_ABI_NATIVE, nr), &call);
		/* Older objects have the first member alone. */
		memcpy(value, &call, MIN(size, sizeof(call)));
		if (bpf_map_update_elem(bpf_map__fd(map), &nr, value, BPF_ANY))
			return refuse_map(object, map, -errno);
	}
	return 0;
}

/* The tail call for "syscalls:sys_enter_NAME"; without one what is for all others. NULL for none. */
static const struct stock_program *tail_call(const struct stock_object *object, const char *prefix,
					     uint32_t nr)
{
	const struct stock_program *rest = NULL;
	const size_t prefix_len = strlen(prefix);
	size_t i;

	for (i = 0; i < object->nr_programs; i++) {
		const struct stock_program *p = &object->programs[i];
		const struct syscall_desc *desc;

		if (p->attach.style != BPF_ATTACH_TAIL_CALL || !p->event)
			continue;
		if (!strcmp(p->event, "raw_syscalls:unaugmented") ||
		    !strcmp(bpf_program__name(p->prog), "syscall_unaugmented")) {
			rest = p;
			continue;
		}
		if (strncmp(p->event, prefix, prefix_len))
			continue;
		desc = select__find(AUG_ABI_NATIVE, p->event + prefix_len);
		if (desc && desc->nr[AUG_ABI_NATIVE] == (int)nr)
			return p;
	}
	return rest;
}

static int fill_tail_calls(struct stock_object *object, const struct stock_fill *fill,
			   const char *map_name, const char *prefix, bool decides)
{
	const struct bpf_map *map = find_map(object, map_name, BPF_MAP_TYPE_PROG_ARRAY);
	uint32_t nr;

	if (!map)
		return 0;
	for (nr = 0; nr < MIN(bpf_map__max_entries(map), (uint32_t)AUG_NR_SYSCALLS); nr++) {
		const struct stock_program *p;
		int fd;

		if (!select__has(fill->wanted, AUG_ABI_NATIVE, nr))
			continue;
		p = tail_call(object, prefix, nr);
		if (!p)
			continue;
		fd = bpf_program__fd(p->prog);
		if (bpf_map_update_elem(bpf_map__fd(map), &nr, &fd, BPF_ANY))
			return refuse_map(object, map, -errno);
		if (decides)
			stock_object__set_decides(object, nr);
	}
	return 0;
}

/* Without an array of programs the one on raw_syscalls:sys_enter speaks for all calls. */
static void decide_all(struct stock_object *object, const struct stock_fill *fill)
{
	uint32_t nr;

	if (object->augments != STOCK_AUGMENTS_ALL ||
	    find_map(object, "syscalls_sys_enter", BPF_MAP_TYPE_PROG_ARRAY))
		return;
	for (nr = 0; nr < AUG_NR_SYSCALLS; nr++) {
		if (select__has(fill->wanted, AUG_ABI_NATIVE, nr))
			stock_object__set_decides(object, nr);
	}
}

int stock_object__load(struct stock_object *object, const struct stock_fill *fill)
{
	int err;

	err = stock_object__prepare_probes(object);
	if (!err)
		err = bpf_load__object(object->obj, object->path, object->augmenter->elf);
	stock_object__forget_probes();
	if (!err)
		err = fill_pids(object, fill);
	if (!err)
		err = fill_calls(object, fill);
	if (!err)
		err = fill_tail_calls(object, fill, "syscalls_sys_enter", "syscalls:sys_enter_",
				      object->augments == STOCK_AUGMENTS_ALL);
	if (!err)
		err = fill_tail_calls(object, fill, "syscalls_sys_exit", "syscalls:sys_exit_",
				      false);
	if (!err)
		decide_all(object, fill);
	return err;
}

uint64_t stock_object__missed(const struct stock_object *object)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < object->nr_programs; i++) {
		struct bpf_prog_info info = {};
		uint32_t len = sizeof(info);

		if (!bpf_obj_get_info_by_fd(bpf_program__fd(object->programs[i].prog), &info, &len))
			sum += info.recursion_misses;
	}
	return sum;
}
