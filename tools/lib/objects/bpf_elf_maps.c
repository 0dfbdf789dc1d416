// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * bpf_elf_maps.c - see bpf_elf.h: maps of both styles, and the markers beside them.
 *
 * The rules for the section `maps` are those of libbpf 0.8, the last that knew it.
 */
#include <bpf/btf.h>
#include <elf.h>
#include <errno.h>
#include <inttypes.h>
#include <linux/bpf.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_elf_priv.h"
#include "strbuf.h"
#include "util.h"

/* The definition that libbpf knew, and the two members that perf's and the kernel's samples added. */
struct legacy_def {
	uint32_t type;
	uint32_t key_size;
	uint32_t value_size;
	uint32_t max_entries;
	uint32_t map_flags;
	uint32_t inner_map_idx;
	uint32_t numa_node;
};
#define LIBBPF_DEF_BYTES 20

/* Size of a type that may be nonsense; -1 when it has none. */
static int64_t type_size(const struct btf *btf, uint32_t id)
{
	int64_t size = id ? btf__resolve_size(btf, id) : -1;

	return size > UINT32_MAX ? -1 : size;
}

static const struct btf_type *skip_modifiers(const struct btf *btf, uint32_t id)
{
	const struct btf_type *t = btf__type_by_id(btf, id);
	unsigned int depth;

	for (depth = 0; t && depth < 32; depth++) {
		if (!btf_is_mod(t) && !btf_is_typedef(t))
			return t;
		t = btf__type_by_id(btf, t->type);
	}
	return NULL;
}

/* --- Markers ---------------------------------------------------------------------------------- */

static struct bpf_elf_map *find_map(const struct bpf_elf *elf, const char *name)
{
	uint32_t i;

	for (i = 0; i < elf->nr_maps; i++)
		if (!strcmp(elf->maps[i].name, name))
			return &elf->maps[i];
	return NULL;
}

static void read_marker(const struct btf *btf, uint32_t id, struct bpf_elf_marker *ret)
{
	const struct btf_type *t = btf__type_by_id(btf, id);
	const struct btf_member *m = btf_members(t);
	int64_t key, value;

	*ret = (struct bpf_elf_marker){ .type_id = id };
	if (btf_vlen(t) < 2)
		return;
	key = type_size(btf, m[0].type);
	value = type_size(btf, m[1].type);
	if (key < 0 || value < 0)
		return;
	*ret = (struct bpf_elf_marker){
		.type_id = id,
		.key_id = m[0].type,
		.value_id = m[1].type,
		.key_size = (uint32_t)key,
		.value_size = (uint32_t)value,
		.is_usable = true,
	};
}

/* One pass over the types: an object may have many of both. */
static void find_markers(struct bpf_elf *elf)
{
	const size_t prefix = strlen(BPF_ELF_MARKER);
	uint32_t id, nr = btf__type_cnt(elf->btf), budget = 1u << 22;

	for (id = 1; id < nr && budget > elf->nr_maps; id++) {
		const struct btf_type *t = btf__type_by_id(elf->btf, id);
		const char *name = btf__name_by_offset(elf->btf, t->name_off);
		struct bpf_elf_map *map;

		if (!btf_is_struct(t) || !name || strncmp(name, BPF_ELF_MARKER, prefix))
			continue;
		map = find_map(elf, name + prefix);
		budget -= elf->nr_maps;
		if (map && !map->marker.type_id)
			read_marker(elf->btf, id, &map->marker);
	}
}

bool bpf_elf_map__marker_agrees(const struct bpf_elf_map *map)
{
	const struct bpf_elf_marker *marker = &map->marker;

	if (!marker->type_id)
		return true;
	return marker->is_usable && (!map->key_size || map->key_size == marker->key_size) &&
	       (!map->value_size || map->value_size == marker->value_size);
}

/* --- Legacy maps ------------------------------------------------------------------------------ */

static bool is_legacy_map(const struct bpf_elf *elf, const struct bpf_elf_symbol *sym)
{
	return sym->section == elf->legacy_section && sym->type != STT_SECTION;
}

static int check_rest(const struct legacy_def *def, const uint8_t *rest, size_t len,
		      const struct bpf_elf_symbol *sym, struct strbuf *error)
{
	bool of_maps = def->type == BPF_MAP_TYPE_ARRAY_OF_MAPS ||
		       def->type == BPF_MAP_TYPE_HASH_OF_MAPS;
	size_t i;

	for (i = 0; i < len && !rest[i]; i++)
		;
	if (i < len || (def->inner_map_idx && !of_maps))
		return bpf_elf__refuse(error,
				       "maps section: \"%.64s\" has unrecognized, non-zero options",
				       sym->name);
	return 0;
}

