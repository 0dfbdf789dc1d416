// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * bpf_elf.c - see bpf_elf.h: the ELF header, sections, symbols, licence and version. Programs and
 * relocations are in bpf_elf_code.c, BTF in bpf_elf_btf.c, maps in bpf_elf_maps.c.
 */
#include "bpf_elf.h"

#include <bpf/btf.h>
#include <elf.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_elf_priv.h"
#include "strbuf.h"
#include "util.h"

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define NATIVE_DATA ELFDATA2LSB
#define NATIVE_NAME "little-endian"
#define OTHER_NAME "big-endian"
#else
#define NATIVE_DATA ELFDATA2MSB
#define NATIVE_NAME "big-endian"
#define OTHER_NAME "little-endian"
#endif

/* Machines that people build for by mistake. */
static const struct {
	uint16_t machine;
	const char *name;
} machines[] = {
	{ EM_386, "x86" },	 { EM_X86_64, "x86-64" }, { EM_ARM, "Arm" },
	{ EM_AARCH64, "arm64" }, { EM_PPC64, "PowerPC" }, { EM_S390, "s390" },
	{ EM_RISCV, "RISC-V" },
};

int bpf_elf__refuse(struct strbuf *error, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	strbuf__vaddf(error, fmt, ap);
	va_end(ap);
	return -EINVAL;
}

static int check_ident(const uint8_t *ident, size_t size, struct strbuf *error)
{
	if (!size)
		return bpf_elf__refuse(error, "the file is empty");
	if (size < SELFMAG || memcmp(ident, ELFMAG, SELFMAG))
		return bpf_elf__refuse(error, "not an ELF file; a source is compiled with "
					      "`perf-augment build`");
	if (size < sizeof(Elf64_Ehdr))
		return bpf_elf__refuse(error, "cut off: %zu bytes are not even an ELF header",
				       size);
	if (ident[EI_CLASS] != ELFCLASS64)
		return bpf_elf__refuse(error, "a 32-bit ELF file; BPF objects are 64-bit: was it "
					      "compiled with -target bpf?");
	if (ident[EI_DATA] == NATIVE_DATA)
		return 0;
	if (ident[EI_DATA] != ELFDATA2LSB && ident[EI_DATA] != ELFDATA2MSB)
		return bpf_elf__refuse(error, "an ELF file of no known byte order (%u)",
				       ident[EI_DATA]);
	return bpf_elf__refuse(error, OTHER_NAME ", and this machine is " NATIVE_NAME
						 ": compile it again with -target bpf");
}

static int check_header(const Elf64_Ehdr *ehdr, size_t size, struct strbuf *error)
{
	uint64_t end;
	size_t i;

	/* 0 is what the first versions of the compiler wrote; libbpf takes it too. */
	if (ehdr->e_machine != EM_BPF && ehdr->e_machine != EM_NONE) {
		for (i = 0; i < ARRAY_SIZE(machines); i++)
			if (machines[i].machine == ehdr->e_machine)
				break;
		return bpf_elf__refuse(error,
				       "made for %s (ELF machine %u), not for BPF (%u): was "
				       "it compiled with -target bpf?",
				       i < ARRAY_SIZE(machines) ? machines[i].name
								: "another machine",
				       ehdr->e_machine, EM_BPF);
	}
	if (ehdr->e_type != ET_REL)
		return bpf_elf__refuse(error, "an ELF file of type %u, not an object file (%u)",
				       ehdr->e_type, ET_REL);
	if (!ehdr->e_shoff || !ehdr->e_shnum)
		return bpf_elf__refuse(error, "an ELF file without sections");
	if (ehdr->e_shentsize != sizeof(Elf64_Shdr))
		return bpf_elf__refuse(error, "damaged: section headers of %u bytes, not %zu",
				       ehdr->e_shentsize, sizeof(Elf64_Shdr));
	if (ehdr->e_shnum > BPF_ELF_MAX_SECTIONS)
		return bpf_elf__refuse(error, "%u sections; more than %u are refused",
				       ehdr->e_shnum, BPF_ELF_MAX_SECTIONS);
	end = (uint64_t)ehdr->e_shnum * sizeof(Elf64_Shdr);
	if (ehdr->e_shoff > size || end > size - ehdr->e_shoff)
		return bpf_elf__refuse(error,
				       "cut off: %u section headers should be at byte %" PRIu64
				       ", the file has %zu bytes",
				       ehdr->e_shnum, ehdr->e_shoff, size);
	if (!ehdr->e_shstrndx || ehdr->e_shstrndx >= ehdr->e_shnum)
		return bpf_elf__refuse(error,
				       "damaged: section names are said to be in section %u "
				       "of %u",
				       ehdr->e_shstrndx, ehdr->e_shnum);
	return 0;
}

