// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * dso_plt.c - see dso_plt.h. Stub n is for relocation n of .rela.plt: behind a header in .plt, or, with
 * indirect branch tracking, without one in .plt.sec.
 */
#include "dso_plt.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "util.h"

/** struct plt - what of the sections is needed. */
struct plt {
	Elf *elf;
	Elf_Scn *relocs;
	GElf_Shdr relocs_header;
	uint64_t stubs; /* address of the first */
	uint64_t end;
	bool has_stubs;
	bool has_sec;
};

#define STUB_SIZE 16

static uint64_t header_size(const Elf *elf)
{
	GElf_Ehdr ehdr;

	if (!gelf_getehdr((Elf *)elf, &ehdr))
		return 0;
	switch (ehdr.e_machine) {
	case EM_X86_64:
	case EM_386:
		return STUB_SIZE;
	case EM_AARCH64:
		return 2 * STUB_SIZE;
	}
	return 0;
}

static void take_section(struct plt *plt, Elf_Scn *section, const GElf_Shdr *header,
			 const char *name, uint64_t skip)
{
	const bool is_sec = !strcmp(name, ".plt.sec");

	if (!strcmp(name, ".rela.plt") || !strcmp(name, ".rel.plt")) {
		plt->relocs = section;
		plt->relocs_header = *header;
	} else if (is_sec || (!strcmp(name, ".plt") && !plt->has_sec)) {
		plt->stubs = header->sh_addr + (is_sec ? 0 : skip);
		plt->end = header->sh_addr + header->sh_size;
		plt->has_stubs = header->sh_type == SHT_PROGBITS && plt->end > plt->stubs;
		plt->has_sec = is_sec;
	}
}

static bool find_sections(struct plt *plt)
{
	const uint64_t skip = header_size(plt->elf);
	Elf_Scn *section = NULL;
	const char *name;
	GElf_Shdr header;
	size_t names;

	if (!skip || elf_getshdrstrndx(plt->elf, &names))
		return false;
	while ((section = elf_nextscn(plt->elf, section))) {
		if (!gelf_getshdr(section, &header))
			continue;
		name = elf_strptr(plt->elf, names, header.sh_name);
		if (name)
			take_section(plt, section, &header, name, skip);
	}
	return plt->relocs && plt->has_stubs;
}

static uint32_t symbol_of(const struct plt *plt, Elf_Data *relocs, int i)
{
	GElf_Rela rela;
	GElf_Rel rel;

	if (plt->relocs_header.sh_type == SHT_RELA)
		return gelf_getrela(relocs, i, &rela) ? (uint32_t)GELF_R_SYM(rela.r_info) : 0;
	return gelf_getrel(relocs, i, &rel) ? (uint32_t)GELF_R_SYM(rel.r_info) : 0;
}

static int add_stubs(const struct plt *plt, struct symtab *symtab)
{
	Elf_Data *relocs = elf_getdata(plt->relocs, NULL), *syms;
	Elf_Scn *section = elf_getscn(plt->elf, plt->relocs_header.sh_link);
	uint64_t addr = plt->stubs, nr, i;
	GElf_Shdr header;
	const char *name;
	char text[1024];
	GElf_Sym sym;

	if (!relocs || !section || !gelf_getshdr(section, &header) ||
	    !plt->relocs_header.sh_entsize)
		return 0;
	syms = elf_getdata(section, NULL);
	nr = relocs->d_size / plt->relocs_header.sh_entsize;
	for (i = 0; syms && i < nr && addr < plt->end; i++, addr += STUB_SIZE) {
		if (!gelf_getsym(syms, (int)symbol_of(plt, relocs, (int)i), &sym))
			continue;
		name = elf_strptr(plt->elf, header.sh_link, sym.st_name);
		/* Without a name: a function that says at run time which one it is. */
		if (!name || snprintf(text, sizeof(text), "%s@plt", name) >= (int)sizeof(text))
			continue;
		if (symtab__add(symtab, addr, STUB_SIZE, text, strlen(text), SYMTAB_GLOBAL))
			return -ENOMEM;
	}
	return 0;
}

int dso_plt__add_symbols(Elf *elf, struct symtab *symtab)
{
	struct plt plt = { .elf = elf };

	return find_sections(&plt) ? add_stubs(&plt, symtab) : 0;
}
