// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* dso_elf.c - see dso_elf.h. */
#include "dso_elf.h"

#include <elfutils/libdwelf.h>
#include <elfutils/libdwfl.h>
#include <errno.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "array.h"
#include "cfi_check.h"
#include "dso_lines.h"
#include "dso_plt.h"
#include "util.h"

struct segment {
	uint64_t offset;
	uint64_t size;
	uint64_t addr;
	uint64_t mem_size;
};

/**
 * struct dso_elf
 * @module: of @dwfl, which has nothing else; @bias: what libdw adds to addresses of the file.
 * @cfi: whether libdw may see its call frame information.
 */
struct dso_elf {
	Dwfl *dwfl;
	Dwfl_Module *module;
	Elf *elf;
	GElf_Addr bias;
	struct segment *segments;
	size_t nr_segments;
	struct dso_lines lines;
	enum { CFI_UNKNOWN, CFI_GOOD, CFI_BAD } cfi;
};

static char *debuginfo_path;
static const Dwfl_Callbacks callbacks = {
	.find_elf = dwfl_build_id_find_elf,
	.find_debuginfo = dwfl_standard_find_debuginfo,
	.section_address = dwfl_offline_section_address,
	/* NULL: libdw's own, "+:.debug:/usr/lib/debug". */
	.debuginfo_path = &debuginfo_path,
};

void dso_elf__close(struct dso_elf *elf)
{
	if (!elf)
		return;
	dso_lines__free(&elf->lines);
	if (elf->dwfl)
		dwfl_end(elf->dwfl);
	free(elf->segments);
	free(elf);
}

static int read_segments(struct dso_elf *elf)
{
	size_t nr, i, size = 0;
	GElf_Phdr phdr;

	if (elf_getphdrnum(elf->elf, &nr))
		return 0;
	for (i = 0; i < nr; i++) {
		if (!gelf_getphdr(elf->elf, (int)i, &phdr) || phdr.p_type != PT_LOAD)
			continue;
		if (array__grow(&elf->segments, elf->nr_segments, &size, sizeof(*elf->segments)))
			return -ENOMEM;
		elf->segments[elf->nr_segments++] = (struct segment){ .offset = phdr.p_offset,
								      .size = phdr.p_filesz,
								      .addr = phdr.p_vaddr,
								      .mem_size = phdr.p_memsz };
	}
	return 0;
}

int dso_elf__open(struct dso_elf **ret_elf, int fd, const char *path)
{
	struct dso_elf *elf = calloc(1, sizeof(*elf));
	int err = -EINVAL;

	if (elf)
		elf->dwfl = dwfl_begin(&callbacks);
	if (!elf || !elf->dwfl) {
		close(fd);
		dso_elf__close(elf);
		return -ENOMEM;
	}
	/* Takes the descriptor, unless it fails. */
	elf->module = dwfl_report_offline(elf->dwfl, path, path, fd);
	if (!elf->module) {
		close(fd);
		goto fail;
	}
	dwfl_report_end(elf->dwfl, NULL, NULL);
	elf->elf = dwfl_module_getelf(elf->module, &elf->bias);
	if (!elf->elf || elf_kind(elf->elf) != ELF_K_ELF)
		goto fail;
	err = read_segments(elf);
	if (err)
		goto fail;
	*ret_elf = elf;
	return 0;
fail:
	dso_elf__close(elf);
	return err;
}

void dso_elf__build_id(const struct dso_elf *elf, struct build_id *ret_id)
{
	const void *bytes;
	ssize_t len = dwelf_elf_gnu_build_id(elf->elf, &bytes);

	*ret_id = (struct build_id){};
	if (len <= 0)
		return;
	ret_id->len = (uint8_t)MIN((size_t)len, sizeof(ret_id->bytes));
	memcpy(ret_id->bytes, bytes, ret_id->len);
}

/* As perf: functions, and labels in code that are not hidden. */
static bool is_wanted(const GElf_Sym *sym, GElf_Word shndx, Elf *elf, const char *name)
{
	const unsigned int type = GELF_ST_TYPE(sym->st_info);
	const unsigned int visibility = GELF_ST_VISIBILITY(sym->st_other);
	GElf_Shdr shdr;

	if (!name || !*name || shndx == SHN_UNDEF)
		return false;
	if (type == STT_FUNC || type == STT_GNU_IFUNC)
		return true;
	if (type != STT_NOTYPE || shndx == SHN_ABS || visibility == STV_HIDDEN ||
	    visibility == STV_INTERNAL)
		return false;
	return gelf_getshdr(elf_getscn(elf, shndx), &shdr) && (shdr.sh_flags & SHF_EXECINSTR);
}

