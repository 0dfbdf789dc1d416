// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * legacy_map_btf.c - see legacy_map.h: maps as BTF declares them.
 *
 * A number is a pointer to an array of so many elements, a type is a pointer to it. Types are only
 * added, and those that change keep their size: .BTF.ext refers to ids.
 */
#include <bpf/btf.h>
#include <errno.h>
#include <linux/bpf.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_elf_priv.h"
#include "legacy_map_priv.h"
#include "strbuf.h"
#include "util.h"

#define MAX_MEMBERS 7
#define MAX_LOOKUPS (1ull << 26) /* variables times symbols: what a hostile object may cost us */

/* struct builder - @int_id, @char_id: elements of the arrays that stand for numbers. */
struct builder {
	const struct bpf_elf *elf;
	struct btf *btf;
	int int_id;
	int char_id;
};

/* struct declaration - members of one map; an id below 0 is an error. */
struct declaration {
	const char *name[MAX_MEMBERS];
	int id[MAX_MEMBERS];
	unsigned int nr;
};

static void declare(struct declaration *decl, const char *name, int id)
{
	decl->name[decl->nr] = name;
	decl->id[decl->nr] = id;
	decl->nr++;
}

/* The kernel wants an array to be below 4 GiB, even if no one ever makes it. */
static int add_number(struct builder *b, uint32_t number)
{
	int elem = number > UINT32_MAX / sizeof(int) ? b->char_id : b->int_id;
	int array = btf__add_array(b->btf, b->int_id, elem, number);

	return array < 0 ? array : btf__add_ptr(b->btf, array);
}

static int find_or_add_int(struct btf *btf, const char *name, size_t size, int encoding)
{
	int id = btf__find_by_name_kind(btf, name, BTF_KIND_INT);

	if (id > 0 && btf__type_by_id(btf, (uint32_t)id)->size == size)
		return id;
	return btf__add_int(btf, name, size, encoding);
}

static struct btf_type *writable(struct btf *btf, uint32_t id)
{
	return (struct btf_type *)btf__type_by_id(btf, id);
}

/*
 * The marker's section goes away, and its BTF becomes what our headers make of a marker: the element
 * of the array that says the map's type. The two kinds of BTF are equally long.
 */
static int marker_to_array(struct builder *b, const struct bpf_elf_map *map, uint32_t section)
{
	const char *name = b->elf->sections[section].name;
	int id = btf__find_by_name_kind(b->btf, name, BTF_KIND_DATASEC);
	uint64_t size = (uint64_t)map->marker.key_size + map->marker.value_size;
	struct btf_array *array;
	struct btf_type *t;

	_Static_assert(sizeof(struct btf_array) == sizeof(struct btf_var_secinfo), "kinds of BTF");
	if (id < 0)
		return id;
	t = writable(b->btf, (uint32_t)id);
	t->name_off = 0;
	t->info = BTF_KIND_ARRAY << 24;
	t->size = 0;
	array = btf_array(t);
	array->type = map->marker.type_id;
	array->index_type = (uint32_t)b->int_id;
	array->nelems = map->type;
	/* Alignment adds to the size, but does not double it. */
	if (map->type && size > UINT32_MAX / 2 / map->type) {
		array->nelems = 1;
		return add_number(b, map->type);
	}
	return btf__add_ptr(b->btf, id);
}

/*
 * Types of maps whose keys and values the kernel checks against BTF. To the others (fds, stacks,
 * queues) libbpf passes none.
 */
static bool takes_types(uint32_t map_type)
{
	switch (map_type) {
	case BPF_MAP_TYPE_HASH:
	case BPF_MAP_TYPE_ARRAY:
	case BPF_MAP_TYPE_PERCPU_HASH:
	case BPF_MAP_TYPE_PERCPU_ARRAY:
	case BPF_MAP_TYPE_LRU_HASH:
	case BPF_MAP_TYPE_LRU_PERCPU_HASH:
	case BPF_MAP_TYPE_LPM_TRIE:
	case BPF_MAP_TYPE_CGROUP_STORAGE:
	case BPF_MAP_TYPE_PERCPU_CGROUP_STORAGE:
	case BPF_MAP_TYPE_SK_STORAGE:
		return true;
	}
	return false;
}

