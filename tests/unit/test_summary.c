// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_summary.c - the tables that are made of sums: their columns, whose calls are added up, in
 * which order rows come, and what stands with them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <string.h>

#include "record_builder.h"
#include "strbuf.h"
#include "summary.h"
#include "summary_samples.h"
#include "syscalls.h"
#include "util.h"

/* ---- tables ---- */

static struct aug_summary_key key_of(uint32_t tid, uint64_t start_ns, const char *name)
{
	const struct syscall_desc *desc = syscalls__find(AUG_ABI_NATIVE, name);

	assert_non_null(desc);
	return (struct aug_summary_key){
		.tid = tid,
		.start_ns = start_ns,
		.nr = (uint32_t)desc->nr[AUG_ABI_NATIVE],
	};
}

static void add_row(struct summary *s, struct aug_summary_key key, const char *comm, uint64_t calls,
		    uint64_t ns)
{
	struct aug_summary sum = {};
	uint64_t i;

	for (i = 0; i < calls; i++)
		add_sample(&sum, ns);
	sum.errors = calls / 2;
	memcpy(sum.comm, comm, strnlen(comm, sizeof(sum.comm)));
	assert_int_equal(summary__add(s, &key, &sum), 0);
}

static const char *print(struct summary *s, struct strbuf *text)
{
	strbuf__reset(text);
	summary__print(s, text);
	assert_int_equal(strbuf__error(text), 0);
	return strbuf__cstr(text);
}

static void table__has_its_columns(void **state)
{
	struct summary *s = summary__new(NULL);
	struct aug_summary sum = {};
	struct strbuf text = {};

	(void)state;
	add_sample(&sum, 1000000);
	add_sample(&sum, 3000000);
	sum.errors = 1;
	memcpy(sum.comm, "cat", 3);
	assert_int_equal(summary__add(s, &(struct aug_summary_key){ .tid = 42, .nr = 257 }, &sum),
			 0);
	assert_string_equal(
		print(s, &text),
		"\n Summary of 2 calls of 1 thread:\n"
		"\n cat (42), 2 calls, 100.0%\n\n"
		"   syscall               calls  errors      total        min        avg        max"
		"     stddev        p50        p90        p99\n"
		"                                           (msec)     (usec)     (usec)     (usec)"
		"     (usec)     (usec)     (usec)     (usec)\n"
		"   ------------------ -------- ------- ---------- ---------- ---------- ----------"
		" ---------- ---------- ---------- ----------\n"
		"   openat                    2       1      4.000    1000.00    2000.00    3000.00"
		"    1414.21    1048.58    3000.00    3000.00\n"
		"\n");
	strbuf__free(&text);
	summary__free(s);
}

static void narrow_table__has_those_that_fit(void **state)
{
	const struct summary_opts opts = { .width = 80, .sort = SUMMARY_COL_P90 };
	struct summary *s = summary__new(&opts);
	struct aug_summary sum = {};
	struct strbuf text = {};

	(void)state;
	add_sample(&sum, 1000000);
	memcpy(sum.comm, "cat", 3);
	assert_int_equal(summary__add(s, &(struct aug_summary_key){ .tid = 42, .nr = 257 }, &sum),
			 0);
	assert_string_equal(
		print(s, &text),
		"\n Summary of 1 call of 1 thread:\n"
		"\n cat (42), 1 call, 100.0%\n\n"
		"   syscall               calls  errors      total        avg        p90\n"
		"                                           (msec)     (usec)     (usec)\n"
		"   ------------------ -------- ------- ---------- ---------- ----------\n"
		"   openat                    1       0      1.000    1000.00    1000.00\n"
		"\n (the terminal has no room for min, max, stddev, p50, p99: they are in a file)\n"
		"\n");
	strbuf__free(&text);
	summary__free(s);
}

static void expect_order(const char *text, const char *const parts[])
{
	const char *pos = text;
	size_t i;

	for (i = 0; parts[i]; i++) {
		pos = strstr(pos, parts[i]);
		if (!pos)
			fail_msg("'%s' is missing or not in its place in:\n%s", parts[i], text);
	}
}

