// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_spec.c - what the engine is told to copy: of a description made up for the test, and of
 * calls that are well known; where a call's spec stands, and which calls come through others.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bpf-progs/unfold_calls.h"
#include "commands.h"
#include "spec.h"
#include "spec_build.h"
#include "util.h"

/* ---- a description of our own ---- */

static const struct arg_type type_number = { .name = "number" };
static const struct arg_type type_str = {
	.name = "str",
	.capture = AUG_CAP_STR,
	.when = AUG_AT_ENTER,
	.size = 100,
};
static const struct arg_type type_bytes = {
	.name = "bytes",
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_EXIT,
	.size = 144,
};
static const struct arg_type type_buf = {
	.name = "buf",
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER,
	.unit = 16,
	.size = 320,
};

static void expect_capture(const struct aug_spec *spec, unsigned int idx,
			   struct aug_capture expected)
{
	assert_true(idx < spec->nr_captures);
	assert_memory_equal(&spec->captures[idx], &expected, sizeof(expected));
}

static void described_captures__are_in_the_spec(void **state)
{
	const struct syscall_desc desc = {
		.name = "made_up",
		.nr_args = 6,
		.flags = AUG_S_EXEC,
		.args = {
			{ .name = "n", .type = &type_number },
			{ .name = "path", .type = &type_str },
			{ .name = "in", .type = &type_buf, .len_arg = 6 },
			{ .name = "out", .type = &type_buf, .when = AUG_AT_EXIT, .len_arg = 1,
			  .len_from = AUG_LEN_PTR },
			{ .name = "stat", .type = &type_bytes },
			{ .name = "both", .type = &type_str, .when = AUG_AT_ENTER | AUG_AT_EXIT },
		},
	};
	struct aug_spec spec;

	(void)state;
	build(&desc, &spec);
	assert_int_equal(spec.flags, AUG_S_EXEC);
	assert_int_equal(spec.nr_captures, 5);
	assert_int_equal(spec.nr_enter, 3);
	assert_int_equal(spec.nr_exit, 3);
	expect_capture(&spec, 0,
		       (struct aug_capture){ .arg = 1,
					     .kind = AUG_CAP_STR,
					     .when = AUG_AT_ENTER,
					     .unit = 1,
					     .size = 100 });
	expect_capture(&spec, 1,
		       (struct aug_capture){ .arg = 2,
					     .kind = AUG_CAP_BUF,
					     .when = AUG_AT_ENTER,
					     .len_from = AUG_LEN_ARG,
					     .len_arg = 5,
					     .unit = 16,
					     .size = 320 });
	expect_capture(&spec, 2,
		       (struct aug_capture){ .arg = 3,
					     .kind = AUG_CAP_BUF,
					     .when = AUG_AT_EXIT,
					     .len_from = AUG_LEN_PTR,
					     .len_arg = 0,
					     .unit = 16,
					     .size = 320 });
	expect_capture(&spec, 3,
		       (struct aug_capture){ .arg = 4,
					     .kind = AUG_CAP_BYTES,
					     .when = AUG_AT_EXIT,
					     .unit = 1,
					     .size = 144 });
	expect_capture(&spec, 4,
		       (struct aug_capture){ .arg = 5,
					     .kind = AUG_CAP_STR,
					     .when = AUG_AT_ENTER | AUG_AT_EXIT,
					     .unit = 1,
					     .size = 100 });
}

/*
 * What capture_fast.bpf.h copies: the only capture of an end, of a length that the registers hold; at the entry a string
 * behind it, too.
 */