static int read_legacy_map(struct bpf_elf *elf, uint32_t idx, struct strbuf *error)
{
	const struct bpf_elf_section *sec = &elf->sections[elf->legacy_section];
	const struct bpf_elf_symbol *sym = &elf->symbols[idx];
	struct bpf_elf_map *map = &elf->maps[elf->nr_maps];
	struct legacy_def def = {};
	size_t known;
	int err;

	if (sym->value % elf->legacy_size || sym->value >= sec->size)
		return bpf_elf__refuse(error,
				       "elf: map '%.64s' is at byte %" PRIu64
				       " of the section 'maps', where no definition begins",
				       sym->name, sym->value);
	known = elf->legacy_size == sizeof(def) ? sizeof(def)
						: MIN(elf->legacy_size, LIBBPF_DEF_BYTES);
	memcpy(&def, sec->data + sym->value, known);
	err = check_rest(&def, sec->data + sym->value + known, elf->legacy_size - known, sym,
			 error);
	if (err)
		return err;
	if (!*sym->name || find_map(elf, sym->name))
		return bpf_elf__refuse(
			error, "elf: two maps in the section 'maps' are named '%.64s'", sym->name);
	*map = (struct bpf_elf_map){
		.name = sym->name,
		.style = BPF_ELF_MAP_LEGACY,
		.symbol = idx,
		.offset = (uint32_t)sym->value,
		.type = def.type,
		.key_size = def.key_size,
		.value_size = def.value_size,
		.max_entries = def.max_entries,
		.flags = def.map_flags,
		.inner_map_idx = def.inner_map_idx,
		.numa_node = def.numa_node,
		.is_static = sym->bind == STB_LOCAL,
	};
	elf->nr_maps++;
	return 0;
}

