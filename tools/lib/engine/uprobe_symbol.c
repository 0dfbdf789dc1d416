// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* uprobe_symbol.c - see uprobe_symbol.h. */
#include "uprobe_symbol.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util.h"

/* The bit of a version that says: for programs that were linked long ago. */
#define VERSION_HIDDEN 0x8000

/* ---- the file ---- */

static bool find_in(const char *dirs, const char *name, char *path, size_t size)
{
	const char *end;

	for (; dirs && *dirs; dirs = *end ? end + 1 : end) {
		end = strchrnul(dirs, ':');
		if (end == dirs ||
		    snprintf(path, size, "%.*s/%s", (int)(end - dirs), dirs, name) >= (int)size)
			continue;
		if (!access(path, R_OK))
			return true;
	}
	return false;
}

static bool find_file(const char *file, char *path, size_t size)
{
	static const char libraries[] = "/usr/lib64:/usr/lib"
#if defined(__x86_64__)
					":/usr/lib/x86_64-linux-gnu"
#elif defined(__aarch64__)
					":/usr/lib/aarch64-linux-gnu"
#endif
		;

	if (strchr(file, '/'))
		return snprintf(path, size, "%s", file) < (int)size;
	if (strstr(file, ".so"))
		return find_in(getenv("LD_LIBRARY_PATH"), file, path, size) ||
		       find_in(libraries, file, path, size);
	return find_in(getenv("PATH"), file, path, size) ||
	       find_in("/usr/bin:/usr/sbin", file, path, size);
}

/* ---- its symbols ---- */

static Elf_Data *find_section(Elf *elf, GElf_Word type, GElf_Shdr *ret_header)
{
	Elf_Scn *scn = NULL;

	while ((scn = elf_nextscn(elf, scn))) {
		if (gelf_getshdr(scn, ret_header) && ret_header->sh_type == type &&
		    ret_header->sh_entsize)
			return elf_getdata(scn, NULL);
	}
	return NULL;
}

static int to_offset(Elf *elf, uint64_t addr, uint64_t *ret_offset)
{
	GElf_Phdr segment;
	size_t nr, i;

	if (elf_getphdrnum(elf, &nr))
		return -ENOENT;
	for (i = 0; i < nr; i++) {
		if (gelf_getphdr(elf, (int)i, &segment) && segment.p_type == PT_LOAD &&
		    addr >= segment.p_vaddr && addr - segment.p_vaddr < segment.p_filesz) {
			*ret_offset = addr - segment.p_vaddr + segment.p_offset;
			return 0;
		}
	}
	return -ENOENT;
}

static bool is_hidden(Elf_Data *versions, size_t idx)
{
	GElf_Versym version;

	return versions && gelf_getversym(versions, (int)idx, &version) && version & VERSION_HIDDEN;
}

static int find_function(Elf *elf, const char *function, uint64_t *ret_offset)
{
	GElf_Shdr header, unused;
	Elf_Data *symbols = find_section(elf, SHT_DYNSYM, &header);
	Elf_Data *versions = find_section(elf, SHT_GNU_versym, &unused);
	size_t nr, i;

	if (!symbols)
		return -ENOENT;
	nr = header.sh_size / header.sh_entsize;
	for (i = 0; i < nr; i++) {
		const char *name;
		GElf_Sym sym;

		if (!gelf_getsym(symbols, (int)i, &sym) || sym.st_shndx == SHN_UNDEF)
			continue;
		name = elf_strptr(elf, header.sh_link, sym.st_name);
		if (!name || strcmp(name, function) || is_hidden(versions, i))
			continue;
		if (GELF_ST_TYPE(sym.st_info) == STT_GNU_IFUNC)
			return -EOPNOTSUPP;
		if (GELF_ST_TYPE(sym.st_info) == STT_FUNC)
			return to_offset(elf, sym.st_value, ret_offset);
	}
	return -ENOENT;
}

int uprobe_symbol__find(const char *file, const char *function, char *path, size_t path_size,
			uint64_t *ret_offset)
{
	Elf *elf = NULL;
	int fd, err = -ENOENT;

	if (!find_file(file, path, path_size))
		return -ENOENT;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -ENOENT;
	if (elf_version(EV_CURRENT) != EV_NONE)
		elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	if (elf && elf_kind(elf) == ELF_K_ELF)
		err = find_function(elf, function, ret_offset);
	elf_end(elf);
	close(fd);
	return err;
}