static bool has_types(const struct bpf_elf_map *map, struct strbuf *notes)
{
	const struct bpf_elf_marker *marker = &map->marker;

	if (!marker->type_id)
		return false;
	if (!marker->is_usable) {
		strbuf__addf(notes,
			     "map %.64s: its marker has no key and value of known size; "
			     "converted without types\n",
			     map->name);
		return false;
	}
	if (!bpf_elf_map__marker_agrees(map)) {
		strbuf__addf(notes,
			     "map %.64s: its marker has a key of %u and a value of %u bytes, the "
			     "map %u and %u; converted without types\n",
			     map->name, marker->key_size, marker->value_size, map->key_size,
			     map->value_size);
		return false;
	}
	return takes_types(map->type) && map->key_size && map->value_size;
}

/*
 * perf wants an element per CPU in these two, and objects have the number of the machine that built
 * them; perf 6.1 refuses more than there are. 0 makes libbpf fill in the CPUs of this machine.
 */
static uint32_t max_entries(const struct bpf_elf_map *map, struct strbuf *notes)
{
	if (map->type != BPF_MAP_TYPE_PERF_EVENT_ARRAY || !map->max_entries ||
	    (strcmp(map->name, "__augmented_syscalls__") && strcmp(map->name, "__bpf_stdout__")))
		return map->max_entries;
	strbuf__addf(notes, "map %s: max_entries %u becomes as many as there are CPUs\n", map->name,
		     map->max_entries);
	return 0;
}

static int add_struct(struct builder *b, const struct declaration *decl, uint32_t *ret_size)
{
	uint32_t size = 0;
	unsigned int i;
	int id, err;

	for (i = 0; i < decl->nr; i++) {
		if (decl->id[i] < 0)
			return decl->id[i];
		/* The array of inner maps has no elements. */
		size += strcmp(decl->name[i], "values") ? sizeof(uint64_t) : 0;
	}
	id = btf__add_struct(b->btf, NULL, size);
	for (i = 0; id > 0 && i < decl->nr; i++) {
		err = btf__add_field(b->btf, decl->name[i], decl->id[i], i * 64, 0);
		if (err)
			return err;
	}
	*ret_size = size;
	return id;
}

static bool is_of_maps(const struct bpf_elf_map *map)
{
	return map->type == BPF_MAP_TYPE_ARRAY_OF_MAPS || map->type == BPF_MAP_TYPE_HASH_OF_MAPS;
}

/* An array without elements of pointers to what declares the inner map. */
static int add_inner(struct builder *b, const struct bpf_elf_map *map,
		     const struct legacy_slot *slots, struct strbuf *error)
{
	int ptr;

	if (b->elf->legacy_size < 24 || map->inner_map_idx >= b->elf->nr_maps ||
	    is_of_maps(&b->elf->maps[map->inner_map_idx])) {
		strbuf__addf(error, "map '%.64s': no inner map (%u)", map->name,
			     map->inner_map_idx);
		return -ENOTSUP;
	}
	ptr = btf__add_ptr(b->btf, (int)slots[map->inner_map_idx].btf_id);
	return ptr < 0 ? ptr : btf__add_array(b->btf, b->int_id, ptr, 0);
}

static int declare_map(struct builder *b, uint32_t idx, struct legacy_slot *slots,
		       struct strbuf *notes, struct strbuf *error)
{
	const struct bpf_elf_map *map = &b->elf->maps[idx];
	struct legacy_slot *slot = &slots[idx];
	struct declaration decl = {};
	int id;

