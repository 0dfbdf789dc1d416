// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_proc_tree.c - processes below their parents, whatever the order and depth they are told in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "proc_tree.h"
#include "util.h"

static void add(struct proc_tree *tree, uint32_t pid, uint32_t parent, const char *comm,
		int32_t exit_code)
{
	const struct aug_process_key key = { .pid = pid, .start_ns = pid * 1000000ULL };
	struct aug_process process = { .parent_pid = parent,
				       .parent_start_ns = parent * 1000000ULL,
				       .exit_ns = key.start_ns + 2000000,
				       .exit_code = exit_code };

	memcpy(process.comm, comm, strnlen(comm, sizeof(process.comm)));
	assert_int_equal(proc_tree__add_process(tree, &key, &process), 0);
}

static void add_calls(struct proc_tree *tree, uint32_t pid, uint64_t calls)
{
	const struct aug_summary_key key = { .tid = pid };
	const struct aug_summary sum = { .pid = pid,
					 .leader_ns = pid * 1000000ULL,
					 .calls = calls,
					 .errors = calls / 2,
					 .sum_ns = 500000,
					 .comm = "made\033calls" };

	assert_int_equal(proc_tree__add_calls(tree, &key, &sum), 0);
}

static void processes__stand_below_their_parents(void **state)
{
	struct proc_tree *tree = proc_tree__new();
	struct strbuf text = {};

	(void)state;
	add_calls(tree, 4, 1);
	add(tree, 5, 2, "last", 9);
	add(tree, 3, 2, "first", 0);
	add(tree, 4, 3, "", 0);
	add(tree, 6, 99, "orphan", 3 << 8);
	add(tree, 2, 0, "root", 0);
	add_calls(tree, 2, 10);
	add_calls(tree, 2, 2);
	proc_tree__print(tree, &text);
	assert_string_equal(
		strbuf__cstr(&text),
		"\n Tree of 5 processes:\n\n"
		"   root (2): 12 calls, 6 errors, 1.000 ms in calls, lived 2.000 ms\n"
		"   |- first (3): 0 calls, 0.000 ms in calls, lived 2.000 ms\n"
		"   |  `- made\\33calls (4): 1 call, 0.500 ms in calls, lived 2.000 ms\n"
		"   `- last (5): 0 calls, 0.000 ms in calls, lived 2.000 ms, killed by SIGKILL\n"
		"   orphan (6): 0 calls, 0.000 ms in calls, lived 2.000 ms, exited with 3\n\n");
	strbuf__reset(&text);
	proc_tree__print_json(tree, &text);
	assert_non_null(
		strstr(strbuf__cstr(&text),
		       "{\"process\":5,\"parent\":2,\"depth\":1,\"comm\":\"last\",\"calls\":0,"
		       "\"errors\":0,\"total_ns\":0,\"began_ns\":5000000,\"ended_ns\":7000000,"
		       "\"signal\":9}\n"));
	strbuf__free(&text);
	proc_tree__free(tree);
}

/* Each the child of the one before. */
static void depth__has_no_limit(void **state)
{
	struct proc_tree *tree = proc_tree__new();
	struct strbuf text = {};
	size_t nr_lines = 0, i;
	uint32_t pid;

	(void)state;
	for (pid = 20000; pid; pid--)
		add(tree, pid, pid - 1, "p", 0);
	proc_tree__print(tree, &text);
	proc_tree__print_json(tree, &text);
	assert_int_equal(text.err, 0);
	for (i = 0; i < text.len; i++)
		nr_lines += text.text[i] == '\n';
	assert_int_equal(nr_lines, 3 + 20000 + 1 + 20000);
	assert_non_null(strstr(strbuf__cstr(&text), "\"depth\":19999,"));
	strbuf__free(&text);
	proc_tree__free(tree);
}

/* What no kernel says: a process that is its own parent, two that made each other. */
static void circles__are_cut(void **state)
{
	struct proc_tree *tree = proc_tree__new();
	struct strbuf text = {};

	(void)state;
	add(tree, 1, 1, "own", 0);
	add(tree, 2, 3, "a", 0);
	add(tree, 3, 2, "b", 0);
	proc_tree__print(tree, &text);
	assert_non_null(strstr(strbuf__cstr(&text), "   own (1)"));
	assert_non_null(strstr(strbuf__cstr(&text), "   a (2)"));
	assert_non_null(strstr(strbuf__cstr(&text), "   `- b (3)"));
	strbuf__free(&text);
	proc_tree__free(tree);
	proc_tree__free(NULL);
}

static void nothing__is_a_tree_too(void **state)
{
	struct proc_tree *tree = proc_tree__new();
	struct strbuf text = {};

	(void)state;
	proc_tree__print(tree, &text);
	assert_string_equal(strbuf__cstr(&text), "\n Tree of 0 processes:\n\n\n");
	proc_tree__print_json(tree, &text);
	assert_int_equal(text.err, 0);
	strbuf__free(&text);
	proc_tree__free(tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(processes__stand_below_their_parents),
		cmocka_unit_test(depth__has_no_limit),
		cmocka_unit_test(circles__are_cut),
		cmocka_unit_test(nothing__is_a_tree_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