static enum symtab_binding binding_of(const GElf_Sym *sym)
{
	switch (GELF_ST_BIND(sym->st_info)) {
	case STB_GLOBAL:
		return SYMTAB_GLOBAL;
	case STB_WEAK:
		return SYMTAB_WEAK;
	}
	return SYMTAB_LOCAL;
}

long dso_elf__add_symbols(struct dso_elf *elf, struct symtab *symtab)
{
	int nr = dwfl_module_getsymtab(elf->module), i;
	GElf_Word shndx;
	GElf_Addr addr;
	Elf *from;
	GElf_Sym sym;
	const char *name;
	long added = 0;

	for (i = 0; i < nr; i++) {
		name = dwfl_module_getsym_info(elf->module, i, &sym, &addr, &shndx, &from, NULL);
		if (!is_wanted(&sym, shndx, from, name))
			continue;
		if (symtab__add(symtab, addr - elf->bias, sym.st_size, name, strlen(name),
				binding_of(&sym)))
			return -ENOMEM;
		added++;
	}
	return dso_plt__add_symbols(elf->elf, symtab) ? -ENOMEM : added;
}

uint64_t dso_elf__address(const struct dso_elf *elf, uint64_t offset)
{
	size_t i;

	for (i = 0; i < elf->nr_segments; i++) {
		const struct segment *s = &elf->segments[i];

		if (offset >= s->offset && offset - s->offset < s->size)
			return offset - s->offset + s->addr;
	}
	return offset;
}

bool dso_elf__extent(const struct dso_elf *elf, uint64_t *ret_low, uint64_t *ret_high)
{
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	uint64_t low = UINT64_MAX, high = 0;
	size_t i;

	for (i = 0; i < elf->nr_segments; i++) {
		const struct segment *s = &elf->segments[i];

		low = MIN(low, s->addr & -page);
		high = MAX(high, (s->addr + s->mem_size + page - 1) & -page);
	}
	*ret_low = low;
	*ret_high = high;
	return low < high;
}

bool dso_elf__read(const struct dso_elf *elf, uint64_t offset, unsigned int size,
		   uint64_t *ret_word)
{
	size_t file_size;
	const char *file = elf_rawfile(elf->elf, &file_size);
	uint32_t half;

	if (!file || file_size < size || offset > file_size - size)
		return false;
	memcpy(size == 4 ? (void *)&half : ret_word, file + offset, size);
	if (size == 4)
		*ret_word = half;
	return true;
}

Elf *dso_elf__elf(const struct dso_elf *elf)
{
	return elf->elf;
}

size_t dso_elf__srcline(struct dso_elf *elf, uint64_t addr, char *buf, size_t size)
{
	Dwfl_Line *line = dwfl_module_getsrc(elf->module, addr + elf->bias);
	const char *file;
	int nr, len;

	buf[0] = '\0';
	file = line ? dwfl_lineinfo(line, NULL, &nr, NULL, NULL, NULL)
		    : dso_lines__find(&elf->lines, elf->module, addr + elf->bias, &nr);
	if (!file)
		return 0;
	len = snprintf(buf, size, "%s:%d", file, nr);
	return len < 0 ? 0 : MIN((size_t)len, size - 1);
}

bool dso_elf__cfi_is_good(struct dso_elf *elf)
{
	if (elf->cfi == CFI_UNKNOWN)
		elf->cfi = cfi_check__elf(elf->elf) ? CFI_GOOD : CFI_BAD;
	return elf->cfi == CFI_GOOD;
}

struct Dwarf_CFI_s *dso_elf__cfi(struct dso_elf *elf, uint64_t *ret_delta)
{
	Dwarf_Addr bias = 0;
	Dwarf_CFI *cfi;

	if (!dso_elf__cfi_is_good(elf))
		return NULL;
	cfi = dwfl_module_eh_cfi(elf->module, &bias);
	if (!cfi)
		cfi = dwfl_module_dwarf_cfi(elf->module, &bias);
	*ret_delta = elf->bias - bias;
	return cfi;
}
