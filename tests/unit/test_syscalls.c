// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_syscalls.c - the system call table: consistent in itself, and in accord with the build
 * machine's <asm/unistd_*.h> and with the argument names that the running kernel's tracefs gives.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "symbols.h"
#include "syscalls.h"
#include "util.h"
#include "x32.h"

#define TRACEFS_SYSCALLS "/sys/kernel/tracing/events/syscalls"
#define ENTER_PREFIX "sys_enter_"

struct row_list {
	const struct syscall_desc *row[1024];
	size_t nr;
};

static int list_row(const struct syscall_desc *desc, void *ctx)
{
	struct row_list *list = ctx;

	assert_true(list->nr < ARRAY_SIZE(list->row));
	list->row[list->nr++] = desc;
	return 0;
}

static void list_rows(struct row_list *list)
{
	list->nr = 0;
	syscalls__for_each(list_row, list);
}

static bool is_name(const char *s)
{
	if (!*s)
		return false;
	for (; *s; s++) {
		if (!islower((unsigned char)*s) && !isdigit((unsigned char)*s) && *s != '_')
			return false;
	}
	return true;
}

static void rows__have_unique_numbers_and_names(void **state)
{
	struct row_list list;

	(void)state;
	list_rows(&list);
	for (size_t i = 0; i < list.nr; i++) {
		const struct syscall_desc *a = list.row[i];

		if (a->nr[AUG_ABI_NATIVE] < 0 && a->nr[AUG_ABI_COMPAT] < 0)
			fail_msg("%s has no number", a->name);
		for (unsigned int abi = 0; abi < AUG_NR_ABIS; abi++)
			assert_in_range(a->nr[abi] + 1, 0, AUG_NR_SYSCALLS);
		for (size_t j = 0; j < i; j++) {
			const struct syscall_desc *b = list.row[j];

			for (unsigned int abi = 0; abi < AUG_NR_ABIS; abi++) {
				if (a->nr[abi] < 0 || b->nr[abi] < 0)
					continue;
				if (a->nr[abi] == b->nr[abi])
					fail_msg("%s and %s are both %d of table %u", a->name,
						 b->name, a->nr[abi], abi);
				if (!strcmp(a->name, b->name) && a->nr[abi] < AUG_NR_UNFOLDED)
					fail_msg("%s is there twice in table %u", a->name, abi);
			}
		}
	}
}

static void rows__have_arguments_that_make_sense(void **state)
{
	struct row_list list;

	(void)state;
	list_rows(&list);
	for (size_t i = 0; i < list.nr; i++) {
		const struct syscall_desc *desc = list.row[i];
		size_t payload = 0;

		if (!is_name(desc->name))
			fail_msg("name '%s'", desc->name);
		assert_true(desc->ret <= RET_ID);
		assert_true(desc->nr_args <= AUG_MAX_ARGS);
		for (unsigned int a = 0; a < desc->nr_args; a++) {
			const struct arg_desc *arg = &desc->args[a];

			if (!arg->name || !is_name(arg->name) || !arg->type || !arg->type->decode)
				fail_msg("%s: argument %u", desc->name, a);
			if (arg->type->needs_syms != !!arg->syms)
				fail_msg("%s.%s: names and type disagree", desc->name, arg->name);
			if (arg->syms && arg->type == &arg_enum && arg->syms->is_flags)
				fail_msg("%s.%s: flags as enum", desc->name, arg->name);
			if (arg->syms && arg->type == &arg_flags && !arg->syms->is_flags)
				fail_msg("%s.%s: enum as flags", desc->name, arg->name);
			if (arg->type->needs_layout != !!arg->layout)
				fail_msg("%s.%s: layout and type disagree", desc->name, arg->name);
			/* One may be its own command. */
			if (arg->len_from != AUG_LEN_FIELD &&
			    (arg->len_arg > desc->nr_args ||
			     (arg->len_arg == a + 1 && arg->type != &arg_by_cmd)))
				fail_msg("%s.%s: length of argument %u", desc->name, arg->name,
					 arg->len_arg);
			if (arg->type->capture == AUG_CAP_BUF && !arg->len_arg && !arg->len_from)
				fail_msg("%s.%s: captured with no length", desc->name, arg->name);
			for (unsigned int b = 0; b < a; b++)
				assert_string_not_equal(arg->name, desc->args[b].name);
			if (arg->type->capture) {
				assert_true(arg->type->when || arg->when);
				payload +=
					sizeof(struct aug_payload) + ((arg->type->size + 7) & ~7u);
			}
		}
		for (unsigned int a = desc->nr_args; a < AUG_MAX_ARGS; a++)
			assert_null(desc->args[a].name);
		if (payload > AUG_PAYLOAD_BIG)
			fail_msg("%s: %zu bytes of payload", desc->name, payload);
	}
}

