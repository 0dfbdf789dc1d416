// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Expressions over samples: what they become, and what is said of bad ones. */
#include <errno.h>
#include <linux/perf_event.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "glob_machine.h"
#include "overflow_expr_priv.h"
#include "overflow_fake.h"
#include "util.h"

static const struct overflow_kernel new_kernel = { .kern_ctx = true };
static const struct overflow_kernel old_kernel = { .addr = true };

static int compile(struct overflow_program *p, const char *text,
		   const struct overflow_kernel *kernel, struct expr_error *error)
{
	const struct overflow_names names = overflow_fake__names();

	*p = (struct overflow_program){};
	return overflow_expr__add(p, text, OVERFLOW_VERB_KEEP, kernel, &names, error);
}

static void check_field_and_number_are_one_step(void **state)
{
	struct overflow_program p;
	struct expr_error error;

	(void)state;
	assert_int_equal(compile(&p, "period > 10k", &old_kernel, &error), 0);
	assert_int_equal(p.config.nr_insns, 2);
	assert_int_equal(p.config.code[0].op, OVERFLOW_OP_GT);
	assert_int_equal(p.config.code[0].field, OVERFLOW_F_PERIOD);
	assert_int_equal(p.config.code[0].imm, 10 * 1024);
	assert_int_equal(p.config.code[1].op, OVERFLOW_OP_REQUIRE);
	assert_int_equal(p.sample_type, PERF_SAMPLE_PERIOD);
	assert_false(p.needs_kern);
	overflow_program__free(&p);
}

static void check_fields_ask_for_what_they_need(void **state)
{
	static const struct {
		const char *text;
		uint64_t sample_type;
		uint64_t fields;
		bool kern;
	} table[] = {
		{ "addr == 1", PERF_SAMPLE_ADDR, 1ULL << OVERFLOW_F_ADDR, true },
		{ "weight == 1", PERF_SAMPLE_WEIGHT, 1ULL << OVERFLOW_F_WEIGHT, true },
		{ "phys_addr == 1", PERF_SAMPLE_PHYS_ADDR, 1ULL << OVERFLOW_F_PHYS_ADDR, true },
		{ "code_page_size == 4k", PERF_SAMPLE_CODE_PAGE_SIZE,
		  1ULL << OVERFLOW_F_CODE_PAGE_SIZE, true },
		{ "data_pgsz == 4k", PERF_SAMPLE_DATA_PAGE_SIZE, 1ULL << OVERFLOW_F_DATA_PAGE_SIZE,
		  true },
		{ "txn != 0", PERF_SAMPLE_TRANSACTION, 1ULL << OVERFLOW_F_TXN, true },
		{ "kernel", 0, 1ULL << OVERFLOW_F_USER, false },
		{ "cpu & 1", 0, 1ULL << OVERFLOW_F_CPU, false },
		{ "uid == root", 0, 1ULL << OVERFLOW_F_UID, false },
		{ "dso == \"/bin/prog\"", PERF_SAMPLE_IP,
		  1ULL << OVERFLOW_F_IP | 1ULL << OVERFLOW_F_USER | 1ULL << OVERFLOW_F_FILE_DEV,
		  false },
	};
	struct overflow_program p;
	struct expr_error error;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(table); i++) {
		assert_int_equal(compile(&p, table[i].text, &new_kernel, &error), 0);
		assert_int_equal(p.sample_type, table[i].sample_type);
		assert_int_equal(p.config.fields, table[i].fields);
		assert_int_equal(p.needs_kern, table[i].kern);
		overflow_program__free(&p);
	}
}