	declare(&decl, "type",
		slot->marker_section && b->elf->btf ? marker_to_array(b, map, slot->marker_section)
						    : add_number(b, map->type));
	if (has_types(map, notes)) {
		declare(&decl, "key", btf__add_ptr(b->btf, (int)map->marker.key_id));
		declare(&decl, "value", btf__add_ptr(b->btf, (int)map->marker.value_id));
	} else {
		declare(&decl, "key_size", add_number(b, map->key_size));
		declare(&decl, "value_size",
			add_number(b, is_of_maps(map) ? sizeof(uint32_t) : map->value_size));
	}
	declare(&decl, "max_entries", add_number(b, max_entries(map, notes)));
	if (map->flags)
		declare(&decl, "map_flags", add_number(b, map->flags));
	if (map->flags & BPF_F_NUMA_NODE)
		declare(&decl, "numa_node", add_number(b, map->numa_node));
	if (is_of_maps(map)) {
		id = add_inner(b, map, slots, error);
		if (id < 0)
			return id;
		declare(&decl, "values", id);
	}
	id = add_struct(b, &decl, &slot->size);
	if (id < 0)
		return id;
	slot->btf_id = (uint32_t)id;
	return 0;
}

/* Fill the BTF of the section `maps` in, and give it its new name. */
static int retype_datasec(struct builder *b, uint32_t id, const struct legacy_slot *slots,
			  uint32_t total, struct strbuf *error)
{
	uint32_t nr = b->elf->nr_maps, i, j;
	struct btf_var_secinfo *infos, info;
	struct btf_type *t, *var = NULL;
	int name_off;

	name_off = btf__add_str(b->btf, ".maps");
	if (name_off < 0)
		return name_off;
	t = writable(b->btf, id);
	if (btf_vlen(t) != nr)
		return bpf_elf__refuse(error, "its BTF has %u maps, its section 'maps' %u",
				       btf_vlen(t), nr);
	t->name_off = (uint32_t)name_off;
	t->size = total;
	infos = btf_var_secinfos(t);
	for (i = 0; i < nr; i++) {
		const char *wanted = b->elf->maps[i].name;

		for (j = i; j < nr; j++) {
			var = writable(b->btf, infos[j].type);
			if (var && btf_is_var(var) &&
			    !strcmp(btf__str_by_offset(b->btf, var->name_off) ?: "", wanted))
				break;
		}
		if (j == nr)
			return bpf_elf__refuse(error, "its BTF does not know the map '%.64s'",
					       wanted);
		info = infos[i];
		infos[i] = infos[j];
		infos[j] = info;
		infos[i].offset = slots[i].offset;
		infos[i].size = slots[i].size;
		var->type = slots[i].btf_id;
		btf_var(var)->linkage = BTF_VAR_GLOBAL_ALLOCATED;
	}
	return 0;
}

static int add_datasec(struct builder *b, const struct legacy_slot *slots, uint32_t total)
{
	int vars[BPF_ELF_MAX_MAPS], err, id;
	uint32_t i;

	for (i = 0; i < b->elf->nr_maps; i++) {
		vars[i] = btf__add_var(b->btf, b->elf->maps[i].name, BTF_VAR_GLOBAL_ALLOCATED,
				       (int)slots[i].btf_id);
		if (vars[i] < 0)
			return vars[i];
	}
	id = btf__add_datasec(b->btf, ".maps", total);
	if (id < 0)
		return id;
	for (i = 0; i < b->elf->nr_maps; i++) {
		err = btf__add_datasec_var_info(b->btf, vars[i], slots[i].offset, slots[i].size);
		if (err)
			return err;
	}
	return 0;
}

static const struct bpf_elf_symbol *find_symbol(const struct bpf_elf *elf, uint32_t section,
						const char *name)
{
	uint32_t i;

	for (i = 0; i < elf->nr_symbols; i++)
		if (elf->symbols[i].section == section && !strcmp(elf->symbols[i].name, name))
			return &elf->symbols[i];
	return NULL;
}

/*
 * The compiler leaves sizes and offsets of the other sections to relocations of BTF, which are not
 * kept. libbpf takes both from the symbols, and so do we, for readers that do not.
 */