static void plain_captures__are_marked(void **state)
{
	struct syscall_desc desc = {
		.name = "plain",
		.nr_args = 3,
		.args = {
			{ .name = "n", .type = &type_number },
			{ .name = "path", .type = &type_str },
			{ .name = "stat", .type = &type_bytes },
		},
	};
	struct aug_spec spec;

	(void)state;
	build(&desc, &spec);
	assert_int_equal(spec.fast_enter, 1);
	assert_int_equal(spec.fast_exit, 2);
	desc.args[0] = (struct arg_desc){ .name = "path", .type = &type_str };
	build(&desc, &spec); /* two at the entry */
	assert_int_equal(spec.fast_enter, 1 | 2 << AUG_FAST_BITS);
	assert_int_equal(spec.fast_exit, 3);
	desc.args[2] = (struct arg_desc){ .name = "path", .type = &type_str };
	build(&desc, &spec); /* three */
	assert_int_equal(spec.fast_enter, 0);
	desc.args[2] = (struct arg_desc){ .name = "both", .type = &type_str, .when = AUG_AT_EXIT };
	desc.args[1].when = AUG_AT_EXIT;
	build(&desc, &spec); /* two at the exit */
	assert_int_equal(spec.fast_enter, 1);
	assert_int_equal(spec.fast_exit, 0);
	desc.nr_args = 2;
	desc.args[1] = (struct arg_desc){ .name = "in", .type = &type_buf, .len_arg = 1 };
	build(&desc, &spec); /* the second one is no string */
	assert_int_equal(spec.fast_enter, 0);
	desc.nr_args = 1;
	desc.args[0] = (struct arg_desc){ .name = "in", .type = &type_buf, .len_arg = 2 };
	build(&desc, &spec);
	assert_int_equal(spec.fast_enter, 1);
	assert_int_equal(spec.fast_exit, 0);
	desc.args[0].len_from = AUG_LEN_PTR;
	build(&desc, &spec);
	assert_int_equal(spec.fast_enter, 0);
	desc.args[0] = (struct arg_desc){ .name = "stat", .type = &type_bytes, .extra = 1 };
	build(&desc, &spec);
	assert_int_equal(spec.fast_exit, 0);
}

static void all_six_arguments__can_be_captured(void **state)
{
	struct syscall_desc desc = { .name = "six", .nr_args = AUG_MAX_ARGS };
	struct aug_spec spec;
	unsigned int i;

	(void)state;
	for (i = 0; i < AUG_MAX_ARGS; i++)
		desc.args[i] = (struct arg_desc){ .name = "s", .type = &type_str };
	build(&desc, &spec);
	assert_int_equal(spec.nr_captures, AUG_MAX_ARGS);
	for (i = 0; i < AUG_MAX_ARGS; i++)
		assert_int_equal(spec.captures[i].arg, i);
}

static void call_without_pointers__captures_nothing(void **state)
{
	const struct syscall_desc desc = {
		.name = "plain",
		.nr_args = 1,
		.args = { { .name = "n", .type = &type_number } },
	};
	const struct aug_spec empty = {};
	struct aug_spec spec;

	(void)state;
	build(&desc, &spec);
	assert_memory_equal(&spec, &empty, sizeof(spec));
}

/* ---- calls of the table ---- */

static const struct aug_spec *spec_of(unsigned int abi, const char *name)
{
	static struct aug_spec spec;
	const struct syscall_desc *desc = syscalls__find(abi, name);

	if (!desc)
		fail_msg("no %s", name);
	build(desc, &spec);
	return &spec;
}