/* @at: the byte that the caret is below. */
static void check_bad_expressions_are_explained(void **state)
{
	static const struct {
		const char *text;
		size_t at;
		const char *message;
	} table[] = {
		{ "perod > 10", 0, "did you mean 'period'?" },
		{ "pidd == 1", 0, "did you mean 'pid'" },
		{ "cpu == 1 && adr == 3", 12, "did you mean 'addr'" },
		{ "phys_adr == 3", 0, "did you mean 'phys_addr'?" },
		{ "wieght > 3", 0, "did you mean 'weight'?" },
		{ "kernal", 0, "did you mean 'kernel'?" },
		{ "completely_else == 1", 0, "ip user kernel in_bpf symbol" },
		{ "period >", 8, "missing at the end" },
		{ "period > > 3", 9, "a value is expected here" },
		{ "(period > 3", 11, "')' is missing" },
		{ "period > 3)", 10, "an operator is expected here" },
		{ "", 0, "a value is missing" },
		{ "period = 3", 7, "" },
		{ "period == \"x\"", 0, "a number cannot be compared with a string" },
		{ "comm == 3", 0, "a number cannot be compared with a string" },
		{ "comm > \"x\"", 0, "== != and ~" },
		{ "comm", 0, "neither true nor false" },
		{ "comm == \"a name of a task\"", 8, "at most 15 characters" },
		{ "comm == \"open", 8, "" },
		{ "uid == nobodyhere", 7, "there is no user 'nobodyhere'" },
		{ "uid.name ~ \"zz*\"", 11, "there is no user like zz*" },
		{ "uid.nam == \"root\"", 4, "uid.name and gid.name" },
		{ "cgroup == \"/not/there\"", 10, "there is no cgroup /not/there" },
		{ "cgroup ~ \"/a*\"", 9, "the only glob is" },
		{ "dso == \"libc.so.6\"", 7, "the whole path" },
		{ "dso == \"/not/there\"", 7, "/not/there: No such file" },
		{ "dso == \"[nothere]\"", 7, "there is no module [nothere]" },
		{ "symbol == \"nothere\"", 10, "the kernel has no function nothere" },
		{ "symbol == \"/bin/prog:nothere\"", 10, "/bin/prog has no function nothere" },
		{ "period ~ \"1*\"", 0, "this is a number" },
		{ "period && comm", 10, "this is a string" },
		{ "pid[0] == 1", 4, "no members" },
	};
	struct overflow_program p;
	struct expr_error error;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(table); i++) {
		int err = compile(&p, table[i].text, &new_kernel, &error);

		if (err != -EINVAL || error.pos != table[i].at ||
		    !strstr(error.message, table[i].message))
			fail_msg("'%s': %d at %zu: %s", table[i].text, err, error.pos,
				 error.message);
		overflow_program__free(&p);
	}
}

static void check_old_kernels_refuse_by_name(void **state)
{
	static const char *const texts[] = { "weight",	       "phys_addr", "code_page_size",
					     "data_page_size", "txn",	    "id" };
	const struct overflow_kernel kernel_6_1 = {};
	struct overflow_program p;
	struct expr_error error;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		assert_int_equal(compile(&p, texts[i], &old_kernel, &error), -EINVAL);
		assert_non_null(strstr(error.message, texts[i]));
		assert_non_null(strstr(error.message, "6.2"));
		overflow_program__free(&p);
	}
	assert_int_equal(compile(&p, "time > 1", &old_kernel, &error), -EINVAL);
	assert_non_null(strstr(error.message, "-k mono"));
	overflow_program__free(&p);
	assert_int_equal(compile(&p, "addr > 1", &old_kernel, &error), 0);
	overflow_program__free(&p);
	/* There the address may be anything: the flags that tell cannot be read yet. */
	assert_int_equal(compile(&p, "addr > 1", &kernel_6_1, &error), -EINVAL);
	overflow_program__free(&p);
}

static void check_limits(void **state)
{
	char text[EXPR_MAX_LEN] = "cpu > 1";
	struct overflow_program p;
	struct expr_error error;
	size_t i;

	(void)state;
	for (i = 0; i < 80; i++)
		strcat(text, " || cpu > 1");
	assert_int_equal(compile(&p, text, &new_kernel, &error), -E2BIG);
	assert_non_null(strstr(error.message, "too long"));
	overflow_program__free(&p);
	strcpy(text, "comm == \"a\"");
	for (i = 0; i < OVERFLOW_MAX_GLOBS; i++)
		strcat(text, " || comm == \"a\"");
	assert_int_equal(compile(&p, text, &new_kernel, &error), -E2BIG);
	overflow_program__free(&p);
	strcpy(text, "");
	for (i = 0; i < 20; i++)
		strcat(text, "1 + (");
	strcat(text, "1");
	for (i = 0; i < 20; i++)
		strcat(text, ")");
	assert_int_equal(compile(&p, text, &new_kernel, &error), -E2BIG);
	assert_non_null(strstr(error.message, "at once"));
	overflow_program__free(&p);
}