/* Ranges of numbers that the tables of Linux 7.2 leave unassigned. */
static const struct {
	unsigned int abi, first, last;
} gaps[] = {
	{ AUG_ABI_NATIVE, 337, 423 },
	{ AUG_ABI_NATIVE, 472, AUG_NR_SYSCALLS - 1 },
	{ AUG_ABI_COMPAT, 222, 223 },
	{ AUG_ABI_COMPAT, 251, 251 },
	{ AUG_ABI_COMPAT, 285, 285 },
	{ AUG_ABI_COMPAT, 387, 392 },
	{ AUG_ABI_COMPAT, 415, 415 },
	{ AUG_ABI_COMPAT, 472, AUG_NR_UNFOLDED - 1 },
	/* Behind those that come through others. */
	{ AUG_ABI_COMPAT, AUG_UNFOLDED_MMAP + 1, AUG_NR_SYSCALLS - 1 },
};

static bool in_gap(unsigned int abi, unsigned int nr)
{
	for (size_t i = 0; i < ARRAY_SIZE(gaps); i++) {
		if (gaps[i].abi == abi && nr >= gaps[i].first && nr <= gaps[i].last)
			return true;
	}
	return false;
}

static void tables__have_no_other_gaps_than_the_kernel(void **state)
{
	(void)state;
	for (unsigned int abi = 0; abi < AUG_NR_ABIS; abi++) {
		for (unsigned int nr = 0; nr < AUG_NR_SYSCALLS; nr++) {
			const struct syscall_desc *desc = syscalls__get(abi, nr);

			if (!desc != in_gap(abi, nr))
				fail_msg("table %u, number %u: %s", abi, nr,
					 desc ? desc->name : "missing");
		}
	}
}

static void get__knows_no_number_beyond_the_tables(void **state)
{
	(void)state;
	assert_string_equal(syscalls__get(AUG_ABI_NATIVE, 257)->name, "openat");
	assert_string_equal(syscalls__get(AUG_ABI_COMPAT, 295)->name, "openat");
	assert_null(syscalls__get(AUG_ABI_NATIVE, AUG_NR_SYSCALLS));
	assert_null(syscalls__get(AUG_ABI_NATIVE, UINT32_MAX));
	assert_null(syscalls__get(AUG_NR_ABIS, 0));
}

static void find__keeps_the_tables_apart(void **state)
{
	const struct syscall_desc *native = syscalls__find(AUG_ABI_NATIVE, "mmap");
	const struct syscall_desc *compat = syscalls__find(AUG_ABI_COMPAT, "mmap");

	(void)state;
	assert_int_equal(native->nr_args, 6);
	assert_int_equal(compat->nr_args, 1);
	assert_null(syscalls__find(AUG_ABI_NATIVE, "waitpid"));
	assert_non_null(syscalls__find(AUG_ABI_COMPAT, "waitpid"));
	assert_null(syscalls__find(AUG_ABI_NATIVE, "nonesuch"));
	assert_null(syscalls__find(AUG_NR_ABIS, "open"));
}

