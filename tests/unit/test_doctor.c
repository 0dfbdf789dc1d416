// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_doctor.c - the table is whole, each check's lack is told to the commands that suffer from it, and
 * what was found is escaped. What is found here is not judged: it depends on the machine.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <ctype.h>
#include <stdlib.h>

#include "doctor.h"
#include "util.h"

static struct doctor_result *all_well(void)
{
	struct doctor_result *results;
	size_t nr, i;

	doctor__checks(&nr);
	results = calloc(nr, sizeof(*results));
	for (i = 0; i < nr; i++)
		results[i] = (struct doctor_result){ .ok = true, .detail = strdup("") };
	return results;
}

static void table__is_whole(void **state)
{
	size_t nr, i, j;
	const struct doctor_check *checks = doctor__checks(&nr);
	const char *at;

	(void)state;
	for (i = 0; i < nr; i++) {
		assert_non_null(checks[i].probe);
		assert_non_null(checks[i].what);
		assert_non_null(checks[i].means);
		/* Who suffers is told what to do. */
		assert_true(checks[i].advice || !(checks[i].stops | checks[i].lessens));
		assert_int_equal(checks[i].stops & checks[i].lessens, 0);
		assert_int_equal((checks[i].stops | checks[i].lessens) >> NR_DOCTOR_COMMANDS, 0);
		for (at = checks[i].id; *at; at++)
			assert_true(islower((unsigned char)*at) || *at == '_');
		for (j = 0; j < i; j++)
			assert_string_not_equal(checks[i].id, checks[j].id);
	}
}

static void lack__is_told_to_those_who_suffer(void **state)
{
	struct doctor_result *results = all_well();
	size_t nr, i;
	const struct doctor_check *checks = doctor__checks(&nr);
	struct strbuf text = {};
	char expected[128];
	int c;

	(void)state;
	assert_true(doctor__is_well(results));
	for (i = 0; i < nr; i++) {
		results[i].ok = false;
		assert_int_equal(doctor__is_well(results), !(checks[i].stops | checks[i].lessens));
		strbuf__reset(&text);
		assert_int_equal(doctor__show_text(results, 0, &text), 0);
		for (c = 0; c < NR_DOCTOR_COMMANDS; c++) {
			const char *name = doctor__command((enum doctor_command)c);

			if (checks[i].stops >> c & 1)
				snprintf(expected, sizeof(expected),
					 "\n%-16sdoes not work, for want of %s\n", name,
					 checks[i].id);
			else if (checks[i].lessens >> c & 1)
				snprintf(expected, sizeof(expected),
					 "\n%-16sworks, but does less without %s\n", name,
					 checks[i].id);
			else
				snprintf(expected, sizeof(expected), "\n%-16sworks\n", name);
			assert_non_null(strstr(strbuf__cstr(&text), expected));
		}
		assert_non_null(strstr(strbuf__cstr(&text), checks[i].means));
		results[i].ok = true;
	}
	strbuf__free(&text);
	doctor__free(results);
}

/* All checks have failed, so that everything there is to be said is said. */
static void lines__fit_a_terminal(void **state)
{
	enum { WIDTH = 60 };
	struct doctor_result *results = all_well();
	struct strbuf wide = {}, narrow = {};
	size_t nr, nr_wide = 0;
	char *word, *rest;

	(void)state;
	doctor__checks(&nr);
	for (size_t i = 0; i < nr; i++)
		results[i].ok = false;
	assert_int_equal(doctor__show_text(results, 0, &wide), 0);
	assert_int_equal(doctor__show_text(results, WIDTH, &narrow), 0);
	for (const char *at = strbuf__cstr(&wide); *at; at += strcspn(at, "\n") + 1)
		nr_wide += strcspn(at, "\n") > WIDTH;
	assert_true(nr_wide > 5);
	/* What a command lacks is one line of names. */
	for (const char *at = strbuf__cstr(&narrow); *at != '\n'; at += strcspn(at, "\n") + 1)
		assert_true(strcspn(at, "\n") <= WIDTH);
	rest = narrow.text;
	for (word = strtok(wide.text, " \n"); word; word = strtok(NULL, " \n")) {
		rest = strstr(rest, word);
		assert_non_null(rest);
		rest += strlen(word);
	}
	strbuf__free(&wide);
	strbuf__free(&narrow);
	doctor__free(results);
}

static void what_was_found__is_escaped(void **state)
{
	struct doctor_result *results = all_well();
	struct strbuf text = {};

	(void)state;
	free(results[0].detail);
	results[0].detail = strdup("\033[31m\"6.1\"");
	assert_int_equal(doctor__show_text(results, 0, &text), 0);
	assert_int_equal(doctor__show_json(results, &text), 0);
	assert_null(strchr(strbuf__cstr(&text), '\033'));
	assert_non_null(strstr(strbuf__cstr(&text), "\"detail\":\"\\u001b[31m\\\"6.1\\\"\""));
	assert_non_null(strstr(strbuf__cstr(&text), "\"trace, strace\":\"works\""));
	strbuf__free(&text);
	doctor__free(results);
}

static void run__looks_at_everything(void **state)
{
	struct doctor_result *results = doctor__run();
	size_t nr, i;

	(void)state;
	doctor__checks(&nr);
	assert_non_null(results);
	for (i = 0; i < nr; i++)
		assert_non_null(results[i].detail);
	doctor__free(results);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(table__is_whole),
		cmocka_unit_test(lack__is_told_to_those_who_suffer),
		cmocka_unit_test(lines__fit_a_terminal),
		cmocka_unit_test(what_was_found__is_escaped),
		cmocka_unit_test(run__looks_at_everything),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
