/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* map_fixture.h - a map that is in no kernel, for tests: its keys and values are struct thing. */
#ifndef PERF_AUGMENT_MAP_FIXTURE_H
#define PERF_AUGMENT_MAP_FIXTURE_H

#include <bpf/btf.h>
#include <stdint.h>
#include <stdlib.h>

#include "map_kind.h"
#include "map_types.h"

struct thing {
	uint32_t id;
	char name[4];
	uint32_t color;
	int32_t n;
};

struct fixture {
	struct btf *btf;
	struct map_types types;
	struct map map;
};

static inline struct fixture *map_fixture__new(void)
{
	struct fixture *f = calloc(1, sizeof(*f));
	int u32, s32, ch, name, color, s;

	if (!f)
		abort();
	f->btf = btf__new_empty();
	u32 = btf__add_int(f->btf, "unsigned int", 4, 0);
	s32 = btf__add_int(f->btf, "int", 4, BTF_INT_SIGNED);
	ch = btf__add_int(f->btf, "char", 1, BTF_INT_SIGNED);
	name = btf__add_array(f->btf, u32, ch, 4);
	color = btf__add_enum(f->btf, "color", 4);
	btf__add_enum_value(f->btf, "RED", 3);
	btf__add_enum_value(f->btf, "BLUE", 5);
	s = btf__add_struct(f->btf, "thing", 16);
	btf__add_field(f->btf, "id", u32, 0, 0);
	btf__add_field(f->btf, "name", name, 32, 0);
	btf__add_field(f->btf, "color", color, 64, 0);
	btf__add_field(f->btf, "n", s32, 96, 0);
	btf_plan__new(f->btf, (uint32_t)s, &f->types.key.plan);
	btf_plan__new(f->btf, (uint32_t)s, &f->types.value.plan);
	f->types.key.btf = f->types.value.btf = f->btf;
	f->map.info.key_size = f->map.info.value_size = 16;
	f->map.info.type = BPF_MAP_TYPE_HASH;
	f->map.kind = map_kind__get(BPF_MAP_TYPE_HASH);
	return f;
}

static inline void map_fixture__free(struct fixture *f)
{
	map_types__free(&f->types);
	btf__free(f->btf);
	free(f);
}

#endif /* PERF_AUGMENT_MAP_FIXTURE_H */
