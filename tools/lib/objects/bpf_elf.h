/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_elf.h - what a BPF object file holds, read from its bytes without loading anything.
 *
 * The one place that knows the ELF format. Every byte of an object is hostile: offsets, counts,
 * names and BTF are checked here, so that what a struct bpf_elf holds can be used as it is. The
 * bytes are read by hand rather than by libelf: the few structures are fixed, the checks are ours,
 * and a refusal can say what is wrong with the file.
 */
#ifndef PERF_AUGMENT_BPF_ELF_H
#define PERF_AUGMENT_BPF_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct btf;
struct strbuf;

/** BPF_ELF_MAX_BYTES - a larger file is refused; objects with DWARF are some 10 kB per program. */
#define BPF_ELF_MAX_BYTES (64u << 20)
#define BPF_ELF_MAX_SECTIONS 8192
#define BPF_ELF_MAX_SYMBOLS (1u << 20)
#define BPF_ELF_MAX_MAPS 1024

/** BPF_ELF_MARKER - what the names of markers begin with; the map's name follows. */
#define BPF_ELF_MARKER "____btf_map_"

/**
 * struct bpf_elf_section
 * @name: never NULL.
 * @data: NULL when the file holds no bytes for it (SHT_NOBITS).
 * @size: of @data, or of the memory that it stands for.
 * @link, @info: as in the file; not checked.
 */
struct bpf_elf_section {
	const char *name;
	const uint8_t *data;
	uint64_t size;
	uint64_t flags;
	uint64_t align;
	uint64_t entsize;
	uint32_t type;
	uint32_t link;
	uint32_t info;
};

/**
 * struct bpf_elf_symbol
 * @section: index below nr_sections; 0 when it is in none (undefined, absolute, common).
 * @raw_section: st_shndx.
 */
struct bpf_elf_symbol {
	const char *name;
	uint64_t value;
	uint64_t size;
	uint32_t section;
	uint16_t raw_section;
	uint8_t bind;
	uint8_t type;
	uint8_t other;
};

/**
 * struct bpf_elf_program - a function in a section with code.
 * @section: index.
 * @is_subprog: it is in .text beside programs in other sections, and called by them.
 * @is_static: libbpf takes no static function as a program.
 * @is_untyped: its symbol is of no type and size, as compilers before LLVM 10 left them; libbpf 1.x
 *	does not see such a program. @nr_insns is up to the next one then.
 */
struct bpf_elf_program {
	const char *name;
	uint32_t symbol;
	uint32_t section;
	uint64_t offset;
	uint64_t nr_insns;
	bool is_subprog;
	bool is_static;
	bool is_untyped;
};

/** enum bpf_elf_map_style - how a map is declared. */
enum bpf_elf_map_style {
	BPF_ELF_MAP_BTF,    /* a variable in .maps whose type says it all: libbpf 0.0.4 and later */
	BPF_ELF_MAP_LEGACY, /* numbers in the section `maps`: libbpf before 1.0 */
};

/**
 * struct bpf_elf_marker - struct ____btf_map_<name> of the object's BTF.
 * @type_id: of the struct; 0 when there is none.
 * @key_id, @value_id: types of its first two members.
 * @key_size, @value_size: in bytes.
 * @is_usable: it has two members of known size.
 */
struct bpf_elf_marker {
	uint32_t type_id;
	uint32_t key_id, value_id;
	uint32_t key_size, value_size;
	bool is_usable;
};

/**
 * struct bpf_elf_map
 * @symbol: index of its symbol; of a legacy map, else 0.
 * @offset: of a legacy definition in its section.
 * @type: BPF_MAP_TYPE_*, or a number that nobody knows.
 * @key_id, @value_id: types, from the declaration alone; 0 when it has sizes only.
 * @inner_map_idx: of a legacy map of maps.
 * @is_static: a variable of one file: no loader takes it.
 */
struct bpf_elf_map {
	const char *name;
	enum bpf_elf_map_style style;
	uint32_t symbol;
	uint32_t offset;
	uint32_t type;
	uint32_t key_size, value_size;
	uint32_t key_id, value_id;
	uint32_t max_entries;
	uint32_t flags;
	uint32_t inner_map_idx;
	uint32_t numa_node;
	uint64_t map_extra;
	bool pinned;
	bool is_static;
	struct bpf_elf_marker marker;
};

/**
 * struct bpf_elf_relocs - how many of which; @maps to @externs are those of code; @core_ids are those of
 * @core that ask for the number of a type in the kernel's BTF.
 */
struct bpf_elf_relocs {
	uint32_t maps;
	uint32_t calls;
	uint32_t data;
	uint32_t externs;
	uint32_t core;
	uint32_t core_ids;
};

/**
 * struct bpf_elf - an object that was read; names and data are in its bytes, which are borrowed.
 * @license: NULL when there is no licence section, or no string in it.
 * @version: of the section `version`, which kernels before 5.0 wanted; valid with @has_version.
 * @btf: NULL when there is none; @btf_err tells -ENOENT from BTF that cannot be read.
 * @legacy_section: index of the section `maps`, 0 for none.
 * @legacy_size: bytes of one definition in it.
 */
struct bpf_elf {
	const uint8_t *bytes;
	size_t size;
	struct bpf_elf_section *sections;
	uint32_t nr_sections;
	uint32_t names_section;
	uint32_t symtab;
	struct bpf_elf_symbol *symbols;
	uint32_t nr_symbols;
	struct bpf_elf_program *programs;
	uint32_t nr_programs;
	struct bpf_elf_map *maps;
	uint32_t nr_maps;
	const char *license;
	uint32_t version;
	bool has_version;
	struct btf *btf;
	int btf_err;
	bool has_func_info;
	bool has_line_info;
	struct bpf_elf_relocs relocs;
	uint32_t legacy_section;
	uint32_t legacy_size;
};

/**
 * bpf_elf__parse() - read an object.
 * @bytes: stays the caller's, and must outlive the result.
 * @error: on failure gets what is wrong, to be put behind the file's name and ": ".
 * Return: 0; -EINVAL when it is not an object that can be used; -ENOMEM.
 */
int bpf_elf__parse(const void *bytes, size_t size, struct bpf_elf **ret_elf, struct strbuf *error);
void bpf_elf__free(struct bpf_elf *elf);

/** bpf_elf__section() - index of the section called @name; 0 for none. */
uint32_t bpf_elf__section(const struct bpf_elf *elf, const char *name);

/** bpf_elf__is_legacy() - does it have maps that libbpf 1.x refuses? */
bool bpf_elf__is_legacy(const struct bpf_elf *elf);

/**
 * bpf_elf_map__marker_agrees() - are key and value of the marker as large as those of the map?
 *
 * A side that the map has no size for (the records of a ring buffer) agrees with anything. True
 * for a map without a marker.
 */
bool bpf_elf_map__marker_agrees(const struct bpf_elf_map *map);

/**
 * bpf_elf__is_gpl() - would the kernel take the licence for GPL-compatible?
 * @license: NULL is not.
 */
bool bpf_elf__is_gpl(const char *license);

#endif /* PERF_AUGMENT_BPF_ELF_H */
