// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_decoding_doc.c - the table of docs/decoding.md is that of the rows: each pointer that is not
 * followed, and no other; and each structure is known for 32-bit programs, too.
 *
 * Runs from the top directory.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "decode.h"
#include "syscalls.h"

#define DOC "docs/decoding.md"
#define MAX_ROWS 256

struct rows {
	char name[MAX_ROWS][96];
	bool seen[MAX_ROWS];
	size_t nr;
};

/* The first column of the table below the heading that begins with @heading. */
static void read_table(const char *heading, struct rows *rows)
{
	FILE *f = fopen(DOC, "re");
	bool in_part = false;
	char line[512];

	assert_non_null(f);
	rows->nr = 0;
	memset(rows->seen, 0, sizeof(rows->seen));
	while (fgets(line, sizeof(line), f)) {
		if (!strncmp(line, "## ", 3))
			in_part = !strncmp(line + 3, heading, strlen(heading));
		if (!in_part || sscanf(line, "| `%95[^`]`", rows->name[rows->nr]) != 1)
			continue;
		assert_true(++rows->nr < MAX_ROWS);
	}
	fclose(f);
}

static void expect(struct rows *rows, const struct syscall_desc *desc, const struct arg_desc *arg)
{
	char name[96];

	snprintf(name, sizeof(name), "%s.%s", desc->name, arg->name);
	for (size_t i = 0; i < rows->nr; i++) {
		if (!strcmp(rows->name[i], name)) {
			rows->seen[i] = true;
			return;
		}
	}
	fail_msg("%s is not in the table of " DOC, name);
}

static void expect_no_more(const struct rows *rows)
{
	assert_true(rows->nr > 0);
	for (size_t i = 0; i < rows->nr; i++) {
		if (!rows->seen[i])
			fail_msg("%s is in a table of " DOC " and should not be", rows->name[i]);
	}
}

static int check_pointers(const struct syscall_desc *desc, void *ctx)
{
	for (unsigned int i = 0; i < desc->nr_args; i++) {
		if (desc->args[i].type == &arg_ptr)
			expect(ctx, desc, &desc->args[i]);
	}
	return 0;
}

static void pointers_that_are_not_followed__are_listed(void **state)
{
	static struct rows rows;

	(void)state;
	read_table("Pointers that are not followed", &rows);
	syscalls__for_each(check_pointers, &rows);
	expect_no_more(&rows);
}

static int check_layouts(const struct syscall_desc *desc, void *ctx)
{
	(void)ctx;
	for (unsigned int i = 0; i < desc->nr_args; i++) {
		const struct arg_desc *arg = &desc->args[i];

		if (arg->layout && !layout__of(arg->layout, true) &&
		    desc->nr[AUG_ABI_COMPAT] != SYSCALL_NONE)
			fail_msg("%s.%s: the structure is not known in 32 bits", desc->name,
				 arg->name);
	}
	return 0;
}

static void structures__are_known_in_32_bits(void **state)
{
	(void)state;
	syscalls__for_each(check_layouts, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pointers_that_are_not_followed__are_listed),
		cmocka_unit_test(structures__are_known_in_32_bits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
