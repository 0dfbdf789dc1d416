// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* build_id.c - see build_id.h. */
#include "build_id.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include "perfdata_cursor.h"
#include "util.h"

/* Notes of a file are hundreds of bytes; what claims more than this is not looked at. */
#define NOTES_MAX (1UL << 20)

/** VDSO_SIZE_MAX - more than any kernel's vdso has; it is a page or two. */
#define VDSO_SIZE_MAX (1UL << 16)

static void set(struct build_id *id, const uint8_t *bytes, size_t len)
{
	*id = (struct build_id){ .len = (uint8_t)MIN(len, (size_t)BUILD_ID_SIZE_MAX) };
	memcpy(id->bytes, bytes, id->len);
}

static bool is_gnu_build_id(uint32_t type, const void *name, size_t name_len)
{
	return type == NT_GNU_BUILD_ID && name_len == sizeof("GNU") &&
	       !memcmp(name, "GNU", sizeof("GNU"));
}

int build_id__of_notes(const uint8_t *notes, size_t len, size_t align, struct build_id *ret_id)
{
	struct cursor c = cursor__of(notes, len);
	const uint8_t *name, *desc;
	Elf64_Nhdr note; /* the same in both classes */

	while (cursor__left(&c)) {
		cursor__copy(&c, &note, sizeof(note));
		name = cursor__take(&c, note.n_namesz);
		cursor__take(&c, MIN(-(size_t)(c.at - notes) & (align - 1), cursor__left(&c)));
		desc = cursor__take(&c, note.n_descsz);
		cursor__take(&c, MIN(-(size_t)(c.at - notes) & (align - 1), cursor__left(&c)));
		if (c.cut)
			return -EINVAL;
		if (note.n_descsz && is_gnu_build_id(note.n_type, name, note.n_namesz)) {
			set(ret_id, desc, note.n_descsz);
			return 0;
		}
	}
	return -ENOENT;
}

/* ---- ELF files ---- */

/* libelf has brought the headers of notes into our byte order, and checks their sizes. */
static int search_notes(Elf *elf, uint64_t offset, uint64_t size, uint64_t align,
			struct build_id *ret_id)
{
	size_t next, at = 0, name_at, desc_at;
	Elf_Data *data;
	GElf_Nhdr note;

	if (!size || size > NOTES_MAX)
		return -ENOENT;
	data = elf_getdata_rawchunk(elf, (int64_t)offset, size,
				    align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR);
	if (!data)
		return -EINVAL;
	while ((next = gelf_getnote(data, at, &note, &name_at, &desc_at)) > 0) {
		const uint8_t *bytes = data->d_buf;

		if (note.n_descsz && is_gnu_build_id(note.n_type, bytes + name_at, note.n_namesz)) {
			set(ret_id, bytes + desc_at, note.n_descsz);
			return 0;
		}
		at = next;
	}
	return -ENOENT;
}

/* What is mapped to run has its notes in a segment. */
static int search_segments(Elf *elf, struct build_id *ret_id)
{
	GElf_Phdr segment;
	size_t nr, i;
	int err;

	if (elf_getphdrnum(elf, &nr))
		return -EINVAL;
	for (i = 0; i < nr; i++) {
		if (!gelf_getphdr(elf, (int)i, &segment) || segment.p_type != PT_NOTE)
			continue;
		err = search_notes(elf, segment.p_offset, segment.p_filesz, segment.p_align,
				   ret_id);
		if (!err)
			return 0;
	}
	return -ENOENT;
}

/* Objects that are not linked yet, modules among them, have sections alone. */
static int search_sections(Elf *elf, struct build_id *ret_id)
{
	Elf_Scn *section = NULL;
	GElf_Shdr head;
	int err;

	while ((section = elf_nextscn(elf, section))) {
		if (!gelf_getshdr(section, &head) || head.sh_type != SHT_NOTE)
			continue;
		err = search_notes(elf, head.sh_offset, head.sh_size, head.sh_addralign, ret_id);
		if (!err)
			return 0;
	}
	return -ENOENT;
}

static int search_elf(Elf *elf, struct build_id *ret_id)
{
	int err;

	if (!elf || elf_kind(elf) != ELF_K_ELF)
		return -EINVAL;
	err = search_segments(elf, ret_id);
	return err == -ENOENT ? search_sections(elf, ret_id) : err;
}

int build_id__of_fd(int fd, struct build_id *ret_id)
{
	struct stat st;
	Elf *elf;
	int err;

	if (fstat(fd, &st))
		return -errno;
	if (!S_ISREG(st.st_mode))
		return -EINVAL;
	if (elf_version(EV_CURRENT) == EV_NONE)
		return -EINVAL;
	/* Read, not mapped: a file that is cut meanwhile would kill us. */
	elf = elf_begin(fd, ELF_C_READ, NULL);
	err = search_elf(elf, ret_id);
	elf_end(elf);
	return err;
}

int build_id__open(const char *path, struct stat *ret_st)
{
	/* Named only, at first: to open a device or a FIFO does something. */
	int named __cleanup_close = open(path, O_PATH | O_CLOEXEC), fd;
	char again[32];

	if (named < 0 || fstat(named, ret_st))
		return -errno;
	if (!S_ISREG(ret_st->st_mode))
		return -EINVAL;
	snprintf(again, sizeof(again), "/proc/self/fd/%d", named);
	fd = open(again, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	return fd < 0 ? -errno : fd;
}

int build_id__of_file(const char *path, struct build_id *ret_id)
{
	struct stat st;
	int fd __cleanup_close = build_id__open(path, &st);

	return fd < 0 ? fd : build_id__of_fd(fd, ret_id);
}

/* ---- the kernel's ---- */

static int read_notes(const char *path, struct build_id *ret_id)
{
	int fd __cleanup_close = open(path, O_RDONLY | O_CLOEXEC);
	uint8_t notes[4096];
	ssize_t len = fd < 0 ? -1 : read(fd, notes, sizeof(notes));

	return len < 0 ? -errno : build_id__of_notes(notes, (size_t)len, 4, ret_id);
}

int build_id__of_kernel(struct build_id *ret_id)
{
	return read_notes("/sys/kernel/notes", ret_id);
}

int build_id__of_module(const char *name, struct build_id *ret_id)
{
	char path[256];
	int len;

	if (!*name || strchr(name, '/') || *name == '.')
		return -EINVAL;
	len = snprintf(path, sizeof(path), "/sys/module/%s/notes/.note.gnu.build-id", name);
	return len >= (int)sizeof(path) ? -EINVAL : read_notes(path, ret_id);
}

int build_id__of_vdso(struct build_id *ret_id)
{
	const uint8_t *vdso = (const uint8_t *)getauxval(AT_SYSINFO_EHDR);
	const Elf64_Phdr *segment;
	const Elf64_Ehdr *head;
	unsigned int i;
	int err;

	if (!vdso || sizeof(void *) != 8)
		return -ENOENT;
	/* The kernel made it. */
	head = (const Elf64_Ehdr *)vdso;
	for (i = 0; i < head->e_phnum; i++) {
		segment = (const Elf64_Phdr *)(vdso + head->e_phoff) + i;
		if (segment->p_type != PT_NOTE || segment->p_offset > VDSO_SIZE_MAX ||
		    segment->p_filesz > VDSO_SIZE_MAX)
			continue;
		err = build_id__of_notes(vdso + segment->p_offset, segment->p_filesz,
					 segment->p_align == 8 ? 8 : 4, ret_id);
		if (!err)
			return 0;
	}
	return -ENOENT;
}