/* Of each capture: s(tring) or b(uffer), its argument, at e(ntry) or e(x)it. */
static void well_known_calls__copy_what_they_should(void **state)
{
	static const struct {
		const char *name;
		const char *kinds;
		int len_arg;
	} cases[] = {
		{ "openat", "s1e", -1 },       { "open", "s0e", -1 },
		{ "execve", "s0e", -1 },       { "rename", "s0es1e", -1 },
		{ "renameat2", "s1es3e", -1 }, { "symlinkat", "s0es2e", -1 },
		{ "connect", "b1e", 2 },       { "bind", "b1e", 2 },
		{ "write", "b1e", 2 },	       { "accept4", "b1x", 2 },
		{ "getpeername", "b1x", 2 },   { "pwrite64", "b1e", 2 },
		{ "close", "", -1 },	       { "exit_group", "", -1 },
		{ "mount", "s0es1es2e", -1 },
	};
	size_t c, i;

	(void)state;
	for (c = 0; c < ARRAY_SIZE(cases); c++) {
		const struct aug_spec *spec = spec_of(AUG_ABI_NATIVE, cases[c].name);
		char kinds[3 * AUG_MAX_ARGS + 1] = "";

		for (i = 0; i < spec->nr_captures; i++) {
			const struct aug_capture *cap = &spec->captures[i];

			kinds[3 * i] = cap->kind == AUG_CAP_STR ? 's' : 'b';
			kinds[3 * i + 1] = (char)('0' + cap->arg);
			kinds[3 * i + 2] = cap->when == AUG_AT_ENTER ? 'e' : 'x';
			if (cap->kind == AUG_CAP_BUF)
				assert_int_equal(cap->len_arg, cases[c].len_arg);
			else if (cap->kind == AUG_CAP_STR)
				assert_int_equal(cap->size, AUG_STR_MAX);
		}
		/* A row may come to copy more behind these. */
		if (strncmp(kinds, cases[c].kinds, strlen(cases[c].kinds)) ||
		    (!*cases[c].kinds && *kinds))
			fail_msg("%s: captures '%s', expected '%s'", cases[c].name, kinds,
				 cases[c].kinds);
	}
	assert_int_equal(spec_of(AUG_ABI_NATIVE, "exit_group")->flags, AUG_S_NORETURN);
	assert_int_equal(spec_of(AUG_ABI_NATIVE, "execve")->flags, AUG_S_EXEC);
	assert_int_equal(spec_of(AUG_ABI_COMPAT, "open")->nr_captures, 1);
}

static void commands_without_pointers__are_passed_over(void **state)
{
	const int cmds[] = { F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC };
	const struct aug_spec *spec = spec_of(AUG_ABI_NATIVE, "fcntl");

	(void)state;
	assert_int_equal(spec->fast_enter, 1);
	assert_int_equal(spec->fast_exit, 1);
	for (size_t i = 0; i < ARRAY_SIZE(cmds); i++)
		assert_false(spec->cmds >> aug_cmd_bit((uint32_t)cmds[i]) & 1);
	assert_true(spec->cmds >> aug_cmd_bit(F_GETLK) & 1);
	/* Those whose number says how much there is. */
	assert_true(spec_of(AUG_ABI_NATIVE, "ioctl")->cmds == ~0ULL);
	assert_true(spec_of(AUG_ABI_NATIVE, "read")->cmds == 0);
}

/* Every number of both tables has a place of its own; all others share one behind them. */
static void index__is_unique_and_bounded(void **state)
{
	static bool used[AUG_NR_ABIS * AUG_NR_SYSCALLS];
	unsigned int abi, nr;

	(void)state;
	for (abi = 0; abi < AUG_NR_ABIS; abi++) {
		for (nr = 0; nr < AUG_NR_SYSCALLS; nr++) {
			unsigned int idx = spec__index(abi, nr);

			assert_int_equal(idx, abi * AUG_NR_SYSCALLS + nr);
			assert_false(used[idx]);
			used[idx] = true;
		}
	}
	assert_int_equal(spec__index(0, AUG_NR_SYSCALLS), ARRAY_SIZE(used));
	assert_int_equal(spec__index(1, UINT32_MAX), ARRAY_SIZE(used));
	assert_int_equal(spec__index(AUG_NR_ABIS, 0), ARRAY_SIZE(used));
	assert_int_equal(spec__index(UINT32_MAX, 0), ARRAY_SIZE(used));
}

/* ---- calls that come through another one ---- */

static unsigned int count_args(uint32_t from)
{
	unsigned int nr = 0;

	while (nr < AUG_MAX_ARGS && (from >> 4 * nr & 7) != 7)
		nr++;
	return nr;
}

static void check_sub_call(unsigned int nr, uint32_t from, unsigned int words)
{
	const struct syscall_desc *desc = syscalls__get(AUG_ABI_COMPAT, nr);
	/* Where the two words of an msgrcv() were stands behind its arguments. */
	const unsigned int extra = nr == AUG_UNFOLDED_MSGRCV;

	if (!desc)
		fail_msg("no row %u", nr);
	if (words >= 2 && from == SUB_IN_ORDER)
		assert_in_range(desc->nr_args, words, words + (nr == 371 || nr == 369));
	else
		assert_int_equal(desc->nr_args + extra, count_args(from));
}

