// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_proc_map.c - lines of /proc/PID/maps, whatever the process called its files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "proc_map.h"
#include "util.h"

static bool parse(const char *text, struct proc_map *ret)
{
	/* Of its exact size, for ASan; paths are checked before the next one. */
	static char *line;

	free(line);
	line = strdup(text);
	assert_non_null(line);
	return proc_map__parse(line, ret);
}

static void numbers_and_rights__are_read(void **state)
{
	struct proc_map map;

	(void)state;
	assert_true(parse("55d0c0a00000-55d0c0a25000 r-xp 00026000 fe:0a 1234 /usr/bin/x\n", &map));
	assert_int_equal(map.start, 0x55d0c0a00000);
	assert_int_equal(map.end, 0x55d0c0a25000);
	assert_int_equal(map.offset, 0x26000);
	assert_int_equal(map.dev_major, 0xfe);
	assert_int_equal(map.dev_minor, 10);
	assert_int_equal(map.inode, 1234);
	assert_int_equal(map.prot, PROT_READ | PROT_EXEC);
	assert_false(map.is_shared);
	assert_string_equal(map.path, "/usr/bin/x");
	assert_true(parse("7f00-ffffffffffffffff -w-s 0 00:00 18446744073709551615\n", &map));
	assert_int_equal(map.prot, PROT_WRITE);
	assert_true(map.is_shared);
	assert_true(map.inode == UINT64_MAX && map.end == UINT64_MAX);
	assert_string_equal(map.path, "//anon");
}

/* The kernel writes a line end in a path as \012, blanks as they are. */
static void path__is_all_that_follows(void **state)
{
	static const char *const paths[] = { "/tmp/a b  c", "/tmp/x (deleted)",
					     "/tmp/\\012 7f00-8f00 r-xp 0 00:00 0 /bin/sh",
					     "[anon:1-2 r-xp 0]", "/\033[31m\x9b\xff" };
	struct proc_map map;
	char line[256];
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(paths); i++) {
		snprintf(line, sizeof(line),
			 "1000-2000 r--p 00000000 00:00 7                  %s\n", paths[i]);
		assert_true(parse(line, &map));
		assert_string_equal(map.path, paths[i]);
		assert_int_equal(map.end, 0x2000);
	}
}

static void other_lines__are_none(void **state)
{
	static const char *const lines[] = { "",
					     "\n",
					     "1000-2000",
					     "1000-2000 r-xp 0 00:00",
					     "1000 2000 r-xp 0 00:00 0 /x\n",
					     "2000-1000 r-xp 00000000 00:00 0 /x\n",
					     "1000-2000 r-x 00000000 00:00 0 /x\n",
					     "Size: 4 kB\n" };
	struct proc_map map;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		if (parse(lines[i], &map))
			fail_msg("should be none: %s", lines[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_and_rights__are_read),
		cmocka_unit_test(path__is_all_that_follows),
		cmocka_unit_test(other_lines__are_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
