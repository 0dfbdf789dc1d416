// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * legacy_map_elf.c - see legacy_map.h: the converted object as a file. Sections that are not needed
 * any more are left out, so indices of sections and symbols change wherever a section has them.
 */
#include <bpf/btf.h>
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_elf_priv.h"
#include "legacy_map_priv.h"
#include "strbuf.h"

#define SHT_LLVM_ADDRSIG_NR 0x6fff4c03 /* indices of symbols, for linkers only */
#define DROPPED UINT32_MAX

/*
 * struct rewrite
 * @section_idx, @symbol_idx: new index of each old one, DROPPED for none.
 * @func_size: of old symbols that become functions, as libbpf wants programs to be; else 0.
 * @symtab, @names: what takes the place of the symbols and of the names of sections.
 * @nr_local: how many of the symbols are local; they come first.
 * @maps_name, @btf_name: where the two are in @names.
 * @btf_section: the old one; 0 when there was none, and one more is written.
 */
struct rewrite {
	const struct bpf_elf *elf;
	uint32_t *section_idx;
	uint32_t *symbol_idx;
	uint64_t *func_size;
	struct strbuf symtab;
	struct strbuf names;
	uint32_t nr_sections;
	uint32_t nr_local;
	uint32_t maps_name;
	uint32_t btf_name;
	const void *btf;
	uint32_t btf_size;
	uint32_t btf_section;
	uint32_t maps_size;
};

static bool is_reloc(const struct bpf_elf_section *sec)
{
	return sec->type == SHT_REL || sec->type == SHT_RELA;
}

static bool is_dropped(const struct rewrite *rw, const struct legacy_slot *slots, uint32_t idx)
{
	const struct bpf_elf_section *sec = &rw->elf->sections[idx];
	uint32_t i;

	if (is_reloc(sec) && sec->info == rw->btf_section && rw->btf_section)
		return true;
	if (sec->type == SHT_LLVM_ADDRSIG_NR)
		return true;
	for (i = 0; i < rw->elf->nr_maps; i++)
		if (slots[i].marker_section == idx)
			return true;
	return idx == rw->elf->legacy_section && !rw->elf->nr_maps;
}

static int number_sections(struct rewrite *rw, const struct legacy_slot *slots,
			   struct strbuf *error)
{
	const struct bpf_elf *elf = rw->elf;
	uint64_t total = 0;
	uint32_t i;

	rw->nr_sections = 1;
	for (i = 1; i < elf->nr_sections; i++) {
		const struct bpf_elf_section *sec = &elf->sections[i];

		if (sec->type == SHT_GROUP || sec->type == SHT_SYMTAB_SHNDX) {
			strbuf__addf(error, "section '%.64s' is of type %u", sec->name, sec->type);
			return -ENOTSUP;
		}
		if (is_reloc(sec) && sec->info >= elf->nr_sections)
			return bpf_elf__refuse(error, "section '%.64s' relocates section %u of %u",
					       sec->name, sec->info, elf->nr_sections);
		/* Sections that overlap would be written many times over. */
		total += sec->data ? sec->size : 0;
		if (total > elf->size)
			return bpf_elf__refuse(error, "its sections overlap");
		rw->section_idx[i] = is_dropped(rw, slots, i) ? DROPPED : rw->nr_sections++;
	}
	/* Relocations of what is gone are gone. */
	for (i = 1, rw->nr_sections = 1; i < elf->nr_sections; i++) {
		const struct bpf_elf_section *sec = &elf->sections[i];

		if (is_reloc(sec) && rw->section_idx[sec->info] == DROPPED)
			rw->section_idx[i] = DROPPED;
	}
	for (i = 1; i < elf->nr_sections; i++)
		if (rw->section_idx[i] != DROPPED)
			rw->section_idx[i] = rw->nr_sections++;
	return 0;
}

/*
 * Compilers before LLVM 10 left symbols without a type. libbpf 1.x wants programs to be functions,
 * and variables of BTF sections, maps too, to be objects.
 */
static void type_symbol(const struct rewrite *rw, uint32_t idx, Elf64_Sym *sym)
{
	const struct bpf_elf_symbol *old = &rw->elf->symbols[idx];
	const struct bpf_elf_section *sec = &rw->elf->sections[old->section];

	if (rw->func_size[idx]) {
		sym->st_info = ELF64_ST_INFO(old->bind, STT_FUNC);
		sym->st_size = rw->func_size[idx];
	} else if (old->type == STT_NOTYPE && old->bind == STB_GLOBAL && old->section &&
		   (sec->flags & SHF_ALLOC) && !(sec->flags & SHF_EXECINSTR)) {
		sym->st_info = ELF64_ST_INFO(old->bind, STT_OBJECT);
	}
}