static void calls_through_others__are_rows(void **state)
{
	unsigned int nr = 0;

	(void)state;
	for (size_t i = 0; i < SUB_CALLS; i++) {
		const struct sub_call *sub = &sub_calls[i];

		nr += sub->nr != 0;
		if (sub->nr)
			check_sub_call(sub->nr, sub->from, sub->nr_words);
		if (sub->fault_nr)
			check_sub_call(sub->fault_nr, sub->fault_from, 0);
	}
	/* 20 of sockets, 12 of System V IPC, of which one is there twice, and two of old. */
	assert_int_equal(nr, 35);
}

static bool unfolds(const char *list)
{
	struct strbuf error = {};
	struct select sel = {};
	struct aug_spec *specs;
	bool ret;

	assert_int_equal(select__add(&sel, list, &error), 0);
	specs = spec__build_table(&sel, SPEC_LIMITS(SPEC_LIMIT_DEFAULT));
	assert_non_null(specs);
	assert_false(spec__has_unfolded(specs));
	spec__mark_unfolded(specs);
	for (unsigned int nr = AUG_NR_UNFOLDED; nr < AUG_NR_SYSCALLS; nr++)
		assert_false(specs[spec__index(AUG_ABI_COMPAT, nr)].flags & AUG_S_TRACED);
	assert_false(specs[spec__index(AUG_ABI_COMPAT, AUG_NR_SOCKETCALL)].flags & AUG_S_TRACED);
	ret = spec__has_unfolded(specs);
	free(specs);
	return ret;
}

static void unfolding__is_for_what_needs_it(void **state)
{
	(void)state;
	assert_true(unfolds("*"));
	assert_true(unfolds("connect"));
	assert_true(unfolds("semop"));
	assert_true(unfolds("mmap"));
	assert_true(unfolds("ipc"));
	/* Unknown numbers are wanted, and some of them stand for those calls. */
	assert_true(unfolds("!connect"));
	assert_false(unfolds("openat,read,mmap2"));
}

/* With @traced calls, of which @abbreviated are (NULL: all): is there a descriptor whose kind is asked for? */
static bool keeps_kinds(const char *traced, const char *abbreviated)
{
	const unsigned int bpf = spec__index(AUG_ABI_NATIVE, 321),
			   close = spec__index(AUG_ABI_NATIVE, 3);
	struct select sel = {}, rest = {};
	struct strbuf error = {};
	struct aug_spec *specs;
	bool ret;

	assert_int_equal(select__add(&sel, traced, &error), 0);
	if (abbreviated)
		assert_int_equal(select__add(&rest, abbreviated, &error), 0);
	specs = spec__build_table(&sel, SPEC_LIMITS(SPEC_LIMIT_DEFAULT));
	assert_non_null(specs);
	assert_true(specs[close].flags & AUG_S_FDS);
	ret = spec__keep_kinds(specs, abbreviated ? &rest : NULL);
	assert_false(specs[close].flags & AUG_S_FDS);
	assert_int_equal(!!(specs[bpf].flags & AUG_S_FDS), ret);
	free(specs);
	return ret;
}

static void kinds_of_descriptors__are_for_what_is_shown_in_full(void **state)
{
	(void)state;
	assert_true(keeps_kinds("*", "getpid"));
	assert_true(keeps_kinds("bpf", "!bpf"));
	assert_false(keeps_kinds("bpf", "bpf"));
	assert_false(keeps_kinds("*", NULL));
	assert_false(keeps_kinds("openat,close", "getpid"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(described_captures__are_in_the_spec),
		cmocka_unit_test(plain_captures__are_marked),
		cmocka_unit_test(kinds_of_descriptors__are_for_what_is_shown_in_full),
		cmocka_unit_test(all_six_arguments__can_be_captured),
		cmocka_unit_test(call_without_pointers__captures_nothing),
		cmocka_unit_test(well_known_calls__copy_what_they_should),
		cmocka_unit_test(commands_without_pointers__are_passed_over),
		cmocka_unit_test(index__is_unique_and_bounded),
		cmocka_unit_test(calls_through_others__are_rows),
		cmocka_unit_test(unfolding__is_for_what_needs_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
