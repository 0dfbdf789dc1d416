// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_uprobe_symbol.c - functions of the C library by the versions that programs are linked with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "uprobe_symbol.h"

static char path[PATH_MAX];

/* What the dynamic linker gives a program of today has the bytes of that place in the file. */
static void default_version(void **state)
{
	static const char *const names[] = { "realpath", "posix_spawn", "pthread_create", "fopen" };
	void *lib = dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD);
	uint8_t bytes[16];
	uint64_t offset;
	size_t i;
	int fd;

	(void)state;
	if (!lib || uprobe_symbol__find("libc.so.6", "fopen", path, sizeof(path), &offset))
		skip();
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const void *function = dlsym(lib, names[i]);

		assert_non_null(function);
		assert_int_equal(
			uprobe_symbol__find("libc.so.6", names[i], path, sizeof(path), &offset), 0);
		fd = open(path, O_RDONLY);
		assert_int_equal(pread(fd, bytes, sizeof(bytes), (off_t)offset), sizeof(bytes));
		close(fd);
		assert_memory_equal(bytes, function, sizeof(bytes));
	}
	dlclose(lib);
}

static void not_there(void **state)
{
	uint64_t offset;

	(void)state;
	assert_int_equal(uprobe_symbol__find("/not/there", "x", path, sizeof(path), &offset),
			 -ENOENT);
	assert_int_equal(uprobe_symbol__find("libnot_there.so", "x", path, sizeof(path), &offset),
			 -ENOENT);
	assert_int_equal(uprobe_symbol__find("sh", "no_such_function", path, sizeof(path), &offset),
			 -ENOENT);
	assert_int_equal(uprobe_symbol__find("/etc/passwd", "x", path, sizeof(path), &offset),
			 -ENOENT);
	assert_int_equal(uprobe_symbol__find("/etc", "x", path, sizeof(path), &offset), -ENOENT);
	assert_int_equal(uprobe_symbol__find("sh", "x", path, 3, &offset), -ENOENT);
}

/* A library that is cut off, or has bytes turned, finds something or nothing. */
static void damaged(void **state)
{
	char name[] = "/tmp/test_uprobe_symbol.XXXXXX", *bytes;
	int in, out = mkstemp(name);
	uint64_t offset;
	ssize_t size;
	size_t cut;

	(void)state;
	assert_true(out >= 0);
	if (uprobe_symbol__find("libc.so.6", "fopen", path, sizeof(path), &offset))
		skip();
	bytes = malloc(4 << 20);
	in = open(path, O_RDONLY);
	assert_non_null(bytes);
	size = read(in, bytes, 4 << 20);
	assert_true(size > 4096);
	for (cut = 1; cut < (size_t)size; cut = cut * 3 + 7) {
		assert_int_equal(ftruncate(out, 0), 0);
		assert_int_equal(pwrite(out, bytes, cut, 0), cut);
		uprobe_symbol__find(name, "fopen", path, sizeof(path), &offset);
		bytes[cut % 1024] ^= 0x55;
		assert_int_equal(pwrite(out, bytes, (size_t)size, 0), size);
		uprobe_symbol__find(name, "fopen", path, sizeof(path), &offset);
		bytes[cut % 1024] ^= 0x55;
	}
	close(in);
	close(out);
	unlink(name);
	free(bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(default_version),
		cmocka_unit_test(not_there),
		cmocka_unit_test(damaged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
