// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_select.c - lists of -e: names, globs, negation, aliases, and what is said about mistakes.
 * Numbers are not repeated here; they are looked up in the table that is tested elsewhere.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "select.h"
#include "strbuf.h"
#include "syscalls.h"
#include "syscalls_classes.h"
#include "util.h"

static void add(struct select *sel, const char *list)
{
	struct strbuf error = {};

	if (select__add(sel, list, &error))
		fail_msg("-e '%s': %s", list, strbuf__cstr(&error));
	strbuf__free(&error);
}

static unsigned int number(unsigned int abi, const char *name)
{
	const struct syscall_desc *desc = syscalls__find(abi, name);

	if (!desc)
		fail_msg("no %s in table %u", name, abi);
	return (unsigned int)desc->nr[abi];
}

static bool has_native(const struct select *sel, const char *name)
{
	return select__has(sel, AUG_ABI_NATIVE, number(AUG_ABI_NATIVE, name));
}

static bool has_compat(const struct select *sel, const char *name)
{
	return select__has(sel, AUG_ABI_COMPAT, number(AUG_ABI_COMPAT, name));
}

static unsigned int count(const struct select *sel)
{
	unsigned int abi, nr, n = 0;

	for (abi = 0; abi < AUG_NR_ABIS; abi++)
		for (nr = 0; nr < AUG_NR_SYSCALLS; nr++)
			n += select__has(sel, abi, nr);
	return n;
}

/* @lists, NULL at the end, want just the calls @names, both tables together. */
static void expect_names(const char *const lists[], const char *const names[])
{
	struct select sel = {};
	unsigned int n = 0;
	size_t i;

	for (i = 0; lists[i]; i++)
		add(&sel, lists[i]);
	for (i = 0; names[i]; i++) {
		if (syscalls__find(AUG_ABI_NATIVE, names[i])) {
			n++;
			if (!has_native(&sel, names[i]))
				fail_msg("-e '%s' lacks %s", lists[0], names[i]);
		}
		if (syscalls__find(AUG_ABI_COMPAT, names[i])) {
			n++;
			if (!has_compat(&sel, names[i]))
				fail_msg("-e '%s' lacks compat %s", lists[0], names[i]);
		}
	}
	if (count(&sel) != n)
		fail_msg("-e '%s' is %u calls, expected %u", lists[0], count(&sel), n);
}

#define ARGV(...)                 \
	(const char *const[])     \
	{                         \
		__VA_ARGS__, NULL \
	}

static void list__names_calls_of_both_tables(void **state)
{
	(void)state;
	expect_names(ARGV("openat"), ARGV("openat"));
	expect_names(ARGV(" openat ,\tclose "), ARGV("openat", "close"));
	expect_names(ARGV("openat", "close,openat"), ARGV("openat", "close"));
	/* Native and compat have different numbers. */
	assert_int_not_equal(number(AUG_ABI_NATIVE, "openat"), number(AUG_ABI_COMPAT, "openat"));
}

static void no_list__wants_everything(void **state)
{
	struct select sel = {};

	(void)state;
	assert_int_equal(count(&sel), AUG_NR_ABIS * AUG_NR_SYSCALLS);
	assert_false(select__has(&sel, AUG_ABI_NATIVE, AUG_NR_SYSCALLS));
	assert_false(select__has(&sel, AUG_NR_ABIS, 0));
	/* A star is for calls too that no row describes yet. */
	add(&sel, "*");
	assert_int_equal(count(&sel), AUG_NR_ABIS * AUG_NR_SYSCALLS);
	add(&sel, "!*");
	assert_int_equal(count(&sel), 0);
}

struct glob_check {
	const struct select *sel;
	const char *pattern;
};

static int check_row(const struct syscall_desc *desc, void *ctx)
{
	const struct glob_check *check = ctx;
	bool expected = !fnmatch(check->pattern, desc->name, 0);
	unsigned int abi;

	for (abi = 0; abi < AUG_NR_ABIS; abi++)
		if (desc->nr[abi] >= 0 &&
		    select__has(check->sel, abi, (unsigned int)desc->nr[abi]) != expected)
			fail_msg("%s: wrong for %s in table %u", check->pattern, desc->name, abi);
	return 0;
}

static void glob__matches_as_fnmatch(void **state)
{
	static const char *const patterns[] = { "open*", "*mmsg", "?lose", "[rw]*v", "*at" };
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(patterns); i++) {
		struct select sel = {};
		struct glob_check check = { .sel = &sel, .pattern = patterns[i] };

		add(&sel, patterns[i]);
		assert_true(count(&sel) > 0);
		syscalls__for_each(check_row, &check);
	}
	expect_names(ARGV("*mmsg"), ARGV("recvmmsg", "sendmmsg"));
}