static void check_many_numbers_are_a_search(void **state)
{
	static const char *const sets[] = { "pid == 7 || pid == 3 || pid == 8 || pid == 3",
					    "(pid == 3 || pid == 8) || (pid == 7 || pid == 3)" };
	static const char *const others[] = { "pid == 1 || pid == 2",
					      "pid == 1 || pid == 2 || tid == 3",
					      "pid == 1 || pid == 2 || pid != 3",
					      "pid == 1 || pid == -2 || pid == 3",
					      "pid != 1 || pid != 2 || pid != 3",
					      "pid == 1 && pid == 2 && pid == 3",
					      "user == 1 || user == 0 || user == 1",
					      "pid == 1 || pid == tid || pid == 3" };
	struct overflow_program p;
	struct expr_error error;
	size_t i, j;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(sets); i++) {
		assert_int_equal(compile(&p, sets[i], &old_kernel, &error), 0);
		assert_int_equal(p.config.nr_insns, 3);
		assert_int_equal(p.config.code[0].op, OVERFLOW_OP_FIELD);
		assert_int_equal(p.config.code[0].field, OVERFLOW_F_PID);
		assert_int_equal(p.config.code[1].op, OVERFLOW_OP_IN);
		assert_int_equal(p.config.code[1].imm, 2);
		assert_int_equal(p.ranges.ranges[0].begin, 3);
		assert_int_equal(p.ranges.ranges[0].end, 4);
		assert_int_equal(p.ranges.ranges[1].begin, 7);
		assert_int_equal(p.ranges.ranges[1].end, 9);
		overflow_program__free(&p);
	}
	assert_int_equal(
		compile(&p, "pid != 1 && pid != 3 && 2 > 1 && uid != 4", &old_kernel, &error), 0);
	overflow_program__free(&p);
	assert_int_equal(compile(&p, "uid != 0 && uid != 3 && uid != root", &old_kernel, &error),
			 0);
	assert_int_equal(p.config.nr_insns, 4);
	assert_int_equal(p.config.code[1].op, OVERFLOW_OP_IN);
	assert_int_equal(p.config.code[2].op, OVERFLOW_OP_NOT);
	overflow_program__free(&p);
	for (i = 0; i < ARRAY_SIZE(others); i++) {
		assert_int_equal(compile(&p, others[i], &old_kernel, &error), 0);
		for (j = 0; j < p.config.nr_insns; j++)
			assert_int_not_equal(p.config.code[j].op, OVERFLOW_OP_IN);
		overflow_program__free(&p);
	}
}

static void check_filter_spelling(void **state)
{
	const struct overflow_names names = overflow_fake__names();
	struct overflow_program p = {};
	struct expr_error error;

	(void)state;
	/* A comma is weaker than everything, and none in quotes or brackets. */
	assert_int_equal(overflow_expr__add_filter(&p, "cpu == 1 || cpu == 2, comm ~ \"a,b*\"",
						   &new_kernel, &names, &error),
			 0);
	assert_int_equal(p.config.nr_insns, 6);
	assert_int_equal(p.config.code[3].op, OVERFLOW_OP_REQUIRE);
	assert_int_equal(p.config.code[5].op, OVERFLOW_OP_REQUIRE);
	overflow_program__free(&p);
	assert_int_equal(overflow_expr__add_filter(&p, "cpu == 1, prid == 2", &new_kernel, &names,
						   &error),
			 -EINVAL);
	assert_int_equal(error.pos, 10);
	overflow_program__free(&p);
}

/* As match_comm() of overflow.bpf.c walks it. */
static bool walk_glob(const struct glob_machine *glob, const char *text)
{
	uint64_t states = 1;

	states |= (states & glob->stars) << 1;
	for (; *text; text++) {
		states = ((states & glob->next[(unsigned char)*text]) << 1) |
			 (states & glob->stars);
		states |= (states & glob->stars) << 1;
	}
	return states & glob->accept;
}

static void check_globs_equal_the_language(void **state)
{
	static const char *const patterns[] = { "",	 "*",	   "a",		  "a*",	   "*a",
						"**a**", "?",	   "a?c",	  "*?*",   "[ab]c",
						"[!a]*", "[a-c]x", "kworker/*:*", "\\*x",  "[",
						"a[",	 "[]a]",   "*ab*ab",	  "a*b?c*" };
	static const char *const texts[] = { "",   "a",	 "b",	"ab",	       "abc",	"aab",
					     "bc", "*x", "cx",	"abab",	       "aabab", "[",
					     "a[", "]",	 "axc", "kworker/0:1", "abxcd", "\377" };
	struct glob_machine glob;
	size_t i, j;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(patterns); i++) {
		const char *p = patterns[i];

		assert_int_equal(glob_machine__make(&glob, p, strlen(p), true), 0);
		for (j = 0; j < ARRAY_SIZE(texts); j++) {
			if (walk_glob(&glob, texts[j]) !=
			    expr__glob(p, strlen(p), texts[j], strlen(texts[j])))
				fail_msg("glob '%s' and '%s'", p, texts[j]);
		}
		assert_int_equal(glob_machine__make(&glob, p, strlen(p), false), 0);
		for (j = 0; j < ARRAY_SIZE(texts); j++)
			assert_int_equal(walk_glob(&glob, texts[j]), !strcmp(p, texts[j]));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(check_field_and_number_are_one_step),
		cmocka_unit_test(check_fields_ask_for_what_they_need),
		cmocka_unit_test(check_bad_expressions_are_explained),
		cmocka_unit_test(check_old_kernels_refuse_by_name),
		cmocka_unit_test(check_limits),
		cmocka_unit_test(check_many_numbers_are_a_search),
		cmocka_unit_test(check_filter_spelling),
		cmocka_unit_test(check_globs_equal_the_language),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
