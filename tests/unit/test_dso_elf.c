// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_dso_elf.c - source lines of this program, and of it without its index by address, as clang makes it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dso_elf.h"

extern const char __executable_start[]; /* the linker's */

/* The function's first line and last. */
static int first_line, last_line;

static void __attribute__((noinline)) function(void)
{
	first_line = __LINE__ - 2;
	last_line = __LINE__ + 1;
}

/* Of the function above, in @path. */
static void line_is_right(const char *path)
{
	const uint64_t addr = (uintptr_t)function - (uintptr_t)__executable_start;
	char line[PATH_MAX + 16];
	struct dso_elf *elf;
	const char *nr;

	function();
	assert_int_equal(dso_elf__open(&elf, open(path, O_RDONLY), path), 0);
	assert_true(dso_elf__srcline(elf, addr, line, sizeof(line)) > 0);
	nr = strstr(line, "test_dso_elf.c:");
	assert_non_null(nr);
	assert_in_range(atoi(strchr(nr, ':') + 1), first_line, last_line);
	/* The ELF header is no code. */
	assert_int_equal(dso_elf__srcline(elf, 1, line, sizeof(line)), 0);
	assert_string_equal(line, "");
	dso_elf__close(elf);
}

static void line__is_found_by_the_index(void **state)
{
	(void)state;
	line_is_right("/proc/self/exe");
}

static void line__is_found_without_the_index(void **state)
{
	char path[] = "/tmp/test_dso_elf.XXXXXX", command[256];
	const int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	snprintf(command, sizeof(command), "objcopy -R .debug_aranges /proc/%d/exe %s", getpid(),
		 path);
	assert_int_equal(system(command), 0);
	line_is_right(path);
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(line__is_found_by_the_index),
		cmocka_unit_test(line__is_found_without_the_index),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