/* The bytes of a section, or a refusal when they are not all in the file. */
static int locate_section(struct bpf_elf *elf, uint32_t idx, const Elf64_Shdr *shdr,
			  struct strbuf *error)
{
	struct bpf_elf_section *sec = &elf->sections[idx];

	/* The rest of such a header means nothing. */
	*sec = (struct bpf_elf_section){ .name = "", .type = SHT_NULL };
	if (shdr->sh_type == SHT_NULL)
		return 0;
	*sec = (struct bpf_elf_section){
		.name = "",
		.size = shdr->sh_size,
		.flags = shdr->sh_flags,
		.align = shdr->sh_addralign,
		.entsize = shdr->sh_entsize,
		.type = shdr->sh_type,
		.link = shdr->sh_link,
		.info = shdr->sh_info,
	};
	if (sec->align > 4096 || (sec->align & (sec->align - 1)))
		return bpf_elf__refuse(error, "damaged: section %u is aligned to %" PRIu64 " bytes",
				       idx, sec->align);
	if (sec->type == SHT_NOBITS)
		return 0;
	if (shdr->sh_offset > elf->size || sec->size > elf->size - shdr->sh_offset)
		return bpf_elf__refuse(error,
				       "cut off: section %u should be %" PRIu64
				       " bytes at byte %" PRIu64 ", the file has %zu bytes",
				       idx, sec->size, shdr->sh_offset, elf->size);
	sec->data = elf->bytes + shdr->sh_offset;
	return 0;
}

/* A string table ends with a NUL, so that any offset below its size is a string. */
static bool is_string_table(const struct bpf_elf_section *sec)
{
	return sec->type == SHT_STRTAB && sec->size && !sec->data[sec->size - 1];
}

int bpf_elf__read_sections(struct bpf_elf *elf, struct strbuf *error)
{
	const struct bpf_elf_section *names;
	Elf64_Ehdr ehdr;
	Elf64_Shdr shdr;
	uint32_t i;
	int err;

	err = check_ident(elf->bytes, elf->size, error);
	if (err)
		return err;
	memcpy(&ehdr, elf->bytes, sizeof(ehdr));
	err = check_header(&ehdr, elf->size, error);
	if (err)
		return err;
	elf->sections = calloc(ehdr.e_shnum, sizeof(*elf->sections));
	if (!elf->sections)
		return -ENOMEM;
	elf->nr_sections = ehdr.e_shnum;
	elf->names_section = ehdr.e_shstrndx;
	for (i = 0; i < elf->nr_sections; i++) {
		memcpy(&shdr, elf->bytes + ehdr.e_shoff + i * sizeof(shdr), sizeof(shdr));
		err = locate_section(elf, i, &shdr, error);
		if (err)
			return err;
	}
	names = &elf->sections[elf->names_section];
	if (!is_string_table(names))
		return bpf_elf__refuse(error, "damaged: section %u holds no names of sections",
				       elf->names_section);
	for (i = 0; i < elf->nr_sections; i++) {
		memcpy(&shdr, elf->bytes + ehdr.e_shoff + i * sizeof(shdr), sizeof(shdr));
		if (shdr.sh_name >= names->size)
			return bpf_elf__refuse(error,
					       "damaged: section %u has its name at byte %u "
					       "of %" PRIu64,
					       i, shdr.sh_name, names->size);
		elf->sections[i].name = (const char *)names->data + shdr.sh_name;
	}
	return 0;
}

static int read_symbol(struct bpf_elf *elf, uint32_t idx, const struct bpf_elf_section *names,
		       struct strbuf *error)
{
	const struct bpf_elf_section *tab = &elf->sections[elf->symtab];
	struct bpf_elf_symbol *sym = &elf->symbols[idx];
	Elf64_Sym raw;

	memcpy(&raw, tab->data + (size_t)idx * sizeof(raw), sizeof(raw));
	if (raw.st_name >= names->size)
		return bpf_elf__refuse(error,
				       "damaged: symbol %u has its name at byte %u of %" PRIu64,
				       idx, raw.st_name, names->size);
	*sym = (struct bpf_elf_symbol){
		.name = (const char *)names->data + raw.st_name,
		.value = raw.st_value,
		.size = raw.st_size,
		.raw_section = raw.st_shndx,
		.bind = ELF64_ST_BIND(raw.st_info),
		.type = ELF64_ST_TYPE(raw.st_info),
		.other = raw.st_other,
	};
	if (raw.st_shndx == SHN_XINDEX ||
	    (raw.st_shndx < SHN_LORESERVE && raw.st_shndx >= elf->nr_sections))
		return bpf_elf__refuse(error, "damaged: symbol %u '%.64s' is in section %u of %u",
				       idx, sym->name, raw.st_shndx, elf->nr_sections);
	if (raw.st_shndx < SHN_LORESERVE)
		sym->section = raw.st_shndx;
	return 0;
}