static void fill_datasec(struct builder *b, struct btf_type *t)
{
	const char *name = btf__str_by_offset(b->btf, t->name_off);
	uint32_t section = name ? bpf_elf__section(b->elf, name) : 0, i;
	struct btf_var_secinfo *infos = btf_var_secinfos(t);

	if (t->size || !section || (uint64_t)btf_vlen(t) * b->elf->nr_symbols > MAX_LOOKUPS)
		return;
	for (i = 0; i < btf_vlen(t); i++) {
		const struct btf_type *var = btf__type_by_id(b->btf, infos[i].type);
		const char *var_name = var ? btf__str_by_offset(b->btf, var->name_off) : NULL;
		const struct bpf_elf_symbol *sym = NULL;

		if (var_name)
			sym = find_symbol(b->elf, section, var_name);
		if (!sym)
			return;
		infos[i].offset = (uint32_t)sym->value;
	}
	t->size = (uint32_t)b->elf->sections[section].size;
}

static int build(struct builder *b, struct legacy_slot *slots, uint32_t *ret_total,
		 struct strbuf *notes, struct strbuf *error)
{
	const struct bpf_elf *elf = b->elf;
	uint32_t nr_types = btf__type_cnt(b->btf), total = 0, i, pass;
	int id, err;

	b->int_id = find_or_add_int(b->btf, "int", sizeof(int), BTF_INT_SIGNED);
	b->char_id = find_or_add_int(b->btf, "unsigned char", 1, 0);
	if (b->int_id < 0 || b->char_id < 0)
		return MIN(b->int_id, b->char_id);
	/* Inner maps before those that hold them. */
	for (pass = 0; pass < 2; pass++) {
		for (i = 0; i < elf->nr_maps; i++) {
			if (is_of_maps(&elf->maps[i]) != (pass == 1))
				continue;
			err = declare_map(b, i, slots, notes, error);
			if (err)
				return err;
		}
	}
	for (i = 0; i < elf->nr_maps; i++) {
		slots[i].offset = total;
		total += slots[i].size;
	}
	*ret_total = total;
	id = btf__find_by_name_kind(b->btf, "maps", BTF_KIND_DATASEC);
	if (id > 0)
		err = retype_datasec(b, (uint32_t)id, slots, total, error);
	else
		err = elf->nr_maps ? add_datasec(b, slots, total) : 0;
	for (i = 1; !err && i < nr_types; i++)
		if (btf_is_datasec(btf__type_by_id(b->btf, i)))
			fill_datasec(b, writable(b->btf, i));
	return err;
}

/*
 * A copy that can be added to. libbpf adds as if types stood right behind the header, and strings
 * right behind the types, which a file need not do.
 */
static struct btf *copy_btf(const struct btf *old)
{
	const uint8_t *raw;
	struct btf_header hdr;
	struct strbuf data = {};
	struct btf *btf = NULL;
	uint32_t size, body, types;

	raw = btf__raw_data(old, &size);
	if (!raw)
		return NULL;
	memcpy(&hdr, raw, sizeof(hdr));
	body = hdr.hdr_len;
	types = hdr.type_off;
	hdr.hdr_len = sizeof(hdr);
	hdr.type_off = 0;
	strbuf__add(&data, (const char *)&hdr, sizeof(hdr));
	strbuf__add(&data, (const char *)raw + body + types, hdr.type_len);
	strbuf__add(&data, (const char *)raw + body + hdr.str_off, hdr.str_len);
	if (!strbuf__error(&data)) {
		hdr.str_off = hdr.type_len;
		memcpy(data.text, &hdr, sizeof(hdr));
		btf = btf__new(data.text, (uint32_t)data.len);
	} else {
		errno = ENOMEM;
	}
	strbuf__free(&data);
	return btf;
}

int legacy_map__build_btf(const struct bpf_elf *elf, struct legacy_slot *slots,
			  struct btf **ret_btf, uint32_t *ret_total, struct strbuf *notes,
			  struct strbuf *error)
{
	struct builder b = { .elf = elf };
	int err;

	b.btf = elf->btf ? copy_btf(elf->btf) : btf__new_empty();
	if (!b.btf)
		return -errno;
	err = build(&b, slots, ret_total, notes, error);
	if (err) {
		/* libbpf's additions fail for want of memory or of room; nothing else is known of them. */
		if (err != -ENOMEM && !error->len)
			strbuf__addf(error, "BTF: %s", strerror(-err));
		btf__free(b.btf);
		return err;
	}
	*ret_btf = b.btf;
	return 0;
}