static void threads__are_by_calls_and_calls_by_time(void **state)
{
	static const char *const order[] = {
		"Summary of 28 calls of 4 threads",
		" busy (20), 15 calls, 53.6%",
		"   write ",
		"   read ",
		"   openat ",
		" new (10), 6 calls, 21.4%",
		"   close ",
		"   read ",
		" old (10), 6 calls, 21.4%",
		"   openat ",
		"   write ",
		" idle (5), 1 call, 3.6%",
		"   read ",
		NULL,
	};
	struct summary *s = summary__new(NULL);
	struct strbuf text = {};

	(void)state;
	add_row(s, key_of(20, 1, "read"), "busy", 8, 1000);
	add_row(s, key_of(10, 2, "close"), "new", 5, 10);
	add_row(s, key_of(5, 1, "read"), "idle", 1, 1000000000);
	add_row(s, key_of(20, 1, "openat"), "busy", 6, 500);
	add_row(s, key_of(10, 9, "openat"), "old", 5, 9);
	add_row(s, key_of(10, 2, "read"), "new", 1, 40);
	add_row(s, key_of(10, 9, "write"), "old", 1, 1);
	add_row(s, key_of(20, 1, "write"), "busy", 1, 9000);
	/* A thread id that is used again is another thread. */
	expect_order(print(s, &text), order);
	/* Printing does not change anything. */
	expect_order(print(s, &text), order);
	strbuf__free(&text);
	summary__free(s);
}

static void odd_rows__are_named(void **state)
{
	static const char *const parts[] = {
		"a\\33b\\n (1), 4 calls", "   syscall_500 ",  "   openat@32 ",
		"   (unknown numbers) ",  "   rt_sigreturn ", NULL,
	};
	const struct aug_summary_key unknown = { .tid = 1, .nr = 500 };
	const struct aug_summary_key compat = { .tid = 1, .nr = AUG_NR_SYSCALLS + 295 };
	const struct aug_summary_key beyond = { .tid = 1, .nr = AUG_NR_ABIS * AUG_NR_SYSCALLS };
	struct summary *s = summary__new(NULL);
	struct strbuf text = {};

	(void)state;
	add_row(s, unknown, "a\033b\n", 1, 40);
	add_row(s, beyond, "a\033b\n", 1, 20);
	add_row(s, compat, "a\033b\n", 1, 30);
	add_row(s, key_of(1, 0, "rt_sigreturn"), "a\033b\n", 1, 10);
	expect_order(print(s, &text), parts);
	assert_null(strchr(text.text, '\033'));
	strbuf__free(&text);
	summary__free(s);
}

static void many_rows__are_all_there(void **state)
{
	struct summary *s = summary__new(NULL);
	struct strbuf text = {};
	size_t nr_lines = 0, i;
	uint32_t tid;

	(void)state;
	for (tid = 1; tid <= 300; tid++) {
		add_row(s, key_of(tid, tid, "read"), "a name of 16 byt", tid, 40);
		add_row(s, key_of(tid, tid, "write"), "a name of 16 byt", 1, 1000);
	}
	print(s, &text);
	for (i = 0; i < text.len; i++)
		nr_lines += text.text[i] == '\n';
	assert_int_equal(nr_lines, 2 + 300 * (3 + 3 + 2) + 1);
	assert_non_null(strstr(text.text, "\n a name of 16 byt (300), 301 calls, 0.7%\n"));
	strbuf__free(&text);
	summary__free(s);
}

/* ---- adding up ---- */

static void add_thread(struct summary *s, uint32_t tid, uint32_t pid, uint64_t cgroup,
		       const char *name, uint64_t calls, uint64_t ns)
{
	struct aug_summary_key key = key_of(tid, tid, name);
	struct aug_summary sum = { .pid = pid, .leader_ns = pid };
	uint64_t i;

	key.cgroup = cgroup;
	for (i = 0; i < calls; i++)
		add_sample(&sum, ns);
	memcpy(sum.comm, "t", 1);
	assert_int_equal(summary__add(s, &key, &sum), 0);
}

static void modes__add_up_whole_groups(void **state)
{
	static const char *const threads[] = { " of 22 calls of 3 threads", " t (1), 12 calls",
					       NULL };
	static const char *const processes[] = { " of 22 calls of 2 processes", " t (1), 15 calls",
						 "   read                     12 ", NULL };
	static const char *const totals[] = { " Summary of 22 calls:", " total, 22 calls, 100.0%",
					      "   read                     19 ", NULL };
	static const char *const cgroups[] = { " of 22 calls of 2 control groups",
					       " cgroup 18446744073709551614 (gone), 15 calls",
					       NULL };
	static const char *const *const orders[] = {
		[SUMMARY_THREAD] = threads,
		[SUMMARY_PROCESS] = processes,
		[SUMMARY_TOTAL] = totals,
		[SUMMARY_CGROUP] = cgroups,
	};
	struct strbuf text = {};
	unsigned int mode;

	(void)state;
	for (mode = SUMMARY_THREAD; mode <= SUMMARY_CGROUP; mode++) {
		const struct summary_opts opts = { .mode = mode };
		struct summary *s = summary__new(&opts);

		add_thread(s, 1, 1, UINT64_MAX - 1, "read", 9, 100);
		add_thread(s, 1, 1, UINT64_MAX - 1, "write", 3, 100);
		add_thread(s, 2, 1, UINT64_MAX - 1, "read", 3, 5000);
		add_thread(s, 3, 3, UINT64_MAX - 2, "read", 7, 100);
		expect_order(print(s, &text), orders[mode]);
		summary__free(s);
	}
	strbuf__free(&text);
}