int bpf_elf__read_symbols(struct bpf_elf *elf, struct strbuf *error)
{
	const struct bpf_elf_section *tab, *names;
	uint32_t i;
	int err;

	for (i = 1; i < elf->nr_sections; i++) {
		if (elf->sections[i].type != SHT_SYMTAB)
			continue;
		if (elf->symtab)
			return bpf_elf__refuse(error, "damaged: two symbol tables");
		elf->symtab = i;
	}
	if (!elf->symtab)
		return bpf_elf__refuse(error,
				       "no symbol table: a stripped object cannot be loaded");
	tab = &elf->sections[elf->symtab];
	if (tab->size % sizeof(Elf64_Sym) || tab->size / sizeof(Elf64_Sym) > BPF_ELF_MAX_SYMBOLS)
		return bpf_elf__refuse(error, "damaged: a symbol table of %" PRIu64 " bytes",
				       tab->size);
	if (tab->link >= elf->nr_sections || !is_string_table(&elf->sections[tab->link]))
		return bpf_elf__refuse(error, "damaged: section %u holds no names of symbols",
				       tab->link);
	names = &elf->sections[tab->link];
	elf->nr_symbols = (uint32_t)(tab->size / sizeof(Elf64_Sym));
	elf->symbols = calloc(elf->nr_symbols + 1, sizeof(*elf->symbols));
	if (!elf->symbols)
		return -ENOMEM;
	for (i = 0; i < elf->nr_symbols; i++) {
		err = read_symbol(elf, i, names, error);
		if (err)
			return err;
	}
	return 0;
}

static void read_license_and_version(struct bpf_elf *elf)
{
	const struct bpf_elf_section *sec = &elf->sections[bpf_elf__section(elf, "license")];

	if (sec->data && sec->size && memchr(sec->data, '\0', sec->size))
		elf->license = (const char *)sec->data;
	sec = &elf->sections[bpf_elf__section(elf, "version")];
	if (sec->data && sec->size == sizeof(elf->version)) {
		memcpy(&elf->version, sec->data, sizeof(elf->version));
		elf->has_version = true;
	}
}

int bpf_elf__parse(const void *bytes, size_t size, struct bpf_elf **ret_elf, struct strbuf *error)
{
	static int (*const steps[])(struct bpf_elf *, struct strbuf *) = {
		bpf_elf__read_sections, bpf_elf__read_symbols, bpf_elf__read_programs,
		bpf_elf__read_btf,	bpf_elf__read_maps,    bpf_elf__count_relocs,
	};
	struct bpf_elf *elf;
	size_t i;
	int err;

	if (size > BPF_ELF_MAX_BYTES)
		return bpf_elf__refuse(error, "%zu bytes; objects above %u MiB are refused", size,
				       BPF_ELF_MAX_BYTES >> 20);
	elf = calloc(1, sizeof(*elf));
	if (!elf)
		return -ENOMEM;
	elf->bytes = bytes;
	elf->size = size;
	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		err = steps[i](elf, error);
		if (err) {
			bpf_elf__free(elf);
			return err;
		}
	}
	read_license_and_version(elf);
	*ret_elf = elf;
	return 0;
}

void bpf_elf__free(struct bpf_elf *elf)
{
	if (!elf)
		return;
	btf__free(elf->btf);
	free(elf->maps);
	free(elf->programs);
	free(elf->symbols);
	free(elf->sections);
	free(elf);
}

uint32_t bpf_elf__section(const struct bpf_elf *elf, const char *name)
{
	uint32_t i;

	for (i = 1; i < elf->nr_sections; i++)
		if (elf->sections[i].type != SHT_NULL && !strcmp(elf->sections[i].name, name))
			return i;
	return 0;
}

bool bpf_elf__is_legacy(const struct bpf_elf *elf)
{
	return elf->legacy_section != 0;
}

bool bpf_elf__is_gpl(const char *license)
{
	static const char *const compatible[] = {
		"GPL",		"GPL v2",	"GPL and additional rights",
		"Dual BSD/GPL", "Dual MIT/GPL", "Dual MPL/GPL",
	};
	size_t i;

	for (i = 0; license && i < ARRAY_SIZE(compatible); i++)
		if (!strcmp(license, compatible[i]))
			return true;
	return false;
}
