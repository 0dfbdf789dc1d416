// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_overflow_functions.c - the functions of an ELF file as ranges of its bytes, whatever it says of
 * their sizes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "overflow_names.h"
#include "util.h"

#define ADDR 0x400000UL
#define OFFSET 0x1000UL
#define FILE_BYTES 0x200UL

/* One segment and one function, which begins 0x10 bytes behind its start. */
struct file {
	Elf64_Ehdr header;
	Elf64_Phdr segment;
	Elf64_Shdr sections[3];
	Elf64_Sym symbols[2];
	char names[8];
};

static int find(uint64_t segment_offset, uint64_t size, struct overflow_ranges *set)
{
	struct overflow_machine *machine = overflow_machine__new();
	const struct overflow_names names = overflow_machine__names(machine);
	const struct file file = {
		.header = { .e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
					 ELFDATA2LSB, EV_CURRENT },
			    .e_type = ET_EXEC,
			    .e_machine = EM_X86_64,
			    .e_version = EV_CURRENT,
			    .e_phoff = offsetof(struct file, segment),
			    .e_shoff = offsetof(struct file, sections),
			    .e_ehsize = sizeof(Elf64_Ehdr),
			    .e_phentsize = sizeof(Elf64_Phdr),
			    .e_phnum = 1,
			    .e_shentsize = sizeof(Elf64_Shdr),
			    .e_shnum = 3 },
		.segment = { .p_type = PT_LOAD,
			     .p_vaddr = ADDR,
			     .p_offset = segment_offset,
			     .p_filesz = FILE_BYTES,
			     .p_memsz = FILE_BYTES },
		.sections[1] = { .sh_type = SHT_SYMTAB,
				 .sh_offset = offsetof(struct file, symbols),
				 .sh_size = sizeof(file.symbols),
				 .sh_link = 2,
				 .sh_entsize = sizeof(Elf64_Sym) },
		.sections[2] = { .sh_type = SHT_STRTAB,
				 .sh_offset = offsetof(struct file, names),
				 .sh_size = sizeof(file.names) },
		.symbols[1] = { .st_name = 1,
				.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
				.st_shndx = 1,
				.st_value = ADDR + 0x10,
				.st_size = size },
		.names = "\0parse",
	};
	const int fd = memfd_create("elf", MFD_CLOEXEC);
	char path[32];
	int err;

	assert_non_null(machine);
	assert_int_equal(write(fd, &file, sizeof(file)), sizeof(file));
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	err = names.functions(names.ctx, path, "par*", 4, set);
	close(fd);
	overflow_machine__free(machine);
	return err;
}

static void function__is_where_it_lies_in_the_file(void **state)
{
	struct overflow_ranges set = {};

	(void)state;
	assert_int_equal(find(OFFSET, 0x20, &set), 0);
	assert_int_equal(set.nr, 1);
	assert_int_equal(set.ranges[0].begin, OFFSET + 0x10);
	assert_int_equal(set.ranges[0].end, OFFSET + 0x30);
	overflow_ranges__free(&set);
}

/* One byte where the size is not known; never more than the segment has. */
static void impossible_sizes__are_cut(void **state)
{
	static const struct {
		uint64_t size, end;
	} cases[] = {
		{ 0, OFFSET + 0x11 },
		{ FILE_BYTES, OFFSET + FILE_BYTES },
		{ UINT64_MAX, OFFSET + FILE_BYTES },
		{ UINT64_MAX - OFFSET - 0x10, OFFSET + FILE_BYTES },
	};
	struct overflow_ranges set = {};
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		assert_int_equal(find(OFFSET, cases[i].size, &set), 0);
		assert_int_equal(set.nr, 1);
		assert_int_equal(set.ranges[0].begin, OFFSET + 0x10);
		assert_int_equal(set.ranges[0].end, cases[i].end);
		overflow_ranges__free(&set);
	}
	assert_int_equal(find(UINT64_MAX - 8, 0x20, &set), 0);
	assert_int_equal(set.nr, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(function__is_where_it_lies_in_the_file),
		cmocka_unit_test(impossible_sizes__are_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