/* Threads that are added up give what one thread with all their calls would. */
static void parts__are_as_the_whole(void **state)
{
	const struct summary_opts opts = { .mode = SUMMARY_TOTAL, .histogram = true };
	struct summary *whole = summary__new(&opts), *parts = summary__new(&opts);
	struct aug_summary all = { .pid = 1 }, some[7] = {};
	struct aug_summary_key key = key_of(1, 1, "read");
	struct strbuf texts[2] = {};
	uint64_t random = 3, ns;
	unsigned int i;

	(void)state;
	for (i = 0; i < 3000; i++) {
		ns = test_random(&random) >> (random % 50);
		add_sample(&all, ns);
		add_sample(&some[i % 7], ns);
	}
	assert_int_equal(summary__add(whole, &key, &all), 0);
	for (i = 0; i < 7; i++) {
		key.tid = 1 + i;
		assert_int_equal(summary__add(parts, &key, &some[i]), 0);
	}
	assert_string_equal(print(whole, &texts[0]), print(parts, &texts[1]));
	strbuf__free(&texts[0]);
	strbuf__free(&texts[1]);
	summary__free(whole);
	summary__free(parts);
}

static void rows__are_by_any_column_and_cut(void **state)
{
	static const char *const by_name[] = { "   close ", "   read ", "   (1 more)\n", NULL };
	static const char *const by_max[] = { "   write ", "   close ", "   (1 more)\n", NULL };
	static const char *const by_total[] = { "   close ", "   write ", "   (1 more)\n", NULL };
	static const char *const by_number[] = { "   read ", "   write ", "   (1 more)\n", NULL };
	static const char *const by_calls_[] = { "   read ", "   close ", "   (1 more)\n", NULL };
	const struct {
		const char *word;
		const char *const *order;
	} columns[] = { { "name", by_name },	  { "longest", by_max },
			{ "p99", by_max },	  { "time-percent", by_total },
			{ "nothing", by_number }, { "none", by_number },
			{ "calls", by_calls_ } };
	struct strbuf text = {};
	enum summary_column column;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(columns); i++) {
		struct summary_opts opts = { .max_rows = 2 };
		struct summary *s;

		assert_int_equal(summary__parse_column(columns[i].word, &opts.sort), 0);
		s = summary__new(&opts);
		add_thread(s, 1, 1, 0, "read", 9, 100);
		add_thread(s, 1, 1, 0, "write", 1, 4000);
		add_thread(s, 1, 1, 0, "close", 2, 3000);
		expect_order(print(s, &text), columns[i].order);
		summary__free(s);
	}
	assert_int_equal(summary__parse_column("colour", &column), -EINVAL);
	strbuf__free(&text);
}

static void add_named(struct summary *s, uint32_t tid, const char *name, const char *comm,
		      uint64_t last_ns)
{
	struct aug_summary_key key = key_of(tid, tid, name);
	struct aug_summary sum = { .pid = 1, .leader_ns = 1, .last_ns = last_ns };

	add_sample(&sum, 10);
	memcpy(sum.comm, comm, strnlen(comm, sizeof(sum.comm)));
	assert_int_equal(summary__add(s, &key, &sum), 0);
}

/* Rows come in the order of a hash: before execve(2) the name was another one. */
static void names__are_the_last_ones(void **state)
{
	static const char *const calls[] = { "read", "close", "execve", "write" };
	static const char *const names[] = { "sh", "sh", "cat", "cat" };
	const struct summary_opts by_process = { .mode = SUMMARY_PROCESS };
	struct strbuf text = {};
	size_t first, i;

	(void)state;
	for (first = 0; first < ARRAY_SIZE(calls); first++) {
		struct summary *s = summary__new(NULL), *p = summary__new(&by_process);

		for (i = 0; i < ARRAY_SIZE(calls); i++) {
			const size_t at = (first + i) % ARRAY_SIZE(calls);

			add_named(s, 1, calls[at], names[at], 100 + at);
			add_named(p, 1, calls[at], names[at], 100 + at);
			add_named(p, 2, calls[at], "worker", 200 + at);
		}
		assert_non_null(strstr(print(s, &text), "\n cat (1), 4 calls"));
		assert_non_null(strstr(print(p, &text), "\n cat (1), 8 calls"));
		summary__free(s);
		summary__free(p);
	}
	strbuf__free(&text);
}