/* Of 32-bit programs: by its own number and through another call. */
static void name__has_all_numbers(void **state)
{
	struct select sel = {}, others = {};

	(void)state;
	add(&sel, "mmap,msgrcv");
	assert_true(select__has(&sel, AUG_ABI_COMPAT, 90));
	assert_true(select__has(&sel, AUG_ABI_COMPAT, AUG_UNFOLDED_MMAP));
	assert_true(select__has(&sel, AUG_ABI_COMPAT, AUG_UNFOLDED_MSGRCV));
	assert_true(select__has(&sel, AUG_ABI_COMPAT, AUG_UNFOLDED_MSGRCV_FAULT));
	assert_false(select__has(&sel, AUG_ABI_COMPAT, AUG_UNFOLDED_SHMAT));
	add(&others, "!semctl");
	assert_false(select__has(&others, AUG_ABI_COMPAT, AUG_UNFOLDED_SEMCTL_FAULT));
	assert_true(select__has(&others, AUG_ABI_COMPAT, AUG_UNFOLDED_SEMOP));
}

static void class__is_strace_s(void **state)
{
	struct select sel = {};

	(void)state;
	add(&sel, "%net,%%statfs");
	assert_true(has_native(&sel, "socket"));
	assert_true(has_compat(&sel, "send"));
	assert_true(has_native(&sel, "fstatfs"));
	assert_false(has_native(&sel, "openat"));
	add(&sel, "!%network");
	assert_false(has_native(&sel, "socket"));
	assert_true(has_native(&sel, "statfs"));
	sel = (struct select){};
	add(&sel, "%desc,!%file");
	assert_true(has_native(&sel, "read"));
	assert_false(has_native(&sel, "openat"));
}

/* Each member of a class is a call, and they are in order: each is found. */
static int find_classes(const struct syscall_desc *desc, void *ctx)
{
	unsigned int *nr = ctx;

	*nr += syscalls__classes_of(desc->name) != 0;
	return 0;
}

static void classes__are_found(void **state)
{
	const char *name;
	unsigned int nr = 0;
	size_t i;

	(void)state;
	syscalls__for_each(find_classes, &nr);
	assert_true(nr > 330);
	for (i = 0; (name = syscalls__class_name(i)) != NULL; i++)
		assert_true(syscalls__class(name));
	assert_int_equal(syscalls__class("%file"), 0);
	assert_int_equal(syscalls__classes_of("getppid"), syscalls__class("pure"));
	assert_int_equal(syscalls__classes_of("no such call"), 0);
}

static void expression__matches_anywhere(void **state)
{
	struct select sel = {};

	(void)state;
	add(&sel, "/^(send|recv)mmsg$");
	assert_int_equal(count(&sel), 4);
	add(&sel, "/epoll");
	assert_true(has_native(&sel, "epoll_ctl"));
}

/* What regcomp() takes seconds, gigabytes or the stack for. */
static void expression__is_refused_before_it_takes_all_memory(void **state)
{
	static const char *const bad[] = {
		"/((((((((((((((((a+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+",
		"/(((((((((((((a{1,}){1,}){1,}){1,}){1,}){1,}){1,}){1,}){1,}){1,}){1,}){1,}){1,}",
		"/(^()*+){9}",
		"/((|())){22,}()",
		"/^^^^^^ ?{3}{2}{7}{2}^^^^^V^^^^",
		"/(.*)(.*)(.*)(.*)(.*)(.*)(.*)\\1\\2\\3\\4\\5\\6\\7x",
	};
	char deep[2002] = "/";

	(void)state;
	memset(deep + 1, '(', 1000);
	memset(deep + 1001, ')', 1000);
	for (size_t i = 0; i <= ARRAY_SIZE(bad); i++) {
		struct strbuf error = {};
		struct select sel = {};

		assert_int_equal(select__add(&sel, i < ARRAY_SIZE(bad) ? bad[i] : deep, &error),
				 -EINVAL);
		assert_null(strstr(strbuf__cstr(&error), "no system call"));
		strbuf__free(&error);
	}
}

/* However long it is, where it repeats little. */
static void expression__may_be_long(void **state)
{
	static const char *const good[] = { "/^p?(read|write)(v2?)?$", "/^([a-z]|[]_])+$",
					    "/\\(?read+", "/^(send|recv)m{1}msg$" };
	char names[4000] = "/^(read";

	(void)state;
	for (size_t i = 0; i < 300; i++)
		strcat(names, "|getppid");
	strcat(names, ")$");
	for (size_t i = 0; i <= ARRAY_SIZE(good); i++) {
		struct select sel = {};

		add(&sel, i < ARRAY_SIZE(good) ? good[i] : names);
		assert_true(has_native(&sel, i == 3 ? "recvmmsg" : "read"));
	}
}

