// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * legacy_map.c - see legacy_map.h: what can be converted, and which sections of markers go away. The
 * BTF is made in legacy_map_btf.c, the file in legacy_map_elf.c.
 */
#include "legacy_map.h"

#include <bpf/btf.h>
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_elf_priv.h"
#include "legacy_map_priv.h"
#include "strbuf.h"

static int refuse_static(const char *name, struct strbuf *error)
{
	strbuf__addf(error, "map '%.64s' (legacy): static maps are not supported", name);
	return -ENOTSUP;
}

/* What old loaders took and no declaration in BTF can say. */
static int check_maps(const struct bpf_elf *elf, struct strbuf *error)
{
	uint32_t i;

	for (i = 0; i < elf->nr_maps; i++) {
		if (elf->maps[i].style == BPF_ELF_MAP_BTF) {
			strbuf__addf(error, "the object has maps in '.maps' as well ('%.64s')",
				     elf->maps[i].name);
			return -ENOTSUP;
		}
		if (elf->maps[i].is_static)
			return refuse_static(elf->maps[i].name, error);
	}
	return 0;
}

/*
 * Marks the sections that code or data refers to; debug information does not count. Code that refers
 * to the section of maps rather than to one of its symbols means a static map.
 */
static int find_users(const struct bpf_elf *elf, uint8_t *used, struct strbuf *error)
{
	uint32_t i;
	uint64_t off;

	for (i = 1; i < elf->nr_sections; i++) {
		const struct bpf_elf_section *sec = &elf->sections[i];
		size_t entry = sec->type == SHT_REL ? sizeof(Elf64_Rel) : sizeof(Elf64_Rela);

		if ((sec->type != SHT_REL && sec->type != SHT_RELA) ||
		    sec->info >= elf->nr_sections || !(elf->sections[sec->info].flags & SHF_ALLOC))
			continue;
		for (off = 0; off + entry <= sec->size; off += entry) {
			const struct bpf_elf_symbol *sym;
			Elf64_Rel rel;

			memcpy(&rel, sec->data + off, sizeof(rel));
			sym = &elf->symbols[ELF64_R_SYM(rel.r_info)];
			used[sym->section] = 1;
			if (sym->section && sym->section == elf->legacy_section &&
			    sym->type == STT_SECTION) {
				strbuf__addf(error,
					     "section '%.64s' refers to a map that has no symbol",
					     sec->name);
				return -ENOTSUP;
			}
		}
	}
	return 0;
}

/* Is the marker's BTF where it can be changed? Without BTF there is nothing to change. */
static bool is_replaceable(const struct bpf_elf *elf, const struct bpf_elf_map *map,
			   const char *section)
{
	const struct btf_type *datasec, *var;
	int32_t id;

	if (!elf->btf)
		return true;
	id = btf__find_by_name_kind(elf->btf, section, BTF_KIND_DATASEC);
	if (id <= 0 || !map->marker.type_id)
		return false;
	datasec = btf__type_by_id(elf->btf, (uint32_t)id);
	if (btf_vlen(datasec) != 1)
		return false;
	var = btf__type_by_id(elf->btf, btf_var_secinfos(datasec)->type);
	return var && btf_is_var(var) && var->type == map->marker.type_id;
}

/* The section `.maps.<name>`, when the marker is all that is in it and nothing refers to it. */
static uint32_t marker_section(const struct bpf_elf *elf, const struct bpf_elf_map *map,
			       const uint8_t *used)
{
	const size_t prefix = strlen(".maps."), marker_prefix = strlen(BPF_ELF_MARKER);
	uint32_t section, i;

	for (section = 1; section < elf->nr_sections; section++) {
		const char *name = elf->sections[section].name;

		if (!strncmp(name, ".maps.", prefix) && !strcmp(name + prefix, map->name))
			break;
	}
	/* A table of the file itself may have any name. */
	if (section == elf->nr_sections || section == elf->names_section ||
	    elf->sections[section].type != SHT_PROGBITS || used[section] ||
	    !is_replaceable(elf, map, elf->sections[section].name))
		return 0;
	for (i = 0; i < elf->nr_symbols; i++) {
		const struct bpf_elf_symbol *sym = &elf->symbols[i];

		if (sym->section == section && sym->type != STT_SECTION &&
		    (strncmp(sym->name, BPF_ELF_MARKER, marker_prefix) ||
		     strcmp(sym->name + marker_prefix, map->name)))
			return 0;
	}
	return section;
}

static int convert(const struct bpf_elf *elf, struct legacy_slot *slots, uint8_t *used,
		   struct strbuf *image, struct strbuf *notes, struct strbuf *error)
{
	struct btf *btf = NULL;
	uint32_t total, i;
	int err;

	err = check_maps(elf, error);
	if (err)
		return err;
	err = find_users(elf, used, error);
	if (err)
		return err;
	for (i = 0; i < elf->nr_maps; i++)
		slots[i].marker_section = marker_section(elf, &elf->maps[i], used);
	err = legacy_map__build_btf(elf, slots, &btf, &total, notes, error);
	if (err)
		return err;
	err = legacy_map__write_elf(elf, slots, btf, total, image, error);
	btf__free(btf);
	return err;
}

int legacy_map__convert(const struct bpf_elf *elf, void **ret_bytes, size_t *ret_size,
			struct strbuf *notes, struct strbuf *error)
{
	struct strbuf image = {}, reason = {}, ignored = {};
	struct legacy_slot *slots;
	uint8_t *used;
	int err = -ENOMEM;

	slots = calloc(elf->nr_maps + 1, sizeof(*slots));
	used = calloc(elf->nr_sections, sizeof(*used));
	if (slots && used)
		err = convert(elf, slots, used, &image, notes ? notes : &ignored, &reason);
	if (!err)
		err = strbuf__error(&image);
	if (!err) {
		*ret_bytes = image.text;
		*ret_size = image.len;
		image = (struct strbuf){};
	} else if (err != -ENOMEM) {
		strbuf__addf(error, LEGACY_MAP_REFUSED ", and this object cannot be converted: %s",
			     strbuf__cstr(&reason));
	}
	strbuf__free(&ignored);
	strbuf__free(&reason);
	strbuf__free(&image);
	free(used);
	free(slots);
	return err;
}
