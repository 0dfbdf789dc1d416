// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_build_id.c - build-ids of files, notes, the kernel; and of many files by the reader. */
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build_id_reader.h"
#include "util.h"

static const uint8_t an_id[20] = { 0xde, 0xad, 0xbe, 0xef, [19] = 0x42 };

static size_t add_note(uint8_t *at, uint32_t type, const char *name, const void *desc,
		       uint32_t desc_len)
{
	const Elf64_Nhdr note = { (uint32_t)strlen(name) + 1, desc_len, type };
	size_t len = sizeof(note);

	memcpy(at, &note, len);
	memcpy(at + len, name, note.n_namesz);
	len += (note.n_namesz + 3) & ~3U;
	memcpy(at + len, desc, desc_len);
	return len + ((desc_len + 3) & ~3U);
}

static void build_id__is_found_among_notes(void **state)
{
	uint8_t notes[256] = {};
	struct build_id id;
	size_t len;

	(void)state;
	len = add_note(notes, 1, "GNU", "abi", 4);
	len += add_note(notes + len, NT_GNU_BUILD_ID, "Xen", an_id, 20);
	assert_int_equal(build_id__of_notes(notes, len, 4, &id), -ENOENT);
	len += add_note(notes + len, NT_GNU_BUILD_ID, "GNU", an_id, 20);
	assert_int_equal(build_id__of_notes(notes, len, 4, &id), 0);
	assert_int_equal(id.len, 20);
	assert_memory_equal(id.bytes, an_id, 20);
	assert_int_equal(build_id__of_notes(notes, len - 1, 4, &id), -EINVAL);
	assert_int_equal(build_id__of_notes(notes, 0, 4, &id), -ENOENT);
}

static void build_id__of_notes_takes_other_lengths(void **state)
{
	uint8_t notes[256] = {}, long_id[64] = { 7 };
	struct build_id id;
	size_t len = add_note(notes, NT_GNU_BUILD_ID, "GNU", an_id, 8);

	(void)state;
	assert_int_equal(build_id__of_notes(notes, len, 4, &id), 0);
	assert_int_equal(id.len, 8);
	assert_int_equal(id.bytes[8], 0);
	len = add_note(notes, NT_GNU_BUILD_ID, "GNU", long_id, 64);
	assert_int_equal(build_id__of_notes(notes, len, 4, &id), 0);
	assert_int_equal(id.len, BUILD_ID_SIZE_MAX);
}

/* An ELF file of one class and byte order, with a segment of notes. */
static int write_elf(int class, int order, uint64_t note_size)
{
	int fd = memfd_create("elf", MFD_CLOEXEC);
	uint8_t bytes[512] = { 0x7f, 'E', 'L', 'F', (uint8_t) class, (uint8_t)order, EV_CURRENT };
	const bool swapped = order == ELFDATA2MSB;
	size_t notes = 256, len, i;

#define PUT(at, value, size)         \
	for (i = 0; i < (size); i++) \
	bytes[(at) + i] = (uint8_t)((uint64_t)(value) >> 8 * (swapped ? (size)-1 - i : i))
	PUT(16, ET_DYN, 2);
	PUT(18, EM_X86_64, 2);
	PUT(20, EV_CURRENT, 4);
	if (class == ELFCLASS64) {
		PUT(32, 64, 8); /* e_phoff */
		PUT(52, 64, 2);
		PUT(54, 56, 2);
		PUT(56, 1, 2);
		PUT(64, PT_NOTE, 4);
		PUT(72, notes, 8);
		PUT(96, note_size, 8);
		PUT(112, 4, 8);
	} else {
		PUT(28, 52, 4);
		PUT(40, 52, 2);
		PUT(42, 32, 2);
		PUT(44, 1, 2);
		PUT(52, PT_NOTE, 4);
		PUT(56, notes, 4);
		PUT(68, note_size, 4);
		PUT(80, 4, 4);
	}
	len = notes + add_note(bytes + notes, NT_GNU_BUILD_ID, "GNU", an_id, 20);
	PUT(notes, 4, 4);
	PUT(notes + 4, 20, 4);
	PUT(notes + 8, NT_GNU_BUILD_ID, 4);
	assert_int_equal(write(fd, bytes, len), len);
	return fd;
}

static void build_id__reads_both_classes_and_byte_orders(void **state)
{
	static const int classes[] = { ELFCLASS32, ELFCLASS64 };
	static const int orders[] = { ELFDATA2LSB, ELFDATA2MSB };
	struct build_id id;
	size_t i, j;
	int fd;

	(void)state;
	for (i = 0; i < 2; i++) {
		for (j = 0; j < 2; j++) {
			fd = write_elf(classes[i], orders[j], 36);
			assert_int_equal(build_id__of_fd(fd, &id), 0);
			assert_memory_equal(id.bytes, an_id, 20);
			close(fd);
		}
	}
}