static void expect_unknown(bool strace, const char *list)
{
	struct select sel = { .strace = strace };
	struct strbuf error = {};

	assert_int_equal(select__add(&sel, list, &error), -EINVAL);
	if (!strstr(strbuf__cstr(&error), "unknown system call"))
		fail_msg("-e '%s': %s", list, strbuf__cstr(&error));
	strbuf__free(&error);
}

static void strace_spelling__is_taken_when_asked_for(void **state)
{
	struct select sel = { .strace = true };
	unsigned int all = count(&sel);

	(void)state;
	add(&sel, "?no_such_call,?getppid,memory");
	assert_true(has_native(&sel, "getppid"));
	assert_true(has_native(&sel, "mmap"));
	assert_false(has_native(&sel, "openat"));
	/* A class that needs no '%' before a call of its name, and other classes not without it. */
	sel = (struct select){ .strace = true };
	add(&sel, "signal,ipc");
	assert_true(has_native(&sel, "kill"));
	assert_true(has_native(&sel, "semop"));
	sel = (struct select){ .strace = true };
	add(&sel, "stat");
	assert_false(has_native(&sel, "newfstatat"));
	expect_unknown(true, "clock");
	/* A number in each table that has it: getuid and socketcall */
	sel = (struct select){ .strace = true };
	add(&sel, "102,?9999");
	assert_int_equal(count(&sel), 2);
	assert_true(has_native(&sel, "getuid"));
	assert_true(has_compat(&sel, "socketcall"));
	expect_unknown(true, "9999");
	expect_unknown(true, "0x9");
	expect_unknown(true, "500");
	expect_unknown(false, "102");
	sel = (struct select){ .strace = true };
	add(&sel, "none");
	assert_int_equal(count(&sel), 0);
	sel = (struct select){ .strace = true };
	add(&sel, "all");
	assert_int_equal(count(&sel), all);
}

static void strace_spelling__names_tables(void **state)
{
	struct select sel = { .strace = true };
	struct strbuf error = {};

	(void)state;
	add(&sel, "openat@64,getpid@32,dup@x32,?waitpid@64,102@32");
	assert_true(has_native(&sel, "openat"));
	assert_false(has_compat(&sel, "openat"));
	assert_true(has_compat(&sel, "getpid"));
	assert_true(has_compat(&sel, "socketcall"));
	assert_int_equal(count(&sel), 3);
	sel = (struct select){ .strace = true };
	add(&sel, "/^dup$@64,%pure@32");
	assert_true(has_native(&sel, "dup"));
	assert_false(has_compat(&sel, "dup"));
	assert_true(has_compat(&sel, "getpid"));
	assert_false(has_native(&sel, "getpid"));
	sel = (struct select){ .strace = true };
	add(&sel, "!%memory@64");
	assert_false(has_native(&sel, "mmap"));
	assert_true(has_compat(&sel, "mmap"));
	expect_unknown(true, "no_such_call@32");
	expect_unknown(true, "no_such_call@x32");
	expect_unknown(true, "none@64");
	expect_unknown(false, "openat@64");
	assert_int_equal(select__add(&sel, "?openat@65", &error), -EINVAL);
	assert_string_equal(strbuf__cstr(&error), "'@65' is none of @64, @32 and @x32");
	strbuf__reset(&error);
	assert_int_equal(select__add(&sel, "waitpid@64", &error), -EINVAL);
	assert_string_equal(strbuf__cstr(&error),
			    "'waitpid' names calls of 32-bit programs only, none of @64");
	strbuf__reset(&error);
	assert_int_equal(select__add(&sel, "newfstatat@32", &error), -EINVAL);
	assert_string_equal(strbuf__cstr(&error),
			    "'newfstatat' names calls of 64-bit programs only, none of @32");
	strbuf__free(&error);
}

static void negation__leaves_out(void **state)
{
	struct select sel = {};
	unsigned int all = count(&sel);

	(void)state;
	/* In front of the list it holds for the whole of it, and once more does no harm. */
	add(&sel, " ! openat, close,!read");
	assert_int_equal(count(&sel), all - 6);
	assert_false(has_native(&sel, "openat"));
	assert_false(has_compat(&sel, "openat"));
	assert_false(has_native(&sel, "close"));
	assert_false(has_native(&sel, "read"));
	assert_true(has_native(&sel, "write"));
	/* In front of an element, only for that one; the order is all the same. */
	expect_names(ARGV("*mmsg,!sendmmsg"), ARGV("recvmmsg"));
	expect_names(ARGV("sendmmsg,! *mmsg , close"), ARGV("close"));
	/* Several lists add up. */
	expect_names(ARGV("*mmsg", "!sendmmsg"), ARGV("recvmmsg"));
	sel = (struct select){};
	add(&sel, "!openat");
	add(&sel, "!close");
	assert_int_equal(count(&sel), all - 4);
}