static int compare_offsets(const void *a, const void *b)
{
	const struct bpf_elf_map *x = a, *y = b;

	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static int read_legacy_maps(struct bpf_elf *elf, uint32_t nr, struct strbuf *error)
{
	const struct bpf_elf_section *sec = &elf->sections[elf->legacy_section];
	uint32_t i;
	int err;

	if (sec->type != SHT_PROGBITS || sec->size % nr || sec->size / nr < 4 ||
	    sec->size / nr > 4096)
		return bpf_elf__refuse(
			error,
			"elf: unable to determine legacy map definition size: the section "
			"'maps' has %" PRIu64 " bytes and %u symbols",
			sec->size, nr);
	elf->legacy_size = (uint32_t)(sec->size / nr);
	for (i = 0; i < elf->nr_symbols; i++) {
		if (!is_legacy_map(elf, &elf->symbols[i]))
			continue;
		err = read_legacy_map(elf, i, error);
		if (err)
			return err;
	}
	qsort(elf->maps, elf->nr_maps, sizeof(*elf->maps), compare_offsets);
	for (i = 1; i < elf->nr_maps; i++)
		if (elf->maps[i].offset == elf->maps[i - 1].offset)
			return bpf_elf__refuse(error,
					       "elf: maps '%.64s' and '%.64s' are one definition",
					       elf->maps[i - 1].name, elf->maps[i].name);
	return 0;
}

/* --- BTF-defined maps ------------------------------------------------------------------------- */

/* A number is said as "pointer to an array of so many". */
static bool member_number(const struct btf *btf, uint32_t id, uint32_t *ret)
{
	const struct btf_type *t = skip_modifiers(btf, id);

	if (!t || !btf_is_ptr(t))
		return false;
	t = btf__type_by_id(btf, t->type);
	if (!t || !btf_is_array(t))
		return false;
	*ret = btf_array(t)->nelems;
	return true;
}

static void member_type(const struct btf *btf, uint32_t id, uint32_t *ret_id, uint32_t *ret_size)
{
	const struct btf_type *t = skip_modifiers(btf, id);
	int64_t size;

	if (!t || !btf_is_ptr(t))
		return;
	size = type_size(btf, t->type);
	*ret_id = t->type;
	*ret_size = size < 0 ? 0 : (uint32_t)size;
}

static void read_member(const struct btf *btf, const struct btf_member *m, struct bpf_elf_map *map)
{
	const char *name = btf__name_by_offset(btf, m->name_off);
	uint32_t number = 0;

	if (!name)
		return;
	if (!strcmp(name, "key")) {
		member_type(btf, m->type, &map->key_id, &map->key_size);
	} else if (!strcmp(name, "value")) {
		member_type(btf, m->type, &map->value_id, &map->value_size);
	} else if (!strcmp(name, "values")) {
		map->key_size = map->key_size ? map->key_size : sizeof(uint32_t);
		map->value_size = sizeof(uint32_t);
	} else if (member_number(btf, m->type, &number)) {
		if (!strcmp(name, "type"))
			map->type = number;
		else if (!strcmp(name, "max_entries"))
			map->max_entries = number;
		else if (!strcmp(name, "key_size"))
			map->key_size = number;
		else if (!strcmp(name, "value_size"))
			map->value_size = number;
		else if (!strcmp(name, "map_flags"))
			map->flags = number;
		else if (!strcmp(name, "numa_node"))
			map->numa_node = number;
		else if (!strcmp(name, "map_extra"))
			map->map_extra = number;
		else if (!strcmp(name, "pinning"))
			map->pinned = number != 0;
	}
}

static int read_btf_map(struct bpf_elf *elf, uint32_t var_id, struct strbuf *error)
{
	const struct btf_type *var = btf__type_by_id(elf->btf, var_id), *def;
	struct bpf_elf_map *map = &elf->maps[elf->nr_maps];
	const char *name = NULL;
	unsigned int i;

	if (var && btf_is_var(var))
		name = btf__name_by_offset(elf->btf, var->name_off);
	if (!name || !*name)
		return bpf_elf__refuse(error, "damaged: type %u in the BTF of .maps is no variable",
				       var_id);
	def = skip_modifiers(elf->btf, var->type);
	if (!def || !btf_is_struct(def))
		return bpf_elf__refuse(error, "map '%.64s': its BTF is not that of a map", name);
	*map = (struct bpf_elf_map){
		.name = name,
		.style = BPF_ELF_MAP_BTF,
		.is_static = btf_var(var)->linkage != BTF_VAR_GLOBAL_ALLOCATED,
	};
	for (i = 0; i < btf_vlen(def); i++)
		read_member(elf->btf, &btf_members(def)[i], map);
	elf->nr_maps++;
	return 0;
}

static const struct btf_type *find_datasec(const struct btf *btf, const char *wanted)
{
	int32_t id = btf__find_by_name_kind(btf, wanted, BTF_KIND_DATASEC);

	return id > 0 ? btf__type_by_id(btf, (uint32_t)id) : NULL;
}

int bpf_elf__read_maps(struct bpf_elf *elf, struct strbuf *error)
{
	const struct btf_type *datasec = elf->btf ? find_datasec(elf->btf, ".maps") : NULL;
	uint32_t nr_btf = datasec ? btf_vlen(datasec) : 0, nr_legacy = 0, i;
	int err;

	elf->legacy_section = bpf_elf__section(elf, "maps");
	for (i = elf->legacy_section + 1; elf->legacy_section && i < elf->nr_sections; i++)
		if (!strcmp(elf->sections[i].name, "maps"))
			return bpf_elf__refuse(error, "damaged: two sections 'maps'");
	for (i = 0; elf->legacy_section && i < elf->nr_symbols; i++)
		nr_legacy += is_legacy_map(elf, &elf->symbols[i]);
	if (elf->legacy_section && !nr_legacy && elf->sections[elf->legacy_section].size)
		return bpf_elf__refuse(error,
				       "elf: unable to determine legacy map definition size: the "
				       "section 'maps' has no symbols");
	if (nr_btf > BPF_ELF_MAX_MAPS || nr_legacy > BPF_ELF_MAX_MAPS)
		return bpf_elf__refuse(error, "%u maps; more than %u are refused",
				       nr_btf + nr_legacy, BPF_ELF_MAX_MAPS);
	elf->maps = calloc(nr_btf + nr_legacy + 1, sizeof(*elf->maps));
	if (!elf->maps)
		return -ENOMEM;
	if (nr_legacy) {
		err = read_legacy_maps(elf, nr_legacy, error);
		if (err)
			return err;
	}
	for (i = 0; i < nr_btf; i++) {
		err = read_btf_map(elf, btf_var_secinfos(datasec)[i].type, error);
		if (err)
			return err;
	}
	if (elf->btf)
		find_markers(elf);
	return 0;
}