static void unknown_numbers__are_sorted_by_what_is_shown(void **state)
{
	static const char *const order[] = { "   (unknown numbers) ", "   alarm ", NULL };
	const struct summary_opts opts = { .mode = SUMMARY_TOTAL, .sort = SUMMARY_COL_NAME };
	const struct aug_summary_key unknown = { .nr = AUG_NR_ABIS * AUG_NR_SYSCALLS };
	struct summary *s = summary__new(&opts);
	struct strbuf text = {};

	(void)state;
	add_row(s, key_of(1, 1, "alarm"), "t", 1, 10);
	add_row(s, unknown, "t", 1, 10);
	expect_order(print(s, &text), order);
	strbuf__free(&text);
	summary__free(s);
}

static void errors_and_runs__stand_with_their_rows(void **state)
{
	static const char *const order[] = { " t (1), 12 calls, 100.0%, 2.500 msec\n", "   read ",
					     "\n\t\t\t\tEPERM: 1\n\t\t\t\tENOENT: 7\n",
					     " idle (9), 0 calls, 0.0%, 1.000 msec\n", NULL };
	const struct summary_opts opts = { .mode = SUMMARY_PROCESS, .errnos = true, .runs = true };
	struct aug_errno_key error = { .error = 2 };
	const struct aug_run_key runs[] = { { .tid = 1 }, { .tid = 2 }, { .tid = 9 } };
	const struct aug_run times[] = {
		{ .pid = 1, .leader_ns = 1, .run_ns = 1500000, .comm = "t" },
		{ .pid = 1, .leader_ns = 1, .run_ns = 1000000, .comm = "t" },
		{ .pid = 9, .leader_ns = 9, .run_ns = 1000000, .comm = "idle" },
	};
	struct summary *s = summary__new(&opts);
	struct strbuf text = {};
	size_t i;

	(void)state;
	add_thread(s, 1, 1, 0, "read", 9, 100);
	add_thread(s, 2, 1, 0, "read", 3, 100);
	error.call = key_of(1, 1, "read");
	assert_int_equal(summary__add_errno(s, &error, 5), 0);
	error.call = key_of(2, 2, "read");
	assert_int_equal(summary__add_errno(s, &error, 2), 0);
	error.error = 1;
	assert_int_equal(summary__add_errno(s, &error, 1), 0);
	/* Of a call that found no room. */
	error.call = key_of(77, 77, "read");
	assert_int_equal(summary__add_errno(s, &error, 1), 0);
	for (i = 0; i < ARRAY_SIZE(runs); i++)
		assert_int_equal(summary__add_run(s, &runs[i], &times[i]), 0);
	expect_order(print(s, &text), order);
	expect_order(print(s, &text), order);
	strbuf__reset(&text);
	summary__print_json(s, &text);
	assert_non_null(strstr(strbuf__cstr(&text), "\"errnos\":{\"EPERM\":1,\"ENOENT\":7}"));
	assert_non_null(strstr(strbuf__cstr(&text),
			       "{\"summary\":\"process\",\"pid\":9,\"comm\":\"idle\","
			       "\"calls\":0,\"run_ns\":1000000,\"syscalls\":[]}\n"));
	strbuf__free(&text);
	summary__free(s);
}

static void nothing__is_a_table_too(void **state)
{
	struct summary *s = summary__new(NULL);
	struct strbuf text = {};

	(void)state;
	assert_string_equal(print(s, &text), "\n Summary of 0 calls of 0 threads:\n\n");
	strbuf__free(&text);
	summary__free(s);
	summary__free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(table__has_its_columns),
		cmocka_unit_test(narrow_table__has_those_that_fit),
		cmocka_unit_test(threads__are_by_calls_and_calls_by_time),
		cmocka_unit_test(odd_rows__are_named),
		cmocka_unit_test(many_rows__are_all_there),
		cmocka_unit_test(modes__add_up_whole_groups),
		cmocka_unit_test(parts__are_as_the_whole),
		cmocka_unit_test(rows__are_by_any_column_and_cut),
		cmocka_unit_test(names__are_the_last_ones),
		cmocka_unit_test(unknown_numbers__are_sorted_by_what_is_shown),
		cmocka_unit_test(errors_and_runs__stand_with_their_rows),
		cmocka_unit_test(nothing__is_a_table_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