static void alias__is_what_the_kernel_calls_it(void **state)
{
	static const char *const pairs[][2] = {
		{ "newstat", "stat" },	 { "newlstat", "lstat" },      { "newfstat", "fstat" },
		{ "newuname", "uname" }, { "sendfile64", "sendfile" }, { "umount", "umount2" },
		{ "pread", "pread64" },	 { "pwrite", "pwrite64" },     { "fstatat", "newfstatat" },
	};
	struct select sel = {};
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(pairs); i++) {
		sel = (struct select){};
		add(&sel, pairs[i][0]);
		if (!has_native(&sel, pairs[i][1]))
			fail_msg("%s is not %s", pairs[i][0], pairs[i][1]);
	}
	/* A name that a table has is that call there, not an alias. */
	sel = (struct select){};
	add(&sel, "umount");
	assert_true(has_compat(&sel, "umount"));
	assert_false(has_compat(&sel, "umount2"));
	sel = (struct select){};
	add(&sel, "sendfile64");
	assert_true(has_compat(&sel, "sendfile64"));
	assert_false(has_compat(&sel, "sendfile"));
	expect_names(ARGV("newfstat"), ARGV("fstat"));
}

#define REPEATED "what is repeated may be empty, has a repetition in it, or a place as ^ and $ are"

static void mistake__is_explained(void **state)
{
	static const struct {
		const char *list;
		const char *message;
	} cases[] = {
		{ "", "element 1 of the list of system calls '' is empty" },
		{ " ! ", "element 1 of the list of system calls ' ! ' is empty" },
		{ "openat,,close",
		  "element 2 of the list of system calls 'openat,,close' is empty" },
		{ "openat,", "element 2 of the list of system calls 'openat,' is empty" },
		{ "openat,! ,close",
		  "element 2 of the list of system calls 'openat,! ,close' is empty" },
		{ "openat,zz*", "no system call matches 'zz*'" },
		{ "close,qqqqqqqqqqqqqqqqqqqq", "unknown system call 'qqqqqqqqqqqqqqqqqqqq'" },
		{ "/a(", "the expression 'a(': Unmatched ( or \\(" },
		{ "/a{3\\0}", "the expression 'a{3\\\\0}': an interval has other characters than "
			      "digits and a comma" },
		{ "/(a)\\1", "the expression '(a)\\\\1': it asks for what a group has matched" },
		{ "/(^a|b)*", "the expression '(^a|b)*': " REPEATED },
		{ "/((a|)){9}", "the expression '((a|)){9}': " REPEATED },
		{ "/(a+){2}", "the expression '(a+){2}': " REPEATED },
		{ "/[]+]{100}a{200}",
		  "the expression '[]+]{100}a{200}': its repetitions have more than 256 parts" },
		{ "/b{300}", "the expression 'b{300}': its repetitions have more than 256 parts" },
		{ "\033[2Jxxxxxxxxxxxxxxxxx", "no system call matches '\\33[2Jxxxxxxxxxxxxxxxxx'" },
	};
	struct select sel = {}, before;
	size_t i;

	(void)state;
	add(&sel, "read,!write");
	before = sel;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct strbuf error = {};

		assert_int_equal(select__add(&sel, cases[i].list, &error), -EINVAL);
		assert_string_equal(strbuf__cstr(&error), cases[i].message);
		assert_memory_equal(&sel, &before, sizeof(sel));
		strbuf__free(&error);
	}
}

static void unknown_name__suggests_the_nearest(void **state)
{
	static const char head[] = "unknown system call 'opnat'; did you mean: openat";
	struct strbuf error = {};
	struct select sel = {};

	(void)state;
	assert_int_equal(select__add(&sel, "close,opnat", &error), -EINVAL);
	if (strncmp(strbuf__cstr(&error), head, strlen(head)) || error.text[error.len - 1] != '?')
		fail_msg("message is: %s", error.text);
	strbuf__free(&error);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(list__names_calls_of_both_tables),
		cmocka_unit_test(no_list__wants_everything),
		cmocka_unit_test(glob__matches_as_fnmatch),
		cmocka_unit_test(name__has_all_numbers),
		cmocka_unit_test(class__is_strace_s),
		cmocka_unit_test(classes__are_found),
		cmocka_unit_test(expression__matches_anywhere),
		cmocka_unit_test(expression__is_refused_before_it_takes_all_memory),
		cmocka_unit_test(expression__may_be_long),
		cmocka_unit_test(strace_spelling__is_taken_when_asked_for),
		cmocka_unit_test(strace_spelling__names_tables),
		cmocka_unit_test(negation__leaves_out),
		cmocka_unit_test(alias__is_what_the_kernel_calls_it),
		cmocka_unit_test(mistake__is_explained),
		cmocka_unit_test(unknown_name__suggests_the_nearest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
