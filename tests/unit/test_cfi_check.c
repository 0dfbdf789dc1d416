// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Tables of callers: those of compilers pass, each damage that libdw would follow does not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cfi_check.h"

/** struct image - this program's file in memory, and where its tables are in it. */
struct image {
	char *bytes;
	size_t len;
	size_t cie_instructions, first_fde, index;
};

static Elf_Data *find_section(Elf *elf, const char *wanted, size_t *ret_offset)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr shdr;
	size_t names;

	assert_int_equal(elf_getshdrstrndx(elf, &names), 0);
	while ((scn = elf_nextscn(elf, scn))) {
		assert_non_null(gelf_getshdr(scn, &shdr));
		if (strcmp(elf_strptr(elf, names, shdr.sh_name), wanted) != 0)
			continue;
		*ret_offset = shdr.sh_offset;
		return elf_rawdata(scn, NULL);
	}
	fail_msg("no section %s", wanted);
	return NULL;
}

static void find_tables(struct image *image)
{
	Elf *elf = elf_memory(image->bytes, image->len);
	Dwarf_Off at = 0, next;
	Dwarf_CFI_Entry entry;
	Elf_Data *data;
	size_t start;

	assert_non_null(elf);
	find_section(elf, ".eh_frame_hdr", &image->index);
	data = find_section(elf, ".eh_frame", &start);
	do {
		assert_int_equal(dwarf_next_cfi((const unsigned char *)image->bytes, data, true, at,
						&next, &entry),
				 0);
		if (dwarf_cfi_cie_p(&entry))
			image->cie_instructions = start + (size_t)(entry.cie.initial_instructions -
								   (const uint8_t *)data->d_buf);
		else
			image->first_fde = start + at;
		at = next;
	} while (!image->first_fde);
	elf_end(elf);
}

static int set_up(void **state)
{
	struct image *image = calloc(1, sizeof(*image));
	const int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	struct stat st;

	elf_version(EV_CURRENT);
	if (!image || fd < 0 || fstat(fd, &st))
		return -1;
	image->len = (size_t)st.st_size;
	image->bytes = malloc(image->len);
	if (!image->bytes || read(fd, image->bytes, image->len) != st.st_size)
		return -1;
	close(fd);
	find_tables(image);
	*state = image;
	return 0;
}

static int tear_down(void **state)
{
	struct image *image = *state;

	free(image->bytes);
	free(image);
	return 0;
}

static bool is_good(const struct image *image)
{
	Elf *elf = elf_memory(image->bytes, image->len);
	const bool good = cfi_check__elf(elf);

	elf_end(elf);
	return good;
}

static void tables_of_compilers__pass(void **state)
{
	static const char *const paths[] = { "/bin/sh", "/lib/x86_64-linux-gnu/libc.so.6" };
	size_t i;

	assert_true(is_good(*state));
	for (i = 0; i < 2; i++) {
		const int fd = open(paths[i], O_RDONLY | O_CLOEXEC);
		Elf *elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ_MMAP_PRIVATE, NULL);

		assert_true(!elf || cfi_check__elf(elf));
		elf_end(elf);
		if (fd >= 0)
			close(fd);
	}
}

#define WITH_INSTRUCTIONS(image, ...)                                                   \
	do {                                                                            \
		static const uint8_t with[] = { __VA_ARGS__ };                          \
		memcpy((image)->bytes + (image)->cie_instructions, with, sizeof(with)); \
	} while (0)

static void a_register_that_no_processor_has__is_refused(void **state)
{
	struct image *image = *state;

	WITH_INSTRUCTIONS(image, DW_CFA_same_value, 0xff, 1, DW_CFA_nop, DW_CFA_nop);
	assert_true(is_good(image));
	WITH_INSTRUCTIONS(image, DW_CFA_same_value, 0x80, 2, DW_CFA_nop, DW_CFA_nop);
	assert_false(is_good(image));
	WITH_INSTRUCTIONS(image, DW_CFA_register, 1, 0xff, 0xff, 0x7f);
	assert_false(is_good(image));
}

static void operands_beyond_the_end__are_refused(void **state)
{
	struct image *image = *state;

	WITH_INSTRUCTIONS(image, DW_CFA_def_cfa_expression, 1, DW_OP_nop, DW_CFA_nop, DW_CFA_nop);
	assert_true(is_good(image));
	WITH_INSTRUCTIONS(image, DW_CFA_def_cfa_expression, 100, DW_OP_nop, DW_CFA_nop, DW_CFA_nop);
	assert_false(is_good(image));
	WITH_INSTRUCTIONS(image, DW_CFA_advance_loc4, 1, 2, 3, 4);
	assert_true(is_good(image));
	WITH_INSTRUCTIONS(image, DW_CFA_MIPS_advance_loc8, 1, 2, 3, 4);
	assert_false(is_good(image));
	WITH_INSTRUCTIONS(image, 0x3f, 0, 0, 0, 0);
	assert_false(is_good(image));
}

static void an_index_that_leads_elsewhere__is_refused(void **state)
{
	struct image *image = *state;

	/* Behind head, place of the table, count and an address: where the first FDE is. */
	image->bytes[image->index + 16] ^= 4;
	assert_false(is_good(image));
	image->bytes[image->index + 16] ^= 4;
	assert_true(is_good(image));
	image->bytes[image->index + 11] = 0x7f; /* a count beyond its end */
	assert_false(is_good(image));
}

static void an_entry_whose_cie_is_none__is_refused(void **state)
{
	struct image *image = *state;

	image->bytes[image->first_fde + 4] ^= 4;
	assert_false(is_good(image));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(tables_of_compilers__pass, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_register_that_no_processor_has__is_refused,
						set_up, tear_down),
		cmocka_unit_test_setup_teardown(operands_beyond_the_end__are_refused, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(an_index_that_leads_elsewhere__is_refused, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(an_entry_whose_cie_is_none__is_refused, set_up,
						tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
