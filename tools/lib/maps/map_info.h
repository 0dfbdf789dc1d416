/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* map_info.h - one BPF map, and how it is found: by id, by name, or where it is pinned. */
#ifndef PERF_AUGMENT_MAP_INFO_H
#define PERF_AUGMENT_MAP_INFO_H

#include <linux/bpf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "map_kind.h"

/**
 * struct map - an open map.
 * @fd: owned.
 * @info: what the kernel says of it.
 * @kind: the row of its type.
 * @frozen: no writes from user space.
 * @memory: bytes it takes, 0 when not known.
 */
struct map {
	int fd;
	struct bpf_map_info info;
	const struct map_kind *kind;
	bool frozen;
	uint64_t memory;
};

/**
 * map__open_fd() - take over @fd, in any case. Return: 0; -EINVAL when it is no map; other
 * -errno.
 */
int map__open_fd(int fd, struct map *ret_map);

/** map__open_id() - Return: 0; -ENOENT when there is no such map; -EPERM; other -errno. */
int map__open_id(uint32_t id, struct map *ret_map);

/** map__open_pinned() - Return: 0; -EINVAL when what is pinned there is no map; other -errno. */
int map__open_pinned(const char *path, struct map *ret_map);
void map__close(struct map *map);

/**
 * map__find_name() - all maps of a name.
 * @name: longer ones are cut as the kernel cuts them.
 * @ret_maps: owned by the caller: map_list__free().
 * Return: 0, also when there are none; -EPERM; other -errno.
 */
int map__find_name(const char *name, struct map **ret_maps, size_t *ret_nr);

/** map_list__free() - close and free. */
void map_list__free(struct map *maps, size_t nr);

/** map__find_all() - the ids of all maps, sorted; the caller frees them. Return: 0 or -errno. */
int map__find_all(uint32_t **ret_ids, size_t *ret_nr);

/**
 * map__for_each_ref() - the maps that the words @argv of a command line mean.
 * "id 12", "name foo", "pinned /path" or a bare name; a bare number is a name too when a map has
 * it.
 *
 * Every map is opened, given to @fn and closed. Logs on failure; what @fn fails on it has to log.
 *
 * Return: 0, or the first error, the rest being visited all the same; -EINVAL for wrong words.
 */
int map__for_each_ref(int argc, char **argv,
		      int (*fn)(struct map *map, size_t idx, size_t nr, void *ctx), void *ctx);

/**
 * map__mmap() - map @size bytes from @offset, to read them.
 * Return: NULL when the kernel does not allow it; errno says why.
 */
void *map__mmap(const struct map *map, size_t size, uint64_t offset);

/** map__possible_cpus() - CPUs that a per-CPU map has values of. Return: the number or -errno. */
int map__possible_cpus(void);

/**
 * map__value_stride() - bytes that one entry's value takes when read: all CPUs of per-CPU kinds.
 */
size_t map__value_stride(const struct map *map, int nr_cpus);

/** map__step() - bytes from one CPU's value to the next one's. */
static inline size_t map__step(const struct map *map)
{
	return ((size_t)map->info.value_size + 7) & ~(size_t)7;
}

#endif /* PERF_AUGMENT_MAP_INFO_H */