static void write_symbols(struct rewrite *rw, const struct legacy_slot *slots)
{
	const struct bpf_elf *elf = rw->elf;
	const uint8_t *old = elf->sections[elf->symtab].data;
	uint32_t i, nr = 0, nr_local = elf->sections[elf->symtab].info;

	for (i = 0; i < elf->nr_symbols; i++) {
		Elf64_Sym sym;
		uint32_t m;

		memcpy(&sym, old + (size_t)i * sizeof(sym), sizeof(sym));
		if (elf->symbols[i].section)
			sym.st_shndx = (uint16_t)rw->section_idx[elf->symbols[i].section];
		if (elf->symbols[i].section &&
		    rw->section_idx[elf->symbols[i].section] == DROPPED) {
			rw->symbol_idx[i] = DROPPED;
			continue;
		}
		for (m = 0; elf->symbols[i].section == elf->legacy_section && m < elf->nr_maps;
		     m++) {
			if (elf->maps[m].symbol != i)
				continue;
			sym.st_value = slots[m].offset;
			sym.st_size = slots[m].size;
		}
		type_symbol(rw, i, &sym);
		rw->symbol_idx[i] = nr++;
		rw->nr_local += i < nr_local;
		strbuf__add(&rw->symtab, (const char *)&sym, sizeof(sym));
	}
}

/* Strings are only added behind the old ones: both names and parts of names are referred to. */
static void write_names(struct rewrite *rw)
{
	const struct bpf_elf_section *old = &rw->elf->sections[rw->elf->names_section];

	strbuf__add(&rw->names, (const char *)old->data, old->size);
	rw->maps_name = (uint32_t)rw->names.len;
	strbuf__add(&rw->names, ".maps", sizeof(".maps"));
	rw->btf_name = (uint32_t)rw->names.len;
	strbuf__add(&rw->names, ".BTF", sizeof(".BTF"));
}

static void align(struct strbuf *image, uint64_t to)
{
	static const char zeros[16];

	while (to > 1 && image->len % to && !strbuf__error(image)) {
		size_t gap = to - image->len % to;

		strbuf__add(image, zeros, gap < sizeof(zeros) ? gap : sizeof(zeros));
	}
}

static void add_zeros(struct strbuf *image, uint64_t nr)
{
	while (nr-- && !strbuf__error(image))
		strbuf__addc(image, '\0');
}

static void copy_relocs(const struct rewrite *rw, const struct bpf_elf_section *sec,
			struct strbuf *image)
{
	size_t entry = sec->type == SHT_REL ? sizeof(Elf64_Rel) : sizeof(Elf64_Rela);
	uint64_t off;

	for (off = 0; off + entry <= sec->size; off += entry) {
		Elf64_Rela rela = {};
		uint32_t symbol;

		memcpy(&rela, sec->data + off, entry);
		symbol = rw->symbol_idx[ELF64_R_SYM(rela.r_info)];
		if (symbol == DROPPED)
			continue;
		rela.r_info = ELF64_R_INFO((uint64_t)symbol, ELF64_R_TYPE(rela.r_info));
		strbuf__add(image, (const char *)&rela, entry);
	}
}

/* The bytes of an old section, or what takes their place. */
static void write_content(const struct rewrite *rw, uint32_t idx, struct strbuf *image)
{
	const struct bpf_elf_section *sec = &rw->elf->sections[idx];

	if (idx == rw->elf->symtab)
		strbuf__add(image, rw->symtab.text, rw->symtab.len);
	else if (idx == rw->elf->names_section)
		strbuf__add(image, rw->names.text, rw->names.len);
	else if (idx == rw->btf_section)
		strbuf__add(image, rw->btf, rw->btf_size);
	else if (idx == rw->elf->legacy_section)
		add_zeros(image, rw->maps_size);
	else if (is_reloc(sec))
		copy_relocs(rw, sec, image);
	else if (sec->data)
		strbuf__add(image, (const char *)sec->data, sec->size);
}

static uint32_t new_index(const struct rewrite *rw, uint32_t idx)
{
	return idx && idx < rw->elf->nr_sections && rw->section_idx[idx] != DROPPED
		       ? rw->section_idx[idx]
		       : 0;
}

static void write_section(const struct rewrite *rw, uint32_t idx, const uint8_t *old_headers,
			  struct strbuf *image, struct strbuf *headers)
{
	const struct bpf_elf_section *sec = &rw->elf->sections[idx];
	Elf64_Shdr shdr = {};

