/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * map_types.h - the types of a map's keys and values, from the first of these that has them:
 * what the user said (--key, --value), an object's BTF (--btf), the map's own BTF, what the kind of
 * map fixes (a prog array holds ids). Without any of them bytes stay bytes.
 */
#ifndef PERF_AUGMENT_MAP_TYPES_H
#define PERF_AUGMENT_MAP_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "btf_plan.h"
#include "map_info.h"
#include "strbuf.h"

/**
 * struct map_types_opts - what the user said.
 * @btf_path: an object file or raw BTF; NULL for none.
 * @key, @value: C spellings; NULL for none.
 */
struct map_types_opts {
	const char *btf_path;
	const char *key;
	const char *value;
};

/**
 * struct map_type - the type of one side.
 * @plan: NULL when it is not known.
 * @btf: of @plan; borrowed.
 * @type_id: in @btf, with its typedefs.
 * @fixed: not from BTF: the kind of map has no other.
 */
struct map_type {
	struct btf_plan *plan;
	const struct btf *btf;
	uint32_t type_id;
	bool fixed;
};

/** struct map_types - @btfs: owned; the last ones are on top of the first ones. */
struct map_types {
	struct map_type key;
	struct map_type value;
	struct btf *btfs[12];
	unsigned int nr_btfs;
};

/**
 * map_types__load() - find the types of @map. Logs on failure, and what of the BTF cannot be used.
 * @map: NULL for none: only what the user said.
 * Return: 0, also when nothing is known; -EINVAL when what the user said is wrong; other -errno.
 */
int map_types__load(const struct map *map, const struct map_types_opts *opts,
		    struct map_types *ret_types);
void map_types__free(struct map_types *types);

/**
 * map_type__name() - add the C spelling to @sb: "struct event"; "u8[16]" where only the size is
 * known.
 */
void map_type__name(const struct map_type *type, uint32_t size, struct strbuf *sb);

/**
 * map_types__of_memory() - is the value what an arena's bytes are, rather than what is said of the
 * arena as a whole?
 */
bool map_types__of_memory(const struct map_types *types, const struct map *map);

#endif /* PERF_AUGMENT_MAP_TYPES_H */
