// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * map_special.c - see map_special.h. Storage on tasks, sockets, inodes and cgroups is in
 * map_storage.c.
 */
#include "map_special.h"

#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "log.h"
#include "map_arena.h"
#include "map_storage.h"
#include "util.h"

typedef int (*entry_fn)(void *ctx, const struct map_entry *entry);

static int add_u64_struct(struct btf *btf, const char *name, const char *const *members, int nr)
{
	int u64 = btf__add_int(btf, "u64", 8, 0), id, i;

	id = u64 < 0 ? u64 : btf__add_struct(btf, name, (uint32_t)nr * 8);
	for (i = 0; id > 0 && i < nr; i++) {
		if (btf__add_field(btf, members[i], u64, (uint32_t)i * 64, 0))
			return -ENOMEM;
	}
	return id < 0 ? -ENOMEM : id;
}

static int add_owner(struct btf *btf, bool has_fd)
{
	int s32 = btf__add_int(btf, "int", 4, BTF_INT_SIGNED), id;

	if (s32 < 0 || !has_fd)
		return s32;
	id = btf__add_struct(btf, "owner", sizeof(struct map_special_key));
	if (id < 0 || btf__add_field(btf, "pid", s32, 0, 0) ||
	    btf__add_field(btf, "fd", s32, 32, 0))
		return -ENOMEM;
	return id;
}

int map_special__types(const struct map *map, struct btf *btf, int *ret_key, int *ret_value)
{
	static const char *const ring[] = { "consumer_pos", "producer_pos", "size", "unread" };
	static const char *const arena[] = { "user_address", "pages_max" };

	*ret_key = -1;
	*ret_value = 0;
	switch (map->kind->read) {
	case MAP_READ_RING:
		*ret_value = add_u64_struct(btf, "ringbuf", ring, ARRAY_SIZE(ring));
		break;
	case MAP_READ_ARENA:
		*ret_value = add_u64_struct(btf, "arena", arena, ARRAY_SIZE(arena));
		break;
	case MAP_READ_STORAGE:
		if (map->info.type == MAP_TYPE_CGRP_STORAGE)
			*ret_key = btf__add_int(btf, "u64", 8, 0);
		else
			*ret_key = add_owner(btf, map->info.type != BPF_MAP_TYPE_TASK_STORAGE);
		if (*ret_key < 0)
			return -ENOMEM;
		break;
	default:
		break;
	}
	return *ret_value < 0 ? -ENOMEM : 0;
}

size_t map_special__key_size(const struct map *map)
{
	if (map->kind->read != MAP_READ_STORAGE)
		return 0;
	if (map->info.type == MAP_TYPE_CGRP_STORAGE)
		return sizeof(uint64_t);
	return map->info.type == BPF_MAP_TYPE_TASK_STORAGE ? sizeof(int32_t)
							   : sizeof(struct map_special_key);
}

size_t map_special__value_size(const struct map *map)
{
	switch (map->kind->read) {
	case MAP_READ_RING:
		return sizeof(struct map_ring_state);
	case MAP_READ_ARENA:
		return sizeof(struct map_arena_state);
	default:
		return map->info.value_size;
	}
}

/* A look-up without a key looks at what would come out next; nothing is taken. */
static int peek(const struct map *map, entry_fn fn, void *ctx)
{
	__cleanup_free uint8_t *value = malloc(map->info.value_size);
	const struct map_entry entry = { .value = value };

	if (!value)
		return -ENOMEM;
	if (bpf_map_lookup_elem(map->fd, NULL, value))
		return errno == ENOENT ? 0 : -errno;
	return fn(ctx, &entry);
}

static int map_position(const struct map *map, size_t page, uint64_t offset, uint64_t *ret)
{
	void *mapping = map__mmap(map, page, offset);

	if (!mapping)
		return -errno;
	*ret = __atomic_load_n((uint64_t *)mapping, __ATOMIC_ACQUIRE);
	munmap(mapping, page);
	return 0;
}

/* Two pages before the data hold the positions, the consumer's first. */
static int ring_state(const struct map *map, entry_fn fn, void *ctx)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct map_ring_state state = { .size = map->info.max_entries };
	const struct map_entry entry = { .value = (const uint8_t *)&state };
	int err;

	err = map_position(map, page, 0, &state.consumer_pos);
	if (!err)
		err = map_position(map, page, page, &state.producer_pos);
	if (err)
		return err;
	state.unread = state.producer_pos - state.consumer_pos;
	return fn(ctx, &entry);
}

static int arena_state(const struct map *map, entry_fn fn, void *ctx)
{
	struct map_arena_state state;
	const struct map_entry entry = { .value = (const uint8_t *)&state };
	int err = map_arena__state(map, &state);

	return err ? err : fn(ctx, &entry);
}

void map_special__log_limits(const struct map *map)
{
	const struct bpf_map_info *info = &map->info;

	switch (map->kind->read) {
	case MAP_READ_PEEK:
		log_info("map %s (id %u): of a %s only the next entry can be seen without taking "
			 "it out",
			 info->name, info->id, map->kind->name);
		break;
	case MAP_READ_STORAGE:
		map_storage__log_limits(map);
		break;
	case MAP_READ_NEVER:
		log_info("map %s (id %u): it cannot be listed: %s", info->name, info->id,
			 map->kind->hint);
		break;
	default:
		break;
	}
}

int map_special__for_each(const struct map *map, entry_fn fn, void *ctx)
{
	switch (map->kind->read) {
	case MAP_READ_PEEK:
		return peek(map, fn, ctx);
	case MAP_READ_RING:
		return ring_state(map, fn, ctx);
	case MAP_READ_ARENA:
		return arena_state(map, fn, ctx);
	case MAP_READ_STORAGE:
		return map_storage__for_each(map, fn, ctx);
	case MAP_READ_NEVER:
		return 0;
	default:
		return -EOPNOTSUPP;
	}
}