static void build_id__refuses_what_is_no_elf_file(void **state)
{
	static const uint64_t sizes[] = { 0, 12, 35, 1 << 16, UINT32_MAX, UINT64_MAX - 200 };
	int fd = memfd_create("text", MFD_CLOEXEC), pipes[2];
	struct build_id id;
	size_t i;

	(void)state;
	assert_int_equal(build_id__of_fd(fd, &id), -EINVAL);
	assert_int_equal(write(fd, "\177ELF", 4), 4);
	assert_int_equal(build_id__of_fd(fd, &id), -EINVAL);
	close(fd);
	assert_int_equal(pipe(pipes), 0);
	assert_int_equal(build_id__of_fd(pipes[0], &id), -EINVAL);
	close(pipes[0]);
	close(pipes[1]);
	assert_int_equal(build_id__of_file("/dev/null", &id), -EINVAL);
	assert_int_equal(build_id__of_file("/nowhere", &id), -ENOENT);
	assert_int_equal(build_id__of_file("/", &id), -EINVAL);
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		fd = write_elf(ELFCLASS64, ELFDATA2LSB, sizes[i]);
		assert_true(build_id__of_fd(fd, &id) < 0);
		close(fd);
	}
}

static void build_id__of_the_kernel_and_vdso(void **state)
{
	struct build_id id;

	(void)state;
	if (!access("/sys/kernel/notes", R_OK)) {
		assert_int_equal(build_id__of_kernel(&id), 0);
		assert_int_equal(id.len, 20);
	}
	assert_int_equal(build_id__of_vdso(&id), 0);
	assert_int_equal(id.len, 20);
	assert_int_equal(build_id__of_module("../x", &id), -EINVAL);
	assert_int_equal(build_id__of_module("", &id), -EINVAL);
	assert_int_equal(build_id__of_module("no_such_module", &id), -ENOENT);
}

/* This very program, which the Makefile does not link without a build-id. */
static struct build_id_file self(const char *path)
{
	struct build_id_file file = { .pid = getpid(), .path = path };
	struct stat st;

	assert_int_equal(stat(path, &st), 0);
	file.ino = st.st_ino;
	return file;
}

static void build_id_reader__reads_each_file_once(void **state)
{
	char path[4096] = {};
	struct build_id_file file;
	struct build_id_reader *r;
	struct build_id_result result;
	struct build_id id;

	(void)state;
	assert_true(readlink("/proc/self/exe", path, sizeof(path) - 1) > 0);
	file = self(path);
	assert_int_equal(build_id__of_file(path, &id), 0);
	assert_int_equal(build_id_reader__new(&r), 0);
	assert_int_equal(build_id_reader__want(r, &file), 1);
	assert_int_equal(build_id_reader__want(r, &file), 0);
	file.ino++;
	assert_int_equal(build_id_reader__want(r, &file), 1);
	file = (struct build_id_file){ .pid = 1, .path = "//anon" };
	assert_int_equal(build_id_reader__want(r, &file), 0);
	file.path = "[heap]";
	assert_int_equal(build_id_reader__want(r, &file), 0);
	file.path = "/dev/zero";
	assert_int_equal(build_id_reader__want(r, &file), 1);
	build_id_reader__finish(r);
	assert_int_equal(build_id_reader__take(r, &result), 1);
	assert_int_equal(result.err, 0);
	assert_string_equal(result.file.path, path);
	assert_memory_equal(&result.id, &id, sizeof(id));
	assert_int_equal(build_id_reader__take(r, &result), 1);
	assert_int_equal(result.err, -ESTALE);
	assert_int_equal(build_id_reader__take(r, &result), 1);
	assert_int_equal(result.err, -EINVAL);
	assert_int_equal(build_id_reader__take(r, &result), 0);
	build_id_reader__free(r);
}

static void build_id_reader__ends_with_work_left(void **state)
{
	struct build_id_reader *r;
	char path[64];
	struct build_id_file file = { .pid = getpid(), .path = path };
	int i;

	(void)state;
	assert_int_equal(build_id_reader__new(&r), 0);
	for (i = 0; i < 1000; i++) {
		snprintf(path, sizeof(path), "/nowhere/%d", i);
		assert_int_equal(build_id_reader__want(r, &file), 1);
	}
	build_id_reader__free(r);
	build_id_reader__free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(build_id__is_found_among_notes),
		cmocka_unit_test(build_id__of_notes_takes_other_lengths),
		cmocka_unit_test(build_id__reads_both_classes_and_byte_orders),
		cmocka_unit_test(build_id__refuses_what_is_no_elf_file),
		cmocka_unit_test(build_id__of_the_kernel_and_vdso),
		cmocka_unit_test(build_id_reader__reads_each_file_once),
		cmocka_unit_test(build_id_reader__ends_with_work_left),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