static void expect_nearest(const char *name, const char *first)
{
	const char *names[3];
	size_t nr = syscalls__nearest(name, names, ARRAY_SIZE(names));

	if (!nr)
		fail_msg("nothing is near %s", name);
	assert_string_equal(names[0], first);
	for (size_t i = 0; i < nr; i++) {
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(names[i], names[j]);
	}
}

static void nearest__forgives_a_slip(void **state)
{
	(void)state;
	expect_nearest("opnat", "openat");
	expect_nearest("opneat", "openat");
	expect_nearest("conect", "connect");
	expect_nearest("clsoe", "close");
	expect_nearest("linakt", "linkat");
	expect_nearest("newfstat", "newfstatat");
	expect_nearest("getsockoptt", "getsockopt");
	expect_nearest("mmap", "mmap");
}

static void nearest__finds_nothing_like_nonsense(void **state)
{
	const char *names[3];
	char longest[300];

	(void)state;
	memset(longest, 'a', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	assert_int_equal(syscalls__nearest("xyzzyplugh", names, 3), 0);
	assert_int_equal(syscalls__nearest("", names, 3), 0);
	assert_int_equal(syscalls__nearest(longest, names, 3), 0);
	assert_int_equal(syscalls__nearest("open", names, 0), 0);
	assert_int_equal(syscalls__nearest("opnat", names, 1), 1);
}

static void check_header(const char *path, unsigned int abi)
{
	char line[256], name[128];
	unsigned int checked = 0;
	int nr;
	FILE *f = fopen(path, "r");

	if (!f) {
		print_message("skipped: no %s\n", path);
		skip();
	}
	while (fgets(line, sizeof(line), f)) {
		const struct syscall_desc *desc;

		if (sscanf(line, "#define __NR_%127s %d", name, &nr) != 2)
			continue;
		desc = syscalls__find(abi, name);
		if (!desc || desc->nr[abi] != nr)
			fail_msg("%s is %d in %s, %d here", name, nr, path,
				 desc ? desc->nr[abi] : -1);
		checked++;
	}
	fclose(f);
	assert_true(checked > 300);
}

static void x32_numbers__are_those_of_the_header(void **state)
{
	const char *path = "/usr/include/x86_64-linux-gnu/asm/unistd_x32.h";
	char line[256], name[128];
	unsigned int checked = 0, nr;
	FILE *f = fopen(path, "r");

	(void)state;
	if (!f) {
		print_message("skipped: no %s\n", path);
		skip();
	}
	while (fgets(line, sizeof(line), f)) {
		const struct syscall_desc *desc;

		if (sscanf(line, "#define __NR_%127s (__X32_SYSCALL_BIT + %u)", name, &nr) != 2)
			continue;
		desc = x32__get(nr | 0x40000000);
		if (!desc || strcmp(desc->name, name))
			fail_msg("%u is %s, %s here", nr, name, desc ? desc->name : "nothing");
		checked++;
	}
	fclose(f);
	assert_true(checked > 300);
	assert_null(x32__get(0x40000000 | 548));
	assert_null(x32__get(0x40000000 | 9999));
}

static void x32__is_native_with_its_bit_and_no_sign(void **state)
{
	(void)state;
	assert_true(x32__is(AUG_ABI_NATIVE, 0x40000000));
	assert_true(x32__is(AUG_ABI_NATIVE, 0x40000000 | 9999));
	assert_false(x32__is(AUG_ABI_NATIVE, 1));
	assert_false(x32__is(AUG_ABI_NATIVE, 0xc0000001));
	assert_false(x32__is(AUG_ABI_NATIVE, UINT32_MAX));
	assert_false(x32__is(AUG_ABI_COMPAT, 0x40000001));
}

static void native_numbers__are_those_of_the_header(void **state)
{
	(void)state;
	check_header("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", AUG_ABI_NATIVE);
}

static void compat_numbers__are_those_of_the_header(void **state)
{
	(void)state;
	check_header("/usr/include/x86_64-linux-gnu/asm/unistd_32.h", AUG_ABI_COMPAT);
}

/* Names of kernel functions that differ from the name of the call. */
static const char *call_name(const char *function)
{
	static const char *const renamed[][2] = {
		{ "newstat", "stat" },	 { "newlstat", "lstat" },      { "newfstat", "fstat" },
		{ "newuname", "uname" }, { "sendfile64", "sendfile" }, { "umount", "umount2" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(renamed); i++) {
		if (!strcmp(function, renamed[i][0]))
			return renamed[i][1];
	}
	return function;
}

/* The name in "\tfield:int flags;\toffset...", cut out of @line; NULL in any other line. */
static const char *field_name(char *line)
{
	char *end = strchr(line, ';');
	char *start;

	if (strncmp(line, "\tfield:", 7) || !end)
		return NULL;
	*end = '\0';
	start = strrchr(line, ' ');
	return start ? start + 1 : line;
}

static void check_format(const char *function)
{
	const struct syscall_desc *desc = syscalls__find(AUG_ABI_NATIVE, call_name(function));
	char path[512], line[512];
	unsigned int nr_args = 0;
	bool in_args = false;
	FILE *f;

	if (!desc)
		fail_msg("%s: the kernel has it, the table does not", function);
	snprintf(path, sizeof(path), TRACEFS_SYSCALLS "/" ENTER_PREFIX "%s/format", function);
	f = fopen(path, "r");
	assert_non_null(f);
	while (fgets(line, sizeof(line), f)) {
		const char *name = field_name(line);

		if (!name)
			continue;
		if (!in_args) {
			in_args = !strcmp(name, "__syscall_nr");
			continue;
		}
		if (nr_args >= desc->nr_args || strcmp(desc->args[nr_args].name, name))
			fail_msg("%s: argument %u is %s in tracefs, %s here", function, nr_args,
				 name,
				 nr_args < desc->nr_args ? desc->args[nr_args].name : "missing");
		nr_args++;
	}
	fclose(f);
	/* What rt_sigreturn reads is no argument, but stands like one. */
	if (nr_args + !!(desc->flags & AUG_S_SIGFRAME) != desc->nr_args)
		fail_msg("%s: %u arguments in tracefs, %u here", function, nr_args, desc->nr_args);
}

static void arguments__are_named_as_in_tracefs(void **state)
{
	DIR *dir = opendir(TRACEFS_SYSCALLS);
	unsigned int checked = 0;
	struct dirent *entry;

	(void)state;
	if (!dir) {
		print_message("skipped: " TRACEFS_SYSCALLS " cannot be read\n");
		skip();
	}
	while ((entry = readdir(dir))) {
		if (strncmp(entry->d_name, ENTER_PREFIX, strlen(ENTER_PREFIX)))
			continue;
		check_format(entry->d_name + strlen(ENTER_PREFIX));
		checked++;
	}
	closedir(dir);
	assert_true(checked > 200);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows__have_unique_numbers_and_names),
		cmocka_unit_test(rows__have_arguments_that_make_sense),
		cmocka_unit_test(tables__have_no_other_gaps_than_the_kernel),
		cmocka_unit_test(get__knows_no_number_beyond_the_tables),
		cmocka_unit_test(find__keeps_the_tables_apart),
		cmocka_unit_test(nearest__forgives_a_slip),
		cmocka_unit_test(nearest__finds_nothing_like_nonsense),
		cmocka_unit_test(native_numbers__are_those_of_the_header),
		cmocka_unit_test(compat_numbers__are_those_of_the_header),
		cmocka_unit_test(x32_numbers__are_those_of_the_header),
		cmocka_unit_test(x32__is_native_with_its_bit_and_no_sign),
		cmocka_unit_test(arguments__are_named_as_in_tracefs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