	if (sec->type != SHT_NULL)
		memcpy(&shdr, old_headers + (size_t)idx * sizeof(shdr), sizeof(shdr));
	align(image, sec->align);
	shdr.sh_offset = image->len;
	write_content(rw, idx, image);
	if (sec->type != SHT_NOBITS)
		shdr.sh_size = image->len - shdr.sh_offset;
	shdr.sh_link = new_index(rw, sec->link);
	if (is_reloc(sec) || (sec->flags & SHF_INFO_LINK))
		shdr.sh_info = new_index(rw, sec->info);
	if (idx == rw->elf->symtab)
		shdr.sh_info = rw->nr_local;
	if (idx == rw->elf->legacy_section) {
		shdr.sh_name = rw->maps_name;
		shdr.sh_addralign = sizeof(uint64_t);
	}
	strbuf__add(headers, (const char *)&shdr, sizeof(shdr));
}

static void write_extra_btf(const struct rewrite *rw, struct strbuf *image, struct strbuf *headers)
{
	Elf64_Shdr shdr = {
		.sh_name = rw->btf_name,
		.sh_type = SHT_PROGBITS,
		.sh_size = rw->btf_size,
		.sh_addralign = sizeof(uint32_t),
	};

	align(image, sizeof(uint32_t));
	shdr.sh_offset = image->len;
	strbuf__add(image, rw->btf, rw->btf_size);
	strbuf__add(headers, (const char *)&shdr, sizeof(shdr));
}

static void write_image(struct rewrite *rw, struct strbuf *image)
{
	const struct bpf_elf *elf = rw->elf;
	struct strbuf headers = {};
	const uint8_t *old_headers;
	Elf64_Ehdr ehdr;
	uint32_t i;

	memcpy(&ehdr, elf->bytes, sizeof(ehdr));
	old_headers = elf->bytes + ehdr.e_shoff;
	strbuf__add(image, (const char *)&ehdr, sizeof(ehdr));
	strbuf__add(&headers, (const char *)old_headers, sizeof(Elf64_Shdr));
	for (i = 1; i < elf->nr_sections; i++)
		if (rw->section_idx[i] != DROPPED)
			write_section(rw, i, old_headers, image, &headers);
	if (!rw->btf_section) {
		write_extra_btf(rw, image, &headers);
		rw->nr_sections++;
	}
	align(image, sizeof(uint64_t));
	ehdr.e_shoff = image->len;
	ehdr.e_shnum = (uint16_t)rw->nr_sections;
	ehdr.e_shstrndx = (uint16_t)rw->section_idx[elf->names_section];
	ehdr.e_phoff = 0;
	ehdr.e_phnum = 0;
	strbuf__add(image, headers.text, headers.len);
	if (!strbuf__error(image))
		memcpy(image->text, &ehdr, sizeof(ehdr));
	if (strbuf__error(&headers))
		image->err = strbuf__error(&headers);
	strbuf__free(&headers);
}

int legacy_map__write_elf(const struct bpf_elf *elf, const struct legacy_slot *slots,
			  const struct btf *btf, uint32_t total, struct strbuf *image,
			  struct strbuf *error)
{
	struct rewrite rw = { .elf = elf, .maps_size = total };
	int err = -ENOMEM;
	uint32_t i;

	rw.btf_section = bpf_elf__section(elf, ".BTF");
	rw.btf = btf__raw_data(btf, &rw.btf_size);
	rw.section_idx = calloc(elf->nr_sections, sizeof(*rw.section_idx));
	rw.symbol_idx = calloc(elf->nr_symbols + 1, sizeof(*rw.symbol_idx));
	rw.func_size = calloc(elf->nr_symbols + 1, sizeof(*rw.func_size));
	if (!rw.btf || !rw.section_idx || !rw.symbol_idx || !rw.func_size)
		goto out;
	for (i = 0; i < elf->nr_programs; i++)
		if (elf->programs[i].is_untyped)
			rw.func_size[elf->programs[i].symbol] = 8 * elf->programs[i].nr_insns;
	err = number_sections(&rw, slots, error);
	if (err)
		goto out;
	write_symbols(&rw, slots);
	write_names(&rw);
	write_image(&rw, image);
	err = strbuf__error(&rw.symtab) ?: strbuf__error(&rw.names) ?: strbuf__error(image);
out:
	strbuf__free(&rw.names);
	strbuf__free(&rw.symtab);
	free(rw.func_size);
	free(rw.symbol_idx);
	free(rw.section_idx);
	return err;
}
